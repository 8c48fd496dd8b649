"""All that lies on the table.

A state as plain data (`State.to_json`) is an object with these fields; cards are named by their
keys, seasons by theirs, lists "by seat" have one entry for each seat and, with three players, a
fourth for the dummy where it says "four".

``step``: where the match stands, one of `STEPS`; ``game``: number of the game, from 1; ``round``:
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

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from operator import ge
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
    YOROZU,
    Card,
    Multiplier,
    in_hand,
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
        self.face_up = ()
        self.booze = [0, 0, 0, 0]
        self.voids = ((),) * 4
        self.holds = ((),) * 4
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


def load(seats: int, options: Mapping[str, Any], data: Json, chance: Chance) -> State:
    """The state that `State.to_json` wrote. Raises `BadPosition` if it cannot occur."""
    s = State(seats, options, chance)
    s.step = data["step"]
    s.game = _number(data["game"], 1, 10**6)
    s.round = _number(data["round"], 1, 9)
    s.hands = [_cards(keys) for keys in _four(data["hands"])]
    for hand in s.hands[:seats]:  # the dummy's deck keeps its order, from which chance draws
        hand.sort(key=in_hand)
    s.piles = [_cards(keys) for keys in _four(data["piles"])]
    face_up = _cards(data["face_up"])
    demand(len(face_up) in (0, 2), "none or two cards lie face up")
    s.face_up = tuple(face_up)
    s.booze = [_number(n, 0, 3) for n in _four(data["booze"])]
    s.voids = tuple(_seasons(own) for own in _four(data["voids"]))
    s.holds = tuple(tuple(map(_seasons, _list(own))) for own in _four(data["holds"]))
    s.crows = tuple(_number(n, 0, 4) for n in _four(data["crows"]))
    s.totals = tuple(_number(n, -(10**6), 10**6) for n in _list(data["totals"], seats))
    s.results = tuple(
        tuple(_score(score) for score in _list(game, seats)) for game in _list(data["results"])
    )
    s.multipliers = tuple(_multipliers(own) for own in _list(data["multipliers"], seats))
    s.chosen = tuple(
        None if key is None else MULTIPLIER[key] for key in _list(data["chosen"], seats)
    )
    s.discarded = _multipliers(data["discarded"])
    s.tokens = tuple(
        tuple(_number(n, 0, MOST_TOKENS) for n in _four(own))
        for own in _list(data["tokens"], seats)
    )
    s.order = tuple(_number(seat, 0, seats - 1) for seat in _list(data["order"]))
    s.revealed = None if data["revealed"] is None else _cards(_four(data["revealed"]))
    s.dummy_card = None if data["dummy_card"] is None else CARD[data["dummy_card"]]
    demand(type(data["extra"]) is bool, "extra is true or false")
    s.extra = data["extra"]
    if data["last"] is not None:
        played, after, taken, lowest, highest = _list(data["last"], 5)
        s.last = Round(
            _cards(_four(played)),
            _cards(_four(after)),
            _cards(_four(taken)),
            _number(lowest, 0, 3),
            _number(highest, 0, 3),
        )
    if data["ended"] is not None:
        piles, factors = _list(data["ended"], 2)
        s.ended = Ended(
            tuple(tuple(_cards(pile)) for pile in _four(piles)),
            tuple(tuple(_number(n, -1, 2) for n in _four(own)) for own in _list(factors, seats)),
        )
    check(s)
    return s


# -- Reading plain data -------------------------------------------------------------------------


def demand(true: bool, sentence: str) -> None:
    """Refuse the position unless that is true of it."""
    if not true:
        raise BadPosition(f"impossible position: {sentence}")


def _keys(cards: Iterable[Card]) -> list[str]:
    return [card.key for card in cards]


def _list(items: Any, length: int | None = None) -> list[Any]:
    if not isinstance(items, list) or len(items) != (len(items) if length is None else length):
        raise BadPosition(f"a list of {length} was expected" if length else "a list was expected")
    return items


def _four(items: Any) -> list[Any]:
    return _list(items, 4)


def _cards(keys: Any) -> list[Card]:
    return [CARD[key] for key in _list(keys)]


def _multipliers(keys: Any) -> tuple[Multiplier, ...]:
    return tuple(MULTIPLIER[key] for key in _list(keys))


def _seasons(names: Any) -> tuple[int, ...]:
    seasons = tuple(SEASONS.index(name) for name in _list(names))
    demand(len(set(seasons)) == len(seasons), "a season is named twice")
    return seasons


def _number(value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadPosition(f"a whole number from {least} to {most} was expected")
    return value


def _score(score: Any) -> tuple[int, int, int]:
    fish, booze, crow = _list(score, 3)
    demand(booze in (0, 2, 4), "booze brings 0, 2 or 4 VP")
    return _number(fish, -40, 40), _number(booze, 0, 4), _number(crow, -4, 0)


# -- Positions that cannot occur ----------------------------------------------------------------


def check(s: State) -> None:
    """Raise `BadPosition` unless every piece is in one place and the counts fit the step."""
    demand(s.step in STEPS and s.step != OVER, f"step is one of {', '.join(STEPS[:-1])}")
    demand(s.step in _steps(s), f"step {s.step} does not occur with these options in this game")
    demand(s.round == 1 or s.step in (PLAY, CROW, FREE_TOKEN), f"step {s.step} is before round 1")
    _check_results(s)
    if s.step == NEW_GAME:
        _check_cleared(s)
    else:
        _check_cards(s)
        _check_booze(s)
        _check_crows(s)
        _check_announced(s)
    _check_past(s)
    _check_order(s)
    _check_multipliers(s)
    _check_tokens(s)


def _steps(s: State) -> set[str]:
    """The steps that the table's options and the number of the game know."""
    steps = {NEW_GAME, PLAY, CROW}
    if (s.rules != "basic" or s.trio) and s.options["crow_redeal"] == "ask":
        steps.add(HANDS)
    if s.rules == "experienced":
        steps.add(CHOOSE_MULTIPLIER)
        if s.game > 1 and s.options["multiplier_choice"] == "open":
            steps.add(START_PLAYER)
    if s.rules == "advanced":
        steps |= {FIRST_TOKENS} if s.game == 1 else {EXTRA_TOKEN, FREE_TOKEN}
    return steps


