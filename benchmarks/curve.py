"""Draws how the example of a learner learns: docs/learning.svg.

    .venv/bin/python benchmarks/curve.py [--minutes 3]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from intryga.lab.pictures import BAD, GOOD, PALE, alone, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROOT = Path(__file__).resolve().parents[1]
WANTED = 85    # of 100 games, against random play, after three minutes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3)
    minutes = parser.parse_args().minutes
    sys.path.append(str(ROOT / "examples"))
    import learn

    points = []
    for spent, decisions, share in learn.curve("spiskowcy", 2, minutes):
        print(f"{spent:6.0f} s {decisions:10,} decisions {share:6.1%}", flush=True)
        points.append((spent, 100 * share))

    def draw(axes: Axes) -> None:
        errors = [1.96 * (won * (100 - won) / 1000) ** 0.5 for _, won in points]    # of 1,000 games each
        axes.errorbar(*zip(*points, strict=True), errors, color=GOOD, marker="o", capsize=3)
        axes.axhline(WANTED, color=BAD, linewidth=1)
        axes.axhline(50, color=PALE, linewidth=1)
        axes.set_ylim(45, 100)
        axes.set_xlim(left=0)
        axes.set_xlabel("seconds of training on one core")
        axes.set_ylabel("games won against random play, %")

    ROOT.joinpath("docs/learning.svg").write_text(alone(picture(draw)), "utf-8")


if __name__ == "__main__":
    main()
