"""Reaction windows: several seats are asked at once, in secret, whether they act."""

from __future__ import annotations

from typing import TypeVar

from mypy_extensions import i64

from intryga.kernel.actions import Pick
from intryga.kernel.dice import Dice
from intryga.kernel.layout import Zones
from intryga.kernel.state import AnyState
from intryga.kernel.steps import ALLOWED, Offers, SealedChoice

S = TypeVar("S", bound=AnyState)


class Poll(SealedChoice[S]):
    """One seat's part of a window: act with a card of one's hand, or pass. The first in order who acts settles it; the
    others lapse unseen. Also those are asked who cannot act, so that neither silence nor speed tells; a game leaves out
    only those of whom everybody knows that they cannot. Push the polls of a window so that the first to count is on
    top."""

    def __init__(self, seat: i64, verb: Pick, hand: Zones, nothing: i64) -> None:
        super().__init__(seat)
        self.verb = verb    # what acting with a kind of card is called
        self.hand: i64 = hand.of(seat)
        self.kinds: i64 = hand.stride
        self.nothing: i64 = nothing    # the action that passes
        self.only_nothing = [nothing]

    def fits(self, s: S, kind: i64) -> bool:
        """May one act with this kind of card here?"""
        raise NotImplementedError

    def rule_against(self, s: S, kind: i64) -> str:
        """Where one may not."""
        raise NotImplementedError

    def taken(self, s: S, kind: i64) -> None:
        """This seat acts, and is the first to do so."""
        raise NotImplementedError

    def offers(self, s: S, o: Offers) -> None:
        for kind in range(self.kinds):
            if s.cells[self.hand + kind]:
                o.offer(self.verb.of(kind), ALLOWED if self.fits(s, kind) else self.rule_against(s, kind))
        o.allow(self.nothing)

    def options(self, s: S) -> list[i64]:
        """By hand: windows are asked more often than anything else."""
        cells = s.cells
        hand = self.hand
        found = self.only_nothing
        for kind in range(self.kinds):
            if cells[hand + kind] and self.fits(s, kind):
                if found is self.only_nothing:
                    found = []
                found.append(self.verb.of(kind))
        if found is not self.only_nothing:
            found.append(self.nothing)
        return found

    def any_option(self, s: S, dice: Dice) -> i64:
        cells = s.cells
        hand = self.hand
        bit: i64 = 1
        options: i64 = 0    # a bit for each kind, and one after them for passing
        for kind in range(self.kinds):
            if cells[hand + kind] and self.fits(s, kind):
                options |= bit << kind
        if options == 0:    # as it mostly is
            return self.nothing
        chosen = s.any_bit(options | bit << self.kinds, dice)
        return self.verb.of(chosen) if chosen < self.kinds else self.nothing

    def settles(self, action: i64) -> bool:
        return action != self.nothing

    def passing(self) -> i64:
        return self.nothing

    def take(self, s: S, action: i64) -> None:
        if action != self.nothing:
            self.taken(s, self.verb.target(action))
