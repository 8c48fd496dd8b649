"""How the words of the card files are read: a verb is a dataclass whose fields say how.

A verb of the data is declared once, beside the function that does it::

    @verb("mood")
    @dataclass(frozen=True, slots=True)
    class Mood(Effect):
        shift: int = field(number(-3, 3), 0)

        def perform(self, s, r): ...

`VERBS` and `CONDITIONS` are the dispatch tables; `rules.effects` and `rules.conditions` fill them.
What is wrong in a file is noted with line and card; an unknown field is an error.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from meowple.author import N_, Asking, Table

from . import names

Read = Callable[[Table, str], Any]
"""``read(table, name)``: the value of a field of a table, what is wrong noted."""

_NEEDED: Final[Any] = object()


class Aid(NamedTuple):
    """What a step can do at most for a defender: points of the lead, and dice rolled again."""

    points: int = 0
    rerolls: int = 0

    @classmethod
    def of(cls, s: Any, seat: int, steps: Sequence[Effect]) -> Aid:
        """Of several steps, one after the other."""
        each = [step.aid(s, seat) for step in steps]
        return cls(sum(aid.points for aid in each), sum(aid.rerolls for aid in each))


class Effect:
    """A step of a card.

    ``do``: its verb in the data. ``either``: fields of which exactly one stands there.
    """

    __slots__ = ()
    do: ClassVar[str] = ""
    either: ClassVar[tuple[str, ...]] = ()

    def perform(self, s: Any, r: Any) -> Asking | None:
        """Do it: a generator if somebody may have to be asked, else None when it is done."""
        raise NotImplementedError

    def aid(self, s: Any, seat: int) -> Aid:
        """What it can do for a seat that defends itself in the combat now."""
        return Aid()


C = TypeVar("C", bound=type[Effect])

VERBS: Final[dict[str, type[Effect]]] = {}
"""The 46 verbs of the data."""


def verb(name: str) -> Callable[[C], C]:
    """Enter a dataclass as a verb of the data."""

    def enter(cls: C) -> C:
        cls.do = name
        VERBS[name] = cls
        return cls

    return enter


def field(read: Read, default: Any = _NEEDED, name: str = "") -> Any:
    """A field of such a dataclass; without a default it must stand in the data.

    ``name``: in the data, where it is no name in Python.
    """
    about = {"read": read, "name": name}
    if default is _NEEDED:
        return dataclasses.field(metadata=about)
    return dataclasses.field(default=default, metadata=about)


def read_fields(cls: type[Any], table: Table, *besides: str) -> Any:
    """An object of a dataclass of `field`\\ s, read from a table; ``besides``: other fields of it."""
    values = {}
    for each in dataclasses.fields(cls):
        name = each.metadata["name"] or each.name.replace("_", "-")
        if table.has(name) or each.default is dataclasses.MISSING:
            values[each.name] = each.metadata["read"](table, name)
    either = getattr(cls, "either", ())
    if either and sum(table.has(name) for name in either) != 1:
        table.wrong(N_("needs exactly one of {known}"), known=", ".join(either))
    table.done(*besides)
    return cls(**values)


class Condition:
    """Something that is true of a player or not."""

    __slots__ = ()

    def holds(self, s: Any, seat: int) -> bool:
        """Whether it is true of that seat now."""
        raise NotImplementedError

    def measure(self) -> tuple[Callable[[Any, int], int], int]:
        """The same as a number of a seat and how much it must be, which is quicker to ask often."""
        return self.holds, 1

    def counters(self) -> frozenset[str]:
        """What it depends on: counters, or ``other``."""
        return frozenset(("other",))


CONDITIONS: Final[dict[str, tuple[Callable[[Any], Condition], Read]]] = {}
"""Each kind of condition: how it is made of its value, and how that is read."""


def condition(table: Table, name: str) -> Condition:
    """A condition: a table with exactly one key."""
    return one_condition(table.one(name))


def one_condition(table: Table) -> Condition:
    """The condition that a table of one key is."""
    keys = list(table.data)
    if len(keys) == 1 and keys[0] in CONDITIONS:
        make, read = CONDITIONS[keys[0]]
        value = read(table, keys[0])
        table.done()
        return make(value)
    table.wrong(N_("a condition has one key, which is one of {known}"), known=", ".join(CONDITIONS))
    return Condition()


# -- reading one field ----------------------------------------------------------------------------


def number(least: int, most: int) -> Read:
    return lambda table, name: table.number(name, least, most)


def signed(least: int, most: int) -> Read:
    """A whole number but 0."""

    def read(table: Table, name: str) -> int:
        found = table.number(name, least, most)
        if not found and table.data.get(name) == 0:
            table.wrong(N_("{field} must not be 0"), name)
        return found

    return read


def some(table: Table, name: str) -> None:
    """Note a list that is empty."""
    if table.data.get(name) == []:
        table.wrong(N_("{field} must not be empty"), name)


def flag(table: Table, name: str) -> bool:
    return table.flag(name)


def text(table: Table, name: str) -> str:
    return table.text(name)


def one_of(*allowed: str) -> Read:
    return lambda table, name: table.one_of(name, allowed)


def index_of(allowed: Sequence[str]) -> Read:
    """The number of a name."""
    return lambda table, name: allowed.index(table.one_of(name, allowed))


def set_of(allowed: tuple[str, ...]) -> Read:
    """Names, at least one, as a set of bits."""

    def read(table: Table, name: str) -> int:
        return names.mask(some_of(allowed)(table, name), allowed)

    return read


def item(*besides: str, among: Sequence[str] = names.ITEMS) -> Read:
    """An item's number, or one of the words besides."""

    def read(table: Table, name: str) -> int | str:
        word = table.one_of(name, (*among, *besides))
        return word if word in besides else names.ITEMS.index(word)

    return read


