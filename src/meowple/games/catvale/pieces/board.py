"""Boards, tracks, prices, dice, tiles and skills, read from ``board.toml`` and checked."""

from __future__ import annotations

from typing import Final, NamedTuple

from meowple.author import N_, CardFile, Table

from .names import (
    GATHER_FACES,
    ITEMS,
    MARKERS,
    MOST_PRIDE,
    PURCHASES,
    REWARD_FACES,
    ROUNDS,
    SEASONS,
    SETS,
    SKILLS,
    TILES,
    mask,
)
from .vocabulary import Effect, effects

ORIGINS: Final = ("rulebook", "inferred", "original")

PRICED: Final = (
    "basic",
    "action-die-1",
    "action-die-2",
    "action-die-3",
    "growth",
    "reroll-token",
    "combat-token",
)
BASIC_PRICE, DIE_PRICE, GROWTH_PRICE, REROLL_PRICE, COMBAT_PRICE = 0, 1, 4, 5, 6

MOOD_ENDS: Final = 6


class MoodSpace(NamedTuple):
    """What a space of the Mood track does in Growth; ``marker`` is -1 in the centre."""

    marker: int
    growth: int


class Tile(NamedTuple):
    """A kind of Terrain Tile; ``number``: how many there are.

    Attributes:
        prize: what the cat that reveals it gains; ``discount``: Fish off a purchase made at once.
        die: the value an unused die must show to be spent for the prize; 0 is none.
        resource: the item that is Gathered there; -1 is none.
    """

    id: str
    name: str
    text: str
    number: int
    prize: tuple[Effect, ...]
    discount: int
    die: int
    resource: int


class Skill(NamedTuple):
    """A passive skill."""

    id: str
    name: str
    text: str
    effects: tuple[Effect, ...]


