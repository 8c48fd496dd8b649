"""What holds for a while or while a card lies in play: dials, yields, discounts and changed rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meowple.games.catvale.pieces.names import NEXT_ROUND, NEXT_TURN, ROUND
from meowple.games.catvale.state import USED, Lying, Standing, TokenOut

from .decks import discard

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Ability, Card
    from meowple.games.catvale.state import State

DESIGN = USED - 1
"""A card in play without the flag of its ability: ``card & DESIGN``."""


def in_play(s: State, seat: int) -> list[int]:
    """All cards of a seat with abilities that can work, with their flags: Backyard and front."""
    found = []
    for plot in s.plots[seat]:
        found.append(plot.building)
        if plot.worker >= 0:
            found.append(plot.worker)
        if plot.upgrades:
            found += plot.upgrades
    for lying in s.front[seat]:
        found.append(lying.card)
    return found


def statics(s: State, seat: int) -> list[Any]:
    """The steps that hold for a seat through its cards and the token under its cat."""
    found: list[Any] = []
    if s.plots[seat] or s.front[seat]:
        cards = s.box.cards
        for card in in_play(s, seat):
            if static := cards[card & DESIGN].static:
                found += static
    if s.tokens:
        for out in s.tokens:
            if out.place == seat and out.token in UNDER_A_CAT:
                for ability in token_abilities(s, out):
                    if ability.on == "static":
                        found += ability.effects
    return found


UNDER_A_CAT = ("cathunt", "bow")
"""Tokens that lie under a cat; the others lie on tiles."""


def token_abilities(s: State, out: TokenOut) -> tuple[Ability, ...]:
    """What a special token does, as the card says that put it there."""
    return s.box.token_abilities[out.card, out.token]


def begin(s: State, entry: Standing) -> None:
    """Something begins to hold."""
    s.standing = (*s.standing, entry)


def rules_of(s: State, seat: int) -> int:
    """The changed rules that hold for a seat, as bits of `names.RULES`."""
    bits = 0
    for entry in s.standing:
        if entry.verb == "rule" and entry.seats >> seat & 1:
            bits |= entry.what
    if s.plots[seat]:
        for step in statics(s, seat):
            if step.do == "rule":
                bits |= step.rules
    return bits


def has_rule(s: State, seat: int, rule: int) -> bool:
    """Whether a changed rule holds for a seat."""
    return bool(rules_of(s, seat) & rule)


def dial(s: State, seat: int, stat: int) -> int:
    """What cards and skills add to a dial (an item for Movement, Attack or Defence)."""
    total = 0
    for entry in s.standing:
        if entry.verb == "stat" and entry.what == stat and entry.seats >> seat & 1:
            total += entry.amount
    for step in statics(s, seat):
        if step.do == "stat" and step.stat == stat:
            total += step.amount
    return total


def extra_yield(s: State, seat: int, action: str, item: int) -> int:
    """What an action gives more than its die shows (CV-RUL-72)."""
    total = 0
    for entry in s.standing:
        if (
            entry.verb == action
            and entry.seats >> seat & 1
            and (entry.what == item or entry.what < 0)
        ):
            total += entry.amount
    for step in statics(s, seat):
        if step.do == "yield" and step.action == action and step.item in (item, "gathered"):
            total += step.amount
    return total


def discount(s: State, seat: int, purchase: int) -> int:
    """The Fish, or Basic Resources, that cards take off a purchase."""
    return sum(
        entry.amount
        for entry in s.standing
        if entry.verb == "discount" and entry.what & purchase and entry.seats >> seat & 1
    )


def use_discounts(s: State, seat: int, purchase: int) -> None:
    """Count a purchase against the discounts that work so many times."""
    if not any(entry.uses for entry in s.standing):
        return
    kept = []
    for entry in s.standing:
        if (
            entry.uses
            and entry.verb == "discount"
            and entry.what & purchase
            and entry.seats >> seat & 1
        ):
            if entry.uses == 1:
                continue
            entry = entry._replace(uses=entry.uses - 1)
        kept.append(entry)
    s.standing = tuple(kept)


def end(s: State, until: int, controller: int = -1) -> None:
    """What lasts until now ends; ``controller``: whose next turn begins."""
    if s.standing:
        s.standing = tuple(
            entry
            for entry in s.standing
            if entry.until != until or (until == NEXT_TURN and entry.controller != controller)
        )
    for seat in range(s.seats):
        if s.front[seat]:
            _end_front(s, seat, until, controller)
    for out in s.tokens:
        if out.until == until:
            s.tokens = tuple(each for each in s.tokens if each is not out)
            if s.tell:
                s.tell("token-back", token=out.token)


def _end_front(s: State, seat: int, until: int, controller: int) -> None:
    if until == NEXT_TURN and seat != controller:
        return
    for lying in s.front[seat]:
        if lying.until == until:
            s.front[seat] = tuple(each for each in s.front[seat] if each is not lying)
            discard(s, lying.card & DESIGN)
            if s.tell:
                s.tell("front-ended", seat=seat, card=card_of(s, lying.card).id)


def next_round(s: State) -> None:
    """What lasts until the next Round is over now lasts until this one is."""
    s.standing = tuple(
        entry._replace(until=ROUND) if entry.until == NEXT_ROUND else entry for entry in s.standing
    )
    s.tokens = tuple(
        out._replace(until=ROUND) if out.until == NEXT_ROUND else out for out in s.tokens
    )
    for seat in range(s.seats):
        s.front[seat] = tuple(
            Lying(lying.card, ROUND) if lying.until == NEXT_ROUND else lying
            for lying in s.front[seat]
        )


def card_of(s: State, card: int) -> Card:
    """The design of a card in play, whatever its flag."""
    return s.box.cards[card & DESIGN]
