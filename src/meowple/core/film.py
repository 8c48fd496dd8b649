"""What the film of a finished match tells."""

from __future__ import annotations

import threading
from typing import NamedTuple

from .match import Match, _film, _load_start, replay
from .saves import read_save


class TurningPoint(NamedTuple):
    """From here on the winner of a match was never behind any more.

    Attributes:
        step: after which it was so, counted as `replay` does; 0 if the winner was never behind.
        seat: the winner.
        leads: by how much the winner was ahead of the best other, at the start and after each step.
    """

    step: int
    seat: int
    leads: list[int]


EVERY = 20
"""Steps between two moments of a film that are kept."""


class Film:
    """The film of a match, which goes to any of its steps quickly. Safe to use from several threads.

    Args:
        save: of the whole match, as `Match.save` writes it.

    Attributes:
        last: the number of the last step.
    """

    def __init__(self, save: str) -> None:
        self._save = save
        read = read_save(save)
        self._steps = read.steps
        self.last = len(read.steps)
        self._kept = {0: _load_start(read)}
        self._turn: tuple[TurningPoint | None] | None = None
        self._lock = threading.Lock()

    def at(self, step: int) -> Match:
        """The match after so many steps, none to `last`: one's own."""
        with self._lock:
            from_ = max(kept for kept in self._kept if kept <= step)
            match = self._kept[from_].fork()
            for at, _ in enumerate(_film(match, self._steps[from_:step]), from_):
                if at % EVERY == 0 and at not in self._kept:
                    self._kept[at] = match.fork()
            return match

    @property
    def turning_point(self) -> TurningPoint | None:
        """`turning_point`, worked out when first asked for, once for all who ask meanwhile."""
        with self._lock:
            if self._turn is None:
                self._turn = (turning_point(self._save),)
            return self._turn[0]


def turning_point(save: str) -> TurningPoint | None:
    """Where a match was decided, as far as its points tell; None where nobody won alone, or not by points.

    Args:
        save: of the whole finished match, as `Match.save` writes it.

    >>> import meowple
    >>> from random import Random
    >>> match, rng = meowple.new_match("festival", 3, seed=1), Random(1)
    >>> while not match.over:
    ...     seat = match.to_act[0]
    ...     match.act(seat, rng.choice(match.actions(seat)))
    >>> found = turning_point(match.save(whole=True))
    >>> [found.seat] == match.winners, all(lead >= 0 for lead in found.leads[found.step :])
    (True, True)
    """
    scores: list[list[int]] = []
    winners: list[int] = []
    for match in replay(save):
        scores.append(match.scores)
        winners = match.winners
    if len(winners) != 1 or len(scores[0]) < 2:
        return None
    [seat] = winners
    leads = [each[seat] - max(each[:seat] + each[seat + 1 :]) for each in scores]
    if leads[-1] < 0:
        return None
    behind = [step for step, lead in enumerate(leads) if lead < 0]
    return TurningPoint(behind[-1] + 1 if behind else 0, seat, leads)
