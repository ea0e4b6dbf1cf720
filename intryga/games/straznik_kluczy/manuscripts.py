"""Manuskrypty: transcribing the top one, taking one for free, ribbons and their bonus (STR-105 to 109)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import asked, purchase
from intryga.games.straznik_kluczy.cards import CLERIC, COPY, MANUSCRIPTS, NOTHING, SEGMENT_COUNT, TRANSCRIBE
from intryga.games.straznik_kluczy.effects import Done
from intryga.games.straznik_kluczy.parameters import PACKED, Range
from intryga.games.straznik_kluczy.pay import charge
from intryga.games.straznik_kluczy.prices import manuscript_price
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import BONUS_WON, COPIES_PRINTED
from intryga.games.straznik_kluczy.zones import BONUS, MANUSCRIPT, MANUSCRIPTS_OF
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects, perform
from intryga.kernel.language import AnyOperation, Operation
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import ALLOWED, Automatic, Offers

# --- Przepisywanie as an action ---


class Transcribe(purchase.Purchase):
    """The manuscript of the own segment, and no other (STR-105)."""

    def __init__(self, seat: i64, helper: i64 = NOTHING) -> None:
        super().__init__(seat, CLERIC, helper)

    def helped(self, helper: i64) -> Transcribe:
        return Transcribe(self.seat, helper)

    def goods(self, s: Kingdom, o: Offers) -> None:
        here = s.segment(self.seat)
        for segment in range(SEGMENT_COUNT):
            if segment == here:
                o.offer(COPY.of(segment), ALLOWED if self.payable(s, manuscript_price(s, segment)) else "STR-105")
            else:
                o.offer(COPY.of(segment), "STR-105")

    def buy(self, s: Kingdom, action: i64) -> None:
        segment = COPY.target(action)
        s.push(Done(self.seat, TRANSCRIBE))
        s.push(Copied(self.seat, segment))
        charge(s, self.seat, CLERIC, manuscript_price(s, segment), self.helper)


class Copied(Automatic[Kingdom]):
    """A manuscript that was paid for, or is free, arrives."""

    about: ClassVar[dict[str, str]] = {"segment": NUMBER}

    def __init__(self, seat: i64, segment: i64) -> None:
        super().__init__(seat)
        self.segment: i64 = segment

    def fields(self) -> list[i64]:
        return [self.seat, self.segment]

    def run(self, s: Kingdom) -> None:
        """Bonus, the next one turned up, then its effect. A printed one stays where it is (STR-107)."""
        kind = s.manuscript(self.segment)
        if kind == NOTHING:
            s.tell(COPIES_PRINTED, self.seat, self.segment)
            perform(s, s.rules.segments.tile_effect[self.segment], self.seat)
            return
        s.lift(MANUSCRIPT[self.segment], 0, MANUSCRIPTS_OF.of(self.seat))
        win_bonus(s, self.seat, s.rules.manuscripts.ribbon[kind])
        s.next_manuscript(self.segment)
        perform(s, s.rules.manuscripts.effect[kind], self.seat)


def win_bonus(s: Kingdom, seat: i64, ribbon: i64) -> None:
    """The first with three of a ribbon has its bonus at once and for good (STR-106)."""
    if s.cells[BONUS[ribbon]] >= 0:
        return
    count: i64 = 0
    for kind in range(len(MANUSCRIPTS)):
        if s.rules.manuscripts.ribbon[kind] == ribbon:
            count += s.cells[MANUSCRIPTS_OF.at(seat, kind)]
    if count >= 3:
        s.set_to(BONUS[ribbon], seat)
        s.tell(BONUS_WON, seat, ribbon)


# --- for free ---


class FreeCopy(Operation[Kingdom]):
    """A visible manuscript of such a price (STR-108); nothing if there is none. The AI searches clockwise (STR-312)."""

    def __init__(self) -> None:
        super().__init__("manuscript", [Range("price")])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        least = code[at + 1] // PACKED
        most = code[at + 1] % PACKED
        segment: i64 = s.segment(e.seat)
        for _ in range(SEGMENT_COUNT):
            if free_rule(s, segment, least, most) == ALLOWED:
                s.push(Copied(e.seat, segment) if s.is_ai(e.seat) else FreeManuscript(e.seat, least, most, at))
                return
            segment = s.next_segment(segment)


def free_rule(s: Kingdom, segment: i64, least: i64, most: i64) -> str:
    """The rule against taking the manuscript of a segment for free, or ALLOWED."""
    if s.manuscript(segment) == NOTHING:
        return "STR-R27"
    return ALLOWED if least <= manuscript_price(s, segment) <= most else "STR-108"


class FreeManuscript(asked.AskedWithin):
    """Which one; it counts as collected and is no action."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        for segment in range(SEGMENT_COUNT):
            o.offer(COPY.of(segment), free_rule(s, segment, self.least, self.most))

    def take(self, s: Kingdom, action: i64) -> None:
        s.push(Copied(self.seat, COPY.target(action)))


OPERATIONS: Final[list[AnyOperation]] = [FreeCopy()]
