"""Cards and tokens, one object for each design, read from the data and checked (data README, 2 and 3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from meowple.author import N_, CardFile, Table

from .amounts import Amount, amount
from .costs import FREE, Cost, basic_cost, cost
from .names import (
    ADVENTURE,
    BASICS,
    COMBATS,
    DECKS,
    DURATIONS,
    EVENTS,
    GAME,
    ITEMS,
    KINDS,
    SETS,
    TAGS,
    W_MAIN,
    WINDOW,
)
from .vocabulary import (
    Condition,
    Effect,
    condition,
    effects,
    field,
    flag,
    lists_of_effects,
    number,
    one_of,
    read_fields,
    set_of,
    some,
    some_effects,
    windows,
)

_NUMBER = N_("holds {found} cards where {wanted} belong")

_ID: Final = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_BASIC_NAMES: Final = {ITEMS[item] for item in BASICS}

ORIGINS: Final = ("rulebook", "public", "inferred", "original")
PRINTED: Final = ("name", "count", "effects", "cost", "token", "tile", "rule")


KINDS_IN: Final[Mapping[str, tuple[str, ...]]] = {
    "adventure": ("event", "play", "trinket", "worker"),
    "buildings": ("building",),
    "oddities": ("worker", "junk-box", "sale", "upgrade"),
    "junk": ("event", "play", "trinket"),
    "starting": ("building", "play"),
    "ambition": ("ambition",),
    "encounter": ("encounter",),
    "arena": ("opponent",),
    "quest": ("quest",),
    "vale-life": ("vale-life",),
    "forest": ("token",),
    "harvest": ("token",),
}
"""What the cards of each deck can be."""

JOINED: Final = ("adventure", "buildings", "oddities", "junk", "starting", "ambition", "arena")
"""The decks that a card of an expansion can join."""

NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "event": ("activation", "secret", "mood", "effects"),
    "play": ("activation", "secret", "mood", "effects"),
    "trinket": ("activation", "secret", "mood", "stays", "duration"),
    "worker": ("activation", "secret", "mood", "prestige", "cost", "ability"),
    "building": ("cost", "mood", "prestige", "hammer", "site", "effects"),
    "upgrade": ("activation", "cost", "mood", "prestige", "attach"),
    "junk-box": ("activation", "effects", "windows"),
    "sale": ("activation", "effects", "windows"),
    "ambition": ("goal", "effects", "secret"),
    "encounter": ("effects",),
    "opponent": ("style", "mood", "rewards"),
    "quest": ("requirements", "prestige", "mood", "vale-life"),
    "vale-life": ("effects",),
    "token": ("effects", "activation"),
}
"""The fields that a card of each kind has besides those of all."""

ONLY: Final[Mapping[str, tuple[str, ...]]] = {
    "hammer": ("building", "upgrade"),
    "site": ("building",),
    "removal": ("building",),
    "attach": ("upgrade",),
    "goal": ("ambition",),
    "style": ("opponent",),
    "pride": ("opponent",),
    "rewards": ("opponent",),
    "requirements": ("quest",),
    "vale-life": ("quest",),
    "activation": tuple(kind for kind in KINDS if kind != "ambition"),
    "windows": tuple(kind for kind in KINDS if kind != "ambition"),
}
"""The fields that mean something on cards of some kinds only."""

FIXED: Final[Mapping[str, Mapping[str, tuple[Any, ...]]]] = {
    "event": {"activation": ("instant",)},
    "play": {"activation": ("your-turn", "any-time")},
    "trinket": {"activation": ("instant",), "stays": ("front",)},
    "worker": {"activation": ("your-turn",), "prestige": (1,), "cost": ({"fish": 1},)},
    "building": {"stays": ("backyard",)},
    "upgrade": {"activation": ("your-turn",), "prestige": (0, 1)},
    "junk-box": {"activation": ("instant",)},
    "sale": {"activation": ("instant",)},
    "ambition": {"secret": (True,)},
    "quest": {"prestige": (1, 2, 3)},
}
"""The values that a field may have on a card of a kind."""


@dataclass(frozen=True, slots=True)
class Match:
    """Which events an ability answers: ``here`` only on the token's tile; kinds of combat."""

    here: bool = field(flag, False)
    foe: int = field(set_of(COMBATS), 0)


