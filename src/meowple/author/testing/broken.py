"""How a broken promise is told: a sentence, and where two things that must be alike differ."""

from __future__ import annotations

import json
import marshal
from contextlib import suppress
from typing import Any


class Broken(AssertionError):
    """A game breaks a promise. Its notes say on which trial and at which question."""


def must(right: object, sentence: str) -> None:
    """Raise `Broken` with that sentence unless that is right."""
    if not right:
        raise Broken(sentence)


def same(one: Any, other: Any, sentence: str) -> None:
    """Raise `Broken` with that sentence, and the first difference, unless both are equal."""
    if one != other:
        raise Broken(f"{sentence}: {difference(one, other)}")


def difference(one: Any, other: Any, place: str = "") -> str:
    """The first place at which two pieces of data differ, and what stands there in each.

    >>> difference({"hand": [1, 2]}, {"hand": [1, 3]})
    'hand[1] is 2 and 3'
    """
    one, other = _opened(one), _opened(other)
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if key not in one or key not in other:
                return f"{_at(place, key)} is there only once"
            if one[key] != other[key]:
                return difference(one[key], other[key], _at(place, key))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for number, (a, b) in enumerate(zip(one, other, strict=False)):
            if a != b:
                return difference(a, b, f"{place}[{number}]")
        return f"{place or 'one'} has {len(one)} and {len(other)} entries"
    return f"{place or 'it'} is {_short(one)} and {_short(other)}"


def _opened(value: Any) -> Any:
    """What is inside of bytes and texts of data, so that the difference is told by name."""
    found = None
    if isinstance(value, bytes | str):
        with suppress(ValueError):
            found = json.loads(value)
    if isinstance(value, bytes) and found is None:
        with suppress(ValueError, TypeError, EOFError):
            found = marshal.loads(value)
    return found if isinstance(found, dict | list) else value


def _at(place: str, key: object) -> str:
    return f"{place}.{key}" if place else str(key)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
