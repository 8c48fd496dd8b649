"""What a viewer may see, as plain data: the ``table`` part of `Match.view`."""

from __future__ import annotations

from typing import Literal, TypedDict, cast

from meowple.author import Question
from meowple.games.festival.pieces import (
    BOOZE_TOKENS,
    CARDS,
    SEASONS,
    SUITS,
    Card,
    Multiplier,
)
from meowple.games.festival.rules import (
    BOOZE_LIMIT,
    BOOZE_VP,
    CROW_VP,
    FISH_VP,
    PLAY_CARD,
    ROUNDS,
    factors,
    score,
    showing,
    space,
)
from meowple.games.festival.state import DUMMY, State, Step


class Numbers(TypedDict):
    """The rulebook's numbers that one needs to read the table.

    Attributes:
        rounds: how many a game has at most.
        booze_limit: Booze Tokens that end the game; with as many in the pile booze scores nothing and
            fish half.
        fish_vp: what a fish is worth in the basic rules.
        booze_vp: what each booze is worth below the limit.
        crow_vp: what a crow is worth.
    """

    rounds: int
    booze_limit: int
    fish_vp: int
    booze_vp: int
    crow_vp: int


class NumberCard(TypedDict):
    """What is printed on a number card.

    Attributes:
        key: ``winter-12``.
        season: its season, or ``yorozu``.
        value: 0 to 13.
        cats: of two equal values the one with more cats is higher.
        fish: fish icons.
        booze: booze icons.
        crow: crow icons.
    """

    key: str
    season: str
    value: int
    cats: int
    fish: int
    booze: int
    crow: int


class Why(TypedDict):
    """Why a card may not be played.

    Attributes:
        code: whether its season is showing, or no card is asked for.
        season: the season that is showing, else null.
    """

    code: Literal["season_showing", "not_now"]
    season: str | None


class HeldCard(TypedDict):
    """A card in the viewer's hand.

    Attributes:
        card: its key.
        can: whether it may be played now.
        why: if not, the reason.
    """

    card: str
    can: bool
    why: Why | None


class KnownCard(TypedDict):
    """A number card, wherever it is.

    Attributes:
        card: its key.
        seen: whether it has been seen in this game: face up, taken or revealed.
        mine: whether it is in the viewer's hand.
    """

    card: str
    seen: bool
    mine: bool


class MultiplierCard(TypedDict):
    """A Score Multiplier Card.

    Attributes:
        key: ``kou-1``.
        name: what is printed on it, ``甲-1``.
        factors: what a fish of each season is worth.
    """

    key: str
    name: str
    factors: list[int]


class LastRound(TypedDict):
    """The round before; with three players the lists have the dummy's card as their fourth.

    Attributes:
        played: by seat, the card played from the hand.
        swapped: by seat, the card that counted, after crows.
        taken: by seat, the card taken.
        lowest: who took the lower card of the middle.
        highest: who took the higher one.
    """

    played: list[str]
    swapped: list[str]
    taken: list[str]
    lowest: int
    highest: int


class Dummy(TypedDict):
    """The dummy of a game of three.

    Attributes:
        card: what it plays in this round; null before that is seen.
        left: cards in its deck.
        pile: cards that it has taken.
    """

    card: str | None
    left: int
    pile: list[str]


class EndedGame(TypedDict):
    """The game that ended last.

    Attributes:
        piles: cards taken, by seat and the dummy.
        factors: by seat, what a fish of each season was worth.
    """

    piles: list[list[str]]
    factors: list[list[int]]


class Table(TypedDict):
    """All that lies on the table.

    Cards are named by key. Lists "by seat" have an entry for each seat; where it says so, a fourth
    for the dummy with three players.

    Attributes:
        step: where the match stands.
        phase: which phase of a round that is; null before the first round of a game.
        game: number of the game, from 1.
        extra: whether it is the extra game that decides a tie.
        round: from 1.
        numbers: the rulebook's.
        face_up: the lower and the higher card in the middle.
        showing: seasons of these cards, which may not be played.
        open: the other seasons.
        booze_supply: Booze Tokens left.
        piles: cards taken in this game, first to last, by seat and the dummy.
        booze: Booze Tokens, by seat.
        voids: No More Season Cards, by seat: seasons.
        hand_sizes: by seat.
        vp_now: what the pile is worth as it lies there, by seat; a face-down multiplier of
            somebody else is left out.
        totals: of all finished games, by seat.
        spaces: where that is on the Score Sheet, by seat; null off the sheet.
        target: the total that ends the match.
        hand: the viewer's; empty for spectators.
        revealed: cards by seat and the dummy while a crow's owner chooses; else empty.
        last: the round before, also at the start of a game; null before the first.
        dummy: null with four players.
        order: seats that still act in this step, in order; empty if all do at once.
        multipliers: Score Multiplier Cards in the viewer's hand.
        multiplier_counts: how many of them everybody holds, by seat.
        chosen: the one in use, by seat; null if none, or none that the viewer may see.
        discarded: used in games before.
        tokens: Season Multiplier Tokens of each season, by seat.
        token_supply: those left of each season.
        results: for each finished game and seat the VP for fish, booze and crows.
        ended: the last game; null during the first.
        out: all number cards by season, and the Yorozu cards.
        cards: what is printed on each number card, by key.
    """

    step: str
    phase: str | None
    game: int
    extra: bool
    round: int
    numbers: Numbers
    face_up: list[str]
    showing: list[str]
    open: list[str]
    booze_supply: int
    piles: list[list[str]]
    booze: list[int]
    voids: list[list[str]]
    hand_sizes: list[int]
    vp_now: list[int]
    totals: list[int]
    spaces: list[int | None]
    target: int
    hand: list[HeldCard]
    revealed: list[str]
    last: LastRound | None
    dummy: Dummy | None
    order: list[int]
    multipliers: list[MultiplierCard]
    multiplier_counts: list[int]
    chosen: list[MultiplierCard | None]
    discarded: list[MultiplierCard]
    tokens: list[list[int]]
    token_supply: list[int]
    results: list[list[list[int]]]
    ended: EndedGame | None
    out: dict[str, list[KnownCard]]
    cards: dict[str, NumberCard]


