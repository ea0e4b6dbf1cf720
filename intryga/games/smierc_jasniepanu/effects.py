"""What cards and abilities do: the programs of cards.toml, run one operation after the other, as far as possible."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import (
    CHOOSE,
    DECLINE,
    DISCARD,
    JOIN,
    KINDS,
    MOST_SEATS,
    PASS,
    ROLES,
    USE,
)
from intryga.games.smierc_jasniepanu.operations import (
    BECOME_OVERLORD,
    CHOSEN,
    DISCARDS_CARDS,
    DRAWS,
    ELIMINATE,
    END,
    END_EXECUTION,
    EXECUTED,
    GAIN,
    GIVER,
    LOOK,
    NO_ONE,
    OWNER,
    PAY,
    RALLY,
    RECEIVER,
    RECEIVER_RANK_HIGHER,
    SWAP,
    TAKE_FROM_EACH,
    TAKE_GOLD,
    TAKE_ORDER,
    WIDTH,
)
from intryga.games.smierc_jasniepanu.operations import LAST_GIVER as THE_LAST_GIVER
from intryga.games.smierc_jasniepanu.state import (
    CENTRE,
    FALLEN,
    FALLEN_AS,
    JOINER,
    LAST_GIVER,
    TOKEN,
    USED,
    Court,
    character_row,
)
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers, SealedChoice


class Effects(Automatic[Court]):
    """The rest of a program from `at` on. `seat` is whose card or ability it is; the others are the people it may name,
    or -1. Top to bottom, each operation as far as possible (SMI-093)."""

    def __init__(self, at: i64, seat: i64, giver: i64, receiver: i64, executed: i64) -> None:
        super().__init__(seat)
        self.at: i64 = at
        self.giver: i64 = giver
        self.receiver: i64 = receiver
        self.executed: i64 = executed

    def fields(self) -> list[i64]:
        return [self.at, self.seat, self.giver, self.receiver, self.executed]

    def person(self, s: Court, who: i64) -> i64:
        """A seat, or -1 for nobody: the eliminated take no part (SMI-010 to 012), but for their own execution."""
        seat: i64 = -1
        if who == OWNER:
            seat = self.seat
        elif who == GIVER:
            seat = self.giver
        elif who == RECEIVER:
            seat = self.receiver
        elif who == EXECUTED:
            return self.executed
        elif who == THE_LAST_GIVER:
            seat = s.cells[LAST_GIVER]
        if seat >= 0 and s.cells[TOKEN + seat] and seat != self.executed:
            return -1
        return seat

    def go_on(self, s: Court, at: i64) -> None:
        """The rest of the program waits for a choice."""
        if s.rules.code[at] != END:
            s.push(Effects(at, self.seat, self.giver, self.receiver, self.executed))

    def run(self, s: Court) -> None:
        code = s.rules.code
        at = self.at
        while code[at] != END:
            op = code[at]
            if op == RALLY:
                self.go_on(s, at + WIDTH)
                open_rally(s, self, code[at + 1], code[at + 2], code[at + 3])
                return
            if op == TAKE_ORDER and code[at + 1] == CHOSEN:
                self.go_on(s, at + WIDTH)
                s.push(CHOOSE_TAKER[self.seat])
                return
            who = self.person(s, code[at + 1])
            amount = code[at + 3]
            if op == END_EXECUTION:
                s.tell("execution_ends")
                s.lay_order_aside()
            elif who < 0:
                pass
            elif op == GAIN:
                s.from_treasury(who, amount)
            elif op == DRAWS:
                memory.draw_cards(s, who, amount)
            elif op == DISCARDS_CARDS:
                if code[at + 2] == NO_ONE:
                    discard_at_random(s, who, amount)
                elif s.hand_size(who):    # SMI-101
                    self.go_on(s, at + WIDTH)
                    s.push(Discard(who, amount))
                    return
            elif op == TAKE_FROM_EACH:
                for i in range(1, s.seats):
                    payer = (who + i) % s.seats
                    if s.active(payer):
                        s.pay(payer, who, amount)
            elif op == ELIMINATE:
                eliminate(s, who)
            elif op == TAKE_ORDER:
                s.hand_order(who, -1)
            elif op == BECOME_OVERLORD:
                become_overlord(s, who)
            else:
                other = self.person(s, code[at + 2])
                if other >= 0:
                    between(s, op, who, other, amount)
            at += WIDTH


def between(s: Court, op: i64, who: i64, other: i64, amount: i64) -> None:
    """Operations with two people."""
    if op == TAKE_GOLD:
        s.pay(other, who, amount)
    elif op == PAY:
        s.pay(who, other, amount)
    elif op == SWAP:
        if s.active(who) and s.active(other) and who != other:    # SMI-103, SMI-104
            s.swap(character_row(who), 0, character_row(other), 0)
            s.tell("swapped", who, other)
    elif op == LOOK and who != other:
        memory.look(s, who, other)


def discard_at_random(s: Court, seat: i64, count: i64) -> None:
    """Where nobody chooses, chance does."""
    for _ in range(min(count, s.hand_size(seat))):
        rest = s.dice.below(s.hand_size(seat))
        kind: i64 = 0
        while rest >= s.holds(seat, kind):
            rest -= s.holds(seat, kind)
            kind += 1
        memory.discard_card(s, seat, kind)


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
        if s.cells[TOKEN + other] > MOST_SEATS:
            without += 1
        elif s.cells[TOKEN + other]:
            tokens += 1
    if s.rules.is_overlord[role] and not s.rules.overlord_token:    # SMI-R04
        s.cells[TOKEN + seat] = MOST_SEATS + without + 1
        s.tell("eliminated_without_token", seat)
    else:
        s.cells[TOKEN + seat] = tokens + 1
        s.tell("eliminated", seat, tokens + 1)
    s.lift(character_row(seat), 0, CENTRE)


def become_overlord(s: Court, seat: i64) -> None:
    """The Overlord card goes to the usurper, their own card to the centre (SMI-115)."""
    for role in range(ROLES):
        if s.rules.is_overlord[role] and s.cells[CENTRE + role]:
            s.lift(character_row(seat), 0, CENTRE)
            s.lay(role, CENTRE, character_row(seat))
            s.tell("usurped", seat)
            return


# --- abilities ---


def ability_of(s: Court, role: i64, trigger: i64) -> i64:
    """The ability of a character for this occasion, or -1."""
    return s.rules.ability[trigger * ROLES + role]


def spent(s: Court, seat: i64, ability: i64, role: i64) -> bool:
    """A once-per-round ability is marked for the player who used it (SMI-097)."""
    return s.rules.once[ability] != 0 and s.cells[USED + seat * ROLES + role] != 0


def mark(s: Court, seat: i64, ability: i64, role: i64) -> None:
    if s.rules.once[ability]:
        s.cells[USED + seat * ROLES + role] = 1


def set_off(s: Court, role: i64, trigger: i64, seat: i64, giver: i64, receiver: i64, executed: i64) -> None:
    """Push what this character does on this occasion, if anything; an optional ability is asked (SMI-098)."""
    ability = ability_of(s, role, trigger)
    if ability < 0 or spent(s, seat, ability, role):
        return
    rules = s.rules
    if rules.condition[ability] == RECEIVER_RANK_HIGHER and s.rank(receiver) <= s.rank(giver):
        return
    if rules.optional[ability]:
        s.push(UseAbility(seat, ability, role, giver, receiver, executed))
    else:
        mark(s, seat, ability, role)
        if rules.code[rules.start[ability]] != END:
            s.push(Effects(rules.start[ability], seat, giver, receiver, executed))


class UseAbility(Choice[Court]):
    """An ability that its owner may use or not. If it begins with a discard of one's own, the card is the answer."""

    def __init__(self, seat: i64, ability: i64, role: i64, giver: i64, receiver: i64, executed: i64) -> None:
        super().__init__(seat)
        self.ability: i64 = ability
        self.role: i64 = role
        self.giver: i64 = giver
        self.receiver: i64 = receiver
        self.executed: i64 = executed

    def fields(self) -> list[i64]:
        return [self.seat, self.ability, self.role, self.giver, self.receiver, self.executed]

    def discards(self, s: Court) -> bool:
        at = s.rules.start[self.ability]
        code = s.rules.code
        return code[at] == DISCARDS_CARDS and code[at + 1] == OWNER and code[at + 2] == OWNER

    def offers(self, s: Court, o: Offers) -> None:
        if self.discards(s):
            for kind in range(KINDS):
                if s.holds(self.seat, kind):
                    o.allow(DISCARD.of(kind))
        else:
            o.allow(USE)
        o.allow(DECLINE)

    def take(self, s: Court, action: i64) -> None:
        if action == DECLINE:
            s.tell("declined", self.seat)
            return
        mark(s, self.seat, self.ability, self.role)
        at = s.rules.start[self.ability]
        if action != USE:
            more = s.rules.code[at + 3] - 1
            at += WIDTH
            if s.rules.code[at] != END:
                s.push(Effects(at, self.seat, self.giver, self.receiver, self.executed))
            memory.discard_card(s, self.seat, DISCARD.target(action))
            if more and s.hand_size(self.seat):
                s.push(Discard(self.seat, more))
        elif s.rules.code[at] != END:
            s.push(Effects(at, self.seat, self.giver, self.receiver, self.executed))


