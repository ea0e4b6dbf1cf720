"""Zagrywanie kart spisku: a plot card on the table, the Counters (Odwet) against it, and what it does if it stands."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import (
    BOOK,
    COUNTER,
    COUNTER_TYPE,
    MOST_SEATS,
    ON_GIVE,
    ON_GIVEN,
    PASS,
    SHIELD,
)
from intryga.games.smierc_jasniepanu.state import Court
from intryga.games.smierc_jasniepanu.told import COUNTERS, GIVEN
from intryga.games.smierc_jasniepanu.zones import AIMED, DISCARDS, HAND, PLAYED, PLAYED_BY
from intryga.kernel.cells import vec
from intryga.kernel.effects import perform
from intryga.kernel.poll import Poll
from intryga.kernel.steps import AnyStep, Automatic, each_seat


def play(s: Court, seat: i64, kind: i64, target: i64) -> None:
    """The card lies on the table and is aimed: will somebody counter it?"""
    s.set_to(AIMED, target)
    s.push(RESOLVE)
    if s.rules.plots[kind].counterable:    # SMI-R13
        open_window(s, 0)


class Resolve(Automatic[Court]):
    """Nobody has answered: the last card on the table stands."""

    def run(self, s: Court) -> None:
        top = s.row_size(PLAYED) - 1
        kind = s.row_item(PLAYED, top)
        seat = s.row_item(PLAYED_BY, top)
        if s.rules.card_type[kind] == COUNTER_TYPE:
            self.counter(s, seat, kind, top)
        else:
            self.plot_card(s, seat, kind)

    def counter(self, s: Court, seat: i64, kind: i64, top: i64) -> None:
        """Odwet: the card below falls. If that was a Counter, the window on the card it had countered opens again;
        otherwise the Order is stopped where it was (SMI-079, 089)."""
        if top > 1:
            s.push(RESOLVE)
            open_window(s, top - 2)
        perform(s, s.rules.plots[kind].then, seat, -1, s.row_item(PLAYED_BY, top - 1))

    def plot_card(self, s: Court, seat: i64, kind: i64) -> None:
        """The Order moves, the giver's ability, the receiver's, then the rest of the card, then it is discarded
        (SMI-090 to 092)."""
        target = s.cells[AIMED]
        s.set_to(AIMED, -1)
        s.forget_row(PLAYED_BY)
        s.push(CLEAN_UP)
        perform(s, s.rules.plots[kind].then, seat, seat if target >= 0 else -1, target)
        if target >= 0:
            give_order(s, seat, target)


def give_order(s: Court, giver: i64, receiver: i64) -> None:
    """The Order moves; the giver's ability comes before the receiver's (SMI-092). Both are those of the cards held now
    (SMI-098)."""
    s.tell(GIVEN, giver, receiver)
    s.hand_order(receiver, giver)
    s.rules.triggers.fire(s, s.character(receiver), ON_GIVEN, receiver, giver, receiver)
    s.rules.triggers.fire(s, s.character(giver), ON_GIVE, giver, giver, receiver)


class CleanUp(Automatic[Court]):
    """The card has had its whole effect: it is discarded (SMI-062)."""

    def run(self, s: Court) -> None:
        s.lift(PLAYED, s.row_size(PLAYED) - 1, DISCARDS)


# --- the Counter window ---


def open_window(s: Court, place: i64) -> None:
    """Who counters the card at this place on the table? All who could hold a Counter are asked, in secret: the
    threatened player first, then clockwise from the left of who played it; never that player (SMI-R20). The first
    Counter in this order counts, later ones lapse unseen."""
    actor = s.row_item(PLAYED_BY, place)
    target = aimed_at(s, place)
    somewhere = memory.unseen(s, COUNTER_TYPE)
    for i in range(s.seats - 1, 0, -1):
        seat = (actor + i) % s.seats
        if seat != target:
            ask(s, seat, somewhere)
    if target >= 0 and target != actor:
        ask(s, target, somewhere)


def aimed_at(s: Court, place: i64) -> i64:
    """Whom the card at this place on the table threatens: who played the one it answers, or who would get the Order."""
    return s.row_item(PLAYED_BY, place - 1) if place else s.cells[AIMED]


def threatened(s: Court, seat: i64) -> bool:
    """Does the last card on the table threaten this player?"""
    last = s.row_size(PLAYED) - 1
    return last >= 0 and aimed_at(s, last) == seat


def ask(s: Court, seat: i64, somewhere: bool) -> None:
    if s.active(seat) and memory.may_hold(s, seat, COUNTER_TYPE, somewhere):
        s.push(COUNTER_ASKED[seat])


def not_now(s: Court, kind: i64) -> str:
    """The rule that says when a card of this type is played."""
    card_type = s.rules.card_type[kind]
    if card_type == SHIELD:
        return "SMI-072"
    if card_type == BOOK:
        return "SMI-074"
    return "SMI-077" if card_type == COUNTER_TYPE else "SMI-081"


class AskCounter(Poll[Court]):
    """Counter the last card on the table, or pass."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat, COUNTER, HAND, PASS)

    def fits(self, s: Court, kind: i64) -> bool:
        return s.rules.card_type[kind] == COUNTER_TYPE

    def rule_against(self, s: Court, kind: i64) -> str:
        return not_now(s, kind)

    def taken(self, s: Court, kind: i64) -> None:
        top = s.row_size(PLAYED)
        s.tell(COUNTERS, self.seat, s.row_item(PLAYED_BY, top - 1))
        memory.play_card(s, self.seat, kind)
        if s.rules.plots[kind].counterable:    # SMI-078
            open_window(s, top)


RESOLVE: Final[AnyStep] = Resolve()
CLEAN_UP: Final[AnyStep] = CleanUp()
COUNTER_ASKED: Final[vec[AnyStep]] = each_seat(AskCounter, MOST_SEATS)
