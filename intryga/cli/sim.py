"""`intryga sim`"""

from __future__ import annotations

from pathlib import Path

from intryga.cli.choices import bot_names, game_with, table_options
from intryga.cli.output import console, print_json, progress, table
from intryga.lab.simulate import SimulationPlan, SimulationReport, plan, simulate


def run(
    game: str,
    seats: int | None,
    games: int,
    seed: int,
    bots: str,
    jobs: int,
    options: list[str],
    components: Path | None,
    json: bool,
    out: Path | None,
    ray: str,
) -> None:
    played = game_with(game, components)
    at_table = played.seats[-1] if seats is None else seats
    what = plan(game, at_table, seed, table_options(options), bot_names(bots), played.own_components)
    report = played_by_plan(what, games, jobs, out, ray)
    if json:
        print_json(report)
    else:
        show(report, what.bots)


def played_by_plan(what: SimulationPlan, games: int, jobs: int, out: Path | None, ray: str) -> SimulationReport:
    with progress(f"{what.game}, {what.seats} seats", games) as advance:
        if out is None:
            return simulate(what, games, jobs, advance, ray=ray)
        from intryga.lab.dataset import GamesFile

        with GamesFile(out, what) as file:
            return simulate(what, games, jobs, advance, file.keep, ray, file.written, file.played())


def show(report: SimulationReport, bots: list[str]) -> None:
    out = console()
    out.print(f"{report.game}, {report.seats} seats: {report.finished} of {report.games} games finished")
    speed = report.decisions / report.seconds
    out.print(f"{report.decisions:,} decisions in {report.seconds:.2f} s, {speed:,.0f} a second")
    out.print(f"{report.mean_length:.1f} decisions a game")
    seats = table("seat", "bot", "mean score", "win share", "± error")
    seats.columns[1].justify = "left"
    for seat, bot in enumerate(bots):
        score, share, error = report.mean_score[seat], report.win_share[seat], report.win_share_error[seat]
        seats.add_row(str(seat), bot, f"{score:.2f}", f"{share:.1%}", f"{error:.1%}")
    out.print(seats)
    out.print(f"checksum {report.checksum}")
