"""Reading the other files: month cards, river, board, supply, setup."""

from __future__ import annotations

from collections.abc import Callable

from meowple.author import N_, CardFile, Table

from .amounts import NOTHING, RULES, Amount
from .board import (
    AREA_OF,
    COTTAGES,
    FAMILY_DICE,
    HIGHEST,
    MOST_SEATS,
    RESOURCES,
    SEASON_CARDS,
    SEASONS,
    SPACES,
    SPECIAL,
    TOKENS,
    TYPES,
    VALUES,
    VILLAGE_DICE,
    WORKERS,
)
from .cards import Board, Length, MonthCard, River, Setup, TitleWord, Trade
from .needs import ANY_DIE, KINDS, SUMS, WITH_VALUE, Need
from .reading import ORIGIN, Files, read_deck, read_id, read_named

LENGTHS = ("normal", "short")
MOST_DICE = 3
"""For a Forest or Meadow space, if their number is fixed."""


# -- Forest and Meadow ------------------------------------------------------------------------------


def read_months(area: str) -> Callable[[CardFile, Files], tuple[MonthCard, ...]]:
    """The Forest or the Meadow deck."""

    def read(file: CardFile, files: Files) -> tuple[MonthCard, ...]:
        cards = []
        slots = (f"{area}-left", f"{area}-right")
        for kind, table in enumerate(read_deck(file, area)):
            table.must_be("count", 1)
            table.must_be("area", area)
            needs, gains = [], []
            spaces = table.inner("space")
            for slot, space in zip(slots, spaces, strict=False):
                space.must_be("slot", slot)
                needs.append(_read_need(space.one("need")))
                gains.append(Amount(space.counts("gain", TOKENS)))
                if not gains[-1].json:
                    space.wrong(N_("gain must not be empty"), "gain")
                space.done()
            if len(spaces) != len(slots):
                table.wrong(N_("a month card has {number} spaces"), number=len(slots))
                needs, gains = [ANY_DIE] * 2, [NOTHING] * 2
            cards.append(
                MonthCard(
                    kind=kind,
                    id=read_id(table),
                    name=table.text("name"),
                    season=SEASONS.index(table.one_of("season", SEASONS)),
                    needs=(needs[0], needs[1]),
                    gains=(gains[0], gains[1]),
                )
            )
            table.done(*ORIGIN)
        for season, number in zip(SEASONS, SEASON_CARDS, strict=True):
            have = sum(SEASONS[card.season] == season for card in cards)
            if cards and have != number:
                file.wrong(
                    ("deck",),
                    "deck",
                    N_("{number} cards of {season} are needed, not {have}"),
                    number=number,
                    season=season,
                    have=have,
                )
        return tuple(cards)

    return read


def _read_need(table: Table) -> Need:
    kind = table.one_of("kind", KINDS)
    dice = table.number("dice", 0, MOST_DICE)
    value = table.number("value", 1, HIGHEST * HIGHEST) if kind in WITH_VALUE else 0
    values = table.numbers("values", 1, HIGHEST) if kind == "exact" else ()
    if kind == "exact" and len(values) != dice:
        table.wrong(N_("values must show as many faces as dice"), "values")
        dice = len(values) or 1
    if kind in ("value_max", "value_min") and dice != 1:
        table.wrong(N_("{kind} asks for 1 die"), "dice", kind=kind)
        dice = 1
    if dice == 0 and kind not in SUMS:
        table.wrong(N_("only sums take any number of dice"), "dice")
        dice = 1
    table.done()
    need = Need(kind, dice, value, values)
    if not need.met:
        table.wrong(N_("no dice can ever meet this need"))
    return need


# -- River ------------------------------------------------------------------------------------------


