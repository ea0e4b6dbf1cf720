"""A line of the story in plain words, the same in every language: for scenarios and playthroughs."""

from __future__ import annotations

from intryga.kernel.view import COUNT, MOVE, StoryLine


def line_text(line: StoryLine) -> str:
    """`raid seat=1 victim=2`, `move 2 bankier: hand 0 to orders 0`, `move 2 cards: deck to hand 1`, `round: 3 to 4`."""
    if line.word == MOVE:
        source, target = _place(line.source, line.source_seat), _place(line.target, line.target_seat)
        return f"move {line.number} {line.card or 'cards'}: {source} to {target}"
    if line.word == COUNT:
        return f"{_place(line.source, line.source_seat)}: {line.about['before']} to {line.about['after']}"
    return " ".join([line.word, *(f"{name}={value}" for name, value in line.about.items())])


def _place(name: str, seat: int) -> str:
    return name if seat < 0 else f"{name} {seat}"
