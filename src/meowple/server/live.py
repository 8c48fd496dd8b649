"""Live updates: who listens to which table, and what each listener gets when it changes."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

from .tables.store import Store

log = logging.getLogger(__name__)

HEARTBEAT = 10.0
SEEN_EVERY = 15.0
SEEN_FOR = 40.0
"""How long after the last sign of life somebody counts as connected to another process."""
GRACE = 3.0
"""How long after the last stream ended somebody still counts as connected: a reload is no leave."""


class Live:
    """The listeners of this process.

    Args:
        store: watched for what other processes write.
        noticed: called in the event loop for each table that has changed, and whether the change
            was made by another process.
        poll: seconds between two looks at what others wrote.
    """

    def __init__(
        self, store: Store, noticed: Callable[[str, bool], None], *, poll: float = 0.05
    ) -> None:
        self.store = store
        self.noticed = noticed
        self.poll = poll
        self._listeners: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._people: dict[str, Counter[str]] = defaultdict(Counter)
        self._streams: Counter[str] = Counter()
        self._touched: dict[tuple[str, str], float] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = threading.Event()
        self._poller: threading.Thread | None = None
        self._known: Callable[[str], int] = lambda table_id: 0

    def start(self, known: Callable[[str], int]) -> None:
        """Begin to look for what other processes write.

        Args:
            known: the number of the last row that this process knows of a table.
        """
        self._loop = asyncio.get_running_loop()
        self._known = known
        self._poller = threading.Thread(target=self._watch, name="meowple-log", daemon=True)
        self._poller.start()

    def end_streams(self) -> None:
        """Let all streams end. Callable from any thread."""
        self._stop.set()
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake_all)

    def _wake_all(self) -> None:
        for events in self._listeners.values():
            for event in events:
                event.set()

    def close(self) -> None:
        """Stop looking, and let all streams end."""
        self.end_streams()
        if self._poller is not None:
            self._poller.join(5)
        self._loop = None

    # -- waking -------------------------------------------------------------------------------

    def wake(self, table_id: str, foreign: bool = False) -> None:
        """A table has changed. Callable from any thread."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has just been closed
                loop.call_soon_threadsafe(self._wake, table_id, foreign)

    def _wake(self, table_id: str, foreign: bool) -> None:
        for event in self._listeners.get(table_id, ()):
            event.set()
        self.noticed(table_id, foreign)

    def _watch(self) -> None:
        """Look for rows that other processes have stored. Runs in a thread of its own."""
        last = None
        while not self._stop.wait(self.poll):
            try:
                newest = self.store.greatest()
                if last is None:
                    last = newest
                if newest > last:
                    # a little further back: ids are given before a transaction is through
                    for table_id, n in self.store.changed_since(last - 20).items():
                        known = self._known(table_id)
                        if n > known and (known or table_id in self._listeners):
                            self.wake(table_id, foreign=True)
                    last = newest
            except Exception:
                log.exception("the log cannot be watched")
                self._stop.wait(1)

    # -- who is there -------------------------------------------------------------------------

    def here(self, table_id: str, person: str | None) -> bool:
        """Whether a person has a stream of this table open in this process."""
        return person is not None and self._people.get(table_id, Counter())[person] > 0

    def online(self, table_id: str) -> frozenset[str]:
        """Who is connected to a table, through whatever process."""
        here = frozenset(p for p, count in tuple(self._people.get(table_id, {}).items()) if count)
        return here | self.store.seen(table_id, time.time() - SEEN_FOR)

    def touch(self, table_id: str, person: str | None) -> None:
        """Note that somebody looks at a table now and then, without a stream. For a thread."""
        now = time.time()
        if person is not None and now - self._touched.get((table_id, person), 0) > SEEN_EVERY:
            if len(self._touched) > 10_000:
                self._touched.clear()
            self._touched[table_id, person] = now
            self.store.see(table_id, person, now)

    def admit(self, keys: tuple[tuple[str, int], ...]) -> bool:
        """Whether one more stream may be opened; counts it if so. `release` it later."""
        if any(self._streams[key] >= most for key, most in keys):
            return False
        for key, _ in keys:
            self._streams[key] += 1
        return True

    def release(self, keys: tuple[tuple[str, int], ...]) -> None:
        """A stream has ended."""
        for key, _ in keys:
            self._streams[key] -= 1
            if self._streams[key] <= 0:
                del self._streams[key]

    # -- waiting ------------------------------------------------------------------------------

    async def changes(self, table_id: str, person: str | None) -> AsyncGenerator[bool]:
        """True at once and after each change of a table, False when nothing happened for long."""
        event = asyncio.Event()
        self._listeners[table_id].add(event)
        seen = 0.0
        if person is not None:
            self._people[table_id][person] += 1
            if self._people[table_id][person] == 1:
                self._wake_others(table_id, event)
        try:
            yield True
            while not self._stop.is_set():
                now = time.time()
                if person is not None and now - seen > SEEN_EVERY:
                    seen = now
                    await asyncio.to_thread(self.store.see, table_id, person, now)
                try:
                    await asyncio.wait_for(event.wait(), HEARTBEAT)
                except TimeoutError:
                    yield False
                else:
                    event.clear()
                    if not self._stop.is_set():
                        yield True
        finally:
            self._listeners[table_id].discard(event)
            if not self._listeners[table_id]:
                del self._listeners[table_id]
            if person is not None:
                self._people[table_id][person] -= 1
                if self._people[table_id][person] <= 0 and self._loop is not None:
                    self._loop.call_later(GRACE, self._gone, table_id, person)

    def _wake_others(self, table_id: str, own: asyncio.Event) -> None:
        for event in self._listeners.get(table_id, ()):
            if event is not own:
                event.set()

    def _gone(self, table_id: str, person: str) -> None:
        """Some time after a person's last stream ended."""
        people = self._people.get(table_id)
        if people is None or people[person] > 0:
            return
        del people[person]
        if not people:
            del self._people[table_id]
        if self._loop is not None and not self._stop.is_set():
            self._loop.run_in_executor(None, self._note_gone, table_id, person)

    def _note_gone(self, table_id: str, person: str) -> None:
        self._touched.pop((table_id, person), None)
        with suppress(Exception):  # it is a note only, and the server may be about to stop
            self.store.see(table_id, person, 0.0)
            loop = self._loop
            if loop is not None:
                loop.call_soon_threadsafe(self._wake_others, table_id, asyncio.Event())


def event(data: str, *, name: str = "", id: str = "") -> bytes:
    """A server-sent event."""
    lines = [f"event: {name}"] if name else []
    if id:
        lines.append(f"id: {id}")
    lines += [f"data: {line}" for line in data.replace("\r", "").split("\n")]
    return ("\n".join(lines) + "\n\n").encode()
