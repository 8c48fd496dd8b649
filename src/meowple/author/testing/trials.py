"""What a game is tried on: its number of seats, its options, and random decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from meowple.core.game import Game, Option
from meowple.core.match import Match, new_match
from meowple.core.registry import get_game

from .broken import Broken

MOST_DECISIONS = 20_000
"""No match of any game takes more."""


class Trial(NamedTuple):
    """All that makes a tried match repeatable: the decisions come from ``seed`` too.

    Attributes:
        game: its name.
        seats: how many play.
        options: those not named have their defaults.
        seed: of the match, and of what is decided and checked in it.
    """

    game: str
    seats: int
    options: dict[str, Any]
    seed: int

    def start(self, *, recording: bool = True) -> Match:
        """The match at its beginning."""
        return new_match(self.game, self.seats, self.options, self.seed, recording=recording)


def draw_trial(name: str, seed: int, *, short: bool = False, **fixed: Any) -> Trial:
    """A trial with random seats and options, those of ``fixed`` as given.

    ``short``: without numbers above their default, which make matches many times longer.
    """
    rng = Random(f"{name} {seed}")
    game: Game[Any] = get_game(name)
    options = {option.name: draw_option(option, rng) for option in game.options} | fixed
    for option in game.options:
        if short and not option.choices:
            options[option.name] = min(options[option.name], option.default)
    return Trial(name, rng.choice(game.seat_counts), options, seed)


def draw_option(option: Option, rng: Random) -> str | int | bool:
    """Each choice equally likely; of numbers the default, or another, rather a low one."""
    if option.choices:
        return rng.choice(list(option.choices))
    if rng.random() < 0.5:
        return option.default
    return min(rng.randint(option.least, option.most) for _ in range(6))


def sweep(name: str, seed: int = 0) -> list[Trial]:
    """Trials in which every two settings of a game meet: seats, and values of its options.

    Of an option each choice, of a number the least, the default and the most. What works only
    where another option stands at its default is found so, with few trials.

    >>> trials = sweep("festival")
    >>> {(one.seats, one.options["rules"]) for one in trials} == {
    ...     (seats, rules) for seats in (3, 4) for rules in ("basic", "experienced", "advanced")}
    True
    """
    game: Game[Any] = get_game(name)
    rng = Random(f"sweep {name} {seed}")
    factors: list[tuple[str, list[Any]]] = [("", list(game.seat_counts))]
    factors += [(option.name, option_values(option)) for option in game.options]
    settings = [(f, v) for f, (_, values) in enumerate(factors) for v in range(len(values))]
    open_pairs = {pair for pair in combinations(settings, 2) if pair[0][0] != pair[1][0]}
    if len(factors) == 1:
        return [Trial(name, seats, {}, seed) for seats in game.seat_counts]
    trials: list[Trial] = []
    while open_pairs:
        row = dict(min(open_pairs))
        for f in rng.sample(range(len(factors)), len(factors)):
            if f not in row:
                others = list(row.items())
                met = [
                    sum((min(o, (f, v)), max(o, (f, v))) in open_pairs for o in others)
                    for v in range(len(factors[f][1]))
                ]
                row[f] = rng.choice([v for v, n in enumerate(met) if n == max(met)])
        open_pairs -= set(combinations(sorted(row.items()), 2))
        chosen = {factors[f][0]: factors[f][1][v] for f, v in sorted(row.items())}
        trials.append(Trial(name, chosen.pop(""), chosen, seed + len(trials)))
    return trials


def option_values(option: Option) -> list[str | int | bool]:
    """The values of an option that are tried: each choice, or least, default and most."""
    if option.choices:
        return list(option.choices)
    return sorted({option.least, int(option.default), option.most})


class Decision(NamedTuple):
    """What a seat chooses."""

    seat: int
    key: str


Decide = Callable[[Match, Random], Decision]
"""``decide(match, rng)``: the next decision of a match; `decide` is one such."""


def decide(match: Match, rng: Random) -> Decision:
    """A random decision of a random seat; now and then a seat changes its mind."""
    if match.committed and rng.random() < 0.1:
        seat = rng.choice(match.committed)
    else:
        seat = rng.choice(match.to_act)
    return Decision(seat, rng.choice(match.actions(seat)).key)


def play_to_end(match: Match, rng: Random) -> Match:
    """Play a match to its end at random."""
    for _ in range(MOST_DECISIONS):
        if match.over:
            return match
        match.act(*decide(match, rng))
    raise Broken(f"the match is not over after {MOST_DECISIONS} decisions")


def play_some(match: Match, rng: Random, most: int = 12) -> Match:
    """Play at most so many decisions at random."""
    for _ in range(most):
        if match.over:
            break
        match.act(*decide(match, rng))
    return match


@contextmanager
def told(trial: Trial, match: Match | None = None) -> Iterator[None]:
    """Name the trial and the moment where something fails."""
    try:
        yield
    except Exception as error:
        error.add_note(f"at {trial}")
        if match is not None:
            question = match.question and match.question.kind
            error.add_note(f"asked: {question}, of {match.to_act}, committed {match.committed}")
        raise
