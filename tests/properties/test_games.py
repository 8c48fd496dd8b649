"""What `meowple.author.testing` checks, on random tables of every installed game.

``MEOWPLE_MATCHES=10000`` plays so many matches of each game instead of a few.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest

from meowple.author.testing import (
    Decision,
    Trial,
    check_leaks,
    check_options,
    check_play,
    check_saves,
    check_secret_chance,
    decide,
    draw_trial,
    sweep,
)
from meowple.bots import ask, get_bot
from meowple.core.match import Match
from meowple.core.registry import games

MATCHES = int(os.environ.get("MEOWPLE_MATCHES", "0"))
GAMES = games()
OFTEN = {"catvale": 0.02}
"""At which part of the moments is looked for leaks where matches have thousands of them."""


@pytest.mark.parametrize("seed", range(MATCHES // 10 or 4))
@pytest.mark.parametrize("game", GAMES)
def test_matches_keep_their_pieces_and_copies_agree(game: str, seed: int) -> None:
    check_play(draw_trial(game, seed), often=0.03)


@pytest.mark.parametrize("seed", range(MATCHES // 50 or 4))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_leaks(game: str, seed: int) -> None:
    check_leaks(draw_trial(game, seed, short=True), often=1.0 if MATCHES else OFTEN.get(game, 0.05))


@pytest.mark.parametrize("seed", range(MATCHES // 10 or 5))
@pytest.mark.parametrize("game", GAMES)
def test_damaged_saves_are_refused_or_can_be_played(game: str, seed: int) -> None:
    check_saves(draw_trial(game, seed), tries=10)


@pytest.mark.parametrize("game", GAMES)
def test_a_secret_seed_stays_secret(game: str) -> None:
    check_secret_chance(draw_trial(game, 1))


def lively(match: Match, rng: Random) -> Decision:
    """A quick player's decision, or now and then any other: so that much is built and won."""
    if rng.random() < 0.3:
        return decide(match, rng)
    seat = rng.choice(match.to_act)
    return Decision(seat, ask(get_bot("greedy", rng.getrandbits(32)), match, seat).key)


@pytest.mark.parametrize("trial", [trial for game in GAMES for trial in sweep(game)], ids=str)
def test_no_option_is_done_by_half(trial: Trial) -> None:
    check_options(trial, decide=lively if trial.seed % 2 else decide)


@pytest.mark.parametrize("check", [check_play, check_leaks])
@pytest.mark.parametrize("game", GAMES)
def test_the_checks_can_be_repeated(game: str, check: Callable[..., int]) -> None:
    table = draw_trial(game, 3, short=True)
    assert check(table, 0.01) == check(table, 0.01)
