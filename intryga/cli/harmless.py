"""Text of others on a terminal: names, moves and files may hold what a terminal obeys instead of showing it."""

from __future__ import annotations

# Control characters but tabs and line breaks, and signs that turn the direction of writing.
OBEYED = [*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
SILENT = dict.fromkeys(OBEYED)
ESCAPED = {code: f"\\u{code:04x}" for code in OBEYED}    # in JSON


def harmless(text: str) -> str:
    return text.translate(SILENT)
