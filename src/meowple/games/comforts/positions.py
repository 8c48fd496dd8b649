"""Reading a position, and refusing one that cannot occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any

from meowple.author import N_, Chance, Json, Reader

from .pieces.board import (
    ALL_SPACES,
    CHANGES,
    DICE,
    FAMILY_DICE,
    FIRST_ESTATE,
    HIGHEST,
    HILL,
    INN,
    MARKET,
    POOL,
    SPACES,
    TOKENS,
    TYPES,
    VILLAGE_DICE,
    WORKERS,
)
from .pieces.box import Box
from .rules.actions import doable, possible_trades, profit_now
from .rules.decks import ability, deck_of, improvements_in, travelers_in
from .rules.dice import lessons_left, places
from .rules.improvements import (
    ChangeFamilyDie,
    ExtraResource,
    MoveWorker,
    TurnVillageDie,
    last_turnings,
)
from .rules.scoring import title_types
from .state import (
    ACT,
    BEGIN,
    DICE_STEP,
    DISCARD,
    FIELDS,
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

TURN_STEPS = (RIDE, DICE_STEP, ACT, TRADE, MAKE, DISCARD)
"""The steps of a player's turn."""

MOST_TOKENS = 999


def load(box: Box, seats: int, options: Mapping[str, Any], data: Json, chance: Chance) -> State:
    """The state that `State.to_json` wrote. Raises `BadPosition` for one that cannot occur."""
    s = State()
    s.box = box
    s.seats = seats
    s.options = options
    s.chance = chance
    s.tell = None
    read = Reader(data).fields(*FIELDS)
    comforts = _by_id(box.comforts)
    improvements = _by_id(box.improvements)
    travelers = _by_id(box.travelers)
    forest, meadow = _by_id(box.forest), _by_id(box.meadow)
    spaces = {name: space for space, name in enumerate(SPACES)}
    where = {name: place for place, name in enumerate(box.place_ids)}
    dice = {name: die for die, name in enumerate(DICE)}

    s.step = read["step"].one_of({name: step for step, name in enumerate(STEPS)})
    s.month = read["month"].number(0, s.months)
    s.early = read["early"].number(0, seats - 1)
    s.turn = read["turn"].number(0, seats - 1)
    s.forest, s.meadow = read["forest"].piece(forest), read["meadow"].piece(meadow)
    s.forest_pile = read["forest_pile"].pieces(forest, distinct=True)
    s.meadow_pile = read["meadow_pile"].pieces(meadow, distinct=True)
    position = read["river"].number(min(box.river.ids), max(box.river.ids))
    read["river"].check(position in box.river.ids, N_("the wheel has no such position"))
    s.river = box.river.ids.index(position)
    s.traveler = _or_none(read["traveler"], travelers)
    s.travelers = read["travelers"].pieces(travelers)
    s.comforts = read["comforts"].pieces(comforts)
    s.discards = read["discards"].pieces(comforts)
    s.nest = read["nest"].pieces(comforts)
    s.improvements = read["improvements"].pieces(improvements)
    s.scrapped = read["scrapped"].pieces(improvements)
    s.ladder = read["ladder"].pieces(improvements)
    s.marked = _bits(read["marked"].pieces(spaces, distinct=True))
    s.family = [
        value
        for pair in read["family"].each(seats)
        for value in pair.numbers(0, HIGHEST, FAMILY_DICE)
    ]
    s.village = read["village"].numbers(0, HIGHEST, VILLAGE_DICE)
    s.tokens = [_tokens(own) for own in read["tokens"].each(seats)]
    s.hands = [_sorted(own, comforts) for own in read["hands"].each(seats)]
    s.known = [_sorted(own, comforts) for own in read["known"].each(seats)]
    s.fresh = [_sorted(own, comforts) for own in read["fresh"].each(seats)]
    s.made = [tuple(own.pieces(comforts)) for own in read["made"].each(seats)]
    s.built = [tuple(own.pieces(improvements, distinct=True)) for own in read["built"].each(seats)]
    s.placed = [_bits(own.pieces(spaces, distinct=True)) for own in read["placed"].each(seats)]
    s.guest = [_or_none(space, spaces) for space in read["guest"].each(seats)]
    s.barrow = [_or_none(space, spaces) for space in read["barrow"].each(seats)]
    ready = read["ready"].numbers(0, seats - 1)
    read["ready"].check(len(set(ready)) == len(ready), N_("a seat is there twice"))
    s.ready = _bits(ready)
    s.at = [at.piece({"hill": HILL, **where}) for at in read["at"].each(POOL)]
    s.shift = read["shift"].numbers(min(CHANGES), max(CHANGES), POOL)
    s.umbrella_die, s.umbrella_by = _change(read["umbrella"], dice)
    s.vane_die, s.vane_by = _change(read["vane"], dice)
    s.paw = _or_none(read["paw"], dice)
    s.acted = _bits(read["acted"].pieces(where, distinct=True))
    s.visit = _or_none(read["visit"], spaces)
    s.trades = read["trades"].number(0, MOST_TOKENS)
    s.bonus_trades = read["bonus_trades"].number(0, MOST_TOKENS)
    s.word = _or_none(read["word"], {name: kind for kind, name in enumerate(TYPES)})
    s.set_visitor()
    s.set_needs()
    for check in (_time, _cards, _dice, _workers, _given, _step):
        check(s)
    return s


