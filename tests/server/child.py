"""A server in a process of its own, to be killed."""

from __future__ import annotations

import logging

import uvicorn

from meowple.server.app import create_app
from meowple.server.limits import Limits

PLENTY = Limits(commands=(1e6, 1e6), pages=(1e6, 1e6), tables=(1e6, 1e6), streams=1000)


def serve(database: str, port: int, delay: float) -> None:
    """Serve until killed."""
    logging.disable(logging.WARNING)
    app = create_app(database, bot_delay=delay, bot_workers=0, limits=PLENTY)
    uvicorn.run(app, port=port, log_level="error", timeout_graceful_shutdown=1)
