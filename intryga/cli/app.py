"""The commands and what they take. What they do is imported when one is called, so that help appears at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,    # boxes around the help would take half of its time
    help="Intryga: games of court intrigue, for people, bots and researchers.",
    epilog="Example: intryga play spiskowcy --seats 3",
)

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


@app.command(epilog="Example: intryga sim spiskowcy --seats 4 --games 2000 --seed 1 --bots heuristic --jobs 2")
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
        Path | None, typer.Option(metavar="FILE", help="Keep every decision, as Parquet; a run cut off goes on.")
    ] = None,
    ray: Ray = "",
) -> None:
    """Let bots play many games, and report."""
    from intryga.cli import sim as command

    command.run(game, seats, games, seed, bots, jobs, option or [], components, json, out, ray)


@app.command(epilog="Example: intryga arena spiskowcy --bots hard,heuristic --seats 2 --games 400 --seed 1")
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
        Path | None, typer.Option(metavar="FILE", help="Keep every game, as Parquet; a run cut off goes on.")
    ] = None,
    ray: Ray = "",
) -> None:
    """Compare bots: the same deals with each of them in every seat.

    A bot of your own is named MODULE:CLASS.
    """
    from intryga.cli import arena as command

    command.run(game, bots, seats, games, seed, jobs, option or [], components, json, out, ray)


@app.command(epilog="Example: intryga train spiskowcy --seats 4 --games 3000")
def train(
    game: Game,
    seats: SeatCount = None,
    games: Annotated[int, typer.Option(metavar="N", min=10, help="How many games to learn from.")] = 2000,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Who plays them.")] = "heuristic",
    hidden: Annotated[int, typer.Option(metavar="N", min=0, max=64, help="Hidden units; 0: a straight sum.")] = 16,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same number gives the same games.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write; otherwise beside the game's cards.")
    ] = None,
) -> None:
    """Teach a small network from played games how likely a seat is to win; bots may ask it."""
    from intryga.cli import train as command

    command.run(game, seats, games, bot, hidden, seed, out)


@app.command(epilog="Example: intryga tune spiskowcy --seats 2 --deals 60 --generations 20 --out tuned.json")
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
        Path | None, typer.Option(metavar="FILE", help="Keep what was found as JSON; a run that was cut off goes on.")
    ] = None,
) -> None:
    """Find weights for the advice by playing against it; bots.toml takes what comes out."""
    from intryga.cli import tune as command

    command.run(game, seats, deals, generations, seed, jobs, ray, json, out)


@app.command(epilog="Example: intryga puzzles spiskowcy --bots hard,heuristic,random")
def puzzles(
    game: Game,
    bots: Annotated[str, typer.Option(metavar="NAME,...", help="Who is to solve them.")] = "heuristic,random",
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Puzzles of your own, instead of those that come along.")
    ] = None,
    find: Annotated[
        int, typer.Option(metavar="N", min=0, help="Look for new ones in so many games; they are added to --file.")
    ] = 0,
    seats: SeatCount = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same number gives the same games.")] = 1,
    iterations: Annotated[int, typer.Option(metavar="N", min=1000, help="Of the search that judges.")] = 6000,
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


@app.command(epilog="Example: intryga report games.parquet --out balance.html")
def report(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Games kept by `intryga sim --out`; several compare options.")
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write; otherwise beside the first file.")
    ] = None,
    json: Json = False,
    ray: Ray = "",
) -> None:
    """Write what simulated games say of a game's balance, as one HTML file."""
    from intryga.cli import report as command

    command.run(files, out, json, ray)


@app.command(epilog="Example: intryga observe spiskowcy --seats 4")
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


@app.command(epilog="Example: intryga bench spiskowcy --rounds 5")
def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="The games; otherwise all.")] = None,
    rounds: Annotated[int, typer.Option(metavar="N", min=1, help="Interleaved rounds; more give a better spread.")] = 5,
    json: Json = False,
) -> None:
    """Measure how fast the engine is."""
    from intryga.cli import bench as command

    command.run(games or [], rounds, json)


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


@app.command(epilog="Example: intryga serve --port 8600")
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets others on the network in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=65535, help="Otherwise 8600, or any that is free.")
    ] = None,
    data: Data = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the home page.")] = True,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="A name people reach it by, for the internet; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A reverse proxy whose word about who asks counts; may be repeated."),
    ] = None,
    log: Annotated[
        Literal["plain", "json"], typer.Option(metavar="plain|json", help="What is logged: faults, or all as JSON.")
    ] = "plain",
    database: Database = None,
    secret_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What links are signed with; otherwise `secret` in the folder.")
    ] = None,
    expire: Annotated[
        float, typer.Option(metavar="DAYS", min=0, help="Remove unfinished tables after so long without a change.")
    ] = 0,
) -> None:
    """Play in the browser: alone, together, on any device."""
    from intryga.cli import serve as command

    command.run(host, port, data, browser, name or [], proxy or [], log, database, secret_file, expire)


