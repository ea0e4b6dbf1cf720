"""Egzekucje: the Order is stopped, somebody may confess, its holder must act; until somebody falls or is pardoned."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import (
    ABILITY,
    BOOK,
    CONFESS,
    CONFESSION_TYPE,
    GIVE,
    HOLDING,
    KINDS,
    MOST_SEATS,
    PASS,
    PLAY,
    SHIELD,
    START_EXECUTION,
    SURRENDER,
    USURP,
)
from intryga.games.smierc_jasniepanu.data import AnyCharacterAbility
from intryga.games.smierc_jasniepanu.elimination import FALL, eliminate
from intryga.games.smierc_jasniepanu.plays import give_order, not_now, play
from intryga.games.smierc_jasniepanu.state import Court
from intryga.games.smierc_jasniepanu.told import (
    AIMS,
    CONFESSES,
    LAST_ONE,
    OVERLORD_FELL,
    SHOWS_HAND,
    SURRENDERS,
    USES_ABILITY,
)
from intryga.games.smierc_jasniepanu.zones import ASKED, FALLEN, HAND, JOINER, LAST_GIVER, USURPER
from intryga.games.smierc_jasniepanu.zones import LAST_ONE as BY_OUTLIVING
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.effects import perform
from intryga.kernel.layout import NUMBER
from intryga.kernel.poll import Poll
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers, each_seat


class Executions(Automatic[Court]):
    """FAZA 4: one execution after the other (SMI-R02). After each elimination look at the throne, in this order: a
    usurper, no Overlord, nobody but the Overlord (SMI-067)."""

    def run(self, s: Court) -> None:
        if s.row_size(FALLEN):    # by the execution that went on, or by what an elimination set off
            s.push(self)
            s.push(FALL)
            return
        usurper = s.cells[USURPER]
        if usurper >= 0:    # SMI-113; the execution that follows is a new one (SMI-R11)
            s.set_to(USURPER, -1)
            s.push(self)
            s.rules.triggers.fire(s, s.character(usurper), USURP, usurper)
            return
        lord = s.overlord()
        if lord < 0:    # SMI-005, SMI-066
            s.tell(OVERLORD_FELL)
            return
        if s.active_count() == 1:    # SMI-002
            s.tell(LAST_ONE, lord)
            s.finish(lord, BY_OUTLIVING)
            return
        s.push(self)    # SMI-065
        s.push(STOPPED)
        s.set_to(ASKED, 0 if s.rules.options.confession_at_execution_start else 1)    # SMI-R12
        s.rules.triggers.fire(s, s.character(lord), START_EXECUTION, lord)


class Stopped(Automatic[Court]):
    """Zatrzymany: the last card is resolved and the holder has not tried again (SMI-013). All who could confess are
    asked (SMI-084), then the holder acts; then the Order is stopped anew, until the execution is over: by an
    elimination (SMI-014), which counts once the whole card is resolved (SMI-R09), or without one (SMI-015)."""

    def run(self, s: Court) -> None:
        if s.row_size(FALLEN):
            return
        s.set_to(JOINER, -1)
        holder = s.holder()
        if holder < 0:
            return
        s.push(self)
        if s.cells[ASKED]:
            s.set_to(ASKED, 0)
            s.push(ACT[holder])
        else:
            s.set_to(ASKED, 1)
            open_window(s, holder)


def open_window(s: Court, holder: i64) -> None:
    """Confession: clockwise from the holder's left, in secret; the first one takes the Order, later ones lapse
    unseen."""
    somewhere = memory.unseen(s, CONFESSION_TYPE)
    for i in range(s.seats - 1, 0, -1):
        seat = (holder + i) % s.seats
        if s.active(seat) and memory.may_hold(s, seat, CONFESSION_TYPE, somewhere):
            s.push(CONFESSION_ASKED[seat])


class AskConfession(Poll[Court]):
    """Przyznanie do Winy: take the Order for oneself, or pass (SMI-081 to 083). The holder need not act then: the Order
    is stopped anew."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat, CONFESS, HAND, PASS)

    def fits(self, s: Court, kind: i64) -> bool:
        return s.rules.card_type[kind] == CONFESSION_TYPE

    def rule_against(self, s: Court, kind: i64) -> str:
        return not_now(s, kind)

    def taken(self, s: Court, kind: i64) -> None:
        s.set_to(ASKED, 0)
        s.tell(CONFESSES, self.seat)
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
            card = rules.plots[kind]
            if card.card_type > BOOK or (card.card_type == BOOK and shield_in_hand):    # SMI-R15: playable or not
                o.offer(PLAY.of(kind), not_now(s, kind))
            elif card.needs_giver and s.cells[LAST_GIVER] < 0:
                o.offer(PLAY.of(kind), "SMI-109")
            elif card.give is not None and not s.targets(card.give, seat):
                o.offer(PLAY.of(kind), "SMI-073")
            else:
                shield_playable = shield_playable or card.card_type == SHIELD
                o.allow(PLAY.of(kind))
        o.offer(ABILITY, self.ability_refused(s))
        o.offer(SURRENDER, "SMI-088" if shield_playable and rules.options.forced_shield_play else ALLOWED)

    def ability_refused(self, s: Court) -> str:
        """Some characters can pass the Order on (SMI-085), once a round, if they can pay (SMI-096)."""
        ability = self.ability(s)
        if ability is None:
            return "SMI-085"
        if s.rules.triggers.spent(s, ability, self.seat):
            return "SMI-097"
        payable = s.gold(self.seat) >= ability.cost
        return ALLOWED if payable and s.targets(ability.give, self.seat) else "SMI-096"

    def ability(self, s: Court) -> AnyCharacterAbility | None:
        return s.rules.ability_of(s.character(self.seat), HOLDING)

    def lone_is_public(self, s: Court, option: i64) -> bool:
        """Only where all know the hand can all tell that there is no choice."""
        return memory.open_hand(s, self.seat)

    def take(self, s: Court, action: i64) -> None:
        if action == SURRENDER:    # SMI-063, SMI-088
            s.tell(SURRENDERS, self.seat)
            if s.rules.options.forced_shield_play:
                memory.note_surrender(s, self.seat)
            eliminate(s, self.seat)
        elif action == ABILITY:
            ability = self.ability(s)
            assert ability is not None
            s.push(Target(self.seat, KINDS + ability.number))
        else:
            kind = PLAY.target(action)
            memory.play_card(s, self.seat, kind)
            if s.rules.card_type[kind] == BOOK:
                s.tell(SHOWS_HAND, self.seat)
                memory.show_hand(s, self.seat)
            if s.rules.plots[kind].give is None:
                play(s, self.seat, kind, -1)
            else:
                s.push(Target(self.seat, kind))


