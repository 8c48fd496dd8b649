"""Prestige: what every player has by what lies on the table (data README, section 4, step 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .standing import DESIGN, statics

if TYPE_CHECKING:
    from meowple.games.catvale.state import Plot, State


def plot_prestige(s: State, plot: Plot) -> int:
    """What a Building counts with Worker and Upgrades; sprayed, only its Worker counts."""
    cards = s.box.cards
    worker = cards[plot.worker & DESIGN].prestige if plot.worker >= 0 else 0
    if plot.spray >= 0:
        return worker
    total = cards[plot.building & DESIGN].prestige + worker
    for card in plot.upgrades:
        total += cards[card & DESIGN].prestige
    return total


def backyard(s: State, seat: int) -> int:
    """The Prestige of the cards in a Backyard (CV-RUL-75)."""
    total = len(s.trophies[seat]) + (s.scored >> seat & 1)
    for plot in s.plots[seat]:
        total += plot_prestige(s, plot)
    return total


def true_sum(s: State, seat: int) -> int:
    """All Prestige of a player; it can be below 0."""
    cards = s.box.cards
    total = s.prestige[seat] + backyard(s, seat)
    for lying in s.front[seat]:
        total += cards[lying.card & DESIGN].prestige
    if s.tokens:
        for step in statics(s, seat):
            if step.do == "prestige":
                total += step.amount
    return total


def prestige(s: State, seat: int) -> int:
    """The Prestige that the track shows: never below 0 (CV-RUL-46)."""
    return max(0, true_sum(s, seat))


def sources(s: State, seat: int) -> dict[str, int]:
    """Where the Prestige of a player comes from; together it is `true_sum`."""
    cards = s.box.cards
    workers = sum(
        cards[plot.worker & DESIGN].prestige for plot in s.plots[seat] if plot.worker >= 0
    )
    found = {
        "gained": s.prestige[seat],
        "buildings": sum(plot_prestige(s, plot) for plot in s.plots[seat]) - workers,
        "workers": workers,
        "trophies": len(s.trophies[seat]),
        "ambition": s.scored >> seat & 1,
    }
    found["front"] = true_sum(s, seat) - sum(found.values())
    return found


def gain(s: State, seat: int, amount: int) -> None:
    """Permanent points, or the loss of some; a loss takes no more than there is."""
    if amount < 0:
        amount = -min(-amount, prestige(s, seat))
    if amount:
        s.prestige[seat] += amount
        if s.tell:
            s.tell("prestige", seat=seat, amount=amount, now=prestige(s, seat))
