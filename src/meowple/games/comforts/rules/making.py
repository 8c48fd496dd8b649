"""Comforts in the hand: those kept at the start, parts E and F of a turn, and the last ones."""

from __future__ import annotations

from meowple.author import N_, Action, Asking, Json, QuestionKind
from meowple.games.comforts.state import State

from . import month
from .decks import as_json, out_of_hand
from .doing import MAKES, MAKES_LAST
from .improvements import last_turnings, turn_die
from .paying import can_pay, discard, hand_cards, lacking, pay, put_away
from .scoring import title_types

# -- the first comforts -----------------------------------------------------------------------------


def keep(s: State) -> Asking:
    """All put one of the comforts drawn on the discard pile (CC-PLY-3)."""
    answers = yield KEEP.ask_all(tuple(range(s.seats)))
    for seat, action in enumerate(answers):
        put_away(s, seat, action.value)
    month.begin_month(s)


KEEP = QuestionKind(
    "keep",
    hand_cards,
    prompt=N_("Which of these comforts do you put away? You keep the others."),
    waiting=N_("Comforts are being kept."),
)


# -- E: making comforts -----------------------------------------------------------------------------


def make(s: State) -> Asking:
    """Make a comfort from the hand, or end the turn (CC-TRN-12)."""
    seat = s.acting
    action = yield MAKE.ask(seat)
    if action.verb == "turn":
        turn_die(s, seat, *action.value)
    elif action is not s.box.end:
        yield from _make(s, seat, action.value)
    if action is s.box.end or not (s.hands[seat] or last_turnings(s, seat)):
        month.end_turn(s)


def make_choices(s: State, seat: int) -> list[Action]:
    """Comforts, the end of the turn, or the Weathervane before it."""
    found = makings(s, seat)
    return found + last_turnings(s, seat) if s.built[seat] else found


def makings(s: State, seat: int) -> list[Action]:
    """The comforts in the hand that can be paid, or none any more."""
    box = s.box
    costs = box.comfort_costs(s.visitor)
    kinds = dict.fromkeys(s.hands[seat])
    return [*(box.make[kind] for kind in kinds if can_pay(s, seat, costs[kind])), box.end]


def why_not_make(s: State, seat: int) -> dict[str, Json]:
    """What a seat is short of for each comfort in its hand that it cannot pay."""
    box = s.box
    costs = box.comfort_costs(s.visitor)
    return {
        box.make[kind].key: {"code": "lacks", "tokens": lacks}
        for kind in dict.fromkeys(s.hands[seat])
        if (lacks := lacking(s, seat, costs[kind]))
    }


MAKE = QuestionKind(
    "make",
    make_choices,
    prompt=N_("Which comfort do you make?"),
    waiting=MAKES,
    why=why_not_make,
)


def _make(s: State, seat: int, kind: int) -> Asking:
    """Return the cost to the supply and lay the card beside the home board (CC-CRA-2)."""
    paid = yield from pay(s, seat, s.box.comfort_costs(s.visitor)[kind])
    out_of_hand(s, seat, kind)
    s.made[seat] = (*s.made[seat], kind)
    if s.tell:
        s.tell("made", seat=seat, card=s.box.comforts[kind].id, tokens=as_json(paid))


# -- F: the end of a turn ---------------------------------------------------------------------------


def spare_cards(s: State) -> Asking:
    """Put comforts away until no more are in the hand than may stay there (CC-TRN-16)."""
    seat = s.acting
    yield from discard(s, seat)
    if len(s.hands[seat]) <= s.box.board.hand:
        month.next_turn(s)


# -- winter -----------------------------------------------------------------------------------------


def last_comforts(s: State) -> Asking:
    """Just before scoring all may make comforts once more (CC-SCO-1, CC-RUL-9)."""
    seat = s.acting
    if s.hands[seat]:
        action = yield LAST.ask(seat)
        if action is not s.box.end:
            yield from _make(s, seat, action.value)
            return
    s.turn += 1
    if s.turn == s.seats:
        month.finish(s)


LAST = QuestionKind(
    "final",
    makings,
    prompt=N_("Winter comes: which comfort do you still make?"),
    waiting=MAKES_LAST,
    why=why_not_make,
)


def title(s: State) -> Asking:
    """Alone: which of the types made most often begins the title (CC-SOL-6)."""
    action = yield TITLE.ask(0)
    s.word = action.value
    month.over(s)


def title_choices(s: State, seat: int) -> list[Action]:
    """The types of which most comforts were made."""
    return [s.box.word[kind] for kind in title_types(s)]


TITLE = QuestionKind("title", title_choices, prompt=N_("Which type begins your title?"))
