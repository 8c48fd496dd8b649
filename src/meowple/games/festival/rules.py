"""The rules, in the order of the rulebook. Identifiers (FTC-...) are those of ``rules.md``.

A match is a series of games (FTC-OVER-1). `rules` runs it step by step: each step below begins
with a checkpoint and ends by setting ``s.step`` to the one that follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from meowple.core.actions import Action
from meowple.core.questions import CHECKPOINT, Ask, AskAll, Asking, Script

from . import components as box
from .components import NO_SEASON, SEASONS, YOROZU, Card, in_hand
from .scoring import factors, leaders, score
from .state import (
    CHOOSE_MULTIPLIER,
    CROW,
    DUMMY,
    EXTRA_TOKEN,
    FIRST_TOKENS,
    FREE_TOKEN,
    HANDS,
    NEW_GAME,
    OVER,
    PLAY,
    START_PLAYER,
    Ended,
    Round,
    State,
)

LAST_ROUND = 9


def rules(s: State) -> Script:
    """Play a match from where the state stands to its end."""
    while s.step != OVER:
        yield from STEPS[s.step](s)


# -- Setup of a game ----------------------------------------------------------------------------


def new_game(s: State) -> Asking:
    """Gather all cards, deal them anew (FTC-SETUP-10), deal multipliers when it is time."""
    yield CHECKPOINT
    if s.tell:
        s.tell("game", number=s.game, extra=s.extra)
    deal(s)
    if s.rules == "experienced":
        deal_multipliers(s)
    if asks_about_hands(s):
        s.step = HANDS
    else:
        after_hands(s)


def deal(s: State) -> None:
    """FTC-SETUP-2 to FTC-SETUP-6; FTC-TRIO-2: the dummy's hand is its deck."""
    while True:
        booze, others = list(box.BOOZE_CARDS), list(box.OTHER_CARDS)
        s.chance.shuffle(booze)
        s.chance.shuffle(others)
        s.hands = [
            sorted(booze[2 * i : 2 * i + 2] + others[7 * i + 2 : 7 * i + 9], key=in_hand)
            for i in range(4)
        ]
        if s.options["crow_redeal"] != "always" or not any(map(may_redeal, s.hands[: s.seats])):
            break
        if s.tell:
            s.tell("redeal", seat=None)
    one, other = others[:2]
    s.face_up = (one, other) if one.rank < other.rank else (other, one)
    s.piles = [[], [], [], []]
    s.booze = [0, 0, 0, 0]
    s.voids = ((),) * 4
    s.holds = ((),) * 4
    s.crows = (0,) * 4
    s.round = 1
    s.dummy_card = None


def may_redeal(hand: Sequence[Card]) -> bool:
    """FTC-SETUP-7: three crow cards or more."""
    return sum(card.crow for card in hand) >= 3


def deal_multipliers(s: State) -> None:
    """FTC-EXP-2 and FTC-EXP-9, FTC-TRIO-7: 3 to each player, 4 with three players."""
    by_threes = s.options["multiplier_redeal"] == "every_three_games" and s.game % 3 == 1
    if any(s.multipliers) and not by_threes:
        return
    cards = list(box.MULTIPLIERS)
    s.chance.shuffle(cards)
    each = len(cards) // s.seats
    s.multipliers = tuple(
        tuple(sorted(cards[each * seat : each * seat + each], key=lambda card: card.place))
        for seat in s.everyone
    )
    s.discarded = ()


def asks_about_hands(s: State) -> bool:
    """Whether a request for a new deal has a question of its own.

    In the basic game of four the first card is the first decision, so that a request can be made
    in its place, in `play_round`. With three players the dummy's card would be seen by then
    (FTC-RUL-24).
    """
    return s.options["crow_redeal"] == "ask" and (s.rules != "basic" or s.trio)


def hands(s: State) -> Asking:
    """A player with three crows may ask for a new deal (FTC-SETUP-7, FTC-RUL-16).

    Everybody is asked in secret, for who is asked at all would tell of the crows.
    """
    yield CHECKPOINT
    answers = yield AskAll("hands", s.everyone, hand_choices)
    if box.REDEAL in answers:
        redeal(s, answers)
    else:
        after_hands(s)


def hand_choices(s: State, seat: int) -> list[Action]:
    return [box.KEEP, box.REDEAL] if may_redeal(s.hands[seat]) else [box.KEEP]


