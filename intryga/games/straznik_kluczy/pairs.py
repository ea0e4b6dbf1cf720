"""A pair for everybody (STR-008 to 017): a Player card with its start and gains, a Hero, and the starting deck."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    CHOOSE_PAIR,
    DESTROY,
    DISCARD,
    FOLK_KINDS,
    SILVER,
    STOP,
)
from intryga.games.straznik_kluczy.folk import draw
from intryga.games.straznik_kluczy.parameters import COUNT
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import STARTS_AT
from intryga.games.straznik_kluczy.tracks import gain
from intryga.games.straznik_kluczy.zones import (
    DISCARDS,
    DRAW_PILE,
    FOLK_BOX,
    KNOWN,
    OFFERED_CARDS,
    OFFERED_HEROES,
    PLAYER_CARD,
)
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects, perform
from intryga.kernel.language import Operation
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import Automatic, Choice, Offers


class ChoosePair(Choice[Kingdom]):
    def offers(self, s: Kingdom, o: Offers) -> None:
        for pair in range(s.row_size(OFFERED_CARDS)):
            o.allow(CHOOSE_PAIR.of(pair))

    def take(self, s: Kingdom, action: i64) -> None:
        pair = CHOOSE_PAIR.target(action)
        s.pass_on(OFFERED_CARDS, pair, PLAYER_CARD.of(self.seat))
        s.lift(OFFERED_HEROES, pair, DISCARDS.of(self.seat))
        s.then([Settle(self.seat), ShuffleIn(self.seat)])


class Settle(Automatic[Kingdom]):
    """The Viscount, the gains, the step at the bottom (STR-009 to 011)."""

    def run(self, s: Kingdom) -> None:
        cards = s.rules.player_cards
        card = s.row_item(PLAYER_CARD.of(self.seat), 0)
        s.move_viscount(self.seat, cards.start[card])
        s.tell(STARTS_AT, self.seat, cards.start[card])
        if not cards.at_end[card]:
            perform(s, cards.effect[card], self.seat)
        perform(s, cards.gains[card], self.seat)


class DestroyAtStart(Operation[Kingdom]):
    """Any own card, before they are shuffled (STR-017)."""

    def __init__(self) -> None:
        super().__init__("start_destroy", [COUNT], one_by_one=True)

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        s.push(StartDestroy(e.seat))


class StartDestroy(Choice[Kingdom]):
    def offers(self, s: Kingdom, o: Offers) -> None:
        for kind in range(FOLK_KINDS):
            if s.cells[DISCARDS.at(self.seat, kind)]:
                o.allow(DESTROY.of(kind))
        o.allow(STOP)

    def take(self, s: Kingdom, action: i64) -> None:
        if action != STOP:
            kind = DESTROY.target(action)
            s.move(kind, 1, DISCARDS.of(self.seat), FOLK_BOX)
            gain(s, self.seat, SILVER, s.rules.folk.cost[kind])


class DiscardAtStart(Operation[Kingdom]):
    """So many own cards stay among the discards when the others are shuffled (STR-032, STR-034)."""

    def __init__(self) -> None:
        super().__init__("start_discard", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        s.push(StartDiscard(e.seat, code[at + 1]))


class StartDiscard(Choice[Kingdom]):
    """Exactly so many (STR-R46): those chosen are noted until the shuffle."""

    about: ClassVar[dict[str, str]] = {"left": NUMBER}

    def __init__(self, seat: i64, left: i64) -> None:
        super().__init__(seat)
        self.left: i64 = left

    def fields(self) -> list[i64]:
        return [self.seat, self.left]

    def offers(self, s: Kingdom, o: Offers) -> None:
        for kind in range(FOLK_KINDS):
            if s.cells[DISCARDS.at(self.seat, kind)] and not stays(s, self.seat, kind):
                o.allow(DISCARD.of(kind))
        o.offer(STOP, "STR-034")

    def take(self, s: Kingdom, action: i64) -> None:
        s.remember_next(DISCARD.target(action), KNOWN.of(self.seat))
        if self.left > 1:
            s.push(StartDiscard(self.seat, self.left - 1))


def stays(s: Kingdom, seat: i64, kind: i64) -> bool:
    """Was this card chosen to stay among the discards?"""
    known = KNOWN.of(seat)
    return any(s.row_item(known, place) == kind for place in range(s.row_size(known)))


class ShuffleIn(Automatic[Kingdom]):
    """The starting deck is shuffled, and a hand drawn (STR-012)."""

    def run(self, s: Kingdom) -> None:
        for kind in range(FOLK_KINDS):
            if s.cells[DISCARDS.at(self.seat, kind)] and not stays(s, self.seat, kind):
                s.move(kind, 1, DISCARDS.of(self.seat), DRAW_PILE.of(self.seat))
        s.forget_row(KNOWN.of(self.seat))
        draw(s, self.seat, s.rules.setup.hand)
