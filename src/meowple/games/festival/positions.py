"""Reading a position, as `State.to_json` writes it, and refusing one that cannot occur."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import ge
from typing import Any

from meowple.author import N_, Chance, FastChance, Json, Reader

from .pieces import (
    BOOZE_IN_HAND,
    CARD,
    CARDS,
    CROWS_FOR_NEW_DEAL,
    FACE_UP,
    FIRST_TOKENS,
    HAND,
    MOST_TOKENS,
    MULTIPLIER,
    MULTIPLIERS,
    OTHERS_IN_HAND,
    PLACES,
    SEASONS,
    YOROZU,
    Card,
    in_hand,
)
from .rules import (
    BOOZE_LIMIT,
    BOOZE_VP,
    CROW_VP,
    GAMES_A_DEAL,
    ROUNDS,
    STEPS,
    asks_about_hands,
    takeable,
)
from .state import DUMMY, NO_TOKENS, Ended, Round, State, Step, setup

FIELDS = tuple(setup(PLACES, {}, FastChance(0)).to_json())
MANY = 10**6
"""More games and points than any match has."""

SEASON = {season: place for place, season in enumerate(SEASONS)}
CROWS = sum(card.crow for card in CARDS)
FACTORS = {*range(MOST_TOKENS + 1), *(factor for card in MULTIPLIERS for factor in card.factors)}
BOOZE_SCORES = range(0, BOOZE_VP * BOOZE_LIMIT, BOOZE_VP)
MOST_FISH_VP = max(FACTORS) * sum(card.fish for card in CARDS)


def load(seats: int, options: Mapping[str, Any], data: Json, chance: Chance) -> State:
    """The state that `State.to_json` wrote. Raises `BadPosition` if it cannot occur."""
    s = setup(seats, options, chance)
    read = Reader(data).fields(*FIELDS)
    s.step = read["step"].one_of({step: step for step in STEPS})
    s.game = read["game"].number(1, MANY)
    s.round = read["round"].number(1, ROUNDS)
    s.hands = _piles(read["hands"])
    for hand in s.hands[:seats]:  # the dummy's deck keeps its order, from which chance draws
        hand.sort(key=in_hand)
    s.piles = _piles(read["piles"])
    s.face_up = tuple(read["face_up"].pieces(CARD))
    s.booze = read["booze"].numbers(0, BOOZE_LIMIT, PLACES)
    s.voids = tuple(_seasons(own) for own in read["voids"].each(PLACES))
    s.holds = tuple(tuple(map(_seasons, own.each())) for own in read["holds"].each(PLACES))
    s.crows = tuple(read["crows"].numbers(0, CROWS, PLACES))
    s.totals = tuple(read["totals"].numbers(-MANY, MANY, seats))
    s.results = tuple(
        tuple(_score(score) for score in game.each(seats)) for game in read["results"].each()
    )
    s.multipliers = tuple(tuple(own.pieces(MULTIPLIER)) for own in read["multipliers"].each(seats))
    s.chosen = tuple(card.piece_or_none(MULTIPLIER) for card in read["chosen"].each(seats))
    s.discarded = tuple(read["discarded"].pieces(MULTIPLIER))
    s.tokens = tuple(
        tuple(own.numbers(0, MOST_TOKENS, len(SEASONS))) for own in read["tokens"].each(seats)
    )
    s.order = tuple(read["order"].numbers(0, seats - 1))
    s.revealed = None if read["revealed"].none else read["revealed"].pieces(CARD, PLACES)
    s.dummy_card = read["dummy_card"].piece_or_none(CARD)
    s.extra = read["extra"].flag()
    s.last = None if read["last"].none else _round(read["last"])
    s.ended = None if read["ended"].none else _ended(read["ended"], seats)
    check(s, read)
    return s


# -- Reading parts ------------------------------------------------------------------------------


def _piles(read: Reader) -> list[list[Card]]:
    return [pile.pieces(CARD) for pile in read.each(PLACES)]


def _seasons(read: Reader) -> tuple[int, ...]:
    return tuple(read.pieces(SEASON, distinct=True))


def _score(read: Reader) -> tuple[int, int, int]:
    fish, booze, crows = read.numbers(-MOST_FISH_VP, MOST_FISH_VP, 3)
    if booze not in BOOZE_SCORES:
        read[1].wrong(N_("must be one of {known}"), known=[*BOOZE_SCORES])
    if not CROW_VP * CROWS <= crows <= 0:
        read[2].number(CROW_VP * CROWS, 0)
    return fish, booze, crows


def _round(read: Reader) -> Round:
    played, swapped, taken, lowest, highest = read.each(5)
    return Round(
        played.pieces(CARD, PLACES),
        swapped.pieces(CARD, PLACES),
        taken.pieces(CARD, PLACES),
        lowest.number(0, PLACES - 1),
        highest.number(0, PLACES - 1),
    )


def _ended(read: Reader, seats: int) -> Ended:
    piles, factors = read.each(2)
    return Ended(
        tuple(map(tuple, _piles(piles))),
        tuple(
            tuple(own.numbers(min(FACTORS), max(FACTORS), len(SEASONS)))
            for own in factors.each(seats)
        ),
    )


# -- Positions that cannot occur ----------------------------------------------------------------


def check(s: State, read: Reader) -> None:
    """Refuse the position unless every piece is in one place and the counts fit the step."""
    read["step"].check(
        s.step in _steps(s), N_("does not occur in game {game} with these options"), game=s.game
    )
    read["round"].check(
        s.round == 1 or s.step in (Step.PLAY, Step.CROW, Step.FREE_TOKEN),
        N_("must be 1 at the step {step}"),
        step=s.step,
    )
    _check_results(s, read)
    if s.step == Step.NEW_GAME:
        _check_cleared(s, read)
    else:
        _check_cards(s, read)
        _check_booze(s, read)
        _check_crows(s, read)
        _check_announced(s, read)
    _check_ended(s, read)
    _check_last(s, read)
    _check_order(s, read)
    _check_multipliers(s, read)
    _check_tokens(s, read)


def _steps(s: State) -> set[str]:
    """The steps that the table's options and the number of the game know."""
    steps = {Step.NEW_GAME, Step.PLAY, Step.CROW}
    if asks_about_hands(s):
        steps.add(Step.HANDS)
    if s.rules == "experienced":
        steps.add(Step.CHOOSE_MULTIPLIER)
        if s.game > 1 and s.options["multiplier_choice"] == "open":
            steps.add(Step.START_PLAYER)
    if s.rules == "advanced":
        steps |= {Step.FIRST_TOKENS} if s.game == 1 else {Step.EXTRA_TOKEN, Step.FREE_TOKEN}
    return steps


