"""The pieces of the box, read from `data` once and checked, and every action that names them.

Pieces are small ints inside the state: a Catventurer is its index in `Box.cats` (0 to 4 are the
starting five, the rest is the deck), a Loot card its index in `Box.loot`, a Monster its index in
`Box.monsters`, a Buff its index in `Box.buffs`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meowple.core.actions import Action, ActionList
from meowple.core.errors import BadData

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


class _Reader:
    """One card's table, read field by field; complains with the file and the card."""

    def __init__(self, file: str, table: dict[str, Any]) -> None:
        self.file = file
        self.table = table
        self.used: set[str] = {"printed", "bound"}
        self.key: str = str(table.get("id", "a card without an id"))

    def fail(self, reason: str) -> BadData:
        return BadData(f"{self.file}: {self.key}: {reason}")

    def get(self, field: str, kind: type, default: Any = None) -> Any:
        self.used.add(field)
        value = self.table.get(field, default)
        if type(value) is not kind:
            raise self.fail(f"{field} must be {kind.__name__}, not {value!r}")
        return value

    def one_of(self, field: str, known: tuple[str, ...]) -> str:
        value: str = self.get(field, str)
        if value not in known:
            raise self.fail(f"{field} can be {', '.join(known)}; not {value!r}")
        return value

    def done(self) -> None:
        if extra := sorted(set(self.table) - self.used):
            raise self.fail(f"unknown field {extra[0]!r}")

    def indices(self, values: Any, known: tuple[str, ...], field: str) -> tuple[int, ...]:
        try:
            return tuple(known.index(value) for value in values)
        except (ValueError, TypeError):
            raise self.fail(f"{field} can hold {', '.join(known)}; not {values!r}") from None

    def effects(self, field: str, data: Any) -> tuple[Effect, ...]:
        if not isinstance(data, list):
            raise self.fail(f"{field} must be a list of effects")
        return tuple(self.effect(each) for each in data)

    def effect(self, data: dict[str, Any]) -> Effect:
        verb = data.get("verb", "")
        if verb not in VERBS:
            raise self.fail(f"unknown verb {verb!r}")
        needed, optional = VERBS[verb]
        given = set(data) - {"verb"}
        if missing := sorted(needed - given):
            raise self.fail(f"{verb} needs {missing[0]!r}")
        if extra := sorted(given - needed - optional):
            raise self.fail(f"{verb} has no field {extra[0]!r}")
        fields: dict[str, Any] = {}
        for name in given:
            value = data[name]
            if name in FIXED_FIELDS:
                only = SOURCES[verb] if name == "source" else FIXED_FIELDS[name]
                if value != only:
                    raise self.fail(f"{verb}: {name} can only be {only!r}")
            elif name in ("then", "on_win"):
                fields[name] = self.effects(name, value)
            elif name == "icons":
                fields[name] = self.indices(value, ICONS, name)
            elif name == "ignore":
                fields[name] = self.indices(value, DEFENCES, name)
            elif name == "per":
                if value not in COUNTERS:
                    raise self.fail(f"unknown counter {value!r}")
                fields[name] = value
            elif name == "class":
                if value not in (*CLASSES, "any"):
                    raise self.fail(f"unknown class {value!r}")
                fields["class_"] = value
            elif name == "treasure":
                if value != "any":
                    raise self.fail("count-as: treasure can only be 'any'")
                fields[name] = value
            elif name == "still_monster":
                fields[name] = bool(value)
            else:
                if type(value) is not int or value < 0:
                    raise self.fail(f"{verb}: {name} must be a whole number, not {value!r}")
                fields[name] = value
        if verb == "gain-mana" and ("per" in given) == ("amount" in given):
            raise self.fail("gain-mana takes either an amount or a counter")
        return Effect(verb, asks=verb in ASKING, **fields)


ORIGINS = ("rulebook", "inferred", "original")


def _tables(folder: Path, name: str) -> tuple[list[_Reader], dict[str, Any]]:
    try:
        data = tomllib.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{name}: {error}") from error
    readers = [_Reader(name, table) for table in data.get("card", [])]
    keys = [reader.get("id", str) for reader in readers]
    for key in keys:
        if keys.count(key) > 1:
            raise BadData(f"{name}: {key}: two cards have this id")
    return readers, data


