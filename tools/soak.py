"""Play many random matches and check in each what must hold in every game.

    python -m tools.soak festival --matches 10000
    python -m tools.soak festival --leaks 200
    python -m tools.soak festival --saves 500
    python -m tools.soak festival --options 3
    python -m tools.soak festival --environments 1000

The checks are those of `meowple.author.testing`; a failure names the trial that repeats it.
``--often`` says at what part of the decisions the dearer ones are made.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from meowple.author.testing import (
    Trial,
    check_leaks,
    check_options,
    check_play,
    check_saves,
    draw_trial,
    sweep,
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many random matches and check each.")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=0, help="whole matches: copies, undo, film")
    parser.add_argument("--leaks", type=int, default=0, help="leak proofs at every decision")
    parser.add_argument("--saves", type=int, default=0, help="moments whose saves are damaged")
    parser.add_argument("--options", type=int, default=0, help="sweeps of options, to the end")
    parser.add_argument("--environments", type=int, default=0, help="matches as PettingZoo's")
    parser.add_argument("--often", type=float, default=0.005)
    parser.add_argument("--first", type=int, default=0, help="seed of the first match")
    arguments = parser.parse_args()
    game, often, first = arguments.game, arguments.often, arguments.first

    def run(
        what: str, trials: Sequence[Trial], check: Callable[[Trial], int | tuple[int, int]]
    ) -> None:
        start, clock, total = time.perf_counter(), time.process_time(), 0
        for number, trial in enumerate(trials, 1):
            result = check(trial)
            total += result if isinstance(result, int) else sum(result)
            if number % max(1, len(trials) // 20) == 0 or number == len(trials):
                spent = time.perf_counter() - start
                used = time.process_time() - clock
                print(
                    f"{game}: {number} of {len(trials)} {what}, {total} checked, "
                    f"{spent:.0f} s, {used:.0f} s of processor",
                    flush=True,
                )

    def draw(count: int, short: bool = False) -> list[Trial]:
        return [draw_trial(game, seed, short=short) for seed in range(first, first + count)]

    swept = [trial for seed in range(arguments.options) for trial in sweep(game, first + seed)]
    run("matches (decisions)", draw(arguments.matches), lambda t: check_play(t, often))
    run("matches (leak proofs)", draw(arguments.leaks, short=True), check_leaks)
    run("moments (damaged saves)", draw(arguments.saves), check_saves)
    run("tables (every pair of options)", swept, lambda t: check_options(t, most=None))
    if arguments.environments:
        digests = Digests()
        run("environments (turns)", draw(arguments.environments, short=True), digests.check)
        print(f"{game}: {digests.all.hexdigest()}, whatever PYTHONHASHSEED is")


class Digests:
    """Matches as environments: each is the same in one that was used before and in a new one."""

    def __init__(self) -> None:
        from meowple.envs.pettingzoo import Turns

        self.make = Turns
        self.all = sha256()

    def check(self, trial: Trial) -> int:
        """Play a match of this table twice; how many turns it has."""
        used: Any = self.make(trial.game, trial.seats, trial.options)
        used.reset(seed=trial.seed + 1)
        used.step(int(used.observe(used.agent_selection)["action_mask"].argmax()))
        fresh = self.make(trial.game, trial.seats, trial.options)
        seen, again = (self.play(env, trial.seed) for env in (fresh, used))
        if seen != again:
            raise AssertionError(f"a reset is not like a new environment: {trial}")
        self.all.update(seen[1])
        return seen[0]

    def play(self, env: Any, seed: int) -> tuple[int, bytes]:
        """How many turns a match played at random has, and a hash of all that is seen in it."""
        rng, digest, turns = Random(seed), sha256(), 0
        env.reset(seed=seed)
        while True:
            seen, reward, ended, _, _ = env.last()
            mask = seen["action_mask"].tobytes()
            digest.update(seen["observation"].tobytes() + mask + repr(reward).encode())
            if ended:
                return turns, digest.digest()
            env.step(rng.choice([place for place, one in enumerate(mask) if one]))
            turns += 1


if __name__ == "__main__":
    main()
