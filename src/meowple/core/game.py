"""What a game is to the rest of Meowple, and the list of the games that are installed."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from operator import index
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar

from .actions import Action, ActionList
from .chance import Chance
from .errors import BadData, BadSeats, UnknownGame, UnknownOption
from .events import Event, Tell
from .questions import Question, Script

if TYPE_CHECKING:
    from .match import Match

Json = dict[str, Any]
"""Plain data: what `json.dumps` takes, with strings as keys."""


class State(Protocol):
    """All that lies on a table. Each game has its own, a plain class with ``__slots__``.

    Attributes:
        seats: how many seats play.
        options: the table's options, complete.
        chance: the only source of dice and shuffles.
        tell: reports an event, or None when nobody listens.
    """

    seats: int
    options: Mapping[str, Any]
    chance: Chance
    tell: Tell | None

    def copy(self) -> Self:
        """A state that shares nothing that can change; ``tell`` is None in it."""

    def to_json(self) -> Json:
        """The state as plain data without seats, options and chance; ``Game.load`` reads it."""


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Option:
    """An option of a table, set before the match starts.

    Attributes:
        name: as in ``options={"rules": "advanced"}``.
        default: its value when not given.
        title: what it is called, marked for translation.
        choices: its values and their names; empty for a number.
        least, most: the range of a number.
        help: a sentence on what it changes.
    """

    name: str
    default: str | int | bool
    title: str
    choices: Mapping[str | int | bool, str] = field(default_factory=dict)
    least: int = 0
    most: int = 0
    help: str = ""

    def check(self, value: Any) -> str | int | bool:
        """``value`` if the option can have it; raises `UnknownOption` if not."""
        if self.choices:
            for choice in self.choices:
                if isinstance(value, type(choice)) and choice == value:
                    return choice
            known = ", ".join(self.typed(choice) for choice in self.choices)
            raise UnknownOption(f"{self.name} can be {known}; not {str(value)[:40]!r}")
        number = whole_number(value)
        if number is None or not self.least <= number <= self.most:
            raise UnknownOption(
                f"{self.name} is a whole number from {self.least} to {self.most}; "
                f"not {str(value)[:40]!r}"
            )
        return number

    def parse(self, text: str) -> str | int | bool:
        """The value that ``text`` means, as typed on a command line or sent by a form."""
        for choice in self.choices:
            if self.typed(choice) == text:
                return choice
        if not self.choices and text.removeprefix("-").isdecimal() and len(text) < 12:
            return self.check(int(text))
        return self.check(text)

    @staticmethod
    def typed(value: str | int | bool) -> str:
        """What has to be typed for a value: the text that `parse` reads."""
        return str(value).lower() if isinstance(value, bool) else str(value)


def whole_number(value: Any) -> int | None:
    """``value`` as an int if it is a whole number of any kind, but no bool; else None."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


class Line(NamedTuple):
    """A line of the log, or a heading in it.

    Attributes:
        text: the words; names of pieces stand between double asterisks (``**Winter 12**``).
        seat: whose doing it was, or None.
        heading: whether it opens a part of the log (a round, a month).
    """

    text: str
    seat: int | None = None
    heading: bool = False

    @property
    def plain(self) -> str:
        """The text without asterisks."""
        return self.text.replace("**", "")


