"""Catventurers that wake up, come and go: what cards and Level-ups do to a party."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from meowple.author import N_, Action, Asking, Json, Line, People, QuestionKind
from meowple.games.purrballs.pieces.actions import CHOOSE, DONE, WAKE
from meowple.games.purrballs.pieces.box import CATS
from meowple.games.purrballs.pieces.cards import Cat
from meowple.games.purrballs.pieces.names import CLASSES
from meowple.games.purrballs.pieces.reading import one_of
from meowple.games.purrballs.pieces.speech import Speech
from meowple.games.purrballs.state import State, bits, put

from .effects import Effect, verb
from .telling import Sentence, a_card, some_cards, tells, waiting

# -- waking up ------------------------------------------------------------------------------------


def wake_options(s: State, seat: int) -> list[Action]:
    return [*(WAKE[cat] for cat in s.offered), DONE]


WAKE_UP = QuestionKind(
    "wake",
    wake_options,
    prompt=N_("You may refresh an exhausted Catventurer."),
    waiting=waiting,
)


@verb
@dataclass(frozen=True, slots=True)
class RefreshCatventurer(Effect):
    """Up to so many exhausted Catventurers of a class return to the hand (PB-EFF-23).

    The one in play is not exhausted yet (PB-MON-1).
    """

    verb = "refresh-catventurer"
    asks = True
    amount: int
    class_: Annotated[str, one_of((*CLASSES, "any"))]

    def offer(self, s: State, seat: int) -> tuple[int, ...]:
        """Those that may wake up."""
        return tuple([cat for cat in s.rest[seat] if self.class_ in ("any", CATS[cat].class_)])

    def possible(self, s: State, seat: int) -> bool:
        return bool(self.offer(s, seat))

    def ask(self, s: State, seat: int) -> Asking:
        for _ in range(self.amount):
            s.offered = self.offer(s, seat)
            if not s.offered:
                return
            action = yield WAKE_UP.ask(seat)
            s.offered = ()
            if action is DONE:
                return
            cat = action.value
            s.rest = put(s.rest, seat, tuple([each for each in s.rest[seat] if each != cat]))
            s.hand = put(s.hand, seat, tuple(sorted((*s.hand[seat], cat))))
            if s.tell:
                s.tell("woke", seat=seat, cat=CATS[cat].key)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("wake a cat")


tells("woke", Sentence(N_("{name}: {cat} wakes up."), you=N_("Your {cat} wakes up."), cat=a_card))


# -- the Catventurer deck -------------------------------------------------------------------------


def draw_cats(s: State, number: int) -> list[int]:
    """Cards of the Catventurer deck; its discard pile becomes a new deck when it runs out."""
    drawn: list[int] = []
    while number > len(drawn):
        if not s.cat_deck:
            renew_cat_deck(s)
        deck = list(s.cat_deck)
        if not deck:
            break  # no card is left at all (PB-RUL-37)
        drawn += s.chance.deal(deck, min(number - len(drawn), len(deck)))
        s.cat_deck = deck
    return sorted(drawn)


def renew_cat_deck(s: State) -> None:
    """Rank-1 cards are put away, the rest is the new deck (PB-VET-2)."""
    if not s.discard:
        return
    s.cat_deck, s.discard = s.discard, []
    s.away = [len(swapped) for swapped in s.swapped]
    s.shown = 0
    s.discarded = [0] * s.seats
    if s.tell:
        s.tell("new-deck", cards=len(s.cat_deck))


def discard(s: State, seat: int, cats: Iterable[int]) -> None:
    """Rank-2 cards go face-down to the discard pile; this seat knows which."""
    cats = list(cats)
    s.discard = [*s.discard, *cats]
    s.discarded = put(s.discarded, seat, s.discarded[seat] | bits(cats))


def _new_deck(words: Speech, data: Json, people: People) -> Line:
    text = words.ngettext(
        "The discarded Catventurers become a new deck of {n} card.",
        "The discarded Catventurers become a new deck of {n} cards.",
        data["cards"],
    )
    return Line(text.format(n=data["cards"]))


tells("new-deck", _new_deck)


# -- choosing one of several ----------------------------------------------------------------------


def choose_options(s: State, seat: int) -> list[Action]:
    return [CHOOSE[cat] for cat in (s.camp[seat] if s.expert else s.looked[seat])]


class _Drawing(Effect):
    """An effect that chooses one of some cards drawn, or of the Camp in Expert mode."""

    __slots__ = ()
    asks = True
    draw: int

    def drawn(self) -> int:
        return self.draw

    def prepare(self, s: State, seat: int) -> None:
        if not s.expert and not s.looked[seat]:
            looked = tuple(draw_cats(s, self.draw))
            s.looked = put(s.looked, seat, looked)
            if s.tell and looked:
                s.tell("looked", seat=seat, cards=len(looked),
                       secret={"cats": [CATS[cat].key for cat in looked]}, knows=(seat,))  # fmt: skip

    def choose(self, s: State, seat: int, question: QuestionKind) -> Asking:
        """The card chosen; -1 if there is none.

        The others are discarded; in Expert mode the chosen card leaves the Camp.
        """
        self.prepare(s, seat)
        options = choose_options(s, seat)
        if not options:
            return -1
        action = options[0] if len(options) == 1 else (yield question.ask(seat))
        cat: int = action.value
        if s.expert:
            s.camp = put(s.camp, seat, tuple([each for each in s.camp[seat] if each != cat]))
        else:
            discard(s, seat, [each for each in s.looked[seat] if each != cat])
            s.looked = put(s.looked, seat, ())
        return cat


def _looked(words: Speech, data: Json, people: People) -> Line:
    text = words.ngettext("{name} looks at {n} card.", "{name} looks at {n} cards.", data["cards"])
    return Line(text.format(name=people[data["seat"]], n=data["cards"]), data["seat"])


tells(
    "looked",
    _looked,
    Sentence(N_("{name} looks at {cats}."), you=N_("You look at {cats}."), cats=some_cards),
    which=lambda data: "cats" in data,
)


REPLACE = QuestionKind(
    "replace", choose_options, prompt=N_("Choose who takes its place."), waiting=waiting
)


@verb
@dataclass(frozen=True, slots=True)
class ReplaceSelf(_Drawing):
    """Another card takes this one's place and is performed (PB-EFF-24, PB-SPE-2)."""

    verb = "replace-self"
    draw: int

    def ask(self, s: State, seat: int) -> Asking:
        new = yield from self.choose(s, seat, REPLACE)
        if new < 0:
            return
        old = s.cat[seat]
        if s.expert:  # PB-RUL-33
            s.camp = put(s.camp, seat, tuple(sorted((*s.camp[seat], old))))
            others = [pair for pair in s.returned[seat] if pair[0] not in (old, new)]
            s.returned = put(s.returned, seat, (*others, (old, s.takings[seat])))
        else:
            s.discard = [*s.discard, old]
            s.shown |= 1 << old
        s.cat = put(s.cat, seat, new)
        s.sure = put(s.sure, seat, s.sure[seat] & ~(1 << old) | 1 << new)
        if s.temp[seat] == old:  # PB-RUL-36
            s.temp = put(s.temp, seat, new)
        card = CATS[new]
        s.speed = put(s.speed, seat, card.upright)
        s.rotated = put(s.rotated, seat, False)
        s.at = -1  # the turn goes on with the first effect of the new card
        if s.tell:
            s.tell("replaced", seat=seat, old=CATS[old].key, new=card.key)

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("becomes another")