def _check_results(s: State) -> None:
    """Totals are the sums of the results, and none of these games ended the match."""
    demand(len(s.results) == s.game - 1, f"game {s.game} comes after {s.game - 1} results")
    totals = [0] * s.seats
    extra = False
    for game in s.results:
        demand(not extra, "the match ends with its extra game")
        for seat in s.everyone:
            totals[seat] += sum(game[seat])
        extra = max(totals) >= s.options["target"]
        demand(not extra or totals.count(max(totals)) > 1, "the match was over before")
    demand(list(s.totals) == totals, f"the totals are {totals} by the results")
    demand(s.extra == extra, "an extra game follows a tied lead at or above the target, only then")


def _check_cleared(s: State) -> None:
    cleared = not any(s.hands) and not any(s.piles) and not s.face_up and not any(s.booze)
    cleared = cleared and not any(s.voids) and not any(s.holds) and not any(s.crows)
    demand(cleared, "nothing is dealt, taken or announced before a new game")
    demand(s.dummy_card is None and s.revealed is None, "nothing is played before a new game")


def _check_cards(s: State) -> None:
    demand(bool(s.face_up), "two cards lie face up")
    face_up = s.face_up
    demand(face_up[0].rank < face_up[1].rank, "the lower face-up card lies first")
    demand((s.revealed is not None) == (s.step == CROW), "cards are revealed while a crow chooses")
    demand(
        (s.dummy_card is not None) == (s.trio and s.step in (PLAY, CROW)),
        "the dummy has a card in play while a round is played, only then",
    )
    everywhere = [*face_up, *(card for place in (*s.hands, *s.piles) for card in place)]
    if s.revealed:
        everywhere += s.revealed
        demand(not s.trio or s.revealed[DUMMY] is s.dummy_card, "the dummy's card is revealed")
    elif s.dummy_card:
        everywhere.append(s.dummy_card)
    demand(
        len(everywhere) == len(set(everywhere)) == len(CARDS),
        "each of the 38 number cards is in exactly one place",
    )
    taken = s.round if s.step == FREE_TOKEN else s.round - 1
    for seat in range(4):
        size = 9 - taken - len(_in_play(s, seat))
        demand(len(s.piles[seat]) == taken, f"after {taken} rounds each pile has {taken} cards")
        demand(len(s.hands[seat]) == size, f"seat {seat} holds {size} cards")


