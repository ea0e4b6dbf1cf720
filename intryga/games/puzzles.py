"""Puzzles of a game: positions in which one answer is clearly best for who knows what the asked seat knows.

They lie in the game's folder, one to a line, in `puzzles.jsonl`. A puzzle is a deal and the moves since: whoever solves
it gets the view of the seat, never the position. What the answers are worth was judged by search, and the judges are
named: a stronger one may think otherwise.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from intryga import games
from intryga.kernel.game import AnyGame, Mistake, Value
from intryga.kernel.state import AnyState

FILE = "puzzles.jsonl"


class JudgedOption(msgspec.Struct, frozen=True):
    """One option and what the judge thinks of it: the seat's share of the victory, and its error."""

    action: str
    share: float
    error: float


class PuzzleJudge(msgspec.Struct, frozen=True):
    """Who says so: a search of so many iterations for each answer, or a bot that plays on in so many worlds."""

    how: Literal["search", "play"]
    times: int
    bot: str = ""


class Puzzle(msgspec.Struct, frozen=True):
    game: str
    version: int    # of the rules
    seats: int
    options: dict[str, Value]
    seed: int
    number: int    # of the deal, among those of the seed
    moves: list[str]
    seat: int    # whose answer is looked for
    answers: list[JudgedOption]    # the best first
    judges: list[PuzzleJudge]    # whose values these are, and who agreed

    @property
    def best(self) -> str:
        return self.answers[0].action

    def played_by(self) -> AnyGame:
        """The game, by the rules it was judged by."""
        return games.find(self.game, version=self.version)

    def position(self) -> AnyState:
        """The table in this position, with its secrets: to be looked at through a view or a perspective. Raises a
        Mistake where play never comes there, or asks something else."""
        game = self.played_by()
        rules = game.chosen_rules(game.check_table(self.seats, self.options))
        s: AnyState = game.new_game(rules, self.seats, game.quick_dice(self.seed, self.number))
        for place, move in enumerate(self.moves, 1):
            action = game.space.parse(move)
            if action not in s.options:
                raise Mistake(f"a puzzle of '{self.game}' cannot be: move {place}, '{move}', is not offered there")
            s.answer_for(s.seat, action)
        offered = sorted(game.space.text(action) for action in s.options)
        if s.seat != self.seat or sorted(answer.action for answer in self.answers) != offered:
            raise Mistake(f"a puzzle of '{self.game}' cannot be: its answers are not those that seat {self.seat} has")
        return s


@lru_cache(maxsize=64)
def puzzles(game: str) -> list[Puzzle]:
    """All of a game, in the order of their numbers; none for a game that has no file of them."""
    file = games.find(game).folder.joinpath(FILE)
    return read(file.read_text("utf-8")) if file.is_file() else []


def read(text: str) -> list[Puzzle]:
    try:
        return [msgspec.json.decode(line, type=Puzzle) for line in text.splitlines() if line.strip()]
    except msgspec.MsgspecError as error:
        raise Mistake(f"a line is no puzzle: {error}") from error