# -- reading ----------------------------------------------------------------------------------------


def _by_id(cards: Iterable[Any]) -> dict[str, int]:
    return {card.id: card.kind for card in cards}


def _or_none(read: Reader, pieces: Mapping[str, int]) -> int:
    """A piece, or -1 for none."""
    found = read.piece_or_none(pieces)
    return -1 if found is None else found


def _sorted(read: Reader, comforts: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(sorted(read.pieces(comforts)))


def _tokens(read: Reader) -> list[int]:
    """How many of each token; those not named are none."""
    names = tuple(read.data) if isinstance(read.data, dict) else ()
    read.fields(*(name for name in names if name in TOKENS))
    return [read[name].number(0, MOST_TOKENS) if name in names else 0 for name in TOKENS]


def _change(read: Reader, dice: Mapping[str, int]) -> tuple[int, int]:
    """A die and by how much it is changed."""
    if read.none:
        return -1, 0
    die, by = read.each(2)
    return die.piece(dice), by.number(min(CHANGES), max(CHANGES))


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


_check = Reader(None).check
"""Refuses the position as a whole."""


# -- where the match stands -------------------------------------------------------------------------


def _time(s: State) -> None:
    """Month, season and traveler agree."""
    box = s.box
    _check(
        (s.month == 0) == (s.step <= KEEP), N_("the months begin after the first comforts are kept")
    )
    _check(s.month == s.months or s.step < FINAL, N_("the game ends after the last month"))
    ends = list(accumulate(box.setup.lengths[s.options["length"]].seasons))
    shown = max(s.month, 1)
    for cards, top, pile in (
        (box.forest, s.forest, s.forest_pile),
        (box.meadow, s.meadow, s.meadow_pile),
    ):
        season = sum(shown > end for end in ends)
        _check(cards[top].season == season, N_("the month's cards are of another season"))
        _check(len(set(pile)) == len(pile) and top not in pile, N_("a month card lies there twice"))
        for index, end in enumerate(ends):
            start = ends[index - 1] if index else 0
            seen = min(max(shown - start, 0), end - start)
            all_of_it = sum(card.season == index for card in cards)
            left = sum(cards[card].season == index for card in pile)
            _check(left == all_of_it - seen, N_("the month cards do not fit the month"))
    deck = deck_of(box.travelers, travelers_in(box, s.seats))
    _check((s.traveler < 0) == (s.month == 0), N_("a traveler is there in every month"))
    there = [s.traveler] * (s.traveler >= 0) + s.travelers
    _check(not Counter(there) - Counter(deck), N_("a traveler is there too often"))
    _check(len(s.travelers) == len(deck) - s.month, N_("the travelers do not fit the month"))
    timing = {IMMEDIATE: "immediate", SET_DIE: "after_family_roll", MONTH_END: "end_of_month"}
    if s.step in timing:
        _check(
            s.visitor.timing == timing[s.step], N_("the traveler's effect comes at another time")
        )
    if s.step == GUEST:
        _check(s.visitor.guests, N_("this traveler passes no workers on"))
    if s.step in (BEGIN, KEEP, SET_DIE, GUEST, PLACE, TITLE, OVER):
        _check(s.turn == 0, N_("it is nobody's turn in this step"))


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
        _check(not seen - Counter(s.hands[seat]), N_("a known or fresh card is in no hand"))
        built = s.built[seat]
        _check(len(set(built)) == len(built), N_("an improvement is built twice"))
        _check(len(built) <= len(board.cottages), N_("more is built than there are cottages"))
    all_comforts = deck_of(box.comforts, {card.id: card.count for card in box.comforts})
    _check(comforts == Counter(all_comforts), N_("comforts are missing or doubled"))
    deck = deck_of(box.improvements, improvements_in(box, s.seats))
    _check(improvements == Counter(deck), N_("improvements are missing or doubled"))
    _check(len(s.nest) <= board.nest, N_("too many comforts lie below the Owl's Nest"))
    full = len(s.ladder) == len(board.rungs) or not (s.improvements or s.scrapped)
    _check(
        full and len(s.ladder) <= len(board.rungs), N_("the ladder is not as full as it must be")
    )
    for seat, hand in enumerate(s.hands):
        if s.step <= KEEP:
            _check(len(hand) == board.drawn, N_("everybody begins with as many comforts"))
        elif s.step >= MONTH_END or (s.step in TURN_STEPS and _had_turn(s, seat)):
            _check(len(hand) <= board.hand, N_("a hand is too large after its turn"))
    if s.step <= KEEP:
        _check(not any(s.made) and not any(s.built), N_("nothing is made before the first month"))
        _check(not any(s.known) and not s.discards, N_("nothing is known before the first month"))


def _had_turn(s: State, seat: int) -> bool:
    return (seat - s.early) % s.seats < s.turn


def _dice(s: State) -> None:
    """Dice show values once they are rolled, coins mark spaces once a Raven came."""
    rolled = s.step not in (BEGIN, KEEP, IMMEDIATE)
    _check(all((value > 0) == rolled for value in s.family), N_("family dice are rolled in step 2"))
    rolled = s.step in TURN_STEPS or s.step >= MONTH_END
    _check(
        all((value > 0) == rolled for value in s.village), N_("village dice are rolled in step 4")
    )
    marks = 0
    if s.traveler >= 0 and s.box.travelers[s.traveler].mark is not None:
        marks = s.turn if s.step == IMMEDIATE else s.seats
    _check(s.marked.bit_count() == marks, N_("the marked spaces are not as many as they must be"))


def _workers(s: State) -> None:
    """Workers, guests and wheelbarrows are where they can be."""
    loon = s.visitor.guests > 0
    closed = s.visitor.closed
    _check(s.ready == 0 or s.step == PLACE, N_("nobody is placing workers now"))
    _check(s.ready != (1 << s.seats) - 1, N_("when all have placed, the turns begin"))
    for seat in range(s.seats):
        placed, guest, barrow = s.placed[seat], s.guest[seat], s.barrow[seat]
        number = placed.bit_count()
        acting = s.step in TURN_STEPS and seat == s.acting
        acted = s.acted & ALL_SPACES & ~closed if acting else 0
        _check(not placed & (closed | acted), N_("a worker is where it cannot be"))
        if s.step == PLACE:
            _check(number <= WORKERS, N_("there are too many workers"))
            _check(number == WORKERS or not s.ready >> seat & 1, N_("a worker is not placed yet"))
            away = True
        elif s.step in TURN_STEPS and not _had_turn(s, seat):
            away = not acting or s.step not in (MAKE, DISCARD)
            home = acted.bit_count() if away else WORKERS
            _check(number + home == WORKERS, N_("workers are missing or doubled"))
        else:
            away = False
            _check(number == 0, N_("workers are at home now"))
        _check((guest >= 0) == (loon and away), N_("only under the Loon there are guests"))
        _check(guest < 0 or (placed | acted) >> guest & 1, N_("a guest is not among the workers"))
        if barrow >= 0:
            effect = ability(s, seat, ExtraResource)
            _check(away and effect is not None, N_("there is no wheelbarrow to send"))
            _check((placed | acted) >> barrow & 1, N_("a wheelbarrow goes with a worker"))
            _check(barrow != guest, N_("a wheelbarrow goes with an own worker"))
            by_turn = s.options["wheelbarrow"] == "turn"
            _check(not by_turn or acting, N_("the wheelbarrow is sent in the own turn"))
            _check(not by_turn or s.step != RIDE, N_("the wheelbarrow is sent with the dice"))
            assert effect is not None
            rode = not by_turn and acting and ability(s, seat, MoveWorker) is not None
            _check(effect.areas >> barrow & 1 or rode, N_("the wheelbarrow does not go there"))


def _given(s: State) -> None:
    """Dice are given as they may be."""
    if s.step not in (DICE_STEP, ACT, TRADE, MAKE):
        nothing = (
            s.at == [HILL] * POOL
            and s.shift == [0] * POOL
            and s.umbrella_die < 0
            and s.vane_die < 0
            and s.paw < 0
            and s.acted == 0
            and s.visit < 0
        )
        _check(nothing and s.trades == s.bonus_trades == 0, N_("no dice are given now"))
        return
    seat = s.acting
    _check(s.paw < 0 or s.step == DICE_STEP, N_("no die is in a paw now"))
    _check(s.paw < 0 or s.at[s.paw] == HILL, N_("the die in the paw lies on the board too"))
    for die in range(POOL):
        done = die == s.vane_die and _served(s, s.at[die])
        right = 1 <= s.face(die) <= HIGHEST and (done or 1 <= s.value(die) <= HIGHEST)
        _check(right, N_("a die counts as 1 to 6"))
        free = s.at[die] == HILL and die != s.paw
        _check(not free or not s.shift[die], N_("a lesson belongs to a die that is given"))
    _changed(s, seat, s.umbrella_die, s.umbrella_by, ChangeFamilyDie, range(FAMILY_DICE))
    _changed(s, seat, s.vane_die, s.vane_by, TurnVillageDie, range(FAMILY_DICE, POOL))
    if s.umbrella_die >= 0:
        used = s.at[s.umbrella_die] != HILL or s.paw == s.umbrella_die
        _check(used, N_("an Umbrella changes a die that is given"))
    if s.vane_die >= 0:
        _check(
            1 <= s.face(s.vane_die) - s.vane_by <= HIGHEST,
            N_("a die shows 1 to 6 before it is turned"),
        )
    if s.step == DICE_STEP:
        _check(lessons_left(s, seat) >= 0, N_("more lessons are given than there are"))
        _check(s.acted == 0 and s.visit < 0, N_("no action comes before the dice are given"))
    where = places(s, seat)
    had = s.acted & ALL_SPACES & ~s.visitor.closed
    unmet = 0
    for place, group in s.groups().items():
        if s.step != MAKE and not had >> place & 1:
            _check(place in where, N_("dice lie where they may not be given"))
        if s.vane_die >= 0 and s.at[s.vane_die] == place and _served(s, place):
            continue  # turned once it had served
        _check(group in s.needs[place].open, N_("dice lie where they are not asked for"))
        _check(
            place < FIRST_ESTATE or s.at.index(place) < FAMILY_DICE, N_("estates take family dice")
        )
        unmet += group not in s.needs[place].met
    _check(unmet <= (s.step == DICE_STEP), N_("a space has not got all the dice it needs"))
    for place in range(s.box.places):
        _check(not s.acted >> place & 1 or place in s.at, N_("an action took no dice"))


def _served(s: State, place: int) -> bool:
    """Whether dice at a place serve nothing any more in this turn."""
    return place != HILL and (s.step == MAKE or bool(s.acted >> place & 1))


def _changed(
    s: State,
    seat: int,
    die: int,
    by: int,
    verb: type[ChangeFamilyDie] | type[TurnVillageDie],
    which: range,
) -> None:
    """The Umbrella's or the Weathervane's change is one that can be made."""
    if die < 0:
        return
    effect: ChangeFamilyDie | TurnVillageDie | None = ability(s, seat, verb)
    _check(effect is not None and die in which, N_("a die is changed by nothing"))
    assert effect is not None
    _check(by in effect.by, N_("a die is changed by too much"))


def _step(s: State) -> None:
    """What is asked in this step can be answered."""
    seat = s.acting
    if s.step == RIDE:
        _check(ability(s, seat, MoveWorker), N_("there is no Bicycle to ride"))
    if s.step == ACT:
        _check(doable(s, seat), N_("there is nothing left to do with the dice"))
    if s.step == TRADE:
        trading = s.visit in (INN, MARKET) and s.acted >> s.visit & 1
        _check(trading and s.visit in s.at, N_("nobody is trading"))
        _check(s.visit != INN or profit_now(s, seat).trades, N_("nothing is traded there"))
        _check(s.visit == MARKET or not s.bonus_trades, N_("there is no such trade"))
        _check(s.bonus_trades <= s.trades, N_("the trades are miscounted"))
        _check(possible_trades(s, seat), N_("no trade can be made any more"))
    else:
        trading = s.visit >= 0 or s.trades or s.bonus_trades
        _check(not trading, N_("nobody is at the Inn or Market now"))
    if s.step == MAKE:
        _check(s.hands[seat] or last_turnings(s, seat), N_("there is nothing to make"))
    if s.step == DISCARD:
        _check(len(s.hands[seat]) > s.box.board.hand, N_("there is nothing to discard"))
    types = title_types(s) if s.seats == 1 else []
    if s.step == TITLE:
        _check(len(types) > 1, N_("there is no title to choose"))
    _check((s.word >= 0) == (s.seats == 1 and s.step == OVER), N_("a title comes at the end"))
    _check(s.word < 0 or s.word in types, N_("the title does not fit the comforts"))
