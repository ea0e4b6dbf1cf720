"""What is shown to all once nothing has to be hidden any more: at the end, in replays, to those who see a past.

It is one rule, the game's own (`State.opened_at_end`): some cards stay secret for ever.
"""

from __future__ import annotations

import msgspec

from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Journal
from intryga.kernel.layout import OMNISCIENT, OPENED
from intryga.kernel.state import AnyState
from intryga.kernel.view import StoryLine, View, read, view


def opened_view(game: AnyGame, state: AnyState) -> View:
    return msgspec.structs.replace(view(game, state, OPENED), viewer=OMNISCIENT)


def opened_story(journal: Journal, state: AnyState, since: int, until: int | None) -> list[StoryLine]:
    """A card that went where it stays secret is not named."""
    zones = state.layout.zones_for(state.seats + state.guests)
    shut = {(zone.name, zone.seat) for zone in zones if not state.opened_at_end(zone)}
    lines: list[StoryLine] = []
    for line in read(journal, OPENED, since, until):
        if line.card and (line.target, line.target_seat) in shut:
            line = msgspec.structs.replace(line, card="")
            before = lines[-1] if lines else None
            if before is not None and before == msgspec.structs.replace(line, number=before.number):
                lines[-1] = msgspec.structs.replace(line, number=before.number + line.number)
                continue
        lines.append(line)
    return lines
