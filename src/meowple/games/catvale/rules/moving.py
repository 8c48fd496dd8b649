"""The map: exploring, passages, and what tiles do (CV-EXPL, CV-REV, CV-TILE, CV-FTOK, CV-RUL-62 to 69)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.hexes import BIT, NAMES, NEIGHBOURS
from meowple.games.catvale.pieces.names import (
    FISH,
    FOREST,
    GREEN_MOUNTAIN,
    IGNORE_TERRAIN,
    LAKE,
    LAVA,
    MOUNTAIN,
    MOVEMENT,
    NO_PASSAGE,
    PORTAL,
    SWAMP,
    W_ENTER,
    W_PRIDE,
)
from meowple.games.catvale.state import SELF

from . import map, market, pride, questions
from .dice import spend_die
from .resolution import Resolution, perform
from .standing import has_rule
from .windows import react

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

# -- where a cat may go ---------------------------------------------------------------------------


def steps(s: State, seat: int) -> list[Action]:
    """The adjacent tiles that a cat can pay to enter (CV-EXPL-1, CV-EXPL-4)."""
    goods = s.goods[seat]
    if goods[MOVEMENT] <= 0 and goods[FISH] <= 0:
        return []
    face_up, tiles, step = s.face_up, s.tiles, s.box.step
    found = []
    for space in NEIGHBOURS[s.at[seat]]:
        if not (face_up >> space & 1 and tiles[space] in _CLOSED):
            found.append(step[space])
    return found


_CLOSED = (MOUNTAIN, LAVA)


def passages(s: State, seat: int) -> list[int]:
    """The tiles that Portal, Tunnel and Bridge lead to from where a cat is (CV-RUL-63)."""
    here = s.at[seat]
    portal = s.tiles[here] == PORTAL
    if not portal and here not in s.tunnel and here not in s.bridge:
        return []
    if here == s.fire or has_rule(s, seat, NO_PASSAGE):
        return []
    found = set()
    if portal:
        found = {
            space
            for space in range(len(s.tiles))
            if s.tiles[space] == PORTAL and s.face_up >> space & 1
        }
    for ends in (s.tunnel, s.bridge):
        if here in ends:
            found |= set(ends)
    return sorted(
        space
        for space in found
        if space not in (here, s.fire) and not s.via >> space & 1 and not map.closed(s, space)
    )


# -- one step (CV-RUL-89) -------------------------------------------------------------------------


def walk(s: State, seat: int, space: int) -> Asking:
    """A step on foot: Movement, or a Fish when none is left."""
    goods = s.goods[seat]
    paid = MOVEMENT if goods[MOVEMENT] > 0 else FISH
    goods[paid] -= 1
    hidden = not s.face_up & BIT[space]
    if s.tell:
        s.tell("walked", seat=seat, to=NAMES[space], fish=paid == FISH)
    if hidden:
        map.turn_up(s, space, seat)
        if s.tiles[space] in (MOUNTAIN, GREEN_MOUNTAIN):
            goods[paid] += 1  # CV-REV-2, CV-RUL-69
            if s.tell:
                s.tell("bounced", seat=seat)
            return
    s.via = 0
    yield from _go(s, seat, space, hidden)


def teleport(s: State, seat: int, space: int) -> Asking:
    """A step through a passage costs nothing (CV-TILE-3)."""
    if not s.via:
        s.via = BIT[s.at[seat]]
    s.via |= BIT[space]
    if s.tell:
        s.tell("went-through", seat=seat, to=NAMES[space])
    yield from _go(s, seat, space, False)


def _go(s: State, seat: int, space: int, revealed: bool) -> Asking:
    """Leave a tile and enter another: the tile left works, then the one entered."""
    before = s.at[seat]
    if s.kind(before) == LAKE and s.goods[seat][MOVEMENT] and not has_rule(s, seat, IGNORE_TERRAIN):
        s.goods[seat][MOVEMENT] -= 1  # CV-TILE-4, CV-RUL-64
        if s.tell:
            s.tell("slipped", seat=seat)
    map.put_cat(s, seat, space)
    if revealed:
        if s.adventure and s.tiles[space] == FOREST:
            s.found[seat] = space
        yield from take_prize(s, seat, space)
    if s.at[seat] != space or s.flat >> seat & 1:
        return
    kind = s.kind(space)
    if kind in (SWAMP, LAKE) and not has_rule(s, seat, IGNORE_TERRAIN):
        if kind == SWAMP:
            yield from _swamp(s, seat)
        else:
            yield from react(s, W_ENTER, SELF, [seat])
    elif kind == FOREST and s.forest & BIT[space] and not s.token_revealed:
        yield from reveal_token(s, seat, space)


def _swamp(s: State, seat: int) -> Asking:
    """A cat that enters loses 1 Pride (CV-TILE-5); cards that spare it stand in one question."""
    s.loss = 1
    yield from react(s, W_PRIDE | W_ENTER, SELF, [seat])
    amount, s.loss = s.loss, 0
    if not has_rule(s, seat, IGNORE_TERRAIN):
        yield from pride.lose(s, seat, amount, asked=True)


def take_prize(s: State, seat: int, space: int) -> Asking:
    """What revealing a tile gives, once for each tile (CV-REV-3 to CV-REV-9)."""
    tile = s.box.board.tiles[s.kind(space)]
    if tile.die:
        if not s.dice[seat][tile.die - 1]:
            return
        answer = yield questions.PRIZE_DIE.ask(seat, lambda s, seat: [s.box.yes, s.box.no])
        if answer is s.box.no:
            return
        spend_die(s, seat, tile.die)
    if tile.prize:
        yield from perform(s, Resolution(seat), tile.prize)
    if tile.discount:
        yield from market.prize_purchase(s, seat, tile.discount)


# -- Forest tokens --------------------------------------------------------------------------------


def reveal_token(s: State, seat: int, space: int) -> Asking:
    """The one Forest token of the turn (CV-FTOK-3, CV-FTOK-4)."""
    s.token_revealed = True
    s.forest &= ~BIT[space]
    pool = list(s.forest_pool)
    token = s.chance.draw(pool)
    s.forest_pool = tuple(pool)
    s.forest_used = (*s.forest_used, (space, token))
    design = s.box.cards[token]
    if s.tell:
        s.tell("forest-token", seat=seat, space=NAMES[space], token=design.id)
    yield from perform(s, Resolution(seat, token), design.effects)
