"""Rulings on what is asked and what is hidden, and the options of a table."""

from __future__ import annotations

import random
from typing import Any

import pytest

import meowple
from festival.table import Table, card, end_game, lay_out, redealt, start
from meowple.core.errors import IllegalAction, UnknownOption
from meowple.core.registry import get_game

CROWS = "Spring 5, Summer 6, Fall 7, Spring 2, Spring 8, Winter 4, Winter 6, Spring 4, Fall 3"
REDEAL = "redeal"


def find(wanted: Any, **options: Any) -> Table:
    """A deal for which that is true."""
    return next(t for seed in range(4000) if wanted(t := start(seed=seed, **options)))


def holder(t: Table) -> int | None:
    """The seat that was dealt three crows."""
    return next(
        (seat for seat in range(t.match.seats) if sum(one.crow for one in t.s.hands[seat]) >= 3),
        None,
    )


@pytest.mark.rule("FTC-RUL-16")
@pytest.mark.parametrize("rules", ["basic", "experienced", "advanced"])
def test_the_request_comes_before_any_other_decision_and_shows_no_card(rules: str) -> None:
    t = find(lambda t: holder(t) is not None, rules=rules)
    seat = holder(t)
    assert seat is not None
    assert t.match.question.kind == ("play" if rules == "basic" else "hands")
    assert t.match.to_act == (0, 1, 2, 3)  # all are asked alike: nothing tells who has the crows
    assert [REDEAL in t.choices(x) for x in range(4)] == [x == seat for x in range(4)]
    with pytest.raises(IllegalAction):
        t.act((seat + 1) % 4, REDEAL)
    events = len(t.story)
    for x in range(4):
        t.act(x, REDEAL if x == seat else t.choices(x)[0])
    assert t.match.events()[events].data == {"seat": seat}  # and no word of the cards
    assert "revealed" not in t.story and t.s.round == 1 and t.s.game == 1
    assert t.match.question.kind == ("play" if rules == "basic" else "hands")


@pytest.mark.rule("FTC-RUL-16")
def test_after_a_new_deal_the_right_exists_again() -> None:
    for seed in range(3000):
        t = lay_out(hands=[CROWS], seed=seed)
        for seat in range(4):
            t.act(seat, REDEAL if seat == 0 else t.choices(seat)[0])
        again = holder(t)
        if again is not None:
            assert REDEAL in t.choices(again)
            return
    raise AssertionError("no second deal with three crows found")


@pytest.mark.rule("FTC-RUL-16", "FTC-OPT-3")
@pytest.mark.parametrize("rules", ["basic", "experienced", "advanced"])
def test_crow_redeal_ask_never_always(rules: str) -> None:
    kinds = {"ask": set(), "never": set(), "always": set()}  # type: ignore[var-annotated]
    crows = dict.fromkeys(kinds, 0)
    redealt_deals = 0
    for option in kinds:
        for seed in range(150):
            t = start(seed=seed, rules=rules, crow_redeal=option)
            kinds[option].add(t.match.question.kind)
            if holder(t) is not None:
                crows[option] += 1
                assert any(REDEAL in t.choices(seat) for seat in range(4)) is (option == "ask")
            if option == "always":
                redealt_deals += t.told("redeal") == [{"seat": None}]
    assert crows["always"] == 0 and crows["never"] > 3 and crows["ask"] > 3
    assert redealt_deals > 3
    assert ("hands" in kinds["ask"]) is (rules != "basic")
    assert "hands" not in kinds["never"] | kinds["always"]


@pytest.mark.rule("FTC-RUL-16")
def test_at_most_one_hand_can_qualify() -> None:
    for seed in range(300):
        s = start(seed=seed).s
        assert sum(sum(one.crow for one in hand) >= 3 for hand in s.hands) <= 1


@pytest.mark.rule("FTC-RUL-27")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("rules", ["basic", "experienced", "advanced"])
def test_hands_and_choices_are_hidden_and_everything_else_is_public(seats: int, rules: str) -> None:
    t = start(seats, seed=8, rules=rules)
    rng = random.Random(8)
    for number in range(40):
        if t.over:
            break
        asked = t.match.to_act
        for seat in asked:
            before = {v: t.view(v) for v in (None, *range(seats)) if v != seat}
            t.match.act(seat, rng.choice(t.match.actions(seat)))
            if seat != asked[-1]:  # somebody still thinks: nobody has learnt anything
                assert {v: t.view(v) for v in before} == before
        for viewer in (None, *range(seats)):
            table = t.view(viewer)
            hands = t.s.hands
            shown = [row["card"] for row in table["hand"]]
            assert shown == ([] if viewer is None else [one.key for one in hands[viewer]])
            assert table["hand_sizes"] == [len(hand) for hand in hands[:seats]]
            assert table["piles"] == [[one.key for one in pile] for pile in t.s.piles]
            imagined = t.match.imagine(viewer, number)
            assert imagined.view_json(viewer) == t.match.view_json(viewer)


@pytest.mark.rule("FTC-RUL-27")
def test_the_dummy_decks_order_and_content_are_hidden() -> None:
    t = start(3, seed=3)
    decks = {tuple(redealt(t, 0, seed).hands[3]) for seed in range(20)}
    assert len(decks) == 20