# --- choices within an effect ---


class ChooseTaker(Choice[Court]):
    """The Overlord names another player, who takes the Order and cannot refuse (SMI-059, 060, 070)."""

    def offers(self, s: Court, o: Offers) -> None:
        for seat in range(s.seats):
            o.offer(CHOOSE.of(seat), "SMI-059" if seat == self.seat else ALLOWED if s.active(seat) else "SMI-010")

    def take(self, s: Court, action: i64) -> None:
        s.hand_order(CHOOSE.target(action), -1)


class Discard(Choice[Court]):
    """Whoever must discard chooses the card (SMI-R18)."""

    def __init__(self, seat: i64, count: i64) -> None:
        super().__init__(seat)
        self.count: i64 = count

    def fields(self) -> list[i64]:
        return [self.seat, self.count]

    def offers(self, s: Court, o: Offers) -> None:
        for kind in range(KINDS):
            if s.holds(self.seat, kind):
                o.allow(DISCARD.of(kind))

    def lone_is_public(self, s: Court, option: i64) -> bool:
        """Three equal cards look like any three."""
        return s.hand_size(self.seat) == 1 or memory.open_hand(s, self.seat)

    def take(self, s: Court, action: i64) -> None:
        memory.discard_card(s, self.seat, DISCARD.target(action))
        if self.count > 1 and s.hand_size(self.seat):
            s.push(Discard(self.seat, self.count - 1))


