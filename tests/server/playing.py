"""A real server in a thread, browsers without script, and streams, for tests."""

from __future__ import annotations

import asyncio
import html
import json
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import uvicorn
from tests.patience import PATIENCE

from meowple.bots.registry import bots
from meowple.core import language
from meowple.core.registry import games
from meowple.server.app import create_app
from meowple.server.house import House
from meowple.server.html.render import Renderer
from meowple.server.limits import Limits
from meowple.server.tables import database

PLENTY = Limits(
    commands=(100_000, 100_000),
    pages=(100_000, 100_000),
    tables=(100_000, 100_000),
    streams=1000,
    programs=1000,
)
"""Limits that no test runs into."""

NUMBERS = count()

AS_SHIPPED = database.SYNCHRONOUS
database.SYNCHRONOUS = "OFF"  # quick: no power is cut here

UNUSED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Given to each client, which else would read all certificates of this machine."""

INSTALLED = games(), bots()


@cache
def _renderer(more: str | None) -> Renderer:
    return Renderer()


def shared_renderer() -> Renderer:
    """What draws the pages of a server: to read the templates takes longer than most tests.

    So all tests of a process share it, but for those that play what is not always installed.
    """
    return _renderer(language.MORE) if (games(), bots()) == INSTALLED else Renderer()


class _Stoppable(uvicorn.Server):
    """Stops when it is told to, and does not look ten times a second whether it was."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._told = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    async def main_loop(self) -> None:
        seconds = 0
        while not await self.on_tick(10 * seconds):  # sets the date that answers have
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), 1)
            seconds += 1

    def stop(self) -> None:
        """From another thread."""
        self.should_exit = True
        with suppress(RuntimeError):  # it has stopped already
            self._loop.call_soon_threadsafe(self._told.set)


class Server:
    """A server on a port of its own."""

    def __init__(self, database: str | Path, **settings: Any) -> None:
        settings = {"bot_delay": 0.0, "bot_workers": 0, "limits": PLENTY, **settings}
        settings.setdefault("renderer", shared_renderer())
        self.app = create_app(database, **settings)
        self.house: House = self.app.state.house
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        config = uvicorn.Config(self.app, log_level="error", timeout_graceful_shutdown=1)
        self._server = _Stoppable(config)
        self._listener = listener
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listener]}, daemon=True
        )
        self._thread.start()
        wait_for(lambda: self._server.started)

    def stop(self) -> None:
        self.house.live.end_streams()
        self._server.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"
        self._listener.close()


def wait_for(true: Callable[[], Any]) -> Any:
    """The first true value of a function; fails when it takes too long."""
    end = time.monotonic() + PATIENCE
    while not (value := true()):
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.005)
    return value


def place(answer: httpx.Response) -> str:
    """The path of the table to which an answer leads."""
    path: str = answer.headers["location"]
    return path.removesuffix("?fresh=1")


class Browser:
    """Somebody with a browser that runs no script: reads pages, fills forms, keeps cookies."""

    def __init__(self, url: str, name: str = "", **headers: str) -> None:
        own = {"sec-fetch-site": "same-origin", "user-agent": f"Browser {next(NUMBERS)}"}
        self.http = httpx.Client(
            base_url=url, timeout=PATIENCE, headers={**own, **headers}, verify=UNUSED
        )
        self.name = name

    def close(self) -> None:
        self.http.close()

    def get(self, path: str, **settings: Any) -> httpx.Response:
        return self.http.get(path, **settings)

    def post(self, path: str, headers: dict[str, str] | None = None, **fields: Any) -> Any:
        data = {name.replace("__", "-"): value for name, value in fields.items()}
        return self.http.post(path, data=data, headers=headers)

    def create(self, *seats: str, game: str = "festival", **fields: Any) -> str:
        """Make a table with oneself in the first seat; gives its path."""
        if game == "festival":
            fields = {"option-crow_redeal": "never", **fields}  # it begins with a card
        wishes: dict[str, Any] = {f"seat-{i}": wish for i, wish in enumerate(seats, 1)}
        answer = self.post(
            "/tables", game=game, name=self.name, seats=len(seats) + 1, **wishes, **fields
        )
        assert answer.status_code == 303, answer.text
        return place(answer)

    def page(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def fields(self, path: str, form: str = "act") -> dict[str, str]:
        """The hidden fields of a form of the table."""
        action = re.escape(f"{path}/{form}")
        page = self.page(path)
        found = re.search(rf'<form[^>]*action="{action}"[^>]*>(.*?)</form>', page, re.DOTALL)
        assert found, f"no form {form}"
        inputs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found[1])
        return {name: html.unescape(value) for name, value in inputs}

    def actions(self, path: str) -> list[str]:
        """The keys that the page offers."""
        keys = re.findall(r'name="action" value="([^"]+)"', self.page(path))
        return [html.unescape(key) for key in keys]

    def act(self, path: str, action: str | None = None, **fields: Any) -> Any:
        """Choose, by default the first thing offered."""
        sent = {**self.fields(path), "action": action or self.actions(path)[0], **fields}
        return self.post(f"{path}/act", **sent)


