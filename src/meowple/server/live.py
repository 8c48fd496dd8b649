"""Live updates: who listens to which table, who is there, and what wakes the listeners."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .tables.database import Away, Watch
from .tables.presence import GONE, Presence
from .tables.store import Store

log = logging.getLogger(__name__)

HEARTBEAT = 5.0
"""Seconds after which a stream shows that it lives, again and again."""
BEAT = 5.0
"""Seconds between two signs of life of a process to the others."""
DEAD = 20.0
"""Seconds without such a sign after which a process is taken for dead."""
SEEN_FOR = 75.0
"""Seconds after its last sign of life that a page counts as connected."""
GRACE = 3.0
"""Seconds after the last stream of somebody ended: a reload is no leave."""


@dataclass
class _Room:
    """The listeners of one table in this process.

    Attributes:
        told: the number of the last row that they were told of.
        shown: who was there when they were last told.
    """

    listeners: set[_Listener] = field(default_factory=set)
    told: int = 0
    seen: Mapping[str, float] | None = None
    shown: Presence | None = None


class _Listener(asyncio.Event):
    """Wakes one stream. ``changed`` says whether there is something to look at."""

    changed = False

    def tell(self) -> None:
        self.changed = True
        self.set()


class Live:
    """The listeners of this process.

    What they were told is remembered here, and not what the cache of tables happens to hold: who
    reads a table between another process's commit and our noticing it swallows no wake-up.

    Args:
        store: watched for what other processes write.
        process: the id of this one.
        figures: what it has counted, told to the other processes.
    """

    def __init__(self, store: Store, process: str, figures: Any = dict) -> None:
        self.store = store
        self.process = process
        self.figures = figures
        self._rooms: dict[str, _Room] = {}
        self._streams: Counter[tuple[str, str]] = Counter()
        self._until: dict[tuple[str, str], float] = {}
        self._here: dict[str, frozenset[str]] = {}
        self._others: dict[str, frozenset[str]] = {}
        self._admitted: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pulse: asyncio.Task[None] | None = None
        self._stir: asyncio.Event | None = None
        self._stop = threading.Event()
        self._watcher: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look for what other processes write, and to tell that this one lives."""
        self._loop = asyncio.get_running_loop()
        self._stir = asyncio.Event()
        self._pulse = self._loop.create_task(self._beat())
        self._watcher = threading.Thread(target=self._watch, name="meowple-log", daemon=True)
        self._watcher.start()

    def end_streams(self) -> None:
        """Let all streams end. Callable from any thread."""
        self._stop.set()
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._tell_all)

    async def close(self) -> None:
        """Stop looking, let all streams end, and tell the others that this process stops."""
        self.end_streams()
        if self._pulse is not None:
            self._pulse.cancel()
            await asyncio.gather(self._pulse, return_exceptions=True)
        if self._watcher is not None:
            await asyncio.to_thread(self._watcher.join, 5)
        with suppress(Away):
            await asyncio.to_thread(self.store.end, self.process)
        self._loop = None

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return sum(len(room.listeners) for room in self._rooms.values())

    def listens(self, table_id: str, person: str) -> bool:
        """Whether a person has a stream of a table open through this process."""
        return self._streams[table_id, person] > 0

    # -- waking -------------------------------------------------------------------------------

    def wake(self, table_id: str, n: int) -> None:
        """A table has grown to that row. Callable from any thread."""
        loop = self._loop
        if loop is not None and table_id in self._rooms:
            with suppress(RuntimeError):  # the loop has just been closed
                loop.call_soon_threadsafe(self._wake, table_id, n)

    def _wake(self, table_id: str, n: int) -> None:
        room = self._rooms.get(table_id)
        if room is not None and n > room.told:
            room.told = n
            self._tell(room)

    def _tell(self, room: _Room) -> None:
        room.seen = None  # somebody may have sat down
        for listener in room.listeners:
            listener.tell()

    def _tell_all(self) -> None:
        for room in self._rooms.values():
            self._tell(room)

    def _watch(self) -> None:
        """Look for rows that other processes have stored. Runs in a thread of its own."""
        pause = 0.5
        watch: Watch | None = None
        while not self._stop.is_set():
            try:
                if watch is None:
                    watch = self.store.database.watch()
                    pause = 0.5
                found = watch.changes()
            except Away as error:
                if pause == 0.5:
                    log.warning("the database is away, trying again: %s", error)
                pause = min(5.0, pause * 2)
                _put_down(watch)
                watch = None
                self._stop.wait(pause)
                continue
            except Exception:
                log.exception("the log cannot be watched")
                _put_down(watch)
                watch = None
                self._stop.wait(5)
                continue
            loop = self._loop
            if loop is None:
                break
            with suppress(RuntimeError):
                if found is None:
                    loop.call_soon_threadsafe(self._tell_all)
                else:
                    for table_id, n in found.items():
                        self.wake(table_id, n)
        _put_down(watch)

    # -- who is there -------------------------------------------------------------------------

    def online(self, table_id: str) -> frozenset[str]:
        """Who is connected to a table, through whatever process, as far as it is known here."""
        nobody: frozenset[str] = frozenset()
        return self._here.get(table_id, nobody) | self._others.get(table_id, nobody)

    def presence(self, table_id: str) -> Presence:
        """Who is at a table and who is long gone. For a thread: it may ask the database."""
        here = self.online(table_id)
        room = self._rooms.get(table_id)
        seen = room.seen if room is not None else None
        if seen is None:
            seen = self.store.seen([table_id])[table_id]
            if room is not None:
                room.seen = seen
        return absence(here, seen)

    def touch(self, table_id: str, person: str) -> None:
        """A page or program of somebody has given a sign of life. Called in the event loop."""
        self._until[table_id, person] = time.monotonic() + SEEN_FOR
        here = self._here.get(table_id, frozenset())
        if person not in here:
            self._here[table_id] = here | {person}
            self._stirred(table_id)

    def _left(self, table_id: str, person: str) -> None:
        """Somebody shows no sign of life any more."""
        del self._until[table_id, person]
        self._here[table_id] -= {person}
        if not self._here[table_id]:
            del self._here[table_id]
        self._stirred(table_id)

    def _stream_ended(self, table_id: str, person: str) -> None:
        if not self._streams[table_id, person]:
            del self._streams[table_id, person]
            if (table_id, person) in self._until:
                self._left(table_id, person)

    def _stirred(self, table_id: str) -> None:
        """Somebody came or went: the others see it at once, other processes soon."""
        room = self._rooms.get(table_id)
        if room is not None:
            self._tell(room)
        if self._stir is not None:
            self._stir.set()

    async def _beat(self) -> None:
        """Tell the other processes who is connected here, and learn who is there.

        All that is written about it is written here, one after another, so that a database that
        keeps writers waiting holds up nobody else.
        """
        stir = self._stir
        assert stir is not None
        told: frozenset[tuple[str, str]] = frozenset()
        away = False
        while True:
            now = time.monotonic()
            for key in [key for key, until in self._until.items() if until < now]:
                self._left(*key)
            stir.clear()
            here = frozenset(self._until)
            try:
                others = await asyncio.to_thread(
                    self.store.beat, self.process, here, told, self.figures(), DEAD
                )
            except Away as error:
                if not away:
                    log.warning("the database takes nothing, trying again: %s", error)
                away = True
            except Exception:
                log.exception("who is there could not be noted")
            else:
                told, away = here, False
                self._learn(others)
            self._notice_gone()
            await asyncio.sleep(0.2)  # a crowd that comes at once is noted at once
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await stir.wait()

    def _learn(self, others: frozenset[tuple[str, str]]) -> None:
        """Who is connected through other processes."""
        rooms: dict[str, set[str]] = {}
        for table_id, person in others:
            rooms.setdefault(table_id, set()).add(person)
        before, self._others = self._others, {t: frozenset(found) for t, found in rooms.items()}
        for table_id, room in self._rooms.items():
            if before.get(table_id) != self._others.get(table_id):
                self._tell(room)

    def _notice_gone(self) -> None:
        """Wake the listeners of tables where somebody has been away for long enough."""
        for table_id, room in self._rooms.items():
            if room.seen is not None and not room.seen.keys() <= (here := self.online(table_id)):
                now = absence(here, room.seen)
                if room.shown is not None and now.gone != room.shown.gone:
                    self._tell(room)
                room.shown = now

    # -- streams ------------------------------------------------------------------------------

    def admit(self, keys: tuple[tuple[str, int], ...]) -> bool:
        """Whether one more stream may be opened; counts it if so. `release` it later."""
        if any(self._admitted[key] >= most for key, most in keys):
            return False
        for key, _ in keys:
            self._admitted[key] += 1
        return True

    def release(self, keys: tuple[tuple[str, int], ...]) -> None:
        """A stream has ended."""
        for key, _ in keys:
            self._admitted[key] -= 1
            if self._admitted[key] <= 0:
                del self._admitted[key]

    async def changes(
        self, table_id: str, person: str | None, *, steady: bool = False
    ) -> AsyncGenerator[bool]:
        """True at once and after each change of a table, and False every `HEARTBEAT` seconds.

        Not only when nothing happens: what happens may be hidden from who listens, and neither may
        a stream fall silent by it nor may its beats tell of it.

        Args:
            table_id: which.
            person: who listens.
            steady: whether listening is sign of life enough: a page has to `touch` besides.
        """
        loop = asyncio.get_running_loop()
        listener = _Listener()
        room = self._rooms.setdefault(table_id, _Room())
        room.listeners.add(listener)
        if person is not None:
            self._streams[table_id, person] += 1
            self.touch(table_id, person)
        try:
            listener.changed = False
            yield True
            beat = loop.time() + HEARTBEAT
            while not self._stop.is_set():
                timer = loop.call_at(beat, listener.set)
                try:
                    await listener.wait()
                finally:
                    timer.cancel()
                listener.clear()
                changed, listener.changed = listener.changed, False
                if steady and person is not None:
                    self.touch(table_id, person)
                if changed and not self._stop.is_set():
                    yield True
                if loop.time() >= beat and not self._stop.is_set():
                    beat = loop.time() + HEARTBEAT
                    yield False
        finally:
            room.listeners.discard(listener)
            if not room.listeners and self._rooms.get(table_id) is room:
                del self._rooms[table_id]
            if person is not None:
                self._streams[table_id, person] -= 1
                if self._streams[table_id, person] <= 0 and self._loop is not None:
                    self._loop.call_later(GRACE, self._stream_ended, table_id, person)


