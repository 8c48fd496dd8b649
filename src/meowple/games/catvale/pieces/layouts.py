"""The layouts of the Random World, and which tiles a world is laid of (CV-WORLD, CV-INF)."""

from __future__ import annotations

from typing import Final, NamedTuple

from meowple.author import N_, CardFile, Table

from .hexes import CENTRE, SPACE, SPACES
from .names import FISHING, FLEA_MARKET, FOREST, MOST_SEATS, MOUNTAIN, PORTAL, TILES

PLACES: Final = {"fish": FISHING, "portals": PORTAL, "mountains": MOUNTAIN, "forests": FOREST}


class Layout(NamedTuple):
    """Where tiles lie in the Random World.

    Attributes:
        backyards: clockwise from the first player.
        open: (space, kind) of all other tiles that lie face-up.
        down: the spaces of the shuffled stack.
        stack: its tiles, without those of expansions.
    """

    backyards: tuple[int, ...]
    open: tuple[tuple[int, int], ...]
    down: tuple[int, ...]
    stack: tuple[int, ...]


def read_layouts(file: CardFile) -> dict[int, Layout]:
    """The layout for each number of players."""
    board = file.table("board")
    board.must_be("spaces", SPACES)
    board.must_be("flea-market", [0, 0])
    stack = file.table("stack")
    singles = [TILES.index(name) for name in stack.texts("singles", TILES)]
    forests = stack.one("forest")
    layouts = {}
    for table in file.tables("layout"):
        players = table.number("players", 2, MOST_SEATS)
        backyards = _spaces(table, "backyards")
        open_tiles = [(CENTRE, FLEA_MARKET)]
        for name, kind in PLACES.items():
            open_tiles += [(space, kind) for space in _spaces(table, name)]
        down = _spaces(table, "face-down")
        pile = singles + [FOREST] * forests.number(str(players), 0, 9)
        used = [*backyards, *(space for space, _ in open_tiles), *down]
        if not file.problems and (sorted(used) != list(range(SPACES)) or len(pile) != len(down)):
            table.wrong(N_("each space gets one tile, and the stack fits the spaces face-down"))
        if not file.problems and len(backyards) != players:
            table.wrong(N_("each player has a Backyard"), "backyards")
        layouts[players] = Layout(
            tuple(backyards), tuple(open_tiles), tuple(sorted(down)), tuple(sorted(pile))
        )
    for players in range(2, MOST_SEATS + 1):
        if not file.problems and players not in layouts:
            file.wrong(
                (), "layout", N_("the layout for {players} players is missing"), players=players
            )
    return layouts


def _spaces(table: Table, name: str) -> list[int]:
    value = table.get(name)
    if isinstance(value, list):
        found = [
            SPACE.get(tuple(place))
            if isinstance(place, list) and all(type(number) is int for number in place)
            else None
            for place in value
        ]
        good = [space for space in found if space is not None]
        if len(good) == len(found):
            return good
    if value is not None:
        table.wrong(N_("must be a list of spaces such as [0, 0]"), name)
    return []
