"""Whole matches at random, on every kind of table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from catvale.table import BOX, CARD
from meowple import Match
from meowple.author import testing
from meowple.games.catvale import GAME
from meowple.games.catvale.rules.orders import DEFENCE_VERBS
from meowple.games.catvale.state import KINDS_OF_WINDOWS, ORDERS

THINGS = [action.key for action in GAME.actions if action.verb in DEFENCE_VERBS]
"""What a standing defence can name."""


def draw(seed: int, seats: int | None = None) -> testing.Trial:
    rng = Random(f"catvale {seed}")
    options = {option.name: testing.draw_option(option, rng) for option in GAME.options}
    return testing.Trial("catvale", seats or rng.choice(GAME.seat_counts), options, seed)


def draw_words(match: Match, seat: int, rng: Random) -> dict[str, Any]:
    """Some standing orders, without a standing defence."""
    orders: dict[str, Any] = {
        name: rng.choice(words)
        for name, words in zip(KINDS_OF_WINDOWS, ORDERS, strict=True)
        if rng.random() < 0.7
    }
    if rng.random() < 0.3:
        until = "combat" if match.state.fight and rng.random() < 0.5 else "turn"  # type: ignore[attr-defined]
        orders["now"] = {"until": until, "fights": rng.choice(ORDERS[1])}
    return orders


def draw_orders(match: Match, seat: int, rng: Random) -> dict[str, Any]:
    """Some standing orders."""
    orders = draw_words(match, seat, rng)
    if rng.random() < 0.6:
        orders["defence"] = rng.choices(THINGS, k=rng.randint(1, 8))
    return orders


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
