"""The map: turning tiles up, cats and Forest tokens on it, Lava and the Green Mountain (CV-TILE, CV-FTOK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.games.catvale.pieces.hexes import BIT, NAMES, spaces_of
from meowple.games.catvale.pieces.names import (
    FLEA_MARKET,
    FOREST,
    GREEN_MOUNTAIN,
    HOME,
    KIND,
    LAVA,
    MOUNTAIN,
    TILES,
)
from meowple.games.catvale.state import NOWHERE

from .standing import UNDER_A_CAT

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def closed(s: State, space: int) -> bool:
    """Whether no cat can be on a space: a face-up Mountain, or Lava (CV-EXPL-6)."""
    return bool(s.face_up & BIT[space]) and s.tiles[space] in (MOUNTAIN, LAVA)


def put_cat(s: State, seat: int, space: int) -> None:
    """A cat is on another tile now; a Forest it had discovered gets its token (CV-FTOK-2)."""
    left = s.found[seat]
    if left >= 0 and space != left:
        s.found[seat] = -1
        lay_token(s, left)
    s.at[seat] = space


# -- turning tiles up -----------------------------------------------------------------------------


def turn_up(s: State, space: int, seat: int) -> None:
    """A face-down tile is turned up; it counts for ``seat``, -1 is nobody."""
    s.face_up |= BIT[space]
    s.chance.reveal()
    if seat >= 0:
        s.turned_up[seat] += 1
        s.dirty |= 1 << seat
    tile = s.tiles[space]
    if s.tell:
        owner = tile - len(TILES) if tile >= len(TILES) else None
        s.tell("turned-up", seat=seat if seat >= 0 else None, space=NAMES[space],
               tile=TILES[KIND[tile]], owner=owner)  # fmt: skip
    if tile == MOUNTAIN and s.green_for >= 0:  # CV-RUL-68
        s.green_for = -1
        make_green(s, space)


def make_green(s: State, space: int) -> None:
    """A Mountain becomes the Green Mountain (CV-TILE-6)."""
    s.tiles[space] = GREEN_MOUNTAIN
    if s.tell:
        s.tell("tile-placed", tile="green-mountain", space=NAMES[space])


# -- Forest tokens ---------------------------------------------------------------------


def lay_token(s: State, space: int) -> None:
    """A face-down token comes on a Forest, if one is left in the pool."""
    if not s.adventure or s.tiles[space] != FOREST or s.forest & BIT[space]:
        return
    if any(used == space for used, _ in s.forest_used):
        return
    if s.forest.bit_count() < len(s.forest_pool):
        s.forest |= BIT[space]
        if s.tell:
            s.tell("token-laid", space=NAMES[space])


def refresh_tokens(s: State) -> None:
    """Cleanup in the Adventure variant (CV-CLEAN-6 to CV-CLEAN-8)."""
    s.forest_pool = tuple(sorted((*s.forest_pool, *(token for _, token in s.forest_used))))
    s.forest_used = ()
    for space in spaces_of(s.face_up):
        if s.tiles[space] == FOREST:
            lay_token(s, space)
    s.found = [-1] * s.seats


def home(s: State, seat: int) -> int:
    """The space of a player's Backyard tile."""
    return s.tiles.index(HOME + seat)


def go_home(s: State, seat: int) -> None:
    """A cat is sent to its Backyard tile; the Flea Market while that is face-down (CV-RUL-12)."""
    space = home(s, seat)
    if not s.face_up & BIT[space]:
        if FLEA_MARKET in s.tiles:
            space = s.tiles.index(FLEA_MARKET)
        else:
            turn_up(s, space, -1)
    put_cat(s, seat, space)


# -- tiles and tokens put on the map --------------------------------------------------------------


def lay_lava(s: State, space: int) -> None:
    """The tile is gone for good with all that lay on it; cats go home (CV-RUL-66)."""
    s.tiles[space] = LAVA
    s.marks[space] = -1
    s.forest &= ~BIT[space]
    if s.fire == space:
        s.fire = -1
    if any(used == space for used, _ in s.forest_used):
        tokens = [token for used, token in s.forest_used if used == space]
        s.forest_pool = tuple(sorted((*s.forest_pool, *tokens)))
        s.forest_used = tuple(pair for pair in s.forest_used if pair[0] != space)
    if space in s.tunnel:
        s.tunnel = NOWHERE
    if space in s.bridge:
        s.bridge = NOWHERE
    s.tokens = tuple(out for out in s.tokens if out.token in UNDER_A_CAT or out.place != space)
    if s.tell:
        s.tell("tile-placed", tile="lava", space=NAMES[space])
    for seat in range(s.seats):
        if s.found[seat] == space:
            s.found[seat] = -1
        if s.at[seat] == space:
            go_home(s, seat)