@cache
def told() -> dict[str, Any]:
    """The operations in the OpenAPI document: path -> method -> what it says."""
    with TemporaryDirectory() as folder:
        app = create_app(f"{folder}/tables.db", bot_workers=0)
        paths: dict[str, Any] = app.openapi()["paths"]
        app.state.house.database.close()
    return paths


def is_told(answer: httpx.Response) -> None:
    """Whatever an operation answers to a program, its document tells of the status."""
    path = re.sub(r"/tables/[^/]+", "/tables/{table_id}", answer.request.url.path)
    operation = told().get(path, {}).get(answer.request.method.lower())
    if operation is not None:
        assert str(answer.status_code) in operation["responses"], (path, answer.status_code)


class Program:
    """A program with a token."""

    def __init__(self, url: str, name: str = "Ada") -> None:
        hooks = {"response": [is_told]}
        self.http = httpx.Client(
            base_url=f"{url}/api/v1", timeout=PATIENCE, event_hooks=hooks, verify=UNUSED
        )
        self.name = name

    def close(self) -> None:
        self.http.close()

    def create(self, *seats: str, game: str = "festival", **more: Any) -> str:
        if game == "festival":
            more["options"] = {"crow_redeal": "never", **more.get("options", {})}
        body = {"game": game, "name": self.name, "seats": ["me", *seats], **more}
        answer = self.http.post("/tables", json=body)
        assert answer.status_code == 201, answer.text
        return self.sit(answer.json())

    def join(self, table: str, **more: Any) -> str:
        answer = self.http.post(f"/tables/{table}/join", json={"name": self.name, **more})
        assert answer.status_code == 200, answer.text
        return self.sit(answer.json())

    def sit(self, answer: dict[str, Any]) -> str:
        self.seat = answer["seat"]
        self.invite = answer["invite"]
        self.http.headers["authorization"] = f"Bearer {answer['token']}"
        table: str = answer["table"]
        return table

    def state(self, table: str, **query: Any) -> Any:
        answer = self.http.get(f"/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, table: str, verb: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/tables/{table}/{verb}", json=body)

    def act(self, table: str, **more: Any) -> httpx.Response:
        state = self.state(table)
        body = {"action": next(iter(state["actions"])), "question": state["question"], **more}
        return self.post(table, "act", **body)

    def undo(self, table: str, **more: Any) -> httpx.Response:
        return self.post(table, "undo", question=self.state(table)["question"], **more)


class Stream:
    """The messages of a server-sent event stream, read in a thread."""

    def __init__(self, client: httpx.Client, path: str, **headers: str) -> None:
        self.messages: queue.Queue[dict[str, str]] = queue.Queue()
        self.status = 0
        self.beats = 0
        self._headers = headers
        self._client = client
        self._ended = threading.Event()
        self._opened = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(path,), daemon=True)
        self._thread.start()
        assert self._opened.wait(PATIENCE)

    def _read(self, path: str) -> None:
        try:
            with self._client.stream(
                "GET", path, headers=self._headers, timeout=PATIENCE
            ) as response:
                self.status = response.status_code
                self.headers = response.headers
                self._opened.set()
                self._lines(response)
        except httpx.HTTPError:
            pass
        finally:
            self._opened.set()
            self._ended.set()

    def _lines(self, response: httpx.Response) -> None:
        message: dict[str, str] = {}
        rest = b""
        for part in response.stream:  # type: ignore[union-attr]
            if self._ended.is_set():
                return
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                if line:
                    name, _, value = line.decode().partition(": ")
                    if name in message:
                        message[name] += "\n" + value
                    else:
                        message[name] = value
                elif message:
                    if message.get("event") == "beat":
                        self.beats += 1
                    elif message.keys() & {"data", ""}:
                        self.messages.put(message)
                    message = {}

    def next(self) -> dict[str, str]:
        """The next message."""
        return self.messages.get(timeout=PATIENCE)

    def until(self, text: str) -> dict[str, str]:
        """The first message that holds a text."""
        while text not in (message := self.next()).get("data", ""):
            pass
        return message

    def nothing(self, seconds: float) -> None:
        """Fails if anything comes."""
        try:
            message = self.messages.get(timeout=seconds)
        except queue.Empty:
            return
        raise AssertionError(message)

    def ends(self) -> bool:
        """Waits until the server has ended it."""
        return self._ended.wait(PATIENCE)

    def close(self) -> None:
        self._ended.set()


@contextmanager
def serving(database: str | Path, **settings: Any) -> Iterator[Server]:
    """A server for a while."""
    server = Server(database, **settings)
    try:
        yield server
    finally:
        server.stop()


def plain(value: Any) -> str:
    """As JSON, to compare."""
    return json.dumps(value, sort_keys=True)
