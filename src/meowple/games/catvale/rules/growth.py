"""The Growth Tree: ways, what slots give, and going back (CV-TREE, CV-GROW-4 to 9, CV-RUL-24 to 29)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import BASICS, ITEMS, MARKERS, MOVEMENT
from meowple.games.catvale.pieces.tree import Tree, basics_of

from . import questions
from .resolution import Resolution, perform

if TYPE_CHECKING:
    from meowple.games.catvale.state import State

Ends = tuple[int, int]
"""The slots in which the Chaos and the Harmony marker stand."""


def ends(s: State, seat: int) -> Ends:
    """Where a player's markers stand."""
    tree = s.box.tree
    chaos, harmony = s.paths[2 * seat], s.paths[2 * seat + 1]
    return (
        chaos[-1] if chaos else tree.starts[0],
        harmony[-1] if harmony else tree.starts[1],
    )


def ways(tree: Tree, at: Ends, points: int, only: int = -1) -> list[tuple[int, int]]:
    """Each marker and slot that a point may be used for; empty if there is none.

    A slot with the other marker in it may be entered with a further point and a way on, and then
    that marker goes on (CV-RUL-25). ``only``: the one marker that may move, -1 for both.
    """
    if points < 1:
        return []
    found = []
    crossing = at[0] == at[1]
    for marker in (0, 1):
        if only >= 0 and marker != only:
            continue
        for slot in tree.slots[at[marker]].up:
            if slot != at[1 - marker] or (points > 1 and tree.slots[slot].up):
                found.append((marker, slot))
    if crossing and only < 0:
        raise ValueError("a marker that crosses goes on by itself")
    return found


def after(at: Ends, marker: int, slot: int) -> Ends:
    """Where the markers stand once one has moved."""
    return (slot, at[1]) if marker == 0 else (at[0], slot)


def bound(at: Ends, last: int, only: int) -> int:
    """The one marker that may move next: ``last`` if it stands in the other's slot, else ``only``."""
    return last if at[0] == at[1] else only


def enter(s: State, seat: int, marker: int, slot: int, kinds: list[int] | None = None) -> Asking:
    """A marker enters a slot, which is resolved at once (CV-TREE-2 to CV-TREE-6).

    ``kinds``: Basic Resources that the player has chosen beforehand.
    """
    path = 2 * seat + marker
    s.paths[path] = (*s.paths[path], slot)
    place = s.box.tree.slots[slot]
    if s.tell:
        s.tell("grew", seat=seat, marker=MARKERS[marker], slot=place.id)
    if s.claimed[path] >> slot & 1:
        return
    s.claimed[path] |= 1 << slot
    if place.kind == "skill":
        if not s.skills[seat] >> place.skill & 1:
            s.skills[seat] |= 1 << place.skill
            s.dirty |= 1 << seat
            if s.tell:
                s.tell("skill", seat=seat, skill=s.box.board.skills[place.skill].id)
            yield from perform(s, Resolution(seat), s.box.board.skills[place.skill].effects)
    elif place.kind == "grow-up":
        grow_up(s, seat)
    else:
        for step in place.effects:
            if kinds is not None and basics_of(step):
                for _ in range(basics_of(step)):
                    give_basic(s, seat, kinds.pop(0))
            else:
                yield from perform(s, Resolution(seat), (step,))


def give_basic(s: State, seat: int, item: int) -> None:
    """One Basic Resource of the player's choice."""
    s.goods[seat][item] += 1
    if s.tell:
        s.tell("gained", seat=seat, items={ITEMS[item]: 1})


def grow_up(s: State, seat: int) -> None:
    """The Cat card is turned over, once only; dials rise at once (CV-RUL-29)."""
    if s.grown >> seat & 1:
        return
    s.grown |= 1 << seat
    cat = s.box.cats[s.cat[seat]]
    s.goods[seat][MOVEMENT] += max(0, cat.experienced.movement - cat.young.movement)
    if s.tell:
        s.tell("grown-up", seat=seat, cat=cat.id)