class Target(Choice[Court]):
    """To whom shall the Order go? `giving` is a plot card, or KINDS and more for an ability."""

    about: ClassVar[dict[str, str]] = {"giving": NUMBER}

    def __init__(self, seat: i64, giving: i64) -> None:
        super().__init__(seat)
        self.giving: i64 = giving

    def fields(self) -> list[i64]:
        return [self.seat, self.giving]

    def continues(self) -> bool:
        return True

    def ability(self, s: Court) -> AnyCharacterAbility | None:
        return s.rules.ability(self.giving - KINDS) if self.giving >= KINDS else None

    def targets(self, s: Court) -> i64:
        ability = self.ability(s)
        return s.targets(s.rules.plots[self.giving].give if ability is None else ability.give, self.seat)

    def offers(self, s: Court, o: Offers) -> None:
        targets = self.targets(s)
        for seat in range(s.seats):
            if targets >> seat & 1:
                o.allow(GIVE.of(seat))
            elif not s.active(seat):
                o.offer(GIVE.of(seat), "SMI-010")
            else:
                o.offer(GIVE.of(seat), "SMI-073" if seat == self.seat else "SMI-116")

    def any_option(self, s: Court, dice: Dice) -> i64:
        return GIVE.of(s.any_bit(self.targets(s), dice))

    def take(self, s: Court, action: i64) -> None:
        target = GIVE.target(action)
        ability = self.ability(s)
        if ability is None:
            s.tell(AIMS, self.seat, target)
            play(s, self.seat, self.giving, target)
            return
        # By an ability: no plot card, so nobody can counter it (SMI-080, SMI-096).
        s.tell(USES_ABILITY, self.seat, target)
        s.rules.triggers.mark(s, ability, self.seat)
        s.to_treasury(self.seat, ability.cost)
        perform(s, ability.start, self.seat, self.seat, target)
        give_order(s, self.seat, target)


EXECUTIONS: Final[AnyStep] = Executions()
STOPPED: Final[AnyStep] = Stopped()
ACT: Final[vec[AnyStep]] = each_seat(Act, MOST_SEATS)
CONFESSION_ASKED: Final[vec[AnyStep]] = each_seat(AskConfession, MOST_SEATS)
