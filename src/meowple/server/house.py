"""The house: all that the pages and the interface for programs are served from, put together."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request

from meowple.core.errors import UnknownGame

from .bots import Bots
from .figures import Figures, exposition
from .html.regions import Rounds
from .html.render import Renderer
from .limits import Limits, network
from .live import Live, absence
from .people import People
from .shown import listed
from .tables.commands import Present, Refused
from .tables.database import Away, Database
from .tables.presence import Presence
from .tables.store import Card, Store
from .tables.table import Origin, Table
from .tables.tables import Tables

log = logging.getLogger(__name__)

T = TypeVar("T")

TIDY = 600.0
"""Seconds between two looks for logs that can be shorter."""


MOST_BASES = 16
"""How many addresses of this machine are told apart."""


def known_hosts() -> frozenset[str]:
    """The names under which this machine may be asked for."""
    name = socket.gethostname().lower()
    return frozenset(("localhost", name, f"{name.partition('.')[0]}.local"))


class House:
    """The parts of a server, which know each other as far as they must.

    Args:
        database_url: of SQLAlchemy, or the path of a SQLite file. Several processes may share it.
        secret: signs cookies and tokens; kept in the database when not given.
        bot_delay: seconds after which a bot's answer is released, whatever it thought about.
        bot_workers: processes that think for bots; 0: a thread of this one.
        limits: how much one visitor may ask.
        public_url: the server's address as people see it, for links; as asked when not given.
        renderer: draws the pages; several houses of a process may share one.
        poll: seconds between two looks at what other processes have stored.
        metrics: addresses and networks from which the figures may be read.
    """

    def __init__(
        self,
        database_url: str | Path,
        *,
        secret: str | None = None,
        bot_delay: float = 0.6,
        bot_workers: int = 1,
        limits: Limits | None = None,
        public_url: str | None = None,
        renderer: Renderer | None = None,
        poll: float = 0.01,
        metrics: Sequence[str] = ("127.0.0.1", "::1"),
    ) -> None:
        self.limits = limits or Limits()
        self.public_url = public_url
        self.process = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        self.database = Database(database_url, poll=poll)
        self.database.migrate()
        self.store = Store(self.database)
        self.figures = Figures()
        self.live = Live(self.store, self.process, self.figures.now)
        self.tables = Tables(self.store, self._stored, process=self.process)
        self.bots = Bots(
            self.tables, delay=bot_delay, workers=bot_workers, count=self.figures.count
        )
        self.figures.gauge("streams", lambda: self.live.streams)
        self.figures.gauge("tables", lambda: len(self.tables))
        self.figures.gauge("tables_bytes", lambda: self.tables.bytes)
        self._metrics = [ip_network(name, strict=False) for name in metrics]
        self._hosts = known_hosts()
        self._bases: set[str] = set()
        self.people = People(secret or self.store.secret())
        self.renderer = renderer or Renderer()
        self.rounds = Rounds(self.tables)

    def _stored(self, table: Table) -> None:
        """A table has grown by what this process has stored."""
        self.figures.count("commands_total")
        self.live.wake(table.head.id, table.n)
        if table.owing:
            self.bots.owed(table.head.id)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While the server runs."""
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(24, thread_name_prefix="meowple-read"))
        self.writers = ThreadPoolExecutor(8, thread_name_prefix="meowple-write")
        self.live.start()
        self.bots.start()
        tidying = loop.create_task(self._tidy())
        yield
        tidying.cancel()
        await self.bots.close()
        await self.live.close()
        self.writers.shutdown(wait=False, cancel_futures=True)
        self.database.close()

    async def _tidy(self) -> None:
        """Keep logs short, now and then."""
        while True:
            await asyncio.sleep(TIDY)
            try:
                rows = await self.write(self.tables.tidy)
                if rows:
                    log.info("%d rows of logs were not needed any more", rows)
            except Exception as error:
                log.warning("logs could not be made shorter: %s", error)

    async def write(self, do: Callable[..., T], *what: Any) -> T:
        """Run what stores something, in threads apart from those in which pages are drawn.

        A database that keeps writers waiting keeps nobody waiting who only looks.
        """
        return await asyncio.get_running_loop().run_in_executor(self.writers, do, *what)

    def listed(self, cards: Sequence[Card], language: str) -> list[dict[str, Any]]:
        """Tables as lists show them. For a thread."""
        found = []
        for card in cards:
            summary = card.summary
            try:
                if summary is None:  # a table of an older version
                    summary = self.tables.get(card.id).summary()
                    self.store.summarize(card.id, summary)
                found.append(listed(card, summary, language))
            except (UnknownGame, Refused):  # its game is not installed any more
                continue
            except Away:
                raise
            except Exception:  # one table that nobody can read keeps no list from being shown
                log.exception("table %s cannot be listed", card.id)
        return found

    def base(self, request: Request) -> str:
        """The address of the server as who asks sees it, if it can be the server's.

        Pages are kept for each address, and links lead there, so not whatever a stranger writes
        into the header becomes one: only names of this machine do, and not many of them.
        """
        if self.public_url:
            return self.public_url
        host = request.headers.get("host", "").lower()
        name = host.rpartition(":")[0] if re.search(r":\d+$", host) else host
        server = request.scope.get("server") or ("localhost", None)
        base = f"{request.url.scheme}://{host}"
        known = name.strip("[]") in self._hosts | {server[0]}
        if known and (base in self._bases or len(self._bases) < MOST_BASES):
            self._bases.add(base)
            return base
        address = f"[{server[0]}]" if ":" in server[0] else server[0]
        return f"{request.url.scheme}://{address}" + (f":{server[1]}" if server[1] else "")

    def may_measure(self, request: Request) -> bool:
        """Whether the figures may be read from where a request comes."""
        try:
            address = ip_address(request.client.host if request.client else "")
        except ValueError:
            return False
        return any(address in network for network in self._metrics)

    def measured(self) -> str:
        """The figures of all processes, as Prometheus reads them. For a thread."""
        count, since = self.store.overdue()
        processes = {**self.store.figures(), self.process: self.figures.now()}
        whole = {"bots_owing": count, "bots_owing_seconds": round(max(0.0, time.time() - since), 3)}
        return exposition(processes, whole)

    def present(self, table_id: str) -> Present:
        """Tells who is at a table, as it is stored: by that others lose their seats."""

        def ask() -> Presence:
            here = self.live.online(table_id) | self.store.connected(table_id)
            return absence(here, self.store.seen([table_id])[table_id])

        return cache(ask)

    def origin(self, request: Request, *, program: bool = False) -> Origin:
        """Where a request comes from, whatever cookie or token it brings.

        The marks are made with the secret of the installation: they tell nobody else anything.

        Args:
            request: of somebody who would sit down.
            program: whether it is none of a browser; so is what does not say where it comes from.
        """
        headers = request.headers
        address = network(request.client.host if request.client else "")
        browser = None
        if not program and "sec-fetch-site" in headers:
            traits = (address, headers.get("user-agent", ""), headers.get("accept-language", ""))
            browser = self.people.mark("\n".join(traits))
        return Origin(self.people.mark(address), browser)