@app.command(epilog="Example: intryga backup tables-monday.zip --data /var/lib/intryga")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; one of that name is replaced.")],
    data: Data = None,
    lang: Language = None,
) -> None:
    """Copy all tables and the secret of their links into one file; also while they are served."""
    from intryga.cli import care as command

    command.run_backup(file, data, lang)


@app.command(epilog="Example: intryga restore tables-monday.zip --data /var/lib/intryga")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `intryga backup` has written.")],
    data: Data = None,
    lang: Language = None,
) -> None:
    """Put a backup into a folder that has no tables yet."""
    from intryga.cli import care as command

    command.run_restore(file, data, lang)


@app.command(epilog="Example: intryga check --data /var/lib/intryga")
def check(
    data: Data = None, json: Json = False, lang: Language = None, database: Database = None
) -> None:
    """Open every table, save what a damaged file still holds, and put aside what cannot be read.

    The server has to be stopped. The exit status is 1 if something was found.
    """
    from intryga.cli import care as command

    command.run_check(data, json, lang, database)


admin = typer.Typer(help="Look after the tables of a running server.", rich_markup_mode=None)
app.add_typer(admin, name="admin", epilog="Example: intryga admin close TABLE --data /var/lib/intryga")
SecretFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The server's secret; otherwise `secret` in the folder.")
]
Address = Annotated[
    str | None, typer.Option("--server", metavar="URL", help="Where it runs; otherwise as the folder says.")
]
OfTable = Annotated[str, typer.Argument(metavar="TABLE", help="As its address has it.")]
OfSeat = Annotated[int, typer.Argument(metavar="SEAT", min=0, help="As `intryga admin tables` counts them.")]


@admin.command("link")
def admin_link(data: Data = None, secret_file: SecretFile = None, server: Address = None) -> None:
    """Print a link to the administrator's page; it is good for a quarter of an hour."""
    from intryga.cli import admin as command

    command.show_link(command.Server(data, secret_file, server))


@admin.command("tables")
def admin_tables(
    json: Json = False, data: Data = None, secret_file: SecretFile = None, server: Address = None
) -> None:
    """List the tables at which something happened last."""
    from intryga.cli import admin as command

    command.show_tables(command.Server(data, secret_file, server), json)


@admin.command("close")
def admin_close(
    table: OfTable, data: Data = None, secret_file: SecretFile = None, server: Address = None
) -> None:
    """Close a table; its game has no end."""
    from intryga.cli import admin as command

    command.order(command.Server(data, secret_file, server), "close", table)


@admin.command("slow")
def admin_slow(
    table: OfTable,
    seconds: Annotated[int, typer.Argument(metavar="SECONDS", min=0, max=3600, help="0: as usual.")],
    data: Data = None,
    secret_file: SecretFile = None,
    server: Address = None,
) -> None:
    """Let everybody at a table speak only once in so many seconds."""
    from intryga.cli import admin as command

    command.order(command.Server(data, secret_file, server), "slow", table, seconds=seconds)


@admin.command("block")
def admin_block(
    table: OfTable, seat: OfSeat, data: Data = None, secret_file: SecretFile = None, server: Address = None
) -> None:
    """Send away who sits there: their cookies and links are void, and bots play for them everywhere."""
    from intryga.cli import admin as command

    command.order(command.Server(data, secret_file, server), "block", table, seat=seat)


@admin.command("forget")
def admin_forget(
    table: OfTable, seat: OfSeat, data: Data = None, secret_file: SecretFile = None, server: Address = None
) -> None:
    """The same, and delete their name and all they said, at every table."""
    from intryga.cli import admin as command

    command.order(command.Server(data, secret_file, server), "forget", table, seat=seat)


@app.command("move-data", epilog="Example: intryga move-data /var/lib/intryga postgresql://intryga@db/intryga")
def move_data(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A folder, or the address of a PostgreSQL.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The same; it must have no tables yet.")],
    lang: Language = None,
) -> None:
    """Copy all tables from a folder to a PostgreSQL, or back.

    The secret with which links are signed stays a file: take it along yourself.
    """
    from intryga.cli import care as command

    command.run_move_data(source, target, lang)


@app.command(epilog="Example: intryga think --database postgresql://intryga@db/intryga --jobs 4")
def think(
    database: Database = None,
    jobs: Jobs = 1,
    log: Annotated[
        Literal["plain", "json"], typer.Option(metavar="plain|json", help="What is logged: faults, or all as JSON.")
    ] = "plain",
) -> None:
    """Think for the bots of all servers on a PostgreSQL, on this machine."""
    from intryga.cli import care as command

    command.run_think(database, jobs, log)


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
