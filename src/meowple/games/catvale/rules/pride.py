"""Pride, Humiliation, and going home (CV-HUM, CV-RUL-12, CV-RUL-43 to 46)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Asking
from meowple.games.catvale.pieces.names import MOST_PRIDE, REROLL, W_PRIDE
from meowple.games.catvale.state import SELF

from . import map, prestige
from .playing import fire
from .windows import react

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def recover(s: State, seat: int, amount: int) -> None:
    """Pride comes back, up to three."""
    gained = min(amount, MOST_PRIDE - s.pride[seat])
    if gained > 0:
        s.pride[seat] += gained
        if s.tell:
            s.tell("recovered", seat=seat, amount=gained)


def lose(
    s: State,
    seat: int,
    amount: int,
    *,
    floor: int = 0,
    costs: bool = False,
    winner: int = -1,
    asked: bool = False,
) -> Asking:
    """A cat loses Pride, and is Humiliated with the last of it.

    Args:
        floor: the loss stops there.
        costs: whether being Humiliated costs Prestige: combat, Arena, Encounter (CV-HUM-6).
        winner: the player who gains Prestige by it, -1 for nobody (CV-HUM-2).
        asked: whether its window has been open already.
    """
    if s.flat >> seat & 1 or amount <= 0:
        return
    if not asked and s.pride[seat] > floor:
        s.loss = amount
        yield from react(s, W_PRIDE, SELF, [seat])
        amount, s.loss = s.loss, 0
    lost = min(amount, s.pride[seat] - floor)
    if lost <= 0:
        return
    s.pride[seat] -= lost
    if s.tell:
        s.tell("lost-pride", seat=seat, amount=lost, left=s.pride[seat])
    if s.pride[seat] == 0:
        humiliate(s, seat, costs, winner)
    yield from fire(s, "pride-lost", seat, only=seat)


def humiliate(s: State, seat: int, costs: bool, winner: int) -> None:
    """CV-HUM-1 to CV-HUM-7"""
    s.flat |= 1 << seat
    s.humiliated |= 1 << seat
    s.goods[seat][REROLL] += 1
    if s.tell:
        s.tell("humiliated", seat=seat)
    if winner >= 0:
        prestige.gain(s, winner, 1)
    if costs:
        prestige.gain(s, seat, -1)
    map.go_home(s, seat)


def stand_up(s: State, seat: int) -> None:
    """A flat cat stands up in its turn and recovers all Pride (CV-HUM-5)."""
    s.flat &= ~(1 << seat)
    if s.tell:
        s.tell("stood-up", seat=seat)
    recover(s, seat, MOST_PRIDE)
