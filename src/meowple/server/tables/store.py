"""Storage: each table is an append-only log. What is in memory is only a cache of it."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from .database import Database
from .models import (
    Device,
    Film,
    LogRow,
    Member,
    Person,
    Presence,
    Process,
    Setting,
    TableHead,
)

AHEAD = 120.0
"""Seconds: nothing that is to come is noted for later than that, unless the clock was set back since."""

LISTED_FOR = 24 * 3600.0
"""How long an open table stays in the list when nothing happens at it."""


@dataclass(frozen=True)
class Head:
    """What was fixed when a table was made, and where its rules stand.

    Attributes:
        status: as lists show it.
    """

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
    squashed: int = 0
    status: str = ""

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
        told: how many of the events before it still stand, and those that it caused.
    """

    kind: str
    seat: int | None
    author: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    command: str | None = None
    n: int = 0
    time: float = 0.0
    told: list[Any] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Effects:
    """What rows change besides the log, in the same transaction.

    Attributes:
        head: columns of the table's head.
        members: person -> seat, or None for one who looks on.
        gone: people who do not belong to the table any more.
        film: what is kept of a match that has just ended.
        new_table: a table that is made together with the rows (a rematch), and its first rows.
    """

    head: Mapping[str, Any] = field(default_factory=dict)
    members: Mapping[str, int | None] = field(default_factory=dict)
    gone: Sequence[str] = ()
    film: Any = None
    new_table: tuple[Head, Sequence[Row], Effects] | None = None


class Conflict(Exception):
    """Another process has written first: catch up and try again."""


@dataclass(frozen=True)
class Card:
    """A table as lists show it, without its log.

    Attributes:
        summary: see `Table.summary`; None if it has to be made from the log first.
        seat: of the person who asks; None for one who looks on, or none.
    """

    id: str
    game: str
    seats: int
    options: Mapping[str, Any]
    listed: bool
    status: str
    version: int
    summary: Mapping[str, Any] | None
    seat: int | None = None


