"""The box: all the pieces, loaded from ``data/*.toml`` or corrected files, and the actions they make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from meowple.author.decks import CardFile, Problem
from meowple.core.actions import ActionList
from meowple.core.errors import BadData

from .components import (
    ANY_DIE,
    DICE,
    FAMILY_DICE,
    FIRST_ESTATE,
    HILL,
    MOST_SEATS,
    NEST_LEFT,
    RESOURCES,
    SPACES,
    TOKENS,
    TYPES,
    Amount,
    Board,
    Comfort,
    Improvement,
    MonthCard,
    Names,
    River,
    Setup,
    Trade,
    Traveler,
)
from .reading import FILES

DATA = Path(__file__).parent / "data"


class Box:
    """All the pieces of a game, with the actions that name them.

    Args:
        decks: a folder with card files (``*.toml``), each in place of one of ours: that of the same
            deck or, without a deck in it, of the same name.

    Raises:
        BadData: a file is wrong.
    """

    def __init__(self, decks: Path | None = None) -> None:
        files = {name: CardFile(path) for name, path in _paths(decks).items()}
        parts: dict[str, Any] = {}
        for name, reader in FILES.items():
            parts[name] = reader(files[name], parts)
            files[name].check()
        self.files = parts
        self.comforts: tuple[Comfort, ...] = parts["comforts"]
        self.improvements: tuple[Improvement, ...] = parts["improvements"]
        self.travelers: tuple[Traveler, ...] = parts["travelers"]
        self.forest: tuple[MonthCard, ...] = parts["forest"]
        self.meadow: tuple[MonthCard, ...] = parts["meadow"]
        self.tokens: dict[str, Names] = parts["supply"]
        self.river: River = parts["river"]
        self.board: Board = parts["board"]
        self.setup: Setup = parts["setup"]
        self.estates = tuple(card for card in self.improvements if card.estate >= 0)
        self.places = FIRST_ESTATE + len(self.estates) * MOST_SEATS
        self.place_ids = (
            *SPACES,
            *(f"{card.id}-{seat + 1}" for card in self.estates for seat in range(MOST_SEATS)),
        )
        self.needs = (ANY_DIE,) * self.places
        self._costs: dict[tuple[str, int], tuple[Amount, ...]] = {}
        self._name_actions()

    def _name_actions(self) -> None:
        """Everything that can ever be chosen, in a fixed order."""
        self.actions = actions = ActionList()
        comforts = [(card.id, card.kind) for card in self.comforts]
        spaces = [(name, space) for space, name in enumerate(SPACES)]
        places = [(name, place) for place, name in enumerate(self.place_ids)]
        add = actions.add_all
        self.discard = add("discard", comforts)
        self.choose = add("choose", ((name, i) for i, name in enumerate(RESOURCES)))
        self.pay = add("pay", ((name, i) for i, name in enumerate(TOKENS)))
        self.nest = add("nest", ((str(i + 1), i) for i in range(self.board.nest)))
        self.search = add("search", comforts)
        self.mark = add("mark", spaces)
        self.set_die = add(
            "set",
            (
                (f"{DICE[die]}-{value}", (die, value))
                for die in range(FAMILY_DICE)
                for value in range(1, 7)
            ),
        )
        self.guest = add("guest", spaces)
        self.place = add("place", spaces)
        self.lift = add("lift", spaces)
        self.barrow = add("barrow", spaces[:NEST_LEFT])
        self.unload = actions.add("unload")
        self.ready = actions.add("ready")
        self.ride = add("ride", spaces)
        self.ride_to = add("to", spaces)
        self.pick = add("pick", ((name, die) for die, name in enumerate(DICE)))
        self.give = add("give", places)
        self.back = add("back", places)
        self.lay_back = actions.add("give:hill", HILL)
        self.lesson = {by: actions.add(f"lesson:{by:+d}", by) for by in (-1, 1)}
        changes = [by for by in range(-5, 6) if by]
        self.umbrella = {by: actions.add(f"umbrella:{by:+d}", by) for by in changes}
        self.vane = {by: actions.add(f"vane:{by:+d}", by) for by in changes}
        self.vane_off = actions.add("vane:off", 0)
        self.turn = {
            (die, by): actions.add(f"turn:{DICE[die]}:{by:+d}", (die, by))
            for die in range(FAMILY_DICE, len(DICE))
            for by in changes
        }
        self.assigned = actions.add("assigned")
        self.act = add("act", places)
        self.rest = actions.add("rest")
        self.build = add("build", ((str(i + 1), i) for i in range(len(self.board.rungs))))
        self.trades = (*self.board.trades, *_bonus_trades(self.improvements))
        self.trade = add("trade", ((trade.id, i) for i, trade in enumerate(self.trades)))
        self.inn_trade = actions.add("trade:inn")
        self.enough = actions.add("enough")
        self.make = add("make", comforts)
        self.end = actions.add("end")
        self.gift = add("gift", ((str(seat + 1), seat) for seat in range(MOST_SEATS)))
        self.skip = actions.add("pass")
        self.word = add("word", ((name, i) for i, name in enumerate(TYPES)))

    def estate_place(self, kind: int, owner: int) -> int:
        """The place for dice on the estate of that kind which that seat has built."""
        return FIRST_ESTATE + self.improvements[kind].estate * MOST_SEATS + owner

    def estate_at(self, place: int) -> tuple[Improvement, int]:
        """The estate of a place, and its owner's seat."""
        index, owner = divmod(place - FIRST_ESTATE, MOST_SEATS)
        return self.estates[index], owner

    def comfort_costs(self, visitor: Traveler) -> tuple[Amount, ...]:
        """What each comfort costs while that traveler is there."""
        return self._lowered("comfort", visitor, self.comforts, visitor.less_comfort)

    def improvement_costs(self, visitor: Traveler) -> tuple[Amount, ...]:
        """What each improvement costs while that traveler is there."""
        return self._lowered("improvement", visitor, self.improvements, visitor.less_improvement)

    def _lowered(
        self,
        deck: str,
        visitor: Traveler,
        cards: Sequence[Comfort | Improvement],
        by: Amount | None,
    ) -> tuple[Amount, ...]:
        key = (deck, visitor.kind)
        costs = self._costs.get(key)
        if costs is None:
            costs = tuple(card.cost.less(by) if by else card.cost for card in cards)
            self._costs[key] = costs
        return costs


