"""How strong the levels are: every row of the table in docs/bots.md, played again.

    .venv/bin/python benchmarks/strength.py [ROW ...] [--ladder] [--games N] [--minutes N] [--jobs N] [--out FILE]

One bot against copies of the other, every deal from every seat. A row is named as spiskowcy-2-hard-random; a part of a
name means all rows that begin so. What is played lies in the folder, with the settings it was played by: a run that was
cut off goes on, and so does one that is asked for more games. The table of all that has been played is Markdown.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from intryga import engine, games
from intryga.bots.levels import LEVELS, Settings, settings
from intryga.kernel.game import Mistake
from intryga.lab.arena import Contest, Deal, contest, hold
from intryga.lab.diary import Diary

PORTION = 20    # games between two looks at the clock
HEAD = """| game | seats | bot | against | games | wins | ± | par | ms a choice |
|---|---|---|---|---|---|---|---|---|"""


class Row(NamedTuple):
    game: str
    seats: int
    bot: str
    against: str
    games: int    # at least

    @property
    def name(self) -> str:
        return f"{self.game}-{self.seats}-{self.bot}-{self.against}"


class Played(msgspec.Struct, frozen=True):
    """What a file is about: other settings are another row."""

    contest: Contest
    settings: list[dict[str, Any]]    # of bots that are levels, as far as they are not the usual ones


ROWS = [
    Row(game, seats, bot, against, number)
    for game, counts, number, pairs in [
        ("spiskowcy", (2, 4), 400, ("hard random", "hard heuristic", "master hard")),
        ("konspiracja", (2, 4), 400, ("hard random", "hard heuristic", "master hard")),
        ("smierc_jasniepanu", (4, 6), 400, ("hard random", "hard heuristic")),
        ("dworzanie", (2, 4), 400, ("hard random", "hard heuristic")),
        ("straznik_kluczy", (2,), 100, ("hard random", "hard heuristic", "master hard")),
    ]
    for seats in counts
    for bot, against in [pair.split() for pair in pairs]
]
LADDER = [    # that each level beats the one below
    Row(game, seats, level, below, 200)
    for game, seats in sorted({row[:2] for row in ROWS})
    for below, level in pairwise(LEVELS)
]


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the levels are.")
    parser.add_argument("rows", nargs="*", help="names, or how they begin; all without")
    parser.add_argument("--ladder", action="store_true", help="each level against the one below instead")
    parser.add_argument("--games", type=int, default=0, help="instead of the usual number")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin nothing more after so many")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("strength"))
    parser.add_argument("--out", type=Path, help="the table, as a file")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    rows = [row for row in (LADDER if asked.ladder else ROWS)
            if not asked.rows or any(row.name.startswith(name) for name in asked.rows)]  # fmt: skip
    if not rows:
        parser.error(f"no row is named so; there are {', '.join(row.name for row in ROWS)}")
    print(f"engine: {engine.name()}; seed {asked.seed}\n\n{HEAD}")
    end = monotonic() + 60 * asked.minutes
    lines = []
    for row in rows:
        try:
            line = played(row, asked.games or row.games, end, asked)
        except Mistake as mistake:
            parser.error(str(mistake))
        if line:
            lines.append(line)
            print(line, flush=True)
    if asked.out:
        asked.out.write_text("\n".join([HEAD, *lines, ""]))


def unusual(found: Settings) -> dict[str, Any]:
    usual = msgspec.structs.asdict(Settings(found.thinks))
    everything = msgspec.structs.asdict(found)
    return {name: value for name, value in everything.items() if name == "thinks" or value != usual[name]}


def played(row: Row, number: int, end: float, asked: argparse.Namespace) -> str:
    """A row, as far as it can be played until the end; empty if not at all."""
    what = contest(row.game, row.seats, asked.seed, {}, [row.bot, row.against])
    game = games.find(row.game)
    about = Played(what, [unusual(settings(game, bot, row.seats)) if bot in LEVELS else {} for bot in what.bots])
    with Diary(asked.folder / row.name, about, Deal) as diary:
        deals = list(diary.earlier)
        a_deal = len(what.tables())

        def keep(deal: Deal) -> None:
            diary.keep(deal)
            deals.append(deal)

        while len(deals) * a_deal < number and monotonic() < end:
            hold(what, min(len(deals) * a_deal + PORTION, number), asked.jobs, lambda games: None, list(deals), keep)
        if not deals:
            return ""
        result, _ = hold(what, len(deals) * a_deal, 1, lambda games: None, deals)
    one = result.standings[0]
    choices = sum(deal.choices[0] for deal in deals)
    thinking = 1000 * sum(deal.seconds[0] for deal in deals) / max(choices, 1)
    share = f"{one.win_share:.1%} | {one.error:.1%} | {one.par:.1%}"
    return f"| {row.game} | {row.seats} | {row.bot} | {row.against} | {one.games} | {share} | {thinking:.0f} |"


if __name__ == "__main__":
    main()
