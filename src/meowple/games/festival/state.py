"""All that lies on the table.

A state as plain data (`State.to_json`) is an object with these fields; cards are named by their
keys, seasons by theirs, lists "by seat" have one entry for each seat and, with three players, a
fourth for the dummy where it says "four".

``step``: where the match stands, one of `STEPS`; ``game``: number of the game, from 1; ``round``:
1 to 9; ``hands`` (four), ``piles`` (four, in the order taken): card keys; ``face_up``: the lower and
the higher face-up card; ``booze``: tokens by seat (four); ``voids``: by seat (four), the seasons of its
No More Season Cards; ``crows``: by seat (four), crow cards played from the hand in this game;
``totals``: VP by seat; ``results``: for each finished game and seat ``[fish VP, booze VP, crow VP]``;
``multipliers``: by seat, keys in hand; ``chosen``: by seat, key or null; ``discarded``: keys;
``tokens``: by seat, how many of each season; ``order``: seats that still act in this step, in order;
``revealed``: the cards as revealed while a crow's owner chooses, else null; ``dummy_card``: the
dummy's card of this round or null; ``extra``: whether this is the extra game; ``last``: the last
round: ``[played, after swap, taken, lowest seat, highest seat]`` or null; ``ended``: the last game:
``[piles (four), factors by seat]`` or null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from meowple.core.chance import Chance
from meowple.core.errors import BadPosition
from meowple.core.events import Tell
from meowple.core.game import Json

from .components import (
    CARD,
    CARDS,
    MOST_TOKENS,
    MULTIPLIER,
    MULTIPLIERS,
    SEASONS,
    TOKENS_PER_SEASON,
    TOKENS_PER_SEASON_TRIO,
    Card,
    Multiplier,
)

NEW_GAME = "new_game"
HANDS = "hands"
START_PLAYER = "start_player"
CHOOSE_MULTIPLIER = "choose_multiplier"
FIRST_TOKENS = "first_tokens"
EXTRA_TOKEN = "extra_token"
PLAY = "play"
CROW = "crow"
FREE_TOKEN = "free_token"
OVER = "over"

STEPS = (
    NEW_GAME,
    HANDS,
    START_PLAYER,
    CHOOSE_MULTIPLIER,
    FIRST_TOKENS,
    EXTRA_TOKEN,
    PLAY,
    CROW,
    FREE_TOKEN,
    OVER,
)

DUMMY = 3
"""The dummy's place in lists of four when three play (FTC-TRIO-1)."""


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

    # Lists change in place and are copied; tuples are replaced as a whole and shared by copies.
    hands: list[list[Card]]
    piles: list[list[Card]]
    face_up: tuple[Card, Card] | None
    booze: list[int]
    voids: tuple[tuple[int, ...], ...]
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
    tell: Tell | None

    def __init__(self, seats: int, options: Mapping[str, Any], chance: Chance) -> None:
        self.seats = seats
        self.options = options
        self.chance = chance
        self.tell = None
        self.everyone = tuple(range(seats))
        self.step = NEW_GAME
        self.game = 1
        self.round = 1
        self.hands = [[], [], [], []]
        self.piles = [[], [], [], []]
        self.face_up = None
        self.booze = [0, 0, 0, 0]
        self.voids = ((),) * 4
        self.crows = (0,) * 4
        self.totals = (0,) * seats
        self.results = ()
        self.multipliers = ((),) * seats
        self.chosen = (None,) * seats
        self.discarded = ()
        self.tokens = ((0, 0, 0, 0),) * seats
        self.order = ()
        self.revealed = None
        self.dummy_card = None
        self.extra = False
        self.last = None
        self.ended = None

    @property
    def trio(self) -> bool:
        """Whether a dummy takes the fourth seat."""
        return self.seats == 3

    @property
    def rules(self) -> str:
        """``basic``, ``experienced`` or ``advanced`` (FTC-OPT-1)."""
        rules: str = self.options["rules"]
        return rules

    @property
    def token_supply(self) -> list[int]:
        """Season Multiplier Tokens left of each season (FTC-ADV-2, FTC-TRIO-8)."""
        if self.rules != "advanced":
            return [0, 0, 0, 0]
        each = TOKENS_PER_SEASON_TRIO if self.trio else TOKENS_PER_SEASON
        return [each - sum(own[season] for own in self.tokens) for season in range(4)]

    def copy(self) -> Self:
        new = object.__new__(self.__class__)
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
            "face_up": _keys(self.face_up or ()),
            "booze": self.booze[:],
            "voids": [[SEASONS[season] for season in own] for own in self.voids],
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


