"""The menu of a turn: where to go, which Main Action with which die, and what is worth a Side Action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from meowple.author import Action
from meowple.games.catvale.pieces.hexes import SPACES
from meowple.games.catvale.pieces.names import (
    ARENA,
    CONSTRUCT,
    FIRE,
    FISH,
    FISHING,
    FOREST,
    HARVEST,
    HOME,
    KIND,
    MOUSE,
    MOUSE_FIELD,
    MOVEMENT,
    NEEDS,
    OPPONENTS,
    SANDBOX,
    SHOWN,
    SIFT_FISH,
)
from meowple.games.catvale.rules import combat, market
from meowple.games.catvale.rules.standing import DESIGN, discount, extra_yield

from . import deals, fights
from .eyes import MOUSE_WORTH, TURNS_A_ROUND, Eyes
from .plans import card_gain, hand_worth, see
from .plans import quest_gain as need_gain
from .steps import DRAWN, steps_worth
from .ways import FAR, MOST_COST, Ways, ways

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

FIRST: Final = 200.0
"""Added to what is done before anything else: plays, then purchases, that are worth it."""

SOON: Final = 100.0

AFTER_GATHER: Final = 1.0
"""What the Gather Die is worth."""

TOKEN: Final = 0.7
"""What entering a Forest with a token is worth."""


class Turn(Eyes):
    """A seat's eyes in its own turn."""

    def __init__(self, s: State, seat: int) -> None:
        super().__init__(s, seat)
        see(self)
        dice = s.dice[seat]
        self.dice = [v for v in (1, 2, 3) if dice[v - 1]]
        self.acts = not s.main and bool(self.dice)
        left = sum(dice) - (0 if s.main else 1)
        self.step_price = 0.15 if left <= 0 else 0.6
        self.mains: dict[int, float] = {}
        self._extra: dict[tuple[str, int], int] = {}
        self.ways: Ways = ways(s, seat)
        self.hidden = self._hidden() if s.face_up.bit_count() < SPACES else []
        self.foes = self._foes() if self.acts and self.goods[FISH] else {}
        self._towards: dict[int, float] | None = None

    def _foes(self) -> dict[int, list[int]]:
        """Whom the cat could Attack, by where they are."""
        s = self.s
        found: dict[int, list[int]] = {}
        for other in range(s.seats):
            if other != self.seat and not s.flat >> other & 1 and not combat.peaceful(s, other):
                found.setdefault(s.at[other], []).append(other)
        return found

    def _hidden(self) -> list[int]:
        """The kinds of the face-down tiles, which everybody can work out."""
        s = self.s
        return sorted(KIND[s.tiles[x]] for x in range(SPACES) if not s.face_up >> x & 1)

    # -- Main Actions -----------------------------------------------------------------------------

    def main(self, kind: int) -> float:
        """The best that one Main Action can do on a kind of tile, its die paid."""
        found = self.mains.get(kind)
        if found is None:
            dice = self.dice or [2]
            best = -self.pip * dice[0]
            for die in dice[:1] + dice[1:][-1:]:
                best = max(best, self.act(kind, die))
            found = self.mains[kind] = best
        return found

    def act(self, kind: int, die: int) -> float:
        """What a Main Action with a die promises on a kind of tile; -9 where there is none."""
        s, seat = self.s, self.seat
        if kind == FISHING:
            amount = 2 * die + self.extra("fish", FISH)
            return self.change(FISH, amount) - self.pip * die + self.counts("fish-caught")
        if kind == MOUSE_FIELD:
            return self.change(MOUSE, 1) - 3 * self.pip if die == 3 else -9.0
        if kind == ARENA:
            if not self.goods[FISH] or not (s.stock[OPPONENTS] or s.under[OPPONENTS]):
                return -9.0
            return fights.duel_worth(self, die)
        if kind == SANDBOX:
            return self.dig(die)
        item = s.box.board.tiles[kind].resource
        if item < 0 or not self.goods[FISH]:
            return -9.0
        amount = die + self.extra("gather", item)
        cat = s.box.cats[s.cat[seat]]
        if s.grown >> seat & 1 and cat.bonus[0] == item:
            amount += cat.bonus[1]
        goods = self.goods[:]
        goods[item] += amount
        goods[FISH] -= 1
        return self.worth(goods) - self.now + AFTER_GATHER * self.fade - self.pip * die

    def extra(self, action: str, item: int) -> int:
        """What an action gives more of an item than its die shows."""
        key = action, item
        found = self._extra.get(key)
        if found is None:
            found = self._extra[key] = extra_yield(self.s, self.seat, action, item)
        return found

    def dig(self, die: int) -> float:
        """A Dig with a die, or a Sift."""
        s, seat = self.s, self.seat
        token = DRAWN[HARVEST] * min(1.0, 0.4 + self.turns / 6)
        if s.harvested:
            if s.sifted >> seat & 1 or self.goods[FISH] < SIFT_FISH or not s.bag:
                return -9.0
            return token + self.change(FISH, -SIFT_FISH)
        gain = fights.icons(s, seat, die) * token + 0.3 * die
        return gain + self.counts("harvest-tokens") - self.pip * die

    # -- where to go ------------------------------------------------------------------------------

    def place(self, space: int) -> float:
        """What a turn's Main Action promises on a space, fights for whoever is there included."""
        s = self.s
        if not s.face_up >> space & 1:
            return self.unknown()
        kind = FIRE if space == s.fire else KIND[s.tiles[space]]
        best = self.mains.get(kind)
        if best is None:
            best = self.main(kind)
        if space in self.foes:
            for other in self.foes[space]:
                best = max(best, fights.attack_worth(self, other, self.dice[-1]))
        return best

    def unknown(self) -> float:
        """What is to be hoped for on a face-down tile: its prize, and acting there or going on."""
        kinds = self.hidden
        if not kinds:
            return 0.0
        found = self.mains.get(-1)
        if found is None:
            tiles = self.s.box.board.tiles
            idle = self.main(FOREST)
            total = 0.0
            for kind in kinds:
                total += max(idle + 0.8, self.main(kind))
                if tiles[kind].prize:
                    total += 1.6 * self.fade
                elif tiles[kind].discount:
                    total += 0.5 * tiles[kind].discount
            found = total / len(kinds) + self.counts("tiles-revealed")
            self.mains[-1] = found
        return found

    def fare(self, cost: int) -> float:
        """What so many steps cost."""
        left = self.goods[MOVEMENT]
        if cost <= left:
            return self.step_price * cost
        fish = cost - left
        if fish > self.goods[FISH] - 1:
            return 50.0
        return self.step_price * left + fish * (0.4 + 0.75 * self.fade)

    def towards(self) -> dict[int, float]:
        """For each first step the best that it leads to, the way paid."""
        if self._towards is None:
            found: dict[int, float] = {}
            s, seat = self.s, self.seat
            here, tiles, face_up, marks = s.at[seat], s.tiles, s.face_up, s.marks
            firsts = self.ways.first
            fares = [self.fare(cost) for cost in range(MOST_COST)]
            tokens = s.forest if not s.token_revealed else 0
            later = 1.0 if self.acts else 0.8
            for space, cost in enumerate(self.ways.cost):
                if cost >= FAR or space == here:
                    continue
                fare = fares[cost]
                if fare >= 50:
                    continue
                gain = self.place(space) * later - fare
                if tokens >> space & 1:
                    gain += TOKEN
                if marks[space] != seat and not (face_up >> space & 1 and tiles[space] >= HOME):
                    gain += 0.3
                first = firsts[space]
                if gain > found.get(first, -99.0):
                    found[first] = gain
            self._towards = found
        return self._towards


