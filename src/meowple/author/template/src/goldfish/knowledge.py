"""What a viewer cannot know."""

from __future__ import annotations

from meowple.author import Chance

from .state import State, in_order


def redeal(s: State, viewer: int | None, chance: Chance) -> None:
    """Deal the deck and the hands of the others anew, each possibility equally likely.

    What comes out must not depend on what was there before: so the hidden cards are collected,
    sorted, shuffled and dealt.
    """
    others = [seat for seat in range(s.seats) if seat != viewer]
    hidden = in_order(s.deck + [card for seat in others for card in s.hands[seat]])
    chance.shuffle(hidden)
    for seat in others:
        s.hands[seat] = in_order([hidden.pop() for _ in s.hands[seat]])
    s.deck = hidden
