"""Making dataclasses of tables of the card data: the fields of the one are those of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, Self, TypeVar, get_args, get_origin, get_type_hints

from meowple.author import N_, Table

T = TypeVar("T", bound="Described")


class Described:
    """What the card data describes in a table: a dataclass whose fields are those of the table.

    How a field is read is said by its annotation: ``int`` a number, ``bool`` true or false,
    ``Literal`` one of these words, ``tuple[int, ...]`` numbers, ``Annotated[..., read]`` whatever
    ``read(table, field)`` makes of it. A field with a default may be missing. An underscore at the
    end of a name (``class_``) is not part of the field's.
    """

    __slots__ = ()

    @classmethod
    def read(cls, t: Table) -> Self:
        """What a table describes; whatever is wrong in it is noted there."""
        values = {
            name: read(t, field)
            for name, field, read, needed in _readers(cls)
            if needed or t.has(field)
        }
        made = cls(**values)
        if reason := made.wrong():
            t.wrong(reason)
        return made

    def wrong(self) -> str:
        """What is wrong with the fields as a whole, marked for translation; or nothing."""
        return ""


def read_one_of(t: Table, field: str, kinds: Mapping[str, type[T]]) -> T:
    """What a table describes, which says in a field which of these kinds it is."""
    made = kinds[t.one_of(field, tuple(kinds))].read(t)
    t.done()
    return made


def indices(names: Sequence[str]) -> Callable[[Table, str], tuple[int, ...]]:
    """Reads a list of names as their indices among these; the same may stand there twice."""

    def read(t: Table, field: str) -> tuple[int, ...]:
        value = t.get(field)
        if isinstance(value, list) and all(name in names for name in value):
            return tuple(names.index(name) for name in value)
        if value is not None:
            t.wrong(N_("{field} must be a list of {names}"), field, names=", ".join(names))
        return ()

    return read


def one_of(names: Sequence[str]) -> Callable[[Table, str], str]:
    """Reads one of these names."""
    return lambda t, field: t.one_of(field, names)


def _only(value: Any) -> Reader:
    """Reads what can be nothing but this."""

    def read(t: Table, field: str) -> Any:
        t.must_be(field, value)
        return value

    return read


Reader = Callable[[Table, str], Any]


def _readers(kind: Any) -> Iterator[tuple[str, str, Reader, bool]]:
    """For each field of a dataclass its name, that in the data, how to read it, if it is needed."""
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        needed = field.default is MISSING and field.default_factory is MISSING
        yield field.name, field.name.rstrip("_"), _reader(hints[field.name]), needed


def _reader(hint: Any) -> Reader:
    if hint is int:
        return lambda t, field: t.number(field)
    if hint is bool:
        return lambda t, field: t.flag(field)
    if get_origin(hint) is Literal:
        words: tuple[Any, ...] = get_args(hint)
        return _only(words[0]) if len(words) == 1 else one_of(words)
    if get_origin(hint) is Annotated:
        read: Reader = hint.__metadata__[0]
        return read
    return lambda t, field: t.numbers(field)
