"""The special effects of travelers that ask somebody (CC-TVL). The others hold where they matter."""

from __future__ import annotations

from collections.abc import Callable

from meowple.core.actions import Action
from meowple.core.questions import Ask, AskAll, Asking

from . import month
from .actions import gather, take_from_nest
from .cards import add, as_json
from .components import SPACES, SPACES_OF, WEIGHT, Effect
from .paying import can_pay, gain, pay
from .state import State


def immediate(s: State) -> Asking:
    """An effect marked "immediately", for one player after another (CC-TRV-2)."""
    effect = s.visitor.effects[0]
    if effect.verb in _AT_ONCE:
        yield from _AT_ONCE[effect.verb](s, s.acting, effect)
        s.turn += 1
    else:  # workers for the left and lessons for all need no decision
        s.turn = s.seats
    if s.turn == s.seats:
        month.family_dice(s)


def month_end(s: State) -> Asking:
    """An effect marked "at the end of the month", for one player after another (CC-TDY-1)."""
    effect = s.visitor.effects[0]
    yield from _AT_LAST[effect.verb](s, s.acting, effect)
    s.turn += 1
    if s.turn == s.seats:
        month.tidy_up(s)


def _gift_left(s: State, seat: int, effect: Effect) -> Asking:
    """Canada Lynx: resources from the supply for the player on the left (CC-TVL-1)."""
    left = (seat + 1) % s.seats
    given = yield from gain(s, seat, effect.tokens, effect.rule, to=left)
    if s.tell:
        s.tell("gave", seat=seat, to=left, tokens=as_json(given), supply=True)


def _take_from_nest(s: State, seat: int, effect: Effect) -> Asking:
    """Gray Wolf: an open comfort of the Owl's Nest for whoever wants one (CC-TVL-10)."""
    action = yield Ask("wolf", seat, nest_or_pass)
    if action is not s.box.skip:
        take_from_nest(s, seat, action.value)


def nest_or_pass(s: State, seat: int) -> list[Action]:
    """The open comforts, or none of them."""
    return [*s.box.nest[: len(s.nest)], s.box.skip]


def _mark_space(s: State, seat: int, effect: Effect) -> Asking:
    """Common Raven: everybody marks a different space with a coin (CC-TVL-12)."""
    action = yield Ask("mark", seat, unmarked)
    s.marked |= 1 << action.value
    if s.tell:
        s.tell("marked", seat=seat, space=SPACES[action.value])


def unmarked(s: State, seat: int) -> list[Action]:
    """Spaces without a coin."""
    return [action for action in s.box.mark if not s.marked >> action.value & 1]


def _gift_for_gain(s: State, seat: int, effect: Effect) -> Asking:
    """Moose: one own resource to another player for a book (CC-TVL-4, CC-RUL-38)."""
    if not can_pay(s, seat, effect.give) or s.seats == 1:
        return
    action = yield Ask("moose", seat, rivals_or_pass)
    if action is s.box.skip:
        return
    given = yield from pay(s, seat, effect.give)
    other = s.tokens[action.value]
    for token, number in enumerate(given):
        other[token] += number
    add(s, seat, effect.gain)
    if s.tell:
        s.tell("gave", seat=seat, to=action.value, tokens=as_json(given), supply=False)
        s.tell("gained", seat=seat, tokens=effect.gain.json)


def rivals_or_pass(s: State, seat: int) -> list[Action]:
    """All others, or nobody."""
    return [*(s.box.gift[other] for other in range(s.seats) if other != seat), s.box.skip]


def _bonus_action(s: State, seat: int, effect: Effect) -> Asking:
    """Blue Jay: one more action with village dice alone (CC-TVL-5, CC-TVL-6)."""
    if not village_spaces(s, effect):
        return
    action = yield Ask("jay", seat, jay_options)
    if action is not s.box.skip:
        yield from gather(s, seat, action.value)


def jay_options(s: State, seat: int) -> list[Action]:
    """The spaces that village dice can serve, or none."""
    spaces = village_spaces(s, s.visitor.verbs["bonus_action"])
    return [*(s.box.act[space] for space in spaces), s.box.skip]


def village_spaces(s: State, effect: Effect) -> list[int]:
    """The spaces of the effect's areas whose need some of the village dice meet as they lie."""
    groups = [0]
    for value in s.village:
        groups += [group + WEIGHT[value] for group in groups]
    found = s.needs
    return [
        space
        for space in SPACES_OF[effect.areas]
        if any(group in found[space].met for group in groups)
    ]


def set_family_die(s: State) -> Asking:
    """Wild Turkey: everybody may set one own family die (CC-TVL-17)."""
    answers = yield AskAll("set_die", tuple(range(s.seats)), settings)
    for seat, action in enumerate(answers):
        if action is s.box.skip:
            continue
        die, value = action.value
        s.family[2 * seat + die] = value
        if s.tell:
            s.tell("set_die", seat=seat, die=die, value=value)
    month.placement(s)


def settings(s: State, seat: int) -> list[Action]:
    """Every other face of the own family dice, or none."""
    own = s.family[2 * seat : 2 * seat + 2]
    return [*(a for a in s.box.set_die if own[a.value[0]] != a.value[1]), s.box.skip]


_AT_ONCE: dict[str, Callable[[State, int, Effect], Asking]] = {
    "gift_left": _gift_left,
    "take_from_nest": _take_from_nest,
    "mark_space": _mark_space,
}
_AT_LAST: dict[str, Callable[[State, int, Effect], Asking]] = {
    "gift_for_gain": _gift_for_gain,
    "bonus_action": _bonus_action,
}
