"""Parts A and B of a turn: dice are given to workers and estates, freely until it is final.

A die is picked up (from the Hill or from where it lies), may be changed while it is in the paw, and
is given to a place or laid back. Nothing else happens before the player says that all are given.
"""

from __future__ import annotations

from typing import Any

from meowple.author import N_, Action, Asking, Json, QuestionKind
from meowple.games.comforts.pieces.board import (
    DICE,
    FAMILY_DICE,
    FIRST_ESTATE,
    HIGHEST,
    HILL,
    LESSON,
    POOL,
    SPACES,
    SPACES_OF,
    VALUES,
)
from meowple.games.comforts.pieces.needs import WEIGHT
from meowple.games.comforts.state import State

from . import actions
from .decks import ability
from .doing import GIVES_DICE
from .improvements import (
    ChangeAnyDie,
    ChangeFamilyDie,
    Estate,
    TurnVillageDie,
    barrow_choices,
    tell_vane,
)


def give_dice(s: State) -> Asking:
    """One step of assigning the six dice of the pool (CC-TRN-2 to CC-TRN-6)."""
    seat = s.acting
    action = yield (PICK_DIE if s.paw < 0 else GIVE_DIE).ask(seat)
    die = s.paw
    match action.verb:
        case "pick":
            s.paw = action.value
        case "back":
            for other in range(POOL):
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
        tell_vane(s, seat)
        given = [
            {
                "place": s.box.place_ids[place],
                "dice": [
                    {"die": DICE[die], "face": s.face(die), "value": s.value(die)}
                    for die in range(POOL)
                    if s.at[die] == place
                ],
            }
            for place in dict.fromkeys(s.at)
            if place != HILL
        ]
        s.tell("assigned", seat=seat, given=given, lessons=used, spent=spent)
    actions.next_action(s)


def places(s: State, seat: int) -> list[int]:
    """Where that seat may give dice: own workers, the Marten's Forest, estates (CC-TRN-4)."""
    found = list(SPACES_OF[s.placed[seat] | s.visitor.closed])
    box = s.box
    if box.estates:
        for owner, built in enumerate(s.built):
            for kind in built:
                if box.improvements[kind].estate >= 0 and (
                    owner != seat or box.improvements[kind].verbs[Estate].owner_may_use
                ):
                    found.append(box.estate_place(kind, owner))
    return found


def takers(s: State, die: int, value: int, where: list[int], lying: dict[int, int]) -> list[int]:
    """The places that a die of that value could be given to (CC-FOR-6, CC-EST-3, CC-EST-4)."""
    weight, needs = WEIGHT[value], s.needs
    found = []
    for place in where:
        if lying.get(place, 0) + weight in needs[place].open and (
            die < FAMILY_DICE or place < FIRST_ESTATE
        ):
            found.append(place)
    return found


def free_lessons(s: State, seat: int) -> int:
    """Lessons of this turn that are never spent: the Frog's and the almanac's (CC-IMP-8)."""
    free = s.visitor.lessons
    if s.built[seat] and (effect := ability(s, seat, ChangeAnyDie)):
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
        for die in range(POOL)
        if at[die] == HILL and (changeable[die] or takers(s, die, s.face(die), where, lying))
    ]
    found += [box.back[taken] for taken in lying]
    if place == HILL:
        if s.built[seat]:
            found += barrow_choices(s, seat, "turn")
        found.append(box.assigned)
    return found


