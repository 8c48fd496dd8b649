"""How good each answer looks to a quick player, by its plans and by what things are worth to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meowple.author import Action, Match
from meowple.games.comforts.pieces.board import (
    FIRST_ESTATE,
    HIGHEST,
    HILL,
    INN,
    MARKET,
    NEST_LEFT,
    NEST_RIGHT,
    POOL,
    RIVER_A,
    WORKSHOP,
)
from meowple.games.comforts.rules.actions import die_value, profit_now
from meowple.games.comforts.rules.profits import Trade
from meowple.games.comforts.rules.scoring import KEPT
from meowple.games.comforts.rules.travelers import GiftForGain
from meowple.games.comforts.state import State

from .plans import (
    Eyes,
    Plan,
    card_value,
    gathered,
    place_value,
    plan_dice,
    plan_workers,
    spend,
)


def rate(match: Match, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each action looks to a quick player, about in points."""
    s: State = match.state
    question = match.question
    assert question is not None
    rater = _RATE.get(question.kind)
    if rater is None:
        return [0.0] * len(actions)
    return rater(s, seat, actions)


def _rate_hand(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """What is left of the hand when a comfort goes."""
    eyes = Eyes(s, seat)
    ratings = []
    for action in actions:
        hand = list(eyes.hand)
        hand.remove(action.value)
        ratings.append(eyes.worth(eyes.own, tuple(hand)))
    return ratings


def _rate_take(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """What a comfort more is worth; nothing for none."""
    eyes = Eyes(s, seat)
    ratings = []
    for action in actions:
        if action is s.box.skip:
            ratings.append(0.05)
        else:
            ratings.append(
                eyes.card(s.nest[action.value] if action.verb == "nest" else action.value)
            )
    return ratings


def _rate_tokens(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """What a token more or less is worth to whoever gets it or gives it."""
    eyes = Eyes(s, seat)
    ratings = []
    for action in actions:
        if action.verb not in ("choose", "pay"):
            ratings.append(eyes.worth(eyes.own))
            continue
        own = list(eyes.own)
        if action.value < KEPT:
            own[action.value] += 1 if action.verb == "choose" else -1
        ratings.append(eyes.worth(own))
    return ratings


def _rate_present(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """The player on the left gets what serves it least."""
    eyes = Eyes(s, (seat + 1) % s.seats)
    ratings = []
    for action in actions:
        own = list(eyes.own)
        own[action.value] += 1
        ratings.append(-eyes.worth(own))
    return ratings


def _rate_swap(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """The Loon takes what serves nothing else."""
    eyes = Eyes(s, seat)
    now = eyes.worth(eyes.own)
    ratings = []
    for action in actions:
        own = list(eyes.own)
        if action is s.box.enough:
            ratings.append(-0.6)
        else:
            own[action.value] -= 1
            ratings.append(eyes.worth(own) - now)
    return ratings


def _rate_place(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    chosen = plan_workers(s, seat)
    box = s.box
    ratings = []
    for action in actions:
        if action.verb == "place":
            ratings.append(5.0 - chosen.index(action.value) if action.value in chosen else 0.0)
        elif action is box.ready:
            wanted = (
                any(a.verb == "barrow" and a.value in chosen[:2] for a in actions)
                and s.barrow[seat] < 0
            )
            ratings.append(1.0 if wanted else 3.0)
        elif action.verb == "barrow" and s.barrow[seat] < 0:
            ratings.append(2.0 if action.value in chosen[:2] else 0.5)
        else:
            ratings.append(-9.0)
    return ratings


def _rate_dice(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Follow the plan; what does not fit it is taken back."""
    plan = plan_dice(s, seat)
    box = s.box
    if s.paw >= 0:
        return [_rate_paw(s, plan, s.paw, action) for action in actions]
    wrong = {
        s.at[die]
        for die in range(POOL)
        if s.at[die] != HILL and (s.at[die] != plan.at[die] or s.shift[die] != plan.shift[die])
    }
    ratings = []
    for action in actions:
        if action.verb == "back":
            ratings.append(9.0 if action.value in wrong else -9.0)
        elif action.verb == "pick":
            die = action.value
            ratings.append(8.0 if plan.at[die] != HILL and s.at[die] == HILL else -5.0)
        elif action is box.assigned:
            ratings.append(5.0)
        elif action.verb == "barrow" and s.barrow[seat] < 0:
            ratings.append(10.0 if action.value in plan.at else -1.0)
        else:
            ratings.append(-9.0)
    return ratings


def _rate_paw(s: State, plan: Plan, die: int, action: Action) -> float:
    if action.verb == "lesson":
        due = plan.shift[die] - s.shift[die]
        return 9.0 if due * action.value > 0 else -9.0
    if action.verb == "give":
        if action.value == HILL:
            return 1.0
        return 8.0 if action.value == plan.at[die] else -5.0
    return -9.0


_ORDER = {NEST_LEFT: 5, NEST_RIGHT: 6, INN: 4, MARKET: 3, WORKSHOP: 2}
"""Gathering comes first, then trading, building and, last of all, new cards."""


def _rate_act(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    eyes = Eyes(s, seat)
    ratings = []
    for action in actions:
        if action is s.box.rest or action.verb == "turn":
            ratings.append(0.4 if action is s.box.rest else 0.0)
            continue
        place = action.value
        first = 8 if place < NEST_LEFT or place >= FIRST_ESTATE else _ORDER[place]
        value = place_value(eyes, place, die_value(s, seat, place) if place >= NEST_LEFT else 0)
        ratings.append(first + value / 50 if value > 0.3 else value)
    return ratings


def _rate_jay(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    eyes = Eyes(s, seat)
    return [0.0 if a is s.box.skip else eyes.more(gathered(s, seat, a.value)) for a in actions]


def _rate_build(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    eyes = Eyes(s, seat)
    return [eyes.improvement(s.ladder[action.value]) for action in actions]


def _rate_trade(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    eyes, box = Eyes(s, seat), s.box
    now = eyes.worth(eyes.own)
    ratings = []
    for action in actions:
        if action is box.enough:
            ratings.append(0.05)
            continue
        if action is box.inn_trade:
            profit = profit_now(s, seat)
            if not isinstance(profit, Trade):
                ratings.append(eyes.profit(profit, die_value(s, seat, INN)))
                continue
            give, get, rule = profit.give, profit.get, profit.give_rule
        else:
            trade = box.trades[action.value]
            give, get, rule = trade.give, trade.get, trade.give_rule
        found = eyes.best_trade(list(eyes.own), give, get, rule)
        ratings.append(found[0] - now if found is not None else 0.0)
    return ratings


def _rate_make(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    eyes, box = Eyes(s, seat), s.box
    if s.visitor.kind < 0:
        eyes.left = 0
    ratings = []
    for action in actions:
        if action is box.end or action.verb == "turn":
            ratings.append(eyes.worth(eyes.own) - (action is not box.end))
            continue
        card = action.value
        rest = list(eyes.own)
        spend(eyes.costs[card], rest)
        hand = list(eyes.hand)
        hand.remove(card)
        points = card_value(box, card, list(eyes.own), eyes.hand, eyes.made, eyes.left)
        points = max(points, box.comforts[card].points)
        ratings.append(points + 0.3 + eyes.worth(rest, tuple(hand)))
    return ratings


def _rate_mark(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """A coin where one would like to go anyway."""
    wanted = (NEST_LEFT, INN, MARKET, RIVER_A, NEST_RIGHT, WORKSHOP)
    return [
        float(len(wanted) - wanted.index(a.value)) if a.value in wanted else 0.0 for a in actions
    ]


def _rate_guest(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """A neighbour's worker goes where dice are hard to find."""
    return [float(s.needs[action.value].dice) for action in actions]


def _rate_moose(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    eyes = Eyes(s, seat)
    effect = s.visitor.effect
    found = None
    if isinstance(effect, GiftForGain):
        found = eyes.best_trade(list(eyes.own), effect.give, effect.gain, "free")
    gain = found[0] - eyes.worth(eyes.own) if found is not None else 0.0
    made = [sum(s.box.comforts[card].points for card in own) for own in s.made]
    return [0.3 if a is s.box.skip else gain - 0.01 * made[a.value] for a in actions]


def _rate_set_die(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """High dice reach more of the ladder, a 1 or 2 draws two cards."""
    own = s.family_dice(seat)
    ratings = []
    for action in actions:
        if action is s.box.skip:
            ratings.append(0.0)
        else:
            die, value = action.value
            ratings.append(float(value == HIGHEST and own[die] in (3, 4) and own[1 - die] < 5))
    return ratings


def _rate_ride(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """A worker that the dice cannot serve rides where any die will do."""
    plan = plan_dice(s, seat)
    return [0.5 if a is s.box.skip else 0.0 if a.value in plan.at else 1.0 for a in actions]


def _rate_ride_to(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    eyes = Eyes(s, seat)
    return [
        place_value(eyes, a.value, 4) if s.needs[a.value].kind == "any" else 0.0 for a in actions
    ]


Rater = Callable[[State, int, Sequence[Action]], list[float]]

_RATE: dict[str, Rater] = {
    "keep": _rate_hand,
    "discard": _rate_hand,
    "wolf": _rate_take,
    "nest": _rate_take,
    "search": _rate_take,
    "present": _rate_present,
    "choose": _rate_tokens,
    "pay": _rate_tokens,
    "swap": _rate_swap,
    "place": _rate_place,
    "dice": _rate_dice,
    "paw": _rate_dice,
    "act": _rate_act,
    "jay": _rate_jay,
    "build": _rate_build,
    "trade": _rate_trade,
    "make": _rate_make,
    "final": _rate_make,
    "mark": _rate_mark,
    "guest": _rate_guest,
    "moose": _rate_moose,
    "set_die": _rate_set_die,
    "ride": _rate_ride,
    "ride_to": _rate_ride_to,
}
