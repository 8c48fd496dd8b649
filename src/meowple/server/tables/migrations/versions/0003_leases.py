"""What bots owe, what lists show, who is connected, and the films of finished matches."""

from __future__ import annotations

import zlib

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "films",
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
    connection = op.get_bind()
    films = sa.table("films", sa.column("table_id"), sa.column("data", sa.LargeBinary))
    finals = sa.text("SELECT id, final FROM tables WHERE final IS NOT NULL")
    for table_id, final in connection.execute(finals).all():
        data = zlib.compress(final.encode(), 9)
        connection.execute(sa.insert(films).values(table_id=table_id, data=data))
    for column in (
        sa.Column("summary", sa.JSON(), nullable=True),
        sa.Column("due", sa.Double(), nullable=True),
        sa.Column("lease", sa.Double(), nullable=False, server_default="0"),
        sa.Column("lessee", sa.String(), nullable=False, server_default=""),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("needed", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("squashed", sa.Integer(), nullable=False, server_default="0"),
    ):
        op.add_column("tables", column)
    # Whether a bot owes an answer there is found out when its turn to be looked at comes.
    connection.execute(sa.text("UPDATE tables SET due = 0 WHERE bots AND status = 'playing'"))
    last = "(SELECT MAX(n) FROM log WHERE table_id = tables.id)"
    filmed = "id IN (SELECT table_id FROM films)"
    connection.execute(sa.text(f"UPDATE tables SET needed = {last} WHERE {filmed}"))
    connection.execute(sa.text("ALTER TABLE tables DROP COLUMN bots"))
    connection.execute(sa.text("ALTER TABLE tables DROP COLUMN final"))
    op.create_index("tables_due", "tables", ["due"])
    op.add_column("log", sa.Column("told", sa.JSON(), nullable=True))
    op.add_column("members", sa.Column("seen", sa.Double(), nullable=False, server_default="0"))
    op.drop_table("presence")
    op.create_table(
        "processes",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.Column("figures", sa.JSON(), nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(), primary_key=True),
        sa.Column("person_id", sa.String(), primary_key=True),
        sa.Column("process", sa.String(), primary_key=True),
    )
    op.create_index("presence_process", "presence", ["process"])


def downgrade() -> None:
    raise NotImplementedError("older versions cannot read what is stored since: use a backup")
