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
    while (seat := _fulfilled(s)) >= 0:
        yield from score(s, seat)


def _fulfilled(s: State) -> int:
    """The next player whose Ambition is to be scored; -1 if there is none."""
    goals, restless = s.box.goals, s.box.restless_goals
    for seat in s.order():
        bit = 1 << seat
        if s.scored & bit or s.ambition[seat] < 0:
            continue
        met = before = s.met[seat]
        for place, number, least in goals if s.dirty & bit else restless:
            if not before & place and number(s, seat) >= least:
                met |= place
        if met != before:
            s.met[seat] = met
            s.chance.reveal()
            if met & s.box.goal_of[s.ambition[seat]]:
                return seat
    s.dirty = 0
    return -1


def score(s: State, seat: int) -> Asking:
    """The card goes to the Backyard as a trophy: 1 Prestige and 1 Growth (CV-AMBI-4, CV-AMBI-5)."""
    card = s.box.cards[s.ambition[seat]]
    s.scored |= 1 << seat
    if s.tell:
        s.tell("ambition", seat=seat, card=card.id)
    yield from perform(s, Resolution(seat, card.index), card.effects)
