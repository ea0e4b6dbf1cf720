"""How strong the levels are: every row of the tables in docs/bots.md, played again or played on.

    .venv/bin/python benchmarks/strength.py [ROW ...] [--ladder | --cheats] [--games N] [--minutes N] [--jobs N]
    .venv/bin/python benchmarks/strength.py --tables    writes what is kept into docs/bots.md, and plays nothing

One bot against copies of the other, every deal from every seat. A row is named as spiskowcy-2-hard-random; a part of a
name means all rows that begin so. Every deal that was played is kept in docs/strength/, with the settings it was played
by (benchmarks/strength_kept.py): a run that was cut off goes on, and so does one that is asked for more games.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from benchmarks.strength_kept import KEPT, Tally, diary, short
from intryga import engine
from intryga.bots.levels import LEVELS
from intryga.kernel.game import Mistake
from intryga.lab.arena import Contest, contest, play

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
SEED = 1    # settings are chosen on other deals than those reported


class Row(NamedTuple):
    game: str
    seats: int
    bot: str
    against: str
    games: int    # at least
    aim: int = 0    # percent

    @property
    def name(self) -> str:
        return f"{self.game}-{self.seats}-{short(self.bot)}-{self.against}"

    def contest(self, seed: int) -> Contest:
        return contest(self.game, self.seats, seed, {}, [self.bot, self.against])


PAIRS = ("hard random", "hard heuristic", "master hard")
ROWS = [
    Row(game, seats, *pair.split(), number, aim)
    for game, seats, number, aims in [
        ("spiskowcy", 2, 400, (99, 85, 54)),
        ("spiskowcy", 4, 400, (95, 65, 30)),
        ("konspiracja", 2, 400, (99, 82, 54)),
        ("konspiracja", 4, 400, (98, 52, 30)),
        ("smierc_jasniepanu", 4, 400, (45, 42)),
        ("smierc_jasniepanu", 6, 400, (45, 38)),
        ("dworzanie", 2, 400, (99, 57)),
        ("dworzanie", 4, 400, (95, 32)),
        ("straznik_kluczy", 2, 100, (99, 75, 54)),
    ]
    for pair, aim in zip(PAIRS, aims, strict=False)
]
CHEATS = [    # what somebody who sees all cards wins: the ceiling of a fair bot
    Row(game, seats, f"benchmarks.cheat:{cheat}", "heuristic", 200)
    for game, cheat, numbers in [("dworzanie", "OpenCards", (2, 4)), ("smierc_jasniepanu", "OpenHands", (4, 6))]
    for seats in numbers
]
LADDER = [    # that each level beats the one below
    Row(game, seats, level, below, 200)
    for game, seats in dict.fromkeys(row[:2] for row in ROWS)
    for below, level in pairwise(LEVELS)
]


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the levels are.")
    parser.add_argument("rows", nargs="*", help="names, or how they begin; all without")
    parser.add_argument("--ladder", action="store_true", help="each level against the one below instead")
    parser.add_argument("--cheats", action="store_true", help="who sees all cards against the heuristic instead")
    parser.add_argument("--tables", action="store_true", help="play nothing; write the tables of docs/bots.md")
    parser.add_argument("--games", type=int, default=0, help="instead of the usual number")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin nothing more after so many")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--folder", type=Path, default=KEPT, help="where what was played is kept")
    asked = parser.parse_args()
    if asked.tables:
        PAGE.write_text(with_tables(PAGE.read_text("utf-8"), asked.folder), "utf-8")
        return
    all_rows = LADDER if asked.ladder else CHEATS if asked.cheats else ROWS
    rows = [row for row in all_rows if not asked.rows or any(row.name.startswith(name) for name in asked.rows)]
    if not rows:
        parser.error(f"no row is named so; there are {', '.join(row.name for row in all_rows)}")
    print(f"engine: {engine.name()}; seed {asked.seed}")
    end = monotonic() + 60 * asked.minutes
    for row in rows:
        try:
            play_on(row, asked.games or row.games, end, asked.jobs, asked.seed, asked.folder)
        except Mistake as mistake:
            parser.error(str(mistake))
        print(f"{row.name}: {cell(row, asked.folder, asked.seed)}", flush=True)


def play_on(row: Row, number: int, end: float, jobs: int, seed: int, folder: Path) -> None:
    """A row, as far as it can be played until the end. One deal to a process at a time, so that little is lost."""
    folder.mkdir(parents=True, exist_ok=True)
    what = row.contest(seed)
    with diary(what, folder) as kept:
        deals = len(kept.earlier)
        while deals * row.seats < number and monotonic() < end:
            for deal in play(what, deals, deals + jobs, jobs):
                kept.keep(Tally.of(deal))
                deals += 1


# --- tables ---


def with_tables(page: str, folder: Path) -> str:
    """The page with what is kept in its tables."""
    for name, table in (("strength", strength), ("cheats", cheats), ("ladder", ladder)):
        page = put(page, name, table(folder))
    return page


def put(page: str, name: str, table: list[str]) -> str:
    """In the place of what stands between the marks of this name."""
    begin, end = f"<!-- {name}: benchmarks/strength.py --tables -->\n", f"<!-- end of {name} -->"
    before, found, rest = page.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        raise Mistake(f"there is no place for the table '{name}'")
    return before + begin + "\n".join(table) + "\n" + end + after


def strength(folder: Path) -> list[str]:
    lines = ["| game (par) | hard against random | hard against `heuristic` | master against hard | ms a choice |",
             "|---|---|---|---|---|"]  # fmt: skip
    for game, seats in dict.fromkeys(row[:2] for row in ROWS):
        rows = {f"{row.bot} {row.against}": row for row in ROWS if row[:2] == (game, seats)}
        cells = [cell(rows[pair], folder) if pair in rows else "" for pair in PAIRS]
        ms = [f"{bot} {found:.0f}" for bot in ("hard", "master") if (found := choice_ms(rows, bot, folder))]
        lines.append(f"| {title(game)} {seats}p ({100 / seats:.3g}) | {' | '.join(cells)} | {', '.join(ms)} |")
    return lines


def cheats(folder: Path) -> list[str]:
    lines = ["| game (par) | a cheat against `heuristic` |", "|---|---|"]
    for row in CHEATS:
        lines.append(f"| {title(row.game)} {row.seats}p ({100 / row.seats:.3g}) | {cell(row, folder)} |")
    return lines


def ladder(folder: Path) -> list[str]:
    pairs = list(pairwise(LEVELS))
    lines = ["| game (par) | " + " | ".join(f"{level} – {below}" for below, level in pairs) + " |",
             "|---|" + "---|" * len(pairs)]  # fmt: skip
    for game, seats in dict.fromkeys(row[:2] for row in LADDER):
        rows = [row for row in LADDER if row[:2] == (game, seats)]
        cells = " | ".join(cell(row, folder) for row in rows)
        lines.append(f"| {title(game)} {seats}p ({100 / seats:.3g}) | {cells} |")
    return lines


def title(game: str) -> str:
    return {"smierc_jasniepanu": "Śmierć", "straznik_kluczy": "Strażnik Kluczy"}.get(game, game.capitalize())


def tallies(row: Row, folder: Path, seed: int = SEED) -> list[Tally]:
    return diary(row.contest(seed), folder).read()


def cell(row: Row, folder: Path, seed: int = SEED) -> str:
    found = tallies(row, folder, seed)
    if not found:
        return "–"
    share, error = Tally.share_and_error(found)
    aim = f", aim {row.aim}" if row.aim else ""
    return f"{100 * share:.1f} ± {100 * error:.1f} ({len(found) * row.seats}{aim})"


def choice_ms(rows: dict[str, Row], bot: str, folder: Path) -> float:
    """Of thinking, by the games of the row in which most were played."""
    played = [tallies(row, folder) for row in rows.values() if row.bot == bot]
    most = max(played, key=len, default=[])
    choices = sum(tally.choices for tally in most)
    return 1000 * sum(tally.seconds for tally in most) / choices if choices else 0.0


if __name__ == "__main__":
    main()