def load(seats: int, options: Mapping[str, Any], data: Json, chance: Chance) -> State:
    """The state that `State.to_json` wrote. Raises `BadPosition` if it cannot occur."""
    s = State(seats, options, chance)
    last = data["last"]
    s.step = data["step"]
    s.game = _number(data["game"], 1, 10**6)
    s.round = _number(data["round"], 1, 9)
    s.hands = [_cards(keys) for keys in _four(data["hands"])]
    s.piles = [_cards(keys) for keys in _four(data["piles"])]
    face_up = _cards(data["face_up"])
    s.face_up = (face_up[0], face_up[1]) if len(face_up) == 2 else None
    s.booze = [_number(n, 0, 3) for n in _four(data["booze"])]
    s.voids = tuple(tuple(SEASONS.index(name) for name in own) for own in _four(data["voids"]))
    s.crows = tuple(_number(n, 0, 4) for n in _four(data["crows"]))
    s.totals = tuple(_number(n, -(10**6), 10**6) for n in _by_seat(data["totals"], seats))
    s.results = tuple(
        tuple(_score(score) for score in _by_seat(game, seats)) for game in data["results"]
    )
    s.multipliers = tuple(
        tuple(MULTIPLIER[key] for key in own) for own in _by_seat(data["multipliers"], seats)
    )
    s.chosen = tuple(key and MULTIPLIER[key] for key in _by_seat(data["chosen"], seats))
    s.discarded = tuple(MULTIPLIER[key] for key in data["discarded"])
    s.tokens = tuple(
        tuple(_number(n, 0, MOST_TOKENS) for n in _four(own))
        for own in _by_seat(data["tokens"], seats)
    )
    s.order = tuple(_number(seat, 0, seats - 1) for seat in data["order"])
    s.revealed = None if data["revealed"] is None else _cards(_four(data["revealed"]))
    s.dummy_card = data["dummy_card"] and CARD[data["dummy_card"]]
    s.extra = data["extra"] is True
    s.last = last and Round(
        _cards(_four(last[0])),
        _cards(_four(last[1])),
        _cards(_four(last[2])),
        _number(last[3], 0, 3),
        _number(last[4], 0, 3),
    )
    ended = data["ended"]
    s.ended = ended and Ended(
        tuple(tuple(_cards(pile)) for pile in _four(ended[0])),
        tuple(tuple(_number(n, -1, 2) for n in _four(own)) for own in _by_seat(ended[1], seats)),
    )
    check(s)
    return s


def check(s: State) -> None:
    """Raise `BadPosition` unless every piece is in one place and the counts fit the step."""

    def demand(true: bool, sentence: str) -> None:
        if not true:
            raise BadPosition(f"impossible position: {sentence}")

    demand(s.step in STEPS and s.step != OVER, f"step is one of {', '.join(STEPS[:-1])}")
    demand(len(s.results) == s.game - 1, f"game {s.game} comes after {s.game - 1} results")
    for seat in range(s.seats):
        total = sum(sum(game[seat]) for game in s.results)
        demand(s.totals[seat] == total, f"seat {seat} has {total} VP by its results")
    if s.step == NEW_GAME:
        demand(not any(s.hands) and not any(s.piles), "no cards are dealt before a new game")
    else:
        _check_cards(s, demand)
    _check_multipliers(s, demand)
    _check_tokens(s, demand)
    asked = {
        START_PLAYER: 1,
        CHOOSE_MULTIPLIER: s.seats if s.options["multiplier_choice"] == "open" else 0,
        FIRST_TOKENS: s.seats,
        EXTRA_TOKEN: s.seats,
        CROW: 1,
        FREE_TOKEN: 2,
    }.get(s.step, 0)
    demand(
        len(s.order) <= asked and (bool(s.order) or not asked),
        f"between 1 and {asked} seats act in order in step {s.step}"
        if asked
        else "nobody in order",
    )
    demand(s.step == FREE_TOKEN or len(set(s.order)) == len(s.order), "a seat acts once")


