"""The board: ``move-cat``, ``reveal``, ``place-tile``, ``place-token``, ``mark``, ``unmark``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.cards import Ability, abilities
from meowple.games.catvale.pieces.hexes import BIT, NAMES, NEIGHBOURS
from meowple.games.catvale.pieces.names import GREEN_MOUNTAIN, KIND, LAVA, MOUNTAIN
from meowple.games.catvale.pieces.vocabulary import (
    Effect,
    duration,
    field,
    flag,
    number,
    one_of,
    verb,
    who,
)
from meowple.games.catvale.rules.aiming import named, struck, whom
from meowple.games.catvale.rules.map import lay_lava, make_green, put_cat, turn_up
from meowple.games.catvale.rules.marking import may_mark, put_marker
from meowple.games.catvale.rules.moving import take_prize
from meowple.games.catvale.rules.questions import TILE, these
from meowple.games.catvale.rules.quests import has_marker
from meowple.games.catvale.rules.resolution import Resolution
from meowple.games.catvale.rules.windows import targeted
from meowple.games.catvale.state import TokenOut

from .tiles import NO_CAT, Tiles, lists_of_tiles, tiles

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


_player = who


def ask_tile(s: State, asked: int, spaces: list[int], *more: Action) -> Asking:
    """One of these spaces, or one of the further answers."""
    choices = [*(s.box.tile[space] for space in spaces), *more]
    if len(choices) == 1:
        return choices[0]
    return (yield TILE.ask(asked, these(choices)))


@verb("move-cat")
@dataclass(frozen=True, slots=True)
class MoveCat(Effect):
    """A cat moves up to ``steps`` tiles or straight to a tile; it does not enter (CV-RUL-63)."""

    either = ("steps", "to")

    who: str = field(who, "you")
    steps: int = field(number(1, 3), 0)
    to: Tiles | None = field(tiles, None)
    by: str = field(_player, "")
    optional: bool = field(flag, True)

    def perform(self, s: State, r: Resolution) -> Asking:
        for seat in (yield from whom(s, r, self.who, lambda seat: bool(self._ways(s, r, seat)))):
            if s.flat >> seat & 1 or not (yield from struck(s, r, self.who, seat)):
                continue
            asked = named(s, r, self.by)[0] if self.by else seat
            if self.to is not None:
                yield from self._go(s, asked, seat, self._ways(s, r, seat))
                continue
            for step in range(self.steps):
                if not (yield from self._go(s, asked, seat, self._ways(s, r, seat), step > 0)):
                    break

    def _ways(self, s: State, r: Resolution, seat: int) -> list[int]:
        if self.to is not None:
            return [space for space in self.to.fitting(s, r.you, seat) if space != s.at[seat]]
        return [
            space
            for space in NEIGHBOURS[s.at[seat]]
            if not s.face_up & BIT[space] or not NO_CAT >> KIND[s.tiles[space]] & 1
        ]

    def _go(
        self, s: State, asked: int, seat: int, spaces: list[int], may_stay: bool = False
    ) -> Asking:
        """One move; whether the cat may go on."""
        if not spaces:
            return False
        stay = [s.box.stay] if self.optional or may_stay else []
        answer = yield from ask_tile(s, asked, spaces, *stay)
        if answer is s.box.stay:
            return False
        space = answer.value
        if not s.face_up & BIT[space]:
            turn_up(s, space, seat)
            if KIND[s.tiles[space]] == MOUNTAIN or NO_CAT >> KIND[s.tiles[space]] & 1:
                return True
        put_cat(s, seat, space)
        if s.tell:
            s.tell("moved", seat=seat, to=NAMES[space], by=asked)
        return True


@verb("reveal")
@dataclass(frozen=True, slots=True)
class Reveal(Effect):
    """Turn up to so many face-down tiles, with their prizes for ``you`` or without."""

    tile: Tiles = field(tiles)
    amount: int = field(number(1, 3), 1)
    prize: bool = field(flag, False)

    def perform(self, s: State, r: Resolution) -> Asking:
        for _ in range(self.amount):
            spaces = self.tile.fitting(s, r.you)
            if not spaces:
                return
            answer = yield from ask_tile(s, r.controller, spaces, s.box.enough)
            if answer is s.box.enough:
                return
            turn_up(s, answer.value, r.you)
            if self.prize:
                yield from take_prize(s, r.you, answer.value)


@verb("place-tile")
@dataclass(frozen=True, slots=True)
class PlaceTile(Effect):
    """Fire, Lava or the Green Mountain comes on a tile (CV-RUL-65 to CV-RUL-68)."""

    piece: str = field(one_of("lava", "fire", "green-mountain"))
    tile: Tiles = field(tiles)
    duration: int = field(duration)

    def perform(self, s: State, r: Resolution) -> Asking:
        if self.piece == "lava" and LAVA in s.tiles:
            return
        if self.piece == "green-mountain" and (GREEN_MOUNTAIN in s.tiles or s.green_for >= 0):
            return
        space = yield from pick_space(s, r, self.tile, [])
        if space < 0:
            if self.piece == "green-mountain" and MOUNTAIN in s.tiles:
                s.green_for = r.controller
            return
        if self.piece == "lava":
            lay_lava(s, space)
        elif self.piece == "green-mountain":
            make_green(s, space)
        else:
            s.fire = space
            if s.tell:
                s.tell("tile-placed", tile="fire", space=NAMES[space])


def pick_space(s: State, r: Resolution, choice: Tiles, taken: list[int]) -> Asking:
    """A tile for a piece; one that is turned up for it may turn out to be no choice (CV-RUL-67)."""
    while True:
        spaces = [space for space in choice.fitting(s, r.controller) if space not in taken]
        if not spaces:
            return -1
        space = (yield from ask_tile(s, r.controller, spaces)).value
        if s.face_up & BIT[space]:
            return space
        turn_up(s, space, -1)
        if space in choice.fitting(s, r.controller):
            return space


@verb("place-token")
@dataclass(frozen=True, slots=True)
class PlaceToken(Effect):
    """A special token goes on tiles or under a cat; one that is out already moves."""

    either = ("tiles", "who")

    token: str = field(one_of("tunnel", "bridge", "cathunt", "cat-fairy", "bow"))
    duration: int = field(duration)
    who: str = field(who, "")
    tiles: tuple[Tiles, ...] = field(lists_of_tiles, ())
    ability: tuple[Ability, ...] = field(abilities, ())

    def perform(self, s: State, r: Resolution) -> Asking:
        if self.who:
            seats = yield from whom(s, r, self.who, lambda seat: True)
            if seats and (yield from struck(s, r, self.who, seats[0])):
                self._put(s, r, seats[0])
            return
        taken: list[int] = []
        for choice in self.tiles:
            space = yield from pick_space(s, r, choice, taken)
            if space < 0:
                return
            taken.append(space)
        if self.token in ("tunnel", "bridge"):
            setattr(s, self.token, (taken[0], taken[1]))
            if s.tell:
                spaces = [NAMES[space] for space in taken]
                s.tell("passage-placed", token=self.token, spaces=spaces)
        else:
            self._put(s, r, taken[0])

    def _put(self, s: State, r: Resolution, place: int) -> None:
        others = tuple(out for out in s.tokens if out.token != self.token)
        s.tokens = (*others, TokenOut(self.token, place, r.card, self.duration))
        if s.tell:
            where = {"whose": place} if self.who else {"space": NAMES[place]}
            s.tell("token-placed", token=self.token, **where)


@verb("mark")
@dataclass(frozen=True, slots=True)
class Mark(Effect):
    """Put your marker on such a tile that the Mark rule allows, at no cost."""

    tile: Tiles = field(tiles)

    def perform(self, s: State, r: Resolution) -> Asking:
        spaces = [space for space in self.tile.fitting(s, r.you) if may_mark(s, r.you, space)]
        if not spaces or not has_marker(s, r.you):
            return
        space = (yield from ask_tile(s, r.controller, spaces)).value
        yield from put_marker(s, r.you, space)


@verb("unmark")
@dataclass(frozen=True, slots=True)
class Unmark(Effect):
    """A marker goes back to its owner."""

    tile: Tiles = field(tiles)

    def perform(self, s: State, r: Resolution) -> Asking:
        spaces = [
            space
            for space in self.tile.fitting(s, r.you)
            if s.marks[space] >= 0 and (s.marks[space] == r.you or not s.flat >> s.marks[space] & 1)
        ]
        if not spaces:
            return
        space = (yield from ask_tile(s, r.controller, spaces)).value
        owner = s.marks[space]
        if owner != r.you and (yield from targeted(s, owner)):
            return
        s.marks[space] = -1
        if s.tell:
            s.tell("unmarked", seat=owner, space=NAMES[space], by=r.you)
