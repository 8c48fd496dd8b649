"""Playing cards, tokens and Mice, using abilities, and what fires by itself (data README, 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import (
    ATTACK,
    BOUGHT,
    HARVEST,
    ITEMS,
    MOUSE,
    MOVE_TOKEN,
    MOVEMENT,
    REROLL,
)
from meowple.games.catvale.state import ATTACKER, DEFENDER, USED, Lying, TokenOut

from . import questions
from .decks import discard
from .dice import reroll
from .hands import leave_hand
from .mood import shift
from .paying import pay
from .resolution import Resolution, perform
from .standing import DESIGN, UNDER_A_CAT, in_play, token_abilities

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Ability, Card
    from meowple.games.catvale.state import State


def play(s: State, seat: int, card: int, gathered: int = -1) -> Asking:
    """Play a card from the hand, or a Harvest token: cost, Mood, effects, and where it goes then."""
    design = s.box.cards[card]
    if design.deck == HARVEST:
        held = list(s.sand[seat])
        held.remove(card)
        s.sand[seat] = tuple(held)
    else:
        leave_hand(s, seat, card)
    if s.tell:
        s.tell("played", seat=seat, card=design.id)
    yield from pay(s, seat, design.cost)
    yield from resolve(s, seat, card, gathered)


def resolve(s: State, seat: int, card: int, gathered: int = -1) -> Asking:
    """The Mood and the effects of a card in nobody's hand; then it goes where it stays."""
    design = s.box.cards[card]
    shift(s, design.mood)
    yield from perform(s, Resolution(seat, card, gathered=gathered), design.effects)
    put_away(s, seat, design)


def put_away(s: State, seat: int, design: Card) -> None:
    """A card that was carried out goes to its discard pile or in front of its player."""
    if design.stays == "front":
        s.front[seat] = (*s.front[seat], Lying(design.index, design.duration))
    else:
        discard(s, design.index)


def use(s: State, seat: int, card: int) -> Asking:
    """Use the ability of a card in play (CV-WORK-4)."""
    ability = s.box.cards[card].use
    assert ability is not None
    if s.tell:
        s.tell("used", seat=seat, card=s.box.cards[card].id)
    if ability.once:
        turn_card(s, seat, card)
    yield from pay(s, seat, ability.cost)
    yield from perform(s, Resolution(seat, card), ability.effects)


def turn_card(s: State, seat: int, card: int, by: int = USED) -> None:
    """Set the flag of a card in play; with ``by`` -USED it is ready again."""
    before = card if by > 0 else card + USED
    after = before + by
    for place, plot in enumerate(s.plots[seat]):
        if plot.building == before:
            plot = plot._replace(building=after)
        elif plot.worker == before:
            plot = plot._replace(worker=after)
        elif before in plot.upgrades:
            upgrades = list(plot.upgrades)
            upgrades[upgrades.index(before)] = after
            plot = plot._replace(upgrades=tuple(upgrades))
        else:
            continue
        plots = list(s.plots[seat])
        plots[place] = plot
        s.plots[seat] = tuple(plots)
        return
    front = list(s.front[seat])
    for place, lying in enumerate(front):
        if lying.card == before:
            front[place] = lying._replace(card=after)
            break
    s.front[seat] = tuple(front)


# -- tokens and Mice ------------------------------------------------------------------------------


def take_token(s: State, seat: int, item: int) -> None:
    """A token is used: an open one first, since a face-down one is a secret."""
    goods = s.goods[seat]
    goods[item if goods[item] else BOUGHT[item]] -= 1
    if s.tell:
        s.tell("token", seat=seat, item=ITEMS[item])


def use_token(s: State, seat: int, item: int) -> Asking:
    """CV-TOK-1 to CV-TOK-3"""
    take_token(s, seat, item)
    if item == MOVE_TOKEN:
        s.goods[seat][MOVEMENT] += s.box.board.movement_token
    elif item == REROLL:
        yield from reroll(s, seat)
    else:
        boost(s, ATTACKER if item == ATTACK else DEFENDER, 1)