class Words(Protocol):
    """A game in words. ``names`` are the seats' names; the viewer's own seat is "You"."""

    def event(
        self, event: Event, viewer: int | None, names: Sequence[str], language: str
    ) -> Line | None:
        """The line for an event already `Event.seen_by` the viewer; None for no line."""

    def action(self, action: Action, language: str) -> str:
        """What choosing the action does, as a label: "Play Winter 12, two fish"."""

    def prompt(self, view: Json, language: str) -> str:
        """What is asked of the viewer, or whom the table waits for. ``view``: `Match.view`."""

    def text(self, view: Json, names: Sequence[str], language: str) -> str:
        """The table as text for a terminal, with Rich markup for colours."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A game: its name, what may be chosen for a table, and the functions that play it.

    Attributes:
        name: short and lower-case, ``festival``.
        title: as on the box, marked for translation.
        seat_counts: the numbers of seats it is played by.
        version: of its rules; raised whenever an old log might replay differently.
        options: of a table.
        actions: everything that can ever be chosen.
        setup: (seats, options, chance) -> the state in which the script starts.
        rules: the script. Starting it at any checkpoint's state goes on from there.
        load: (seats, options, data, chance) -> the state that ``State.to_json`` wrote. Raises
            `BadPosition` for pieces that are missing, doubled or where they cannot be.
        scores: points of each seat so far.
        winners: the seats that have won; looked at when the match is over.
        view: (state, viewer, question) -> what that viewer may see, as plain data.
        redeal: (state, viewer, chance) -> deals anew, in place, all that the viewer cannot know,
            each possibility equally likely and the result independent of what was there before.
        words: the game in words.
        rate: (match, seat, actions) -> how good each action looks to a quick player; the match
            is one that the seat `Match.imagine`\\ d. Higher is better.
        worlds: how many imagined matches the greedy bot averages ``rate`` over.
        study: (state) -> what a finished match tells those who weigh the game, as plain data:
            ``rounds``, how many there were, and for each of ``seats`` its ``cards`` (kind ->
            keys of the cards it ended with) and ``points`` (what for -> how many). All parts
            may be missing.
    """

    name: str
    title: str
    seat_counts: tuple[int, ...]
    version: int
    options: tuple[Option, ...]
    actions: ActionList
    setup: Callable[[int, Mapping[str, Any], Chance], S]
    rules: Callable[[S], Script]
    load: Callable[[int, Mapping[str, Any], Json, Chance], S]
    scores: Callable[[S], list[int]]
    winners: Callable[[S], list[int]]
    view: Callable[[S, int | None, Question | None], Json]
    redeal: Callable[[S, int | None, Chance], None]
    words: Words
    rate: Callable[[Match, int, Sequence[Action]], Sequence[float]]
    worlds: int = 1
    study: Callable[[S], Json] | None = None

    def check_seats(self, seats: Any) -> int:
        """``seats`` if the game is played by that many; raises `BadSeats` if not."""
        number = whole_number(seats)
        if number is None or number not in self.seat_counts:
            known = " or ".join(str(n) for n in self.seat_counts)
            raise BadSeats(f"{self.name} is played by {known} seats; not {str(seats)[:40]!r}")
        return number

    def check_options(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """All options of a table, those not given at their defaults. Raises `UnknownOption`."""
        if not isinstance(options, Mapping | None):
            raise UnknownOption(f"options are names with values; not {str(options)[:40]!r}")
        given = dict(options or {})
        complete = {o.name: o.check(given.pop(o.name, o.default)) for o in self.options}
        for name in given:
            close = difflib.get_close_matches(str(name), complete, 1)
            hint = f"; did you mean {close[0]}?" if close else f"; it has {', '.join(complete)}"
            raise UnknownOption(f"{self.name} has no option {str(name)[:40]!r}{hint}")
        return complete

    def parse_options(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """As `check_options`, from texts as typed: ``{"target": "20"}``."""
        by_name = {option.name: option for option in self.options}
        return self.check_options(
            {n: by_name[n].parse(t) if n in by_name else t for n, t in texts.items()}
        )


@cache
def games() -> tuple[str, ...]:
    """The names of all games that are installed, in alphabetical order."""
    return tuple(sorted({entry.name for entry in entry_points(group="meowple.games")}))


@cache
def get_game(name: str) -> Game[Any]:
    """The game of that name. Raises `UnknownGame`.

    Games are found through the entry-point group ``meowple.games``, so other packages can add
    some.
    """
    if name in _with_decks:
        return _with_decks[name]
    entry = _entry(name)
    try:
        game = entry.load()
    except Exception as error:
        raise UnknownGame(f"the game {name!r} cannot be loaded: {error!r}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"the game {name!r} cannot be loaded: {entry.value} is not a Game")
    return game


def game_package(name: str) -> ModuleType:
    """The package that holds a game's files. Raises `UnknownGame`."""
    get_game(name)
    return import_module(_entry(name).module)


def game_folder(name: str) -> Path:
    """The folder that holds all of a game. Raises `UnknownGame`."""
    return Path(str(game_package(name).__file__)).parent


def use_decks(name: str, folder: Path) -> Game[Any]:
    """Play a game with card files of one's own, from now on and in this process.

    The package of a game that takes such files has ``build(folder)``, which gives the game with
    them, and ``check_deck(path)``, which lists what is wrong in one of them.

    Raises:
        UnknownGame: there is no such game.
        BadData: it takes no card files, or one of these is wrong.
    """
    build = getattr(game_package(name), "build", None)
    if build is None:
        raise BadData(f"{name} takes no card files of your own")
    game: Game[Any] = build(folder)
    _with_decks[name] = game
    get_game.cache_clear()
    return game


_with_decks: dict[str, Game[Any]] = {}


def _entry(name: str) -> EntryPoint:
    if name not in games():
        raise UnknownGame(
            f"there is no game {str(name)[:40]!r}; installed are {', '.join(games())}"
        )
    return next(iter(entry_points(group="meowple.games", name=name)))
