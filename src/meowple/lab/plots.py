"""Small plots as SVG, coloured by the styles of the page they stand in."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from meowple.core.language import Texts

from .estimates import Estimate

ROW = 22  # height of a row
LETTER = 8.2  # width of a letter of a label, about
NUMBERS = 58  # width of a column of numbers, for each of them
NARROW = 320.0  # width of what fits a phone


class Mark(NamedTuple):
    """A dot with its interval.

    Attributes:
        estimate: where it stands.
        look: a class of the page's styles: ``up``, ``down``, ``even``, ``a`` or ``b``.
    """

    estimate: Estimate
    look: str = "even"


class Row(NamedTuple):
    """A row of a plot: its label, and its marks in each panel."""

    label: str
    panels: tuple[tuple[Mark, ...], ...]


class Panel(NamedTuple):
    """A panel of a plot: an axis that all rows share.

    Attributes:
        title: what it shows.
        form: a number of it in words.
        tick: a round number of it in words, on the axis.
        reference: where a line is drawn, if anywhere.
        whole: whether the axis starts at 0.
        band: from where to where it is shaded, if anywhere.
    """

    title: str
    form: Callable[[float], str]
    tick: Callable[[float], str]
    reference: float | None = None
    whole: bool = True
    band: tuple[float, float] | None = None


def against(estimate: Estimate, reference: float) -> str:
    """The look of a mark that is surely above, surely below, or about at the reference."""
    return "up" if estimate.low > reference else "down" if estimate.high < reference else "even"


def intervals(rows: Sequence[Row], panels: Sequence[Panel], label: str) -> str:
    """Dots with intervals: a row for each thing, a panel for each quantity.

    It is drawn twice, and the styles of the page show one: with the panels side by side, and for a
    narrow screen with one below the other.

    Args:
        rows: from top to bottom.
        panels: from left to right.
        label: of the whole plot, for those who cannot see it.
    """
    narrow = [_narrow(rows, index, panel, label) for index, panel in enumerate(panels)]
    return _wide(rows, panels, label) + "".join(narrow)


def _wide(rows: Sequence[Row], panels: Sequence[Panel], label: str) -> str:
    left = min(260.0, max((len(row.label) for row in rows), default=0) * LETTER + 14)
    width = 900.0
    numbers = NUMBERS * max((len(row.panels[0]) for row in rows), default=1)
    span = (width - left) / len(panels) - numbers - 12
    top = 40.0
    height = top + ROW * len(rows) + 8
    out = [_open(width, height, label, "wide")]
    for place, row in enumerate(rows):
        y = top + ROW * place
        if place % 2 == 0:
            out.append(_stripe(y, width, ROW))
        out.append(_text(left - 8, y + 15, row.label, "name", "end"))
    for index, panel in enumerate(panels):
        start = left + index * (span + numbers + 12)
        marks = [mark.estimate for row in rows for mark in row.panels[index]]
        axis = _Axis(marks, panel, start, span)
        out.append(_text(start, 12, panel.title, "title"))
        out += _ground(axis, panel, top, height)
        for place, row in enumerate(rows):
            step = ROW / (len(row.panels[index]) + 1)
            for order, mark in enumerate(row.panels[index], 1):
                y = top + ROW * place + step * order
                out.append(_mark(axis, panel, mark, y, row.label))
            values = " / ".join(_shown(panel, mark.estimate) for mark in row.panels[index])
            out.append(_text(start + span + 12, top + ROW * place + 15, values, "value"))
    out.append("</svg>")
    return "".join(out)


def _narrow(rows: Sequence[Row], index: int, panel: Panel, label: str) -> str:
    """One panel, each label above its marks."""
    tall = 2 * ROW - 6
    numbers = NUMBERS * max((len(row.panels[index]) for row in rows), default=1)
    top = 40.0
    height = top + tall * len(rows) + 8
    start, span = 14.0, NARROW - numbers - 26
    axis = _Axis([mark.estimate for row in rows for mark in row.panels[index]], panel, start, span)
    out = [_open(NARROW, height, f"{label} {panel.title}", "narrow")]
    out += [_stripe(top + tall * place, NARROW, tall) for place in range(0, len(rows), 2)]
    out.append(_text(0, 12, panel.title, "title"))
    out += _ground(axis, panel, top, height)
    for place, row in enumerate(rows):
        y = top + tall * place
        out.append(_text(4, y + 14, row.label, "name"))
        step = (tall - 16) / (len(row.panels[index]) + 1)
        for order, mark in enumerate(row.panels[index], 1):
            out.append(_mark(axis, panel, mark, y + 16 + step * order, row.label))
        values = " / ".join(_shown(panel, mark.estimate) for mark in row.panels[index])
        out.append(_text(NARROW - 4, y + 30, values, "value", "end"))
    out.append("</svg>")
    return "".join(out)


def _ground(axis: _Axis, panel: Panel, top: float, height: float) -> list[str]:
    """What lies behind the marks of a panel: its band, its ticks, its reference."""
    out = []
    if panel.band is not None:
        x, end = axis.x(panel.band[0]), axis.x(panel.band[1])
        out.append(
            f'<rect class="band" x="{x:.1f}" y="{top - 4:.1f}" width="{end - x:.1f}" '
            f'height="{height - top - 4:.1f}"/>'
        )
    for tick in axis.ticks:
        x = axis.x(tick)
        out.append(_line(x, top - 4, x, height - 8, "grid"))
        out.append(_text(x, top - 8, panel.tick(tick), "tick", "middle"))
    if panel.reference is not None:
        x = axis.x(panel.reference)
        out.append(_line(x, top - 4, x, height - 8, "reference"))
    return out


def _stripe(y: float, width: float, height: float) -> str:
    return f'<rect class="stripe" x="0" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}"/>'


def histogram(values: Sequence[float], label: str, words: Texts) -> str:
    """How often each value, or each range of values, occurs."""
    number, percent = words.number, words.percent
    low, high = min(values), max(values)
    size = _nice((high - low) / 24) if high - low > 30 else 1.0
    first = math.floor(low / size)
    counts = Counter(math.floor(value / size) - first for value in values)
    bins = max(counts) + 1
    width, height, base = NARROW, 180.0, 150.0
    step = (width - 28) / bins
    most = max(counts.values())
    out = [_open(width, height, label)]
    step = min(step, 44.0)
    every = max(1, math.ceil(bins / 7))
    topped = False
    for place in range(bins):
        count = counts.get(place, 0)
        x = 14 + step * place
        tall = (base - 20) * count / most
        start = round((first + place) * size)
        text = number(start) if size == 1 else f"{number(start)}–{number(start + round(size) - 1)}"
        out.append(
            f'<rect class="bar" x="{x + 0.5:.1f}" y="{base - tall:.1f}" '
            f'width="{max(1.0, step - 1):.1f}" height="{tall:.1f}">'
            f"<title>{text}: {percent(count / len(values))}</title></rect>"
        )
        if place % every == 0:  # a range begins at its left edge
            middle = x + step / 2 if size == 1 else x
            out.append(_text(middle, base + 16, number(start), "tick", "middle"))
        if count == most and not topped:
            topped = True
            share = percent(count / len(values))
            out.append(_text(x + step / 2, base - tall - 4, share, "tick", "middle"))
    out.append(_line(10, base, width - 10, base, "axis"))
    out.append("</svg>")
    return "".join(out)


class _Axis:
    """Where a panel's numbers lie."""

    def __init__(self, marks: Sequence[Estimate], panel: Panel, start: float, span: float) -> None:
        ends = [value for each in marks for value in each[:3] if math.isfinite(value)]
        if panel.reference is not None:
            ends.append(panel.reference)
        low = min(ends, default=0.0)
        high = max(ends, default=1.0)
        if panel.whole and low > 0:
            low = 0.0
        if high <= low:
            high = low + 1
        size = _nice((high - low) / 5)
        first, last = math.floor(low / size + 1e-9), math.ceil(high / size - 1e-9)
        self.ticks = [size * place for place in range(first, last + 1)]
        self._low, self._high = self.ticks[0], self.ticks[-1]
        self._start, self._span = start, span

    def x(self, value: float) -> float:
        """The place of a value, within the panel."""
        value = min(max(value, self._low), self._high)
        return self._start + self._span * (value - self._low) / (self._high - self._low)


