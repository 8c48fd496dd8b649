"""Which tiles a step may pick (data README, section 6, Tiles)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from meowple.author import N_, Table
from meowple.games.catvale.pieces.hexes import NEAR, NEIGHBOURS, spaces_of
from meowple.games.catvale.pieces.names import BACKYARD, HOME, LAVA, MOUNTAIN, TILES
from meowple.games.catvale.pieces.vocabulary import (
    field,
    number,
    one_of,
    read_fields,
    set_of,
    some,
)

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

NO_CAT: Final = 1 << MOUNTAIN | 1 << LAVA
"""Kinds that are offered only where ``kinds`` names them."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """A choice of tiles; sets of kinds are bits, 0 where the data names none."""

    where: str = field(one_of("here", "adjacent", "within", "anywhere"))
    range: int = field(number(1, 4), 0)
    kinds: int = field(set_of(TILES), 0)
    but: int = field(set_of(TILES), 0, "except")
    state: str = field(one_of("face-up", "face-down", "any"), "any")
    next_to: int = field(set_of(TILES), 0)
    mark: str = field(one_of("others", "none"), "")

    def fitting(self, s: State, seat: int, mover: int | None = None) -> list[int]:
        """The spaces that a player may pick; ``mover``: whose cat distances count from."""
        cat = seat if mover is None else mover
        here = s.at[cat]
        match self.where:
            case "here":
                area = 1 << here
            case "adjacent":
                area = NEAR[here][1] & ~(1 << here)
            case "within":
                area = NEAR[here][self.range]
            case _:
                area = NEAR[here][-1]
        if self.state == "face-up":
            area &= s.face_up
        elif self.state == "face-down":
            area &= ~s.face_up
        return [
            space
            for space in spaces_of(area)
            if self._kind_fits(s, space, cat if mover is not None else -1)
            and self._mark_fits(s, space, seat)
            and (not self.next_to or self._is_next_to(s, space))
        ]

    def _kind_fits(self, s: State, space: int, mover: int) -> bool:
        if not s.face_up >> space & 1:
            return True
        bit = 1 << s.kind(space)
        if self.kinds:
            if not self.kinds & bit:
                return False
            if bit == 1 << BACKYARD and mover >= 0:
                return s.tiles[space] == HOME + mover
            return True
        return not bit & (NO_CAT | self.but)

    def _mark_fits(self, s: State, space: int, seat: int) -> bool:
        if not self.mark:
            return True
        owner = s.marks[space]
        return owner < 0 if self.mark == "none" else owner >= 0 and owner != seat

    def _is_next_to(self, s: State, space: int) -> bool:
        return any(
            s.face_up >> other & 1 and self.next_to >> s.kind(other) & 1
            for other in NEIGHBOURS[space]
        )


def tiles(table: Table, name: str) -> Tiles:
    """Read a choice of tiles."""
    return _one(table.one(name))


def _one(inner: Table) -> Tiles:
    chosen: Tiles = read_fields(Tiles, inner)
    if (chosen.where == "within") != (chosen.range > 0):
        inner.wrong(N_("range belongs to within, and within needs it"))
    return chosen


def lists_of_tiles(table: Table, name: str) -> tuple[Tiles, ...]:
    some(table, name)
    return tuple(_one(inner) for inner in table.inner(name))
