"""Co robi SI: the actions of its schemes, and when each of them is possible (STR-309 to 312, 321, 322, 325, 329)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import icons, solo, spots
from intryga.games.straznik_kluczy.cards import (
    BUILDER,
    CLERIC,
    NOBLE,
    NOTHING,
    SLOT_COUNT,
    SLOTS_OF_TYPE,
    TYPE_COUNT,
)
from intryga.games.straznik_kluczy.castle import facing
from intryga.games.straznik_kluczy.construct import Placed
from intryga.games.straznik_kluczy.display import refill
from intryga.games.straznik_kluczy.manuscripts import Copied
from intryga.games.straznik_kluczy.parameters import COUNT
from intryga.games.straznik_kluczy.prices import manuscript_price, public_rule
from intryga.games.straznik_kluczy.public import Raised
from intryga.games.straznik_kluczy.solo_funding import pay, payable
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import DISMISSES_PRINTED
from intryga.games.straznik_kluczy.tracks import sin
from intryga.games.straznik_kluczy.workers import put_workers
from intryga.games.straznik_kluczy.zones import (
    ACQUIRED,
    AI_BOARD,
    CHEST_BOX,
    CHEST_DECK,
    CHESTS_SHOWN,
    FOLK_BOX,
    HERO_DECK,
    HEROES_SHOWN,
    SUPPLY,
    TOWNSFOLK,
    UNPAID,
)
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects, perform
from intryga.kernel.language import AnyOperation, Operation
from intryga.kernel.steps import ALLOWED

NOT_POSSIBLE: Final[i64] = -1

# --- what it does ---


class AiAct(Operation[Kingdom]):
    """An action of a scheme: done only if it is possible (STR-303). `act` is its place in AI_ACTS."""

    def __init__(self, name: str, act: i64) -> None:
        super().__init__(name, [])
        self.act: i64 = act

    def possible(self, s: Kingdom, seat: i64) -> bool:
        raise NotImplementedError


class AiBuild(AiAct):
    """A Public Building, the dearest first (STR-325, STR-R24), else the left-most of its own it can pay (STR-310)."""

    def __init__(self) -> None:
        super().__init__("ai_build", 0)

    def possible(self, s: Kingdom, seat: i64) -> bool:
        return self.public(s, seat) != NOT_POSSIBLE or self.own(s, seat) != NOT_POSSIBLE

    def public(self, s: Kingdom, seat: i64) -> i64:
        best = NOT_POSSIBLE
        if not s.rules.options.expansion:    # STR-027
            return best
        costs = s.rules.public.cost
        for building in range(TYPE_COUNT):
            dearer = best == NOT_POSSIBLE or costs[building] > costs[best]
            if dearer and public_rule(s, seat, building) == ALLOWED and payable(s, seat, BUILDER, costs[building]):
                best = building
        return best

    def own(self, s: Kingdom, seat: i64) -> i64:
        """The slot whose building it would place here."""
        if spots.first_free(s, s.space(seat)) < 0:
            return NOT_POSSIBLE
        first = s.cells[AI_BOARD] * SLOT_COUNT
        for place in range(SLOT_COUNT):
            slot = s.rules.solo.slot_order[first + place]
            cost = s.rules.building_price[slot // SLOTS_OF_TYPE]
            if not s.slot_open(seat, slot) and payable(s, seat, BUILDER, cost):
                return slot
        return NOT_POSSIBLE

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        building = self.public(s, e.seat)
        if building != NOT_POSSIBLE:
            spot = spots.own_here(s, e.seat, s.rules.public.type[building])[0]    # the first clockwise: STR-332
            pay(s, e.seat, BUILDER, s.rules.public.cost[building])
            s.push(Raised(e.seat, building, spot))
            return
        slot = self.own(s, e.seat)
        pay(s, e.seat, BUILDER, s.rules.building_price[slot // SLOTS_OF_TYPE])
        s.push(Placed(e.seat, slot, spots.first_free(s, s.space(e.seat))))


class AiWorkers(AiAct):
    """As many as possible, at least two bought (STR-311, STR-329)."""

    def __init__(self) -> None:
        super().__init__("ai_workers", 1)

    def level(self, s: Kingdom, seat: i64) -> i64:
        """The one that places most, the cheapest of equals."""
        prices = s.rules.castle.prices
        supply = s.cells[SUPPLY.of(seat)]
        best = NOT_POSSIBLE
        for level in range(s.rules.solo.fewest_workers - 1, len(prices)):
            more = min(level + 1, supply) > min(best + 1, supply)
            if more and payable(s, seat, NOBLE, prices[level]):
                best = level
        return best

    def possible(self, s: Kingdom, seat: i64) -> bool:
        return self.level(s, seat) != NOT_POSSIBLE

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        level = self.level(s, e.seat)
        pay(s, e.seat, NOBLE, s.rules.castle.prices[level])
        put_workers(s, e.seat, level + 1, facing(s, e.seat))


class AiTranscribe(AiAct):
    """The manuscript of its segment, from outside (STR-312)."""

    def __init__(self) -> None:
        super().__init__("ai_transcribe", 2)

    def possible(self, s: Kingdom, seat: i64) -> bool:
        return payable(s, seat, CLERIC, manuscript_price(s, s.segment(seat)))

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        segment = s.segment(e.seat)
        pay(s, e.seat, CLERIC, manuscript_price(s, segment))
        s.push(Copied(e.seat, segment))


class AiFocus(AiAct):
    """What its board names. If that is no action, it needs something to flip (STR-R37)."""

    def __init__(self) -> None:
        super().__init__("ai_focus", 3)

    def possible(self, s: Kingdom, seat: i64) -> bool:
        program = s.rules.program
        focus = program.operations[program.code[s.rules.solo.focus[s.cells[AI_BOARD]]]]
        if isinstance(focus, AiAct):
            return focus.possible(s, seat)
        return s.cells[UNPAID.of(seat)] + s.cells[ACQUIRED.of(seat)] != 0

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        perform(s, s.rules.solo.focus[s.cells[AI_BOARD]], e.seat)


class AiFlipChest(AiAct):
    """Its next chest (STR-322)."""

    def __init__(self) -> None:
        super().__init__("ai_flip_chest", 4)

    def possible(self, s: Kingdom, seat: i64) -> bool:
        return solo.chests_left(s) != 0

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        solo.flip_chest(s, e.seat)


# --- rows 1 and 2 ---


class AiCorruption(Operation[Kingdom]):
    """One for each Criminal it shows."""

    def __init__(self) -> None:
        super().__init__("ai_corruption", [])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        sin(s, e.seat, icons.criminals(s, e.seat))


class AiDismiss(Operation[Kingdom]):
    """The top townsperson where it stands now, for nothing; it has what they bring (STR-309, STR-R35)."""

    def __init__(self) -> None:
        super().__init__("ai_dismiss", [])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        segment = s.segment(e.seat)
        if s.townsperson(segment) == NOTHING:
            s.tell(DISMISSES_PRINTED, e.seat, segment)
            perform(s, s.rules.segments.card_hire[segment], e.seat)
            return
        kind = s.lift(TOWNSFOLK[segment], 0, FOLK_BOX)
        s.next_townsperson(segment)
        perform(s, s.rules.folk.hire[kind], e.seat)


class AiScheme(Operation[Kingdom]):
    """A future scheme for its discards (STR-308)."""

    def __init__(self) -> None:
        super().__init__("ai_scheme", [])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        solo.gain_scheme(s, e.seat)


class AiRemove(Operation[Kingdom]):
    """The right-most Heroes and chests on display leave the game; the rest slides, new ones come (STR-321)."""

    def __init__(self) -> None:
        super().__init__("ai_remove", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        clear(s, HEROES_SHOWN, HERO_DECK, FOLK_BOX, code[at + 1])
        clear(s, CHESTS_SHOWN, CHEST_DECK, CHEST_BOX, code[at + 1])


def clear(s: Kingdom, display: i64, deck: i64, box: i64, count: i64) -> None:
    gone = min(count, s.row_size(display))
    for _ in range(gone):
        s.lift(display, 0, box)
    for _ in range(gone):
        refill(s, display, deck, s.row_size(display))


OPERATIONS: Final[list[AnyOperation]] = [
    AiBuild(),
    AiWorkers(),
    AiTranscribe(),
    AiFocus(),
    AiFlipChest(),
    AiCorruption(),
    AiDismiss(),
    AiScheme(),
    AiRemove(),
]