def some_of(allowed: tuple[str, ...]) -> Read:
    """Names, at least one."""

    def read(table: Table, name: str) -> tuple[str, ...]:
        some(table, name)
        return table.texts(name, allowed)

    return read


def windows(table: Table, name: str) -> int:
    """Windows, at least one, as a set of bits."""
    some(table, name)
    bits = 0
    for word in table.texts(name, tuple(names.WINDOW)):
        bits |= names.WINDOW[word]
    return bits


who: Read = one_of(*names.WHO)
duration: Read = index_of(names.DURATIONS)


def some_effects(table: Table, name: str) -> tuple[Effect, ...]:
    """A list of steps, at least one."""
    some(table, name)
    return effects(table, name)


def effects(table: Table, name: str) -> tuple[Effect, ...]:
    """A list of steps, which may be empty."""
    return tuple(step for entry in table.inner(name) if (step := effect(entry)))


def effect(table: Table) -> Effect | None:
    """One step, by its verb."""
    known = VERBS.get(word := table.text("do"))
    if known is None:
        table.wrong(
            N_("the verb {verb!r} is unknown; known are {known}"),
            "do",
            verb=word,
            known=", ".join(sorted(VERBS)),
        )
        return None
    step: Effect = read_fields(known, table)
    return step


def lists_of_effects(most: int, *, empty: bool) -> Read:
    """From two to ``most`` lists of steps to choose from, ``empty`` ones among them or not."""

    def read(table: Table, name: str) -> tuple[tuple[Effect, ...], ...]:
        value = table.get(name)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(
            isinstance(steps, list) and all(isinstance(step, dict) for step in steps)
            for steps in value
        ):
            table.wrong(N_("must be a list of lists of tables"), name)
            return ()
        if not 2 <= len(value) <= most:
            table.wrong(N_("{field} holds from 2 to {most} lists"), name, most=most)
        if not empty and not all(value):
            table.wrong(N_("{field} must not be empty"), name)
        return _lists(table, name, value)

    return read


def _lists(
    table: Table, name: str, value: list[list[dict[str, Any]]]
) -> tuple[tuple[Effect, ...], ...]:
    return tuple(
        tuple(
            read
            for place, step in enumerate(steps)
            if (
                read := effect(
                    Table(table.file, (*table.where, name, number, place), step, table.card)
                )
            )
        )
        for number, steps in enumerate(value)
    )


# -- back to plain data -----------------------------------------------------------------------------


def plain(step: Effect) -> dict[str, str | int]:
    """What words and pages need of a step: its verb, and those of its fields that are plain.

    Items, decks and decisions are named as in the data; what a step holds besides is left out.
    """
    told: dict[str, str | int] = {"do": step.do}
    for each in dataclasses.fields(step):  # type: ignore[arg-type]
        value = getattr(step, each.name)
        if each.name == "item" and isinstance(value, int):
            value = names.ITEMS[value]
        elif each.name == "deck":
            value = names.DECKS[value]
        elif each.name == "marker":
            value = names.MARKERS[value] if value >= 0 else ""
        elif each.name == "duration":
            value = names.DURATIONS[value]
        if isinstance(value, str | int) and value != "":
            told[each.name] = value
    return told
