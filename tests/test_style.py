"""Templates, style sheets and scripts are formatted like code."""

from __future__ import annotations

import re
from pathlib import Path

import intryga

ROOT = Path(intryga.__file__).parent
COLUMNS = 120
FILES = sorted(path for kind in ("html", "css", "js") for path in ROOT.rglob(f"*.{kind}"))
AT_TABLES = [path for path in FILES if path.suffix == ".css" and path.name != "guide.css"]


def test_lines_are_short_and_end_with_a_letter() -> None:
    lines = [(path, n, line) for path in FILES for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)]
    assert [(path, n) for path, n, line in lines if len(line) > COLUMNS] == []
    assert [(path, n) for path, n, line in lines if line != line.rstrip() or "\t" in line] == []


# A part that asks for what lies in it, and after it a part that could be anything.
ANYTHING_AFTER_HAS = re.compile(r":has\([^{},]*\)[^{},]*[\s>+~](\*|:(?!is\())[^\s>+~{},]*\s*(?=[{,])")


def test_what_hangs_on_has_is_named() -> None:
    """One `.a:has(.b) > *` in the style sheets of a table and a browser styles the whole table anew after every change,
    four times as long as without."""
    for path in AT_TABLES:
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert [found.group() for found in ANYTHING_AFTER_HAS.finditer(text)] == [], path
