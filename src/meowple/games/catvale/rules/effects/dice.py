"""Dice: ``reroll``, ``set-die``, ``gain-die``, ``swap-dice``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meowple.author import Asking, Table
from meowple.games.catvale.pieces.names import DIE_FACES
from meowple.games.catvale.pieces.vocabulary import (
    Aid,
    Effect,
    field,
    number,
    one_of,
    signed,
    some_of,
    verb,
)
from meowple.games.catvale.rules import questions
from meowple.games.catvale.rules.dice import (
    Target,
    add_die,
    choose_die,
    in_supply,
    reroll,
    rollable,
    take_die,
    turn_die,
    unused,
    values,
)
from meowple.games.catvale.rules.resolution import Resolution

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

KINDS = ("action", "defence", "fate", "reward", "gather")


@verb("reroll")
@dataclass(frozen=True, slots=True)
class Reroll(Effect):
    """Up to so many rerolls, one after the other."""

    dice: tuple[str, ...] = field(some_of(KINDS), ())
    amount: int = field(number(1, 3), 1)
    whose: str = field(one_of("you", "any"), "you")

    def perform(self, s: State, r: Resolution) -> Asking:
        for _ in range(self.amount):
            if not (yield from reroll(s, r.you, self.dice, self.whose, may_stop=True)):
                return

    def aid(self, s: State, seat: int) -> Aid:
        helps = not self.dice or "fate" in self.dice or "defence" in self.dice
        return Aid(0, self.amount if helps else 0)


@verb("set-die")
@dataclass(frozen=True, slots=True)
class SetDie(Effect):
    """Turn an unused Action Die or an open Fate Die; values stay within 1 to 3."""

    either = ("to", "by")

    die: str = field(one_of("action", "fate"))
    whose: str = field(one_of("you", "any"), "you")
    to: int = field(number(1, 3), 0)
    by: int = field(signed(-1, 1), 0)

    def perform(self, s: State, r: Resolution) -> Asking:
        kind = ("action",) if self.die == "action" else ("fate",)

        def targets(s: State, seat: int) -> list[Target]:
            return [
                each
                for each in rollable(s, seat, kind, self.whose)
                if self._new(self._shown(s, each)) != self._shown(s, each)
            ]

        found = targets(s, r.you)
        if not found:
            return
        target = found[0]
        if len(found) > 1:
            answer = yield questions.DIE.ask(
                r.you, lambda s, seat: [s.box.roll[each] for each in targets(s, seat)]
            )
            target = answer.value
        self._turn(s, r.you, target)

    def _new(self, shown: int) -> int:
        return self.to or max(1, min(DIE_FACES, shown + self.by))

    @staticmethod
    def _shown(s: State, target: tuple[str, int, int]) -> int:
        kind, whose, value = target
        if kind == "rolled":
            assert s.open_die is not None
            return s.open_die[1]
        if kind == "fate":
            assert s.fight is not None
            return s.fight.fate[whose]
        return value

    def _turn(self, s: State, seat: int, target: tuple[str, int, int]) -> None:
        kind, whose, _ = target
        old = self._shown(s, target)
        new = self._new(old)
        if kind == "rolled":
            assert s.open_die is not None
            s.open_die = (s.open_die[0], new, s.open_die[2])
        elif kind == "fate":
            assert s.fight is not None
            one, other = s.fight.fate
            s.fight.fate = (new, other) if whose == 0 else (one, new)
        else:
            turn_die(s, whose, old, new)
        if s.tell:
            s.tell("turned-die", seat=seat, die=self.die, old=old, new=new)

    def aid(self, s: State, seat: int) -> Aid:
        if self.die == "action":
            return Aid()
        attack, own = s.fight.fate if s.fight is not None else (1, 3)
        foe = attack - self._new(attack) if self.whose == "any" else 0
        return Aid(max(0, self._new(own) - own, foe))


def _value(table: Table, name: str) -> int:
    """1 to 3, or 0 for a die that is rolled."""
    if table.data.get(name) == "rolled":
        table.one_of(name, ("rolled",))
        return 0
    return table.number(name, 1, 3)


@verb("gain-die")
@dataclass(frozen=True, slots=True)
class GainDie(Effect):
    """One more unused Action Die until Cleanup: from the supply, else from the Dice Shop."""

    value: int = field(_value)

    def perform(self, s: State, r: Resolution) -> None:
        if in_supply(s) < 1:
            shop = list(s.shop)
            if not any(shop):
                return
            shop[next(place for place in range(DIE_FACES) if shop[place])] -= 1
            s.shop = (shop[0], shop[1], shop[2])
        new = self.value or s.chance.die(DIE_FACES)
        add_die(s, r.you, new)
        if s.tell:
            s.tell("gained-die", seat=r.you, value=new)


@verb("swap-dice")
@dataclass(frozen=True, slots=True)
class SwapDice(Effect):
    """Your Defence Die and one of your unused Action Dice change places."""

    def perform(self, s: State, r: Resolution) -> Asking:
        seat = r.you
        if not s.defence[seat] or not unused(s, seat):
            return
        value = yield from choose_die(s, seat)
        take_die(s, seat, value)
        add_die(s, seat, s.defence[seat])
        if s.tell:
            s.tell("swapped-dice", seat=seat, defence=value, action=s.defence[seat])
        s.defence[seat] = value

    def aid(self, s: State, seat: int) -> Aid:
        return Aid(max(0, *(value - s.defence[seat] for value in values(s, seat)), 0))