class Board:
    """All of ``board.toml`` that the rules count with.

    Attributes:
        mood: the spaces of the Mood track from -6 to 6.
        arena: the rewards of the Arena track from space 1 on.
        icons: the spaces of the Harvest track with a token icon, as bits; ``harvest_end``: its last.
        columns: what a card of each column of the market costs, the blind one first.
        prices: of everything else that is sold, by place in `PRICED`.
        cheapest: the lowest of all these prices.
        discounts: by kind of tile: (purchases as bits, Fish).
        sell: what a sold card brings; ``target``: the Prestige that starts the Endgame.
        gather, reward: the faces of these dice.
        extra_dice, discards: what Curious Nose makes of Planning.
    """

    def __init__(self, file: CardFile) -> None:
        self._calendar(file)
        self._tracks(file)
        self._market(file)
        self._dice(file)
        self.skills = [
            self._skill(table, place) for place, table in enumerate(file.tables("skill"))
        ]
        if not file.problems and len(self.skills) != len(SKILLS):
            file.wrong((), "skill", N_("there are {number} skills"), number=len(SKILLS))
        by_id = {tile.id: tile for tile in map(_tile, file.tables("tile"))}
        for missing in set(TILES) - set(by_id):
            file.wrong((), missing, N_("this tile is missing"))
        self.tiles = [by_id[name] for name in TILES if name in by_id]
        tokens = {table.text("id"): table for table in file.tables("component")}
        move = tokens.get("movement-token")
        self.movement_token = move.number("value", 1, 9) if move else 0
        self.dice_in_all = sum(
            table.number("count", 1, 99)
            for table in file.tables("die")
            if table.data.get("id") == "action"
        )

    def _calendar(self, file: CardFile) -> None:
        calendar = file.table("calendar")
        calendar.must_be("rounds", ROUNDS)
        calendar.must_be("rounds-per-season", 2)
        for table, name in zip(file.tables("season"), SEASONS, strict=False):
            table.must_be("id", name)
        start = file.table("start")
        for field, value in (
            ("action-dice", 5),
            ("reroll-tokens", 1),
            ("pride", MOST_PRIDE),
            ("hand-from-draft", 3),
        ):
            start.must_be(field, value)

    def _tracks(self, file: CardFile) -> None:
        prestige = file.table("prestige-track")
        self.target = prestige.number("target", 1, 99)
        self.mood = [
            MoodSpace(
                MARKERS.index(table.one_of("marker", MARKERS)) if table.has("marker") else -1,
                table.number("growth", -9, 9),
            )
            for table in sorted(file.tables("mood-space"), key=lambda t: t.number("at", -6, 6))
        ]
        if not file.problems and len(self.mood) != 2 * MOOD_ENDS + 1:
            file.wrong(
                (), "mood-space", N_("the Mood track has {number} spaces"), number=2 * MOOD_ENDS + 1
            )
        spaces = file.tables("arena-space")
        for place, table in enumerate(spaces, 1):
            table.must_be("at", place)
        self.arena = [effects(table, "effects") for table in spaces]
        track = file.table("harvest-track")
        self.harvest_end = track.number("last", 1, 30)
        self.icons = sum(1 << at for at in track.numbers("icons", 1, self.harvest_end))

    def _market(self, file: CardFile) -> None:
        market = file.table("market")
        self.sell = market.number("sell-card", 0, 9)
        for field, value in (
            ("columns", 4),
            ("blind-column", 1),
            ("exchange-give", 2),
            ("exchange-get", 1),
        ):
            market.must_be(field, value)
        columns = {
            t.number("column", 1, 4): t.number("fish", 0, 30) for t in file.tables("market-column")
        }
        self.columns = [columns.get(column, 0) for column in range(1, 5)]
        prices = {t.one_of("item", PRICED): t.number("fish", 0, 30) for t in file.tables("price")}
        self.prices = [prices.get(name, 0) for name in PRICED]
        self.cheapest = min(*self.columns, *self.prices)
        for name in PRICED:
            if name not in prices:
                file.wrong((), "price", N_("the price of {item} is missing"), item=name)
        self.discounts = {
            TILES.index(table.one_of("tile", TILES)): (
                mask(table.texts("on", PURCHASES), PURCHASES),
                table.number("fish", 0, 9),
            )
            for table in file.tables("discount")
        }

    def _dice(self, file: CardFile) -> None:
        dice = {table.text("id"): table for table in file.tables("die")}
        self.gather: tuple[int, ...] = ()
        self.reward: tuple[int, ...] = ()
        for name, faces in (("gather", GATHER_FACES), ("reward", REWARD_FACES)):
            if name not in dice:
                file.wrong((), "die", N_("the {die} die is missing"), die=name)
                continue
            table = dice[name]
            shown = table.get("faces")
            if (
                not isinstance(shown, list)
                or len(shown) != 12
                or not all(face in faces for face in shown)
            ):
                table.wrong(N_("has twelve faces out of {known}"), "faces", known=", ".join(faces))
                shown = list(faces)
            setattr(self, name, tuple(faces.index(face) for face in shown))

    def _skill(self, table: Table, place: int) -> Skill:
        table.must_be("id", SKILLS[min(place, len(SKILLS) - 1)])
        table.one_of("origin", ORIGINS)
        table.text("token")
        if table.has("planning-extra-dice"):
            self.extra_dice = table.number("planning-extra-dice", 0, 1)
            table.must_be("planning-discards", 1 + self.extra_dice)
        steps = effects(table, "effects") if table.has("effects") else ()
        skill = Skill(table.text("id"), table.text("name"), table.text("text"), steps)
        table.done()
        return skill


def _tile(table: Table) -> Tile:
    table.one_of("origin", ORIGINS)
    resource = ITEMS.index(table.one_of("resource", ITEMS[2:6])) if table.has("resource") else -1
    if table.has("set"):
        table.one_of("set", SETS)
    tile = Tile(
        table.one_of("id", TILES),
        table.text("name"),
        table.text("text") if table.has("text") else "",
        table.number("count", 1, 9),
        effects(table, "prize") if table.has("prize") else (),
        table.number("prize-discount", 0, 9) if table.has("prize-discount") else 0,
        table.number("prize-die", 1, 3) if table.has("prize-die") else 0,
        resource,
    )
    table.done(
        "place", "pass", "mark", "action", "safe", "leave-movement", "enter-pride", "inferred"
    )
    return tile
