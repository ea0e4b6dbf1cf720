"""The commands for whoever runs a server. See app.py."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from intryga.cli.parameters import Data, Database, Jobs, Json, Language

server = typer.Typer()
Log = Annotated[
    Literal["plain", "json"], typer.Option(metavar="plain|json", help="What is logged: faults, or all as JSON.")
]


@server.command(epilog="Example: intryga serve --port 8600")
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
    log: Log = "plain",
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


@server.command(epilog="Example: intryga think --database postgresql://intryga@db/intryga --jobs 4")
def think(
    database: Database = None,
    jobs: Jobs = 1,
    log: Log = "plain",
) -> None:
    """Think for the bots of all servers on a PostgreSQL, on this machine."""
    from intryga.cli import care as command

    command.run_think(database, jobs, log)


@server.command(epilog="Example: intryga backup tables-monday.zip --data /var/lib/intryga")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; one of that name is replaced.")],
    data: Data = None,
    lang: Language = None,
) -> None:
    """Copy all tables and the secret of their links into one file; also while they are served."""
    from intryga.cli import care as command

    command.run_backup(file, data, lang)


@server.command(epilog="Example: intryga restore tables-monday.zip --data /var/lib/intryga")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `intryga backup` has written.")],
    data: Data = None,
    lang: Language = None,
) -> None:
    """Put a backup into a folder that has no tables yet."""
    from intryga.cli import care as command

    command.run_restore(file, data, lang)


@server.command(epilog="Example: intryga check --data /var/lib/intryga")
def check(
    data: Data = None, json: Json = False, lang: Language = None, database: Database = None
) -> None:
    """Open every table, save what a damaged file still holds, and put aside what cannot be read.

    The server has to be stopped. The exit status is 1 if something was found.
    """
    from intryga.cli import care as command

    command.run_check(data, json, lang, database)


@server.command("move-data", epilog="Example: intryga move-data /var/lib/intryga postgresql://intryga@db/intryga")
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


admin = typer.Typer(help="Look after the tables of a running server.", rich_markup_mode=None)
server.add_typer(admin, name="admin", epilog="Example: intryga admin close TABLE --data /var/lib/intryga")
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
