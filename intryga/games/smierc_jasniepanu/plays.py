"""Zagrywanie kart spisku: a plot card on the table, the Counters (Odwet) against it, and what it does if it stands."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import BOOK, COUNTER, COUNTER_TYPE, KINDS, MOST_SEATS, PASS, SHIELD
from intryga.games.smierc_jasniepanu.effects import Effects, set_off
from intryga.games.smierc_jasniepanu.operations import END, ON_GIVE, ON_GIVEN, WIDTH
from intryga.games.smierc_jasniepanu.state import DISCARDS, PLAYED, Court
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Offers, SealedChoice


class Played(Automatic[Court]):
    """A card on the table that has not resolved yet; the windows above it decide whether it will. `threatens` is at
    whom it aims, or -1."""

    def __init__(self, seat: i64, kind: i64, threatens: i64) -> None:
        super().__init__(seat)
        self.kind: i64 = kind
        self.threatens: i64 = threatens

    def fields(self) -> list[i64]:
        return [self.seat, self.kind, self.threatens]


class PlotCard(Played):
    """A shield card, a book card or a Confession. If it stands: the Order moves, the giver's ability, the receiver's,
    then the rest of the card, then it is discarded (SMI-090 to 092)."""

    def run(self, s: Court) -> None:
        s.push(CLEAN_UP)
        then = s.rules.then[self.kind]
        if then >= 0:
            s.push(Effects(then, self.seat, self.seat if self.threatens >= 0 else -1, self.threatens, -1))
        if self.threatens >= 0:
            give_order(s, self.seat, self.threatens)


class Counter(Played):
    """Odwet: the card below falls, without any effect (SMI-077, 078, 094). If that was a Counter, the window on the
    card it had countered opens again; otherwise the Order is stopped where it was (SMI-079, 089)."""

    def run(self, s: Court) -> None:
        fallen = s.stack.pop()
        assert isinstance(fallen, Played)
        s.tell("cancelled", fallen.seat, self.seat)
        top = s.row_size(PLAYED) - 1
        s.lift(PLAYED, top, DISCARDS)
        s.lift(PLAYED, top - 1, DISCARDS)
        if isinstance(fallen, Counter):
            saved = s.stack[-1]
            assert isinstance(saved, Played)
            open_window(s, saved.seat, saved.threatens)
        rest = s.rules.then[self.kind] + WIDTH    # what this Counter does beside cancelling
        if s.rules.code[rest] != END:
            s.push(Effects(rest, self.seat, -1, fallen.seat, -1))


def play(s: Court, seat: i64, kind: i64, target: i64) -> None:
    """The card is on the table and aimed: will somebody counter it?"""
    s.push(PlotCard(seat, kind, target))
    if s.rules.counterable[kind]:    # SMI-R13
        open_window(s, seat, target)


def give_order(s: Court, giver: i64, receiver: i64) -> None:
    """The Order moves; the giver's ability comes before the receiver's (SMI-092). Both are those of the cards held now
    (SMI-098)."""
    s.tell("given", giver, receiver)
    s.hand_order(receiver, giver)
    set_off(s, s.character(receiver), ON_GIVEN, receiver, giver, receiver, -1)
    set_off(s, s.character(giver), ON_GIVE, giver, giver, receiver, -1)


class CleanUp(Automatic[Court]):
    """The card has had its whole effect: it is discarded (SMI-062)."""

    def run(self, s: Court) -> None:
        s.lift(PLAYED, s.row_size(PLAYED) - 1, DISCARDS)


# --- the Counter window ---


def open_window(s: Court, actor: i64, threatened: i64) -> None:
    """All who could hold a Counter are asked, in secret: the threatened player first, then clockwise from the actor's
    left; never the actor (SMI-R20). The first Counter in this order counts, later ones lapse unseen."""
    somewhere = memory.unseen(s, COUNTER_TYPE)
    for i in range(s.seats - 1, 0, -1):
        seat = (actor + i) % s.seats
        if seat != threatened and s.active(seat) and memory.may_hold(s, seat, COUNTER_TYPE, somewhere):
            s.push(COUNTER_ASKED[seat])
    if (
        threatened >= 0
        and threatened != actor
        and s.active(threatened)
        and memory.may_hold(s, threatened, COUNTER_TYPE, somewhere)
    ):
        s.push(COUNTER_ASKED[threatened])


def not_now(s: Court, kind: i64) -> str:
    """The rule that says when a card of this type is played."""
    card_type = s.rules.card_type[kind]
    if card_type == SHIELD:
        return "SMI-072"
    if card_type == BOOK:
        return "SMI-074"
    return "SMI-077" if card_type == COUNTER_TYPE else "SMI-081"


class AskCounter(SealedChoice[Court]):
    """Counter or pass. Also those are asked who cannot, so that neither silence nor speed tells."""

    def offers(self, s: Court, o: Offers) -> None:
        for kind in range(KINDS):
            if s.holds(self.seat, kind):
                o.offer(COUNTER.of(kind), ALLOWED if s.rules.card_type[kind] == COUNTER_TYPE else not_now(s, kind))
        o.allow(PASS)

    def options(self, s: Court) -> list[i64]:
        """By hand: this is asked more often than anything else."""
        found: list[i64] = []
        for kind in range(KINDS):
            if s.holds(self.seat, kind) and s.rules.card_type[kind] == COUNTER_TYPE:
                found.append(COUNTER.of(kind))
        if not found:
            return ONLY_PASS
        found.append(PASS)
        return found

    def settles(self, action: i64) -> bool:
        return action != PASS

    def passing(self) -> i64:
        return PASS

    def take(self, s: Court, action: i64) -> None:
        if action == PASS:
            return
        below = s.stack[-1]
        kind = COUNTER.target(action)
        s.tell("counters", self.seat, below.seat)
        memory.play_card(s, self.seat, kind)
        s.push(Counter(self.seat, kind, below.seat))
        if s.rules.counterable[kind]:    # SMI-078
            open_window(s, self.seat, below.seat)


ONLY_PASS: Final[list[i64]] = [PASS]
CLEAN_UP: Final[AnyStep] = CleanUp()
COUNTER_ASKED: Final[list[AnyStep]] = [AskCounter(seat) for seat in range(MOST_SEATS)]
