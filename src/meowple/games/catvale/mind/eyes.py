"""What a quick player sees at a glance, and what goods and plans are worth to it.

Everything is counted in Fish at the start of the game; towards its end what is not Prestige fades.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from meowple.games.catvale.pieces.costs import FREE, Cost
from meowple.games.catvale.pieces.hexes import DISTANCE
from meowple.games.catvale.pieces.names import (
    ATTACK,
    BASICS,
    BOUGHT,
    DEFENCE,
    FISH,
    GOODS,
    MOUSE,
    MOVE_TOKEN,
    MOVEMENT,
    PEBBLE,
    RAG,
    REROLL,
    ROUNDS,
    STICK,
    WASTE,
)
from meowple.games.catvale.rules import dials, market
from meowple.games.catvale.rules.backyard import has_hammer
from meowple.games.catvale.rules.prestige import prestige
from meowple.games.catvale.rules.standing import DESIGN

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Card
    from meowple.games.catvale.state import State

POINT: Final = 5.5
"""What 1 Prestige is worth, in Fish."""

BASIC_WORTH: Final = 1.15
MOUSE_WORTH: Final = 2.5
GROWTH_WORTH: Final = 3.0
CARD_WORTH: Final = 2.2
"""A card of which nothing is known."""

TOKENS: Final = (
    (REROLL, 1.5, BOUGHT[REROLL]),
    (MOVE_TOKEN, 1.3, MOVEMENT),
    (ATTACK, 1.3, BOUGHT[ATTACK]),
    (DEFENCE, 1.1, BOUGHT[DEFENCE]),
)
"""What a token is worth, and where those bought face down are counted."""

FISH_WORTH: Final = tuple(
    float(fish) if fish < 6 else 6 + 0.6 * (fish - 6) if fish < 12 else 9.6 + 0.3 * (fish - 12)
    for fish in range(41)
)
"""What so many Fish are worth: the more, the less each of them."""

MARKED: Final = 0.7
"""The part of a marker's Prestige that it brings in the end: many are replaced, few make a third."""

HOPE: Final = 0.8
"""The part of a plan's gain that counts before it is carried out."""

LOSS: Final = 0.9
"""How much each thing that is still lacking leaves of that."""

MOST_LACKING: Final = 12
UNITS_A_TURN: Final = 1.7
TURNS_A_ROUND: Final = 3


class Plan(NamedTuple):
    """Something that goods can be turned into.

    Attributes:
        key: what it is: the card to construct, -1 - place for a requirement of a Quest.
        gain: what it is worth once done, the goods spent not subtracted.
        surplus: the same without what the goods are worth.
        needs, any: Basic Resources that it takes, by item and of any kind; fish: the Fish.
    """

    key: int
    gain: float
    surplus: float
    needs: tuple[tuple[int, int], ...]
    any: int
    fish: float


