"""How the fields of verbs are read from card files, each with all checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meowple.author import N_, Table

from .amounts import Amount
from .board import AREAS, BITS, HIGHEST, SPACES, TOKENS, TYPES

Read = Callable[[Table, str, Mapping[str, int]], Any]
"""Reads a field of a verb: (entry, name of the field, kinds of comforts by id) -> its value."""


def only(value: Any) -> Read:
    """A field that has only one value the rules can play with."""

    def read(entry: Table, name: str, comforts: Mapping[str, int]) -> Any:
        entry.must_be(name, value)
        return tuple(value) if isinstance(value, list) else value

    return read


def number(least: int, most: int) -> Read:
    """A whole number in a range."""
    return lambda entry, name, comforts: entry.number(name, least, most)


def points() -> Read:
    """What something scores."""
    return number(1, 99)


def few() -> Read:
    """A small number of things."""
    return number(1, 20)


def flag() -> Read:
    """true or false."""
    return lambda entry, name, comforts: entry.flag(name)


def changes(allowed: Sequence[int]) -> Read:
    """By how much a die may be changed: some numbers, none of them 0."""

    def read(entry: Table, name: str, comforts: Mapping[str, int]) -> tuple[int, ...]:
        found = entry.numbers(name, min(allowed), max(allowed))
        if not found or 0 in found:
            entry.wrong(N_("{field} must hold numbers other than 0"), name)
        return found

    return read


def times() -> Read:
    """How often something may be done: 0 for as often as the die's value."""

    def read(entry: Table, name: str, comforts: Mapping[str, int]) -> int:
        if entry.one_of(f"{name}_from", ("fixed", "die")) == "die":
            return 0
        return entry.number(name, 1, 9)

    return read


def faces() -> Read:
    """Some values of a die."""
    return lambda entry, name, comforts: entry.numbers(name, 1, HIGHEST)


def word(*allowed: str) -> Read:
    """One of some texts."""
    return lambda entry, name, comforts: entry.one_of(name, allowed)


def words(*allowed: str) -> Read:
    """Some of some texts."""
    return lambda entry, name, comforts: entry.texts(name, allowed)


def amount(*allowed: str, least: int = 0, most: int = 0) -> Read:
    """Some of what; ``least``: kinds of it, ``most``: resources of choice, if that is limited."""

    def read(entry: Table, name: str, comforts: Mapping[str, int]) -> Amount:
        found = Amount(entry.counts(name, allowed))
        if len(found.json) < least:
            entry.wrong(N_("{field} must hold a token"), name)
        if most and found.any > most:
            entry.wrong(N_("{field} must hold at most {most}"), name, most=most)
        return found

    return read


def token(*allowed: str) -> Read:
    """A token's index."""
    return lambda entry, name, comforts: TOKENS.index(entry.one_of(name, allowed))


def pair(first: str, *others: str) -> Read:
    """The indexes of two tokens: the first, and another one."""

    def read(entry: Table, name: str, comforts: Mapping[str, int]) -> tuple[int, ...]:
        found = entry.texts(name, (*others, first))
        if len(found) != 2 or first not in found:
            entry.wrong(N_("{field} must be a resource and the {token}"), name, token=first)
            found = (others[0], first)
        return tuple(TOKENS.index(token) for token in found)

    return read


def type_of_comforts() -> Read:
    """A type's index."""
    return lambda entry, name, comforts: TYPES.index(entry.one_of(name, TYPES))


def comfort() -> Read:
    """The kind of a comfort, by its id."""
    return lambda entry, name, comforts: comforts.get(entry.one_of(name, tuple(comforts)), 0)


def comforts() -> Read:
    """The kinds of some comforts, by their ids."""
    return lambda entry, name, comforts: tuple(
        comforts[card] for card in entry.texts(name, tuple(comforts))
    )


def space(*allowed: str) -> Read:
    """A space's index."""
    return lambda entry, name, comforts: SPACES.index(entry.one_of(name, allowed))


def spaces(*allowed: str) -> Read:
    """Some spaces, as bits."""
    return lambda entry, name, comforts: sum(
        BITS[SPACES.index(place)] for place in entry.texts(name, allowed)
    )


def areas(*allowed: str) -> Read:
    """The spaces of some areas, as bits."""
    return lambda entry, name, comforts: sum(AREAS[area] for area in entry.texts(name, allowed))


def area(*allowed: str) -> Read:
    """The spaces of one area, as bits."""
    return lambda entry, name, comforts: AREAS[entry.one_of(name, allowed)]
