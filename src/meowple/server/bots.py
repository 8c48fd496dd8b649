"""Players that are programs: they think in processes of their own and never hold up a page.

A decision is released a fixed time after the question was put, whether or not there was anything
to think about, so that the time says nothing about what the bot holds.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import traceback
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache

from meowple.bots import UnknownBot, bots, get_bot, get_maker
from meowple.core.language import N_
from meowple.core.match import Match, load_match

from .tables.commands import Refused, bot_act
from .tables.table import Table
from .tables.tables import Tables

log = logging.getLogger(__name__)

STAND_IN = "greedy"
"""The bot that sits in for those who leave, and gives hints."""

FOREIGN = 2.0
"""How much later a process asks bots about what another process has stored: that one is at it."""


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


def check_bot(name: str) -> str:
    """The name of a bot that there is."""
    if name not in offered():
        raise Refused(422, "no-bot", N_("There is no bot called {name}."), name=name[:24])
    return name


def imagine(match: Match, seat: int) -> Match:
    """What a bot in that seat is shown: it does not know whether others have answered."""
    return match.imagine(seat, secrets.randbits(63), answers="drop")


def choose(bot: str, match: Match, seat: int) -> str:
    """The key of what a bot does in a match imagined for its seat."""
    return get_bot(bot).choose(match, seat).key


def think(bot: str, save: str, seat: int, longest: float) -> str:
    """`choose` from a save: this runs in a worker process, which ends if it takes too long."""
    limit = threading.Timer(longest, os._exit, (1,))
    limit.daemon = True
    limit.start()
    try:
        return str(choose(bot, load_match(save), seat))
    except BaseException as error:  # whatever a bot raises: not all of it could travel, or should
        raise RuntimeError("".join(traceback.format_exception(error))) from None
    finally:
        limit.cancel()


def _begin_worker() -> None:
    """A worker ends with its server, however that ends, and not before it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the workers too
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


class Bots:
    """Asks bots for their answers.

    Args:
        tables: where they play.
        delay: seconds after which an answer is released.
        workers: processes that think; 0 for a thread of this process, in tests.
    """

    def __init__(self, tables: Tables, *, delay: float, workers: int) -> None:
        self.tables = tables
        self.delay = delay
        self._workers = workers
        self._pool: Executor | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._hints: dict[tuple[str, int, int], asyncio.Task[str]] = {}
        self._closed = False

    def notice(self, table_id: str, *, foreign: bool = False) -> None:
        """A table has changed: see whether a bot owes it an answer. Called in the event loop.

        Args:
            table_id: which.
            foreign: whether another process has changed it, which will ask its bots itself.
        """
        loop = asyncio.get_running_loop()
        if foreign:
            loop.call_later(FOREIGN, self.notice, table_id)
        elif not self._closed:
            self._again.add(table_id)
            if table_id not in self._busy:
                self._busy[table_id] = loop.create_task(self._serve(table_id))

    async def resume(self) -> None:
        """After a start: ask all bots that owe an answer."""
        for table_id in await asyncio.to_thread(self.tables.store.with_bots):
            self.notice(table_id)
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Stop asking."""
        self._closed = True
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _serve(self, table_id: str) -> None:
        try:
            while table_id in self._again:
                self._again.discard(table_id)
                await self._step(table_id)
        except Exception:
            log.exception("the bots of table %s have failed", table_id)
        finally:
            del self._busy[table_id]

    async def _step(self, table_id: str) -> None:
        """Get and give the answers that bots owe now."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        table = await asyncio.to_thread(self._get, table_id)
        if table is None or table.match is None:
            return
        seats = [seat for seat in table.match.to_act if seat in table.bot_seats]
        if not seats:
            return
        answers = await asyncio.gather(
            *(self._ask(table, seat, table.seats[seat].bot or STAND_IN) for seat in seats)
        )
        if self.delay:  # the next full measure of time, so that a slow thought shows little
            spent = loop.time() - start
            await asyncio.sleep(self.delay * (spent // self.delay + 1) - spent)
        for seat, action in zip(seats, answers, strict=True):
            try:
                await asyncio.to_thread(
                    self.tables.do, table_id, bot_act(seat, action, table.questions[seat])
                )
            except Refused as error:  # the table has gone on meanwhile
                log.info("bot in seat %d of table %s: %s", seat, table_id, error)

    def _get(self, table_id: str) -> Table | None:
        try:
            return self.tables.get(table_id)
        except Refused:
            return None

    async def _ask(self, table: Table, seat: int, bot: str) -> str:
        """A bot's answer. If the bot fails, anything legal at random: the table goes on."""
        match = table.match
        assert match is not None
        try:
            world = await asyncio.to_thread(imagine, match, seat)
            if self._workers:
                save = await asyncio.to_thread(world.save)
                key = await self._in_pool(bot, save, seat)
            else:
                key = await asyncio.to_thread(choose, bot, world, seat)
            if key not in [action.key for action in match.actions(seat)]:
                raise ValueError(f"{key!r:.80} cannot be chosen")
            return key
        except (Exception, SystemExit):
            log.exception("bot %s has failed at table %s", bot, table.head.id)
            return secrets.choice(match.actions(seat)).key

    async def hint(self, table: Table, seat: int) -> str:
        """What a bot would do in that seat. Whoever asks again meanwhile waits for the same."""
        key = (table.head.id, seat, table.questions[seat])
        task = self._hints.get(key)
        if task is None:
            task = asyncio.create_task(self._ask(table, seat, STAND_IN))
            self._hints[key] = task
            task.add_done_callback(lambda _: self._hints.pop(key, None))
        return await asyncio.shield(task)

    async def _in_pool(self, bot: str, save: str, seat: int) -> str:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._workers, multiprocessing.get_context("spawn"), initializer=_begin_worker
                )
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, think, bot, save, seat, LONGEST)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("the bots' processes end at once")
