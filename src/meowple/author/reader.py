"""Reading plain data of a position so that whatever is wrong is told with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, TypeVar

from meowple.core.errors import BadPosition, shown
from meowple.core.language import N_

T = TypeVar("T")


class Reader:
    """A piece of plain data and its place in the whole. Every method raises `BadPosition`.

    >>> CARDS = {"fox": 1, "owl": 2}
    >>> read = Reader({"seats": [{"hand": ["fox", "owl"]}, {"hand": ["fox", "x"]}], "round": 3})
    >>> read["round"].number(1, 9)
    3
    >>> read["seats"][0]["hand"].pieces(CARDS)
    [1, 2]
    >>> read["seats"][1]["hand"].pieces(CARDS)
    Traceback (most recent call last):
    ...
    meowple.core.errors.BadPosition: impossible position: seats[1].hand[1]: there is no 'x'

    Args:
        data: as `json.loads` gives it; anything may come in, nothing is trusted.
        place: what ``data`` is called in messages: a name, or a number in a list.
        inside: what it is a part of.
    """

    __slots__ = ("_inside", "_part", "data")

    def __init__(self, data: Any, place: str | int = "", inside: Reader | None = None) -> None:
        self.data = data
        self._part = place
        self._inside = inside

    @property
    def place(self) -> str:
        """Where the data is, as in ``seats[2].hand``; worked out only when something is wrong."""
        outer = self._inside.place if self._inside else ""
        if isinstance(self._part, int):
            return f"{outer}[{self._part}]"
        return f"{outer}.{self._part}" if outer else self._part

    def __repr__(self) -> str:
        return f"<reader at {self.place or 'the top'}>"

    def wrong(self, reason: str, /, **values: object) -> NoReturn:
        """Refuse the position for a reason at this place.

        Args:
            reason: marked for translation, with ``{names}`` for what goes into it.
            values: what goes into it.
        """
        why = BadPosition(reason, **values)
        if self.place:
            why = BadPosition("{place}: {why}", place=self.place, why=why)
        raise BadPosition(N_("impossible position: {why}"), why=why)

    def check(self, right: object, reason: str, /, **values: object) -> None:
        """Refuse the position for a reason at this place, unless that is right."""
        if not right:
            self.wrong(reason, **values)

    # -- going deeper -------------------------------------------------------------------------

    def __getitem__(self, part: str | int) -> Reader:
        """A field of a table, or an entry of a list."""
        if isinstance(part, str):
            if not isinstance(self.data, dict):
                self.wrong(N_("must be a table"))
            if part not in self.data:
                self.wrong(N_("{field} is missing"), field=part)
            return Reader(self.data[part], part, self)
        entries = self._list()
        if not 0 <= part < len(entries):
            self.wrong(N_("has no entry {number}"), number=part)
        return Reader(entries[part], part, self)

    def fields(self, *names: str) -> Reader:
        """This very reader, once it is certain that it is a table of these fields and no other."""
        if not isinstance(self.data, dict):
            self.wrong(N_("must be a table"))
        for name in names:
            if name not in self.data:
                self.wrong(N_("{field} is missing"), field=name)
        for name in self.data:
            if name not in names:
                self.wrong(N_("has no field {field}"), field=shown(name))
        return self

    def each(self, count: int | None = None) -> Iterator[Reader]:
        """The entries of a list, ``count`` of them if that is given."""
        entries = self._list()
        if count is not None and len(entries) != count:
            self.wrong(
                N_("must have this many entries: {count}; not {number}"),
                count=count,
                number=len(entries),
            )
        for index, entry in enumerate(entries):
            yield Reader(entry, index, self)

    @property
    def none(self) -> bool:
        """Whether there is nothing here (null)."""
        return self.data is None

    # -- one value ----------------------------------------------------------------------------

    def number(self, least: int, most: int) -> int:
        """A whole number in a range."""
        value = self.data
        if type(value) is not int or not least <= value <= most:
            self.wrong(
                N_("must be a whole number from {least} to {most}, not {value}"),
                least=least,
                most=most,
                value=shown(value),
            )
        return value

    def flag(self) -> bool:
        """true or false."""
        if not isinstance(self.data, bool):
            self.wrong(N_("must be true or false, not {value}"), value=shown(self.data))
        return self.data

    def text(self, most: int = 1000) -> str:
        """Any text of at most so many characters."""
        if not isinstance(self.data, str) or len(self.data) > most:
            self.wrong(N_("must be a text, not {value}"), value=shown(self.data))
        return self.data

    def one_of(self, mapping: Mapping[str, T]) -> T:
        """What one of a few words stands for."""
        if not isinstance(self.data, str) or self.data not in mapping:
            self.wrong(
                N_("must be one of {known}; not {value}"),
                known=", ".join(mapping),
                value=shown(self.data),
            )
        return mapping[self.data]

    def piece(self, mapping: Mapping[str, T]) -> T:
        """The piece of a key; ``mapping``: all pieces that can lie here, by key."""
        if not isinstance(self.data, str) or self.data not in mapping:
            self.wrong(N_("there is no {value}"), value=shown(self.data))
        return mapping[self.data]

    def piece_or_none(self, mapping: Mapping[str, T]) -> T | None:
        """The piece of a key, or None where there is none (null)."""
        return None if self.data is None else self.piece(mapping)

    # -- lists --------------------------------------------------------------------------------

    def pieces(
        self, mapping: Mapping[str, T], count: int | None = None, *, distinct: bool = False
    ) -> list[T]:
        """The pieces of a list of keys, in order.

        Args:
            mapping: all pieces that can lie here, by key.
            count: how many there must be, if that is fixed.
            distinct: whether none may be there twice.
        """
        entries = self._list()
        try:
            found = [mapping[entry] for entry in entries]
            right = count is None or len(found) == count
        except (KeyError, TypeError):
            right = False
        if not right:  # once more, to say what is wrong and where
            found = [entry.piece(mapping) for entry in self.each(count)]
        if distinct and len(set(self.data)) != len(found):
            twice = next(key for key in self.data if self.data.count(key) > 1)
            self.wrong(N_("{value} is there twice"), value=shown(twice))
        return found

    def numbers(self, least: int, most: int, count: int | None = None) -> list[int]:
        """A list of whole numbers in a range, ``count`` of them if that is given."""
        entries = self._list()
        if (count is None or len(entries) == count) and all(
            type(value) is int and least <= value <= most for value in entries
        ):
            return entries[:]
        return [entry.number(least, most) for entry in self.each(count)]

    def _list(self) -> list[Any]:
        if not isinstance(self.data, list):
            self.wrong(N_("must be a list, not {value}"), value=shown(self.data))
        return self.data
