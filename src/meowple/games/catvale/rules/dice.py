"""Dice: spending, choosing, rolling and rolling again (CV-DICE, CV-REROLL)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import DIE_FACES

from . import questions

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

Target = tuple[str, int, int]
"""A die that can be rolled again: (kind, seat or side, value)."""


def values(s: State, seat: int, least: int = 1) -> tuple[int, ...]:
    """The values of a seat's unused Action Dice, each once, from ``least`` on."""
    return _values(s.dice[seat], least)


@cache
def _values(dice: tuple[int, int, int], least: int) -> tuple[int, ...]:
    return tuple([v for v in range(least, DIE_FACES + 1) if dice[v - 1]])


def unused(s: State, seat: int) -> int:
    """How many unused Action Dice a seat has."""
    return sum(s.dice[seat])


def take_die(s: State, seat: int, value: int) -> None:
    """An unused die leaves."""
    one, two, three = s.dice[seat]
    s.dice[seat] = (one - (value == 1), two - (value == 2), three - (value == 3))


def add_die(s: State, seat: int, value: int) -> None:
    """A die joins the unused ones."""
    one, two, three = s.dice[seat]
    s.dice[seat] = (one + (value == 1), two + (value == 2), three + (value == 3))


def spend_die(s: State, seat: int, value: int) -> None:
    """An unused die is set aside (CV-TURN-4)."""
    take_die(s, seat, value)
    s.spent[seat] += 1
    if s.tell:
        s.tell("spent-die", seat=seat, value=value)


def turn_die(s: State, seat: int, value: int, new: int) -> None:
    """An unused die shows another value."""
    take_die(s, seat, value)
    add_die(s, seat, new)


def choose_die(s: State, seat: int, least: int = 1) -> Asking:
    """The value of one of a seat's unused dice, by its own choice."""
    found = values(s, seat, least)
    if len(found) == 1:
        return found[0]
    return (
        yield questions.DIE.ask(
            seat, lambda s, seat: [s.box.die[v - 1] for v in values(s, seat, least)]
        )
    ).value


def in_supply(s: State) -> int:
    """Action Dice that lie in the box (CV-RUL-3)."""
    out = sum(s.shop) + sum(s.spent) + sum(1 for v in s.defence if v)
    out += sum(map(sum, s.dice)) + sum(map(len, s.rolled))
    return s.box.board.dice_in_all - out


# -- rolling again --------------------------------------------------------------------------------


def rollable(s: State, seat: int, kinds: tuple[str, ...] = (), whose: str = "any") -> list[Target]:
    """The dice that a player may roll again now (CV-REROLL-4, CV-RUL-77); a fixed order.

    ``kinds``: of dice, all when empty; ``whose``: ``you`` leaves the dice of others out.
    """
    if s.rolled[seat]:  # Planning: the dice rolled there, and no others (CV-RUL-35)
        if kinds and "action" not in kinds:
            return []
        return [("action", seat, v) for v in sorted(set(s.rolled[seat]))]
    found: list[Target] = []
    fight = s.fight
    if (not kinds or "fate" in kinds) and fight is not None and fight.winner < 0:
        found += [
            ("fate", side, 0)
            for side in (0, 1)
            if fight.fate[side] and (whose == "any" or fight.sides[side] == seat)
        ]
    if (
        s.open_die is not None
        and (not kinds or s.open_die[0] in kinds)
        and (whose == "any" or s.open_die[2] == seat)
    ):
        found.append(("rolled", 0, 0))
    owners = [seat] if whose == "you" else s.clockwise(seat)
    for owner in owners:
        if not kinds or "action" in kinds:
            found += [("action", owner, v) for v in values(s, owner)]
        if s.defence[owner] and (not kinds or "defence" in kinds):
            found.append(("defence", owner, 0))
    return found


def reroll(
    s: State,
    seat: int,
    kinds: tuple[str, ...] = (),
    whose: str = "any",
    *,
    may_stop: bool = False,
) -> Asking:
    """A player rolls one die again, which one is asked; whether one was rolled."""
    targets = rollable(s, seat, kinds, whose)
    if not targets:
        return False
    if len(targets) == 1 and not may_stop:
        target = targets[0]
    else:
        answer = yield questions.REROLL.ask(
            seat,
            lambda s, seat: [
                *(s.box.roll[each] for each in rollable(s, seat, kinds, whose)),
                *([s.box.enough] if may_stop else []),
            ],
        )
        if answer is s.box.enough:
            return False
        target = answer.value
    roll_again(s, seat, target)
    return True


def roll_again(s: State, seat: int, target: Target) -> None:
    """Roll a die again; the new result counts (CV-REROLL-7)."""
    kind, whose, value = target
    if kind == "rolled":
        assert s.open_die is not None
        die, old, roller = s.open_die
        new = roll_open(s, die)
        s.open_die = (die, new, roller)
        kind, whose, value = die, roller, old
    else:
        new = s.chance.die(DIE_FACES)
        if kind == "fate":
            fight = s.fight
            assert fight is not None
            value = fight.fate[whose]
            one, other = fight.fate
            fight.fate = (new, other) if whose == 0 else (one, new)
        elif kind == "defence":
            value = s.defence[whose]
            s.defence[whose] = new
        elif s.rolled[whose]:
            rest = list(s.rolled[whose])
            rest[rest.index(value)] = new
            s.rolled[whose] = tuple(sorted(rest))
        else:
            turn_die(s, whose, value, new)
    if s.tell:
        s.tell("rerolled", seat=seat, die=kind, whose=whose, old=value, new=new)


def roll_open(s: State, die: str) -> int:
    """The face of a Fate, Gather or Reward Die: a value, or the number of a result."""
    if die == "fate":
        return s.chance.die(DIE_FACES)
    faces = s.box.board.gather if die == "gather" else s.box.board.reward
    return s.chance.choice(faces)


def die_actions(s: State, seat: int, verb: list[Action]) -> list[Action]:
    """The actions of a verb by die value for a seat's unused dice."""
    return [verb[v - 1] for v in values(s, seat)]
