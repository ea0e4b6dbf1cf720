"""How often each person has made their links and cookies void."""

import sqlalchemy as sa
from alembic import op

revision = "003"
down_revision = "002"


def upgrade() -> None:
    op.create_table(
        "renewals",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
    )
