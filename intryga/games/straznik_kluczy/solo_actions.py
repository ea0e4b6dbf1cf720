"""What the AI does in row 4: which option is possible, and doing it."""

from __future__ import annotations

from intryga.kernel.language import AnyOperation

OPERATIONS: list[AnyOperation] = []