class Store:
    """What is stored.

    Args:
        database: up to date: see `Database.migrate`.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._read = database.read
        self._write = database.write

    # -- tables -------------------------------------------------------------------------------

    def create(self, head: Head, rows: Sequence[Row], effects: Effects) -> Head:
        """Store a new table. The same maker's same command gives the table made first."""
        try:
            with self._write() as connection:
                self._insert_table(connection, head, rows, effects)
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
        with self._read() as connection:
            found = connection.execute(
                sa.select(*_columns(_HEAD), TableHead.squashed, TableHead.status).where(
                    TableHead.id == table_id
                )
            ).first()
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

    def film(self, table_id: str) -> Any:
        """What was kept of a finished match, or None."""
        with self._read() as connection:
            data = connection.execute(
                sa.select(Film.data).where(Film.table_id == table_id)
            ).scalar()
        return data and json.loads(zlib.decompress(data))

    def open_tables(self, limit: int = 50) -> list[Card]:
        """The listed tables that wait or play, those that wait first, newest first."""
        with self._read() as connection:
            found = connection.execute(
                sa.select(*_columns(_CARD))
                .where(TableHead.listed, TableHead.status.in_(("waiting", "playing")))
                .where(TableHead.changed > time.time() - LISTED_FOR)
                .order_by(TableHead.status.desc(), TableHead.changed.desc())
                .limit(limit)
            ).all()
        return [Card(**row._mapping) for row in found]

    def tables_of(self, person: str, limit: int = 50) -> list[Card]:
        """The tables where a person sits, newest first."""
        with self._read() as connection:
            found = connection.execute(
                sa.select(*_columns(_CARD), Member.seat)
                .join(Member, Member.table_id == TableHead.id)
                .where(Member.person_id == person, Member.seat.is_not(None))
                .where(TableHead.status != "closed")
                .order_by(TableHead.changed.desc())
                .limit(limit)
            ).all()
        return [Card(**row._mapping) for row in found]

    def summarize(self, table_id: str, summary: Mapping[str, Any]) -> None:
        """Note what lists show of a table of an older version."""
        with self._write() as connection:
            connection.execute(
                sa.update(TableHead)
                .where(TableHead.id == table_id, TableHead.summary.is_(None))
                .values(summary=dict(summary))
            )

    def give_up(self, table_id: str, summary: Mapping[str, Any]) -> None:
        """Note that a match is over because the rules can make nothing of it."""
        with self._write() as connection:
            connection.execute(
                sa.update(TableHead)
                .where(TableHead.id == table_id, TableHead.status == "playing")
                .values(status="over", summary=dict(summary), due=None, lease=0.0)
            )

    def take_up(self, table_id: str, summary: Mapping[str, Any], owing: bool) -> None:
        """Note that a match goes on that newer rules had given up: these can read it.

        Args:
            owing: whether a bot owes an answer.
        """
        due = time.time() if owing else None
        with self._write() as connection:
            connection.execute(
                sa.update(TableHead)
                .where(TableHead.id == table_id, TableHead.status == "over")
                .values(status="playing", summary=dict(summary), due=due, lease=0.0)
            )

    def count_tables(self, maker: str) -> int:
        """How many tables a person has made."""
        with self._read() as connection:
            return connection.execute(
                sa.select(sa.func.count()).where(TableHead.maker == maker)
            ).scalar_one()

    # -- what bots owe ------------------------------------------------------------------------

    def take_due(self, process: str, until: float, limit: int) -> list[str]:
        """Take up tables where a bot owes an answer and nobody is at it: their ids.

        Args:
            process: who takes them.
            until: when others may take them up, unless `renew` is called.
            limit: how many at most.
        """
        now = time.time()
        free = sa.and_(_has_come(TableHead.due, now), _has_come(TableHead.lease, now))
        with self._read() as connection:
            found = connection.execute(
                sa.select(TableHead.id).where(free).order_by(TableHead.due).limit(limit)
            ).scalars()
            ids = list(found)
        if not ids:
            return []
        with self._write() as connection:
            taken = connection.execute(
                sa.update(TableHead)
                .where(TableHead.id.in_(ids), free)
                .values(lease=until, lessee=process)
                .returning(TableHead.id)
            ).scalars()
            return list(taken)

    def renew(self, process: str, table_ids: Iterable[str], until: float) -> None:
        """Go on working on tables that one has taken up."""
        with self._write() as connection:
            connection.execute(
                sa.update(TableHead)
                .where(TableHead.id.in_(list(table_ids)), TableHead.lessee == process)
                .values(lease=until)
            )

    def postpone(self, process: str, table_id: str, most: float) -> None:
        """What was tried has failed: let it be tried again, after twice the time of before."""
        with self._write() as connection:
            tries = connection.execute(
                sa.select(TableHead.tries).where(TableHead.id == table_id)
            ).scalar()
            pause = min(most, 2.0 ** min(tries or 0, 30))
            connection.execute(
                sa.update(TableHead)
                .where(TableHead.id == table_id, TableHead.lessee == process)
                .where(TableHead.due.is_not(None))
                .values(due=time.time() + pause, lease=0.0, tries=TableHead.tries + 1)
            )

    def settle(self, table_id: str, n: int) -> None:
        """Note that no bot owes anything, if the log has not grown beyond row ``n``."""
        query = sa.select(TableHead.due).where(TableHead.id == table_id)
        with self._read() as connection:
            if connection.execute(query).scalar() is None:
                return
        with self._write() as connection:
            # Who stores a row changes the head too: either that waits for us or we see the row.
            connection.execute(query.with_for_update())
            last = connection.execute(
                sa.select(sa.func.max(LogRow.n)).where(LogRow.table_id == table_id)
            ).scalar()
            if last == n:
                connection.execute(
                    sa.update(TableHead).where(TableHead.id == table_id).values(due=None, lease=0.0)
                )

    def overdue(self) -> tuple[int, float]:
        """At how many tables a bot owes an answer, and since when the longest."""
        with self._read() as connection:
            count, first = connection.execute(
                sa.select(sa.func.count(), sa.func.min(TableHead.due)).where(
                    TableHead.due.is_not(None)
                )
            ).one()
        return count, first or time.time()

    # -- the log ------------------------------------------------------------------------------

    def rows(self, table_id: str, after: int = 0) -> list[Row]:
        """The rows of a table's log with numbers greater than ``after``."""
        with self._read() as connection:
            found = connection.execute(_ROWS, {"of": table_id, "after": after}).all()
        return [Row(**row._mapping) for row in found]

    def append(self, table_id: str, after: int, rows: Sequence[Row], effects: Effects) -> None:
        """Store rows, numbered from ``after + 1`` on, all or none. Then they are on disk.

        Raises:
            Conflict: ``after`` is not the last row of the log.
        """
        assert [row.n for row in rows] == list(range(after + 1, after + 1 + len(rows)))
        try:
            with self._write() as connection:
                _insert_rows(connection, table_id, rows)
                self._apply(connection, table_id, effects)
                self.database.tell(connection, table_id, after + len(rows))
        except IntegrityError as error:
            raise Conflict(table_id) from error

    # -- keeping it small ---------------------------------------------------------------------

    def long_logs(self, before: float, limit: int = 100) -> list[str]:
        """Tables whose log holds more than is needed, and which have not changed since then."""
        with self._read() as connection:
            return list(
                connection.execute(
                    sa.select(TableHead.id)
                    .where(TableHead.squashed < TableHead.needed, TableHead.changed < before)
                    .limit(limit)
                ).scalars()
            )

    def squash(self, table_id: str, chat_kept: int) -> int:
        """Remove the rows that are not needed any more; gives how many there were.

        What has happened in the match is told by its film when it is over, and else by the row
        with which it has gone on from a checkpoint. Who sat where stays, and what was said last.
        """
        with self._write() as connection:
            n = connection.execute(
                sa.select(TableHead.needed).where(TableHead.id == table_id)
            ).scalar_one()
            older = sa.and_(LogRow.table_id == table_id, LogRow.n < n)
            idle: list[sa.ColumnElement[bool]] = [
                LogRow.kind.in_(("act", "orders", "undo", "ask", "agree", "refuse"))
            ]
            for by in (LogRow.seat.is_(None), LogRow.seat.is_not(None)):
                chat = sa.and_(LogRow.kind == "chat", by)
                said = connection.execute(
                    sa.select(LogRow.n)
                    .where(LogRow.table_id == table_id, chat)
                    .order_by(LogRow.n.desc())
                    .offset(chat_kept)
                    .limit(1)
                ).scalar()
                idle.append(sa.and_(chat, LogRow.n <= (said or 0)))
            gone = connection.execute(sa.delete(LogRow).where(older, sa.or_(*idle))).rowcount
            connection.execute(
                sa.update(TableHead).where(TableHead.id == table_id).values(squashed=n)
            )
            return gone

    def forget(self, before: float) -> int:
        """Remove tables at which nothing has happened since then and no match is running.

        With them go people who belong to no table and have given their name before that time.
        """
        old = (
            sa.select(TableHead.id)
            .where(TableHead.changed < before, TableHead.status != "playing")
            .limit(500)
            .with_for_update(skip_locked=True)  # where something is just happening it stays
        )
        count = 0
        while True:
            with self._write() as connection:
                ids = list(connection.execute(old).scalars())
                for model in (LogRow, Film, Member, Presence, Device):
                    connection.execute(sa.delete(model).where(model.table_id.in_(ids)))
                connection.execute(sa.delete(TableHead).where(TableHead.id.in_(ids)))
            count += len(ids)
            if not ids:
                break
        with self._write() as connection:
            member = sa.select(Member.person_id)
            maker = sa.select(TableHead.maker)
            connection.execute(
                sa.delete(Person).where(
                    Person.made < before, Person.id.not_in(member), Person.id.not_in(maker)
                )
            )
        return count

    # -- people -------------------------------------------------------------------------------

    def secret(self) -> str:
        """The key of this installation that signs cookies, made when first asked for."""
        query = sa.select(Setting.value).where(Setting.key == "secret")
        with self._write() as connection:
            if connection.execute(query).scalar() is None:
                value = secrets.token_urlsafe(32)
                self.database.put(connection, Setting, {"key": "secret"}, value=value)
            return str(connection.execute(query).scalar_one())

    def name_of(self, person: str) -> str:
        """The name a person last played under; empty for one who has none yet."""
        with self._read() as connection:
            return (
                connection.execute(sa.select(Person.name).where(Person.id == person)).scalar() or ""
            )

    def rename(self, person: str, name: str) -> None:
        """Remember the name a person plays under."""
        with self._write() as connection:
            made = connection.execute(
                sa.update(Person).where(Person.id == person).values(name=name)
            )
            if not made.rowcount:
                now = time.time()
                self.database.put(connection, Person, {"id": person}, {"name": name}, made=now)

    # -- who is connected ---------------------------------------------------------------------

    def beat(
        self,
        process: str,
        here: frozenset[tuple[str, str]],
        told: frozenset[tuple[str, str]],
        figures: Mapping[str, Any],
        dead_after: float,
    ) -> frozenset[tuple[str, str]]:
        """Tell that a process lives and who is connected through it, and clear away dead ones.

        Args:
            process: its id.
            here: pairs of a table and a person who is connected to it.
            told: who was when it told the last time.
            figures: what it has counted.
            dead_after: seconds without a sign after which a process is taken for dead.

        Returns:
            Who is connected through other processes.
        """
        now = time.time()
        sign = {"seen": now, "figures": dict(figures)}
        with self._write() as connection:
            change = sa.update(Process).where(Process.id == process).values(**sign)
            if not connection.execute(change).rowcount:  # new, or held for dead meanwhile
                told = frozenset()
                self.database.put(connection, Process, {"id": process}, sign)
            for table_id, person in here - told:
                keys = {"table_id": table_id, "person_id": person, "process": process}
                self.database.put(connection, Presence, keys)
            for table_id, person in told - here:
                _note_gone(connection, table_id, person, process, now)
            silent = sa.func.abs(Process.seen - now) > dead_after
            dead = connection.execute(sa.select(Process.id, Process.seen).where(silent)).all()
            for other, seen in dead:
                _bury(connection, other, seen)
            others = connection.execute(
                sa.select(Presence.table_id, Presence.person_id).where(Presence.process != process)
            ).all()
        return frozenset((row[0], row[1]) for row in others)

    def end(self, process: str) -> None:
        """A process stops, and nobody is connected through it any more."""
        with self._write() as connection:
            _bury(connection, process, time.time())

    def figures(self) -> dict[str, Mapping[str, Any]]:
        """What each process has counted."""
        with self._read() as connection:
            found = connection.execute(sa.select(Process.id, Process.figures)).all()
        return {row[0]: row[1] for row in found}

    def connected(self, table_id: str) -> frozenset[str]:
        """Who is connected to a table, through whatever process."""
        with self._read() as connection:
            return frozenset(
                connection.execute(
                    sa.select(Presence.person_id).where(Presence.table_id == table_id)
                ).scalars()
            )

    def seen(self, table_ids: Iterable[str]) -> dict[str, dict[str, float]]:
        """For each table when those who sit there joined or were last connected."""
        found: dict[str, dict[str, float]] = {table_id: {} for table_id in table_ids}
        with self._read() as connection:
            rows = connection.execute(
                sa.select(Member.table_id, Member.person_id, Member.seen).where(
                    Member.table_id.in_(list(found)), Member.seat.is_not(None)
                )
            ).all()
        for table_id, person, when in rows:
            found[table_id][person] = when
        return found

    # -- codes for other devices --------------------------------------------------------------

    def add_device(self, code: str, table_id: str, person: str, expires: float) -> None:
        """Keep a code with which another device may take the seat of a person."""
        with self._write() as connection:
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
        with self._write() as connection:
            found = connection.execute(query).first()
            gone = connection.execute(sa.delete(Device).where(Device.code == _hash(code)))
        return (found[0], found[1]) if found and gone.rowcount else None

    # -- inside -------------------------------------------------------------------------------

    def _insert_table(
        self, connection: sa.Connection, head: Head, rows: Sequence[Row], effects: Effects
    ) -> None:
        values = {name: getattr(head, name) for name in _HEAD}
        values.update(seed=head.seed.hex(), status="waiting", changed=head.made, position_n=0)
        values["options"] = dict(head.options)
        connection.execute(sa.insert(TableHead).values(**values))
        _insert_rows(connection, head.id, rows)
        self._apply(connection, head.id, effects)
        self.database.tell(connection, head.id, len(rows))

    def _apply(self, connection: sa.Connection, table_id: str, effects: Effects) -> None:
        if effects.head:
            connection.execute(_CHANGE, {"of": table_id, **effects.head})
        for person in effects.gone:
            connection.execute(
                sa.delete(Member).where(Member.table_id == table_id, Member.person_id == person)
            )
        for person, seat in effects.members.items():
            keys = {"table_id": table_id, "person_id": person}
            self.database.put(connection, Member, keys, {"seat": seat, "seen": time.time()})
        if effects.film is not None:
            data = zlib.compress(json.dumps(effects.film, ensure_ascii=False).encode(), 9)
            self.database.put(connection, Film, {"table_id": table_id}, {"data": data})
        if effects.new_table is not None:
            self._insert_table(connection, *effects.new_table)


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
_CARD = ("id", "game", "seats", "options", "listed", "status", "version", "summary")
_ROW = ("kind", "seat", "author", "payload", "command", "n", "time", "told")

