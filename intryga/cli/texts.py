"""`intryga texts`"""

from __future__ import annotations

import typer

from intryga import games
from intryga.cli.output import console, print_json
from intryga.texts import complete


def run(name: str | None, json: bool) -> None:
    found = missing(name)
    if json:
        print_json(found)
    else:
        for owner, gaps in found.items():
            console().print(f"{owner}: nothing is missing" if not gaps else f"{owner}:", highlight=False)
            for gap in gaps:
                console().print(f"  {gap}", highlight=False, soft_wrap=True)
    raise typer.Exit(1 if any(found.values()) else 0)


def missing(name: str | None) -> dict[str, list[str]]:
    """By game, or of all and the house."""
    if name is not None:
        game = games.find(name)
        return {game.id: complete.incomplete(game)}
    found = {game: complete.incomplete(games.find(game)) for game in games.names()}
    return {"house": complete.house_incomplete(), **found}
