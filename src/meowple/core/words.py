"""A game in words, in one language: labels, prompts, lines of the log, the table as text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol, Self

from .actions import Action, ActionList
from .events import Event, Json
from .language import HERE, N_, Texts, texts, translator
from .questions import QuestionKind, Text
from .story import Beat, Happened, plain_story
from .story import Line as Line

MATCH_OVER = N_("The match is over.")
WAITING = N_("Waiting for the others.")
POINTS = N_("Points")
COUNT = N_("The count")
CHOSEN = N_("Your choice is made; you may change it until all have chosen.")


class Area(NamedTuple):
    """An area of the table, and what it is for.

    Attributes:
        title: what it is called.
        text: a sentence or two.
    """

    title: str
    text: str


class Source(NamedTuple):
    """Something that points come from: a column of the count at the end.

    Attributes:
        name: in a word or two.
        picture: the drawing that stands for it; empty for none.
        points: by seat. Those of all sources together are the total.
    """

    name: str
    picture: str
    points: Sequence[int]


class Stage(NamedTuple):
    """Where a match stood after a part of it: a month, a round.

    Attributes:
        name: of the part.
        picture: the drawing that stands for it; empty for none.
        points: by seat.
    """

    name: str
    picture: str
    points: Sequence[int]


class Ending(NamedTuple):
    """How a match has ended, in words.

    Attributes:
        unit: what is counted: "XP".
        title: over the count.
        sources: where the points come from; empty if they have one source only.
        places: of each seat, from 1; who shares a place has the same.
        headline: instead of who has won, where nobody plays against anybody; else empty.
        tie: how equal points were told apart; empty where that was not needed.
        notes: what else the count should say, a sentence each.
        course: what the points were after each part of the match; empty if that was not told.
        course_title: over its chart.
        hands: over what all have kept in secret.
        sheet: what opens the game's own score sheet (its region ``scores``); empty if it has none.
    """

    unit: str
    title: str
    sources: Sequence[Source] = ()
    places: Sequence[int] = ()
    headline: str = ""
    tie: str = ""
    notes: Sequence[str] = ()
    course: Sequence[Stage] = ()
    course_title: str = ""
    hands: str = ""
    sheet: str = ""


class Spoken(Protocol):
    """What words need of a game: a `Game` has all of it."""

    @property
    def name(self) -> str: ...

    @property
    def actions(self) -> ActionList: ...

    def question(self, name: str) -> QuestionKind | None: ...


class Words:
    """A game in words, in one language. Made by `Game.in_words`, once for each language.

    A game derives its own: `event` and what else it says in its own way. Texts are written in
    English in the code and translated by gettext: ``self._("Draw a card")``. The catalogues are
    those of the nearest ``locale`` folder: beside the module of the class, above it in its
    package, or in a ``table`` folder there; their name is the name of the game.

    >>> class PebbleWords(Words):
    ...     def event(self, event, people):
    ...         return Line(self._("{who} took {n}.").format(who=people[0], n=self.number(2.5)))

    Attributes:
        game: whose words they are.
        language: a key of `LANGUAGES`.
        catalogue: the translations of the game, for templates and titles of options.
        asked: kind of question -> what somebody should know who is asked it for the first time.
        areas: area of the table, as the templates name it -> what it is for.
    """

    asked: ClassVar[Mapping[str, str]] = {}
    areas: ClassVar[Mapping[str, Area]] = {}

    def __init__(self, game: Spoken, language: str) -> None:
        self.game = game
        self.language = language
        self.catalogue = _texts(type(self).__mro__, game.name, language)
        self._core = texts(language)
        self._here: People | None = None

    # -- translating --------------------------------------------------------------------------

    def _(self, text: str) -> str:
        """A text of the game in this language."""
        return self.catalogue.gettext(text) if text else ""

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form of a text that goes with a number; ``number`` itself is put in by `format`."""
        return self.catalogue.ngettext(one, many, number)

    def pgettext(self, context: str, text: str) -> str:
        """A text that needs another translation here than elsewhere."""
        return self.catalogue.pgettext(context, text)

    def number(self, value: float, digits: int | None = None) -> str:
        """A number as it is written in this language: 2.5 is "2,5" in Polish.

        Args:
            value: a whole number or a broken one.
            digits: how many stand behind the point; as many as are needed when not given.
        """
        return self._core.number(value, digits)

    # -- what every game says -----------------------------------------------------------------

    def people(self, viewer: int | None, names: Sequence[str]) -> People:
        """The people at a table as that viewer calls them."""
        return People(viewer, names, self)

    def at(self, people: People) -> Self:
        """These words at a table: its labels say who sits there, not the number of a seat."""
        words = copy(self)
        words._here = people
        return words

    def seat(self, seat: int) -> str:
        """Who sits there, in the middle of a sentence: "Ann" or "you", "seat 2" for words that
        are not `at` a table."""
        if self._here is not None:
            return self._here.inside(seat)
        return self._core.gettext(N_("seat {number}")).format(number=seat + 1)

    def action(self, action: Action) -> str:
        """What choosing the action does, as a label: "Play Winter 12, two fish".

        As it was declared where the action was made (``label``); else its key.
        """
        label = action.label
        if label is None:
            return action.key
        return self._(label) if isinstance(label, str) else label(self, action)

    def prompt(self, view: Json) -> str:
        """What is asked of the viewer, or whom the table waits for, as the `QuestionKind` says.

        Args:
            view: what `Match.view` gives the viewer.
        """
        question = view["question"]
        if question is None:
            return self._core.gettext(MATCH_OVER)
        kind = self.game.question(question["kind"])
        if view["viewer"] not in question["seats"]:
            waiting = kind.waiting if kind else ""
            return self._say(waiting, self._core.gettext(WAITING), view)
        if view["choice"] is not None:
            return self._core.gettext(CHOSEN)
        asked: str = question["kind"]
        return self._say(kind.prompt if kind else "", asked, view)

    def event(self, event: Event, people: People) -> Line | None:
        """The line of the log for an event already `Event.seen_by` the viewer; None for no line."""
        return None

    def story(self, happened: Sequence[Happened], people: People) -> list[Beat]:
        """What happened, in beats; as it is, a beat for each line of the log.

        Args:
            happened: the newest of what the viewer knows to have happened, the last one last.
            people: at the table, as the viewer calls them.
        """
        return plain_story(happened)

    def text(self, view: Json, people: People) -> str:
        """The table as text for a terminal, with Rich markup for colours: here only the points."""
        return "\n".join(
            f"{people.name(seat)}: {self.number(points)}"
            for seat, points in enumerate(view["scores"])
        )

    def hope(self, hope: Json) -> str:
        """What an action hopes for, of `Game.hopes`, as a sentence or two; empty for nothing."""
        return ""

    def first(self, kind: str) -> str:
        """What somebody should know who is asked such a question for the first time, of `asked`;
        empty for nothing."""
        return self._(self.asked.get(kind, ""))

    def area_told(self, name: str) -> Area | None:
        """What an area of the table is for, of `areas`; None for one of which nothing is said."""
        area = self.areas.get(name)
        return area and Area(self._(area.title), self._(area.text))

    def ending(self, view: Json, events: Sequence[Event], people: People) -> Ending:
        """How the match has ended.

        Args:
            view: what `Match.view` gives the viewer when it is over.
            events: all that the viewer knows to have happened.
            people: at the table, as the viewer calls them.
        """
        return Ending(self._core.gettext(POINTS), self._core.gettext(COUNT), places=ranked(view))

    def studied(self, key: str) -> str | None:
        """What reports call something of `Game.study`; None to leave the key as it stands."""
        return None

    def _say(self, text: Text, otherwise: str, view: Json) -> str:
        if isinstance(text, str):
            return self._(text) or otherwise
        return text(self, view)


