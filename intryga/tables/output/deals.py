"""The page of a deal: how several tables played the same cards."""

from __future__ import annotations

from collections.abc import Iterable

from intryga.tables.storage.store import Summary
from intryga.tables.types import NO_SEAT, DealId, DealPage, DealtTable, TableId


def page(deal: DealId, tables: list[Summary], person: str) -> DealPage:
    """Who has played it sees how the others did; the rest how many they are."""
    game, seats, name = deal.split("/")
    played = [table for table in tables if table.scores]
    mine = table_of(tables, person)
    shown = [_told(table, person) for table in played] if any(table.table == mine for table in played) else []
    seat = next((table.seat for table in shown if table.seat >= 0), 0)
    shown.sort(key=lambda table: (seat not in table.winners, -table.scores[seat], table.seat < 0))
    going = sum(table.status != "over" for table in tables)
    return DealPage(deal, game, int(seats), name, len(played), going, mine, shown)


def table_of(tables: Iterable[Summary], person: str) -> TableId:
    """Where this person plays a deal, or has played it; a table that was closed before its game counts for nothing."""
    own = (table for table in tables if person and person in table.people)
    return next((table.table for table in own if table.status != "over" or table.scores), "")


def _told(table: Summary, person: str) -> DealtTable:
    seat = table.people.index(person) if person and person in table.people else NO_SEAT
    bots = [not somebody for somebody in table.people]
    return DealtTable(table.players, bots, table.scores, table.winners, seat, table.table if seat >= 0 else "")
