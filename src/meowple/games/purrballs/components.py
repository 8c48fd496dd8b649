"""The pieces of the box, read from `data` once and checked, and every action that names them.

Pieces are small ints inside the state: a Catventurer is its index in `Box.cats` (0 to 4 are the
starting five, the rest is the deck), a Loot card its index in `Box.loot`, a Monster its index in
`Box.monsters`, a Buff its index in `Box.buffs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from meowple.author.decks import CardFile, Table
from meowple.core.actions import Action, ActionList

SEATS = (3, 4, 5)
LEVELS = 3
CLASSES = ("fighter", "wanderer", "trader", "spellcaster", "noble")
"""In the order of the score report (PB-SHEET-1)."""
ICONS = ("claw", "arrow", "spark")
DEFENCES = (*ICONS, "armored")
ARMORED = DEFENCES.index("armored")
RESOURCES = ("catnip", "fish", "honey", "iron", "silk", "timber", "wool")
TREASURES = ("goblet", "idol", "jewel", "mask")
TYPES = ("beast", "savage", "chaos")
COUNTERS = (
    "played-non-spellcasters",
    "neighbour-highest-buff",
    "neighbour-highest-speed",
    "rivals-faster",
    "rivals-speed-at-least",
    "resource-types",
    "mana-thirds",
)

VERBS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    verb: (frozenset(needed.split()), frozenset(optional.split()))
    for verb, needed, optional in (
        ("gain-mana", "", "amount per each plus threshold"),
        ("set-speed", "per each plus", "cap threshold"),
        ("take-crown", "condition", ""),
        ("rotate", "optional cost then", ""),
        ("grab-loot", "", ""),
        ("fight", "times dice icons ignore on_win", ""),
        ("tuck-resource", "max", ""),
        ("swap-treasure", "source", ""),
        ("swap-resource", "source optional", ""),
        ("cycle-loot", "", ""),
        ("steal-mana", "source amount", ""),
        ("give-mana", "to amount shortfall", ""),
        ("rivals-gain-mana", "who amount", ""),
        ("reserve-loot", "", ""),
        ("refresh-gear", "amount", ""),
        ("refresh-catventurer", "amount class", ""),
        ("replace-self", "draw", ""),
        ("recruit", "draw", ""),
        ("count-as", "", "emblems treasure still_monster"),
    )
}
"""Every verb of the card data: the fields it must have, and those it may have."""

FIXED_FIELDS: Mapping[str, Any] = {
    "condition": "highest-total-speed",
    "source": None,
    "to": "each-neighbour",
    "shortfall": "supply",
    "who": "rivals-slower",
    "optional": True,
}
"""Fields that say in the data what a verb does and have one value only."""

SOURCES = {
    "steal-mana": "one-rival",
    "swap-treasure": "neighbour",
    "swap-resource": "pool",
}

ASKING = frozenset(
    [
        "take-crown",
        "rotate",
        "grab-loot",
        "fight",
        "tuck-resource",
        "swap-treasure",
        "swap-resource",
        "cycle-loot",
        "steal-mana",
        "reserve-loot",
        "refresh-gear",
        "refresh-catventurer",
        "replace-self",
        "recruit",
    ]
)
"""Verbs that may have to ask their player something."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card; the fields are those of the data (see data/README.md).

    ``asks``: whether its verb may have to ask the player something.
    """

    verb: str
    amount: int = 0
    per: str = ""
    each: int = 0
    plus: int = 0
    threshold: int = 0
    cap: int = 99
    cost: int = 0
    then: tuple[Effect, ...] = ()
    times: int = 0
    dice: int = 0
    icons: tuple[int, ...] = ()
    ignore: tuple[int, ...] = ()
    on_win: tuple[Effect, ...] = ()
    max: int = 0
    draw: int = 0
    class_: str = "any"
    emblems: int = 0
    treasure: str = ""
    still_monster: bool = True
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """A scoring line; the fields are those of the data."""

    kind: str
    prizes: tuple[int, ...] = ()
    per: int = 1
    xp: int = 0
    curve: tuple[int, ...] = ()
    xp_type: tuple[int, ...] = ()
    types: tuple[int, ...] = ()
    set_xp: int = 0
    other_xp: int = 0


@dataclass(frozen=True, slots=True)
class Cat:
    """A Catventurer. ``upright`` is its Speed as played (0 for an X), ``turned`` when rotated."""

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
    effects: tuple[Effect, ...]
    score: Score
    asks: bool


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Loot:
    """A Loot card. ``resource`` and ``treasure`` are indices, -1 for other kinds; ``attack``
    lists the icons, ``counts`` how many of each kind they are."""

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
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Monster:
    """A Monster. ``defences`` are the printed icons, ``question`` the number of dice to roll;
    ``emblems`` and ``wild`` (counts as any Treasure instead) come from its reward."""

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
    reward: tuple[Effect, ...]
    emblems: int
    wild: bool


@dataclass(frozen=True, slots=True)
class Box:
    """Everything in the box, checked."""

    cats: tuple[Cat, ...]
    buffs: tuple[Buff, ...]
    loot: tuple[Loot, ...]
    monsters: tuple[Monster, ...]
    faces: tuple[int, ...]
    dice: int
    tokens: Mapping[str, int]
    mana: Mapping[str, int]
    dungeon: str

    def loot_deck(self, level: int, seats: int) -> list[int]:
        """The level's Loot cards for that many players (PB-SET-1, PB-SET-2)."""
        return [c.index for c in self.loot if c.level == level and c.min_players <= seats]

    def monster_deck(self, level: int, seats: int) -> list[int]:
        """The level's Monsters for that many players (PB-SET-1, PB-SET-2)."""
        return [c.index for c in self.monsters if c.level == level and c.min_players <= seats]


