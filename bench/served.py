"""The server's figures: moves with everybody looking at the page, and how heavy that page is.

All who play and look on are browsers: they read pages, send forms, and get the regions that change
through a stream each. `TABLES` tables are played at a time, each with so many page streams.
"""

from __future__ import annotations

import asyncio
import html
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from measure import Row

TABLES = 4
SEATS = 4
STREAMS = (4, 8)
GOALS = {
    ("festival", 4): 70, ("comforts", 4): 50, ("purrballs", 4): 45,
    ("festival", 8): 50, ("comforts", 8): 40, ("purrballs", 8): 33,
}  # fmt: skip
"""Moves a second of CPU time, by game and page streams a table."""
PAUSE = 0.2
"""Seconds between two moves at a table, in which it is at all pages that show it."""
MOST_DELAY = 50
"""Milliseconds until a move is at 4 pages, for 95 of 100 moves."""
DELAYS = 100
"""Moves whose delays are looked at: of a few, the slowest would stand for 95 of 100."""

SERVER = """
import sys, uvicorn
from meowple.server.app import create_app
from meowple.server.limits import Limits
from meowple.server.serve import settle
much = (1e9, 1e9)
limits = Limits(commands=much, pages=much, tables=much, streams=10**6, programs=10**6)
app = create_app(sys.argv[1], limits=limits)
settle()
# A page that waits for its turn finds its connection as it was, however slow the machine.
uvicorn.run(app, port=int(sys.argv[2]), log_level="error", timeout_keep_alive=600)
"""


def rows(seconds: float) -> Iterator[Row]:
    """The figures of a server that is started for them, with a database of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = str(Path(folder) / "bench.db")
        with _server(database) as (address, pid):
            yield from asyncio.run(_measure(address, pid, seconds))
            with _server(database) as (other, _):
                yield from asyncio.run(_delays("two processes on SQLite", address, other))
        with _postgres(Path(folder) / "postgres") as url:
            if url is not None:
                with _server(url) as (address, _), _server(url) as (other, _):
                    yield from asyncio.run(_delays("two processes on PostgreSQL", address, other))


@contextmanager
def _postgres(folder: Path) -> Iterator[str | None]:
    """The address of a new database of a PostgreSQL of our own; None if there is none here."""
    root = Path(__file__).parents[1]
    found = subprocess.run([root / "scripts" / "postgres.sh", "--find"], capture_output=True)
    if found.returncode:
        yield None
        return
    sys.path.append(str(root))
    from tests.server.postgres import Cluster

    cluster = Cluster(folder, ())  # stores as it would for others, safe from power cuts
    try:
        yield cluster.empty()
    finally:
        cluster.close()


@contextmanager
def _server(database: str) -> Iterator[tuple[str, int]]:
    """A process that serves a database: its address and number."""
    import httpx

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", SERVER, database, str(port)])
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(400):
            try:
                httpx.get(f"{address}/ready", timeout=60)
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield address, process.pid
    finally:
        process.terminate()
        process.wait()


def _browsers(*addresses: str) -> Callable[[], Any]:
    """Makes browsers that reach the addresses by turns."""
    import httpx

    turns = cycle(addresses)
    return lambda: httpx.AsyncClient(base_url=next(turns), timeout=60)


async def _delays(where: str, *addresses: str) -> list[Row]:
    """How long a move takes to all pages, of people who reach the processes by turns."""
    table = _Table("festival", 4, _browsers(*addresses), random.Random(1))
    async with _playing([table]) as until:
        await until(lambda: len(table.delays) >= 10 + DELAYS)  # the first ones warm up
    delays = sorted(table.delays[10:])
    group = f"from sending a move to the last of 4 pages having it, one table, {where}"
    worst = 1000 * delays[len(delays) * 95 // 100]
    return [
        Row(group, "median", "ms", 1000 * delays[len(delays) // 2]),
        Row(group, "95 of 100", "ms", worst, target=MOST_DELAY),
    ]


async def _measure(address: str, pid: int, seconds: float) -> list[Row]:
    browser = _browsers(address)
    rows: list[Row] = []
    table = _Table("festival", 4, browser, random.Random(1))
    async with _playing([table]), browser() as client:
        assert table.path is not None
        rows += await _weigh(client, table.path)
    rows += await _delays("one process", address)
    for (game, streams), goal in GOALS.items():
        tables = [_Table(game, streams, browser, random.Random(n)) for n in range(TABLES)]
        async with _playing(tables):
            before, spent = sum(table.moves for table in tables), _cpu(pid)
            await asyncio.sleep(max(3.0, 4 * seconds))
            moves = sum(table.moves for table in tables) - before
            spent = _cpu(pid) - spent
        group = f"server, {TABLES} tables with {streams} page streams each"
        rows.append(Row(group, game, "moves/s", moves / max(spent, 1e-9), target=goal))
    return rows


@asynccontextmanager
async def _playing(tables: list[_Table]) -> AsyncIterator[Callable[[Callable[[], bool]], Any]]:
    """Let the tables play meanwhile, warmed up: gives what waits until something is so."""
    playing = [asyncio.create_task(table.play()) for table in tables]

    async def until(so: Callable[[], bool]) -> None:
        while not so():
            await asyncio.sleep(0.1)
            for task in playing:
                if task.done():
                    task.result()  # raises what went wrong

    try:
        await until(lambda: all(table.moves > 8 for table in tables))
        yield until
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def _cpu(pid: int) -> float:
    """Seconds of CPU time that a process has used; NaN where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


