"""What the rules yield: questions to seats, and checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

from .actions import Action

Options = Callable[[Any, int], Sequence[Action]]
"""``options(state, seat)``: the legal actions of that seat, in a fixed order."""


class Question:
    """Something that one or more seats must answer before the game goes on.

    Attributes:
        kind: a short word for what is asked (``"play"``), the key of the prompt.
        seats: who must answer.
        options: lists what a seat may answer; called only when somebody looks.
        together: whether the answers are secret until the last one is in.
        apart: whether each seat answers at its own pace, unmoved by the others.
    """

    __slots__ = ("kind", "options", "seats")
    together = False
    apart = False

    def __init__(self, kind: str, seats: tuple[int, ...], options: Options) -> None:
        self.kind = kind
        self.seats = seats
        self.options = options


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