def _in_play(s: State, seat: int) -> list[Card]:
    """The card that a seat has played and that nobody has taken yet, if there is one."""
    if s.revealed:
        return [s.revealed[seat]]
    return [s.dummy_card] if s.dummy_card and seat == DUMMY else []


def _check_booze(s: State) -> None:
    """FTC-SETUP-5, FTC-RUL-1, FTC-BOOZE-2, FTC-END-1."""
    for seat in range(4):
        own = s.hands[seat] + _in_play(s, seat)
        dealt = sum(card.dealt_as_booze for card in own)
        demand(
            dealt == 2 if s.round == 1 else dealt <= 2 and len(own) - dealt <= 7,
            f"seat {seat} was dealt two season cards with booze and seven others",
        )
        booze = sum(card.booze for card in s.piles[seat])
        dummy = s.trio and seat == DUMMY
        demand(
            s.booze[seat] == (0 if dummy else booze),
            f"seat {seat} has a Booze Token for each booze icon taken",
        )
        demand(booze <= 3 or dummy, f"seat {seat} has 3 booze at most")
    over = any(tokens >= 3 for tokens in s.booze)
    if s.step == FREE_TOKEN:
        demand(over or s.round == 9, "a game ends by 3 Booze Tokens or after round 9")
    else:
        demand(not over, "the game ends when somebody has 3 Booze Tokens")


def _check_crows(s: State) -> None:
    """The crows counted as played are on the table, where at most two others were dealt."""
    out = [*s.face_up, *(s.revealed or ()), *(card for pile in s.piles for card in pile)]
    dealt_out = sum(card.crow for card in out) - sum(s.crows)
    demand(0 <= dealt_out <= 2, "the crows played are among the cards on the table")
    played = s.round if s.step in (CROW, FREE_TOKEN) else s.round - 1
    demand(max(s.crows) <= played, f"nobody has played more than {played} cards")
    if s.options["crow_redeal"] == "always":
        for seat in s.everyone:
            dealt = s.crows[seat] + sum(card.crow for card in s.hands[seat])
            demand(dealt < 3, f"seat {seat} was not dealt three crows")


def _check_announced(s: State) -> None:
    """FTC-VOID-6, and FTC-OPT-6 the other way round."""
    if s.round == 1 and s.step != CROW:
        demand(not any(s.voids) and not any(s.holds), "nothing is announced before the first card")
    if s.trio:
        demand(not s.voids[DUMMY] and not s.holds[DUMMY], "the dummy announces nothing")
    demand(s.options["announce_on_yorozu"] or not any(s.holds), "nobody must announce on Yorozu")
    for seat in range(4):
        held = {card.season for card in s.hands[seat]}
        demand(held.isdisjoint(s.voids[seat]), f"seat {seat} said it had no such card")
        for seasons in s.holds[seat]:
            demand(not held.isdisjoint(seasons), f"seat {seat} did not say it had no such card")


def _check_past(s: State) -> None:
    """The last round and the last game, which are only shown."""
    last, ended = s.last, s.ended
    demand(ended is None or s.game > 1, "no game has ended yet")
    if ended:
        cards = [card for pile in ended.piles for card in pile]
        demand(len(cards) == len(set(cards)), "a card was taken twice in the last game")
        demand(len({len(pile) for pile in ended.piles}) == 1, "all take equally many cards")
    if last is None:
        return
    begun = s.step == FREE_TOKEN or (s.step in (PLAY, CROW) and s.round > 1)
    demand(begun or s.game > 1, "no round has been played yet")
    demand(
        len(set(last.played)) == 4 and set(last.played) == set(last.swapped),
        "the last round was played with four cards, some of them swapped",
    )
    ranks = [card.rank for card in last.swapped]
    demand(
        ranks[last.lowest] == min(ranks) and ranks[last.highest] == max(ranks),
        "the lowest and the highest card of the last round are others",
    )
    if begun:
        demand(last.taken == [pile[-1] for pile in s.piles], "the last cards taken are others")
        demand(
            s.face_up == (last.swapped[last.lowest], last.swapped[last.highest]),
            "the lowest and the highest card played lie face up",
        )
    elif ended:
        final = [pile[-1] if pile else None for pile in ended.piles]
        demand(last.taken == final, "the last cards taken in the game before are others")


