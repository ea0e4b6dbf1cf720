"""A data folder of the release before rules had versions: it opens, its games go on and are replayed.

`before_house/data.json` is that folder as text (every row of its database, and the secret), `shown.json` what the pages
of that release showed. Neither is ever written again.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.kernel.snapshot import first_checksum
from intryga.kernel.view import view
from intryga.tables.house import House, Refused
from intryga.tables.model.table import Table
from intryga.web.secret import SECRET, load_secret
from tests.tables.clock import SetClock
from tests.tables.support import EWA, JAN, OLA, PEOPLE, opened, play

HERE = Path(__file__).parent / "before_house"
SHOWN: dict[str, Any] = json.loads((HERE / "shown.json").read_text("utf-8"))
RUNNING = [name for name, shown in SHOWN.items() if shown["status"] == "playing"]
FINISHED = [name for name, shown in SHOWN.items() if "replay" in shown]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder as it was."""
    data = json.loads((HERE / "data.json").read_text("utf-8"))
    (tmp_path / "secret").write_text(data["secret"])
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        for statement in data["schema"]:
            database.execute(statement)
        for name, table in data["tables"].items():
            places = ", ".join("?" for _ in table["columns"])
            rows = [[value[1].encode() if isinstance(value, list) else value for value in row] for row in table["rows"]]
            database.executemany(f'insert into "{name}" values ({places})', rows)
    database.close()
    return tmp_path


def at(house: House, name: str) -> Table:
    return house._tables.rooms[SHOWN[name]["table"]].table


def holds(now: Any, then: Any) -> bool:
    """Everything that was shown then is shown now; there may be more."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and holds(now[key], value) for key, value in then.items())
    return bool(now == then)


def test_every_table_looks_as_it_did(folder: Path) -> None:
    async def scene() -> None:
        async with opened(folder, secret=load_secret(folder / SECRET)) as house:
            for name, shown in SHOWN.items():
                for who in (*PEOPLE, None):
                    then = shown["pages"][who.name if who else "-"]
                    if isinstance(then, str):
                        with pytest.raises(Refused):
                            await house.page(shown["table"], who)
                        continue
                    page = await house.page(shown["table"], who)
                    decision = page.view.decision if page.view else None
                    now = {
                        "version": page.version,
                        "viewer": page.viewer,
                        "asked": page.asked,
                        "can_undo": page.can_undo and then["can_undo"],    # more may be taken back since (decision 76)
                        "chat": [line.text for line in page.chat],
                        "seats": [[seat.name, seat.kind, seat.away, seat.awaited] for seat in page.seats],
                        "commitment": page.commitment,
                        "story_skipped": page.story_skipped,
                        "pass_on": page.pass_on,
                        "options": [option.text for option in decision.options] if decision else None,
                        "sealed": page.view.sealed if page.view else None,
                    }
                    assert now == then, (name, who)
                for viewer, key in ((OMNISCIENT, "everything"), (SPECTATOR, "spectator")):
                    if key in shown:
                        table = at(house, name)
                        seen = msgspec.to_builtins(view(table.game, table.state, viewer))
                        for part in ("zones", "counters", "scores", "awaited", "sealed", "over", "winners"):
                            assert holds(seen[part], shown[key][part]), (name, part)

    asyncio.run(scene())


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_game_is_played_to_its_end(folder: Path, name: str) -> None:
    async def scene() -> None:
        table, clock = SHOWN[name]["table"], SetClock()
        async with opened(folder, clock) as house:
            before = (await house.page(table, OLA)).version
            seated = [who for who in PEOPLE if at(house, name).seats_of(who.id)]
            await play(house, table, *[who for who in seated if not (await house.page(table, who)).seats[0].away])
            page = await house.page(table, OLA)
            assert page.status == "over"
            assert page.version > before
            end = await house.finished.replay(table, OLA, None, OMNISCIENT)
            assert end.view.over
        async with opened(folder, clock) as house:
            assert (await house.finished.replay(table, OLA, None, OMNISCIENT)).view == end.view

    asyncio.run(scene())


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_game_is_replayed(folder: Path, name: str) -> None:
    async def scene() -> None:
        table, shown = SHOWN[name]["table"], SHOWN[name]
        async with opened(folder) as house:
            file = await house.finished.game_file(table, OLA)
            assert len(file.moves) == shown["moves"]
            assert first_checksum(at(house, name).game, at(house, name).state) == shown["checksum"]
            for place, then in shown["replay"].items():
                move, viewpoint = place.split()
                page = await house.finished.replay(table, OLA, int(move), int(viewpoint))
                now = {"moves": page.moves, "said": page.said, "earlier": page.earlier, "later": page.later}
                assert now == {key: then[key] for key in now}
                assert holds(page.view.zones, then["zones"])
                assert holds(page.view.counters, then["counters"])

    asyncio.run(scene())


def test_waiting_tables_fill_up_and_begin(folder: Path) -> None:
    async def scene() -> None:
        async with opened(folder, secret=load_secret(folder / SECRET)) as house:
            table, other = SHOWN["waiting_private"]["table"], SHOWN["waiting"]["table"]
            await house.join(table, 1, JAN, (await house.page(table, OLA)).invite)
            for seat, who in ((1, JAN), (2, EWA)):
                await house.join(other, seat, who)
            for begun in (table, other):
                assert (await house.page(begun, JAN)).status == "playing"

    asyncio.run(scene())
