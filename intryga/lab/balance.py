"""What files of simulated games say of a game's balance: who wins, with what, and how long it takes.

Win shares are compared with what was to be expected of the same seats: where seats or bots are unequal, a card is not
praised for having been held by the stronger one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from intryga.kernel.game import Mistake
from intryga.lab.dataset import About, read_about
from intryga.lab.workers import in_order

if TYPE_CHECKING:
    import polars as pl

SURE = 1.96    # errors to each side that hold 95 of 100 true values
CLEAR = 3.3    # a difference of so many is hardly chance, though many are looked at
LEAST = 30    # seats that had something; of fewer nothing is said
FIRST_LENGTHS = 40    # bars of the picture of lengths
SECTIONS = 6    # steps that progress is told of


class Share(msgspec.Struct, frozen=True):
    """How often those won who had or did something."""

    group: str    # the zone of a card, the name of an option, empty for seats and verbs
    name: str
    times: int    # seats in games
    share: float
    expected: float    # of the same seats
    error: float    # of the difference; one standard error

    @property
    def difference(self) -> float:
        return self.share - self.expected

    @property
    def sure(self) -> float:
        return SURE * self.error

    @property
    def clear(self) -> bool:
        return abs(self.difference) > CLEAR * self.error


class SeatBalance(msgspec.Struct, frozen=True):
    seat: int
    bots: list[str]
    share: Share
    score: float


class Use(msgspec.Struct, frozen=True):
    """How a verb is used."""

    verb: str
    a_game: float    # times in a game
    options: float    # among how many it was chosen
    share: Share    # of the seats that used it at all


class OptionBalance(msgspec.Struct, frozen=True):
    """A value of an option on which the files differ."""

    option: str
    value: str
    games: int
    decisions: float
    score: float
    shares: list[Share]    # by seat


class Balance(msgspec.Struct, frozen=True):
    files: list[About]
    games: int
    unfinished: int
    decisions: float    # mean
    decisions_quantiles: list[int]    # 5, 25, 50, 75, 95 of 100
    choices: float    # decisions with more than one option, mean
    options: float    # among how many, where there was a choice
    lengths: list[tuple[int, int, int]]    # from, to, games
    points: list[tuple[int, int, int]]    # score, winners that had it, others
    chairs: list[SeatBalance]
    options_compared: list[OptionBalance]
    dealt: list[Share]
    held: list[Share]
    verbs: list[Use]

    def stands_out(self, most: int = 6) -> list[tuple[str, Share]]:
        """The largest differences that are hardly chance, with where they were found: first what chance gave out, then
        what may be a cause of winning or its consequence. What at the end always goes with winning, or never, says what
        winning is in this game, and is nothing to find out."""
        found = [("seat", chair.share) for chair in self.chairs]
        found += [("dealt", share) for share in self.dealt]
        found += [("held", share) for share in self.held if 0 < share.share < 1]
        found += [("verb", use.share) for use in self.verbs if 0 < use.share.share < 1]
        clear = [one for one in found if one[1].clear]
        return sorted(clear, key=lambda one: (one[0] in ("held", "verb"), -abs(one[1].difference)))[:most]


def balance(paths: list[Path], progress: Callable[[int], None], ray: str = "") -> Balance:
    """All files are of one game at one number of seats; `progress` hears of every section. On a cluster each section is
    worked out by whoever is free, from the same files: they must lie where every node finds them."""
    import polars as pl

    files = [read_about(path) for path in paths]
    first = files[0].plan
    for path, about in zip(paths, files, strict=True):
        if (about.plan.game, about.plan.seats) != (first.game, first.seats):
            other = f"{about.plan.game}, {about.plan.seats} seats"
            raise Mistake(f"'{path}' is of another table than '{paths[0]}': {other}")
    everything = _rows(paths)
    unfinished = everything.filter(~pl.col("finished")).select(pl.len()).collect().item()
    games = everything.filter("finished")
    seats = _seats(games, first.seats)
    if not len(seats):
        raise Mistake("no game was played to its end: there is nothing to report")
    progress(1)
    lengths = games.select("decisions").collect()["decisions"]
    sections: list[Any] = []
    for found in in_order(_section, [(name, paths, seats, files) for name in PARTS], 1, ray):
        sections.append(found)
        progress(1)
    a_choice, dealt, held, verbs, compared = sections
    return Balance(
        files=files,
        games=len(lengths),
        unfinished=unfinished,
        decisions=float(lengths.mean() or 0),
        decisions_quantiles=[int(lengths.quantile(q, "nearest") or 0) for q in (0.05, 0.25, 0.5, 0.75, 0.95)],
        choices=a_choice[0],
        options=a_choice[1],
        lengths=_histogram(lengths),
        points=_points(seats),
        chairs=_chairs(seats, files),
        options_compared=compared,
        dealt=dealt,
        held=held,
        verbs=verbs,
    )


PARTS = ("choices", "dealt", "held", "verbs", "options")    # worked out apart from each other


def _rows(paths: list[Path]) -> pl.LazyFrame:
    """All games, with the number of their file."""
    import polars as pl

    return pl.concat([pl.scan_parquet(path).with_columns(file=pl.lit(i, pl.UInt16)) for i, path in enumerate(paths)])


def _section(name: str, paths: list[Path], seats: pl.DataFrame, files: list[About]) -> Any:
    games = _rows(paths).filter("finished")
    if name == "choices":
        return _choices(games)
    if name == "verbs":
        return _verbs(games, seats, files)
    if name == "options":
        return _compared(games, seats, files)
    return _cards(games, seats, name)


def _choices(games: pl.LazyFrame) -> tuple[float, float]:
    """How many real choices a game has, and among how many options."""
    import polars as pl

    choices = games.select(pl.col("options").list.eval(pl.element().filter(pl.element() > 1))).select(
        pl.col("options").list.len().mean().alias("choices"), pl.col("options").list.explode().mean().alias("options")
    )
    found = choices.collect(engine="streaming").row(0)
    return float(found[0] or 0), float(found[1] or 0)


# --- seats ---


def _seats(games: pl.LazyFrame, seats: int) -> pl.DataFrame:
    """One row for each seat of each game: its share of the victory, its points, and what was to be expected of it."""
    import polars as pl

    chairs = pl.lit(list(range(seats)), pl.List(pl.UInt8)).alias("seat")
    rows = games.select("file", "number", chairs, share="shares", score="scores").explode("seat", "share", "score")
    expected = pl.col("share").mean().over("file", "seat").alias("expected")
    return rows.with_columns(expected).collect()


def _share(group: str, name: str, rows: pl.DataFrame, expected: float | None = None) -> Share:
    hoped = float(rows["expected"].mean()) if expected is None else expected
    shares = rows["share"]
    return Share(group, name, len(rows), float(shares.mean()), hoped, rows.select(_error()).item())


def _error() -> pl.Expr:
    """Of a mean share. One won and one lost are added: without them who wins all would be sure of it."""
    import polars as pl

    count = pl.len() + 2
    mean, squares = (pl.col("share").sum() + 1) / count, ((pl.col("share") ** 2).sum() + 1) / count
    return ((squares - mean**2) / count).sqrt()


def _chairs(seats: pl.DataFrame, files: list[About]) -> list[SeatBalance]:
    par = 1 / (files[0].plan.seats + files[0].guests)
    found = []
    for (seat,), rows in sorted(seats.partition_by("seat", as_dict=True).items()):
        bots = sorted({about.plan.bots[seat] for about in files})
        score = float(rows["score"].mean())
        found.append(SeatBalance(seat, bots, _share("", f"seat {seat}", rows, par), score))
    return found


def _compared(games: pl.LazyFrame, seats: pl.DataFrame, files: list[About]) -> list[OptionBalance]:
    import polars as pl

    par = 1 / (files[0].plan.seats + files[0].guests)
    lengths = games.group_by("file").agg(pl.len().alias("games"), pl.col("decisions").sum()).collect()
    found = []
    for option in files[0].plan.options:
        values = {str(about.plan.options.get(option)).lower() for about in files}
        for value in sorted(values) if len(values) > 1 else []:
            chosen = [i for i, about in enumerate(files) if str(about.plan.options.get(option)).lower() == value]
            played = lengths.filter(pl.col("file").is_in(chosen))
            rows = seats.filter(pl.col("file").is_in(chosen))
            count = int(played["games"].sum())
            shares = [
                _share(option, f"seat {seat}", one, par)
                for (seat,), one in sorted(rows.partition_by("seat", as_dict=True).items())
            ]
            score = float(rows["score"].mean())
            found.append(OptionBalance(option, value, count, float(played["decisions"].sum()) / count, score, shares))
    return found


# --- cards and verbs ---


def _of_groups(rows: pl.LazyFrame, group: list[str]) -> pl.DataFrame:
    import polars as pl

    return (
        rows.group_by(group)
        .agg(
            times=pl.len(),
            share=pl.col("share").mean(),
            expected=pl.col("expected").mean(),
            error=_error(),
        )
        .with_columns(pl.col("share", "expected", "error").round(9))    # the order of sums is that of the threads
        .filter(pl.col("times") >= LEAST)
        .sort(pl.col("share") - pl.col("expected"), *group, descending=[True, *(False for _ in group)])
        .collect(engine="streaming")
    )


def _cards(games: pl.LazyFrame, seats: pl.DataFrame, column: str) -> list[Share]:
    """Of those who had at least one of a card; one that everybody had in every game tells nothing."""
    import polars as pl

    rows = games.select("file", "number", pl.col(column).alias("lying")).explode("lying").drop_nulls().unnest("lying")
    joined = rows.join(seats.lazy(), on=["file", "number", "seat"])
    return [
        Share(row["zone"], row["card"], row["times"], row["share"], row["expected"], row["error"])
        for row in _of_groups(joined, ["zone", "card"]).iter_rows(named=True)
        if row["times"] < len(seats)
    ]


def _verbs(games: pl.LazyFrame, seats: pl.DataFrame, files: list[About]) -> list[Use]:
    import polars as pl

    verbs = files[0].verbs
    names = pl.DataFrame({"action": range(len(verbs)), "verb": verbs}, {"action": pl.UInt16, "verb": pl.String})
    done = (
        games.select("file", "number", "seat", "options", "action")
        .explode("seat", "options", "action")
        .join(names.lazy(), on="action")
    )
    a_seat = done.group_by("file", "number", "seat", "verb").agg(uses=pl.len(), options=pl.col("options").sum())
    joined = a_seat.join(seats.lazy(), on=["file", "number", "seat"]).collect(engine="streaming")
    total = joined.group_by("verb").agg(pl.col("uses").sum(), pl.col("options").sum())
    shares = {row["verb"]: row for row in _of_groups(joined.lazy(), ["verb"]).iter_rows(named=True)}
    count = seats.select(pl.struct("file", "number").n_unique()).item()
    found = []
    for row in total.sort("uses", "verb", descending=[True, False]).iter_rows(named=True):
        one = shares.get(row["verb"])
        if one is not None:
            share = Share("", row["verb"], one["times"], one["share"], one["expected"], one["error"])
            found.append(Use(row["verb"], row["uses"] / count, row["options"] / row["uses"], share))
    return found


# --- pictures ---


def _histogram(lengths: pl.Series) -> list[tuple[int, int, int]]:
    least, most = int(lengths.min() or 0), int(lengths.max() or 0)
    width = max(math.ceil((most - least + 1) / FIRST_LENGTHS), 1)
    counted = ((lengths - least) // width).value_counts().sort("decisions")
    return [(least + bar * width, least + (bar + 1) * width - 1, count) for bar, count in counted.iter_rows()]


def _points(seats: pl.DataFrame) -> list[tuple[int, int, int]]:
    import polars as pl

    won = pl.col("share") > 0
    counted = seats.group_by("score").agg(winners=won.sum(), others=(~won).sum()).sort("score")
    return [(row[0], row[1], row[2]) for row in counted.iter_rows()]
