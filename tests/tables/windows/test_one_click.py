"""What one click costs: rules are read once for each choice that it leads to, and once for each page that shows one."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from intryga.kernel.actions import ActionSpace
from intryga.kernel.state import IllegalMove
from intryga.kernel.steps import Offers
from tests.tables.support import JAN, OLA, clock_of, everybody, four
from tests.tables.windows.support import answer
from tests.toys import windows

READ = "rules read"
EXPLAINED = "rules read with what is refused"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each of these was done."""
    found: Counter[str] = Counter()

    def watched(step: type[windows.Commit] | type[windows.Ask]) -> None:
        offers = step.offers

        def counting(self: windows.Commit, s: windows.Table, o: Offers) -> None:
            found[EXPLAINED if o.explain else READ] += 1
            offers(self, s, o)    # type: ignore[arg-type]

        monkeypatch.setattr(step, "offers", counting)

    watched(windows.Commit)
    watched(windows.Ask)
    for name in ("parse", "text"):
        whole = getattr(ActionSpace, name)

        def counting(self: ActionSpace, given: object, name: str = name, whole: object = whole) -> object:
            found[name] += 1
            return whole(self, given)    # type: ignore[operator]

        monkeypatch.setattr(ActionSpace, name, counting)
    return found


def test_a_click_reads_the_rules_once(tmp_path: Path, counted: Counter[str]) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=0) as (house, table):
            page = await house.page(table, OLA)
            deed = windows.SPACE.parse("deed 1")
            counted.clear()
            await house.act(table, OLA, deed, page.version)
            await clock_of(house).advance(0.0)
            assert counted == {READ: 3, "text": 1}, "what each of the others may answer, and the entry of the log"
            for _ in range(2):
                await everybody(house, table)
            assert (counted[READ], counted[EXPLAINED]) == (3, 3), "and once for the page of each"

    asyncio.run(scene())


def test_a_refused_click_names_its_rule(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path) as (house, table):
            with pytest.raises(IllegalMove) as refused:
                await answer(house, table, OLA, "deed 0")
            assert refused.value.rule == "WIN-01"
            with pytest.raises(IllegalMove) as refused:
                await answer(house, table, JAN, "deed 0")
            assert refused.value.rule == "", "it is not for Jan to choose"

    asyncio.run(scene())
