"""Start a server from the command line."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

import uvicorn

from .app import create_app
from .live import Live


def data_folder() -> Path:
    """Where a user's data belongs on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "meowple"


def serve(host: str, port: int, database: str | None) -> None:
    """Serve until stopped; see `meowple.server.run`."""
    if database is None:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        database = str(folder / "meowple.db")
    app = create_app(database)
    listener = _listen(host, port)
    address, port = listener.getsockname()[:2]
    shown = "localhost" if address in ("127.0.0.1", "0.0.0.0", "::", "::1") else address
    shown = f"[{shown}]" if ":" in shown else shown
    print(f"Meowple is at http://{shown}:{port} (Ctrl+C stops it)", flush=True)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
    )
    with suppress(KeyboardInterrupt):
        _Server(config, app.state.house.live).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Ends the streams before it waits for the connections to close."""

    def __init__(self, config: uvicorn.Config, live: Live) -> None:
        super().__init__(config)
        self._live = live

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._live.end_streams()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise SystemExit(f"Port {port} of {host} cannot be used: {error.strerror}.") from error
    return listener
