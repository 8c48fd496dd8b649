"""Who has how much, who wins, and ties (CV-GOAL, CV-TIE, CV-RUL-75)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meowple.games.catvale.pieces.names import FISH

from .prestige import backyard, prestige
from .standing import DESIGN

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def scores(s: State) -> list[int]:
    """The Prestige of every seat."""
    return [prestige(s, seat) for seat in range(s.seats)]


def winners(s: State) -> list[int]:
    """The most Prestige; then the cards in the Backyard, then Fish; then they share it."""
    ranks = [(prestige(s, i), backyard(s, i), s.goods[i][FISH]) for i in range(s.seats)]
    best = max(ranks)
    return [seat for seat in range(s.seats) if ranks[seat] == best]


def study(s: State) -> dict[str, Any]:
    """What a finished match tells those who weigh the game."""
    return {"rounds": s.round, "seats": [_studied(s, seat) for seat in range(s.seats)]}


def _studied(s: State, seat: int) -> dict[str, Any]:
    cards = s.box.cards
    plots = s.plots[seat]
    return {
        "cards": {
            "cat": [s.box.cats[s.cat[seat]].id],
            "ambition": [cards[s.ambition[seat]].id],
            "building": [cards[plot.building & DESIGN].id for plot in plots],
            "worker": [cards[plot.worker & DESIGN].id for plot in plots if plot.worker >= 0],
            "upgrade": [cards[card & DESIGN].id for plot in plots for card in plot.upgrades],
            "trophy": [cards[card].id for card in s.trophies[seat]],
            "opponent": [cards[card].id for card in s.duels[seat]],
            "quest": [cards[card].id for card in s.joined[seat]],
        },
        "points": {"lasting": s.prestige[seat], "backyard": backyard(s, seat)},
    }
