"""A server for each test that asks for one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.playing import Browser, Program, Server
from tests.server.postgres import Cluster

from meowple.server.tables.database import Database
from meowple.server.tables.store import Store


@pytest.fixture(scope="session")
def cluster() -> Cluster:
    """A PostgreSQL for all tests of this run."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"{os.getpid()}"
    return Cluster(Path(tempfile.gettempdir()) / f"meowple-pg-{run[:16]}")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new database: every test that asks for one runs on both kinds."""
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    url = cluster.database()
    yield url
    cluster.drop(url)


@pytest.fixture
def opened(database: str) -> Iterator[Callable[[], Store]]:
    """Opens the test's database, each time as another process would."""
    made: list[Database] = []

    def go() -> Store:
        made.append(Database(database))
        made[-1].migrate()
        return Store(made[-1])

    yield go
    for each in made:
        each.close()


@pytest.fixture
def start(database: str) -> Iterator[Callable[..., Server]]:
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
