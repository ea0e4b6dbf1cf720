"""`intryga backup`, `restore`, `check`, `move-data` and `think`: for whoever runs a server."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import typer
from sqlalchemy import Engine

from intryga.cli.output import console, print_json
from intryga.cli.serve import data_folder, database_address, make_folder, only_one, usable, why_not
from intryga.kernel.game import Mistake
from intryga.tables.runtime.check import Report, check, check_store
from intryga.tables.storage.backup import back_up, restore
from intryga.tables.storage.moving import move
from intryga.tables.storage.sql import SqlStore
from intryga.tables.storage.sqlite import SqliteStore
from intryga.texts.catalogue import Catalogue
from intryga.texts.language import choose
from intryga.texts.library import house
from intryga.web import logs


def run_backup(file: Path, data: Path | None, lang: str | None) -> None:
    try:
        back_up(_folder(data), file)
    except OSError as error:
        raise Mistake(f"'{file}' cannot be written: {error.strerror}") from error
    console().print(_texts(lang).say("care.backed_up", file=str(file), size=file.stat().st_size // 1024 + 1))


def run_restore(file: Path, data: Path | None, lang: str | None) -> None:
    folder = _folder(data)
    make_folder(folder)
    with only_one(folder), usable(folder):
        restore(file, folder)
    console().print(_texts(lang).say("care.restored", folder=str(folder)))


def run_check(data: Path | None, json: bool, lang: str | None, database: str | None) -> None:
    if database:
        url = database_address(database)
        from intryga.tables.storage.postgres import PostgresStore

        if fault := why_not(Path(), url):
            raise Mistake(fault)
        report = asyncio.run(check_store(PostgresStore(url)))
    else:
        folder = _folder(data)
        make_folder(folder)
        with only_one(folder):
            report = check(folder)
    if json:
        print_json(report)
    else:
        show(report, _texts(lang))
    raise typer.Exit(1 if report.findings or report.damaged_file else 0)


def run_move_data(source: str, target: str, lang: str | None) -> None:
    with ExitStack() as stack:
        moved = move(stack.enter_context(_engine(source)), stack.enter_context(_engine(target)))
    console().print(_texts(lang).say("care.moved", n=moved))


@contextmanager
def _engine(place: str) -> Iterator[Engine]:
    """Of an address, or of a folder that nobody serves meanwhile."""
    with ExitStack() as stack:
        if "://" in place:
            url = database_address(place)
            from intryga.tables.storage.postgres import PostgresStore

            store: SqlStore = PostgresStore(url)
        else:
            make_folder(Path(place))
            stack.enter_context(only_one(Path(place)))
            store = SqliteStore(Path(place))
        try:
            yield store._engine
        finally:
            store._engine.dispose()


def run_think(database: str | None, jobs: int, log: str) -> None:
    if not database:
        raise Mistake("say with --database whose questions to answer")
    url = database_address(database)
    if log == "json":
        logs.as_json()
    from intryga.tables.line.thoughts import Thinker

    if fault := why_not(Path(), url):
        raise Mistake(fault)
    asyncio.run(Thinker(url, jobs).run())


def show(report: Report, texts: Catalogue) -> None:
    out = console()
    if report.damaged_file:
        out.print(texts.say("care.saved", file=report.damaged_file), soft_wrap=True)
    for found in report.findings:
        sentence = texts.say(f"care.{found.what}", n=found.entries, reason=found.reason)
        out.print(f"{found.table}: {sentence}", soft_wrap=True)
    damaged = {found.table for found in report.findings if found.what != "lost"}    # which are no tables any more
    out.print(texts.say("care.checked", n=report.tables, whole=report.tables - len(damaged)))


def _folder(data: Path | None) -> Path:
    return data or data_folder(os.environ, sys.platform)


def _texts(lang: str | None) -> Catalogue:
    return house(choose(lang, os.environ))
