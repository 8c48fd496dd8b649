"""The rules, from the first hand to the last point.

The rooms of the rulebook: `setting_up`, `month` (the steps and what ends them), `travelers`, `placing`,
`dice` and `actions` (a turn's parts A to C), `paying`, and here the making of comforts (CC-CRA) and the
script that asks one question after another.
"""

from __future__ import annotations

from collections.abc import Callable

from meowple.core.actions import Action
from meowple.core.questions import CHECKPOINT, Ask, AskAll, Asking, Script

from . import actions, dice, month, placing, travelers
from .cards import as_json, out_of_hand
from .components import COIN
from .paying import can_pay, discard, hand_cards, pay, put_away
from .scoring import title_types
from .state import (
    ACT,
    BEGIN,
    DICE_STEP,
    DISCARD,
    FINAL,
    GUEST,
    IMMEDIATE,
    KEEP,
    MAKE,
    MONTH_END,
    OVER,
    PLACE,
    RIDE,
    SET_DIE,
    TITLE,
    TRADE,
    State,
)
from .weathervane import last_turnings, turn_die


def rules(s: State) -> Script:
    """The whole game. Before every question there is a checkpoint; `State.step` says which is next."""
    while s.step != OVER:
        yield CHECKPOINT
        yield from _STEP[s.step](s)
    yield CHECKPOINT


def begin(s: State) -> Asking:
    """Tell how the table was set up."""
    s.step = KEEP
    if s.tell:
        coins = [own[COIN] for own in s.tokens]
        s.tell("start", early=s.early, coins=coins, months=s.months)
        for seat, hand in enumerate(s.hands):
            ids = [s.box.comforts[card].id for card in hand]
            s.tell("drew", seat=seat, number=len(hand), secret={"cards": ids}, knows=(seat,))
    yield from ()


def keep(s: State) -> Asking:
    """All keep two of three comforts and put one on the discard pile (CC-PLY-3)."""
    answers = yield AskAll("keep", tuple(range(s.seats)), hand_cards)
    for seat, action in enumerate(answers):
        put_away(s, seat, action.value)
    month.begin_month(s)


def make(s: State) -> Asking:
    """E: make a comfort from the hand, or end the turn (CC-TRN-12)."""
    seat = s.acting
    action = yield Ask("make", seat, make_choices)
    if action.verb == "turn":
        turn_die(s, seat, *action.value)
    elif action is not s.box.end:
        yield from _make(s, seat, action.value)
    if action is s.box.end or not (s.hands[seat] or last_turnings(s, seat)):
        month.end_turn(s)


def make_choices(s: State, seat: int) -> list[Action]:
    """Comforts, the end of the turn, or the Weathervane before it."""
    return [*makings(s, seat), *last_turnings(s, seat)]


def makings(s: State, seat: int) -> list[Action]:
    """The comforts in the hand that can be paid, or none any more."""
    box = s.box
    costs = box.comfort_costs(s.visitor)
    kinds = dict.fromkeys(s.hands[seat])
    return [*(box.make[kind] for kind in kinds if can_pay(s, seat, costs[kind])), box.end]


def _make(s: State, seat: int, kind: int) -> Asking:
    """Return the cost to the supply and lay the card beside the home board (CC-CRA-2)."""
    paid = yield from pay(s, seat, s.box.comfort_costs(s.visitor)[kind])
    out_of_hand(s, seat, kind)
    s.made[seat] = (*s.made[seat], kind)
    if s.tell:
        s.tell("made", seat=seat, card=s.box.comforts[kind].id, tokens=as_json(paid))


def spare_cards(s: State) -> Asking:
    """F: put comforts away until no more than three are in the hand (CC-TRN-16)."""
    seat = s.acting
    yield from discard(s, seat)
    if len(s.hands[seat]) <= s.box.board.hand:
        month.next_turn(s)


def last_comforts(s: State) -> Asking:
    """Just before scoring all may make comforts once more (CC-SCO-1, CC-RUL-9)."""
    seat = s.acting
    if s.hands[seat]:
        action = yield Ask("final", seat, makings)
        if action is not s.box.end:
            yield from _make(s, seat, action.value)
            return
    s.turn += 1
    if s.turn == s.seats:
        month.finish(s)


def title(s: State) -> Asking:
    """Alone: which of the types made most often begins the title (CC-SOL-6)."""
    action = yield Ask("title", 0, title_choices)
    s.word = action.value
    month.over(s)


def title_choices(s: State, seat: int) -> list[Action]:
    """The types of which most comforts were made."""
    return [s.box.word[kind] for kind in title_types(s)]


_STEP: dict[int, Callable[[State], Asking]] = {
    BEGIN: begin,
    KEEP: keep,
    IMMEDIATE: travelers.immediate,
    SET_DIE: travelers.set_family_die,
    GUEST: placing.guests,
    PLACE: placing.place,
    RIDE: placing.ride,
    DICE_STEP: dice.give_dice,
    ACT: actions.act,
    TRADE: actions.trade,
    MAKE: make,
    DISCARD: spare_cards,
    MONTH_END: travelers.month_end,
    FINAL: last_comforts,
    TITLE: title,
}
