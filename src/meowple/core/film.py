"""What the film of a finished match tells."""

from __future__ import annotations

from typing import NamedTuple

from .match import replay


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
