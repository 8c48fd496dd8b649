"""``meowple serve``, and ``meowple`` alone: tables in the browser."""

from __future__ import annotations

from argparse import Namespace


def run(arguments: Namespace) -> int:
    """Serve until stopped."""
    from meowple.server import run as serve

    serve(host=arguments.host, port=arguments.port, database=arguments.database)
    return 0
