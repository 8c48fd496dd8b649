"""Setting up the table and the players (CC-SET, CC-PLY, CC-COIN), for one player alone too (CC-SOL)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meowple.author import Asking, Chance
from meowple.games.comforts.pieces.board import (
    COIN,
    FAMILY_DICE,
    HILL,
    POOL,
    TOKENS,
    VILLAGE_DICE,
)
from meowple.games.comforts.pieces.box import Box
from meowple.games.comforts.state import BEGIN, KEEP, State

from .decks import (
    deck_of,
    improvements_in,
    refill_ladder,
    refill_nest,
    travelers_in,
    turn_month_cards,
)


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
    s.at = [HILL] * POOL
    s.shift = [0] * POOL
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
    s.family = [0] * (FAMILY_DICE * seats)
    s.village = [0] * VILLAGE_DICE
    s.tokens = [[0] * len(TOKENS) for _ in range(seats)]
    for turn, coins in enumerate(box.setup.coins[seats, options["length"]]):
        s.tokens[(s.early + turn) % seats][COIN] = coins
    s.hands = [tuple(sorted(chance.deal(s.comforts, box.board.drawn))) for _ in range(seats)]
    s.known = [()] * seats
    s.fresh = s.hands[:]
    s.made = [()] * seats
    s.built = [()] * seats
    s.placed = [0] * seats
    s.guest = [-1] * seats
    s.barrow = [-1] * seats
    return s


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
