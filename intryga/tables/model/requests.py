"""What people and the clockwork ask of a table: each function plans a change, or says why it cannot be."""

from __future__ import annotations

import secrets

import msgspec

from intryga import bots, games
from intryga.kernel.game import AnyGame, Mistake
from intryga.tables.invites import Invites
from intryga.tables.model.entries import (
    FORMAT,
    BellRang,
    BotSeated,
    BotTookOver,
    ChatSaid,
    ChatSlowed,
    GameBegan,
    Header,
    MoveTakenBack,
    OrderGiven,
    OwnerReturned,
    PaceChosen,
    PassingStopped,
    RematchMade,
    Resigned,
    SeatLeft,
    SeatPlan,
    SeatsClosed,
    SeatTaken,
    TableClosed,
)
from intryga.tables.model.seats import Chair, seat_name
from intryga.tables.model.table import Plan, Table
from intryga.tables.plain_text import nickname
from intryga.tables.types import Halted, Person, Refused, Stale, TableId, TableWish, Wish

WINDOW = 10.0    # seconds of a reaction window
SLOW = 600    # seconds for a move, from which on nobody is expected to sit and wait
SAID_AT_ONCE, SAID_WITHIN = 20, 20    # lines of one person, seconds
BOT_NAMES = ("Bona", "Zbigniew", "Jadwiga", "Kazimierz", "Rycheza", "Mikołaj", "Elżbieta", "Stańczyk")


# --- who asks ---


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


# --- sitting down and getting up ---


def sit_down(table: Table, who: Person, seat: int, invites: Invites, token: str | None) -> Plan:
    if table.status != "waiting":
        raise Refused("begun", "this game has already begun")
    if seat not in range(len(table.chairs)) or not table.chairs[seat].free:
        raise Refused("seat_taken", "this seat is taken")
    if table.seats_of(who.id):
        raise Refused("already_seated", "you already have a seat here")
    reserved = table.chairs[seat].reserved
    if reserved and reserved != who.id:
        raise Refused("seat_reserved", "this seat is kept for somebody else")
    if not (table.header.public or reserved or table.header.creator == who.id):
        invites.check_invite(table.header.table, token or "")
    return seat_person(table, seat, who.id, nickname(who.name))


def seat_person(table: Table, seat: int, person: str, name: str) -> Plan:
    return table.plan(SeatTaken(seat, person, seat_name(table.chairs, seat, name)))


def _host(table: Table, who: Person) -> None:
    """Before the game, whoever made the table settles who plays."""
    if table.status != "waiting":
        raise Refused("begun", "this game has already begun")
    if table.header.creator != who.id:
        raise Refused("not_host", "only whoever made this table may do that")


def seat_bot(table: Table, who: Person, seat: int, level: str) -> Plan:
    """A bot on a free seat."""
    _host(table, who)
    bots.find(level)
    if seat not in range(len(table.chairs)) or not table.chairs[seat].free:
        raise Refused("seat_taken", "this seat is taken")
    taken = {chair.name for chair in table.chairs}
    name = next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0])
    return table.plan(BotSeated(seat, level, seat_name(table.chairs, seat, name)))


def send_bot_away(table: Table, who: Person, seat: int) -> Plan:
    """The seat of a bot is free again."""
    _host(table, who)
    if seat not in range(len(table.chairs)) or not table.chairs[seat].level:
        raise Stale
    return table.plan(BotSeated(seat, ""))


def close_free_seats(table: Table, who: Person) -> Plan:
    """To begin with those who are there, if so many can play."""
    _host(table, who)
    if not startable(table):
        raise Refused("too_few", "this game cannot be played by so few")
    return table.plan(SeatsClosed())


def startable(table: Table) -> int:
    """With how many the game could begin at once if the free seats were taken away; 0: it could not. A deal is for as
    many as it says."""
    there = sum(not chair.free for chair in table.chairs)
    if table.header.deal or there == len(table.chairs) or not any(chair.person for chair in table.chairs):
        return 0
    try:
        table.game.check_table(there, table.header.options)
    except Mistake:
        return 0
    return there


def begin(table: Table) -> Plan:
    if table.status != "waiting" or any(chair.free for chair in table.chairs):
        raise Stale
    return table.plan(GameBegan())


