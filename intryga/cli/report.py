"""`intryga report`"""

from __future__ import annotations

from pathlib import Path

from intryga.cli.output import console, must_be_writable, print_json, progress
from intryga.kernel.game import Mistake
from intryga.lab.balance import SECTIONS, balance
from intryga.lab.extras import need


def run(files: list[Path], out: Path | None, json: bool, ray: str) -> None:
    need("report", "a report")
    target = out or files[0].with_suffix(".html")
    if not json:
        must_be_writable(target)
    with progress("reading", SECTIONS + 1) as advance:
        found = balance([file.absolute() for file in files] if ray else files, advance, ray)
        if json:
            print_json(found)
            return
        from intryga.lab.report import ReportWords, page

        try:
            target.write_text(page(found), "utf-8")
        except OSError as error:
            raise Mistake(f"'{target}' cannot be written: {error}") from error
        advance(1)
    say = console().print
    words = ReportWords(found)
    bots = sorted({bot for about in found.files for bot in about.plan.bots})
    say(f"{target}: {found.games:,} games of {', '.join(bots)}")
    for kind, share in found.stands_out(3):
        say(f"  {words.of(kind, share)}: {share.share:.1%} won, {share.expected:.1%} expected, ± {share.sure:.1%}")
