"""Part C of a turn: actions at the places that got dice (CC-TRN-7 to CC-TRN-9)."""

from __future__ import annotations

from collections.abc import Callable

from meowple.author import N_, Action, Asking, Json, QuestionKind
from meowple.games.comforts.pieces.amounts import Amount
from meowple.games.comforts.pieces.board import (
    FIRST_ESTATE,
    FOREST_LEFT,
    HIGHEST,
    INN,
    MARKET,
    MEADOW_LEFT,
    NEST_LEFT,
    NEST_RIGHT,
    RIVER_A,
    SPACES,
    TOKENS,
    WORKSHOP,
)
from meowple.games.comforts.pieces.effects import Profit
from meowple.games.comforts.state import ACT, TRADE, State

from . import month
from .decks import ability, add, as_json, draw_into_hand, refill_ladder, take_from_nest
from .doing import ACTS, TRADES
from .improvements import (
    BonusTrade,
    Estate,
    ExtraResource,
    FixedDieValue,
    turn_die,
    turnings,
)
from .paying import can_pay, lacking, pay
from .profits import swap


def next_action(s: State) -> None:
    """Go on with the actions, or with part D if none is left that could be carried out."""
    if doable(s, s.acting):
        s.step = ACT
    else:
        month.idle_workers(s)


def doable(s: State, seat: int) -> list[int]:
    """The places where dice lie and an action can be carried out now."""
    found = []
    for place in sorted(set(s.at)):
        if place >= 0 and not s.acted >> place & 1:
            if place == WORKSHOP and not buildable(s, seat):
                continue
            if place == NEST_LEFT and not s.nest:
                continue
            found.append(place)
    return found


def act(s: State) -> Asking:
    """Carry out one action completely, or be done with all of them (CC-TRN-7, CC-TRN-9)."""
    seat = s.acting
    action = yield ACT_NOW.ask(seat)
    if action is s.box.rest:
        month.idle_workers(s)
        return
    if action.verb == "turn":
        turn_die(s, seat, *action.value)
        next_action(s)
        return
    place = action.value
    s.acted |= 1 << place
    if place < FIRST_ESTATE:
        s.placed[seat] &= ~(1 << place)  # the worker goes home (CC-TRN-8)
    yield from _AT.get(place, use_estate)(s, seat, place)
    if s.step == ACT:
        next_action(s)


def act_choices(s: State, seat: int) -> list[Action]:
    """One of the actions that can be carried out, or none any more; or the Weathervane."""
    found = [*(s.box.act[place] for place in doable(s, seat)), s.box.rest]
    return found + turnings(s, seat) if s.built[seat] else found


def why_not_act(s: State, seat: int) -> dict[str, Json]:
    """Why no action can be carried out where dice lie."""
    can = doable(s, seat)
    return {
        s.box.act[place].key: {"code": "nothing_to_build" if place == WORKSHOP else "nest_empty"}
        for place in s.groups()
        if not s.acted >> place & 1 and place not in can
    }


ACT_NOW = QuestionKind(
    "act",
    act_choices,
    prompt=N_("Which action comes next?"),
    waiting=ACTS,
    why=why_not_act,
)


def die_value(s: State, seat: int, place: int) -> int:
    """What the die at a space for one die counts as (CC-IMP-10)."""
    effect = ability(s, seat, FixedDieValue)
    if effect is not None and effect.space == place:
        return effect.value
    return s.value(s.at.index(place))


def raven(s: State, seat: int, space: int, taken: list[int] | None = None) -> None:
    """What a marked space gives more once the action is done (CC-TVL-12, CC-RUL-35)."""
    more = s.visitor.mark
    if more is not None and s.marked >> space & 1:
        add(s, seat, more, taken)
        if taken is None and s.tell:
            s.tell("gained", seat=seat, tokens=more.json)


# -- Forest, Meadow, River ------------------------------------------------------------------------


def printed_gain(s: State, space: int) -> Amount:
    """What a space of Forest, Meadow or River shows."""
    box = s.box
    if space < MEADOW_LEFT:
        return box.forest[s.forest].gains[space - FOREST_LEFT]
    if space < RIVER_A:
        return box.meadow[s.meadow].gains[space - MEADOW_LEFT]
    return box.river.gains[space - RIVER_A]


