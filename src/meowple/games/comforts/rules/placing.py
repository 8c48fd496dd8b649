"""Step 3, placement (CC-PLC)."""

from __future__ import annotations

from typing import Any

from meowple.author import N_, Action, Asking, Json, QuestionKind
from meowple.games.comforts.pieces.board import ALL_SPACES, SPACES, SPACES_OF, WORKERS
from meowple.games.comforts.state import State

from . import month
from .improvements import barrow_choices


def guests(s: State) -> Asking:
    """The Loon's guests are placed first and shown (CC-TVL-2, CC-TVL-3, CC-RUL-31)."""
    answers = yield GUEST.ask_all(tuple(range(s.seats)))
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


GUEST = QuestionKind(
    "guest",
    guest_spaces,
    prompt=N_("Where does your neighbour's worker go?"),
    waiting=N_("Guests are being placed."),
)


def place(s: State) -> Asking:
    """All place at the same time, each at its own pace, until the last one is content (CC-PLC-4)."""
    waiting = tuple(seat for seat in range(s.seats) if not s.ready >> seat & 1)
    seat, action = yield PLACE.ask_any(waiting)
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
    choices: list[Action]
    if placed.bit_count() < WORKERS:
        choices = [
            box.place[space] for space in SPACES_OF[ALL_SPACES & ~placed & ~s.visitor.closed]
        ]
    else:
        choices = [box.ready, *(box.lift[space] for space in SPACES_OF[s.movable(seat)])]
    return choices + barrow_choices(s, seat, "placement") if s.built[seat] else choices


def why_not_place(s: State, seat: int) -> dict[str, Json]:
    """Why the next worker cannot go to a space, and why a seat cannot be ready yet."""
    box = s.box
    left = WORKERS - s.placed[seat].bit_count()
    found: dict[str, Json] = {}
    if left:
        found[box.ready.key] = {"code": "workers_left", "number": left}
    for space, action in enumerate(box.place):
        if s.visitor.closed >> space & 1:
            found[action.key] = {"code": "closed", "card": s.visitor.id}
        elif s.placed[seat] >> space & 1:
            found[action.key] = {"code": "own_worker"}
        elif not left:
            found[action.key] = {"code": "all_placed"}
    return found


def place_prompt(words: Any, view: Json) -> str:
    """How many workers are still to be sent."""
    left = view["table"]["placing"]["left"]
    if not left:
        return str(words._("All your workers are placed. Are you content?"))
    text: str = words.ngettext(
        "Where does your last worker go?", "Send {n} workers out, one after another.", left
    )
    return text.format(n=left)


PLACE = QuestionKind(
    "place",
    placings,
    prompt=place_prompt,
    waiting=N_("Workers are being placed."),
    why=why_not_place,
)
