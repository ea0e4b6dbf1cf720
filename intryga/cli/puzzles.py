"""`intryga puzzles`"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from intryga import games
from intryga.cli.choices import bot_names, table_options
from intryga.cli.output import console, must_be_writable, print_json, progress, table
from intryga.games.puzzles import Puzzle, puzzles, read
from intryga.kernel.game import Mistake
from intryga.lab.puzzles import hunt, search, solve


def ask(game: str, seats: int | None, bots: str, file: Path | None, json: bool) -> None:
    """Who finds the best answers?"""
    games.find(game)
    found = _from_file(file, game) if file else puzzles(game)
    chosen = [puzzle for puzzle in found if seats in (None, puzzle.seats)]
    if not chosen:
        raise Mistake(f"there are no such puzzles of '{game}' yet; look for some with --find")
    names = bot_names(bots)
    with progress(f"{game}, {len(chosen)} puzzles", len(chosen) * len(names)) as advance:
        results = [solve(name, chosen, advance) for name in names]
    if json:
        print_json(results)
        return
    rows = table("bot", "puzzles", "best answers", "mean cost")
    for one in results:
        rows.add_row(one.bot, str(one.puzzles), f"{one.solved / one.puzzles:.0%}", f"{one.cost:.3f}")
    console().print(rows)


def _from_file(file: Path, game: str) -> list[Puzzle]:
    try:
        found = read(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"'{file}' cannot be read: {error}") from error
    for puzzle in found:
        if puzzle.game != game:
            raise Mistake(f"'{file}' has puzzles of '{puzzle.game}', not of '{game}' alone")
    return found


def look_for(
    game: str, seats: int | None, count: int, seed: int, options: list[str], iterations: int, jobs: int, ray: str,
    file: Path,
) -> None:  # fmt: skip
    """In so many games of bots; what is found is added to the file, in which no puzzle stands twice."""
    at_table = games.find(game).seats[-1] if seats is None else seats
    what = hunt(game, at_table, seed, table_options(options), iterations)
    must_be_writable(file)
    known = _from_file(file, game) if file.exists() else []
    new = 0
    with progress(f"{game}, {at_table} seats", count) as advance:
        for puzzle in search(what, count, jobs, ray):
            if puzzle is not None and puzzle not in known:
                _add(file, puzzle)
                new += 1
            advance(1)
    console().print(f"{file}: {new} new puzzles in {count} games, {len(known) + new} altogether")


def _add(file: Path, puzzle: Puzzle) -> None:
    """A line of its own, or nothing."""
    size = file.stat().st_size if file.exists() else 0
    try:
        with open(file, "ab") as out:
            out.write(msgspec.json.encode(puzzle) + b"\n")
    except OSError as error:
        with suppress(OSError):
            os.truncate(file, size)
        raise Mistake(f"'{file}' cannot be written: {error.strerror}") from error
