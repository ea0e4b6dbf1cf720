"""People play by three simulated processes that are killed, relieved, cut short and told too late, while somebody sets
the clock: the log has what was acknowledged, once, and in calm times all processes show the same, and neither a bot nor
a bell is waited for. `make explore` tries many more seeds."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from intryga.kernel.dice import QuickDice, quick
from intryga.tables.house import House, Person, TablePage
from intryga.tables.model.entries import AnyChange, BellRang, ChatSaid, MoveMade, MoveTakenBack
from intryga.tables.runtime import reading
from intryga.tables.types import Refused
from tests.tables.simulation import Loop, Node, World, running
from tests.tables.support import BOT, ME, OLA, OPEN, PEOPLE, wish
from tests.tables.windows.support import alike

PROCESSES = 3
LASTS = 120.0    # seconds, of which the last ones are calm
CALM = 30.0
HOUR = 3600.0


class Story:
    """What happens with one seed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = quick(seed)
        self.world = World(folder, quick(seed, 1))
        self.moves: list[tuple[int, str]] = []    # acknowledged: seat and text
        self.said: list[str] = []
        self.back = 0
        self.unsure: Counter[str] = Counter()
        self._words = count(1)

    async def run(self) -> list[AnyChange]:
        """Gives the log in the end."""
        for _ in range(PROCESSES):
            await self.world.begin()
        self.table = await self.at(self.world.nodes[0], self._begin(self.world.nodes[0].house))
        people = [asyncio.create_task(self._person(seat, quick(seed, 2))) for seed, seat in enumerate((0, 1, 2))]
        troubles = asyncio.create_task(self._troubles())
        await asyncio.sleep(LASTS - CALM)
        self.world.calm = True
        await asyncio.gather(troubles, *people)
        await asyncio.sleep(CALM)
        return await self._check()

    async def at(self, node: Node, work: Awaitable[Any]) -> Any:
        """Done by this process; Refused if it is killed meanwhile."""
        token = running.set(node)
        task = asyncio.ensure_future(work)
        running.reset(token)
        await asyncio.wait([task])
        if task.cancelled():
            raise Refused("gone", "the process was killed")
        return task.result()

    async def _begin(self, house: House) -> str:
        self.world.calm = True
        table = await house.create(OLA, wish(ME, OPEN, OPEN, BOT, game="windows", public=True, window=5.0, pace=1.0))
        for seat in (1, 2):
            await house.join(table, seat, PEOPLE[seat])
        self.world.calm = False
        return table

    def anywhere(self, dice: QuickDice) -> Node:
        return self.world.nodes[dice.below(len(self.world.nodes))]

    async def _person(self, seat: int, dice: QuickDice) -> None:
        who = PEOPLE[seat]
        while not self.world.calm:
            await asyncio.sleep(dice.below(2000) / 1000)
            node = self.anywhere(dice)
            try:
                page: TablePage = await self.at(node, node.house.page(self.table, who))
            except Refused:
                continue
            if page.status == "over":
                return
            await self._choose(node, who, page, dice)

    async def _choose(self, node: Node, who: Person, page: TablePage, dice: QuickDice) -> None:
        house, text, what = node.house, "", "move"
        decision = page.view.decision if page.view else None
        work: Awaitable[Any]
        if dice.below(6) == 0:
            text, what = f"word {next(self._words)}", "chat"
            work = house.chat(self.table, who, text)
        elif page.can_undo and dice.below(4) == 0:
            work, what = house.undo(self.table, who), "undo"
        elif decision is not None:
            option = decision.options[dice.below(len(decision.options))]
            text, work = option.text, house.act(self.table, who, option.action, page.version)
        else:
            return
        try:
            await self.at(node, work)
        except Refused as error:
            self.unsure[what] += error.key in ("gone", "unsure")
            return
        if what == "move":
            self.moves.append((PEOPLE.index(who), text))
        elif what == "chat":
            self.said.append(text)
        else:
            self.back += 1

    async def _troubles(self) -> None:
        """Processes are killed, keepers relieved who are still alive, and the clock is set."""
        while not self.world.calm:
            await asyncio.sleep(2 + self.dice.below(6))
            trouble = self.dice.below(3)
            if trouble == 0:
                self.world.clock_set_by = HOUR * (self.dice.below(5) - 2)
            elif trouble == 1:
                self.world.kill(self.anywhere(self.dice))
                await asyncio.sleep(self.dice.below(3000) / 1000)
                await self.world.begin()
            else:
                self.world.keepers[self.table] = self.anywhere(self.dice).number

    async def _check(self) -> list[AnyChange]:
        node = await self.world.begin()    # has just read the log
        store = node.house._store
        header, entries = await store.header(self.table), await store.entries(self.table, 0)
        assert header is not None
        game = (await reading.table(store, header)).game
        reading.read_on(reading.Table(header, game), entries)    # each follows from those before it
        changes = [entry.change for entry in entries]
        made = [(c.seat, c.text) for c in changes if isinstance(c, MoveMade) and not c.by]
        for seat in range(3):
            stored = iter(text for at, text in made if at == seat)
            assert all(text in stored for at, text in self.moves if at == seat), "a move is lost"
        assert len(made) - len(self.moves) <= self.unsure["move"], "a move stands there twice"
        said = Counter(c.text for c in changes if isinstance(c, ChatSaid))
        assert set(self.said) <= said.keys(), "what was said is lost"
        assert max(said.values(), default=1) == 1, "something was said twice"
        back = sum(isinstance(c, MoveTakenBack) for c in changes)
        assert self.back <= back <= self.back + self.unsure["undo"], "taken back too seldom or too often"
        for who in (*PEOPLE[:3], None):
            pages = [alike(await self.at(one, one.house.page(self.table, who))) for one in self.world.nodes]
            assert all(page.version == pages[-1].version for page in pages), "not all have heard of everything"
            assert all(page.view == pages[-1].view for page in pages)
        for one in self.world.nodes:
            table = one.house._tables.rooms[self.table].table
            assert not table.bots_to_move(), "a bot is waited for"
            assert not table.windows.timed, "a bell is waited for"
        return changes


def tell(folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> list[AnyChange]:
    names = count(1)
    folder.mkdir()
    with monkeypatch.context() as patch, asyncio.Runner(loop_factory=lambda: Loop(quick(seed, 9))) as runner:
        patch.setattr(secrets, "token_urlsafe", lambda _: f"table-{next(names)}")
        patch.setattr("intryga.tables.model.requests.new_secret", lambda: bytes([seed % 256]) * 32)
        return runner.run(Story(folder, seed).run())


@pytest.mark.parametrize("seed", range(settings.default.max_examples))    # type: ignore[union-attr]
def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = tell(tmp_path / "one", seed, monkeypatch)
    kinds = Counter(type(change) for change in changes)
    assert kinds[MoveMade] > 10
    if seed == 0:
        assert kinds[BellRang]
        assert tell(tmp_path / "again", seed, monkeypatch) == changes, "the same seed, the same story"
