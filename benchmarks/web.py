"""How quick the table in the browser is. Every figure is one run on this machine; compare, don't quote.

    python benchmarks/web.py                     all of the below but scale
    python benchmarks/web.py age                 a move and opening a table, by the table's age
    python benchmarks/web.py sizes               bytes of the first page, of a table of each game, of updates
    python benchmarks/web.py click               from one seat's click to the other seats' news, 4 seats
    python benchmarks/web.py crowd [--game GAME] [--tables N] [--rate N] [--seconds N] [--nodes N --database URL]
                                                 many tables with four connected seats each, server on one core
                [--age N]                        after so many moves at every table: from eighty on none grows
                [--boardgame-io]                 and the same at boardgame.io, which npm installs
    python benchmarks/web.py scale [--rounds N]  such crowds on SQLite and PostgreSQL, at one process and two
    python benchmarks/web.py … --beside COMMIT   the same by another commit, in turn with this one (not scale)
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx2
from beside import folders, run
from crowd import Load, beside_boardgame_io, crowd, scale
from seats import GAME, SEATS, Seat, people, serve, server, sit, spread

from intryga import games
from intryga.tables.house import House, Person, SeatWish, TableWish
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.storage.sqlite import SqliteStore

LINKED = re.compile(r'(?:href|src)="(/static/[^"#]+|/look/[^"]+)')


async def age() -> None:
    """Moves and undone moves make a log of any length."""
    ola, jan = (Person(name * 20, name) for name in "oj")
    with tempfile.TemporaryDirectory() as name:
        house = House(SqliteStore(Path(name)), "secret", WorkersInPlace())
        await house.open()
        table = await house.create(ola, TableWish(GAME, [SeatWish("me"), SeatWish("open")], public=True))
        await house.join(table, 1, jan)
        costs: list[float] = []
        while len(costs) < 2100:
            for who in (ola, jan):
                page = await house.page(table, who)
                assert page.status == "playing", "no choice of this game can be taken back"
                if page.view is None or page.view.decision is None:
                    continue
                option = page.view.decision.options[len(costs) % len(page.view.decision.options)]
                began = time.perf_counter()
                await house.act(table, who, option.action, page.version)
                costs.append(time.perf_counter() - began)
                if (await house.page(table, who)).can_undo:
                    await house.undo(table, who)
        await house.close()
        print(f"move   20–119:   {spread(costs[20:120])}")
        print(f"move 2000–2099:  {spread(costs[2000:2100])}")
        opened = []
        for _ in range(20):
            house = House(SqliteStore(Path(name)), "secret", WorkersInPlace())
            await house._store.open()
            began = time.perf_counter()
            await house.page(table, ola)
            opened.append(time.perf_counter() - began)
            await house.close()
        print(f"opening a table of about 4000 entries: {spread(opened)}")


async def sizes() -> None:
    """Of a table at its beginning and after sixty moves, each time the heaviest of all seats' pages, and of updates."""
    async with server() as (http, _):
        headers = await people(http)
        await weigh(http, headers[:1], "first page", "/")
        for game in games.names():
            seats = await sit(http, headers, game, window=0)    # nobody waits for a bell here
            await weigh(http, headers, game, f"/table/{seats[0].table}")
            await play(seats, 60)
            if not any(seat.over for seat in seats):
                await weigh(http, headers, "    later", f"/table/{seats[0].table}")
            ordered = sorted(size for seat in seats for size in seat.sizes)
            p90 = ordered[int(0.9 * (len(ordered) - 1))]
            print(f"    an update: median {statistics.median(ordered):.0f} bytes, p90 {p90}")


