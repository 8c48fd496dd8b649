"""The promises of `properties`, on random tables of every installed game.

``MEOWPLE_MATCHES=10000`` plays so many matches of each game instead of a few.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from meowple.core.registry import games, get_game
from properties import (
    check_leaks,
    check_play,
    check_saves,
    check_secret_chance,
    draw_table,
    play_out,
)

MATCHES = int(os.environ.get("MEOWPLE_MATCHES", "0"))
GAMES = games()


@pytest.mark.parametrize("seed", range(MATCHES // 10 or 4))
@pytest.mark.parametrize("game", GAMES)
def test_matches_keep_their_pieces_and_copies_agree(game: str, seed: int) -> None:
    check_play(draw_table(game, seed), often=0.03)


@pytest.mark.parametrize("seed", range(MATCHES // 50 or 2))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_leaks(game: str, seed: int) -> None:
    check_leaks(draw_table(game, seed, short=True), often=1.0 if MATCHES else 0.1)


@pytest.mark.parametrize("seed", range(MATCHES // 10 or 5))
@pytest.mark.parametrize("game", GAMES)
def test_damaged_saves_are_refused_or_can_be_played(game: str, seed: int) -> None:
    check_saves(draw_table(game, seed), tries=10)


@pytest.mark.parametrize("game", GAMES)
def test_a_secret_seed_stays_secret(game: str) -> None:
    check_secret_chance(draw_table(game, 1))


def every_value(game: str) -> list[tuple[str, Any]]:
    return [
        (option.name, value)
        for option in get_game(game).options
        for value in (option.choices or (option.least, option.default))
    ]


@pytest.mark.parametrize(
    ("game", "name", "value"), [(game, *pair) for game in GAMES for pair in every_value(game)]
)
def test_every_option_can_be_played_by_all_numbers_of_seats(
    game: str, name: str, value: Any
) -> None:
    from random import Random

    for seats in get_game(game).seat_counts:
        table = draw_table(game, 5)._replace(seats=seats)
        table.options[name] = value
        assert play_out(table.start(recording=False), Random(seats)).over


@pytest.mark.parametrize("check", [check_play, check_leaks])
@pytest.mark.parametrize("game", GAMES)
def test_the_checks_can_be_repeated(game: str, check: Callable[..., int]) -> None:
    table = draw_table(game, 3, short=True)
    assert check(table, 0.01) == check(table, 0.01)
