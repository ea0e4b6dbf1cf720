"""The commands and what they take. What they do is imported when one is called, so that help appears at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from intryga.cli.lab_commands import lab
from intryga.cli.parameters import Components, Game, Jobs, Json, Language, Options, SeatCount
from intryga.cli.server_commands import server

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,    # boxes around the help would take half of its time
    help="Intryga: games of court intrigue, for people, bots and researchers.",
    epilog="Example: intryga play spiskowcy --seats 3",
)


@app.callback(invoke_without_command=True)
def intryga(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say the version and which engine runs.")] = False,
) -> None:
    if version:
        from intryga import __version__, engine

        typer.echo(f"intryga {__version__}, {engine.name()} engine")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())
    else:
        return
    raise typer.Exit


@app.command(epilog="Example: intryga games --lang en")
def games(json: Json = False, lang: Language = None) -> None:
    """List the games and what is known of them."""
    from intryga.cli import games as command

    command.run(json, lang)


@app.command(epilog="Example: intryga rules spiskowcy --coverage")
def rules(
    game: Game,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Say what cites each rule; the exit status is 1 if one is not tested.")
    ] = False,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Print the numbered rules of a game."""
    from intryga.cli import rules as command

    command.run(game, coverage, json, lang)


@app.command(epilog="Example: intryga texts spiskowcy")
def texts(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Without one: all, and the house.")] = None,
    json: Json = False,
) -> None:
    """List what a player would miss: texts that a language lacks.

    The exit status is 1 if something is missing.
    """
    from intryga.cli import texts as command

    command.run(game, json)


@app.command(epilog="Example: intryga scenario intryga/games/spiskowcy/scenarios")
def scenario(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Scenario files, or folders of them.")],
    components: Components = None,
    json: Json = False,
) -> None:
    """Run scenarios and say which hold.

    The exit status is 1 if one does not.
    """
    from intryga.cli import scenario as command

    command.run(paths, components, json)


@app.command(epilog="Example: intryga play spiskowcy --seats 3 --bots heuristic --lang pl")
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; otherwise you are asked.")] = None,
    seats: SeatCount = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Names the shuffle, to play it again; otherwise a secret.")
    ] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="NAME,...", help="One bot for all other seats, or one for each.")
    ] = None,
    option: Options = None,
    components: Components = None,
    lang: Language = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What the story calls you.")] = None,
    seat: Annotated[int, typer.Option(metavar="N", min=0, help="Where you sit, from 0.")] = 0,
) -> None:
    """Play a game in the terminal against bots."""
    from intryga.cli import play as command
    from intryga.cli.seating import Wishes

    if load is not None:
        command.resume(load, components, lang)
    else:
        command.begin(game, Wishes(seats, seed, bots, option or [], name, seat, components), lang)


@app.command(epilog="Example: intryga replay mine.intryga.json --as spectator --until 20")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game saved by `intryga play`.")],
    viewpoint: Annotated[
        str | None, typer.Option("--as", metavar="SEAT|all|spectator", help="Whose eyes; otherwise the person's.")
    ] = None,
    until: Annotated[int | None, typer.Option(metavar="N", min=0, help="Stop after so many moves.")] = None,
    components: Components = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Tell the story of a saved game, move by move, and check it."""
    from intryga.cli import replay as command

    command.run(file, viewpoint, until, components, json, lang)


@app.command(epilog="Example: intryga review mine.intryga.json --jobs 2")
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A finished game, saved by `intryga play` or a table.")],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write; otherwise beside the game.")] = None,
    open_cards: Annotated[bool, typer.Option("--open", help="The chances with all cards open too.")] = False,
    jobs: Jobs = 1,
    components: Components = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Look at a finished game again: chances move by move, turning points, play and luck, as one HTML file."""
    from intryga.cli import review as command

    command.run(file, out, open_cards, jobs, components, json, lang)


@app.command("new-game", epilog="Example: intryga new-game probe")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and _: the folder's name too.")],
) -> None:
    """Write a new game to begin with: it plays, and passes the suite as a draft."""
    from intryga.cli import new_game as command

    command.run(name)


@app.command(epilog="Example: intryga engine build")
def engine(
    task: Annotated[
        Literal["status", "build"],
        typer.Argument(metavar="status|build", help="Say which engine runs and why, or compile the fast one."),
    ] = "status",
) -> None:
    """The compiled engine: is it there, or build it."""
    from intryga import engine as engines

    if task == "status":
        typer.echo(": ".join(engines.status()))
    else:
        result = engines.build(typer.echo)
        typer.echo(result.sentence)
        raise typer.Exit(result.outcome)


app.add_typer(lab)
app.add_typer(server)
