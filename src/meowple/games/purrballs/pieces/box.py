"""Everything in the box, read from `data` once and checked.

What the cards do is not read here but where it is done (`rules.abilities`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from meowple.author import N_, CardFile, Table

from .cards import Buff, Card, Cat, Loot, Monster
from .lines import LINES, EmblemRank
from .names import (
    CLASSES,
    DEFENCES,
    FACES,
    ICONS,
    KINDS,
    LEVELS,
    RESOURCES,
    SEATS,
    TREASURES,
    TYPES,
)
from .reading import indices, read_one_of

ORIGINS = ("rulebook", "inferred", "original", "extra")
"""An ``extra`` card is more than the box holds: what the rules say of numbers leaves it out."""
UNREAD = ("printed", "bound")
"""Fields that say where a card comes from; nobody plays by them."""


@dataclass(frozen=True, slots=True)
class Box:
    """Everything in the box, checked; only ``effects`` is not, which `rules.abilities` reads.

    Attributes:
        cats, buffs, loot, monsters: the cards.
        faces: of a die, as indices of `FACES`; dice: how many there are.
        tokens: how many there are of every other piece, by its id.
        mana: what a crystal is worth, by its id.
        dungeon: which one the Loot and the Monsters are.
        effects: for each card, by its id in the data, the tables that say what it does.
    """

    cats: tuple[Cat, ...]
    buffs: tuple[Buff, ...]
    loot: tuple[Loot, ...]
    monsters: tuple[Monster, ...]
    faces: tuple[int, ...]
    dice: int
    tokens: Mapping[str, int]
    mana: Mapping[str, int]
    dungeon: str
    effects: Mapping[str, list[Table]]

    def loot_deck(self, level: int, seats: int) -> list[int]:
        """The level's Loot cards for that many players (PB-SET-1, PB-SET-2)."""
        return [c.index for c in self.loot if c.level == level and c.min_players <= seats]

    def monster_deck(self, level: int, seats: int) -> list[int]:
        """The level's Monsters for that many players (PB-SET-1, PB-SET-2)."""
        return [c.index for c in self.monsters if c.level == level and c.min_players <= seats]


def load_box(folder: Path) -> Box:
    """The pieces described in a data folder.

    Raises:
        BadData: with the file, the line, the card and the reason of whatever is wrong.
    """
    names = ("starters", "catventurers", "buffs", "loot", "monsters", "dice", "components")
    files = {name: CardFile(folder / f"{name}.toml") for name in names}
    for file in files.values():
        file.check()
    cards = {name: file.tables("card") for name, file in files.items()}
    starters, deck = cards["starters"], cards["catventurers"]
    cats = [_cat(i, t, max(SEATS), (0, 1)) for i, t in enumerate(starters)]
    cats += [_cat(len(cats) + i, t, 1, (2,)) for i, t in enumerate(deck)]
    buffs = [_buff(i, t) for i, t in enumerate(cards["buffs"])]
    loot: list[Loot] = []
    for t in cards["loot"]:
        _loot(t, loot)
    monsters = [_monster(i, t) for i, t in enumerate(cards["monsters"])]
    dungeon = files["loot"].data.get("dungeon")
    if dungeon != files["monsters"].data.get("dungeon"):
        files["loot"].wrong(("dungeon",), "", N_("dungeon is another than that of monsters.toml"))
    die = cards["dice"][0]
    faces = indices(FACES)(die, "faces")
    dice = die.number("count", 1, 9)
    seen: set[str] = set()
    effects: dict[str, list[Table]] = {}
    for name, field in EFFECTS.items():
        for t in cards[name]:
            if t.card in seen:
                t.wrong(N_("another card has this id"), "id")
            seen.add(t.card)
            effects[t.card] = t.inner(field) if field in t.data else []
    for seats in SEATS:
        for level in range(1, LEVELS + 1):
            size = sum(c.level == level and c.min_players <= seats for c in loot)
            if size == 0 or size % seats:
                files["loot"].wrong(
                    (),
                    "",
                    N_(
                        "{size} cards of level {level} for {seats} players do not come out even "
                        "(PB-RUL-13)"
                    ),
                    size=size,
                    level=level,
                    seats=seats,
                )
    box = Box(
        cats=tuple(cats),
        buffs=tuple(buffs),
        loot=tuple(loot),
        monsters=tuple(monsters),
        faces=faces,
        dice=dice,
        tokens={t.card: t.number("count", 1) for t in cards["components"]},
        mana={t.card: t.number("mana", 1) for t in cards["components"] if t.has("mana")},
        dungeon=str(dungeon),
        effects=effects,
    )
    for file in files.values():
        file.check()
    return box


EFFECTS = {
    "starters": "effects",
    "catventurers": "effects",
    "buffs": "",
    "loot": "effects",
    "monsters": "reward",
}
"""The files of cards that are played, and the field that says what each card does."""


