"""What must hold in every game, on tables of Catvale of every kind."""

from __future__ import annotations

from random import Random

import pytest

from catvale.test_matches import draw
from meowple.author import testing


def table(seed: int) -> testing.Trial:
    """A table of any kind, its talks no longer than usual."""
    return testing.draw_trial("catvale", seed, short=True)


@pytest.mark.parametrize("seed", [1, 2])
def test_copies_saves_undo_and_films_agree(seed: int) -> None:
    testing.check_play(table(seed), 0.01, most=500)


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.rule("CV-ASK-46", "CV-ASK-47")
def test_nothing_leaks(seed: int) -> None:
    testing.check_leaks(table(seed), 0.03, most=250)


@pytest.mark.parametrize("seed", [5, 6])
def test_damaged_saves_are_refused_or_played_on(seed: int) -> None:
    refused, _ = testing.check_saves(draw(seed), tries=8)
    assert refused


@pytest.mark.rule("CV-ASK-10", "CV-RUL-88")
def test_no_line_of_answers_within_a_turn_goes_round() -> None:
    """Each menu of a turn is another state: nothing that was done can be done for ever."""
    for seed in range(3):
        match = draw(seed, 2).start(recording=False)
        rng = Random(seed)
        seen: set[str] = set()
        turn = None
        while not match.over:
            s = match.state
            if match.question is not None and match.question.kind == "turn":
                if turn != (s.round, s.turn, sum(s.spent)):
                    turn, seen = (s.round, s.turn, sum(s.spent)), set()
                state = str(s.to_json())
                assert state not in seen
                seen.add(state)
            seat = rng.choice(match.to_act)
            match.act(seat, rng.choice(match.actions(seat)))
