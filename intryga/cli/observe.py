"""`intryga observe`"""

from __future__ import annotations

from pathlib import Path

from intryga.cli.choices import game_with, table_options
from intryga.cli.output import print_json
from intryga.kernel.observation import Encoding, describe


def run(
    name: str, seats: int | None, encoding: Encoding, options: list[str], components: Path | None, json: bool
) -> None:
    game = game_with(name, components)
    at_table = game.check_seats(game.seats[-1] if seats is None else seats)
    empty = game.table(game.chosen_rules(table_options(options)), at_table, game.quick_dice(0))
    form = describe(game, at_table, empty.guests, encoding)
    if json:
        features = [feature._asdict() for feature in form.features]
        print_json({"game": name, "seats": at_table, "encoding": encoding, "length": form.length,
                    "actions": form.actions, "features": features})  # fmt: skip
    else:
        print(form.table())
