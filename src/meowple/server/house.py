"""The house: all that the pages and the interface for programs are served from, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.requests import Request

from .bots import Bots
from .html.render import Renderer
from .limits import Limits
from .live import Live
from .people import People
from .shown import is_online
from .tables.store import Store
from .tables.table import Seat
from .tables.tables import Tables


class House:
    """The parts of a server, which know each other as far as they must.

    Args:
        database_url: of SQLAlchemy, or the path of a SQLite file. Several processes may share it.
        secret: signs cookies and tokens; kept in the database when not given.
        bot_delay: seconds after which a bot's answer is released, whatever it thought about.
        bot_workers: processes that think for bots; 0: a thread of this one.
        limits: how much one visitor may ask.
        public_url: the server's address as people see it, for links; as asked when not given.
        templates: other pages than our own.
        poll: seconds between two looks at what other processes have stored.
    """

    def __init__(
        self,
        database_url: str,
        *,
        secret: str | None = None,
        bot_delay: float = 0.6,
        bot_workers: int = 1,
        limits: Limits | None = None,
        public_url: str | None = None,
        templates: Path | None = None,
        poll: float = 0.05,
    ) -> None:
        self.limits = limits or Limits()
        self.public_url = public_url
        self.store = Store(database_url)
        self.live = Live(self.store, self._noticed, poll=poll)
        self.tables = Tables(self.store, self.live.wake)
        self.bots = Bots(self.tables, delay=bot_delay, workers=bot_workers)
        self.people = People(secret or self.store.secret())
        self.renderer = Renderer(templates)

    def _noticed(self, table_id: str, foreign: bool) -> None:
        self.bots.notice(table_id, foreign=foreign)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While the server runs."""
        threads = ThreadPoolExecutor(24, thread_name_prefix="meowple")
        asyncio.get_running_loop().set_default_executor(threads)
        self.live.start(self.tables.version)
        resuming = asyncio.create_task(self.bots.resume())
        yield
        resuming.cancel()
        await self.bots.close()
        self.live.close()
        self.store.close()

    def base(self, request: Request) -> str:
        """The address of the server as who asks sees it."""
        return self.public_url or str(request.base_url).rstrip("/")

    def seat_online(self, table_id: str) -> Callable[[Seat], bool]:
        """Tells whether whoever plays a seat of a table is connected."""
        return lambda seat: is_online(seat, self.live.online(table_id))
