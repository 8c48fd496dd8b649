"""The Weathervane once the dice are given (CC-IMP-6, CC-RUL-15); before, it is `dice`'s."""

from __future__ import annotations

from meowple.core.actions import Action

from .cards import ability
from .components import DICE, FAMILY_DICE, HILL, WEIGHT
from .state import ACT, State


def turnings(s: State, seat: int) -> list[Action]:
    """How the Weathervane may turn a village die between actions and while comforts are made.

    A die of an action that is still to come is turned only if the space has what it needs then too.
    """
    if not s.built[seat] or s.vane_die >= 0 or s.options["weathervane"] != "turn":
        return []
    effect = ability(s, seat, "turn_village_die")
    if effect is None:
        return []
    return [
        s.box.turn[die, by]
        for die in range(FAMILY_DICE, len(DICE))
        for by in effect.by
        if 1 <= s.face(die) + by <= 6 and (s.step != ACT or _still_fits(s, die, by))
    ]


def _still_fits(s: State, die: int, by: int) -> bool:
    place, value = s.at[die], s.value(die)
    if place == HILL or s.acted >> place & 1:
        return True
    group = s.groups()[place] - WEIGHT[value]
    return 1 <= value + by <= 6 and group + WEIGHT[value + by] in s.needs[place].met


def last_turnings(s: State, seat: int) -> list[Action]:
    """The same at the end of a turn, where only what is still to come with these dice matters."""
    last = s.turn + 1 == s.seats and "bonus_action" not in s.visitor.verbs
    return [] if last else turnings(s, seat)


def turn_die(s: State, seat: int, die: int, by: int) -> None:
    """Turn a village die for the rest of the month."""
    s.village[die - FAMILY_DICE] += by
    s.vane_die, s.vane_by = die, by
    tell_vane(s, seat)


def tell_vane(s: State, seat: int) -> None:
    """Tell all which die was turned."""
    if s.tell:
        s.tell("vane", seat=seat, die=DICE[s.vane_die], by=s.vane_by, value=s.face(s.vane_die))
