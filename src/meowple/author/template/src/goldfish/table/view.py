"""What a viewer may see, as plain data."""

from __future__ import annotations

from typing import TypedDict

from meowple.author import Question

from goldfish.state import State


class Seat(TypedDict):
    """The cards of a seat.

    Attributes:
        held: how many it holds.
        hand: which, for its owner; null for others.
        played: those it has played, one for each round.
    """

    held: int
    hand: list[str] | None
    played: list[str]


class View(TypedDict):
    """The table.

    Attributes:
        seats: by seat.
        deck: how many cards nobody was dealt.
    """

    seats: list[Seat]
    deck: int


def view(s: State, viewer: int | None, question: Question | None) -> View:
    """The table for that viewer; None is a spectator."""
    return {
        "seats": [
            {
                "held": len(s.hands[seat]),
                "hand": [card.key for card in s.hands[seat]] if seat == viewer else None,
                "played": [card.key for card in s.played[seat]],
            }
            for seat in range(s.seats)
        ],
        "deck": len(s.deck),
    }
