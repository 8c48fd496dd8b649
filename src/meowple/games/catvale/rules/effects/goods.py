"""Goods: ``gain``, ``lose``, ``steal``, ``give``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from meowple.author import Asking
from meowple.games.catvale.pieces.amounts import Amount, amount
from meowple.games.catvale.pieces.names import (
    BASIC,
    BASICS,
    CARD,
    GATHERED,
    ITEMS,
    MOVEMENT,
    SAFE_FROM_STEAL,
    TRADED,
)
from meowple.games.catvale.pieces.vocabulary import Effect, field, item, verb, who
from meowple.games.catvale.rules.aiming import struck, whom
from meowple.games.catvale.rules.counting import value
from meowple.games.catvale.rules.hands import steal_card
from meowple.games.catvale.rules.questions import ITEM, these
from meowple.games.catvale.rules.resolution import Resolution
from meowple.games.catvale.rules.standing import has_rule

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

_TRADED = tuple(ITEMS[each] for each in TRADED)


def choose_kind(s: State, asked: int, kinds: list[int]) -> Asking:
    """One of these items, by a player's choice."""
    if len(kinds) == 1:
        return kinds[0]
    choices = [s.box.item[kind] for kind in kinds]
    return (yield ITEM.ask(asked, these(choices))).value


def units(s: State, asked: int, thing: int | str, number: int, giver: int = -1) -> Asking:
    """Which items so many units are: ``basic`` is asked one by one, of what the giver has."""
    if thing != BASIC:
        have = number if giver < 0 else min(number, s.goods[giver][int(thing)])
        return [(int(thing), have)] if have > 0 else []
    if giver < 0:
        got = []
        for _ in range(number):
            got.append(((yield from choose_kind(s, asked, list(BASICS))), 1))
        return got
    left = s.goods[giver][:]
    taken = []
    for _ in range(number):
        kinds = [kind for kind in BASICS if left[kind]]
        if not kinds:
            break
        kind = yield from choose_kind(s, asked, kinds)
        left[kind] -= 1
        taken.append((kind, 1))
    return taken


def tell(s: State, kind: str, seat: int, moved: Iterable[tuple[int, int]], **more: Any) -> None:
    """An event for goods that moved."""
    if s.tell:
        items: dict[str, int] = {}
        for each, number in moved:
            items[ITEMS[each]] = items.get(ITEMS[each], 0) + number
        if items:
            s.tell(kind, seat=seat, items=items, **more)


def has(s: State, seat: int, thing: int | str) -> bool:
    """Whether a player has any of an item, as everybody can see."""
    if thing == CARD:
        return bool(s.hand[seat])
    if thing == BASIC:
        return any(s.goods[seat][kind] for kind in BASICS)
    return bool(s.goods[seat][int(thing)])


@verb("gain")
@dataclass(frozen=True, slots=True)
class Gain(Effect):
    """From the supply; each player who gains picks the kind of a Basic Resource."""

    item: int | str = field(item(BASIC, GATHERED))
    amount: Amount = field(amount, 1)
    who: str = field(who, "you")

    def perform(self, s: State, r: Resolution) -> Asking:
        thing: int | str = r.gathered if self.item == GATHERED else self.item
        if thing == -1:
            return
        for seat in (yield from whom(s, r, self.who, lambda seat: True)):
            got = yield from units(s, seat, thing, value(s, seat, self.amount))
            for each, number in got:
                s.goods[seat][each] += number
            tell(s, "gained", seat, got)


@verb("lose")
@dataclass(frozen=True, slots=True)
class Lose(Effect):
    """As much as there is; a Mouse is no Basic Resource for losses (CV-RUL-64)."""

    item: int | str = field(item(BASIC, among=(*_TRADED, ITEMS[MOVEMENT])))
    amount: Amount = field(amount, 1)
    who: str = field(who, "you")

    def perform(self, s: State, r: Resolution) -> Asking:
        for seat in (yield from whom(s, r, self.who, lambda seat: has(s, seat, self.item))):
            lost = yield from units(s, seat, self.item, value(s, seat, self.amount), seat)
            for each, number in lost:
                s.goods[seat][each] -= number
            tell(s, "lost", seat, lost)


@verb("steal")
@dataclass(frozen=True, slots=True)
class Steal(Effect):
    """From a player to ``you``, who picks what; cards at random."""

    item: int | str = field(item(BASIC, CARD, among=_TRADED))
    who: str = field(who)
    amount: Amount = field(amount, 1)

    def perform(self, s: State, r: Resolution) -> Asking:
        def can(seat: int) -> bool:
            return has(s, seat, self.item) and not has_rule(s, seat, SAFE_FROM_STEAL)

        for victim in (yield from whom(s, r, self.who, can)):
            if victim == r.you or has_rule(s, victim, SAFE_FROM_STEAL):
                continue
            if not (yield from struck(s, r, self.who, victim)):
                continue
            number = value(s, r.you, self.amount)
            if self.item == CARD:
                for _ in range(number):
                    steal_card(s, r.you, victim)
                continue
            taken = yield from units(s, r.you, self.item, number, victim)
            for each, count in taken:
                s.goods[victim][each] -= count
                s.goods[r.you][each] += count
            tell(s, "stole", r.you, taken, victim=victim)


@verb("give")
@dataclass(frozen=True, slots=True)
class Give(Effect):
    """From ``you``, who picks what, to a player, as much as there is."""

    item: int | str = field(item(BASIC, among=_TRADED))
    who: str = field(who)
    amount: Amount = field(amount, 1)

    def perform(self, s: State, r: Resolution) -> Asking:
        for seat in (yield from whom(s, r, self.who, lambda seat: True)):
            if seat == r.you:
                continue
            given = yield from units(s, r.you, self.item, value(s, r.you, self.amount), r.you)
            for each, count in given:
                s.goods[r.you][each] -= count
                s.goods[seat][each] += count
            tell(s, "gave", r.you, given, to=seat)