def _check_order(s: State) -> None:
    """Who still acts in this step."""
    order, least = s.order, min(s.totals)
    if s.step == START_PLAYER:
        right = len(order) == 1 and s.totals[order[0]] == least
    elif s.step == CHOOSE_MULTIPLIER and s.options["multiplier_choice"] == "open":
        right = _clockwise(order, s.seats)
    elif s.step == FIRST_TOKENS:
        right = 0 < len(order) == len(set(order))
    elif s.step == EXTRA_TOKEN:
        first = (order[-1] + 1) % s.seats if order else 0
        right = _clockwise(order, s.seats) and s.totals[first] == least
    elif s.step == CROW:
        revealed = s.revealed or []
        crows = [seat for seat, card in enumerate(revealed) if card.crow]
        yorozu = sum(card.season == YOROZU for card in revealed)
        demand(len(crows) == 1 and yorozu == 2, "one crow chooses between two Yorozu cards")
        right = list(order) == crows
    elif s.step == FREE_TOKEN:
        owners = _yorozu_owners(s)
        right = bool(order) and owners[-len(order) :] == list(order)
    else:
        right = not order
    demand(right, f"the order of those who act in step {s.step} is another")


def _clockwise(order: Sequence[int], seats: int) -> bool:
    follows = all((a + 1) % seats == b for a, b in pairwise(order))
    return 0 < len(order) <= seats and follows


def _yorozu_owners(s: State) -> list[int]:
    """Players with a YOROZU card in the pile, the one with YOROZU 0 first (FTC-ADV-12)."""
    found = [(c.value, seat) for seat in s.everyone for c in s.piles[seat] if c.season == YOROZU]
    return [seat for _, seat in sorted(found)]


def _check_multipliers(s: State) -> None:
    """FTC-EXP-2, FTC-EXP-8, FTC-EXP-9."""
    everywhere = [card for own in s.multipliers for card in own]
    everywhere += [card for card in s.chosen if card] + list(s.discarded)
    if s.rules != "experienced" or (s.step == NEW_GAME and s.game == 1):
        demand(not everywhere, "no Score Multiplier Card is in play")
        return
    demand(
        len(everywhere) == len(set(everywhere)) == len(MULTIPLIERS),
        "each Score Multiplier Card is in exactly one place",
    )
    each = len(MULTIPLIERS) // s.seats
    every = 3 if s.options["multiplier_redeal"] == "every_three_games" else each
    used = (s.game - 2) % every + 1 if s.step == NEW_GAME else (s.game - 1) % every
    for seat in s.everyone:
        chosen = s.chosen[seat]
        demand(
            len(s.multipliers[seat]) + (chosen is not None) == each - used,
            f"seat {seat} has {each - used} Score Multiplier Cards, the chosen one among them",
        )
        must = s.step in (PLAY, CROW) or (
            s.step == CHOOSE_MULTIPLIER and bool(s.order) and seat not in s.order
        )
        demand((chosen is not None) == must, "a Score Multiplier Card is chosen in turn")


def _check_tokens(s: State) -> None:
    """FTC-ADV-3, FTC-ADV-8 to FTC-ADV-14."""
    if s.rules != "advanced":
        demand(not any(map(any, s.tokens)), "no Season Multiplier Token is in play")
        return
    supply = s.token_supply
    demand(min(supply) >= 0, "no more Season Multiplier Tokens than there are")
    waiting: tuple[int, ...] = ()
    if s.step in (NEW_GAME, HANDS):
        waiting = s.everyone
    elif s.step in (FIRST_TOKENS, EXTRA_TOKEN):
        waiting = s.order
    for seat in s.everyone:
        own = s.tokens[seat]
        if s.step == FREE_TOKEN:
            booze = [0] * len(SEASONS)
            for card in s.piles[seat]:
                if card.booze and card.season != YOROZU:
                    booze[card.season] += 1
            free = _yorozu_owners(s).count(seat) - s.order.count(seat)
            right = all(map(ge, own, booze)) and sum(own) - sum(booze) <= free
        elif s.game == 1:
            right = sorted(own) == ([0, 0, 0, 0] if seat in waiting else [0, 1, 1, 1])
        else:
            right = sum(own) <= (3 if seat in waiting else 4)
        demand(right, f"seat {seat} cannot have these Season Multiplier Tokens now")
    if s.step in (EXTRA_TOKEN, FREE_TOKEN):
        own = s.tokens[s.order[0]]
        may = any(have < MOST_TOKENS and left > 0 for have, left in zip(own, supply, strict=True))
        demand(may, f"seat {s.order[0]} may take no token at all")
