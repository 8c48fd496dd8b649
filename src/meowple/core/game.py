"""What a game is to the rest of Meowple. Which ones are installed is told by `registry`."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from pathlib import Path
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from .actions import Action, ActionList
from .blocks import Block
from .chance import Chance
from .errors import BadSeats, UnknownOption, shown
from .events import Json as Json
from .events import Tell
from .language import LANGUAGES, N_
from .questions import Question, QuestionKind, Script
from .words import Line as Line
from .words import Words


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
        ladder: its values in the order in which one learns them; empty if none is harder.
    """

    name: str
    default: str | int | bool
    title: str
    choices: Mapping[str | int | bool, str] = field(default_factory=dict)
    least: int = 0
    most: int = 0
    help: str = ""
    ladder: Sequence[str | int | bool] = ()

    def check(self, value: Any) -> str | int | bool:
        """``value`` if the option can have it; raises `UnknownOption` if not."""
        if self.choices:
            for choice in self.choices:
                given = whole_number(value) if type(choice) is int else value  # True is no 1
                if isinstance(given, type(choice)) and choice == given:
                    return choice
            known = ", ".join(self.typed(choice) for choice in self.choices)
            raise UnknownOption(
                N_("{option} can be {known}; not {value!r}"),
                option=self.name,
                known=known,
                value=shown(value, form=str),
            )
        number = whole_number(value)
        if number is None or not self.least <= number <= self.most:
            raise UnknownOption(
                N_("{option} is a whole number from {least} to {most}; not {value!r}"),
                option=self.name,
                least=self.least,
                most=self.most,
                value=shown(value, form=str),
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
        view: (state, viewer, question) -> what that viewer may see, as plain data. If it returns
            a ``TypedDict``, the form is told to programs and in the documentation, with what
            its docstring says under ``Attributes`` (see `meowple.core.forms`).
        redeal: (state, viewer, chance) -> deals anew, in place, all that the viewer cannot know,
            each possibility equally likely and the result independent of what was there before.
        words: (game, language) -> the game in words: the class of its `Words`.
        rate: (match, seat, actions) -> how good each action looks to a quick player; the match
            is one that the seat `Match.imagine`\\ d. Higher is better.
        hopes: (match, seat, actions) -> what each action hopes for, as plain data that
            `Words.hope` puts into a sentence; empty where there is nothing to say. ``aims`` in it
            lists the pieces that it is about, kind and key as the page calls them:
            ``["card:winter-12"]``. The match is one that the seat imagined.
        orders: (state, seat, data) -> the standing orders of a seat as ``state.orders[seat]`` holds
            them, from plain data; raises `BadOrders` for what cannot be ordered. A state of such a
            game has a list ``orders``, which is copied, saved and, but for the viewer's own, dealt
            anew with the rest; None for a game without standing orders.
        some_orders: (state, seat, rng, acts) -> some standing orders as plain data that ``orders``
            takes, for those who try the game with many; not ``acts``: only such as say when the
            seat is asked, none that answer in its place.
        questions: all kinds of questions that the game can ask, as it declares them.
        worlds: how many imagined matches the greedy bot averages ``rate`` over.
        rates_openly: whether ``rate`` looks at nothing but what the seat knows, so that it says the
            same of the true match as of any that the seat imagines; only with one of ``worlds``.
            Bots that want no more than these ratings are then asked without a match being imagined,
            which is much quicker. `meowple.author.testing.check_leaks` proves it.
        dealer: (state, viewer) -> a function (state, chance) that does the same as ``redeal`` to
            any copy of that state, but quicker: what is hidden is collected and sorted only once.
        horizon: (state) -> something that stays equal until a rollout may stop: how a search
            need not play to the end of a match (Festival: the game in hand).
        estimate: (state) -> the part of the victory that each seat may hope for, sum 1.
        sharpness: what the odds of hopes are raised to, so that what people are told of their chances
            comes true; `tools/calibration.py --tries` tells.
        policy: (state, seat, actions, u) -> one cheap choice, without a match; ``u`` is a number
            from 0 up to 1 that decides where chance is to.
        in_order: (state, seat, actions) -> those of the actions that a search looks at, at least one:
            where a choice is made in small steps, it need not try them in every order, or back.
        searchable: whether playing on at random tells good decisions from bad ones, so that bots
            which search play well; at tables of others they are not offered (`Search.suits`).
        encoding: (seats, options) -> the blocks of numbers that tell those who learn what a seat
            knows; see `meowple.core.blocks`. Without it they are made from the views.
        learned: a file with the weights of a network that has learned the game, for the bot
            ``learned``; None for a game that nobody has taught it.
        study: (state) -> what a finished match tells those who weigh the game, as plain data:
            ``rounds``, how many there were, and for each of ``seats`` its ``cards`` (kind ->
            keys of the cards it ended with) and ``points`` (what for -> how many). All parts
            may be missing.
        round: (state) -> which round it is, from 1, or 0 before the first: reports follow the lead
            from one to the next.
        decisions: how many with a choice a match with the usual options has that the table waits for,
            a short one and a long one; measured by ``tools/lengths.py`` on matches of greedy bots.
            None where nobody has measured.
        pace: seconds that people take over one of them, with what happens after it; our estimate.
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
    view: Callable[[S, int | None, Question | None], Mapping[str, Any]]
    redeal: Callable[[S, int | None, Chance], None]
    words: Callable[[Game[S], str], Words]
    rate: Callable[[Any, int, Sequence[Action]], Sequence[float]]
    hopes: Callable[[Any, int, Sequence[Action]], Sequence[Json]] | None = None
    questions: tuple[QuestionKind, ...] = ()
    orders: Callable[[S, int, Any], Any] | None = None
    some_orders: Callable[[S, int, Random, bool], Any] | None = None
    worlds: int = 1
    rates_openly: bool = False
    dealer: Callable[[S, int | None], Callable[[S, Chance], None]] | None = None
    horizon: Callable[[S], Hashable] | None = None
    estimate: Callable[[S], list[float]] | None = None
    sharpness: float = 1.0
    policy: Callable[[S, int, Sequence[Action], float], Action] | None = None
    in_order: Callable[[S, int, Sequence[Action]], Sequence[Action]] | None = None
    searchable: bool = True
    encoding: Callable[[int, Mapping[str, Any]], Sequence[Block]] | None = None
    learned: Path | None = None
    study: Callable[[S], Json] | None = None
    round: Callable[[S], int] | None = None
    decisions: tuple[int, int] | None = None
    pace: float = 10.0
    _spoken: dict[str, Words] = field(default_factory=dict, init=False, repr=False, compare=False)
    _learned: dict[Hashable, Sequence[Block]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        self.actions.game = self.name

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def question(self, name: str) -> QuestionKind | None:
        """The declaration of a kind of question, or None for one that is declared nowhere."""
        return next((kind for kind in self.questions if kind.name == name), None)

    def in_words(self, language: str) -> Words:
        """The game in words, in a language of `LANGUAGES`; anything else gives English.

        >>> import meowple
        >>> festival = meowple.get_game("festival")
        >>> festival.in_words("en").action(festival.actions["redeal"])
        'Ask for a new deal: you hold 3 crows'
        """
        words = self._spoken.get(language)
        if words is None:
            known = language if language in LANGUAGES else "en"
            if known != language:
                return self.in_words(known)
            self._spoken[known] = words = self.words(self, known)
        return words

    @property
    def minutes(self) -> tuple[int, int] | None:
        """How long people need for a short match and for a long one: `decisions` at the game's
        `pace`, in steps of five minutes; None where nobody has measured.
        """
        if self.decisions is None:
            return None
        few, many = (max(5, 5 * round(n * self.pace / 300)) for n in self.decisions)
        return few, many

    def check_seats(self, seats: Any) -> int:
        """``seats`` if the game is played by that many; raises `BadSeats` if not."""
        number = whole_number(seats)
        if number is None or number not in self.seat_counts:
            raise BadSeats(
                N_("{game} is played by {known} seats; not {seats!r}"),
                game=self.name,
                known=", ".join(str(n) for n in self.seat_counts),
                seats=shown(seats, form=str),
            )
        return number

    def check_options(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """All options of a table, those not given at their defaults. Raises `UnknownOption`."""
        if not isinstance(options, Mapping | None):
            raise UnknownOption(
                N_("options are names with values; not {options!r}"),
                options=shown(options, form=str),
            )
        given = dict(options or {})
        complete = {o.name: o.check(given.pop(o.name, o.default)) for o in self.options}
        for name in given:
            asked = shown(name, form=str)
            close = difflib.get_close_matches(asked, complete, 1)
            raise UnknownOption(
                N_("{game} has no option {option!r}; did you mean {close}?")
                if close
                else N_("{game} has no option {option!r}; it has {known}"),
                game=self.name,
                option=asked,
                close=close[0] if close else "",
                known=", ".join(complete),
            )
        return complete

    def next_options(self, options: Mapping[str, Any]) -> dict[str, Any] | None:
        """The options for those who know these: the first that has a `ladder` goes one step up.

        None if there is nothing beyond.
        """
        for option in self.options:
            steps = list(option.ladder)
            value = options.get(option.name, option.default)
            if value in steps[:-1]:
                return {**options, option.name: steps[steps.index(value) + 1]}
        return None

    def parse_options(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """As `check_options`, from texts as typed: ``{"target": "20"}``."""
        by_name = {option.name: option for option in self.options}
        return self.check_options(
            {n: by_name[n].parse(t) if n in by_name else t for n, t in texts.items()}
        )
