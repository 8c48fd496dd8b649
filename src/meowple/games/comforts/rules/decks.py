"""Drawing, turning up and discarding cards; taking tokens from the supply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TypeVar

from meowple.games.comforts.pieces.amounts import Amount
from meowple.games.comforts.pieces.board import TOKENS
from meowple.games.comforts.pieces.box import Box
from meowple.games.comforts.pieces.cards import Card
from meowple.games.comforts.pieces.effects import ImprovementEffect
from meowple.games.comforts.state import State

E = TypeVar("E", bound=ImprovementEffect)


def ability(s: State, seat: int, verb: type[E]) -> E | None:
    """What a seat can do because of an improvement that it has built, or None."""
    improvements = s.box.improvements
    for kind in s.built[seat]:
        effect: E | None = improvements[kind].verbs.get(verb)
        if effect is not None:
            return effect
    return None


def turn_month_cards(s: State) -> None:
    """Turn up the next Forest and Meadow card: spring, then summer, then autumn (CC-SET-3)."""
    box = s.box
    ends = accumulate(box.setup.lengths[s.options["length"]].seasons)
    season = sum(s.month >= end for end in ends)  # of the months so far none is left to come
    forest = [card for card in s.forest_pile if box.forest[card].season == season]
    meadow = [card for card in s.meadow_pile if box.meadow[card].season == season]
    s.forest = s.chance.draw(forest)
    s.meadow = s.chance.draw(meadow)
    s.forest_pile.remove(s.forest)
    s.meadow_pile.remove(s.meadow)


def draw_comfort(s: State) -> int:
    """The top card of the comforts deck, or -1. Once it lies where it goes, `renew_comforts`."""
    renew_comforts(s)
    return s.chance.draw(s.comforts) if s.comforts else -1


def renew_comforts(s: State) -> None:
    """An empty deck is made anew of the discard pile at once, if there is one (CC-OWL-5)."""
    if s.comforts or not s.discards:
        return
    s.comforts, s.discards = s.discards, []
    s.fresh = [()] * s.seats
    if s.tell:
        s.tell("reshuffled", deck="comforts", cards=len(s.comforts))


def refill_nest(s: State) -> None:
    """Turn comforts up until four lie below the Owl's Nest, new ones on the right (CC-OWL-3)."""
    while len(s.nest) < s.box.board.nest:
        card = draw_comfort(s)
        if card < 0:
            return
        s.nest.append(card)
        renew_comforts(s)


def refill_ladder(s: State) -> None:
    """Turn improvements up until every rung has one, new ones at the top (CC-WRK-6)."""
    renew_improvements(s)
    while len(s.ladder) < len(s.box.board.rungs) and s.improvements:
        s.ladder.append(s.chance.draw(s.improvements))
        renew_improvements(s)


def renew_improvements(s: State) -> None:
    """The same with improvements (CC-RUL-22)."""
    if s.improvements or not s.scrapped:
        return
    s.improvements, s.scrapped = s.scrapped, []
    if s.tell:
        s.tell("reshuffled", deck="improvements", cards=len(s.improvements))


def into_hand(s: State, seat: int, card: int, *, seen: bool) -> None:
    """Take a comfort into the hand; ``seen``: everybody knows which."""
    s.hands[seat] = tuple(sorted((*s.hands[seat], card)))
    kept = s.known if seen else s.fresh
    kept[seat] = tuple(sorted((*kept[seat], card)))


def take_from_nest(s: State, seat: int, index: int) -> None:
    """Take an open comfort; the others slide left, a new one is turned up on the right."""
    card = s.nest.pop(index)
    into_hand(s, seat, card, seen=True)
    if s.tell:
        s.tell("took", seat=seat, card=s.box.comforts[card].id)
    refill_nest(s)


def out_of_hand(s: State, seat: int, card: int) -> None:
    """Lay a comfort out of the hand, for all to see."""
    s.hands[seat] = _without(s.hands[seat], card)
    if card in s.known[seat]:
        s.known[seat] = _without(s.known[seat], card)
    elif card in s.fresh[seat]:
        left = s.hands[seat].count(card) - s.fresh[seat].count(card)
        if left < 0:  # of two alike the older one goes
            s.fresh[seat] = _without(s.fresh[seat], card)


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def draw_into_hand(s: State, seat: int, number: int) -> int:
    """Draw that many comforts, or what there is (CC-RUL-21). Returns how many there were."""
    drawn = []
    for _ in range(number):
        card = draw_comfort(s)
        if card < 0:
            break
        into_hand(s, seat, card, seen=False)
        renew_comforts(s)
        drawn.append(card)
    if s.tell:
        ids = [s.box.comforts[card].id for card in drawn]
        s.tell("drew", seat=seat, number=len(drawn), secret={"cards": ids}, knows=(seat,))
    return len(drawn)


def as_json(counts: Sequence[int]) -> dict[str, int]:
    """Numbers of tokens as plain data."""
    return {name: number for name, number in zip(TOKENS, counts, strict=True) if number}


def add(s: State, seat: int, amount: Amount, counts: list[int] | None = None) -> None:
    """Take the fixed tokens of an amount from the supply; ``counts`` adds up what was taken."""
    own = s.tokens[seat]
    for token, number in amount.fixed:
        own[token] += number
        if counts is not None:
            counts[token] += number


# -- what is in the decks ---------------------------------------------------------------------------


def deck_of(cards: Sequence[Card], copies: Mapping[str, int]) -> list[int]:
    """A deck: the kind of every card in it."""
    return [card.kind for card in cards for _ in range(copies.get(card.id, 0))]


def travelers_in(box: Box, seats: int) -> dict[str, int]:
    """How many of each traveler are in the deck (CC-SOL-2)."""
    return {card.id: card.count for card in box.travelers if card.solo or seats > 1}


def improvements_in(box: Box, seats: int) -> dict[str, int]:
    """How many of each improvement are in the deck (CC-SOL-3, CC-SOL-4)."""
    if seats > 1:
        return {card.id: card.count for card in box.improvements}
    copies = box.setup.copies
    return {card.id: min(copies, card.count) for card in box.improvements if card.solo}
