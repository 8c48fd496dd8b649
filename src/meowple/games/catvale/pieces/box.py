"""The box: all pieces, loaded from ``data/*.toml`` or files of somebody's own, and the actions they make."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from meowple.author import N_, BadData, CardFile, Problem, StrangeFile

from .actions import Actions
from .board import Board
from .cards import CAT_FILES, FILES, Ability, Card, Cat, read_cards, read_cats, walk
from .costs import Cost
from .layouts import Layout, read_layouts
from .names import (
    AMBITION,
    ARENA,
    DECKS,
    FOREST,
    FOREST_TOKENS,
    HAND_KINDS,
    HARVEST,
    SANDBOX,
    SETS,
    STARTING,
    STEADY,
    VALE,
)
from .tree import Tree

DATA: Final = Path(__file__).parent.parent / "data"

BOARDS: Final = ("board", "growth", "layouts")
NAMES: Final = (*BOARDS, *FILES, *CAT_FILES)
"""The files of the data, by name."""

IDS: Final = {deck: name for name, (deck, _) in {**FILES, **CAT_FILES}.items()}
"""Which file holds a deck, by the deck's id."""


class Box(Actions):
    """All the pieces of a game, with the actions that name them.

    Args:
        decks: a folder with files (``*.toml``), each in place of one of ours: that of the same
            deck or, without a deck in it, of the same name.

    Attributes:
        cards: all designs of cards and tokens; ``by_id``: the same by id.
        cats: the Cat cards. board, tree, layouts: the boards.
        ambitions: the Ambitions; their places are the bits of `State.met`.
        goals: the bit of each, what its goal counts of a seat and how much that must be;
            ``restless_goals``: those that any gain can bring nearer (`names.STEADY`); ``goal_of``: the bit of an Ambition.
        vale: the Vale Life tiles; their places are the bits of `State.vale`.
        token_abilities: what a special token does, by the card that puts it out and its name.
        washes: what washing costs, by the card that sprays.

    Raises:
        BadData: a file is wrong.
    """

    def __init__(self, decks: Path | None = None) -> None:
        paths = _paths(decks)
        files = {name: CardFile(path) for name, path in paths.items()}
        parts = read_all(files)
        for file in files.values():
            file.check()
        self.board: Board = parts["board"]
        self.tree: Tree = parts["growth"]
        self.layouts: dict[int, Layout] = parts["layouts"]
        self.cards: list[Card] = [card for name in FILES for card in parts[name]]
        self.cats: list[Cat] = [cat for name in CAT_FILES for cat in parts[name]]
        self.by_id = {card.id: card.index for card in self.cards}
        self._decks: dict[tuple[int, tuple[str, ...]], tuple[int, ...]] = {}
        self.ambitions = [card for card in self.cards if card.deck == AMBITION]
        goals = [
            (1 << place, card.goal)
            for place, card in enumerate(self.ambitions)
            if card.goal is not None
        ]
        self.goals = [(place, *goal.measure()) for place, goal in goals]
        self.restless_goals = [
            (place, *goal.measure()) for place, goal in goals if not goal.counters() <= STEADY
        ]
        self.goal_of = {card.index: 1 << place for place, card in enumerate(self.ambitions)}
        self.vale = [card for card in self.cards if card.deck == VALE]
        self.forest_tokens = _pile(self.cards, FOREST_TOKENS)
        self.harvest_tokens = _pile(self.cards, HARVEST)
        self.held = {
            card.index
            for card in self.cards
            if card.kind in HAND_KINDS and card.activation != "instant"
        }
        """What is kept in hands once it is drawn."""
        self.starting = [card.index for card in self.cards if card.deck == STARTING]
        self.token_abilities: dict[tuple[int, str], tuple[Ability, ...]] = {}
        self.washes: dict[int, Cost] = {}
        for card in self.cards:
            for step in walk(card.effects):
                fields: Any = step
                if step.do == "place-token":
                    self.token_abilities[card.index, fields.token] = fields.ability
                elif step.do == "spray":
                    self.washes[card.index] = fields.wash
        self.name_actions(self.cards, self.cats, self.tree)

    def deck(self, which: int, sets: tuple[str, ...]) -> tuple[int, ...]:
        """All cards of a deck, those of the expansions in play among them."""
        key = which, sets
        if key not in self._decks:
            cards = [card for card in self.cards if not card.set or card.set in sets]
            self._decks[key] = _pile(cards, which)
        return self._decks[key]

    def tiles(self, players: int, sets: tuple[str, ...]) -> tuple[int, ...]:
        """The stack of the map: each expansion swaps one Forest for its own tile (CV-WORLD-6)."""
        stack = list(self.layouts[players].stack)
        for name, tile in (("arena", ARENA), ("litterbox", SANDBOX)):
            if name in sets:
                stack[stack.index(FOREST)] = tile
        return tuple(sorted(stack))


