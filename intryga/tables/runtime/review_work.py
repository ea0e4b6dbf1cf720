"""The review of a finished game, as a process of its own works it out: piece by piece, so that somebody can be told how
far it is, and can go away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from intryga import games
from intryga.bots import review
from intryga.bots.review import Answer, Played, Review, Task
from intryga.kernel.game import AnyGame
from intryga.tables.model.table import Table
from intryga.tables.output.replay import in_force


class GameToReview(NamedTuple):
    """All it takes to look at a game again in another process."""

    game: str
    rules: int
    components: str    # the text of a component file of somebody's own, or empty
    played: Played

    def found(self) -> AnyGame:
        return games.find(self.game, self.components, self.rules)


def game_to_review(table: Table) -> GameToReview:
    header = table.header
    played = Played(header.options, len(table.chairs), header.dice, in_force(table))
    return GameToReview(header.game, header.rules, table.game.own_components, played)


def tasks(asked: GameToReview, everything: bool) -> list[Task]:
    return review.tasks(asked.found(), asked.played, everything)


def work_out(asked: GameToReview, some: Sequence[Task]) -> list[Answer]:
    game = asked.found()
    return [review.work_out(game, asked.played, task) for task in some]


def put_together(asked: GameToReview, answers: Mapping[Task, Answer]) -> Review:
    return review.review(asked.found(), asked.played, answers)
