"""A server for each test that asks for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.playing import Browser, Program, Server


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def start(database: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers on the test's database."""
    servers: list[Server] = []

    def go(**settings: Any) -> Server:
        servers.append(Server(database, **settings))
        return servers[-1]

    yield go
    for server in servers:
        server.stop()


@pytest.fixture
def server(start: Callable[..., Server]) -> Server:
    return start()


@pytest.fixture
def person(server: Server) -> Iterator[Callable[..., Browser]]:
    """Makes people with browsers."""
    made: list[Browser] = []

    def go(name: str = "", url: str = "", **headers: str) -> Browser:
        made.append(Browser(url or server.url, name, **headers))
        return made[-1]

    yield go
    for each in made:
        each.close()


@pytest.fixture
def program(server: Server) -> Iterator[Callable[..., Program]]:
    """Makes programs."""
    made: list[Program] = []

    def go(name: str = "Ada", url: str = "") -> Program:
        made.append(Program(url or server.url, name))
        return made[-1]

    yield go
    for each in made:
        each.close()
