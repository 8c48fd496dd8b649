"""Measure Meowple, beside its peers where they are installed: ``make bench``.

The figures of the games are CPU time of one pinned process, the best of three runs. Absolute rates
move with the machine; the ratios hardly do.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

import environments
import ours
import peers
import served
from measure import Row, machine, pin
from rich.console import Console
from rich.table import Table

from meowple.core.native import compiled

RESULTS = Path(__file__).parent / "results.json"
SMALLER_IS_BETTER = ("ms", "kB", "files")


def main() -> int:
    """Run what was asked for; 1 if a target was missed and ``--strict`` was given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run (default: 1)")
    parser.add_argument("--only", choices=["games", "environments", "peers", "server"], action="append",
                        help="measure only this; may be given several times")  # fmt: skip
    parser.add_argument("--strict", action="store_true", help="fail if a target is missed")
    arguments = parser.parse_args()
    parts: dict[str, Callable[[float], Iterator[Row]]] = {
        "server": served.rows,  # before this process is pinned, for the server starts from it
        "games": ours.rows,
        "environments": environments.rows,
        "peers": peers.rows,
    }
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    where = {"games": "compiled" if compiled() else "interpreted", **machine()}
    for name, value in where.items():
        console.print(f"{name}: {value}", style="dim")
    rows: list[Row] = []
    for part, measure in parts.items():
        if arguments.only and part not in arguments.only:
            continue
        if part != "server":
            pin()
        try:
            for row in measure(arguments.seconds):
                rows.append(row)
                console.print(f"  {row.group}: {row.name}: {shown(row)}", style="dim")
        except Exception as error:
            print(f"{part} could not be measured: {error!r}", file=sys.stderr)
    show(console, rows)
    text = json.dumps({"machine": where, "rows": [asdict(row) for row in rows]}, indent=1)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    return 1 if arguments.strict and any(missed(row) for row in rows) else 0


def show(console: Console, rows: list[Row]) -> None:
    """Print a table: our figures, then peers with how many times slower or quicker we are."""
    table = Table("what", "who", "figure", "target", "Festival is", title="Benchmark")
    last = ""
    for row in sorted(rows, key=lambda row: [r.group for r in rows].index(row.group)):
        if row.group != last:
            table.add_section()
        base = next(
            (r for r in rows if r.group == row.group and r.name.startswith("festival")), None
        )
        ratio = f"{base.value / row.value:.2g} times as fast" if row.peer and base else ""
        target = "" if row.target is None else f"{row.target:,.0f}"
        style = "red" if missed(row) else "green" if row.target else "dim" if row.peer else ""
        table.add_row(
            row.group if row.group != last else "", row.name, shown(row), target, ratio, style=style
        )
        last = row.group
    console.print(table)


def shown(row: Row) -> str:
    """A figure in words."""
    digits = 0 if row.value >= 100 or row.unit == "files" else 2 if row.unit == "times" else 1
    text = f"{row.value:,.{digits}f} {row.unit}"
    return f"{text} ({1e6 / row.value:,.1f} µs)" if row.unit == "1/s" else text


def missed(row: Row) -> bool:
    """Whether a figure falls short of its target."""
    if row.target is None:
        return False
    small = row.unit in SMALLER_IS_BETTER
    return row.value > row.target if small else row.value < row.target


if __name__ == "__main__":
    sys.exit(main())
