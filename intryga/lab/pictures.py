"""Pictures for reports, as SVG that follows its reader's theme."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# What is drawn in these colours gets those of the theme.
INK, GOOD, BAD, PALE = "#000001", "#000002", "#000003", "#000004"
NAMES = {INK: "var(--ink)", GOOD: "var(--good)", BAD: "var(--bad)", PALE: "var(--pale)"}
THEME = """
:root { color-scheme: light dark; --ink: #33302b; --paper: #fdfbf6; --line: #e4decf; --pale: #9b927f; --clear: #f3ecd9;
  --good: #4f7040; --bad: #a33d2e; --soft: #6a6355 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e2d3; --paper: #171a22; --line: #363a46; --pale: #858a99; --clear: #2b2f3b; --good: #93bd7f;
    --bad: #ec8b7a; --soft: #a9aebb }
}
"""


def picture(draw: Callable[[Axes], None], height: float = 2.6) -> str:
    """To be put into a page that has the theme."""
    import matplotlib
    from matplotlib.figure import Figure  # without pyplot: no display is looked for, nothing is kept

    settings: dict[str, Any] = {
        "svg.fonttype": "none", "svg.hashsalt": "intryga", "font.family": "sans-serif", "font.size": 9,
        "axes.edgecolor": INK, "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    }  # fmt: skip
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(5, height))    # on a phone still to be read
        axes = figure.subplots()
        draw(axes)
        axes.spines[["top", "right"]].set_visible(False)
        file = io.StringIO()
        figure.savefig(file, format="svg", bbox_inches="tight", transparent=True, metadata={"Date": None})
    drawn = file.getvalue()
    for colour, name in NAMES.items():
        drawn = drawn.replace(colour, name)
    return drawn[drawn.index("<svg") :]


def alone(drawn: str) -> str:
    """A picture as a file of its own, with the theme in it."""
    start = drawn.index(">") + 1
    return f"{drawn[:start]}<style>{THEME}svg {{ background: var(--paper) }}</style>{drawn[start:]}"
