"""Reading card files so that whatever is wrong in one is found and told with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from meowple.core.errors import BadData, from_system
from meowple.core.language import N_

_MISSING: Any = object()
_UNFIT = re.compile(r"[\[\]\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Controls, what turns the direction of letters, and the brackets of marks for a terminal."""
_UNREAD = N_("cannot be read: {error}")


class StrangeFile(BadData):
    """A card file is for none of a game's decks: perhaps it is another game's."""


class Problem(NamedTuple):
    """Something wrong in a card file.

    Attributes:
        line: where, from 1; 0 if the file as a whole is meant.
        card: which card or table, by its ``id`` where it has one.
        why: what is wrong, as a sentence without its full stop.
    """

    line: int
    card: str
    why: BadData

    @property
    def reason(self) -> str:
        """What is wrong, in English."""
        return str(self.why)

    def __str__(self) -> str:
        return self.words(str)

    def words(self, translate: Callable[[str], str]) -> str:
        """All of it in the language that ``translate`` turns texts into."""
        line = translate(N_("line {line}")).format(line=self.line) if self.line else ""
        return ": ".join(part for part in (line, self.card, self.why.words(translate)) if part)


class CardFile:
    """A TOML file of cards, its data, and what has been found wrong in it so far.

    Attributes:
        path: of the file.
        data: what it holds; empty if it cannot be read.
        problems: in the order in which they were found.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self._lines: dict[tuple[str | int, ...], int] = {}
        try:
            text = path.read_text(encoding="utf-8")
            self.data = tomllib.loads(text)
        except OSError as error:
            self.problems.append(
                Problem(0, "", BadData(_UNREAD, error=from_system(error, named=False)))
            )
        except UnicodeDecodeError:
            self.problems.append(Problem(0, "", BadData(N_("is not text in UTF-8"))))
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"line (\d+)", str(error))
            line = int(place[1]) if place else 0
            self.problems.append(
                Problem(line, "", BadData(N_("is not TOML: {error}"), error=error))
            )
        except ValueError as error:  # a number of thousands of digits
            self.problems.append(Problem(0, "", BadData(_UNREAD, error=error)))
        except RecursionError:
            self.problems.append(Problem(0, "", BadData(N_("is nested too deeply"))))
        else:
            self._lines = dict(_places(text))
            if not self.data:
                self.problems.append(Problem(0, "", BadData(N_("holds nothing"))))

    @property
    def unreadable(self) -> bool:
        """Whether the file holds no data at all."""
        return not self.data

    def wrong(
        self, where: Sequence[str | int], card: str, reason: str, /, **values: object
    ) -> None:
        """Note a problem.

        Args:
            where: its place, such as ``("card", 3, "cost")``.
            card: which card or table.
            reason: marked for translation, with ``{names}`` for what goes into it.
            values: what goes into it.
        """
        place = tuple(where)
        while place and place not in self._lines:
            place = place[:-1]
        self.problems.append(Problem(self._lines.get(place, 0), card, BadData(reason, **values)))

    def table(self, name: str) -> Table:
        """The single table ``[name]``; an empty one, and a problem, where there is none."""
        data = self.data.get(name)
        if not isinstance(data, dict):
            self.wrong((), name, N_("the table [{table}] is missing"), table=name)
            data = {}
        return Table(self, (name,), data)

    def tables(self, name: str) -> list[Table]:
        """All ``[[name]]`` in order; a problem where there is none."""
        data = self.data.get(name)
        if not isinstance(data, list) or not all(isinstance(entry, dict) for entry in data):
            self.wrong((), name, N_("there is no [[{table}]]"), table=name)
            return []
        return [Table(self, (name, index), entry) for index, entry in enumerate(data)]

    def check(self) -> None:
        """Raise `BadData` with everything found wrong, if anything is."""
        if self.problems:
            more = len(self.problems) - 5
            raise BadData(
                N_("{file}: {problems}; and {more} more") if more > 0 else "{file}: {problems}",
                file=self.path.name,
                problems=self.problems[:5],
                more=more,
            )


class Table:
    """A table of a card file, read field by field. What is wrong is noted and read as a default.

    Attributes:
        data: the table as it stands.
        where: its place in the file.
        card: its ``id``, or that of the card it belongs to, or its name.
    """

    def __init__(
        self,
        file: CardFile,
        where: tuple[str | int, ...],
        data: Mapping[str, Any],
        card: str = "",
    ) -> None:
        self.file = file
        self.where = where
        self.data = data
        name = data.get("id")
        self.card = card or (str(name) if isinstance(name, str | int) else str(where[0]))
        self._read: set[str] = set()

    def wrong(self, reason: str, /, field: str = "", **values: object) -> None:
        """Note a problem with the table, or with one of its fields.

        Args:
            reason: marked for translation, with ``{field}`` and other names for what goes into it.
            field: which.
            values: what goes into it besides.
        """
        where = (*self.where, field) if field else self.where
        if "{field}" in reason:
            values["field"] = field
        self.file.wrong(where, self.card, reason, **values)

    def has(self, field: str) -> bool:
        """Whether the field stands there."""
        self._read.add(field)
        return field in self.data

    def get(self, field: str) -> Any:
        """A field as it stands; a problem and None where it is missing."""
        self._read.add(field)
        value = self.data.get(field, _MISSING)
        if value is _MISSING:
            self.wrong(N_("{field} is missing"), field)
            return None
        return value

    def text(self, field: str, *, empty: bool = False) -> str:
        """A text, by default not an empty one, that can be written anywhere: in one line, of at
        most a thousand characters, none of which does something to a terminal or a page."""
        value = self.get(field)
        if isinstance(value, str) and (value or empty):
            if len(value) > 1000:
                self.wrong(N_("{field} has more than a thousand characters"), field)
            elif unfit := _UNFIT.search(value):
                self.wrong(
                    N_("{field} must not hold the character {character}"),
                    field,
                    character=ascii(unfit[0]),
                )
            return value
        if value is not None:
            self.wrong(N_("{field} must be a text"), field)
        return ""

    def number(self, field: str, least: int = 0, most: int = 999) -> int:
        """A whole number in a range."""
        value = self.get(field)
        if type(value) is int and least <= value <= most:
            return value
        if value is not None:
            self.wrong(
                N_("{field} must be a whole number from {least} to {most}"),
                field,
                least=least,
                most=most,
            )
        return least

    def flag(self, field: str) -> bool:
        """true or false."""
        value = self.get(field)
        if isinstance(value, bool):
            return value
        if value is not None:
            self.wrong(N_("{field} must be true or false"), field)
        return False

    def one_of(self, field: str, allowed: Sequence[str]) -> str:
        """One of some texts."""
        value = self.get(field)
        if isinstance(value, str) and value in allowed:
            return value
        if value is not None:
            known = ", ".join(map(repr, allowed))
            self.wrong(N_("{field} must be one of {known}"), field, known=known)
        return allowed[0] if allowed else ""

    def must_be(self, field: str, expected: Any) -> None:
        """A field that has only one value the rules can play with."""
        value = self.get(field)
        if value is not None and (type(value) is not type(expected) or value != expected):
            self.wrong(
                N_("{field} must be {value}: the rules know nothing else"),
                field,
                value=_shown(expected),
            )

    def texts(self, field: str, allowed: Sequence[str] | None = None) -> tuple[str, ...]:
        """A list of texts, each one of those allowed, none twice."""
        value = self.get(field)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            self.wrong(N_("{field} must be a list of texts"), field)
            return ()
        good = [v for v in value if allowed is None or v in allowed]
        for entry in value:
            if entry not in good:
                self.wrong(N_("{field} holds {value!r}, which is unknown"), field, value=entry)
        if len(set(good)) != len(good):
            self.wrong(N_("{field} names one twice"), field)
        return tuple(dict.fromkeys(good))

    def numbers(self, field: str, least: int = 0, most: int = 999) -> tuple[int, ...]:
        """A list of whole numbers in a range."""
        value = self.get(field)
        if isinstance(value, list) and all(type(v) is int and least <= v <= most for v in value):
            return tuple(value)
        if value is not None:
            self.wrong(
                N_("{field} must be a list of numbers from {least} to {most}"),
                field,
                least=least,
                most=most,
            )
        return ()

    def counts(self, field: str, allowed: Sequence[str]) -> dict[str, int]:
        """A table from names to whole numbers of 1 or more, such as ``{ wood = 2 }``."""
        value = self.get(field)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.wrong(
                N_("{field} must be a table such as {{ {name} = 2 }}"), field, name=allowed[0]
            )
            return {}
        good = {}
        for name, number in value.items():
            if name not in allowed:
                self.wrong(N_("{field} holds {value!r}, which is unknown"), field, value=name)
            elif type(number) is not int or not 1 <= number <= 99:
                self.wrong(N_("{field} needs a number from 1 to 99 for {name}"), field, name=name)
            else:
                good[name] = number
        return good

    def inner(self, field: str) -> list[Table]:
        """The tables in a list of tables."""
        value = self.get(field)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            self.wrong(N_("{field} must be a list of tables"), field)
            return []
        return [
            Table(self.file, (*self.where, field, index), entry, self.card)
            for index, entry in enumerate(value)
        ]

    def one(self, field: str) -> Table:
        """A table in a field."""
        value = self.get(field)
        if not isinstance(value, dict):
            if value is not None:
                self.wrong(N_("{field} must be a table"), field)
            value = {}
        return Table(self.file, (*self.where, field), value, self.card)

    def done(self, *ignored: str) -> None:
        """Note every field that nobody read and that is not among those ignored."""
        for field in self.data:
            if field not in self._read and field not in ignored:
                self.wrong(N_("{field} is not a field of this table"), field)


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


def _places(text: str) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """The line of every table, field and entry of a list of tables, for files of our own form."""
    counts: dict[tuple[str | int, ...], int] = {}
    here: tuple[str | int, ...] = ()
    field: tuple[str | int, ...] = ()
    entries = 0
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEAD.match(line):
            place: tuple[str | int, ...] = ()
            parts = head[2].split(".")
            for last, part in enumerate(parts, 1):
                place = (*place, part)
                many = head[1] == "[[" and last == len(parts)
                if many:
                    counts[place] = counts.get(place, -1) + 1
                if place in counts:
                    place = (*place, counts[place])
            here = place
            field = ()
            yield here, number
        elif key := _KEY.match(line):
            field = (*here, key[1])
            entries = 0
            yield field, number
        elif field and line.lstrip().startswith("{"):
            yield (*field, entries), number
            entries += 1
