"""Parts A and B of a turn: dice are given to workers and estates, freely until it is final.

A die is picked up (from the Hill or from where it lies), may be changed while it is in the paw, and
is given to a place or laid back. Nothing else happens before the player says that all are given.
"""

from __future__ import annotations

from meowple.core.actions import Action
from meowple.core.questions import Ask, Asking

from . import actions
from .cards import ability
from .components import DICE, FAMILY_DICE, HILL, LESSON, SPACES_OF, WEIGHT
from .placing import barrow_choices
from .state import State
from .weathervane import tell_vane


def give_dice(s: State) -> Asking:
    """One step of assigning the six dice of the pool (CC-TRN-2 to CC-TRN-6)."""
    seat = s.acting
    action = yield Ask("dice" if s.paw < 0 else "paw", seat, choices)
    die = s.paw
    match action.verb:
        case "pick":
            s.paw = action.value
        case "back":
            for other in range(6):
                if s.at[other] == action.value:
                    _lay_back(s, other)
        case "give":
            s.paw = -1
            if action.value == HILL:
                _lay_back(s, die)
            else:
                s.at[die] = action.value
        case "lesson":
            s.shift[die] += action.value
        case "umbrella":
            s.umbrella_die, s.umbrella_by = die, action.value
        case "vane":
            by = action.value or -s.vane_by
            s.village[die - FAMILY_DICE] += by
            s.vane_die, s.vane_by = (die, by) if action.value else (-1, 0)
        case "barrow":
            s.barrow[seat] = action.value
        case "unload":
            s.barrow[seat] = -1
        case _:
            _final(s, seat)


def _lay_back(s: State, die: int) -> None:
    """On the Hill a die counts as what it shows."""
    s.at[die] = HILL
    s.shift[die] = 0
    if s.umbrella_die == die:
        s.umbrella_die, s.umbrella_by = -1, 0


def _final(s: State, seat: int) -> None:
    """The assignment is final: lessons are spent, actions may begin (CC-TRN-6, CC-RUL-12)."""
    used = sum(map(abs, s.shift))
    spent = max(0, used - free_lessons(s, seat))
    s.tokens[seat][LESSON] -= spent
    if s.tell:
        if s.vane_die >= 0:
            tell_vane(s, seat)
        given = [
            {
                "place": s.box.place_ids[place],
                "dice": [
                    {"die": DICE[die], "face": s.face(die), "value": s.value(die)}
                    for die in range(6)
                    if s.at[die] == place
                ],
            }
            for place in dict.fromkeys(s.at)
            if place != HILL
        ]
        s.tell("assigned", seat=seat, given=given, lessons=used, spent=spent)
    actions.next_action(s)


def choices(s: State, seat: int) -> list[Action]:
    """What may be done with the dice now."""
    return _with_empty_paw(s, seat) if s.paw < 0 else _with_die(s, seat, s.paw)


def places(s: State, seat: int) -> list[int]:
    """Where that seat may give dice: own workers, the Marten's Forest, estates (CC-TRN-4)."""
    found = list(SPACES_OF[s.placed[seat] | s.visitor.closed])
    box = s.box
    if box.estates:
        for owner, built in enumerate(s.built):
            for kind in built:
                if box.improvements[kind].estate >= 0 and (
                    owner != seat or box.improvements[kind].verbs["estate"].owner_may_use
                ):
                    found.append(box.estate_place(kind, owner))
    return found


def takers(s: State, die: int, value: int, where: list[int], lying: dict[int, int]) -> list[int]:
    """The places that a die of that value could be given to (CC-FOR-6, CC-EST-3, CC-EST-4)."""
    weight, needs = WEIGHT[value], s.needs
    found = []
    for place in where:
        if lying.get(place, 0) + weight in needs[place].open and (die < 2 or place < 12):
            found.append(place)
    return found


def free_lessons(s: State, seat: int) -> int:
    """Lessons of this turn that are never spent: the Frog's and the almanac's (CC-IMP-8)."""
    free = s.visitor.lessons
    if s.built[seat] and (effect := ability(s, seat, "change_any_die")):
        free += effect.uses
    return free


def lessons_left(s: State, seat: int) -> int:
    """How many more lessons may be given to dice."""
    return free_lessons(s, seat) + s.tokens[seat][LESSON] - sum(map(abs, s.shift))


def waiting(s: State, lying: dict[int, int]) -> int:
    """The place whose dice do not yet meet its need (CC-RUL-11), or `HILL`; there is one at most."""
    needs = s.needs
    for place, group in lying.items():
        if group not in needs[place].met:
            return place
    return HILL


def _with_empty_paw(s: State, seat: int) -> list[Action]:
    """Pick up a die that has somewhere to go, take dice back from a place, or all are given.

    A place that waits for more dice comes first.
    """
    box, at = s.box, s.at
    lying = s.groups()
    place = waiting(s, lying)
    where = places(s, seat) if place == HILL else [place]
    changeable = _changeable(s, seat, where, lying)
    found = [
        box.pick[die]
        for die in range(6)
        if at[die] == HILL and (changeable[die] or takers(s, die, s.face(die), where, lying))
    ]
    found += [box.back[taken] for taken in lying]
    if place == HILL:
        if s.built[seat] and s.options["wheelbarrow"] == "turn":
            found += barrow_choices(s, seat)
        found.append(box.assigned)
    return found


def _changeable(s: State, seat: int, where: list[int], lying: dict[int, int]) -> list[bool]:
    """Which dice are worth picking up because they can be changed."""
    own = bool(s.built[seat])
    lessons = lessons_left(s, seat) > 0
    umbrella = own and s.umbrella_die < 0 and ability(s, seat, "change_family_die") is not None
    vane = own and ability(s, seat, "turn_village_die") is not None
    if not (lessons or umbrella or vane):
        return [False] * 6
    room = [False, False]  # for village dice, for family dice
    for die in (2, 0) if lessons or umbrella else ():
        room[die == 0] = any(takers(s, die, value, where, lying) for value in range(1, 7))
    return [
        room[1] if die < 2 else (room[0] and lessons) or (vane and s.vane_die in (-1, die))
        for die in range(6)
    ]


def _with_die(s: State, seat: int, die: int) -> list[Action]:
    """Give the die in the paw to a place, lay it back on the Hill, or change it."""
    box = s.box
    value = s.value(die)
    lying = s.groups()
    place = waiting(s, lying)
    where = places(s, seat) if place == HILL else [place]
    found = [box.give[taker] for taker in takers(s, die, value, where, lying)]
    found.append(box.lay_back)
    if lessons_left(s, seat) > 0:
        if value < 6 and s.shift[die] >= 0:
            found.append(box.lesson[1])
        if value > 1 and s.shift[die] <= 0:
            found.append(box.lesson[-1])
    if not s.built[seat]:
        return found
    if die < FAMILY_DICE:
        if s.umbrella_die < 0 and (effect := ability(s, seat, "change_family_die")):
            found += [box.umbrella[by] for by in effect.by if 1 <= value + by <= 6]
    elif s.vane_die == die:
        if 1 <= value - s.vane_by <= 6:
            found.append(box.vane_off)
    elif s.vane_die < 0 and (effect := ability(s, seat, "turn_village_die")):
        face = s.face(die)
        found += [box.vane[by] for by in effect.by if 1 <= value + by <= 6 and 1 <= face + by <= 6]
    return found
