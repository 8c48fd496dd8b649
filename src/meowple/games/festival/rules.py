"""The rules, in the order of the rulebook. Identifiers (FTC-...) are those of ``rules.md``.

A match is a series of games (FTC-OVER-1). `rules` runs it step by step: each of `STEPS` begins
with a checkpoint and ends by setting ``s.step`` to the one that follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from meowple.author import CHECKPOINT, N_, Action, Asking, Json, QuestionKind, Script

from .pieces import (
    BOOZE_CARDS,
    BOOZE_IN_HAND,
    CROWS_FOR_NEW_DEAL,
    EVERY_SEASON,
    FACE_UP,
    FIRST_TOKENS,
    HAND,
    KEEP,
    LAST_SPACE,
    MOST_TOKENS,
    MULTIPLIERS,
    NO_SEASON,
    OTHER_CARDS,
    OTHERS_IN_HAND,
    PLACES,
    REDEAL,
    SEASONS,
    START,
    SWAP,
    TOKEN,
    TOKENS,
    YOROZU,
    Card,
    in_hand,
)
from .state import DUMMY, NO_TOKENS, Ended, Round, State, Step

ROUNDS = HAND
"""The last round leaves no card in hand (FTC-ROUND-2, FTC-END-2)."""

BOOZE_LIMIT = 3
"""Booze Tokens that end the game and spoil the points (FTC-END-1, FTC-VP-4)."""

FISH_VP, BOOZE_VP, CROW_VP = 1, 2, -1
"""What an icon is worth (FTC-VP-2, FTC-VP-3, FTC-VP-5)."""

TARGET = 30
"""The points that end a match (FTC-OVER-4, FTC-OPT-2)."""

GAMES_A_DEAL = 3
"""After so many games multipliers are dealt anew by ``every_three_games`` (FTC-OPT-4)."""


def rules(s: State) -> Script:
    """Play a match from where the state stands to its end."""
    while s.step != Step.OVER:
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
        s.step = Step.HANDS
    else:
        after_hands(s)


def deal(s: State) -> None:
    """FTC-SETUP-2 to FTC-SETUP-6; FTC-TRIO-2: the dummy's hand is its deck."""
    while True:
        booze, others = list(BOOZE_CARDS), list(OTHER_CARDS)
        s.chance.shuffle(booze)
        s.chance.shuffle(others)
        s.hands = [
            sorted(
                booze[BOOZE_IN_HAND * place : BOOZE_IN_HAND * (place + 1)]
                + others[FACE_UP + OTHERS_IN_HAND * place : FACE_UP + OTHERS_IN_HAND * (place + 1)],
                key=in_hand,
            )
            for place in range(PLACES)
        ]
        if s.options["crow_redeal"] != "always" or not any(map(may_redeal, s.hands[: s.seats])):
            break
        if s.tell:
            s.tell("redeal", seat=None)
    one, other = others[:FACE_UP]
    s.face_up = (one, other) if one.rank < other.rank else (other, one)


def may_redeal(hand: Sequence[Card]) -> bool:
    """FTC-SETUP-7: three crow cards or more."""
    return sum([card.crow for card in hand]) >= CROWS_FOR_NEW_DEAL


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
    answers = yield KEEP_HAND.ask_all(s.everyone)
    if REDEAL in answers:
        redeal(s, answers)
    else:
        after_hands(s)


def hand_choices(s: State, seat: int) -> list[Action]:
    return [KEEP, REDEAL] if may_redeal(s.hands[seat]) else [KEEP]


KEEP_HAND = QuestionKind(
    "hands", options=hand_choices, prompt=N_("Look at your hand. Do you keep it?")
)


def redeal(s: State, answers: list[Action]) -> None:
    """Deal all number cards anew, as a player asked."""
    if s.tell:
        s.tell("redeal", seat=answers.index(REDEAL))
    deal(s)


