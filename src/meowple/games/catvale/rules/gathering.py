"""Gather, Hunt and Fish (CV-GATH, CV-HUNT, CV-FISH)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import (
    ADVENTURE,
    ENCOUNTER,
    FISH,
    FISHING,
    GATHER_FACES,
    ITEMS,
    JUNK,
    MOUSE,
    MOUSE_FIELD,
    W_GATHER,
    W_HUNT,
    WHISKER_SONAR,
)

from .dice import spend_die, values
from .drawing import draw
from .playing import fire, play
from .standing import extra_yield
from .windows import may_play, roll

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

HUNTING_DIE = 3
"""Only a die of that value Hunts (CV-HUNT-1, CV-HUNT-2)."""


FISH_FOR_ONE = 2
"""Fish for each pip of the die (CV-FISH-1)."""


def named_sets(s: State, seat: int, window: int) -> list[tuple[int, ...]]:
    """The sets of hand cards that may be named with an action of that window (CV-ASK-20)."""
    hand = s.hand[seat]
    cards = s.box.cards
    fits = [card for card in hand if cards[card].windows & window]
    if not fits:
        return [()]
    return [
        named
        for named in s.box.named[window]
        if all(named.count(card) <= fits.count(card) for card in named)
        and all(may_play(s, seat, cards[card], window) for card in named)
    ]


def main_actions(s: State, seat: int, kind: int) -> list[Action]:
    """Gather, Hunt and Fish, where the cat stands."""
    box = s.box
    dice = values(s, seat)
    if not dice:
        return []
    if kind == FISHING:
        return [box.fish[v - 1] for v in dice]
    if kind == MOUSE_FIELD:
        if HUNTING_DIE not in dice:
            return []
        return [box.hunt[HUNTING_DIE, named] for named in named_sets(s, seat, W_HUNT)]
    if box.board.tiles[kind].resource >= 0 and s.goods[seat][FISH]:
        sets = named_sets(s, seat, W_GATHER)
        return [box.gather[v, named] for v in dice for named in sets]
    return []


def play_named(s: State, seat: int, named: tuple[int, ...], gathered: int = -1) -> Asking:
    """Carry out the cards that were named with an action, after its yield."""
    for card in named:
        if card in s.hand[seat]:
            yield from play(s, seat, card, gathered)


def gather(s: State, seat: int, value: int, named: tuple[int, ...]) -> Asking:
    """CV-GATH-2 to CV-GATH-8, CV-RUL-72"""
    item = s.box.board.tiles[s.kind(s.at[seat])].resource
    s.goods[seat][FISH] -= 1
    spend_die(s, seat, value)
    amount = value + extra_yield(s, seat, "gather", item)
    cat = s.box.cats[s.cat[seat]]
    if s.grown >> seat & 1 and cat.bonus[0] == item:
        amount += cat.bonus[1]
    s.goods[seat][item] += amount
    if s.tell:
        s.tell("gathered", seat=seat, item=ITEMS[item], amount=amount)
    yield from play_named(s, seat, named, item)
    yield from fire(s, "gather", seat, gathered=item)
    face = GATHER_FACES[(yield from roll(s, seat, "gather"))]
    if face == "basic":
        s.goods[seat][item] += 1
        if s.tell:
            s.tell("gained", seat=seat, items={ITEMS[item]: 1})
    elif face == "junk":
        yield from draw(s, seat, JUNK)
    elif face == "encounter":
        yield from draw(s, seat, ENCOUNTER)
    elif face == "adventure":
        yield from draw(s, seat, ADVENTURE)


def hunt(s: State, seat: int, value: int, named: tuple[int, ...]) -> Asking:
    """CV-HUNT-1"""
    spend_die(s, seat, value)
    s.goods[seat][MOUSE] += 1
    if s.tell:
        s.tell("hunted", seat=seat)
    yield from play_named(s, seat, named)


def fish(s: State, seat: int, value: int) -> None:
    """CV-FISH-1: twice the value of the die, and what adds to it."""
    amount = FISH_FOR_ONE * value + extra_yield(s, seat, "fish", FISH)
    s.goods[seat][FISH] += amount
    s.caught[seat] += amount
    s.dirty |= 1 << seat
    if s.tell:
        s.tell("fished", seat=seat, amount=amount)


def sonar_at_breakfast(s: State, seat: int) -> int:
    """CV-OPT-8: Whisker Sonar adds its Fish to Breakfast as well."""
    if s.options["sonar_breakfast"] and s.skills[seat] >> WHISKER_SONAR & 1:
        steps: tuple[Any, ...] = s.box.board.skills[WHISKER_SONAR].effects
        return sum(step.amount for step in steps if step.do == "yield")
    return 0