# What every move asks for, put into words once.
_ROWS = (
    sa.select(*(getattr(LogRow, name) for name in _ROW))
    .where(LogRow.table_id == sa.bindparam("of"), LogRow.n > sa.bindparam("after"))
    .order_by(LogRow.n)
)
_ADD = sa.insert(LogRow)
_CHANGE = sa.update(TableHead).where(TableHead.id == sa.bindparam("of"))


def _columns(names: Sequence[str]) -> list[Any]:
    return [getattr(TableHead, name) for name in names]


def _has_come(moment: Any, now: float) -> sa.ColumnElement[bool]:
    """Whether a moment has come that was noted beforehand, by whatever the clock said then."""
    return sa.or_(moment <= now, moment > now + AHEAD)


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _insert_rows(connection: sa.Connection, table_id: str, rows: Sequence[Row]) -> None:
    for row in rows:
        values = {name: getattr(row, name) for name in _ROW}
        connection.execute(_ADD, {"table_id": table_id, **values})


def _note_gone(
    connection: sa.Connection, table_id: str, person: str, process: str, seen: float
) -> None:
    connection.execute(
        sa.delete(Presence).where(
            Presence.table_id == table_id,
            Presence.person_id == person,
            Presence.process == process,
        )
    )
    connection.execute(
        sa.update(Member)
        .where(Member.table_id == table_id, Member.person_id == person)
        .values(seen=seen)
    )


def _bury(connection: sa.Connection, process: str, seen: float) -> None:
    """Note when those who were connected through a process were last seen, and forget it."""
    found = connection.execute(
        sa.select(Presence.table_id, Presence.person_id).where(Presence.process == process)
    ).all()
    for table_id, person in found:
        _note_gone(connection, table_id, person, process, seen)
    connection.execute(sa.delete(Process).where(Process.id == process))
