"""Playing many matches between bots, in one process or several."""

from __future__ import annotations

import functools
import hashlib
import inspect
import multiprocessing
import secrets
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from multiprocessing.context import BaseContext
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from meowple.bots import Bot, Maker, ask, check_plays, get_maker
from meowple.core.chance import checked_seed
from meowple.core.errors import BadSeats, MeowpleError, shown
from meowple.core.game import Game, Json, whole_number
from meowple.core.language import N_
from meowple.core.match import Match, new_match
from meowple.core.registry import get_game, use_decks

from .results import Played, Results

Entrant = str | Maker
"""A bot's name, or a function that makes one from a seed (a class of bots, for instance)."""

Seating = Literal["stay", "rotate", "shuffle"]
"""Who sits where from match to match; see `Plan`."""

MOST_MATCHES = 10_000_000
"""In a simulation or a tournament: all of them are kept in memory, and nobody waits for more."""


class Plan(NamedTuple):
    """All that is needed to play any match of a simulation, in any process.

    Attributes:
        seating: how the bots go from match to match. ``stay``: each on its seat. ``rotate``: on by
            one seat. ``shuffle``: there may be more bots than seats; in as many matches as there are
            bots, each of them has each seat once, in an order that is drawn anew for the next ones.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    bots: tuple[Entrant, ...]
    seed: int
    seating: Seating
    position: Json | None
    decks: Path | None

    def seated(self, number: int) -> list[Entrant]:
        """Who sits on each seat in a match."""
        order = list(self.bots)
        shift = number % len(order)
        if self.seating == "shuffle":
            Random(f"{self.seed} {number // len(order)}").shuffle(order)
        elif self.seating == "stay":
            shift = 0
        return [order[(seat - shift) % len(order)] for seat in range(self.seats)]


def simulate(
    game: str,
    games: int = 1000,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    bots: Sequence[Entrant] = ("random",),
    jobs: int = 1,
    seed: int | None = None,
    *,
    rotate: bool = True,
    position: Json | None = None,
    decks: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play matches between bots.

    The results depend on the arguments alone, not on ``jobs``: every match has a seed of its
    own, made of ``seed`` and its number. An interrupt (Ctrl-C) ends the simulation early; what
    has been played by then is returned, and `Results.complete` is False.

    Args:
        game: the name of the game.
        games: how many matches; all of them are kept in memory.
        seats: how many seats; when not given as many as there are bots, and with a single bot
            as many as the game allows.
        options: of the tables; those not given have their defaults.
        bots: names of bots or functions that make them: one for all seats, or one for each.
        jobs: how many processes play at once.
        seed: any whole number makes the simulation repeatable; random when not given.
        rotate: whether the bots move on by one seat from match to match, so that no bot gains
            from a better seat.
        position: a position (`Match.position`) that every match starts from, with other chance
            each time; ``seats`` and ``options`` then come from it.
        decks: a folder with card files of one's own that stand for the game's, from now on and in
            this whole process.
        progress: called now and then with the number of matches played so far.

    Raises:
        MeowpleError: of some kind, for a game, an option, a bot or a number that cannot be.
    """
    wanted = checked_matches(games)
    jobs = checked_jobs(jobs)
    folder = None if decks is None else Path(decks)
    if folder is not None:
        use_decks(game, folder)
    seating: Seating = "rotate" if rotate else "stay"
    plan = make_plan(game, seats, options, bots, seed, seating, position)._replace(decks=folder)
    names = tuple(entrant_name(entrant) for entrant in plan.bots)
    results = Results(plan.game, plan.seats, plan.options, names, plan.seed, wanted)
    started = time.perf_counter()
    last = started
    try:
        with closing(play_all(plan, _parts(wanted, jobs), min(jobs, wanted))) as played:
            for some in played:
                results.games += some
                if progress is not None and (now := time.perf_counter()) - last > 0.1:
                    last = now
                    progress(len(results.games))
    except KeyboardInterrupt:
        pass
    results.games.sort(key=lambda one: one.number)
    results.seconds = time.perf_counter() - started
    if progress is not None:
        progress(len(results.games))
    return results


