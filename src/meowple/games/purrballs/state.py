"""All that lies on the table, and its plain data, which `positions` reads and checks.

Pieces are ints (see `pieces.cards`). What belongs to a seat stands in lists with one place a seat;
what lies inside such a place is a tuple, replaced when it changes, so that a copy of the state
copies flat lists only. Lists declared as `Sequence` change seldom: copies share them, and who
changes one makes a new one (`put`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from meowple.author import Chance, Tell

from .pieces.box import (
    BOX,
    BUFFS,
    CATS,
    LOOT,
    MONSTERS,
    RANK_1,
    RANK_1_PLACE,
    RANK_2,
    STARTERS,
)
from .pieces.names import SEATS, STARTING_MANA

STEPS = (
    "crown",
    "draft",
    "level-up",
    "dungeon",
    "select",
    "action",
    "claim",
    "loot",
    "battle",
    "count",
    "over",
)
"""Where the script is; a position is loaded at one of these."""
CROWN, DRAFT, LEVELING, DUNGEON, SELECT, ACTION, CLAIM, LOOTING, BATTLE, COUNT, OVER = range(11)
PHASES = ("dungeon", "select", "action", "loot", "battle", "exhaust")
"""The phases of a round (PB-ROUND-2)."""
PHASE_OF = {DUNGEON: 0, SELECT: 1, ACTION: 2, CLAIM: 2, LOOTING: 3, BATTLE: 4}
"""The phase that each step of the script belongs to."""
ROUNDS = {seats: len(BOX.loot_deck(1, seats)) // seats for seats in SEATS}
"""Rounds in a level (PB-INF-2)."""


class State:
    """A table of Purrballs.

    Attributes:
        seats, options, chance, tell: as every game's state has them.
        step: an index of `STEPS`.
        level, round: from 1; level 0 before the first.
        turn: whose turn of the phase, an index of ``order``.
        at: in the Action phase the effect of the card in play that comes next.
        order: the seats in the order of the phase that runs.
        crown: who holds the Crown.
        way: its face: 1 clockwise, -1 anticlockwise; 0 before it was chosen.
        pool: the Loot row. monsters: the Monster row, oldest first.
        loot_deck: unseen Loot of the level, no order. under: Loot put under the deck, in order.
        monster_deck: unseen Monsters of the level, no order. box: Monsters out of the game.
        cat_deck: the Catventurer deck, no order. discard: Rank-2 cards of its discard pile; the
            Rank-1 cards in it are the last of each seat's ``swapped``, from ``away`` on.
        shown: bit set of Rank-2 cards in the discard pile that everybody saw going there.
        reserved, reserver: a Loot card marked by a Cleric and its player, or -1.
        claims: bit set of seats that claim the Crown; with the option ``prince_claim`` at ``turn``
            the one seat that took it in this Action phase.
        claimed_way: the face that this seat chose, which counts from the end of the phase; or 0.
        wyvern: what the Wyvern counts as, -1 a Monster, 0 to 3 a Treasure; None: not decided.

    By seat:
        mana: in units. hand, rest: awake and exhausted Catventurers, sorted.
        cat, buff: in play, -1 for none. unpaid: whether that Buff replaced another.
        speed: of the Catventurer in play. rotated, grabbed: whether it did so this round.
        loot, trophies: Loot and Monsters in the Stash. spent: exhausted Gear.
        tucked: pairs (Resource, Treasure it lies under).
        temp: the temporary Catventurer, or -1.
        camp: the Camp. looked: cards the seat looks at, to choose from.
        swapped: Rank-1 cards replaced so far, in order: which ones is secret, how many is not.
        away: how many of them were put away when the discard pile became a deck.
        seen: for each Rank-1 card how many swaps there had been when all knew it in the party.
        sure: bit set of Rank-2 cards that everybody knows to be in the party.
        discarded: bit set of cards in the discard pile that this seat alone saw going there.
        takings: how often it took a card out of its Camp in secret.
        returned: pairs (card, takings then) of cards that all saw going back into the Camp.
        draft: in Expert mode, by the seat it was dealt to: who took what in which order.
        draft_way: the direction in which the draft went round.

    Within one turn only, never at a checkpoint:
        fighter, foe, rolled, free, gear: the battle: its seat, the Monster (-1 none chosen), the
            icons rolled for its question marks, free Attack icons by kind, the Gear chosen.
        ignore: kinds of Defences that count as matched in it.
        battles: battles that may still be begun, this one included.
        half: the first of two cards to be chosen, or -1.
        offered: what a verb lets its player choose from.
    """

    __slots__ = (
        "at",
        "away",
        "battles",
        "box",
        "buff",
        "camp",
        "cat",
        "cat_deck",
        "chance",
        "claimed_way",
        "claims",
        "crown",
        "discard",
        "discarded",
        "draft",
        "draft_way",
        "fighter",
        "foe",
        "free",
        "gear",
        "grabbed",
        "half",
        "hand",
        "ignore",
        "level",
        "looked",
        "loot",
        "loot_deck",
        "mana",
        "monster_deck",
        "monsters",
        "offered",
        "options",
        "order",
        "pool",
        "reserved",
        "reserver",
        "rest",
        "returned",
        "rolled",
        "rotated",
        "round",
        "seats",
        "seen",
        "shown",
        "speed",
        "spent",
        "step",
        "sure",
        "swapped",
        "takings",
        "tell",
        "temp",
        "trophies",
        "tucked",
        "turn",
        "under",
        "unpaid",
        "way",
        "wyvern",
    )

    seats: int
    options: Mapping[str, Any]
    chance: Chance
    tell: Tell | None
    step: int
    level: int
    round: int
    turn: int
    at: int
    order: Sequence[int]
    crown: int
    way: int
    pool: list[int]
    monsters: list[int]
    loot_deck: Sequence[int]
    under: Sequence[int]
    monster_deck: Sequence[int]
    box: Sequence[int]
    cat_deck: Sequence[int]
    discard: Sequence[int]
    shown: int
    reserved: int
    reserver: int
    claims: int
    claimed_way: int
    wyvern: int | None
    mana: list[int]
    hand: Sequence[tuple[int, ...]]
    rest: Sequence[tuple[int, ...]]
    cat: Sequence[int]
    buff: Sequence[int]
    unpaid: Sequence[bool]
    speed: Sequence[int]
    rotated: Sequence[bool]
    grabbed: Sequence[bool]
    loot: list[tuple[int, ...]]
    trophies: Sequence[tuple[int, ...]]
    spent: Sequence[tuple[int, ...]]
    tucked: Sequence[tuple[tuple[int, int], ...]]
    temp: Sequence[int]
    camp: Sequence[tuple[int, ...]]
    looked: Sequence[tuple[int, ...]]
    swapped: Sequence[tuple[int, ...]]
    away: Sequence[int]
    seen: Sequence[tuple[int, ...]]
    sure: Sequence[int]
    discarded: Sequence[int]
    takings: Sequence[int]
    returned: Sequence[tuple[tuple[int, int], ...]]
    draft: Sequence[tuple[int, ...]]
    draft_way: int
    fighter: int
    foe: int
    rolled: tuple[int, ...]
    free: tuple[int, int, int]
    gear: tuple[int, ...]
    ignore: tuple[int, ...]
    battles: int
    half: int
    offered: tuple[int, ...]

    def copy(self) -> State:
        """A state that shares nothing that can change."""
        new = State()
        new.seats = self.seats
        new.options = self.options
        new.chance = self.chance.copy()
        new.tell = None
        new.step = self.step
        new.level = self.level
        new.round = self.round
        new.turn = self.turn
        new.at = self.at
        new.order = self.order
        new.crown = self.crown
        new.way = self.way
        new.pool = self.pool[:]
        new.monsters = self.monsters[:]
        new.loot_deck = self.loot_deck
        new.under = self.under
        new.monster_deck = self.monster_deck
        new.box = self.box
        new.cat_deck = self.cat_deck
        new.discard = self.discard
        new.shown = self.shown
        new.reserved = self.reserved
        new.reserver = self.reserver
        new.claims = self.claims
        new.claimed_way = self.claimed_way
        new.wyvern = self.wyvern
        new.mana = self.mana[:]
        new.hand = self.hand
        new.rest = self.rest
        new.cat = self.cat
        new.buff = self.buff
        new.unpaid = self.unpaid
        new.speed = self.speed
        new.rotated = self.rotated
        new.grabbed = self.grabbed
        new.loot = self.loot[:]
        new.trophies = self.trophies
        new.spent = self.spent
        new.tucked = self.tucked
        new.temp = self.temp
        new.camp = self.camp
        new.looked = self.looked
        new.swapped = self.swapped
        new.away = self.away
        new.seen = self.seen
        new.sure = self.sure
        new.discarded = self.discarded
        new.takings = self.takings
        new.returned = self.returned
        new.draft = self.draft
        new.draft_way = self.draft_way
        new.fighter = self.fighter
        new.foe = self.foe
        new.rolled = self.rolled
        new.free = self.free
        new.gear = self.gear
        new.ignore = self.ignore
        new.battles = self.battles
        new.half = self.half
        new.offered = self.offered
        return new

    # -- reading it -------------------------------------------------------------------------------

    @property
    def expert(self) -> bool:
        """Whether the table plays Expert mode."""
        return bool(self.options["mode"] == "expert")

    def priority(self) -> list[int]:
        """All seats, the holder of the Crown first, in the direction of its face (PB-PRIO-2)."""
        return list(_priority(self.crown, self.way or 1, self.seats))

    def neighbours(self, seat: int) -> tuple[int, int]:
        """The rivals on both sides, the one earlier in the priority order first (PB-RUL-7)."""
        right, left = (seat + 1) % self.seats, (seat - 1) % self.seats
        crown, way, seats = self.crown, self.way or 1, self.seats
        if (right - crown) * way % seats < (left - crown) * way % seats:
            return right, left
        return left, right

    def total(self, seat: int) -> int:
        """The seat's Total Speed with what it has in play (PB-LOOT-1)."""
        return self.speed[seat] + BUFFS[self.buff[seat]].value

    def speed_order(self) -> list[int]:
        """All seats by Total Speed, ties by priority (PB-LOOT-2)."""
        totals = []
        for seat, buff in enumerate(self.buff):
            totals.append(-self.speed[seat] - BUFFS[buff].value)
        order = _priority(self.crown, self.way or 1, self.seats)
        return sorted(order, key=totals.__getitem__)

    def party(self, seat: int) -> list[int]:
        """All Catventurers of a seat, wherever they are, the temporary one among them."""
        cats = [*self.hand[seat], *self.rest[seat]]
        if self.cat[seat] >= 0:
            cats.append(self.cat[seat])
        return sorted(cats)

    def known_party(self, seat: int) -> list[int]:
        """Those of `party` that everybody knows to be there."""
        swaps, seen, sure = len(self.swapped[seat]), self.seen[seat], self.sure[seat]
        return [
            cat
            for cat in self.party(seat)
            if CATS[cat].rank == 0
            or (cat in RANK_1_PLACE and seen[RANK_1_PLACE[cat]] == swaps)
            or sure >> cat & 1
        ]

    def face_up(self, seat: int) -> list[int]:
        """Resources of a seat that lie under no Treasure."""
        under = {resource for resource, _ in self.tucked[seat]}
        return [c for c in self.loot[seat] if LOOT[c].resource >= 0 and c not in under]

    def upright_gear(self, seat: int) -> list[int]:
        """Gear that can be used."""
        spent = self.spent[seat]
        upright = []
        for card in self.loot[seat]:  # a loop, for every battle asks more than once
            if LOOT[card].attack and card not in spent:
                upright.append(card)
        return upright

    # -- plain data -------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The state as plain data; `load` reads it. Cards are named by their keys."""
        seats = range(self.seats)
        return {
            "step": STEPS[self.step],
            "level": self.level,
            "round": self.round,
            "turn": self.turn,
            "at": self.at,
            "order": list(self.order),
            "crown": self.crown,
            "way": self.way,
            "pool": _loot_keys(self.pool),
            "monsters": _monster_keys(self.monsters),
            "loot_deck": _loot_keys(self.loot_deck),
            "under": _loot_keys(self.under),
            "monster_deck": _monster_keys(self.monster_deck),
            "box": _monster_keys(self.box),
            "cat_deck": _cat_keys(self.cat_deck),
            "discard": _cat_keys(self.discard),
            "shown": _cat_keys(members(self.shown)),
            "reserved": None if self.reserved < 0 else LOOT[self.reserved].key,
            "reserver": self.reserver,
            "claims": [seat for seat in seats if self.claims >> seat & 1],
            "claimed_way": self.claimed_way,
            "wyvern": self.wyvern,
            "draft_way": self.draft_way,
            "parties": [self._seat_json(seat) for seat in seats],
        }

    def _seat_json(self, seat: int) -> dict[str, Any]:
        return {
            "mana": self.mana[seat],
            "hand": _cat_keys(self.hand[seat]),
            "rest": _cat_keys(self.rest[seat]),
            "cat": _cat_keys([self.cat[seat]])[0] if self.cat[seat] >= 0 else None,
            "buff": BUFFS[self.buff[seat]].key if self.buff[seat] >= 0 else None,
            "unpaid": self.unpaid[seat],
            "speed": self.speed[seat],
            "rotated": self.rotated[seat],
            "grabbed": self.grabbed[seat],
            "loot": _loot_keys(self.loot[seat]),
            "trophies": _monster_keys(self.trophies[seat]),
            "spent": _loot_keys(self.spent[seat]),
            "tucked": [_loot_keys(pair) for pair in self.tucked[seat]],
            "temp": CATS[self.temp[seat]].key if self.temp[seat] >= 0 else None,
            "camp": _cat_keys(self.camp[seat]),
            "looked": _cat_keys(self.looked[seat]),
            "swapped": _cat_keys(self.swapped[seat]),
            "away": self.away[seat],
            "seen": list(self.seen[seat]),
            "sure": _cat_keys(members(self.sure[seat])),
            "discarded": _cat_keys(members(self.discarded[seat])),
            "takings": self.takings[seat],
            "returned": [[CATS[cat].key, takings] for cat, takings in self.returned[seat]],
            "draft": _cat_keys(self.draft[seat]),
        }


