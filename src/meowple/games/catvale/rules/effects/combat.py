"""Combat: ``boost``, ``stat``, ``combat``, ``end-combat``, ``pride``, ``soften``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from meowple.author import Asking
from meowple.games.catvale.pieces.names import (
    ATTACK,
    DEFENCE,
    IN_ENCOUNTER,
    MOST_PRIDE,
    MOVEMENT,
    SAFE_FROM_ENCOUNTER,
)
from meowple.games.catvale.pieces.vocabulary import (
    Aid,
    Effect,
    duration,
    field,
    number,
    one_of,
    signed,
    some_effects,
    verb,
    who,
)
from meowple.games.catvale.rules import combat
from meowple.games.catvale.rules.aiming import struck, whom
from meowple.games.catvale.rules.counting import value
from meowple.games.catvale.rules.playing import boost
from meowple.games.catvale.rules.pride import lose, recover
from meowple.games.catvale.rules.resolution import Resolution, perform
from meowple.games.catvale.rules.standing import begin, has_rule
from meowple.games.catvale.state import ATTACKER, DEFENDER, Fight, Standing

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

Steps = tuple[Effect, ...]


@verb("boost")
@dataclass(frozen=True, slots=True)
class Boost(Effect):
    """The total of a side of this combat changes."""

    amount: int = field(signed(-1, 2))
    side: str = field(one_of("you", "attacker", "defender"))

    def perform(self, s: State, r: Resolution) -> None:
        if s.fight is None:
            return
        side = ATTACKER if self.side == "attacker" else DEFENDER
        if self.side == "you":
            side = s.fight.side(r.you)
        if side >= 0:
            boost(s, side, self.amount)

    def aid(self, s: State, seat: int) -> Aid:
        return Aid(-self.amount if self.side == "attacker" else self.amount)


STATS = {"attack": ATTACK, "defence": DEFENCE, "movement": MOVEMENT}


@verb("stat")
@dataclass(frozen=True, slots=True)
class Stat(Effect):
    """A dial changes: Attack and Defence at once, Movement at every Cleanup."""

    stat: int = field(lambda table, name: STATS[table.one_of(name, tuple(STATS))])
    amount: int = field(number(-2, 2))
    duration: int = field(duration)
    who: str = field(who, "you")

    def perform(self, s: State, r: Resolution) -> Asking:
        seats = 0
        for seat in (yield from whom(s, r, self.who, lambda seat: True)):
            seats |= 1 << seat
        begin(s, Standing("stat", self.stat, seats, self.amount, self.duration, r.controller))

    def aid(self, s: State, seat: int) -> Aid:
        return Aid(self.amount if self.stat == DEFENCE and self.who == "you" else 0)


@verb("combat")
@dataclass(frozen=True, slots=True)
class Combat(Effect):
    """``you`` fight the card's strength by the rules of Encounters or Duels."""

    role: str = field(one_of("defend", "attack"))
    win: Steps = field(some_effects, ())
    lose: Steps = field(some_effects, ())

    def perform(self, s: State, r: Resolution) -> Asking:
        seat = r.you
        duel = s.fight is not None and s.fight.duellist == seat
        if s.flat >> seat & 1:
            return
        if not duel and has_rule(s, seat, SAFE_FROM_ENCOUNTER):
            return
        attacks = self.role == "attack"
        sides = (seat, -1) if attacks else (-1, seat)
        before = s.fight
        if duel:
            assert before is not None
            before.sides = sides
            if not attacks:
                before.die = 0
        else:
            strength = value(s, seat, s.box.cards[r.card].strength)
            s.fight = Fight(IN_ENCOUNTER, sides, r.card, strength)
            if s.tell:
                card = s.box.cards[r.card].id
                s.tell("fight", seat=seat, card=card, strength=strength, attacks=attacks)
        yield from combat.whole(s)
        fight = s.fight
        assert fight is not None
        if fight.stage != combat.DECIDED:
            if not duel:
                combat.over(s, before)
            return
        won = fight.sides[fight.winner] == seat
        if not duel and not won:
            yield from combat.lose_to_opponent(s, seat)
        yield from perform(s, r, self.win if won else self.lose)
        if not duel:
            yield from combat.aftermath(s)
            combat.over(s, before)


@verb("end-combat")
@dataclass(frozen=True, slots=True)
class EndCombat(Effect):
    """The combat has no result, or the Duel counts as won; what was spent stays spent."""

    outcome: str = field(one_of("none", "won"))

    def perform(self, s: State, r: Resolution) -> None:
        if s.fight is None:
            return
        s.fight.stage = combat.ENDED
        s.fight.given = self.outcome == "won"
        if s.tell:
            s.tell("combat-ended", won=s.fight.given)

    def aid(self, s: State, seat: int) -> Aid:
        return Aid(99)


@verb("pride")
@dataclass(frozen=True, slots=True)
class Pride(Effect):
    """Pride is recovered, or lost down to ``floor``."""

    amount: int = field(signed(-3, 3))
    who: str = field(who, "you")
    floor: int = field(number(1, 2), 0)

    def perform(self, s: State, r: Resolution) -> Asking:
        def can(seat: int) -> bool:
            return s.pride[seat] > self.floor if self.amount < 0 else s.pride[seat] < MOST_PRIDE

        for seat in (yield from whom(s, r, self.who, can)):
            if self.amount > 0:
                recover(s, seat, self.amount)
            elif (yield from struck(s, r, self.who, seat)):
                costs = r.encounter and seat == r.controller
                yield from lose(s, seat, -self.amount, floor=self.floor, costs=costs)


@verb("soften")
@dataclass(frozen=True, slots=True)
class Soften(Effect):
    """The Pride loss at hand is so much smaller."""

    amount: int = field(number(1, 3))

    def perform(self, s: State, r: Resolution) -> None:
        s.loss = max(0, s.loss - self.amount)
