"""Means with the interval in which the true value lies at a given confidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple


class Estimate(NamedTuple):
    """A mean and its confidence interval.

    Attributes:
        mean: of the sample; NaN if it is empty.
        low, high: the ends of the interval; as far apart as possible where nothing is known.
        size: how many independent values it rests on.
    """

    mean: float
    low: float
    high: float
    size: int

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def normal_quantile(p: float) -> float:
    """The value below which a part ``p`` of a standard normal distribution lies."""
    return NormalDist().inv_cdf(p)


def student_quantile(p: float, freedom: int) -> float:
    """The value below which a part ``p`` (from 1/2) of Student's t distribution lies.

    After Hill (1970), algorithm 396; right to about six digits, exact for 1 and 2 degrees.

    >>> round(student_quantile(0.975, 9), 3), round(student_quantile(0.975, 1), 3)
    (2.262, 12.706)
    """
    two_tails = 2 * (1 - p)
    n = float(freedom)
    if two_tails >= 1:
        return 0.0
    if freedom == 1:
        return 1 / math.tan(two_tails * math.pi / 2)
    if freedom == 2:
        return math.sqrt(2 / (two_tails * (2 - two_tails)) - 2)
    a = 1 / (n - 0.5)
    b = 48 / (a * a)
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * n
    y = (d * two_tails) ** (2 / n)
    if y > 0.05 + a:
        x = normal_quantile(two_tails / 2)
        y = x * x
        if freedom < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y * y)
    else:
        e = 1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)
        y = (e * y - 1) * (n + 1) / (n + 2) + 1 / y
    return math.sqrt(n * y)


def mean_interval(values: Sequence[float], confidence: float = 0.95) -> Estimate:
    """The mean of independent values with Student's t interval."""
    count = len(values)
    if not count:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, -math.inf, math.inf, 1)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    margin = student_quantile((1 + confidence) / 2, count - 1) * math.sqrt(variance / count)
    return Estimate(mean, mean - margin, mean + margin, count)


def share_interval(values: Sequence[float], confidence: float = 0.95) -> Estimate:
    """The mean of independent values from 0 to 1 with Wilson's score interval.

    For values that are all 0 or 1 it is Wilson's interval as usual. Shared victories and means
    over several seats of one match spread less; the interval then counts as many yes-or-no
    values as would spread as much as these do.

    >>> estimate = share_interval([1.0] * 9 + [0.0] * 1)
    >>> round(estimate.low, 3), round(estimate.high, 3)
    (0.596, 0.982)
    """
    count = len(values)
    if not count:
        return Estimate(math.nan, 0.0, 1.0, 0)
    share = math.fsum(values) / count
    variance = math.fsum((value - share) ** 2 for value in values) / count
    n = float(count)
    if variance > 0:
        n = max(n, share * (1 - share) / variance * count)
    z = normal_quantile((1 + confidence) / 2)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    margin = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if share <= 0 else max(0.0, middle - margin)
    high = 1.0 if share >= 1 else min(1.0, middle + margin)
    return Estimate(share, low, high, count)
