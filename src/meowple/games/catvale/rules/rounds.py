"""A Round: Cleanup, Breakfast, Planning, and its end (CV-CLEAN, CV-BREAK, CV-PLAN, CV-RUL-74, 92, 93)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import (
    BASICS,
    CURIOUS_NOSE,
    DIE_FACES,
    FISH,
    ITEMS,
    MOUSE,
    MOVEMENT,
    REROLL,
    ROUND,
    W_PLANNING,
)
from meowple.games.catvale.state import (
    BEGIN_ADVENTURE,
    BEGIN_ROUND,
    END_SEASON,
    GIFT,
    PLAN,
    USED,
    Plot,
)

from . import ambitions, dials, endgame, gathering, map, market, playing, questions, sand, standing
from .dice import add_die, take_die
from .prestige import prestige
from .windows import carry_out, plays

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

BREAKFAST_FISH = 5
ROLLED = 5
SET_DICE = (1, 2, 3)
FOUR_OF_A_KIND = 4


def begin(s: State) -> Asking:
    """Cleanup and Breakfast; then everybody rolls for Planning."""
    cleanup(s)
    yield from breakfast(s)
    yield from ambitions.check(s)
    roll(s)
    s.step = PLAN


# -- Cleanup (CV-RUL-92) --------------------------------------------------------------------------


def cleanup(s: State) -> None:
    """First Player token, Season marker, what ends, dice, dials, market, Forest tokens."""
    if s.round:
        s.first = (s.first + 1) % s.seats
    s.round += 1
    s.turn = s.first
    if s.tell:
        s.tell(
            "round",
            round=s.round,
            first=s.first,
            prestige=[prestige(s, seat) for seat in range(s.seats)],
        )
    standing.end(s, ROUND)
    standing.next_round(s)
    s.shop = (0, 0, 0)
    s.dice = [(0, 0, 0)] * s.seats
    s.defence = [0] * s.seats
    s.spent = [0] * s.seats
    s.drew = s.bought_die = s.sifted = s.humiliated = 0
    for seat in range(s.seats):
        s.goods[seat][MOVEMENT] = dials.movement(s, seat)
    if s.round > 1:
        market.advance(s)
    if s.adventure:
        map.refresh_tokens(s)


# -- Breakfast ------------------------------------------------------------------------------------


def breakfast(s: State) -> Asking:
    """5 Fish, used abilities are ready again, then what Workers produce (CV-BREAK)."""
    for seat in range(s.seats):
        s.goods[seat][FISH] += BREAKFAST_FISH + gathering.sonar_at_breakfast(s, seat)
        ready_all(s, seat)
    if s.tell:
        s.tell("breakfast", fish=BREAKFAST_FISH)
    for seat in s.order():
        yield from playing.fire(s, "breakfast", seat, only=seat)


def ready_all(s: State, seat: int) -> None:
    """All cards in play are turned upright."""
    s.plots[seat] = tuple(
        Plot(
            plot.building & ~USED,
            plot.worker & ~USED if plot.worker >= 0 else -1,
            tuple(card & ~USED for card in plot.upgrades),
            plot.spray,
        )
        for plot in s.plots[seat]
    )
    s.front[seat] = tuple(lying._replace(card=lying.card & ~USED) for lying in s.front[seat])


# -- Planning -------------------------------------------------------------------------------------


def nose(s: State, seat: int) -> int:
    """How many dice more a seat rolls and discards (CV-SKILL-4)."""
    return s.box.board.extra_dice if s.skills[seat] >> CURIOUS_NOSE & 1 else 0


def to_roll(s: State, seat: int) -> int:
    """How many dice a seat rolls: all, or in the Controlled variant all but one of each value."""
    return (ROLLED if s.adventure else ROLLED - DIE_FACES) + nose(s, seat)


def roll(s: State) -> None:
    """Everybody rolls; in the Controlled variant three dice are set (CV-PLAN-2, CV-PLAN-5)."""
    die = s.chance.die
    for seat in range(s.seats):
        s.rolled[seat] = tuple(sorted(die(DIE_FACES) for _ in range(to_roll(s, seat))))
        s.dice[seat] = (0, 0, 0) if s.adventure else (1, 1, 1)
        if s.tell:
            s.tell("rolled-dice", seat=seat, dice=list(s.rolled[seat]))
    s.ready = 0
    s.plan = [()] * s.seats


def planning(s: State) -> Asking:
    """All plan at the same time, each at its own pace (CV-ASK-8)."""
    waiting = tuple(seat for seat in range(s.seats) if not s.ready >> seat & 1)
    seat, action = yield questions.PLAN.ask_any(waiting, planning_choices)
    if action.verb != "plan":
        yield from carry_out(s, seat, action)
        return
    s.plan[seat] = (action.id,)
    s.ready |= 1 << seat
    if len(waiting) == 1:
        planned(s)


def planning_choices(s: State, seat: int) -> list[Action]:
    """Rerolls and cards, and each way to share out the dice."""
    return [*planning_plays(s, seat), *splits(s, seat)]


def planning_plays(s: State, seat: int) -> list[Action]:
    """Rerolls of one's own dice, and `planning` cards."""
    box = s.box
    allowed = (box.token[REROLL], box.mouse[REROLL])
    return [
        action
        for action in plays(s, seat, W_PLANNING)
        if action.verb in ("play", "use") or action in allowed
    ]