def match(table: Table, name: str) -> Match:
    """Read which events an ability answers."""
    if table.data.get(name) == {}:
        table.wrong(N_("{field} must not be empty"), name)
    read: Match = read_fields(Match, table.one(name))
    return read


@dataclass(frozen=True, slots=True)
class Ability:
    """What a card in play does again and again (data README, section 5).

    Attributes:
        once: whether it works once a Round.
        uses: how often it works before the card leaves; 0 is without limit.
        windows: for a ``use``: when.
    """

    on: str = field(one_of(*EVENTS))
    effects: tuple[Effect, ...] = field(some_effects)
    by: str = field(one_of("you", "others", "any"), "you")
    once: bool = field(lambda table, name: table.one_of(name, ("round",)) != "", False, "limit")
    uses: int = field(number(1, 6), 0)
    windows: int = field(windows, W_MAIN)
    cost: Cost = field(cost, FREE)
    require: Condition | None = field(condition, None)
    match: Match = field(match, Match())


def abilities(table: Table, name: str) -> tuple[Ability, ...]:
    """Read a list of abilities, at least one."""
    some(table, name)
    read: list[Ability] = []
    for inner in table.inner(name):
        ability: Ability = read_fields(Ability, inner)
        if ability.on != "use" and (
            ability.require or ability.cost != FREE or inner.has("windows")
        ):
            inner.wrong(N_("windows, require and cost belong to the ability use alone"))
        read.append(ability)
    if sum(ability.once for ability in read) > 1:
        table.wrong(N_("a card has one ability with a limit at most"), name)
    return tuple(read)


