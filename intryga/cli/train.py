"""`intryga train`"""

from __future__ import annotations

from pathlib import Path

from intryga.cli.choices import game_with
from intryga.cli.output import console, must_be_writable, progress
from intryga.kernel.game import Mistake
from intryga.lab.extras import need


def run(
    game: str, seats: int | None, games: int, bot: str, hidden: int, every: int, seed: int, out: Path | None
) -> None:
    need("lab", "training")
    from intryga import bots
    from intryga.lab import train

    played = game_with(game, None)
    at_table = played.check_seats(played.seats[-1] if seats is None else seats)
    bots.find(bot)
    target = out or Path(str(played.folder.joinpath(train.FILE)))
    must_be_writable(target)
    known = train.known(target)
    say = console().print
    with progress(f"{game}, {at_table} seats", games) as advance:
        lessons = train.gather(played, at_table, games, bot, seed, advance, every)
    say(f"{len(lessons.game):,} positions of {games:,} games, {lessons.seen.shape[2]} numbers each")
    weights, loss = train.fit(
        lessons, hidden, seed, 60,
        lambda number, apart, own: say(f"  round {number}: {apart:.4f} on games kept apart, {own:.4f} on its own"),
    )  # fmt: skip
    found = train.learned(lessons, weights, loss, games, bot, seed)
    try:
        target.write_bytes(train.kept(known, at_table, found))
    except OSError as error:
        raise Mistake(f"'{target}' cannot be written: {error.strerror}") from error
    say(f"{target}: loss {found.loss} (all equal: {found.loss_of_none})")
