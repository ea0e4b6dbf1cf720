"""Component files, each once, by its mark."""

import sqlalchemy as sa
from alembic import op

revision = "002"
down_revision = "001"


def upgrade() -> None:
    op.create_table(
        "components",
        sa.Column("mark", sa.String(32), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