def _check_results(s: State, read: Reader) -> None:
    """Totals are the sums of the results, and none of these games ended the match."""
    before = s.game - 1
    read["results"].check(
        len(s.results) == before,
        N_("must be those of the games before this one: {number}"),
        number=before,
    )
    totals = [0] * s.seats
    extra = False
    for game in s.results:
        read["results"].check(not extra, N_("the match ends with its extra game"))
        totals = [total + sum(own) for total, own in zip(totals, game, strict=True)]
        extra = max(totals) >= s.options["target"]
        read["results"].check(
            not extra or totals.count(max(totals)) > 1, N_("the match was over before")
        )
    read["totals"].check(list(s.totals) == totals, N_("are {totals} by the results"), totals=totals)
    read["extra"].check(
        s.extra == extra,
        N_("an extra game follows a tied lead at or above the target, and nothing else"),
    )


def _check_cleared(s: State, read: Reader) -> None:
    new = setup(s.seats, s.options, s.chance).to_json()
    old = s.to_json()
    for name in GAME_FIELDS:
        read[name].check(old[name] == new[name], N_("must be as before the deal at a new game"))


GAME_FIELDS = (
    "hands",
    "piles",
    "face_up",
    "booze",
    "voids",
    "holds",
    "crows",
    "revealed",
    "dummy_card",
)
"""What belongs to a single game: see `State.clear`."""