def leave(table: Table, who: Person, seat: int) -> Plan:
    if table.status == "over":
        raise Refused("not_playing", "no game is being played here")
    if table.chairs[seat].person != who.id or table.chairs[seat].bot:
        raise Stale
    return table.plan(SeatLeft(seat))


def close(table: Table) -> Plan:
    if table.status != "waiting" or any(chair.person for chair in table.chairs):
        raise Stale
    return table.plan(TableClosed())


def close_for_all(table: Table) -> Plan:
    """Whoever runs the server closes it."""
    if table.status == "over":
        raise Refused("not_playing", "no game is being played here")
    return table.plan(TableClosed("host"))


def slow_down(table: Table, seconds: int) -> Plan:
    if seconds not in range(3601):
        raise Refused("slow_seconds", "between 0 (as usual) and 3600 seconds")
    return table.plan(ChatSlowed(seconds))


def halt(table: Table, why: Halted) -> Plan:
    """The game is given up, because its rules lead nowhere."""
    if table.status != "playing":
        raise Stale
    return table.plan(TableClosed(why))


def replace(table: Table, seat: int) -> Plan:
    if table.status != "playing" or table.chairs[seat].bot:
        raise Stale
    return table.plan(BotTookOver(seat, "replaced"))


def send_away(table: Table, seat: int) -> Plan:
    """Before the game the seat is free again; in the game a bot plays to its end."""
    if table.status == "over" or table.chairs[seat].resigned:
        raise Stale
    return table.plan(SeatLeft(seat) if table.status == "waiting" else Resigned(seat))


def come_back(table: Table, seat: int) -> Plan:
    if table.status != "playing" or not table.chairs[seat].away:
        raise Stale
    return table.plan(OwnerReturned(seat))


def resign(table: Table, who: Person, seat: int) -> Plan:
    own_seat(table, who, seat)
    return table.plan(Resigned(seat))


def rematch(table: Table, new: TableId) -> Plan:
    if not table.finished:
        raise Refused("not_over", "this game is not over yet")
    if table.rematch is not None:
        raise Stale
    return table.plan(RematchMade(new))


# --- playing ---


def click(table: Table, who: Person, action: int, version: int, seat: int | None, rest: bool) -> Plan:
    """`version` is that of the page clicked on."""
    playing = own_seat(table, who, seat)
    if not table.moved_on[playing] <= version <= table.version(playing):
        raise Stale
    if action not in range(table.game.space.size):
        raise Refused("no_such_action", "there is no such action in this game")
    return table.plan_move(playing, action, rest=rest)


def take_back(table: Table, who: Person, seat: int | None) -> Plan:
    return table.plan(MoveTakenBack(own_seat(table, who, seat)))


def take_back_turn(table: Table, who: Person, seat: int | None) -> Plan:
    """All moves back to the start of one's turn, or to a barrier."""
    return table.plan_undoing_turn(own_seat(table, who, seat))


def ask_again(table: Table, who: Person, seat: int | None) -> Plan:
    """No longer pass for the rest of a chain; an answer that was given so and not yet seen is taken back."""
    playing = own_seat(table, who, seat)
    taken_back = table.chairs[playing].passes and table.answered(playing)
    return table.plan(MoveTakenBack(playing) if taken_back else PassingStopped(playing))


def order(table: Table, who: Person, seat: int | None, card: str, wish: Wish) -> Plan:
    """When to be asked about a card, from the next window on."""
    playing = own_seat(table, who, seat)
    cards = table.game.reactions.cards if table.game.reactions else {}
    if card not in cards or (wish == "target" and not cards[card]):
        raise Refused("no_order", "no order can be given for this card")
    return table.plan(OrderGiven(playing, card, wish))


