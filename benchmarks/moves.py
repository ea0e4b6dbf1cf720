"""What a move costs the server at a table with four connected seats: processor time of the whole process, by part.

    python benchmarks/moves.py [GAME…] [--language pl] [--moves 80] [--rounds 3] [--beside COMMIT] [--profile FILE]
                               [--instructions]

`act` plans, makes and stores the move (on SQLite), `pages` are the four seats' pages, `drawings` their sections,
`messages` what is sent, as bytes for the wire. Not in it: the event loop and the socket, which `benchmarks/web.py
crowd` measures. The games are fixed, dice and random moves; the first only warms what is kept: a second run over
the same games would find every drawing and flatter. `--beside` runs another commit in turn with this one, in a folder
of its own, and each version's best round counts: compare, don't quote. Both run the engine that is built for them.
`--beside c1b1035` is the code by which the aims for a move's cost were set (see older.py); its games are not the same
ones move by move, for some rules have changed since.

`--instructions` counts instead of measuring, by valgrind's callgrind: a minute or two for each game and version, and no
other program on the machine makes a difference. What the kernel does is not in it.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import json
import os
import random
import statistics
import subprocess
import tempfile
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from time import process_time
from typing import Any

from beside import folders, run
from older import Version, version_of_this_commit

GAMES = ("spiskowcy", "konspiracja", "dworzanie", "smierc_jasniepanu", "straznik_kluczy")
SEATS = 4
SEEDS = (1, 2, 3)    # the first is not measured
PARTS = ("act", "pages", "drawings", "messages")


class Cost:
    """What was used for all moves of one game, and what was sent."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.moves = 0
        self.wire: list[int] = []

    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = {part: 1000 * self.seconds[part] / self.moves for part in PARTS}
        found["move"] = sum(found.values())
        return found | {"wire": _spread(self.wire), "moves": self.moves}


def _spread(sizes: list[int]) -> tuple[int, int]:
    ordered = sorted(sizes)
    return int(statistics.median(ordered)), ordered[int(0.9 * (len(ordered) - 1))]


async def played(version: Version, game: str, seed: int, given: argparse.Namespace, cost: Cost) -> None:
    """One game of random moves, four people looking at every one of them."""
    from intryga.tables.house import House, Person, SeatWish, TableWish  # of whichever commit is measured

    chance = random.Random(seed)
    people = [Person(letter * 20, name) for letter, name in zip("abcd", ("Ola", "Jan", "Zoë", "Żółć <b>"), strict=True)]
    with tempfile.TemporaryDirectory() as folder:
        house = House(version.store(Path(folder)), "secret", version.workers())
        await house.open()
        wish = TableWish(game, [SeatWish("me"), *[SeatWish("open")] * (SEATS - 1)], public=True, window=0)
        table = await version.create(house, people[0], wish, chance.randbytes(32))
        for seat in range(1, SEATS):
            await house.join(table, seat, people[seat])
        pages = [await house.page(table, who) for who in people]
        told = [version.page() for _ in people]
        for shown, page in zip(told, pages, strict=True):
            shown.shows(version.draw(page, given.language, here=f"/table/{table}"), page.version)
        counted = given.counted and seed != SEEDS[0]
        if counted:
            count_instructions("on")
        for _ in range(given.moves):
            movers = [n for n, page in enumerate(pages) if page.view and page.view.decision]
            if not movers or pages[0].status != "playing":
                break
            mover = chance.choice(movers)
            action = chance.choice(pages[mover].view.decision.options).action
            times = [process_time()]
            await house.act(table, people[mover], action, pages[mover].version)
            times.append(process_time())
            pages = [await house.page(table, who) for who in people]
            times.append(process_time())
            drawn = [version.draw(page, given.language, here=f"/table/{table}") for page in pages]
            times.append(process_time())
            if pages[0].status != "playing":
                break
            messages = [
                shown.news(new, version=page.version, stamp=page.stamp)
                for shown, page, new in zip(told, pages, drawn, strict=True)
            ]
            times.append(process_time())
            cost.moves += 1
            cost.wire += [len(message) for message in messages if message]
            for n, part in enumerate(PARTS):
                cost.seconds[part] += times[n + 1] - times[n]
        if counted:
            count_instructions("off")
        await house.close()


def count_instructions(how: str) -> None:
    subprocess.run(["callgrind_control", f"--instr={how}", str(os.getpid())], check=True, capture_output=True)


def measure(given: argparse.Namespace) -> dict[str, Any]:
    version, found = version_of_this_commit(), {}
    gc.freeze()    # both as the server does
    gc.set_threshold(50_000, 20, 20)
    for game in given.games:
        asyncio.run(played(version, game, SEEDS[0], given, Cost()))
        cost = Cost()
        profiler = cProfile.Profile() if given.profile else None
        with profiler or nullcontext():
            for seed in SEEDS[1:]:
                asyncio.run(played(version, game, seed, given, cost))
        if profiler:
            profiler.dump_stats(f"{given.profile}.{game}")
        found[game] = cost.told()
    return found


def in_folder(folder: Path, game: str, given: argparse.Namespace) -> dict[str, Any]:
    """The same in a process of its own, with the sources of that folder."""
    arguments = [game, "--language", given.language, "--moves", str(given.moves), "--here"]
    told: dict[str, Any] = json.loads(run(Path(__file__).resolve(), arguments, folder))
    return told


def instructions(folder: Path, game: str, given: argparse.Namespace) -> float:
    """Millions for a move."""
    with tempfile.TemporaryDirectory() as found:
        out = Path(found) / "callgrind"
        under = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
        arguments = [game, "--language", given.language, "--moves", str(given.moves), "--here", "--counted"]
        told = json.loads(run(Path(__file__).resolve(), arguments, folder, under))
        total = next(line for line in out.read_text().splitlines() if line.startswith("totals:"))
    return int(total.split()[1]) / told[game]["moves"] / 1e6


def show(game: str, rounds: dict[str, list[dict[str, Any]]]) -> None:
    for name, found in rounds.items():
        best = min((each[game] for each in found), key=lambda cost: float(cost["move"]))
        parts = "  ".join(f"{part} {best[part]:5.2f}" for part in PARTS)
        spread = " / ".join(f"{each[game]['move']:.1f}" for each in found)
        sizes = "{} (p90 {})".format(*best["wire"])
        cost = f"{parts}  a move {best['move']:5.2f} ms ({spread})"
        print(f"{game:18} {name:9} {cost}  an update {sizes} bytes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--language", default="en")
    parser.add_argument("--moves", type=int, default=80, help="of each game")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--beside", default="", metavar="COMMIT")
    parser.add_argument("--profile", default="", metavar="FILE")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--counted", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here or given.profile:
        print(json.dumps(measure(given)))
        return
    with folders(given.beside) as versions:
        for game in given.games:
            if given.instructions:
                for name, folder in versions.items():
                    count = instructions(folder, game, given)
                    print(f"{game:18} {name:9} {count:6.1f} million instructions a move", flush=True)
                continue
            rounds: dict[str, list[dict[str, Any]]] = {name: [] for name in versions}
            for _ in range(given.rounds):
                for name, folder in versions.items():
                    rounds[name].append(in_folder(folder, game, given))
            show(game, rounds)


if __name__ == "__main__":
    main()
