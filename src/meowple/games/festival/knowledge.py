"""Dealing anew all that a viewer cannot know.

Hidden are the cards in the hands of others, the dummy's deck and Score Multiplier Cards that others
have not laid open. Everybody knows besides: each hand was dealt two season cards with booze, so the
number left in it is known (FTC-SETUP-5); a hand holds no card of the seasons its owner announced
(FTC-VOID-6); with ``announce_on_yorozu`` who played YOROZU in silence holds a card of a season that
was open (FTC-OPT-6); with ``crow_redeal: always`` nobody was dealt three crows. The worlds that fit
all this are equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from meowple.author import Chance

from .pieces import CROWS_FOR_NEW_DEAL, PLACES, YOROZU, Card, in_hand
from .state import State


def redeal(s: State, viewer: int | None, chance: Chance) -> None:
    """Deal the hidden cards anew, in place."""
    hidden = [seat for seat in range(PLACES) if seat != viewer]
    while True:
        hands = _deal(s, hidden, chance)
        if _fits(s, hands):
            break
    for seat, hand in hands.items():
        hand.sort(key=in_hand)
        s.hands[seat] = hand
    if s.rules == "experienced":
        _redeal_multipliers(s, viewer, chance)


def _fits(s: State, hands: dict[int, list[Card]]) -> bool:
    """Whether the hands fit what is known beyond their sizes, booze and voids."""
    if s.options["crow_redeal"] == "always":
        for seat, hand in hands.items():
            dealt = s.crows[seat] + sum(card.crow for card in hand)
            if seat < s.seats and dealt >= CROWS_FOR_NEW_DEAL:
                return False
    if any(s.holds):
        for seat, hand in hands.items():
            for seasons in s.holds[seat]:
                if not any(card.season in seasons for card in hand):
                    return False
    return True


def _deal(s: State, hidden: list[int], chance: Chance) -> dict[int, list[Card]]:
    """Hands for the hidden seats, of the same sizes, booze counts and voids as before."""
    hands: dict[int, list[Card]] = {seat: [] for seat in hidden}
    with_voids = any(s.voids[seat] for seat in hidden)
    for as_booze in (True, False):
        held = {
            seat: [card for card in s.hands[seat] if card.dealt_as_booze is as_booze]
            for seat in hidden
        }
        cards = [card for own in held.values() for card in own]
        cards.sort(key=in_hand)
        room = {seat: len(own) for seat, own in held.items()}
        if with_voids:
            parts = _split_with_voids(cards, room, s.voids, chance)
        else:
            parts = _split(cards, room, chance)
        for seat, part in parts.items():
            hands[seat] += part
    return hands


def _split(cards: list[Card], room: dict[int, int], chance: Chance) -> dict[int, list[Card]]:
    chance.shuffle(cards)
    parts, start = {}, 0
    for seat, size in room.items():
        parts[seat] = cards[start : start + size]
        start += size
    return parts


def _split_with_voids(
    cards: list[Card],
    room: dict[int, int],
    voids: Sequence[tuple[int, ...]],
    chance: Chance,
) -> dict[int, list[Card]]:
    """Split so that nobody gets a void season, each possible split equally likely.

    Season by season, how many cards go to each seat is drawn in proportion to the number of
    deals that it leads to; those are counted first.
    """
    seats = list(room)
    groups = [[card for card in cards if card.season == season] for season in range(YOROZU + 1)]
    known: dict[tuple[int, tuple[int, ...]], int] = {}

    def ways(season: int, free: tuple[int, ...]) -> int:
        """Deals of this season and those after it into the rooms that are free."""
        if season > YOROZU:
            return 1
        key = (season, free)
        if key not in known:
            known[key] = sum(weight for _, weight in shares(season, free))
        return known[key]

    def shares(season: int, free: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """The ways to share a season's cards out, with the number of deals each leads to."""
        open_to = [i for i, seat in enumerate(seats) if season not in voids[seat]]
        found = []
        for share in _counts(len(groups[season]), [free[i] for i in open_to]):
            after = list(free)
            weight, left = 1, len(groups[season])
            for i, count in zip(open_to, share, strict=True):
                after[i] -= count
                weight *= comb(left, count)
                left -= count
            weight *= ways(season + 1, tuple(after))
            if weight:
                whole = [0] * len(seats)
                for i, count in zip(open_to, share, strict=True):
                    whole[i] = count
                found.append((tuple(whole), weight))
        return found

    parts: dict[int, list[Card]] = {seat: [] for seat in seats}
    free = tuple(room.values())
    for season, group in enumerate(groups):
        options = shares(season, free)
        share = options[_weighted([weight for _, weight in options], chance)][0]
        for seat, part in _split(group, dict(zip(seats, share, strict=True)), chance).items():
            parts[seat] += part
        free = tuple(f - count for f, count in zip(free, share, strict=True))
    return parts


def _counts(total: int, most: Sequence[int]) -> list[tuple[int, ...]]:
    """All ways to write ``total`` as one number for each place, none above its most."""
    if not most:
        return [()] if total == 0 else []
    first, *rest = most
    return [
        (count, *others)
        for count in range(min(first, total) + 1)
        for others in _counts(total - count, rest)
    ]


def _weighted(weights: list[int], chance: Chance) -> int:
    """An index, each as likely as its weight says."""
    total = sum(weights)
    # Weights can exceed what one draw can tell apart; two draws make 2**62 steps.
    point = (chance.below(1 << 31) << 31 | chance.below(1 << 31)) * total >> 62
    for index, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return index
    raise AssertionError("the point lies below the sum of the weights")


def _redeal_multipliers(s: State, viewer: int | None, chance: Chance) -> None:
    """Exchange what others still hold, and what they have chosen face down (FTC-OPT-5)."""
    others = [seat for seat in s.everyone if seat != viewer]
    face_down = s.options["multiplier_choice"] == "hidden"
    pool = [card for seat in others for card in s.multipliers[seat]]
    if face_down:
        pool += [card for seat in others if (card := s.chosen[seat])]
    pool.sort(key=lambda card: card.place)
    chance.shuffle(pool)
    multipliers, chosen = list(s.multipliers), list(s.chosen)
    for seat in others:
        own = [pool.pop() for _ in multipliers[seat]]
        multipliers[seat] = tuple(sorted(own, key=lambda card: card.place))
        if face_down and chosen[seat]:
            chosen[seat] = pool.pop()
    s.multipliers, s.chosen = tuple(multipliers), tuple(chosen)
