"""Play many random matches and check in each what must hold in every game.

    python -m tools.soak festival --matches 10000
    python -m tools.soak festival --leaks 200
    python -m tools.soak festival --saves 500

The checks are those of `tests/properties.py`; a failure names the table that repeats it.
``--often`` says at what part of the decisions the dearer ones are made.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
properties = importlib.import_module("properties")


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many random matches and check each.")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=0, help="whole matches: copies, undo, film")
    parser.add_argument("--leaks", type=int, default=0, help="leak proofs at every decision")
    parser.add_argument("--saves", type=int, default=0, help="moments whose saves are damaged")
    parser.add_argument("--often", type=float, default=0.005)
    parser.add_argument("--first", type=int, default=0, help="seed of the first match")
    arguments = parser.parse_args()
    game, often, first = arguments.game, arguments.often, arguments.first

    def run(what: str, number: int, check: object, short: bool = False) -> None:
        start, clock, total = time.perf_counter(), time.process_time(), 0
        for seed in range(first, first + number):
            result = check(properties.draw_table(game, seed, short=short))  # type: ignore[operator]
            total += result if isinstance(result, int) else sum(result)
            if (seed + 1 - first) % max(1, number // 20) == 0 or seed + 1 == first + number:
                spent = time.perf_counter() - start
                used = time.process_time() - clock
                print(
                    f"{game}: {seed + 1 - first} of {number} {what}, {total} checked, "
                    f"{spent:.0f} s, {used:.0f} s of processor",
                    flush=True,
                )

    run("matches (decisions)", arguments.matches, lambda t: properties.check_play(t, often))
    run("matches (leak proofs)", arguments.leaks, properties.check_leaks, short=True)
    run("moments (damaged saves)", arguments.saves, properties.check_saves)


if __name__ == "__main__":
    main()
