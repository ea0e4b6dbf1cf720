"""Templates, style sheets and scripts are formatted like code."""

from __future__ import annotations

from pathlib import Path

import pytest

import intryga

ROOT = Path(intryga.__file__).parent
COLUMNS = 120
FILES = sorted(path for kind in ("html", "css", "js") for path in ROOT.rglob(f"*.{kind}"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_lines_are_short_and_end_with_a_letter(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert [n for n, line in enumerate(lines, 1) if len(line) > COLUMNS] == []
    assert [n for n, line in enumerate(lines, 1) if line != line.rstrip() or "\t" in line] == []
