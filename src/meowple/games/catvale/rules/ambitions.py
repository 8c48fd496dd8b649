"""Ambitions: fulfilled as soon as the goal is met, without a choice (CV-AMBI, CV-RUL-73)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Asking

from .resolution import Resolution, perform

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def check(s: State) -> Asking:
    """Score every Ambition whose goal is met, clockwise from the active player.

    What goals a player has met is remembered: an Ambition that is still hidden cannot be one of
    them. A new one among these tells others something, whether it scores or not.
    """
    ambitions = s.box.ambitions
    while True:
        fulfilled = -1
        for seat in s.order():
            if s.scored >> seat & 1 or s.ambition[seat] < 0:
                continue
            met = s.met[seat]
            for place, card in enumerate(ambitions):
                if not met >> place & 1 and card.goal is not None and card.goal.holds(s, seat):
                    s.met[seat] |= 1 << place
            if s.met[seat] != met:
                s.chance.reveal()
                if any(
                    s.met[seat] >> place & 1 and card.index == s.ambition[seat]
                    for place, card in enumerate(ambitions)
                ):
                    fulfilled = seat
                    break
        if fulfilled < 0:
            return
        yield from score(s, fulfilled)


def score(s: State, seat: int) -> Asking:
    """The card goes to the Backyard as a trophy: 1 Prestige and 1 Growth (CV-AMBI-4, CV-AMBI-5)."""
    card = s.box.cards[s.ambition[seat]]
    s.scored |= 1 << seat
    if s.tell:
        s.tell("ambition", seat=seat, card=card.id)
    yield from perform(s, Resolution(seat, card.index), card.effects)
