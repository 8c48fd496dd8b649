"""The promises of every game, in matches in which much is built, traded and made.

Players who choose quite at random hardly ever build; these use their dice and tokens.
"""

from __future__ import annotations

from random import Random

import pytest

import meowple
from meowple import Match, load_match
from meowple.author.testing import (
    Decision,
    all_shown,
    checkpoints_are_exact,
    choices_are_accepted,
    copies_agree,
    pieces_are_kept,
    proves_no_leak,
    somebody_can_act,
    undo_is_exact,
    viewers,
)
from meowple.bots import ask, get_bot

OPTIONS = [
    {"length": "short"},
    {"length": "short", "placement": "open", "wheelbarrow": "turn", "early_bird": 2},
]


def lively(match: Match, rng: Random) -> Decision:
    """A quick player's decision, or now and then any other."""
    seat = rng.choice(match.to_act)
    if rng.random() < 0.75:
        return Decision(seat, ask(get_bot("greedy", rng.getrandbits(32)), match, seat).key)
    dull = ("assigned", "rest", "pass", "enough", "end", "back", "lift")
    actions = match.actions(seat)
    some = [action for action in actions if action.verb not in dull] or list(actions)
    return Decision(seat, rng.choice(some).key)


@pytest.mark.parametrize(
    "seats", [1, 2, 3, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (4, 5))]
)
def test_promises_hold_in_lively_matches(seats: int) -> None:
    rng = Random(seats)
    match = meowple.new_match("comforts", seats, OPTIONS[seats % 2], seed=seats)
    quiet = meowple.new_match("comforts", seats, OPTIONS[seats % 2], seed=seats, recording=False)
    decisions = 0
    while not match.over:
        somebody_can_act(match)
        checkpoints_are_exact(match)
        if rng.random() < 0.03:
            pieces_are_kept(match)
            copies_agree(match)
            choices_are_accepted(match, rng)
        if rng.random() < 0.03:
            proves_no_leak(match, rng.choice(viewers(match)), rng, len(match.events()) - 4)
        before = match.save(whole=True) if rng.random() < 0.03 else None
        decision = lively(match, rng)
        match.act(*decision)
        quiet.act(*decision)
        if before is not None:
            undo_is_exact(match, before, decision)
        decisions += 1
        assert decisions < 5000
    assert quiet.scores == match.scores
    assert all_shown(load_match(match.save(whole=True))) == all_shown(match)


def test_lively_matches_are_lively() -> None:
    done: set[str] = set()
    for seed in range(4):
        match, rng = meowple.new_match("comforts", 2, OPTIONS[seed % 2], seed=seed), Random(seed)
        while not match.over:
            match.act(*lively(match, rng))
        done |= {event.kind for event in match.events()}
    assert {"built", "made", "traded", "took", "drew", "gathered", "idle", "tidied"} <= done