_PARTIAL = re.compile(
    r'<hx-partial hx-target="#(?:region-)?([\w-]+)"[^>]*>(.*?)</hx-partial>', re.DOTALL
)
_ACTION = re.compile(r'<button(?![^>]*aria-disabled)[^>]*name="action" value="([^"]+)"')
_FORM = re.compile(r'<form id="acts".*?</form>', re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


class _Page:
    """A page of a table as a browser holds it: regions by name, kept up to date by a stream."""

    def __init__(self, client: Any, path: str, changed: asyncio.Condition) -> None:
        self.client = client
        self.path = path
        self.changed = changed
        self.parts: dict[str, str] = {}
        self.at = ""
        self.news = 0
        self.when = 0.0

    async def stream(self) -> None:
        """Keep the stream open. Events with a name bring no news."""
        lines: list[str] = []
        named = False
        async with self.client.stream("GET", f"{self.path}/events") as answer:
            async for line in answer.aiter_lines():
                kind, _, value = line.partition(": ")
                if kind == "data":
                    lines.append(value)
                elif kind == "id":
                    self.at = value
                elif kind == "event":
                    named = True
                elif not line:
                    if lines and not named:
                        await self._take("\n".join(lines))
                    lines, named = [], False

    async def _take(self, text: str) -> None:
        async with self.changed:
            for name, part in _PARTIAL.findall(text):
                if name == "layout":
                    self.parts = {}
                self.parts[name] = part
            self.news += 1
            self.when = time.perf_counter()
            self.changed.notify_all()

    def has_news(self, since: int) -> bool:
        """Whether more messages have come than there were."""
        return self.news > since

    def actions(self) -> list[str]:
        """What may be chosen on this page."""
        found: list[str] = []
        for name, part in self.parts.items():
            # A region that has changed since stands in the layout as it was.
            if name == "layout":
                for region in self.parts:
                    part = re.sub(
                        rf'id="region-{region}".*?(?=id="region-|$)', "", part, flags=re.DOTALL
                    )
            found += map(html.unescape, _ACTION.findall(part))
        return found

    def fields(self) -> dict[str, str]:
        """The hidden inputs of the form that the choices belong to."""
        for part in (self.parts.get("acts", ""), self.parts.get("layout", "")):
            if form := _FORM.search(part):
                return dict(_HIDDEN.findall(form[0]))
        return {}


class _Table:
    """Tables of a game, one after the other, with people at all seats and some who look on."""

    def __init__(self, game: str, streams: int, browser: Any, rng: random.Random) -> None:
        self.game = game
        self.streams = streams
        self.browser = browser
        self.rng = rng
        self.path: str | None = None
        self.moves = 0
        self.delays: list[float] = []

    async def play(self) -> None:
        """Play on and on."""
        while True:
            clients = [self.browser() for _ in range(max(SEATS, self.streams))]
            try:
                await self._match(clients)
            finally:
                for client in clients:
                    await client.aclose()

    async def _match(self, clients: list[Any]) -> None:
        form = {"game": self.game, "name": "Cat 0", "seats": SEATS, "listed": "1"}
        form |= {f"seat-{number}": "open" for number in range(1, SEATS)}
        made = await clients[0].post("/tables", data=form)
        self.path = path = made.headers["location"].partition("?")[0]
        for number, client in enumerate(clients[1:], 1):
            await client.get("/")
            sent = {"name": f"Cat {number}"} | ({} if number < SEATS else {"watch": "1"})
            await client.post(f"{path}/join", data=sent)
        await clients[0].post(f"{path}/start")
        changed = asyncio.Condition()
        pages = [_Page(client, path, changed) for client in clients[: self.streams]]
        streams = [asyncio.create_task(page.stream()) for page in pages]
        try:
            await self._moves(pages, changed)
        finally:
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)

    async def _moves(self, pages: list[_Page], changed: asyncio.Condition) -> None:
        done: set[tuple[int, str]] = set()

        def able() -> list[tuple[int, dict[str, str], list[str]]]:
            found = []
            for seat, page in enumerate(pages[:SEATS]):
                fields = page.fields()
                if fields and (seat, fields["command"]) not in done and (keys := page.actions()):
                    found.append((seat, fields, keys))
            return found

        while True:
            try:
                async with asyncio.timeout(10), changed:
                    await changed.wait_for(able)
            except TimeoutError:  # the match is over
                return
            seat, fields, keys = self.rng.choice(able())
            done.add((seat, fields["command"]))
            news = [page.news for page in pages]
            started = time.perf_counter()
            answer = await pages[seat].client.post(
                f"{self.path}/act",
                data={**fields, "action": self.rng.choice(keys)},
                headers={"hx-request": "true", "meowple-at": pages[seat].at},
            )
            if answer.status_code not in (200, 204):
                continue  # another has just decided
            self.moves += 1
            try:
                async with asyncio.timeout(10), changed:
                    await changed.wait_for(partial(pages[seat].has_news, news[seat]))
            except TimeoutError:
                continue
            await asyncio.sleep(PAUSE)
            # Some moves are secrets, of which the others' pages show nothing.
            told = [page for page, since in zip(pages, news, strict=True) if page.has_news(since)]
            self.delays.append(max(page.when for page in told) - started)


