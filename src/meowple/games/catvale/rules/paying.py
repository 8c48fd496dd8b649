"""Paying costs; what they leave open is asked (CV-ASK-13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from meowple.author import Action, Asking, Json
from meowple.games.catvale.pieces.costs import Cost, short
from meowple.games.catvale.pieces.names import BASICS, FISH, ITEMS, MOUSE, MOVEMENT

from .dice import choose_die, spend_die
from .hands import give_up_cards
from .questions import SPARE, SPEND, these

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def can_pay(s: State, seat: int, cost: Cost, less: int = 0, hand: int = 0) -> bool:
    """Whether a player can pay a cost.

    ``less``: so many Basic Resources are spared; ``hand``: so many hand cards do not count.
    """
    return cost.payable(s.goods[seat], s.dice[seat], len(s.hand[seat]) - hand, less)


def pay(s: State, seat: int, cost: Cost) -> Asking:
    """Pay a cost that `can_pay` allows."""
    goods = s.goods[seat]
    goods[FISH] -= cost.fish
    goods[MOUSE] -= cost.mouse
    goods[MOVEMENT] -= cost.movement
    paid = [0] * len(ITEMS)
    paid[FISH], paid[MOUSE], paid[MOVEMENT] = cost.fish, cost.mouse, cost.movement
    if cost.basics != (0, 0, 0, 0) or cost.any:
        yield from _pay_basics(s, seat, cost, paid)
    if s.tell and any(paid):
        s.tell("paid", seat=seat, items=as_json(paid))
    if cost.die:
        value = yield from choose_die(s, seat, cost.die)
        spend_die(s, seat, value)
    if cost.cards:
        yield from give_up_cards(s, seat, cost.cards, "paid-card")


def _pay_basics(s: State, seat: int, cost: Cost, paid: list[int]) -> Asking:
    """Kind by kind, then those of any kind; Mice of a kind are asked for first."""
    goods = s.goods[seat]
    rest = list(cost.basics)
    for place, item in enumerate(BASICS):
        mice = True
        while rest[place]:
            rest[place] -= 1
            way = item
            if goods[MOUSE] and (mice or not goods[item]):
                ways = [
                    each for each in (item, MOUSE) if _enough_after(goods, each, rest, cost.any)
                ]
                way = ways[0] if len(ways) == 1 else (yield from _choose(s, seat, ways))
                mice = way == MOUSE
            goods[way] -= 1
            paid[way] += 1
    least = 0
    order = (*BASICS, MOUSE)
    for left in range(cost.any, 0, -1):
        ways = [
            item
            for place, item in enumerate(order)
            if place >= least and goods[item] and sum(goods[i] for i in order[place:]) >= left
        ]
        way = ways[0] if len(ways) == 1 else (yield from _choose(s, seat, ways))
        least = order.index(way)
        goods[way] -= 1
        paid[way] += 1


def _enough_after(goods: list[int], item: int, rest: list[int], more: int) -> bool:
    """Whether the rest can be paid once one of ``item`` is gone."""
    if not goods[item]:
        return False
    goods[item] -= 1
    enough = short(goods, rest, more) <= goods[MOUSE]
    goods[item] += 1
    return enough


def _choose(s: State, seat: int, items: list[int]) -> Asking:
    choices: list[Action] = [s.box.item[item] for item in items]
    return (yield SPEND.ask(seat, these(choices))).value


def spare(s: State, seat: int, cost: Cost, units: int) -> Asking:
    """The cost without so many Basic Resources, which the payer chooses."""

    for left in range(units, 0, -1):
        less = [_one_less(cost, place) for place in range(len(BASICS)) if cost.basics[place]]
        fits = [each for each in less if can_pay(s, seat, each, left - 1)]
        if not fits:
            return cost
        if len(fits) == 1:
            cost = fits[0]
            continue
        kinds = [_spared(cost, each) for each in fits]
        choices: list[Action] = [s.box.item[kind] for kind in kinds]
        answer = yield SPARE.ask(seat, these(choices))
        cost = fits[kinds.index(answer.value)]
    return cost


def _one_less(cost: Cost, place: int) -> Cost:
    stick, rag, waste, pebble = (n - (i == place) for i, n in enumerate(cost.basics))
    return replace(cost, basics=(stick, rag, waste, pebble))


def _spared(cost: Cost, less: Cost) -> int:
    return next(
        item
        for item, before, after in zip(BASICS, cost.basics, less.basics, strict=True)
        if before != after
    )


def as_json(goods: Sequence[int]) -> Json:
    """Counters as plain data, without those at 0."""
    return {ITEMS[item]: number for item, number in enumerate(goods[: len(ITEMS)]) if number}