@lru_cache(maxsize=256)
def likely(turns: float, side: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The part of a plan's gain that counts by how much is lacking, and by its rank."""
    reach = UNITS_A_TURN * turns + (0.6 if side else 0.0)
    chances = [HOPE if side or turns >= 1 else 0.0]
    for lack in range(1, MOST_LACKING):
        chances.append(HOPE * LOSS**lack * min(1.0, reach / (lack + 0.6)))
    come_off = 1 + turns / 2  # so many plans do
    parts = [1 / (1 + 0.5 * rank) if rank < come_off else 0.15 for rank in range(12)]
    return tuple(chances), tuple(parts)


class Eyes:
    """A seat's situation in figures.

    Attributes:
        turns: turns of its own that are still to come after this one.
        rounds: Rounds after this one.
        fade: what goods are worth of their full worth, with so little time left.
        pip: what one pip of an unused Action Die is worth.
        envy: how much the gain of one other player weighs as a loss.
        scores: the Prestige of all.
        plans: what goods can be turned into, the best first; `plans.see` finds them.
        now: what the goods at hand are worth.
        goods: a copy of what the seat has.
    """

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.goods = s.goods[seat][:]
        self.scores = scores = [prestige(s, each) for each in range(s.seats)]
        self.envy = 0.9 / max(1, s.seats - 1)
        best = max(scores)
        pace = max(2.5, best / max(1, s.round))
        target = s.box.board.target
        if s.round >= ROUNDS or best >= target:
            self.rounds = 0.0
        else:
            self.rounds = min(float(ROUNDS - s.round), max(0.3, (target + 1 - best) / pace))
        dice = sum(s.dice[seat]) or (TURNS_A_ROUND if s.rolled[seat] else 0)
        mine = s.turn == seat and not s.main and not s.rolled[seat]
        self.turns = TURNS_A_ROUND * self.rounds + max(0, dice - mine)
        self.side = s.side_limit - s.side if s.turn == seat else 0
        self.fade = min(1.0, 0.08 + self.turns / 8)
        self.pip = 1.65 * min(1.0, 0.25 + self.turns / 5)
        self.growth = GROWTH_WORTH * min(1.0, 0.45 + self.turns / 20)
        self._sought = self._goal()
        self.chances, self.parts = likely(self.turns, self.side > 0)
        self._off: Sequence[int] | None = None
        self._changes: dict[tuple[int, int], float] = {}
        self.plans: list[Plan] = []
        self._keys: set[int] = set()
        self._without: dict[int, float] = {}
        self.of_card: dict[int, float] = {}
        self.in_hand: dict[int, float] = {}
        self.of_quest: dict[int, float] = {}
        self.of_attack: dict[tuple[int, int], float] = {}
        self._power: dict[int, tuple[int, int]] = {}
        self.now = self.worth(self.goods)

    def forget(self) -> None:
        """Think anew what goods and cards are worth, for the plans have changed."""
        self._changes = {}
        self._keys = {plan.key for plan in self.plans}
        self._without = {}
        self.of_card = {}
        self.in_hand = {}
        self.of_attack = {}
        self.now = self.worth(self.goods)

    def off(self, purchase: int) -> int:
        """The Fish that tile and cards take off a purchase."""
        if self._off is None:
            self._off = market.all_off(self.s, self.seat)
        return self._off[purchase.bit_length() - 1]

    # -- what goods are worth ---------------------------------------------------------------------

    def lacking(self, goods: Sequence[int], plan: Plan) -> int:
        """How many Basic Resources a plan still lacks."""
        lack = 0
        for item, need in plan.needs:
            if need > goods[item]:
                lack += need - goods[item]
        return max(0, lack + plan.any - goods[MOUSE])

    def chance(self, lack: int) -> float:
        """The part of a plan's gain that counts while so many things are lacking."""
        return self.chances[lack] if lack < MOST_LACKING else 0.0

    def worth(self, goods: list[int], but: int | None = None, add: Plan | None = None) -> float:
        """What goods are worth, by themselves and for the plans.

        ``but``: the key of a plan that is no longer one; ``add``: a further one.
        """
        have = goods[STICK] + goods[RAG] + goods[WASTE] + goods[PEBBLE]
        total = FISH_WORTH[min(goods[FISH], 40)] + BASIC_WORTH * have + MOUSE_WORTH * goods[MOUSE]
        for item in BASICS:
            if goods[item] > 4:
                total -= 0.5 * BASIC_WORTH * (goods[item] - 4)
        for item, each, bought in TOKENS:
            tokens = goods[item] + goods[bought]
            if tokens:
                total += each * (tokens if tokens < 3 else 3 + 0.4 * (tokens - 3))
        total *= self.fade
        plans = self.plans
        if but is not None and but in self._keys:
            plans = [plan for plan in plans if plan.key != but]
        if add is not None:
            plans = [add, *plans]
        if not plans:
            return total
        left = goods[:]
        chances, parts = self.chances, self.parts
        for rank, (_, _, surplus, needs, lack, more) in enumerate(plans):
            for item, need in needs:
                have = left[item]
                if have >= need:
                    left[item] = have - need
                else:
                    left[item] = 0
                    lack += need - have
            if lack and left[MOUSE]:
                mice = min(lack, left[MOUSE])
                left[MOUSE] -= mice
                lack -= mice
            fish = left[FISH] - more
            if fish < 0:
                lack += int(0.7 - fish / 3)
                fish = 0.0
            left[FISH] = int(fish)
            if lack < MOST_LACKING:
                total += surplus * chances[lack] * parts[rank]
        return total

    def change(self, item: int, amount: int) -> float:
        """What so many more of an item are worth."""
        key = item, amount
        found = self._changes.get(key)
        if found is None:
            goods = self.goods[:]
            goods[item] = max(0, goods[item] + amount)
            found = self._changes[key] = self.worth(goods) - self.now
        return found

    def without(self, key: int) -> float:
        """What the goods at hand are worth when a plan is no longer one."""
        if key not in self._keys:
            return self.now
        found = self._without.get(key)
        if found is None:
            found = self._without[key] = self.worth(self.goods, key)
        return found

    def points(self, amount: float) -> float:
        """What Prestige is worth."""
        return POINT * amount

    def counts(self, counter: str) -> float:
        """How near the Ambition comes by one more of what a counter counts: 1 if it asks for it."""
        return 1.0 if counter in self._sought else 0.0

    def _goal(self) -> frozenset[str]:
        """What the Ambition counts, while it is open."""
        s, seat = self.s, self.seat
        if s.scored >> seat & 1 or s.ambition[seat] < 0:
            return frozenset()
        goal = s.box.cards[s.ambition[seat]].goal
        return goal.counters() if goal is not None else frozenset()

    def hammers(self) -> int:
        """How many Buildings can take a Worker."""
        s, seat = self.s, self.seat
        return sum(plot.worker < 0 and has_hammer(s, plot) for plot in s.plots[seat])

    def plan_worth(self, plan: Plan) -> float:
        """What one plan more is worth, with the goods at hand."""
        return self.worth(self.goods, plan.key, plan) - self.without(plan.key)

    def price(self, cost: Cost) -> float:
        """What paying a cost gives away."""
        if cost is FREE:
            return 0.0
        goods = self.goods[:]
        goods[FISH] = max(0, goods[FISH] - cost.fish)
        goods[MOUSE] = max(0, goods[MOUSE] - cost.mouse)
        for item, need in zip(BASICS, cost.basics, strict=True):
            goods[item] = max(0, goods[item] - need)
        lost = self.now - self.worth(goods) + cost.any * BASIC_WORTH * self.fade
        lost += cost.movement * 0.6 + cost.die * self.pip + cost.cards * CARD_WORTH * self.fade
        return lost

    def after_paying(self, cost: Cost, fish: int = 0, less: int = 0) -> list[int]:
        """The goods once a cost is paid, Mice for what is lacking."""
        goods = self.goods[:GOODS]
        goods[FISH] = max(0, goods[FISH] - cost.fish - fish)
        goods[MOUSE] -= cost.mouse
        lack = cost.any - less
        for item, need in zip(BASICS, cost.basics, strict=True):
            paid = min(need, goods[item])
            goods[item] -= paid
            lack += need - paid
        for item in BASICS:
            while lack > 0 and cost.any and goods[item]:
                goods[item] -= 1
                lack -= 1
        goods[MOUSE] = max(0, goods[MOUSE] - max(0, lack))
        return goods

    # -- the map ----------------------------------------------------------------------------------

    def mark_gain(self, space: int) -> float:
        """What a marker of one's own on a space is worth."""
        s, seat = self.s, self.seat
        ends = 3 - s.season
        lasts, gain = 1.0, 0.0
        stays = 0.72 if s.seats > 3 else 0.8
        for _ in range(ends):
            gain += lasts
            lasts *= stays * 0.8
        if s.round >= ROUNDS - 1 and self.turns <= TURNS_A_ROUND:
            gain = 0.9
        gain *= self.points(1 / 3) * MARKED
        owner = s.marks[space]
        if owner >= 0 and owner != seat:
            gain *= 1 + self.envy
        count = s.marks.count(seat)
        if count % 3 == 2:
            gain *= 1.25
        return gain + 0.8 * self.counts("marks")

    def pride_worth(self, lost: int) -> float:
        """What losing so much Pride costs, Humiliation and all."""
        s, seat = self.s, self.seat
        have = s.pride[seat]
        if lost >= have:
            return 0.5 * have + self.points(1.0) + 1.0
        return 0.7 * lost * (2.0 if have - lost == 1 else 1.0)

    def threat(self) -> float:
        """How likely an Attack on the seat is, roughly."""
        s, seat = self.s, self.seat
        row = DISTANCE[s.at[seat]]
        near = sum(row[s.at[other]] <= 2 for other in range(s.seats) if other != seat)
        return min(1.0, 0.25 * near + 0.1)

    def power(self, seat: int) -> tuple[int, int]:
        """Attack and Defence dials of a seat."""
        found = self._power.get(seat)
        if found is None:
            found = dials.attack(self.s, seat), dials.defence(self.s, seat)
            self._power[seat] = found
        return found

    def movement(self) -> int:
        """Movement left."""
        return self.goods[MOVEMENT]

    def own_buildings(self) -> list[Card]:
        """The Buildings in the Backyard."""
        s = self.s
        return [s.box.cards[plot.building & DESIGN] for plot in s.plots[self.seat]]