def after_hands(s: State) -> None:
    """Go on to what the rules in use want before the first round."""
    if s.rules == "experienced":
        choose_start_player(s)
    elif s.rules == "advanced":
        give_out_tokens(s)
    else:
        begin_round(s)


def clockwise(s: State, first: int) -> tuple[int, ...]:
    return s.everyone[first:] + s.everyone[:first]


def lowest_total(s: State) -> int:
    """The player with the lowest total, a random one of several (FTC-RUL-18, FTC-RUL-22)."""
    least = min(s.totals)
    lowest = [seat for seat in s.everyone if s.totals[seat] == least]
    return lowest[0] if len(lowest) == 1 else s.chance.choice(lowest)


# -- Round --------------------------------------------------------------------------------------


def begin_round(s: State) -> None:
    """FTC-CHECK: the face-up cards say what is showing. FTC-TRIO-3: the dummy's card."""
    s.step = Step.PLAY
    if s.tell and s.face_up:
        s.tell("round", number=s.round, face_up=[card.key for card in s.face_up])
    if s.trio:
        s.dummy_card = s.chance.draw(s.hands[DUMMY])
        if s.tell:
            s.tell("dummy", card=s.dummy_card.key)


def play_round(s: State) -> Asking:
    """Play a card (FTC-PLAY), reveal (FTC-REVEAL), and what follows from it."""
    yield CHECKPOINT
    answers = yield PLAY_CARD.ask_all(s.everyone)
    if s.round == 1 and REDEAL in answers:
        redeal(s, answers)
        begin_round(s)
        return
    revealed = []
    for hand, action in zip(s.hands, answers, strict=False):
        hand.remove(action.value)
        revealed.append(action.value)
    if s.dummy_card:
        revealed.append(s.dummy_card)
    if any(s.holds):
        settle_holds(s, revealed)
    if s.tell:
        s.tell("revealed", cards=[card.key for card in revealed])
    if s.round < ROUNDS:  # FTC-VOID-5
        announce(s, revealed)
    swap_or_ask(s, revealed)


def legal_plays(s: State, seat: int) -> list[Action]:
    """FTC-PLAY-2 to FTC-PLAY-5, FTC-RUL-3."""
    hand = s.hands[seat]
    one, other = s.face_up
    shut, closed = one.forbids, other.forbids
    legal = []
    for card in hand:  # a quarter less time than a comprehension, in what is asked most often
        if card.season != shut and card.season != closed:
            legal.append(card.play)
    if not legal or legal[0].value.season == YOROZU:  # no legal season card
        legal = [card.play for card in hand]
    if s.round == 1 and may_ask_redeal(s, hand):
        legal.append(REDEAL)
    return legal


def may_ask_redeal(s: State, hand: list[Card]) -> bool:
    """Whether that hand may be given back in place of its first card (FTC-RUL-16)."""
    return s.options["crow_redeal"] == "ask" and may_redeal(hand) and not asks_about_hands(s)


def shut_cards(s: State, seat: int) -> Mapping[str, Json]:
    """Why some cards may not be played: their season is showing (FTC-PLAY-5)."""
    legal = legal_plays(s, seat)
    return {
        card.play.key: {"code": "season_showing", "season": SEASONS[card.season]}
        for card in s.hands[seat]
        if card.play not in legal
    }


PLAY_CARD = QuestionKind(
    "play",
    options=legal_plays,
    prompt=lambda words, view: words.what_to_play(view["table"]),
    why=shut_cards,
)


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
        new = tuple(x for x in EVERY_SEASON if x not in shown and x not in own)  # FTC-RUL-5
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
    shown = showing(s)
    unshown = tuple(x for x in EVERY_SEASON if x not in shown)
    s.holds = replaced(s.holds, seat, (*s.holds[seat], unshown))
    return False


def has_legal_season(s: State, seat: int) -> bool:
    """Whether a hand holds a season card of a season that is not showing."""
    shut = {*showing(s), YOROZU}
    return any(card.season not in shut for card in s.hands[seat])


