"""Tables on line: lobby, pages, live updates, storage and the JSON interface."""

from __future__ import annotations

from typing import Any

__all__ = ["clean", "run"]


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    *,
    told: Any = None,
    **settings: Any,
) -> None:
    """Serve until stopped. Prints the address once the server listens.

    Args:
        host: the address to listen on; ``0.0.0.0`` for every one.
        port: the port; 0 for any that is free.
        database: a file, or a database URL; a file in the user's data folder when not given.
        told: puts what is said on the way into words; English when not given.
        settings: the rest of `meowple.server.serve.Settings`.
    """
    from .serve import Settings, default_database, in_english, serve

    chosen = Settings(host, port, database or default_database(), **settings)
    serve(chosen, told or in_english)


def clean(older_than: float, database: str | None = None) -> tuple[int, int]:
    """Remove tables at which nothing has happened for long, and what logs need no more.

    Running matches stay, however long nobody has played.

    Args:
        older_than: seconds since anything has happened at a table.
        database: as for `run`.

    Returns:
        How many tables and how many rows of other logs were removed.
    """
    from .serve import default_database
    from .tables.clean import clean

    return clean(database or default_database(), older_than)
