"""The house keeps the tables: one per process, opened with a store. Pages, the API and tests all come in here."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import suppress

from intryga.tables.invites import Invites
from intryga.tables.model import requests
from intryga.tables.model.entries import (
    AnyChange,
    ChatSaid,
    Header,
    MoveMade,
    MoveTakenBack,
    PassingStopped,
    RematchMade,
    SeatTaken,
)
from intryga.tables.model.seats import seat_name
from intryga.tables.model.table import Table
from intryga.tables.output import replay, table_page
from intryga.tables.output.game_file import GameFile
from intryga.tables.plain_text import nickname, talk
from intryga.tables.runtime.bot_pool import BotPool, BotProcesses
from intryga.tables.runtime.room import Room, Watcher
from intryga.tables.runtime.tables import Tables
from intryga.tables.storage.store import Store, Taken
from intryga.tables.types import (
    ChatLine,
    Lobby,
    Person,
    Refused,
    ReplayPage,
    SeatInfo,
    SeatWish,
    Stale,
    TableCard,
    TableId,
    TablePage,
    TableWish,
)

__all__ = [
    "ChatLine",
    "House",
    "Lobby",
    "Person",
    "Refused",
    "ReplayPage",
    "SeatInfo",
    "SeatWish",
    "Stale",
    "TableCard",
    "TableId",
    "TablePage",
    "TableWish",
]

LISTED = 30
RESUMED = 10_000


class House:
    """All methods raise Refused (a Mistake with the key of a sentence), another Mistake, or IllegalMove."""

    def __init__(self, store: Store, secret: str, thinker: BotPool | None = None) -> None:
        self._store = store
        self._invites = Invites(secret)
        self._tables = Tables(store, self._invites, thinker or BotProcesses())

    async def open(self) -> None:
        """Ready the store and let the games go on that were being played."""
        await self._store.open()
        self._tables.resume(await self._store.playing(RESUMED))

    async def close(self) -> None:
        await self._tables.close()
        await self._store.close()

    # --- sitting down and getting up ---

    async def create(self, who: Person, wish: TableWish) -> TableId:
        # A component file is read beside the event loop: others are playing.
        header = await asyncio.to_thread(requests.new_header, who, wish)
        mine = [(n, seat.name) for n, seat in enumerate(wish.seats) if seat.kind == "me"]
        return await self._found(header, [(n, who.id, name or who.name) for n, name in mine])

    async def join(self, table: TableId, seat: int, who: Person, token: str | None = None) -> None:
        room = await self._tables.table(table)

        def sit(table: Table) -> AnyChange:
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
                self._invites.check_invite(table.header.table, token or "")
            return SeatTaken(seat, who.id, seat_name(table.chairs, seat, nickname(who.name)))

        await self._tables.commit(room, sit)
        await self._tables.begin_when_full(room)

    async def leave(self, table: TableId, who: Person) -> None:
        """A free seat again before the game; in the game a bot plays until they are back."""
        room = await self._tables.table(table)
        for seat in requests.seats_of(room.table, who):
            await self._tables.commit(room, lambda table, seat=seat: requests.leaving(table, who, seat))    # type: ignore[misc]
        if room.table.status == "waiting" and not any(chair.person for chair in room.table.chairs):
            with suppress(Refused):
                await self._tables.commit(room, requests.closing)

    async def back(self, table: TableId, who: Person) -> None:
        """Take one's seats over from the bot again; nothing happens if none was away."""
        room = await self._tables.table(table)
        await self._back(room, who)

    async def stand_in(self, table: TableId, who: Person, seat: int) -> None:
        """A player asks a bot to play for a seat whose owner has gone away."""
        room = await self._tables.table(table)
        requests.seats_of(room.table, who)
        page = await self.page(table, who)
        if not any(info.seat == seat and info.replaceable for info in page.seats):
            raise Refused("not_absent", "a bot can only play for somebody we wait for and who has gone away")
        await self._tables.commit(room, lambda table: requests.replaced(table, seat))

    async def resign(self, table: TableId, who: Person) -> None:
        room = await self._tables.table(table)
        for seat in requests.seats_of(room.table, who):
            await self._tables.commit(room, lambda table, seat=seat: requests.resigning(table, who, seat))    # type: ignore[misc]

    async def rematch(self, table: TableId, who: Person) -> TableId:
        """The same people, one seat further; whoever asks later joins."""
        room = await self._tables.table(table)
        requests.seats_of(room.table, who)
        if room.table.rematch is None:
            new = secrets.token_urlsafe(9)

            def again(table: Table) -> AnyChange:
                if table.status != "over" or table.playthrough is None:
                    raise Refused("not_over", "this game is not over yet")
                if table.rematch is not None:
                    raise Stale
                return RematchMade(new)

            with suppress(Stale):    # somebody else was quicker: theirs it is
                await self._tables.commit(room, again)
        found = room.table.rematch
        assert found is not None
        header = requests.rotated(room.table, found, who)
        seats = [(n, who.id, plan.name) for n, plan in enumerate(header.seats) if plan.reserved == who.id]
        try:
            return await self._found(header, seats)
        except Taken:
            next_table = await self._tables.table(found)
            if not next_table.table.seats_of(who.id) and seats:
                await self.join(found, seats[0][0], who)
            return found

    # --- playing ---

    async def act(
        self, table: TableId, who: Person, action: int, version: int, seat: int | None = None, rest: bool = False
    ) -> None:
        """`version` is that of the page clicked on. Who holds several seats must say for which. `rest`: a pass that
        holds in every window until their chain is over, as if it were clicked each time."""
        room = await self._tables.table(table)
        if any(room.table.chairs[mine].away for mine in requests.seats_of(room.table, who)):
            await self._back(room, who)
            raise Stale    # the bot may have moved; the page shows what is to be chosen now

        def move(table: Table) -> AnyChange:
            playing = requests.own_seat(table, who, seat)
            if version < table.moved_on[playing] or version > table.version(playing):
                raise Stale
            if action not in range(table.game.space.size):
                raise Refused("no_such_action", "there is no such action in this game")
            return MoveMade(playing, table.game.space.text(action), rest=rest)

        await self._tables.commit(room, move)

    async def undo(self, table: TableId, who: Person, seat: int | None = None) -> None:
        room = await self._tables.table(table)
        await self._tables.commit(room, lambda table: MoveTakenBack(requests.own_seat(table, who, seat)))

    async def ask_again(self, table: TableId, who: Person, seat: int | None = None) -> None:
        """No longer pass for the rest of a chain of windows; an answer that was given so and not yet seen is taken
        back."""
        room = await self._tables.table(table)

        def again(table: Table) -> AnyChange:
            playing = requests.own_seat(table, who, seat)
            taken_back = table.chairs[playing].passes and table.answered(playing)
            return MoveTakenBack(playing) if taken_back else PassingStopped(playing)

        await self._tables.commit(room, again)

    async def chat(self, table: TableId, who: Person, text: str) -> None:
        said = talk(text)
        room = await self._tables.table(table)

        def say(table: Table) -> AnyChange:
            seat = requests.seats_of(table, who)[0]
            return ChatSaid(who.id, seat, table.chairs[seat].name, said)

        await self._tables.commit(room, say)

    async def mute(self, table: TableId, who: Person, author: str, muted: bool = True) -> None:
        """`author` as in SeatInfo and ChatLine."""
        room = await self._tables.table(table)
        known = {self._invites.author(table, chair.person) for chair in room.table.chairs if chair.person}
        if author not in known:
            raise Refused("nobody_such", "nobody here is called that")
        await self._store.mute(table, who.id, author, muted)
        (room.mutes.add if muted else room.mutes.discard)((who.id, author))
        room.wake()    # also what is cached

    # --- looking ---

    async def page(
        self, table: TableId, who: Person | None, seat: int | None = None, token: str | None = None
    ) -> TablePage:
        """`seat`: from which of several own seats to look (-1: public facts only); otherwise the one that is asked.
        `token`: an invite lets its holder look at a table that has no spectators."""
        room = await self._tables.table(table)
        async with room.lock:
            await self._tables.mend(room)
            return room.page(who, seat, token)

    async def lobby(self, who: Person | None) -> Lobby:
        person = who.id if who else ""
        mine = await self._store.tables_of(person, LISTED) if person else []
        return Lobby(
            [table_page.card(listed, person) for listed in await self._store.open_tables(LISTED)],
            [table_page.card(listed, person) for listed in mine],
            [table_page.card(listed, person) for listed in await self._store.finished(LISTED)],
        )

    async def replay(self, table: TableId, who: Person | None, move: int | None, viewpoint: int) -> ReplayPage:
        """After the game. `move`: after so many moves, none: the end. `viewpoint`: as in ReplayPage."""
        room = await self._tables.table(table)
        return replay.page(room.table, await self.record(table, who), move, viewpoint)

    async def record(self, table: TableId, who: Person | None) -> GameFile:
        """The game file, once the game is over."""
        room = await self._tables.table(table)
        room.may_look(who.id if who else "", None)
        if room.table.status != "over" or room.table.playthrough is None:
            raise Refused("not_over", "this game is not over yet")
        if room.table.record is None:    # opened by a snapshot, which leaves the beginning out
            whole = Table(room.table.header)
            for logged in await self._store.entries(table, 0):
                whole.enter(logged)
            room.table.record = whole.record
        return replay.record(room.table)

    async def components(self, table: TableId, who: Person | None, token: str | None = None) -> str:
        """The component file this table is played with: of somebody's own, or the game's."""
        room = await self._tables.table(table)
        room.may_look(who.id if who else "", token)
        game = room.table.game
        return game.own_components or game.folder.joinpath("cards.toml").read_text("utf-8")

    async def watch(self, table: TableId, who: Person | None = None) -> AsyncGenerator[int, None]:
        """The viewer's version: at once, and whenever the page may look different for them. They count as present
        meanwhile. Several changes in quick succession may be told as one."""
        room = await self._tables.table(table)
        watcher = Watcher(who.id if who else "")
        watcher.news.set()
        room.arrive(watcher)
        try:
            while True:
                await watcher.news.wait()
                watcher.news.clear()
                yield room.table.version(room.viewpoint(watcher.person, None))
        finally:
            room.depart(watcher)

    # --- parts of the above ---

    async def _found(self, header: Header, seats: list[tuple[int, str, str]]) -> TableId:
        await self._store.add(header, table_page.summary(Table(header)))
        room = await self._tables.table(header.table)
        for seat, person, name in seats:
            free = seat_name(room.table.chairs, seat, name)
            await self._tables.commit(room, lambda _, n=seat, p=person, s=free: SeatTaken(n, p, s))    # type: ignore[misc]
        await self._tables.begin_when_full(room)
        return header.table

    async def _back(self, room: Room, who: Person) -> None:
        for seat in room.table.seats_of(who.id):
            if room.table.chairs[seat].away:
                with suppress(Stale):
                    await self._tables.commit(room, lambda table, seat=seat: requests.returning(table, seat))    # type: ignore[misc]