async def _weigh(client: Any, path: str) -> list[Row]:
    """What a browser loads for a table: the page, and all that stands in it or in its styles."""
    heads = {"accept-encoding": "gzip", "accept": "text/html"}
    sizes: dict[str, int] = {}
    page, sizes["page"] = await _load(client, path, heads)
    wanted = re.findall(r'(?:href|src)="(/static/[^"#]+)', page)
    seen: set[str] = set()
    kept = 0
    while wanted:
        url = wanted.pop()
        if url in seen:
            continue
        seen.add(url)
        text, size = await _load(client, url, heads)
        kept += size
        if ".css" in url:
            wanted += [urljoin(url, found) for found in re.findall(r'url\("?([^)"#]+)', text)
                       if not found.startswith("data:")]  # fmt: skip
    group = "weight of a table's page, gzip"
    return [
        Row(group, "first visit", "kB", (sizes["page"] + kept) / 1000),
        Row(group, "later visits", "kB", sizes["page"] / 1000),
        Row(group, "requests of a first visit", "files", 1.0 + len(seen)),
    ]


async def _load(client: Any, url: str, heads: dict[str, str]) -> tuple[str, int]:
    """A file's text, and the bytes that came over the line for it."""
    async with client.stream("GET", url, headers=heads) as answer:
        answer.raise_for_status()
        body = await answer.aread()
        return body.decode("utf-8", "replace"), answer.num_bytes_downloaded
