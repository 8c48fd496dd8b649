"""Points (CC-SCO, CC-CARD), the best place for every token, ranking, and solo titles (CC-SOL).

While the game is played, the same count shows how a seat stands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from meowple.core.game import Json

from .box import Box
from .components import BOOK, COIN, TYPES, Names
from .state import State

Way = tuple[tuple[tuple[int, int], ...], int, int]
"""A way to score with tokens on cards: tokens that lie there, points for them, how often; -1: any."""


class Points(NamedTuple):
    """A seat's points by source (CC-QCK-2).

    Attributes:
        comforts, bonuses: printed on comforts made, and what they score together with others.
        stored: for tokens on comforts.
        improvements, abilities: printed on improvements built, and what they score at the end.
        cottages: uncovered cottage spaces.
        tokens: left-over tokens.
        total: all of them.
    """

    comforts: int
    bonuses: int
    stored: int
    improvements: int
    abilities: int
    cottages: int
    tokens: int

    @property
    def total(self) -> int:
        return sum(self)


def points(s: State, seat: int) -> Points:
    """What a seat scores as it stands, its tokens laid as well as can be (CC-SCO-3)."""
    box, made, built = s.box, s.made[seat], s.built[seat]
    stored, left_over = best_storage(s, seat)
    bonuses = 0
    for kind in made:
        for effect in box.comforts[kind].effects:
            if effect.verb == "bonus_if_owned":
                bonuses += effect.points if effect.card in made else 0
            elif effect.verb == "bonus_per_other_owned":
                others = sum(made.count(card) for card in effect.cards)
                bonuses += effect.points * (others - (kind in effect.cards))
    abilities = 0
    for kind in built:
        rivals = box.improvements[kind].verbs.get("points_per_rival_comfort")
        if rivals is not None:
            abilities += rivals.points * sum(
                box.comforts[card].type == rivals.type
                for other in range(s.seats)
                if other != seat
                for card in s.made[other]
            )
    return Points(
        comforts=sum(box.comforts[kind].points for kind in made),
        bonuses=bonuses,
        stored=stored,
        improvements=sum(box.improvements[kind].points for kind in built),
        abilities=abilities,
        cottages=sum(box.board.cottages[: len(built)]),
        tokens=left_over,
    )


def scores(s: State) -> list[int]:
    """Points of each seat as they stand."""
    return [points(s, seat).total for seat in range(s.seats)]


def winners(s: State) -> list[int]:
    """Those with the most points; tied players all win (CC-SCO-11, CC-SCO-12)."""
    all_points = scores(s)
    return [seat for seat, mine in enumerate(all_points) if mine == max(all_points)]


def study(s: State) -> Json:
    """A finished match for reports: months, and of each seat its cards and points by source."""
    return {
        "rounds": s.month,
        "seats": [
            {
                "cards": {
                    "comfort": [s.box.comforts[card].id for card in s.made[seat]],
                    "improvement": [s.box.improvements[card].id for card in s.built[seat]],
                },
                "points": points(s, seat)._asdict(),
            }
            for seat in range(s.seats)
        ],
    }


# -- tokens on cards --------------------------------------------------------------------------------


def ways(box: Box, made: tuple[int, ...], built: tuple[int, ...]) -> tuple[Way, ...]:
    """All ways in which tokens on cards score for somebody with these cards."""
    found: dict[Way, int] = {}
    for kind in made:
        for effect in box.comforts[kind].effects:
            if effect.verb == "bonus_per_set_stored":  # any number of sets on one card
                found[effect.set.fixed, effect.points, -1] = -1
            elif effect.verb == "bonus_if_stored_exactly":  # once on each copy
                way = (effect.tokens.fixed, effect.points, 0)
                found[way] = found.get(way, 0) + 1
    for kind in built:
        store = box.improvements[kind].verbs.get("store_for_points")
        if store is not None:
            room = store.limit * sum(box.comforts[card].type == store.type for card in made)
            if room:
                way = (((store.token, 1),), store.points, 0)
                found[way] = found.get(way, 0) + room
    return tuple((tokens, points, often) for (tokens, points, _), often in found.items())


def best_storage(s: State, seat: int) -> tuple[int, int]:
    """The best arrangement: points for tokens on cards, and for those left over (CC-SCO-3)."""
    board = s.box.board
    own = tuple(s.tokens[seat][: COIN + 2])
    found = ways(s.box, s.made[seat], s.built[seat])
    worth = (board.per_coin, board.per_book, board.resources_per_point)
    stored, left_over, _ = arrange(found, own, worth)
    return stored, left_over


def laid_tokens(s: State, seat: int) -> list[tuple[int, dict[int, int], int]]:
    """Where the best arrangement lays tokens: (which of the comforts made, tokens, points)."""
    box, made, built = s.box, s.made[seat], s.built[seat]
    found = ways(box, made, built)
    board = box.board
    worth = (board.per_coin, board.per_book, board.resources_per_point)
    _, _, uses = arrange(found, tuple(s.tokens[seat][: COIN + 2]), worth)
    laid = []
    for (tokens, each, often), times in zip(found, uses, strict=True):
        homes = _homes(box, made, built, tokens, each)
        if often < 0 and times:
            laid.append((homes[0], {t: n * times for t, n in tokens}, each * times))
        elif often >= 0:
            laid += [(home, dict(tokens), each) for home in homes[:times]]
    return laid


def _homes(
    box: Box,
    made: tuple[int, ...],
    built: tuple[int, ...],
    tokens: tuple[tuple[int, int], ...],
    each: int,
) -> list[int]:
    """The comforts made on which tokens score in that way, each as often as it can."""
    homes = []
    for index, kind in enumerate(made):
        for effect in box.comforts[kind].effects:
            if tokens in (effect.set.fixed, effect.tokens.fixed) and effect.points == each:
                homes.append(index)
    for kind in built:
        store = box.improvements[kind].verbs.get("store_for_points")
        if store is not None and tokens == ((store.token, 1),) and store.points == each:
            homes += [
                index
                for index, card in enumerate(made)
                if box.comforts[card].type == store.type
                for _ in range(store.limit)
            ]
    return homes


Arrangement = tuple[int, int, tuple[int, ...]]
"""Points for tokens on cards, points for tokens left over, and how often each way is used."""


@lru_cache(maxsize=20_000)
def arrange(
    found: tuple[Way, ...], own: tuple[int, ...], worth: tuple[int, int, int]
) -> Arrangement:
    """The arrangement with the most points: every number of times for each way is tried.

    Args:
        found: the ways there are.
        own: how many of each resource, of coins and of books.
        worth: points for a coin, for a book, and how many resources make a point.
    """
    if not found:
        return 0, left_over_points(own, worth), ()
    (tokens, each, often), *rest = found
    most = min(own[token] // number for token, number in tokens)
    if often >= 0:
        most = min(most, often)
    best: Arrangement = (-1, 0, ())
    left = list(own)
    others = tuple(rest)
    for times in range(most + 1):
        stored, left_over, uses = arrange(others, tuple(left), worth)
        if times * each + stored + left_over > best[0] + best[1]:
            best = (times * each + stored, left_over, (times, *uses))
        for token, number in tokens:
            left[token] -= number
    return best


def left_over_points(own: tuple[int, ...], worth: tuple[int, int, int]) -> int:
    """Points for tokens that lie on no card (CC-SCO-7 to CC-SCO-9)."""
    per_coin, per_book, resources_per_point = worth
    return own[BOOK] * per_book + own[COIN] * per_coin + sum(own[:COIN]) // resources_per_point


# -- solo titles ------------------------------------------------------------------------------------


def title_types(s: State) -> list[int]:
    """The types of which the solo player made most comforts (CC-SOL-6, CC-RUL-52)."""
    counts = [sum(s.box.comforts[card].type == kind for card in s.made[0]) for kind in range(4)]
    return [kind for kind in range(len(TYPES)) if counts[kind] == max(counts)]


def title(s: State) -> list[Names] | None:
    """The four words of the solo title, once its first is chosen (CC-SOL-5 to CC-SOL-9)."""
    if s.seats != 1 or s.word < 0:
        return None
    numbers = (-1, len(s.made[0]), len(s.built[0]), scores(s)[0])
    words = []
    for question, number in zip(s.box.setup.words, numbers, strict=True):
        for word in question:
            if word.type == s.word if number < 0 else word.least <= number <= word.most:
                words.append(word.word)
                break
    return words


def title_text(words: list[Names], polish: bool) -> str:
    """The title as one sentence; it ends with exactly one exclamation mark (CC-SOL-5)."""
    text = " ".join(word.name_pl if polish else word.name for word in words)
    return text.rstrip("!") + "!"
