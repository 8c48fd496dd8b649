"""How long matches are: what `Game.decisions` of each game is taken from.

    python -m tools.lengths [--matches 10] [GAME ...]

Greedy bots play matches with the usual options, with the fewest people (but not alone) and with the most. Counted are
decisions with a choice that a table waits for: one that all make at once counts once.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

from meowple.bots import get_bot
from meowple.core.game import Game
from meowple.core.match import new_match
from meowple.core.registry import games, get_game


def decisions(game: str, seats: int, seed: int) -> int:
    """How many decisions a match of greedy bots has that the table waits for."""
    match, bot = new_match(game, seats, seed=seed, recording=False), get_bot("greedy")
    found = Fraction()
    while (question := match.question) is not None:
        waiting = match.to_act
        choices = max(len(match.actions(seat)) for seat in waiting)
        if choices > 1:
            found += Fraction(1, len(match.asked)) if question.apart or question.together else 1
        seat = waiting[0]
        match.act(seat, bot.choose(match.imagine(seat, seed, answers="drop"), seat).key)
    return round(found)


def measured(game: Game[Any], matches: int) -> tuple[int, int]:
    """How many short matches have and how many long ones: a tenth is shorter, and a tenth longer."""
    counts = [seats for seats in game.seat_counts if seats > 1] or [1]
    found = sorted(
        decisions(game.name, seats, seed)
        for seats in {counts[0], counts[-1]}
        for seed in range(matches)
    )
    tenth = len(found) // 10
    return found[tenth], found[-1 - tenth]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", help="all if none is named")
    parser.add_argument("--matches", type=int, default=10, help="of each number of people")
    args = parser.parse_args()
    for name in args.games or games():
        game = get_game(name)
        print(f"{name}: measured {measured(game, args.matches)}, stated {game.decisions}")


if __name__ == "__main__":
    main()
