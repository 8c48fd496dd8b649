"""Whole matches at random, on every kind of table."""

from __future__ import annotations

from random import Random

import pytest

from catvale.table import BOX, CARD
from meowple.author import testing
from meowple.games.catvale import GAME


def draw(seed: int, seats: int | None = None) -> testing.Trial:
    rng = Random(f"catvale {seed}")
    options = {option.name: testing.draw_option(option, rng) for option in GAME.options}
    return testing.Trial("catvale", seats or rng.choice(GAME.seat_counts), options, seed)


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.rule("CV-RUL-88")
def test_random_matches_come_to_an_end(seats: int) -> None:
    for seed in range(2):
        table = draw(seed, seats)
        match = table.start()
        with testing.told(table, match):
            testing.play_to_end(match, Random(seed))
            assert match.over
            assert match.state.round == 6 or max(match.scores) >= 20
            assert match.winners
        study = match.study()
        assert study is not None
        for told, player in zip(study["seats"], match.view()["table"]["players"], strict=True):
            for kind, counter in (("quest", "quests-joined"), ("opponent", "duels-won")):
                assert len(told["cards"][kind]) == player["counters"][counter]
                assert {BOX.cards[CARD[card]].kind for card in told["cards"][kind]} <= {kind}
