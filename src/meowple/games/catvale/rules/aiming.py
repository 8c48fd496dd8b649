"""Whom a word of a card means, and picking a player (data README, sections 4 and 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from meowple.author import Asking

from .prestige import prestige
from .questions import SEAT, these
from .resolution import Resolution, near
from .windows import targeted

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def named(s: State, r: Resolution, word: str) -> list[int]:
    """The players that a word means, for all words but those with a pick."""
    match word:
        case "you":
            return [r.you]
        case "controller":
            return [r.controller]
        case "left":
            return [(r.you + 1) % s.seats]
        case "all":
            return list(s.clockwise(r.controller))
        case "near":
            return near(s, r.you)
        case "actor":
            return [r.actor] if r.actor >= 0 else []
        case "foe":
            foe = s.foe(r.you)
            return [foe] if foe >= 0 else []
        case "attacker":
            attacker = s.fight.sides[0] if s.fight else -1
            return [attacker] if attacker >= 0 else []
        case _:
            sums = [prestige(s, seat) for seat in range(s.seats)]
            best = max(sums) if word == "leader" else min(sums)
            return [seat for seat in s.clockwise(r.controller) if sums[seat] == best]


def could_be_picked(s: State, r: Resolution, word: str) -> list[int]:
    """The players among whom a word with a pick lets ``you`` choose, flat cats left out."""
    if word == "chosen-near":
        return near(s, r.you)
    seats = s.clockwise(r.you)
    return [seat for seat in seats[word == "chosen" :] if not s.flat >> seat & 1]


def whom(s: State, r: Resolution, word: str, can: Callable[[int], bool]) -> Asking:
    """The players that a word means; a pick is made when the word first comes up.

    ``can``: whether the step could do something to a player, by open facts alone.
    """
    if not word.startswith("chosen"):
        return named(s, r, word)
    if word not in r.picks:
        seats = [seat for seat in could_be_picked(s, r, word) if can(seat)]
        r.picks[word] = yield from pick_seat(s, r.you, seats)
    seat = r.picks[word]
    if seat < 0 or word in r.cancelled or s.flat >> seat & 1:
        return []
    return [seat]


def pick_seat(s: State, asked: int, seats: list[int]) -> Asking:
    """One of these players, chosen by another; -1 if there is none."""
    if len(seats) < 2:
        return seats[0] if seats else -1
    choices = [s.box.seat[seat] for seat in seats]
    return (yield SEAT.ask(asked, these(choices))).value


def struck(s: State, r: Resolution, word: str, seat: int) -> Asking:
    """Open the window `targeted` before a step hits the player it picked; whether it still does."""
    if not word.startswith("chosen") or seat == r.controller:
        return True
    if (yield from targeted(s, seat)):
        r.cancelled.add(word)
        return False
    return True