def redeal(s: State, answers: list[Action]) -> None:
    """Deal all 38 cards anew, as a player asked."""
    if s.tell:
        s.tell("redeal", seat=answers.index(box.REDEAL))
    deal(s)


def after_hands(s: State) -> None:
    """Go on to what the rules in use want before the first round."""
    if s.rules == "experienced":
        choose_start_player(s)
    elif s.rules == "advanced" and s.game == 1:
        order = list(s.everyone)  # FTC-RUL-20
        s.chance.shuffle(order)
        s.order = tuple(order)
        s.step = FIRST_TOKENS
    elif s.rules == "advanced":
        s.order = clockwise(s, lowest_total(s))  # FTC-ADV-13
        s.step = EXTRA_TOKEN
        skip_blocked(s)
        if not s.order:
            begin_round(s)
    else:
        begin_round(s)


def clockwise(s: State, first: int) -> tuple[int, ...]:
    return s.everyone[first:] + s.everyone[:first]


def lowest_total(s: State) -> int:
    """The player with the lowest total, a random one of several (FTC-RUL-18, FTC-RUL-22)."""
    least = min(s.totals)
    lowest = [seat for seat in s.everyone if s.totals[seat] == least]
    return lowest[0] if len(lowest) == 1 else s.chance.choice(lowest)


# -- Experienced rules --------------------------------------------------------------------------


def choose_start_player(s: State) -> None:
    """FTC-EXP-4, FTC-EXP-5. Cards chosen face down need no order (FTC-OPT-5)."""
    s.step = CHOOSE_MULTIPLIER
    if s.options["multiplier_choice"] == "hidden":
        s.order = ()
    elif s.game == 1:
        start(s, s.chance.below(s.seats), None)
    else:
        s.order = (lowest_total(s),)
        s.step = START_PLAYER


def start_player(s: State) -> Asking:
    """FTC-EXP-5: the player with the lowest total names the start player."""
    yield CHECKPOINT
    seat = s.order[0]
    action = yield Ask("start_player", seat, start_choices)
    start(s, action.value, seat)


def start_choices(s: State, seat: int) -> list[Action]:
    return box.START[: s.seats]


def start(s: State, first: int, by: int | None) -> None:
    if s.tell:
        s.tell("start_player", seat=first, by=by)
    s.order = clockwise(s, first)
    s.step = CHOOSE_MULTIPLIER


def choose_multiplier(s: State) -> Asking:
    """FTC-EXP-3: one after the other and open (FTC-RUL-17), or all at once and face down."""
    yield CHECKPOINT
    if s.options["multiplier_choice"] == "hidden":
        answers = yield AskAll("multiplier", s.everyone, multiplier_choices)
        for seat in s.everyone:
            choose(s, seat, answers[seat])
        if s.tell:
            s.tell("multipliers_hidden")
        begin_round(s)
        return
    seat = s.order[0]
    action = yield Ask("multiplier", seat, multiplier_choices)
    choose(s, seat, action)
    if s.tell:
        s.tell("multiplier", seat=seat, card=action.value.key)
    s.order = s.order[1:]
    if not s.order:
        begin_round(s)


def multiplier_choices(s: State, seat: int) -> list[Action]:
    return [card.choose for card in s.multipliers[seat]]


def choose(s: State, seat: int, action: Action) -> None:
    chosen = action.value
    s.chosen = replaced(s.chosen, seat, chosen)
    rest = tuple(card for card in s.multipliers[seat] if card is not chosen)
    s.multipliers = replaced(s.multipliers, seat, rest)


# -- Advanced rules: before a game --------------------------------------------------------------


def first_tokens(s: State) -> Asking:
    """FTC-ADV-3: three tokens of three different seasons each."""
    yield CHECKPOINT
    seat = s.order[0]
    action = yield Ask("tokens", seat, first_token_choices)
    for season in action.value:
        take_token(s, seat, season)
    if s.tell:
        s.tell("tokens", seat=seat, seasons=[SEASONS[season] for season in action.value])
    s.order = s.order[1:]
    if not s.order:
        begin_round(s)


def first_token_choices(s: State, seat: int) -> list[Action]:
    seasons = takeable(s, seat)
    return [action for action in box.TOKENS if seasons.issuperset(action.value)]


