"""The Great Sandbox: Dig, Harvest, Sift (CV-DIG, CV-SIFT, CV-HTOK, CV-RUL-47 to 52)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meowple.author import Action, Asking
from meowple.games.catvale.pieces.names import FISH, SIFT_FISH, W_DIG

from . import questions
from .dice import choose_die, spend_die, values
from .drawing import harvest_token
from .gathering import named_sets, play_named

if TYPE_CHECKING:
    from meowple.games.catvale.state import State


def main_actions(s: State, seat: int) -> list[Action]:
    """Dig before the Harvest, Sift after it (CV-DIG-6, CV-SIFT-2)."""
    box = s.box
    dice = values(s, seat)
    if not s.harvested:
        found = [box.dig[v - 1] for v in dice]
        if s.options["dig_zero_dice"] and not s.sifted >> seat & 1:
            found += [box.dig_with[named] for named in named_sets(s, seat, W_DIG)]
        return found
    if (
        s.sifted >> seat & 1
        or s.goods[seat][FISH] < SIFT_FISH
        or not s.bag
        or (s.options["sift_die"] and not dice)
    ):
        return []
    return [box.sift[named] for named in named_sets(s, seat, W_DIG)]


def dig(s: State, seat: int, action: Action) -> Asking:
    """Any number of dice; the marker advances by their sum (CV-DIG-1)."""
    total = 0
    if action.verb == "dig" and isinstance(action.value, tuple):
        s.sifted |= 1 << seat  # without a die, once a Round (CV-OPT-2)
        named = action.value
    else:
        while True:
            spend_die(s, seat, action.value)
            total += action.value
            action = yield questions.DIG.ask(seat, more_dice)
            if isinstance(action.value, tuple):
                named = action.value
                break
    s.dug |= 1 << seat
    if s.tell:
        s.tell("dug", seat=seat, steps=total)
    advance(s, seat, total)
    yield from play_named(s, seat, named)


def more_dice(s: State, seat: int) -> list[Action]:
    """Further dice, or enough, with cards named in the same answer."""
    box = s.box
    return [
        *(box.dig[v - 1] for v in values(s, seat)),
        *(box.dig_with[named] for named in named_sets(s, seat, W_DIG)),
    ]


def advance(s: State, seat: int, steps: int) -> None:
    """The marker goes on along the Harvest track, which ends (CV-RUL-52); dead after the Harvest."""
    if s.harvested or steps < 1:
        return
    before = s.harvest[seat]
    s.harvest[seat] = min(s.box.board.harvest_end, before + steps)
    if s.harvest[seat] != before:
        s.harvest_order = (*(each for each in s.harvest_order if each != seat), seat)
        if s.tell:
            s.tell("track", seat=seat, track="harvest", space=s.harvest[seat])


def sift(s: State, seat: int, named: tuple[int, ...]) -> Asking:
    """Eat Fish, draw a token (CV-SIFT-1)."""
    s.goods[seat][FISH] -= SIFT_FISH
    s.sifted |= 1 << seat
    if s.options["sift_die"]:
        value = yield from choose_die(s, seat)
        spend_die(s, seat, value)
    if s.tell:
        s.tell("sifted", seat=seat, fish=SIFT_FISH)
    yield from harvest_token(s, seat)
    yield from play_named(s, seat, named)


def harvest(s: State) -> Asking:
    """The Harvest: tokens for all who have dug, the furthest marker first (CV-DIG-3 to 5, CV-RUL-50)."""
    s.harvested = True
    if s.tell:
        s.tell("harvest")
    came = {seat: place for place, seat in enumerate(s.harvest_order)}
    diggers = [seat for seat in range(s.seats) if s.dug >> seat & 1 and s.harvest[seat]]
    for seat in sorted(diggers, key=lambda seat: (-s.harvest[seat], came[seat])):
        reached = s.box.board.icons & ((2 << s.harvest[seat]) - 1)
        for _ in range(reached.bit_count()):
            yield from harvest_token(s, seat)
