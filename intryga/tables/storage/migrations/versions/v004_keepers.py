"""Who looks after a game where several processes serve the same tables, and what only they share."""

import sqlalchemy as sa
from alembic import op

revision = "004"
down_revision = "003"

# Not logged: after a crash of the database they are empty, and every process introduces itself again.
SHARED = (
    "create sequence keepers",
    "create unlogged table nodes (epoch bigint primary key default nextval('keepers'), name text not null, "
    "beat bigint not null default 0)",
    'create unlogged table presence ("table" varchar(32) not null, person varchar(64) not null, '
    "node bigint not null references nodes on delete cascade, seen double precision not null, here boolean not null, "
    'primary key ("table", person, node))',
    "create unlogged table questions (asker bigint not null, number bigint not null, question bytea not null, "
    "asked timestamptz not null default now(), primary key (asker, number))",
    "create unlogged table askers (asker text primary key, level double precision not null, "
    "at timestamptz not null default now())",
    # What lists show is rewritten with every move: in place, where a page has room and no index tells of it.
    "alter table tables set (fillfactor = 70)",
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("keeper", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("kept_since", sa.Float, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("listed", sa.Float, nullable=False, server_default="0"))
    op.execute("update tables set listed = changed")
    op.drop_index("tables_by_status", "tables")
    op.create_index("tables_by_status", "tables", ["status", "listed"])
    op.create_index("tables_in_play", "tables", ["keeper"], postgresql_where=sa.text("status = 'playing'"))
    if op.get_bind().dialect.name == "postgresql":    # one process needs no more
        for statement in SHARED:
            op.execute(statement)
