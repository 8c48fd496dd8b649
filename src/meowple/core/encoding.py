"""What a seat knows of a match as small numbers, for programs that learn.

`Encoding` is the layout for a game with so many seats and such options: first what every game
has, then the blocks that the game declares (`Game.encoding`). A game that declares none is
encoded from its views; what is in them is found out by playing a few matches at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from math import isfinite
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, SupportsIndex

from .blocks import MOST, Block, Write, byte, relative
from .chance import FastChance
from .game import Game
from .match import Match
from .registry import get_game


class Place(NamedTuple):
    """One number of an encoding: where it stands, its block, and what it is about."""

    at: int
    block: Block
    label: str


class Encoding:
    """The layout of what a seat knows, always of the same length.

    >>> import meowple
    >>> match = meowple.new_match("festival", seats=4, seed=7)
    >>> encoding = Encoding.of(match)
    >>> seen = encoding.encode(match, 0)
    >>> len(seen) == encoding.size
    True
    >>> [place.label for place in encoding.places() if place.block.name == "round"][:2]
    ['1', '2']

    Attributes:
        game: whose.
        seats: how many play.
        options: of the table, complete.
        blocks: in their order; the first ones are those of every game.
        starts: where each of them begins.
        size: how many numbers there are.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: SupportsIndex | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Raises `BadSeats` and `UnknownOption`; the most seats when not given."""
        self.game = game
        self.seats = number = game.check_seats(max(game.seat_counts) if seats is None else seats)
        self.options = MappingProxyType(game.check_options(options))
        self.kinds = {kind.name: place for place, kind in enumerate(game.questions)}
        self._from_views = game.encoding is None
        if game.encoding is not None:
            own = tuple(game.encoding(number, self.options))
        else:
            key = number, tuple(self.options.items())
            if key not in game._learned:  # it takes a while
                game._learned[key] = tuple(_blocks_of_views(game, number, self.options))
            own = tuple(game._learned[key])
        first = (
            Block("place", tuple(f"seat {seat + 1}" for seat in range(number)), PLACE, _written),
            Block("question", tuple(self.kinds), QUESTION, _written),
            Block("asked", relative(number, ("",)), ASKED, _written),
        )
        self.blocks = (*first, *own)
        self.starts: list[int] = []
        size = 0
        for block in self.blocks:
            self.starts.append(size)
            size += len(block.labels)
        self.size = size
        own_starts = self.starts[len(first) :]
        self._writes = [(block.write, start) for block, start in zip(own, own_starts, strict=True)]
        self._heads: dict[tuple[str | None, tuple[int, ...], int], bytes] = {}

    @classmethod
    def of(cls, match: Match) -> Encoding:
        """The encoding for a match."""
        return cls(match.game, match.seats, match.options)

    def __reduce__(self) -> Any:
        return _again, (self.game.name, self.seats, dict(self.options))

    def __repr__(self) -> str:
        return f"<encoding of {self.game.name}, {self.seats} seats: {self.size} numbers>"

    def encode(self, match: Match, seat: int) -> bytearray:
        """What that seat knows now; numbers below 0 as in two's complement (``int8``).

        Nothing in it depends on what the seat cannot know, nor on whether others have answered
        beyond what the table shows openly.

        Raises:
            WrongSeat: there is no such seat.
            ValueError: the match is of another game, number of seats or options than the layout.
        """
        if (
            match.game is not self.game
            or match.seats != self.seats
            or match.options != self.options
        ):
            raise ValueError(
                f"{self!r} is for other matches than {match!r}: Encoding.of(match) is for this one"
            )
        question = match.question
        key: tuple[str | None, tuple[int, ...], int]
        if question is None:
            key = None, (), seat
        elif question.quiet:
            key = question.kind, ((seat,) if seat in match.asked else ()), seat
        else:
            key = question.kind, question.seats, seat
        blank = self._heads.get(key)
        if blank is None:
            seat = match._seat(seat)
            blank = self._heads[key] = self._blank(*key)
        into = bytearray(blank)
        seen = match.state
        if self._from_views:
            seen = self.game.view(seen, seat, question)
        for write, start in self._writes:
            write(seen, seat, into, start)
        return into

    def places(self) -> Iterator[Place]:
        """All numbers in their order, with what they mean."""
        for block, start in zip(self.blocks, self.starts, strict=True):
            for offset, label in enumerate(block.labels):
                yield Place(start + offset, block, label)

    def _blank(self, kind: str | None, asked: tuple[int, ...], seat: int) -> bytes:
        """An encoding with only what every game has."""
        blank = bytearray(self.size)
        blank[seat] = 1
        if kind in self.kinds:
            blank[self.starts[1] + self.kinds[kind]] = 1
        for each in asked:
            blank[self.starts[2] + (each - seat) % self.seats] = 1
        return bytes(blank)


def _again(game: str, seats: int, options: dict[str, Any]) -> Encoding:
    return Encoding(get_game(game), seats, options)


PLACE = "1: your place at the table, as actions that name a seat call it"
QUESTION = "1: what is asked now; all 0 when the match is over"
ASKED = "1: who is asked; of a quiet question at most you"


def _written(state: Any, seat: int, into: bytearray, start: int) -> None:
    """`Encoding.encode` itself writes these."""


# -- From views --------------------------------------------------------------------------------

MATCHES = 6
"""How many matches a layout made from views is learned from."""


def _blocks_of_views(game: Game[Any], seats: int, options: Mapping[str, Any]) -> Iterator[Block]:
    """Blocks of a game that declares none: all that was seen to change in its views."""
    whole = _Shape()
    for table in _tables(game, seats, options):
        whole.learn(table)
    for name, shape in whole.fields.items():
        if labels := shape.settle(seats):
            yield Block(name, tuple(labels), FROM_VIEW, _writer(name, shape))


FROM_VIEW = "numbers as in the view; 1 or how many for a text"


def _writer(name: str, shape: _Shape) -> Write:
    def write(table: Any, seat: int, into: bytearray, start: int) -> None:
        shape.write(table.get(name), seat, into, start)

    return write


def _tables(game: Game[Any], seats: int, options: Mapping[str, Any]) -> Iterator[Any]:
    """Views of all seats from a few matches, always the same ones: less often as they get longer."""
    for number in range(1, MATCHES + 1):
        rng = Random(number)
        match = Match(game, game.setup(seats, options, FastChance(number)), recording=False)
        for decisions in count():
            if match.over or rng.random() < 30 / (30 + decisions):
                yield game.view(match.state, rng.randrange(seats), match.question)
            if match.over:
                break
            seat = rng.choice(match.to_act)
            match.act(seat, rng.choice(match.actions(seat)))


class _Shape:
    """What was seen at one place of the views, and where it is put.

    A number has one index (0 where it is infinite or none); a text one for each text that was seen there; a list counts the texts
    in it; what else is in a list has its indexes for each place of the longest one seen, that of
    the viewer first where there was always one a seat. What never changed is left out.
    """

    def __init__(self) -> None:
        self.first: Any = _NOTHING
        self.changes = False
        self.is_number = False
        self.texts: list[str] = []
        self.counted: list[str] = []
        self.fields: dict[str, _Shape] = {}
        self.items: _Shape | None = None
        self.lengths: set[int] = set()
        self.by_seat = 0
        self.size = 0

    def learn(self, value: Any) -> None:
        """See what stands there once more."""
        if self.first is _NOTHING:
            self.first = value
        self.changes = self.changes or bool(self.first != value)
        if isinstance(value, str):
            self.texts.append(value)
        elif isinstance(value, int | float):
            self.is_number = True
        elif isinstance(value, Mapping):
            for name, inner in value.items():
                self.fields.setdefault(name, _Shape()).learn(inner)
        elif isinstance(value, Sequence):
            self.lengths.add(len(value))
            self.items = self.items or _Shape()
            for inner in value:
                if isinstance(inner, str):
                    self.counted.append(inner)
                else:
                    self.items.learn(inner)

    def settle(self, seats: int) -> list[str]:
        """Nothing more will be seen: a label for each index."""
        self.texts, self.counted = sorted({*self.texts}), sorted({*self.counted})
        labels = [""] if self.is_number else []
        labels += [f" {text}" for text in self.texts]
        labels += [f" {text}" for text in self.counted]
        for name, field in self.fields.items():
            labels += [f".{name}{label}" for label in field.settle(seats)]
        if self.items is not None:
            self.by_seat = seats if self.lengths == {seats} else 0
            inner = self.items.settle(seats)
            for place in range(max(self.lengths)):
                whose = relative(seats, ("",))[place] if self.by_seat else f"{place + 1}"
                labels += [f"[{whose}]{label}" for label in inner]
        if not self.changes:
            labels = []
        self.size = len(labels)
        return labels

    def write(self, value: Any, seat: int, into: bytearray, start: int) -> None:
        """Put in what stands there now, as far as the like was ever seen."""
        if not self.size:
            return
        if self.is_number:
            if isinstance(value, int) or (isinstance(value, float) and isfinite(value)):
                into[start] = byte(round(value))
            start += 1
        if isinstance(value, str) and value in self.texts:
            into[start + self.texts.index(value)] = 1
        start += len(self.texts)
        listed = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
        for text in listed:
            if isinstance(text, str) and text in self.counted:
                at = start + self.counted.index(text)
                into[at] = min(into[at] + 1, MOST)
        start += len(self.counted)
        for name, field in self.fields.items():
            if isinstance(value, Mapping):
                field.write(value.get(name), seat, into, start)
            start += field.size
        items = self.items
        if items is not None and items.size:
            if self.by_seat and len(listed) == self.by_seat:
                listed = (*listed[seat:], *listed[:seat])
            for inner in listed[: max(self.lengths)]:
                items.write(inner, seat, into, start)
                start += items.size


_NOTHING = object()
