"""The kinds of pieces.

Pieces are small ints inside the state: a Catventurer is its index in `Box.cats` (the starting ones
first, the rest is the deck), a Loot card its index in `Box.loot`, a Monster its index in
`Box.monsters`, a Buff its index in `Box.buffs`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .lines import ScoringLine


@dataclass(frozen=True, slots=True, eq=False)
class Cat:
    """A Catventurer. ``upright`` is its Speed as played (0 for an X), ``turned`` when rotated.

    What it does stands in `rules.effects.ABILITY`.
    """

    index: int
    key: str
    name: str
    text: str
    origin: str
    class_: str
    rank: int
    speed_kind: str
    upright: int
    turned: int
    battle: bool
    score: ScoringLine


@dataclass(frozen=True, slots=True, eq=False)
class Buff:
    """A Buff: ``value`` is added to the Speed, ``cost`` paid to the supply, ``gain`` taken."""

    index: int
    key: str
    name: str
    text: str
    origin: str
    value: int
    cost: int
    gain: int


@dataclass(frozen=True, slots=True, eq=False)
class Loot:
    """A Loot card. ``card`` is its id in the data, which its copies share.

    ``resource`` and ``treasure`` are indices, -1 for other kinds; ``attack`` lists the icons,
    ``counts`` how many of each kind they are. What a Mana card does when it is taken stands in
    `rules.effects.GIFT`.
    """

    index: int
    key: str
    card: str
    name: str
    text: str
    origin: str
    level: int
    min_players: int
    kind: str
    monster_icons: int
    emblems: int
    resource: int
    treasure: int
    attack: tuple[int, ...]
    counts: tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Monster:
    """A Monster. ``defences`` are the printed icons, ``question`` the number of dice to roll.

    Its reward stands in `rules.effects.REWARD`.
    """

    index: int
    key: str
    name: str
    text: str
    origin: str
    level: int
    min_players: int
    type: int
    defences: tuple[int, ...]
    question: int


Card = Cat | Buff | Loot | Monster
