"""The house keeps the tables: one per process, opened with a store. Pages, the API and tests all come in here."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import suppress

from intryga.tables import finished, pages, wishes
from intryga.tables.chairs import seat_name
from intryga.tables.live import Live, Watcher
from intryga.tables.log import Again, AnyEvent, AskAgain, Header, Moved, Said, Sat, Undone
from intryga.tables.names import nickname, talk
from intryga.tables.record import Record
from intryga.tables.seals import Seals
from intryga.tables.shapes import (
    Line,
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
from intryga.tables.shelf import Shelf
from intryga.tables.store import Store, Taken
from intryga.tables.table import Table
from intryga.tables.thinking import InProcesses, Thinker

__all__ = [
    "House",
    "Line",
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

    def __init__(self, store: Store, secret: str, thinker: Thinker | None = None) -> None:
        self._store = store
        self._seals = Seals(secret)
        self._shelf = Shelf(store, self._seals, thinker or InProcesses())

    async def open(self) -> None:
        """Ready the store and let the games go on that were being played."""
        await self._store.open()
        self._shelf.resume(await self._store.playing(RESUMED))

    async def close(self) -> None:
        await self._shelf.close()
        await self._store.close()

    # --- sitting down and getting up ---

    async def create(self, who: Person, wish: TableWish) -> TableId:
        # A component file is read beside the event loop: others are playing.
        header = await asyncio.to_thread(wishes.new_header, who, wish)
        mine = [(n, seat.name) for n, seat in enumerate(wish.seats) if seat.kind == "me"]
        return await self._found(header, [(n, who.id, name or who.name) for n, name in mine])

    async def join(self, table: TableId, seat: int, who: Person, token: str | None = None) -> None:
        live = await self._shelf.table(table)

        def sit(table: Table) -> AnyEvent:
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
                self._seals.check_invite(table.header.table, token or "")
            return Sat(seat, who.id, seat_name(table.chairs, seat, nickname(who.name)))

        await self._shelf.commit(live, sit)
        await self._shelf.begin_when_full(live)

    async def leave(self, table: TableId, who: Person) -> None:
        """A free seat again before the game; in the game a bot plays until they are back."""
        live = await self._shelf.table(table)
        for seat in wishes.seats_of(live.table, who):
            await self._shelf.commit(live, lambda table, seat=seat: wishes.leaving(table, who, seat))    # type: ignore[misc]
        if live.table.status == "waiting" and not any(chair.person for chair in live.table.chairs):
            with suppress(Refused):
                await self._shelf.commit(live, wishes.closing)

    async def back(self, table: TableId, who: Person) -> None:
        """Take one's seats over from the bot again; nothing happens if none was away."""
        live = await self._shelf.table(table)
        await self._back(live, who)

    async def stand_in(self, table: TableId, who: Person, seat: int) -> None:
        """A player asks a bot to play for a seat whose owner has gone away."""
        live = await self._shelf.table(table)
        wishes.seats_of(live.table, who)
        page = await self.page(table, who)
        if not any(info.seat == seat and info.replaceable for info in page.seats):
            raise Refused("not_absent", "a bot can only play for somebody we wait for and who has gone away")
        await self._shelf.commit(live, lambda table: wishes.replaced(table, seat))

    async def resign(self, table: TableId, who: Person) -> None:
        live = await self._shelf.table(table)
        for seat in wishes.seats_of(live.table, who):
            await self._shelf.commit(live, lambda table, seat=seat: wishes.resigning(table, who, seat))    # type: ignore[misc]

    async def rematch(self, table: TableId, who: Person) -> TableId:
        """The same people, one seat further; whoever asks later joins."""
        live = await self._shelf.table(table)
        wishes.seats_of(live.table, who)
        if live.table.rematch is None:
            new = secrets.token_urlsafe(9)

            def again(table: Table) -> AnyEvent:
                if table.status != "over" or table.fold is None:
                    raise Refused("not_over", "this game is not over yet")
                if table.rematch is not None:
                    raise Stale
                return Again(new)

            with suppress(Stale):    # somebody else was quicker: theirs it is
                await self._shelf.commit(live, again)
        found = live.table.rematch
        assert found is not None
        header = wishes.rotated(live.table, found, who)
        seats = [(n, who.id, plan.name) for n, plan in enumerate(header.seats) if plan.reserved == who.id]
        try:
            return await self._found(header, seats)
        except Taken:
            next_table = await self._shelf.table(found)
            if not next_table.table.seats_of(who.id) and seats:
                await self.join(found, seats[0][0], who)
            return found

    # --- playing ---

    async def act(
        self, table: TableId, who: Person, action: int, version: int, seat: int | None = None, rest: bool = False
    ) -> None:
        """`version` is that of the page clicked on. Who holds several seats must say for which. `rest`: a pass that
        holds in every window until their chain is over, as if it were clicked each time."""
        live = await self._shelf.table(table)
        if any(live.table.chairs[mine].away for mine in wishes.seats_of(live.table, who)):
            await self._back(live, who)
            raise Stale    # the bot may have moved; the page shows what is to be chosen now

        def move(table: Table) -> AnyEvent:
            playing = wishes.own_seat(table, who, seat)
            if version < table.moved_on[playing] or version > table.version(playing):
                raise Stale
            if action not in range(table.game.space.size):
                raise Refused("no_such_action", "there is no such action in this game")
            return Moved(playing, table.game.space.text(action), rest=rest)

        await self._shelf.commit(live, move)

    async def undo(self, table: TableId, who: Person, seat: int | None = None) -> None:
        live = await self._shelf.table(table)
        await self._shelf.commit(live, lambda table: Undone(wishes.own_seat(table, who, seat)))

    async def ask_again(self, table: TableId, who: Person, seat: int | None = None) -> None:
        """No longer pass for the rest of a chain of windows; an answer that was given so and not yet seen is taken
        back."""
        live = await self._shelf.table(table)

        def again(table: Table) -> AnyEvent:
            playing = wishes.own_seat(table, who, seat)
            taken_back = table.chairs[playing].passes and table.answered(playing)
            return Undone(playing) if taken_back else AskAgain(playing)

        await self._shelf.commit(live, again)

    async def chat(self, table: TableId, who: Person, text: str) -> None:
        said = talk(text)
        live = await self._shelf.table(table)

        def say(table: Table) -> AnyEvent:
            seat = wishes.seats_of(table, who)[0]
            return Said(who.id, seat, table.chairs[seat].name, said)

        await self._shelf.commit(live, say)

    async def mute(self, table: TableId, who: Person, author: str, muted: bool = True) -> None:
        """`author` as in SeatInfo and Line."""
        live = await self._shelf.table(table)
        known = {self._seals.author(table, chair.person) for chair in live.table.chairs if chair.person}
        if author not in known:
            raise Refused("nobody_such", "nobody here is called that")
        await self._store.mute(table, who.id, author, muted)
        (live.mutes.add if muted else live.mutes.discard)((who.id, author))
        live.wake()    # also what is cached

    # --- looking ---

    async def page(
        self, table: TableId, who: Person | None, seat: int | None = None, token: str | None = None
    ) -> TablePage:
        """`seat`: from which of several own seats to look (-1: public facts only); otherwise the one that is asked.
        `token`: an invite lets its holder look at a table that has no spectators."""
        live = await self._shelf.table(table)
        async with live.lock:
            await self._shelf.mend(live)
            return live.page(who, seat, token)

    async def lobby(self, who: Person | None) -> Lobby:
        person = who.id if who else ""
        mine = await self._store.tables_of(person, LISTED) if person else []
        return Lobby(
            [pages.card(listed, person) for listed in await self._store.open_tables(LISTED)],
            [pages.card(listed, person) for listed in mine],
            [pages.card(listed, person) for listed in await self._store.finished(LISTED)],
        )

    async def replay(self, table: TableId, who: Person | None, move: int | None, viewpoint: int) -> ReplayPage:
        """After the game. `move`: after so many moves, none: the end. `viewpoint`: as in ReplayPage."""
        live = await self._shelf.table(table)
        return finished.page(live.table, await self.record(table, who), move, viewpoint)

    async def record(self, table: TableId, who: Person | None) -> Record:
        """The game file, once the game is over."""
        live = await self._shelf.table(table)
        live.may_look(who.id if who else "", None)
        if live.table.status != "over" or live.table.fold is None:
            raise Refused("not_over", "this game is not over yet")
        if live.table.record is None:    # opened by a snapshot, which leaves the beginning out
            whole = Table(live.table.header)
            for logged in await self._store.entries(table, 0):
                whole.enter(logged)
            live.table.record = whole.record
        return finished.record(live.table)

    async def components(self, table: TableId, who: Person | None, token: str | None = None) -> str:
        """The component file this table is played with: of somebody's own, or the game's."""
        live = await self._shelf.table(table)
        live.may_look(who.id if who else "", token)
        game = live.table.game
        return game.own_components or game.folder.joinpath("cards.toml").read_text("utf-8")

    async def watch(self, table: TableId, who: Person | None = None) -> AsyncGenerator[int, None]:
        """The viewer's version: at once, and whenever the page may look different for them. They count as present
        meanwhile. Several changes in quick succession may be told as one."""
        live = await self._shelf.table(table)
        watcher = Watcher(who.id if who else "")
        watcher.news.set()
        live.arrive(watcher)
        try:
            while True:
                await watcher.news.wait()
                watcher.news.clear()
                yield live.table.version(live.viewpoint(watcher.person, None))
        finally:
            live.depart(watcher)

    # --- parts of the above ---

    async def _found(self, header: Header, seats: list[tuple[int, str, str]]) -> TableId:
        await self._store.add(header, pages.summary(Table(header)))
        live = await self._shelf.table(header.table)
        for seat, person, name in seats:
            free = seat_name(live.table.chairs, seat, name)
            await self._shelf.commit(live, lambda _, n=seat, p=person, s=free: Sat(n, p, s))    # type: ignore[misc]
        await self._shelf.begin_when_full(live)
        return header.table

    async def _back(self, live: Live, who: Person) -> None:
        for seat in live.table.seats_of(who.id):
            if live.table.chairs[seat].away:
                with suppress(Stale):
                    await self._shelf.commit(live, lambda table, seat=seat: wishes.returning(table, seat))    # type: ignore[misc]
