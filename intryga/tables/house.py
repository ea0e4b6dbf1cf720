"""The house: all tables of one process. Pages, the API and tests come in here, and nowhere else."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import suppress

from intryga import bots
from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.tables.invites import Invites
from intryga.tables.model import requests
from intryga.tables.model.table import Table
from intryga.tables.output import game_file, replay, table_page
from intryga.tables.output.ahead import Ahead, ahead
from intryga.tables.output.game_file import GameFile
from intryga.tables.plain_text import talk
from intryga.tables.runtime.bot_question import question
from intryga.tables.runtime.room import Room, Watcher
from intryga.tables.runtime.tables import Figures, Tables
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import WorkerProcesses, Workers
from intryga.tables.storage.store import Store, Taken
from intryga.tables.types import (
    NO_SEAT,
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
    TakenBack,
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
    "TakenBack",
]

LISTED = 30
RESUMED = 10_000


class House:
    """All methods raise Refused (a Mistake with the key of a sentence), another Mistake, or IllegalMove."""

    def __init__(
        self, store: Store, secret: str, workers: Workers | None = None, clock: WallClock | None = None
    ) -> None:
        self._store = store
        self._invites = Invites(secret)
        self._workers = workers or WorkerProcesses()
        self._clock = clock or WallClock()
        self._renewals: dict[str, int] = {}
        self._tables = Tables(store, self._invites, self._workers, self._clock)

    async def open(self) -> None:
        """Ready the store and let the games go on that were being played."""
        await self._store.open()
        self._renewals |= await self._store.renewals()
        self._tables.resume(await self._store.playing(RESUMED))

    async def close(self) -> None:
        await self._tables.close()
        await self._workers.close()
        await self._store.close()

    # --- sitting down and getting up ---

    async def create(self, who: Person, wish: TableWish, secret: bytes | None = None) -> TableId:
        """`secret`: of a deal that is to be the same for all, for lessons; else nobody can know it."""
        # A component file is read beside the event loop: others are playing.
        game = await asyncio.to_thread(requests.chosen_game, wish)
        table = Table(requests.new_header(who, wish, game, self._clock.now(), secret), game)
        mine = [(n, seat.name) for n, seat in enumerate(wish.seats) if seat.kind == "me"]
        return await self._set_up(table, [(n, who.id, name or who.name) for n, name in mine])

    async def join(self, table: TableId, seat: int, who: Person, token: str | None = None) -> None:
        room = await self._tables.room(table)
        await self._tables.change(room, requests.sit_down, who, seat, self._invites, token)
        await self._tables.begin_when_full(room)

    async def leave(self, table: TableId, who: Person) -> None:
        """A free seat again before the game; in the game a bot plays until they are back."""
        room = await self._tables.room(table)
        for seat in requests.seats_of(room.table, who):
            await self._tables.change(room, requests.leave, who, seat)
        if room.table.status == "waiting" and not any(chair.person for chair in room.table.chairs):
            with suppress(Refused):
                await self._tables.change(room, requests.close)

    async def back(self, table: TableId, who: Person) -> None:
        """Take one's seats over from the bot again; nothing happens if none was away."""
        await self._come_back(await self._tables.room(table), who)

    async def stand_in(self, table: TableId, who: Person, seat: int) -> None:
        """A player asks a bot to play for a seat whose owner has gone away."""
        room = await self._tables.room(table)
        requests.seats_of(room.table, who)
        page = room.page(who, None, None)
        if not any(info.seat == seat and info.replaceable for info in page.seats):
            raise Refused("not_absent", "a bot can only play for somebody we wait for and who has gone away")
        await self._tables.change(room, requests.replace, seat)

    async def resign(self, table: TableId, who: Person) -> None:
        room = await self._tables.room(table)
        for seat in requests.seats_of(room.table, who):
            await self._tables.change(room, requests.resign, who, seat)

    async def rematch(self, table: TableId, who: Person) -> TableId:
        """The same people, one seat further; whoever asks later joins."""
        room = await self._tables.room(table)
        requests.seats_of(room.table, who)
        if room.table.rematch is None:
            with suppress(Stale):    # somebody else was quicker: theirs it is
                await self._tables.change(room, requests.rematch, secrets.token_urlsafe(9))
        found = room.table.rematch
        assert found is not None
        game = requests.rematch_game(room.table)
        header = requests.rematch_header(room.table, game, found, who, self._clock.now())
        seats = [(n, who.id, plan.name) for n, plan in enumerate(header.seats) if plan.reserved == who.id]
        try:
            return await self._set_up(Table(header, game), seats)
        except Taken:
            next_room = await self._tables.room(found)
            if not next_room.table.seats_of(who.id) and seats:
                await self.join(found, seats[0][0], who)
            return found

    # --- playing ---

    async def act(
        self, table: TableId, who: Person, action: int, version: int, seat: int | None = None, rest: bool = False
    ) -> None:
        """`version` is that of the page clicked on. Who holds several seats must say for which. `rest`: a pass that
        holds in every window until their chain is over, as if it were clicked each time."""
        room = await self._tables.room(table)
        if any(room.table.chairs[mine].away for mine in requests.seats_of(room.table, who)):
            await self._come_back(room, who)
            raise Stale    # the bot may have moved; the page shows what is to be chosen now
        await self._tables.change(room, requests.click, who, action, version, seat, rest)

    async def counsel(self, table: TableId, who: Person) -> int | None:
        """What a considerate bot would do in their seat, knowing what they know; None if they are not asked."""
        room = await self._tables.room(table)
        seat = table_page.asked(room.table, requests.seats_of(room.table, who))
        if room.table.status != "playing" or seat == NO_SEAT:
            return None
        asked = question(room.table, seat)._replace(level=bots.USUAL)
        return await self._workers.choose(asked, room.table.game.own_components)

    async def ahead(self, table: TableId, who: Person, seat: int, actions: list[int]) -> Ahead | None:
        """What these choices of one's own would change; None where nothing can be said before they are made."""
        room = await self._tables.room(table)
        if room.table.status != "playing" or seat not in requests.seats_of(room.table, who):
            return None
        return ahead(room.table.state, seat, actions) if room.table.step_of(seat) is not None else None

    async def undo(self, table: TableId, who: Person, seat: int | None = None) -> None:
        """Take the last move back."""
        await self._tables.change(await self._tables.room(table), requests.take_back, who, seat)

    async def undo_turn(self, table: TableId, who: Person, seat: int | None = None) -> TakenBack:
        """Take one's moves back to the start of one's turn, or as far as nobody has learnt anything from them."""
        room = await self._tables.room(table)
        done = await self._tables.change(room, requests.take_back_turn, who, seat)
        return TakenBack(done.moves, done.stopped)

    async def ask_again(self, table: TableId, who: Person, seat: int | None = None) -> None:
        """No longer pass for the rest of a chain of windows; an answer that was given so and not yet seen is taken
        back."""
        await self._tables.change(await self._tables.room(table), requests.ask_again, who, seat)

    async def set_pace(self, table: TableId, who: Person, seconds: float) -> None:
        """How fast bots move from now on, for all at the table; whoever sits there may say so."""
        with suppress(Stale):    # that is the pace already
            await self._tables.change(await self._tables.room(table), requests.set_pace, who, seconds)

    async def chat(self, table: TableId, who: Person, text: str) -> None:
        said = talk(text)
        await self._tables.change(await self._tables.room(table), requests.say, who, said)

    async def mute(self, table: TableId, who: Person, author: str, muted: bool = True) -> None:
        """`author` as in SeatInfo and ChatLine. Only who sits there: it is kept, and their pages are made anew."""
        room = await self._tables.room(table)
        requests.seats_of(room.table, who)
        known = {self._invites.author(table, chair.person) for chair in room.table.chairs if chair.person}
        if author not in known:
            raise Refused("nobody_such", "nobody here is called that")
        await self._store.mute(table, who.id, author, muted)
        room.mute(who.id, author, muted)

    # --- for whoever runs the server ---

    def figures(self) -> Figures:
        return self._tables.figures()

    # --- who one is ---

    def renewal(self, person: str) -> int:
        """How often this person has made their links void: only those made since then are theirs."""
        return self._renewals.get(person, 0)

    async def renew(self, who: Person) -> None:
        await self._store.renew(who.id)
        self._renewals[who.id] = self.renewal(who.id) + 1

    # --- looking ---

    async def page(
        self, table: TableId, who: Person | None, seat: int | None = None, token: str | None = None
    ) -> TablePage:
        """`seat`: from which of several own seats to look (-1: public facts only); otherwise the one that is asked.
        `token`: an invite lets its holder look at a table that has no spectators."""
        room = await self._tables.room(table)
        page = room.page(who, seat, token)
        if page.view is not None and page.view.over:
            self._workers.expect_replay(table, lambda: replay.finished_game(room.table))
        return page

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
        over = (await self._over(table, who)).table
        if viewpoint not in (SPECTATOR, OMNISCIENT, *range(len(over.chairs))):
            raise Refused("no_viewpoint", "there is no such seat")
        moves = len(replay.in_force(over))
        at = moves if move is None else move
        if at not in range(moves + 1):
            raise Refused("no_move", f"the game has {moves} moves", n=moves)
        return await self._workers.replay(table, at, viewpoint, lambda: replay.finished_game(over))

    async def game_file(self, table: TableId, who: Person | None) -> GameFile:
        """The game file, once the game is over."""
        return game_file.of_table((await self._over(table, who)).table)

    async def components(self, table: TableId, who: Person | None, token: str | None = None) -> str:
        """The component file this table is played with: of somebody's own, or the game's."""
        room = await self._tables.room(table)
        room.may_look(who.id if who else "", token)
        game = room.table.game
        return game.own_components or game.folder.joinpath("cards.toml").read_text("utf-8")

    async def watch(self, table: TableId, who: Person | None = None) -> AsyncGenerator[int, None]:
        """The viewer's version: at once, and whenever the page may look different for them. They count as present
        meanwhile. Several changes in quick succession may be told as one."""
        room = await self._tables.room(table)
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

    async def _set_up(self, table: Table, seats: list[tuple[int, str, str]]) -> TableId:
        header = table.header
        await self._store.add(header, table_page.summary(table), table.game.own_components)
        room = await self._tables.room(header.table)
        for seat, person, name in seats:
            await self._tables.change(room, requests.seat_person, seat, person, name)
        await self._tables.begin_when_full(room)
        return header.table

    async def _come_back(self, room: Room, who: Person) -> None:
        for seat in room.table.seats_of(who.id):
            if room.table.chairs[seat].away:
                with suppress(Stale):
                    await self._tables.change(room, requests.come_back, seat)

    async def _over(self, table: TableId, who: Person | None) -> Room:
        """A room whose game is over, for somebody who may look."""
        room = await self._tables.room(table)
        room.may_look(who.id if who else "", None)
        if not room.table.finished:
            raise Refused("not_over", "this game is not over yet")
        return room
