"""What the seats may hope for, for those who look ahead."""

from __future__ import annotations

from typing import Final

from meowple.author import shares
from meowple.games.purrballs.rules.scoring import emblem_places, prize, scores
from meowple.games.purrballs.state import COUNT, State

from .look import Look, line_worth

LEAD: Final = 8.8
"""XP that make one e times as likely to win."""

GEAR: Final = 1.5
"""XP that a piece of Gear brings to a party that fights, with the whole game still to come."""

NOBLE: Final = 8.0
"""XP that a Noble brings while the race for the prizes is open."""

MANA: Final = 0.15
"""XP that a Mana brings that is there to be spent."""


def horizon(s: State) -> tuple[int, int]:
    """The round: the next one brings other loot."""
    return s.level, s.round


def estimate(s: State) -> list[float]:
    """The part of the victory that each seat may hope for: by the XP that its party will have
    brought in the end, at the usual pace."""
    if s.step >= COUNT:
        return shares(scores(s), LEAD)
    places = emblem_places(s)
    return shares([_promised(s, seat, places[seat]) for seat in range(s.seats)], LEAD)


def _promised(s: State, seat: int, place: int) -> float:
    """XP in the end, as far as can be seen."""
    look = Look(s, seat)
    open_race = min(1.0, 2 * look.share)
    worth = MANA * min(look.have.mana, 8) * open_race
    for cat in look.party:
        if cat.class_ == "noble":
            worth += NOBLE * open_race + prize(place) * (1 - open_race)
        else:
            worth += line_worth(cat.score, look.have, look.left)
    if look.fighters:
        worth += GEAR * min(look.gear, 4) * look.share
    return worth
