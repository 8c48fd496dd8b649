"""What the rules yield: questions to seats, and checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final

from .actions import Action
from .events import Json

Options = Callable[[Any, int], Sequence[Action]]
"""``options(state, seat)``: the legal actions of that seat, in a fixed order."""

Stops = Callable[[Any, int], bool]
"""``stops(state, seat)``: whether a quiet question stops for that seat, by its standing orders."""

Text = str | Callable[[Any, Json], str]
"""A text marked for translation, or a function ``(words, view)`` that makes one."""

Why = Callable[[Any, int], Mapping[str, Json]]
"""``why(state, seat)``: for keys of actions that cannot be chosen the reason, as plain data."""


class Question:
    """Something that one or more seats must answer before the game goes on.

    Attributes:
        kind: a short word for what is asked (``"play"``), the key of the prompt.
        seats: who must answer.
        options: lists what a seat may answer; called only when somebody looks.
        together: whether the answers are secret until the last one is in.
        apart: whether each seat answers at its own pace, unmoved by the others.
        quiet: whether others see no more than that something is asked.
    """

    __slots__ = ("kind", "options", "seats")
    together = False
    apart = False
    quiet = False

    def __init__(self, kind: str, seats: tuple[int, ...], options: Options) -> None:
        self.kind = kind
        self.seats = seats
        self.options = options

    def __repr__(self) -> str:
        return f"<{self.kind}, asked of {', '.join(map(str, self.seats))}>"


class Ask(Question):
    """A question to one seat. ``yield Ask(...)`` gives the chosen `Action`.

    ``options`` must list at least one action: somebody can always act.
    """

    __slots__ = ()

    def __init__(self, kind: str, seat: int, options: Options) -> None:
        self.kind = kind
        self.seats = (seat,)
        self.options = options


class AskAll(Question):
    """The same question to several seats at once, answered in secret.

    ``yield AskAll(...)`` gives the list of their actions in the order of ``seats``, once the
    last of them has chosen. Until then each may change or take back the choice: the match
    keeps the answers, the rules see none of them.
    """

    __slots__ = ()
    together = True


class AskAny(Question):
    """The same question to several seats at once, each at its own pace.

    ``yield AskAny(...)`` gives ``(seat, action)`` of whoever answers first; the rules then ask
    the others, and that seat, again. For secret preparations of several steps: what one seat
    answers must not change what another may answer. So a seat takes back its own last answer
    freely, whatever the others have answered since, while a question of this kind is still open.
    When it has closed, something else comes before another of its kind: chance or another question.
    """

    __slots__ = ()
    apart = True


class AskQuiet(Question):
    """A question of which others see at most that one is open: a window in which one may react.

    ``yield AskQuiet(...)`` gives the list of the actions in the order of ``seats``, like `AskAll`.
    Really asked are only those seats for which ``stops`` is true; for the others stands
    ``decline``. Who is asked, who has answered and who declined shows nowhere; where nobody is
    asked the script goes on at once, without a trace.

    So ``seats`` must follow from open facts alone (whoever has a card in hand), never from what is
    hidden (whoever holds that card): a seat that is asked but can do nothing is offered
    ``decline`` alone. What ``stops`` looks at besides open facts are the standing orders of that
    very seat (`Match.set_orders`).

    Nothing that was decided before such a question can be taken back freely after it, whether or
    not anybody was asked.

    Args:
        kind: a short word for what is asked.
        seats: who can be asked, as everybody knows.
        options: lists what a seat may answer, ``decline`` among it.
        decline: the answer of who does nothing.
        stops: (state, seat) -> whether that seat is really asked; all are when not given.
    """

    __slots__ = ("decline", "stops")
    together = True
    quiet = True

    def __init__(
        self,
        kind: str,
        seats: tuple[int, ...],
        options: Options,
        decline: Action,
        stops: Stops | None = None,
    ) -> None:
        super().__init__(kind, seats, options)
        self.decline = decline
        self.stops = stops

    def asks(self, state: Any) -> tuple[int, ...]:
        """The seats that are really asked."""
        if self.stops is None:
            return self.seats
        return tuple(seat for seat in self.seats if self.stops(state, seat))

    def passed(self, asked: tuple[int, ...]) -> dict[int, Action]:
        """The answers of those who are not asked."""
        return {seat: self.decline for seat in self.seats if seat not in asked}


class QuestionKind:
    """A kind of question, declared once: what it is called, what may be answered, how it reads.

    The rules ask it, the words and the view read it:

    >>> from meowple.core.actions import ActionList
    >>> actions = ActionList()
    >>> JUMP = actions.add_all("jump", [("near", 1), ("far", 2)])
    >>> WHERE = QuestionKind(
    ...     "where",
    ...     options=lambda state, seat: JUMP,
    ...     prompt="Where do you jump?",
    ...     waiting="Somebody jumps.",
    ... )
    >>> def rules(state):
    ...     yield CHECKPOINT
    ...     jump = yield WHERE.ask(0)
    >>> question = WHERE.ask_all((0, 1))
    >>> question.kind, question.seats, question.together
    ('where', (0, 1), True)

    Args:
        name: a short word, ``"play"``; `Question.kind` of every such question.
        options: (state, seat) -> what that seat may answer.
        prompt: what is asked, for who is asked.
        waiting: what the others read meanwhile; "Waiting for the others." when not given.
        why: (state, seat) -> for the key of each action that is shown but cannot be chosen
            the reason, as plain data that the view passes on to the words.
    """

    def __init__(
        self,
        name: str,
        options: Options,
        prompt: Text = "",
        waiting: Text = "",
        why: Why | None = None,
    ) -> None:
        self.name = name
        self.options = options
        self.prompt = prompt
        self.waiting = waiting
        self.why = why
        self._one: dict[int, Question] = {}
        self._all: dict[tuple[int, ...], Question] = {}
        self._any: dict[tuple[int, ...], Question] = {}

    def __repr__(self) -> str:
        return f"<question {self.name}>"

    def ask(self, seat: int, options: Options | None = None) -> Question:
        """Ask one seat, as `Ask` does; ``options``: other ones, for this time."""
        if options is not None:
            return Ask(self.name, seat, options)
        asked = self._one.get(seat)
        if asked is None:  # it never changes, so one serves ever after
            asked = self._one[seat] = Ask(self.name, seat, self.options)
        return asked

    def ask_all(self, seats: tuple[int, ...], options: Options | None = None) -> Question:
        """Ask several seats in secret, as `AskAll` does."""
        if options is not None:
            return AskAll(self.name, seats, options)
        asked = self._all.get(seats)
        if asked is None:
            asked = self._all[seats] = AskAll(self.name, seats, self.options)
        return asked

    def ask_any(self, seats: tuple[int, ...], options: Options | None = None) -> Question:
        """Ask several seats, each at its own pace, as `AskAny` does."""
        if options is not None:
            return AskAny(self.name, seats, options)
        asked = self._any.get(seats)
        if asked is None:
            asked = self._any[seats] = AskAny(self.name, seats, self.options)
        return asked

    def ask_quiet(
        self,
        seats: tuple[int, ...],
        decline: Action,
        stops: Stops | None = None,
        options: Options | None = None,
    ) -> AskQuiet:
        """Open a window for several seats, as `AskQuiet` does."""
        return AskQuiet(self.name, seats, options or self.options, decline, stops)


class Checkpoint:
    """A place where the state alone is enough to go on. Yielded as `CHECKPOINT`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "CHECKPOINT"


CHECKPOINT: Final = Checkpoint()

Script = Generator[Question | Checkpoint, Any, None]
"""The rules of a game running on a state. Its first yield is `CHECKPOINT`."""

Asking = Generator[Question | Checkpoint, Any, Any]
"""A part of the rules that asks: to be called with ``yield from``."""
