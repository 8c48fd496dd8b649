"""The pieces of the game and the names the rules have for them.

Cards are handled by kind: the index of a kind in its file. Spaces, tokens and types have fixed
indexes, since the rules name them; what they are called stands in the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any, Final

# ---------------------------------------------------------------------------------- tokens

TOKENS: Final = ("wood", "stone", "grain", "mushroom", "yarn", "fruit", "coin", "book", "lesson")
"""The tokens that are counted; the first six are the resources (CC-CMP-16, CC-CMP-17)."""

RESOURCES: Final = TOKENS[:6]
WOOD, STONE, GRAIN, MUSHROOM, YARN, FRUIT, COIN, BOOK, LESSON = range(9)
SPECIAL = ("wheelbarrow", "almanac")

TYPES: Final = ("food", "clothing", "light", "outdoor")
"""The types of comforts (CC-CRA-4)."""

SEASONS: Final = ("spring", "summer", "autumn")

# ---------------------------------------------------------------------------------- spaces

SPACES: Final = (
    "forest-left",
    "forest-right",
    "meadow-left",
    "meadow-right",
    "river-a",
    "river-b",
    "river-c",
    "nest-left",
    "nest-right",
    "workshop",
    "inn",
    "market",
)
"""The twelve action spaces of the main board (CC-PLC-5)."""

(
    FOREST_LEFT,
    FOREST_RIGHT,
    MEADOW_LEFT,
    MEADOW_RIGHT,
    RIVER_A,
    RIVER_B,
    RIVER_C,
    NEST_LEFT,
    NEST_RIGHT,
    WORKSHOP,
    INN,
    MARKET,
) = range(12)

AREAS: Final = {
    "forest": 0b11,
    "meadow": 0b1100,
    "river": 0b1110000,
    "nest": 0b110000000,
    "workshop": 1 << WORKSHOP,
    "inn": 1 << INN,
    "market": 1 << MARKET,
}
"""The spaces of each area, as bits."""

BITS: Final = tuple(1 << space for space in range(64))

ALL_SPACES: Final = (1 << len(SPACES)) - 1

SPACES_OF: Final = tuple(
    tuple(space for space in range(len(SPACES)) if mask >> space & 1)
    for mask in range(ALL_SPACES + 1)
)
"""The spaces of each set of bits, in order."""

MOST_SEATS: Final = 5
FIRST_ESTATE: Final = len(SPACES)
"""From here on places are estates: kind after kind, and in each kind the owners' seats."""

WORKERS: Final = 4
FAMILY_DICE: Final = 2
VILLAGE_DICE: Final = 4
DICE: Final = ("family-1", "family-2", "village-1", "village-2", "village-3", "village-4")
"""The six dice of a pool (CC-TRN-2): the player's own, then those of the village."""

HILL: Final = -1
"""Where a die lies that is not assigned (CC-TRN-18)."""

# ---------------------------------------------------------------------------------- dice needs

WEIGHT: Final = (0, 1, 7, 49, 343, 2401, 16807)
"""A group of dice is the sum of the weights of its values: how many of each, to the base 7."""

GROUPS: Final = tuple(
    dice for size in range(1, 7) for dice in combinations_with_replacement(range(1, 7), size)
)


