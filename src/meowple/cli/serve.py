"""``meowple serve``, and ``meowple`` alone: tables in the browser."""

from __future__ import annotations

from argparse import Namespace

from .language import told


def run(arguments: Namespace) -> int:
    """Serve until stopped."""
    from meowple.server import run as serve

    serve(
        host=arguments.host,
        port=arguments.port,
        database=arguments.database,
        public_url=arguments.public_url and arguments.public_url.rstrip("/"),
        proxies=tuple(arguments.proxy),
        workers=arguments.workers,
        metrics=("127.0.0.1", "::1", *arguments.metrics),
        json_log=arguments.log == "json",
        told=told,
    )
    return 0
