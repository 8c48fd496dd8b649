"""Drawing, turning up and discarding cards."""

from __future__ import annotations

from itertools import accumulate

from .components import COIN, TOKENS, Amount, Effect
from .state import State


def ability(s: State, seat: int, verb: str) -> Effect | None:
    """The effect of that verb among the improvements that a seat has built."""
    improvements = s.box.improvements
    for kind in s.built[seat]:
        effect = improvements[kind].verbs.get(verb)
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


def as_json(counts: list[int]) -> dict[str, int]:
    """Numbers of tokens as plain data."""
    return {name: number for name, number in zip(TOKENS, counts, strict=True) if number}


def add(s: State, seat: int, amount: Amount, counts: list[int] | None = None) -> None:
    """Take the fixed tokens of an amount from the supply; ``counts`` adds up what was taken."""
    own = s.tokens[seat]
    for token, number in amount.fixed:
        own[token] += number
        if counts is not None:
            counts[token] += number


def resources(own: list[int]) -> int:
    """How many resources a seat has."""
    return own[0] + own[1] + own[2] + own[3] + own[4] + own[5]


assert COIN == 6, "the six resources come first"