def absence(here: frozenset[str], seen: Mapping[str, float]) -> Presence:
    """Who is there and who is long gone.

    Args:
        here: who is connected.
        seen: for each of the seats' people when they joined or were last connected.
    """
    now = time.time()  # the clock may have been set back since
    gone = (p for p, when in seen.items() if abs(now - when) > GONE and p not in here)
    return Presence(here, frozenset(gone))


def _put_down(watch: Watch | None) -> None:
    if watch is not None:
        with suppress(Exception):  # it may be broken already
            watch.close()


def event(data: str, *, name: str = "", id: str = "") -> bytes:
    """A server-sent event."""
    head = (f"event: {name}\n" if name else "") + (f"id: {id}\n" if id else "")
    return head.encode() + data_lines(data) + b"\n"


def data_lines(data: str) -> bytes:
    """The lines of a server-sent event that carry data."""
    return ("data: " + data.replace("\r", "").replace("\n", "\ndata: ") + "\n").encode()


ALIVE = event("", name="beat")
"""Shows that a stream lives when there is nothing to say."""


class EventStream(Response):
    """An answer that goes on until what it sends has ended or nobody listens any more.

    Thousands of them may be open, so it holds one task besides the request's own, and no more.

    Args:
        messages: what is sent.
        ended: called at the end, however that comes.
    """

    media_type = "text/event-stream"

    def __init__(self, messages: AsyncGenerator[bytes], ended: Callable[[], None]) -> None:
        super().__init__(headers={"x-accel-buffering": "no", "cache-control": "no-store"})
        del self.headers["content-length"]
        self.messages = messages
        self.ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        own = asyncio.current_task()
        assert own is not None
        left = asyncio.ensure_future(_leaves(receive))
        left.add_done_callback(lambda task: None if task.cancelled() else own.cancel())
        try:
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            async with aclosing(self.messages) as messages:
                async for message in messages:
                    await send({"type": "http.response.body", "body": message, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except asyncio.CancelledError:
            if not left.done():
                raise
            own.uncancel()
        finally:
            left.cancel()
            self.ended()


async def _leaves(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
