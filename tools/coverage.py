"""Which cards of a game come to effect in random matches: played, bought, built, drawn, completed.

    python -m tools.coverage catvale --matches 5000

A card that never does is out of reach of the rules, or of the players.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random

from meowple.author import Action
from meowple.author.testing import Trial, draw_trial
from meowple.bots import ask, get_bot
from meowple.core.match import Match
from meowple.games import catvale

EFFECTS: Mapping[str, Mapping[str, str]] = {
    "catvale": {
        "cat": "cat",
        "played": "card",
        "constructed": "card",
        "hired": "card",
        "upgraded": "card",
        "shown": "card",
        "drew-instant": "card",
        "encounter": "card",
        "duel": "card",
        "forest-token": "token",
        "completed": "card",
        "vale": "tile",
        "ambition": "card",
    }
}
"""For each game: the events in which a card comes to effect, and where they name it."""

Pick = Callable[[Match, int, Counter[str], Random], Action]
"""Chooses an action of a seat, knowing what has come to effect how often."""


def cards(game: str) -> set[str]:
    """All that must come to effect."""
    box = catvale.GAME.in_words("en").box  # type: ignore[attr-defined]
    assert game == "catvale", "no other game names its cards so far"
    return {card.id for card in (*box.cards, *box.cats)}


def at_random(match: Match, seat: int, seen: Counter[str], rng: Random) -> Action:
    """Any action, each as likely."""
    return rng.choice(match.actions(seat))


def greedily(match: Match, seat: int, seen: Counter[str], rng: Random) -> Action:
    """What the quick player of the game would do, who comes to the rarest of goals."""
    return ask(get_bot("greedy", rng.getrandbits(32)), match, seat)


WEIGHTS = {"play": 12, "quest": 12, "gather": 8, "duel": 6, "sift": 6, "hunt": 5, "fish": 5, "buy": 4,
           "use": 4, "yes": 3, "exchange": 0.05, "sell": 0.05, "discard": 0.1, "end": 0.3,
           "talk": 0.1, "parley": 0.1, "pass": 0.5, "enough": 0.2}  # fmt: skip
"""How much likelier a busy player does something; whatever is not named counts 1."""


def busily(match: Match, seat: int, seen: Counter[str], rng: Random) -> Action:
    """A player who gathers, builds and fulfils Quests rather than ends a turn; the unseen first."""
    actions = match.actions(seat)
    weights = []
    for action in actions:
        weight = WEIGHTS.get(action.verb, 1.0)
        if action.verb in ("play", "pick") and not seen[action.key.partition(":")[2]]:
            weight *= 4
        weights.append(weight)
    return rng.choices(actions, weights)[0]


def trials(game: str, first: int, number: int) -> Iterator[tuple[Trial, Pick]]:
    """Tables of every kind; at every second one busy players and all that there is in the box.

    At one in ten quick players sit.
    """
    every = {"litterbox": True, "arena": True, "kickstarter": True}
    for seed in range(first, first + number):
        if seed % 2:
            yield draw_trial(game, seed, short=True), at_random
        else:
            pick = greedily if seed % 10 == 0 else busily
            yield draw_trial(game, seed, short=True, **every), pick


def play(trial: Trial, pick: Pick, seen: Counter[str]) -> int:
    """Play a match, count in ``seen`` what comes to effect; how many decisions it took."""
    rng = Random(f"coverage {trial.seed}")
    match = trial.start()
    fields = EFFECTS[trial.game]
    told = decisions = 0
    while not match.over:
        seat = rng.choice(match.to_act)
        match.act(seat, pick(match, seat, seen, rng))
        decisions += 1
        for event in match._events[told:]:
            if field := fields.get(event.kind):
                seen[event.data[field]] += 1
        told = len(match._events)
    return decisions


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many matches; which card is never seen?")
    parser.add_argument("game", choices=EFFECTS)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first match")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    arguments = parser.parse_args()
    seen: Counter[str] = Counter()
    start, number, decisions = time.perf_counter(), 0, 0
    for trial, pick in trials(arguments.game, arguments.first, arguments.matches):
        decisions += play(trial, pick, seen)
        number += 1
        if time.perf_counter() - start > arguments.seconds:
            break
    never = sorted(cards(arguments.game) - set(seen))
    rare = [f"{card} {count}" for card, count in reversed(seen.most_common()) if count < 5]
    print(f"{arguments.game}: {number} matches, {decisions} decisions")
    print(f"seen fewer than five times: {', '.join(rare) or 'nothing'}")
    if never:
        raise SystemExit(f"never seen: {', '.join(never)}")
    print(f"all {len(cards(arguments.game))} have come to effect")


if __name__ == "__main__":
    main()
