"""What an observation holds, derived from a game's layout: nothing here knows any game.

    seen = describe(games.find(name), seats=4)
    print(seen.table())            # where, how many numbers, of what, whose, what they say
    seen.observer.write(...)       # see observe.py

Seats are counted from the viewer: 0 is me, 1 the next clockwise. Actions that name a seat are numbered the same way, so
one network serves every chair. Zones come in the order of the layout, those of the seats in the order me, +1, +2 …, and
after them what is asked of me.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from intryga.kernel.game import AnyGame
from intryga.kernel.layout import BAG, COUNTER, SEAT, Zone
from intryga.kernel.observe import (
    CODES,
    COPY,
    ONE_HOT,
    OPERATION,
    SEAT_CODES,
    SEAT_ONE_HOT,
    TOTAL,
    Observer,
)
from intryga.kernel.observe import SEAT as SEAT_COUNTER
from intryga.kernel.steps import AnyStep, Step

Encoding = Literal["onehot", "codes"]
MIDDLE = -1    # instead of a seat


class Feature(NamedTuple):
    """A stretch of an observation."""

    name: str
    seat: int    # counted from the viewer, or MIDDLE
    at: int
    length: int
    what: str


class Reading(NamedTuple):
    """How a zone, or a part of it, becomes numbers."""

    operation: int
    at: int
    cells: int
    kinds: int    # numbers for each place
    length: int
    what: str


class Observation(NamedTuple):
    """The form of what a seat sees of one game at one number of seats."""

    game: str
    seats: int
    encoding: Encoding
    features: list[Feature]
    length: int
    actions: int
    observer: Observer

    def table(self) -> str:
        lines = [f"{self.game}, {self.seats} seats, {self.encoding}: {self.length} numbers, {self.actions} actions"]
        for one in self.features:
            who = "" if one.seat == MIDDLE else "me" if one.seat == 0 else f"+{one.seat}"
            lines.append(f"{one.at:5d} {one.length:5d}  {one.name:20s} {who:3s} {one.what}")
        return "\n".join(lines)


@lru_cache(maxsize=256)
def describe(game: AnyGame, seats: int, guests: int = 0, encoding: Encoding = "onehot") -> Observation:
    """Made once for a game, a number of seats and of guests, and an encoding."""
    game.check_seats(seats)
    programs: list[list[int]] = []
    features: list[Feature] = []
    length = 0
    for viewer in range(seats):
        program, features, width = _cells(game, seats, guests, viewer, encoding)
        assert length in (0, width), "what is seen by single seats must be in front of them"
        length = width
        programs.append(program)
    assert all(program[4::5] == programs[0][4::5] for program in programs), "everybody's numbers stand at one place"
    programs = [_joined(program) for program in programs]

    def add(name: str, count: int, what: str) -> int:
        nonlocal length
        features.append(Feature(name, MIDDLE, length, count, what))
        length += count
        return length - count

    asking = _asking(game)
    most = max((len(holds_seat) for holds_seat in asking.values()), default=0)
    actions = int(game.space.size)
    turned = [_turned(game, seats, viewer) for viewer in range(seats)]
    observer = Observer(
        awaited_at=add("awaited", seats, "for whom the table waits, counted from me"),
        step_at=add("step", len(asking), f"what I am asked: {', '.join(step.__name__ for step in asking)}"),
        about_at=add("about", most, "the step's own numbers, one more each, seats counted from me; 0: none"),
        sealed_at=add("sealed", actions, "my answers in the box, by action"),
        seats=seats,
        length=length,
        actions=actions,
        programs=programs,
        steps=asking,
        from_viewer=turned,
        to_engine=[_inverse(turn) for turn in turned],
    )
    return Observation(game.id, seats, encoding, features, length, actions, observer)


def _asking(game: AnyGame) -> dict[type[AnyStep], list[bool]]:
    """The steps that wait for somebody; which of their own numbers are seats."""
    return {
        step: [meaning == SEAT for meaning in getattr(step, "about", {}).values()]
        for _, step in sorted(game.step_types.items())
        if isinstance(step, type) and issubclass(step, Step) and step.offers is not Step.offers
    }


# --- zones ---


def _cells(
    game: AnyGame, seats: int, guests: int, viewer: int, encoding: Encoding
) -> tuple[list[int], list[Feature], int]:
    by_name: dict[str, list[Zone]] = {}
    for zone in game.layout.zones_for(seats + guests):
        by_name.setdefault(zone.name, []).append(zone)
    program: list[int] = []
    features: list[Feature] = []
    length = 0
    for name, zones in _turned_zones(by_name, seats, viewer).items():
        for place in range(len(zones)):
            seat = place if zones[0].seat >= 0 else MIDDLE    # counted from the viewer; guests follow the seats
            zone = zones[(viewer + place) % seats] if 0 <= seat < seats else zones[place]
            for reading in _readings(zone, viewer, seats + guests, encoding):
                program += [reading.operation, reading.at, reading.cells, reading.kinds, length]
                features.append(Feature(name, seat, length, reading.length, reading.what))
                length += reading.length
    return program, features, length


def _joined(program: list[int]) -> list[int]:
    """The same with fewer operations: numbers that lie side by side, here and there, are copied at once."""
    joined: list[list[int]] = []
    for i in range(0, len(program), OPERATION):
        operation, at, cells, kinds, to = program[i : i + OPERATION]
        before = joined[-1] if joined else [TOTAL, 0, 0, 0, 0]
        if operation == before[0] == COPY and (before[1] + before[2], before[4] + before[2]) == (at, to):
            before[2] += cells
        else:
            joined.append([operation, at, cells, kinds, to])
    return [number for one in joined for number in one]


def _turned_zones(by_name: dict[str, list[Zone]], seats: int, viewer: int) -> dict[str, list[Zone]]:
    """Notes called `x_0`, `x_1` … are about these seats, if there is one for each: the viewer reads what is about
    itself first, and nothing about seats that are not at the table. Other numbers in names count other things."""
    turned: dict[str, list[Zone]] = {}
    for name, zones in by_name.items():
        stem, _, number = name.rpartition("_")
        about_seats = number.isdigit() and all(f"{stem}_{seat}" in by_name for seat in range(seats))
        if not about_seats or zones[0].cards():
            turned[name] = zones
        elif int(number) < seats:
            turned[f"{stem} of +{number}"] = by_name[f"{stem}_{(viewer + int(number)) % seats}"]
    return turned


def _readings(zone: Zone, viewer: int, chairs: int, encoding: Encoding) -> list[Reading]:
    at, cells, kinds = int(zone.at), int(zone.length), len(zone.kinds)
    if not zone.open_to(viewer):
        if zone.shape == COUNTER:
            return []
        return [Reading(TOTAL, at, cells if zone.shape == BAG else 1, 0, 1, "how many")]
    if zone.shape == COUNTER:
        if zone.holds == SEAT:
            return [Reading(SEAT_COUNTER, at, 1, chairs, chairs, "a seat, one of them, counted from me; none: nobody")]
        return [Reading(COPY, at, 1, 0, 1, "a number")]
    if zone.shape == BAG:
        return [Reading(COPY, at, cells, 0, cells, f"counts: {', '.join(zone.kinds)}")]
    places = cells - 1
    size = Reading(COPY, at, 1, 0, 1, "how many")
    seats = zone.holds == SEAT
    words = "seats, counted from me" if seats else ", ".join(zone.kinds)
    if encoding == "codes":
        what = f"{places} places, one more than the number in this list, 0 for none: {words}"
        return [size, Reading(SEAT_CODES if seats else CODES, at, places, 1, places, what)]
    what = f"{places} places x {kinds}: {words}"
    return [size, Reading(SEAT_ONE_HOT if seats else ONE_HOT, at, places, kinds, places * kinds, what)]


# --- actions ---


def _turned(game: AnyGame, seats: int, viewer: int) -> list[int]:
    """For each action: its number when seats are counted from this viewer."""
    turned: list[int] = []
    for verb in game.space.verbs:
        for action in range(verb.first, verb.end):
            values = [
                (value - viewer) % seats if parameter == SEAT and value < seats else value
                for parameter, value in zip(verb.parameters, verb.values(action), strict=True)
            ]
            turned.append(verb.action(list(values)))
    return turned


def _inverse(turned: list[int]) -> list[int]:
    back = [0] * len(turned)
    for action, number in enumerate(turned):
        back[number] = action
    return back
