"""What tokens and cards are worth to a quick player now, and its plans for workers and dice.

`Eyes.worth` is the heart: points that tokens and a hand of comforts promise. Everything else asks what
an answer does to it: a space is worth what its tokens add, a comfort what it adds to the hand, a
trade the difference. Dice are given after a plan for all six of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from meowple.games.comforts.pieces.amounts import Amount
from meowple.games.comforts.pieces.board import (
    BOOK,
    COIN,
    FAMILY_DICE,
    FIRST_ESTATE,
    HIGHEST,
    HILL,
    INN,
    LESSON,
    MARKET,
    NEST_LEFT,
    NEST_RIGHT,
    POOL,
    VALUES,
    WORKERS,
    WORKSHOP,
)
from meowple.games.comforts.pieces.box import Box
from meowple.games.comforts.pieces.effects import ImprovementEffect, Profit
from meowple.games.comforts.pieces.effects import Way as Storage
from meowple.games.comforts.pieces.needs import WEIGHT, Need
from meowple.games.comforts.rules.actions import printed_gain, why_not_build
from meowple.games.comforts.rules.comforts import BonusIfOwned, BonusPerOtherOwned
from meowple.games.comforts.rules.decks import ability
from meowple.games.comforts.rules.dice import free_lessons, places
from meowple.games.comforts.rules.improvements import (
    Estate,
    ExtraResource,
    FixedDieValue,
    GainToken,
    PointsPerRivalComfort,
    StoreForPoints,
)
from meowple.games.comforts.rules.profits import Gain, Trade
from meowple.games.comforts.rules.scoring import KEPT, arrange, ways, worth
from meowple.games.comforts.state import State

from .chances import chance

LESSON_WORTH = 0.5
"""A lesson, in points."""

MOST_TRADES = 4
"""How many trades of a visit are thought through."""

Tokens = tuple[int, ...]
Hand = tuple[int, ...]

# -- what things are worth --------------------------------------------------------------------------


class Eyes:
    """What a seat sees when it looks at a state: tokens, hand, and how much time is left."""

    __slots__ = ("box", "built", "costs", "hand", "left", "made", "own", "s", "seat", "ways")

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.box = s.box
        self.own: Tokens = tuple(s.tokens[seat][:KEPT])
        self.hand = s.hands[seat]
        self.made = s.made[seat]
        self.built = s.built[seat]
        turns = s.months - s.month  # turns still to come after this month's
        had = (seat - s.early) % s.seats < s.turn
        self.left = turns if had else turns + 1
        self.ways = ways(s.box, self.made, self.built)
        self.costs = s.box.comfort_costs(s.visitor)

    def worth(self, own: Sequence[int], hand: Hand | None = None) -> float:
        """Points that these tokens promise with this hand."""
        return _worth(
            self.box,
            tuple(own),
            self.hand if hand is None else hand,
            self.made,
            self.ways,
            self.left,
        )

    def more(self, gain: Iterable[tuple[int, int]]) -> float:
        """What some tokens more are worth."""
        own = list(self.own)
        extra = 0.0
        for token, number in gain:
            if token < KEPT:
                own[token] += number
            else:
                extra += LESSON_WORTH * number
        return self.worth(own) - self.worth(self.own) + extra

    def card(self, card: int) -> float:
        """What a comfort more in the hand is worth."""
        return self.worth(self.own, tuple(sorted((*self.hand, card)))) - self.worth(self.own)

    def draws(self, number: int) -> float:
        """What unseen comforts are worth: less, the more of them are in the hand."""
        if self.left < 2:
            return 0.2 * number
        full = len(self.hand)
        time = min(1.0, self.left / 3)
        return sum(max(0.3, 3.4 - 0.9 * (full + i)) for i in range(number)) * time

    def gain(self, amount: Amount) -> float:
        """What an amount is worth, resources of choice chosen well."""
        own = list(self.own)
        extra = self.draws(amount.card) if amount.card else 0.0
        for token, number in amount.fixed:
            if token < KEPT:
                own[token] += number
            else:
                extra += LESSON_WORTH * number
        for _ in range(amount.any):
            best = max(range(COIN), key=lambda token: self._with(own, token, 1))
            own[best] += 1
        return self.worth(own) - self.worth(self.own) + extra

    def _with(self, own: list[int], token: int, number: int) -> float:
        changed = own[:]
        changed[token] += number
        return self.worth(changed)

    def trades(
        self, trades: Sequence[tuple[Amount, Amount, str]], most: int
    ) -> tuple[float, list[int]]:
        """What so many of these trades at most bring, made one by one as long as they help."""
        own, total = list(self.own), 0.0
        for _ in range(most):
            now = self.worth(own)
            best, after = 0.05, None
            for give, get, rule in trades:
                found = self.best_trade(own, give, get, rule)
                if found is not None and found[0] - now > best:
                    best, after = found[0] - now, found[1]
            if after is None:
                break
            own = after
            total += best
        return total, own

    def best_trade(
        self, own: list[int], give: Amount, get: Amount, rule: str
    ) -> tuple[float, list[int]] | None:
        """The best outcome of one trade of tokens; None if it cannot be paid."""
        after = list(own)
        extra = 0.0
        for token, number in give.fixed:
            if token == LESSON:
                if self.s.tokens[self.seat][LESSON] < number:
                    return None
                extra -= LESSON_WORTH * number
                continue
            after[token] -= number
            if after[token] < 0:
                return None
        if give.card:
            if len(self.hand) < give.card:
                return None
            extra -= 2.0 * give.card
        left = give.any
        while left:
            at_once = left if rule == "same" else 1
            kinds = [token for token in range(COIN) if after[token] >= at_once]
            if not kinds:
                return None
            paid = max(kinds, key=lambda token: self._with(after, token, -at_once))
            after[paid] -= at_once
            left -= at_once
        for token, number in get.fixed:
            if token < KEPT:
                after[token] += number
            else:
                extra += LESSON_WORTH * number
        for _ in range(get.any):
            best = max(range(COIN), key=lambda token: self._with(after, token, 1))
            after[best] += 1
        if get.card:
            extra += self.draws(get.card)
        return self.worth(after) + extra, after

    def profit(self, profit: Profit, value: int) -> float:
        """What a profit of the Inn brings."""
        if isinstance(profit, Gain):
            return self.gain(profit.get)
        if isinstance(profit, Trade):
            most = min(profit.most(value), MOST_TRADES)
            return self.trades([(profit.give, profit.get, profit.give_rule)], most)[0]
        kinds = sum(number > 0 for number in self.own[:COIN])
        return 0.4 * min(kinds, value)

    def market(self) -> float:
        """What a visit to the Market brings."""
        board = self.box.board.trades
        return self.trades([(t.give, t.get, t.give_rule) for t in board], MOST_TRADES)[0]

    def improvement(self, kind: int, own: Tokens | None = None) -> float:
        """What building a card is worth, its cost taken off."""
        card = self.box.improvements[kind]
        tokens = list(self.own if own is None else own)
        before = self.worth(tokens)
        for token, number in self.box.improvement_costs(self.s.visitor)[kind].fixed:
            tokens[token] -= number
        cottage = self.box.board.cottages[len(self.built)]
        value = card.points + cottage + sum(self.ability(effect) for effect in card.effects)
        if len(self.built) == 1:
            value += 2.0  # the third cottage is the best one
        return value + self.worth([max(0, n) for n in tokens]) - before

    def ability(self, effect: ImprovementEffect) -> float:
        """What an ability is worth in the turns that are left."""
        turns = self.left - 1
        if isinstance(effect, PointsPerRivalComfort):
            now = effect.number(self.s, self.seat)
            return effect.points * (now + 0.12 * turns * (self.s.seats - 1))
        if isinstance(effect, StoreForPoints):
            comforts = self.box.comforts
            fitting = sum(comforts[card].type == effect.type for card in (*self.made, *self.hand))
            return min(fitting + 0.15 * turns, 3) * 2.0
        if isinstance(effect, Estate):
            return (0.9 if effect.owner_may_use else 0.5) * turns
        if isinstance(effect, ExtraResource):
            return 0.7 * turns
        if isinstance(effect, GainToken):
            return 0.0
        return 0.4 * turns


@lru_cache(maxsize=200_000)
def _worth(
    box: Box, own: Tokens, hand: Hand, made: Hand, found: tuple[Storage, ...], left: int
) -> float:
    """See `Eyes.worth`."""
    rest = list(own)
    total = 0.0
    cards = list(hand)
    while cards:
        best, chosen = 0.0, -1
        for card in set(cards):
            value = card_value(box, card, rest, hand, made, left)
            if value > best:
                best, chosen = value, card
        if chosen < 0:
            break
        total += best
        cards.remove(chosen)
        spend(box.comforts[chosen].cost, rest)
        if len(hand) - len(cards) > box.board.hand:  # a hand of more is cut down
            break
    stored, left_over, _ = arrange(found, tuple(rest), worth(box.board))
    total += stored + left_over
    if left > 1:  # what is left over may yet serve comforts that are not in the hand
        time = min(left, 4) / 4
        total += time * sum(0.45 * n / (1 + 0.2 * n) for n in rest[:COIN])
        total += time * (0.5 * rest[COIN] / (1 + 0.2 * rest[COIN]) + 0.4 * rest[BOOK])
    return total


def card_value(box: Box, card: int, rest: list[int], hand: Hand, made: Hand, left: int) -> float:
    """What a comfort of the hand promises when these tokens are there for it."""
    comfort = box.comforts[card]
    need = have = 0
    for token, number in comfort.cost.fixed:
        need += number
        have += min(rest[token], number)
    if comfort.cost.any:
        need += comfort.cost.any
        spare = sum(rest[:COIN]) - sum(
            min(rest[token], n) for token, n in comfort.cost.fixed if token < COIN
        )
        have += min(comfort.cost.any, max(0, spare))
    points = float(comfort.points)
    for effect in comfort.effects:
        if isinstance(effect, BonusIfOwned):
            if effect.card in made:
                points += effect.points
            elif effect.card in hand:
                points += 0.5 * effect.points
        elif isinstance(effect, BonusPerOtherOwned):
            points += effect.points * sum(made.count(other) for other in effect.cards)
        elif left > 1:
            points += 1.5
    for other in made:
        for effect in box.comforts[other].effects:
            if isinstance(effect, BonusIfOwned) and effect.card == card and card not in made:
                points += effect.points
    if have == need:
        return points + 0.2
    missing = need - have
    if left <= 0 or missing > 3 * left:
        return 0.0
    share: float = (have / need) ** 1.3
    return points * share * 0.75 + (0.25 if left > 1 else 0.0)


def spend(cost: Amount, rest: list[int]) -> None:
    """Take what a cost needs out of ``rest``, as far as it is there."""
    for token, number in cost.fixed:
        rest[token] = max(0, rest[token] - number)
    for _ in range(cost.any):
        token = max(range(COIN), key=rest.__getitem__)
        rest[token] = max(0, rest[token] - 1)


# -- places -----------------------------------------------------------------------------------------


def place_value(eyes: Eyes, place: int, value: int) -> float:
    """What an action at a place is worth with a die of that value (for places for one die)."""
    s, seat, box = eyes.s, eyes.seat, eyes.box
    if place < NEST_LEFT:
        return eyes.more(gathered(s, seat, place))
    coin = 1.0 if s.marked >> place & 1 else 0.0
    if place == NEST_LEFT:
        return coin + max((eyes.card(card) for card in s.nest), default=-1.0) * 0.95
    if place == NEST_RIGHT:
        return coin + eyes.draws(box.board.draws[value])
    if place == WORKSHOP:
        effect = ability(s, seat, FixedDieValue)
        if effect is not None and effect.space == WORKSHOP:
            value = effect.value
        found = [
            eyes.improvement(kind)
            for rung, kind in enumerate(s.ladder)
            if why_not_build(s, seat, rung, value) is None
        ]
        return coin + max(found, default=-1.0)
    if place == INN:
        return coin + eyes.profit(s.visitor.profits[value], value)
    if place == MARKET:
        return coin + eyes.market()
    return _estate_value(eyes, place)


def gathered(s: State, seat: int, place: int) -> list[tuple[int, int]]:
    """Tokens that an action at a Forest, Meadow or River space brings."""
    gain = list(printed_gain(s, place).fixed)
    for more in s.visitor.bonus[place]:
        gain += more.fixed
    if s.marked >> place & 1:
        gain.append((COIN, 1))
    if s.barrow[seat] == place:
        gain += [(token, 1) for token, _ in gain[:1] if token < COIN]
    return gain


def _estate_value(eyes: Eyes, place: int) -> float:
    card, owner = eyes.box.estate_at(place)
    effect: Estate = card.verbs[Estate]
    value = eyes.gain(effect.gain)
    if owner != eyes.seat:
        value -= 0.3 + (0.8 if effect.gift.any else 0.0)
    return value


# -- a plan for the dice ----------------------------------------------------------------------------


class Plan(NamedTuple):
    """Where each die goes and by how much lessons change it, and what all of that is worth."""

    at: tuple[int, ...]
    shift: tuple[int, ...]
    value: float


class Way(NamedTuple):
    """Dice for one place."""

    mask: int
    lessons: int
    value: float
    place: int
    shift: tuple[tuple[int, int], ...]


_plans: dict[object, Plan] = {}


def plan_dice(s: State, seat: int) -> Plan:
    """The best way found to give the six dice, as if none of them was given yet."""
    dice = tuple(s.face(die) for die in range(POOL))
    key = (
        id(s.box), s.month, seat, dice, tuple(s.tokens[seat]), s.placed[seat], s.hands[seat],
        tuple(s.nest), tuple(s.ladder), s.traveler, s.forest, s.meadow, s.river, s.marked,
        s.barrow[seat], tuple(s.built), tuple(s.made),
    )  # fmt: skip
    plan = _plans.get(key)
    if plan is None:
        if len(_plans) > 500:
            _plans.clear()
        plan = _plans[key] = _make_plan(s, seat, dice)
    return plan


def _make_plan(s: State, seat: int, dice: tuple[int, ...]) -> Plan:
    eyes = Eyes(s, seat)
    lessons = free_lessons(s, seat) + s.tokens[seat][LESSON]
    free = free_lessons(s, seat)
    choices = [_ways(eyes, place, dice, min(lessons, 3)) for place in places(s, seat)]
    choices = sorted((ways for ways in choices if ways), key=lambda ways: -ways[0].value)
    best: list[tuple[float, tuple[Way, ...]]] = [(0.0, ())]

    def search(index: int, used: int, spent: int, value: float, chosen: tuple[Way, ...]) -> None:
        if value > best[0][0]:
            best[0] = (value, chosen)
        if index == len(choices):
            return
        most = sum(ways[0].value for ways in choices[index:])
        if value + most <= best[0][0]:
            return
        for way in choices[index]:
            if not way.mask & used and spent + way.lessons <= lessons:
                before = max(0, spent - free)
                after = max(0, spent + way.lessons - free)
                price = LESSON_WORTH * (after - before)
                if way.value > price:
                    search(
                        index + 1,
                        used | way.mask,
                        spent + way.lessons,
                        value + way.value - price,
                        (*chosen, way),
                    )
        search(index + 1, used, spent, value, chosen)

    search(0, 0, 0, 0.0, ())
    value, chosen = best[0]
    at, shift = [HILL] * POOL, [0] * POOL
    for way in chosen:
        for die in range(POOL):
            if way.mask >> die & 1:
                at[die] = way.place
        for die, by in way.shift:
            shift[die] = by
    return Plan(tuple(at), tuple(shift), value)


def _ways(eyes: Eyes, place: int, dice: tuple[int, ...], lessons: int) -> list[Way]:
    """The ways to serve a place with these dice, best first and not too many."""
    need = eyes.s.needs[place]
    idle = 0.0 if place >= FIRST_ESTATE else LESSON_WORTH * 0.8
    found: list[Way] = []
    if need.kind == "any":
        which = range(FAMILY_DICE if place >= FIRST_ESTATE else POOL)
        worth: dict[int, float] = {}
        same_for_all = place not in (NEST_RIGHT, WORKSHOP, INN)
        for die in which:
            for by in range(-lessons, lessons + 1):
                value = dice[die] + by
                if not 1 <= value <= HIGHEST or (by and same_for_all):
                    continue
                key = 0 if same_for_all else value
                if key not in worth:
                    worth[key] = place_value(eyes, place, value)
                if worth[key] - idle > 0.1:
                    change = ((die, by),) if by else ()
                    found.append(Way(1 << die, abs(by), worth[key] - idle, place, change))
    else:
        gain = place_value(eyes, place, 0) - idle
        if gain <= 0.1:
            return []
        for size in (need.dice,) if need.dice else (2, 3, 4):
            for some in combinations(range(POOL), size):
                shift = _changes(need, tuple(dice[die] for die in some), lessons)
                if shift is not None:
                    cost = sum(map(abs, shift))
                    changed = tuple((d, by) for d, by in zip(some, shift, strict=True) if by)
                    mask = sum(1 << die for die in some)
                    found.append(Way(mask, cost, gain, place, changed))
    found.sort(key=lambda way: (LESSON_WORTH * way.lessons - way.value, way.mask.bit_count()))
    return found[:14]


@lru_cache(maxsize=20_000)
def _changes(need: Need, values: tuple[int, ...], lessons: int) -> tuple[int, ...] | None:
    """The fewest changes by lessons after which these dice meet a need; None if too many."""
    if sum(WEIGHT[value] for value in values) in need.met:
        return (0,) * len(values)
    best: tuple[int, ...] | None = None
    for shift in product(range(-lessons, lessons + 1), repeat=len(values)):
        cost = sum(map(abs, shift))
        if cost > lessons or (best is not None and cost >= sum(map(abs, best))):
            continue
        changed = [value + by for value, by in zip(values, shift, strict=True)]
        if all(1 <= value <= HIGHEST for value in changed) and (
            sum(WEIGHT[value] for value in changed) in need.met
        ):
            best = shift
    return best


# -- placing ----------------------------------------------------------------------------------------

_placements: dict[object, tuple[int, ...]] = {}


def plan_workers(s: State, seat: int) -> tuple[int, ...]:
    """The four spaces that look best together, the best one first."""
    key = (
        id(s.box), s.month, seat, tuple(s.family_dice(seat)), tuple(s.tokens[seat]),
        s.hands[seat], s.guest[seat], s.traveler, s.forest, s.meadow, s.river, s.marked,
        tuple(s.nest), tuple(s.ladder), tuple(s.built),
    )  # fmt: skip
    plan = _placements.get(key)
    if plan is None:
        if len(_placements) > 500:
            _placements.clear()
        plan = _placements[key] = _plan_workers(s, seat)
    return plan


def _plan_workers(s: State, seat: int) -> tuple[int, ...]:
    eyes = Eyes(s, seat)
    first, second = s.family_dice(seat)
    lessons = min(2, free_lessons(s, seat) + s.tokens[seat][LESSON])
    family = (min(first, second), max(first, second))
    likely = [chance(need, family, lessons) for need in s.needs[:FIRST_ESTATE]]
    closed = s.visitor.closed
    guest = s.guest[seat]
    chosen: list[int] = [guest] if guest >= 0 else []
    used = sum(max(1, s.needs[space].dice or 3) for space in chosen)
    while len(chosen) < WORKERS:
        scores = []
        for space in range(FIRST_ESTATE):
            if space in chosen or closed >> space & 1:
                continue
            dice = s.needs[space].dice or 3
            value = _space_value(eyes, space, (first, second)) * likely[space]
            late = used + dice - POOL
            if late > 0:
                value *= 0.55**late  # not enough dice for all
            elif dice > 1 and used:
                value *= 0.85
            value -= 0.35 * (dice - 1)  # a die given here serves nothing else
            scores.append((value, space))
        value, space = max(scores)
        chosen.append(space)
        used += s.needs[space].dice or 3
        if space < NEST_LEFT and likely[space] > 0.4:
            own = list(eyes.own)
            for token, number in gathered(s, seat, space):
                if token < KEPT:
                    own[token] += number
            eyes.own = tuple(own)
        elif space == NEST_LEFT and s.nest:
            eyes.hand = tuple(sorted((*eyes.hand, max(s.nest, key=eyes.card))))
    return tuple(chosen)


def _space_value(eyes: Eyes, space: int, family: tuple[int, int]) -> float:
    """What a space may bring when the village dice are not known yet."""
    if space == INN:
        profits = eyes.s.visitor.profits
        if not profits:
            return 0.0
        values = [eyes.profit(profits[value], value) for value in VALUES]
        likely = sorted(values)[3]
        return max(likely, 0.9 * max(values[family[0] - 1], values[family[1] - 1]))
    if space == NEST_RIGHT:
        low = min(family) <= 2
        return eyes.draws(2 if low else 1) + (0 if low else 0.3)
    if space == WORKSHOP:
        s, seat = eyes.s, eyes.seat
        best = -1.0
        for rung, kind in enumerate(s.ladder):
            code = why_not_build(s, seat, rung, HIGHEST)
            if code in ("cottage", "twice"):
                continue
            cost = eyes.box.improvement_costs(s.visitor)[kind].fixed
            if all(eyes.own[token] >= number for token, number in cost):
                reach = 1.0 if rung < 4 else 0.85 if rung == 4 else 0.65
                best = max(best, eyes.improvement(kind, eyes.own) * reach)
        return best
    if space == NEST_LEFT:
        return max((eyes.card(card) for card in eyes.s.nest), default=-1.0) * 0.85
    return place_value(eyes, space, 0)
