"""The database itself: how it is reached, brought up to date, and watched for what others store."""

from __future__ import annotations

import logging
import os
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa
from alembic import command as alembic_command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase

from meowple.core.errors import MeowpleError
from meowple.core.language import N_

from .models import LogRow

log = logging.getLogger(__name__)

CHANNEL = "meowple"
"""Where PostgreSQL tells of new rows."""

WAIT = 5.0
"""Seconds for a lock, a free connection or an answer before a request is told to try again."""


MOMENT = 0.1
"""Seconds for which a watch waits for new rows: so long does it take to notice that it is to stop."""

SYNCHRONOUS = "FULL"
"""How SQLite stores: what was acknowledged survives a power cut too."""

ALIVE = {
    "connect_timeout": int(WAIT),
    "application_name": "meowple",
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""How PostgreSQL is connected to: a connection that has silently died is noticed, though it only listens."""


SETTINGS = {
    "lock_timeout": int(WAIT * 1000),
    "idle_in_transaction_session_timeout": int(WAIT * 1000),
    "tcp_keepalives_idle": 10,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
}
"""How long PostgreSQL waits for us: a process that stands still, or its machine, keeps no table for long."""


class Away(MeowpleError):
    """The database cannot be reached or is busy: what was asked is to be tried again."""


class BadDatabase(MeowpleError):
    """The database cannot be used, now or later: somebody has to change something first."""


class Watch(Protocol):
    """Tells what is stored, by whichever process."""

    def changes(self) -> Mapping[str, int] | None:
        """Waits a moment for new rows: table id -> number of its last row.

        None: something may have been missed, so anything may have changed.

        Raises:
            Away: look again later, with a new watch.
        """

    def close(self) -> None:
        """Look no more."""


class Database:
    """A SQLite file or a PostgreSQL database. Making one reaches for nothing yet.

    Args:
        url: of SQLAlchemy, ``postgresql://...`` or ``sqlite:///meowple.db``; or the path of a file.
        poll: seconds between two looks at whether others have written to a SQLite file.

    Raises:
        BadDatabase: for what is no such address.
    """

    def __init__(self, url: str | Path, *, poll: float = 0.01) -> None:
        self.url = _url(str(url))
        self.poll = poll
        self._one = threading.Lock()
        self.sqlite = self.url.get_backend_name() == "sqlite"
        try:
            if self.sqlite:
                self._writing = self._sqlite_engine()
                sa.event.listen(self._writing, "begin", _begin_sqlite)
                self._reading = self._sqlite_engine()
            else:
                self._writing = sa.create_engine(
                    self.url,
                    pool_size=12,
                    max_overflow=20,
                    pool_timeout=WAIT,
                    pool_pre_ping=True,
                    connect_args=ALIVE,
                    hide_parameters=True,
                )
                sa.event.listen(self._writing, "connect", _set_up_postgres)
                self._reading = self._writing.execution_options(isolation_level="AUTOCOMMIT")
        except ModuleNotFoundError as error:
            raise BadDatabase(
                N_("PostgreSQL needs its driver: pip install 'meowple[postgres]'")
            ) from error

    def __str__(self) -> str:
        return str(self.url.database) if self.sqlite else self.url.render_as_string()

    def _sqlite_engine(self) -> sa.Engine:
        engine = sa.create_engine(
            self.url,
            pool_size=12,
            max_overflow=40,
            pool_timeout=WAIT,
            connect_args={"timeout": WAIT},
            hide_parameters=True,  # they may be hidden cards, and errors are logged
        )
        sa.event.listen(engine, "connect", _set_up_sqlite)
        return engine

    def close(self) -> None:
        """Give all connections back."""
        self._writing.dispose()
        self._reading.dispose()

    # -- reading and writing ------------------------------------------------------------------

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A connection that sees what is stored; it waits for no writer. Raises `Away`."""
        with _reached(), self._reading.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """A transaction: what is done in it is stored at its end, or nothing is.

        Raises:
            Away: whether it is stored is not known, so what is done again must do no harm.
        """
        with self._turn(), _reached(), self._writing.begin() as connection:
            yield connection

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """SQLite has one writer at a time: the threads of a process queue up before it asks."""
        if not self.sqlite:
            yield
        elif self._one.acquire(timeout=WAIT):
            try:
                yield
            finally:
                self._one.release()
        else:
            raise Away("{reason}", reason="it is busy")

    def put(
        self,
        connection: sa.Connection,
        model: type[DeclarativeBase],
        keys: Mapping[str, Any],
        values: Mapping[str, Any] | None = None,
        **first: Any,
    ) -> None:
        """Insert a row, or change the ``values`` of the one with the same keys.

        Two who do it at once do no harm. ``first`` are values for a new row only.
        """
        insert: Any = sqlite.insert if self.sqlite else postgresql.insert
        made = insert(model).values(**keys, **(values or {}), **first)
        if values:
            made = made.on_conflict_do_update(index_elements=list(keys), set_=dict(values))
        else:
            made = made.on_conflict_do_nothing()
        connection.execute(made)

    # -- its form -----------------------------------------------------------------------------

    def migrate(self) -> None:
        """Bring the database up to date.

        Raises:
            BadDatabase: somebody has to do something first.
            Away: it cannot be reached now.
        """
        self._check_file()
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        try:
            with self.write() as connection:
                if not self.sqlite:  # one process at a time, however long it takes
                    connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(6369)"))
                config.attributes["connection"] = connection
                alembic_command.upgrade(config, "head")
        except CommandError as error:
            text = N_("{name} was made by a newer Meowple: {reason}")
            raise BadDatabase(text, name=str(self), reason=str(error)) from error
        except Away as error:
            if self.sqlite and "locked" not in str(error):
                raise BadDatabase(_UNUSABLE, name=str(self), reason=str(error)) from error
            raise
        except sa.exc.DatabaseError as error:
            raise BadDatabase(_UNUSABLE, name=str(self), reason=_reason(error)) from error

    def shrink(self) -> None:
        """Give the room of what was removed back to the disk; PostgreSQL does that by itself."""
        if self.sqlite:
            with self.read() as connection:
                connection.exec_driver_sql("VACUUM")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def _check_file(self) -> None:
        file = self.url.database if self.sqlite else None
        if not file or file == ":memory:" or file.startswith("file:"):
            return
        path = Path(file)
        if not path.absolute().parent.is_dir():
            text = N_("there is no folder {name} for the database")
            raise BadDatabase(text, name=str(path.absolute().parent))
        if path.is_dir():
            text = N_("{name} is a folder: name a file for the database in it")
            raise BadDatabase(text, name=str(path))
        if path.exists() and not os.access(path, os.W_OK):
            text = N_("{name} is read-only: the server cannot store anything in it")
            raise BadDatabase(text, name=str(path))

    # -- watching -----------------------------------------------------------------------------

    def watch(self) -> Watch:
        """Begin to look for new rows. Raises `Away`."""
        return _Polled(self) if self.sqlite else _Told(self)

    def tell(self, connection: sa.Connection, table_id: str, n: int) -> None:
        """Let all watches know, once the transaction is through, that a table has grown."""
        if not self.sqlite:
            connection.execute(
                sa.text("SELECT pg_notify(:channel, :text)"),
                {"channel": CHANNEL, "text": f"{table_id} {n}"},
            )


class _Polled:
    """SQLite tells when others have written, so that an idle look costs next to nothing.

    There is one writer at a time, so rows get their ids in the order in which they are seen.
    """

    def __init__(self, database: Database) -> None:
        self._poll = database.poll
        with _reached():
            self._connection = database._reading.connect()
            self._newest = self._connection.execute(sa.select(sa.func.max(LogRow.id))).scalar() or 0
        self._cursor = self._connection.connection.cursor()
        self._version = -1
        self._fresh = True

    def _look(self) -> int:
        self._cursor.execute("PRAGMA data_version")
        found = self._cursor.fetchone()
        return int(found[0]) if found else 0

    def changes(self) -> Mapping[str, int] | None:
        if self._fresh:  # what was stored before it looked is not known
            self._fresh = False
            return None
        end = time.monotonic() + MOMENT
        with _reached():
            while (version := self._look()) == self._version:
                if time.monotonic() > end:
                    return {}
                time.sleep(self._poll)
            self._version = version
            found = self._connection.execute(
                sa.select(LogRow.table_id, sa.func.max(LogRow.n), sa.func.max(LogRow.id))
                .where(LogRow.id > self._newest)
                .group_by(LogRow.table_id)
            ).all()
        self._newest = max((row[2] for row in found), default=self._newest)
        return {row[0]: row[1] for row in found}

    def close(self) -> None:
        self._cursor.close()
        self._connection.close()


class _Told:
    """PostgreSQL tells of each table that has grown, at the moment of the commit."""

    def __init__(self, database: Database) -> None:
        import psycopg

        self._error = psycopg.Error
        address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            self._connection = psycopg.connect(address, autocommit=True, **ALIVE)  # type: ignore[arg-type]
            self._connection.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error as error:
            raise Away("{reason}", reason=_reason(error)) from error
        self._fresh = True

    def changes(self) -> Mapping[str, int] | None:
        if self._fresh:  # what was told before it listened is lost
            self._fresh = False
            return None
        found: dict[str, int] = {}
        try:
            for wait in (MOMENT, 0.0):
                for told in self._connection.notifies(timeout=wait, stop_after=1 if wait else None):
                    table_id, _, n = told.payload.partition(" ")
                    found[table_id] = max(int(n), found.get(table_id, 0))
                if not found:
                    break
        except self._error as error:
            raise Away("{reason}", reason=_reason(error)) from error
        return found

    def close(self) -> None:
        self._connection.close()


_UNUSABLE = N_("{name} cannot be used: {reason}")


def _url(url: str) -> sa.URL:
    if "://" not in url:
        return sa.URL.create("sqlite", database=url)
    try:
        made = sa.make_url(url)
        if made.drivername in ("postgres", "postgresql"):
            made = made.set(drivername="postgresql+psycopg")
        backend = made.get_backend_name()
    except (sa.exc.ArgumentError, ValueError):
        shown = re.sub(r"(//[^:@/]*):.*@", r"\1:***@", url)  # it may hold a password
        raise BadDatabase(N_("{name} is no address of a database"), name=shown) from None
    if backend not in ("sqlite", "postgresql"):
        text = N_(
            "{name} is no kind of database that Meowple knows: take a file's path or "
            "postgresql://user@host/name"
        )
        raise BadDatabase(text, name=backend)
    if made.drivername not in ("sqlite", "sqlite+pysqlite", "postgresql+psycopg"):
        text = N_("Meowple has no driver {name}: leave out what stands behind the plus sign")
        raise BadDatabase(text, name=made.drivername)
    return made


@contextmanager
def _reached() -> Iterator[None]:
    """Says `Away` for all the ways in which a database is out of reach."""
    try:
        yield
    except (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError) as error:
        raise Away("{reason}", reason=_reason(error)) from error
    except sa.exc.DBAPIError as error:
        if error.connection_invalidated:
            raise Away("{reason}", reason=_reason(error)) from error
        raise


def _reason(error: BaseException) -> str:
    """The driver's own words, in one line."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split())[:200] or type(original).__name__


def _set_up_postgres(connection: Any, _: Any) -> None:
    connection.autocommit = True  # else the settings would go with the first transaction
    connection.execute("".join(f"SET {name} = {value};" for name, value in SETTINGS.items()))
    connection.autocommit = False


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # the driver opens no transactions: `_begin_sqlite` does
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")  # readers and the writer do not wait for another
    cursor.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # writers queue up here and never later
