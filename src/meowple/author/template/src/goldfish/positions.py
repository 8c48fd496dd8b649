"""Reading a position, and refusing one that cannot occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from meowple.author import N_, Chance, Json, Reader

from .pieces import BOX, CARD
from .rules import KEPT
from .state import State, in_order


def load(seats: int, options: Mapping[str, Any], data: Json, chance: Chance) -> State:
    """The state that ``State.to_json`` wrote. Raises `BadPosition`."""
    read = Reader(data).fields("deck", "hands", "played")
    s = State(seats, options, chance)
    s.deck = read["deck"].pieces(CARD)
    s.hands = [in_order(hand.pieces(CARD)) for hand in read["hands"].each(seats)]
    s.played = [row.pieces(CARD) for row in read["played"].each(seats)]
    rounds = len(s.played[0])
    even = all(len(row) == rounds for row in s.played)
    read["played"].check(even, N_("must be as many for each"))
    for hand in read["hands"].each():
        hand.check(
            len(hand.data) == options["hand"] - rounds > KEPT,
            N_("must be what is left of the cards dealt, and enough to go on"),
        )
    everything = Counter(card for cards in (s.deck, *s.hands, *s.played) for card in cards)
    read.check(everything == Counter(BOX), N_("the cards are not those of the box"))
    return s
