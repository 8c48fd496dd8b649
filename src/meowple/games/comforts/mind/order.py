"""What a search looks at: steps forward only, and with the dice only such as lead somewhere.

Dice can be given, changed and taken back for ever. Here no place gets a die unless it can get all
that it needs, so that nobody has to take anything back and every turn ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from meowple.author import Action
from meowple.games.comforts.pieces.board import (
    FAMILY_DICE,
    FIRST_ESTATE,
    HIGHEST,
    HILL,
    POOL,
    VALUES,
)
from meowple.games.comforts.pieces.needs import WEIGHT, Need
from meowple.games.comforts.rules.decks import ability
from meowple.games.comforts.rules.dice import lessons_left, places, waiting
from meowple.games.comforts.rules.improvements import ChangeFamilyDie, TurnVillageDie
from meowple.games.comforts.state import State

MOST_LESSONS = 3
"""How many lessons are thought of for one place."""

BACK = ("back", "lift", "unload")
"""Steps back."""


def in_order(s: State, seat: int, actions: Sequence[Action]) -> Sequence[Action]:
    """The actions that are a step forward; of dice that are equal only one."""
    verbs = {action.verb for action in actions}
    if s.box.lay_back in actions:
        forward = _with_die(s, seat, actions)
    elif verbs & {"pick", "back", "assigned"}:
        forward = _with_empty_paw(s, seat, actions)
    else:
        forward = [action for action in actions if action.verb not in BACK]
    if s.barrow[seat] >= 0:  # it stays where it is
        forward = [action for action in forward if action.verb != "barrow"]
    return forward or actions


def _with_empty_paw(s: State, seat: int, actions: Sequence[Action]) -> list[Action]:
    """Dice that some place can use; back only from where the dice that are left do not suffice."""
    able = _Dice(s, seat)
    forward, faces = [], set()
    for action in actions:
        if action.verb == "pick":
            kind = action.value < FAMILY_DICE, s.face(action.value)
            if kind not in faces and able.serve(action.value, able.values(action.value)):
                faces.add(kind)
                forward.append(action)
        elif action.verb != "back" and action.verb not in BACK:
            forward.append(action)
    return forward or [action for action in actions if action.verb == "back"]


def _with_die(s: State, seat: int, actions: Sequence[Action]) -> list[Action]:
    """Where the die in the paw can be of use, or changes after which it can."""
    able, die = _Dice(s, seat), s.paw
    value = s.value(die)
    forward = []
    for action in actions:
        match action.verb:
            case "give":
                fits = action.value != HILL and able.suffices(die, value, action.value, 0)
            case "lesson":
                steps = range(1, able.lessons + 1)
                fits = any(able.serve(die, {value + action.value * n: n}) for n in steps)
            case _:  # an umbrella, or a weathervane that is not turned back
                fits = action.value != 0 and able.serve(die, {value + action.value: 0})
        if fits:
            forward.append(action)
    return forward or [s.box.lay_back]


class _Dice:
    """The dice that a seat has left, and the places that they may serve."""

    __slots__ = ("faces", "lessons", "lying", "s", "seat", "where")

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.lying = s.groups()
        place = waiting(s, self.lying)
        needs = s.needs
        self.where = [place]
        if place == HILL:
            met = {place for place, group in self.lying.items() if group in needs[place].met}
            self.where = [place for place in places(s, seat) if place not in met]
        self.lessons = min(lessons_left(s, seat), MOST_LESSONS)
        self.faces = [s.face(die) if s.at[die] == HILL else 0 for die in range(POOL)]
        if s.paw >= 0:
            self.faces[s.paw] = 0

    def values(self, die: int) -> dict[int, int]:
        """What a die on the Hill may come to count as, and for how many lessons."""
        s, face = self.s, self.faces[die]
        found = {face + by: abs(by) for by in range(-self.lessons, self.lessons + 1)}
        tool: ChangeFamilyDie | TurnVillageDie | None
        if die < FAMILY_DICE:
            tool = ability(s, self.seat, ChangeFamilyDie) if s.umbrella_die < 0 else None
        else:
            tool = ability(s, self.seat, TurnVillageDie) if s.vane_die < 0 else None
        return found | {face + by: 0 for by in (tool.by if tool else ())}

    def serve(self, die: int, values: dict[int, int]) -> bool:
        """Whether some place can use the die at one of these values, for so many lessons."""
        return any(
            1 <= value <= HIGHEST and self.suffices(die, value, place, lessons)
            for value, lessons in values.items()
            for place in self.where
        )

    def suffices(self, die: int, value: int, place: int, spent: int) -> bool:
        """Whether the place gets all that it needs, this die and the others that are left."""
        if die >= FAMILY_DICE <= place >= FIRST_ESTATE:
            return False
        need = self.s.needs[place]
        group = self.lying.get(place, 0) + WEIGHT[value]
        if group in need.met:
            return True
        if group not in need.open:
            return False
        left = self.faces[:die] + self.faces[die + 1 :]
        return _completed(need, group, tuple(sorted(filter(None, left))), self.lessons - spent)


@lru_cache(maxsize=50_000)
def _completed(need: Need, group: int, faces: tuple[int, ...], lessons: int) -> bool:
    """Whether dice that show these faces, changed by so many lessons, make the group meet the need."""
    for i, face in enumerate(faces):
        for value in VALUES:
            spent = abs(value - face)
            if spent > lessons:
                continue
            more = group + WEIGHT[value]
            if more in need.met or (
                more in need.open
                and _completed(need, more, faces[:i] + faces[i + 1 :], lessons - spent)
            ):
                return True
    return False