def checked_matches(number: Any) -> int:
    """How many matches are played; raises `MeowpleError` for what is no such number."""
    matches = whole_number(number)
    if matches is None or not 1 <= matches <= MOST_MATCHES:
        raise MeowpleError(
            N_("matches are a whole number from 1 to {most}; not {number}"),
            most=MOST_MATCHES,
            number=shown(number),
        )
    return matches


def checked_jobs(number: Any) -> int:
    """How many processes play; raises `MeowpleError` for what is no such number."""
    jobs = whole_number(number)
    if jobs is None or jobs < 1:
        raise MeowpleError(
            N_("jobs are a whole number from 1 on; not {number}"), number=shown(number)
        )
    return jobs


def play(match: Match, players: Sequence[Bot], course: list[tuple[int, ...]] | None = None) -> int:
    """Let the bots, one for each seat, play a match to its end.

    Args:
        course: the points of all seats are added to it at the end of each round.

    Returns:
        How many decisions they made.
    """
    decisions = 0
    round_of = match.game.round if course is not None else None
    now = round_of(match.state) if round_of is not None else 0
    blind = [getattr(player, "choose_among", None) for player in players]
    while to_act := match.to_act:
        question = match.question
        for seat in to_act:
            if match.question is not question:  # an answer has brought another one up
                break
            choose = blind[seat]
            if choose is not None:
                match.act(seat, choose(match.actions(seat)))
            else:
                match.act(seat, ask(players[seat], match, seat))
            decisions += 1
            if round_of is not None and course is not None:
                before, now = now, round_of(match.state)
                if before and now != before and not match.over:
                    course.append(tuple(match.scores))
    if round_of is not None and course is not None:
        course.append(tuple(match.scores))
    return decisions


def entrant_name(entrant: Entrant) -> str:
    """What a bot is called in results."""
    if isinstance(entrant, str):
        return entrant
    return str(getattr(entrant, "__name__", entrant.__class__.__name__))


def make_plan(
    game: str,
    seats: int | None,
    options: Mapping[str, Any] | None,
    bots: Sequence[Entrant],
    seed: int | None,
    seating: Seating,
    position: Json | None,
) -> Plan:
    """The simulation's plan; raises `MeowpleError` for what cannot be."""
    chosen = get_game(game)
    given: Any = bots
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise MeowpleError(
            N_("bots are a list, one for all seats or one for each: [{bots!r}]"),
            bots=given if isinstance(given, str) else "random",
        )
    for entrant in bots:
        _check_entrant(entrant, chosen)
    if position is not None:
        start = new_match(game, position=position, recording=False)
        seats, complete = start.seats, dict(start.options)
    else:
        if seats is None:
            seats = len(bots) if len(bots) > 1 else max(chosen.seat_counts)
        seats, complete = chosen.check_seats(seats), chosen.check_options(options)
    if len(bots) == 1:
        bots = [bots[0]] * seats
    if len(bots) < seats if seating == "shuffle" else len(bots) != seats:
        raise BadSeats(
            N_("{seats} seats need {seats} bots, or more; name one several times to fill the table")
            if seating == "shuffle"
            else N_("{seats} seats need {seats} bots, or one for all; not {bots}"),
            seats=seats,
            bots=len(bots),
        )
    if seed is None:
        seed = secrets.randbits(32)
    return Plan(game, seats, complete, tuple(bots), checked_seed(seed), seating, position, None)


def _check_entrant(entrant: Any, game: Game[Any]) -> None:
    """Refuse what makes no bots, or none for this game."""
    if isinstance(entrant, str):
        check_plays(entrant, game)
    elif not callable(entrant):
        name = type(entrant).__name__
        if hasattr(entrant, "choose"):
            text = N_("every match makes its own bots: give the class {name}, not a bot made of it")
            raise MeowpleError(text, name=name)
        raise MeowpleError(
            N_("a bot is a name, or what makes one from a seed; not {name}"), name=name
        )
    elif not _takes_a_seed(entrant):
        raise MeowpleError(
            N_("{name} must take a seed, a whole number or None"), name=entrant_name(entrant)
        )