# -- Crow ---------------------------------------------------------------------------------------


def swap_or_ask(s: State, revealed: list[Card]) -> None:
    """FTC-CROW: exchange what crows and YOROZU cards say, or let a crow's owner choose."""
    crows = [card for card in revealed if card.crow]
    if not crows:
        take(s, revealed, revealed)
        return
    count_crows(s, revealed)
    played = revealed
    yorozu = [card for card in revealed if card.season == YOROZU]
    if not yorozu:
        pass  # FTC-CROW-6
    elif len(yorozu) == 1:  # FTC-CROW-1, FTC-CROW-3
        nearest = min(crows, key=lambda crow: abs(crow.value - yorozu[0].value))
        played = swapped(s, revealed, [(yorozu[0], nearest)])
    elif len(crows) >= 2:  # FTC-CROW-4
        low, high = sorted(yorozu, key=rank)
        crows.sort(key=rank)
        played = swapped(s, revealed, [(low, crows[0]), (high, crows[-1])])
    elif s.trio and revealed[DUMMY] is crows[0]:  # FTC-RUL-25
        if s.options["dummy_crow_choice"] == "random":
            partner = s.chance.choice(sorted(yorozu, key=rank))
        else:
            partner = min(yorozu, key=lambda card: abs(card.value - crows[0].value))
        played = swapped(s, revealed, [(partner, crows[0])])
    else:  # FTC-CROW-5
        s.revealed = revealed
        s.order = (revealed.index(crows[0]),)
        s.step = Step.CROW
        return
    take(s, revealed, played)


def count_crows(s: State, revealed: list[Card]) -> None:
    for seat, card in enumerate(revealed):
        if card.crow:
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
    action = yield SWAP_CROW.ask(seat)
    revealed = s.revealed
    assert revealed is not None
    s.revealed = None
    s.order = ()
    s.step = Step.PLAY
    take(s, revealed, swapped(s, revealed, [(action.value, revealed[seat])]))


def crow_choices(s: State, seat: int) -> list[Action]:
    return SWAP


SWAP_CROW = QuestionKind(
    "crow",
    options=crow_choices,
    prompt=N_("Your crow swaps with one of the two Yorozu cards: which?"),
    waiting=N_("The crow's owner chooses a Yorozu card."),
)


# -- Take a card, Booze Tokens, end of round ----------------------------------------------------


def take(s: State, revealed: list[Card], played: list[Card]) -> None:
    """FTC-TAKE, FTC-BOOZE and FTC-END, from the cards as they lie after swaps."""
    ranks = [card.rank for card in played]
    lowest, highest = ranks.index(min(ranks)), ranks.index(max(ranks))
    low, high = s.face_up
    taken = played[:]
    taken[lowest], taken[highest] = low, high
    s.face_up = (played[lowest], played[highest])
    over = s.round == ROUNDS  # FTC-END-2
    piles = s.piles
    for seat, card in enumerate(taken):
        piles[seat].append(card)
        if card.booze and seat < s.seats:  # FTC-TRIO-5
            s.booze[seat] += card.booze
            over = over or s.booze[seat] >= BOOZE_LIMIT  # FTC-END-1
    s.last = Round(revealed, played, taken, lowest, highest)
    if s.tell:
        for seat, card in enumerate(taken):
            how = "lowest" if seat == lowest else "highest" if seat == highest else "kept"
            s.tell("took", seat=seat, card=card.key, played=played[seat].key, how=how)
    s.dummy_card = None
    if over:
        end_of_game(s)
    else:
        s.round += 1
        begin_round(s)


# -- Victory points of a game -------------------------------------------------------------------

ONE_EACH = (FISH_VP,) * len(SEASONS)


