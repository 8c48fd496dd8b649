"""Tables, their logs, people, presence and seat codes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("invite", sa.String(), nullable=False, unique=True),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("maker", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=True),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.Column("bots", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("position_n", sa.Integer(), nullable=False),
        sa.Column("final", sa.Text(), nullable=True),
        sa.UniqueConstraint("maker", "command"),
    )
    op.create_index("tables_listed", "tables", ["listed", "status", "changed"])
    op.create_table(
        "log",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("command", sa.String(), nullable=True),
        sa.Column("time", sa.Double(), nullable=False),
        sa.UniqueConstraint("table_id", "n"),
        sa.UniqueConstraint("table_id", "author", "command"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "members",
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person_id", sa.String(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=True),
    )
    op.create_index("members_person", "members", ["person_id"])
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(), primary_key=True),
        sa.Column("person_id", sa.String(), primary_key=True),
        sa.Column("seen", sa.Double(), nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("code", sa.String(), primary_key=True),
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    for table in ("devices", "presence", "members", "log", "tables", "people", "settings"):
        op.drop_table(table)