def gain(s: State, seat: int, points: int, only: int = -1) -> Asking:
    """Growth that is used at once (CV-ASK-7); what is not used is lost (CV-RUL-26)."""
    last = -1
    if s.tell:
        s.tell("growth", seat=seat, points=points)
    while points:
        may = bound(ends(s, seat), last, only)
        if not ways(s.box.tree, ends(s, seat), points, may):
            return
        stop = ends(s, seat)[0] != ends(s, seat)[1]

        def choices(
            s: State, seat: int, points: int = points, may: int = may, stop: bool = stop
        ) -> list[Action]:
            found = [s.box.grow[way] for way in ways(s.box.tree, ends(s, seat), points, may)]
            return [*found, s.box.enough] if stop else found

        action = yield questions.GROWTH.ask(seat, choices)
        if action is s.box.enough:
            return
        marker, slot = action.value
        yield from enter(s, seat, marker, slot)
        last = marker
        points -= 1


def go_back(s: State, seat: int, marker: int, points: int) -> None:
    """Lost Growth: back along the way it came; the other's slot is passed over (CV-RUL-27)."""
    path = 2 * seat + marker
    for _ in range(points):
        if not s.paths[path]:
            break
        s.paths[path] = s.paths[path][:-1]
        while s.paths[path] and ends(s, seat)[0] == ends(s, seat)[1]:
            s.paths[path] = s.paths[path][:-1]
    if s.tell:
        slot = ends(s, seat)[marker]
        s.tell("fell", seat=seat, marker=MARKERS[marker], slot=s.box.tree.slots[slot].id)


# -- prepared in secret, for all at once ----------------------------------------------------------
#
# What a seat has prepared is a row of actions: moves of markers, and Basic Resources to be taken.


class Prepared:
    """What a row of moves comes to, without carrying it out.

    Attributes:
        at: where the markers stand then.
        left: points not used yet.
        owed: Basic Resources still to be chosen.
        last: the marker that moved last.
    """

    __slots__ = ("at", "last", "left", "owed")

    def __init__(self, s: State, seat: int, points: int) -> None:
        self.at = ends(s, seat)
        self.left = points
        self.owed = 0
        self.last = -1
        actions = s.box.actions
        for entry in s.plan[seat]:
            action = actions[entry]
            if action.verb == "item":
                self.owed -= 1
                continue
            marker, slot = action.value
            self.at = after(self.at, marker, slot)
            self.left -= 1
            self.last = marker
            if not s.claimed[2 * seat + marker] >> slot & 1:
                self.owed += s.box.tree.slots[slot].basics


def preparing(s: State, seat: int, points: int, only: int = -1) -> list[Action]:
    """What a seat may add to what it has prepared."""
    plan = Prepared(s, seat, points)
    box = s.box
    if plan.owed:
        return [box.item[item] for item in BASICS]
    may = bound(plan.at, plan.last, only)
    found = [box.grow[way] for way in ways(box.tree, plan.at, plan.left, may)]
    return found if plan.at[0] == plan.at[1] else [*found, box.enough]


def prepare(s: State, seat: int, action: Action, points: int, only: int = -1) -> None:
    """Add a choice to what a seat has prepared; it is ready once nothing is left to choose."""
    if action is s.box.enough:
        s.ready |= 1 << seat
        return
    s.plan[seat] = (*s.plan[seat], action.id)


def carry_out(s: State, seat: int) -> Asking:
    """Do what a seat has prepared."""
    plan = [s.box.actions[entry] for entry in s.plan[seat]]
    s.plan[seat] = ()
    while plan:
        marker, slot = plan.pop(0).value
        kinds = []
        while plan and plan[0].verb == "item":
            kinds.append(plan.pop(0).value)
        yield from enter(s, seat, marker, slot, kinds)