# --- Powstanie: who joins? ---


def open_rally(s: Court, cause: Effects, card_type: i64, joined: i64, nobody: i64) -> None:
    """Third parties may each discard a card of this type; the first in order who does decides (SMI-105 to 107).
    Clockwise from the one who played it; the target only if this table allows it, and last (SMI-R17)."""
    s.push(Effects(nobody, cause.seat, cause.giver, cause.receiver, cause.executed))
    somewhere = memory.unseen(s, card_type)
    asked: list[AnyStep] = []
    for i in range(1, s.seats):
        seat = (cause.seat + i) % s.seats
        if seat != cause.receiver and s.active(seat) and memory.may_hold(s, seat, card_type, somewhere):
            asked.append(Join(seat, card_type, joined))
    target = cause.receiver
    if s.rules.target_joins and s.active(target) and memory.may_hold(s, target, card_type, somewhere):
        asked.append(Join(target, card_type, joined))
    s.then(asked)


class Join(SealedChoice[Court]):
    """Discard such a card to join, or pass. This is not playing it: shield cards do not matter (SMI-107)."""

    def __init__(self, seat: i64, card_type: i64, joined: i64) -> None:
        super().__init__(seat)
        self.card_type: i64 = card_type
        self.joined: i64 = joined    # the program that follows

    def fields(self) -> list[i64]:
        return [self.seat, self.card_type, self.joined]

    def offers(self, s: Court, o: Offers) -> None:
        for kind in range(KINDS):
            if s.holds(self.seat, kind):
                o.offer(JOIN.of(kind), ALLOWED if s.rules.card_type[kind] == self.card_type else "SMI-105")
        o.allow(PASS)

    def settles(self, action: i64) -> bool:
        return action != PASS

    def passing(self) -> i64:
        return PASS

    def take(self, s: Court, action: i64) -> None:
        if action == PASS:
            return
        failed = s.stack.pop()
        assert isinstance(failed, Effects)
        s.tell("joined", self.seat)
        memory.discard_card(s, self.seat, JOIN.target(action))
        s.cells[JOINER] = self.seat
        s.push(Effects(self.joined, failed.seat, failed.giver, failed.receiver, failed.executed))


CHOOSE_TAKER: Final[list[AnyStep]] = [ChooseTaker(seat) for seat in range(MOST_SEATS)]
