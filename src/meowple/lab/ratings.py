"""How strong bots are, from who came before whom: openskill's Plackett-Luce ratings."""

from __future__ import annotations

from statistics import fmean
from typing import Any, NamedTuple

from .estimates import Estimate, normal_quantile
from .results import Played, Results


class Rating(NamedTuple):
    """How strong a bot is.

    Attributes:
        bot: its name.
        strength: about 25 for who is as strong as the others on average; ``low`` and ``high`` are
            where it lies at that confidence, as openskill believes; ``size`` is the number of
            its matches.
    """

    bot: str
    strength: Estimate


def rating_model() -> Any:
    """openskill's model. Raises `ModuleNotFoundError` if it is not installed."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def ratings(results: Results, confidence: float = 0.95) -> list[Rating]:
    """The ratings of all bots after these matches, the strongest first.

    The places of a match are those of its winners, then of the others by their points. A bot on
    several seats of a match gets the mean of what they would get.

    Raises:
        ModuleNotFoundError: openskill is not installed.
    """
    model = rating_model()
    found = {name: model.rating() for name in results.bots}
    counts = dict.fromkeys(found, 0)
    for game in results.games:
        before = [[model.rating(found[bot].mu, found[bot].sigma)] for bot in game.bots]
        after = model.rate(before, ranks=_places(game))
        for name in set(game.bots):
            own = [after[seat][0] for seat, bot in enumerate(game.bots) if bot == name]
            found[name] = model.rating(
                fmean(each.mu for each in own), fmean(each.sigma for each in own)
            )
            counts[name] += 1
    z = normal_quantile((1 + confidence) / 2)
    lines = [
        Rating(
            bot,
            Estimate(each.mu, each.mu - z * each.sigma, each.mu + z * each.sigma, counts[bot]),
        )
        for bot, each in found.items()
    ]
    return sorted(lines, key=lambda line: -line.strength.mean)


def _places(game: Played) -> list[float]:
    """The place of each seat, the least the best; equal ones share it."""
    worth = [(seat in game.winners, score) for seat, score in enumerate(game.scores)]
    order = sorted(set(worth), reverse=True)
    return [float(order.index(each)) for each in worth]
