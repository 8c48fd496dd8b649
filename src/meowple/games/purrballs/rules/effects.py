"""What a card does: effects, each a verb of the card data with its fields.

A verb is a small dataclass whose fields are those of the data (data/README.md describes them), and
it lies beside the function that does it, the questions it asks, the events it tells, and the few
words in which a small card says it. `abilities` reads the cards when all verbs are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

from meowple.author import Asking, Table
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.pieces.reading import Described, read_one_of
from meowple.games.purrballs.pieces.speech import Speech
from meowple.games.purrballs.state import State


class Effect(Described):
    """One effect of a card.

    Attributes:
        verb: its name in the data.
        asks: whether it may have to ask its player something: then `ask` does it while that is
            `possible`. In any other case `do` does it.
    """

    __slots__ = ()
    verb: ClassVar[str]
    asks: ClassVar[bool] = False

    def do(self, s: State, seat: int) -> None:
        """Do it, for a seat, at once; nothing unless a verb says what (PB-EFF-1)."""

    def ask(self, s: State, seat: int) -> Asking:
        """Do it, for a seat, asking on the way."""
        raise NotImplementedError

    def prepare(self, s: State, seat: int) -> None:
        """Do what comes before its question and cannot be done twice."""

    def possible(self, s: State, seat: int) -> bool:
        """Whether it has a target, and so something to ask, now."""
        return True

    def inner(self) -> tuple[Effect, ...]:
        """The effects that stand inside of it."""
        return ()

    def drawn(self) -> int:
        """How many Catventurers are drawn before it asks."""
        return 0

    def short(self, words: Speech, cat: Cat) -> str:
        """What it does in the room of a small card, in lower case; nothing if that is clear."""
        return ""


E_ = TypeVar("E_", bound=type[Effect])
VERBS: dict[str, type[Effect]] = {}
"""The table of verbs: every one, by its name in the data."""


def verb(kind: E_) -> E_:
    """Enter a dataclass into the table of verbs."""
    VERBS[kind.verb] = kind
    return kind


def read_effects(tables: Iterable[Table]) -> tuple[Effect, ...]:
    """What these tables of the data say; whatever is wrong in them is noted there."""
    return tuple(read_one_of(t, "verb", VERBS) for t in tables)


def inner_effects(t: Table, field: str) -> tuple[Effect, ...]:
    """Reads the effects that stand inside of another one."""
    return read_effects(t.inner(field))


ABILITY: list[tuple[Effect, ...]] = []
"""What each Catventurer does."""
GIFT: list[tuple[Effect, ...]] = []
"""What each Loot card does when it is taken."""
REWARD: list[tuple[Effect, ...]] = []
"""What each Monster does when it is defeated."""


def perform(s: State, seat: int, effects: Sequence[Effect]) -> Asking:
    """Perform effects in the order of the card (PB-EFF-1)."""
    for effect in effects:
        if effect.asks and effect.possible(s, seat):
            yield from effect.ask(s, seat)
        else:
            effect.do(s, seat)