def splits(s: State, seat: int) -> list[Action]:
    """Which dice go to the shop and which is the Defence Die (CV-PLAN-2, CV-PLAN-6)."""
    rolled = s.rolled[seat]
    dice = s.dice[seat]
    key = (rolled, dice, nose(s, seat))
    found = _SPLITS.get(key)
    if found is None:
        found = _SPLITS[key] = _all_splits(*key)
    split = s.box.split
    return [split[each] for each in found]


_SPLITS: dict[
    tuple[tuple[int, ...], tuple[int, int, int], int], list[tuple[tuple[int, ...], int]]
] = {}


def _all_splits(
    rolled: tuple[int, ...], dice: tuple[int, int, int], more: int
) -> list[tuple[tuple[int, ...], int]]:
    set_dice = [v for v in SET_DICE for _ in range(dice[v - 1])]
    found = []
    for shop in sorted(set(combinations(rolled, 1 + more))):
        kept = [*rolled, *set_dice]
        for value in shop:
            kept.remove(value)
        found += [(shop, value) for value in sorted(set(kept))]
    return found


def planned(s: State) -> None:
    """All have answered: gifts for rolls of four of a kind, then the dice are laid out."""
    s.ready = 0
    s.gifts = 0
    if s.adventure:
        for seat in range(s.seats):
            if s.rolled[seat].count(1) >= FOUR_OF_A_KIND:  # CV-PLAN-3
                s.goods[seat][MOUSE] += 1
                if s.tell:
                    s.tell("four-ones", seat=seat)
            if s.rolled[seat].count(3) >= FOUR_OF_A_KIND:
                s.gifts |= 1 << seat
                if s.tell:
                    s.tell("four-threes", seat=seat)
    for seat in s.order():
        lay_out(s, seat)
    if s.tell:
        s.tell("planned", defence=list(s.defence), shop=list(s.shop))
    s.step = GIFT if s.gifts else BEGIN_ADVENTURE


def lay_out(s: State, seat: int) -> None:
    """Dice to the shop, to the Defence slot and to the Action slots (CV-PLAN-7, CV-PLAN-8)."""
    shop, value = s.box.actions[s.plan[seat][0]].value
    for each in s.rolled[seat]:
        add_die(s, seat, each)
    s.rolled[seat] = ()
    s.plan[seat] = ()
    counts = list(s.shop)
    for each in shop:
        take_die(s, seat, each)
        counts[each - 1] += 1
    s.shop = (counts[0], counts[1], counts[2])
    take_die(s, seat, value)
    s.defence[seat] = value


def gift(s: State) -> Asking:
    """Four 3s: every other player takes a Basic Resource (CV-PLAN-4, CV-ASK-9)."""
    roller = next(seat for seat in s.order() if s.gifts >> seat & 1)
    others = tuple(seat for seat in s.clockwise(roller)[1:])

    def choices(s: State, seat: int) -> list[Action]:
        return [s.box.item[item] for item in BASICS]

    if len(others) == 1:
        answers = [(yield questions.GIFT.ask(others[0], choices))]
    else:
        answers = yield questions.GIFT.ask_all(others, choices)
    for seat, action in zip(others, answers, strict=True):
        s.goods[seat][action.value] += 1
        if s.tell:
            s.tell("gained", seat=seat, items={ITEMS[action.value]: 1})
    s.gifts &= ~(1 << roller)
    if not s.gifts:
        s.step = BEGIN_ADVENTURE


# -- the end of a Round (CV-RUL-93) ---------------------------------------------------------------


def end(s: State) -> Asking:
    """Harvest; in the second Round of a season Territory; the Endgame check; then on."""
    s.turn = s.first
    if s.options["litterbox"] and s.round == s.options["harvest_after_round"]:
        yield from sand.harvest(s)
        yield from ambitions.check(s)
    if s.round % 2 == 0:
        s.step = END_SEASON
    elif endgame.is_over(s):
        endgame.finish(s)
    else:
        s.step = BEGIN_ROUND
