"""Charts as numbers for templates: where lines, dots and marks lie in a small drawing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

WIDE, HIGH = 340, 188
LEFT, RIGHT, TOP, BASE = 30, 306, 10, 158
"""The drawing, and in it the field of the lines."""

APART = 17
"""The heads at the ends of the lines are so far from one another."""


def lines(points: Sequence[Sequence[int]]) -> dict[str, Any] | None:
    """A line for each seat, or None if there are not two moments to draw one between.

    Args:
        points: for each moment those of every seat.
    """
    if len(points) < 2:
        return None
    most = max(1, *(max(each) for each in points))
    least = min(0, *(min(each) for each in points))
    step = _step(most - least)
    high = BASE - TOP

    def y(value: float) -> float:
        return round(BASE - (value - least) / (most - least) * high, 1)

    across = [
        round(LEFT + place * (RIGHT - LEFT) / (len(points) - 1), 1) for place in range(len(points))
    ]
    seats = range(len(points[0]))
    ends = _spread([y(points[-1][seat]) for seat in seats])
    return {
        "wide": WIDE,
        "high": HIGH,
        "left": LEFT,
        "right": RIGHT,
        "base": y(0),
        "rows": [{"y": y(n), "n": n} for n in range(step, most + 1, step)],
        "across": across,
        "lines": [
            {
                "seat": seat,
                "path": "M"
                + "L".join(f"{x} {y(at[seat])}" for x, at in zip(across, points, strict=True)),
                "y": y(points[-1][seat]),
                "head": ends[seat],
            }
            for seat in seats
        ],
    }


def _step(span: int) -> int:
    """Between the lines of the grid: at most four of them, at round numbers."""
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if span // step <= 4:
                return step
        scale *= 10


def _spread(ys: Sequence[float]) -> list[float]:
    """The same heights, moved as little as needed to lie apart, in their order and in the field."""
    order = sorted(range(len(ys)), key=lambda seat: ys[seat])
    found = list(ys)
    for before, seat in pairwise(order):
        found[seat] = max(found[seat], found[before] + APART)
    below = max(0.0, found[order[-1]] - (HIGH - APART / 2))
    if below:  # push up from the bottom
        found[order[-1]] -= below
        for after, seat in pairwise(reversed(order)):
            found[seat] = min(found[seat], found[after] - APART)
    return [round(each, 1) for each in found]


def spark(values: Sequence[int], at: int) -> dict[str, Any]:
    """A small line without a scale, and where on it something was.

    Args:
        values: two or more.
        at: the place of one of them.
    """
    most, least = max(0, *values), min(0, *values)
    span = (most - least) or 1

    def point(place: int) -> tuple[float, float]:
        across = 236 * place / max(1, len(values) - 1) + 2
        return round(across, 1), round(52 - 48 * (values[place] - least) / span, 1)

    # a point more than the drawing has dots changes nothing
    shown = sorted({round(i * (len(values) - 1) / 239) for i in range(240)} | {at})
    x, y = point(at)
    zero = round(52 - 48 * (0 - least) / span, 1)
    path = "M" + "L".join(f"{x} {y}" for x, y in map(point, shown))
    return {"path": path, "zero": zero, "x": x, "y": y}
