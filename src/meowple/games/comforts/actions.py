"""Part C of a turn: actions at the places that got dice (CC-TRN-7 to CC-TRN-9)."""

from __future__ import annotations

from collections.abc import Callable

from meowple.core.actions import Action
from meowple.core.questions import Ask, Asking

from . import month
from .cards import ability, add, as_json, draw_into_hand, into_hand, refill_ladder, refill_nest
from .components import (
    COIN,
    FIRST_ESTATE,
    FOREST_LEFT,
    INN,
    MARKET,
    MEADOW_LEFT,
    NEST_LEFT,
    NEST_RIGHT,
    RIVER_A,
    SPACES,
    TOKENS,
    WORKSHOP,
    Amount,
    Profit,
)
from .paying import can_pay, choose_resource, gain, only, pay
from .state import ACT, TRADE, State
from .weathervane import turn_die, turnings


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
    action = yield Ask("act", seat, act_choices)
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


def die_value(s: State, seat: int, place: int) -> int:
    """What the die at a space for one die counts as (CC-IMP-10)."""
    effect = ability(s, seat, "fixed_die_value")
    if effect is not None and effect.space == place:
        return effect.value
    return s.value(s.at.index(place))


def raven(s: State, seat: int, space: int, taken: list[int] | None = None) -> None:
    """What a marked space gives more once the action is done (CC-TVL-12, CC-RUL-35)."""
    if s.marked >> space & 1:
        more = s.visitor.verbs["mark_space"].gain
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
        yield from _wheelbarrow(s, seat, taken)
    if s.tell:
        s.tell("gathered", seat=seat, place=SPACES[space], tokens=as_json(taken))


def _wheelbarrow(s: State, seat: int, taken: list[int]) -> Asking:
    """One more resource, equal to one collected here (CC-IMP-7, CC-RUL-24)."""
    effect = ability(s, seat, "extra_resource")
    kinds = [token for token in range(COIN) if taken[token]]
    if effect is None or not kinds:
        return
    token = kinds[0]
    if len(kinds) > 1:
        token = (yield choose_resource(s, seat, kinds)).value
    s.tokens[seat][token] += effect.amount
    taken[token] += effect.amount


# -- Owl's Nest -----------------------------------------------------------------------------------


def nest_left(s: State, seat: int, space: int) -> Asking:
    """Take an open comfort (CC-OWL-2, CC-OWL-3)."""
    action = yield Ask("nest", seat, open_comforts)
    take_from_nest(s, seat, action.value)
    raven(s, seat, space)
    yield from _search(s, seat, space)


def open_comforts(s: State, seat: int) -> list[Action]:
    """The comforts below the Owl's Nest."""
    return s.box.nest[: len(s.nest)]


def take_from_nest(s: State, seat: int, index: int) -> None:
    """Take an open comfort; the others slide left, a new one is turned up on the right."""
    card = s.nest.pop(index)
    into_hand(s, seat, card, seen=True)
    if s.tell:
        s.tell("took", seat=seat, card=s.box.comforts[card].id)
    refill_nest(s)


def nest_right(s: State, seat: int, space: int) -> Asking:
    """Draw comforts, how many depends on the die (CC-OWL-4)."""
    draw_into_hand(s, seat, s.box.board.draws[die_value(s, seat, space)])
    raven(s, seat, space)
    yield from _search(s, seat, space)


def _search(s: State, seat: int, space: int) -> Asking:
    """Striped Skunk: a comfort of choice from the discard pile (CC-TVL-13, CC-RUL-36)."""
    if not s.visitor.search >> space & 1 or not s.discards:
        return
    action = yield Ask("search", seat, discarded_or_pass)
    if action is s.box.skip:
        return
    s.discards.remove(action.value)
    into_hand(s, seat, action.value, seen=True)
    if s.tell:
        s.tell("searched", seat=seat, card=s.box.comforts[action.value].id)


def discarded_or_pass(s: State, seat: int) -> list[Action]:
    """The kinds in the discard pile, or none."""
    return [*(s.box.search[card] for card in sorted(set(s.discards))), s.box.skip]


# -- Workshop -------------------------------------------------------------------------------------


def buildable(s: State, seat: int) -> list[int]:
    """The rungs whose card the seat can build now."""
    value = die_value(s, seat, WORKSHOP)
    return [rung for rung in range(len(s.ladder)) if why_not_build(s, seat, rung, value) is None]


def why_not_build(s: State, seat: int, rung: int, value: int) -> str | None:
    """Why a seat may not build the card on a rung with a die of that value; None if it may.

    ``cottage`` (CC-WRK-5), ``rung`` (CC-WRK-1), ``twice`` (CC-WRK-7), ``cost`` (CC-WRK-3).
    """
    kind = s.ladder[rung]
    if len(s.built[seat]) >= len(s.box.board.cottages):
        return "cottage"
    if value < s.box.board.rungs[rung]:
        return "rung"
    if kind in s.built[seat]:
        return "twice"
    if not can_pay(s, seat, s.box.improvement_costs(s.visitor)[kind]):
        return "cost"
    return None


def workshop(s: State, seat: int, space: int) -> Asking:
    """Build a card within reach and pay for it at once (CC-WRK-2)."""
    action = yield Ask("build", seat, build_choices)
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


