"""The box: all the pieces, from ``data/*.toml`` or corrected files, and the actions they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from meowple.author import N_, ActionList, BadData, CardFile, Problem, StrangeFile

from . import labels
from .amounts import Amount
from .board import (
    CHANGES,
    DICE,
    FAMILY_DICE,
    FIRST_ESTATE,
    HILL,
    MOST_SEATS,
    NEST_LEFT,
    POOL,
    RESOURCES,
    SPACES,
    TOKENS,
    TYPES,
    VALUES,
)
from .boards import read_board, read_months, read_river, read_setup, read_supply
from .cards import Board, Comfort, Improvement, MonthCard, River, Setup, Trade, Traveler
from .decks import read_comforts, read_improvements, read_travelers
from .needs import ANY_DIE
from .reading import Files, Verbs

DATA: Final = Path(__file__).parent.parent / "data"

FILES: Final[dict[str, Callable[[CardFile, Files], Any]]] = {
    "comforts": read_comforts,
    "improvements": read_improvements,
    "travelers": read_travelers,
    "forest": read_months("forest"),
    "meadow": read_months("meadow"),
    "river": read_river,
    "board": read_board,
    "supply": read_supply,
    "setup": read_setup,
}
"""The card files, in the order in which they are read, since later ones name cards of earlier."""


class Box:
    """All the pieces of a game, with the actions that name them.

    Args:
        verbs: what cards can do.
        decks: a folder with card files (``*.toml``), each in place of one of ours: that of the same
            deck or, without a deck in it, of the same name.

    Raises:
        BadData: a file is wrong.
    """

    def __init__(self, verbs: Verbs, decks: Path | None = None) -> None:
        paths = _paths(decks)
        files = Files(verbs)
        for name, read in FILES.items():
            file = CardFile(paths[name])
            files.parts[name] = read(file, files)
            file.check()
        parts = files.parts
        self.verbs = verbs
        self.comforts: tuple[Comfort, ...] = parts["comforts"]
        self.improvements: tuple[Improvement, ...] = parts["improvements"]
        self.travelers: tuple[Traveler, ...] = parts["travelers"]
        self.forest: tuple[MonthCard, ...] = parts["forest"]
        self.meadow: tuple[MonthCard, ...] = parts["meadow"]
        self.tokens: dict[str, str] = parts["supply"]
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
        """Everything that can ever be chosen, in a fixed order, with what it is called."""
        self.actions = actions = ActionList()
        comforts = [(card.id, card.kind) for card in self.comforts]
        spaces = [(name, space) for space, name in enumerate(SPACES)]
        places = [(name, place) for place, name in enumerate(self.place_ids)]
        dice = [(name, die) for die, name in enumerate(DICE)]
        add, add_all = actions.add, actions.add_all
        card, space, place = labels.of_card, labels.of_space, labels.of_place

        self.discard = add_all("discard", comforts, card(N_("Put away {card}")))
        self.choose = add_all(
            "choose",
            [(name, token) for token, name in enumerate(RESOURCES)],
            labels.of_token(N_("Take: {token}")),
        )
        self.pay = add_all(
            "pay",
            [(name, token) for token, name in enumerate(TOKENS)],
            labels.of_token(N_("Give: {token}")),
        )
        self.nest = add_all(
            "nest",
            [(str(slot + 1), slot) for slot in range(self.board.nest)],
            labels.of_number(N_("Take comfort {number} from the left")),
        )
        self.search = add_all("search", comforts, card(N_("Take {card} from the discard pile")))
        self.mark = add_all("mark", spaces, space(N_("Lay a coin on: {place}")))
        self.set_die = add_all(
            "set",
            [
                (f"{DICE[die]}-{value}", (die, value))
                for die in range(FAMILY_DICE)
                for value in VALUES
            ],
            labels.of_die_and(N_("Turn {die} to {face}")),
        )
        self.guest = add_all("guest", spaces, space(N_("Put the guest here: {place}")))
        self.place = add_all("place", spaces, space(N_("Send a worker here: {place}")))
        self.lift = add_all("lift", spaces, space(N_("Lift the worker from: {place}")))
        self.barrow = add_all(
            "barrow", spaces[:NEST_LEFT], space(N_("Send the wheelbarrow here: {place}"))
        )
        self.unload = add("unload", label=N_("Leave the wheelbarrow at home"))
        self.ready = add("ready", label=N_("All are placed: ready"))
        self.ride = add_all("ride", spaces, space(N_("Ride away from: {place}")))
        self.ride_to = add_all("to", spaces, space(N_("Ride here: {place}")))
        self.pick = add_all("pick", dice, labels.of_die(N_("Take {die}")))
        self.give = add_all("give", places, place(N_("Give it to: {place}")))
        self.back = add_all("back", places, place(N_("Take the dice back from: {place}")))
        self.lay_back = add("give:hill", HILL, N_("Lay it back on the Hill"))
        change = labels.of_change
        self.lesson = {by: add(f"lesson:{by:+d}", by, change(N_("Lesson: {by}"))) for by in (-1, 1)}
        self.umbrella = {
            by: add(f"umbrella:{by:+d}", by, change(N_("Umbrella: {by}"))) for by in CHANGES
        }
        self.vane = {
            by: add(f"vane:{by:+d}", by, change(N_("Weathervane: {by}"))) for by in CHANGES
        }
        self.vane_off = add("vane:off", 0, N_("Weathervane: turn it back"))
        turn = labels.of_die_and(N_("Weathervane, {die}: {by}"))
        self.turn = {
            (die, by): add(f"turn:{DICE[die]}:{by:+d}", (die, by), turn)
            for die in range(FAMILY_DICE, POOL)
            for by in CHANGES
        }
        self.assigned = add("assigned", label=N_("All dice are given"))
        self.act = add_all("act", places, place(N_("Act here: {place}")))
        self.rest = add("rest", label=N_("No more actions"))
        self.build = add_all(
            "build",
            [(str(rung + 1), rung) for rung in range(len(self.board.rungs))],
            labels.of_number(N_("Build the card beside rung {number}")),
        )
        self.trades = (*self.board.trades, *_bonus_trades(self.improvements))
        self.trade = add_all(
            "trade",
            [(trade.id, number) for number, trade in enumerate(self.trades)],
            labels.of_trade(N_("Trade {trade}")),
        )
        self.inn_trade = add("trade:inn", label=N_("Trade with the traveler"))
        self.enough = add("enough", label=N_("Enough"))
        self.make = add_all("make", comforts, card(N_("Make {card}")))
        self.end = add("end", label=N_("No more comforts"))
        self.gift = add_all(
            "gift",
            [(str(seat + 1), seat) for seat in range(MOST_SEATS)],
            labels.of_seat(N_("Give to {seat}")),
        )
        self.skip = add("pass", label=N_("No, thanks"))
        self.word = add_all(
            "word", [(name, kind) for kind, name in enumerate(TYPES)], labels.of_type
        )

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
    """What improvements add to the Market."""
    for card in improvements:
        for effect in card.effects:
            if trade := effect.trade():
                yield Trade(card.id, *trade, "free")


def _paths(decks: Path | None) -> dict[str, Path]:
    """Where each card file is read from: those of the folder ``decks`` in place of ours."""
    paths = {name: DATA / f"{name}.toml" for name in FILES}
    for path in sorted(decks.glob("*.toml")) if decks is not None else ():
        name = which_file(path)
        if name is None:
            raise BadData("{file}: {why}", file=path.name, why=_strange())
        if paths[name].parent != DATA:
            raise BadData(
                N_("{file}: {other} replaces {name}.toml already"),
                file=path.name,
                other=paths[name].name,
                name=name,
            )
        paths[name] = path
    return paths


def _strange() -> StrangeFile:
    files = ", ".join(f"{name}.toml" for name in FILES)
    return StrangeFile(N_("is none of this game's card files, which are {files}"), files=files)


def which_file(path: Path) -> str | None:
    """Which of the card files a file means to replace: by its deck's id, or by its name."""
    deck = CardFile(path).data.get("deck")
    name = deck.get("id") if isinstance(deck, dict) else None
    if isinstance(name, str) and name in FILES:
        return name
    return path.stem if path.stem in FILES else None


def check_deck(verbs: Verbs, path: Path) -> list[Problem]:
    """What is wrong in a card file that is to replace one of ours; empty if nothing is."""
    file = CardFile(path)
    if file.problems:
        return file.problems
    name = which_file(path)
    if name is None:
        return [Problem(0, "", _strange())]
    files = Files(verbs)
    for other, read in FILES.items():
        source = file if other == name else CardFile(DATA / f"{other}.toml")
        files.parts[other] = read(source, files)
        if other == name and file.problems:
            return sorted(file.problems, key=lambda problem: problem.line)
        if source is not file and source.problems:  # ours are right, so it is this one that is not
            why = BadData(
                N_("does not fit our {name}.toml, {problem}"),
                name=other,
                problem=source.problems[0],
            )
            return [Problem(0, "", why)]
    return []
