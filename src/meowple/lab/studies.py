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


class LeadLine(NamedTuple):
    """Who led at the end of a round.

    Attributes:
        round: its place among the rounds of a match, from 1.
        won: how much of the victory those who led then had in the end.
        size: matches that went on after it.
    """

    round: int
    won: Estimate
    size: int


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


def lead_lines(results: Results, confidence: float = 0.95) -> list[LeadLine]:
    """For each round but the last how often who led after it won; empty without rounds.

    Several who lead together count with what they won on average.
    """
    shares: dict[int, list[float]] = defaultdict(list)
    for game in results.games:
        for number, scores in enumerate(game.course[:-1], 1):
            first = [seat for seat, score in enumerate(scores) if score == max(scores)]
            shares[number].append(sum(game.share(seat) for seat in first) / len(first))
    return [
        LeadLine(number, share_interval(parts, confidence), len(parts))
        for number, parts in sorted(shares.items())
    ]


def lead_changes(results: Results, confidence: float = 0.95) -> Estimate | None:
    """How often in a match another seat took the lead from one round's end to the next.

    A lead that is shared with whoever had it changes nothing. None without rounds.
    """
    counts = []
    for game in results.games:
        changes, holders = 0, frozenset[int]()
        for scores in game.course:
            best = max(scores)
            now = frozenset(seat for seat, score in enumerate(scores) if score == best)
            changes += bool(holders) and not holders & now
            holders = now
        if game.course:
            counts.append(changes)
    return mean_interval(counts, confidence) if counts else None


def rounds(results: Results) -> list[int]:
    """How many rounds each match had; empty without studies."""
    return [game.study["rounds"] for game in results.games if game.study and "rounds" in game.study]
