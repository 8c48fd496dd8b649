"""What playing something would make of both sums of a combat, as far as dice let one say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from meowple.games.catvale.pieces.actions import DIE
from meowple.games.catvale.pieces.names import ATTACK, DEFENCE, REROLL
from meowple.games.catvale.rules import combat
from meowple.games.catvale.rules.conditions import CombatKind, FoeAhead, OwnMark, Role
from meowple.games.catvale.rules.dice import Target, rollable
from meowple.games.catvale.rules.effects.combat import Boost
from meowple.games.catvale.rules.effects.dice import Reroll, SetDie
from meowple.games.catvale.rules.effects.flow import Choose, If
from meowple.games.catvale.rules.effects.goods import Gain
from meowple.games.catvale.rules.standing import DESIGN
from meowple.games.catvale.state import ATTACKER, DEFENDER

from .form import Sums

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.vocabulary import Effect
    from meowple.games.catvale.state import Fight, State

OPEN = (CombatKind, FoeAhead, OwnMark, Role)
"""Conditions that everybody sees hold or not."""

Both = tuple[int, int]
Way = tuple[Both, Both, str]
"""The least and the most that attacker and defender come to, and the die that decides it."""


def sums(s: State, seat: int, rerolls: bool) -> dict[str, list[Sums]]:
    """What each thing a seat holds would make of both sums, one way after the other.

    Args:
        rerolls: whether the seat is choosing a die to roll again.
    """
    fight = s.fight
    if fight is None or fight.stage != combat.PLAYING:
        return {}
    box = s.box
    now = combat.totals(s)
    found: dict[str, list[Way]] = {}
    for item, step in ((ATTACK, (1, 0)), (DEFENCE, (0, 1))):
        found[box.token[item].key] = found[box.mouse[item].key] = [_sure(_plus(now, step))]
    again = [_rolled(s, now, target) for target in _dice(s, rollable(s, seat))]
    for action in (box.token[REROLL], box.mouse[REROLL], box.free_reroll):
        found[action.key] = again
    if rerolls:
        for target in _dice(s, rollable(s, seat)):
            found[box.roll[target].key] = [_rolled(s, now, target)]
    for card in dict.fromkeys((*s.hand[seat], *s.sand[seat])):
        found[box.play[card].key] = _ways(s, seat, box.cards[card].effects)
    for plot in s.plots[seat]:
        for each in (plot.building, plot.worker, *plot.upgrades):
            use = box.cards[each & DESIGN].use if each >= 0 else None
            if use is not None:
                found[box.use[each & DESIGN].key] = _ways(s, seat, use.effects)
    return {key: [_said(way) for way in ways] for key, ways in found.items() if ways}


def _said(way: Way) -> Sums:
    low, high, die = way
    mean = [(one + other) // 2 for one, other in zip(low, high, strict=True)]
    return {"low": list(low), "high": list(high), "mean": mean, "die": die or None}


def _plus(both: Both, more: Both) -> Both:
    return both[0] + more[0], both[1] + more[1]


def _sure(both: Both) -> Way:
    return both, both, ""


def _ways(s: State, seat: int, effects: Sequence[Effect]) -> list[Way]:
    """What steps can make of the sums; nothing where they leave them or do what cannot be told."""
    now = _sure(combat.totals(s))
    return [way for way in dict.fromkeys(_through(s, seat, effects, now)) if way != now]


def _after(s: State, seat: int, step: Effect, before: Way) -> Iterator[Way]:
    """The ways on from one by a step."""
    low, high, die = before
    fight = s.fight
    assert fight is not None
    match step:
        case Gain():
            yield before
        case Boost():
            more = _boost(fight, seat, step)
            yield _plus(low, more), _plus(high, more), die
        case Choose():
            for steps in step.options:
                yield from _through(s, seat, steps, before)
        case If() if isinstance(step.cond, OPEN):
            steps = step.then if step.cond.holds(s, seat) else step.otherwise
            yield from _through(s, seat, steps, before)
        case Reroll() if low == high:
            for target in _dice(s, rollable(s, seat, step.dice, step.whose)):
                yield _rolled(s, low, target)
        case SetDie(die="fate") if low == high:
            for target in _dice(s, rollable(s, seat, ("fate",), step.whose)):
                shown = _shown(s, target)
                by = (step.to or max(DIE[0], min(DIE[-1], shown + step.by))) - shown
                if by:
                    yield _sure(_plus(low, (by, 0) if _side(s, target) == ATTACKER else (0, by)))


def _through(s: State, seat: int, steps: Sequence[Effect], before: Way) -> Iterator[Way]:
    ways = [before]
    for step in steps:
        ways = [after for way in ways for after in _after(s, seat, step, way)]
    yield from ways


def _boost(fight: Fight, seat: int, step: Boost) -> Both:
    side = fight.side(seat) if step.side == "you" else int(step.side != "attacker")
    return (
        step.amount if side == ATTACKER else 0,
        step.amount if side == DEFENDER else 0,
    )


# -- dice -----------------------------------------------------------------------------------------


def _dice(s: State, targets: Sequence[Target]) -> list[Target]:
    """Those dice that count in the sums."""
    assert s.fight is not None
    defender = s.fight.sides[DEFENDER]
    return [each for each in targets if each[0] == "fate" or each == ("defence", defender, 0)]


def _side(s: State, target: Target) -> int:
    return target[1] if target[0] == "fate" else DEFENDER


def _shown(s: State, target: Target) -> int:
    assert s.fight is not None
    return s.fight.fate[target[1]] if target[0] == "fate" else s.defence[target[1]]


def _rolled(s: State, now: Both, target: Target) -> Way:
    """Both sums once a die has been rolled again."""
    old = _shown(s, target)
    ends = []
    for face in (DIE[0], DIE[-1]):
        by = face - old
        ends.append(_plus(now, (by, 0) if _side(s, target) == ATTACKER else (0, by)))
    return ends[0], ends[1], s.box.roll[target].key.partition(":")[2]