def factors(s: State, seat: int) -> tuple[int, ...]:
    """What one fish of each season is worth to a seat (FTC-VP-2, FTC-EXP-6, FTC-ADV-5).

    Once a game has been scored, what it was worth there, until the cards are gathered.
    """
    if s.ended and s.step in (Step.FREE_TOKEN, Step.OVER):
        return s.ended.factors[seat]
    if s.rules == "experienced" and (chosen := s.chosen[seat]):
        return chosen.factors
    if s.rules == "advanced":
        return s.tokens[seat]
    return ONE_EACH


def score(pile: Iterable[Card], worth: Sequence[int] = ONE_EACH) -> tuple[int, int, int]:
    """VP of a pile from fish, booze and crows (FTC-VP-1 to FTC-VP-7, FTC-RUL-11).

    ``worth``: VP of a fish of each season.
    """
    fish = booze = crows = 0
    for card in pile:
        if card.fish:
            fish += card.fish * worth[card.season]
        elif card.booze:
            booze += card.booze
        else:
            crows += card.crow
    if booze >= BOOZE_LIMIT:
        return -(-fish // 2), 0, CROW_VP * crows  # the half that is kept is rounded up
    return fish, BOOZE_VP * booze, CROW_VP * crows


# -- After a game, winning the match ------------------------------------------------------------


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
            boozed=[seat for seat in s.everyone if s.booze[seat] >= BOOZE_LIMIT],
            multipliers=[card and card.key for card in chosen],
        )
    reached = max(s.totals) >= s.options["target"]
    if s.extra or (reached and len(leaders(s)) == 1):
        s.step = Step.OVER
        if s.tell:
            s.tell("match_over", winners=leaders(s), totals=list(s.totals))
        return
    s.extra = reached  # FTC-WIN-2
    s.game += 1
    if s.rules == "advanced":
        tokens_for_booze(s)
    if s.step != Step.FREE_TOKEN:
        gather(s)


def gather(s: State) -> None:
    """FTC-SETUP-10, FTC-VOID-4: everything goes back for the next game."""
    s.clear()
    s.step = Step.NEW_GAME


def leaders(s: State) -> list[int]:
    """The seats with the most VP in total."""
    most = max(s.totals)
    return [seat for seat in s.everyone if s.totals[seat] == most]


def scores(s: State) -> list[int]:
    """Totals of the match by seat: games that are finished."""
    return list(s.totals)


def winners(s: State) -> list[int]:
    """Who has won; several after a tie in the extra game (FTC-WIN-3, FTC-WIN-4)."""
    return leaders(s) if s.step == Step.OVER else []


def space(total: int) -> int | None:
    """The space of the Score Sheet that shows a total; None off the sheet (FTC-RUL-14)."""
    return (total - 1) % LAST_SPACE + 1 if total >= 1 else None


# -- Experienced rules --------------------------------------------------------------------------


def deal_multipliers(s: State) -> None:
    """FTC-EXP-2 and FTC-EXP-9, FTC-TRIO-7. What a bigger deck has left over lies open."""
    by_threes = s.options["multiplier_redeal"] == "every_three_games"
    if any(s.multipliers) and not (by_threes and s.game % GAMES_A_DEAL == 1):
        return
    cards = list(MULTIPLIERS)
    s.chance.shuffle(cards)
    each = s.multipliers_each
    s.multipliers = tuple(
        tuple(sorted(cards[each * seat : each * (seat + 1)], key=lambda card: card.place))
        for seat in s.everyone
    )
    s.discarded = tuple(cards[each * s.seats :])


def choose_start_player(s: State) -> None:
    """FTC-EXP-4, FTC-EXP-5. Cards chosen face down need no order (FTC-OPT-5)."""
    s.step = Step.CHOOSE_MULTIPLIER
    if s.options["multiplier_choice"] == "hidden":
        s.order = ()
    elif s.game == 1:
        start(s, s.chance.below(s.seats), None)
    else:
        s.order = (lowest_total(s),)
        s.step = Step.START_PLAYER


