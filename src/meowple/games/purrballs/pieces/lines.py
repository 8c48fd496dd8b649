"""Scoring lines: what stands at the bottom of a Catventurer, what it scores, how it reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple, Self

from meowple.author import N_, Table

from .names import RESOURCES, TREASURES, TYPES
from .reading import Described, indices
from .speech import Speech


class Goods(NamedTuple):
    """What a seat can score with, counted.

    Attributes:
        mana: in its Stash.
        emblems: Royal Emblems.
        resources, treasures, monsters: how many of each type.
    """

    mana: int
    emblems: int
    resources: tuple[int, ...]
    treasures: tuple[int, ...]
    monsters: tuple[int, ...]


class ScoringLine(Described):
    """How a Catventurer scores; the fields are those of the data."""

    __slots__ = ()
    kind: ClassVar[str]

    def scores(self, have: Goods, place: int) -> int:
        """XP that these goods bring. ``place``: among the Nobles, from 0; -1 without a prize."""
        raise NotImplementedError

    def said(self, words: Speech) -> str:
        """The line in words."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class EmblemRank(ScoringLine):
    """XP for the most, second most, third most Emblems (PB-SCORE-4)."""

    kind = "emblem-rank"
    prizes: tuple[int, ...]

    def scores(self, have: Goods, place: int) -> int:
        return self.prizes[place] if 0 <= place < len(self.prizes) else 0

    def said(self, words: Speech) -> str:
        text = words._("Most Emblems: {prizes} XP")
        return text.format(prizes="/".join(map(str, self.prizes)))


@dataclass(frozen=True, slots=True)
class PerMana(ScoringLine):
    """XP for every full ``per`` Mana (PB-SCORE-6)."""

    kind = "mana"
    per: int
    xp: int

    def scores(self, have: Goods, place: int) -> int:
        return have.mana // self.per * self.xp

    def said(self, words: Speech) -> str:
        text = words._("{xp} XP per {per} Mana")
        return text.format(xp=self.xp, per=self.per)

    def wrong(self) -> str:
        return "" if self.per else N_("per must be 1 or more")


@dataclass(frozen=True, slots=True)
class ResourceSets(ScoringLine):
    """Sets of different Resources: one of n types scores ``curve[n - 1]`` (PB-SCORE-7)."""

    kind = "resource-sets"
    curve: tuple[int, ...]

    def scores(self, have: Goods, place: int) -> int:
        return resource_sets_xp(self.curve, have.resources)

    def said(self, words: Speech) -> str:
        text = words._("Sets of different Resources: {curve} XP")
        return text.format(curve="/".join(map(str, self.curve)))

    def wrong(self) -> str:
        right = len(self.curve) == len(RESOURCES)
        return "" if right else N_("curve needs a figure for each Resource (PB-INF-16)")


@dataclass(frozen=True, slots=True)
class PerMonster(ScoringLine):
    """XP for each Monster, by its type (PB-SCORE-9).

    The data names the types that differ and what any other brings; ``by_type`` has them all.
    """

    kind = "monsters"
    by_type: tuple[int, ...]

    @classmethod
    def read(cls, t: Table) -> Self:
        rest, named = t.number("xp_any"), t.one("xp_type")
        by_type = tuple(named.number(name) if named.has(name) else rest for name in TYPES)
        named.done()
        return cls(by_type)

    def scores(self, have: Goods, place: int) -> int:
        return sum(xp * n for xp, n in zip(self.by_type, have.monsters, strict=True))

    def said(self, words: Speech) -> str:
        """XP of the types that differ, then of the others where they bring anything."""
        common = min(self.by_type)
        if len(set(self.by_type)) == 1:
            text = words._("Each Monster: {xp} XP")
            return text.format(xp=common)
        parts = [
            f"{words._(MANY[TYPES[kind]])} {xp}"
            for kind, xp in enumerate(self.by_type)
            if xp != common
        ]
        if common:
            parts.append(words._("other Monsters {xp}").format(xp=common))
        text = words._("{list} XP each")
        return text.format(list=", ".join(parts))


MANY = {"beast": N_("Beasts"), "savage": N_("Savages"), "chaos": N_("Chaos")}


@dataclass(frozen=True, slots=True)
class TreasureSets(ScoringLine):
    """XP for each full set of ``types``, and for Treasures outside of them (PB-SCORE-10, -11)."""

    kind = "treasure-sets"
    types: Annotated[tuple[int, ...], indices(TREASURES)]
    set_xp: int
    other_xp: int

    def scores(self, have: Goods, place: int) -> int:
        sets = min([have.treasures[kind] for kind in self.types])
        others = sum(have.treasures) - sets * len(self.types)
        return sets * self.set_xp + others * self.other_xp

    def said(self, words: Speech) -> str:
        names = ", ".join(words.goods_name(TREASURES[kind]) for kind in self.types)
        text = words._("Each set {names}: {xp} XP").format(names=names, xp=self.set_xp)
        if self.other_xp:
            rest = words._("each other Treasure {xp}").format(xp=self.other_xp)
            text = f"{text}, {rest}"
        return text

    def wrong(self) -> str:
        return "" if self.types else N_("types must name some")


LINES: Mapping[str, type[ScoringLine]] = {
    line.kind: line for line in (EmblemRank, PerMana, ResourceSets, PerMonster, TreasureSets)
}
"""Every kind of scoring line, by its name in the data."""


def resource_sets_xp(curve: tuple[int, ...], resources: Iterable[int]) -> int:
    """The best split into sets: set k holds every type with at least k cards (PB-SCORE-8)."""
    counts = [n for n in resources if n > 0]
    xp, number = 0, 1
    while types := sum([n >= number for n in counts]):
        xp += curve[types - 1]
        number += 1
    return xp