tells(
    "replaced",
    Sentence(
        N_("{name}: {new} takes the place of {old}."),
        you=N_("Your {old} is replaced: {new} takes its place."),
        new=a_card,
        old=a_card,
    ),
)


RECRUITS = QuestionKind(
    "recruit",
    choose_options,
    prompt=N_("Choose a Catventurer that joins you until the level ends."),
    waiting=waiting,
)


@verb
@dataclass(frozen=True, slots=True)
class Recruit(_Drawing):
    """A temporary sixth Catventurer for the hand (PB-EFF-25, PB-RUL-34)."""

    verb = "recruit"
    draw: int

    def ask(self, s: State, seat: int) -> Asking:
        cat = yield from self.choose(s, seat, RECRUITS)
        if cat < 0:
            return
        if s.expert:
            s.takings = put(s.takings, seat, s.takings[seat] + 1)
        s.hand = put(s.hand, seat, tuple(sorted((*s.hand[seat], cat))))
        s.temp = put(s.temp, seat, cat)
        if s.tell:
            s.tell("recruited", seat=seat, secret={"cat": CATS[cat].key}, knows=(seat,))

    def short(self, words: Speech, cat: Cat) -> str:
        return words._("recruit a cat")


tells(
    "recruited",
    Sentence(N_("{name} has one more Catventurer until the level ends.")),
    Sentence(
        N_("{name}: {cat} joins until the level ends."),
        you=N_("{cat} joins you until the level ends."),
        cat=a_card,
    ),
    which=lambda data: "cat" in data,
)


def dismiss(s: State, seat: int, cat: int) -> None:
    """The temporary Catventurer is discarded, or goes back to its Camp (PB-MON-4)."""
    public = s.sure[seat] >> cat & 1
    s.temp = put(s.temp, seat, -1)
    s.hand = put(s.hand, seat, tuple([each for each in s.hand[seat] if each != cat]))
    s.rest = put(s.rest, seat, tuple([each for each in s.rest[seat] if each != cat]))
    s.sure = put(s.sure, seat, s.sure[seat] & ~(1 << cat))
    if s.expert:
        s.camp = put(s.camp, seat, tuple(sorted((*s.camp[seat], cat))))
        if public:
            others = [pair for pair in s.returned[seat] if pair[0] != cat]
            s.returned = put(s.returned, seat, (*others, (cat, s.takings[seat])))
    elif public:
        s.discard = [*s.discard, cat]
        s.shown |= 1 << cat
    else:
        discard(s, seat, [cat])
    if s.tell:
        if public:
            s.tell("dismissed", seat=seat, cat=CATS[cat].key)
        else:
            s.tell("dismissed", seat=seat, secret={"cat": CATS[cat].key}, knows=(seat,))


tells(
    "dismissed",
    Sentence(N_("{name}: the temporary Catventurer leaves.")),
    Sentence(N_("{name}: {cat} leaves."), you=N_("Your {cat} leaves."), cat=a_card),
    which=lambda data: "cat" in data,
)
