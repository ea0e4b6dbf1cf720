"""Adding up cells, for the compiled engine: `cells.py` says what the plain one does instead."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.kernel.cells import vec


def total(cells: vec[i64], begin: i64, end: i64) -> i64:
    """All of these cells together."""
    found: i64 = 0
    at = begin
    while at + 4 <= end:    # by fours: what it takes to go round and round is more than adding
        found += cells[at] + cells[at + 1] + cells[at + 2] + cells[at + 3]
        at += 4
    while at < end:
        found += cells[at]
        at += 1
    return found
