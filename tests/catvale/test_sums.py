"""What the table says that plays would make of both sums of a combat (CV-COMB, CV-REROLL)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from catvale.table import GAME, Play, have, hold
from catvale.test_combat import ready
from meowple.games.catvale.table.words import CatvaleWords


def shown(play: Play, seat: int) -> dict[str, list[dict[str, Any]]]:
    sums: dict[str, list[dict[str, Any]]] = play.match.view(seat)["table"]["menu"]["sums"]
    return {key: sums[key] for key in play.choices() if key in sums}


def attacked(*cards: str) -> Play:
    """Seat 2 is Attacked, 4 to 5: both Fate Dice show 1, its Defence Die 2."""
    s = ready(3)
    hold(s, 1, *cards)
    have(s, 1, reroll_token=1, mouse=1)
    play = Play(s).act("attack:2-1", "pass")
    fight = play.match.view(1)["table"]["fight"]
    assert (fight["totals"], fight["fate"]) == ([4, 5], [1, 1])
    return play


def sure(*both: int) -> dict[str, Any]:
    return {"low": list(both), "high": list(both), "mean": list(both), "die": None}


def test_what_adds_points_is_said_for_sure() -> None:
    assert shown(attacked("puffed-tail", "family-heirloom", "old-grudge"), 1) | {
        "token:reroll-token": [],
        "mouse:reroll-token": [],
    } == {
        "play:puffed-tail": [sure(4, 6)],
        "play:family-heirloom": [sure(4, 7)],
        "mouse:attack-token": [sure(5, 5)],
        "mouse:defence-token": [sure(4, 6)],
        "token:reroll-token": [],
        "mouse:reroll-token": [],
    }


def test_a_reroll_is_said_die_by_die_with_its_range_and_its_average() -> None:
    play = attacked("lucky-coin")
    sums = shown(play, 1)
    every = [
        {"die": "fate-attacker", "low": [4, 5], "high": [6, 5], "mean": [5, 5]},
        {"die": "fate-defender", "low": [4, 5], "high": [4, 7], "mean": [4, 6]},
        {"die": "defence-2", "low": [4, 4], "high": [4, 6], "mean": [4, 5]},
    ]
    for key in ("token:reroll-token", "mouse:reroll-token", "play:lucky-coin"):
        assert sums[key] == every
    play.act("token:reroll-token")
    assert play.asked == "reroll"
    dice = shown(play, 1)
    assert dice == {f"die:{one['die']}": [one] for one in every}
    assert play.match.view(0)["table"]["menu"]["sums"].keys().isdisjoint(dice)


def test_what_a_rolled_die_comes_to_was_foretold() -> None:
    for face in (1, 2, 3):
        play = attacked("puffed-tail")
        play.act("token:reroll-token")
        foretold = shown(play, 1)["die:fate-attacker"][0]
        play.s.chance.dice = [face]
        play.act("die:fate-attacker")
        attack, defence = play.match.view(1)["table"]["fight"]["totals"]
        assert foretold["low"][0] <= attack <= foretold["high"][0]
        assert attack == foretold["mean"][0] + face - 2 and defence == 5


def test_choices_and_turned_dice_are_said_way_by_way() -> None:
    sums = shown(attacked("crooked-yarn", "cheering-crowd"), 1)
    assert sums["play:crooked-yarn"] == [sure(5, 5), sure(4, 6)]  # no die goes below 1
    assert sums["play:cheering-crowd"] == [sure(5, 5), sure(4, 6)]


@pytest.mark.parametrize(
    ("language", "key", "short", "said"),
    [
        ("en", "play:puffed-tail", "4 : 6", "then 4 to 6"),
        ("en", "play:crooked-yarn", "4–5 : 5–6", "then 5 to 5; then 4 to 6"),
        ("en", "die:defence-2", "4 : 4–6, on average 4 : 5",
         "Defence Die: then 4 to 5 on average, from 4 to 6"),
        ("pl", "die:fate-attacker", "4–6 : 5, średnio 5 : 5",
         "Kość losu atakującego: potem średnio 5 do 5, od 4 do 6"),
    ],
)  # fmt: skip
def test_sums_are_said_in_plain_words(language: str, key: str, short: str, said: str) -> None:
    w = cast(CatvaleWords, GAME.in_words(language))
    play = attacked("puffed-tail", "crooked-yarn")
    ways = shown(play, 1).get(key)
    if ways is None:
        play.act("token:reroll-token")
        ways = shown(play, 1)[key]
    assert w.sums_short(ways) == short and w.sums_said(ways) == said
