"""Deals: what a swap is worth to both, and an offer that both should like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from meowple.games.catvale.pieces.names import BASICS, FISH, TRADED

from .eyes import BASIC_WORTH, Eyes

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

FAIR: Final = 0.25
"""What a deal must bring whoever accepts it."""


class Deal(NamedTuple):
    """An offer: one item for another, and what it is worth to whoever makes it."""

    gives: int
    asks: int
    gain: float


def swapped(goods: Sequence[int], gives: Sequence[int], asks: Sequence[int]) -> list[int]:
    """What somebody has once a deal is done."""
    after = list(goods)
    for item in TRADED:
        after[item] += asks[item] - gives[item]
    return after


def deal_worth(
    eyes: Eyes, partner: int, gives: Sequence[int], asks: Sequence[int], rounds: float = 1.0
) -> float:
    """What a deal brings the seat, what it does for the partner set against it."""
    after = swapped(eyes.goods, gives, asks)
    if min(after) < 0:
        return -99.0
    mine = eyes.worth(after) - eyes.now
    theirs = sum(
        (gives[item] - asks[item]) * (1.0 if item == FISH else BASIC_WORTH + 0.7) for item in TRADED
    )
    ahead = 1.0 if eyes.scores[partner] >= max(eyes.scores) else 0.6
    return mine - 0.35 * eyes.envy * ahead * max(0.0, theirs + 0.5) * rounds


def best_deal(eyes: Eyes, partner: int) -> Deal | None:
    """The swap of one for one that brings most and that the partner may like; None if there is none.

    What the partner lacks is guessed by what lies open: its goods, and the Quests.
    """
    s, seat = eyes.s, eyes.seat
    other = s.goods[partner]
    surplus = [item for item in BASICS if eyes.goods[item] > 0]
    wanted = [item for item in BASICS if other[item] > other_least(s, partner, item)]
    if not wanted:
        return None
    best: Deal | None = None
    gains = {item: eyes.change(item, 1) for item in wanted}
    for give in surplus:
        if other[give] > 1:
            continue
        loss = -eyes.change(give, -1)
        for ask in wanted:
            if ask == give:
                continue
            gain = gains[ask] - loss - 0.35 * eyes.envy
            if gain > 0.3 and (best is None or gain > best.gain):
                best = Deal(give, ask, gain)
    return best if seat != partner else None


def other_least(s: State, partner: int, item: int) -> int:
    """So many of an item a rival surely wants to keep: what it has beyond is to be had."""
    return 1 if sum(s.goods[partner][i] for i in BASICS) > 3 else 2
