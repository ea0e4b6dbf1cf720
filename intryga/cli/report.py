"""`intryga report`"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from intryga.cli.output import console, must_be_writable, print_json, progress, write_whole
from intryga.kernel.game import Mistake
from intryga.lab.balance import SECTIONS, Balance, balance
from intryga.lab.extras import need
from intryga.texts.language import choose


def run(files: list[Path], out: Path | None, json: bool, ray: str, lang: str | None) -> None:
    language = choose(lang, os.environ)
    need("report", "a report")
    target = out or files[0].with_suffix(".html")
    if not json:
        must_be_writable(target)
    with progress("reading", SECTIONS + 1) as advance:
        found = _read([file.absolute() for file in files] if ray else files, advance, ray)
        if json:
            print_json(found)
            return
        from intryga.lab.report import ReportWords, page

        write_whole(target, page(found, language))
        advance(1)
    say = console().print
    words = ReportWords(found, language)
    bots = ", ".join(sorted({bot for about in found.files for bot in about.plan.bots}))
    say(words.say("written", path=target, games=words.games_told(found.games), bots=bots))
    for kind, one in found.stands_out(3):
        share, expected, sure = (words.percent(share) for share in (one.share, one.expected, one.sure))
        say("  " + words.say("finding", what=words.of(kind, one), share=share, expected=expected, sure=sure))


def _read(files: list[Path], advance: Callable[[int], None], ray: str) -> Balance:
    """A damaged file may have a sound description."""
    from polars.exceptions import PolarsError

    try:
        return balance(files, advance, ray)
    except PolarsError as error:
        names = ", ".join(f"'{file}'" for file in files)
        raise Mistake(f"{names} cannot be read: {error}") from error
