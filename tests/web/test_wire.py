"""What goes down a socket is little, and the page that hears it shows what a fresh page would show."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intryga import games
from intryga.kernel.dice import quick
from intryga.tables.house import House, Person, SeatWish, TableWish
from intryga.tables.plain_text import plain
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.storage.sqlite import SqliteStore
from intryga.tables.types import Refused
from intryga.web import render
from intryga.web.delta import delta
from intryga.web.wire import FIRST_SIGN, PHRASES, PageTold
from tests.support import complete
from tests.web.positions import of_every_kind, page_of
from tests.web.reader import Reader

ENTRIES = 100    # of each game: moves, talk, moves taken back
NAMES = ("Ola 🦊", "Żółć <b>", "Jan", "Ewa")
PEOPLE = [Person(letter * 20, name) for letter, name in zip("abcd", NAMES, strict=True)]
TEXTS = st.lists(st.sampled_from(["<b>", "</b>", "Ola", "🦊", "ż", " ", "<i class=\"x\">", "<"])).map("".join)


@given(TEXTS, TEXTS)
def test_a_delta_leads_from_any_text_to_any_other(old: str, new: str) -> None:
    assert Reader()._rebuilt(old, delta(old, new)) == new


class OpenPage:
    """A page of somebody, loaded at some time; one that came back late shows nothing that is known."""

    def __init__(self, drawn: render.Drawn, version: int, late: bool) -> None:
        self.told, self.reader, self.version = PageTold(), Reader(), version
        self.loaded = {} if late else drawn.sections
        if not late:
            self.told.shows(drawn, version)
            self.reader.story = [line.item for line in drawn.story]

    def hear(self, drawn: render.Drawn, version: int) -> int:
        """How long the message was."""
        message = self.told.news(drawn, version, stamp="")
        if message:
            self.reader.hear(message)
            self.version = json.loads(message)["version"]
        assert self.version == version
        assert {**self.loaded, **self.reader.sections} == drawn.sections
        assert len(self.reader.story) == len(drawn.story)
        assert all(line.drawn in item for line, item in zip(drawn.story, self.reader.story, strict=True))
        return len(message.encode())


@pytest.mark.parametrize("name", games.names())
def test_a_page_that_hears_shows_what_a_fresh_one_does(name: str, tmp_path: Path) -> None:
    sizes = asyncio.run(_played(name, tmp_path))
    assert sorted(sizes)[len(sizes) // 2] < 2000


async def _played(name: str, folder: Path) -> list[int]:
    house, chance = House(SqliteStore(folder), "secret", WorkersInPlace()), random.Random(3)
    await house.open()
    people = PEOPLE[: max(2, games.find(name).seats[0])]
    wish = TableWish(name, [SeatWish("me"), *[SeatWish("open")] * (len(people) - 1)], public=True, window=0)
    table = await house.create(people[0], wish, chance.randbytes(32))
    for seat, friend in enumerate(people[1:], 1):
        await house.join(table, seat, friend)
    pages: dict[Person | None, list[OpenPage]] = {people[0]: [], people[1]: [], None: []}
    language_of = {people[0]: "pl", people[1]: "en", None: "pl"}
    sizes: list[int] = []
    for _ in range(ENTRIES):
        for who, open_pages in pages.items():
            page = await house.page(table, who)
            if page.status != "playing":
                await house.close()
                return sizes
            drawn = render.draw(page, language_of[who], here=f"/table/{table}")
            anew = msgspec.structs.replace(page, story=list(page.story))    # for which nothing was answered before
            assert drawn == render.draw(anew, language_of[who], here=f"/table/{table}")
            sizes += [open_page.hear(drawn, page.version) for open_page in open_pages]
            if len(open_pages) < 3 and chance.random() < 0.2:
                open_pages.append(OpenPage(drawn, page.version, late=len(open_pages) == 1))
        await _something(house, table, people, chance)
    await house.close()
    return sizes


async def _something(house: House, table: str, people: list[Person], chance: random.Random) -> None:
    what, somebody = chance.random(), chance.choice(people)
    if what < 0.1:
        return await house.chat(table, somebody, "<svg class=\"i \"> 🦊 " + "a" * chance.randrange(9))
    if what < 0.25:
        with suppress(Refused):
            await house.undo(table, somebody)
        return None
    for who in people:
        page = await house.page(table, who)
        if page.view and page.view.decision:
            await house.act(table, who, chance.choice(page.view.decision.options).action, page.version)
            break
    return None


@pytest.mark.parametrize("name", games.names())
def test_what_a_viewer_cannot_see_changes_no_byte_of_a_message(name: str) -> None:
    """From one position to the next: both are what this viewer sees, and so is what lies between."""
    positions = [position for position in of_every_kind(name)[::3] if not position.state.over()]
    messages = 0
    for number, (before, after) in enumerate(pairwise(positions)):
        if before.state.seats != after.state.seats:
            continue
        for viewer in before.viewers:
            true, other = PageTold(), PageTold()
            for position in (before, after):
                told = position.state.resample(viewer, quick(number, viewer + 2))
                drawn = render.update(page_of(position, viewer), "en")
                drawn_otherwise = render.update(page_of(position._replace(state=told), viewer, position.state), "en")
                message = true.news(drawn, 0, stamp="")
                assert other.news(drawn_otherwise, 0, stamp="") == message
                messages += bool(message)
    assert messages or name not in complete()    # a draft may have one kind of choice only


def test_signs_stand_in_no_text() -> None:
    signs = "".join(chr(FIRST_SIGN + n) for n in range(len(PHRASES)))
    assert max(signs) < "\xa0"
    assert plain(f"a{signs}b", 100) == "ab"
    keys: set[Any] = set(" <\"")
    assert all(keys & set(phrase) for phrase in PHRASES), "or it could stand in the name of a section"