def _check_cards(s: State, read: Reader) -> None:
    read["face_up"].check(len(s.face_up) == FACE_UP, MUST_BE_MANY, number=FACE_UP)
    low, high = s.face_up
    read["face_up"].check(low.rank < high.rank, N_("the lower card lies first"))
    read["revealed"].check(
        (s.revealed is not None) == (s.step == Step.CROW),
        N_("cards are revealed while a crow's owner chooses, and only then"),
    )
    read["dummy_card"].check(
        (s.dummy_card is not None) == (s.trio and s.step in (Step.PLAY, Step.CROW)),
        N_("the dummy has a card in play in a round of three players, and only then"),
    )
    everywhere = [*s.face_up, *(card for place in (*s.hands, *s.piles) for card in place)]
    if s.revealed:
        everywhere += s.revealed
        read["revealed"].check(
            not s.trio or s.revealed[DUMMY] is s.dummy_card, N_("the dummy's card is another")
        )
    elif s.dummy_card:
        everywhere.append(s.dummy_card)
    read.check(
        len(everywhere) == len(set(everywhere)) == len(CARDS),
        N_("each number card must be in exactly one place"),
    )
    taken = _rounds_over(s)
    for place in range(PLACES):
        held = HAND - taken - len(_in_play(s, place))
        if len(s.hands[place]) != held:
            read["hands"][place].wrong(MUST_BE_MANY, number=held)
        if len(s.piles[place]) != taken:
            read["piles"][place].wrong(MUST_BE_MANY, number=taken)


MUST_BE_MANY = N_("must be this many cards: {number}")


def _rounds_over(s: State) -> int:
    """How many rounds of this game have been taken."""
    return s.round if s.step == Step.FREE_TOKEN else s.round - 1


def _in_play(s: State, place: int) -> list[Card]:
    """The card that a seat has played and that nobody has taken yet, if there is one."""
    if s.revealed:
        return [s.revealed[place]]
    return [s.dummy_card] if s.dummy_card and place == DUMMY else []


def _check_booze(s: State, read: Reader) -> None:
    """FTC-SETUP-5, FTC-RUL-1, FTC-BOOZE-2, FTC-END-1."""
    for place in range(PLACES):
        own = s.hands[place] + _in_play(s, place)
        dealt = sum(card.dealt_as_booze for card in own)
        others = len(own) - dealt
        few = dealt == BOOZE_IN_HAND if s.round == 1 else dealt <= BOOZE_IN_HAND
        if not few or others > OTHERS_IN_HAND:
            read["hands"][place].wrong(
                N_("this many season cards with booze are dealt: {number}"), number=BOOZE_IN_HAND
            )
        booze = sum(card.booze for card in s.piles[place])
        dummy = s.trio and place == DUMMY
        if s.booze[place] != (0 if dummy else booze):
            read["booze"][place].wrong(N_("players have a Booze Token for each booze in the pile"))
    limit = max(s.booze) >= BOOZE_LIMIT
    if s.step == Step.FREE_TOKEN:
        read["booze"].check(
            limit or s.round == ROUNDS,
            N_("a game ends with {limit} Booze Tokens or after round {last}"),
            limit=BOOZE_LIMIT,
            last=ROUNDS,
        )
    else:
        read["booze"].check(
            not limit, N_("the game ends with {limit} Booze Tokens"), limit=BOOZE_LIMIT
        )


