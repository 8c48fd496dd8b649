"""Mana: what gains it, gives it and takes it; and all that is counted for an amount or a Speed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from meowple.author import N_, Action, Asking, QuestionKind
from meowple.games.purrballs.pieces.actions import FROM
from meowple.games.purrballs.pieces.box import BUFFS, CAT_CLASS, LOOT
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.pieces.reading import one_of
from meowple.games.purrballs.pieces.speech import Speech
from meowple.games.purrballs.state import State

from .effects import Effect, verb
from .telling import Sentence, a_person, tells, waiting

# -- counting -------------------------------------------------------------------------------------


class Counter(NamedTuple):
    """Something on the table that is counted.

    Attributes:
        number: (state, seat, threshold) -> how many there are now.
        short: what is counted, in the room of a small card.
    """

    number: Callable[[State, int, int], int]
    short: str


def rivals(s: State, seat: int) -> list[int]:
    """All seats but this one."""
    return [other for other in range(s.seats) if other != seat]


COUNTERS: dict[str, Counter] = {
    "played-non-spellcasters": Counter(
        lambda s, seat, n: sum([CAT_CLASS[cat] != "spellcaster" for cat in s.cat]),
        N_("cats of other classes"),
    ),
    "neighbour-highest-buff": Counter(  # PB-TRA-1
        lambda s, seat, n: max([BUFFS[s.buff[other]].value for other in s.neighbours(seat)]),
        N_("neighbour's Buff"),
    ),
    "neighbour-highest-speed": Counter(
        lambda s, seat, n: max([s.speed[other] for other in s.neighbours(seat)]),
        N_("neighbour's Speed"),
    ),
    "rivals-faster": Counter(
        lambda s, seat, n: sum([speed > s.speed[seat] for speed in s.speed]),
        N_("faster rivals"),
    ),
    "rivals-speed-at-least": Counter(
        lambda s, seat, n: sum([s.speed[other] >= n for other in rivals(s, seat)]),
        N_("quick rivals"),
    ),
    "resource-types": Counter(
        lambda s, seat, n: len({LOOT[card].resource for card in s.face_up(seat)}),
        N_("Resource types"),
    ),
    "mana-thirds": Counter(lambda s, seat, n: s.mana[seat] // 3, N_("Mana by 3")),
}
"""What can be counted, by its name in the data; read from the table as it is now (PB-EFF-2)."""

Per = Annotated[str, one_of(tuple(COUNTERS))]


def counted_short(words: Speech, per: str, each: int) -> str:
    """What is counted, in the room of a small card."""
    what = words._(COUNTERS[per].short)
    return what if each == 1 else f"{each} × {what}"


# -- gaining --------------------------------------------------------------------------------------


@verb
@dataclass(frozen=True, slots=True)
class GainMana(Effect):
    """Mana from the supply: a fixed amount, or ``each`` x counter + ``plus`` (PB-EFF-3)."""

    verb = "gain-mana"
    amount: int = 0
    per: Per = ""
    each: int = 0
    plus: int = 0
    threshold: int = 0

    def do(self, s: State, seat: int) -> None:
        amount = self.amount
        if self.per:
            amount = self.each * COUNTERS[self.per].number(s, seat, self.threshold) + self.plus
        s.mana[seat] += amount
        if s.tell:
            s.tell("gained", seat=seat, amount=amount)

    def wrong(self) -> str:
        if bool(self.per) == bool(self.amount):
            return N_("gain-mana takes either an amount or a counter")
        return ""

    def short(self, words: Speech, cat: Cat) -> str:
        if not self.per:
            return words._("gain {amount} Mana").format(amount=self.amount)
        text = N_("gain {plus} Mana + {what}") if self.plus else N_("Mana: {what}")
        what = counted_short(words, self.per, self.each)
        return words._(text).format(plus=self.plus, what=what)


tells("gained", Sentence(N_("{name} gains {amount} Mana."), you=N_("You gain {amount} Mana.")))


@verb
@dataclass(frozen=True, slots=True)
class RivalsGainMana(Effect):
    """Every rival whose Catventurer is slower takes Mana from the supply (PB-EFF-20)."""

    verb = "rivals-gain-mana"
    who: Literal["rivals-slower"]
    amount: int

    def do(self, s: State, seat: int) -> None:
        for other in rivals(s, seat):
            if s.speed[other] < s.speed[seat]:
                s.mana[other] += self.amount
                if s.tell:
                    s.tell("gained", seat=other, amount=self.amount)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("slower rivals {amount}").format(amount=self.amount)


# -- giving and taking ----------------------------------------------------------------------------


@verb
@dataclass(frozen=True, slots=True)
class GiveMana(Effect):
    """Mana for each neighbour; what the player lacks comes from the supply (PB-EFF-19)."""

    verb = "give-mana"
    to: Literal["each-neighbour"]
    amount: int
    shortfall: Literal["supply"]

    def do(self, s: State, seat: int) -> None:
        for other in s.neighbours(seat):
            own = min(s.mana[seat], self.amount)  # PB-TRA-3
            s.mana[seat] -= own
            s.mana[other] += self.amount
            if s.tell:
                s.tell("gave", seat=seat, to=other, amount=self.amount, own=own)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("neighbours get {amount} Mana").format(amount=self.amount)


tells(
    "gave",
    Sentence(
        N_("{name} gives {amount} Mana to {to}."),
        you=N_("You give {amount} Mana to {to}."),
        to_you=N_("{name} gives you {amount} Mana."),
        whom="to",
        to=a_person,
    ),
    Sentence(
        N_("{name} has too little to give; {to} gets {amount} Mana."),
        you=N_("You have too little to give; {to} gets {amount} Mana."),
        to_you=N_("{name} has too little to give; you get {amount} Mana."),
        whom="to",
        to=a_person,
    ),
    which=lambda data: data["own"] < data["amount"],
)


def steal_options(s: State, seat: int) -> list[Action]:
    return [FROM[other] for other in range(s.seats) if other != seat and s.mana[other]]


STEAL = QuestionKind(
    "steal", steal_options, prompt=N_("Take Mana from which rival?"), waiting=waiting
)


@verb
@dataclass(frozen=True, slots=True)
class StealMana(Effect):
    """Up to so much Mana from one rival who has some (PB-EFF-8)."""

    verb = "steal-mana"
    asks = True
    source: Literal["one-rival"]
    amount: int

    def possible(self, s: State, seat: int) -> bool:
        return sum(s.mana) > s.mana[seat]

    def ask(self, s: State, seat: int) -> Asking:
        options = steal_options(s, seat)
        action = options[0] if len(options) == 1 else (yield STEAL.ask(seat))
        rival = action.value
        amount = min(self.amount, s.mana[rival])
        s.mana[rival] -= amount
        s.mana[seat] += amount
        if s.tell:
            s.tell("stole", seat=seat, rival=rival, amount=amount)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("steal {amount} Mana").format(amount=self.amount)


tells(
    "stole",
    Sentence(
        N_("{name} takes {amount} Mana from {rival}."),
        you=N_("You take {amount} Mana from {rival}."),
        to_you=N_("{name} takes {amount} Mana from you."),
        whom="rival",
        rival=a_person,
    ),
)
