"""What whoever runs a server does with stored tables: look through them, remove what was abandoned, forget a person."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, delete, func, select, update

from intryga.tables.model.entries import ChatSaid, Damaged, SeatTaken, decode_entry, decode_header
from intryga.tables.storage.schema import LOG, METADATA, PEOPLE, SNAPSHOTS, TABLES
from intryga.tables.storage.store import Summary
from intryga.tables.storage.writer import Writer
from intryga.tables.types import TableId

UNFINISHED = ("waiting", "playing")
NOBODY = "–"    # the name of somebody who is forgotten, and what they said

_summaries = msgspec.json.Decoder(Summary)


class Caretaking:
    """A part of the store."""

    _writer: Writer[Any]

    async def _read(self, query: Select[Any]) -> Sequence[Row[Any]]:
        raise NotImplementedError

    async def recent(self, limit: int) -> list[Summary]:
        """The tables at which something happened last."""
        rows = await self._read(select(TABLES.c.summary).order_by(TABLES.c.changed.desc()).limit(limit))
        return [_summaries.decode(row.summary) for row in rows]

    async def unfinished(self, person: str) -> int:
        """At how many tables they sit that are not over."""
        joined = select(func.count()).select_from(PEOPLE.join(TABLES, PEOPLE.c.table == TABLES.c.id))
        rows = await self._read(joined.where(PEOPLE.c.person == person, TABLES.c.status.in_(UNFINISHED)))
        return int(rows[0][0])

    async def abandoned(self, before: float, limit: int) -> list[TableId]:
        """Tables that are not over, and where nothing has happened since."""
        query = select(TABLES.c.id).where(TABLES.c.status.in_(UNFINISHED), TABLES.c.changed < before)
        return [row.id for row in await self._read(query.limit(limit))]

    async def remove(self, table: TableId, before: float) -> bool:
        """With all that belongs to it, unless something has happened there since. Gives whether it is gone."""
        removed = []

        def work(connection: Connection) -> None:
            old = select(TABLES.c.id).where(TABLES.c.id == table, TABLES.c.changed < before).with_for_update()
            if not connection.execute(old).all():
                return
            for part in reversed(METADATA.sorted_tables):
                for key in part.foreign_keys:
                    if key.column is TABLES.c.id:
                        connection.execute(delete(part).where(key.parent == table))
            connection.execute(delete(TABLES).where(TABLES.c.id == table))
            removed.append(table)

        await self._writer.write(work)
        return bool(removed)

    async def forget(self, person: str) -> list[TableId]:
        """A stranger has sat wherever this person did, and said nothing. Gives the tables where that was so."""
        stranger = secrets.token_urlsafe(18)
        rows = await self._read(select(TABLES.c.id, TABLES.c.header))
        tables = {row.id for row in rows if person.encode() in row.header}
        tables |= {row.table for row in await self._read(select(PEOPLE.c.table).where(PEOPLE.c.person == person))}

        def work(connection: Connection) -> None:
            for table in sorted(tables):
                _forget_at(connection, table, person, stranger)
            for part in METADATA.sorted_tables:
                if "person" in part.c and part.name != "renewals":    # which keeps their links void
                    connection.execute(delete(part).where(part.c.person == person))

        await self._writer.write(work)
        return sorted(tables)


def _forget_at(connection: Connection, table: TableId, person: str, stranger: str) -> None:
    """What cannot be read stays as it is, but for who it was."""
    known, unknown = person.encode(), stranger.encode()
    row = connection.execute(select(TABLES.c.header, TABLES.c.summary).where(TABLES.c.id == table)).one()
    header, summary = row.header, row.summary
    try:
        plans = decode_header(header)
        named = [msgspec.structs.replace(p, name=NOBODY) if p.reserved == person else p for p in plans.seats]
        header = msgspec.json.encode(msgspec.structs.replace(plans, seats=named))
        listed = _summaries.decode(summary)
        players = [NOBODY if who == person else name for who, name in zip(listed.people, listed.players, strict=True)]
        summary = msgspec.json.encode(msgspec.structs.replace(listed, players=players))
    except (Damaged, msgspec.MsgspecError):
        pass
    changed = {"header": header.replace(known, unknown), "summary": summary.replace(known, unknown)}
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(changed))
    for entry in connection.execute(select(LOG.c.number, LOG.c.at, LOG.c.event).where(LOG.c.table == table)).all():
        if known in entry.event:
            event = _forgotten(entry.event).replace(known, unknown)
            here = (LOG.c.table == table) & (LOG.c.number == entry.number)
            connection.execute(update(LOG).where(here).values(event=event))
    connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table == table))


def _forgotten(event: bytes) -> bytes:
    try:
        change = decode_entry(0, 0.0, event).change
    except Damaged:
        return event
    if isinstance(change, SeatTaken):
        return msgspec.json.encode(msgspec.structs.replace(change, name=NOBODY))
    if isinstance(change, ChatSaid):
        return msgspec.json.encode(msgspec.structs.replace(change, name=NOBODY, text=NOBODY))
    return event
