"""How a commit does what `moves.py` measures: what stands where has changed over time."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Protocol

import msgspec


class Page(Protocol):
    """What one page has been told."""

    def shows(self, drawn: Any, version: int) -> None: ...

    def news(self, drawn: Any, **more: Any) -> bytes: ...


class Version:
    """As it is now."""

    def __init__(self) -> None:
        from intryga.tables.runtime.workers import WorkersInPlace
        from intryga.tables.storage.sqlite import SqliteStore
        from intryga.web import render

        self.draw: Callable[..., Any] = render.update
        self.store: Callable[..., Any] = SqliteStore
        self.workers: Callable[[], Any] = WorkersInPlace

    def page(self) -> Page:
        return Deltas()

    async def create(self, house: Any, who: Any, wish: Any, seed: bytes) -> str:
        return str(await house.create(who, wish, seed))


class Deltas:
    def __init__(self) -> None:
        from intryga.web import wire

        told: Any = vars(wire).get("PageTold") or vars(wire)["Told"]    # as it was called before
        self._told = told()

    def shows(self, drawn: Any, version: int) -> None:
        in_a_section = "version" not in self._told.shows.__annotations__    # up to 7bd8b72
        self._told.shows(drawn, *([] if in_a_section else [version]))

    def news(self, drawn: Any, **more: Any) -> bytes:
        return self._told.news(drawn, **more).encode()


class BeforeDeltas(Version):
    """Up to d5bf20b."""

    def page(self) -> Page:
        from intryga.web.socket import story_changes

        def changes(drawn: Any, shown: Any) -> Any:
            return story_changes(drawn.story, [hash(line.drawn) for line in shown.story])

        return WholeSections(changes)


class BeforeRooms(Version):
    """Up to c1b1035, by which the aims for a move's cost were set. The server deflated messages then."""

    def __init__(self) -> None:
        from intryga.tables.sql import SqlStore
        from intryga.tables.thinking import InPlace

        from intryga.web import render

        self.draw, self.store, self.workers = render.draw, SqlStore.in_folder, InPlace

    def page(self) -> Page:
        from intryga.web.live import news_of

        deflate = zlib.compressobj(wbits=-12, memLevel=5)
        return WholeSections(lambda drawn, shown: news_of(drawn.story, shown.story), deflate)

    async def create(self, house: Any, who: Any, wish: Any, seed: bytes) -> str:
        from intryga.kernel.dice import SealedDice
        from intryga.tables import wishes

        wishes.new_dice = lambda: SealedDice(seed, 0).mark()    # nobody could hand in the dice
        return str(await house.create(who, wish))


class WholeSections:
    """What a page is told where all of a changed section is sent."""

    def __init__(self, story: Callable[[Any, Any], Any], deflate: Any = None) -> None:
        self._story = story
        self._deflate = deflate

    def shows(self, drawn: Any, version: int) -> None:
        self._shown = drawn

    def news(self, drawn: Any, **more: Any) -> bytes:
        shown = self._shown.sections
        changed = {id: html for id, html in drawn.sections.items() if shown[id] != html}
        told = {**more, "sections": changed, "story": self._story(drawn, self._shown)}
        self._shown = drawn
        message = msgspec.json.encode(told) if changed else b""
        if message and self._deflate:
            return bytes(self._deflate.compress(message) + self._deflate.flush(zlib.Z_SYNC_FLUSH))
        return message


def version_of_this_commit() -> Version:
    if find_spec("intryga.tables.runtime") is None:
        return BeforeRooms()
    return BeforeDeltas() if find_spec("intryga.web.wire") is None else Version()
