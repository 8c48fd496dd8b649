"""Damaged saves: refused, or good enough to be played on."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from meowple.core.errors import BadSave
from meowple.core.match import load_match

from .promises import reorder
from .sight import all_shown, viewers
from .trials import Trial, decide, play_some, told


def check_saves(trial: Trial, tries: int = 30) -> tuple[int, int]:
    """Damage saves of a random moment: they are refused, or can be played on.

    Returns:
        How many were refused, and how many accepted.

    Raises:
        Exception: whatever a damaged save led to that is not a `BadSave`.
    """
    rng = Random(f"saves {trial.seed}")
    counts = [0, 0]
    with told(trial):
        match = trial.start()
        for _ in range(rng.randrange(120)):
            if not match.over:
                reorder((match,), rng, 0)
                match.act(*decide(match, rng))
        text = match.save(whole=rng.random() < 0.5)
        for _ in range(tries):
            damaged = json.loads(text)
            for _ in range(rng.choice((1, 1, 2, 3))):
                damage(damaged, rng)
            with told(trial._replace(options={"damaged": damaged})):
                try:
                    loaded = load_match(json.dumps(damaged))
                except BadSave:
                    counts[0] += 1
                    continue
                counts[1] += 1
                all_shown(loaded)
                for viewer in viewers(loaded):
                    loaded.imagine(viewer, 1)
                play_some(loaded, rng, 60)
    return counts[0], counts[1]


def damage(data: Any, rng: Random) -> None:
    """Change something somewhere in plain data, in place."""
    spots: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        keys = value.keys() if isinstance(value, dict) else range(len(value))
        for key in keys:
            spots.append((value, key))
            if isinstance(value[key], dict | list):
                walk(value[key])

    walk(data)
    holder, key = rng.choice(spots)
    value = holder[key]
    other, its = rng.choice(spots)
    ways: list[Callable[[], Any]] = [
        lambda: holder.__delitem__(key),
        lambda: holder.__setitem__(key, rng.choice((None, True, -1, 0, 1, 10**30, 1.5, "", "x"))),
        lambda: holder.__setitem__(key, rng.choice(([], {}, [None], [[]], {"": ""}, "é" * 99))),
        lambda: holder.__setitem__(key, json.loads(json.dumps(other[its]))),
        lambda: holder.__setitem__(key, [value, value]),
    ]
    if type(value) is int:
        ways += [lambda: holder.__setitem__(key, value + rng.choice((-1, 1)))] * 6
    if isinstance(value, list):
        ways += [lambda: rng.shuffle(value), lambda: value.extend(value[:1])] * 2
    rng.choice(ways)()