# -- Inn and Market -------------------------------------------------------------------------------


def inn(s: State, seat: int, space: int) -> Asking:
    """The traveler's profit for the die (CC-INN-1)."""
    profit = profit_now(s, seat)
    if profit.verb == "gain":
        taken = yield from gain(s, seat, profit.get)
        if s.tell and any(taken):
            s.tell("gathered", seat=seat, place=SPACES[space], tokens=as_json(taken))
        raven(s, seat, space)
    else:
        visit(s, seat, space)


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
    action = yield Ask("trade", seat, trade_choices)
    if action is box.enough:
        _leave(s, seat)
        return
    s.trades += 1
    if action is box.inn_trade:
        profit = profit_now(s, seat)
        if profit.verb == "trade":
            yield from _swap(s, seat, profit.give, profit.get, profit.give_rule, profit.get_rule)
        else:
            yield from _different_for_same(s, seat)
    else:
        bargain = box.trades[action.value]
        if action.value >= len(box.board.trades):
            s.bonus_trades += 1
        yield from _swap(s, seat, bargain.give, bargain.get, bargain.give_rule, "free")
    _go_on_trading(s, seat)


def _swap(s: State, seat: int, give: Amount, get: Amount, give_rule: str, get_rule: str) -> Asking:
    """Give and take; a single token is never traded for its own kind (CC-RUL-20).

    With the Mole a stone can be paid for a coin: stone for stone would go on for ever.
    """
    paid = yield from pay(s, seat, give, give_rule)
    alone = paid.index(1) if sum(paid) == 1 else -1
    taken = yield from gain(s, seat, get, get_rule, other_than=alone)
    if s.tell:
        s.tell("traded", seat=seat, give=as_json(paid), get=as_json(taken))


def _different_for_same(s: State, seat: int) -> Asking:
    """Common Loon: N different resources for N of one kind, N at most the die (CC-RUL-20)."""
    box, own = s.box, s.tokens[seat]
    most = die_value(s, seat, INN)
    paid = [0] * len(TOKENS)
    while sum(paid) < most:
        left = [token for token in range(COIN) if own[token] and not paid[token]]
        pair = s.visitor.pair
        if pair and own[COIN] and not paid[COIN] and not paid[pair[0]]:
            left.append(COIN)
        if pair and paid[COIN] and pair[0] in left:
            left.remove(pair[0])
        options = [box.pay[token] for token in left]
        if sum(paid):
            options.append(box.enough)
        if not left:
            break
        action = yield Ask("swap", seat, only(options))
        if action is box.enough:
            break
        own[action.value] -= 1
        paid[action.value] += 1
    number = sum(paid)
    token = (yield choose_resource(s, seat, list(range(COIN)))).value
    own[token] += number
    if s.tell:
        s.tell("traded", seat=seat, give=as_json(paid), get={TOKENS[token]: number})


def trade_choices(s: State, seat: int) -> list[Action]:
    """The trades that can be made now, or enough of them."""
    return [*possible_trades(s, seat), s.box.enough]


def possible_trades(s: State, seat: int) -> list[Action]:
    """The trades at the space that is visited which the seat can still make and pay."""
    box = s.box
    if s.visit == INN:
        profit = profit_now(s, seat)
        if profit.verb == "trade":
            most = profit.times or die_value(s, seat, INN)
            can = s.trades < most and can_pay(s, seat, profit.give, profit.give_rule)
        else:
            own = s.tokens[seat]
            can = s.trades < 1 and (any(own[:COIN]) or bool(s.visitor.pair and own[COIN]))
        return [box.inn_trade] if can else []
    found = [
        action
        for action, bargain in zip(box.trade, box.board.trades, strict=False)
        if can_pay(s, seat, bargain.give, bargain.give_rule)
    ]
    effect = ability(s, seat, "bonus_trade")
    if effect is not None and s.bonus_trades < effect.uses and can_pay(s, seat, effect.give):
        found += [
            action
            for action in box.trade[len(box.board.trades) :]
            if box.trades[action.value].give is effect.give
        ]
    return found


# -- Estates --------------------------------------------------------------------------------------


def use_estate(s: State, seat: int, place: int) -> Asking:
    """Take what the estate gives; another owner profits (CC-EST-5, CC-RUL-26, CC-RUL-27)."""
    card, owner = s.box.estate_at(place)
    effect = card.verbs["estate"]
    taken = yield from gain(s, seat, effect.gain)
    if s.tell:
        s.tell("gathered", seat=seat, place=s.box.place_ids[place], tokens=as_json(taken))
    if owner == seat:
        return
    add(s, owner, effect.owner_gain)
    if s.tell and effect.owner_gain.json:
        s.tell("gained", seat=owner, tokens=effect.owner_gain.json)
    if effect.gift.json:
        given = yield from pay(s, seat, effect.gift)
        for token, number in enumerate(given):
            s.tokens[owner][token] += number
        if s.tell:
            s.tell("gave", seat=seat, to=owner, tokens=as_json(given), supply=False)


_AT: dict[int, Callable[[State, int, int], Asking]] = {
    **dict.fromkeys(range(NEST_LEFT), gather),
    NEST_LEFT: nest_left,
    NEST_RIGHT: nest_right,
    WORKSHOP: workshop,
    INN: inn,
    MARKET: market,
}