PHASES = {Step.PLAY: "play", Step.CROW: "reveal", Step.FREE_TOKEN: "end"}
"""The phases of a round (FTC-ROUND-1) in which something is asked; `words.PHASES` has all."""

NUMBERS: Numbers = {
    "rounds": ROUNDS,
    "booze_limit": BOOZE_LIMIT,
    "fish_vp": FISH_VP,
    "booze_vp": BOOZE_VP,
    "crow_vp": CROW_VP,
}

PRINTED: dict[str, NumberCard] = {
    card.key: {
        "key": card.key,
        "season": SUITS[card.season],
        "value": card.value,
        "cats": card.cats,
        "fish": card.fish,
        "booze": card.booze,
        "crow": card.crow,
    }
    for card in CARDS
}


def view(s: State, viewer: int | None, question: Question | None) -> Table:
    """The table as that viewer may see it."""
    face_down = s.options["multiplier_choice"] == "hidden"
    shown = showing(s)
    chosen = [
        card if not face_down or seat == viewer else None for seat, card in enumerate(s.chosen)
    ]
    return {
        "step": s.step,
        "phase": PHASES.get(s.step),
        "game": s.game,
        "extra": s.extra,
        "round": s.round,
        "numbers": NUMBERS,
        "face_up": [card.key for card in s.face_up],
        "showing": [season for place, season in enumerate(SEASONS) if place in shown],
        "open": [season for place, season in enumerate(SEASONS) if place not in shown],
        "booze_supply": BOOZE_TOKENS - sum(s.booze),
        "piles": [[card.key for card in pile] for pile in s.piles],
        "booze": s.booze[: s.seats],
        "voids": [[SEASONS[season] for season in own] for own in s.voids[: s.seats]],
        "hand_sizes": [len(hand) for hand in s.hands[: s.seats]],
        "vp_now": [_vp_now(s, seat, chosen[seat]) for seat in s.everyone],
        "totals": list(s.totals),
        "spaces": [space(total) for total in s.totals],
        "target": s.options["target"],
        "hand": [] if viewer is None else _hand(s, viewer, question),
        "revealed": [card.key for card in s.revealed or ()],
        "last": _last(s),
        "dummy": _dummy(s),
        "order": list(s.order),
        "multipliers": []
        if viewer is None
        else [multiplier(card) for card in s.multipliers[viewer]],
        "multiplier_counts": [len(own) for own in s.multipliers],
        "chosen": [multiplier(card) if card else None for card in chosen],
        "discarded": [multiplier(card) for card in s.discarded],
        "tokens": [list(own) for own in s.tokens],
        "token_supply": s.token_supply,
        "results": [[list(own) for own in game] for game in s.results],
        "ended": _ended(s),
        "out": _out(s, viewer),
        "cards": PRINTED,
    }


def _vp_now(s: State, seat: int, chosen: Multiplier | None) -> int:
    """VP of the pile as it is; a face-down multiplier is left out."""
    if s.chosen[seat] and not chosen:
        return sum(score(s.piles[seat]))
    return sum(score(s.piles[seat], factors(s, seat)))


def _hand(s: State, viewer: int, question: Question | None) -> list[HeldCard]:
    hand = s.hands[viewer]
    if question is None or question.kind != PLAY_CARD.name or PLAY_CARD.why is None:
        return [
            {"card": card.key, "can": False, "why": {"code": "not_now", "season": None}}
            for card in hand
        ]
    shut = PLAY_CARD.why(s, viewer)
    reasons = [cast("Why | None", shut.get(card.play.key)) for card in hand]
    return [
        {"card": card.key, "can": not why, "why": why}
        for card, why in zip(hand, reasons, strict=True)
    ]


def _last(s: State) -> LastRound | None:
    last = s.last
    if last is None:
        return None
    return {
        "played": [card.key for card in last.played],
        "swapped": [card.key for card in last.swapped],
        "taken": [card.key for card in last.taken],
        "lowest": last.lowest,
        "highest": last.highest,
    }


def _dummy(s: State) -> Dummy | None:
    if not s.trio:
        return None
    return {
        "card": s.dummy_card.key if s.dummy_card else None,
        "left": len(s.hands[DUMMY]),
        "pile": [card.key for card in s.piles[DUMMY]],
    }


def multiplier(card: Multiplier) -> MultiplierCard:
    return {"key": card.key, "name": card.name, "factors": list(card.factors)}


def _ended(s: State) -> EndedGame | None:
    if s.ended is None:
        return None
    return {
        "piles": [[card.key for card in pile] for pile in s.ended.piles],
        "factors": [list(own) for own in s.ended.factors],
    }


def _out(s: State, viewer: int | None) -> dict[str, list[KnownCard]]:
    seen: set[Card] = {card for pile in s.piles for card in pile} | set(s.face_up)
    seen |= set(s.revealed or ())
    if s.dummy_card:
        seen.add(s.dummy_card)
    mine = set() if viewer is None else set(s.hands[viewer])
    rows: dict[str, list[KnownCard]] = {suit: [] for suit in SUITS}
    for card in CARDS:
        rows[SUITS[card.season]].append(
            {"card": card.key, "seen": card in seen, "mine": card in mine}
        )
    return rows
