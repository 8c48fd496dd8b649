"""The log: for each event that the rules tell, the line that people read.

An event's line is declared beside the rule that tells it:

    tells("claimed", Sentence(N_("{name} claims the Crown."), you=N_("You claim the Crown.")))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meowple.author import Json, Line, People
from meowple.games.purrballs.pieces.names import ICONS
from meowple.games.purrballs.pieces.speech import Speech

Tells = Callable[[Speech, Json, People], Line]
"""Makes a line of the words, the data of an event and the people at the table."""

TOLD: dict[str, Tells] = {}
"""The line of every event, by its kind."""

Shown = Callable[[Speech, Any, People], str]
"""Puts a value of an event's data into words."""


def a_card(words: Speech, key: str, people: People) -> str:
    """A card, by its key."""
    return f"**{words.card_name(key)}**"


def some_cards(words: Speech, keys: list[str], people: People) -> str:
    """Several cards."""
    return ", ".join(a_card(words, key, people) for key in keys)


def some_icons(words: Speech, kinds: list[int], people: People) -> str:
    """Icons, by their indices."""
    shown = ", ".join(f"**{words.word(ICONS[kind])}**" for kind in kinds)
    return shown or words._("nothing")


def a_person(words: Speech, seat: int, people: People) -> str:
    """A person in the middle of a sentence."""
    return people.inside(seat)


def a_way(words: Speech, way: int, people: People) -> str:
    """A face of the Crown."""
    return words.way(way)


class Sentence:
    """A sentence of the log, which those whom it concerns read in the second person.

    Args:
        text: ``{name}`` is who does it (the event's ``seat``), other fields are the event's data.
        you: the same for whoever does it; like ``text`` when not given.
        to_you: the same for the one to whom it is done, whose seat the field ``whom`` holds.
        shown: how fields of the data are put into words; as they stand when not given.
    """

    def __init__(
        self, text: str, *, you: str = "", to_you: str = "", whom: str = "", **shown: Shown
    ) -> None:
        self.text, self.you, self.to_you, self.whom, self.shown = text, you, to_you, whom, shown

    def __call__(self, words: Speech, data: Json, people: People) -> Line:
        seat = data.get("seat")
        text = self.text
        if seat is not None and people.is_you(seat):
            text = self.you or text
        elif self.whom and people.is_you(data[self.whom]):
            text = self.to_you
        values = {
            **data,
            **{field: show(words, data[field], people) for field, show in self.shown.items()},
            "name": "" if seat is None else people[seat],
        }
        return Line(words._(text).format(**values), seat)


def tells(kind: str, *lines: Tells, which: Callable[[Json], int] = lambda data: 0) -> None:
    """Declare the line of an event; of several that one whose index ``which`` gives."""
    TOLD[kind] = lambda words, data, people: lines[which(data)](words, data, people)


def waiting(words: Speech, view: Json) -> str:
    """What those read who are not asked a question of one seat."""
    return words._("Waiting for {name}.").format(name=words.seat_name(view["question"]["seats"][0]))
