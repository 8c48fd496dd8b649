"""Reading a position, and refusing one that cannot occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from meowple.core.chance import Chance
from meowple.core.errors import BadPosition
from meowple.core.game import Json

from .actions import doable, possible_trades, profit_now
from .box import Box
from .cards import ability
from .components import (
    ALL_SPACES,
    DICE,
    FAMILY_DICE,
    HILL,
    INN,
    MARKET,
    SPACES,
    SPACES_OF,
    TOKENS,
    TYPES,
    VILLAGE_DICE,
    WORKERS,
)
from .dice import lessons_left, places
from .scoring import title_types
from .setting_up import deck_of, improvements_in, travelers_in
from .state import (
    ACT,
    BEGIN,
    DICE_STEP,
    DISCARD,
    FINAL,
    GUEST,
    IMMEDIATE,
    KEEP,
    MAKE,
    MONTH_END,
    OVER,
    PLACE,
    RIDE,
    SET_DIE,
    STEPS,
    TITLE,
    TRADE,
    State,
)
from .weathervane import last_turnings

TURN_STEPS = (RIDE, DICE_STEP, ACT, TRADE, MAKE, DISCARD)
"""The steps of a player's turn."""


def load(box: Box, seats: int, options: Mapping[str, Any], data: Json, chance: Chance) -> State:
    """The state that `State.to_json` wrote. Raises `BadPosition` for one that cannot occur."""
    s = State()
    s.box = box
    s.seats = seats
    s.options = options
    s.chance = chance
    s.tell = None
    read = _Reader(data, seats)
    comforts = {card.id: card.kind for card in box.comforts}
    improvements = {card.id: card.kind for card in box.improvements}
    travelers = {card.id: card.kind for card in box.travelers}
    forest = {card.id: card.kind for card in box.forest}
    meadow = {card.id: card.kind for card in box.meadow}
    spaces = {name: space for space, name in enumerate(SPACES)}
    where = {name: place for place, name in enumerate(box.place_ids)}
    dice = {name: die for die, name in enumerate(DICE)}
    s.step = read.one("step", {name: step for step, name in enumerate(STEPS)})
    s.month = read.number("month", 0, s.months)
    s.early = read.number("early", 0, seats - 1)
    s.turn = read.number("turn", 0, seats - 1)
    s.forest, s.meadow = read.one("forest", forest), read.one("meadow", meadow)
    s.forest_pile, s.meadow_pile = read.all("forest_pile", forest), read.all("meadow_pile", meadow)
    s.river = read.one("river", {number: place for place, number in enumerate(box.river.ids)})
    s.traveler = read.one("traveler", travelers, none=True)
    s.travelers = read.all("travelers", travelers)
    s.comforts, s.discards = read.all("comforts", comforts), read.all("discards", comforts)
    s.nest = read.all("nest", comforts)
    s.improvements = read.all("improvements", improvements)
    s.scrapped = read.all("scrapped", improvements)
    s.ladder = read.all("ladder", improvements)
    s.marked = read.bits("marked", spaces)
    s.family = [value for pair in read.by_seat("family", _numbers(0, 6, 2)) for value in pair]
    s.village = read.checked("village", _numbers(0, 6, VILLAGE_DICE))
    s.tokens = read.by_seat("tokens", _tokens)
    s.hands = [tuple(sorted(hand)) for hand in read.by_seat("hands", _kinds(comforts))]
    s.known = [tuple(sorted(hand)) for hand in read.by_seat("known", _kinds(comforts))]
    s.fresh = [tuple(sorted(hand)) for hand in read.by_seat("fresh", _kinds(comforts))]
    s.made = [tuple(own) for own in read.by_seat("made", _kinds(comforts))]
    s.built = [tuple(own) for own in read.by_seat("built", _kinds(improvements))]
    s.placed = [_bits(own) for own in read.by_seat("placed", _kinds(spaces))]
    s.guest = read.by_seat("guest", _maybe(spaces))
    s.barrow = read.by_seat("barrow", _maybe(spaces))
    s.ready = _bits(read.checked("ready", _numbers(0, seats - 1)))
    s.at = [HILL if at == "hill" else _kind(where, at) for at in read.entries("at", 6)]
    s.shift = read.checked("shift", _numbers(-5, 5, 6))
    s.umbrella_die, s.umbrella_by = read.change("umbrella", dice)
    s.vane_die, s.vane_by = read.change("vane", dice)
    s.paw = read.one("paw", dice, none=True)
    s.acted = read.bits("acted", where)
    s.visit = read.one("visit", spaces, none=True)
    s.trades = read.number("trades", 0, 99)
    s.bonus_trades = read.number("bonus_trades", 0, 99)
    s.word = read.one("word", {name: kind for kind, name in enumerate(TYPES)}, none=True)
    read.done()
    s.set_visitor()
    s.set_needs()
    for check in (_time, _cards, _dice, _workers, _given, _step):
        check(s)
    return s


