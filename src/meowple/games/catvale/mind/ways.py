"""Ways on the map: how far each tile is, and by which step one begins to go there."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from meowple.games.catvale.pieces.hexes import NEIGHBOURS, SPACES
from meowple.games.catvale.pieces.names import (
    IGNORE_TERRAIN,
    LAKE,
    LAVA,
    MOUNTAIN,
    NO_PASSAGE,
    PORTAL,
    SWAMP,
)
from meowple.games.catvale.rules.standing import rules_of

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

FAR: Final = 99
REACH: Final = 9
"""How far is looked."""

MOST_COST: Final = REACH + 8
"""What is reached costs less."""


class Ways(NamedTuple):
    """From where a cat is to each space: what it costs in Movement, and the first step.

    Attributes:
        cost: by space; `FAR` where nothing leads.
        first: by space: the space of the first step, -1 for where the cat is.
        passage: spaces that a passage leads to from here, as bits.
    """

    cost: list[int]
    first: list[int]
    passage: int


def ways(s: State, seat: int) -> Ways:
    """All ways of a seat's cat over what it can see; face-down tiles count as open."""
    rules = rules_of(s, seat) if s.standing or s.plots[seat] else 0
    return _ways(s.at[seat], tuple(s.tiles), s.face_up, s.fire, (s.tunnel, s.bridge), s.via, rules)


@lru_cache(maxsize=256)
def _ways(
    here: int,
    tiles: tuple[int, ...],
    face_up: int,
    fire: int,
    pairs: tuple[tuple[int, int], ...],
    via: int,
    rules: int,
) -> Ways:
    """The same: most questions of a turn come while the cat stays where it is."""
    cost = [FAR] * SPACES
    first = [-1] * SPACES
    cost[here] = 0
    rough = not rules & IGNORE_TERRAIN
    ends: dict[int, list[int]] = {}
    passage = 0
    if not rules & NO_PASSAGE:
        portals = [
            x for x in range(SPACES) if tiles[x] == PORTAL and face_up >> x & 1 and x != fire
        ]
        for x in portals:
            ends[x] = portals
        for pair in pairs:
            if pair[0] >= 0 and fire not in pair:
                for x, y in (pair, pair[::-1]):
                    ends[x] = [*ends.get(x, ()), y]
        for x in ends.get(here, ()):
            if x != here and not via >> x & 1:
                passage |= 1 << x
    rows: list[list[int]] = [[] for _ in range(MOST_COST)]
    rows[0].append(here)
    for so_far in range(REACH):
        row = rows[so_far]
        for space in row:
            if cost[space] != so_far:
                continue
            known = face_up >> space & 1
            leave = 2 if rough and known and tiles[space] == LAKE and space != fire else 1
            start = first[space]
            for other in ends.get(space, ()) if space in ends else ():
                if cost[other] > so_far and not (space == here and via >> other & 1):
                    cost[other] = so_far
                    first[other] = start if start >= 0 else other
                    row.append(other)
            for other in NEIGHBOURS[space]:
                price = so_far + leave
                if face_up >> other & 1:
                    tile = tiles[other]
                    if tile in (MOUNTAIN, LAVA):
                        continue
                    if tile == SWAMP and rough and other != fire:
                        price += 1
                if price < cost[other]:
                    cost[other] = price
                    first[other] = start if start >= 0 else other
                    rows[price].append(other)
    return Ways(cost, first, passage)