# -- reading ------------------------------------------------------------------------------------

ORIGINS = ("rulebook", "inferred", "original")
UNREAD = ("printed", "bound")
"""Fields that say where a card comes from; nobody plays by them."""


def _icons(t: Table, field: str, known: tuple[str, ...]) -> tuple[int, ...]:
    """A list of icons, each as its index among those known; the same may stand there twice."""
    value = t.get(field)
    if isinstance(value, list) and all(icon in known for icon in value):
        return tuple(known.index(icon) for icon in value)
    if value is not None:
        t.wrong(f"{field} must be a list of {', '.join(known)}", field)
    return ()


def _effects(t: Table, field: str) -> tuple[Effect, ...]:
    return tuple(_effect(each) for each in t.inner(field))


def _effect(t: Table) -> Effect:
    verb = t.one_of("verb", tuple(VERBS))
    needed, optional = VERBS[verb]
    fields: dict[str, Any] = {}
    for name in sorted(needed | optional):
        if name in optional and not t.has(name):
            continue
        if name == "source":
            t.must_be(name, SOURCES[verb])
        elif name in FIXED_FIELDS:
            t.must_be(name, FIXED_FIELDS[name])
        elif name in ("then", "on_win"):
            fields[name] = _effects(t, name)
        elif name == "icons":
            fields[name] = _icons(t, name, ICONS)
        elif name == "ignore":
            fields[name] = _icons(t, name, DEFENCES)
        elif name == "per":
            fields[name] = t.one_of(name, COUNTERS)
        elif name == "class":
            fields["class_"] = t.one_of(name, (*CLASSES, "any"))
        elif name == "still_monster":
            fields[name] = t.flag(name)
        elif name == "treasure":
            fields[name] = t.one_of(name, ("any",))
        else:
            fields[name] = t.number(name)
    if verb == "gain-mana" and ("per" in fields) == ("amount" in fields):
        t.wrong("gain-mana takes either an amount or a counter")
    t.done()
    return Effect(verb, asks=verb in ASKING, **fields)


