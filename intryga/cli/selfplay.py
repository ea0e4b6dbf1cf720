"""`intryga selfplay`"""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from intryga.cli.choices import game_with
from intryga.cli.output import console, must_be_writable, progress, write_whole
from intryga.kernel.game import Mistake
from intryga.lab.extras import need

if TYPE_CHECKING:
    from intryga.bots.policies import Learnt
    from intryga.kernel.game import AnyGame

TOLD = 60    # seconds between two lines of what has been learnt


def run(
    game: str, tables: str, decisions: int, hidden: str, places: str, batch: int, rate: float, entropy: float,
    earlier: float, points: float, seed: int, out: Path | None,
) -> None:  # fmt: skip
    need("lab", "self-play")
    from intryga.bots import policies
    from intryga.lab.selfplay import School, Schooling

    played = game_with(game, None)
    target = out or Path(str(played.folder.joinpath(policies.FILE)))
    must_be_writable(target)
    known = _known(target)
    what = Schooling(
        game, played.version, _tables(played, tables), decisions, _hidden(hidden), _places(played, places),
        batch=batch, rate=_positive("--rate", rate), entropy=_positive("--entropy", entropy), earlier=_share(earlier),
        points=_positive("--points", points), seed=seed,
    )  # fmt: skip
    school = School(played, what)
    say = console().print
    told = monotonic()
    with progress(f"{game}, tables of {', '.join(map(str, sorted(what.tables)))}", decisions) as advance:
        for made, found in school.teach():
            advance(made)
            if monotonic() - told > TOLD:
                told = monotonic()
                say(f"{school.done:,} decisions: undecided by {found.undecided:.2f} nats, "
                    f"expected {found.explained:.0%} of what was won")  # fmt: skip
    text = policies.written(known, school.learnt())
    write_whole(target, text.decode())
    say(f"{target}: {len(text) / 1000:.0f} kB")


def _known(file: Path) -> list[Learnt]:
    """What was learnt earlier."""
    from intryga.bots import policies

    try:
        return policies.read(file.read_bytes()) if file.exists() else []
    except (OSError, msgspec.MsgspecError) as error:
        raise Mistake(f"'{file}' holds no policy, so none can be added to it: {error}") from error


def _tables(game: AnyGame, text: str) -> dict[int, int]:
    found: dict[int, int] = {}
    for part in text.split(","):
        seats, _, count = part.partition(":")
        if not seats.isdigit() or not count.isdigit() or int(count) < 1:
            raise Mistake(f"--tables is like 2:128,4:128 (seats and games side by side), not '{text}'")
        found[game.check_seats(int(seats))] = int(count)
    if 1 in found:
        raise Mistake("nobody learns by self-play alone at a table")
    return found


def _hidden(text: str) -> tuple[int, int]:
    units = [int(part) for part in text.split(",") if part.isdigit() and int(part)]
    if len(units) != 2 or text.count(",") != 1:
        raise Mistake(f"--hidden is like 128,128, not '{text}'")
    return units[0], units[1]


def _places(game: AnyGame, text: str) -> list[str]:
    names = {zone.name for zone in game.layout.zones}
    found = [name for name in text.split(",") if name]
    for name in found:
        if name not in names:
            raise Mistake(f"{game.id} has no zone '{name}'; `intryga observe {game.id}` lists them")
    return found


def _positive(name: str, number: float) -> float:
    if number < 0:
        raise Mistake(f"{name} is not below 0")
    return number


def _share(number: float) -> float:
    if not 0 <= number < 1:
        raise Mistake(f"--earlier is a share, from 0 to below 1, not {number:g}")
    return number