def read_river(file: CardFile, files: Files) -> River:
    """The spaces of the River, and the wheel."""
    nothing = River((), (), (), (NOTHING,) * 3)
    if file.unreadable:
        return nothing
    spaces, positions = file.tables("space"), file.tables("position")
    head = file.table("river")
    shown = []
    gains = []
    for space, name in zip(spaces, ("river-a", "river-b", "river-c"), strict=False):
        space.must_be("id", name)
        space.must_be("dice", 1)
        shown.append(space.number("values_shown", 1, HIGHEST))
        gains.append(Amount(space.counts("gain", TOKENS)))
        space.done(*ORIGIN)
    if len(spaces) != 3:
        head.wrong(N_("the river has 3 spaces"))
    ids = [position.number("id", 1, 12) for position in positions]
    if len(set(ids)) != len(ids):
        head.wrong(N_("two positions have one id"))
    needs, following = [], []
    for position in positions:
        row = [position.numbers(name, 1, HIGHEST) for name in "abc"]
        if sorted(v for values in row for v in values) != list(VALUES):
            position.wrong(
                N_("a, b and c must hold every value from 1 to {most} once"), most=HIGHEST
            )
        elif [len(values) for values in row] != shown:
            position.wrong(
                N_("a, b and c must hold as many values as values_shown of their spaces")
            )
        else:
            needs.append(tuple(Need("one_of", 1, 0, values) for values in row))
        after = position.number("next", 1, 12)
        if after not in ids:
            position.wrong(
                N_("next names the position {position}, which is not there"), "next", position=after
            )
        else:
            following.append(ids.index(after))
        position.done(*ORIGIN)
    if sorted(following) != list(range(len(ids))):
        head.wrong(N_("next must lead through all positions in a circle"))
    if file.problems:
        return nothing
    return River(
        tuple(ids),
        tuple((a, b, c) for a, b, c in needs),
        tuple(following),
        (gains[0], gains[1], gains[2]),
    )


# -- the board --------------------------------------------------------------------------------------


def read_board(file: CardFile, files: Files) -> Board | None:
    """The main board, the home boards, and the points at the end."""
    if file.unreadable:
        return None
    for index, table in enumerate(file.tables("space")[: len(SPACES)]):
        area = AREA_OF[index]
        rule = {"forest": "month_card", "meadow": "month_card", "river": "river_wheel"}
        table.must_be("area", area)
        table.must_be("rule", rule.get(area, "one_die_any"))
    nest, workshop, home = file.table("nest"), file.table("workshop"), file.table("home")
    hand, lesson, scoring = file.table("hand"), file.table("lesson"), file.table("scoring")
    draws = [0] * (HIGHEST + 1)
    for table in file.tables("nest_draw"):
        cards = table.number("cards", 1, 9)
        for face in table.numbers("faces", 1, HIGHEST):
            if draws[face]:
                table.wrong(N_("the value {face} stands here twice"), "faces", face=face)
            draws[face] = cards
    for value in VALUES:
        if not draws[value]:
            nest.wrong(N_("the value {face} draws nothing"), face=value)
    trades = []
    for table in file.tables("market_trade"):
        give = Amount(table.counts("give", (*TOKENS, "any")))
        get = Amount(table.counts("get", (*TOKENS, "any")))
        if not give.json:
            table.wrong(N_("give must not be empty"), "give")
        trades.append(Trade(read_id(table), give, get, table.one_of("give_rule", RULES)))
        table.done(*ORIGIN)
    rungs = workshop.numbers("rung_needs", 1, HIGHEST)
    if list(rungs) != sorted(rungs) or not rungs:
        workshop.wrong(N_("rung_needs must rise from the bottom up"), "rung_needs")
    lesson.must_be("change", 1)
    lesson.must_be("lowest", 1)
    lesson.must_be("highest", HIGHEST)
    scoring.must_be("per_lesson", 0)
    scoring.must_be("ties", "shared")
    nest.must_be("refill_from", "right")
    nest.must_be("month_end_discard", "leftmost")
    workshop.must_be("refill_from", "top")
    workshop.must_be("month_end_discard", "bottom")
    file.table("hill").must_be("village_dice", VILLAGE_DICE)
    cottages = home.numbers("cottage_points", 0, 20)
    if not 1 <= len(cottages) <= COTTAGES:
        home.wrong(
            N_("cottage_points must name 1 to {most} cottage spaces"),
            "cottage_points",
            most=COTTAGES,
        )
    drawn, kept = hand.number("draw_at_start", 1, 5), hand.number("keep_at_start", 0, 5)
    if drawn != kept + 1:
        hand.wrong(N_("one of the cards drawn at the start is put away"), "keep_at_start")
    return Board(
        spaces=read_named(file, "space", SPACES, "area", "rule"),
        nest=nest.number("display", 1, 6),
        draws=tuple(draws),
        rungs=rungs,
        trades=tuple(trades),
        cottages=cottages,
        drawn=drawn,
        kept=kept,
        hand=hand.number("limit", 1, 20),
        idle_lessons=lesson.number("per_idle_worker", 0, 9),
        per_book=scoring.number("per_book", 0, 9),
        per_coin=scoring.number("per_coin", 0, 9),
        resources_per_point=scoring.number("resources_per_point", 1, 9),
        types=read_named(file, "comfort_type", TYPES),
        seasons=read_named(file, "season", SEASONS, "missing_resource"),
    )