def _changeable(s: State, seat: int, where: list[int], lying: dict[int, int]) -> list[bool]:
    """Which dice are worth picking up because they can be changed."""
    own = bool(s.built[seat])
    lessons = lessons_left(s, seat) > 0
    umbrella = own and s.umbrella_die < 0 and ability(s, seat, ChangeFamilyDie) is not None
    vane = own and ability(s, seat, TurnVillageDie) is not None
    if not (lessons or umbrella or vane):
        return [False] * POOL
    room = [False, False]  # for village dice, for family dice
    for die in (FAMILY_DICE, 0) if lessons or umbrella else ():
        room[die == 0] = any(takers(s, die, value, where, lying) for value in VALUES)
    return [
        room[1]
        if die < FAMILY_DICE
        else (room[0] and lessons) or (vane and s.vane_die in (-1, die))
        for die in range(POOL)
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
        if value < HIGHEST and s.shift[die] >= 0:
            found.append(box.lesson[1])
        if value > 1 and s.shift[die] <= 0:
            found.append(box.lesson[-1])
    if not s.built[seat]:
        return found
    if die < FAMILY_DICE:
        umbrella = ability(s, seat, ChangeFamilyDie)
        return found + umbrella.choices(s, value) if umbrella is not None else found
    vane = ability(s, seat, TurnVillageDie)
    return found + vane.choices(s, die, value) if vane is not None else found


# -- why not ----------------------------------------------------------------------------------------


def why_not_give(s: State, seat: int, die: int, place: int, lying: dict[int, int]) -> Json | None:
    """Why the acting seat cannot give a die to a place; None if it can."""
    halted = waiting(s, lying)
    if halted not in (HILL, place):
        return _waits(s, halted)
    if place >= FIRST_ESTATE:
        card, owner = s.box.estate_at(place)
        if owner == seat and not card.verbs[Estate].owner_may_use:
            return {"code": "own_estate"}
        if die >= FAMILY_DICE:
            return {"code": "family_only"}
        if place in lying:
            return {"code": "taken"}
        return None
    if place not in places(s, seat):
        return {"code": "no_worker"}
    if takers(s, die, s.value(die), [place], lying):
        return None
    if lying.get(place, 0) in s.needs[place].met:
        return {"code": "taken"}
    return {"code": "need", "place": SPACES[place], "need": s.needs[place].json}


def _waits(s: State, place: int) -> Json:
    return {"code": "waits", "place": s.box.place_ids[place]}


def why_not_paw(s: State, seat: int) -> dict[str, Json]:
    """Why the die in the paw cannot go to a place, and what is to be done with it first."""
    box, lying = s.box, s.groups()
    found: dict[str, Json] = {box.assigned.key: {"code": "paw"}}
    for die, action in enumerate(box.pick):
        if die != s.paw:
            found[action.key] = {"code": "paw"}
    estates = (place for _kind, _owner, place in s.estates())
    for place in (*range(FIRST_ESTATE), *estates):
        if reason := why_not_give(s, seat, s.paw, place, lying):
            found[box.give[place].key] = reason
    return found


def why_not_pick(s: State, seat: int) -> dict[str, Json]:
    """Why a die cannot be picked up, and why the dice cannot be declared given."""
    box, lying = s.box, s.groups()
    halted = waiting(s, lying)
    can = set(_with_empty_paw(s, seat))
    found: dict[str, Json] = {}
    if halted != HILL:
        found[box.assigned.key] = _waits(s, halted)
    for die, action in enumerate(box.pick):
        if s.at[die] != HILL:
            found[action.key] = {"code": "given", "place": box.place_ids[s.at[die]]}
        elif action not in can:
            found[action.key] = {"code": "unwanted"} if halted == HILL else _waits(s, halted)
    return found


# -- the questions ----------------------------------------------------------------------------------


def paw_choices(s: State, seat: int) -> list[Action]:
    """What may be done with the die in the paw."""
    return _with_die(s, seat, s.paw)


def paw_prompt(words: Any, view: Json) -> str:
    """Where the die in the paw goes."""
    table = view["table"]
    [die] = [die for die in table["pool"] if die["die"] == table["paw"]]
    waits = [space["place"] for space in table["spaces"] if space["waiting"]]
    if waits:
        text: str = words._("Does the {value} go here: {place}?")
        return text.format(value=die["value"], place=words.place(waits[0]))
    return str(words._("Who gets the {value}?")).format(value=die["value"])


PICK_DIE = QuestionKind(
    "dice",
    _with_empty_paw,
    prompt=N_("Which die do you give away?"),
    waiting=GIVES_DICE,
    why=why_not_pick,
)
GIVE_DIE = QuestionKind("paw", paw_choices, prompt=paw_prompt, waiting=GIVES_DICE, why=why_not_paw)