def ranked(view: Json) -> list[int]:
    """The place of each seat by its points, from 1: all winners first, equal points the same.

    Args:
        view: what `Match.view` gives anybody.

    >>> ranked({"scores": [3, 9, 3, 9], "winners": [3]})
    [3, 2, 3, 1]
    """
    winners = view["winners"]
    ranks = [(seat in winners, points) for seat, points in enumerate(view["scores"])]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


class People:
    """The people at a table in sentences: the viewer's own seat is "You".

    >>> class Game:
    ...     name = "pebbles"
    >>> people = People(1, ["Ann", "Bob", "Cat"], Words(Game(), "en"))
    >>> people[0], people[1], people.inside(1), people.name(1), people.is_you(1)
    ('Ann', 'You', 'you', 'Bob', True)
    >>> people.listed([0, 2, 1])
    'Ann, Cat and you'

    Attributes:
        viewer: whose eyes; None for a spectator.
        names: of the seats.
    """

    def __init__(self, viewer: int | None, names: Sequence[str], words: Words) -> None:
        self.viewer = viewer
        self.names = names
        self._core = texts(words.language)

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, seat: int) -> str:
        """The name as a sentence begins with it: "You" or "Ann"."""
        return self._core.gettext("You") if self.is_you(seat) else self.names[seat]

    def is_you(self, seat: int) -> bool:
        """Whether it is the viewer's own seat, so that the sentence is in the second person."""
        return seat == self.viewer

    def inside(self, seat: int) -> str:
        """The name in the middle of a sentence: "you" or "Ann"."""
        return self._core.gettext("you") if self.is_you(seat) else self.names[seat]

    def name(self, seat: int) -> str:
        """The name that the seat bears, also the viewer's own."""
        return self.names[seat]

    def listed(self, seats: Iterable[int]) -> str:
        """Several in the middle of a sentence: "Ann, Bob and you"."""
        *several, last = (self.inside(seat) for seat in seats)
        if not several:
            return last
        text = self._core.gettext("{several} and {last}")
        return text.format(several=", ".join(several), last=last)


def _texts(kinds: tuple[type, ...], game: str, language: str) -> Texts:
    """The texts of a game whose words are of these classes, and behind them those of the core."""
    return translator(_home(kinds) or HERE, game, language).before(texts(language))


def _home(kinds: tuple[type, ...]) -> Path | None:
    """The folder with the ``locale`` of a class of words, or of one that it derives from."""
    for kind in kinds[: kinds.index(Words)]:
        file = getattr(sys.modules.get(kind.__module__), "__file__", None)
        for folder in Path(file).parents if file else ():
            for place in (folder, folder / "table"):
                if (place / "locale").is_dir():
                    return place
            if not (folder / "__init__.py").is_file():
                break
    return None
