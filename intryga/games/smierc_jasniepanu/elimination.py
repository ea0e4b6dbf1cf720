"""Who is eliminated, and what that sets off, once all tokens of one step are taken."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.cards import (
    MOST_SEATS,
    ON_ADJACENT_EXECUTED,
    ON_OTHER_EXECUTED,
    ON_OVERLORD_EXECUTED,
    ON_SELF_EXECUTED,
    USURP,
)
from intryga.games.smierc_jasniepanu.state import Court
from intryga.games.smierc_jasniepanu.told import ELIMINATED, ELIMINATED_WITHOUT_TOKEN
from intryga.games.smierc_jasniepanu.zones import (
    CENTRE,
    CHARACTER,
    FALLEN,
    FALLEN_AS,
    JOINER,
    LAST_GIVER,
    TOKEN,
    USURPER,
)
from intryga.kernel.steps import AnyStep, Automatic


def eliminate(s: Court, seat: i64) -> None:
    """Out for this round: the character goes to the centre, the player takes the lowest token left (SMI-022, 064, 066).
    What follows from it waits until the whole card has had its effect (SMI-R09)."""
    if not s.active(seat):
        return
    role = s.character(seat)
    s.remember_next(seat, FALLEN)
    s.remember_next(role, FALLEN_AS)
    tokens: i64 = 0
    without: i64 = 0
    for other in range(s.seats):
        if s.cells[TOKEN.of(other)] > MOST_SEATS:
            without += 1
        elif s.cells[TOKEN.of(other)]:
            tokens += 1
    if s.rules.is_overlord[role] and not s.rules.options.overlord_takes_token:    # SMI-R04
        s.set_to(TOKEN.of(seat), MOST_SEATS + without + 1)
        s.tell(ELIMINATED_WITHOUT_TOKEN, seat)
    else:
        s.set_to(TOKEN.of(seat), tokens + 1)
        s.tell(ELIMINATED, seat, tokens + 1)
    s.lift(CHARACTER.of(seat), 0, CENTRE)


class Fall(Automatic[Court]):
    """One elimination step: every elimination, by whatever cause, is an execution (SMI-R28) and ends the one that goes
    on (SMI-014). Its triggers come before the throne is looked at (SMI-111)."""

    def run(self, s: Court) -> None:
        s.set_to(USURPER, usurper(s))
        s.set_to(JOINER, -1)
        s.lay_order_aside()
        for i in range(s.row_size(FALLEN) - 1, -1, -1):    # the last one pushed comes first: the lowest token
            push_triggers(s, s.row_item(FALLEN, i), s.row_item(FALLEN_AS, i))
        s.forget_row(FALLEN)
        s.forget_row(FALLEN_AS)


def push_triggers(s: Court, executed: i64, role: i64) -> None:
    """Clockwise from the executed player, who comes first with a trigger on their own execution. Players eliminated in
    the same step have no other trigger left."""
    triggers = s.rules.triggers
    left = next_to(s, executed, 1)
    right = next_to(s, executed, s.seats - 1)
    for i in range(s.seats - 1, 0, -1):
        seat = (executed + i) % s.seats
        if not s.active(seat):
            continue
        own = s.character(seat)
        if s.rules.is_overlord[role]:
            triggers.fire(s, own, ON_OVERLORD_EXECUTED, seat, -1, -1, executed)
        if seat in (left, right):
            triggers.fire(s, own, ON_ADJACENT_EXECUTED, seat, -1, -1, executed)
        triggers.fire(s, own, ON_OTHER_EXECUTED, seat, -1, -1, executed)
    triggers.fire(s, role, ON_SELF_EXECUTED, executed, -1, -1, executed)


def next_to(s: Court, seat: i64, step: i64) -> i64:
    """The neighbour among the players who were active just before this elimination step (SMI-112)."""
    at = (seat + step) % s.seats
    while not s.active(at) and not has_just_fallen(s, at):
        at = (at + step) % s.seats
    return at


def has_just_fallen(s: Court, seat: i64) -> bool:
    return any(s.row_item(FALLEN, i) == seat for i in range(s.row_size(FALLEN)))


def usurper(s: Court) -> i64:
    """Who takes the throne instead of an exchange, or -1: the active Actor who eliminated the Overlord, as last giver
    of the Order that the Overlord still held, or by joining the Uprising (SMI-113, 114)."""
    holder = s.holder()
    for i in range(s.row_size(FALLEN)):
        if s.rules.is_overlord[s.row_item(FALLEN_AS, i)]:
            killer = s.cells[JOINER]
            if can_usurp(s, killer):
                return killer
            killer = s.cells[LAST_GIVER]
            if s.row_item(FALLEN, i) == holder and can_usurp(s, killer):
                return killer
    return -1


def can_usurp(s: Court, seat: i64) -> bool:
    return seat >= 0 and s.active(seat) and s.rules.ability_of(s.character(seat), USURP) is not None


FALL: Final[AnyStep] = Fall()