def _takes_a_seed(maker: Maker) -> bool:
    """Whether it can be called with a seed, as far as that can be seen."""
    try:
        inspect.signature(maker).bind(None)
    except TypeError:
        return False
    except ValueError:  # it does not say what it takes
        return True
    return True


def _made(entrant: Entrant, seed: int) -> Bot:
    """A bot for one match."""
    bot = get_maker(entrant)(seed) if isinstance(entrant, str) else entrant(seed)
    if not callable(getattr(bot, "choose", None)):
        raise MeowpleError(
            N_("{name} makes no bots: {made} has no method choose"),
            name=entrant_name(entrant),
            made=type(bot).__name__,
        )
    return bot


def _play_one(plan: Plan, number: int) -> Played:
    seed, *bot_seeds = _seeds(plan.seed, number, 1 + plan.seats)
    entrants = plan.seated(number)
    if plan.position is None:
        match = new_match(plan.game, plan.seats, plan.options, seed, recording=False)
    else:
        match = new_match(plan.game, seed=seed, position=plan.position, recording=False)
    players = list(map(_made, entrants, bot_seeds))
    course: list[tuple[int, ...]] = []
    decisions = play(match, players, course)
    return Played(
        number,
        seed,
        tuple(entrant_name(entrant) for entrant in entrants),
        tuple(match.scores),
        tuple(match.winners),
        decisions,
        match.study(),
        tuple(course),
    )


def match_seed(seed: int, number: int) -> int:
    """The seed of a match, from the simulation's seed and the match's number."""
    return _seeds(seed, number, 1)[0]


def _seeds(seed: int, number: int, count: int) -> list[int]:
    """Seeds that look unrelated, from the simulation's seed and a match's number."""
    digest = hashlib.shake_128(f"{seed} {number}".encode()).digest(8 * count)
    return [int.from_bytes(digest[8 * i : 8 * i + 8], "big") for i in range(count)]


def _play_some(plan: Plan, numbers: Sequence[int]) -> list[Played]:
    return [_play_one(plan, number) for number in numbers]


def _parts(games: int, jobs: int) -> Iterable[range]:
    """The numbers of all matches, as many at once as keep several processes busy."""
    size = max(1, min(200, games // (jobs * 16))) if jobs > 1 else 1
    return (range(first, min(first + size, games)) for first in range(0, games, size))


def play_all(
    plan: Plan, parts: Iterable[Sequence[int]], jobs: int, ray: str | None = None
) -> Generator[list[Played]]:
    """The matches of these numbers, part by part, in any order.

    Args:
        jobs: how many processes play at once: none of their own for one, or less.
        ray: the address of a Ray cluster whose processes play, instead of ones of this computer.
    """
    if jobs < 1 or (ray is None and jobs == 1):
        for part in parts:
            yield _play_some(plan, part)
        return
    with _pool(plan, jobs, ray) as pool:
        # Leaving the block, for whatever reason, ends the processes.
        yield from pool.imap_unordered(functools.partial(_play_some, plan), parts)


def _pool(plan: Plan, jobs: int, ray: str | None) -> Any:
    """Processes, here or in a cluster: both are asked in the same way."""
    if ray is None:
        return _processes().Pool(jobs, _begin, (plan,))
    from ray.util.multiprocessing import Pool

    try:
        return Pool(jobs, _take_decks, (plan,), ray_address=ray)
    except Exception as error:  # of Ray or of the network: anything can happen
        raise MeowpleError(
            N_("the Ray cluster {address} cannot be used: {reason} (local starts one here)"),
            address=ray,
            reason=str(error).partition("\n")[0],
        ) from error


def _processes() -> BaseContext:
    """Forked processes where that is safe: then bots defined in a notebook work as well."""
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    if can_fork and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _begin(plan: Plan) -> None:
    """What a process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the first of them to deal with
    _take_decks(plan)


def _take_decks(plan: Plan) -> None:
    if plan.decks is not None:
        use_decks(plan.game, plan.decks)
