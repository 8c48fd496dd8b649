"""All that lies on the table.

A state as plain data (`State.to_json`) is an object with these fields; cards are named by their
keys, seasons by theirs, lists "by seat" have one entry for each seat and, with three players, a
fourth for the dummy where it says "four".

``step``: where the match stands, one of `Step`; ``game``: number of the game, from 1; ``round``:
1 to 9; ``hands`` (four), ``piles`` (four, in the order taken): card keys; ``face_up``: the lower and
the higher face-up card; ``booze``: tokens by seat (four); ``voids``: by seat (four), the seasons of its
No More Season Cards; ``holds``: by seat (four), lists of seasons, of each of which the seat was
heard to hold a card and has played none since (it played YOROZU and had to announce otherwise:
option ``announce_on_yorozu``); ``crows``: by seat (four), crow cards played from the hand in this game;
``totals``: VP by seat; ``results``: for each finished game and seat ``[fish VP, booze VP, crow VP]``;
``multipliers``: by seat, keys in hand; ``chosen``: by seat, key or null; ``discarded``: keys;
``tokens``: by seat, how many of each season; ``order``: seats that still act in this step, in order;
``revealed``: the cards as revealed while a crow's owner chooses, else null; ``dummy_card``: the
dummy's card of this round or null; ``extra``: whether this is the extra game; ``last``: the last
round, at the start of a game that of the game before: ``[played, after swap, taken, lowest seat,
highest seat]`` or null; ``ended``: the last game: ``[piles (four), factors by seat]`` or null.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from meowple.author import Chance, Json, Tell

from .pieces import (
    EVERY_SEASON,
    MULTIPLIERS_EACH,
    MULTIPLIERS_EACH_TRIO,
    PLACES,
    SEASONS,
    TOKENS_PER_SEASON,
    TOKENS_PER_SEASON_TRIO,
    Card,
    Multiplier,
)


class Step:
    """Where a match stands: what `rules.STEPS` runs next."""

    NEW_GAME: Final = "new_game"
    HANDS: Final = "hands"
    START_PLAYER: Final = "start_player"
    CHOOSE_MULTIPLIER: Final = "choose_multiplier"
    FIRST_TOKENS: Final = "first_tokens"
    EXTRA_TOKEN: Final = "extra_token"
    PLAY: Final = "play"
    CROW: Final = "crow"
    FREE_TOKEN: Final = "free_token"
    OVER: Final = "over"


DUMMY = PLACES - 1
"""The dummy's place in lists of four when three play (FTC-TRIO-1)."""

NOTHING: tuple[tuple[()], ...] = ((),) * PLACES
"""Nothing announced, by seat."""

NO_TOKENS = (0,) * len(SEASONS)


class Round:
    """A finished round: cards by seat as played and after swaps, cards taken, lowest, highest."""

    __slots__ = ("highest", "lowest", "played", "swapped", "taken")

    def __init__(
        self, played: list[Card], swapped: list[Card], taken: list[Card], lowest: int, highest: int
    ) -> None:
        self.played = played
        self.swapped = swapped
        self.taken = taken
        self.lowest = lowest
        self.highest = highest


class Ended(NamedTuple):
    """A finished game: the four piles, and by seat what a fish of each season was worth."""

    piles: tuple[tuple[Card, ...], ...]
    factors: tuple[tuple[int, ...], ...]