def say(table: Table, who: Person, text: str, now: float) -> Plan:
    seat = seats_of(table, who)[0]
    mine = [entry.at for entry in table.chat if isinstance(entry.change, ChatSaid) and entry.change.person == who.id]
    lines, seconds = (1, table.slow) if table.slow else (SAID_AT_ONCE, SAID_WITHIN)
    if len([at for at in mine if now - seconds < at <= now]) >= lines:
        raise Refused("talk_slowly", f"here one may speak once in {seconds // lines} seconds", n=seconds // lines)
    return table.plan(ChatSaid(who.id, seat, table.chairs[seat].name, text))


def set_pace(table: Table, who: Person, seconds: float) -> Plan:
    seats_of(table, who)
    if table.status != "playing" or table.pace == seconds:
        raise Stale
    return table.plan(PaceChosen(seconds))


# --- the clockwork ---


def bot_move(table: Table, seat: int, action: int, asked_at: int) -> Plan:
    """`asked_at`: the seat's version when the bot was asked."""
    if table.moved_on[seat] != asked_at or not table.chairs[seat].bot:
        raise Stale
    return table.plan_move(seat, action, by=table.chairs[seat].bot)


def late(table: Table, seat: int, now: float) -> Plan:
    deadline = table.deadline(seat)
    if deadline is None or deadline > now or table.step_of(seat) is None:
        raise Stale
    return table.plan(BotTookOver(seat, "late"))


def ring(table: Table, position: int) -> Plan:
    """`position`: in which the window opened. Another may be open by now, and its time is not up."""
    if not table.windows.timed or table.positions != position:
        raise Stale
    return table.plan(BellRang())


# --- new tables ---


def new_secret() -> bytes:
    """Nobody can know the cards."""
    return secrets.token_bytes(32)


def chosen_game(wish: TableWish) -> AnyGame:
    """The game, with the component file that comes with the wish."""
    games.find(wish.game)
    try:
        return games.find(wish.game, wish.components)
    except Mistake as mistake:
        raise Refused("components", f"the component file: {mistake}", sentence=str(mistake)) from mistake


def new_header(who: Person, wish: TableWish, game: AnyGame, now: float, secret: bytes | None = None) -> Header:
    options = game.check_table(len(wish.seats), wish.options)
    if wish.deal and (options != game.options({}) or wish.components):
        raise Refused("deal_plain", "tables of one deal have the usual options and components, so that they compare")
    names = iter(sorted(BOT_NAMES, key=lambda name: name == who.name))    # nobody loses their name to a bot
    taken = [Chair("", who.name, "")]
    plans = []
    for seat in wish.seats:
        if seat.kind == "bot":
            bots.find(seat.level)
            name = seat_name(taken, -1, nickname(seat.name) if seat.name else next(names))
            taken.append(Chair(seat.level, name, ""))
            plans.append(SeatPlan(level=seat.level, name=name))
        else:
            plans.append(SeatPlan(name=nickname(seat.name) if seat.name else ""))
    return Header(
        table=secrets.token_urlsafe(9),
        game=game.id,
        rules=game.version,
        options=options,
        seats=plans,
        dice=game.sealed_dice(secret or new_secret()).mark(),
        creator=who.id,
        made=now,
        public=wish.public and not wish.deal,    # who has not played a deal shall not see how it goes
        pace=wish.pace,
        window=_window(wish),
        clock=wish.clock,
        spectators="no" if wish.deal else wish.spectators,
        name=nickname(wish.name) if wish.name else "",
        alone=(wish.spectators == "no" or bool(wish.deal)) and sum(seat.kind != "bot" for seat in wish.seats) == 1,
        components=game.components_mark(),
        format=FORMAT,
        hints=wish.hints,
        deal=f"{game.id}/{len(wish.seats)}/{wish.deal}" if wish.deal else "",
    )


def _window(wish: TableWish) -> float:
    """Where a move may take hours people answer when they happen to look, so their speed tells nothing, and a bell
    would take their choice away."""
    if wish.window is not None:
        return wish.window
    return 0.0 if wish.clock is not None and wish.clock.move >= SLOW else WINDOW


def rematch_game(table: Table) -> AnyGame:
    """The same game under its newest rules, or, where what was chosen for the table is no longer to be had, the old."""
    try:
        game = games.find(table.header.game, table.game.own_components)
        game.options(table.header.options)
    except Mistake:
        return table.game
    return game


def rematch_header(table: Table, game: AnyGame, new: TableId, who: Person, now: float) -> Header:
    """The same table once more: everybody's seat is kept for them, and with it colours and neighbours. Who begins is
    drawn by every game anew, so nobody has to sit elsewhere for that."""
    return msgspec.structs.replace(
        table.header,
        table=new,
        seats=[SeatPlan(chair.level, chair.name, chair.person) for chair in table.chairs],
        rules=game.version,
        options=game.options(table.header.options),
        dice=game.sealed_dice(new_secret()).mark(),
        creator=who.id,
        made=now,
        components=game.components_mark(),
        format=FORMAT,
        deal="",
    )
