"""A line of the story in one line of plain words, for scenarios and playthroughs: the same in every language."""

from __future__ import annotations

from intryga.kernel.view import MOVE, Entry


def line_text(line: Entry) -> str:
    """`raid seat=1 victim=2`, `move 2 bankier: hand 0 to orders 0`, `move 2 cards: deck to hand 1`."""
    if line.word == MOVE:
        source, target = _place(line.source, line.source_seat), _place(line.target, line.target_seat)
        return f"move {line.number} {line.card or 'cards'}: {source} to {target}"
    return f"{line.word} seat={line.seat} number={line.number}"


def _place(name: str, seat: int) -> str:
    return name if seat < 0 else f"{name} {seat}"
