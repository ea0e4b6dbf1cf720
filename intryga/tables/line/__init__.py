"""The line between processes that serve the same tables: PostgreSQL's LISTEN and NOTIFY, and who is alive."""
