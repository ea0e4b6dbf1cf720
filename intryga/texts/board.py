"""The table in the terminal, built from a view alone: seats side by side, what lies in the middle below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from intryga.kernel.layout import COUNTER, Zone
from intryga.kernel.seen import Cards
from intryga.kernel.view import View
from intryga.texts.narrator import Narrator

SEPARATOR = " · "
LABEL = 12    # columns for the names of the rows
NARROWEST = 16    # columns a seat needs; with more seats than fit, the rest comes below


class TextBoard:
    def __init__(self, view: View, narrator: Narrator) -> None:
        self.view = view
        self.narrator = narrator
        self.texts = narrator.texts
        self.chairs = range(view.seats + view.guests)    # of people, and of the guest whom the rules play
        self.zones = self.texts.game.layout.zones_for(len(self.chairs))

    def render(self, width: int) -> RenderableType:
        together = max((width - LABEL) // NARROWEST, 1)
        chairs = self.chairs
        tables = [self._seats(chairs[first : first + together]) for first in range(0, len(chairs), together)]
        return Group(*tables, Text("\n".join(fill(self._middle(), width))))

    # --- in front of the seats ---

    def _seats(self, seats: range) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column(max_width=LABEL)
        for seat in seats:
            table.add_column(self._heading(seat))
        for title, cells in self._rows():
            table.add_row(Text(title, "bold"), *(cells[seat] for seat in seats))
        return table

    def _heading(self, seat: int) -> Text:
        name = self.narrator.name(seat)
        mark = "► " if seat in self.view.awaited else ""
        return Text(mark + (self.texts.say("table.you", name=name) if seat == self.view.viewer else name), "bold")

    def _rows(self) -> Iterator[tuple[str, list[str]]]:
        """A row for every kind of zone that somebody has something in."""
        for name in dict.fromkeys(zone.name for zone in self.zones if zone.seat >= 0):
            zones = [zone for zone in self.zones if zone.name == name]
            title = self._title(zones[0])
            cells = [self._cell(zone) for zone in zones]
            if title and any(cells):
                yield title, cells
        for name, value in self.view.facts.items():
            if self.narrator.by_seat(name):
                cells = [self.narrator.fact_of(seat, name, value) for seat in self.chairs]
                if any(cells):
                    yield self.texts.say(f"facts.{name}.title"), cells
        if self.view.scores is not None:
            yield self.texts.say("table.score"), [str(sum(points.values())) for points in self.view.scores]

    def _title(self, zone: Zone) -> str:
        return self.texts.say(f"counters.{zone.name}.title" if zone.shape == COUNTER else f"zones.{zone.name}")

    def _cell(self, zone: Zone) -> str:
        """What lies there, a line for each kind; where there is only one kind, just how many."""
        if zone.shape == COUNTER:
            return str(self.view.counters.get(zone.label(), ""))
        content: Cards = self.view.zones[zone.label()]
        if len(zone.kinds) == 1 and isinstance(content, dict):
            return "".join(str(n) for n in content.values())
        return "\n".join(self.narrator.cards(content))

    # --- in the middle ---

    def _middle(self) -> Iterator[str]:
        """Counters, facts, then the zones that belong to nobody; what has nothing in it is left out."""
        middle = [zone for zone in self.zones if zone.seat < 0]
        counters = {zone.name: self.view.counters[zone.name] for zone in middle if zone.name in self.view.counters}
        for group, values in (("counters", counters), ("facts", self.view.facts)):
            for name, value in values.items():
                said = self.narrator.fact(group, name, value)
                if said:
                    yield said
        for zone in middle:
            title = self._title(zone)
            if zone.shape != COUNTER and title and self._cell(zone):
                yield f"{title}: {self._cell(zone)}".replace("\n", ", ")


def fill(items: Iterable[str], width: int) -> list[str]:
    """As many items on a line as fit; none is torn apart for its neighbour's sake."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(SEPARATOR) + len(item) <= width:
            lines[-1] += SEPARATOR + item
        else:
            lines.append(item)
    return lines


def final_scores(view: View, narrator: Narrator) -> Group:
    """Who has how much of what, and who wins."""
    texts = narrator.texts
    scores = view.scores or []
    table = Table("", box=SIMPLE_HEAD, pad_edge=False)
    for source in scores[0]:
        table.add_column(texts.say(f"scores.{source}"), justify="right")
    table.add_column(texts.say("table.total"), justify="right")
    for seat, points in enumerate(scores):
        row = [str(n) for n in (*points.values(), sum(points.values()))]
        table.add_row(narrator.name(seat), *row, style="bold" if seat in view.winners else "")
    return Group(table, Text(narrator.verdict(view.winners), "bold"))
