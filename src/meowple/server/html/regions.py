"""The regions of a page that have changed, sent to those who look at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from meowple.server.live import ALIVE, Live, event
from meowple.server.shown import Viewer
from meowple.server.tables.commands import Refused
from meowple.server.tables.database import Away
from meowple.server.tables.table import Table
from meowple.server.tables.tables import Tables

from .render import Region, Renderer


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

    def message(self, table: Table, viewer: Viewer) -> str:
        """The HTML that brings the page up to date; empty if it is."""
        picture = self.renderer.picture(table, viewer)
        drawn = picture.drawn
        parts: list[str] = []
        if self._frame is None:
            if picture.digest != self.at:
                parts = [partial("#layout", self.renderer.layout(picture))]
        elif picture.frame != self._frame or drawn.keys() != self._drawn.keys():
            parts = [partial("#layout", self.renderer.layout(picture))]
        else:
            for name, region in drawn.items():
                if region.hash != self._drawn[name].hash:
                    parts.append(partial(f"#region-{name}", region.html))
        self._frame, self._drawn = picture.frame, dict(drawn)
        self.at = picture.digest
        return "\n".join(parts)


def partial(target: str, html: str) -> str:
    """A piece of an answer that htmx morphs into place."""
    return (
        f'<hx-partial hx-target="{target}" hx-swap="outerMorph transition:true">'
        f"{html.strip()}</hx-partial>"
    )


async def table_stream(
    live: Live,
    tables: Tables,
    renderer: Renderer,
    table_id: str,
    viewer: Callable[[Table], Viewer],
    person: str | None,
    at: str,
) -> AsyncGenerator[bytes]:
    """The stream of a table's page for one viewer."""
    screen = Screen(renderer, at)

    def message() -> str:
        table = tables.seen_by(table_id, person)
        return screen.message(table, viewer(table))

    yield b"retry: 1000\n\n"
    behind = False
    async with aclosing(live.changes(table_id, person)) as changes:
        async for changed in changes:
            html = ""
            if changed or behind:
                try:
                    html = await asyncio.to_thread(message)
                    behind = False
                except Away:  # what has changed is sent when the database is back
                    behind = True
                except Refused as error:
                    yield event(str(error), name="gone")
                    return
            if html:
                yield event(html, id=screen.at)
            elif not changed:
                yield ALIVE
