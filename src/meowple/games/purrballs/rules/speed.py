"""Speed and the Crown: an X that is set, a card that is rotated, a Prince's claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from meowple.author import N_, Asking, QuestionKind
from meowple.games.purrballs.pieces.actions import FACE, ROTATE, STAY
from meowple.games.purrballs.pieces.box import CATS
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.pieces.speech import Speech
from meowple.games.purrballs.state import State, put

from .effects import Effect, inner_effects, perform, verb
from .mana import COUNTERS, Per, counted_short
from .telling import Sentence, a_card, a_way, tells, waiting

NO_CAP = 99


@verb
@dataclass(frozen=True, slots=True)
class SetSpeed(Effect):
    """X becomes ``each`` x counter + ``plus``, at most ``cap`` (PB-EFF-4, PB-XSP-1)."""

    verb = "set-speed"
    per: Per
    each: int
    plus: int
    cap: int = NO_CAP
    threshold: int = 0

    def do(self, s: State, seat: int) -> None:
        counted = self.each * COUNTERS[self.per].number(s, seat, self.threshold) + self.plus
        s.speed = put(s.speed, seat, min(counted, self.cap))
        if s.tell:
            s.tell("speed", seat=seat, cat=CATS[s.cat[seat]].key, speed=s.speed[seat])

    def short(self, words: Speech, cat: Cat) -> str:
        what = counted_short(words, self.per, self.each)
        return words._("Speed: {what}").format(what=what)


tells(
    "speed",
    Sentence(
        N_("{name}: {cat} has Speed {speed}."), you=N_("Your {cat} has Speed {speed}."), cat=a_card
    ),
)


# -- rotating -------------------------------------------------------------------------------------


TURN_IT = (ROTATE, STAY)

ROTATES = QuestionKind(
    "rotate",
    lambda s, seat: TURN_IT,
    prompt=N_("Rotate your Catventurer and use its ability?"),
    waiting=waiting,
)


@verb
@dataclass(frozen=True, slots=True)
class Rotate(Effect):
    """The player may pay, turn the card and perform the rest (PB-EFF-6, PB-EFF-7)."""

    verb = "rotate"
    asks = True
    optional: Literal[True]
    cost: int
    then: Annotated[tuple[Effect, ...], inner_effects]

    def possible(self, s: State, seat: int) -> bool:
        """Whether the player can pay, the card is upright and every inner effect has a target."""
        if s.rotated[seat] or s.mana[seat] < self.cost:
            return False
        return all(inner.possible(s, seat) for inner in self.then)

    def inner(self) -> tuple[Effect, ...]:
        return self.then

    def ask(self, s: State, seat: int) -> Asking:
        if (yield ROTATES.ask(seat)) is STAY:
            return
        s.mana[seat] -= self.cost
        s.rotated = put(s.rotated, seat, True)
        s.speed = put(s.speed, seat, CATS[s.cat[seat]].turned)
        if s.tell:
            s.tell("rotated", seat=seat, cat=CATS[s.cat[seat]].key, speed=s.speed[seat],
                   cost=self.cost)  # fmt: skip
        yield from perform(s, seat, self.then)

    def short(self, words: Speech, cat: Cat) -> str:
        then = "; ".join(inner.short(words, cat) for inner in self.then)
        text = (
            N_("pay {cost}, turn to {speed}: {then}")
            if self.cost
            else N_("turn to {speed}: {then}")
        )
        return words._(text).format(cost=self.cost, speed=cat.turned, then=then)


tells(
    "rotated",
    Sentence(
        N_("{name} rotates {cat} to Speed {speed}."),
        you=N_("You rotate {cat} to Speed {speed}."),
        cat=a_card,
    ),
    Sentence(
        N_("{name} pays {cost} and rotates {cat} to Speed {speed}."),
        you=N_("You pay {cost} and rotate {cat} to Speed {speed}."),
        cat=a_card,
    ),
    which=lambda data: data["cost"] > 0,
)


# -- the Crown ------------------------------------------------------------------------------------


FACES = tuple(FACE.values())

TURN_CROWN = QuestionKind(
    "face",
    lambda s, seat: FACES,
    prompt=N_("You have the Crown: which way shall the priority order run?"),
    waiting=waiting,
)


def give_crown(s: State, seat: int, way: int) -> None:
    """The Crown lies before this seat, with this face up (PB-PRIO-4)."""
    s.crown, s.way = seat, way
    if s.tell:
        s.tell("crown", seat=seat, way=way)


tells(
    "crown",
    Sentence(
        N_("{name} has the Crown; priority runs {way}."),
        you=N_("You have the Crown; priority runs {way}."),
        way=a_way,
    ),
)


@verb
@dataclass(frozen=True, slots=True)
class TakeCrown(Effect):
    """A claim, settled when all turns of the Action phase are over (PB-EFF-5, PB-RUL-2).

    Or at once, for an order that counts from then on (PB-OPT-5).
    """

    verb = "take-crown"
    asks = True
    condition: Literal["highest-total-speed"]

    def possible(self, s: State, seat: int) -> bool:
        """Whether the claim is settled at once and holds."""
        return s.options["prince_claim"] == "turn" and s.speed_order()[0] == seat

    def ask(self, s: State, seat: int) -> Asking:
        action = yield TURN_CROWN.ask(seat)
        s.claims, s.claimed_way = 1 << seat, action.value
        if s.tell:
            s.tell("took-crown", seat=seat, way=action.value)

    def do(self, s: State, seat: int) -> None:
        if s.options["prince_claim"] == "end":
            s.claims |= 1 << seat
            if s.tell:
                s.tell("claimed", seat=seat)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("fastest: take the Crown")


tells("claimed", Sentence(N_("{name} claims the Crown."), you=N_("You claim the Crown.")))
tells(
    "took-crown",
    Sentence(
        N_("{name} takes the Crown; after this phase priority runs {way}."),
        you=N_("You take the Crown; after this phase priority runs {way}."),
        way=a_way,
    ),
)
