"""Whole matches at random, on every kind of table."""

from __future__ import annotations

from random import Random

import pytest

import properties
from meowple.games.catvale import GAME


def draw(seed: int, seats: int | None = None) -> properties.Table:
    rng = Random(f"catvale {seed}")
    options = {option.name: properties.draw_option(option, rng) for option in GAME.options}
    return properties.Table("catvale", seats or rng.choice(GAME.seat_counts), options, seed)


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.rule("CV-RUL-88")
def test_random_matches_come_to_an_end(seats: int) -> None:
    for seed in range(2):
        table = draw(seed, seats)
        match = table.start()
        with properties.told(table, match):
            properties.play_out(match, Random(seed))
            assert match.over
            assert match.state.round == 6 or max(match.scores) >= 20
            assert match.winners
