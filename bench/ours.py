"""Meowple's own figures."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from measure import RUNS, Row, by_turns, rate

import meowple
from meowple import Match
from meowple.bots import ask, get_bot

DECISIONS_WANTED = {"festival": 120_000, "catvale": 40_000}
FORKS_WANTED = {"festival": 1e6 / 8, "catvale": 1e6 / 40}
DEALS_WANTED = {"catvale": 1e6 / 300}
VIEWS_WANTED = {"catvale": 1e3}


def rows(seconds: float) -> Iterator[Row]:
    """All figures that need nothing but Python."""
    games = installed()
    for name in games:
        for label, options in rule_sets(name):
            value = rate(random_play(name, options), seconds)
            target = DECISIONS_WANTED.get(name)
            yield Row("random play", f"{name}{label}", "decisions/s", value, target=target)
    for name in games:
        for label, options in rule_sets(name):
            yield played_out(f"{name}{label}", name, options, seconds)
    for name in games:
        moments = middle(name)
        for what, call, target in (
            ("fork at a checkpoint", Match.fork, FORKS_WANTED.get(name)),
            (
                "deal anew what a seat cannot know",
                lambda match: match.imagine(0, 1),
                DEALS_WANTED.get(name),
            ),
            ("view of a seat", lambda match: match.view(0), VIEWS_WANTED.get(name)),
            ("save", Match.save, None),
            ("save and load", lambda match: meowple.load_match(match.save()), None),
        ):
            yield Row(what, name, "1/s", rate(each(moments, call), seconds), target=target)
        many = each(moments, lambda match: list(islice(match.worlds(0, 1), 20)))
        yield Row("one of many worlds", name, "1/s", 20 * rate(many, seconds))
        yield Row("greedy bot", name, "decisions/s", rate(greedy_choices(name), seconds))
    yield Row("from nothing to the first decision", "import included", "ms", start_up())


def installed() -> list[str]:
    """The games that can be loaded."""
    names = []
    for name in meowple.game_names():
        try:
            meowple.get_game(name)
        except Exception as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
        else:
            names.append(name)
    return names


def rule_sets(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The values of a game's first option with names, which is what rules are in use."""
    for option in meowple.get_game(name).options:
        if option.choices and option.name in ("rules", "mode", "length", "game"):
            for value in option.choices:
                yield f", {value}", {option.name: value}
            return
    yield "", {}


def random_play(name: str, options: dict[str, Any]) -> Callable[[], int]:
    """Whole matches in which every seat chooses at random, dealing and scoring included."""
    seats = 4 if 4 in meowple.get_game(name).seat_counts else None
    chance = Random(1).random
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        decisions = 0
        match = meowple.new_match(name, seats, options, seed, recording=False)
        act, actions = match.act, match.actions
        while to_act := match.to_act:
            question = match.question
            for seat in to_act:
                if match.question is not question:  # one of them has brought another one up
                    break
                legal = actions(seat)
                act(seat, legal[int(chance() * len(legal))])
                decisions += 1
        return decisions

    return work


def played_out(label: str, name: str, options: dict[str, Any], seconds: float) -> Row:
    """How many times as fast `Match.play_out` is as the loop of `random_play`.

    Both by turns, in portions of a few matches: only so can they be compared on a busy machine.
    """
    seats = 4 if 4 in meowple.get_game(name).seat_counts else None
    chance, seed = Random(1), 0

    def at_once() -> int:
        nonlocal seed
        seed += 1
        match = meowple.new_match(name, seats, options, seed, recording=False)
        return match.play_out(chance)

    loop, quick = by_turns((random_play(name, options), at_once), seconds)
    return Row("play_out beside the loop", label, "times", quick / loop, target=1.5)


def middle(name: str) -> list[Match]:
    """Moments of some matches, each just after a checkpoint."""
    seats = 4 if 4 in meowple.get_game(name).seat_counts else None
    random = Random(2)
    found = []
    for seed in range(8):
        match = meowple.new_match(name, seats, seed=seed, recording=False)
        for _ in range(random.randrange(20, 60)):
            if match.over:
                break
            seat = match.to_act[0]
            match.act(seat, random.choice(match.actions(seat)))
        while not match.over and (match.committed or match._steps):
            seat = match.to_act[0]
            match.act(seat, random.choice(match.actions(seat)))
        if not match.over:
            found.append(match)
    return found


def each(moments: list[Match], call: Callable[[Match], object]) -> Callable[[], int]:
    """The call, once for each of the moments."""

    def work() -> int:
        for match in moments:
            call(match)
        return len(moments)

    return work


def greedy_choices(name: str) -> Callable[[], int]:
    """What the greedy bot chooses in the moments of `middle`, for the first seat that is asked."""
    moments = middle(name)
    bot = get_bot("greedy", 1)

    def work() -> int:
        for match in moments:
            ask(bot, match, match.to_act[0])
        return len(moments)

    return work


def start_up() -> float:
    """Milliseconds of CPU time from starting Python to the first decision of a Festival match."""
    code = (
        "import meowple, time\n"
        "match = meowple.new_match('festival', seats=4, seed=1)\n"
        "match.act(0, match.actions(0)[0])\n"
        "print(time.process_time())"
    )
    best = float("inf")
    for _ in range(RUNS):
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        best = min(best, float(done.stdout))
    return best * 1000