# -- Options ------------------------------------------------------------------------------------


@pytest.mark.rule("FTC-OPT-1")
def test_rules_are_basic_experienced_or_advanced_one_of_them() -> None:
    assert start().s.rules == "basic"
    kinds = {
        rules: start(rules=rules, crow_redeal="never").match.question.kind
        for rules in ("basic", "experienced", "advanced")
    }
    assert kinds == {"basic": "play", "experienced": "multiplier", "advanced": "tokens"}
    for wrong in ("expert", "", None, ["experienced", "advanced"], 1, True):
        with pytest.raises(UnknownOption):
            start(rules=wrong)
    experienced, advanced = start(rules="experienced"), start(rules="advanced")
    assert experienced.view()["token_supply"] == [0] * 4 and advanced.view()["multipliers"] == []


@pytest.mark.rule("FTC-OPT-2")
def test_the_target_is_30_or_any_number_agreed() -> None:
    assert start().view()["target"] == 30
    for target in (1, 20, 25, 30, 300):
        assert start(target=target).view()["target"] == target
    for wrong in (0, -5, 301, 20.0, "20", True, None):
        with pytest.raises(UnknownOption):
            start(target=wrong)


def test_every_option_refuses_other_values() -> None:
    for option in get_game("festival").options:
        with pytest.raises(UnknownOption):
            start(**{option.name: "perhaps"})
    with pytest.raises(UnknownOption):
        start(announce_on_yorozu=1)


@pytest.mark.parametrize("seats", [3, 4])
def test_every_value_of_every_option_plays_to_the_end(seats: int) -> None:
    game = get_game("festival")
    for option in game.options:
        for value in option.choices or (option.least, option.default):
            for rules in ("basic", "experienced", "advanced"):
                options: dict[str, Any] = {"rules": rules, "target": 12, option.name: value}
                t = start(seats, seed=4, **options).play_out(4)
                assert t.over and t.winners
                again = meowple.load_match(t.match.save(whole=True))
                assert again.scores == t.totals


YOROZU_ONLY = {
    "round": 7,
    "face_up": "Summer 2, Winter 12",
    "hands": [
        "Summer 5, Winter 9, YOROZU 0",
        "Fall 6, Summer 7, YOROZU 13",
        "Spring 4, Spring 2, Summer 3",
        "Fall 8, Fall 4, Winter 5",
    ],
    "piles": ["Spring 8", "Summer 9", "Fall 10", "Winter 11"],
}


@pytest.mark.rule("FTC-OPT-6", "FTC-RUL-4")
@pytest.mark.parametrize(("announce", "marks"), [(False, ""), (True, "spring, fall")])
def test_announce_on_yorozu(announce: bool, marks: str) -> None:
    t = lay_out(announce_on_yorozu=announce, **YOROZU_ONLY)  # type: ignore[arg-type]
    t.play("YOROZU 0", "YOROZU 13", "Spring 4", "Fall 8")
    assert t.voids == [marks, "", "", ""]  # seat 1 has Fall 6 and announces nothing


@pytest.mark.rule("FTC-OPT-6")
def test_no_announcement_on_yorozu_in_round_nine() -> None:
    hands = ["YOROZU 0", "Winter 5", "Spring 4", "Fall 8"]
    t = lay_out(round=9, face_up="Summer 2, Winter 12", hands=hands, announce_on_yorozu=True)
    t.play(*hands)
    assert t.told("void") == []


def test_silence_on_yorozu_is_remembered_until_an_open_season_is_played() -> None:
    t = lay_out(announce_on_yorozu=True, **YOROZU_ONLY)  # type: ignore[arg-type]
    t.play("YOROZU 0", "YOROZU 13", "Spring 4", "Fall 8")
    assert t.s.holds == ((), ((0, 2),), (), ())
    for seed in range(30):
        hand = redealt(t, 0, seed).hands[1]
        assert any(one.season in (0, 2) for one in hand)
    assert t.face_up == "YOROZU 0, YOROZU 13"
    playing = t.fork()
    for seat in range(4):
        wish = card("Fall 6").play if seat == 1 else playing.match.actions(seat)[0]
        playing.match.act(seat, wish)
    assert playing.s.holds[1] == ()
    keeping = t.fork()
    for seat in range(4):
        wish = card("Summer 7").play if seat == 1 else keeping.match.actions(seat)[0]
        keeping.match.act(seat, wish)
    assert keeping.s.holds[1] == ((0, 2),)
    assert end_game(announce_on_yorozu=True).s.holds == ((),) * 4


def test_silence_on_yorozu_is_settled_by_a_card_of_a_showing_season_too() -> None:
    hands = ["Spring 4", "Fall 7, Fall 9, Winter 11", "Summer 10", "Summer 6"]
    t = lay_out(round=7, face_up="Fall 3, Winter 10", hands=hands, announce_on_yorozu=True)
    position = t.match.position()
    position["state"]["holds"][1] = [["spring", "winter"]]
    t = Table(meowple.new_match("festival", position=position))
    t.play("Spring 4", "Winter 11", "Summer 10", "Summer 6")
    assert t.voids[1] == "spring, summer" and t.s.holds[1] == ()
    meowple.new_match("festival", position=t.match.position())
