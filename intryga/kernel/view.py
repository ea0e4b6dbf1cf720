"""What leaves the rules: a decision for a seat, a view for a viewer, a journal as a viewer may read it.

Everything here follows from the layout's visibility; a game adds only facts derived from what its viewer sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from intryga.kernel.journal import NAMELESS, Counted, Journal, Moved, Told
from intryga.kernel.layout import EVERYBODY, OMNISCIENT, OPENED, Zone
from intryga.kernel.seen import Cards, zones_seen
from intryga.kernel.state import UNANSWERED, AnyState

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

class Option(msgspec.Struct, frozen=True):
    action: int
    text: str


class Refusal(msgspec.Struct, frozen=True):
    action: int
    text: str
    rule: str


class Decision(msgspec.Struct, frozen=True):
    """What a seat may choose now, and what it may not, with the rule."""

    seat: int
    step: str
    about: list[int]    # the step's own data: what was chosen before it in a chain
    options: list[Option]
    refused: list[Refusal]


class View(msgspec.Struct, frozen=True):
    game: str
    seats: int
    viewer: int
    zones: dict[str, Cards]
    counters: dict[str, int]
    facts: dict[str, Any]
    scores: list[dict[str, int]] | None
    awaited: list[int]
    sealed: list[str]
    decision: Decision | None
    over: bool
    winners: list[int]
    guests: int = 0    # chairs of the rules beside the seats

    def encoded(self) -> bytes:
        """Equal views are equal to the byte."""
        return msgspec.json.encode(self, order="deterministic")


def awaited(s: AnyState) -> list[int]:
    """Seats the outside sees us wait for: all of a sealed run, answered or not, since who has answered is secret."""
    if s.over():
        return []
    return sorted({int(step.seat) for step in s.run}) if s.run else [int(s.seat)]


def decision(game: AnyGame, s: AnyState, seat: int) -> Decision | None:
    step = None if s.over() else s.awaiting(seat)
    if step is None:
        return None
    offers = step.explained(s)
    text = game.space.text
    return Decision(
        seat,
        type(step).__name__,
        list(step.fields())[1:],
        [Option(action, text(action)) for action in offers.options],
        [Refusal(action, text(action), rule) for action, rule in offers.refused or []],
    )


def view(game: AnyGame, s: AnyState, viewer: int) -> View:
    zones, counters = zones_seen(s, viewer)
    sealed = [
        game.space.text(answer)
        for step, answer in zip(s.run, s.box, strict=True)
        if answer != UNANSWERED and viewer in (OMNISCIENT, OPENED, step.seat)
    ]
    return View(
        game=game.id,
        seats=s.seats,
        viewer=viewer,
        zones=zones,
        counters=counters,
        facts=s.facts(viewer),
        scores=s.scores() if s.over() else s.live_scores(viewer),
        awaited=awaited(s),
        sealed=sealed,
        decision=decision(game, s, viewer) if viewer >= 0 else None,
        over=s.over(),
        winners=list(s.winners()) if s.over() else [],
        guests=s.guests,
    )


class StoryLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened, as one viewer may read it. A card that moved unseen has no `card`."""

    word: str    # MOVE, COUNT, or a told word of the game
    about: dict[str, int | str] = {}    # the parameters of a told word; of a counter what it was before and is after
    number: int = 0    # how many cards moved, or by how much a counter changed
    source: str = ""    # the zone that cards came from, or the counter
    target: str = ""
    source_seat: int = -1
    target_seat: int = -1
    card: str = ""

    def __hash__(self) -> int:
        return hash((self.word, self.number, self.source, self.target, self.source_seat, self.target_seat, self.card,
                     *self.about.items()))  # fmt: skip

    def seat(self, name: str = "seat") -> int:
        """The seat that a told word names, or -1."""
        found = self.about.get(name, -1)
        return found if isinstance(found, int) else -1


NOTHING: dict[str, int | str] = {}    # shared by all that say no more
MOVE = "move"
COUNT = "count"


def read(journal: Journal, viewer: int, since: int = 0, until: int | None = None) -> list[StoryLine]:
    """The events from `since` on, for this viewer. Neighbouring hidden moves of one route become one line: kinds moved
    one after another would betray how many kinds there were."""
    lines: list[StoryLine] = []
    for event in journal.events[since:until]:
        if isinstance(event, Told):
            if event.to in (EVERYBODY, viewer) or viewer in (OMNISCIENT, OPENED):
                lines.append(StoryLine(event.word.name, event.word.about(event.values)))
        elif isinstance(event, Counted):
            counter = journal.layout.at[event.counter]
            if _open(counter, viewer):
                change: dict[str, int | str] = {"before": int(event.before), "after": int(event.after)}
                lines.append(
                    StoryLine(COUNT, change, event.after - event.before, counter.name, source_seat=counter.seat)
                )
        elif isinstance(event, Moved):
            source, target = journal.layout.at[event.source], journal.layout.at[event.target]
            seen = event.kind != NAMELESS and (_open(source, viewer) or _open(target, viewer))
            line = StoryLine(
                MOVE,
                NOTHING,
                number=event.count,
                source=source.name,
                target=target.name,
                source_seat=source.seat,
                target_seat=target.seat,
                card=source.kinds[event.kind] if seen else "",
            )
            before = lines[-1] if lines else None
            if before is not None and before == msgspec.structs.replace(line, number=before.number):
                lines[-1] = msgspec.structs.replace(line, number=before.number + line.number)
            else:
                lines.append(line)
    return lines


def _open(zone: Zone, viewer: int) -> bool:
    return viewer == OPENED or zone.open_to(viewer)


class Moment:
    """Taken before an action; afterwards tells whether that action may be undone: not once a card has left a zone that
    is not open to all (and was not held by who showed it), a box of sealed answers was opened, or dice have fallen."""

    def __init__(self, s: AnyState, mover: int) -> None:
        assert s.journal is not None, "tables attach a journal"
        s.journal.revealed = False
        s.journal.mover = mover
        self.mark = s.dice.mark()

    def undoable(self, s: AnyState) -> bool:
        assert s.journal is not None
        return not s.journal.revealed and s.dice.mark() == self.mark
