"""Compile the half of Meowple that games spend their time in: ``make compile``.

    python tools/compile.py [--check MATCHES]

mypyc turns the same typed source into C. The package is copied to ``build/compiled``, compiled
there, and used by whoever puts that folder first: ``PYTHONPATH=build/compiled python ...``. The
source stays what Python runs everywhere else.

With ``--check`` as many matches of every game, option and number of seats are played at random,
interpreted and compiled (see `tools.transcripts`), and must be the same; so must a few in which the
greedy bot thinks, of the games whose thinking is compiled.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
COMPILED = ROOT / "build" / "compiled"

MODULES = (
    "core/chance.py",
    "core/events.py",
    "core/match.py",
    "core/questions.py",
    "games/catvale/mind/deals.py",
    "games/catvale/mind/eyes.py",
    "games/catvale/mind/fights.py",
    "games/catvale/mind/growing.py",
    "games/catvale/mind/plans.py",
    "games/catvale/mind/rating.py",
    "games/catvale/mind/steps.py",
    "games/catvale/mind/turn.py",
    "games/catvale/mind/ways.py",
    "games/catvale/pieces/hexes.py",
    "games/catvale/rules/counting.py",
    "games/catvale/rules/dials.py",
    "games/catvale/rules/market.py",
    "games/catvale/rules/prestige.py",
    "games/catvale/rules/standing.py",
    "games/catvale/state.py",
    "games/comforts/rules/actions.py",
    "games/comforts/rules/decks.py",
    "games/comforts/rules/dice.py",
    "games/comforts/rules/making.py",
    "games/comforts/rules/month.py",
    "games/comforts/rules/paying.py",
    "games/comforts/rules/placing.py",
    "games/comforts/rules/scoring.py",
    "games/comforts/state.py",
    "games/festival/pieces.py",
    "games/festival/rules.py",
    "games/festival/state.py",
    "games/purrballs/rules/matching.py",
    "games/purrballs/rules/round.py",
    "games/purrballs/rules/scoring.py",
    "games/purrballs/state.py",
)
"""What is compiled: where matches spend their time.

Actions are not, so that `Match.act` takes whatever it is given and says in words what is wrong.
"""


THINKING = sorted({module.split("/")[1] for module in MODULES if "/mind/" in module})
"""The games whose thinking is compiled, which random play never comes to."""

GREEDY_MATCHES = 4
"""How many of each of them with each number of seats the greedy bot plays."""


def main() -> int:
    """Compile; 1 if that fails, or if ``--check`` finds a match that differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", type=int, metavar="MATCHES",
                        help="then play so many matches of each kind both ways")  # fmt: skip
    arguments = parser.parse_args()
    if not build():
        return 1
    print(f"compiled: put {COMPILED.relative_to(ROOT)} into PYTHONPATH to use it")
    return 0 if arguments.check is None or check(arguments.check) else 1


def build() -> bool:
    """Copy the package and compile it there; whether that worked."""
    shutil.rmtree(COMPILED, ignore_errors=True)
    shutil.copytree(
        SOURCE / "meowple", COMPILED / "meowple", ignore=shutil.ignore_patterns("__pycache__")
    )
    files = [f"meowple/{module}" for module in MODULES]
    command = [sys.executable, "-m", "mypyc", "--config-file=", "--strict", *files]
    done = subprocess.run(command, cwd=COMPILED, capture_output=True, text=True)
    shutil.rmtree(COMPILED / "build", ignore_errors=True)
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
    return done.returncode == 0


def check(matches: int) -> bool:
    """Whether all matches are the same interpreted and compiled."""
    greedy = [(str(GREEDY_MATCHES), "--greedy", "--game", game) for game in THINKING]
    return all(_alike(arguments) for arguments in [(str(matches),), *greedy])


def _alike(arguments: tuple[str, ...]) -> bool:
    """Whether these transcripts are the same interpreted and compiled."""
    plain, compiled = (
        subprocess.run(
            [sys.executable, "-m", "tools.transcripts", *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for folder in (SOURCE, COMPILED)
    )
    for one, other in zip_longest(plain[1:], compiled[1:]):
        if one != other:
            print(f"interpreted: {one}\ncompiled:    {other}", file=sys.stderr)
            return False
    print(
        f"{len(plain) - 1} matches are the same ({' '.join(arguments)}): {plain[0]} and {compiled[0]}"
    )
    return bool(plain[1:]) and plain[0] == "interpreted" and compiled[0] == "compiled"


if __name__ == "__main__":
    sys.exit(main())
