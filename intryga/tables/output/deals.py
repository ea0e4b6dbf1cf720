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
    own = next((table for table in played if table.table == mine), None)
    shown = [] if own is None else _compared(played, own.people.index(person), person)
    going = sum(table.status != "over" for table in tables)
    return DealPage(deal, game, int(seats), name, len(played), going, mine, shown)


def table_of(tables: Iterable[Summary], person: str) -> TableId:
    """Where this person plays a deal, or has played it; a table that was closed before its game counts for nothing."""
    own = (table for table in tables if person and person in table.people)
    return next((table.table for table in own if table.status != "over" or table.scores), "")


def _compared(tables: list[Summary], seat: int, person: str) -> list[DealtTable]:
    """By what this seat made of its cards, the person's own table first among equals."""
    results = [(seat in table.winners, table.scores[seat]) for table in tables]
    ranks = [1 + sum(other > result for other in results) for result in results]    # equal results share theirs
    told = [_told(table, rank, person) for table, rank in zip(tables, ranks, strict=True)]
    return sorted(told, key=lambda table: (table.rank, table.seat == NO_SEAT))


def _told(table: Summary, rank: int, person: str) -> DealtTable:
    seat = table.people.index(person) if person in table.people else NO_SEAT
    bots = [not somebody for somebody in table.people]
    return DealtTable(rank, table.players, bots, table.scores, table.winners, seat, table.table if seat >= 0 else "")
