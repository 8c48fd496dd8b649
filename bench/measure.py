"""How the benchmark measures: CPU time of one pinned process, the best of three runs."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

RUNS = 3


@dataclass
class Row:
    """One figure.

    Attributes:
        group: what it belongs to; figures of a group are compared with one another.
        name: what was measured.
        unit: what is counted, ``decisions/s`` for instance; more is better, but for ``ms`` and ``kB``.
        value: how many.
        peer: whether it is another project's.
        target: what we want to reach, if anything.
    """

    group: str
    name: str
    unit: str
    value: float
    peer: bool = False
    target: float | None = None


def pin() -> int | None:
    """Keep this process on one core; gives its number, or None where that is not possible."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much of its work a function does in a second of CPU time.

    Args:
        work: does a portion, and gives how many units that were.
        seconds: for each of the runs.
    """
    work()  # whatever is made once
    best = 0.0
    for _ in range(RUNS):
        done = 0
        started = time.process_time()
        while (spent := time.process_time() - started) < seconds:
            done += work()
        best = max(best, done / spent)
    return best


def by_turns(works: Sequence[Callable[[], int]], seconds: float) -> list[float]:
    """`rate` of several functions, each for a little while in turn, so that all share the noise."""
    for work in works:
        work()
    best = [0.0] * len(works)
    for _ in range(10 * RUNS):
        for place, work in enumerate(works):
            done, started = 0, time.process_time()
            while (spent := time.process_time() - started) < seconds / 10:
                done += work()
            best[place] = max(best[place], done / spent)
    return best


def machine() -> dict[str, str | float]:
    """What it ran on, with two small loops that tell how fast that is."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "ms for 100,000 turns of total += i & 3": round(_best(_turns), 2),
        "ms for 10,000 calls of a function": round(_best(_calls), 2),
    }


def _processor() -> str:
    if sys.platform == "linux":
        with open("/proc/cpuinfo") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return f"{line.partition(':')[2].strip()}, {os.cpu_count()} cores"
    return f"{platform.processor()}, {os.cpu_count()} cores"


def _turns() -> None:
    total = 0
    for i in range(100_000):
        total += i & 3


def _calls() -> None:
    def nothing() -> None:
        pass

    for _ in range(10_000):
        nothing()


def _best(loop: Callable[[], None]) -> float:
    """Milliseconds."""
    best = float("inf")
    for _ in range(30):
        started = time.process_time()
        loop()
        best = min(best, time.process_time() - started)
    return best * 1000
