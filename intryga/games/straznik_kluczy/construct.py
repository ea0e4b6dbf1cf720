"""Budowanie: a building goes from the board to a spot; what spot and links give (STR-085 to 090). Free buildings too.

Public Buildings are in public.py.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import icons, public, purchase, spots
from intryga.games.straznik_kluczy.cards import (
    BUILD,
    BUILD_PUBLIC,
    BUILDER,
    BUILDINGS,
    CONSTRUCT,
    LINK,
    NOTHING,
    SLOT_COUNT,
    SLOTS_OF_TYPE,
    SPOT,
    SPOT_COUNT,
    TYPE_COUNT,
    UNCOVERED,
)
from intryga.games.straznik_kluczy.effects import SLOTS, Done, Works
from intryga.games.straznik_kluczy.means import can_spend
from intryga.games.straznik_kluczy.pay import charge
from intryga.games.straznik_kluczy.prices import has_building, public_rule
from intryga.games.straznik_kluczy.spots import ANYWHERE, BACK, NOBODY, ONWARD
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import BUILDS, LINKS, LINKS_OWN
from intryga.games.straznik_kluczy.zones import BUILT, COVERED, PLAYER_CARD, SETTING_UP
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects, perform
from intryga.kernel.language import AnyOperation, OneOfWords, Operation
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import ALLOWED, Automatic, Choice, Offers

FREE: Final[i64] = -2    # instead of a helper: nothing is paid

# --- Budowanie as an action ---


class Construct(purchase.Purchase):
    """Which building is built: one of the own board, or a Public Building (STR-085, STR-200)."""

    def __init__(self, seat: i64, helper: i64 = NOTHING) -> None:
        super().__init__(seat, BUILDER, helper)

    def helped(self, helper: i64) -> Construct:
        return Construct(self.seat, helper)

    def goods(self, s: Kingdom, o: Offers) -> None:
        have = icons.free(s, self.seat, BUILDER, self.helper)
        room = spots.first_free(s, s.space(self.seat)) >= 0
        for building in range(TYPE_COUNT):
            short = s.rules.building_price[building] - have
            rule = ALLOWED if room and can_spend(s, self.seat, BUILDER, short) else "STR-085"
            for slot in range(building * SLOTS_OF_TYPE, (building + 1) * SLOTS_OF_TYPE):
                if s.cells[COVERED.at(self.seat, slot)]:
                    o.offer(BUILD.of(slot), rule)
        if s.rules.options.expansion:
            for building in range(TYPE_COUNT):
                rule = public_rule(s, self.seat, building)
                if not rule and not can_spend(s, self.seat, BUILDER, s.rules.public.cost[building] - have):
                    rule = "STR-202"
                o.offer(BUILD_PUBLIC.of(building), rule)

    def buy(self, s: Kingdom, action: i64) -> None:
        if BUILD.has(action):
            s.push(Spot(self.seat, BUILD.target(action), self.helper))
        else:
            s.push(public.Replace(self.seat, BUILD_PUBLIC.target(action), self.helper))


class Spot(Choice[Kingdom]):
    """On which spot: at the own space for an action (STR-085), anywhere for a free building (STR-089)."""

    about: ClassVar[dict[str, str]] = {"slot": NUMBER, "helper": NUMBER}

    def __init__(self, seat: i64, slot: i64, helper: i64) -> None:
        super().__init__(seat)
        self.slot: i64 = slot
        self.helper: i64 = helper    # the card dismissed for it, NOTHING, or FREE

    def fields(self) -> list[i64]:
        return [self.seat, self.slot, self.helper]

    def offers(self, s: Kingdom, o: Offers) -> None:
        space = s.space(self.seat)
        taken = "STR-085"
        elsewhere = "STR-085"
        if self.helper == FREE:
            space = bound(s, self.seat)
            taken = "STR-089"
            elsewhere = "STR-011" if space == s.space(self.seat) else "STR-033"
        for spot in range(SPOT_COUNT):
            if spots.exists(s, spot):
                if space != ANYWHERE and spots.space_of(s, spot) != space:
                    o.offer(SPOT.of(spot), elsewhere)
                else:
                    o.offer(SPOT.of(spot), ALLOWED if spots.builder_at(s, spot) == NOBODY else taken)

    def take(self, s: Kingdom, action: i64) -> None:
        placed = Placed(self.seat, self.slot, SPOT.target(action))
        if self.helper == FREE:
            s.push(placed)
            return
        s.push(Done(self.seat, CONSTRUCT))
        s.push(placed)
        price = s.rules.building_price[self.slot // SLOTS_OF_TYPE]
        charge(s, self.seat, BUILDER, price, self.helper)

    def continues(self) -> bool:
        return True


def bound(s: Kingdom, seat: i64) -> i64:
    """The space that a free building is bound to by a Player card in set-up (STR-011, STR-033), or ANYWHERE."""
    if not s.cells[SETTING_UP]:
        return ANYWHERE
    return s.rules.player_cards.bound[s.row_item(PLAYER_CARD.of(seat), 0)]


# --- what a building brings ---


class Placed(Automatic[Kingdom]):
    """The building stands and its slot is open; then the spot gives, then the links (STR-086 to 090)."""

    about: ClassVar[dict[str, str]] = {"slot": NUMBER, "spot": NUMBER}

    def __init__(self, seat: i64, slot: i64, spot: i64) -> None:
        super().__init__(seat)
        self.slot: i64 = slot
        self.spot: i64 = spot

    def fields(self) -> list[i64]:
        return [self.seat, self.slot, self.spot]

    def run(self, s: Kingdom) -> None:
        building = self.slot // SLOTS_OF_TYPE
        s.set_note(BUILT[building].of(self.seat), self.spot, 1)
        s.set_note(COVERED.of(self.seat), self.slot, 0)
        s.tell(BUILDS, self.seat, building, self.spot)
        onward = spots.linked_with(s, self.spot, ONWARD) != NOBODY
        back = spots.linked_with(s, self.spot, BACK) != NOBODY
        if onward and back and not s.is_ai(self.seat):
            s.push(Links(self.seat, self.spot))
        else:
            if back:
                s.push(Linked(self.seat, self.spot, BACK))
            if onward:
                s.push(Linked(self.seat, self.spot, ONWARD))
        perform(s, s.rules.spots.effect[spots.printed(s, self.spot)], self.seat)
        if s.is_ai(self.seat):
            at = s.board(self.seat) * SLOT_COUNT + self.slot
            if s.rules.slots.when[at] == UNCOVERED:
                s.push(Works(self.seat, SLOTS, self.slot))


class Links(Choice[Kingdom]):
    """Two links are complete: which pays first (STR-090)."""

    about: ClassVar[dict[str, str]] = {"spot": NUMBER}

    def __init__(self, seat: i64, spot: i64) -> None:
        super().__init__(seat)
        self.spot: i64 = spot

    def fields(self) -> list[i64]:
        return [self.seat, self.spot]

    def offers(self, s: Kingdom, o: Offers) -> None:
        o.allow(LINK.of(ONWARD))
        o.allow(LINK.of(BACK))

    def take(self, s: Kingdom, action: i64) -> None:
        way = LINK.target(action)
        s.push(Linked(self.seat, self.spot, BACK if way == ONWARD else ONWARD))
        s.push(Linked(self.seat, self.spot, way))


class Linked(Automatic[Kingdom]):
    """A link pays who has built, then the owner at its other end; within one hand it pays once (STR-087, STR-R21)."""

    about: ClassVar[dict[str, str]] = {"spot": NUMBER, "way": NUMBER}

    def __init__(self, seat: i64, spot: i64, way: i64) -> None:
        super().__init__(seat)
        self.spot: i64 = spot
        self.way: i64 = way

    def fields(self) -> list[i64]:
        return [self.seat, self.spot, self.way]

    def run(self, s: Kingdom) -> None:
        other = spots.linked_with(s, self.spot, self.way)
        effect = spots.link_effect(s, self.spot, self.way)
        if other == self.seat:
            s.tell(LINKS_OWN, self.seat)
        else:
            s.tell(LINKS, self.seat, other)
            perform(s, effect, other)
        perform(s, effect, self.seat)


# --- for free ---


class FreeBuilding(Choice[Kingdom]):
    """Which building of a type is placed for free (STR-089); never a Public Building (STR-207)."""

    about: ClassVar[dict[str, str]] = {"building": NUMBER, "source": NUMBER}

    def __init__(self, seat: i64, building: i64, source: i64) -> None:
        super().__init__(seat)
        self.building: i64 = building
        self.source: i64 = source    # the place in the program that gives it

    def fields(self) -> list[i64]:
        return [self.seat, self.building, self.source]

    def offers(self, s: Kingdom, o: Offers) -> None:
        for slot in range(self.building * SLOTS_OF_TYPE, (self.building + 1) * SLOTS_OF_TYPE):
            if s.cells[COVERED.at(self.seat, slot)]:
                o.allow(BUILD.of(slot))

    def take(self, s: Kingdom, action: i64) -> None:
        s.push(Spot(self.seat, BUILD.target(action), FREE))


class FreeBuild(Operation[Kingdom]):
    """A building of this type, unless none is left or no spot is free (STR-089)."""

    def __init__(self) -> None:
        super().__init__("build", [OneOfWords("building", BUILDINGS)])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        building = code[at + 1]
        if not has_building(s, e.seat, building):
            return
        if s.is_ai(e.seat):
            ai_places(s, e.seat, building)
        elif spots.first_free(s, bound(s, e.seat)) >= 0:
            s.push(FreeBuilding(e.seat, building, at))


def ai_places(s: Kingdom, seat: i64, building: i64) -> None:
    """The AI: the first of this type, on the first free spot clockwise from its own space, over rivers (STR-310)."""
    slot = building * SLOTS_OF_TYPE
    while s.slot_open(seat, slot):
        slot += 1
    spot = spots.first_at(s, s.space(seat))
    for _ in range(SPOT_COUNT):
        if spots.builder_at(s, spot) == NOBODY:
            s.push(Placed(seat, slot, spot))
            return
        spot = spots.next_spot(s, spot)


OPERATIONS: Final[list[AnyOperation]] = [FreeBuild()]