def _cat(index: int, t: Table, count: int, ranks: tuple[int, ...]) -> Cat:
    t.must_be("count", count)
    speed = t.one("speed")
    kind = speed.one_of("kind", ("fixed", "rotate", "x"))
    upright = turned = 0
    if kind == "fixed":
        upright = turned = speed.number("value", 0, 9)
    elif kind == "rotate":
        upright, turned = speed.number("upright", 0, 9), speed.number("rotated", 0, 9)
    speed.done()
    class_ = t.one_of("class", CLASSES)
    rank = t.number("rank", 0, 2)
    if (rank == 0) != (class_ == "noble"):
        t.wrong(N_("a Noble has rank 0, and nobody else (PB-LVL-4)"), "rank")
    elif rank not in ranks:
        t.wrong(N_("the cards of the Catventurer deck, and only they, have rank 2"), "rank")
    cat = Cat(
        index=index,
        key=t.text("id"),
        name=t.text("name"),
        text=t.text("text"),
        origin=t.one_of("origin", ORIGINS),
        class_=class_,
        rank=rank,
        speed_kind=kind,
        upright=upright,
        turned=turned,
        battle=t.one_of("phase", ("action", "battle")) == "battle",
        score=read_one_of(t.one("score"), "kind", LINES),
    )
    t.get("effects")
    t.done(*UNREAD)
    return cat


def _buff(index: int, t: Table) -> Buff:
    t.must_be("count", max(SEATS))
    buff = Buff(
        index=index,
        key=t.text("id"),
        name=t.text("name"),
        text=t.text("text"),
        origin=t.one_of("origin", ORIGINS),
        value=t.number("value"),
        cost=t.number("cost"),
        gain=t.number("gain"),
    )
    t.done(*UNREAD)
    return buff


def _loot(t: Table, made: list[Loot]) -> None:
    kind = t.one_of("kind", KINDS)
    attack = indices(ICONS)(t, "attack") if kind == "gear" else ()
    if kind == "mana":
        t.get("effects")
    loot = Loot(
        index=len(made),
        key=t.text("id"),
        card=t.text("id"),
        name=t.text("name"),
        text=t.text("text"),
        origin=t.one_of("origin", ORIGINS),
        level=t.number("level", 1, LEVELS),
        min_players=t.number("min_players", min(SEATS), max(SEATS)),
        kind=kind,
        monster_icons=t.number("monster_icons", 0, 9),
        emblems=t.number("emblems", 1, 9) if kind == "emblem" else 0,
        resource=RESOURCES.index(t.one_of("resource", RESOURCES)) if kind == "resource" else -1,
        treasure=TREASURES.index(t.one_of("treasure", TREASURES)) if kind == "treasure" else -1,
        attack=attack,
        counts=(attack.count(0), attack.count(1), attack.count(2)),
    )
    for copy in range(t.number("count", 1, 9)):
        key = loot.key if copy == 0 else f"{loot.key}-{copy + 1}"
        made.append(replace(loot, index=len(made), key=key))
    t.done(*UNREAD)


def _monster(index: int, t: Table) -> Monster:
    t.must_be("count", 1)
    monster = Monster(
        index=index,
        key=t.text("id"),
        name=t.text("name"),
        text=t.text("text"),
        origin=t.one_of("origin", ORIGINS),
        level=t.number("level", 1, LEVELS),
        min_players=t.number("min_players", min(SEATS), max(SEATS)),
        type=TYPES.index(t.one_of("type", TYPES)),
        defences=indices(DEFENCES)(t, "defences"),
        question=t.number("question", 0, 9),
    )
    t.get("reward")
    t.done(*UNREAD)
    return monster


DATA = Path(__file__).parents[1] / "data"
BOX = load_box(DATA)
CATS, BUFFS, LOOT, MONSTERS = BOX.cats, BOX.buffs, BOX.loot, BOX.monsters

STARTERS = tuple(c.index for c in CATS if c.rank < 2)
RANK_1 = tuple(c.index for c in CATS if c.rank == 1)
RANK_1_PLACE = {cat: place for place, cat in enumerate(RANK_1)}
"""For each Rank-1 card its place among them."""
RANK_2 = tuple(c.index for c in CATS if c.rank == 2)
CAT_CLASS = tuple(c.class_ for c in CATS)
BATTLE = tuple(c.battle for c in CATS)
"""For each Catventurer whether it has a Battle ability."""
PLUS_0 = next(b.index for b in BUFFS if b.value == 0)
"""The Buff that replaces one that cannot be paid (PB-ACT-8)."""
PRIZES = next((c.score.prizes for c in CATS if isinstance(c.score, EmblemRank)), ())
"""XP of the Nobles by place (PB-SCORE-4)."""

CARDS: Mapping[str, Card] = {c.key: c for pieces in (CATS, BUFFS, LOOT, MONSTERS) for c in pieces}
"""Every card by its key."""
CAT_BY_KEY = {c.key: c.index for c in CATS}
BUFF_BY_KEY = {c.key: c.index for c in BUFFS}
LOOT_BY_KEY = {c.key: c.index for c in LOOT}
MONSTER_BY_KEY = {c.key: c.index for c in MONSTERS}