# -- supply and setup -------------------------------------------------------------------------------


def read_supply(file: CardFile, files: Files) -> dict[str, str]:
    """What tokens are called."""
    if file.unreadable:
        return {}
    file.table("supply").must_be("unlimited", True)
    for table in file.tables("token"):
        table.must_be("resource", table.data.get("id") in RESOURCES)
        table.number("count", 1, 99)
    for table in file.tables("piece"):
        read_id(table)
        table.number("count", 1, 99)
        table.done(*ORIGIN)
    names = read_named(file, "token", (*TOKENS, *SPECIAL), "resource", "count")
    return dict(zip((*TOKENS, *SPECIAL), names, strict=False))


def read_setup(file: CardFile, files: Files) -> Setup | None:
    """Players, lengths, starting coins, and the solo game."""
    if file.unreadable:
        return None
    players = file.table("players")
    for name, expected in (
        ("lowest", 1),
        ("highest", MOST_SEATS),
        ("dice", FAMILY_DICE),
        ("workers", WORKERS),
    ):
        players.must_be(name, expected)
    families = [(read_id(table), table.text("name")) for table in file.tables("family")]
    if len(families) != MOST_SEATS:
        players.wrong(N_("there must be {number} families"), number=MOST_SEATS)
    lengths = {}
    for table in file.tables("length"):
        spring, summer, autumn = (
            table.number(season, 1, most)
            for season, most in zip(SEASONS, SEASON_CARDS, strict=True)
        )
        lengths[read_id(table)] = Length(spring + summer + autumn, (spring, summer, autumn))
        table.done(*ORIGIN)
    if set(lengths) != set(LENGTHS):
        players.wrong(N_("the lengths must be {lengths}"), lengths=" and ".join(LENGTHS))
    return Setup(
        families=tuple(families),
        lengths=lengths,
        coins=_read_coins(file, players),
        copies=file.table("solo").number("copies_of_improvements", 1, 5),
        words=_read_words(file, players),
    )


def _read_coins(file: CardFile, head: Table) -> dict[tuple[int, str], tuple[int, ...]]:
    coins: dict[tuple[int, str], tuple[int, ...]] = {}
    for table in file.tables("starting_coins"):
        players = table.number("players", 1, MOST_SEATS)
        length = table.one_of("length", LENGTHS)
        seats = table.numbers("seats", 1, players)
        number = table.number("coins", 0, 9)
        if (players, length) in coins:
            table.wrong(N_("this number of players and length stand here twice"), "players")
        coins[players, length] = tuple(
            number if seat + 1 in seats else 0 for seat in range(players)
        )
        table.done(*ORIGIN)
    if len(coins) != len(LENGTHS) * MOST_SEATS:
        head.wrong(
            N_("starting_coins must name 1 to {number} players in both lengths"), number=MOST_SEATS
        )
    return coins


def _read_words(file: CardFile, head: Table) -> tuple[tuple[TitleWord, ...], ...]:
    questions = []
    kinds = ("comfort_type", "comforts", "improvements", "score")
    for table, kind in zip(file.tables("solo_question"), kinds, strict=False):
        table.must_be("by", kind)
        words: list[TitleWord] = []
        for entry in table.inner("word"):
            type_ = -1
            least = most = 0
            if kind == "comfort_type":
                type_ = TYPES.index(entry.one_of("type", TYPES))
            else:
                least, most = entry.number("from"), entry.number("to")
                expected = words[-1].most + 1 if words else 0
                if least != expected:
                    entry.wrong(N_("from must be {expected}"), "from", expected=expected)
            words.append(TitleWord(type_, least, most, entry.text("word")))
            entry.done()
        if kind == "comfort_type" and {word.type for word in words} != set(range(len(TYPES))):
            table.wrong(N_("every type needs a word"))
        questions.append(tuple(words))
    if len(questions) != len(kinds):
        head.wrong(N_("there must be {number} solo questions"), number=len(kinds))
    return tuple(questions)
