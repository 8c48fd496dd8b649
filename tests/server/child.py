"""A server in a process of its own, to be killed."""

from __future__ import annotations

import logging
import multiprocessing
import socket
from typing import Any

import httpx
import uvicorn
from tests.server.playing import PATIENCE, PLENTY, UNUSED, wait_for

from meowple.server.app import create_app

FORKS = multiprocessing.get_context("forkserver")
"""Forks servers off a process that has made one: that is quicker than a fresh one."""
FORKS.set_forkserver_preload(["tests.server.child", "tools.warm"])


def serve(database: str, port: int, settings: dict[str, Any]) -> None:
    """Serve until killed."""
    logging.disable(logging.WARNING)
    settings = {"bot_delay": 0.0, "bot_workers": 0, "limits": PLENTY, **settings}
    app = create_app(database, **settings)
    uvicorn.run(app, port=port, log_level="error", timeout_graceful_shutdown=1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """A server in a process of its own."""

    def __init__(self, database: str, *, port: int | None = None, **settings: Any) -> None:
        port = port or free_port()
        self.url = f"http://127.0.0.1:{port}"
        self._process = FORKS.Process(target=serve, args=(database, port, settings))
        self._process.start()
        wait_for(self._up)

    def _up(self) -> bool:
        assert self._process.is_alive(), "the server has ended by itself"
        try:
            return (
                httpx.get(f"{self.url}/ready", timeout=PATIENCE, verify=UNUSED).status_code == 200
            )
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """End it as `kill -9` does."""
        self._process.kill()
        self._process.join(PATIENCE)