class Need:
    """Which dice a space asks for (CC-FOR-6 to CC-FOR-15).

    Attributes:
        kind, dice, value, values: as printed; see the data's README. ``dice`` 0 is any number.
        met: the groups that meet it.
        open: the groups that meet it or could with more dice.
    """

    __slots__ = ("dice", "kind", "met", "open", "value", "values")

    def __init__(
        self, kind: str, dice: int = 1, value: int = 0, values: tuple[int, ...] = ()
    ) -> None:
        self.kind = kind
        self.dice = dice
        self.value = value
        self.values = values
        met = [g for g in GROUPS if (not dice or len(g) == dice) and self._meets(g)]
        parts = {g[:i] + g[i + 1 :] for g in met for i in range(len(g))}
        grown = set(met)
        while parts:
            grown |= parts
            parts = {g[:i] + g[i + 1 :] for g in parts for i in range(len(g))}
        self.met = frozenset(sum(WEIGHT[v] for v in group) for group in met)
        self.open = frozenset(sum(WEIGHT[v] for v in group) for group in grown) - {0}

    def _meets(self, dice: tuple[int, ...]) -> bool:
        """Whether these values, in rising order, are what is asked for."""
        match self.kind:
            case "any":
                return True
            case "one_of":
                return dice[0] in self.values
            case "value_max":
                return dice[0] <= self.value
            case "value_min":
                return dice[0] >= self.value
            case "exact":
                return dice == tuple(sorted(self.values))
            case "sum_max":
                return sum(dice) <= self.value
            case "sum_min":
                return sum(dice) >= self.value
            case "sum_exact":
                return sum(dice) == self.value
            case "same":
                return dice[0] == dice[-1]
            case "straight":
                return dice == tuple(range(dice[0], dice[0] + len(dice)))
            case "all_even":
                return all(value % 2 == 0 for value in dice)
            case _:
                return all(value % 2 == 1 for value in dice)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "kind": self.kind,
            "dice": self.dice,
            "value": self.value,
            "values": list(self.values),
        }


NEEDS_WITH_VALUE: Final = ("value_max", "value_min", "sum_max", "sum_min", "sum_exact")
NEEDS: Final = (*NEEDS_WITH_VALUE, "exact", "same", "straight", "all_even", "all_odd")
ANY_DIE: Final = Need("any")

# ---------------------------------------------------------------------------------- amounts


class Amount:
    """How much of what: tokens, resources of choice, comfort cards.

    Attributes:
        fixed: pairs of a token's index and a number.
        any: resources of choice.
        card: comfort cards, drawn or discarded.
        resources: how many resources ``fixed`` holds.
        json: the same as plain data.
    """

    __slots__ = ("any", "card", "fixed", "json", "resources")

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.json = dict(counts)
        self.fixed = tuple((TOKENS.index(name), counts[name]) for name in TOKENS if name in counts)
        self.any = counts.get("any", 0)
        self.card = counts.get("card", 0)
        self.resources = sum(number for token, number in self.fixed if token < COIN)

    def less(self, by: Amount) -> Amount:
        """Lowered by another, nothing below nothing (CC-RUL-34)."""
        lowered = {name: n - by.json.get(name, 0) for name, n in self.json.items()}
        return Amount({name: n for name, n in lowered.items() if n > 0})


NOTHING: Final = Amount({})