def _check(right: object, what: str) -> None:
    if not right:
        raise BadPosition(what)


# -- where the match stands -------------------------------------------------------------------------


def _time(s: State) -> None:
    """Month, season and traveler agree."""
    box = s.box
    _check((s.month == 0) == (s.step <= KEEP), "the months begin after the first comforts are kept")
    _check(s.month == s.months or s.step < FINAL, "the game ends after the last month")
    ends = list(accumulate(box.setup.lengths[s.options["length"]].seasons))
    shown = max(s.month, 1)
    for cards, top, pile in (
        (box.forest, s.forest, s.forest_pile),
        (box.meadow, s.meadow, s.meadow_pile),
    ):
        season = sum(shown > end for end in ends)
        _check(cards[top].season == season, "the month's cards are of another season")
        _check(len(set(pile)) == len(pile) and top not in pile, "a month card lies there twice")
        for index, end in enumerate(ends):
            start = ends[index - 1] if index else 0
            seen = min(max(shown - start, 0), end - start)
            all_of_it = sum(card.season == index for card in cards)
            left = sum(cards[card].season == index for card in pile)
            _check(left == all_of_it - seen, "the month cards do not fit the month")
    deck = deck_of(box.travelers, travelers_in(box, s.seats))
    _check((s.traveler < 0) == (s.month == 0), "a traveler is there in every month")
    there = [s.traveler] * (s.traveler >= 0) + s.travelers
    _check(not Counter(there) - Counter(deck), "a traveler is there too often")
    _check(len(s.travelers) == len(deck) - s.month, "the travelers do not fit the month")
    timing = {IMMEDIATE: "immediate", SET_DIE: "after_family_roll", MONTH_END: "end_of_month"}
    if s.step in timing:
        _check(s.visitor.timing == timing[s.step], "the traveler's effect comes at another time")
    if s.step == GUEST:
        _check("pass_worker_left" in s.visitor.verbs, "this traveler passes no workers on")
    if s.step in (BEGIN, KEEP, SET_DIE, GUEST, PLACE, TITLE, OVER):
        _check(s.turn == 0, "it is nobody's turn in this step")


