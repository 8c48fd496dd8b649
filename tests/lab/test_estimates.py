"""Intervals against published tables and against what they promise."""

from __future__ import annotations

import math
import random

import pytest

from meowple.lab import mean_interval, share_interval
from meowple.lab.estimates import student_quantile


@pytest.mark.parametrize(
    ("p", "freedom", "expected"),
    [
        (0.975, 1, 12.7062),
        (0.975, 2, 4.30265),
        (0.975, 3, 3.18245),
        (0.975, 5, 2.57058),
        (0.975, 30, 2.04227),
        (0.975, 100000, 1.95998),
        (0.995, 3, 5.84091),
        (0.995, 4, 4.60409),
        (0.995, 10, 3.16927),
        (0.9, 12, 1.35622),
        (0.75, 3, 0.76489),
        (0.5, 7, 0.0),
    ],
)
def test_student_quantiles_are_those_of_the_tables(p: float, freedom: int, expected: float) -> None:
    assert student_quantile(p, freedom) == pytest.approx(expected, abs=2e-5)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (9, 10, 0.5958, 0.9821), (50, 100, 0.4038, 0.5962)],
)
def test_wilson_intervals_are_those_of_the_tables(
    wins: int, games: int, low: float, high: float
) -> None:
    estimate = share_interval([1.0] * wins + [0.0] * (games - wins))
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=1e-4)


def test_values_that_spread_less_give_a_narrower_interval() -> None:
    halves = share_interval([0.5] * 10 + [0.25] * 10)
    wins = share_interval([1.0] * 8 + [0.0] * 12)
    assert halves.margin < wins.margin


def test_nothing_is_known_of_nothing() -> None:
    assert share_interval([])[1:] == (0.0, 1.0, 0)
    assert mean_interval([])[1:] == (-math.inf, math.inf, 0)
    assert mean_interval([3.0]) == (3.0, -math.inf, math.inf, 1)


def test_intervals_hold_as_often_as_they_promise() -> None:
    rng = random.Random(1)
    held_share = held_mean = 0
    for _ in range(400):
        wins = [float(rng.random() < 0.25) for _ in range(60)]
        held_share += share_interval(wins).low <= 0.25 <= share_interval(wins).high
        scores = [rng.gauss(20, 5) for _ in range(12)]
        held_mean += mean_interval(scores).low <= 20 <= mean_interval(scores).high
    assert 0.92 < held_share / 400 < 0.98
    assert 0.92 < held_mean / 400 < 0.98
