"""What several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game, by the name that `intryga games` shows.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead.")]
Language = Annotated[
    str | None, typer.Option(metavar="pl|en", help="Language; otherwise INTRYGA_LANG, or that of the system.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A choice of the table; may be repeated.")
]
Components = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A component file of your own, in the form of cards.toml.")
]
SeatCount = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="How many play; otherwise as many as the game allows.")
]
Jobs = Annotated[int, typer.Option(metavar="N", min=1, help="How many processes share the work.")]
Ray = Annotated[
    str, typer.Option(metavar="ADDRESS", help="A Ray cluster that shares the work instead; local: one on this machine.")
]
Data = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Where tables are kept; otherwise the user's data folder.")
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="INTRYGA_DATABASE",
        show_envvar=False,
        help="A PostgreSQL for several servers at once, like postgresql://user@host/name, or a file with its address.",
    ),
]
