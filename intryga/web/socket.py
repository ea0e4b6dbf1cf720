"""Live updates of a table: one WebSocket for each page that shows it.

Up: `{"do": ACTION, "version": N}` (`"rest": true`: a pass for a whole chain of windows), `{"undo": true}` (`"turn":
true`: to the start of my turn), `{"say": TEXT}`, `{"back": true}`; who holds several seats adds `"seat"`. Down:
`{"number": N, "version": N, "stamp": WORD, "sections": {ID: HTML or DELTA}, "story": {"lines": [HTML], "keep": N,
"fresh": N}}` with what has changed (how it is written: `wire.py`), `{"error": SENTENCE}` (with `"refused": N`: to a
choice on the page of that version), and `{"go": PATH}` where another page is to be shown: the game has begun or is over
(with the end of its story), or the next player gets the device. Of the story only new lines are sent, to be put before
the first `keep` old ones; the first `fresh` of them, headings aside, are news.

A page names the stamp of what it shows (`?stamp=WORD`; every message down brings a new one). If that is still so,
nothing is sent; else, and when a lost connection comes back without naming one, all of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import aclosing, suppress
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from intryga.kernel.game import Mistake
from intryga.kernel.state import IllegalMove
from intryga.tables.storage.store import NotReached
from intryga.tables.types import NO_SEAT, Person, Refused, TablePage
from intryga.texts.library import house
from intryga.web import render
from intryga.web.counsel import ShownCounsel, counsel_for
from intryga.web.identity import person_of
from intryga.web.invitation import invitation
from intryga.web.limits import Bucket, Crowd, Limits, TooMany
from intryga.web.render import Drawn
from intryga.web.request import house_of, language_of, sentence, theme_of
from intryga.web.table_pages import texts_for
from intryga.web.wire import PageTold

log = logging.getLogger("intryga.web")

GOODBYE = 1008
COME_AGAIN = 1012
PATIENCE = 20    # frames too many or without meaning, after which a connection is closed


class PageMessage(msgspec.Struct, forbid_unknown_fields=True):
    """What a page sends."""

    do: int | None = None
    version: int = -1
    rest: bool = False
    undo: bool = False
    turn: bool = False    # all choices since the start of one's turn
    say: str | None = None
    back: bool = False
    seat: int | None = None


_decoder = msgspec.json.Decoder(PageMessage)
_drawings: OrderedDict[tuple[object, ...], tuple[TablePage, Drawn]] = OrderedDict()
KEPT_DRAWINGS = 100    # the one looked at longest ago is let go first; who looks at the same is told at the same time


class Connection:
    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.house = house_of(socket)
        self.table: str = socket.path_params["table"]
        self.who: Person | None = person_of(socket)
        self._renewal = self.house.people.renewal(self.who.id) if self.who else 0
        self.language = language_of(socket)
        self.token = socket.query_params.get("token") or None
        self.seat = _number(socket.query_params.get("seat", ""))
        self._page: TablePage | None = None    # that is shown
        self._told = PageTold()
        self._sending = asyncio.Lock()

    async def run(self, limits: Limits) -> None:
        try:
            await self.house.read_on(self.table)
            await self._show()
        except NotReached:
            return await self._hang_up(COME_AGAIN)
        except (Mistake, IllegalMove) as error:
            return await self.refuse(error)
        if self.who is not None:
            await self.house.back(self.table, self.who)
        async with asyncio.TaskGroup() as group:
            writer = group.create_task(self._write())
            with suppress(WebSocketDisconnect, WebSocketDisconnected):    # by them, or by us meanwhile
                await self._read(limits)
            writer.cancel()

    async def refuse(self, error: Exception) -> None:
        await self._send({"error": sentence(error, self.language)})
        await self._hang_up()

    async def _hang_up(self, code: int = GOODBYE) -> None:
        with suppress(RuntimeError):    # they have done so themselves
            await self.socket.close(code)

    # --- down ---

    async def _show(self) -> None:
        """All of it, unless the page shows that already."""
        page = await self._look()
        await texts_for(page, self.language)    # after a restart pages come back before any is loaded
        drawn = await self._drawn(page)
        if self.socket.query_params.get("stamp") == page.stamp:
            self._told.shows(drawn, page.version)
        else:
            await self._send_news(page, drawn)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect):
            try:
                await self._tell()
            except NotReached:    # this process knows nothing any more; another may
                await self._hang_up(COME_AGAIN)
            except Mistake as error:    # they may look no longer
                await self._send({"error": sentence(error, self.language)})

    async def _tell(self) -> None:
        async with aclosing(self.house.watch(self.table, self.who)) as news:
            async for _ in news:
                if not await self._news():
                    return

    async def _news(self) -> bool:
        """Tells what has changed; False if another page is to be shown."""
        before, page = self._page, await self._look()
        goes_on = self._device_goes_on(page)
        if page is before and not goes_on:
            return True
        drawn = await self._drawn(page)
        if drawn.sections.keys() != self._told.sections.keys() or goes_on:
            where = f"/table/{self.table}"
            if page.status == "over":
                await self._send_text(self._told.last(drawn, where))
            else:
                await self._send({"go": where})
            return False
        await self._send_news(page, drawn)
        return True

    async def _look(self) -> TablePage:
        self._check_person()
        page = await self.house.page(self.table, self.who, self.seat, self.token)
        if page.hot_seat and self.seat is None and page.status == "playing":
            page = await self.house.page(self.table, self.who, NO_SEAT, self.token)    # behind the curtain
        self._page = page
        return page

    async def _drawn(self, page: TablePage) -> Drawn:
        """How it looks. All pages of one person, and those of all spectators, look the same in one language and theme,
        so they are drawn once."""
        everybody = page.status != "waiting" and not page.creator and not any(info.mine for info in page.seats)
        counsel = None if everybody else await counsel_for(self.house, page, self.who, self.language)
        who = "" if everybody else (self.who, self.token, self.socket.url.netloc)
        key = (self.table, page.viewer, who, self.language, theme_of(self.socket))
        found = _drawings.pop(key, None)
        if found is None or found[0] is not page:
            found = (page, self._draw(page, counsel)._replace(whole=Markup()))    # only its parts are sent
        _drawings[key] = found
        if len(_drawings) > KEPT_DRAWINGS:
            _drawings.popitem(last=False)
        return found[1]

    def _draw(self, page: TablePage, counsel: ShownCounsel | None) -> Drawn:
        extra = {
            "theme": theme_of(self.socket),
            "here": f"/table/{self.table}",
            "token": self.token or "",
            "person_name": self.who.name if self.who else "",
            "invitation": invitation(self.socket, page, self.language),
            "counsel": counsel,
        }
        return render.update(page, self.language, **extra)

    def _device_goes_on(self, page: TablePage) -> bool:
        return page.hot_seat and page.status == "playing" and self.seat is not None and page.asked != self.seat

    async def _send_news(self, page: TablePage, drawn: Drawn) -> None:
        if message := self._told.news(drawn, page.version, page.stamp):
            await self._send_text(message)

    async def _send(self, message: dict[str, Any]) -> None:
        await self._send_text(msgspec.json.encode(message).decode())

    async def _send_text(self, message: str) -> None:
        async with self._sending:
            try:
                await self.socket.send_text(message)
            except RuntimeError as error:    # they have hung up, which the server says in several ways
                raise WebSocketDisconnect from error

    def _check_person(self) -> None:
        if self.who is not None and self.house.people.renewal(self.who.id) != self._renewal:
            raise Refused("renewed", "you have signed out everywhere else")

    # --- up ---

    async def _read(self, limits: Limits) -> None:
        bucket, patience = Bucket(limits.frames, limits.frame_burst), PATIENCE
        while patience:
            try:
                text = await self.socket.receive_text()
                message = _decoder.decode(text)
            except (KeyError, ValueError, RecursionError):    # a frame of bytes, no JSON, or not what we speak
                patience -= 1
                await self._send({"error": house(self.language).say("web.refused.frame")})
                continue
            if not bucket.take():
                patience -= 1
                await self._refuse(message, house(self.language).say("web.refused.slowly"))
                continue
            try:
                await self._do(message)
            except (Mistake, IllegalMove) as error:
                texts = render.game_texts(self._page.game, self.language) if self._page else None
                await self._refuse(message, sentence(error, self.language, texts))
            except WebSocketDisconnect:
                raise
            except Exception as error:    # a fault of ours, which is no reason to hang up
                log.exception("table %s: a wish has failed", self.table)
                await self._refuse(message, sentence(error, self.language))
        await self._hang_up()

    async def _refuse(self, message: PageMessage, why: str) -> None:
        """A choice by name: a page that has sent it twice may have made the next one meanwhile."""
        choice = {} if message.do is None else {"refused": message.version}
        await self._send({"error": why, **choice})

    async def _do(self, message: PageMessage) -> None:
        if self.who is None:
            raise Refused("not_seated", "you have no seat at this table")
        self._check_person()
        if message.do is not None:
            await self.house.act(self.table, self.who, message.do, message.version, message.seat, message.rest)
        elif message.undo:
            take_back = self.house.undo_turn if message.turn else self.house.undo
            await take_back(self.table, self.who, message.seat)
        elif message.say is not None:
            await self.house.chat(self.table, self.who, message.say)
        elif message.back:
            await self.house.back(self.table, self.who)


def _number(text: str) -> int | None:
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 10 else None


async def live(socket: WebSocket) -> None:
    await socket.accept()
    connection = Connection(socket)
    crowd: Crowd = socket.app.state.crowd
    with suppress(WebSocketDisconnect):
        try:
            with crowd.place(connection.table, connection.who):
                await connection.run(socket.app.state.limits)
        except TooMany as error:
            await connection.refuse(error)


routes = [WebSocketRoute("/table/{table}/live", live)]