def _cat_keys(cats: Iterable[int]) -> list[str]:
    return [CATS[cat].key for cat in cats]


def _loot_keys(cards: Iterable[int]) -> list[str]:
    return [LOOT[card].key for card in cards]


def _monster_keys(cards: Iterable[int]) -> list[str]:
    return [MONSTERS[card].key for card in cards]


def members(mask: int) -> list[int]:
    """The cards of a set that `bits` made."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


@cache
def _priority(crown: int, way: int, seats: int) -> tuple[int, ...]:
    return tuple([(crown + way * i) % seats for i in range(seats)])


T = TypeVar("T")


def put(values: Sequence[T], seat: int, value: T) -> list[T]:
    """A new list with another value in one seat's place."""
    new = [*values]
    new[seat] = value
    return new


def bits(cards: Iterable[int]) -> int:
    """The set of these cards as an int, a bit for each."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def blank(seats: int, options: Mapping[str, Any], chance: Chance) -> State:
    """A table on which nobody has the Crown yet."""
    s = State()
    s.seats = seats
    s.options = options
    s.chance = chance
    s.tell = None
    s.step = CROWN
    s.level = 0
    s.round = 0
    s.turn = 0
    s.at = 0
    s.order = []
    s.crown = 0
    s.way = 0
    s.pool = []
    s.monsters = []
    s.loot_deck = []
    s.under = []
    s.monster_deck = []
    s.box = []
    s.cat_deck = list(RANK_2)
    s.discard = []
    s.shown = 0
    s.reserved = -1
    s.reserver = -1
    s.claims = 0
    s.claimed_way = 0
    s.wyvern = None
    s.mana = [STARTING_MANA] * seats
    s.hand = [STARTERS] * seats
    s.rest = [()] * seats
    s.cat = [-1] * seats
    s.buff = [-1] * seats
    s.unpaid = [False] * seats
    s.speed = [0] * seats
    s.rotated = [False] * seats
    s.grabbed = [False] * seats
    s.loot = [()] * seats
    s.trophies = [()] * seats
    s.spent = [()] * seats
    s.tucked = [()] * seats
    s.temp = [-1] * seats
    s.camp = [()] * seats
    s.looked = [()] * seats
    s.swapped = [()] * seats
    s.away = [0] * seats
    s.seen = [(0,) * len(RANK_1)] * seats
    s.sure = [0] * seats
    s.discarded = [0] * seats
    s.takings = [0] * seats
    s.returned = [()] * seats
    s.draft = [()] * seats
    s.draft_way = 0
    s.fighter = -1
    s.foe = -1
    s.rolled = ()
    s.free = (0, 0, 0)
    s.gear = ()
    s.ignore = ()
    s.battles = 0
    s.half = -1
    s.offered = ()
    return s


def setup(seats: int, options: Mapping[str, Any], chance: Chance) -> State:
    """The table before the first decision: which face of the Crown is up (PB-SET-6 to -11)."""
    s = blank(seats, options, chance)
    first = options["first_crown"]
    if not 1 <= first <= seats:  # PB-RUL-44
        s.crown = chance.below(seats)
    else:
        s.crown = first - 1
    return s
