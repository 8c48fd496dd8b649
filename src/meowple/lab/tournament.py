"""A tournament of bots: everybody on every seat, kept in a file so that it can go on another day."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from meowple.core.errors import BadSeats, MeowpleError
from meowple.core.language import N_
from meowple.core.registry import get_game, use_decks

from .results import Played, Results
from .simulation import (
    MOST_MATCHES,
    Entrant,
    Plan,
    checked_jobs,
    checked_matches,
    entrant_name,
    make_plan,
    match_seed,
    play_all,
)

MOST_BYTES = 1 << 20
"""Of a line in the file; a longer one is written in parts."""

NOT_OURS = N_("line {line} is none of this tournament")


class OtherTournament(MeowpleError):
    """A file of results is of another tournament, or of none."""


def tournament(
    game: str,
    bots: Sequence[Entrant],
    matches: int = 400,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    jobs: int = 1,
    seed: int | None = None,
    *,
    file: str | Path | None = None,
    ray: str | None = None,
    decks: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Results:
    """Let bots play one another, each on every seat equally often.

    In as many matches as there are bots each of them sits on each seat once; who meets whom is
    drawn anew for the next ones. So the number of matches is rounded up to a multiple of the number
    of bots. The matches depend on the arguments alone, not on ``jobs``, ``ray`` and interruptions,
    but for bots that think by the clock.

    Args:
        game: the name of the game.
        bots: names of bots (with settings: ``search:tries=100``), or functions that make them: as
            many as there are seats, or more. One that is named twice has two places.
        matches: how many at least, those in the file included.
        seats: how many play in a match; when not given as many as there are bots and as can play.
        options: of the tables; those not given have their defaults.
        jobs: how many processes play at once.
        seed: any whole number makes the tournament repeatable; random when not given, or the file's.
        file: keeps each match as soon as it is over. If it is there already, the tournament in it
            goes on; it must have been set up in the same way.
        ray: the address of a Ray cluster that plays, ``auto`` for the one that runs here.
        decks: a folder with card files of one's own, as in `simulate`.
        progress: called with the numbers of matches played and wanted.

    Returns:
        The results so far; `Results.complete` is False after an interrupt.

    Raises:
        OtherTournament: the file is of something else.
        OSError: it cannot be read or written.
        MeowpleError: of some kind, for a game, an option, a bot or a number that cannot be.
    """
    least, jobs = checked_matches(matches), checked_jobs(jobs)
    folder = None if decks is None else Path(decks)
    if folder is not None:
        use_decks(game, folder)
    given: Any = bots
    if isinstance(given, list | tuple):  # anything else is refused below
        if len(given) < 2:
            raise BadSeats(N_("a tournament needs two bots at least"))
        if seats is None:
            seats = min(len(given), max(get_game(game).seat_counts))
    drawn = secrets.randbits(32) if seed is None else seed
    plan = make_plan(game, seats, options, bots, drawn, "shuffle", None)._replace(decks=folder)
    if plan.seats < 2:
        raise BadSeats(N_("a tournament needs two seats at least"))
    started = time.perf_counter()
    with _kept(plan, file, seed is None) as (plan, played, keep):
        names = tuple(map(entrant_name, plan.bots))
        known = {one.number for one in played}
        rounds = -(-max(least, *(number + 1 for number in known), 1) // len(names))
        wanted = rounds * len(names)
        results = Results(plan.game, plan.seats, plan.options, names, plan.seed, wanted, played)
        parts = ((number,) for number in range(wanted) if number not in known)
        try:
            if progress is not None:
                progress(len(played), wanted)
            with closing(play_all(plan, parts, min(jobs, wanted - len(known)), ray)) as more:
                for some in more:
                    for one in some:
                        keep(one)
                        played.append(one)
                    if progress is not None:
                        progress(len(played), wanted)
        except KeyboardInterrupt:
            pass
    played.sort(key=lambda one: one.number)
    results.seconds = time.perf_counter() - started
    return results


def _setup(plan: Plan) -> dict[str, Any]:
    """What must be the same for a tournament to go on."""
    return {
        "tournament": plan.game,
        "version": get_game(plan.game).version,
        "seats": plan.seats,
        "options": dict(plan.options),
        "bots": [entrant_name(entrant) for entrant in plan.bots],
        "decks": None if plan.decks is None else f"{plan.decks.name} {_fingerprint(plan.decks)}",
        "seed": plan.seed,
    }


def _fingerprint(folder: Path) -> str:
    """Tells the card files in a folder from all others. Raises `OSError`."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(folder.glob("*.toml")):
        content = path.read_bytes()
        digest.update(f"{path.name}\n{len(content)}\n".encode() + content)
    return digest.hexdigest()