def _cards(s: State) -> None:
    """Every card is there once, and where it can be."""
    box, board = s.box, s.box.board
    comforts = Counter([*s.comforts, *s.discards, *s.nest])
    improvements = Counter([*s.improvements, *s.scrapped, *s.ladder])
    for seat in range(s.seats):
        comforts.update(s.hands[seat])
        comforts.update(s.made[seat])
        improvements.update(s.built[seat])
        seen = Counter(s.known[seat]) + Counter(s.fresh[seat])
        _check(not seen - Counter(s.hands[seat]), "a known or fresh card is in no hand")
        built = s.built[seat]
        _check(len(set(built)) == len(built), "an improvement is built twice")
        _check(len(built) <= len(board.cottages), "more is built than there are cottages")
    all_comforts = deck_of(box.comforts, {card.id: card.count for card in box.comforts})
    _check(comforts == Counter(all_comforts), "comforts are missing or doubled")
    deck = deck_of(box.improvements, improvements_in(box, s.seats))
    _check(improvements == Counter(deck), "improvements are missing or doubled")
    _check(len(s.nest) <= board.nest, "too many comforts lie below the Owl's Nest")
    full = len(s.ladder) == len(board.rungs) or not (s.improvements or s.scrapped)
    _check(full and len(s.ladder) <= len(board.rungs), "the ladder is not as full as it must be")
    for seat, hand in enumerate(s.hands):
        if s.step <= KEEP:
            _check(len(hand) == board.drawn, "everybody begins with as many comforts")
        elif s.step >= MONTH_END or (s.step in TURN_STEPS and _had_turn(s, seat)):
            _check(len(hand) <= board.hand, "a hand is too large after its turn")
    if s.step <= KEEP:
        _check(not any(s.made) and not any(s.built), "nothing is made before the first month")
        _check(not any(s.known) and not s.discards, "nothing is known before the first month")


def _had_turn(s: State, seat: int) -> bool:
    return (seat - s.early) % s.seats < s.turn


def _dice(s: State) -> None:
    """Dice show values once they are rolled, coins mark spaces once a Raven came."""
    rolled = s.step not in (BEGIN, KEEP, IMMEDIATE)
    _check(all((value > 0) == rolled for value in s.family), "family dice are rolled in step 2")
    rolled = s.step in TURN_STEPS or s.step >= MONTH_END
    _check(all((value > 0) == rolled for value in s.village), "village dice are rolled in step 4")
    marks = 0
    if s.traveler >= 0 and "mark_space" in s.box.travelers[s.traveler].verbs:
        marks = s.turn if s.step == IMMEDIATE else s.seats
    _check(s.marked.bit_count() == marks, "the marked spaces are not as many as they must be")


def _workers(s: State) -> None:
    """Workers, guests and wheelbarrows are where they can be."""
    loon = "pass_worker_left" in s.visitor.verbs
    closed = s.visitor.closed
    _check(s.ready == 0 or s.step == PLACE, "nobody is placing workers now")
    _check(s.ready != (1 << s.seats) - 1, "when all have placed, the turns begin")
    for seat in range(s.seats):
        placed, guest, barrow = s.placed[seat], s.guest[seat], s.barrow[seat]
        number = placed.bit_count()
        acting = s.step in TURN_STEPS and seat == s.acting
        acted = s.acted & ALL_SPACES & ~closed if acting else 0
        _check(not placed & (closed | acted), "a worker is where it cannot be")
        if s.step == PLACE:
            _check(number <= WORKERS, "there are too many workers")
            _check(number == WORKERS or not s.ready >> seat & 1, "a worker is not placed yet")
            away = True
        elif s.step in TURN_STEPS and not _had_turn(s, seat):
            away = not acting or s.step not in (MAKE, DISCARD)
            home = acted.bit_count() if away else WORKERS
            _check(number + home == WORKERS, "workers are missing or doubled")
        else:
            away = False
            _check(number == 0, "workers are at home now")
        _check((guest >= 0) == (loon and away), "only under the Loon there are guests")
        _check(guest < 0 or (placed | acted) >> guest & 1, "a guest is not among the workers")
        if barrow >= 0:
            effect = ability(s, seat, "extra_resource")
            _check(away and effect is not None, "there is no wheelbarrow to send")
            _check((placed | acted) >> barrow & 1, "a wheelbarrow goes with a worker")
            _check(barrow != guest, "a wheelbarrow goes with an own worker")
            by_turn = s.options["wheelbarrow"] == "turn"
            _check(not by_turn or acting, "the wheelbarrow is sent in the own turn")
            _check(not by_turn or s.step != RIDE, "the wheelbarrow is sent with the dice")
            assert effect is not None
            rode = not by_turn and acting and ability(s, seat, "move_worker") is not None
            _check(effect.areas >> barrow & 1 or rode, "the wheelbarrow does not go there")