def _check_crows(s: State, read: Reader) -> None:
    """The crows counted as played are on the table, where others may have been dealt face up."""
    out = [*s.face_up, *(s.revealed or ()), *(card for pile in s.piles for card in pile)]
    dealt_out = sum(card.crow for card in out) - sum(s.crows)
    read["crows"].check(
        0 <= dealt_out <= FACE_UP, N_("the crows played must be among the cards on the table")
    )
    played = s.round if s.step == Step.CROW else _rounds_over(s)
    read["crows"].check(
        max(s.crows) <= played, N_("nobody has played more cards than {number}"), number=played
    )
    if s.options["crow_redeal"] == "always":
        for seat in s.everyone:
            dealt = s.crows[seat] + sum(card.crow for card in s.hands[seat])
            read["hands"][seat].check(
                dealt < CROWS_FOR_NEW_DEAL,
                N_("nobody is dealt this many crows: {number}"),
                number=dealt,
            )


def _check_announced(s: State, read: Reader) -> None:
    """FTC-VOID-6, and FTC-OPT-6 the other way round."""
    first = s.round == 1 and s.step != Step.CROW
    for name, told in (("voids", s.voids), ("holds", s.holds)):
        read[name].check(not first or not any(told), N_("nothing is announced before a card"))
        if s.trio:
            read[name][DUMMY].check(not told[DUMMY], N_("the dummy announces nothing"))
    read["holds"].check(
        s.options["announce_on_yorozu"] or not any(s.holds), N_("nobody must announce on Yorozu")
    )
    for place in range(PLACES):
        held = {card.season for card in s.hands[place]}
        if not held.isdisjoint(s.voids[place]):
            read["voids"][place].wrong(N_("this player has such a card"))
        for number, seasons in enumerate(s.holds[place]):
            if held.isdisjoint(seasons):
                read["holds"][place][number].wrong(N_("this player has no such card"))


def _check_ended(s: State, read: Reader) -> None:
    """The last game, which is only shown."""
    if s.ended is None:
        return
    read["ended"].check(s.game > 1, N_("no game has ended yet"))
    cards = [card for pile in s.ended.piles for card in pile]
    read["ended"][0].check(
        len(cards) == len(set(cards)) and len({len(pile) for pile in s.ended.piles}) == 1,
        N_("all take equally many cards, and none twice"),
    )


def _check_last(s: State, read: Reader) -> None:
    """The last round, which is only shown."""
    last, ended = s.last, s.ended
    if last is None:
        return
    begun = s.step == Step.FREE_TOKEN or (s.step in (Step.PLAY, Step.CROW) and s.round > 1)
    read = read["last"]
    read.check(begun or s.game > 1, N_("no round has been played yet"))
    read[1].check(
        len(set(last.played)) == PLACES and set(last.played) == set(last.swapped),
        N_("the cards played, some of them swapped, are others"),
    )
    ranks = [card.rank for card in last.swapped]
    for place, seat, extreme in ((3, last.lowest, min(ranks)), (4, last.highest, max(ranks))):
        read[place].check(ranks[seat] == extreme, N_("the card of another is lower or higher"))
    if begun:
        read[2].check(
            last.taken == [pile[-1] for pile in s.piles], N_("the last cards taken are others")
        )
        read[1].check(
            s.face_up == (last.swapped[last.lowest], last.swapped[last.highest]),
            N_("the lowest and the highest card played lie face up"),
        )
    elif ended:
        read[2].check(
            last.taken == [pile[-1] if pile else None for pile in ended.piles],
            N_("the last cards taken are others"),
        )


def _check_order(s: State, read: Reader) -> None:
    """Who still acts in this step."""
    order, least = s.order, min(s.totals)
    if s.step == Step.START_PLAYER:
        right = len(order) == 1 and s.totals[order[0]] == least
    elif s.step == Step.CHOOSE_MULTIPLIER and s.options["multiplier_choice"] == "open":
        right = _clockwise(order, s.seats)
    elif s.step == Step.FIRST_TOKENS:
        right = 0 < len(order) == len(set(order))
    elif s.step == Step.EXTRA_TOKEN:
        first = (order[-1] + 1) % s.seats if order else 0
        right = _clockwise(order, s.seats) and s.totals[first] == least
    elif s.step == Step.CROW:
        revealed = s.revealed or []
        crows = [seat for seat, card in enumerate(revealed) if card.crow]
        yorozu = sum(card.season == YOROZU for card in revealed)
        read["revealed"].check(
            len(crows) == 1 and yorozu == 2, N_("one crow chooses between two Yorozu cards")
        )
        right = list(order) == crows
    elif s.step == Step.FREE_TOKEN:
        owners = _yorozu_owners(s)
        right = bool(order) and owners[-len(order) :] == list(order)
    else:
        right = not order
    read["order"].check(
        right, N_("others act at the step {step}, or in another order"), step=s.step
    )


