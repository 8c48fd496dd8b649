"""Progress: ``growth``, ``prestige``, ``mood``, ``track``, ``territory``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meowple.author import Action, Asking, Table
from meowple.games.catvale.pieces.names import DURATIONS, GAME, MARKERS
from meowple.games.catvale.pieces.vocabulary import (
    Effect,
    field,
    index_of,
    number,
    one_of,
    signed,
    verb,
    who,
)
from meowple.games.catvale.rules import duel, growth, mood, prestige, sand
from meowple.games.catvale.rules.aiming import whom
from meowple.games.catvale.rules.questions import MOOD, these
from meowple.games.catvale.rules.resolution import Resolution
from meowple.games.catvale.rules.standing import begin
from meowple.games.catvale.state import Standing

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


@verb("growth")
@dataclass(frozen=True, slots=True)
class Growth(Effect):
    """Points to spend at once, with ``marker`` on that one alone."""

    amount: int = field(number(1, 3), 1)
    marker: int = field(index_of(MARKERS), -1)

    def perform(self, s: State, r: Resolution) -> Asking:
        yield from growth.gain(s, r.you, self.amount, self.marker)


def lasting(table: Table, name: str) -> int:
    """How long Prestige stays: for good, or while its card is in play."""
    return DURATIONS.index(table.one_of(name, ("game", "in-play")))


@verb("prestige")
@dataclass(frozen=True, slots=True)
class Prestige(Effect):
    """For good; ``in-play`` counts while the card or token lies there."""

    amount: int = field(number(-2, 3))
    who: str = field(who, "you")
    duration: int = field(lasting, GAME)

    def perform(self, s: State, r: Resolution) -> Asking:
        for seat in (yield from whom(s, r, self.who, lambda seat: True)):
            prestige.gain(s, seat, self.amount)


@verb("mood")
@dataclass(frozen=True, slots=True)
class Mood(Effect):
    """A signed shift, or ``free`` steps in a direction that the controller picks."""

    either = ("shift", "free")

    shift: int = field(signed(-3, 3), 0)
    free: int = field(number(1, 2), 0)

    def perform(self, s: State, r: Resolution) -> Asking:
        by = self.shift
        if self.free:
            choices: list[Action] = [*s.box.mood.values()]
            answer = yield MOOD.ask(r.controller, these(choices))
            by = self.free * answer.value
        mood.shift(s, by)


@verb("track")
@dataclass(frozen=True, slots=True)
class Track(Effect):
    """Spaces forward on the Arena or the Harvest track, with every reward entered."""

    track: str = field(one_of("arena", "harvest"))
    steps: int = field(number(1, 3))

    def perform(self, s: State, r: Resolution) -> Asking:
        if self.track == "arena":
            yield from duel.advance(s, r.you, self.steps)
        else:
            sand.advance(s, r.you, self.steps)


@verb("territory")
@dataclass(frozen=True, slots=True)
class Territory(Effect):
    """This Territory phase counts so many tiles more for ``you``."""

    extra: int = field(number(1, 3))

    def perform(self, s: State, r: Resolution) -> None:
        begin(s, Standing("territory", 0, 1 << r.you, self.extra, GAME, r.you))
