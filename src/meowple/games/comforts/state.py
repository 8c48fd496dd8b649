"""All that lies on the table.

A state as plain data (`State.to_json`) is an object with the fields below. Cards are named by
their ids, places by theirs (``forest-left``, ``orchard-2``), tokens as in `pieces.board.TOKENS`;
lists "by seat" have one entry for each seat.

``step``: where the match stands, one of `STEPS`; ``month``: from 1; ``early``: the early bird's seat;
``turn``: how many seats have had their turn in this step; ``forest``, ``meadow``: the cards on top;
``forest_pile``, ``meadow_pile``: cards not yet seen; ``river``: the wheel's position; ``traveler``: id or
null; ``travelers``: those not yet seen; ``comforts``, ``discards``: deck and open pile; ``nest``: from the
left; ``improvements``, ``scrapped``: deck and open pile; ``ladder``: from the bottom; ``marked``: spaces
with the Raven's coins; ``family``: by seat, two values, 0 before they are rolled; ``village``: four values;
``tokens``: by seat, token to number; ``hands``, ``known``, ``fresh``, ``made``, ``built``: by seat; ``known`` are the
cards of the hand that everybody saw being taken, ``fresh`` those drawn since the deck was last made anew;
``placed``: by seat, spaces with workers of that family;
``guest``: by seat, the space where a neighbour put one of them, or null; ``barrow``: by seat, the space
where the wheelbarrow went, or null; ``ready``: seats that have finished placing.

The rest is about the turn that is being played: ``at``: where each of the six dice lies (a place,
``"hill"``); ``shift``: by how much lessons change each; ``umbrella``, ``vane``: ``[die, by]`` or null; ``paw``: the die
that is being given, or null; ``acted``: places where an action was carried out; ``visit``: the space whose
trades are being made, or null; ``trades``, ``bonus_trades``: how many were made there. ``word``: the type
chosen for a solo title, or null.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from meowple.author import Chance, Json, Tell

from .pieces.board import (
    BITS,
    DICE,
    FAMILY_DICE,
    HILL,
    NEST_LEFT,
    POOL,
    SPACES,
    SPACES_OF,
    TOKENS,
    TYPES,
)
from .pieces.box import Box
from .pieces.cards import NOBODY, Traveler
from .pieces.needs import ANY_DIE, WEIGHT, Need

STEPS = (
    "begin",
    "keep",
    "immediate",
    "set_die",
    "guest",
    "place",
    "ride",
    "dice",
    "act",
    "trade",
    "make",
    "discard",
    "month_end",
    "final",
    "title",
    "over",
)
(
    BEGIN,
    KEEP,
    IMMEDIATE,
    SET_DIE,
    GUEST,
    PLACE,
    RIDE,
    DICE_STEP,
    ACT,
    TRADE,
    MAKE,
    DISCARD,
    MONTH_END,
    FINAL,
    TITLE,
    OVER,
) = range(len(STEPS))


FIELDS = (
    "step",
    "month",
    "early",
    "turn",
    "forest",
    "meadow",
    "forest_pile",
    "meadow_pile",
    "river",
    "traveler",
    "travelers",
    "comforts",
    "discards",
    "nest",
    "improvements",
    "scrapped",
    "ladder",
    "marked",
    "family",
    "village",
    "tokens",
    "hands",
    "known",
    "fresh",
    "made",
    "built",
    "placed",
    "guest",
    "barrow",
    "ready",
    "at",
    "shift",
    "umbrella",
    "vane",
    "paw",
    "acted",
    "visit",
    "trades",
    "bonus_trades",
    "word",
)
"""The fields of a state as plain data."""


class State:
    """See the module's description for the fields; here cards, places and tokens are indexes.

    ``placed`` holds sets of spaces as bits, ``ready`` seats and ``acted`` places as bits; "none" is -1.

    Attributes:
        box: the pieces that are played with.
        visitor: the traveler whose effect holds now; derived from ``traveler`` and ``step``.
        needs: what dice each place asks for; derived from the month's cards and the wheel.
    """

    __slots__ = (
        "acted",
        "at",
        "barrow",
        "bonus_trades",
        "box",
        "built",
        "chance",
        "comforts",
        "discards",
        "early",
        "family",
        "forest",
        "forest_pile",
        "fresh",
        "guest",
        "hands",
        "improvements",
        "known",
        "ladder",
        "made",
        "marked",
        "meadow",
        "meadow_pile",
        "month",
        "needs",
        "nest",
        "options",
        "paw",
        "placed",
        "ready",
        "river",
        "scrapped",
        "seats",
        "shift",
        "step",
        "tell",
        "tokens",
        "trades",
        "traveler",
        "travelers",
        "turn",
        "umbrella_by",
        "umbrella_die",
        "vane_by",
        "vane_die",
        "village",
        "visit",
        "visitor",
        "word",
    )

    box: Box
    seats: int
    options: Mapping[str, Any]
    chance: Chance
    tell: Tell | None
    step: int
    month: int
    early: int
    turn: int
    forest: int
    meadow: int
    forest_pile: list[int]
    meadow_pile: list[int]
    river: int
    traveler: int
    travelers: list[int]
    comforts: list[int]
    discards: list[int]
    nest: list[int]
    improvements: list[int]
    scrapped: list[int]
    ladder: list[int]
    marked: int
    family: list[int]
    village: list[int]
    tokens: list[list[int]]
    hands: list[tuple[int, ...]]
    known: list[tuple[int, ...]]
    fresh: list[tuple[int, ...]]
    made: list[tuple[int, ...]]
    built: list[tuple[int, ...]]
    placed: list[int]
    guest: list[int]
    barrow: list[int]
    ready: int
    at: list[int]
    shift: list[int]
    umbrella_die: int
    umbrella_by: int
    vane_die: int
    vane_by: int
    paw: int
    acted: int
    visit: int
    trades: int
    bonus_trades: int
    word: int
    visitor: Traveler
    needs: tuple[Need, ...]

    def copy(self) -> State:
        """A state that shares nothing that can change; ``tell`` is None in it."""
        new = State()
        new.box = self.box
        new.seats = self.seats
        new.options = self.options
        new.chance = self.chance.copy()
        new.tell = None
        new.step = self.step
        new.month = self.month
        new.early = self.early
        new.turn = self.turn
        new.forest = self.forest
        new.meadow = self.meadow
        new.forest_pile = self.forest_pile[:]
        new.meadow_pile = self.meadow_pile[:]
        new.river = self.river
        new.traveler = self.traveler
        new.travelers = self.travelers[:]
        new.comforts = self.comforts[:]
        new.discards = self.discards[:]
        new.nest = self.nest[:]
        new.improvements = self.improvements[:]
        new.scrapped = self.scrapped[:]
        new.ladder = self.ladder[:]
        new.marked = self.marked
        new.family = self.family[:]
        new.village = self.village[:]
        new.tokens = [own[:] for own in self.tokens]
        new.hands = self.hands[:]
        new.known = self.known[:]
        new.fresh = self.fresh[:]
        new.made = self.made[:]
        new.built = self.built[:]
        new.placed = self.placed[:]
        new.guest = self.guest[:]
        new.barrow = self.barrow[:]
        new.ready = self.ready
        new.at = self.at[:]
        new.shift = self.shift[:]
        new.umbrella_die = self.umbrella_die
        new.umbrella_by = self.umbrella_by
        new.vane_die = self.vane_die
        new.vane_by = self.vane_by
        new.paw = self.paw
        new.acted = self.acted
        new.visit = self.visit
        new.trades = self.trades
        new.bonus_trades = self.bonus_trades
        new.word = self.word
        new.visitor = self.visitor
        new.needs = self.needs
        return new

    @property
    def months(self) -> int:
        """How many months the game lasts (CC-OVR-1, CC-SET-5)."""
        return self.box.setup.lengths[self.options["length"]].months

    @property
    def acting(self) -> int:
        """The seat whose turn it is, clockwise from the early bird (CC-TRN-1)."""
        return (self.early + self.turn) % self.seats

    def face(self, die: int) -> int:
        """What a die of the acting seat's pool shows."""
        if die < FAMILY_DICE:
            return self.family[FAMILY_DICE * self.acting + die]
        return self.village[die - FAMILY_DICE]

    def family_dice(self, seat: int) -> list[int]:
        """What the family dice of a seat show."""
        return self.family[FAMILY_DICE * seat : FAMILY_DICE * (seat + 1)]

    def value(self, die: int) -> int:
        """What it counts as, with lessons and Umbrella (CC-LES-2)."""
        value = self.face(die) + self.shift[die]
        return value + self.umbrella_by if die == self.umbrella_die else value

    def groups(self) -> dict[int, int]:
        """What lies where: for each place with dice its group (`WEIGHT`)."""
        at, shift, village = self.at, self.shift, self.village
        first = FAMILY_DICE * self.acting
        found: dict[int, int] = {}
        for die in range(POOL):
            place = at[die]
            if place >= 0:
                own = die < FAMILY_DICE
                value = self.family[first + die] if own else village[die - FAMILY_DICE]
                value += shift[die]
                if die == self.umbrella_die:
                    value += self.umbrella_by
                found[place] = found.get(place, 0) + WEIGHT[value]
        return found

    def movable(self, seat: int) -> int:
        """The spaces, as bits, of a seat's workers that the family placed itself (CC-RUL-31)."""
        guest = self.guest[seat]
        return self.placed[seat] & ~BITS[guest] if guest >= 0 else self.placed[seat]

    def estates(self) -> Iterator[tuple[int, int, int]]:
        """All estates that are built: kind, owner and place."""
        box = self.box
        for owner, built in enumerate(self.built):
            for kind in built:
                if box.improvements[kind].estate >= 0:
                    yield kind, owner, box.estate_place(kind, owner)

    def set_visitor(self) -> None:
        """Note whose all-month effect holds. In the last making of comforts none does (CC-RUL-33)."""
        self.visitor = (
            NOBODY if self.traveler < 0 or self.step >= FINAL else self.box.travelers[self.traveler]
        )

    def set_needs(self) -> None:
        """Note what dice this month's places ask for (CC-PLC-7)."""
        box = self.box
        if self.forest < 0:
            self.needs = box.needs
            return
        self.needs = (
            *box.forest[self.forest].needs,
            *box.meadow[self.meadow].needs,
            *box.river.needs[self.river],
            *(ANY_DIE,) * (box.places - NEST_LEFT),
        )

    # -- plain data ---------------------------------------------------------------------------

    def to_json(self) -> Json:
        """As described in the module; `load` reads it."""
        box = self.box
        place = box.place_ids
        comforts = [card.id for card in box.comforts]
        improvements = [card.id for card in box.improvements]
        travelers = [card.id for card in box.travelers]

        def names(ids: Sequence[str], kinds: Iterable[int]) -> list[str]:
            return [ids[kind] for kind in kinds]

        def where(spaces: Iterable[int]) -> list[str | None]:
            return [None if space < 0 else place[space] for space in spaces]

        return {
            "step": STEPS[self.step],
            "month": self.month,
            "early": self.early,
            "turn": self.turn,
            "forest": None if self.forest < 0 else box.forest[self.forest].id,
            "meadow": None if self.meadow < 0 else box.meadow[self.meadow].id,
            "forest_pile": [box.forest[card].id for card in self.forest_pile],
            "meadow_pile": [box.meadow[card].id for card in self.meadow_pile],
            "river": box.river.ids[self.river],
            "traveler": None if self.traveler < 0 else travelers[self.traveler],
            "travelers": names(travelers, self.travelers),
            "comforts": names(comforts, self.comforts),
            "discards": names(comforts, self.discards),
            "nest": names(comforts, self.nest),
            "improvements": names(improvements, self.improvements),
            "scrapped": names(improvements, self.scrapped),
            "ladder": names(improvements, self.ladder),
            "marked": [SPACES[space] for space in SPACES_OF[self.marked]],
            "family": [self.family_dice(seat) for seat in range(self.seats)],
            "village": list(self.village),
            "tokens": [
                {name: n for name, n in zip(TOKENS, own, strict=True) if n} for own in self.tokens
            ],
            "hands": [names(comforts, hand) for hand in self.hands],
            "known": [names(comforts, hand) for hand in self.known],
            "fresh": [names(comforts, hand) for hand in self.fresh],
            "made": [names(comforts, own) for own in self.made],
            "built": [names(improvements, own) for own in self.built],
            "placed": [[SPACES[space] for space in SPACES_OF[mask]] for mask in self.placed],
            "guest": where(self.guest),
            "barrow": where(self.barrow),
            "ready": [seat for seat in range(self.seats) if self.ready >> seat & 1],
            "at": ["hill" if at == HILL else place[at] for at in self.at],
            "shift": list(self.shift),
            "umbrella": None
            if self.umbrella_die < 0
            else [DICE[self.umbrella_die], self.umbrella_by],
            "vane": None if self.vane_die < 0 else [DICE[self.vane_die], self.vane_by],
            "paw": None if self.paw < 0 else DICE[self.paw],
            "acted": [place[at] for at in range(box.places) if self.acted >> at & 1],
            "visit": None if self.visit < 0 else SPACES[self.visit],
            "trades": self.trades,
            "bonus_trades": self.bonus_trades,
            "word": None if self.word < 0 else TYPES[self.word],
        }
