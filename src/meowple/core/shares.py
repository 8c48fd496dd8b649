"""From points to parts of a victory, for `Game.estimate`."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def shares(points: Sequence[float], lead: float) -> list[float]:
    """The part of the victory that each seat may hope for by its points; they sum to 1.

    >>> [round(share, 2) for share in shares([12, 6, 6], lead=6)]
    [0.58, 0.21, 0.21]

    Args:
        points: of each seat, as far as one can tell now.
        lead: how many points make one e times as likely to win as another: the fewer, the
            surer the points are to decide.
    """
    most = max(points)
    weights = [exp((own - most) / lead) for own in points]
    total = sum(weights)
    return [weight / total for weight in weights]
