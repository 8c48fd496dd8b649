"""What lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meowple.author import Chance, Json, Tell

from .pieces import Card


class State:
    """A table of Fish bowl.

    Attributes:
        deck: the cards that nobody was dealt, in no order.
        hands: the cards of each seat, sorted.
        played: the cards that each seat has played, one for each round.
    """

    __slots__ = ("chance", "deck", "hands", "options", "played", "seats", "tell")

    def __init__(self, seats: int, options: Mapping[str, Any], chance: Chance) -> None:
        self.seats = seats
        self.options = options
        self.chance = chance
        self.tell: Tell | None = None
        self.deck: list[Card] = []
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.played: list[list[Card]] = [[] for _ in range(seats)]

    def copy(self) -> State:
        """A state that shares nothing that can change."""
        new = State(self.seats, self.options, self.chance.copy())
        new.deck = self.deck[:]
        new.hands = [hand[:] for hand in self.hands]
        new.played = [row[:] for row in self.played]
        return new

    def to_json(self) -> Json:
        """The state as plain data, which `positions.load` reads."""
        return {
            "deck": [card.key for card in self.deck],
            "hands": [[card.key for card in hand] for hand in self.hands],
            "played": [[card.key for card in row] for row in self.played],
        }


def in_order(cards: list[Card]) -> list[Card]:
    """Cards as they are held, so that the order in which they came tells nothing."""
    return sorted(cards, key=lambda card: card.key)
