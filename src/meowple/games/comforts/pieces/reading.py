"""Reading card files: what all of them share. Every field is checked, so that a corrected file can
replace one of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from meowple.author import N_, CardFile, Table

from .effects import Effect

Verbs = Mapping[tuple[str, str], type[Effect]]
"""All that cards can do, by deck and verb."""

E = TypeVar("E", bound=Effect)

ORIGIN: Final = ("origin", "rulebook_confirms", "doubtful")
"""Where a fact comes from, which the rules do not read."""


class Files:
    """What has been read so far.

    Attributes:
        verbs: that cards may use.
        parts: what each file holds, by its name.
    """

    def __init__(self, verbs: Verbs) -> None:
        self.verbs = verbs
        self.parts: dict[str, Any] = {}

    def verb(self, entry: Table, deck: str) -> type[Effect] | None:
        """The verb of an entry; None, and a problem, if the deck knows none of that name."""
        name = entry.text("verb")
        verb = self.verbs.get((deck, name))
        if verb is None:
            names = ", ".join(known for home, known in self.verbs if home == deck)
            entry.wrong(
                N_("the verb {verb} is unknown here; known are {known}"),
                "verb",
                verb=repr(name),
                known=names,
            )
        return verb


def read_id(table: Table) -> str:
    """The id of a card."""
    name = table.text("id")
    if name and not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        table.wrong(N_("id must be small letters, digits and single hyphens"), "id")
    return name


def read_deck(file: CardFile, name: str) -> list[Table]:
    """The cards of a deck file, once its head is checked."""
    if file.unreadable:
        return []
    head = file.table("deck")
    head.must_be("id", name)
    cards = file.tables("card")
    seen: set[str] = set()
    for card in cards:
        if card.card in seen:
            card.wrong(N_("the id {card} is already taken"), "id", card=repr(card.card))
        seen.add(card.card)
    head.done()
    for field in file.data:
        if field not in ("shown", "deck", "card"):
            file.wrong((field,), field, N_("is not a table of this file"))
    return cards


def read_named(file: CardFile, name: str, expected: Sequence[str], *more: str) -> tuple[str, ...]:
    """The names of tables that the rules know by their ids, in order."""
    tables = file.tables(name)
    ids = [table.data.get("id") for table in tables]
    if ids != list(expected):
        file.wrong(
            (name, 0), name, N_("the ids must be {ids}, in this order"), ids=", ".join(expected)
        )
    return tuple(read_name(table, *more) for table in tables)


def read_name(table: Table, *more: str) -> str:
    """The name of something of which only the name matters, besides what is read already."""
    name = table.text("name")
    table.done("id", *more, *ORIGIN)
    return name
