"""What people wish, as entries for a table's log: each function says what shall be written, or why it cannot be."""

from __future__ import annotations

import secrets
from time import time

import msgspec

from intryga import bots
from intryga.kernel.dice import SealedDice
from intryga.tables.model.entries import (
    AnyChange,
    BotTookOver,
    GameBegan,
    Header,
    MoveMade,
    MoveTakenBack,
    OwnerReturned,
    PassingStopped,
    Resigned,
    SeatLeft,
    SeatPlan,
    TableClosed,
)
from intryga.tables.model.table import Table, game_with
from intryga.tables.plain_text import nickname
from intryga.tables.types import Person, Refused, Stale, TableId, TableWish

WINDOW = 10.0    # seconds of a reaction window
SLOW = 600    # seconds for a move, from which on nobody is expected to sit and wait
BOT_NAMES = ("Bona", "Zbigniew", "Jadwiga", "Kazimierz", "Rycheza", "Mikołaj", "Elżbieta", "Stańczyk")


def seats_of(table: Table, who: Person) -> list[int]:
    seats = table.seats_of(who.id)
    if not seats:
        raise Refused("not_seated", "you have no seat at this table")
    return seats


def own_seat(table: Table, who: Person, seat: int | None) -> int:
    """The seat somebody plays with."""
    seats = seats_of(table, who)
    if table.status != "playing":
        raise Refused("not_playing", "no game is being played here")
    if seat is None and len(seats) > 1:
        raise Refused("which_seat", "say for which of your seats")
    if seat is not None and seat not in seats:
        raise Refused("not_your_seat", "that is not your seat")
    chosen = seats[0] if seat is None else seat
    if table.chairs[chosen].resigned:
        raise Refused("resigned", "you have resigned from this game")
    return chosen


def seat_of(event: AnyChange) -> int:
    assert isinstance(event, MoveMade | MoveTakenBack | PassingStopped), "everything else is noticed by all"
    return event.seat


def beginning(table: Table) -> AnyChange:
    if table.status != "waiting" or any(chair.free for chair in table.chairs):
        raise Stale
    return GameBegan()


def leaving(table: Table, who: Person, seat: int) -> AnyChange:
    if table.status == "over":
        raise Refused("not_playing", "no game is being played here")
    if table.chairs[seat].person != who.id or table.chairs[seat].bot:
        raise Stale
    return SeatLeft(seat)


def closing(table: Table) -> AnyChange:
    if table.status != "waiting" or any(chair.person for chair in table.chairs):
        raise Stale
    return TableClosed()


def replaced(table: Table, seat: int) -> AnyChange:
    if table.status != "playing" or table.chairs[seat].bot:
        raise Stale
    return BotTookOver(seat, "replaced")


def returning(table: Table, seat: int) -> AnyChange:
    if table.status != "playing" or not table.chairs[seat].away:
        raise Stale
    return OwnerReturned(seat)


def resigning(table: Table, who: Person, seat: int) -> AnyChange:
    own_seat(table, who, seat)
    return Resigned(seat)


def new_dice() -> str:
    """Nobody can know the cards."""
    return SealedDice(secrets.token_bytes(32), 0).mark()


def new_header(who: Person, wish: TableWish) -> Header:
    game = game_with(wish.game, wish.components)
    game.check_seats(len(wish.seats))
    names = iter(sorted(BOT_NAMES, key=lambda name: name == who.name))    # nobody loses their name to a bot
    plans = []
    for seat in wish.seats:
        if seat.kind == "bot":
            bots.find(seat.level)
            plans.append(SeatPlan(level=seat.level, name=seat.name or next(names)))
        else:
            plans.append(SeatPlan(name=nickname(seat.name) if seat.name else ""))
    return Header(
        table=secrets.token_urlsafe(9),
        game=game.id,
        rules=game.version,
        options=game.options(wish.options),
        seats=plans,
        dice=new_dice(),
        creator=who.id,
        made=time(),
        public=wish.public,
        pace=wish.pace,
        window=_window(wish),
        clock=wish.clock,
        spectators=wish.spectators,
        name=nickname(wish.name) if wish.name else "",
        components=game.own_components,
    )


def _window(wish: TableWish) -> float:
    """Where a move may take hours people answer when they happen to look, so their speed tells nothing, and a bell
    would take their choice away."""
    if wish.window is not None:
        return wish.window
    return 0.0 if wish.clock is not None and wish.clock.move >= SLOW else WINDOW


def rotated(table: Table, new: TableId, who: Person) -> Header:
    """The same table once more: everybody sits one seat further, on a seat kept for them."""
    plans = [SeatPlan(chair.level, chair.name, chair.person) for chair in table.chairs]
    return msgspec.structs.replace(
        table.header,
        table=new,
        seats=[*plans[-1:], *plans[:-1]],
        dice=new_dice(),
        creator=who.id,
        made=time(),
    )
