"""Print the cards of a game whose share of the victories is out of line.

    python -m tools.balance [--game purrballs] [--games 2000] [--bots greedy] [--seed 1] [--all]
        [--seats 4] [--option world=chaotic] [--actions]

Plays that many matches at each number of seats, or at one. A card is out of line if the whole 95%
interval of what its holders win lies outside 0.8 to 1.2 of what a seat wins on average. --all prints
all cards. Told besides: what each seat wins, how long matches are, how often the lead changes, and
how often whoever leads after each round wins. --actions lets greedy bots play, and
tells how often each takes which action and how much the game says it may hope for by it.
Whoever cannot wait stops it with Ctrl-C: what has been played by then is told.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from typing import ClassVar

from meowple import Match
from meowple.bots.greedy import Greedy
from meowple.core.actions import Action
from meowple.core.registry import get_game
from meowple.lab import simulate
from meowple.lab.results import Results
from meowple.lab.studies import card_lines, lead_changes, lead_lines

LOW, HIGH = 0.8, 1.2


class Watched(Greedy):
    """The greedy bot, and what all of them have chosen: by the kind of question and the verb."""

    taken: ClassVar[Counter[tuple[str, str]]] = Counter()
    hoped: ClassVar[defaultdict[tuple[str, str], list[float]]] = defaultdict(list)

    def choose(self, match: Match, seat: int) -> Action:
        action = super().choose(match, seat)
        if match.question is not None and len(match.actions(seat)) > 1:
            kind = match.question.kind, action.verb
            self.taken[kind] += 1
            hopes = match.game.hopes
            hope = hopes(match, seat, [action])[0] if hopes is not None else {}
            if hope:
                self.hoped[kind].append(float(hope[hope["for"]]))
        return action

    @classmethod
    def told(cls, players: int) -> None:
        """Print it for each of so many players, and forget it."""
        for kind, number in cls.taken.most_common():
            hoped = cls.hoped[kind]
            worth = f"hopes for {sum(hoped) / len(hoped):.1f}" if hoped else ""
            print(f"   {' '.join(kind):<28} {number / players:7.2f}  {worth}", flush=True)
        cls.taken.clear()
        cls.hoped.clear()


def course(results: Results) -> None:
    """Print what seats win, how long matches are and when they are decided."""
    seats, summary = results.seats, results.summary()
    shares = (line.share for line in summary.seats)
    told = ", ".join(
        f"{seats * share.mean:.2f} ({seats * share.low:.2f} to {seats * share.high:.2f})"
        for share in shares
    )
    print(f"   seats win {told}")
    print(f"   {summary.decisions.mean:.0f} decisions")
    if changes := lead_changes(results):
        print(f"   the lead changes {changes.mean:.1f} times")
    for line in lead_lines(results):
        print(
            f"   whoever leads after round {line.round} wins {line.won.mean:.0%}"
            f" of {line.size} matches that go on"
        )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--game", default="purrballs")
    words.add_argument("--games", type=int, default=2000)
    words.add_argument("--bots", default="greedy")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--all", action="store_true")
    words.add_argument("--seats", type=int)
    words.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    words.add_argument("--actions", action="store_true")
    asked = words.parse_args()
    game = get_game(asked.game)
    typed = dict(option.split("=", 1) for option in asked.option)
    options = {one.name: one.parse(typed[one.name]) for one in game.options if one.name in typed}
    for seats in [asked.seats] if asked.seats else game.seat_counts:
        results = simulate(
            asked.game,
            asked.games,
            seats,
            options,
            bots=[Watched if asked.actions else asked.bots],
            seed=asked.seed,
        )
        print(f"{seats} seats, {len(results.games):,} matches", flush=True)
        if not results.games:
            continue
        course(results)
        if asked.actions:
            Watched.told(seats * len(results.games))
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
