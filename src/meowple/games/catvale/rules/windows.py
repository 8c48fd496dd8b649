"""Windows: who may react when, and asking them without telling who holds what (CV-ASK-34 to 47)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Final

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import (
    ATTACK,
    BOUGHT,
    DEFENCE,
    MOUSE,
    MOVE_TOKEN,
    REROLL,
    W_BETWEEN,
    W_COMBAT,
    W_ENCOUNTER,
    W_MAIN,
    W_PLANNING,
    W_ROLL,
    W_TARGETED,
)
from meowple.games.catvale.state import ROLLS, SELF, USED

from . import orders, playing, questions
from .dice import roll_open, rollable
from .paying import can_pay
from .standing import DESIGN, in_play

if TYPE_CHECKING:
    from meowple.games.catvale.pieces.cards import Card
    from meowple.games.catvale.state import State

_REROLLS: Final = W_ROLL | W_COMBAT | W_BETWEEN | W_MAIN | W_PLANNING
_BOUGHT: Final = tuple(BOUGHT.values())


def able(s: State, seat: int, window: int, phase: bool = False) -> bool:
    """Whether a seat can be asked, by open facts alone (CV-ASK-44)."""
    if s.flat >> seat & 1 and not phase:
        return False
    goods = s.goods[seat]
    if s.hand[seat] or s.sand[seat] or any(goods[item] for item in _BOUGHT):
        return True
    if window & _REROLLS and (goods[REROLL] or goods[MOUSE]):
        return True
    if window & W_COMBAT and (goods[ATTACK] or goods[DEFENCE]):
        return True
    return bool(abilities(s, seat, window))


def react(
    s: State,
    window: int,
    which: int,
    seats: Sequence[int],
    *,
    mine: Collection[int] = (),
    also: tuple[int, int] = (-1, 0),
    phase: bool = False,
) -> Asking:
    """Open a window until all decline.

    All who can be asked and whose orders stop for it are asked quietly and together; the first
    who plays, clockwise from the active player, is carried out, and the window opens anew
    (CV-ASK-40).

    Args:
        window: what may be played, as bits.
        which: the standing order that it falls under.
        seats: who might be asked, clockwise from the active player.
        mine: those whom it concerns.
        also: a seat that may play things of further windows too, and these.
        phase: whether flat cats are asked as well.
    """
    skip = s.box.skip

    def choices(s: State, seat: int) -> list[Action]:
        more = also[1] if seat == also[0] else 0
        return [*plays(s, seat, window | more), skip]

    while True:
        asked = asks(s, window, which, seats, mine=mine, phase=phase)
        if not asked:
            return
        here = s.open_die
        stops = by_orders(which, mine)
        answers = yield questions.REACT.ask_quiet(asked, skip, stops, choices)
        for seat, action in zip(asked, answers, strict=True):
            if action is not skip:
                yield from carry_out(s, seat, action)
                break
        else:
            return
        if here is not None and s.open_die is None:
            return


def asks(
    s: State,
    window: int,
    which: int,
    seats: Sequence[int],
    *,
    mine: Collection[int] = (),
    phase: bool = False,
) -> tuple[int, ...]:
    """The seats that can be asked in a window, as everybody knows; their orders are their own."""
    return tuple(
        [
            seat
            for seat in seats
            if orders.open_to(s, which, seat in mine) and able(s, seat, window, phase)
        ]
    )


def by_orders(which: int, mine: Collection[int] = ()) -> Callable[[State, int], bool]:
    """Whether a window of that kind stops for a seat; ``mine``: those whom it concerns."""
    return lambda s, seat: orders.stops(s, seat, which, seat in mine)


def targeted(s: State, seat: int) -> Asking:
    """The window of a player who has been picked; whether the step is cancelled."""
    s.cancelled = False
    yield from react(s, W_TARGETED, SELF, [seat])
    cancelled = s.cancelled
    s.cancelled = False
    return cancelled


def roll(
    s: State,
    roller: int,
    die: str,
    *,
    against: int = -1,
    encounter: bool = False,
) -> Asking:
    """Roll a die openly, let others change it, and give what it shows in the end (CV-RUL-77)."""
    before = s.open_die
    face = roll_open(s, die)
    s.open_die = (die, face, roller)
    if s.tell:
        s.tell("rolled", seat=roller, die=die, face=face)
    also = (roller, W_ENCOUNTER) if encounter else (-1, 0)
    yield from react(s, W_ROLL, ROLLS, s.order(), mine=(roller, against), also=also)
    assert s.open_die is not None
    face = s.open_die[1]
    s.open_die = before
    return face


# -- what may be played ---------------------------------------------------------------------------


def abilities(s: State, seat: int, window: int) -> list[int]:
    """The cards in play that a player may use in a window."""
    cards = s.box.cards
    found = []
    for each in in_play(s, seat):
        use = cards[each & DESIGN].use
        if (
            use is not None
            and use.windows & window
            and not each & USED
            and (use.require is None or use.require.holds(s, seat))
            and can_pay(s, seat, use.cost)
        ):
            found.append(each & DESIGN)
    return found


def may_play(s: State, seat: int, card: Card, window: int) -> bool:
    """Whether a hand card or Harvest token may be played in a window now."""
    return bool(
        card.windows & window
        and (card.require is None or card.require.holds(s, seat))
        and can_pay(s, seat, card.cost, hand=1)
    )


def plays(s: State, seat: int, window: int) -> list[Action]:
    """All that a player may play in a window: cards, Harvest tokens, abilities, tokens, Mice."""
    box = s.box
    cards, play = box.cards, box.play
    found = []
    last = -1
    for card in s.hand[seat]:
        if card != last:
            last = card
            design = cards[card]
            if (
                design.windows & window
                and design.kind == "play"
                and may_play(s, seat, design, window)
            ):
                found.append(play[card])
    if s.sand[seat]:
        for card in dict.fromkeys(s.sand[seat]):
            if may_play(s, seat, cards[card], window):
                found.append(play[card])
    if s.plots[seat] or s.front[seat]:
        found += [box.use[card] for card in abilities(s, seat, window)]
    goods = s.goods[seat]
    if window & _REROLLS:
        reroll = has_token(goods, REROLL)
        if (reroll or goods[MOUSE]) and rollable(s, seat):
            if reroll:
                found.append(box.token[REROLL])
            if goods[MOUSE]:
                found.append(box.mouse[REROLL])
    if window & W_COMBAT:
        for item in (ATTACK, DEFENCE):
            if has_token(goods, item):
                found.append(box.token[item])
            if goods[MOUSE]:
                found.append(box.mouse[item])
    elif window & W_MAIN and goods[MOVE_TOKEN]:
        found.append(box.token[MOVE_TOKEN])
    return found


def has_token(goods: list[int], item: int) -> bool:
    """Whether there is an open or a bought token of a kind."""
    return goods[item] > 0 or goods[BOUGHT[item]] > 0


def carry_out(s: State, seat: int, action: Action) -> Asking:
    """Play what was chosen out of `plays`."""
    match action.verb:
        case "play":
            yield from playing.play(s, seat, action.value)
        case "use":
            yield from playing.use(s, seat, action.value)
        case "token":
            yield from playing.use_token(s, seat, action.value)
        case "mouse":
            yield from playing.use_mouse(s, seat, action.value)
        case _:
            yield from playing.free_reroll(s, seat)
