"""Egzekucje: the Order is stopped, somebody may confess, its holder must act; until somebody falls or is pardoned."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import (
    ABILITY,
    BOOK,
    CONFESS,
    CONFESSION_TYPE,
    GIVE,
    KINDS,
    MOST_SEATS,
    PASS,
    PLAY,
    SHIELD,
    SURRENDER,
)
from intryga.games.smierc_jasniepanu.effects import Effects, ability_of, eliminate, mark, set_off, spent
from intryga.games.smierc_jasniepanu.elimination import FALL
from intryga.games.smierc_jasniepanu.operations import END, HOLDING, NO_TARGET, START_EXECUTION, USURP
from intryga.games.smierc_jasniepanu.plays import ONLY_PASS, give_order, not_now, play
from intryga.games.smierc_jasniepanu.state import FALLEN, JOINER, LAST_GIVER, LAST_ONE, USURPER, Court
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers, SealedChoice


class Executions(Automatic[Court]):
    """FAZA 4: one execution after the other (SMI-R02). After each elimination look at the throne, in this order: a
    usurper, no Overlord, nobody but the Overlord (SMI-067)."""

    def run(self, s: Court) -> None:
        if s.row_size(FALLEN):    # a trigger has eliminated somebody else
            s.push(self)
            s.push(FALL)
            return
        usurper = s.cells[USURPER]
        if usurper >= 0:    # SMI-113; the execution that follows is a new one (SMI-R11)
            s.cells[USURPER] = -1
            s.push(self)
            set_off(s, s.character(usurper), USURP, usurper, -1, -1, -1)
            return
        lord = s.overlord()
        if lord < 0:    # SMI-005, SMI-066
            s.tell("overlord_fell")
            return
        if s.active_count() == 1:    # SMI-002
            s.tell("last_one", lord)
            s.finish(lord, LAST_ONE)
            return
        s.push(self)    # SMI-065
        s.push(STOPPED if s.rules.confess_first else NOT_YET_STOPPED)
        set_off(s, s.character(lord), START_EXECUTION, lord, -1, -1, -1)


class Stopped(Automatic[Court]):
    """Zatrzymany: the last card is resolved and the holder has not tried again (SMI-013). All who could confess are
    asked (SMI-084), then the holder acts; then the Order is stopped anew, until the execution is over: by an
    elimination (SMI-014), which counts once the whole card is resolved (SMI-R09), or without one (SMI-015)."""

    def run(self, s: Court) -> None:
        if s.row_size(FALLEN):
            s.push(FALL)
            return
        s.cells[JOINER] = -1
        holder = s.holder()
        if holder < 0:
            return
        s.push(STOPPED)
        s.push(ACT[holder])
        if self.seat == -1:
            open_window(s, holder)


def open_window(s: Court, holder: i64) -> None:
    """Confession: clockwise from the holder's left, in secret; the first one takes the Order, later ones lapse
    unseen."""
    somewhere = memory.unseen(s, CONFESSION_TYPE)
    for i in range(s.seats - 1, 0, -1):
        seat = (holder + i) % s.seats
        if s.active(seat) and memory.may_hold(s, seat, CONFESSION_TYPE, somewhere):
            s.push(CONFESSION_ASKED[seat])


class AskConfession(SealedChoice[Court]):
    """Przyznanie do Winy: take the Order for oneself, or pass (SMI-081 to 083). Also those are asked who cannot."""

    def offers(self, s: Court, o: Offers) -> None:
        for kind in range(KINDS):
            if s.holds(self.seat, kind):
                o.offer(CONFESS.of(kind), ALLOWED if s.rules.card_type[kind] == CONFESSION_TYPE else not_now(s, kind))
        o.allow(PASS)

    def options(self, s: Court) -> list[i64]:
        """By hand: this is asked at every stop."""
        found: list[i64] = []
        for kind in range(KINDS):
            if s.holds(self.seat, kind) and s.rules.card_type[kind] == CONFESSION_TYPE:
                found.append(CONFESS.of(kind))
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
        s.stack.pop()    # the holder need not act any more
        kind = CONFESS.target(action)
        s.tell("confesses", self.seat)
        memory.play_card(s, self.seat, kind)
        play(s, self.seat, kind, -1)


class Act(Choice[Court]):
    """The holder must try to pass the Order on (SMI-061): by a shield card, by a book card if there is no shield in
    hand, or by an ability; or be executed."""

    def offers(self, s: Court, o: Offers) -> None:
        rules = s.rules
        seat = self.seat
        shield_in_hand = s.holds_type(seat, SHIELD)
        shield_playable = False
        for kind in range(KINDS):
            if not s.holds(seat, kind):
                continue
            card_type = rules.card_type[kind]
            if card_type > BOOK or (card_type == BOOK and shield_in_hand):    # SMI-R15: playable or not
                o.offer(PLAY.of(kind), not_now(s, kind))
            elif rules.needs_giver[kind] and s.cells[LAST_GIVER] < 0:
                o.offer(PLAY.of(kind), "SMI-109")
            elif rules.give[kind * 3] != NO_TARGET and not s.targets(kind, seat):
                o.offer(PLAY.of(kind), "SMI-073")
            else:
                shield_playable = shield_playable or card_type == SHIELD
                o.allow(PLAY.of(kind))
        o.offer(ABILITY, self.ability_refused(s))
        o.offer(SURRENDER, "SMI-088" if shield_playable and rules.forced_shield else ALLOWED)

    def ability_refused(self, s: Court) -> str:
        """Some characters can pass the Order on (SMI-085), once a round, if they can pay (SMI-096)."""
        role = s.character(self.seat)
        ability = ability_of(s, role, HOLDING)
        if ability < 0:
            return "SMI-085"
        if spent(s, self.seat, ability, role):
            return "SMI-097"
        payable = s.gold(self.seat) >= s.rules.cost[ability]
        return ALLOWED if payable and s.targets(KINDS + ability, self.seat) else "SMI-096"

    def lone_is_public(self, s: Court, option: i64) -> bool:
        """Only where all know the hand can all tell that there is no choice."""
        return memory.open_hand(s, self.seat)

    def take(self, s: Court, action: i64) -> None:
        if action == SURRENDER:    # SMI-063, SMI-088
            s.tell("surrenders", self.seat)
            if s.rules.forced_shield:
                memory.note_surrender(s, self.seat)
            eliminate(s, self.seat)
        elif action == ABILITY:
            s.push(Target(self.seat, KINDS + ability_of(s, s.character(self.seat), HOLDING)))
        else:
            kind = PLAY.target(action)
            memory.play_card(s, self.seat, kind)
            if s.rules.card_type[kind] == BOOK:
                s.tell("shows_hand", self.seat)
                memory.show_hand(s, self.seat)
            if s.rules.give[kind * 3] == NO_TARGET:
                play(s, self.seat, kind, -1)
            else:
                s.push(Target(self.seat, kind))


class Target(Choice[Court]):
    """To whom shall the Order go? `giving` is a plot card, or KINDS and more for an ability."""

    def __init__(self, seat: i64, giving: i64) -> None:
        super().__init__(seat)
        self.giving: i64 = giving

    def fields(self) -> list[i64]:
        return [self.seat, self.giving]

    def offers(self, s: Court, o: Offers) -> None:
        targets = s.targets(self.giving, self.seat)
        for seat in range(s.seats):
            if targets >> seat & 1:
                o.allow(GIVE.of(seat))
            elif not s.active(seat):
                o.offer(GIVE.of(seat), "SMI-010")
            else:
                o.offer(GIVE.of(seat), "SMI-073" if seat == self.seat else "SMI-116")

    def take(self, s: Court, action: i64) -> None:
        target = GIVE.target(action)
        if self.giving < KINDS:
            s.tell("aims", self.seat, target)
            play(s, self.seat, self.giving, target)
            return
        # By an ability: no plot card, so nobody can counter it (SMI-080, SMI-096).
        ability = self.giving - KINDS
        s.tell("uses_ability", self.seat, target)
        mark(s, self.seat, ability, s.character(self.seat))
        s.to_treasury(self.seat, s.rules.cost[ability])
        if s.rules.code[s.rules.start[ability]] != END:
            s.push(Effects(s.rules.start[ability], self.seat, self.seat, target, -1))
        give_order(s, self.seat, target)


EXECUTIONS: Final[AnyStep] = Executions()
STOPPED: Final[AnyStep] = Stopped()
NOT_YET_STOPPED: Final[AnyStep] = Stopped(0)    # SMI-R12: no Confession before the holder's first attempt
ACT: Final[list[AnyStep]] = [Act(seat) for seat in range(MOST_SEATS)]
CONFESSION_ASKED: Final[list[AnyStep]] = [AskConfession(seat) for seat in range(MOST_SEATS)]