def _mark(axis: _Axis, panel: Panel, mark: Mark, y: float, label: str) -> str:
    estimate = mark.estimate
    if not math.isfinite(estimate.mean):
        return ""
    text = f"{label}: {panel.form(estimate.mean)}"
    if estimate.size > 1:
        text += f" ({panel.form(estimate.low)} – {panel.form(estimate.high)})"
    x, low, high = axis.x(estimate.mean), axis.x(estimate.low), axis.x(estimate.high)
    return (
        f'<g class="mark {mark.look}"><title>{escape(text)}</title>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2"/></g>'
    )


def _shown(panel: Panel, estimate: Estimate) -> str:
    return panel.form(estimate.mean) if math.isfinite(estimate.mean) else "–"


def _nice(step: float) -> float:
    """The next round number: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step)) if step > 0 else 1.0
    return next((n * power for n in (1, 2, 5) if n * power >= step * 0.999), 10 * power)


def _open(width: float, height: float, label: str, look: str = "") -> str:
    look = f'class="{look}" ' if look else ""
    return (
        f'<svg {look}viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(label)}" '
        f'style="max-width:{width:.0f}px">'
    )


def _text(x: float, y: float, text: str, look: str, anchor: str = "start") -> str:
    return (
        f'<text class="{look}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    return f'<line class="{look}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
