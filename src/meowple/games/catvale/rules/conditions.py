"""Conditions of cards: each kind is a small class with the test that it stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from meowple.author import N_, Table
from meowple.games.catvale.pieces.names import COMBATS, COUNTERS, SEASONS, TAGS, TILES
from meowple.games.catvale.pieces.vocabulary import (
    CONDITIONS,
    Condition,
    Read,
    condition,
    field,
    flag,
    number,
    one_condition,
    one_of,
    read_fields,
    set_of,
    some,
    text,
)

from . import counting
from .prestige import prestige

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

ROLES: Final = ("attacker", "defender", "bystander")


@dataclass(frozen=True, slots=True)
class InSeason(Condition):
    seasons: int

    def holds(self, s: State, seat: int) -> bool:
        return bool(self.seasons >> s.season & 1)


@dataclass(frozen=True, slots=True)
class MoodIs(Condition):
    side: str

    def holds(self, s: State, seat: int) -> bool:
        return self.side == ("harmony" if s.mood > 0 else "chaos" if s.mood else "centre")


@dataclass(frozen=True, slots=True)
class At(Condition):
    """The cat is on such a face-up tile."""

    tiles: int

    def holds(self, s: State, seat: int) -> bool:
        return bool(self.tiles >> s.kind(s.at[seat]) & 1)


@dataclass(frozen=True, slots=True)
class OwnMark(Condition):
    wanted: bool

    def holds(self, s: State, seat: int) -> bool:
        return (s.marks[s.at[seat]] == seat) is self.wanted


@dataclass(frozen=True, slots=True)
class Holds(Condition):
    """The hand has cards with a tag, or of an id; ``word`` is either."""

    either = ("tag", "id")

    tag: str = field(one_of(*TAGS), "")
    id: str = field(text, "")
    amount: int = field(number(1, 5), 1)

    @property
    def word(self) -> str:
        return self.tag or self.id

    def holds(self, s: State, seat: int) -> bool:
        cards = s.box.cards
        return sum(cards[card].answers(self.word) for card in s.hand[seat]) >= self.amount


@dataclass(frozen=True, slots=True)
class Count(Condition):
    of: str = field(one_of(*COUNTERS))
    min: int = field(number(1, 60))

    def holds(self, s: State, seat: int) -> bool:
        return counting.COUNTERS[self.of](s, seat) >= self.min

    def measure(self) -> tuple[Callable[[State, int], int], int]:
        return counting.COUNTERS[self.of], self.min

    def counters(self) -> frozenset[str]:
        return frozenset((self.of,))


@dataclass(frozen=True, slots=True)
class Role(Condition):
    role: str

    def holds(self, s: State, seat: int) -> bool:
        return s.fight is not None and ROLES[s.fight.side(seat)] == self.role


@dataclass(frozen=True, slots=True)
class CombatKind(Condition):
    kinds: int

    def holds(self, s: State, seat: int) -> bool:
        return s.fight is not None and bool(self.kinds >> s.fight.kind & 1)


@dataclass(frozen=True, slots=True)
class FoeAhead(Condition):
    wanted: bool

    def holds(self, s: State, seat: int) -> bool:
        foe = s.foe(seat)
        return (foe >= 0 and prestige(s, foe) > prestige(s, seat)) is self.wanted


@dataclass(frozen=True, slots=True)
class HumiliatedThisRound(Condition):
    def holds(self, s: State, seat: int) -> bool:
        return bool(s.humiliated >> seat & 1)


@dataclass(frozen=True, slots=True)
class Not(Condition):
    inner: Condition

    def holds(self, s: State, seat: int) -> bool:
        return not self.inner.holds(s, seat)


@dataclass(frozen=True, slots=True)
class All(Condition):
    inner: tuple[Condition, ...]

    def holds(self, s: State, seat: int) -> bool:
        for each in self.inner:  # noqa: SIM110 - asked after every action, and twice as quick
            if not each.holds(s, seat):
                return False
        return True

    def counters(self) -> frozenset[str]:
        return frozenset().union(*(each.counters() for each in self.inner))


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    inner: tuple[Condition, ...]

    def holds(self, s: State, seat: int) -> bool:
        return any(each.holds(s, seat) for each in self.inner)

    def counters(self) -> frozenset[str]:
        return frozenset().union(*(each.counters() for each in self.inner))


def _fields(cls: type[Condition]) -> Read:
    return lambda table, name: read_fields(cls, table.one(name))


def _list(table: Table, name: str) -> tuple[Condition, ...]:
    if len(table.inner(name)) == 1:
        table.wrong(N_("{field} joins at least two conditions"), name)
    some(table, name)
    return tuple(one_condition(inner) for inner in table.inner(name))


def _same(value: Any) -> Any:
    return value


CONDITIONS.update(
    {
        "season": (InSeason, set_of(SEASONS)),
        "mood": (MoodIs, one_of("harmony", "chaos", "centre")),
        "at": (At, set_of(TILES)),
        "own-mark": (OwnMark, flag),
        "holds": (_same, _fields(Holds)),
        "count": (_same, _fields(Count)),
        "role": (Role, one_of(*ROLES)),
        "foe-ahead": (FoeAhead, flag),
        "humiliated": (lambda _: HumiliatedThisRound(), one_of("this-round")),
        "combat-kind": (CombatKind, set_of(COMBATS)),
        "not": (Not, condition),
        "all": (All, _list),
        "any": (AnyOf, _list),
    }
)
