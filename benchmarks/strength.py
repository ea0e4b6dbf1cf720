"""How strong the levels are: every row of the table in docs/bots.md, played again.

    .venv/bin/python benchmarks/strength.py [--only GAME] [--games N] [--jobs N] [--seed N] [--folder DIR]

One bot against copies of the other, every deal from every seat. The games lie in the folder as `intryga arena --out`
writes them, so a run that was cut off goes on; what is finished is not played again. Rows are printed as Markdown.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from intryga import engine
from intryga.cli.arena import held
from intryga.lab.arena import Result, contest

# Game, seats, the two bots, and how many games at least.
ROWS = [
    (game, seats, bots, games)
    for game, counts, games, pairs in [
        ("spiskowcy", (2, 4), 400, ("hard,random", "hard,heuristic", "master,hard")),
        ("konspiracja", (2, 4), 400, ("hard,random", "hard,heuristic", "master,hard")),
        ("smierc_jasniepanu", (4, 6), 400, ("hard,random", "hard,heuristic")),
        ("dworzanie", (2, 4), 400, ("hard,random", "hard,heuristic")),
        ("straznik_kluczy", (2,), 100, ("hard,random", "hard,heuristic", "master,hard")),
    ]
    for seats in counts
    for bots in pairs
]
LADDER = ("easy,beginner", "medium,easy", "hard,medium")    # that each level beats the one below


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the levels are.")
    parser.add_argument("--only", default="", help="one game")
    parser.add_argument("--ladder", action="store_true", help="each level against the one below instead")
    parser.add_argument("--games", type=int, default=0, help="instead of the usual number")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("strength"))
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    rows = ROWS
    if asked.ladder:
        rows = [(game, seats, pair, 200) for game, seats in sorted({row[:2] for row in ROWS}) for pair in LADDER]
    print(f"engine: {engine.name()}; seed {asked.seed}\n")
    print("| game | seats | bot | against | games | wins | ± | par | ms a choice |")
    print("|---|---|---|---|---|---|---|---|---|")
    for game, seats, bots, games in rows:
        if asked.only in ("", game):
            file = asked.folder / f"{game}-{seats}-{bots.replace(',', '-')}-{asked.seed}.parquet"
            what = contest(game, seats, asked.seed, {}, bots.split(","))
            print(line(held(what, asked.games or games, asked.jobs, file, "")), flush=True)


def line(result: Result) -> str:
    one, other = result.standings[:2]
    thinking = "" if one.choice_ms is None else f"{one.choice_ms:.0f}"
    who = f"| {result.game} | {result.seats} | {one.bot} | {other.bot} | {one.games} "
    return f"{who}| {one.win_share:.1%} | {one.error:.1%} | {one.par:.1%} | {thinking} |"


if __name__ == "__main__":
    main()
