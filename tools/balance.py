"""Print the cards of a game whose share of the victories is out of line.

    python -m tools.balance [--game purrballs] [--games 2000] [--bots greedy] [--seed 1] [--all]
        [--seats 4] [--option world=chaotic]

Plays that many matches at each number of seats, or at one. A card is out of line if the whole 95%
interval of what its holders win lies outside 0.8 to 1.2 of what a seat wins on average. --all prints
all cards. Whoever cannot wait stops it with Ctrl-C: what has been played by then is told.
"""

from __future__ import annotations

import argparse

from meowple.core.registry import get_game
from meowple.lab import simulate
from meowple.lab.studies import card_lines

LOW, HIGH = 0.8, 1.2


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--game", default="purrballs")
    words.add_argument("--games", type=int, default=2000)
    words.add_argument("--bots", default="greedy")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--all", action="store_true")
    words.add_argument("--seats", type=int)
    words.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked = words.parse_args()
    game = get_game(asked.game)
    typed = dict(option.split("=", 1) for option in asked.option)
    options = {one.name: one.parse(typed[one.name]) for one in game.options if one.name in typed}
    for seats in [asked.seats] if asked.seats else game.seat_counts:
        results = simulate(
            asked.game, asked.games, seats, options, bots=[asked.bots], seed=asked.seed
        )
        print(f"{seats} seats, {len(results.games):,} matches", flush=True)
        for kind, lines in card_lines(results).items():
            for line in lines:
                low, mean, high = (
                    seats * value for value in (line.share.low, line.share.mean, line.share.high)
                )
                out = low > HIGH or high < LOW
                if out or asked.all:
                    mark = "*" if out else " "
                    print(
                        f" {mark} {kind:<14} {line.card:<28} {mean:.2f} ({low:.2f} to {high:.2f})"
                        f"  held by {line.picked.mean:.1%}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
