"""What many matches say: win shares, scores and lengths, each with its confidence interval."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .estimates import Estimate, mean_interval, share_interval
from .results import Played, Results


@dataclass(frozen=True)
class SeatLine:
    """A seat over all matches.

    Attributes:
        seat: its number, from 0.
        share: of the victories; a shared one counts in parts.
        score: its points.
    """

    seat: int
    share: Estimate
    score: Estimate


@dataclass(frozen=True)
class BotLine:
    """A bot over all matches.

    Attributes:
        bot: its name.
        seats: how many of the seats it had in each match.
        share: of the victories for each of its seats; ``1 / seats of the match`` is what equals
            get. A match counts as one value, whatever the number of its seats.
        score: points for each of its seats.
    """

    bot: str
    seats: int
    share: Estimate
    score: Estimate


@dataclass(frozen=True)
class Summary:
    """What the matches of a simulation say.

    Attributes:
        games: how many there were.
        confidence: of all intervals.
        fair: the share of victories of each seat if all are equal.
        seats: a line for each seat.
        bots: a line for each kind of bot, the best first.
        decisions: how many there are in a match.
    """

    games: int
    confidence: float
    fair: float
    seats: tuple[SeatLine, ...]
    bots: tuple[BotLine, ...]
    decisions: Estimate


def summarise(results: Results, confidence: float = 0.95) -> Summary:
    """The summary of a simulation, complete or not."""
    games = results.games
    seats = tuple(
        SeatLine(
            seat,
            share_interval([game.share(seat) for game in games], confidence),
            mean_interval([game.scores[seat] for game in games], confidence),
        )
        for seat in range(results.seats)
    )
    names = dict.fromkeys(results.bots)
    bots = [_bot_line(games, name, results.bots.count(name), confidence) for name in names]
    bots.sort(key=lambda line: -line.share.mean)
    return Summary(
        len(games),
        confidence,
        1 / results.seats,
        seats,
        tuple(bots),
        mean_interval([game.decisions for game in games], confidence),
    )


def _bot_line(games: Iterable[Played], name: str, seats: int, confidence: float) -> BotLine:
    shares, scores = [], []
    for game in games:
        own = [seat for seat, bot in enumerate(game.bots) if bot == name]
        shares.append(sum(game.share(seat) for seat in own) / len(own))
        scores.append(sum(game.scores[seat] for seat in own) / len(own))
    return BotLine(
        name, seats, share_interval(shares, confidence), mean_interval(scores, confidence)
    )
