"""How a quick player thinks: it beats chance, sees only what its seat sees, and ends every match."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from meowple import Match, new_match
from meowple.bots import ask, get_bot
from meowple.games.catvale import GAME
from meowple.games.catvale.mind import rate
from meowple.games.catvale.mind.rating import _RATE
from meowple.games.catvale.mind.steps import JUDGES
from meowple.games.catvale.mind.turn import _RATE as MENU
from meowple.games.catvale.pieces.vocabulary import VERBS
from meowple.games.catvale.rules import questions


def play(seed: int, bots: tuple[str, ...], watch: Any = None, **options: Any) -> Match:
    """A match between bots, each made anew for it."""
    match = new_match("catvale", seats=len(bots), seed=seed, options=options)
    players = [get_bot(bot, seed + place) for place, bot in enumerate(bots)]
    for _ in range(8000):
        if match.over:
            return match
        seat = match.to_act[0]
        if watch is not None:
            watch(match, seat)
        match.act(seat, ask(players[seat], match, seat))
    raise AssertionError("a match that does not end")


def test_every_question_and_verb_is_judged() -> None:
    assert set(questions.ALL) - set(_RATE) == {"cat", "trigger"}
    assert set(VERBS) - set(JUDGES) == {"mood"}
    offered = {action.verb for action in GAME.actions}
    assert set(MENU) <= offered


def test_greedy_beats_three_random_players() -> None:
    won = 0.0
    for seed in range(4):
        bots = ["random"] * 4
        bots[seed] = "greedy"
        won += play(seed, tuple(bots)).returns()[seed]
    assert won >= 3


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"world": "chaotic", "reactions": "all"}),
        (3, {"variant": "controlled", "litterbox": True, "reactions": "own"}),
        (6, {"arena": True, "kickstarter": True, "offers_per_talk": 9}),
    ],
)
def test_greedy_matches_come_to_an_end(seats: int, options: dict[str, Any]) -> None:
    asked: Counter[str] = Counter()

    def watch(match: Match, seat: int) -> None:
        assert match.question is not None
        asked[match.question.kind] += 1

    match = play(5, ("greedy",) * seats, watch, **options)
    assert max(match.scores) >= 8
    assert asked["turn"] > 40 * seats


@pytest.mark.parametrize("options", [{}, {"world": "chaotic", "arena": True, "litterbox": True}])
def test_the_mind_sees_only_what_its_seat_sees(options: dict[str, Any]) -> None:
    """Two worlds that look alike to the seat are judged alike, whatever is hidden in them."""
    chosen = compared = 0

    def watch(match: Match, seat: int) -> None:
        nonlocal chosen, compared
        actions = match.actions(seat)
        chosen += 1
        if len(actions) == 1 or chosen % 3:
            return
        one, other = (match.imagine(seat, seed, answers="drop") for seed in (1, 2))
        assert rate(one, seat, actions) == pytest.approx(rate(other, seat, actions)), match.question
        compared += 1

    play(3, ("greedy", "random", "greedy"), watch, **options)
    assert compared > 100
