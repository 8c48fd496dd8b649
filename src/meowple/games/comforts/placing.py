"""Step 3, placement (CC-PLC), and the Bicycle's ride at the start of a turn (CC-IMP-9)."""

from __future__ import annotations

from meowple.core.actions import Action
from meowple.core.questions import Ask, AskAll, AskAny, Asking

from . import month
from .cards import ability
from .components import ALL_SPACES, SPACES, SPACES_OF, WORKERS
from .state import DICE_STEP, State


def guests(s: State) -> Asking:
    """The Loon's guests are placed first and shown (CC-TVL-2, CC-TVL-3, CC-RUL-31)."""
    answers = yield AskAll("guest", tuple(range(s.seats)), guest_spaces)
    for seat, action in enumerate(answers):
        family = (seat - 1) % s.seats
        s.placed[family] |= 1 << action.value
        s.guest[family] = action.value
        if s.tell:
            s.tell("guest", seat=seat, family=family, space=SPACES[action.value])
    s.step += 1


def guest_spaces(s: State, seat: int) -> list[Action]:
    """Spaces for a neighbour's worker."""
    return [s.box.guest[space] for space in SPACES_OF[ALL_SPACES & ~s.visitor.closed]]


def place(s: State) -> Asking:
    """All place at the same time, each at its own pace, until the last one is content (CC-PLC-4)."""
    waiting = tuple(seat for seat in range(s.seats) if not s.ready >> seat & 1)
    seat, action = yield AskAny("place", waiting, placings)
    match action.verb:
        case "place":
            s.placed[seat] |= 1 << action.value
        case "lift":
            s.placed[seat] &= ~(1 << action.value)
            if s.barrow[seat] == action.value:
                s.barrow[seat] = -1
        case "barrow":
            s.barrow[seat] = action.value
        case "unload":
            s.barrow[seat] = -1
        case _:
            s.ready |= 1 << seat
            if len(waiting) == 1:
                month.village_dice(s)


def placings(s: State, seat: int) -> list[Action]:
    """Spaces for the next worker, workers that may be moved, and being content.

    At most one own worker on a space (CC-PLC-2), any number of others (CC-PLC-3), and all must
    be placed (CC-RUL-6).
    """
    box = s.box
    placed = s.placed[seat]
    own = month.movable(s, seat)
    choices: list[Action]
    if placed.bit_count() < WORKERS:
        choices = [
            box.place[space] for space in SPACES_OF[ALL_SPACES & ~placed & ~s.visitor.closed]
        ]
    else:
        choices = [box.ready, *(box.lift[space] for space in SPACES_OF[own])]
    if s.built[seat] and s.options["wheelbarrow"] == "placement":
        choices += barrow_choices(s, seat)
    return choices


def barrow_choices(s: State, seat: int) -> list[Action]:
    """Own workers that the wheelbarrow may go with (CC-IMP-7, CC-RUL-31)."""
    effect = ability(s, seat, "extra_resource")
    if effect is None:
        return []
    box, here = s.box, s.barrow[seat]
    spaces = SPACES_OF[month.movable(s, seat) & effect.areas]
    choices = [box.barrow[space] for space in spaces if space != here]
    return [*choices, box.unload] if here >= 0 else choices


def ride(s: State) -> Asking:
    """The Bicycle takes one own worker to another space (CC-IMP-9, CC-RUL-25)."""
    seat = s.acting
    action = yield Ask("ride", seat, riders)
    s.step = DICE_STEP
    if action is s.box.skip:
        return
    start = action.value
    goal = (yield Ask("ride_to", seat, free_spaces)).value
    s.placed[seat] = s.placed[seat] & ~(1 << start) | 1 << goal
    if s.barrow[seat] == start:
        s.barrow[seat] = goal
    if s.tell:
        s.tell("rode", seat=seat, start=SPACES[start], goal=SPACES[goal])


def riders(s: State, seat: int) -> list[Action]:
    """Own workers that may ride, or none of them."""
    return [*(s.box.ride[space] for space in SPACES_OF[month.movable(s, seat)]), s.box.skip]


def free_spaces(s: State, seat: int) -> list[Action]:
    """Spaces without an own worker."""
    taken = s.placed[seat] | s.visitor.closed
    return [s.box.ride_to[space] for space in SPACES_OF[ALL_SPACES & ~taken]]
