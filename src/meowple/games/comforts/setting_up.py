"""Setting up the table and the players (CC-SET, CC-PLY, CC-COIN), for one player alone too (CC-SOL)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meowple.core.chance import Chance

from .box import Box
from .cards import refill_ladder, refill_nest, turn_month_cards
from .components import COIN, HILL, TOKENS, Card
from .state import BEGIN, State


def setup(box: Box, seats: int, options: Mapping[str, Any], chance: Chance) -> State:
    """The table and the players before the first month; all have yet to put a comfort away.

    All decks are unordered piles from which cards are drawn at random, which is as good as
    shuffled, and so are the Forest and the Meadow of each season (CC-SET-3): of a short game's
    cards the last of spring and of summer are never drawn (CC-SET-5).
    """
    s = State()
    s.box = box
    s.seats = seats
    s.options = options
    s.chance = chance
    s.tell = None
    s.step = BEGIN
    s.month = s.turn = 0
    s.ready = s.marked = s.acted = s.trades = s.bonus_trades = 0
    s.at = [HILL] * 6
    s.shift = [0] * 6
    s.umbrella_die = s.vane_die = s.paw = s.visit = s.word = -1
    s.umbrella_by = s.vane_by = 0
    s.discards = []
    s.scrapped = []

    # The main board (CC-SET-1 to CC-SET-10).
    s.river = chance.below(len(box.river.ids))
    s.forest_pile = list(range(len(box.forest)))
    s.meadow_pile = list(range(len(box.meadow)))
    turn_month_cards(s)
    s.set_needs()
    s.comforts = deck_of(box.comforts, {card.id: card.count for card in box.comforts})
    s.nest = []
    refill_nest(s)
    s.improvements = deck_of(box.improvements, improvements_in(box, seats))
    s.ladder = []
    refill_ladder(s)
    s.travelers = deck_of(box.travelers, travelers_in(box, seats))
    s.traveler = -1
    s.set_visitor()

    # The first early bird (CC-SET-11, CC-RUL-4); a seat that nobody sits in is as good as none.
    named = options["early_bird"]  # counted from 1, as people do; 0: drawn
    s.early = named - 1 if 0 < named <= seats else chance.below(seats)

    # The players (CC-PLY) and their coins, in the turn order of the first month (CC-COIN).
    s.family = [0] * (2 * seats)
    s.village = [0] * 4
    s.tokens = [[0] * len(TOKENS) for _ in range(seats)]
    for turn, coins in enumerate(box.setup.coins[seats, options["length"]]):
        s.tokens[(s.early + turn) % seats][COIN] = coins
    s.hands = [
        tuple(sorted(chance.draw(s.comforts) for _ in range(box.board.drawn))) for _ in range(seats)
    ]
    s.known = [()] * seats
    s.fresh = s.hands[:]
    s.made = [()] * seats
    s.built = [()] * seats
    s.placed = [0] * seats
    s.guest = [-1] * seats
    s.barrow = [-1] * seats
    return s


def deck_of(cards: Sequence[Card], copies: Mapping[str, int]) -> list[int]:
    """A deck: the kind of every card in it."""
    return [card.kind for card in cards for _ in range(copies.get(card.id, 0))]


def travelers_in(box: Box, seats: int) -> dict[str, int]:
    """How many of each traveler are in the deck (CC-SOL-2)."""
    out = box.setup.no_travelers if seats == 1 else ()
    return {card.id: card.count for card in box.travelers if card.id not in out}


def improvements_in(box: Box, seats: int) -> dict[str, int]:
    """How many of each improvement are in the deck (CC-SOL-3, CC-SOL-4)."""
    if seats > 1:
        return {card.id: card.count for card in box.improvements}
    out, copies = box.setup.no_improvements, box.setup.copies
    return {card.id: min(copies, card.count) for card in box.improvements if card.id not in out}
