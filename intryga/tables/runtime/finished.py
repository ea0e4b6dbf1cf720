"""Games that are over, looked at again: the replay, the review, the game file."""

from __future__ import annotations

from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.tables.output import game_file, replay
from intryga.tables.output.game_file import GameFile
from intryga.tables.runtime.review_work import game_to_review
from intryga.tables.runtime.reviews import Reviews
from intryga.tables.runtime.room import Room
from intryga.tables.runtime.tables import Tables
from intryga.tables.runtime.workers import Workers
from intryga.tables.types import Person, Refused, ReplayPage, ReviewPage, TableId


class Finished:
    def __init__(self, tables: Tables, workers: Workers) -> None:
        self._tables = tables
        self._workers = workers
        self._reviews = Reviews(workers)

    async def close(self) -> None:
        await self._reviews.close()

    async def replay(self, table: TableId, who: Person | None, move: int | None, viewpoint: int) -> ReplayPage:
        """`move`: after so many moves, none: the end. `viewpoint`: as in ReplayPage."""
        over = (await self._over(table, who)).table
        if viewpoint not in (SPECTATOR, OMNISCIENT, *range(len(over.chairs))):
            raise Refused("no_viewpoint", "there is no such seat")
        moves = len(replay.in_force(over))
        at = moves if move is None else move
        if at not in range(moves + 1):
            raise Refused("no_move", f"the game has {moves} moves", n=moves)
        return await self._workers.replay(table, at, viewpoint, lambda: replay.finished_game(over))

    async def review(self, table: TableId, who: Person | None, everything: bool = False) -> ReviewPage:
        """How far its review is, and the review. Who asks first starts it. `everything`: with the chances as they were
        with all cards open."""
        room = await self._over(table, who)
        over = room.table
        found = self._reviews.ask(table, game_to_review(over), everything)
        return ReviewPage(
            table,
            over.header.game,
            over.header.rules,
            over.game.components_mark(),
            [chair.name for chair in over.chairs],
            room.viewpoint(who.id if who else "", None),
            found.done,
            found.total,
            found.failed,
            found.review,
        )

    def turning(self, table: TableId) -> list[int]:
        """The moves that decided it, for who sees its replay; none before its review is worked out."""
        review = self._reviews.known(table)
        return [point.move for point in review.turning] if review else []

    async def game_file(self, table: TableId, who: Person | None) -> GameFile:
        return game_file.of_table((await self._over(table, who)).table)

    async def _over(self, table: TableId, who: Person | None) -> Room:
        """A room whose game is over, for somebody who may look."""
        room = await self._tables.room(table)
        room.may_look(who.id if who else "", None)
        if not room.table.finished:
            raise Refused("not_over", "this game is not over yet")
        return room
