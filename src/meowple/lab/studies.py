"""What `Game.study` told about many matches, counted: cards, points, rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from .estimates import Estimate, mean_interval, share_interval
from .results import Results


class CardLine(NamedTuple):
    """A card over all matches. A match counts as one value, whoever had the card in it.

    Attributes:
        card: its key.
        picked: the part of the seats that ended with it.
        share: of the victories, for each seat that ended with it.
    """

    card: str
    picked: Estimate
    share: Estimate


class PointsLine(NamedTuple):
    """Points of one class over all matches.

    Attributes:
        what: the points were for.
        winners: how many the winners got.
        others: how many the others got.
    """

    what: str
    winners: Estimate
    others: Estimate


def card_lines(results: Results, confidence: float = 0.95) -> dict[str, list[CardLine]]:
    """For each kind of card its cards, those that win most first; empty without studies."""
    holders: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(dict)
    kinds: dict[str, None] = {}
    studied = 0
    for place, game in enumerate(results.games):
        if not game.study:
            continue
        studied += 1
        for seat, part in enumerate(game.study.get("seats", ())):
            cards: Mapping[str, Any] = part.get("cards", {})
            for kind, keys in cards.items():
                kinds[kind] = None
                for key in dict.fromkeys(keys):
                    holders[kind, key].setdefault(place, []).append(game.share(seat))
    lines: dict[str, list[CardLine]] = {kind: [] for kind in kinds}
    for (kind, card), by_game in holders.items():
        picked = [len(shares) / results.seats for shares in by_game.values()]
        picked += [0.0] * (studied - len(picked))
        shares = [sum(shares) / len(shares) for shares in by_game.values()]
        lines[kind].append(
            CardLine(card, share_interval(picked, confidence), share_interval(shares, confidence))
        )
    for cards_of_kind in lines.values():
        cards_of_kind.sort(key=lambda line: (-line.share.mean, line.card))
    return lines


def points_lines(results: Results, confidence: float = 0.95) -> list[PointsLine]:
    """For each class of points how many winners and others got; empty without studies."""
    won: dict[str, list[float]] = defaultdict(list)
    lost: dict[str, list[float]] = defaultdict(list)
    for game in results.games:
        for seat, part in enumerate((game.study or {}).get("seats", ())):
            for what, points in part.get("points", {}).items():
                (won if seat in game.winners else lost)[what].append(points)
    return [
        PointsLine(
            what, mean_interval(won[what], confidence), mean_interval(lost[what], confidence)
        )
        for what in dict.fromkeys([*won, *lost])
    ]


def rounds(results: Results) -> list[int]:
    """How many rounds each match had; empty without studies."""
    return [game.study["rounds"] for game in results.games if game.study and "rounds" in game.study]
