"""Storage: each table is an append-only log. What is in memory is only a cache of it."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command as alembic_command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError

from .models import Device, LogRow, Member, Person, Presence, Setting, TableHead

LISTED_FOR = 24 * 3600.0
"""How long an open table stays in the list when nothing happens at it."""


@dataclass(frozen=True)
class Head:
    """What was fixed when a table was made, and where its rules stand."""

    id: str
    game: str
    seats: int
    options: Mapping[str, Any]
    listed: bool
    invite: str
    seed: bytes = field(repr=False)
    maker: str
    command: str | None
    made: float
    version: int

    @property
    def commitment(self) -> str:
        """The hash of the seed, which may be shown before the seed."""
        return hashlib.sha256(self.seed).hexdigest()


@dataclass(frozen=True)
class Row:
    """A row of a table's log. ``n`` is 0 until it is stored.

    Attributes:
        kind: what happened; `Table` lists them.
        seat: whose doing it was, or which seat it is about.
        author: who sent it: ``seat:2``, or a person's id.
        payload: the rest, plain data.
        command: the id under which it was sent, so that it is not done twice.
    """

    kind: str
    seat: int | None
    author: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    command: str | None = None
    n: int = 0
    time: float = 0.0


@dataclass(frozen=True)
class Effects:
    """What rows change besides the log, in the same transaction.

    Attributes:
        head: columns of the table's head.
        members: person -> seat, or None for one who looks on.
        gone: people who do not belong to the table any more.
        new_table: a table that is made together with the rows (a rematch), and its first rows.
    """

    head: Mapping[str, Any] = field(default_factory=dict)
    members: Mapping[str, int | None] = field(default_factory=dict)
    gone: Sequence[str] = ()
    new_table: tuple[Head, Sequence[Row], Effects] | None = None


class Conflict(Exception):
    """Another process has written first: catch up and try again."""


class Store:
    """The database.

    Args:
        url: of SQLAlchemy, ``sqlite:///meowple.db``; or the path of a file.
    """

    def __init__(self, url: str) -> None:
        if "://" not in url:
            url = f"sqlite:///{url}"
        self.url = sa.make_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        if self.sqlite:
            self.engine = self._sqlite_engine()
            sa.event.listen(self.engine, "begin", _begin_sqlite)
            self._reading = self._sqlite_engine()
        else:
            self.engine = sa.create_engine(self.url, pool_size=12, max_overflow=40)
            self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._migrate()

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()
        self._reading.dispose()

    def _sqlite_engine(self) -> sa.Engine:
        engine = sa.create_engine(
            self.url, pool_size=12, max_overflow=40, connect_args={"timeout": 20}
        )
        sa.event.listen(engine, "connect", _set_up_sqlite)
        return engine

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            if self.url.get_backend_name() == "postgresql":  # one process at a time
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(6369)"))
            config.attributes["connection"] = connection
            alembic_command.upgrade(config, "head")

    @contextmanager
    def _read(self) -> Iterator[sa.Connection]:
        with self._reading.connect() as connection:
            yield connection

    # -- tables -------------------------------------------------------------------------------

    def create(self, head: Head, rows: Sequence[Row], effects: Effects) -> Head:
        """Store a new table. The same maker's same command gives the table made first."""
        try:
            with self.engine.begin() as connection:
                _insert_table(connection, head, rows, effects)
        except IntegrityError:
            with self._read() as connection:
                found = connection.execute(
                    sa.select(TableHead.id).where(
                        TableHead.maker == head.maker, TableHead.command == head.command
                    )
                ).scalar()
            if found is None:
                raise
            first = self.head(found)
            assert first is not None
            return first
        return head

    def head(self, table_id: str) -> Head | None:
        """The head of a table; None where there is none."""
        columns = [getattr(TableHead, name) for name in _HEAD]
        with self._read() as connection:
            found = connection.execute(sa.select(*columns).where(TableHead.id == table_id)).first()
        if found is None:
            return None
        values = dict(found._mapping)
        return Head(**{**values, "seed": bytes.fromhex(values["seed"])})

    def by_invite(self, invite: str) -> str | None:
        """The id of the table with that invite."""
        with self._read() as connection:
            return connection.execute(
                sa.select(TableHead.id).where(TableHead.invite == invite)
            ).scalar()

    def position(self, table_id: str) -> Any:
        """The last checkpoint's position; None before the start."""
        with self._read() as connection:
            text = connection.execute(
                sa.select(TableHead.position).where(TableHead.id == table_id)
            ).scalar()
        return text and json.loads(text)

    def final(self, table_id: str) -> Any:
        """What was kept of a finished match, or None."""
        with self._read() as connection:
            text = connection.execute(
                sa.select(TableHead.final).where(TableHead.id == table_id)
            ).scalar()
        return text and json.loads(text)

    def open_tables(self, limit: int = 50) -> list[str]:
        """Ids of the listed tables that wait or play, those that wait first, newest first."""
        with self._read() as connection:
            return list(
                connection.execute(
                    sa.select(TableHead.id)
                    .where(TableHead.listed, TableHead.status.in_(("waiting", "playing")))
                    .where(TableHead.changed > time.time() - LISTED_FOR)
                    .order_by(TableHead.status.desc(), TableHead.changed.desc())
                    .limit(limit)
                ).scalars()
            )

    def tables_of(self, person: str, limit: int = 50) -> list[str]:
        """Ids of the tables where a person sits or looks on, newest first."""
        with self._read() as connection:
            return list(
                connection.execute(
                    sa.select(TableHead.id)
                    .join(Member, Member.table_id == TableHead.id)
                    .where(Member.person_id == person, Member.seat.is_not(None))
                    .where(TableHead.status != "closed")
                    .order_by(TableHead.changed.desc())
                    .limit(limit)
                ).scalars()
            )

    def count_tables(self, maker: str) -> int:
        """How many tables a person has made."""
        with self._read() as connection:
            return connection.execute(
                sa.select(sa.func.count()).where(TableHead.maker == maker)
            ).scalar_one()

    def with_bots(self) -> list[str]:
        """Ids of the tables where a bot may owe an answer."""
        with self._read() as connection:
            return list(
                connection.execute(
                    sa.select(TableHead.id).where(TableHead.bots, TableHead.status == "playing")
                ).scalars()
            )

    # -- the log ------------------------------------------------------------------------------

    def rows(self, table_id: str, after: int = 0) -> list[Row]:
        """The rows of a table's log with numbers greater than ``after``."""
        columns = [getattr(LogRow, name) for name in _ROW]
        with self._read() as connection:
            found = connection.execute(
                sa.select(*columns)
                .where(LogRow.table_id == table_id, LogRow.n > after)
                .order_by(LogRow.n)
            ).all()
        rows = [Row(**row._mapping) for row in found]
        for place, row in enumerate(rows, after + 1):
            if row.n != place:
                raise RuntimeError(f"the log of table {table_id} lacks row {place}")
        return rows

    def append(self, table_id: str, after: int, rows: Sequence[Row], effects: Effects) -> None:
        """Store rows, numbered from ``after + 1`` on, all or none. Then they are on disk.

        Raises:
            Conflict: ``after`` is not the last row of the log.
        """
        assert [row.n for row in rows] == list(range(after + 1, after + 1 + len(rows)))
        try:
            with self.engine.begin() as connection:
                _insert_rows(connection, table_id, rows)
                _apply(connection, table_id, effects)
        except IntegrityError as error:
            raise Conflict(table_id) from error

    def greatest(self) -> int:
        """The id of the newest row of all logs."""
        with self._read() as connection:
            return connection.execute(sa.select(sa.func.max(LogRow.id))).scalar() or 0

    def changed_since(self, row_id: int) -> dict[str, int]:
        """The tables that got rows with greater ids, and the number of the last row of each."""
        with self._read() as connection:
            found = connection.execute(
                sa.select(LogRow.table_id, sa.func.max(LogRow.n))
                .where(LogRow.id > row_id)
                .group_by(LogRow.table_id)
            ).all()
        return {row[0]: row[1] for row in found}

    # -- people -------------------------------------------------------------------------------

    def secret(self) -> str:
        """The key of this installation that signs cookies, made when first asked for."""
        with self.engine.begin() as connection:
            query = sa.select(Setting.value).where(Setting.key == "secret")
            found = connection.execute(query).scalar()
            if found is None:
                found = secrets.token_urlsafe(32)
                connection.execute(sa.insert(Setting).values(key="secret", value=found))
            return found

    def name_of(self, person: str) -> str:
        """The name a person last played under; empty for one who has none yet."""
        with self._read() as connection:
            return (
                connection.execute(sa.select(Person.name).where(Person.id == person)).scalar() or ""
            )

    def rename(self, person: str, name: str) -> None:
        """Remember the name a person plays under."""
        with self.engine.begin() as connection:
            changed = connection.execute(
                sa.update(Person).where(Person.id == person).values(name=name)
            )
            if not changed.rowcount:
                connection.execute(sa.insert(Person).values(id=person, name=name, made=time.time()))

    def see(self, table_id: str, person: str, seen: float) -> None:
        """Note that somebody's page is connected to a table; 0 when it went."""
        with self.engine.begin() as connection:
            changed = connection.execute(
                sa.update(Presence)
                .where(Presence.table_id == table_id, Presence.person_id == person)
                .values(seen=seen)
            )
            if not changed.rowcount:
                connection.execute(
                    sa.insert(Presence).values(table_id=table_id, person_id=person, seen=seen)
                )

    def seen(self, table_id: str, since: float) -> frozenset[str]:
        """Who has been connected to a table since then."""
        with self._read() as connection:
            return frozenset(
                connection.execute(
                    sa.select(Presence.person_id).where(
                        Presence.table_id == table_id, Presence.seen >= since
                    )
                ).scalars()
            )

    def add_device(self, code: str, table_id: str, person: str, expires: float) -> None:
        """Keep a code with which another device may take the seat of a person."""
        with self.engine.begin() as connection:
            connection.execute(sa.delete(Device).where(Device.expires < time.time()))
            connection.execute(
                sa.insert(Device).values(
                    code=_hash(code), table_id=table_id, person_id=person, expires=expires
                )
            )

    def device(self, code: str, *, use: bool = False) -> tuple[str, str] | None:
        """The table of a code that holds and who made it; with ``use`` it holds no more."""
        query = sa.select(Device.table_id, Device.person_id).where(
            Device.code == _hash(code), Device.expires >= time.time()
        )
        if not use:
            with self._read() as connection:
                found = connection.execute(query).first()
            return found and (found[0], found[1])
        with self.engine.begin() as connection:
            found = connection.execute(query).first()
            gone = connection.execute(sa.delete(Device).where(Device.code == _hash(code)))
        return (found[0], found[1]) if found and gone.rowcount else None


