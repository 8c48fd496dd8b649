"""Players that are programs: they think in processes of their own and never hold up a page.

Which bot owes an answer is told by the log and stored beside it (`TableHead.due`): no process has
to remember it. Whoever stores the row by which a bot is asked takes the asking up for a few
seconds, and prolongs that while it works. What another process has left, because it was killed or
lost the database, is taken up by any process as soon as that time is over.

A decision is released a fixed time after the question was put, whether or not there was anything
to think about, so that the time says nothing about what the bot holds. Bots that search (``thinks``
seconds) have a longer time of their own, and processes of their own, behind those that serve pages:
the others need not wait for them.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache, partial
from typing import Any, TypeVar

from meowple.bots import UnknownBot, WrongGame, bots, check_plays, get_bot, get_maker
from meowple.bots.advice import Idea, advise, chances, foretold
from meowple.core.film import Film
from meowple.core.game import Game
from meowple.core.language import N_
from meowple.core.match import Match, load_match
from meowple.core.registry import get_game

from .tables.commands import Decide, Refused, bot_act
from .tables.database import Away
from .tables.store import Row
from .tables.table import Table
from .tables.tables import LEASE, BrokenLog, Tables

log = logging.getLogger(__name__)

T = TypeVar("T")
S = TypeVar("S", int, int | None)

STAND_IN = "greedy"
"""The bot that sits in for those who leave."""

LOOK = 1.0
"""Seconds between two looks for what other processes have left."""

AT_ONCE = 16
"""At how many tables a process asks bots at the same time."""

QUICK = 8
"""How many times quicker a bot goes on in its turn than it begins it: pages tell the turn as one story."""

LONGEST_PAUSE = 60.0
"""Seconds at most before what has failed is tried again."""


MARGIN = 1.25
"""How much later than it thinks the answer of a bot that searches is released, at least."""

POLITE = 10
"""By how much the processes in which bots search stand back behind all others (`os.nice`)."""

TRIES = 40
"""In how many worlds each idea of a hint is tried out, and a moment of a film."""

FORETOLD = 5_000
"""Of how many moments of films the chances are kept."""

LONGEST = 60.0
"""Seconds that a bot may think; then its process is ended, and something is chosen at random."""


@cache
def offered() -> tuple[str, ...]:
    """The bots that can take a seat, the stand-in first; those that cannot be loaded are left out."""
    found = [STAND_IN]
    for name in bots():
        try:
            get_maker(name)
        except UnknownBot as error:
            log.warning("%s", error)
        else:
            found.append(name)
    return tuple(dict.fromkeys(found))


def suited(game: str) -> tuple[str, ...]:
    """The bots among which people choose in a game: without those that say it does not suit them.

    Whoever asks for one of those by name gets it all the same, if it can play the game at all.
    """
    found = []
    for name in able(get_game(game)):
        suits = getattr(get_maker(name), "suits", None)
        if suits is None or suits(get_game(game)):
            found.append(name)
    return tuple(found)


def able(game: Game[Any]) -> tuple[str, ...]:
    """The bots that can take a seat in a game, whether or not it suits them."""
    found = []
    for name in offered():
        with suppress(WrongGame):
            check_plays(name, game)
            found.append(name)
    return tuple(found)


def with_bot(name: str | None, decide: Decide) -> Decide:
    """A command in which a bot is named, if any: there must be one that can play the table's game."""

    def checked(table: Table) -> Sequence[Row]:
        if name is not None and name not in able(table.game):
            raise Refused(422, "no-bot", N_("There is no bot called {name}."), name=name[:24])
        return decide(table)

    return checked


def thinks(bot: str) -> float:
    """Seconds for which a bot says that it searches, whenever it has a choice; 0 for a quick one."""
    try:
        seconds = getattr(get_maker(bot), "thinks", 0.0)
    except UnknownBot:
        return 0.0
    return min(float(seconds), LONGEST / 2) if isinstance(seconds, int | float) else 0.0


def imagine(match: Match, seat: int | None) -> Match:
    """What a bot in that seat is shown: it does not know whether others have answered."""
    return match.imagine(seat, secrets.randbits(63), answers="drop")


def choose(bot: str, match: Match, seat: int) -> str:
    """The key of what a bot does in a match imagined for its seat."""
    return str(get_bot(bot).choose(match, seat).key)


def ideas(match: Match, seat: int) -> list[Idea]:
    """What could be done in a match imagined for a seat, the best first."""
    return advise(match, seat, secrets.randbits(63), tries=TRIES)


