"""Tables on line: lobby, pages, live updates, storage and the JSON interface."""

from __future__ import annotations

__all__ = ["run"]


def run(host: str = "127.0.0.1", port: int = 8000, database: str | None = None) -> None:
    """Serve until stopped. Prints the address once the server listens.

    Args:
        host: the address to listen on; ``0.0.0.0`` for every one.
        port: the port; 0 for any that is free.
        database: a file, or a database URL; a file in the user's data folder when not given.
    """
    from .serve import serve

    serve(host, port, database)
