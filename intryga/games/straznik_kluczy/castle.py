"""Zamek: workers in three tiers, who rises, who leads, who is bumped (STR-096 to 100).

Whoever's workers have changed settles their castle. One resolution runs at a time: what its own effects change is taken
into account by it (STR-341), and another player's waits in the queue until it is over (STR-102).
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import BUMP_1, BUMP_2, MOST_SEATS, RESOLVE, SECTION_COUNT
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import BUMPS, LEADS, RESOLVES, RISES
from intryga.games.straznik_kluczy.zones import (
    CASTLE_1,
    CASTLE_2,
    CASTLE_3,
    CASTLE_BUSY,
    CASTLE_QUEUE,
    LEADER,
    SUPPLY,
)
from intryga.kernel.cells import vec
from intryga.kernel.effects import perform
from intryga.kernel.layout import NUMBER, Zones
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers, each_seat

TIERS: Final[list[Zones]] = [CASTLE_1, CASTLE_2]    # those that hold only so many


def change(s: Kingdom, tier: i64, section: i64, number: i64) -> None:
    s.set_note(tier, section, s.cells[tier + section] + number)


def neighbour(section: i64, step: i64) -> i64:
    """The sections form a ring (STR-103); step 1 is clockwise."""
    return (section + step + SECTION_COUNT) % SECTION_COUNT


def facing(s: Kingdom, seat: i64) -> i64:
    """The section that faces the segment of a Viscount (STR-003)."""
    return s.facing(s.segment(seat))


# --- Rozpatrywanie Zamku ---


def settle(s: Kingdom, seat: i64) -> None:
    """The workers of this seat have changed: it resolves its part of the castle, now or after another's."""
    busy = s.cells[CASTLE_BUSY]
    if busy == seat or not unsettled(s, seat):
        return
    if busy >= 0:
        if not queued(s, seat):
            s.remember_next(seat, CASTLE_QUEUE)
        return
    s.set_to(CASTLE_BUSY, seat)
    s.push(CASTLE[seat])


def queued(s: Kingdom, seat: i64) -> bool:
    return any(s.row_item(CASTLE_QUEUE, place) == seat for place in range(s.row_size(CASTLE_QUEUE)))


def unsettled(s: Kingdom, seat: i64) -> bool:
    """Is there anything in the castle for this seat to resolve?"""
    for tier in range(2):
        for section in range(SECTION_COUNT):
            if s.cells[TIERS[tier].at(seat, section)] >= s.rules.castle.threshold:
                return True
            if crowd(s, tier, section) > s.rules.castle.capacity:
                return True
    return False


def crowd(s: Kingdom, tier: i64, section: i64) -> i64:
    """Workers of all colours there."""
    zones = TIERS[tier]
    total: i64 = 0
    for seat in range(s.players):
        total += s.cells[zones.at(seat, section)]
    return total


class Castle(Automatic[Kingdom]):
    """The next section of the first tier with three own workers, or else on to the third tier (STR-096)."""

    def run(self, s: Kingdom) -> None:
        full: i64 = 0
        first: i64 = -1
        start = facing(s, self.seat)
        for i in range(SECTION_COUNT):
            section = neighbour(start, i)
            if s.cells[CASTLE_1.at(self.seat, section)] >= s.rules.castle.threshold:
                full += 1
                if first < 0:
                    first = section
        if not full:
            s.push(THIRD[self.seat])
        elif full == 1 or s.is_ai(self.seat):    # the AI: clockwise from its own (STR-311)
            resolve(s, self.seat, first)
        else:
            s.push(CHOOSE_SECTION[self.seat])


