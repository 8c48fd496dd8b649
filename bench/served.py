"""The server's figures: moves with everybody watching, and how heavy a table's page is."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from measure import Row

TABLES = 8
SEATS = 4

SERVER = """
import sys, uvicorn
from meowple.server.app import create_app
from meowple.server.limits import Limits
much = (1e9, 1e9)
limits = Limits(commands=much, pages=much, tables=much, streams=10**6)
uvicorn.run(create_app(sys.argv[1], limits=limits), port=int(sys.argv[2]), log_level="error")
"""


def rows(seconds: float) -> Iterator[Row]:
    """The figures of a server that is started for them, with a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        database = str(Path(folder) / "bench.db")
        process = subprocess.Popen([sys.executable, "-c", SERVER, database, str(port)])
        try:
            yield from asyncio.run(_measure(f"http://127.0.0.1:{port}", process.pid, seconds))
        finally:
            process.terminate()
            process.wait()


async def _measure(address: str, pid: int, seconds: float) -> list[Row]:
    import httpx

    async with httpx.AsyncClient(
        base_url=address, timeout=60, limits=httpx.Limits(max_connections=None)
    ) as client:
        for _ in range(200):
            try:
                await client.get("/api/v1/games")
                break
            except httpx.TransportError:
                await asyncio.sleep(0.05)
        alone = await _Table.start(client)
        rows = list(await _weigh(client, alone.id))
        await _let_play([alone], pid, seconds)
        delays = sorted(alone.delays[10:])
        if delays:
            group = "from sending a move to the last of 4 watchers seeing it, one table"
            rows.append(Row(group, "median", "ms", 1000 * delays[len(delays) // 2]))
            rows.append(Row(group, "95 of 100", "ms", 1000 * delays[len(delays) * 95 // 100]))
        tables = [await _Table.start(client) for _ in range(TABLES)]
        moves, spent, passed = await _let_play(tables, pid, seconds)
        group = f"server, {TABLES} tables of {SEATS} seats that all watch"
        rows.append(Row(group, "one process, by CPU time", "moves/s", moves / max(spent, 1e-9)))
        rows.append(Row(group, "as the clock went", "moves/s", moves / passed))
        return rows


async def _let_play(tables: list[_Table], pid: int, seconds: float) -> tuple[int, float, float]:
    """Let the tables play for a while: moves, CPU seconds of the server, seconds."""
    watching = [asyncio.create_task(table.watch()) for table in tables]
    playing = [asyncio.create_task(table.play()) for table in tables]
    await asyncio.sleep(1)  # until all have warmed up
    before, spent, started = sum(t.moves for t in tables), _cpu(pid), time.perf_counter()
    await asyncio.sleep(max(3.0, 4 * seconds))
    moves = sum(table.moves for table in tables) - before
    spent, passed = _cpu(pid) - spent, time.perf_counter() - started
    for task in (*watching, *playing):
        task.cancel()
    await asyncio.gather(*watching, *playing, return_exceptions=True)
    return moves, spent, passed


def _cpu(pid: int) -> float:
    """Seconds of CPU time that a process has used; NaN where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class _Table:
    """A Festival table whose seats are all programs, each with a stream of what it sees."""

    def __init__(self, client: Any, id: str, tokens: list[str]) -> None:
        self.client = client
        self.id = id
        self.heads = [{"authorization": f"Bearer {token}"} for token in tokens]
        self.seen: list[dict[str, Any] | None] = [None] * len(tokens)
        self.changed = asyncio.Condition()
        self.moves = 0
        self.delays: list[float] = []

    @classmethod
    async def start(cls, client: Any) -> _Table:
        """Make a table and fill its seats."""
        seats = ["me", *["open"] * (SEATS - 1)]
        body = {"game": "festival", "name": "Cat 0", "seats": seats, "listed": True,
                "options": {"target": 300}}  # fmt: skip
        made = (await client.post("/api/v1/tables", json=body)).raise_for_status().json()
        tokens = [made["token"]]
        for number in range(1, SEATS):
            answer = await client.post(
                f"/api/v1/tables/{made['table']}/join", json={"name": f"Cat {number}"}
            )
            tokens.append(answer.raise_for_status().json()["token"])
        return cls(client, made["table"], tokens)

    async def watch(self) -> None:
        """Keep all streams open."""
        await asyncio.gather(*(self._stream(seat) for seat in range(len(self.heads))))

    async def _stream(self, seat: int) -> None:
        url = f"/api/v1/tables/{self.id}/events"
        async with self.client.stream("GET", url, headers=self.heads[seat]) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data:"):
                    async with self.changed:
                        self.seen[seat] = json.loads(line[5:])
                        self.changed.notify_all()

    def _next(self, done: set[tuple[int, int]]) -> tuple[int, dict[str, Any]] | None:
        """A seat that may answer a question that it has not answered yet."""
        for seat, seen in enumerate(self.seen):
            if seen is None or (seat, seen["question"]) in done:
                continue
            if seen["actions"] and seen["seats"][seat]["turn"]:
                return seat, seen
        return None

    async def play(self) -> None:
        """Let the seats answer, each the first thing it may."""
        done: set[tuple[int, int]] = set()
        while True:
            async with self.changed:
                await self.changed.wait_for(lambda: self._next(done))
                found = self._next(done)
            assert found
            seat, seen = found
            done.add((seat, seen["question"]))
            body = {"action": next(iter(seen["actions"])), "question": seen["question"]}
            started = time.perf_counter()
            tags = [other and other["tag"] for other in self.seen]
            answer = await self.client.post(
                f"/api/v1/tables/{self.id}/act", json=body, headers=self.heads[seat]
            )
            answer.raise_for_status()
            self.moves += 1
            async with self.changed:
                await self.changed.wait_for(
                    lambda tags=tags: all(  # type: ignore[misc]
                        new and new["tag"] != tag for new, tag in zip(self.seen, tags, strict=True)
                    )
                )
            self.delays.append(time.perf_counter() - started)


async def _weigh(client: Any, table: str) -> list[Row]:
    """What a browser loads for a table: the page, and all that stands in it or in its styles."""
    heads = {"accept-encoding": "gzip", "accept": "text/html"}
    sizes: dict[str, int] = {}
    page, sizes["page"] = await _load(client, f"/tables/{table}", heads)
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
