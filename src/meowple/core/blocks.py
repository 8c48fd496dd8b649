"""Blocks of an encoding: what a game tells those who learn it, as small numbers with names.

A game's ``encoding`` gives a list of blocks. Each has a name, a label for each of its numbers, a
sentence on what they mean, and a function that writes them. `marks`, `numbers` and `one_of` make
blocks from functions that only read the state; with ``seats`` they are repeated for each seat,
that of the viewer first and the others clockwise after it.

>>> hand = marks("hand", ("ace", "king", "queen"), "1: in your hand", lambda s, seat: s[seat])
>>> into = bytearray(3)
>>> hand.write([(0, 2), (1,)], 0, into, 0)
>>> list(into)
[1, 0, 1]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

Write = Callable[[Any, int, bytearray, int], None]
"""``write(state, seat, into, start)``: put a block's numbers into ``into`` from ``start`` on.

``into`` is 0 there. A number below 0 is put in as ``number & 255``. Only what ``seat`` may know
may have an influence.
"""

LEAST, MOST = -128, 127
"""The numbers that fit; others are put in as the nearest that does."""


class Block(NamedTuple):
    """Some numbers of an encoding.

    Attributes:
        name: a short word.
        labels: what each number is about.
        text: what the numbers mean.
        write: puts them in.
    """

    name: str
    labels: tuple[str, ...]
    text: str
    write: Write


def byte(number: int) -> int:
    """A number as it is put in: what does not fit is cut to what does."""
    return (LEAST if number < LEAST else MOST if number > MOST else number) & 255


def relative(seats: int, labels: Sequence[str]) -> tuple[str, ...]:
    """The labels once for each seat, that of the viewer first.

    >>> relative(2, ("mana", "speed"))
    ('you mana', 'you speed', 'seat +1 mana', 'seat +1 speed')
    """
    return tuple(
        f"{f'seat +{place}' if place else 'you'} {label}".rstrip()
        for place in range(seats)
        for label in labels
    )


def marks(
    name: str,
    labels: Sequence[str],
    text: str,
    read: Callable[..., Iterable[int]],
    *,
    seats: int = 0,
) -> Block:
    """A block that counts: ``read(state, seat)`` gives places, each as often as it counts.

    With ``seats``: ``read(state, viewer, owner)``, once for each seat.
    """
    size, orders = len(labels), clockwise(seats)

    def write(state: Any, seat: int, into: bytearray, start: int) -> None:
        for place in read(state, seat):
            if into[start + place] < MOST:
                into[start + place] += 1

    def write_all(state: Any, seat: int, into: bytearray, start: int) -> None:
        for owner in orders[seat]:
            for place in read(state, seat, owner):
                if into[start + place] < MOST:
                    into[start + place] += 1
            start += size

    return _block(name, labels, text, seats, write, write_all)


def one_of(
    name: str, labels: Sequence[str], text: str, read: Callable[..., int], *, seats: int = 0
) -> Block:
    """A block in which one number is 1: the place that ``read`` gives, or none where that is -1."""
    size, orders = len(labels), clockwise(seats)

    def write(state: Any, seat: int, into: bytearray, start: int) -> None:
        place = read(state, seat)
        if place >= 0:
            into[start + place] = 1

    def write_all(state: Any, seat: int, into: bytearray, start: int) -> None:
        for owner in orders[seat]:
            place = read(state, seat, owner)
            if place >= 0:
                into[start + place] = 1
            start += size

    return _block(name, labels, text, seats, write, write_all)


def numbers(
    name: str,
    labels: Sequence[str],
    text: str,
    read: Callable[..., Iterable[int]],
    *,
    seats: int = 0,
) -> Block:
    """A block of numbers as ``read`` gives them, in the order of the labels."""
    size, orders = len(labels), clockwise(seats)

    def write(state: Any, seat: int, into: bytearray, start: int) -> None:
        for number in read(state, seat):
            into[start] = number & 255 if LEAST <= number <= MOST else byte(number)
            start += 1

    def write_all(state: Any, seat: int, into: bytearray, start: int) -> None:
        for owner in orders[seat]:
            at = start
            for number in read(state, seat, owner):
                into[at] = number & 255 if LEAST <= number <= MOST else byte(number)
                at += 1
            start += size

    return _block(name, labels, text, seats, write, write_all)


def number(name: str, text: str, read: Callable[..., int], *, seats: int = 0) -> Block:
    """A block of a single number, or of one for each seat."""
    return numbers(name, ("",), text, lambda *who: (read(*who),), seats=seats)


def seat_of(name: str, text: str, seats: int, read: Callable[[Any, int], int]) -> Block:
    """A block with a 1 for the seat that ``read(state, viewer)`` gives; -1 is nobody."""

    def write(state: Any, seat: int, into: bytearray, start: int) -> None:
        whose = read(state, seat)
        if whose >= 0:
            into[start + (whose - seat) % seats] = 1

    return Block(name, relative(seats, ("",)), text, write)


def clockwise(seats: int) -> list[tuple[int, ...]]:
    """For each seat all seats in their order from it on.

    >>> clockwise(3)[1]
    (1, 2, 0)
    """
    return [(*range(seat, seats), *range(seat)) for seat in range(seats)]


def _block(
    name: str, labels: Sequence[str], text: str, seats: int, write: Write, write_all: Write
) -> Block:
    if seats:
        return Block(name, relative(seats, labels), text, write_all)
    return Block(name, tuple(labels), text, write)