def extra_token(s: State) -> Asking:
    """FTC-ADV-13: one more token of any season, from the lowest total clockwise."""
    yield CHECKPOINT
    yield from ask_token(s, "extra_token")
    if not s.order:
        begin_round(s)


def ask_token(s: State, kind: str) -> Asking:
    """The next seat in order takes one token of its choice."""
    seat = s.order[0]
    action = yield Ask(kind, seat, token_choices)
    take_token(s, seat, action.value)
    if s.tell:
        s.tell("tokens", seat=seat, seasons=[SEASONS[action.value]])
    s.order = s.order[1:]
    skip_blocked(s)


def token_choices(s: State, seat: int) -> list[Action]:
    seasons = takeable(s, seat)
    return [action for action in box.TOKEN if action.value in seasons]


def takeable(s: State, seat: int) -> set[int]:
    """FTC-ADV-10, FTC-ADV-14: the seasons of which a seat may take a token."""
    own, supply = s.tokens[seat], s.token_supply
    return {season for season in range(4) if supply[season] > 0 and own[season] < box.MOST_TOKENS}


def take_token(s: State, seat: int, season: int) -> None:
    own = s.tokens[seat]
    s.tokens = replaced(s.tokens, seat, replaced(own, season, own[season] + 1))


def skip_blocked(s: State) -> None:
    """A player who may take no token at all takes none (FTC-RUL-22)."""
    while s.order and not token_choices(s, s.order[0]):
        s.order = s.order[1:]


# -- Round --------------------------------------------------------------------------------------


def begin_round(s: State) -> None:
    """FTC-CHECK: the face-up cards say what is showing. FTC-TRIO-3: the dummy's card."""
    s.step = PLAY
    if s.tell and s.face_up:
        s.tell("round", number=s.round, face_up=[card.key for card in s.face_up])
    if s.seats == 3:
        s.dummy_card = s.chance.draw(s.hands[DUMMY])
        if s.tell:
            s.tell("dummy", card=s.dummy_card.key)


def play_round(s: State) -> Asking:
    """Play a card (FTC-PLAY), reveal (FTC-REVEAL), and what follows from it."""
    yield CHECKPOINT
    answers = yield AskAll("play", s.everyone, legal_plays)
    if box.REDEAL in answers:
        redeal(s, answers)
        begin_round(s)
        return
    revealed = [action.value for action in answers]
    for hand, card in zip(s.hands, revealed, strict=False):
        hand.remove(card)
    if s.dummy_card:
        revealed.append(s.dummy_card)
    if any(s.holds):
        settle_holds(s, revealed)
    if s.tell:
        s.tell("revealed", cards=[card.key for card in revealed])
    if s.round < LAST_ROUND:  # FTC-VOID-5
        announce(s, revealed)
    swap_or_ask(s, revealed)


def legal_plays(s: State, seat: int) -> list[Action]:
    """FTC-PLAY-2 to FTC-PLAY-5, FTC-RUL-3."""
    hand = s.hands[seat]
    one, other = s.face_up
    shut, closed = one.forbids, other.forbids
    legal = [card.play for card in hand if card.season != shut and card.season != closed]
    if not legal or legal[0].value.season == YOROZU:  # no legal season card
        legal = [card.play for card in hand]
    if s.round == 1 and may_ask_redeal(s, hand):
        legal.append(box.REDEAL)
    return legal


def may_ask_redeal(s: State, hand: list[Card]) -> bool:
    """Whether that hand may be given back in place of its first card (FTC-RUL-16)."""
    return s.options["crow_redeal"] == "ask" and may_redeal(hand) and not asks_about_hands(s)


def showing(s: State) -> set[int]:
    """FTC-CHECK-1, FTC-CHECK-3: the seasons of the face-up cards."""
    return {card.forbids for card in s.face_up} - {NO_SEASON}


def settle_holds(s: State, revealed: list[Card]) -> None:
    """Who plays a card of the seasons that a silence told of (FTC-OPT-6) may have no other."""
    s.holds = tuple(
        tuple(seasons for seasons in own if card.season not in seasons)
        for own, card in zip(s.holds, revealed, strict=True)
    )


