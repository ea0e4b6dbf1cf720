"""`intryga backup`, `restore` and `check`: for whoever runs a server."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import typer

from intryga.cli.output import console, print_json
from intryga.cli.serve import data_folder, make_folder, only_one
from intryga.kernel.game import Mistake
from intryga.tables.runtime.check import Report, check
from intryga.tables.storage.backup import back_up, restore
from intryga.texts.catalogue import Catalogue
from intryga.texts.language import choose
from intryga.texts.library import house


def run_backup(file: Path, data: Path | None, lang: str | None) -> None:
    try:
        back_up(_folder(data), file)
    except OSError as error:
        raise Mistake(f"'{file}' cannot be written: {error.strerror}") from error
    console().print(_texts(lang).say("care.backed_up", file=str(file), size=file.stat().st_size // 1024 + 1))


def run_restore(file: Path, data: Path | None, lang: str | None) -> None:
    folder = _folder(data)
    make_folder(folder)
    with only_one(folder):
        restore(file, folder)
    console().print(_texts(lang).say("care.restored", folder=str(folder)))


def run_check(data: Path | None, json: bool, lang: str | None) -> None:
    folder = _folder(data)
    make_folder(folder)
    with only_one(folder):
        report = check(folder)
    if json:
        print_json(report)
    else:
        show(report, _texts(lang))
    raise typer.Exit(1 if report.findings or report.damaged_file else 0)


def show(report: Report, texts: Catalogue) -> None:
    out = console()
    if report.damaged_file:
        out.print(texts.say("care.saved", file=report.damaged_file), soft_wrap=True)
    for found in report.findings:
        sentence = texts.say(f"care.{found.what}", n=found.entries, reason=found.reason)
        out.print(f"{found.table}: {sentence}", soft_wrap=True)
    out.print(texts.say("care.checked", n=report.tables))


def _folder(data: Path | None) -> Path:
    return data or data_folder(os.environ, sys.platform)


def _texts(lang: str | None) -> Catalogue:
    return house(choose(lang, os.environ))
