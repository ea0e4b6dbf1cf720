"""`intryga arena`"""

from __future__ import annotations

from pathlib import Path

from intryga.cli.choices import bot_names, game_with, table_options
from intryga.cli.output import console, print_json, progress, table, written_in
from intryga.lab.arena import ArenaResult, Contest, Deal, contest, hold
from intryga.lab.arena_file import write_contest
from intryga.lab.diary import Diary
from intryga.lab.extras import how_to_get, need


def run(
    game: str,
    bots: str,
    seats: int | None,
    games: int,
    seed: int,
    jobs: int,
    options: list[str],
    components: Path | None,
    json: bool,
    out: Path | None,
    ray: str,
) -> None:
    played = game_with(game, components)
    at_table = played.seats[-1] if seats is None else seats
    what = contest(game, at_table, seed, table_options(options), bot_names(bots), played.own_components)
    result = held(what, games, jobs, out, ray)
    if json:
        print_json(result)
    else:
        show(result)


def held(what: Contest, games: int, jobs: int, out: Path | None, ray: str) -> ArenaResult:
    with progress(f"{what.game}, {what.seats} seats", games) as advance:
        if out is None:
            return hold(what, games, jobs, advance, ray=ray)[0]
        need("lab", f"writing '{out}'")
        with written_in(Diary(out, what, Deal)) as diary:
            result, rows = hold(what, games, jobs, advance, diary.earlier, diary.keep, ray)
            write_contest(diary.whole, what, rows)
            diary.finish()
            return result


def show(result: ArenaResult) -> None:
    out = console()
    out.print(f"{result.game}, {result.seats} seats: {result.games} games, {result.deals} deals, every chair")
    rows = table("bot", "games", "win share", "± 95 %", "par", "score", "ms/choice", "rating")
    for one in result.standings:
        thinking = "" if one.choice_ms is None else f"{one.choice_ms:,.1f}"
        rating = "" if one.rating is None else f"{one.rating.skill:.1f} ± {one.rating.error:.1f}"
        sure = f"{(one.high - one.low) / 2:.1%}"
        rows.add_row(one.bot, str(one.games), f"{one.win_share:.1%}", sure, f"{one.par:.1%}", f"{one.mean_score:.1f}",
                     thinking, rating)  # fmt: skip
    out.print(rows)
    if any(one.rating is None for one in result.standings):
        out.print(f"Ratings need {how_to_get('lab')}")