def _given(s: State) -> None:
    """Dice are given as they may be."""
    if s.step not in (DICE_STEP, ACT, TRADE, MAKE):
        nothing = (
            s.at == [HILL] * 6
            and s.shift == [0] * 6
            and s.umbrella_die < 0
            and s.vane_die < 0
            and s.paw < 0
            and s.acted == 0
            and s.visit < 0
        )
        _check(nothing and s.trades == s.bonus_trades == 0, "no dice are given now")
        return
    seat = s.acting
    _check(s.paw < 0 or s.step == DICE_STEP, "no die is in a paw now")
    _check(s.paw < 0 or s.at[s.paw] == HILL, "the die in the paw lies on the board too")
    for die in range(6):
        done = die == s.vane_die and _served(s, s.at[die])
        right = 1 <= s.face(die) <= 6 and (done or 1 <= s.value(die) <= 6)
        _check(right, "a die counts as 1 to 6")
        free = s.at[die] == HILL and die != s.paw
        _check(not free or not s.shift[die], "a lesson belongs to a die that is given")
    _change(s, seat, s.umbrella_die, s.umbrella_by, "change_family_die", range(FAMILY_DICE))
    _change(s, seat, s.vane_die, s.vane_by, "turn_village_die", range(FAMILY_DICE, 6))
    if s.umbrella_die >= 0:
        used = s.at[s.umbrella_die] != HILL or s.paw == s.umbrella_die
        _check(used, "an Umbrella changes a die that is given")
    if s.vane_die >= 0:
        _check(1 <= s.face(s.vane_die) - s.vane_by <= 6, "a die shows 1 to 6 before it is turned")
    if s.step == DICE_STEP:
        _check(lessons_left(s, seat) >= 0, "more lessons are given than there are")
        _check(s.acted == 0 and s.visit < 0, "no action comes before the dice are given")
    where = places(s, seat)
    had = s.acted & ALL_SPACES & ~s.visitor.closed
    unmet = 0
    for place, group in s.groups().items():
        if s.step != MAKE and not had >> place & 1:
            _check(place in where, "dice lie where they may not be given")
        if s.vane_die >= 0 and s.at[s.vane_die] == place and _served(s, place):
            continue  # turned once it had served
        _check(group in s.needs[place].open, "dice lie where they are not asked for")
        _check(place < len(SPACES) or s.at.index(place) < FAMILY_DICE, "estates take family dice")
        unmet += group not in s.needs[place].met
    _check(unmet <= (s.step == DICE_STEP), "a space has not got all the dice it needs")
    for place in range(s.box.places):
        _check(not s.acted >> place & 1 or place in s.at, "an action took no dice")


def _served(s: State, place: int) -> bool:
    """Whether dice at a place serve nothing any more in this turn."""
    return place != HILL and (s.step == MAKE or bool(s.acted >> place & 1))


def _change(s: State, seat: int, die: int, by: int, verb: str, which: range) -> None:
    """The Umbrella's or the Weathervane's change is one that can be made."""
    if die < 0:
        return
    effect = ability(s, seat, verb)
    _check(effect is not None and die in which, "a die is changed by nothing")
    assert effect is not None
    _check(by in effect.by, "a die is changed by too much")


def _step(s: State) -> None:
    """What is asked in this step can be answered."""
    seat = s.acting
    if s.step == RIDE:
        _check(ability(s, seat, "move_worker"), "there is no Bicycle to ride")
    if s.step == ACT:
        _check(doable(s, seat), "there is nothing left to do with the dice")
    if s.step == TRADE:
        trading = s.visit in (INN, MARKET) and s.acted >> s.visit & 1
        _check(trading and s.visit in s.at, "nobody is trading")
        _check(s.visit != INN or profit_now(s, seat).verb != "gain", "nothing is traded there")
        _check(s.visit == MARKET or not s.bonus_trades, "there is no such trade")
        _check(s.bonus_trades <= s.trades, "the trades are miscounted")
        _check(possible_trades(s, seat), "no trade can be made any more")
    else:
        trading = s.visit >= 0 or s.trades or s.bonus_trades
        _check(not trading, "nobody is at the Inn or Market now")
    if s.step == MAKE:
        _check(s.hands[seat] or last_turnings(s, seat), "there is nothing to make")
    if s.step == DISCARD:
        _check(len(s.hands[seat]) > s.box.board.hand, "there is nothing to discard")
    types = title_types(s) if s.seats == 1 else []
    if s.step == TITLE:
        _check(len(types) > 1, "there is no title to choose")
    _check((s.word >= 0) == (s.seats == 1 and s.step == OVER), "a title comes at the end")
    _check(s.word < 0 or s.word in types, "the title does not fit the comforts")


