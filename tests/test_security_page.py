"""docs/security.md names tests for all that was found, and they are there."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
FOUND = {*(f"A{n}" for n in range(1, 9)), *(f"C{n}" for n in range(1, 5))}


def test_everything_that_was_found_has_its_tests() -> None:
    page = (TESTS.parent / "docs" / "security.md").read_text("utf-8")
    rows = [line.split("|")[1:-1] for line in page.splitlines() if re.match(r"\| [AC]\d ", line)]
    assert {row[0].strip() for row in rows} == FOUND
    sources = [file.read_text("utf-8") for file in TESTS.rglob("test_*.py")]
    known = {name for source in sources for name in re.findall(r"def (test_\w+)", source)}
    for number, *_, tests in rows:
        named = re.findall(r"`(test_\w+)`", tests)
        assert named, number
        assert not set(named) - known, number
