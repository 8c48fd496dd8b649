"""Changes: ``yield``, ``discount``, ``rule``, ``side-actions``, ``act``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meowple.author import Asking
from meowple.games.catvale.pieces.names import FISHING, GATHERED, ITEMS, PURCHASES, RULES
from meowple.games.catvale.pieces.vocabulary import (
    Effect,
    duration,
    field,
    flag,
    item,
    number,
    one_of,
    set_of,
    signed,
    verb,
    who,
)
from meowple.games.catvale.rules import backyard, gathering, questions, quests
from meowple.games.catvale.rules.aiming import whom
from meowple.games.catvale.rules.resolution import Resolution
from meowple.games.catvale.rules.standing import begin
from meowple.games.catvale.state import Standing

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


@verb("yield")
@dataclass(frozen=True, slots=True)
class Yield(Effect):
    """An action gives so much more while it lasts."""

    action: str = field(one_of("gather", "fish"))
    item: int | str = field(item(GATHERED, among=ITEMS[:6]))
    amount: int = field(number(1, 3))
    duration: int = field(duration)
    who: str = field(who, "you")

    def perform(self, s: State, r: Resolution) -> Asking:
        seats = 0
        for seat in (yield from whom(s, r, self.who, lambda seat: True)):
            seats |= 1 << seat
        what = -1 if isinstance(self.item, str) else self.item
        begin(s, Standing(self.action, what, seats, self.amount, self.duration, r.controller))


@verb("discount")
@dataclass(frozen=True, slots=True)
class Discount(Effect):
    """Fish off purchases, or Basic Resources off Constructing, for ``you``."""

    on: int = field(set_of(PURCHASES))
    amount: int = field(number(1, 3))
    duration: int = field(duration)
    uses: int = field(number(1, 3), 0)

    def perform(self, s: State, r: Resolution) -> None:
        entry = Standing(
            "discount", self.on, 1 << r.you, self.amount, self.duration, r.controller, self.uses
        )
        begin(s, entry)


@verb("rule")
@dataclass(frozen=True, slots=True)
class Rule(Effect):
    """Rules are changed for some players while it lasts."""

    rules: int = field(set_of(RULES))
    duration: int = field(duration)
    who: str = field(who, "you")

    def perform(self, s: State, r: Resolution) -> Asking:
        seats = 0
        for seat in (yield from whom(s, r, self.who, lambda seat: True)):
            seats |= 1 << seat
        begin(s, Standing("rule", self.rules, seats, 1, self.duration, r.controller))


@verb("side-actions")
@dataclass(frozen=True, slots=True)
class SideActions(Effect):
    """This turn's limit of Side Actions changes."""

    amount: int = field(signed(-1, 1))

    def perform(self, s: State, r: Resolution) -> None:
        s.side_limit = max(0, s.side_limit + self.amount)
        if s.tell:
            s.tell("side-limit", now=s.side_limit)


@verb("act")
@dataclass(frozen=True, slots=True)
class Act(Effect):
    """Take that action now at its usual cost, without using up a Side or Main Action."""

    action: str = field(one_of("fish", "construct", "quest"))
    die: int = field(number(1, 3), 1)
    no_fish: bool = field(flag, False)

    def perform(self, s: State, r: Resolution) -> Asking:
        seat = r.you
        if self.action == "fish":
            if s.kind(s.at[seat]) == FISHING:
                gathering.fish(s, seat, self.die)
        elif self.action == "quest":
            if quests.open_needs(s, seat):
                answer = yield questions.QUEST.ask(
                    seat, lambda s, seat: [*quests.open_needs(s, seat), s.box.enough]
                )
                if answer is not s.box.enough:
                    yield from quests.fulfil(s, seat, *answer.value)
        else:
            fish = 0 if self.no_fish else backyard.FISH_TO_EAT
            answer = yield questions.CONSTRUCT.ask(
                seat,
                lambda s, seat: [
                    *(s.box.pick[card] for card in backyard.constructable(s, seat, fish)),
                    s.box.enough,
                ],
            )
            if answer is not s.box.enough:
                yield from backyard.construct(s, seat, answer.value, fish)
