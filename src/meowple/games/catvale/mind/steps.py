"""What the steps of cards are worth to the player who resolves them, verb by verb.

No card is known by its name here, so files of somebody's own are judged like ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from meowple.games.catvale.pieces.names import (
    ADVENTURE,
    BASIC,
    BASICS,
    BUILDINGS,
    CARD,
    ENCOUNTER,
    FISH,
    GATHERED,
    HARVEST,
    JUNK,
    MOUSE,
    MOVE_TOKEN,
    MOVEMENT,
    ODDITIES,
    REROLL,
)
from meowple.games.catvale.rules import backyard, quests
from meowple.games.catvale.rules.counting import value
from meowple.games.catvale.rules.resolution import near
from meowple.games.catvale.rules.standing import DESIGN

from . import fights
from .eyes import BASIC_WORTH, CARD_WORTH, MOUSE_WORTH

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Ability
    from meowple.games.catvale.pieces.vocabulary import Effect

    from .eyes import Eyes

Steps = Sequence["Effect"]

DRAWN: Final = {
    ADVENTURE: 2.3,
    ENCOUNTER: 0.8,
    JUNK: 3.0,
    HARVEST: 3.2,
    BUILDINGS: 3.6,
    ODDITIES: 4.0,
}
"""What a card of each deck is worth to whoever draws it."""


def steps_worth(eyes: Eyes, steps: Steps, kept: bool = False) -> float:
    """What a list of steps is worth.

    ``kept``: it is judged for later, whatever the table allows right now.
    """
    total = 0.0
    for step in steps:
        judge = JUDGES.get(step.do)
        if judge is not None:
            total += judge(eyes, step, kept)
    return total


def ability_worth(eyes: Eyes, ability: Ability) -> float:
    """What an ability is worth for the rest of the game."""
    rounds = eyes.rounds
    often = OFTEN.get(ability.on, 0.5)
    if ability.on == "season-end":
        often = 0.5
    gain = steps_worth(eyes, ability.effects, True)
    if ability.on == "use":
        now = 0.7 if eyes.turns or eyes.side else 0.0
        return max(0.0, gain - eyes.price(ability.cost)) * 0.8 * (rounds + now)
    if ability.on == "static":
        return gain
    return gain * often * rounds


OFTEN: Final = {
    "breakfast": 1.0,
    "gather": 1.2,
    "mark": 0.8,
    "trade": 0.9,
    "quest-step": 0.8,
    "combat-won": 0.3,
    "combat-lost": 0.2,
    "pride-lost": 0.3,
}
"""How often in a Round what fires by itself does so."""


def share(eyes: Eyes, who: str, kept: bool) -> tuple[float, float]:
    """For a word for players: how much of a gain is one's own, and how much a rival's."""
    s, seat = eyes.s, eyes.seat
    match who:
        case "you" | "controller" | "actor":
            return 1.0, 0.0
        case "all":
            return 1.0, 1.0
        case "chosen-any":
            return 1.0, 0.0
        case "near":
            return 0.0, len(near(s, seat)) * eyes.envy if not kept else eyes.envy
        case "chosen-near":
            there = kept or near(s, seat)
            return 0.0, eyes.envy + 0.1 if there else 0.0
        case "leader" | "trailing":
            best = max(eyes.scores) if who == "leader" else min(eyes.scores)
            own = eyes.scores[seat] == best
            others = sum(score == best for score in eyes.scores) - own
            return float(own), others * eyes.envy
        case "attacker":
            mine = s.fight is not None and s.fight.sides[0] == seat
            return float(mine), 0.0 if mine else eyes.envy
        case _:
            return 0.0, eyes.envy + 0.1


def item_worth(eyes: Eyes, thing: int | str, amount: int) -> float:
    """What so many of an item are worth to the seat."""
    if amount <= 0:
        return 0.0
    if thing == BASIC:
        return amount * max(eyes.change(item, 1) for item in BASICS)
    if thing == GATHERED:
        return amount * 1.8 * eyes.fade
    if thing == CARD:
        return CARD_WORTH * amount
    if thing == MOVEMENT:
        return 0.55 * amount
    return eyes.change(int(thing), amount)


def typical(thing: int | str) -> float:
    """What an item is worth to anybody."""
    if thing in (BASIC, GATHERED):
        return 1.9
    if isinstance(thing, str):
        return CARD_WORTH
    return {FISH: 1.0, MOUSE: MOUSE_WORTH, REROLL: 1.5, MOVE_TOKEN: 1.2, MOVEMENT: 0.5}.get(
        thing, BASIC_WORTH + 0.4
    )


def _gain(eyes: Eyes, step: Any, kept: bool) -> float:
    amount = value(eyes.s, eyes.seat, step.amount)
    mine, theirs = share(eyes, step.who, kept)
    own = item_worth(eyes, step.item, amount) * mine if mine else 0.0
    return own - typical(step.item) * amount * theirs * eyes.fade * 0.9


def _lose(eyes: Eyes, step: Any, kept: bool) -> float:
    amount = value(eyes.s, eyes.seat, step.amount)
    mine, theirs = share(eyes, step.who, kept)
    own = 0.0
    if mine and isinstance(step.item, int):
        own = eyes.change(step.item, -amount)
    elif mine:
        own = -1.2 * amount * eyes.fade
    return own * mine + typical(step.item) * amount * theirs * eyes.fade


def _steal(eyes: Eyes, step: Any, kept: bool) -> float:
    amount = value(eyes.s, eyes.seat, step.amount)
    _, theirs = share(eyes, step.who, kept)
    if not theirs:
        return 0.0
    return item_worth(eyes, step.item, amount) + typical(step.item) * amount * theirs * eyes.fade


def _give(eyes: Eyes, step: Any, kept: bool) -> float:
    amount = value(eyes.s, eyes.seat, step.amount)
    return -amount * typical(step.item) * eyes.fade * (0.6 + eyes.envy)


def _growth(eyes: Eyes, step: Any, kept: bool) -> float:
    return eyes.growth * float(step.amount)


def _prestige(eyes: Eyes, step: Any, kept: bool) -> float:
    mine, theirs = share(eyes, step.who, kept)
    return eyes.points(step.amount) * (mine - theirs)


def _track(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    if step.track == "arena":
        return 2.0 * step.steps if s.arena[seat] < len(s.box.board.arena) else 0.0
    if s.harvested:
        return 0.0
    return fights.icons(s, seat, step.steps) * DRAWN[HARVEST] * (1.0 if s.dug >> seat & 1 else 0.4)


def _territory(eyes: Eyes, step: Any, kept: bool) -> float:
    return eyes.points(step.extra / 3) * 0.8


def _draw(eyes: Eyes, step: Any, kept: bool) -> float:
    mine, theirs = share(eyes, step.who, kept)
    number = float(step.amount) * (mine - 0.8 * theirs)
    return DRAWN[step.deck] * number * (0.35 + 0.65 * eyes.fade)


def _pick(eyes: Eyes, step: Any, kept: bool) -> float:
    return float(DRAWN[step.deck] * 1.3 * step.keep * eyes.fade)


def _discard(eyes: Eyes, step: Any, kept: bool) -> float:
    return -1.6 * float(step.amount) * eyes.fade


def _look(eyes: Eyes, step: Any, kept: bool) -> float:
    return 0.3


def _refresh(eyes: Eyes, step: Any, kept: bool) -> float:
    return 0.1


def _cancel(eyes: Eyes, step: Any, kept: bool) -> float:
    return 3.0


def _send(eyes: Eyes, step: Any, kept: bool) -> float:
    return 1.5 if step.to == "chosen-near" else -1.0


def _reroll(eyes: Eyes, step: Any, kept: bool) -> float:
    if kept or step.amount > 1:
        return 1.5 * float(step.amount)
    return fights.reroll_gain(eyes, step.dice, step.whose)


def _set_die(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    if step.die == "action":
        dice = s.dice[seat]
        if kept:
            return eyes.pip
        return eyes.pip * (step.by or 1) if dice[0] or dice[1] else 0.0
    if kept or (s.open_die is None and s.fight is None):
        return 1.5
    return fights.turned_gain(eyes, step.to, step.by)


def _gain_die(eyes: Eyes, step: Any, kept: bool) -> float:
    pips = step.value if isinstance(step.value, int) else 2
    return eyes.pip * pips + 2.0 * min(1.0, 0.4 + eyes.turns / 4)


def _swap_dice(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    if kept or not sum(s.dice[seat]):
        return 1.2
    low = next(v for v in (1, 2, 3) if s.dice[seat][v - 1])
    more = s.defence[seat] - low
    if s.fight is not None:
        return -0.5
    return eyes.pip * more - 0.8 * more


def _boost(eyes: Eyes, step: Any, kept: bool) -> float:
    if kept or eyes.s.fight is None:
        return 1.3 * abs(float(step.amount))
    return fights.boost_gain(eyes, step.side, step.amount)


def _stat(eyes: Eyes, step: Any, kept: bool) -> float:
    mine, theirs = share(eyes, step.who, kept)
    return 1.2 * float(step.amount) * (mine - theirs)


def _combat(eyes: Eyes, step: Any, kept: bool) -> float:
    return fights.card_combat(eyes, step)


def _end_combat(eyes: Eyes, step: Any, kept: bool) -> float:
    if kept or eyes.s.fight is None:
        return 3.0
    if step.outcome == "won":
        return 5.0
    return -fights.hopes(eyes)


def _pride(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    mine, theirs = share(eyes, step.who, kept)
    if step.amount > 0:
        lost = 3 - s.pride[seat]
        return 0.7 * float(min(step.amount, 1 if kept else lost)) * mine - 0.5 * theirs
    amount = -step.amount
    own = -eyes.pride_worth(min(amount, max(0, s.pride[seat] - step.floor))) if mine else 0.0
    return own + 0.9 * float(amount) * theirs


def _soften(eyes: Eyes, step: Any, kept: bool) -> float:
    loss = eyes.s.loss
    if kept or not loss:
        return 1.6
    return eyes.pride_worth(loss) - (
        eyes.pride_worth(loss - step.amount) if loss > step.amount else 0.0
    )


def _move_cat(eyes: Eyes, step: Any, kept: bool) -> float:
    return 1.0 if step.who == "you" else 0.3


def _reveal(eyes: Eyes, step: Any, kept: bool) -> float:
    s = eyes.s
    hidden = min(step.amount, 37 - s.face_up.bit_count())
    return float(hidden) * (
        (1.3 if step.prize else 0.25) * eyes.fade + eyes.counts("tiles-revealed")
    )


def _place_tile(eyes: Eyes, step: Any, kept: bool) -> float:
    return 0.3


def _place_token(eyes: Eyes, step: Any, kept: bool) -> float:
    return 0.8


def _mark(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    if not kept and s.marks[s.at[seat]] == seat and step.tile.where == "here":
        return 0.0
    return eyes.mark_gain(s.at[seat])


def _unmark(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    if any(owner >= 0 and owner != seat for owner in s.marks) or kept:
        return eyes.points(1 / 3) * (eyes.envy + 0.15) * (3 - s.season) * 0.6
    return 0.0


def _spray(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    cards = s.box.cards
    best = 0
    for other in range(s.seats):
        if other != seat:
            for plot in s.plots[other]:
                if plot.spray < 0:
                    best = max(best, cards[plot.building & DESIGN].prestige)
    late = 1.0 if s.season == 2 else 0.3
    return eyes.points(best if not kept else 2) * (eyes.envy + 0.1) * late


def _clean(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    cards = s.box.cards
    dirty = 0
    for plot in s.plots[seat]:
        design = cards[plot.building & DESIGN]
        if plot.spray >= 0:
            dirty += design.prestige
        elif not design.own:
            dirty -= design.prestige
    return eyes.points(min(dirty, 2 * step.amount)) * 0.9


def _poach(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    there = kept or any(
        plot.worker >= 0 for other in range(s.seats) if other != seat for plot in s.plots[other]
    )
    if not there:
        return 0.0
    return eyes.points(1.0) * (eyes.envy + 0.1) + (eyes.points(1.0) if eyes.hammers() else 0.0)


def _ready(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    used = sum(plot.worker > DESIGN for plot in s.plots[seat])
    return 1.4 * float(min(step.amount, 1 if kept else used))


def _yield(eyes: Eyes, step: Any, kept: bool) -> float:
    mine, theirs = share(eyes, step.who, kept)
    each = 1.0 if step.action == "fish" else 1.5
    if step.item not in (FISH, GATHERED):
        each *= 0.6
    often = min(4.0, 0.5 + 0.7 * eyes.rounds)
    return each * float(step.amount) * often * (mine - theirs) * eyes.fade


def _discount(eyes: Eyes, step: Any, kept: bool) -> float:
    return 0.8 * float(step.amount) * eyes.fade * (1.0 if eyes.side > 0 or kept else 0.0)


def _rule(eyes: Eyes, step: Any, kept: bool) -> float:
    mine, theirs = share(eyes, step.who, kept)
    return 0.6 * (mine - 0.5 * theirs)


def _side_actions(eyes: Eyes, step: Any, kept: bool) -> float:
    if not kept and eyes.side > 0 and step.amount > 0:
        return 0.0
    return 1.5 * float(step.amount) * min(1.0, 0.4 + eyes.turns / 4)


def _act(eyes: Eyes, step: Any, kept: bool) -> float:
    s, seat = eyes.s, eyes.seat
    if step.action == "fish":
        return item_worth(eyes, FISH, 2 * step.die)
    if kept:
        return 2.0
    if step.action == "construct":
        fish = 0 if step.no_fish else backyard.FISH_TO_EAT
        return 2.5 if backyard.constructable(s, seat, fish) else 0.0
    return 2.5 if quests.open_needs(s, seat) else 0.0


def _choose(eyes: Eyes, step: Any, kept: bool) -> float:
    return max(steps_worth(eyes, steps, kept) for steps in step.options)


def _fate(eyes: Eyes, step: Any, kept: bool) -> float:
    return sum(steps_worth(eyes, x, kept) for x in (step.one, step.two, step.three)) / 3


def _if(eyes: Eyes, step: Any, kept: bool) -> float:
    if kept:
        one, other = (steps_worth(eyes, x, kept) for x in (step.then, step.otherwise))
        return max(one, other) if other > 0 else 0.5 * one
    true = step.cond.holds(eyes.s, eyes.seat)
    return steps_worth(eyes, step.then if true else step.otherwise, kept)


def _pay(eyes: Eyes, step: Any, kept: bool) -> float:
    then = steps_worth(eyes, step.then, kept)
    otherwise = steps_worth(eyes, step.otherwise, kept)
    if step.who == "you":
        return max(then - eyes.price(step.cost), otherwise)
    return (then + otherwise) / 2


def _each(eyes: Eyes, step: Any, kept: bool) -> float:
    return steps_worth(eyes, step.effects, kept) * 0.3


JUDGES: Final[dict[str, Callable[[Eyes, Any, bool], float]]] = {
    "choose": _choose,
    "fate": _fate,
    "if": _if,
    "pay": _pay,
    "each": _each,
    "gain": _gain,
    "lose": _lose,
    "steal": _steal,
    "give": _give,
    "growth": _growth,
    "prestige": _prestige,
    "track": _track,
    "territory": _territory,
    "draw": _draw,
    "pick": _pick,
    "discard": _discard,
    "look": _look,
    "refresh-market": _refresh,
    "cancel": _cancel,
    "send-this": _send,
    "reroll": _reroll,
    "set-die": _set_die,
    "gain-die": _gain_die,
    "swap-dice": _swap_dice,
    "boost": _boost,
    "stat": _stat,
    "combat": _combat,
    "end-combat": _end_combat,
    "pride": _pride,
    "soften": _soften,
    "move-cat": _move_cat,
    "reveal": _reveal,
    "place-tile": _place_tile,
    "place-token": _place_token,
    "mark": _mark,
    "unmark": _unmark,
    "spray": _spray,
    "clean": _clean,
    "poach": _poach,
    "ready": _ready,
    "yield": _yield,
    "discount": _discount,
    "rule": _rule,
    "side-actions": _side_actions,
    "act": _act,
}
"""How each verb is judged; the Mood alone is worth nothing by itself."""
