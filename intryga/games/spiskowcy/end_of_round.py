"""IV: FAZA KOŃCA RUNDY, the phase in which what is too much is discarded."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import CHARACTERS, DISCARD, KEEP, KINDS, MOST_SEATS, PRINCE
from intryga.games.spiskowcy.phase import ORDERS_OF_PLAY, Phase
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.told import OVER_LIMIT
from intryga.games.spiskowcy.zones import TABLEAU
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Choice, Offers, each_seat


class EndPhase(Phase):
    """Each compares what lies open in front of them with the limit, once (SPI-090, SPI-098). What others discard does
    not change the count, so all can be counted at the start; who is within the limit has nothing to do (SPI-096)."""

    def run(self, s: Court) -> None:
        limit = s.limit()
        steps: list[AnyStep] = []
        for seat in ORDERS_OF_PLAY[self.order(s)]:
            if is_over(s, seat, limit):
                s.tell(OVER_LIMIT, seat, limit)    # why they lose what they are about to discard
            if may_discard(s, seat, limit):
                steps.append(END_OF_ROUND[seat])
        s.then(steps)


def may_discard(s: Court, seat: i64, limit: i64) -> bool:
    """Over the limit, or at a table where nobody minds (SPI-096, SPI-R13)."""
    return s.rules.extra_discards or is_over(s, seat, limit)


def is_over(s: Court, seat: i64, limit: i64) -> bool:
    return s.size(TABLEAU.first + seat * KINDS) > limit


@final
class EndOfRound(Choice[Court]):
    """Discard characters, one by one, as long as there are too many (SPI-091 to 097)."""

    def offers(self, s: Court, o: Offers) -> None:
        for kind in s.kinds(TABLEAU.of(self.seat)):
            o.offer(DISCARD.of(kind), ALLOWED if kind < CHARACTERS else "SPI-094")
        o.offer(KEEP, self.keeping_refused(s))

    def any_option(self, s: Court, dice: Dice) -> i64:
        options = s.characters(self.seat)
        if not self.keeping_refused(s):
            options |= 1 << CHARACTERS
        kind = s.any_bit(options, dice)
        return KEEP if kind == CHARACTERS else DISCARD.of(kind)

    def keeping_refused(self, s: Court) -> str:
        """May all that is shown stay? The Prince allows some more and is judged by what remains (SPI-092, SPI-093)."""
        shown = s.size(TABLEAU.of(self.seat))
        if shown <= s.limit() or shown == s.events_shown(self.seat):    # SPI-095: only events are left
            return ALLOWED
        if shown > s.limit() + s.rules.prince_keeps or not s.face_up(self.seat, PRINCE):
            return "SPI-091"
        return ALLOWED if s.majority(self.seat, PRINCE) else "SPI-093"

    def take(self, s: Court, action: i64) -> None:
        if action != KEEP:
            s.discard(self.seat, DISCARD.target(action))    # SPI-097
            if may_discard(s, self.seat, s.limit()):
                s.push(self)


END_OF_ROUND: Final[vec[AnyStep]] = each_seat(EndOfRound, MOST_SEATS)