def gather(s: State, seat: int, space: int) -> Asking:
    """Take what the space shows and what is added to it (CC-FOR-6, CC-RIV-1, CC-TVL-7)."""
    taken = [0] * len(TOKENS)
    add(s, seat, printed_gain(s, space), taken)
    for more in s.visitor.bonus[space]:
        add(s, seat, more, taken)
    raven(s, seat, space, taken)
    if s.barrow[seat] == space:
        effect = ability(s, seat, ExtraResource)
        if effect is not None:
            yield from effect.collect(s, seat, taken)
    if s.tell:
        s.tell("gathered", seat=seat, place=SPACES[space], tokens=as_json(taken))


# -- Owl's Nest -----------------------------------------------------------------------------------


def nest_left(s: State, seat: int, space: int) -> Asking:
    """Take an open comfort (CC-OWL-2, CC-OWL-3)."""
    action = yield NEST.ask(seat)
    take_from_nest(s, seat, action.value)
    yield from _after_nest(s, seat, space)


def open_comforts(s: State, seat: int) -> list[Action]:
    """The comforts below the Owl's Nest."""
    return s.box.nest[: len(s.nest)]


NEST = QuestionKind("nest", open_comforts, prompt=N_("Which comfort do you take?"), waiting=ACTS)


def nest_right(s: State, seat: int, space: int) -> Asking:
    """Draw comforts, how many depends on the die (CC-OWL-4)."""
    draw_into_hand(s, seat, s.box.board.draws[die_value(s, seat, space)])
    yield from _after_nest(s, seat, space)


def _after_nest(s: State, seat: int, space: int) -> Asking:
    raven(s, seat, space)
    if s.visitor.search >> space & 1:
        yield from s.visitor.effect.after_nest(s, seat)


# -- Workshop -------------------------------------------------------------------------------------


def buildable(s: State, seat: int) -> list[int]:
    """The rungs whose card the seat can build now."""
    value = die_value(s, seat, WORKSHOP)
    return [rung for rung in range(len(s.ladder)) if why_not_build(s, seat, rung, value) is None]


def why_not_build(s: State, seat: int, rung: int, value: int) -> str | None:
    """Why a seat may not build the card on a rung with a die of that value; None if it may.

    ``cottage`` (CC-WRK-5), ``rung`` (CC-WRK-1), ``twice`` (CC-WRK-7), ``lacks`` (CC-WRK-3).
    """
    kind = s.ladder[rung]
    if len(s.built[seat]) >= len(s.box.board.cottages):
        return "cottage"
    if value < s.box.board.rungs[rung]:
        return "rung"
    if kind in s.built[seat]:
        return "twice"
    if not can_pay(s, seat, s.box.improvement_costs(s.visitor)[kind]):
        return "lacks"
    return None


def why_not_rungs(s: State, seat: int) -> dict[str, Json]:
    """For each rung whose card a seat cannot build the reason; any die is thought of before it acts."""
    box = s.box
    at_work = WORKSHOP in s.at and seat == s.acting
    value = die_value(s, seat, WORKSHOP) if at_work else HIGHEST
    found: dict[str, Json] = {}
    for rung, kind in enumerate(s.ladder):
        code = why_not_build(s, seat, rung, value)
        if code is None:
            continue
        reason: Json = {"code": code}
        if code == "lacks":
            reason["tokens"] = lacking(s, seat, box.improvement_costs(s.visitor)[kind])
        elif code == "rung":
            reason |= {"needs": box.board.rungs[rung], "value": value}
        found[box.build[rung].key] = reason
    return found


def workshop(s: State, seat: int, space: int) -> Asking:
    """Build a card within reach and pay for it at once (CC-WRK-2)."""
    action = yield BUILD.ask(seat)
    kind = s.ladder.pop(action.value)
    paid = yield from pay(s, seat, s.box.improvement_costs(s.visitor)[kind])
    s.built[seat] = (*s.built[seat], kind)
    if s.tell:
        s.tell("built", seat=seat, card=s.box.improvements[kind].id, tokens=as_json(paid))
    refill_ladder(s)
    raven(s, seat, space)


def build_choices(s: State, seat: int) -> list[Action]:
    """The rungs that can be built from."""
    return [s.box.build[rung] for rung in buildable(s, seat)]


BUILD = QuestionKind(
    "build",
    build_choices,
    prompt=N_("Which improvement do you build?"),
    waiting=ACTS,
    why=why_not_rungs,
)


# -- Inn and Market ---------------------------------------------------------------------------------