def _bonus_trades(improvements: Sequence[Improvement]) -> Iterator[Trade]:
    for card in improvements:
        if effect := card.verbs.get("bonus_trade"):
            yield Trade(card.id, effect.give, effect.get, "free")


def _paths(decks: Path | None) -> dict[str, Path]:
    """Where each card file is read from: those of the folder ``decks`` in place of ours."""
    paths = {name: DATA / f"{name}.toml" for name in FILES}
    for path in sorted(decks.glob("*.toml")) if decks is not None else ():
        name = which_file(path)
        if name is None:
            raise BadData(f"{path.name}: {_STRANGE}")
        if paths[name].parent != DATA:
            raise BadData(f"{path.name}: {paths[name].name} replaces {name}.toml already")
        paths[name] = path
    return paths


_STRANGE = "is none of this game's card files, which are " + ", ".join(
    f"{name}.toml" for name in FILES
)


def which_file(path: Path) -> str | None:
    """Which of the card files a file means to replace: by its deck's id, or by its name."""
    deck = CardFile(path).data.get("deck")
    name = deck.get("id") if isinstance(deck, dict) else None
    if name in FILES:
        return str(name)
    return path.stem if path.stem in FILES else None


def check_deck(path: Path) -> list[Problem]:
    """What is wrong in a card file that is to replace one of ours; empty if nothing is."""
    file = CardFile(path)
    if file.problems:
        return file.problems
    name = which_file(path)
    if name is None:
        return [Problem(0, "", BadData(_STRANGE))]
    parts: dict[str, Any] = {}
    for other, reader in FILES.items():
        read = file if other == name else CardFile(DATA / f"{other}.toml")
        parts[other] = reader(read, parts)
        if other == name and file.problems:
            return sorted(file.problems, key=lambda problem: problem.line)
        if read is not file and read.problems:  # ours are right, so it is this one that is not
            told = read.problems[0]
            return [Problem(0, "", BadData(f"does not fit our {other}.toml, {told}"))]
    return []
