"""The rules once more, for many matches at once: compiled by Numba, for `meowple.envs.batch`.

`rules` is what counts, and this does the same on plain numbers: from the same seed it deals the
same cards and asks the same questions, which ``python -m tools.batch`` proves on as many matches as
one likes. It stands in the order of `rules`; identifiers (FTC-...) are those of ``rules.md``.

Cards are told by `Card.place`, sets of them are bits of a number. What the pieces and the rules
say comes in with the terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numba
import numpy as np

from . import rules
from .pieces import (
    BOOZE_CARDS,
    BOOZE_IN_HAND,
    CARDS,
    CROWS_FOR_NEW_DEAL,
    FACE_UP,
    HAND,
    KEEP,
    MOST_TOKENS,
    MULTIPLIERS,
    MULTIPLIERS_EACH,
    MULTIPLIERS_EACH_TRIO,
    NO_SEASON,
    OTHER_CARDS,
    OTHERS_IN_HAND,
    PLACES,
    REDEAL,
    SEASONS,
    START,
    SUITS,
    SWAP,
    TOKEN,
    TOKENS,
    TOKENS_PER_SEASON,
    TOKENS_PER_SEASON_TRIO,
    YOROZU,
    Card,
    in_hand,
)
from .state import DUMMY

F = TypeVar("F", bound=Callable[..., Any])


njit: Any = numba.njit  # its types do not know all that it takes


def compiled(function: F) -> F:
    """Numba's work, for what is called from here alone: without what Python needs to call it.

    Nothing is kept on disk: loaded from there, functions that take records crashed (Numba 0.68).
    """
    made: F = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return made


def called(function: F) -> F:
    """The same for what Python calls."""
    made: F = njit(nogil=True, no_cfunc_wrapper=True)(function)
    return made


# -- What stands in the arrays ------------------------------------------------------------------

QUESTIONS = tuple(kind.name for kind in rules.QUESTIONS)
HANDS, PLAY, CROW, START_PLAYER, MULTIPLIER, FIRST_TOKENS, EXTRA_TOKEN, FREE_TOKEN, OVER = range(9)
"""What is asked, by its place in `rules.QUESTIONS`."""

BASIC, EXPERIENCED, ADVANCED = range(3)

NOBODY = NONE = -1
SUIT_COUNT, SEASON_COUNT, CARD_COUNT = len(SUITS), len(SEASONS), len(CARDS)
MULTIPLIER_COUNT, FREE_CHOICES = len(MULTIPLIERS), len(TOKENS)
BOOZE_COUNT, OTHER_COUNT, SWAP_COUNT = len(BOOZE_CARDS), len(OTHER_CARDS), len(SWAP)
OPEN = SUIT_COUNT
"""Stands in the place of a season that a face-up card does not forbid any."""

HOLDS = 2
"""How often a player can be heard to hold a season (FTC-OPT-6): once for each YOROZU card."""

STATE = np.dtype(
    [
        ("chance", np.uint64),  # the stream of the match, as in `FastChance`
        ("seed", np.uint64),  # what it was made of
        ("next", np.uint64),  # a stream of seeds for the matches that follow
        ("luck", np.uint64),  # a stream for actions that are drawn at random
        ("legal", np.uint64, 2),  # what may be chosen: bits by the id of the action
        ("hands", np.uint64, PLACES),
        ("piles", np.uint64, PLACES),
        ("totals", np.int32, PLACES),
        ("game", np.int32),
        ("multipliers", np.uint32, PLACES),
        ("discarded", np.uint32),
        ("step", np.int8),  # what is asked: PLAY and so on
        ("seat", np.int8),  # whose turn it is to answer
        ("round", np.int8),
        ("extra", np.int8),
        ("low", np.int8),  # the face-up cards
        ("high", np.int8),
        ("dummy_card", np.int8),  # NONE when there is none
        ("dummy_left", np.int8),
        ("dummy", np.int8, HAND),  # the dummy's hand: the first `dummy_left`, in no order
        ("answers", np.int8, PLACES),  # ids of actions given in secret so far
        ("revealed", np.int8, PLACES),  # while a crow's owner chooses
        ("booze", np.int8, PLACES),
        ("crows", np.int8, PLACES),
        ("voids", np.int8, PLACES),  # bits of seasons
        ("holds", np.int8, (PLACES, HOLDS)),  # bits of seasons of which one is held; 0: nothing
        ("chosen", np.int8, PLACES),  # Score Multiplier Cards; NONE
        ("tokens", np.int8, (PLACES, SEASON_COUNT)),
        ("order", np.int8, PLACES),  # who acts in this step ...
        ("acted", np.int8),  # ... from this place in it
        ("acting", np.int8),  # ... to before this one
        ("deck", np.int8, max(OTHER_COUNT, BOOZE_COUNT, MULTIPLIER_COUNT)),  # for dealing
    ],
    align=True,
)
"""One match. What is in it is what `State` says under the same name; NONE is -1."""

BLOCKS = (
    *("question", "asked", "hand", "middle", "piles", "counts", "voids", "round", "revealed"),
    *("dummy", "holds", "multipliers", "multiplier counts", "factors", "discarded"),
    *("tokens", "supply", "order"),
)
"""The blocks of the encoding, in this order in ``Terms.at``."""

(
    AT_QUESTION,
    AT_ASKED,
    AT_HAND,
    AT_MIDDLE,
    AT_PILES,
    AT_COUNTS,
    AT_VOIDS,
    AT_ROUND,
    AT_REVEALED,
    AT_DUMMY,
    AT_HOLDS,
    AT_MULTIPLIERS,
    AT_MULTIPLIER_COUNTS,
    AT_FACTORS,
    AT_DISCARDED,
    AT_TOKENS,
    AT_SUPPLY,
    AT_ORDER,
) = range(len(BLOCKS))

TERMS = np.dtype(
    [
        # the table
        ("seats", np.int64),
        ("rules", np.int64),
        ("target", np.int64),
        ("may_ask", np.bool_),  # crow_redeal: ask
        ("asks_hands", np.bool_),  # ... by a question of its own
        ("deals_again", np.bool_),  # ... always
        ("by_threes", np.bool_),
        ("hidden", np.bool_),
        ("on_yorozu", np.bool_),
        ("random_crow", np.bool_),
        ("points", np.bool_),  # what is paid: points, or shares
        ("at", np.int64, len(BLOCKS)),  # where a block begins; NONE: there is none
        # pieces
        ("suits", np.uint64, SUIT_COUNT + 1),  # the cards of each, none of OPEN
        ("suit", np.int8, CARD_COUNT),
        ("forbids", np.int8, CARD_COUNT),
        ("value", np.int8, CARD_COUNT),
        ("rank", np.int8, CARD_COUNT),
        ("fish", np.int8, CARD_COUNT),
        ("booze", np.int8, CARD_COUNT),
        ("crow", np.int8, CARD_COUNT),
        ("crow_cards", np.uint64),
        ("booze_cards", np.int8, BOOZE_COUNT),
        ("other_cards", np.int8, OTHER_COUNT),
        ("factors", np.int8, (MULTIPLIER_COUNT, SEASON_COUNT)),
        ("multipliers_each", np.int64),
        ("tokens_each", np.int64),
        ("token_choices", np.int8, FREE_CHOICES),  # bits of the seasons of each
        # numbers of the rules
        ("rounds", np.int64),
        ("booze_limit", np.int64),
        ("most_tokens", np.int64),
        ("crows_for_new_deal", np.int64),
        ("games_a_deal", np.int64),
        ("fish_vp", np.int64),
        ("booze_vp", np.int64),
        ("crow_vp", np.int64),
        # ids of actions; a card is played by that of its place
        ("redeal", np.int64),
        ("keep", np.int64),
        ("multiplier", np.int64),
        ("start", np.int64),
        ("swap", np.int64),
        ("swaps", np.int8, SWAP_COUNT),  # the cards
        ("token", np.int64),
        ("three_tokens", np.int64),
    ],
    align=True,
)
"""What is the same for all matches of a batch."""


def terms(seats: int, options: Mapping[str, Any], starts: Mapping[str, int], points: bool) -> Any:
    """An array with one `TERMS`, for a table with so many seats and such options.

    Args:
        starts: of the blocks of the encoding, by their names.
        points: whether points are paid, not shares of the victory.
    """
    trio = seats < PLACES
    made = np.zeros(1, TERMS)
    t = made[0]
    t["seats"] = seats
    t["rules"] = ("basic", "experienced", "advanced").index(options["rules"])
    t["target"] = options["target"]
    t["may_ask"] = options["crow_redeal"] == "ask"
    t["asks_hands"] = t["may_ask"] and (trio or t["rules"] != BASIC)
    t["deals_again"] = options["crow_redeal"] == "always"
    t["by_threes"] = options["multiplier_redeal"] == "every_three_games"
    t["hidden"] = options["multiplier_choice"] == "hidden"
    t["on_yorozu"] = options["announce_on_yorozu"]
    t["random_crow"] = options["dummy_crow_choice"] == "random"
    t["points"] = points
    t["at"] = [starts.get(name, NONE) for name in BLOCKS]
    cards = sorted(CARDS, key=in_hand)
    for card in cards:
        t["suits"][card.season] |= np.uint64(1 << card.place)
        t["forbids"][card.place] = OPEN if card.forbids == NO_SEASON else card.forbids
    t["crow_cards"] = sum(1 << card.place for card in cards if card.crow)
    t["suit"] = [card.season for card in cards]
    for name in ("value", "rank", "fish", "booze", "crow"):
        t[name] = [getattr(card, name) for card in cards]
    t["booze_cards"], t["other_cards"] = _places(BOOZE_CARDS), _places(OTHER_CARDS)
    t["factors"] = [card.factors for card in MULTIPLIERS]
    t["multipliers_each"] = MULTIPLIERS_EACH_TRIO if trio else MULTIPLIERS_EACH
    t["tokens_each"] = TOKENS_PER_SEASON_TRIO if trio else TOKENS_PER_SEASON
    t["token_choices"] = [sum(1 << season for season in action.value) for action in TOKENS]
    t["rounds"], t["booze_limit"], t["most_tokens"] = rules.ROUNDS, rules.BOOZE_LIMIT, MOST_TOKENS
    t["crows_for_new_deal"], t["games_a_deal"] = CROWS_FOR_NEW_DEAL, rules.GAMES_A_DEAL
    t["fish_vp"], t["booze_vp"], t["crow_vp"] = rules.FISH_VP, rules.BOOZE_VP, rules.CROW_VP
    t["redeal"], t["keep"], t["multiplier"] = REDEAL.id, KEEP.id, MULTIPLIERS[0].choose.id
    t["start"], t["swap"], t["token"] = START[0].id, SWAP[0].id, TOKEN[0].id
    t["swaps"] = _places([action.value for action in SWAP])
    t["three_tokens"] = TOKENS[0].id
    return made


def _places(cards: list[Card] | tuple[Card, ...]) -> list[int]:
    return [card.place for card in cards]


# -- Sets and chance ----------------------------------------------------------------------------

ONE = np.uint64(1)
EMPTY = np.uint64(0)
WORD = np.uint64(6)
IN_WORD = np.uint64(63)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
DE_BRUIJN = 0x03F79D71B4CB0A89
SPREAD, TOP = np.uint64(DE_BRUIJN), np.uint64(58)
LOWEST = np.zeros(64, np.int8)
for _n in range(64):
    LOWEST[(DE_BRUIJN << _n & (1 << 64) - 1) >> 58] = _n


@compiled
def bit(n: int) -> Any:
    return ONE << np.uint64(n)


@compiled
def lowest(some: Any) -> Any:
    """The place of the lowest bit, of which there must be one."""
    return LOWEST[((some & (~some + ONE)) * SPREAD) >> TOP]


@compiled
def count(some: Any) -> Any:
    number = 0
    while some:
        some &= some - ONE
        number += 1
    return number


@compiled
def mixed(z: Any) -> Any:
    """SplitMix64, as in `FastChance`."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def part(word: Any, n: int) -> Any:
    """A number below ``n``, made of 64 bits."""
    return np.int64(((word >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@compiled
def below(g: Any, n: int) -> Any:
    g.chance += GOLDEN
    return part(mixed(g.chance), n)


@compiled
def shuffle(g: Any, size: int) -> None:
    """Put the first cards of ``g.deck`` into random order."""
    deck = g.deck
    for i in range(size - 1, 0, -1):
        j = below(g, i + 1)
        deck[i], deck[j] = deck[j], deck[i]


# -- Setup of a game ----------------------------------------------------------------------------


@compiled
def begin(t: Any, g: Any) -> None:
    """Start the next match of this place in the batch, up to its first question."""
    g.next += GOLDEN
    g.seed = mixed(g.next)
    g.chance = g.seed * np.uint64(0xD1342543DE82EF95) + GOLDEN
    g.game = 1
    g.extra = 0
    g.discarded = 0
    g.acted = g.acting = 0
    for seat in range(PLACES):
        g.totals[seat] = 0
        g.multipliers[seat] = 0
        g.chosen[seat] = NONE
        for season in range(SEASON_COUNT):
            g.tokens[seat, season] = 0
    new_game(t, g)


@compiled
def new_game(t: Any, g: Any) -> None:
    """FTC-SETUP-10, FTC-VOID-4: gather everything and deal anew."""
    g.round = 1
    g.dummy_card = NONE
    for seat in range(PLACES):
        g.piles[seat] = EMPTY
        g.booze[seat] = 0
        g.crows[seat] = 0
        g.voids[seat] = 0
        for place in range(HOLDS):
            g.holds[seat, place] = 0
    deal(t, g)
    if t.rules == EXPERIENCED:
        deal_multipliers(t, g)
    if t.asks_hands:
        ask(t, g, HANDS, 0)
    else:
        after_hands(t, g)


@compiled
def deal(t: Any, g: Any) -> None:
    """FTC-SETUP-2 to FTC-SETUP-6; FTC-TRIO-2."""
    deck, hands = g.deck, g.hands
    while True:
        for place in range(BOOZE_COUNT):
            deck[place] = t.booze_cards[place]
        shuffle(g, BOOZE_COUNT)
        for seat in range(PLACES):
            hand = EMPTY
            for place in range(BOOZE_IN_HAND * seat, BOOZE_IN_HAND * (seat + 1)):
                hand |= bit(deck[place])
            hands[seat] = hand
        for place in range(OTHER_COUNT):
            deck[place] = t.other_cards[place]
        shuffle(g, OTHER_COUNT)
        again = False
        for seat in range(PLACES):
            hand = hands[seat]
            first = FACE_UP + OTHERS_IN_HAND * seat
            for place in range(first, first + OTHERS_IN_HAND):
                hand |= bit(deck[place])
            hands[seat] = hand
            again = again or (t.deals_again and seat < t.seats and may_redeal(t, hand))
        if not again:
            break
    one, other = deck[0], deck[1]
    if t.rank[one] < t.rank[other]:
        g.low, g.high = one, other
    else:
        g.low, g.high = other, one
    if t.seats < PLACES:
        left = hands[DUMMY]
        g.dummy_left = HAND
        for place in range(HAND):
            g.dummy[place] = lowest(left)
            left &= left - ONE


@compiled
def may_redeal(t: Any, hand: Any) -> Any:
    """FTC-SETUP-7."""
    return count(hand & t.crow_cards) >= t.crows_for_new_deal


@compiled
def hands_kept(t: Any, g: Any) -> None:
    """FTC-RUL-16: all have said whether they keep their hands."""
    for seat in range(t.seats):
        if g.answers[seat] == t.redeal:
            deal(t, g)
            ask(t, g, HANDS, 0)
            return
    after_hands(t, g)


@compiled
def after_hands(t: Any, g: Any) -> None:
    if t.rules == EXPERIENCED:
        choose_start_player(t, g)
    elif t.rules == ADVANCED:
        give_out_tokens(t, g)
    else:
        begin_round(t, g)


@compiled
def clockwise_from(t: Any, g: Any, first: int) -> None:
    for place in range(t.seats):
        g.order[place] = (first + place) % t.seats
    g.acted, g.acting = 0, t.seats


@compiled
def lowest_total(t: Any, g: Any) -> Any:
    """FTC-RUL-18, FTC-RUL-22."""
    least = g.totals[0]
    for seat in range(1, t.seats):
        least = min(least, g.totals[seat])
    several, last = 0, 0
    for seat in range(t.seats):
        if g.totals[seat] == least:
            several += 1
            last = seat
    if several == 1:
        return last
    which = below(g, several)
    for seat in range(t.seats):
        if g.totals[seat] == least:
            if which == 0:
                return seat
            which -= 1
    return last


# -- What may be chosen -------------------------------------------------------------------------


@compiled
def ask(t: Any, g: Any, step: int, seat: int) -> None:
    """Put a question to a seat, with what it may answer."""
    g.step, g.seat = step, seat
    if step == PLAY:
        legal_plays(t, g, seat)
        return
    g.legal[0] = g.legal[1] = EMPTY
    if step == HANDS:
        allow(g, t.keep)
        if may_redeal(t, g.hands[seat]):
            allow(g, t.redeal)
    elif step == CROW:
        for place in range(SWAP_COUNT):
            allow(g, t.swap + place)
    elif step == START_PLAYER:
        for each in range(t.seats):
            allow(g, t.start + each)
    elif step == MULTIPLIER:
        for place in range(MULTIPLIER_COUNT):
            if g.multipliers[seat] >> place & 1:
                allow(g, t.multiplier + place)
    else:
        seasons = takeable(t, g, seat)
        if step == FIRST_TOKENS:
            for place in range(FREE_CHOICES):
                if t.token_choices[place] & ~seasons == 0:
                    allow(g, t.three_tokens + place)
        else:
            for season in range(SEASON_COUNT):
                if seasons >> season & 1:
                    allow(g, t.token + season)


@compiled
def allow(g: Any, action: int) -> None:
    n = np.uint64(action)
    g.legal[n >> WORD] |= ONE << (n & IN_WORD)


@compiled
def legal_plays(t: Any, g: Any, seat: int) -> None:
    """FTC-PLAY-2 to FTC-PLAY-5, FTC-RUL-3."""
    hand = g.hands[seat]
    legal = hand & ~(t.suits[t.forbids[g.low]] | t.suits[t.forbids[g.high]])
    if not legal & ~t.suits[YOROZU]:
        legal = hand
    g.legal[0], g.legal[1] = legal, EMPTY
    if g.round == 1 and t.may_ask and not t.asks_hands and may_redeal(t, hand):
        allow(g, t.redeal)


# -- Round --------------------------------------------------------------------------------------


@compiled
def begin_round(t: Any, g: Any) -> None:
    """FTC-TRIO-3: the dummy's card."""
    if t.seats < PLACES:
        drawn = below(g, g.dummy_left)
        g.dummy_left -= 1
        g.dummy_card = g.dummy[drawn]
        g.dummy[drawn] = g.dummy[g.dummy_left]
    ask(t, g, PLAY, 0)


@compiled
def play_round(t: Any, g: Any) -> None:
    """Reveal what all have chosen (FTC-REVEAL), and what follows from it."""
    revealed = g.revealed
    if g.round == 1:
        for seat in range(t.seats):
            if g.answers[seat] == t.redeal:
                deal(t, g)
                begin_round(t, g)
                return
    for seat in range(t.seats):
        card = g.answers[seat]
        g.hands[seat] &= ~bit(card)
        revealed[seat] = card
    if t.seats < PLACES:
        revealed[DUMMY] = g.dummy_card
    if t.on_yorozu:
        settle_holds(t, g)
    if g.round < t.rounds:  # FTC-VOID-5
        announce(t, g)
    swap_or_ask(t, g)


@compiled
def settle_holds(t: Any, g: Any) -> None:
    for seat in range(t.seats):
        season = t.suit[g.revealed[seat]]
        for place in range(HOLDS):
            if g.holds[seat, place] >> season & 1:
                g.holds[seat, place] = 0


@compiled
def announce(t: Any, g: Any) -> None:
    """FTC-VOID-1, FTC-VOID-2, FTC-OPT-6."""
    one, other = t.forbids[g.low], t.forbids[g.high]
    for seat in range(t.seats):
        season = t.suit[g.revealed[seat]]
        if season != one and season != other:
            if not t.on_yorozu or season != YOROZU:
                continue
            unshown = g.hands[seat] & ~(t.suits[one] | t.suits[other] | t.suits[YOROZU])
            if unshown:
                place = 1 if g.holds[seat, 0] else 0
                g.holds[seat, place] = not_showing(one, other)
                continue
        g.voids[seat] |= not_showing(one, other)


@compiled
def not_showing(one: int, other: int) -> Any:
    """Bits of the seasons that no face-up card belongs to."""
    return ((1 << SEASON_COUNT) - 1) & ~(1 << one) & ~(1 << other)


# -- Crow ---------------------------------------------------------------------------------------


@compiled
def swap_or_ask(t: Any, g: Any) -> None:
    """FTC-CROW. Who has revealed what is noted by seats: crows and YOROZU cards, the lower first."""
    revealed = g.revealed
    crows = yorozu = 0
    low_crow = high_crow = low_yorozu = high_yorozu = NOBODY
    for seat in range(PLACES):
        card = revealed[seat]
        if t.crow[card]:
            g.crows[seat] += 1
            crows += 1
            if low_crow == NOBODY or t.rank[card] < t.rank[revealed[low_crow]]:
                low_crow = seat
            if high_crow == NOBODY or t.rank[card] > t.rank[revealed[high_crow]]:
                high_crow = seat
        elif t.suit[card] == YOROZU:
            yorozu += 1
            if low_yorozu == NOBODY or t.rank[card] < t.rank[revealed[low_yorozu]]:
                low_yorozu = seat
            if high_yorozu == NOBODY or t.rank[card] > t.rank[revealed[high_yorozu]]:
                high_yorozu = seat
    if crows and yorozu == 1:  # FTC-CROW-1, FTC-CROW-3
        nearest = NOBODY
        for seat in range(PLACES):
            if t.crow[revealed[seat]] and (
                nearest == NOBODY
                or distance(t, revealed[seat], revealed[low_yorozu])
                < distance(t, revealed[nearest], revealed[low_yorozu])
            ):
                nearest = seat
        swap(revealed, low_yorozu, nearest)
    elif crows >= 2 and yorozu == 2:  # FTC-CROW-4
        swap(revealed, low_yorozu, low_crow)
        swap(revealed, high_yorozu, high_crow)
    elif crows and yorozu == 2:
        if t.seats == PLACES or low_crow != DUMMY:  # FTC-CROW-5
            g.order[0] = low_crow
            g.acted, g.acting = 0, 1
            ask(t, g, CROW, low_crow)
            return
        if t.random_crow:  # FTC-RUL-25
            partner = high_yorozu if below(g, 2) else low_yorozu
        else:
            crow = revealed[low_crow]
            to_low = distance(t, revealed[low_yorozu], crow)
            to_high = distance(t, revealed[high_yorozu], crow)
            partner = low_yorozu if to_low < to_high else high_yorozu
            if to_low == to_high:  # the first of them at the table
                partner = min(low_yorozu, high_yorozu)
        swap(revealed, partner, low_crow)
    take(t, g)


@compiled
def distance(t: Any, card: int, other: int) -> Any:
    return abs(np.int64(t.value[card]) - np.int64(t.value[other]))


@compiled
def swap(revealed: Any, one: int, other: int) -> None:
    revealed[one], revealed[other] = revealed[other], revealed[one]


@compiled
def crow_choice(t: Any, g: Any, action: int) -> None:
    """FTC-CROW-5."""
    wanted = t.swaps[action - t.swap]
    partner = 0
    for seat in range(PLACES):
        if g.revealed[seat] == wanted:
            partner = seat
    swap(g.revealed, partner, g.seat)
    g.acting = 0
    take(t, g)


# -- Take a card, Booze Tokens, end of round ----------------------------------------------------


@compiled
def take(t: Any, g: Any) -> None:
    """FTC-TAKE, FTC-BOOZE and FTC-END, from the cards as they lie after swaps."""
    played = g.revealed
    lowest_seat = highest_seat = 0
    for seat in range(1, PLACES):
        if t.rank[played[seat]] < t.rank[played[lowest_seat]]:
            lowest_seat = seat
        if t.rank[played[seat]] > t.rank[played[highest_seat]]:
            highest_seat = seat
    over = g.round == t.rounds  # FTC-END-2
    for seat in range(PLACES):
        card = played[seat]
        if seat == lowest_seat:
            card = g.low
        elif seat == highest_seat:
            card = g.high
        g.piles[seat] |= bit(card)
        if seat < t.seats and t.booze[card]:  # FTC-TRIO-5
            g.booze[seat] += t.booze[card]
            over = over or g.booze[seat] >= t.booze_limit  # FTC-END-1
    g.low, g.high = played[lowest_seat], played[highest_seat]
    g.dummy_card = NONE
    if over:
        end_of_game(t, g)
    else:
        g.round += 1
        begin_round(t, g)


# -- Victory points, winning the match ----------------------------------------------------------


@compiled
def worth(t: Any, g: Any, seat: int, season: int) -> Any:
    """FTC-VP-2, FTC-EXP-6, FTC-ADV-5."""
    if t.rules == ADVANCED:
        return np.int64(g.tokens[seat, season])
    if t.rules == EXPERIENCED and g.chosen[seat] != NONE:
        return np.int64(t.factors[g.chosen[seat], season])
    return t.fish_vp


@compiled
def score(t: Any, g: Any, seat: int) -> Any:
    """FTC-VP-1 to FTC-VP-7, FTC-RUL-11."""
    fish = booze = crows = 0
    pile = g.piles[seat]
    while pile:
        card = lowest(pile)
        pile &= pile - ONE
        if t.fish[card]:
            fish += t.fish[card] * worth(t, g, seat, t.suit[card])
        booze += t.booze[card]
        crows += t.crow[card]
    if booze >= t.booze_limit:
        return -(-fish // 2) + t.crow_vp * crows
    return fish + t.booze_vp * booze + t.crow_vp * crows


@compiled
def end_of_game(t: Any, g: Any) -> None:
    """FTC-SCORE-1, FTC-WIN."""
    most, leaders = -(1 << 30), 0
    for seat in range(t.seats):
        g.totals[seat] += score(t, g, seat)
        if g.totals[seat] > most:
            most, leaders = g.totals[seat], 0
        leaders += g.totals[seat] == most
    for seat in range(t.seats):
        if g.chosen[seat] != NONE:  # FTC-EXP-8
            g.discarded |= np.uint32(bit(g.chosen[seat]))
            g.chosen[seat] = NONE
    reached = most >= t.target
    if g.extra or (reached and leaders == 1):
        g.step = OVER
        return
    g.extra = reached  # FTC-WIN-2
    g.game += 1
    if t.rules == ADVANCED:
        tokens_for_booze(t, g)
    else:
        new_game(t, g)


@compiled
def pay(t: Any, g: Any, rewards: Any) -> None:
    """What each seat gets at the end of the match."""
    if t.points:
        for seat in range(t.seats):
            rewards[seat] = g.totals[seat]
        return
    most, leaders = g.totals[0], 0
    for seat in range(t.seats):
        most = max(most, g.totals[seat])
    for seat in range(t.seats):
        leaders += g.totals[seat] == most
    for seat in range(t.seats):
        share = 1.0 / leaders if g.totals[seat] == most else 0.0
        rewards[seat] = share - 1.0 / t.seats


# -- Experienced rules --------------------------------------------------------------------------


@compiled
def deal_multipliers(t: Any, g: Any) -> None:
    """FTC-EXP-2, FTC-EXP-9, FTC-TRIO-7."""
    held = np.uint32(0)
    for seat in range(t.seats):
        held |= g.multipliers[seat]
    if held and not (t.by_threes and g.game % t.games_a_deal == 1):
        return
    for place in range(MULTIPLIER_COUNT):
        g.deck[place] = place
    shuffle(g, MULTIPLIER_COUNT)
    for seat in range(t.seats):
        g.multipliers[seat] = 0
        for place in range(t.multipliers_each * seat, t.multipliers_each * (seat + 1)):
            g.multipliers[seat] |= np.uint32(bit(g.deck[place]))
    g.discarded = 0
    for place in range(t.multipliers_each * t.seats, MULTIPLIER_COUNT):
        g.discarded |= np.uint32(bit(g.deck[place]))


@compiled
def choose_start_player(t: Any, g: Any) -> None:
    """FTC-EXP-4, FTC-EXP-5, FTC-OPT-5."""
    if t.hidden:
        g.acting = 0
        ask(t, g, MULTIPLIER, 0)
    elif g.game == 1:
        start(t, g, below(g, t.seats))
    else:
        g.order[0] = lowest_total(t, g)
        g.acted, g.acting = 0, 1
        ask(t, g, START_PLAYER, g.order[0])


@compiled
def start(t: Any, g: Any, first: int) -> None:
    clockwise_from(t, g, first)
    ask(t, g, MULTIPLIER, first)


@compiled
def choose(t: Any, g: Any, seat: int, action: int) -> None:
    """FTC-EXP-3."""
    place = action - t.multiplier
    g.chosen[seat] = place
    g.multipliers[seat] &= ~np.uint32(bit(place))


# -- Advanced rules -----------------------------------------------------------------------------


@compiled
def give_out_tokens(t: Any, g: Any) -> None:
    """FTC-RUL-20, FTC-ADV-13."""
    if g.game == 1:
        for seat in range(t.seats):
            g.deck[seat] = seat
        shuffle(g, t.seats)
        for place in range(t.seats):
            g.order[place] = g.deck[place]
        g.acted, g.acting = 0, t.seats
        ask(t, g, FIRST_TOKENS, g.order[0])
    else:
        clockwise_from(t, g, lowest_total(t, g))
        next_token(t, g, EXTRA_TOKEN)


@compiled
def next_token(t: Any, g: Any, step: int) -> None:
    """Ask who is next in order for a token; who can take none takes none (FTC-RUL-22)."""
    while g.acted < g.acting and not takeable(t, g, g.order[g.acted]):
        g.acted += 1
    if g.acted < g.acting:
        ask(t, g, step, g.order[g.acted])
    elif step == FREE_TOKEN:
        new_game(t, g)
    else:
        begin_round(t, g)


@compiled
def takeable(t: Any, g: Any, seat: int) -> Any:
    """FTC-ADV-10, FTC-ADV-14: bits of the seasons of which a seat may take a token."""
    seasons = 0
    for season in range(SEASON_COUNT):
        if supply(t, g, season) > 0 and g.tokens[seat, season] < t.most_tokens:
            seasons |= 1 << season
    return seasons


@compiled
def supply(t: Any, g: Any, season: int) -> Any:
    """FTC-ADV-2, FTC-TRIO-8."""
    left = t.tokens_each
    for seat in range(t.seats):
        left -= g.tokens[seat, season]
    return left


@compiled
def tokens_for_booze(t: Any, g: Any) -> None:
    """FTC-ADV-7 to FTC-ADV-12, FTC-RUL-21."""
    for seat in range(t.seats):
        for season in range(SEASON_COUNT):
            g.tokens[seat, season] = 0
    for seat in range(t.seats):
        pile = g.piles[seat]
        while pile:
            card = lowest(pile)
            pile &= pile - ONE
            if t.booze[card] and t.suit[card] != YOROZU:
                g.tokens[seat, t.suit[card]] += 1
    g.acted = g.acting = 0
    yorozu = t.suits[YOROZU]  # in rising order of their values
    while yorozu:
        card = lowest(yorozu)
        yorozu &= yorozu - ONE
        for seat in range(t.seats):
            if g.piles[seat] & bit(card):
                g.order[g.acting] = seat
                g.acting += 1
    next_token(t, g, FREE_TOKEN)


# -- An answer ----------------------------------------------------------------------------------


@compiled
def is_secret(t: Any, step: int) -> Any:
    """Whether all are asked at once (FTC-PLAY-1, FTC-RUL-16, FTC-OPT-5)."""
    return step in (PLAY, HANDS) or (step == MULTIPLIER and t.hidden)


@compiled
def act(t: Any, g: Any, action: int) -> None:
    """Go on from what a seat chooses to the next question, or to the end."""
    step = g.step
    if is_secret(t, step):
        g.answers[g.seat] = action
        if g.seat + 1 < t.seats:
            ask(t, g, step, g.seat + 1)
        elif step == PLAY:
            play_round(t, g)
        elif step == HANDS:
            hands_kept(t, g)
        else:
            for seat in range(t.seats):
                choose(t, g, seat, g.answers[seat])
            begin_round(t, g)
    elif step == CROW:
        crow_choice(t, g, action)
    elif step == START_PLAYER:
        start(t, g, action - t.start)
    elif step == MULTIPLIER:
        choose(t, g, g.seat, action)
        g.acted += 1
        if g.acted < g.acting:
            ask(t, g, MULTIPLIER, g.order[g.acted])
        else:
            begin_round(t, g)
    elif step == FIRST_TOKENS:
        seasons = t.token_choices[action - t.three_tokens]
        for season in range(SEASON_COUNT):
            g.tokens[g.seat, season] += seasons >> season & 1
        g.acted += 1
        if g.acted < g.acting:
            ask(t, g, FIRST_TOKENS, g.order[g.acted])
        else:
            begin_round(t, g)
    else:
        g.tokens[g.seat, action - t.token] += 1
        g.acted += 1
        next_token(t, g, step)


@compiled
def drawn(g: Any) -> Any:
    """One of the actions that may be chosen, each as likely as the next."""
    some = g.legal[0]
    in_first = count(some)
    g.luck += GOLDEN
    which = part(mixed(g.luck), in_first + count(g.legal[1]))
    first = 0
    if which >= in_first:
        some, first = g.legal[1], 64
        which -= in_first
    for _ in range(which):
        some &= some - ONE
    return first + lowest(some)


# -- What a seat sees ---------------------------------------------------------------------------


@compiled
def put(some: Any, into: Any, start: int) -> None:
    """A 1 for each card of a set."""
    while some:
        into[start + lowest(some)] = 1
        some &= some - ONE


@compiled
def byte(number: int) -> Any:
    return min(max(number, -128), 127)


@compiled
def encode(t: Any, g: Any, into: Any) -> None:
    """What the seat sees whose turn it is: block by block what `encoding` writes."""
    seats, me, at = t.seats, np.int64(g.seat), t.at
    into[:] = 0
    into[me] = 1
    into[at[AT_QUESTION] + g.step] = 1
    if is_secret(t, g.step):
        for place in range(seats):
            into[at[AT_ASKED] + place] = 1
    else:
        into[at[AT_ASKED]] = 1
    put(g.hands[me], into, at[AT_HAND])
    into[at[AT_MIDDLE] + g.low] = 1
    into[at[AT_MIDDLE] + CARD_COUNT + g.high] = 1
    into[at[AT_ROUND] + g.round - 1] = 1
    into[at[AT_ROUND] + t.rounds] = g.extra
    for place in range(seats):
        owner = me + place if me + place < seats else me + place - seats
        put(g.piles[owner], into, at[AT_PILES] + CARD_COUNT * place)
        counts = at[AT_COUNTS] + 4 * place
        into[counts] = g.booze[owner]
        into[counts + 1] = g.crows[owner]
        into[counts + 2] = byte(g.totals[owner])
        into[counts + 3] = byte(t.target - g.totals[owner])
        for season in range(SEASON_COUNT):
            into[at[AT_VOIDS] + SEASON_COUNT * place + season] = g.voids[owner] >> season & 1
        if g.step == CROW:
            into[at[AT_REVEALED] + CARD_COUNT * place + g.revealed[owner]] = 1
    if seats < PLACES:
        put(g.piles[DUMMY], into, at[AT_PILES] + CARD_COUNT * seats)
        if g.step == CROW:
            into[at[AT_REVEALED] + CARD_COUNT * seats + g.revealed[DUMMY]] = 1
        if g.dummy_card != NONE:
            into[at[AT_DUMMY] + g.dummy_card] = 1
    if t.on_yorozu:
        for place in range(seats):
            for heard in range(HOLDS):
                for season in range(SEASON_COUNT):
                    into[at[AT_HOLDS] + SEASON_COUNT * place + season] += (
                        g.holds[(me + place) % seats, heard] >> season & 1
                    )
    if t.rules == EXPERIENCED:
        encode_multipliers(t, g, into)
    if t.rules == ADVANCED:
        for season in range(SEASON_COUNT):
            into[at[AT_SUPPLY] + season] = supply(t, g, season)
            for place in range(seats):
                into[at[AT_TOKENS] + SEASON_COUNT * place + season] = g.tokens[
                    (me + place) % seats, season
                ]
    if t.rules != BASIC:
        for place in range(g.acting - 1, g.acted - 1, -1):  # who acts twice: the first time counts
            into[at[AT_ORDER] + (g.order[place] - me + seats) % seats] = place - g.acted + 1


@compiled
def encode_multipliers(t: Any, g: Any, into: Any) -> None:
    seats, me, at = t.seats, np.int64(g.seat), t.at
    put(np.uint64(g.multipliers[me]), into, at[AT_MULTIPLIERS])
    put(np.uint64(g.discarded), into, at[AT_DISCARDED])
    for place in range(seats):
        owner = (me + place) % seats
        into[at[AT_MULTIPLIER_COUNTS] + place] = count(np.uint64(g.multipliers[owner]))
        if g.chosen[owner] != NONE and (place == 0 or not t.hidden):
            for season in range(SEASON_COUNT):
                into[at[AT_FACTORS] + SEASON_COUNT * place + season] = t.factors[
                    g.chosen[owner], season
                ]


@compiled
def write_mask(g: Any, into: Any) -> None:
    into[:] = 0
    put(g.legal[0], into, 0)
    if g.legal[1]:
        put(g.legal[1], into, 64)


# -- Many matches: what `meowple.envs.batch` calls ----------------------------------------------


@called
def refused(states: Any, actions: Any) -> Any:
    """The first match in which an action may not be chosen; -1 if all may."""
    for i in range(len(states)):
        action = actions[i]
        if action < 0 or action >= 128:
            return i
        n = np.uint64(action)
        if not states[i].legal[n >> WORD] >> (n & IN_WORD) & ONE:
            return i
    return -1


@called
def step(
    terms: Any,
    states: Any,
    actions: Any,
    rewards: Any,
    done: Any,
    observations: Any,
    masks: Any,
    to_act: Any,
) -> None:
    """One action in every match that is not over; where one is, pay and start the next."""
    t = terms[0]
    for i in range(len(states)):
        g = states[i]
        if g.step != OVER:
            act(t, g, actions[i])
        if g.step == OVER:
            pay(t, g, rewards[i])
            done[i] = True
            begin(t, g)
        else:
            rewards[i, :] = 0
            done[i] = False
        encode(t, g, observations[i])
        write_mask(g, masks[i])
        to_act[i] = g.seat


@called
def sample(states: Any, actions: Any) -> None:
    """Draw an action everywhere."""
    for i in range(len(states)):
        actions[i] = drawn(states[i])


@called
def play_out(terms: Any, states: Any) -> Any:
    """Play every match to its end at random; gives how many actions that took."""
    t = terms[0]
    made = 0
    for i in range(len(states)):
        g = states[i]
        while g.step != OVER:
            act(t, g, drawn(g))
            made += 1
    return made