def foretell(match: Match, viewer: int | None) -> list[float]:
    """What the seats may hope for in a match imagined for a viewer."""
    return chances(match, viewer, secrets.randbits(63), TRIES)


def think(do: Callable[[Match, S], T], save: str, seat: S, longest: float) -> T:
    """Do something with a save: this runs in a worker process, which ends if it takes too long."""
    limit = threading.Timer(longest, os._exit, (1,))
    limit.daemon = True
    limit.start()
    try:
        return do(load_match(save), seat)
    except BaseException as error:  # whatever a bot raises: not all of it could travel, or should
        raise RuntimeError("".join(traceback.format_exception(error))) from None
    finally:
        limit.cancel()


def _begin_worker(polite: int) -> None:
    """A worker ends with its server, however that ends, and not before it."""
    if polite and hasattr(os, "nice"):  # not on Windows
        os.nice(polite)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the workers too
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def release(spent: float, delay: float) -> float:
    """When an answer is released: ``delay`` after the question, or twice that, or four times ...

    So what it says of how long somebody thought is next to nothing.
    """
    while delay < spent:
        delay *= 2
    return delay


class Bots:
    """Asks bots for their answers.

    Args:
        tables: where they play.
        delay: seconds after which an answer is released.
        workers: processes that think, and as many that search; 0 for a thread of this process,
            in tests.
        count: called with the name of a figure when something is to be counted.
    """

    def __init__(
        self,
        tables: Tables,
        *,
        delay: float,
        workers: int,
        count: Callable[[str], object] = lambda name: None,
    ) -> None:
        self._count = count
        self.tables = tables
        self.delay = delay
        self._workers = workers
        self._pools: dict[int, Executor] = {}
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="meowple-bots")
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._foretold: dict[tuple[str, int], list[float]] = {}
        self._hints: dict[tuple[str, int, int], asyncio.Task[list[Idea]]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._round: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look for bots that owe an answer."""
        self._loop = asyncio.get_running_loop()
        self._round = self._loop.create_task(self._look())

    def owed(self, table_id: str) -> None:
        """This process has stored a row by which bots are asked. Callable from any thread."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has just been closed
                loop.call_soon_threadsafe(self._begin, table_id)

    def _begin(self, table_id: str) -> None:
        if self._loop is not None:
            self._again.add(table_id)
            if table_id not in self._busy:
                self._busy[table_id] = self._loop.create_task(self._serve(table_id))

    async def close(self) -> None:
        """Stop asking. What is owed then is taken up by other processes, or after the next start."""
        self._loop = None
        tasks = [*self._busy.values(), *([self._round] if self._round else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self._pools = {}

    async def _run(self, do: Callable[..., T], *what: Any) -> T:
        """In a thread of the bots' own: they keep no page waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, do, *what)

    async def _look(self) -> None:
        """Prolong what this process has taken up, and take up what others have left."""
        store, process = self.tables.store, self.tables.process
        while True:
            try:
                until = time.time() + LEASE
                if self._busy:
                    await self._run(store.renew, process, tuple(self._busy), until)
                if (room := AT_ONCE - len(self._busy)) > 0:
                    for table_id in await self._run(store.take_due, process, until, room):
                        self._begin(table_id)
            except Away as error:
                log.info("what bots owe is not known: %s", error)
            except Exception:
                log.exception("what bots owe could not be looked up")
            await asyncio.sleep(LOOK)

    async def _serve(self, table_id: str) -> None:
        turn = None
        try:
            while table_id in self._again:
                self._again.discard(table_id)
                turn = await self._step(table_id, turn)
        except Away as error:  # the lease runs out: whoever has the database again takes it up
            log.info("the bots of table %s: %s", table_id, error)
        except Exception:
            log.exception("the bots of table %s have failed", table_id)
            with suppress(Away):
                store, process = self.tables.store, self.tables.process
                await self._run(store.postpone, process, table_id, LONGEST_PAUSE)
        finally:
            del self._busy[table_id]

    async def _step(self, table_id: str, turn: int | None) -> int | None:
        """Get and give the answers that bots owe now.

        Args:
            turn: the seat that has just answered in its turn: what it does next comes quickly.

        Returns:
            The seat that everybody saw to be asked alone, so that it may be its turn.
        """
        loop = asyncio.get_running_loop()
        start = loop.time()
        table = await self._run(self._get, table_id)
        if table is None:
            return None
        if table.lost and table.version > table.game.version:
            raise BrokenLog(f"table {table_id} is under newer rules: another process has them")
        seats = sorted(seat for seat, _ in table.owing)
        if not seats:
            await self._run(self.tables.store.settle, table_id, table.n)
            return None
        question = table.match.question if table.match is not None else None
        assert question is not None
        open_to_all = not (question.together or question.apart or question.quiet)
        alone = seats[0] if open_to_all and len(seats) == 1 else None
        names = [table.seats[seat].bot or STAND_IN for seat in seats]
        answers = await asyncio.gather(
            *(self._ask(table, seat, bot) for seat, bot in zip(seats, names, strict=True))
        )
        if self.delay:
            quick = alone is not None and alone == turn
            spent = loop.time() - start
            # Who was too slow for that is as late as any other: two times are possible, no more.
            quick = quick and spent <= self.delay / QUICK
            delay = self.delay / QUICK if quick else self.delay
            delay = max(delay, *(MARGIN * thinks(bot) for bot in names))
            await asyncio.sleep(release(spent, delay) - spent)
        for seat, action in zip(seats, answers, strict=True):
            try:
                await self._run(
                    self.tables.do, table_id, bot_act(seat, action, table.questions[seat])
                )
                self._count("bot_answers_total")
            except Refused as error:
                if error.status >= 500:
                    raise
                log.info("bot in seat %d of table %s: %s", seat, table_id, error)
        return alone

    def _get(self, table_id: str) -> Table | None:
        try:
            return self.tables.get(table_id)
        except Refused as error:
            if error.status >= 500:
                raise
            return None

    async def _ask(self, table: Table, seat: int, bot: str) -> str:
        """A bot's answer. If the bot fails, anything legal at random: the table goes on."""
        match = table.match
        assert match is not None
        try:
            polite = POLITE if thinks(bot) else 0
            key = await self._think(partial(choose, bot), match, seat, polite)
            if key not in [action.key for action in match.actions(seat)]:
                raise ValueError(f"{key!r:.80} cannot be chosen")
            return key
        except (Exception, SystemExit):
            log.exception("bot %s has failed at table %s", bot, table.head.id)
            self._count("bot_failures_total")
            return secrets.choice(match.actions(seat)).key

    async def hint(self, table: Table, seat: int) -> list[Idea]:
        """What could be done in that seat. Whoever asks again meanwhile waits for the same.

        Raises:
            Refused: nothing comes to mind, for the game fails at it.
        """
        key = (table.head.id, seat, table.questions[seat])
        task = self._hints.get(key)
        if task is None:
            match = table.match
            assert match is not None
            task = asyncio.create_task(self._think(ideas, match, seat))
            self._hints[key] = task
            task.add_done_callback(lambda _: self._hints.pop(key, None))
        try:
            return await asyncio.shield(task)
        except (Exception, SystemExit) as error:
            log.exception("no hint could be given at table %s", table.head.id)
            raise Refused(503, "no-hint", N_("No hint comes to mind. Try again.")) from error

    async def chances(self, table: Table, film: Film, step: int) -> list[float] | None:
        """The part of the victory that each seat could hope for after a step of a finished match.

        As far as those who look on could tell then. None where nobody can say.
        """
        key = (table.head.id, step)
        if (known := self._foretold.get(key)) is not None:
            return known
        try:
            match = await self._run(film.at, step)
            if match.over:
                found = match.returns()
            elif foretold(match):
                found = await self._think(foretell, match, None, POLITE)
            else:
                return None
        except (Exception, SystemExit):
            log.exception("nothing could be foretold at table %s", table.head.id)
            return None
        if len(self._foretold) >= FORETOLD:
            del self._foretold[next(iter(self._foretold))]
        self._foretold[key] = found
        return found

    async def _think(
        self, do: Callable[[Match, S], T], match: Match, seat: S, polite: int = 0
    ) -> T:
        """Do something with a match imagined for a seat, or for who looks on, in a process of the bots' own."""
        world = await self._run(imagine, match, seat)
        if not self._workers:
            return await self._run(do, world, seat)
        return await self._in_pool(do, await self._run(world.save), seat, polite)

    async def _in_pool(self, do: Callable[[Match, S], T], save: str, seat: S, polite: int) -> T:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self._pools.get(polite)
            if pool is None:
                pool = self._pools[polite] = ProcessPoolExecutor(
                    self._workers,
                    multiprocessing.get_context("spawn"),
                    initializer=_begin_worker,
                    initargs=(polite,),
                )
            try:
                return await loop.run_in_executor(pool, partial(think, do), save, seat, LONGEST)
            except BrokenProcessPool:
                if self._pools.get(polite) is pool:
                    del self._pools[polite]
        raise RuntimeError("the bots' processes end at once")