# ---------------------------------------------------------------------------------- cards


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does. ``verb`` says what; the other fields are explained in the data's README."""

    verb: str
    timing: str
    after: int = 0
    """Spaces, as bits."""
    areas: int = 0
    """Spaces, as bits."""
    amount: int = 0
    by: tuple[int, ...] = ()
    card: int = -1
    cards: tuple[int, ...] = ()
    count: int = 0
    dice: int = 0
    extra: int = 0
    gain: Amount = NOTHING
    get: Amount = NOTHING
    gift: Amount = NOTHING
    give: Amount = NOTHING
    less: Amount = NOTHING
    limit: int = 0
    on: tuple[str, ...] = ()
    optional: bool = False
    owner_gain: Amount = NOTHING
    owner_may_use: bool = True
    points: int = 0
    rule: str = "free"
    set: Amount = NOTHING
    space: int = -1
    token: int = -1
    tokens: Amount = NOTHING
    type: int = -1
    uses: int = 1
    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What all cards have. ``kind`` is the index in the file, ``verbs`` are the effects by verb."""

    kind: int
    id: str
    name: str
    name_pl: str
    count: int
    text: str
    text_pl: str
    effects: tuple[Effect, ...] = ()
    verbs: Mapping[str, Effect] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comfort(Card):
    """A comfort (CC-CMP-5). ``type``: index in `TYPES` or -1; ``stores``: tokens that may lie on it."""

    points: int
    type: int
    cost: Amount
    stores: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement(Card):
    """An improvement (CC-CMP-12). ``estate``: its place among the kinds of estates, or -1."""

    points: int
    cost: Amount
    estate: int
    solo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Profit:
    """What the Inn gives for some die values: a gain, a trade or the Loon's swap (CC-INN-1)."""

    faces: tuple[int, ...]
    verb: str
    give: Amount = NOTHING
    get: Amount = NOTHING
    give_rule: str = "free"
    get_rule: str = "free"
    times: int = 0
    """How often the trade may be done; 0: as often as the die's value (CC-INN-2, CC-INN-3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traveler(Card):
    """A traveler (CC-CMP-7), with what its all-month effect changes ready to look up.

    Attributes:
        timing: printed on the card.
        profits: by die value, 0 unused.
        pair: tokens that may replace one another (CC-TVL-11), or None.
        less: what costs are lowered by, for comforts and for improvements (CC-TVL-8), or None.
        bonus: what an action at each space gives more (CC-TVL-7, CC-TVL-14).
        lessons: lessons that everybody may use in the own turn (CC-TVL-9).
        extra_lessons: more for each idle worker (CC-TVL-15).
        closed: spaces that take no workers, but dice without them (CC-TVL-16), as bits.
        search: spaces after whose actions the discard pile may be searched (CC-TVL-13), as bits.
    """

    timing: str
    solo: bool
    profits: tuple[Profit, ...]
    pair: tuple[int, int] | None = None
    less_comfort: Amount | None = None
    less_improvement: Amount | None = None
    bonus: tuple[tuple[Amount, ...], ...] = ((),) * len(SPACES)
    lessons: int = 0
    extra_lessons: int = 0
    closed: int = 0
    search: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthCard:
    """A Forest or Meadow card: two spaces with what they need and give (CC-FOR-1)."""

    kind: int
    id: str
    name: str
    name_pl: str
    season: int
    needs: tuple[Need, Need]
    gains: tuple[Amount, Amount]


@dataclass(frozen=True, slots=True)
class Trade:
    """A trade of the Market (CC-MKT-2 to CC-MKT-4), or one that an improvement adds there."""

    id: str
    give: Amount
    get: Amount
    give_rule: str


@dataclass(frozen=True, slots=True)
class Names:
    """What something is called."""

    name: str
    name_pl: str


NOBODY: Final = Traveler(
    kind=-1, id="", name="", name_pl="", count=0, text="", text_pl="", timing="", solo=False,
    profits=(),
)  # fmt: skip
"""Stands for the traveler when none is there, or when the months are over (CC-RUL-33)."""


@dataclass(frozen=True, slots=True)
class River:
    """The three River spaces and the wheel (CC-RIV-1 to CC-RIV-4).

    ``needs`` and ``ids``, ``following``: for each position of the wheel; ``gains``: for A, B, C.
    """

    ids: tuple[int, ...]
    needs: tuple[tuple[Need, Need, Need], ...]
    following: tuple[int, ...]
    gains: tuple[Amount, Amount, Amount]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The board, the home boards and the points at the end; ``rungs`` from the bottom up."""

    spaces: tuple[Names, ...]
    nest: int
    draws: tuple[int, ...]
    rungs: tuple[int, ...]
    trades: tuple[Trade, ...]
    cottages: tuple[int, ...]
    drawn: int
    kept: int
    hand: int
    idle_lessons: int
    per_book: int
    per_coin: int
    resources_per_point: int
    types: tuple[Names, ...]
    seasons: tuple[Names, ...]


@dataclass(frozen=True, slots=True)
class Length:
    """A length of the game: months, and how many of them in each season (CC-SET-5)."""

    months: int
    seasons: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a solo title: for a type of comforts, or for a range of numbers."""

    type: int
    least: int
    most: int
    word: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Players, lengths, starting coins, and the solo game.

    ``coins``: by (players, length) what each seat of the first month's turn order starts with.
    ``words``: the four questions of a solo title with their words.
    """

    families: tuple[tuple[str, Names], ...]
    lengths: Mapping[str, Length]
    coins: Mapping[tuple[int, str], tuple[int, ...]]
    no_travelers: tuple[str, ...]
    no_improvements: tuple[str, ...]
    copies: int
    words: tuple[tuple[Word, ...], ...]
