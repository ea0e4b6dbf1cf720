"""`intryga tune`"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import msgspec

from intryga.cli.choices import game_with
from intryga.cli.output import console, print_json, progress, written_in
from intryga.lab.diary import Diary
from intryga.lab.extras import need
from intryga.lab.workers import crew


def run(
    game: str, seats: int | None, deals: int, generations: int, seed: int, jobs: int, ray: str, json: bool,
    out: Path | None,
) -> None:  # fmt: skip
    need("tune", "tuning")
    from intryga.lab.tune import AGAINST, Tuning, tune

    played = game_with(game, None)
    at_table = played.check_seats(played.seats[-1] if seats is None else seats)
    what = Tuning(game, played.version, at_table, seed, deals)
    with ExitStack() as stack:
        diary = stack.enter_context(written_in(Diary(out, what, list[float]))) if out else None
        workers = stack.enter_context(crew(jobs, ray))
        advance = stack.enter_context(progress(f"{game}, {at_table} seats", generations))
        if diary is None:
            found = tune(what, generations, workers, advance)
        else:
            found = tune(what, generations, workers, advance, diary.earlier, diary.keep)
            diary.whole.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
            diary.finish()
    if json:
        print_json(found)
        return
    say = console().print
    say(f"against {AGAINST}, on new deals: {found.share:.1%} ± {found.error:.1%} (par {found.par:.1%})")
    say(found.toml())