async def weigh(http: httpx2.AsyncClient, headers: list[dict[str, str]], title: str, path: str) -> None:
    """A page with all that it links to, to who has been nowhere yet; of those people who has the heaviest one."""
    pages = [await http.get(path, headers=who) for who in headers]
    page = max(pages, key=lambda page: page.num_bytes_downloaded)
    files = sorted(set(LINKED.findall(page.text)))
    wire, fonts = page.num_bytes_downloaded, 0
    for file in files:
        answer = await http.get(file, headers={"accept-encoding": "gzip"})
        wire += answer.num_bytes_downloaded
        for font in set(re.findall(r"url\([\"']?([^)\"']+\.woff2)", answer.text if "css" in file else "")):
            found = await http.get(str(httpx2.URL(file).join(font)))
            fonts += found.num_bytes_downloaded
    own = page.num_bytes_downloaded / 1000
    print(f"{title}: {wire / 1000:.1f} kB in {1 + len(files)} requests, itself {own:.1f}, fonts {fonts / 1000:.1f} kB")


async def play(seats: list[Seat], moves: int) -> list[float]:
    """From the click to the last other seat's news."""
    for seat in seats:
        await seat.connect()
    tasks = [asyncio.create_task(seat.listen()) for seat in seats]
    took: list[float] = []
    await asyncio.sleep(1)
    while len(took) < moves and not any(seat.over for seat in seats):
        mover = next((seat for seat in seats if seat.choices()), None)
        if mover is None:
            await asyncio.sleep(0.005)
            continue
        others = [seat for seat in seats if seat is not mover]
        for seat in seats:
            seat.heard.clear()
        began = time.perf_counter()
        await mover.act()
        try:
            async with asyncio.timeout(0.5):
                await asyncio.gather(*(seat.heard.wait() for seat in others))
            took.append(time.perf_counter() - began)
        except TimeoutError:
            pass    # a choice that the others do not see
        await mover.heard.wait()
    for seat, task in zip(seats, tasks, strict=True):
        task.cancel()
        await seat.socket.close()
    return took


async def click() -> None:
    async with server() as (http, _):
        took = await play(await sit(http, await people(http)), 80)
        print(f"click to the other seats, {SEATS} seats: {spread(took)}   ({len(took)} moves)")


async def one_crowd(load: Load, nodes: int, database: str, boardgame_io: bool) -> None:
    found = await crowd(load, [database] * nodes)
    where = f"{nodes} processes on {'PostgreSQL' if database else 'SQLite'}"
    print(f"{load.game}: {load.tables} tables, {SEATS} seats each, {where}: {found.told(load.tables)}", flush=True)
    if boardgame_io:
        await beside_boardgame_io(load)


def in_turn(what: str | None, load: Load, commit: str) -> None:
    """One measurement after another by both, each by its own script, so that the machine is the same for both."""
    sized = ["--game", load.game, "--tables", load.tables, "--rate", load.rate, "--seconds", load.seconds]
    with folders(commit) as versions:
        for name in [what] if what else ["age", "sizes", "click", "crowd"]:
            arguments = [name, *map(str, sized)] if name == "crowd" else [name]
            for version, folder in versions.items():
                print(f"--- {version}\n{run(folder / 'benchmarks' / 'web.py', arguments, folder)}", end="", flush=True)


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        return serve(*sys.argv[2:6])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["age", "sizes", "click", "crowd", "scale"])
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--age", type=int, default=0, help="moves at every table before the crowd is measured")
    parser.add_argument("--nodes", type=int, default=1, help="server processes; more than one need a database")
    parser.add_argument("--database", default="", help="a PostgreSQL with no tables, as `scripts/postgres` starts one")
    parser.add_argument("--boardgame-io", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--beside", default="", metavar="COMMIT")
    given = parser.parse_args()
    load = Load(given.game, given.tables, given.rate, given.seconds, given.age)
    if given.beside:
        return in_turn(given.what, load, given.beside)
    runs = {"age": age, "sizes": sizes, "click": click}
    for name, measure in runs.items():
        if given.what in (None, name):
            asyncio.run(measure())
    if given.what in (None, "crowd"):
        asyncio.run(one_crowd(load, given.nodes, given.database, given.boardgame_io))
    if given.what == "scale":
        asyncio.run(scale(load, given.rounds))


if __name__ == "__main__":
    main()