def _score(r: _Reader) -> Score:
    data: dict[str, Any] = dict(r.get("score", dict))
    kind = data.pop("kind", "")
    try:
        if kind == "emblem-rank":
            score = Score(kind, prizes=tuple(data.pop("prizes")))
        elif kind == "mana":
            score = Score(kind, per=data.pop("per"), xp=data.pop("xp"))
        elif kind == "resource-sets":
            score = Score(kind, curve=tuple(data.pop("curve")))
            if len(score.curve) != len(RESOURCES):
                raise r.fail(f"the curve needs {len(RESOURCES)} figures (PB-INF-16)")
        elif kind == "monsters":
            any_xp, by_type = data.pop("xp_any"), dict(data.pop("xp_type"))
            score = Score(kind, xp_type=tuple(by_type.pop(t, any_xp) for t in TYPES))
            if by_type:
                raise r.fail(f"unknown Monster type {min(by_type)!r}")
        elif kind == "treasure-sets":
            types = r.indices(data.pop("types"), TREASURES, "types")
            score = Score(
                kind, types=types, set_xp=data.pop("set_xp"), other_xp=data.pop("other_xp")
            )
        else:
            raise r.fail(f"unknown way to score {kind!r}")
    except KeyError as error:
        raise r.fail(f"its score needs {error}") from None
    if data:
        raise r.fail(f"its score has no field {min(data)!r}")
    return score


def _asks(effects: tuple[Effect, ...]) -> bool:
    return any(effect.asks for effect in effects)


def _cat(index: int, r: _Reader, count: int) -> Cat:
    if r.get("count", int) != count:
        raise r.fail(f"there must be {count} of it")
    speed = r.get("speed", dict)
    kind, rest = speed.get("kind"), sorted(set(speed) - {"kind"})
    upright, turned = {
        "fixed": (speed.get("value"), speed.get("value")),
        "rotate": (speed.get("upright"), speed.get("rotated")),
        "x": (0, 0),
    }.get(str(kind), (None, None))
    fields = {"fixed": ["value"], "rotate": ["rotated", "upright"], "x": []}
    if type(upright) is not int or type(turned) is not int or rest != fields[str(kind)]:
        raise r.fail(f"speed cannot be {speed!r}")
    class_ = r.one_of("class", CLASSES)
    rank = r.get("rank", int)
    if (rank == 0) != (class_ == "noble"):
        raise r.fail("a Noble has rank 0, and nobody else (PB-LVL-4)")
    effects = r.effects("effects", r.get("effects", list))
    cat = Cat(
        index=index,
        key=r.key,
        name=r.get("name", str),
        text=r.get("text", str),
        origin=r.one_of("origin", ORIGINS),
        class_=class_,
        rank=rank,
        speed_kind=str(kind),
        upright=upright,
        turned=turned,
        battle=r.one_of("phase", ("action", "battle")) == "battle",
        effects=effects,
        score=_score(r),
        asks=_asks(effects),
    )
    r.done()
    return cat


def _loot(r: _Reader, made: list[Loot]) -> None:
    kind = r.one_of("kind", ("emblem", "resource", "treasure", "gear", "mana"))
    attack = r.indices(r.get("attack", list, []), ICONS, "attack")
    resource = RESOURCES.index(r.one_of("resource", RESOURCES)) if kind == "resource" else -1
    treasure = TREASURES.index(r.one_of("treasure", TREASURES)) if kind == "treasure" else -1
    effects = r.effects("effects", r.get("effects", list, []))
    emblems = r.get("emblems", int, 0)
    if (kind == "gear") != bool(attack) or (kind == "mana") != bool(effects):
        raise r.fail(f"a card of kind {kind} has other fields")
    if (kind == "emblem") != bool(emblems) or _asks(effects):
        raise r.fail(f"a card of kind {kind} has other fields")
    count = r.get("count", int)
    common = {
        "card": r.key,
        "name": r.get("name", str),
        "text": r.get("text", str),
        "origin": r.one_of("origin", ORIGINS),
        "level": r.get("level", int),
        "min_players": r.get("min_players", int),
        "monster_icons": r.get("monster_icons", int),
    }
    _place(r, common)
    r.done()
    for copy in range(count):
        made.append(
            Loot(
                index=len(made),
                key=r.key if copy == 0 else f"{r.key}-{copy + 1}",
                kind=kind,
                emblems=emblems,
                resource=resource,
                treasure=treasure,
                attack=attack,
                counts=(attack.count(0), attack.count(1), attack.count(2)),
                effects=effects,
                **common,
            )
        )


