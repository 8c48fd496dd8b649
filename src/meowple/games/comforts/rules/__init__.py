"""The rules, from the first hand to the last point, in the order of the rulebook.

`setup` lays out the table; `month` leads from step to step; `placing`, `dice`, `actions` and `making` are
what players do, each with its questions; `paying` and `decks` serve them all. What single cards can
do stands in `comforts`, `improvements`, `travelers` and `profits`, listed in `verbs`; `scoring` counts.
"""

from __future__ import annotations

from collections.abc import Callable

from meowple.author import CHECKPOINT, Asking, QuestionKind, Script
from meowple.games.comforts import state as step
from meowple.games.comforts.state import State

from . import actions, dice, improvements, making, month, paying, placing, profits, setup, travelers


def rules(s: State) -> Script:
    """The whole game. Before every question there is a checkpoint; `State.step` says which is next."""
    while s.step != step.OVER:
        yield CHECKPOINT
        yield from STEPS[s.step](s)
    yield CHECKPOINT


# -- the traveler's effect --------------------------------------------------------------------------


def immediate(s: State) -> Asking:
    """Step 1: an effect marked "immediately", for one player after another (CC-TRV-2)."""
    yield from s.visitor.effect.at_once(s, s.acting)
    s.turn += 1
    if s.turn == s.seats:
        month.family_dice(s)


def after_family_dice(s: State) -> Asking:
    """Step 2: an effect after the family dice, for all together (CC-TVL-17)."""
    yield from s.visitor.effect.after_family_dice(s)
    month.placement(s)


def month_end(s: State) -> Asking:
    """Step 6: an effect marked "at the end of the month", one player after another (CC-TDY-1)."""
    yield from s.visitor.effect.at_last(s, s.acting)
    s.turn += 1
    if s.turn == s.seats:
        month.tidy_up(s)


def ride(s: State) -> Asking:
    """Step 5: a Bicycle rides before dice are given (CC-IMP-9)."""
    yield from improvements.ride(s, s.acting)
    s.step = step.DICE_STEP


STEPS: dict[int, Callable[[State], Asking]] = {
    step.BEGIN: setup.begin,
    step.KEEP: making.keep,
    step.IMMEDIATE: immediate,
    step.SET_DIE: after_family_dice,
    step.GUEST: placing.guests,
    step.PLACE: placing.place,
    step.RIDE: ride,
    step.DICE_STEP: dice.give_dice,
    step.ACT: actions.act,
    step.TRADE: actions.trade,
    step.MAKE: making.make,
    step.DISCARD: making.spare_cards,
    step.MONTH_END: month_end,
    step.FINAL: making.last_comforts,
    step.TITLE: making.title,
}

QUESTIONS: tuple[QuestionKind, ...] = (
    making.KEEP,
    travelers.PRESENT,
    travelers.WOLF,
    travelers.MARK,
    travelers.SET_DIE,
    placing.GUEST,
    placing.PLACE,
    improvements.RIDE,
    improvements.RIDE_TO,
    dice.PICK_DIE,
    dice.GIVE_DIE,
    actions.ACT_NOW,
    actions.NEST,
    travelers.SEARCH,
    actions.BUILD,
    actions.TRADE_NOW,
    profits.SWAP,
    paying.PAY,
    paying.CHOOSE,
    paying.DISCARD,
    making.MAKE,
    travelers.MOOSE,
    travelers.JAY,
    making.LAST,
    making.TITLE,
)
"""All that can be asked, in the order in which it comes."""
