"""Cleaning up: old tables go, logs keep what is needed, and a SQLite file shrinks."""

from __future__ import annotations

import time

from .database import Database
from .store import Store
from .tables import Tables


def clean(url: str, older_than: float) -> tuple[int, int]:
    """See `meowple.server.clean`. Servers may run meanwhile."""
    database = Database(url)
    database.migrate()
    try:
        store = Store(database)
        tables = store.forget(time.time() - older_than)
        rows = Tables(store, lambda table: None).tidy()
        database.shrink()
    finally:
        database.close()
    return tables, rows
