"""`intryga bench`"""

from __future__ import annotations

from intryga import games as all_games
from intryga.cli.output import console, print_json, progress, table
from intryga.lab import bench


def run(games: list[str], rounds: int, json: bool) -> None:
    names = [all_games.find(name).id for name in games or all_games.names()]
    with progress("measuring", rounds * len(names) * len(bench.engines())) as advance:
        rows = bench.run(names, rounds, advance)
    if json:
        print_json(rows)
        return
    figures = {"decisions_per_second": ",.0f", "clone_us": ".2f", "resample_per_second": ",.0f"}
    out = table("game, seats", "engine", "decisions/s", "clone µs", "resamples/s")
    for row in rows:
        cells = [f"{row[name]:{form}} ± {row['spread'][name] / 2:.0%}" for name, form in figures.items()]
        out.add_row(f"{row['game']}, {row['seats']}", row["engine"], *cells)
    console().print(out)