class Card:
    """A design of cards or tokens; the fields are those of the data.

    Attributes:
        index: its number, by which the state names it.
        deck: the pile it belongs to; ``set``: ``""`` is the base game.
        windows: bits; ``tags``: bits.
        requirements: of a Quest; ``rewards``: of an opponent, lists to choose from.
        use: its ability to use; ``static``: steps that hold while it is in play.
        own: whether it is a Building that counts as one of its owner's (not a negative one).
    """

    __slots__ = (
        "abilities",
        "activation",
        "attach",
        "cost",
        "count",
        "deck",
        "duration",
        "effects",
        "goal",
        "hammer",
        "id",
        "index",
        "kind",
        "mood",
        "name",
        "own",
        "prestige",
        "pride",
        "removal",
        "require",
        "requirements",
        "rewards",
        "secret",
        "set",
        "site",
        "static",
        "stays",
        "strength",
        "style",
        "tags",
        "text",
        "use",
        "vale",
        "windows",
    )

    def __init__(self, index: int, table: Table, deck: int, belongs: str) -> None:
        self.index = index
        self.deck = deck
        self.set = belongs
        self.id, self.name, self.text = _labels(table)
        self.count = table.number("count", 1, 60)
        self.kind = table.one_of("kind", KINDS_IN[DECKS[deck]])

        def get(name: str, read: Any, default: Any) -> Any:
            return read(table, name) if table.has(name) else default

        self.activation: str = get("activation", one_of("instant", "your-turn", "any-time"), "")
        self.secret: bool = get("secret", flag, False)
        self.windows: int = get("windows", windows, W_MAIN if self.activation == "your-turn" else 0)
        self.require: Condition | None = get("require", condition, None)
        self.cost: Cost = get("cost", cost, FREE)
        self.mood: int = get("mood", number(-3, 3), 0)
        self.prestige: int = get("prestige", number(-2, 4), 0)
        front = "front" if self.kind == "trinket" else "discard"
        self.stays: str = get("stays", one_of("discard", "front", "backyard"), front)
        self.duration: int = get(
            "duration", lambda t, n: DURATIONS.index(t.one_of(n, DURATIONS)), GAME
        )
        self.effects: tuple[Effect, ...] = get("effects", effects, ())
        self.abilities: tuple[Ability, ...] = get("ability", abilities, ())
        self.tags: int = get("tags", set_of(TAGS), 0)
        self.site: str = get("site", one_of("own", "other"), "own")
        self.hammer: bool = get("hammer", flag, False)
        self.removal: Cost = get("removal", basic_cost, FREE)
        self.attach: str = get("attach", one_of("any", "no-hammer"), "any")
        self.style: str = get("style", one_of("aggressive", "careful", "unusual"), "")
        self.strength: Amount = get("strength", amount, 0)
        self.pride: int = get("pride", number(1, 3), 3)
        self.rewards: tuple[tuple[Effect, ...], ...] = get(
            "rewards", lists_of_effects(3, empty=False), ()
        )
        self.goal: Condition | None = get("goal", condition, None)
        self.requirements: tuple[Cost, ...] = get("requirements", _requirements, ())
        self.vale: str = get("vale-life", lambda t, n: t.text(n), "")
        get("sign", one_of("positive", "negative", "unknown"), "")
        get("value", number(1, 3), 0)
        table.done()
        self.own: bool = self.kind == "building" and self.site == "own"
        self.use = next((ability for ability in self.abilities if ability.on == "use"), None)
        self.static = tuple(step for a in self.abilities if a.on == "static" for step in a.effects)
        self._check(table)

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def answers(self, word: str) -> bool:
        """Whether it has that tag or id."""
        return word == self.id or (word in TAGS and bool(self.tags >> TAGS.index(word) & 1))

    def _check(self, table: Table) -> None:
        """What no single field shows."""
        for name in NEEDED[self.kind]:
            table.get(name)
        for name, kinds in ONLY.items():
            if table.has(name) and self.kind not in kinds:
                table.wrong(N_("{field} has no place on such a card"), name)
        for name, allowed in FIXED.get(self.kind, {}).items():
            if name in table.data and table.data[name] not in allowed:
                known = ", ".join(map(str, allowed))
                table.wrong(N_("{field} must be one of {known}"), name, known=known)
        if self.kind in ("building", "upgrade") and self.cost.json().keys() - _BASIC_NAMES:
            table.wrong(N_("{field} names Basic Resources alone"), "cost")
        if self.site == "other":
            table.get("removal")
            if self.prestige >= 0:
                table.wrong(N_("a Building for others takes Prestige from its host"), "prestige")
        elif self.kind == "building" and self.prestige < 0:
            table.wrong(N_("a Building for others takes Prestige from its host"), "site")
        if self.kind == "opponent":
            self._check_opponent(table)
        asks_strength = any(effect.do == "combat" for effect in walk(self.effects))
        if asks_strength and not self.strength:
            table.wrong(N_("a card with combat has a strength"))
        if table.has("requirements") and len(self.requirements) != 3:
            table.wrong(N_("a Quest has three requirements"), "requirements")
        if self.hammer and DECKS[self.deck] == "starting":
            table.wrong(N_("a Building of the Starting deck has no hammer"), "hammer")
        if self.kind == "encounter" and [effect.do for effect in self.effects] != ["fate"]:
            table.wrong(N_("an Encounter is one fate and nothing else"), "effects")

    def _check_opponent(self, table: Table) -> None:
        """An unusual one says what it does, the others how strong they are."""
        if self.style == "unusual":
            table.get("effects")
            return
        table.get("strength")
        table.get("pride")
        if table.has("effects"):
            table.wrong(N_("only an unusual opponent has effects"), "effects")


def _labels(table: Table) -> tuple[str, str, str]:
    """Id, name and text, and what says where a card comes from."""
    card, name, text = table.text("id"), table.text("name"), table.text("text")
    if card and not _ID.fullmatch(card):
        table.wrong(N_("an id has small letters, digits and single hyphens"), "id")
    if name and len(name) < 2:
        table.wrong(N_("{field} is too short"), "name")
    if text and not 8 <= len(text) <= 420:
        table.wrong(N_("{field} has from {least} to {most} letters"), "text", least=8, most=420)
    table.one_of("origin", ORIGINS)
    if table.has("printed"):
        some(table, "printed")
        table.texts("printed", PRINTED)
    return card, name, text


def _requirements(table: Table, name: str) -> tuple[Cost, ...]:
    return tuple(
        cost(
            Table(inner.file, inner.where, {"cost": inner.data}, inner.card),
            "cost",
            (*ITEMS[:6], "basic", "card", "die"),
        )
        for inner in table.inner(name)
    )


def walk(steps: tuple[Effect, ...]) -> list[Effect]:
    """All steps, those inside other steps among them."""
    found: list[Effect] = []
    for step in steps:
        found.append(step)
        for name in getattr(step, "__slots__", ()):
            inner = getattr(step, name)
            if isinstance(inner, tuple) and inner:
                if isinstance(inner[0], Effect):
                    found += walk(inner)
                elif isinstance(inner[0], tuple):
                    for part in inner:
                        found += walk(part)
    return found