def use_mouse(s: State, seat: int, item: int) -> Asking:
    """A Mouse as +1 Attack, +1 Defence or a Reroll (CV-HUNT-3)."""
    s.goods[seat][MOUSE] -= 1
    if s.tell:
        s.tell("mouse", seat=seat, item=ITEMS[item])
    if item == REROLL:
        yield from reroll(s, seat)
    else:
        boost(s, ATTACKER if item == ATTACK else DEFENDER, 1)


def free_reroll(s: State, seat: int) -> Asking:
    """The one free Reroll of a fighter on a tile with their own marker (CV-MARK-7)."""
    assert s.fight is not None
    s.fight.freed |= 1 << s.fight.side(seat)
    if s.tell:
        s.tell("free-reroll", seat=seat)
    yield from reroll(s, seat)


def boost(s: State, side: int, amount: int) -> None:
    """The total of a side of this combat changes."""
    fight = s.fight
    if fight is None:
        return
    attack, defence = fight.boost
    fight.boost = (attack + amount, defence) if side == ATTACKER else (attack, defence + amount)
    if s.tell:
        s.tell("boost", side=side, amount=amount)


# -- what fires by itself -------------------------------------------------------------------------


class Trigger(NamedTuple):
    """An ability that fires: whose it is, its card, and the token it lies on, if any."""

    seat: int
    card: int
    ability: Ability
    token: TokenOut | None


ASKING = {"choose", "pay", "fate", "growth", "draw", "pick", "reroll", "move-cat", "discard", "act"}
"""Verbs whose abilities their owner may want in another order (CV-ASK-29)."""


def fire(
    s: State, event: str, actor: int, *, foe: int = -1, gathered: int = -1, only: int = -1
) -> Asking:
    """All abilities that answer an event, clockwise from the active player.

    ``foe``: the kind of combat; ``only``: the one player whose abilities are looked at.
    """
    for seat in s.order() if only < 0 else [only]:
        found = list(_answering(s, event, seat, actor, foe))
        while found:
            asking = [t for t in found if any(e.do in ASKING for e in t.ability.effects)]
            trigger = found[0]
            if len(asking) > 1 and len({t.card for t in asking}) == len(asking):
                cards = [t.card for t in found]
                choices: list[Action] = [s.box.pick[card] for card in cards]
                answer = yield questions.TRIGGER.ask(seat, questions.these(choices))
                trigger = found[cards.index(answer.value)]
            found.remove(trigger)
            yield from _fire(s, trigger, actor, gathered)


def _answering(s: State, event: str, seat: int, actor: int, foe: int) -> Iterator[Trigger]:
    cards = s.box.cards
    for each in in_play(s, seat):
        for ability in cards[each & DESIGN].abilities:
            ready = not (ability.once and each & USED)
            if ready and ability.on == event and _fits(ability, seat, actor, foe):
                yield Trigger(seat, each & DESIGN, ability, None)
    for out in s.tokens:
        under_a_cat = out.token in UNDER_A_CAT
        if (out.place if under_a_cat else actor) != seat:
            continue
        for ability in token_abilities(s, out):
            here = not ability.match.here or s.at[actor] == out.place
            if here and ability.on == event and _fits(ability, seat, actor, foe):
                yield Trigger(seat, out.card, ability, out)


def _fits(ability: Ability, seat: int, actor: int, foe: int) -> bool:
    if ability.by == "you" and seat != actor:
        return False
    if ability.by == "others" and seat == actor:
        return False
    return not ability.match.foe or foe < 0 or bool(ability.match.foe >> foe & 1)


def _fire(s: State, trigger: Trigger, actor: int, gathered: int) -> Asking:
    seat, card, ability, token = trigger
    if token is None and ability.once:
        turn_card(s, seat, card)
    if s.tell and ability.effects:
        s.tell("fires", seat=seat, card=s.box.cards[card].id)
    r = Resolution(seat, card, actor=actor, gathered=gathered)
    r.token = token.token if token else ""
    yield from perform(s, r, ability.effects)
    if token is not None and ability.uses == 1:
        s.tokens = tuple(each for each in s.tokens if each.token != token.token)
        if s.tell:
            s.tell("token-back", token=token.token)