class State:
    """See the module's description for the meaning of the fields."""

    __slots__ = (
        "booze",
        "chance",
        "chosen",
        "crows",
        "discarded",
        "dummy_card",
        "ended",
        "everyone",
        "extra",
        "face_up",
        "game",
        "hands",
        "holds",
        "last",
        "multipliers",
        "options",
        "order",
        "piles",
        "results",
        "revealed",
        "round",
        "seats",
        "step",
        "tell",
        "tokens",
        "totals",
        "voids",
    )

    seats: int
    options: Mapping[str, Any]
    chance: Chance
    tell: Tell | None
    everyone: tuple[int, ...]
    step: str
    game: int
    round: int
    extra: bool
    # Lists change in place and are copied; tuples are replaced as a whole and shared by copies.
    hands: list[list[Card]]
    piles: list[list[Card]]
    face_up: tuple[Card, ...]  # none, or the lower and the higher
    booze: list[int]
    voids: tuple[tuple[int, ...], ...]
    holds: tuple[tuple[tuple[int, ...], ...], ...]
    crows: tuple[int, ...]
    totals: tuple[int, ...]
    results: tuple[tuple[tuple[int, int, int], ...], ...]
    multipliers: tuple[tuple[Multiplier, ...], ...]
    chosen: tuple[Multiplier | None, ...]
    discarded: tuple[Multiplier, ...]
    tokens: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    revealed: list[Card] | None
    dummy_card: Card | None
    last: Round | None
    ended: Ended | None

    def clear(self) -> None:
        """Put all that belongs to a single game back: it starts anew with round 1."""
        self.round = 1
        self.hands = [[] for _ in range(PLACES)]
        self.piles = [[] for _ in range(PLACES)]
        self.face_up = ()
        self.booze = [0] * PLACES
        self.voids = self.holds = NOTHING
        self.crows = (0,) * PLACES
        self.revealed = None
        self.dummy_card = None

    @property
    def trio(self) -> bool:
        """Whether a dummy takes the fourth seat."""
        return self.seats < PLACES

    @property
    def rules(self) -> str:
        """``basic``, ``experienced`` or ``advanced`` (FTC-OPT-1)."""
        rules: str = self.options["rules"]
        return rules

    @property
    def multipliers_each(self) -> int:
        """Score Multiplier Cards dealt to each player (FTC-EXP-2, FTC-TRIO-7)."""
        return MULTIPLIERS_EACH_TRIO if self.trio else MULTIPLIERS_EACH

    @property
    def token_supply(self) -> list[int]:
        """Season Multiplier Tokens left of each season (FTC-ADV-2, FTC-TRIO-8)."""
        if self.rules != "advanced":
            return list(NO_TOKENS)
        each = TOKENS_PER_SEASON_TRIO if self.trio else TOKENS_PER_SEASON
        return [each - sum(own[season] for own in self.tokens) for season in EVERY_SEASON]

    def copy(self) -> State:
        new = State()
        new.seats = self.seats
        new.options = self.options
        new.chance = self.chance.copy()
        new.tell = None
        new.everyone = self.everyone
        new.step = self.step
        new.game = self.game
        new.round = self.round
        a, b, c, d = self.hands
        new.hands = [a[:], b[:], c[:], d[:]]
        a, b, c, d = self.piles
        new.piles = [a[:], b[:], c[:], d[:]]
        new.face_up = self.face_up
        new.booze = self.booze[:]
        new.voids = self.voids
        new.holds = self.holds
        new.crows = self.crows
        new.totals = self.totals
        new.results = self.results
        new.multipliers = self.multipliers
        new.chosen = self.chosen
        new.discarded = self.discarded
        new.tokens = self.tokens
        new.order = self.order
        new.revealed = self.revealed
        new.dummy_card = self.dummy_card
        new.extra = self.extra
        new.last = self.last
        new.ended = self.ended
        return new

    def to_json(self) -> Json:
        last = self.last
        return {
            "step": self.step,
            "game": self.game,
            "round": self.round,
            "hands": [_keys(hand) for hand in self.hands],
            "piles": [_keys(pile) for pile in self.piles],
            "face_up": _keys(self.face_up),
            "booze": self.booze[:],
            "voids": [[SEASONS[season] for season in own] for own in self.voids],
            "holds": [[[SEASONS[season] for season in one] for one in own] for own in self.holds],
            "crows": list(self.crows),
            "totals": list(self.totals),
            "results": [[list(score) for score in game] for game in self.results],
            "multipliers": [[card.key for card in own] for own in self.multipliers],
            "chosen": [card and card.key for card in self.chosen],
            "discarded": [card.key for card in self.discarded],
            "tokens": [list(own) for own in self.tokens],
            "order": list(self.order),
            "revealed": self.revealed and _keys(self.revealed),
            "dummy_card": self.dummy_card and self.dummy_card.key,
            "extra": self.extra,
            "last": last
            and [
                _keys(last.played),
                _keys(last.swapped),
                _keys(last.taken),
                last.lowest,
                last.highest,
            ],
            "ended": self.ended
            and [
                [_keys(pile) for pile in self.ended.piles],
                [list(own) for own in self.ended.factors],
            ],
        }


def setup(seats: int, options: Mapping[str, Any], chance: Chance) -> State:
    """The table before the first game."""
    s = State()
    s.seats = seats
    s.options = options
    s.chance = chance
    s.tell = None
    s.everyone = tuple(range(seats))
    s.step = Step.NEW_GAME
    s.game = 1
    s.clear()
    s.totals = (0,) * seats
    s.results = ()
    s.multipliers = ((),) * seats
    s.chosen = (None,) * seats
    s.discarded = ()
    s.tokens = (NO_TOKENS,) * seats
    s.order = ()
    s.extra = False
    s.last = None
    s.ended = None
    return s


def _keys(cards: Iterable[Card]) -> list[str]:
    return [card.key for card in cards]