def _score(t: Table) -> Score:
    kinds = ("emblem-rank", "mana", "resource-sets", "monsters", "treasure-sets")
    kind = t.one_of("kind", kinds)
    score = Score(kind)
    if kind == "emblem-rank":
        score = Score(kind, prizes=t.numbers("prizes"))
    elif kind == "mana":
        score = Score(kind, per=t.number("per", 1), xp=t.number("xp"))
    elif kind == "resource-sets":
        score = Score(kind, curve=t.numbers("curve"))
        if len(score.curve) != len(RESOURCES):
            t.wrong(f"curve needs {len(RESOURCES)} figures (PB-INF-16)", "curve")
    elif kind == "monsters":
        rest, by_type = t.number("xp_any"), t.one("xp_type")
        xp = tuple(by_type.number(name) if by_type.has(name) else rest for name in TYPES)
        by_type.done()
        score = Score(kind, xp_type=xp)
    else:
        types = _icons(t, "types", TREASURES)
        set_xp, other_xp = t.number("set_xp"), t.number("other_xp")
        score = Score(kind, types=types, set_xp=set_xp, other_xp=other_xp)
    t.done()
    return score


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
        t.wrong("a Noble has rank 0, and nobody else (PB-LVL-4)", "rank")
    elif rank not in ranks:
        t.wrong("the cards of the Catventurer deck, and only they, have rank 2", "rank")
    effects = _effects(t, "effects")
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
        effects=effects,
        score=_score(t.one("score")),
        asks=any(effect.asks for effect in effects),
    )
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
    kind = t.one_of("kind", ("emblem", "resource", "treasure", "gear", "mana"))
    attack = _icons(t, "attack", ICONS) if kind == "gear" else ()
    effects = _effects(t, "effects") if kind == "mana" else ()
    if any(effect.asks for effect in effects):
        t.wrong("a card that is taken asks nothing", "effects")
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
        effects=effects,
    )
    for copy in range(t.number("count", 1, 9)):
        key = loot.key if copy == 0 else f"{loot.key}-{copy + 1}"
        made.append(replace(loot, index=len(made), key=key))
    t.done(*UNREAD)


def _monster(index: int, t: Table) -> Monster:
    t.must_be("count", 1)
    reward = _effects(t, "reward")
    monster = Monster(
        index=index,
        key=t.text("id"),
        name=t.text("name"),
        text=t.text("text"),
        origin=t.one_of("origin", ORIGINS),
        level=t.number("level", 1, LEVELS),
        min_players=t.number("min_players", min(SEATS), max(SEATS)),
        type=TYPES.index(t.one_of("type", TYPES)),
        defences=_icons(t, "defences", DEFENCES),
        question=t.number("question", 0, 9),
        reward=reward,
        emblems=sum(e.emblems for e in reward),
        wild=any(e.treasure for e in reward),
    )
    t.done(*UNREAD)
    return monster


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
        files["loot"].wrong(("dungeon",), "", "dungeon is another than that of monsters.toml")
    die = cards["dice"][0]
    faces = _icons(die, "faces", (*ICONS, "blank"))
    dice = die.number("count", 1, 9)
    seen: set[str] = set()
    for name in ("starters", "catventurers", "buffs", "loot", "monsters"):
        for t in cards[name]:
            if t.card in seen:
                t.wrong("another card has this id", "id")
            seen.add(t.card)
    for seats in SEATS:
        for level in range(1, LEVELS + 1):
            size = sum(c.level == level and c.min_players <= seats for c in loot)
            if size == 0 or size % seats:
                files["loot"].wrong(
                    (),
                    f"level {level}",
                    f"{size} cards for {seats} players do not come out even (PB-RUL-13)",
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
    )
    for file in files.values():
        file.check()
    return box


