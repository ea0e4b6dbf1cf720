"""The balance of a game as one HTML file that needs nothing else: no script, no network."""

from __future__ import annotations

import string
from importlib import resources
from typing import TYPE_CHECKING

from intryga import games
from intryga.lab.balance import CLEAR, Balance, Share
from intryga.lab.pictures import BAD, GOOD, INK, PALE, THEME, picture
from intryga.texts.catalogue import forms

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

ANYTHING = "…"    # that a verb points at
SHOWN = 10    # cards at each end of a picture; the tables have them all


class ReportWords:
    """Sentences and numbers in the reader's language, and names as players know them."""

    def __init__(self, found: Balance, language: str) -> None:
        from intryga.texts.library import GameTexts

        about = found.files[0]
        self.game = games.find(about.plan.game, about.plan.components, about.version)
        self.language = language
        self.texts = GameTexts(self.game, language)
        self.cards = {kind for zone in self.game.layout.zones_for(about.plan.seats) for kind in zone.kinds}

    def say(self, key: str, **arguments: object) -> str:
        return self.texts.say(f"report.{key}", **arguments)

    def number(self, number: float, digits: int = 0) -> str:
        from babel.numbers import format_decimal

        places = f".{'0' * digits}" if digits else ""
        return str(format_decimal(number, f"#,##0{places}", self.language))

    def on_axis(self, number: float) -> str:
        """With no more digits than it needs."""
        from babel.numbers import format_decimal

        return str(format_decimal(number, "#,##0.##;−#,##0.##", self.language))

    def percent(self, share: float) -> str:
        return f"{self.number(100 * share, 1)} %"

    def signed(self, difference: float) -> str:
        """In percentage points."""
        points = round(100 * difference, 1)
        return f"{'−' if points < 0 else '+'}{self.number(abs(points), 1)}"

    def games_told(self, count: int) -> str:
        return self.say("games", n=count, number=self.number(count))

    def card(self, name: str) -> str:
        return str(self.texts.word(name))

    def verb(self, name: str) -> str:
        """As players are offered it, whatever it points at, and as the data say it: `Play … (confess)`. Some are called
        after the card that is used."""
        if name in self.cards:
            return self.card(name)
        message = self.texts.messages.get(f"verbs.{name}", name)
        parts = string.Formatter().parse(forms(message)[0])
        return "".join(text + (ANYTHING if field else "") for text, field, _, _ in parts) + f" ({name})"

    def zone(self, name: str) -> str:
        """What a zone is called; some have no name, since players never hear of them."""
        key = f"zones.{name}"
        return (self.texts.say(key) if key in self.texts.messages else "") or name

    def of(self, kind: str, share: Share) -> str:
        """`Dealt: Hand, Banker`, `Seat 2`, `Verb: raid`"""
        if kind == "seat":
            return self.say("one_seat", seat=share.name.removeprefix("seat "))
        if kind == "verb":
            return self.say("one_verb", verb=self.verb(share.name))
        return self.say(f"one_{kind}", zone=self.zone(share.group), card=self.card(share.name))


def page(found: Balance, language: str) -> str:
    from jinja2 import Environment

    template = resources.files("intryga.lab").joinpath("report.html").read_text("utf-8")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    words = ReportWords(found, language)
    environment.filters["percent"] = words.percent
    environment.filters["signed"] = words.signed
    environment.filters["number"] = words.number
    return environment.from_string(template).render(
        b=found,
        words=words,
        say=words.say,
        clear=CLEAR,
        looked_at=len(found.chairs) + len(found.dealt) + len(found.held) + len(found.verbs),
        theme=THEME,
        seats=picture(lambda axes: _draw_seats(axes, words, found)),
        lengths=picture(lambda axes: _draw_lengths(axes, words, found)),
        points=picture(lambda axes: _draw_points(axes, words, found)),
        dealt=_by_zone(words, found.dealt),
        held=_by_zone(words, found.held),
    )


# --- pictures ---


def _draw_seats(axes: Axes, words: ReportWords, found: Balance) -> None:
    shares = [chair.share for chair in found.chairs]
    places = range(len(shares))
    errors = [100 * share.sure for share in shares]
    axes.bar(places, [100 * share.share for share in shares], 0.6, yerr=errors, color=GOOD, ecolor=INK, capsize=4)
    axes.axhline(100 * shares[0].expected, color=BAD, linewidth=1, label=words.say("equal_share"))
    axes.set_xticks(places, [str(chair.seat) for chair in found.chairs])
    axes.set_xlabel(words.say("seat"))
    axes.set_ylabel(words.say("games_won"))
    _count(words, axes.yaxis)
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1))


def _draw_lengths(axes: Axes, words: ReportWords, found: Balance) -> None:
    starts = [start for start, _, _ in found.lengths]
    width = found.lengths[0][1] - found.lengths[0][0] + 1
    axes.bar(starts, [count for _, _, count in found.lengths], width * 0.92, align="edge", color=GOOD)
    axes.axvline(found.decisions_quantiles[2], color=BAD, linewidth=1, label=words.say("median"))
    axes.set_xlabel(words.say("decisions_in_game"))
    axes.set_ylabel(words.say("games_played"))
    _count(words, axes.xaxis, axes.yaxis)
    axes.legend(frameon=False)


def _draw_points(axes: Axes, words: ReportWords, found: Balance) -> None:
    scores = [score for score, _, _ in found.points]
    for column, label, colour in ((1, words.say("winners"), GOOD), (2, words.say("others"), PALE)):
        counts = [row[column] for row in found.points]
        total = max(sum(counts), 1)
        axes.plot(scores, [100 * count / total for count in counts], color=colour, label=label, linewidth=2)
    axes.set_xlabel(words.say("points_at_end"))
    axes.set_ylabel(words.say("of_them"))
    _count(words, axes.xaxis, axes.yaxis)
    axes.legend(frameon=False)


def _count(words: ReportWords, *along: Axis) -> None:
    """Numbers along these axes as the reader writes them."""
    for axis in along:
        axis.set_major_formatter(lambda number, place: words.on_axis(number))


def _by_zone(words: ReportWords, shares: list[Share]) -> list[tuple[str, str, list[Share]]]:
    """For every zone its name, a picture and its cards: hands, characters, missions, what was built."""
    zones = dict.fromkeys(share.group for share in shares)
    found = [(zone, [share for share in shares if share.group == zone]) for zone in sorted(zones, key=words.zone)]
    return [(words.zone(zone), _ends(words, some), some) for zone, some in found]


def _ends(words: ReportWords, shares: list[Share]) -> str:
    """The cards that go with winning most and least."""
    shown = shares if len(shares) <= 2 * SHOWN else shares[:SHOWN] + shares[-SHOWN:]

    def draw(axes: Axes) -> None:
        places = list(range(len(shown)))[::-1]
        values = [100 * share.difference for share in shown]
        for place, value, share in zip(places, values, shown, strict=True):
            colour = PALE if not share.clear else GOOD if value > 0 else BAD
            axes.errorbar(value, place, xerr=100 * share.sure, fmt="o", color=colour, ecolor=colour, capsize=3)
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_yticks(places, [words.card(share.name) for share in shown])
        axes.set_ylim(-0.6, len(shown) - 0.4)
        axes.set_xlabel(words.say("beyond"))
        _count(words, axes.xaxis)
        axes.grid(axis="x", color=PALE, linewidth=0.4)

    return picture(draw, 0.7 + 0.22 * len(shown))