def announce(s: State, revealed: list[Card]) -> None:
    """FTC-VOID-1, FTC-VOID-2: who played a card of a showing season had no other.

    With ``announce_on_yorozu`` (FTC-OPT-6) also who played YOROZU for lack of a season card.
    """
    one, other = s.face_up
    on_yorozu = s.options["announce_on_yorozu"]
    for seat in s.everyone:
        season = revealed[seat].season
        if season == one.forbids or season == other.forbids:
            pass
        elif not on_yorozu or not must_announce_yorozu(s, seat, season):
            continue
        shown = showing(s)
        own = s.voids[seat]
        new = tuple(x for x in range(4) if x not in shown and x not in own)  # FTC-RUL-5
        if new:
            s.voids = replaced(s.voids, seat, own + new)
            if s.tell:
                s.tell("void", seat=seat, seasons=[SEASONS[x] for x in new])


def must_announce_yorozu(s: State, seat: int, season: int) -> bool:
    """FTC-OPT-6: whether the card just played is YOROZU and no open season is left in hand.

    Silence tells as well: that the player holds one. It is noted until such a card is played.
    """
    if season != YOROZU:
        return False
    if not has_legal_season(s, seat):
        return True
    unshown = tuple(x for x in range(4) if x not in showing(s))
    s.holds = replaced(s.holds, seat, (*s.holds[seat], unshown))
    return False


def has_legal_season(s: State, seat: int) -> bool:
    """Whether a hand holds a season card of a season that is not showing."""
    shut = {*showing(s), YOROZU}
    return any(card.season not in shut for card in s.hands[seat])


# -- Crow ---------------------------------------------------------------------------------------


def swap_or_ask(s: State, revealed: list[Card]) -> None:
    """FTC-CROW: exchange what crows and YOROZU cards say, or let a crow's owner choose."""
    played = revealed
    yorozu = [card for card in revealed if card.season == YOROZU]
    crows = [card for card in revealed if card.crow]
    if crows:
        count_crows(s, revealed)
    if not yorozu or not crows:
        pass  # FTC-CROW-6
    elif len(yorozu) == 1:  # FTC-CROW-1, FTC-CROW-3
        nearest = min(crows, key=lambda crow: abs(crow.value - yorozu[0].value))
        played = swapped(s, revealed, [(yorozu[0], nearest)])
    elif len(crows) >= 2:  # FTC-CROW-4
        low, high = sorted(yorozu, key=rank)
        crows.sort(key=rank)
        played = swapped(s, revealed, [(low, crows[0]), (high, crows[-1])])
    elif s.seats == 3 and revealed[DUMMY] is crows[0]:  # FTC-RUL-25
        if s.options["dummy_crow_choice"] == "random":
            partner = s.chance.choice(sorted(yorozu, key=rank))
        else:
            partner = min(yorozu, key=lambda card: abs(card.value - crows[0].value))
        played = swapped(s, revealed, [(partner, crows[0])])
    else:  # FTC-CROW-5
        s.revealed = revealed
        s.order = (revealed.index(crows[0]),)
        s.step = CROW
        return
    take(s, revealed, played)


def count_crows(s: State, revealed: list[Card]) -> None:
    for seat in range(4):
        if revealed[seat].crow:
            s.crows = replaced(s.crows, seat, s.crows[seat] + 1)


def rank(card: Card) -> int:
    return card.rank


def swapped(s: State, revealed: list[Card], pairs: list[tuple[Card, Card]]) -> list[Card]:
    """The revealed cards by seat after the owners of each pair have exchanged them."""
    played = revealed[:]
    for yorozu, crow in pairs:
        one, other = revealed.index(yorozu), revealed.index(crow)
        played[one], played[other] = crow, yorozu
        if s.tell:
            s.tell("swap", seats=[one, other], cards=[yorozu.key, crow.key])
    return played


def crow_choice(s: State) -> Asking:
    """FTC-CROW-5: both YOROZU cards and one crow, whose owner chooses."""
    yield CHECKPOINT
    seat = s.order[0]
    action = yield Ask("crow", seat, crow_choices)
    revealed = s.revealed
    assert revealed is not None
    s.revealed = None
    s.order = ()
    s.step = PLAY
    take(s, revealed, swapped(s, revealed, [(action.value, revealed[seat])]))


def crow_choices(s: State, seat: int) -> list[Action]:
    return list(box.SWAP.values())


# -- Take a card, Booze Tokens, end of round ----------------------------------------------------


