"""What a simulation gives: one record for each match, the lot of them, and what they say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from meowple.core.events import Json

from .estimates import Estimate, mean_interval, share_interval


class Played(NamedTuple):
    """One match that was played to its end.

    Attributes:
        number: its place in the simulation, from 0.
        seed: ``new_match(..., seed=seed)`` deals it again.
        bots: the name of the bot on each seat.
        scores: points of each seat.
        winners: the seats that won.
        decisions: how often a seat chose, forced choices included.
        study: what the game tells about it (`Game.study`), or None.
        course: points of each seat at the end of each round (`Game.round`), the last one's too.
    """

    number: int
    seed: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    study: Json | None = None
    course: tuple[tuple[int, ...], ...] = ()

    def share(self, seat: int) -> float:
        """The seat's part of the victory: 1 alone, 1/2 if two share it, 0 for the others."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


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
        share: of the victories for each of its seats in the matches that it played; ``1 / seats of
            the match`` is what equals get. A match counts as one value, whatever the number of its seats.
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


@dataclass
class Results:
    """All matches of a simulation, in the order of their numbers.

    Attributes:
        game: the name of the game.
        seats: how many seats played.
        options: of the tables, all of them.
        bots: the names as given to the simulation.
        seed: of the simulation.
        asked: how many matches were asked for; fewer are in ``games`` after an interrupt.
        games: the matches.
        seconds: how long it took by the clock.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    asked: int
    games: list[Played] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether all matches that were asked for have been played."""
        return len(self.games) == self.asked

    def summary(self, confidence: float = 0.95) -> Summary:
        """Win shares, scores and lengths with intervals of that confidence."""
        return summarise(self, confidence)


def summarise(results: Results, confidence: float = 0.95) -> Summary:
    """The summary of a simulation, complete or not.

    Raises:
        ValueError: the confidence is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1; not {confidence}")
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
        if not own:  # more bots than seats: it had a rest
            continue
        shares.append(sum(game.share(seat) for seat in own) / len(own))
        scores.append(sum(game.scores[seat] for seat in own) / len(own))
    return BotLine(
        name, seats, share_interval(shares, confidence), mean_interval(scores, confidence)
    )