def _pile(cards: list[Card], deck: int) -> tuple[int, ...]:
    return tuple(card.index for card in cards if card.deck == deck for _ in range(card.count))


def read_all(files: dict[str, CardFile]) -> dict[str, Any]:
    """All files read, in the order in which one needs the other; what is wrong stands in them."""
    parts: dict[str, Any] = {
        "board": Board(files["board"]),
        "growth": Tree(files["growth"]),
        "layouts": read_layouts(files["layouts"]),
    }
    first = 0
    for name in FILES:
        parts[name] = read_cards(files[name], name, first)
        first += len(parts[name])
    first = 0
    for name in CAT_FILES:
        parts[name] = read_cats(files[name], name, first)
        first += len(parts[name])
    ids: dict[str, str] = {}
    for name in (*FILES, *CAT_FILES):
        for place, card in enumerate(parts[name]):
            for taken in _takes(card):
                if taken in ids:
                    files[name].wrong(
                        ("card", place, "id"), card.id, N_("this id stands in {file} too"),
                        file=ids[taken],
                    )  # fmt: skip
                ids[taken] = name
    vales = {card.id for card in parts["vale-life"]}
    for place, card in enumerate(parts["quests"]):
        if card.vale not in vales:
            files["quests"].wrong(
                ("card", place, "vale-life"),
                card.id,
                N_("there is no Vale Life tile {tile!r}"),
                tile=card.vale,
            )
    return parts


def _takes(card: Card | Cat) -> tuple[str, ...]:
    """The ids that a card takes: of a Building also that of a second one in a Backyard."""
    if isinstance(card, Card) and card.kind == "building" and card.count > 1:
        return (card.id, f"{card.id}-2")
    return (card.id,)


def _paths(decks: Path | None) -> dict[str, Path]:
    """Where each file is read from: those of the folder ``decks`` in place of ours."""
    paths = {name: DATA / f"{name}.toml" for name in NAMES}
    for path in sorted(decks.glob("*.toml")) if decks is not None else ():
        name = which_file(path)
        if name is None:
            raise StrangeFile(_STRANGE_FILE, file=path.name, known=_KNOWN)
        if paths[name].parent != DATA:
            raise BadData(
                N_("{file}: {other} replaces {name}.toml already"),
                file=path.name,
                other=paths[name].name,
                name=name,
            )
        paths[name] = path
    return paths


_KNOWN = ", ".join(f"{name}.toml" for name in NAMES)
_STRANGE = N_("is none of this game's files, which are {known}")
_STRANGE_FILE = N_("{file} is none of this game's files, which are {known}")


def which_file(path: Path) -> str | None:
    """Which of the files one means to replace: by its deck's id, or by its name."""
    deck = CardFile(path).data.get("deck")
    name = deck.get("id") if isinstance(deck, dict) else None
    if isinstance(name, str) and name in IDS:
        return IDS[name]
    return path.stem if path.stem in NAMES else None


def check_deck(path: Path) -> list[Problem]:
    """What is wrong in a file that is to replace one of ours; empty if nothing is."""
    file = CardFile(path)
    if file.problems:
        return file.problems
    name = which_file(path)
    if name is None:
        return [Problem(0, "", StrangeFile(_STRANGE, known=_KNOWN))]
    files = {each: CardFile(DATA / f"{each}.toml") for each in NAMES}
    files[name] = file
    read_all(files)
    if file.problems:
        return sorted(file.problems, key=lambda problem: problem.line)
    for other, read in files.items():
        if read.problems:  # ours are right, so it is this one that is not
            return [
                Problem(
                    0,
                    "",
                    BadData(
                        N_("does not fit our {name}.toml, {problem}"),
                        name=other,
                        problem=read.problems[0],
                    ),
                )
            ]
    return []


__all__ = ["DECKS", "SETS", "Box", "check_deck"]