# -- reading ----------------------------------------------------------------------------------------

Check = Callable[[Any], Any]


class _Reader:
    """The fields of a position, each read once."""

    def __init__(self, data: Any, seats: int) -> None:
        _check(isinstance(data, dict), "a position is an object")
        self._data = dict(data)
        self._seats = seats

    def _take(self, field: str) -> Any:
        _check(field in self._data, f"the position has no {field}")
        return self._data.pop(field)

    def one(self, field: str, names: Mapping[Any, int], *, none: bool = False) -> int:
        value = self._take(field)
        return -1 if none and value is None else _kind(names, value)

    def number(self, field: str, least: int, most: int) -> int:
        number: int = _numbers(least, most, 1)([self._take(field)])[0]
        return number

    def entries(self, field: str, size: int) -> list[Any]:
        value = self._take(field)
        _check(isinstance(value, list) and len(value) == size, f"{field} has {size} entries")
        entries: list[Any] = value
        return entries

    def all(self, field: str, names: Mapping[str, int]) -> list[int]:
        kinds: list[int] = _kinds(names)(self._take(field))
        return kinds

    def bits(self, field: str, names: Mapping[str, int]) -> int:
        return _bits(self.all(field, names))

    def checked(self, field: str, check: Check) -> Any:
        return check(self._take(field))

    def by_seat(self, field: str, check: Check) -> list[Any]:
        return [check(entry) for entry in self.entries(field, self._seats)]

    def change(self, field: str, dice: Mapping[str, int]) -> tuple[int, int]:
        value = self._take(field)
        if value is None:
            return -1, 0
        _check(isinstance(value, list) and len(value) == 2, f"{field} is a die and a number")
        return _kind(dice, value[0]), _numbers(-5, 5)(value[1:])[0]

    def done(self) -> None:
        _check(not self._data, f"a position has no {', '.join(map(str, self._data))[:60]}")


def _kind(names: Mapping[Any, int], value: Any) -> int:
    known = type(value) in (str, int) and value in names
    _check(known, f"there is no {str(value)[:40]!r} here")
    return names[value]


def _kinds(names: Mapping[str, int]) -> Check:
    def read(value: Any) -> list[int]:
        _check(isinstance(value, list), "cards and places are lists of names")
        return [_kind(names, entry) for entry in value]

    return read


def _maybe(names: Mapping[str, int]) -> Check:
    return lambda value: -1 if value is None else _kind(names, value)


def _numbers(least: int, most: int, size: int = -1) -> Check:
    def read(value: Any) -> list[int]:
        _check(isinstance(value, list), "numbers are a list")
        _check(size in (-1, len(value)), "a list is too long or too short")
        whole = all(type(n) is int and least <= n <= most for n in value)
        _check(whole, f"a number is not from {least} to {most}")
        return list(value)

    return read


def _tokens(value: Any) -> list[int]:
    _check(isinstance(value, dict) and set(value) <= set(TOKENS), "there is no such token")
    return _many([value.get(name, 0) for name in TOKENS])


def _many(numbers: Sequence[int]) -> list[int]:
    read: list[int] = _numbers(0, 999)(list(numbers))
    return read


def _bits(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        _check(not mask >> number & 1, "something is there twice")
        mask |= 1 << number
    return mask


assert len(SPACES_OF) == ALL_SPACES + 1
