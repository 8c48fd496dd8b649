"""The regions of a page that have changed, sent to those who look at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, NamedTuple, TypeVar

from meowple.server.live import ALIVE, Live, event
from meowple.server.shown import Viewer
from meowple.server.tables.commands import Refused, not_found
from meowple.server.tables.database import Away
from meowple.server.tables.table import Table
from meowple.server.tables.tables import Tables

from .kept import Region
from .render import Renderer

T = TypeVar("T")


class Screen:
    """What one page shows: remembers what was sent, and sends only what differs.

    Attributes:
        at: the digest of what the page shows; empty if it shows nothing yet. The number of the
            log's last row would say how often somebody has changed a secret answer.
    """

    def __init__(self, renderer: Renderer, at: str = "") -> None:
        self.renderer = renderer
        self.at = at
        self._frame: str | None = None
        self._drawn: dict[str, Region] = {}

    def start_from(self, table: Table, viewer: Viewer) -> None:
        """Take it that the page shows that state of the table, if its `at` says so."""
        picture = self.renderer.picture(table, viewer)
        if picture.digest == self.at:
            self._frame, self._drawn = picture.frame, dict(picture.drawn)

    def changed(self, table: Table, viewer: Viewer) -> list[Region]:
        """What brings the page up to date: nothing, some regions, or the whole layout."""
        picture = self.renderer.picture(table, viewer)
        drawn, known = picture.drawn, self._drawn
        if self._frame is None:
            whole = picture.digest != self.at
        else:
            whole = picture.frame != self._frame or drawn.keys() != known.keys()
        if whole:
            changed = [Region("#layout", self.renderer.layout(picture))]
        else:
            changed = [
                region
                for name, region in drawn.items()
                if name in known and region.hash != known[name].hash
            ]
        self._frame, self._drawn = picture.frame, dict(drawn)
        self.at = picture.digest
        return changed

    def message(self, table: Table, viewer: Viewer) -> str:
        """The HTML that brings the page up to date; empty if it is."""
        return "\n".join([region.partial for region in self.changed(table, viewer)])

    def event(self, table: Table, viewer: Viewer) -> bytes:
        """The same as an event of a stream."""
        changed = self.changed(table, viewer)
        if not changed:
            return b""
        return b"id: %s\n%s\n" % (self.at.encode(), b"".join([each.data for each in changed]))


class Rounds:
    """Draws a table for all who wait for it in one go: in one thread, after one look at the log.

    A change wakes all pages of a table at once. Each in a thread of its own would keep the others
    from running, and draw again what another is just drawing.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waiting: dict[str, list[_Wait]] = {}
        self._running: set[asyncio.Task[None]] = set()

    async def draw(self, table_id: str, person: str | None, draw: Callable[[Table], T]) -> T:
        """What ``draw`` gives for the table as it is now; a 404 for who may not see it."""
        wait = _Wait(person, draw, asyncio.get_running_loop().create_future())
        if table_id in self._waiting:
            self._waiting[table_id].append(wait)
        else:
            self._waiting[table_id] = [wait]
            task = asyncio.create_task(self._run(table_id))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        drawn: T = await wait.drawn
        return drawn

    async def _run(self, table_id: str) -> None:
        """Draw until nobody waits for that table any more."""
        while waiting := self._waiting[table_id]:
            self._waiting[table_id] = []
            found = await asyncio.to_thread(self._round, table_id, waiting)
            for wait, (drawn, error) in zip(waiting, found, strict=True):
                if wait.drawn.done():  # who has waited is gone
                    continue
                if error is None:
                    wait.drawn.set_result(drawn)
                else:
                    wait.drawn.set_exception(error)
        del self._waiting[table_id]

    def _round(self, table_id: str, waiting: list[_Wait]) -> list[tuple[Any, Exception | None]]:
        """What each gets, or what has failed."""
        try:
            table = self._tables.get(table_id)
        except Exception as error:
            return [(None, error)] * len(waiting)
        found: list[tuple[Any, Exception | None]] = []
        for wait in waiting:
            try:
                if not table.knows(wait.person):
                    raise not_found()
                found.append((wait.draw(table), None))
            except Exception as error:
                found.append((None, error))
        return found


class _Wait(NamedTuple):
    """Somebody waits for a drawing."""

    person: str | None
    draw: Callable[[Table], Any]
    drawn: asyncio.Future[Any]


async def table_stream(
    live: Live,
    rounds: Rounds,
    renderer: Renderer,
    table_id: str,
    viewer: Callable[[Table], Viewer],
    person: str | None,
    at: str,
) -> AsyncGenerator[bytes]:
    """The stream of a table's page for one viewer."""
    screen = Screen(renderer, at)

    def draw(table: Table) -> bytes:
        return screen.event(table, viewer(table))

    yield b"retry: 1000\n\n"
    behind = False
    async with aclosing(live.changes(table_id, person)) as changes:
        async for changed in changes:
            message = b""
            if changed or behind:
                try:
                    message = await rounds.draw(table_id, person, draw)
                    behind = False
                except Away:  # what has changed is sent when the database is back
                    behind = True
                except Refused as error:
                    yield event(str(error), name="gone")
                    return
            if message:
                yield message
            elif not changed:
                yield ALIVE
