"""Results as files: a CSV with a line for each match, or everything as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

from .ratings import Rating
from .results import Results


def to_csv(results: Results) -> str:
    """A line for each match: its number, seed and decisions, then bot, score and share of each seat.

    ``share`` is the seat's part of the victory. The columns of seat 0 end in ``_0`` and so on.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    kinds = ("bot", "score", "share")
    table.writerow(
        ["number", "seed", "decisions"]
        + [f"{kind}_{seat}" for seat in range(results.seats) for kind in kinds]
    )
    for game in results.games:
        row: list[Any] = [game.number, game.seed, game.decisions]
        for seat in range(results.seats):
            row += [game.bots[seat], game.scores[seat], round(game.share(seat), 6)]
        table.writerow(row)
    return out.getvalue()


def to_json(results: Results, ratings: Sequence[Rating] = (), confidence: float = 0.95) -> str:
    """The simulation's arguments, its summary and all its matches with what the game tells.

    An end of an interval about which nothing is known is ``null``.

    Args:
        results: of a simulation or a tournament.
        ratings: of the bots, if they are to stand there too.
        confidence: of the summary's intervals.

    Raises:
        ValueError: there is no such confidence.
    """
    summary = asdict(results.summary(confidence))
    data = {
        "game": results.game,
        "seats": results.seats,
        "options": dict(results.options),
        "bots": list(results.bots),
        "seed": results.seed,
        "asked": results.asked,
        "summary": _finite(summary),
        **({"ratings": _finite(ratings)} if ratings else {}),
        "games": [game._asdict() for game in results.games],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _finite(value: Any) -> Any:
    """Estimates by name, and None for what JSON has no number for."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _finite(value._asdict())
    if isinstance(value, (list, tuple)):
        return [_finite(each) for each in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value
