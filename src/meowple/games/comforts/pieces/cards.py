"""The cards, and what is printed on the boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .amounts import Amount
from .board import SPACES
from .effects import ComfortEffect, ImprovementEffect, Profit, TravelerEffect
from .needs import Need


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What all cards of the three decks have.

    Attributes:
        kind: the index in the file.
        name, text: in English, to be translated.
        verbs: the effects by their class.
    """

    kind: int
    id: str
    name: str
    count: int
    text: str
    verbs: Mapping[type, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comfort(Card):
    """A comfort (CC-CMP-5). ``type``: index in `TYPES` or -1; ``stores``: tokens that may lie on it."""

    points: int
    type: int
    cost: Amount
    stores: tuple[int, ...]
    effects: tuple[ComfortEffect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement(Card):
    """An improvement (CC-CMP-12). ``estate``: its place among the kinds of estates, or -1."""

    points: int
    cost: Amount
    estate: int
    solo: bool
    effects: tuple[ImprovementEffect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Traveler(Card):
    """A traveler (CC-CMP-7), with what holds while it is there ready to look up.

    Attributes:
        timing: printed on the card.
        profits: by die value, 0 unused.
        effect: its special effect.
        pair: tokens that may replace one another (CC-TVL-11), or None.
        less_comfort, less_improvement: what costs are lowered by (CC-TVL-8), or None.
        bonus: what an action at each space gives more (CC-TVL-7, CC-TVL-14).
        lessons: lessons that everybody may use in the own turn (CC-TVL-9).
        extra_lessons: more for each idle worker (CC-TVL-15).
        closed: spaces that take no workers, but dice without them (CC-TVL-16), as bits.
        search: spaces after whose actions the discard pile may be searched (CC-TVL-13), as bits.
        guests: workers that each family hands to the left (CC-TVL-2).
        mark: what an action at a marked space gives more (CC-TVL-12), or None.
        last: whether village dice serve an action after the last turn (CC-TVL-5).
    """

    timing: str
    solo: bool
    profits: tuple[Profit, ...]
    effect: TravelerEffect
    pair: tuple[int, int] | None = None
    less_comfort: Amount | None = None
    less_improvement: Amount | None = None
    bonus: tuple[tuple[Amount, ...], ...] = ((),) * len(SPACES)
    lessons: int = 0
    extra_lessons: int = 0
    closed: int = 0
    search: int = 0
    guests: int = 0
    mark: Amount | None = None
    last: bool = False


NOBODY = Traveler(
    kind=-1,
    id="",
    name="",
    count=0,
    text="",
    timing="",
    solo=False,
    profits=(),
    effect=TravelerEffect(),
)
"""Stands for the traveler when none is there, or when the months are over (CC-RUL-33)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthCard:
    """A Forest or Meadow card: two spaces with what they need and give (CC-FOR-1)."""

    kind: int
    id: str
    name: str
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
    """The board, the home boards and the points at the end.

    Attributes:
        spaces, types, seasons: their names in English.
        nest: how many comforts lie open.
        draws: how many comforts a die draws, by its value.
        rungs: which value reaches each, from the bottom up.
        trades: of the Market.
        cottages: points of the cottage spaces in the order in which they are uncovered.
        drawn, kept: comforts at the start.
        hand: the most comforts in a hand after the own turn (CC-TRN-16).
        idle_lessons: for each worker that did not act.
        per_book, per_coin, resources_per_point: of tokens left over.
    """

    spaces: tuple[str, ...]
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
    types: tuple[str, ...]
    seasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Length:
    """A length of the game: months, and how many of them in each season (CC-SET-5)."""

    months: int
    seasons: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class TitleWord:
    """A word of a solo title: for a type of comforts, or for a range of numbers."""

    type: int
    least: int
    most: int
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Players, lengths, starting coins, and the solo game.

    Attributes:
        families: id and name of each.
        coins: by (players, length) what each seat of the first month's turn order starts with.
        copies: of each improvement that stays in the solo game (CC-SOL-4).
        words: the four questions of a solo title with their words.
    """

    families: tuple[tuple[str, str], ...]
    lengths: Mapping[str, Length]
    coins: Mapping[tuple[int, str], tuple[int, ...]]
    copies: int
    words: tuple[tuple[TitleWord, ...], ...]
