"""Whether `Game.estimate` promises what comes true: on matches of greedy bots.

    python tools/calibration.py GAME [--matches N] [--seats N] [--seed N] [--tries N] [--plot FILE]

In each match the estimate is asked wherever `Game.horizon` changes, and compared with how the match
ended. With ``--tries`` what people are told is asked instead, `meowple.bots.advice.chances` of so many
worlds, at one decision in ten. The table shows, for what was promised (in steps of a tenth), how much of the victory it came
to, with a 95% interval in which a match counts as one value. ``sharpness`` is what the odds must be
raised to for the promises to fit best: 1 is well calibrated, below 1 they are too bold; a game that
makes its hopes by `shares` divides its lead by it. ``told`` is the part of the uncertainty that the estimate takes away
(0 as much as equal parts for all, 1 all of it).
"""

from __future__ import annotations

import argparse
import sys
from math import log
from pathlib import Path
from random import Random

import meowple
from meowple.bots import ask, get_bot
from meowple.bots.advice import chances, foretold
from meowple.core.language import texts
from meowple.lab import Estimate, share_interval
from meowple.lab.plots import Mark, Panel, Row, against, intervals

Promise = tuple[int, list[float], list[float]]
"""A moment: of which match, what was promised to each seat, and what each got."""


def main() -> int:
    """Play, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=0, help="ask chances, of so many worlds")
    parser.add_argument("--plot", type=Path, help="a page with the table as a plot")
    arguments = parser.parse_args()
    asked = (arguments.game, arguments.seats, arguments.matches, arguments.seed)
    found = told_chances(*asked, arguments.tries) if arguments.tries else promises(*asked)
    if not found:
        print(f"{arguments.game} has no horizon and no estimate", file=sys.stderr)
        return 1
    lines = calibration(found)
    print(f"{arguments.game}: {arguments.matches} matches, {len(found)} moments")
    print("promised  came to  95% interval  matches")
    for promised, came in lines:
        print(f"{promised:8.1%} {came.mean:8.1%}  {came.low:.1%}-{came.high:.1%}  {came.size:6}")
    print(f"sharpness {sharpness(found):.2f}, told {told(found):.3f}")
    if arguments.plot:
        arguments.plot.write_text(page(arguments.game, lines), encoding="utf-8")
    return 0


def promises(game: str, seats: int, matches: int, seed: int) -> list[Promise]:
    """What was promised in matches of greedy bots, and what came of it."""
    chosen = meowple.get_game(game)
    horizon, estimate = chosen.horizon, chosen.estimate
    if horizon is None or estimate is None:
        return []
    found: list[Promise] = []
    for number in range(matches):
        match = meowple.new_match(game, seats, seed=seed * 100_000 + number, recording=False)
        bots = [get_bot("greedy", number * seats + seat) for seat in range(seats)]
        here, promised = horizon(match.state), []
        while not match.over:
            seat = match.to_act[0]
            match.act(seat, ask(bots[seat], match, seat))
            if match.to_act and horizon(match.state) != here:
                here = horizon(match.state)
                promised.append(estimate(match.state))
        came = match.returns()
        found += [(number, each, came) for each in promised]
    return found


def told_chances(game: str, seats: int, matches: int, seed: int, tries: int) -> list[Promise]:
    """What people would have been told of their chances in matches of greedy bots, and what came of it."""
    found: list[Promise] = []
    dice = Random(seed)
    for number in range(matches):
        match = meowple.new_match(game, seats, seed=seed * 100_000 + number, recording=False)
        bots = [get_bot("greedy", number * seats + seat) for seat in range(seats)]
        if not foretold(match):
            return []
        told = []
        while not match.over:
            seat = match.to_act[0]
            if dice.random() < 0.1:
                told.append(chances(match, seat, dice.getrandbits(60), tries))
            match.act(seat, ask(bots[seat], match, seat))
        came = match.returns()
        found += [(number, each, came) for each in told]
    return found


def calibration(found: list[Promise]) -> list[tuple[float, Estimate]]:
    """For each tenth that was promised the mean of it, and what it came to."""
    lines = []
    for tenth in range(10):
        by_match: dict[int, list[tuple[float, float]]] = {}
        for number, promised, came in found:
            for hope, got in zip(promised, came, strict=True):
                if min(9, int(hope * 10)) == tenth:
                    by_match.setdefault(number, []).append((hope, got))
        if not by_match:
            continue
        means = [
            [sum(column) / len(column) for column in zip(*pairs, strict=True)]
            for pairs in by_match.values()
        ]
        hopes = sum(hope for hope, _ in means) / len(means)
        lines.append((hopes, share_interval([got for _, got in means])))
    return lines


def loss(found: list[Promise], power: float = 1.0) -> float:
    """How much is left to wonder about, in nats for a moment, with the odds raised to that."""
    total = 0.0
    for _, promised, came in found:
        weights = [max(hope, 1e-9) ** power for hope in promised]
        for weight, got in zip(weights, came, strict=True):
            if got:
                total -= got * log(weight / sum(weights))
    return total / len(found)


def sharpness(found: list[Promise]) -> float:
    """What the odds must be raised to: by golden section, for the loss has one valley."""
    low, high = 0.05, 6.0
    for _ in range(40):
        left, right = high - 0.618 * (high - low), low + 0.618 * (high - low)
        if loss(found, left) < loss(found, right):
            high = right
        else:
            low = left
    return (low + high) / 2


def told(found: list[Promise]) -> float:
    """The part of the uncertainty that the estimate takes away."""
    return 1 - loss(found) / loss(found, 0.0)


def page(game: str, lines: list[tuple[float, Estimate]]) -> str:
    """The table as a plot: a promise that is kept lies near its line."""
    words = texts("en")
    rows = [
        Row(f"promised {promised:.0%}", ((Mark(came, against(came, promised)),),))
        for promised, came in lines
    ]
    plot = intervals(rows, [Panel("came to", words.percent, words.percent)], f"{game}: calibration")
    style = (Path(sys.modules["meowple.lab"].__path__[0]) / "report.css").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{game}</title><style>{style}</style></head><body><main><section>"
        f"<h2>{game}: what was promised and what it came to</h2>{plot}</section></main></body></html>\n"
    )


if __name__ == "__main__":
    sys.exit(main())