def _check_cards(s: State, demand: Any) -> None:
    rounds = s.round - 1
    demand(s.face_up is not None, "two cards lie face up")
    face_up = list(s.face_up or ())
    demand(face_up[0].rank < face_up[1].rank, "the lower face-up card lies first")
    everywhere = [*face_up, *(c for place in (*s.hands, *s.piles) for c in place)]
    held = s.revealed if s.step == CROW else None
    demand((held is not None) == (s.step == CROW), "cards are revealed only while a crow chooses")
    if held:
        everywhere += held
    elif s.dummy_card:
        everywhere.append(s.dummy_card)
    demand(
        len(everywhere) == len(set(everywhere)) == len(CARDS),
        "each of the 38 number cards is in exactly one place",
    )
    drawn = s.step == PLAY and s.trio
    demand(
        (s.dummy_card is not None) == (s.trio and s.step in (PLAY, CROW)), "the dummy plays a card"
    )
    done = s.step == FREE_TOKEN
    for seat in range(4):
        taken = s.round if done else rounds
        out = 1 if held or (drawn and seat == DUMMY) else 0
        demand(len(s.piles[seat]) == taken, f"after {taken} rounds each pile has {taken} cards")
        demand(len(s.hands[seat]) == 9 - taken - out, f"seat {seat} holds {9 - taken - out} cards")
        booze = sum(card.booze for card in s.piles[seat])
        demand(
            s.booze[seat] == (0 if s.trio and seat == DUMMY else booze),
            f"seat {seat} has a Booze Token for each booze icon taken",
        )
        demand(booze <= 3 or (s.trio and seat == DUMMY), f"seat {seat} has 3 booze at most")
        demand(done or s.booze[seat] < 3, "the game ends when somebody has 3 Booze Tokens")
        for card in s.hands[seat]:
            demand(card.season not in s.voids[seat], f"seat {seat} said it had no such card")


def _check_multipliers(s: State, demand: Any) -> None:
    everywhere = [card for own in s.multipliers for card in own]
    everywhere += [card for card in s.chosen if card] + list(s.discarded)
    if s.rules != "experienced" or (s.step == NEW_GAME and s.game == 1):
        demand(not everywhere, "no Score Multiplier Card is in play")
    else:
        demand(
            len(everywhere) == len(set(everywhere)) == len(MULTIPLIERS),
            "each Score Multiplier Card is in exactly one place",
        )


def _check_tokens(s: State, demand: Any) -> None:
    if s.rules != "advanced":
        demand(not any(map(any, s.tokens)), "no Season Multiplier Token is in play")
    demand(min(s.token_supply) >= 0, "no more Season Multiplier Tokens than there are")


def _keys(cards: Any) -> list[str]:
    return [card.key for card in cards]


def _cards(keys: Any) -> list[Card]:
    return [CARD[key] for key in keys]


def _four(items: Any) -> list[Any]:
    return _by_seat(items, 4)


def _by_seat(items: Any, seats: int) -> list[Any]:
    if not isinstance(items, list) or len(items) != seats:
        raise BadPosition(f"a list of {seats} was expected, one for each seat")
    return items


def _number(value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadPosition(f"a whole number from {least} to {most} was expected")
    return value


def _score(score: Any) -> tuple[int, int, int]:
    fish, booze, crow = (_number(n, -1000, 1000) for n in score)
    return fish, booze, crow
