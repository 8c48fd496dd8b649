"""Seat codes know who made them. They hold for an hour only, so older ones are dropped."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("devices")
    op.create_table(
        "devices",
        sa.Column("code", sa.String(), primary_key=True),
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("person_id", sa.String(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("devices")
    op.create_table(
        "devices",
        sa.Column("code", sa.String(), primary_key=True),
        sa.Column("table_id", sa.String(), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
    )
