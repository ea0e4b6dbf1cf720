"""What a viewer sees of a board. Every page of a table begins with this, so it is compiled."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.kernel.layout import BAG, COUNTER, OPENED
from intryga.kernel.state import AnyState

Cards = dict[str, int] | list[str] | int
"""A bag as counts by kind, a row in order, or, where the viewer may not look, only how many."""


def zones_seen(s: AnyState, viewer: i64) -> tuple[dict[str, Cards], dict[str, int]]:
    """Cards and counters by label, as far as this viewer may look."""
    zones: dict[str, Cards] = {}
    counters: dict[str, int] = {}
    cells = s.cells
    for zone in s.layout.zones_for(s.seats + s.guests):
        seen_whole = s.opened_at_end(zone) if viewer == OPENED else zone.open_to(viewer)
        at = zone.at
        if zone.shape == COUNTER:
            if seen_whole:
                counters[zone.label()] = cells[at]
        elif zone.shape == BAG:
            if seen_whole:
                zones[zone.label()] = {zone.kinds[kind]: cells[at + kind] for kind in s.kinds(at)}
            else:
                zones[zone.label()] = s.size(at)
        elif seen_whole:
            zones[zone.label()] = [zone.kinds[s.row_item(at, place)] for place in range(s.row_size(at))]
        else:
            zones[zone.label()] = s.row_size(at)
    return zones, counters