@contextmanager
def _kept(
    plan: Plan, file: str | Path | None, any_seed: bool
) -> Iterator[tuple[Plan, list[Played], Callable[[Played], object]]]:
    """The plan as the file has it, the matches in it, and what writes one more. Raises OSError."""
    if file is None:
        yield plan, [], lambda one: None
        return
    path = Path(file)
    start = (json.dumps(_setup(plan)) + "\n").encode()
    with suppress(FileExistsError), path.open("xb") as out:  # nobody's that came a moment before
        out.write(start)
    first, *rest = path.read_bytes().splitlines(keepends=True) or [b""]
    if first:
        setup = _read(path, first, 1)
        if any_seed and isinstance(setup.get("seed"), int):
            plan = plan._replace(seed=setup["seed"])
        for what, mine in _setup(plan).items():
            if setup.get(what) != mine:
                raise _other(
                    path,
                    N_("{what} there: {theirs}; now: {mine}"),
                    what=what,
                    theirs=json.dumps(setup.get(what)),
                    mine=json.dumps(mine),
                )
    whole = [line for line in rest if line.endswith(b"\n")]
    found = [_played(path, line, at, plan) for at, line in enumerate(whole, 2)]
    played = list({one.number: one for one in found}.values())
    # Only ever added to, a line in one go: so a second tournament at it overwrites nothing.
    with path.open("ab", buffering=MOST_BYTES) as out:
        if len(whole) < len(rest):  # the last line was cut off
            out.truncate(len(first) + sum(map(len, whole)))
        if not first.endswith(b"\n"):
            out.write(b"\n" if first else start)
        yield plan, played, lambda one: _write(out, one)


def _write(out: BinaryIO, one: Played) -> None:
    """Keep a match: whoever stops us after this line finds it."""
    line = json.dumps(one._asdict(), ensure_ascii=False, separators=(",", ":"))
    out.write(f"{line}\n".encode())
    out.flush()


def _read(path: Path, line: bytes, at: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _other(path, NOT_OURS, line=at)
    return found


def _played(path: Path, line: bytes, at: int, plan: Plan) -> Played:
    """The match that a line tells of; it must be one that this tournament has."""
    found = _read(path, line, at)
    try:
        one = Played(
            found["number"],
            found["seed"],
            tuple(found["bots"]),
            tuple(found["scores"]),
            tuple(found["winners"]),
            found["decisions"],
            found["study"],
            tuple(map(tuple, found["course"])),
        )
    except (KeyError, TypeError):
        raise _other(path, NOT_OURS, line=at) from None
    number, seats = one.number, plan.seats
    if not (
        _whole((number, one.decisions, *one.scores, *one.winners, *sum(one.course, ())))
        and 0 <= number < MOST_MATCHES + len(plan.bots)  # their number is rounded up
        and one.decisions >= 0
        and one.seed == match_seed(plan.seed, number)
        and one.bots == tuple(map(entrant_name, plan.seated(number)))
        and all(len(points) == seats for points in (one.scores, *one.course))
        and len({*one.winners}) == len(one.winners)
        and all(0 <= seat < seats for seat in one.winners)
    ):
        raise _other(path, NOT_OURS, line=at)
    return one


def _whole(numbers: Iterable[object]) -> bool:
    return all(type(number) is int for number in numbers)


def _other(path: Path, reason: str, **values: object) -> OtherTournament:
    return OtherTournament(
        N_("{file} cannot go on with this tournament ({reason}); give another file"),
        file=str(path),
        reason=MeowpleError(reason, **values),
    )