def inn(s: State, seat: int, space: int) -> Asking:
    """The traveler's profit for the die (CC-INN-1)."""
    profit = profit_now(s, seat)
    if profit.trades:
        visit(s, seat, space)
        return
    taken = yield from profit.earn(s, seat, die_value(s, seat, INN))
    if s.tell and any(taken):
        s.tell("gathered", seat=seat, place=SPACES[space], tokens=as_json(taken))
    raven(s, seat, space)


def market(s: State, seat: int, space: int) -> Asking:
    """Trade as often as wanted and able (CC-MKT-1)."""
    visit(s, seat, space)
    yield from ()


def profit_now(s: State, seat: int) -> Profit:
    """The profit that the die in the Inn earns."""
    return s.visitor.profits[die_value(s, seat, INN)]


def visit(s: State, seat: int, space: int) -> None:
    """Begin to trade at a space."""
    s.visit = space
    if s.tell:
        s.tell("visited", seat=seat, place=SPACES[space])
    _go_on_trading(s, seat)


def _go_on_trading(s: State, seat: int) -> None:
    if possible_trades(s, seat):
        s.step = TRADE
        return
    _leave(s, seat)


def _leave(s: State, seat: int) -> None:
    """The visit is over."""
    raven(s, seat, s.visit)
    s.visit = -1
    s.trades = s.bonus_trades = 0
    next_action(s)


def trade(s: State) -> Asking:
    """One trade with the supply, or enough of them (CC-RUL-20)."""
    seat, box = s.acting, s.box
    action = yield TRADE_NOW.ask(seat)
    if action is box.enough:
        _leave(s, seat)
        return
    s.trades += 1
    if action is box.inn_trade:
        yield from profit_now(s, seat).earn(s, seat, die_value(s, seat, INN))
    else:
        bargain = box.trades[action.value]
        if action.value >= len(box.board.trades):
            s.bonus_trades += 1
        yield from swap(s, seat, bargain.give, bargain.get, bargain.give_rule)
    _go_on_trading(s, seat)


def trade_choices(s: State, seat: int) -> list[Action]:
    """The trades that can be made now, or enough of them."""
    return [*possible_trades(s, seat), s.box.enough]


def most_trades(s: State, seat: int) -> int | None:
    """How many trades the visit allows; None for any number."""
    if s.visit != INN:
        return None
    return profit_now(s, seat).most(die_value(s, seat, INN))


def possible_trades(s: State, seat: int) -> list[Action]:
    """The trades at the space that is visited which the seat can still make and pay."""
    box = s.box
    if s.visit == INN:
        profit = profit_now(s, seat)
        can = s.trades < profit.most(die_value(s, seat, INN)) and profit.payable(s, seat)
        return [box.inn_trade] if can else []
    found = [
        action
        for action, bargain in zip(box.trade, box.board.trades, strict=False)
        if can_pay(s, seat, bargain.give, bargain.give_rule)
    ]
    effect = ability(s, seat, BonusTrade)
    if effect is not None and s.bonus_trades < effect.uses and can_pay(s, seat, effect.give):
        found += [
            action
            for action in box.trade[len(box.board.trades) :]
            if box.trades[action.value].give is effect.give
        ]
    return found


def why_not_trade(s: State, seat: int) -> dict[str, Json]:
    """For each trade of the Market that a seat cannot make what it is short of, or that it was made."""
    box = s.box
    visiting = s.visit == MARKET and seat == s.acting
    can = possible_trades(s, seat) if visiting else box.trade
    found: dict[str, Json] = {}
    for action, bargain in zip(box.trade, box.trades, strict=True):
        if lacks := lacking(s, seat, bargain.give, bargain.give_rule):
            found[action.key] = {"code": "lacks", "tokens": lacks}
        elif action not in can:
            found[action.key] = {"code": "used"}
    return found


TRADE_NOW = QuestionKind(
    "trade",
    trade_choices,
    prompt=N_("Which trade do you make?"),
    waiting=TRADES,
    why=why_not_trade,
)


# -- Estates ----------------------------------------------------------------------------------------


def use_estate(s: State, seat: int, place: int) -> Asking:
    """Use an estate, one's own or another's (CC-EST-1)."""
    card, owner = s.box.estate_at(place)
    effect: Estate = card.verbs[Estate]
    yield from effect.use(s, seat, place, owner)


_AT: dict[int, Callable[[State, int, int], Asking]] = {
    **dict.fromkeys(range(NEST_LEFT), gather),
    NEST_LEFT: nest_left,
    NEST_RIGHT: nest_right,
    WORKSHOP: workshop,
    INN: inn,
    MARKET: market,
}