class ChooseSection(Choice[Kingdom]):
    """Which of several sections comes next (STR-096)."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        for section in range(SECTION_COUNT):
            full = s.cells[CASTLE_1.at(self.seat, section)] >= s.rules.castle.threshold
            o.offer(RESOLVE.of(section), ALLOWED if full else "STR-096")

    def take(self, s: Kingdom, action: i64) -> None:
        resolve(s, self.seat, RESOLVE.target(action))


def resolve(s: Kingdom, seat: i64, section: i64) -> None:
    """One worker goes inward and brings what the section gives, one goes to each side (STR-096)."""
    s.tell(RESOLVES, seat, section)
    outer = CASTLE_1.of(seat)
    change(s, outer, section, -3)
    change(s, outer, neighbour(section, 1), 1)
    change(s, outer, neighbour(section, -1), 1)
    change(s, CASTLE_2.of(seat), section, 1)
    s.push(CASTLE[seat])
    perform(s, s.rules.castle.section[section], seat)


class Third(Automatic[Kingdom]):
    """Where three own workers stand in the second tier one rises, until none has three (STR-097)."""

    def run(self, s: Kingdom) -> None:
        for section in range(SECTION_COUNT):
            if s.cells[CASTLE_2.at(self.seat, section)] >= s.rules.castle.threshold:
                change(s, CASTLE_2.of(self.seat), section, -1)
                s.add(CASTLE_3.of(self.seat), 1)
                s.tell(RISES, self.seat, section)
                crown(s, self.seat)
                s.push(self)
                perform(s, s.rules.castle.third_tier, self.seat)
                return
        make_room(s, self.seat)


def crown(s: Kingdom, seat: i64) -> None:
    """The first worker in the third tier, then whoever has more there than the leader (STR-100)."""
    leader = s.cells[LEADER]
    if leader < 0 or (leader != seat and s.cells[CASTLE_3.of(seat)] > s.cells[CASTLE_3.of(leader)]):
        s.set_to(LEADER, seat)
        s.tell(LEADS, seat)


# --- Przepychanie ---


def make_room(s: Kingdom, seat: i64) -> None:
    """Wherever more than three workers stand some are bumped, first tier first (STR-098); then the castle is done."""
    start = facing(s, seat)
    for tier in range(2):
        for i in range(SECTION_COUNT):
            section = neighbour(start, i)
            if crowd(s, tier, section) <= s.rules.castle.capacity:
                continue
            if s.is_ai(seat):
                bump(s, seat, tier, section, ai_bumps(s, seat, tier, section))
            else:
                s.push(Bump(seat, tier))
            return
    s.push(CASTLE_OVER)


def ai_bumps(s: Kingdom, seat: i64, tier: i64, section: i64) -> i64:
    """Whom the AI bumps: somebody else, itself only if nobody else stands there (STR-334)."""
    for other in range(s.players):
        if other != seat and s.cells[TIERS[tier].at(other, section)]:
            return other
    return seat


def bump(s: Kingdom, seat: i64, tier: i64, section: i64, other: i64) -> None:
    """Back to its owner's supply, and the owner gains (STR-099)."""
    s.tell(BUMPS, seat, other, section)
    change(s, TIERS[tier].of(other), section, -1)
    s.add(SUPPLY.of(other), 1)
    s.push(ROOM[seat])
    perform(s, s.rules.castle.bumped[tier], other)


class Room(Automatic[Kingdom]):
    """The next worker to bump, if any."""

    def run(self, s: Kingdom) -> None:
        make_room(s, self.seat)


class Bump(Choice[Kingdom]):
    """Whose worker leaves a section with too many; it may be one's own (STR-098)."""

    about: ClassVar[dict[str, str]] = {"tier": NUMBER}

    def __init__(self, seat: i64, tier: i64) -> None:
        super().__init__(seat)
        self.tier: i64 = tier    # 0 is the first

    def fields(self) -> list[i64]:
        return [self.seat, self.tier]

    def offers(self, s: Kingdom, o: Offers) -> None:
        verb = BUMP_1 if self.tier == 0 else BUMP_2
        for section in range(SECTION_COUNT):
            rule = ALLOWED if crowd(s, self.tier, section) > s.rules.castle.capacity else "STR-098"
            for other in range(s.players):
                if s.cells[TIERS[self.tier].at(other, section)]:
                    o.offer(verb.of(section, other), rule)

    def take(self, s: Kingdom, action: i64) -> None:
        section, other = (BUMP_1 if self.tier == 0 else BUMP_2).targets(action)
        bump(s, self.seat, self.tier, section, other)


class CastleOver(Automatic[Kingdom]):
    """Whoever waited for the end of this resolution has theirs (STR-102), if anything is left of it."""

    def run(self, s: Kingdom) -> None:
        s.set_to(CASTLE_BUSY, -1)
        while s.row_size(CASTLE_QUEUE):
            seat = s.strike_out(CASTLE_QUEUE, 0)
            if unsettled(s, seat):
                settle(s, seat)
                return


CASTLE: Final[vec[AnyStep]] = each_seat(Castle, MOST_SEATS)
CHOOSE_SECTION: Final[vec[AnyStep]] = each_seat(ChooseSection, MOST_SEATS)
THIRD: Final[vec[AnyStep]] = each_seat(Third, MOST_SEATS)
ROOM: Final[vec[AnyStep]] = each_seat(Room, MOST_SEATS)
CASTLE_OVER: Final[AnyStep] = CastleOver()
