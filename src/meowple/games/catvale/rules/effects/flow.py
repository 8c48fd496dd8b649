"""The flow of a card: ``choose``, ``fate``, ``if``, ``pay``, ``each``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.costs import Cost, cost
from meowple.games.catvale.pieces.vocabulary import (
    Aid,
    Condition,
    Effect,
    condition,
    effects,
    field,
    lists_of_effects,
    some_effects,
    verb,
    who,
)
from meowple.games.catvale.rules.aiming import named, struck, whom
from meowple.games.catvale.rules.conditions import Holds
from meowple.games.catvale.rules.hands import note
from meowple.games.catvale.rules.paying import can_pay, pay
from meowple.games.catvale.rules.questions import OPTION, PAY, these
from meowple.games.catvale.rules.resolution import Resolution, perform
from meowple.games.catvale.rules.windows import roll

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

Steps = tuple[Effect, ...]


@verb("choose")
@dataclass(frozen=True, slots=True)
class Choose(Effect):
    """``you`` picks one of the lists; an empty one does nothing."""

    options: tuple[Steps, ...] = field(lists_of_effects(4, empty=True))

    def perform(self, s: State, r: Resolution) -> Asking:
        choices = s.box.option[: len(self.options)]
        s.offer = self.options
        answer = yield OPTION.ask(r.you, these(choices))
        s.offer = None
        yield from perform(s, r, self.options[answer.value])

    def aid(self, s: State, seat: int) -> Aid:
        return max(Aid.of(s, seat, steps) for steps in self.options)


@verb("fate")
@dataclass(frozen=True, slots=True)
class Fate(Effect):
    """``you`` rolls a Fate Die, which anyone may change before its list is read."""

    one: Steps = field(effects, name="1")
    two: Steps = field(effects, name="2")
    three: Steps = field(effects, name="3")

    def perform(self, s: State, r: Resolution) -> Asking:
        face = yield from roll(s, r.you, "fate", encounter=r.encounter and r.you == r.controller)
        yield from perform(s, r, (self.one, self.two, self.three)[face - 1])


@verb("if")
@dataclass(frozen=True, slots=True)
class If(Effect):
    """One list or the other; a branch that depends on the hand tells everybody of it."""

    cond: Condition = field(condition)
    then: Steps = field(some_effects)
    otherwise: Steps = field(some_effects, (), "else")

    def perform(self, s: State, r: Resolution) -> Asking:
        true = self.cond.holds(s, r.you)
        if isinstance(self.cond, Holds) and self.cond.amount == 1:
            note(s, r.you, self.cond.word, true)
            s.chance.reveal()
        yield from perform(s, r, self.then if true else self.otherwise)

    def aid(self, s: State, seat: int) -> Aid:
        return Aid.of(s, seat, self.then if self.cond.holds(s, seat) else self.otherwise)


@verb("pay")
@dataclass(frozen=True, slots=True)
class Pay(Effect):
    """``who`` may pay the whole cost: then one list, else the other."""

    cost: Cost = field(cost)
    then: Steps = field(effects)
    otherwise: Steps = field(some_effects, (), "else")
    who: str = field(who, "you")

    def perform(self, s: State, r: Resolution) -> Asking:
        payers = yield from whom(s, r, self.who, lambda seat: True)
        if not payers:
            return
        payer = payers[0]
        if not (yield from struck(s, r, self.who, payer)):
            return
        if can_pay(s, payer, self.cost):
            choices: list[Action] = [s.box.yes, s.box.no]
            s.offer = self.cost
            answer = yield PAY.ask(payer, these(choices))
            s.offer = None
            if answer is s.box.yes:
                yield from pay(s, payer, self.cost)
                yield from perform(s, r, self.then)
                return
        yield from perform(s, r, self.otherwise)


@verb("each")
@dataclass(frozen=True, slots=True)
class Each(Effect):
    """For each such player in turn, who is ``you`` inside."""

    who: str = field(who)
    effects: Steps = field(some_effects)

    def perform(self, s: State, r: Resolution) -> Asking:
        for seat in named(s, r, self.who):
            yield from perform(s, r.for_player(seat), self.effects)
