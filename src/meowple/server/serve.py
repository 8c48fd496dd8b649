"""Start a server from the command line: wait for its database, listen, and keep its processes."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_network
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType

import uvicorn
from fastapi import FastAPI

from meowple.core.errors import MeowpleError
from meowple.core.language import N_

from . import logs
from .app import create_app
from .live import Live
from .tables.database import Away, BadDatabase, Database

log = logging.getLogger(__name__)


class BadAddress(MeowpleError):
    """The server cannot listen there, or what is said of addresses is none."""


SPAWN = multiprocessing.get_context("spawn")

REST = 2.0
"""Seconds between two processes in one place: one that ends at once shall not keep a core busy."""


@dataclass(frozen=True)
class Settings:
    """How a server is run.

    Attributes:
        host: the address to listen on.
        port: the port; 0 for any that is free.
        database: a file or the URL of a database.
        public_url: the address under which people reach the server.
        proxies: addresses and networks of web servers in front, whose word about who asks is taken.
        workers: how many processes serve.
        metrics: addresses and networks from which the figures may be read.
        json_log: whether to log as JSON, each request included.
    """

    host: str
    port: int
    database: str
    public_url: str | None = None
    proxies: tuple[str, ...] = ()
    workers: int = 1
    metrics: tuple[str, ...] = ("127.0.0.1", "::1")
    json_log: bool = False


def data_folder() -> Path:
    """Where a user's data belongs on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "meowple"


def default_database() -> str:
    """The file that keeps the tables where no other is named."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = N_("there is no folder {name} for the database")
        raise BadDatabase(text, name=str(folder)) from error
    return str(folder / "meowple.db")


@dataclass(frozen=True)
class Line:
    """Something to say to who has started the server: English, or as `words` translates it."""

    text: str
    values: dict[str, object]

    def words(self, translate: Callable[[str], str]) -> str:
        """The line in the language that ``translate`` turns texts into."""
        return translate(self.text).format(**self.values)


def in_english(line: Line) -> str:
    """A line as it is."""
    return line.words(str)


def serve(settings: Settings, told: Callable[[Line], str] = in_english) -> None:
    """Serve until stopped.

    Args:
        settings: how.
        told: puts what is said on the way into words.

    Raises:
        BadDatabase, BadAddress: what cannot be mended by waiting.
    """
    check_addresses(settings)
    listener = _listen(settings.host, settings.port)
    try:
        wait_for_database(settings.database, told)
        line = Line(
            N_("Meowple is at {address} (Ctrl+C stops it)"), {"address": _shown(settings, listener)}
        )
        print(told(line), flush=True)
        if settings.workers == 1:
            _work(settings, listener)
        else:
            _Crew(settings, listener).run()
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


def wait_for_database(url: str, told: Callable[[Line], str] = in_english) -> None:
    """Bring the database up to date, as soon as it can be reached. Raises `BadDatabase`."""
    pause = 0.5
    database = Database(url)
    while True:
        try:
            database.migrate()
            break
        except Away as error:
            text = N_("The database {name} cannot be reached: {reason}. Trying again ...")
            line = Line(text, {"name": database, "reason": error})
            print(told(line), file=sys.stderr, flush=True)
            time.sleep(pause)
            pause = min(10.0, pause * 2)
    database.close()


def settle() -> None:
    """Let the collector of garbage leave alone what is loaded by now: it lives on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)  # a page is made of more than a few hundred objects


def _work(settings: Settings, listener: socket.socket) -> None:
    """Serve in this process."""
    logs.set_up(as_json=settings.json_log)
    app = _application(settings)
    settle()
    config = uvicorn.Config(
        app,
        # Refuses heads of more than 64 kB; httptools, taken where it is installed, would keep any.
        http="h11",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
    )
    _Server(config, app.state.house.live).run(sockets=[listener])


def _application(settings: Settings) -> FastAPI:
    """The application, as soon as the database can be reached."""
    while True:
        try:
            return create_app(
                settings.database, public_url=settings.public_url, metrics=settings.metrics
            )
        except Away:  # gone again since the start, perhaps for long
            wait_for_database(settings.database)


class _Server(uvicorn.Server):
    """Ends the streams before it waits for the connections to close."""

    def __init__(self, config: uvicorn.Config, live: Live) -> None:
        super().__init__(config)
        self._live = live

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._live.end_streams()
        await super().shutdown(sockets)


def _worker(settings: Settings, listener: socket.socket) -> None:
    """One of several processes. It ends with its parent, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches it too: the parent tells it
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()
    try:
        with suppress(KeyboardInterrupt):
            _work(settings, listener)
    except BadDatabase as error:
        log.error("%s", error)
        sys.exit(1)


class _Crew:
    """Several processes that serve from one listening socket; who dies is replaced."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._settings = settings
        self._listener = listener
        self._stop = threading.Event()

    def run(self) -> None:
        logs.set_up(as_json=self._settings.json_log)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stopped)
        crew = [self._hire() for _ in range(self._settings.workers)]
        hired = [time.monotonic()] * len(crew)
        while not self._stop.wait(0.5):
            for place, process in enumerate(crew):
                if not process.is_alive() and time.monotonic() > hired[place] + REST:
                    log.warning(
                        "a process has ended (%s): another takes its place", process.exitcode
                    )
                    crew[place] = self._hire()
                    hired[place] = time.monotonic()
        for process in crew:
            process.terminate()
        for process in crew:
            process.join(10)
            process.kill()

    def _hire(self) -> BaseProcess:
        process = SPAWN.Process(target=_worker, args=(self._settings, self._listener))
        process.start()
        return process

    def _stopped(self, number: int, frame: FrameType | None) -> None:
        self._stop.set()


def _shown(settings: Settings, listener: socket.socket) -> str:
    """The address to open."""
    if settings.public_url:
        return settings.public_url
    address, port = listener.getsockname()[:2]
    shown = "localhost" if address in ("127.0.0.1", "0.0.0.0", "::", "::1") else address
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http://{shown}:{port}"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, for only then asyncio sends what is written at once (TCP_NODELAY):
    # else the body of an answer waits until the browser has acknowledged its head, 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        text = N_("port {port} of {host} cannot be used: {reason}")
        raise BadAddress(text, port=port, host=host, reason=error.strerror) from error
    return listener


def check_addresses(settings: Settings) -> None:
    """Raises `BadAddress` for what is no address, or for proxies without what they serve."""
    for name in (*settings.proxies, *settings.metrics):
        try:
            ip_network(name, strict=False)
        except ValueError as error:
            text = N_("{name} is no address or network, such as 127.0.0.1 or 10.0.0.0/8")
            raise BadAddress(text, name=name) from error
    url = settings.public_url
    if settings.proxies and url is None:
        raise BadAddress(
            N_("behind a proxy, say under which address people reach it: --public-url")
        )
    if url is not None and not re.fullmatch(r"https?://[^/?#\s@]+", url):
        text = N_("{name} is no address of a server: it looks like https://cats.example.org")
        raise BadAddress(text, name=url)