def start_player(s: State) -> Asking:
    """FTC-EXP-5: the player with the lowest total names the start player."""
    yield CHECKPOINT
    seat = s.order[0]
    action = yield NAME_START_PLAYER.ask(seat)
    start(s, action.value, seat)


def start_choices(s: State, seat: int) -> list[Action]:
    return START[: s.seats]


NAME_START_PLAYER = QuestionKind(
    "start_player",
    options=start_choices,
    prompt=N_("You have the lowest total: name the start player."),
    waiting=N_("The start player is being named."),
)


def start(s: State, first: int, by: int | None) -> None:
    if s.tell:
        s.tell("start_player", seat=first, by=by)
    s.order = clockwise(s, first)
    s.step = Step.CHOOSE_MULTIPLIER


def choose_multiplier(s: State) -> Asking:
    """FTC-EXP-3: one after the other and open (FTC-RUL-17), or all at once and face down."""
    yield CHECKPOINT
    if s.options["multiplier_choice"] == "hidden":
        answers = yield CHOOSE_MULTIPLIER.ask_all(s.everyone)
        for seat in s.everyone:
            choose(s, seat, answers[seat])
        if s.tell:
            s.tell("multipliers_hidden")
        begin_round(s)
        return
    seat = s.order[0]
    action = yield CHOOSE_MULTIPLIER.ask(seat)
    choose(s, seat, action)
    if s.tell:
        s.tell("multiplier", seat=seat, card=action.value.key)
    s.order = s.order[1:]
    if not s.order:
        begin_round(s)


def multiplier_choices(s: State, seat: int) -> list[Action]:
    return [card.choose for card in s.multipliers[seat]]


CHOOSE_MULTIPLIER = QuestionKind(
    "multiplier",
    options=multiplier_choices,
    prompt=N_("Choose a Score Multiplier Card for this game."),
    waiting=N_("Score Multiplier Cards are being chosen."),
)


def choose(s: State, seat: int, action: Action) -> None:
    chosen = action.value
    s.chosen = replaced(s.chosen, seat, chosen)
    rest = tuple(card for card in s.multipliers[seat] if card is not chosen)
    s.multipliers = replaced(s.multipliers, seat, rest)


# -- Advanced rules -----------------------------------------------------------------------------


def give_out_tokens(s: State) -> None:
    """Say who takes tokens before a game, in which order (FTC-RUL-20, FTC-ADV-13)."""
    if s.game == 1:
        order = list(s.everyone)
        s.chance.shuffle(order)
        s.order = tuple(order)
        s.step = Step.FIRST_TOKENS
        return
    s.order = clockwise(s, lowest_total(s))
    s.step = Step.EXTRA_TOKEN
    skip_blocked(s)
    if not s.order:
        begin_round(s)


def first_tokens(s: State) -> Asking:
    """FTC-ADV-3: three tokens of three different seasons each."""
    yield CHECKPOINT
    seat = s.order[0]
    action = yield TAKE_FIRST_TOKENS.ask(seat)
    for season in action.value:
        take_token(s, seat, season)
    if s.tell:
        s.tell("tokens", seat=seat, seasons=[SEASONS[season] for season in action.value])
    s.order = s.order[1:]
    if not s.order:
        begin_round(s)


def first_token_choices(s: State, seat: int) -> list[Action]:
    seasons = takeable(s, seat)
    return [action for action in TOKENS if seasons.issuperset(action.value)]


TAKE_FIRST_TOKENS = QuestionKind(
    "tokens",
    options=first_token_choices,
    prompt=lambda words, view: words.ngettext(
        "Take {number} Season Multiplier Token.",
        "Take {number} Season Multiplier Tokens of different seasons.",
        FIRST_TOKENS,
    ).format(number=FIRST_TOKENS),
)


def extra_token(s: State) -> Asking:
    """FTC-ADV-13: one more token of any season, from the lowest total clockwise."""
    yield CHECKPOINT
    yield from ask_token(s, TAKE_EXTRA_TOKEN)
    if not s.order:
        begin_round(s)