def _place(r: _Reader, common: dict[str, Any]) -> None:
    if common["level"] not in range(1, LEVELS + 1) or common["min_players"] not in SEATS:
        raise r.fail("level is 1 to 3 and min_players 3 to 5")


def _monster(index: int, r: _Reader) -> Monster:
    reward = r.effects("reward", r.get("reward", list))
    common = {
        "name": r.get("name", str),
        "text": r.get("text", str),
        "origin": r.one_of("origin", ORIGINS),
        "level": r.get("level", int),
        "min_players": r.get("min_players", int),
        "question": r.get("question", int),
    }
    _place(r, common)
    if r.get("count", int) != 1:
        raise r.fail("there is one of each Monster")
    monster = Monster(
        index=index,
        key=r.key,
        type=TYPES.index(r.one_of("type", TYPES)),
        defences=r.indices(r.get("defences", list), DEFENCES, "defences"),
        reward=reward,
        emblems=sum(e.emblems for e in reward if e.verb == "count-as"),
        wild=any(e.treasure == "any" for e in reward),
        **common,
    )
    r.done()
    return monster


def load_box(folder: Path) -> Box:
    """The pieces described in a data folder. Raises `BadData` with file, card and reason."""
    starters, _ = _tables(folder, "starters.toml")
    deck, _ = _tables(folder, "catventurers.toml")
    cats = [_cat(i, r, 5) for i, r in enumerate(starters)]
    cats += [_cat(len(cats) + i, r, 1) for i, r in enumerate(deck)]
    for cat in cats:
        if (cat.rank == 2) != (cat.index >= len(starters)):
            raise BadData(
                f"catventurers.toml: {cat.key}: only the cards of the Catventurer deck have rank 2"
            )
    buffs = []
    for i, r in enumerate(_tables(folder, "buffs.toml")[0]):
        if r.get("count", int) != 5:
            raise r.fail("there must be 5 of it")
        name, text, origin = r.get("name", str), r.get("text", str), r.one_of("origin", ORIGINS)
        figures = r.get("value", int), r.get("cost", int), r.get("gain", int)
        buffs.append(Buff(i, r.key, name, text, origin, *figures))
        r.done()
    loot: list[Loot] = []
    loot_cards, loot_data = _tables(folder, "loot.toml")
    for r in loot_cards:
        _loot(r, loot)
    monster_cards, monster_data = _tables(folder, "monsters.toml")
    monsters = [_monster(i, r) for i, r in enumerate(monster_cards)]
    dungeon = str(loot_data.get("dungeon"))
    if dungeon != monster_data.get("dungeon"):
        raise BadData("monsters.toml: its dungeon is not that of loot.toml")
    die = _tables(folder, "dice.toml")[0][0]
    faces = die.indices(die.get("faces", list), (*ICONS, "blank"), "faces")
    parts, _ = _tables(folder, "components.toml")
    box = Box(
        cats=tuple(cats),
        buffs=tuple(buffs),
        loot=tuple(loot),
        monsters=tuple(monsters),
        faces=faces,
        dice=die.get("count", int),
        tokens={r.key: r.get("count", int) for r in parts},
        mana={r.key: r.get("mana", int) for r in parts if "mana" in r.table},
        dungeon=dungeon,
    )
    keys = [c.key for pieces in (cats, buffs, loot, monsters) for c in pieces]
    for key in keys:
        if keys.count(key) > 1:
            raise BadData(f"{key}: cards of two files have this id")
    for seats in SEATS:
        for level in range(1, LEVELS + 1):
            size = len(box.loot_deck(level, seats))
            if size == 0 or size % seats:
                raise BadData(
                    f"loot.toml: level {level} has {size} cards for {seats} players, "
                    "which does not come out even (PB-RUL-13)"
                )
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