def take(s: State, revealed: list[Card], played: list[Card]) -> None:
    """FTC-TAKE, FTC-BOOZE and FTC-END, from the cards as they lie after swaps."""
    ranks = [card.rank for card in played]
    lowest, highest = ranks.index(min(ranks)), ranks.index(max(ranks))
    low, high = s.face_up
    taken = played[:]
    taken[lowest], taken[highest] = low, high
    s.face_up = (played[lowest], played[highest])
    over = s.round == LAST_ROUND  # FTC-END-2
    for seat, card in enumerate(taken):
        s.piles[seat].append(card)
        if card.booze and seat < s.seats:  # FTC-TRIO-5
            s.booze[seat] += card.booze
            over = over or s.booze[seat] >= 3  # FTC-END-1
    s.last = Round(revealed, played, taken, lowest, highest)
    if s.tell:
        for seat, card in enumerate(taken[: s.seats + s.trio]):
            how = "lowest" if seat == lowest else "highest" if seat == highest else "kept"
            s.tell("took", seat=seat, card=card.key, played=played[seat].key, how=how)
    s.dummy_card = None
    if over:
        end_of_game(s)
    else:
        s.round += 1
        begin_round(s)


# -- After a game -------------------------------------------------------------------------------


def end_of_game(s: State) -> None:
    """FTC-SCORE-1, FTC-WIN."""
    worth = tuple(factors(s, seat) for seat in s.everyone)
    result = tuple(score(s.piles[seat], worth[seat]) for seat in s.everyone)
    s.results += (result,)
    s.totals = tuple(total + sum(own) for total, own in zip(s.totals, result, strict=True))
    s.ended = Ended(tuple(map(tuple, s.piles)), worth)
    chosen, s.chosen = s.chosen, (None,) * s.seats
    s.discarded += tuple(card for card in chosen if card)  # FTC-EXP-8
    if s.tell:
        s.tell(
            "scored",
            game=s.game,
            results=[list(own) for own in result],
            totals=list(s.totals),
            boozed=[seat for seat in s.everyone if s.booze[seat] >= 3],
            multipliers=[card and card.key for card in chosen],
        )
    if s.extra or (max(s.totals) >= s.options["target"] and len(leaders(s)) == 1):
        s.step = OVER
        if s.tell:
            s.tell("match_over", winners=leaders(s), totals=list(s.totals))
        return
    s.extra = max(s.totals) >= s.options["target"]  # FTC-WIN-2
    s.game += 1
    if s.rules == "advanced":
        tokens_for_booze(s)
    if s.step != FREE_TOKEN:
        gather(s)


def gather(s: State) -> None:
    """FTC-SETUP-10, FTC-VOID-4: everything goes back for the next game."""
    s.hands = [[], [], [], []]
    s.piles = [[], [], [], []]
    s.face_up = ()
    s.booze = [0, 0, 0, 0]
    s.voids = ((),) * 4
    s.holds = ((),) * 4
    s.crows = (0,) * 4
    s.round = 1
    s.step = NEW_GAME


def tokens_for_booze(s: State) -> None:
    """FTC-ADV-7 to FTC-ADV-12, FTC-RUL-21: all give back, then take for their booze cards."""
    s.tokens = ((0, 0, 0, 0),) * s.seats
    owners: dict[int, int] = {}
    for seat in s.everyone:
        seasons = []
        for card in s.piles[seat]:
            if card.season == YOROZU:
                owners[card.value] = seat
            elif card.booze:
                take_token(s, seat, card.season)
                seasons.append(SEASONS[card.season])
        if s.tell and seasons:
            s.tell("tokens", seat=seat, seasons=seasons)
    s.order = tuple(owners[value] for value in sorted(owners))  # YOROZU 0 first
    skip_blocked(s)
    if s.order:
        s.step = FREE_TOKEN


def free_token(s: State) -> Asking:
    """FTC-ADV-9: a token of any season for a YOROZU card."""
    yield CHECKPOINT
    yield from ask_token(s, "free_token")
    if not s.order:
        gather(s)


T = TypeVar("T")


def replaced(items: tuple[T, ...], place: int, new: T) -> tuple[T, ...]:
    """The tuple with another item at that place."""
    return (*items[:place], new, *items[place + 1 :])


STEPS = {
    NEW_GAME: new_game,
    HANDS: hands,
    START_PLAYER: start_player,
    CHOOSE_MULTIPLIER: choose_multiplier,
    FIRST_TOKENS: first_tokens,
    EXTRA_TOKEN: extra_token,
    PLAY: play_round,
    CROW: crow_choice,
    FREE_TOKEN: free_token,
}
