"""What the database holds: tables, the log of each, and who is who."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, Double, ForeignKey, Index, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All that migrations know of."""

    type_annotation_map: ClassVar = {dict[str, Any]: JSON, float: Double}


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
    """

    __tablename__ = "tables"
    __table_args__ = (
        UniqueConstraint("maker", "command"),
        Index("tables_listed", "listed", "status", "changed"),
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
    bots: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int]
    position: Mapped[str | None] = mapped_column(Text)
    position_n: Mapped[int] = mapped_column(default=0)
    final: Mapped[str | None] = mapped_column(Text)


class LogRow(Base):
    """One thing that happened at a table. Rows are added and never changed."""

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


class Member(Base):
    """Who belongs to which table, for the list of one's own tables."""

    __tablename__ = "members"
    __table_args__ = (Index("members_person", "person_id"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(primary_key=True)
    seat: Mapped[int | None]


class Presence(Base):
    """When somebody's page was last connected to a table."""

    __tablename__ = "presence"

    table_id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(primary_key=True)
    seen: Mapped[float]


class Device(Base):
    """A code with which another device takes a person's seat, once. Only its hash is kept."""

    __tablename__ = "devices"

    code: Mapped[str] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"))
    person_id: Mapped[str]
    expires: Mapped[float]