def rate_menu(s: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each answer of the menu looks."""
    eyes = Turn(s, seat)
    return [_RATE[action.verb](eyes, action) for action in actions]


def _early(eyes: Turn, gain: float, least: float = 0.25) -> float:
    """What is worth doing comes before moving on."""
    return gain + FIRST if gain > least else gain - 1.0


def _side(eyes: Turn, gain: float) -> float:
    """A Side Action: before the Main Action only if it is worth one of the two."""
    if not eyes.acts:
        return gain - 0.2
    least = 1.2 if eyes.side > 1 else 2.5
    return gain + SOON if gain > least else gain - 20.0


def _step(eyes: Turn, action: Action) -> float:
    s = eyes.s
    goal = action.value
    best = eyes.towards().get(goal, -9.0)
    if not s.face_up >> goal & 1:
        best += 0.4
    if eyes.acts:
        return best
    return best - _here(eyes) - 0.3


def _here(eyes: Turn) -> float:
    """What the next turn promises where the cat is now."""
    found = eyes.mains.get(-2)
    if found is None:
        found = eyes.mains[-2] = 0.8 * eyes.place(eyes.s.at[eyes.seat])
    return found


def _play(eyes: Turn, action: Action) -> float:
    s = eyes.s
    design = s.box.cards[action.value]
    if design.kind == "building":
        return _side(eyes, construct_gain(eyes, action.value))
    if design.kind == "worker":
        free = eyes.hammers()
        gain = card_gain(eyes, design) - eyes.points(design.prestige) * (not free)
        return _early(eyes, gain - eyes.price(design.cost) - (0 if free else 1.0))
    if design.kind == "upgrade":
        goods = eyes.after_paying(design.cost)
        key = design.index
        gain = card_gain(eyes, design) + eyes.worth(goods, key) - eyes.without(key)
        return _early(eyes, gain)
    gain = steps_worth(eyes, design.effects) - eyes.price(design.cost)
    return _early(eyes, gain - keep_worth(eyes, design), 0.3)


def keep_worth(eyes: Eyes, design: Any) -> float:
    """What is lost by playing a card now that could be played at another moment."""
    windows = design.windows
    if not windows & (windows - 1):
        return 0.35 * min(1.0, eyes.turns / 6)
    return min(0.7, 0.12 * eyes.turns) * max(1.0, steps_worth(eyes, design.effects, True))


def construct_gain(eyes: Eyes, card: int, fish: int = 1) -> float:
    """What constructing a Building brings, all paid."""
    s, seat = eyes.s, eyes.seat
    design = s.box.cards[card]
    less = min(design.cost.resources, market_less(s, seat))
    goods = eyes.after_paying(design.cost, fish, less)
    gain = card_gain(eyes, design)
    if design.hammer and any(s.box.cards[c].kind == "worker" for c in s.hand[seat]):
        gain += 2.0
    return gain + eyes.worth(goods, card) - eyes.without(card)


def market_less(s: State, seat: int) -> int:
    """Basic Resources that a discount spares."""
    return discount(s, seat, CONSTRUCT) if s.standing else 0


def _use(eyes: Turn, action: Action) -> float:
    design = eyes.s.box.cards[action.value]
    use = design.use
    assert use is not None
    gain = steps_worth(eyes, use.effects) - eyes.price(use.cost)
    return _early(eyes, gain, 0.1)


def _buy(eyes: Turn, action: Action) -> float:
    return _side(eyes, buy_gain(eyes, action))


def buy_gain(eyes: Eyes, action: Action, prize: int = 0) -> float:
    """What a purchase brings, paid for."""
    s = eyes.s
    purchase, price = market.kind_of(s, action)
    price = max(0, price - eyes.off(purchase) - prize)
    value = action.value
    paid = eyes.change(FISH, -price)
    if isinstance(value, tuple):
        return paid + card_bought(eyes, *value)
    if value is None:
        return paid + eyes.growth
    if action in s.box.buy_die:
        turn = 2.0 * min(1.0, 0.5 + eyes.turns / 6)
        return paid + eyes.pip * float(value) + turn
    return paid + eyes.change(value, 1)


def card_bought(eyes: Eyes, row: int, column: int) -> float:
    """What a card of the market is worth to whoever buys it."""
    s = eyes.s
    if column == 1:
        return (2.4 if row == 0 else 2.8) * min(1.0, eyes.turns / 9)
    design = s.box.cards[s.market[SHOWN * row + column - 2]]
    if design.activation == "instant":
        return steps_worth(eyes, design.effects)
    worth = hand_worth(eyes, design)
    if design.kind == "building":
        held = sum(s.box.cards[c].kind == "building" for c in s.hand[eyes.seat])
        worth /= 1 + 0.35 * max(0, held - 1)
    return worth


def _sell(eyes: Turn, action: Action) -> float:
    return _side(eyes, sell_gain(eyes, action.value))


def sell_gain(eyes: Eyes, card: int) -> float:
    """What it brings to sell a card."""
    keep = hand_worth(eyes, eyes.s.box.cards[card])
    return eyes.change(FISH, eyes.s.box.board.sell) - keep


def _exchange(eyes: Turn, action: Action) -> float:
    one, other, new = action.value
    given = eyes.change(one, -2) if one == other else eyes.change(one, -1) + eyes.change(other, -1)
    return _side(eyes, given + eyes.change(new, 1))


def _quest(eyes: Turn, action: Action) -> float:
    place, need = action.value
    return _side(eyes, quest_gain(eyes, place, need))


def quest_gain(eyes: Eyes, place: int, need: int) -> float:
    """What it brings to fulfil a requirement, all paid."""
    s, seat = eyes.s, eyes.seat
    cost = s.box.cards[s.quests[place]].requirements[need]
    key = -1 - (NEEDS * place + need)
    gain = need_gain(eyes, place) + eyes.worth(eyes.after_paying(cost), key)
    gain -= eyes.without(key)
    if cost.cards:
        worths = sorted(hand_worth(eyes, s.box.cards[card]) for card in s.hand[seat])
        gain -= sum(worths[: cost.cards])
    if cost.die:
        gain -= eyes.pip * next((v for v in (1, 2, 3) if v >= cost.die and s.dice[seat][v - 1]), 3)
        gain -= 1.2
    return gain


def _mark(eyes: Turn, action: Action) -> float:
    s, seat = eyes.s, eyes.seat
    gain = eyes.mark_gain(s.at[seat]) - eyes.pip
    if action.value == 1:
        gain -= 1.5  # a turn less
    if not eyes.acts or sum(s.dice[seat]) > 1:
        return _side(eyes, gain)
    return _side(eyes, gain - (0.8 if action.value == 1 else 0.0))


def _recover(eyes: Turn, action: Action) -> float:
    s, seat = eyes.s, eyes.seat
    risk = eyes.threat() * min(1.0, eyes.turns / 4)
    now, then = s.pride[seat], s.pride[seat] + action.value
    safer = (0.0, 0.0, 2.0, 3.0)[then] - (0.0, 0.0, 2.0, 3.0)[now]
    return _side(eyes, safer * risk * 1.2 + eyes.change(FISH, -action.value) - 0.3)


def _act(kind: int | None) -> Callable[[Turn, Action], float]:
    def rate(eyes: Turn, action: Action) -> float:
        s, seat = eyes.s, eyes.seat
        value = action.value
        named: tuple[int, ...] = ()
        if isinstance(value, tuple):
            value, named = value
        where = s.kind(s.at[seat]) if kind is None else kind
        gain = eyes.act(where, value)
        for card in named:
            gain += steps_worth(eyes, s.box.cards[card].effects, True) - 0.3
        return gain

    return rate


def _attack(eyes: Turn, action: Action) -> float:
    target, die = action.value
    return fights.attack_worth(eyes, target, die)


def _dig(eyes: Turn, action: Action) -> float:
    if isinstance(action.value, tuple):
        return 0.5 + 0.5 * len(action.value)
    return eyes.dig(action.value)


def _sift(eyes: Turn, action: Action) -> float:
    return eyes.dig(0) + 1.5 * len(action.value) + eyes.pip


def _discard(eyes: Turn, action: Action) -> float:
    return -eyes.pip * float(action.value) - 1.0


def _end(eyes: Turn, action: Action) -> float:
    return 0.0 if not eyes.acts else -5.0


def _move_token(eyes: Turn, action: Action) -> float:
    """A Movement token, where Movement has run out; a Reroll token for a poor die."""
    s, seat = eyes.s, eyes.seat
    if action.verb == "token" and action.value in (0, 7):
        if eyes.goods[MOVEMENT] > 0:
            return -1.0
        here = eyes.place(s.at[seat])
        free = max(
            (
                eyes.place(x) - 0.3 * eyes.ways.cost[x]
                for x in range(SPACES)
                if 0 < eyes.ways.cost[x] <= 2
            ),
            default=here,
        )
        return _early(eyes, (free - here if eyes.acts else 0.0) - 1.0)
    low = fights.reroll_gain(eyes)
    worth = (1.5 if action.verb == "token" else MOUSE_WORTH) * min(1.0, 0.25 + eyes.turns / 6)
    return _early(eyes, low - worth)


def _wash(eyes: Turn, action: Action) -> float:
    s, seat = eyes.s, eyes.seat
    late = 1.0 if s.season == 2 or eyes.turns < TURNS_A_ROUND else 0.0
    worth = max(
        (s.box.cards[p.building & DESIGN].prestige for p in s.plots[seat] if p.spray >= 0),
        default=0,
    )
    return _early(eyes, late * eyes.points(worth) - 3.0)


def _pull_down(eyes: Turn, action: Action) -> float:
    s, seat = eyes.s, eyes.seat
    best = -1.0
    for plot in s.plots[seat]:
        design = s.box.cards[plot.building & DESIGN]
        if not design.own:
            best = max(best, eyes.points(-design.prestige) - eyes.price(design.removal))
    return _early(eyes, best)


def _talk(eyes: Turn, action: Action) -> float:
    if action.verb == "parley" or eyes.s.options["offers_per_talk"] == 0:
        return -9.0
    deal = deals.best_deal(eyes, action.value)
    return _early(eyes, deal.gain, 0.3) if deal else -9.0


_RATE: Final[dict[str, Callable[[Turn, Action], float]]] = {
    "step": _step,
    "passage": _step,
    "play": _play,
    "use": _use,
    "wash": _wash,
    "pull-down": _pull_down,
    "token": _move_token,
    "mouse": _move_token,
    "buy": _buy,
    "sell": _sell,
    "exchange": _exchange,
    "quest": _quest,
    "mark": _mark,
    "recover": _recover,
    "gather": _act(None),
    "hunt": _act(MOUSE_FIELD),
    "fish": _act(FISHING),
    "attack": _attack,
    "duel": _act(ARENA),
    "dig": _dig,
    "sift": _sift,
    "discard": _discard,
    "end": _end,
    "talk": _talk,
    "parley": _talk,
}
"""How each verb of the menu is judged."""