class Side(NamedTuple):
    """One side of a Cat card: its three dials."""

    movement: int
    attack: int
    defence: int


class Cat:
    """A Cat card.

    Attributes:
        start: the Basic Resource it starts with.
        young, experienced: its sides.
        bonus: the Basic Resource of which it Gathers more once grown up, and how much.
    """

    __slots__ = (
        "bonus",
        "colour",
        "experienced",
        "id",
        "index",
        "name",
        "set",
        "start",
        "text",
        "young",
    )

    def __init__(self, index: int, table: Table) -> None:
        self.index = index
        self.id, self.name, self.text = _labels(table)
        self.colour = table.text("colour")
        self.set = table.one_of("set", ("base", *SETS))
        table.must_be("kind", "cat")
        table.must_be("count", 1)
        kinds = tuple(ITEMS[item] for item in BASICS)
        start = table.counts("start", ("reroll-token", *kinds))
        named = [name for name in start if name in kinds]
        if start.get("reroll-token") != 1 or len(named) != 1 or start[named[0]] != 1:
            table.wrong(N_("a Cat starts with 1 Reroll and 1 Basic Resource"), "start")
        self.start = ITEMS.index(named[0]) if named else BASICS.start
        self.young = _side(table.one("young"))
        self.experienced = _side(table.one("experienced"))
        bonus = table.one("gather-bonus")
        self.bonus = (ITEMS.index(bonus.one_of("item", kinds)), bonus.number("amount", 1, 1))
        bonus.done()
        table.done()


def _side(table: Table) -> Side:
    side = Side(
        table.number("movement", 3, 4), table.number("attack", 1, 4), table.number("defence", 1, 4)
    )
    table.done()
    return side


FILES: Final[Mapping[str, tuple[str, int]]] = {
    "adventure": ("adventure", 100),
    "buildings": ("buildings", 30),
    "oddities": ("oddities", 34),
    "junk": ("junk", 15),
    "starting": ("starting", 25),
    "ambitions": ("ambition", 9),
    "encounters": ("encounter", 18),
    "quests": ("quest", 9),
    "vale-life": ("vale-life", 9),
    "forest-tokens": ("forest", 27),
    "harvest-tokens": ("harvest", 108),
    "litterbox": ("litterbox", 9),
    "arena": ("arena", 19),
}
"""The card files in order: the id of each one's deck, and how many cards it needs (CV-COMP-9)."""

CAT_FILES: Final[Mapping[str, tuple[str, int]]] = {
    "cats": ("cats", 6),
    "cats-extra": ("cats-extra", 3),
}


def read_cards(file: CardFile, name: str, first: int) -> list[Card]:
    """The designs of a card file, numbered from ``first`` on."""
    deck, least = FILES[name]
    belongs, number_of_cards = _head(file, deck, least)
    cards: list[Card] = []
    for table in file.tables("card"):
        own = table.one_of("deck", JOINED) if deck in ("litterbox", "arena") else deck
        cards.append(Card(first + len(cards), table, DECKS.index(own), belongs))
    total = sum(card.count for card in cards)
    if not file.problems and total != number_of_cards:
        file.wrong(("deck", "cards"), deck, _NUMBER, found=total, wanted=number_of_cards)
    return cards


def read_cats(file: CardFile, name: str, first: int) -> list[Cat]:
    """The Cat cards of a file."""
    deck, least = CAT_FILES[name]
    _, number_of_cards = _head(file, deck, least, least)
    cats = [Cat(first + place, table) for place, table in enumerate(file.tables("card"))]
    if not file.problems and len(cats) != number_of_cards:
        file.wrong(("deck", "cards"), deck, _NUMBER, found=len(cats), wanted=number_of_cards)
    return cats


def _head(file: CardFile, deck: str, least: int, most: int = 999) -> tuple[str, int]:
    """The set a file belongs to, and how many cards it says to hold."""
    head = file.table("deck")
    head.must_be("id", deck)
    head.text("name")
    belongs = head.one_of("set", ("base", *SETS, "expansions"))
    cards = head.number("cards", least, most)
    head.done()
    return "" if belongs in ("base", "expansions") else belongs, cards


__all__ = [
    "ADVENTURE",
    "FILES",
    "WINDOW",
    "Ability",
    "Card",
    "Cat",
    "read_cards",
    "read_cats",
    "walk",
]
