"""A stored table, read: from a snapshot and what came after it, if that can be done; else from the whole log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from intryga import games
from intryga.kernel.game import AnyGame, Mistake
from intryga.tables.model import snapshot as snapshots
from intryga.tables.model.entries import Damaged, Header, LogEntry
from intryga.tables.model.table import Plan, Table
from intryga.tables.runtime.past import Pasts
from intryga.tables.storage.store import Store

READ_AT_ONCE = 50    # entries

Each = Callable[[Table], object]

log = logging.getLogger("intryga.tables")


async def table(store: Store, header: Header, pasts: Pasts | None = None, now: float = 0.0) -> Table:
    """Raises Damaged. `pasts` is shown the table after every entry, where that matters."""
    game = await _game(store, header)
    if header.spectators == "delayed" and pasts is not None:    # a snapshot does not know what was before it
        return await _read_on(store, Table(header, game), lambda table: pasts.look_at(table.copy(), now))
    raw = await store.snapshot(header.table)
    found = snapshots.restore(header, game, raw) if raw is not None else None
    if found is not None:
        try:
            return await _read_on(store, found)
        except Damaged:
            log.warning("table %s: its log does not go on from its snapshot", header.table)
    return await _read_on(store, Table(header, game))


async def _game(store: Store, header: Header) -> AnyGame:
    """The game under the rules and with the components that this table began with."""
    text = header.components
    if text and header.format > 1:
        text = await store.components(header.components)
    try:
        return games.find(header.game, text, header.rules)
    except Mistake as mistake:
        message = f"its rules are not to be had here: {mistake}"
        raise Damaged("rules_version", message, n=header.rules) from mistake


async def _read_on(store: Store, table: Table, each: Each = lambda _: None) -> Table:
    entries = await store.entries(table.header.table, table.number)
    if len(entries) > READ_AT_ONCE:    # beside the event loop: others are playing
        await asyncio.to_thread(read_on, table, entries, each)
    else:
        read_on(table, entries, each)
    return table


def read_on(table: Table, entries: list[LogEntry], each: Each = lambda _: None) -> None:
    """`each` is shown the table after every entry, which will change again."""
    for entry in entries:
        enter(table, entry)
        each(table)


def enter(table: Table, entry: LogEntry) -> Plan:
    """One more entry of its log. Gives what it meant; raises Damaged."""
    try:
        return table.append(entry)
    except Exception as error:    # a damaged log, or rules that fail: it is this table's misfortune alone
        message = f"entry {entry.number} of its log does not follow from those before it ({error})"
        raise Damaged("damaged_entry", message, n=entry.number) from error
