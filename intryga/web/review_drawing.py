"""A review as things to draw: the curve of chances, what decided, and what became of each seat's chance."""

from __future__ import annotations

from typing import NamedTuple

from intryga.bots.review import Point, Review, Turning
from intryga.texts.narrator import Narrator
from intryga.web.filters import MINUS

WIDTH, HEIGHT = 640, 240    # of the picture, without its margins
LEFT, TOP, RIGHT, BOTTOM = 60, 14, 14, 28


class ChanceLine(NamedTuple):
    """One seat's chances."""

    seat: int
    name: str
    points: str    # of a polyline
    mine: bool


class Mark(NamedTuple):
    """Where something turned, on the curve of its seat."""

    number: int
    x: float
    y: float


class ReviewedMove(NamedTuple):
    """The same in words."""

    number: int
    move: int
    seat: int
    name: str
    played: str    # empty where no log may keep it
    better: str    # empty where nothing was clearly better
    change: str    # in percentage points
    good: bool


class Row(NamedTuple):
    seat: int
    name: str
    start: str
    end: str
    play: str    # empty: nobody can tell
    rest: str


class Drawing(NamedTuple):
    view_box: str
    left: int
    right: int
    foot: int    # where the numbers of moves stand
    levels: list[tuple[float, str]]    # y and what it stands for
    ticks: list[tuple[float, int]]    # x and the number of the move
    lines: list[ChanceLine]
    opened: list[ChanceLine]    # with everything open
    marks: list[Mark]
    moments: list[ReviewedMove]
    rows: list[Row]
    tells_play: bool


def drawing(review: Review, narrator: Narrator, viewer: int) -> Drawing:
    last = max(review.points[-1].move, 1)
    names = [str(name) for name in narrator.names]

    def x(move: int) -> float:
        return round(LEFT + WIDTH * move / last, 1)

    def y(chance: float) -> float:
        return round(TOP + HEIGHT * (1 - chance), 1)

    def lines(points: list[Point]) -> list[ChanceLine]:
        return [
            ChanceLine(seat, name, " ".join(f"{x(one.move)},{y(one.chances[seat])}" for one in points), seat == viewer)
            for seat, name in enumerate(names)
        ]

    return Drawing(
        view_box=f"0 0 {LEFT + WIDTH + RIGHT} {TOP + HEIGHT + BOTTOM}",
        left=LEFT,
        right=LEFT + WIDTH,
        foot=TOP + HEIGHT + BOTTOM - 6,
        levels=[(y(level / 4), f"{25 * level}%") for level in range(5)],
        ticks=[(x(move), move) for move in sorted({last * part // 4 for part in range(5)})],
        lines=lines(review.points),
        opened=lines(review.open) if review.open else [],
        marks=[Mark(n, x(one.move - 1), y(_at(review.points, one))) for n, one in enumerate(review.turning, 1)],
        moments=[_moment(n, one, narrator) for n, one in enumerate(review.turning, 1)],
        rows=[
            Row(
                one.seat,
                names[one.seat],
                f"{one.start:.0%}",
                f"{one.end:.0%}",
                "" if one.play is None else f"{_points(one.play)} ± {round(100 * one.play_error)}",
                _points(one.end - one.start - (one.play or 0.0)),
            )
            for one in review.accounts
        ],
        tells_play=any(one.play is not None for one in review.accounts),
    )


def _at(points: list[Point], turning: Turning) -> float:
    """The seat's chance just before, on the line that joins the points."""
    at = turning.move - 1
    before = [one for one in points if one.move <= at][-1]
    after = next(one for one in points if one.move > at)
    way = (at - before.move) / (after.move - before.move)
    return before.chances[turning.seat] * (1 - way) + after.chances[turning.seat] * way


def _moment(number: int, one: Turning, narrator: Narrator) -> ReviewedMove:
    return ReviewedMove(
        number,
        one.move,
        one.seat,
        narrator.name(one.seat),
        narrator.option(one.played, one.facts or None) if one.played >= 0 else "",
        narrator.option(one.better, one.facts or None) if one.better >= 0 else "",
        _points(one.change),
        one.change > 0,
    )


def _points(share: float) -> str:
    number = round(100 * share)
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"
