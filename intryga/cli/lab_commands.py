"""The commands of the lab: bots among themselves, and what their games say. See app.py."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from intryga.cli.parameters import Components, Game, Jobs, Json, Language, Options, Ray, SeatCount

lab = typer.Typer()

BesideCards = Annotated[
    Path | None,
    typer.Option(metavar="FILE", dir_okay=False, help="Where to write; otherwise beside the game's cards."),
]


@lab.command(epilog="Example: intryga sim spiskowcy --seats 4 --games 2000 --seed 1 --bots heuristic --jobs 2")
def sim(
    game: Game,
    seats: SeatCount = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games to play.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same number gives the same games.")] = 1,
    bots: Annotated[str, typer.Option(metavar="NAME,...", help="One bot for all seats, or one for each.")] = "random",
    jobs: Jobs = 1,
    option: Options = None,
    components: Components = None,
    json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Keep every decision, as Parquet; a run cut off goes on."),
    ] = None,
    ray: Ray = "",
) -> None:
    """Let bots play many games, and report."""
    from intryga.cli import sim as command

    command.run(game, seats, games, seed, bots, jobs, option or [], components, json, out, ray)


@lab.command(epilog="Example: intryga arena spiskowcy --bots hard,heuristic --seats 2 --games 400 --seed 1")
def arena(
    game: Game,
    bots: Annotated[
        str, typer.Option(metavar="NAME,...", help="Two or more bots; the last fills the seats that are left.")
    ],
    seats: SeatCount = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games; rounded up to whole deals.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same number gives the same deals.")] = 1,
    jobs: Jobs = 1,
    option: Options = None,
    components: Components = None,
    json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Keep every game, as Parquet; a run cut off goes on."),
    ] = None,
    ray: Ray = "",
) -> None:
    """Compare bots: the same deals with each of them in every seat.

    A bot of your own is named MODULE:CLASS.
    """
    from intryga.cli import arena as command

    command.run(game, bots, seats, games, seed, jobs, option or [], components, json, out, ray)


@lab.command(epilog="Example: intryga train spiskowcy --seats 4 --games 3000")
def train(
    game: Game,
    seats: SeatCount = None,
    games: Annotated[int, typer.Option(metavar="N", min=10, help="How many games to learn from.")] = 2000,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Who plays them.")] = "heuristic",
    hidden: Annotated[int, typer.Option(metavar="N", min=0, max=64, help="Hidden units; 0: a straight sum.")] = 16,
    every: Annotated[int, typer.Option(metavar="N", min=1, help="Of so many positions one is kept.")] = 5,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same number gives the same games.")] = 1,
    out: BesideCards = None,
) -> None:
    """Teach a small network from played games how likely a seat is to win; bots may ask it."""
    from intryga.cli import train as command

    command.run(game, seats, games, bot, hidden, every, seed, out)


@lab.command(epilog="Example: intryga selfplay spiskowcy --tables 2:128,4:128 --decisions 20000000 --points 5")
def selfplay(
    game: Game,
    tables: Annotated[
        str, typer.Option(metavar="SEATS:N,...", help="How many games side by side, for each number of seats.")
    ] = "2:256",
    decisions: Annotated[int, typer.Option(metavar="N", min=1, help="How many to learn from.")] = 10_000_000,
    hidden: Annotated[str, typer.Option(metavar="N,N", help="Hidden units, in two rows.")] = "128,128",
    places: Annotated[str, typer.Option(metavar="ZONE,...", help="Rows of which every place is read.")] = "",
    batch: Annotated[int, typer.Option(metavar="N", min=2048, help="Decisions of one lesson.")] = 32_768,
    rate: Annotated[float, typer.Option(metavar="X", help="How fast it learns at first.")] = 1e-3,
    entropy: Annotated[float, typer.Option(metavar="X", help="How much it tries out at first.")] = 0.015,
    earlier: Annotated[float, typer.Option(metavar="X", help="Share of games against an earlier self.")] = 0.25,
    points: Annotated[
        float, typer.Option(metavar="X", help="So many points more are a clear victory; 0: only who wins counts.")
    ] = 0.0,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same number gives the same games.")] = 1,
    out: BesideCards = None,
) -> None:
    """Teach a policy by playing against itself; levels whose settings lead by `policy` play it."""
    from intryga.cli import selfplay as command

    command.run(game, tables, decisions, hidden, places, batch, rate, entropy, earlier, points, seed, out)


@lab.command(epilog="Example: intryga tune spiskowcy --seats 2 --deals 60 --generations 20 --out tuned.json")
def tune(
    game: Game,
    seats: SeatCount = None,
    deals: Annotated[int, typer.Option(metavar="N", min=2, help="Deals for each candidate, in every seat.")] = 50,
    generations: Annotated[int, typer.Option(metavar="N", min=1, help="How often candidates are bred.")] = 20,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same number gives the same result.")] = 1,
    jobs: Jobs = 1,
    ray: Ray = "",
    json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Keep what was found as JSON; a run cut off goes on."),
    ] = None,
) -> None:
    """Find weights for the advice by playing against it; bots.toml takes what comes out."""
    from intryga.cli import tune as command

    command.run(game, seats, deals, generations, seed, jobs, ray, json, out)


@lab.command(epilog="Example: intryga puzzles spiskowcy --bots hard,heuristic,random")
def puzzles(
    game: Game,
    bots: Annotated[str, typer.Option(metavar="NAME,...", help="Who is to solve them.")] = "heuristic,random",
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Puzzles of your own, instead of those that come along."),
    ] = None,
    find: Annotated[
        int, typer.Option(metavar="N", min=0, help="Look for new ones in so many games; they are added to --file.")
    ] = 0,
    seats: SeatCount = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same number gives the same games.")] = 1,
    iterations: Annotated[int, typer.Option(metavar="N", min=300, help="Of search, for each answer.")] = 1500,
    option: Options = None,
    jobs: Jobs = 1,
    ray: Ray = "",
    json: Json = False,
) -> None:
    """Let bots solve puzzles: positions in which one answer is clearly best. Or find new ones."""
    from intryga.cli import puzzles as command

    if not find:
        command.ask(game, seats, bots, file, json)
    elif file is None:
        raise typer.BadParameter("say with --file where puzzles are to be kept")
    else:
        command.look_for(game, seats, find, seed, option or [], iterations, jobs, ray, file)


@lab.command(epilog="Example: intryga report games.parquet --out balance.html")
def report(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", dir_okay=False, help="Games of `intryga sim --out`; several compare options."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Where to write; otherwise beside the first file."),
    ] = None,
    json: Json = False,
    ray: Ray = "",
    lang: Language = None,
) -> None:
    """Write what simulated games say of a game's balance, as one HTML file."""
    from intryga.cli import report as command

    command.run(files, out, json, ray, lang)


@lab.command(epilog="Example: intryga observe spiskowcy --seats 4")
def observe(
    game: Game,
    seats: SeatCount = None,
    encoding: Annotated[
        Literal["onehot", "codes"], typer.Option(metavar="onehot|codes", help="Rows as flags, or as numbers of kinds.")
    ] = "onehot",
    option: Options = None,
    components: Components = None,
    json: Json = False,
) -> None:
    """Print what an observation of a seat holds, number by number."""
    from intryga.cli import observe as command

    command.run(game, seats, encoding, option or [], components, json)


@lab.command(epilog="Example: intryga bench spiskowcy --rounds 5")
def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="The games; otherwise all.")] = None,
    rounds: Annotated[int, typer.Option(metavar="N", min=1, help="Interleaved rounds; more give a better spread.")] = 5,
    json: Json = False,
) -> None:
    """Measure how fast the engine is."""
    from intryga.cli import bench as command

    command.run(games or [], rounds, json)