DATA = Path(__file__).parent / "data"
BOX = load_box(DATA)
CATS, BUFFS, LOOT, MONSTERS = BOX.cats, BOX.buffs, BOX.loot, BOX.monsters
BLANK = len(ICONS)
"""The index of a blank face among the faces of a die."""

STARTERS = tuple(c.index for c in CATS if c.rank < 2)
RANK_1 = tuple(c.index for c in CATS if c.rank == 1)
RANK_2 = tuple(c.index for c in CATS if c.rank == 2)

BY_KEY: Mapping[str, Cat | Buff | Loot | Monster] = {
    c.key: c for pieces in (CATS, BUFFS, LOOT, MONSTERS) for c in pieces
}
"""Every card by its key."""

CAT_CLASS = tuple(c.class_ for c in CATS)
BATTLE = tuple(c.battle for c in CATS)

# -- actions ------------------------------------------------------------------------------------

ACTIONS = ActionList()

FACE = {
    way: ACTIONS.add(f"face:{name}", way) for way, name in ((1, "clockwise"), (-1, "anticlockwise"))
}
"""The face of the Crown: 1 runs clockwise, -1 anticlockwise."""
SEND = tuple(
    tuple(ACTIONS.add(f"send:{cat.key}+{buff.value}", (cat.index, buff.index)) for buff in BUFFS)
    for cat in CATS
)
"""``SEND[cat][buff]``: the two cards laid face-down in the Selection phase."""
TAKE = tuple(ACTIONS.add_all("take", ((c.key, c.index) for c in LOOT)))
"""A Loot card of the Pool: taken, grabbed, swapped, moved or marked, as the question says."""
ROTATE = ACTIONS.add("rotate")
STAY = ACTIONS.add("stay")
FROM = tuple(ACTIONS.add(f"from:{seat + 1}", seat) for seat in range(max(SEATS)))
"""The rival that gives."""
CHALLENGE = tuple(ACTIONS.add_all("challenge", ((m.key, m.index) for m in MONSTERS)))
ROLL = ACTIONS.add("roll")
DECLINE = ACTIONS.add("decline")
GEAR = {c.index: ACTIONS.add(f"gear:{c.key}", c.index) for c in LOOT if c.kind == "gear"}
"""Put this Gear into the battle."""
STRIKE = ACTIONS.add("strike")
FLEE = ACTIONS.add("flee")
RESOURCE = {c.index: ACTIONS.add(f"resource:{c.key}", c.index) for c in LOOT if c.resource >= 0}
"""An own Resource: tucked or swapped."""
TREASURE = {c.index: ACTIONS.add(f"treasure:{c.key}", c.index) for c in LOOT if c.treasure >= 0}
"""A Treasure: to tuck under, to give or to get."""
DONE = ACTIONS.add("done")
READY = {c.index: ACTIONS.add(f"ready:{c.key}", c.index) for c in LOOT if c.kind == "gear"}
"""Refresh this Gear."""
WAKE = tuple(ACTIONS.add_all("wake", ((c.key, c.index) for c in CATS)))
"""Refresh this Catventurer."""
CHOOSE = {c.index: ACTIONS.add(f"choose:{c.key}", c.index) for c in CATS if c.rank == 2}
"""Take this Rank-2 card: in the draft, as a replacement, as a recruit."""
LEVEL_UP = {
    (new, old): ACTIONS.add(f"level-up:{CATS[new].key}:{CATS[old].key}", (new, old))
    for new in RANK_2
    for old in RANK_1
}
"""``LEVEL_UP[new, old]``: the Rank-2 card joins, the Rank-1 card leaves."""
KEEP_PARTY = ACTIONS.add("keep-party")
COUNT_AS: tuple[Action, ...] = (
    ACTIONS.add("count-as:monster", -1),
    *ACTIONS.add_all("count-as", ((name, i) for i, name in enumerate(TREASURES))),
)
"""What a Wyvern counts as: -1 for a Monster, else the Treasure."""