def free_token(s: State) -> Asking:
    """FTC-ADV-9: a token of any season for a YOROZU card."""
    yield CHECKPOINT
    yield from ask_token(s, TAKE_FREE_TOKEN)
    if not s.order:
        gather(s)


def ask_token(s: State, question: QuestionKind) -> Asking:
    """The next seat in order takes one token of its choice."""
    seat = s.order[0]
    action = yield question.ask(seat)
    take_token(s, seat, action.value)
    if s.tell:
        s.tell("tokens", seat=seat, seasons=[SEASONS[action.value]])
    s.order = s.order[1:]
    skip_blocked(s)


def token_choices(s: State, seat: int) -> list[Action]:
    seasons = takeable(s, seat)
    return [action for action in TOKEN if action.value in seasons]


TAKE_EXTRA_TOKEN = QuestionKind(
    "extra_token", options=token_choices, prompt=N_("Take one more Season Multiplier Token.")
)
TAKE_FREE_TOKEN = QuestionKind(
    "free_token",
    options=token_choices,
    prompt=N_("Your Yorozu card: take a Season Multiplier Token."),
)


def takeable(s: State, seat: int) -> set[int]:
    """FTC-ADV-10, FTC-ADV-14: the seasons of which a seat may take a token."""
    own, supply = s.tokens[seat], s.token_supply
    return {season for season in EVERY_SEASON if supply[season] > 0 and own[season] < MOST_TOKENS}


def take_token(s: State, seat: int, season: int) -> None:
    own = s.tokens[seat]
    s.tokens = replaced(s.tokens, seat, replaced(own, season, own[season] + 1))


def skip_blocked(s: State) -> None:
    """A player who may take no token at all takes none (FTC-RUL-22)."""
    while s.order and not takeable(s, s.order[0]):
        s.order = s.order[1:]


def tokens_for_booze(s: State) -> None:
    """FTC-ADV-7 to FTC-ADV-12, FTC-RUL-21: all give back, then take for their booze cards."""
    s.tokens = (NO_TOKENS,) * s.seats
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
        s.step = Step.FREE_TOKEN


# -- The whole ----------------------------------------------------------------------------------

STEPS = {
    Step.NEW_GAME: new_game,
    Step.HANDS: hands,
    Step.START_PLAYER: start_player,
    Step.CHOOSE_MULTIPLIER: choose_multiplier,
    Step.FIRST_TOKENS: first_tokens,
    Step.EXTRA_TOKEN: extra_token,
    Step.PLAY: play_round,
    Step.CROW: crow_choice,
    Step.FREE_TOKEN: free_token,
}
"""What runs each step of a match; `Step.OVER` is its end."""

QUESTIONS = (
    KEEP_HAND,
    PLAY_CARD,
    SWAP_CROW,
    NAME_START_PLAYER,
    CHOOSE_MULTIPLIER,
    TAKE_FIRST_TOKENS,
    TAKE_EXTRA_TOKEN,
    TAKE_FREE_TOKEN,
)

T = TypeVar("T")


def replaced(items: tuple[T, ...], place: int, new: T) -> tuple[T, ...]:
    """The tuple with another item at that place."""
    return (*items[:place], new, *items[place + 1 :])


def round_of(s: State) -> int:
    """The game of the match that is played, for reports that follow the lead."""
    return len(s.results) + 1


def study(s: State) -> Json:
    """A finished match for reports: how many games, cards of the last one, VP from what."""
    piles = s.ended.piles if s.ended else tuple(map(tuple, s.piles))
    return {
        "rounds": len(s.results),
        "seats": [
            {
                "cards": {"taken in the last game": [card.key for card in piles[seat]]},
                "points": {
                    kind: sum(game[seat][place] for game in s.results)
                    for place, kind in enumerate(("fish", "booze", "crows"))
                },
            }
            for seat in s.everyone
        ],
    }
