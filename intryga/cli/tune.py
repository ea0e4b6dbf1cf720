"""`intryga tune`"""

from __future__ import annotations

from intryga.cli.choices import game_with
from intryga.cli.output import console, print_json, progress
from intryga.lab.extras import need


def run(game: str, seats: int | None, deals: int, generations: int, seed: int, json: bool) -> None:
    need("tune", "tuning")
    from intryga.lab.tune import AGAINST, tune

    played = game_with(game, None)
    at_table = played.check_seats(played.seats[-1] if seats is None else seats)
    with progress(f"{game}, {at_table} seats", generations) as advance:
        found = tune(played, at_table, deals, generations, seed, advance)
    if json:
        print_json(found)
        return
    say = console().print
    say(f"against {AGAINST}, on new deals: {found.share:.1%} ± {found.error:.1%} (par {found.par:.1%})")
    say(found.toml())