_HEAD = (
    "id",
    "game",
    "seats",
    "options",
    "listed",
    "invite",
    "seed",
    "maker",
    "command",
    "made",
    "version",
)
_ROW = ("kind", "seat", "author", "payload", "command", "n", "time")


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _insert_rows(connection: sa.Connection, table_id: str, rows: Sequence[Row]) -> None:
    for row in rows:
        values = {name: getattr(row, name) for name in _ROW}
        connection.execute(sa.insert(LogRow).values(table_id=table_id, **values))


def _insert_table(
    connection: sa.Connection, head: Head, rows: Sequence[Row], effects: Effects
) -> None:
    values = {name: getattr(head, name) for name in _HEAD}
    values.update(
        seed=head.seed.hex(), status="waiting", bots=False, changed=head.made, position_n=0
    )
    values["options"] = dict(head.options)
    connection.execute(sa.insert(TableHead).values(**values))
    _insert_rows(connection, head.id, rows)
    _apply(connection, head.id, effects)


def _apply(connection: sa.Connection, table_id: str, effects: Effects) -> None:
    if effects.head:
        connection.execute(
            sa.update(TableHead).where(TableHead.id == table_id).values(**effects.head)
        )
    for person in (*effects.gone, *effects.members):
        connection.execute(
            sa.delete(Member).where(Member.table_id == table_id, Member.person_id == person)
        )
    for person, seat in effects.members.items():
        connection.execute(sa.insert(Member).values(table_id=table_id, person_id=person, seat=seat))
    if effects.new_table is not None:
        _insert_table(connection, *effects.new_table)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # the driver opens no transactions: `_begin_sqlite` does
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")  # readers and the writer do not wait for another
    cursor.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut too
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # writers queue up here and never later
