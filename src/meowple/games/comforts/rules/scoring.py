"""Points (CC-SCO, CC-CARD), the best place for every token, ranking, and solo titles (CC-SOL).

While the game is played, the same count shows how a seat stands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from meowple.author import Json
from meowple.games.comforts.pieces.board import BOOK, COIN, TYPES
from meowple.games.comforts.pieces.box import Box
from meowple.games.comforts.pieces.cards import Board
from meowple.games.comforts.pieces.effects import Way
from meowple.games.comforts.state import State

KEPT = COIN + 2
"""Tokens that score: the six resources, coins and books, but no lessons."""


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
    bonuses = sum(
        effect.bonus(kind, made) for kind in made for effect in box.comforts[kind].effects
    )
    abilities = sum(
        effect.score(s, seat) for kind in built for effect in box.improvements[kind].effects
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
            if way := effect.way():
                _note(found, way)
    if built:
        types = [box.comforts[kind].type for kind in made]
        for kind in built:
            for ability in box.improvements[kind].effects:
                if way := ability.way(types):
                    _note(found, way)
    return tuple((tokens, points, often) for (tokens, points, _), often in found.items())


def _note(found: dict[Way, int], way: Way) -> None:
    """Count a way together with others like it; any number of sets lie on one card."""
    tokens, points, often = way
    key = (tokens, points, min(often, 0))
    found[key] = -1 if often < 0 else found.get(key, 0) + often


def worth(board: Board) -> tuple[int, int, int]:
    """What tokens left over are worth: a coin, a book, and how many resources make a point."""
    return board.per_coin, board.per_book, board.resources_per_point


def best_storage(s: State, seat: int) -> tuple[int, int]:
    """The best arrangement: points for tokens on cards, and for those left over (CC-SCO-3)."""
    found = ways(s.box, s.made[seat], s.built[seat])
    stored, left_over, _ = arrange(found, tuple(s.tokens[seat][:KEPT]), worth(s.box.board))
    return stored, left_over


def laid_tokens(s: State, seat: int) -> list[tuple[int, dict[int, int], int]]:
    """Where the best arrangement lays tokens: (which of the comforts made, tokens, points)."""
    box, made, built = s.box, s.made[seat], s.built[seat]
    found = ways(box, made, built)
    _, _, uses = arrange(found, tuple(s.tokens[seat][:KEPT]), worth(box.board))
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
            way = effect.way()
            if way is not None and way[:2] == (tokens, each):
                homes.append(index)
    for kind in built:
        for ability in box.improvements[kind].effects:
            for index, card in enumerate(made):
                way = ability.way((box.comforts[card].type,))
                if way is not None and way[:2] == (tokens, each):
                    homes += [index] * way[2]
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
    made = [s.box.comforts[card].type for card in s.made[0]]
    counts = [made.count(kind) for kind in range(len(TYPES))]
    return [kind for kind, count in enumerate(counts) if count == max(counts)]


def title(s: State) -> list[str]:
    """The four words of the solo title, once its first is chosen (CC-SOL-5 to CC-SOL-9)."""
    if s.seats != 1 or s.word < 0:
        return []
    numbers = (-1, len(s.made[0]), len(s.built[0]), scores(s)[0])
    words = []
    for question, number in zip(s.box.setup.words, numbers, strict=True):
        for word in question:
            if word.type == s.word if number < 0 else word.least <= number <= word.most:
                words.append(word.word)
                break
    return words
