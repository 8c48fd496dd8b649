"""What the database holds: tables, the log of each, and who is who."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, Double, ForeignKey, Index, LargeBinary, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All that migrations know of."""

    type_annotation_map: ClassVar = {
        dict[str, Any]: JSON(none_as_null=True),
        list[Any]: JSON(none_as_null=True),
        float: Double,
    }


class Setting(Base):
    """A value of the whole installation, such as the key that signs cookies."""

    __tablename__ = "settings"

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class Person(Base):
    """Somebody who has given a name. Known by a signed cookie or token, without an account."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    made: Mapped[float]


class TableHead(Base):
    """A table: what was fixed when it was made, and what is drawn from its log for lists.

    Everything from ``status`` on could be made again from the log, except where the rules have
    a newer version than the log was written under.

    Attributes:
        summary: what lists show, see `Table.summary`; None for tables of an older version.
        due: since when a bot owes an answer; None when none does.
        lease: until when a process works on that, so that others leave it alone.
        lessee: that process.
        tries: how often in a row that has failed.
        needed: the number of the row from which on the log is needed to play the match again.
        squashed: the same, once the rows before it are removed.
    """

    __tablename__ = "tables"
    __table_args__ = (
        UniqueConstraint("maker", "command"),
        Index("tables_listed", "listed", "status", "changed"),
        Index("tables_due", "due"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    seats: Mapped[int]
    options: Mapped[dict[str, Any]]
    listed: Mapped[bool]
    invite: Mapped[str] = mapped_column(unique=True)
    seed: Mapped[str]
    maker: Mapped[str]
    command: Mapped[str | None]
    made: Mapped[float]

    status: Mapped[str] = mapped_column(default="waiting")
    changed: Mapped[float]
    version: Mapped[int]
    position: Mapped[str | None] = mapped_column(Text)
    position_n: Mapped[int] = mapped_column(default=0)
    summary: Mapped[dict[str, Any] | None]
    due: Mapped[float | None]
    lease: Mapped[float] = mapped_column(default=0.0)
    lessee: Mapped[str] = mapped_column(default="")
    tries: Mapped[int] = mapped_column(default=0)
    needed: Mapped[int] = mapped_column(default=0)
    squashed: Mapped[int] = mapped_column(default=0)


class Film(Base):
    """What is kept of a finished match: see `Table.film`, as compressed JSON."""

    __tablename__ = "films"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary)


class LogRow(Base):
    """One thing that happened at a table. Rows are added and never changed.

    Attributes:
        told: how many of the events before it still stand, and the events that it caused, so that
            the log can be told whatever later rules make of the row; None if it caused none.
    """

    __tablename__ = "log"
    __table_args__ = (
        UniqueConstraint("table_id", "n"),
        UniqueConstraint("table_id", "author", "command"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"))
    n: Mapped[int]
    kind: Mapped[str]
    seat: Mapped[int | None]
    author: Mapped[str]
    payload: Mapped[dict[str, Any]]
    command: Mapped[str | None]
    time: Mapped[float]
    told: Mapped[list[Any] | None]


class Member(Base):
    """Who belongs to which table, for the list of one's own tables.

    Attributes:
        seen: when the person joined or was last connected; those connected now are in `Presence`.
    """

    __tablename__ = "members"
    __table_args__ = (Index("members_person", "person_id"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(primary_key=True)
    seat: Mapped[int | None]
    seen: Mapped[float] = mapped_column(default=0.0)


class Process(Base):
    """A server process. One that has not told for a while that it lives is taken for dead."""

    __tablename__ = "processes"

    id: Mapped[str] = mapped_column(primary_key=True)
    seen: Mapped[float]
    figures: Mapped[dict[str, Any]]


class Presence(Base):
    """Somebody who is connected to a table through a process, as long as that lives."""

    __tablename__ = "presence"
    __table_args__ = (Index("presence_process", "process"),)

    table_id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(primary_key=True)
    process: Mapped[str] = mapped_column(primary_key=True)


class Device(Base):
    """A code with which another device takes a person's seat, once. Only its hash is kept."""

    __tablename__ = "devices"

    code: Mapped[str] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"))
    person_id: Mapped[str]
    expires: Mapped[float]