def _clockwise(order: Sequence[int], seats: int) -> bool:
    follows = all((a + 1) % seats == b for a, b in pairwise(order))
    return 0 < len(order) <= seats and follows


def _yorozu_owners(s: State) -> list[int]:
    """Players with a YOROZU card in the pile, the one with YOROZU 0 first (FTC-ADV-12)."""
    found = [(c.value, seat) for seat in s.everyone for c in s.piles[seat] if c.season == YOROZU]
    return [seat for _, seat in sorted(found)]


def _check_multipliers(s: State, read: Reader) -> None:
    """FTC-EXP-2, FTC-EXP-8, FTC-EXP-9."""
    everywhere = [card for own in s.multipliers for card in own]
    everywhere += [card for card in s.chosen if card] + list(s.discarded)
    none = s.rules != "experienced" or (s.step == Step.NEW_GAME and s.game == 1)
    read["multipliers"].check(
        len(everywhere) == len(set(everywhere)) == (0 if none else len(MULTIPLIERS)),
        N_("each Score Multiplier Card must be in exactly one place"),
    )
    if none:
        return
    each = s.multipliers_each
    every = GAMES_A_DEAL if s.options["multiplier_redeal"] == "every_three_games" else each
    used = (s.game - 2) % every + 1 if s.step == Step.NEW_GAME else (s.game - 1) % every
    for seat in s.everyone:
        chosen = s.chosen[seat] is not None
        if len(s.multipliers[seat]) + chosen != each - used:
            read["multipliers"][seat].wrong(
                N_("must be this many cards with the chosen one: {number}"), number=each - used
            )
        must = s.step in (Step.PLAY, Step.CROW) or (
            s.step == Step.CHOOSE_MULTIPLIER and bool(s.order) and seat not in s.order
        )
        if chosen != must:
            read["chosen"][seat].wrong(N_("cards are chosen in turn"))


def _check_tokens(s: State, read: Reader) -> None:
    """FTC-ADV-3, FTC-ADV-8 to FTC-ADV-14."""
    if s.rules != "advanced":
        read["tokens"].check(not any(map(any, s.tokens)), N_("are of the advanced rules"))
        return
    read["tokens"].check(min(s.token_supply) >= 0, N_("there are not so many of a season"))
    waiting: tuple[int, ...] = ()
    if s.step in (Step.NEW_GAME, Step.HANDS):
        waiting = s.everyone
    elif s.step in (Step.FIRST_TOKENS, Step.EXTRA_TOKEN):
        waiting = s.order
    for seat in s.everyone:
        own = s.tokens[seat]
        if s.step == Step.FREE_TOKEN:
            booze = list(NO_TOKENS)
            for card in s.piles[seat]:
                if card.booze and card.season != YOROZU:
                    booze[card.season] += 1
            free = _yorozu_owners(s).count(seat) - s.order.count(seat)
            right = all(map(ge, own, booze)) and sum(own) - sum(booze) <= free
        elif s.game == 1:
            right = sum(own) == (0 if seat in waiting else FIRST_TOKENS) and max(own) <= 1
        else:  # one for each booze card of the game before, and one more
            right = sum(own) <= BOOZE_LIMIT + (seat not in waiting)
        if not right:
            read["tokens"][seat].wrong(N_("cannot be these now"))
    if s.step in (Step.EXTRA_TOKEN, Step.FREE_TOKEN):
        read["order"].check(
            takeable(s, s.order[0]), N_("whoever may take no token at all is not asked")
        )
