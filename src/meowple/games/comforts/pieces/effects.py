"""What a card can do: the form of all verbs, and of the fields that the data gives them.

Every verb of the card files is a dataclass in the rules: its fields are the fields of the data, each
annotated with what reads and checks it, and beside them stands all that the verb does. The hooks
that the rules call are listed here; a verb overrides those that it needs.

``s`` is always the `state.State` on whose table the card lies. Modules with verbs do not postpone their
annotations, since these are read.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Self

from meowple.author import Asking, Json, Table

from .amounts import Amount
from .fields import faces

Way = tuple[tuple[tuple[int, int], ...], int, int]
"""A way to score with tokens on cards: tokens that lie there, points for them, how often; -1: any."""

Told = Mapping[str, tuple[str, str]]
"""For kinds of events the sentence for whoever did it, and the one for all others."""


class Effect:
    """One verb of the data.

    Attributes:
        deck: the card file that may use it.
        verb: its name there.
        timing: when it works, as the data must say.
        told: what the log says of the events that only this verb tells.
    """

    deck: ClassVar[str]
    verb: ClassVar[str]
    timing: ClassVar[str]
    told: ClassVar[Told] = {}

    @classmethod
    def read(cls, entry: Table, comforts: Mapping[str, int]) -> Self:
        """The verb as an entry of a card file gives it; ``comforts``: all their kinds by id."""
        return cls(
            **{
                field.name: field.type.__metadata__[0](entry, field.name, comforts)  # type: ignore[union-attr]
                for field in fields(cls)  # type: ignore[arg-type]
            }
        )


@dataclass(frozen=True, eq=False)
class ComfortEffect(Effect):
    """A bonus of a comfort, counted at the end (CC-CARD)."""

    deck = "comforts"
    timing = "scoring"

    def bonus(self, kind: int, made: Sequence[int]) -> int:
        """Points that the comfort of that kind scores with others that its owner has made."""
        return 0

    def way(self) -> Way | None:
        """How tokens on the comfort score."""
        return None

    def face(self, ids: Sequence[str]) -> Json:
        """The bonus in pictures: points, for ``each`` of or with some cards, or some tokens."""
        return {"points": 0, "cards": [], "tokens": {}, "kinds": 0, "each": False}


@dataclass(frozen=True, eq=False)
class ImprovementEffect(Effect):
    """An ability of an improvement (CC-IMP). What else it does, the rules ask it by its class."""

    deck = "improvements"

    def score(self, s: Any, seat: int) -> int:
        """Points for its owner at the end."""
        return 0

    def way(self, types: Iterable[int]) -> Way | None:
        """How tokens on comforts score; ``types``: those of all comforts that the owner has made."""
        return None

    def trade(self) -> tuple[Amount, Amount] | None:
        """What its owner may give and get at the Market besides the usual trades."""
        return None


@dataclass(frozen=True, eq=False)
class TravelerEffect(Effect):
    """The special effect of a traveler (CC-TVL), which is there for one month."""

    deck = "travelers"

    def holds(self) -> dict[str, Any]:
        """What is different while it is there: fields of `cards.Traveler`."""
        return {}

    def at_once(self, s: Any, seat: int) -> Asking:
        """Carried out in step 1 for one player after another, if it is ``immediate``."""
        yield from ()

    def after_family_dice(self, s: Any) -> Asking:
        """Carried out after step 2 for all together, if it is ``after_family_roll``."""
        yield from ()

    def after_nest(self, s: Any, seat: int) -> Asking:
        """Follows an action at a space of the Owl's Nest that `holds` names as ``search``."""
        yield from ()

    def at_last(self, s: Any, seat: int) -> Asking:
        """Carried out in step 6 for one player after another, if it is ``end_of_month``."""
        yield from ()

    def face(self) -> Json:
        """What a question about it must say besides the card's text, as plain data."""
        return {}


@dataclass(frozen=True, eq=False)
class Profit(Effect):
    """What the Inn gives for some die values (CC-INN-1), a verb like those of effects."""

    faces: Annotated[tuple[int, ...], faces()]

    deck = "profits"

    trades: ClassVar[bool] = True
    """Whether it is a trade, made when and as often as wanted, or something got at once."""

    def check(self, entry: Table) -> None:
        """Say what is wrong in the entry besides single fields."""

    def most(self, value: int) -> int:
        """How many trades a die of that value allows."""
        return 1

    def payable(self, s: Any, seat: int) -> bool:
        """Whether a seat can make one trade now."""
        return False

    def earn(self, s: Any, seat: int, value: int) -> Asking:
        """Make one trade, or get what it gives at once; returns the tokens taken."""
        yield from ()

    def face(self) -> Json:
        """The profit as plain data."""
        return {
            "faces": list(self.faces),
            "verb": self.verb,
            "give": {},
            "get": {},
            "times": 0,
            "give_rule": "free",
            "get_rule": "free",
        }
