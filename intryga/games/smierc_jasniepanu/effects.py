"""The choices within an effect, and abilities that their owner may use or not."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import CHOOSE, DECLINE, DISCARD, JOIN, MOST_SEATS, PASS, USE
from intryga.games.smierc_jasniepanu.data import AnyCharacterAbility, CharacterAbility
from intryga.games.smierc_jasniepanu.state import Court
from intryga.games.smierc_jasniepanu.told import DECLINED, JOINED
from intryga.games.smierc_jasniepanu.zones import HAND, JOINER
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects, perform
from intryga.kernel.layout import NUMBER, SEAT
from intryga.kernel.poll import Poll
from intryga.kernel.steps import ALLOWED, AnyStep, Choice, Offers, each_seat


class ChooseTaker(Choice[Court]):
    """The Overlord names another player, who takes the Order and cannot refuse (SMI-059, 060, 070)."""

    def offers(self, s: Court, o: Offers) -> None:
        for seat in range(s.seats):
            o.offer(CHOOSE.of(seat), "SMI-059" if seat == self.seat else ALLOWED if s.active(seat) else "SMI-010")

    def take(self, s: Court, action: i64) -> None:
        s.hand_order(CHOOSE.target(action), -1)


class Discard(Choice[Court]):
    """Whoever must discard chooses the card (SMI-R18)."""

    def offers(self, s: Court, o: Offers) -> None:
        for kind in s.kinds(HAND.of(self.seat)):
            o.allow(DISCARD.of(kind))

    def lone_is_public(self, s: Court, option: i64) -> bool:
        """Three equal cards look like any three."""
        return s.hand_size(self.seat) == 1 or memory.open_hand(s, self.seat)

    def take(self, s: Court, action: i64) -> None:
        memory.discard_card(s, self.seat, DISCARD.target(action))


class Join(Poll[Court]):
    """Powstanie: discard such a card to join, or pass. This is not playing it: shield cards do not matter (SMI-107)."""

    about: ClassVar[dict[str, str]] = {"card_type": NUMBER}

    def __init__(self, seat: i64, card_type: i64) -> None:
        super().__init__(seat, JOIN, HAND, PASS)
        self.card_type: i64 = card_type

    def fields(self) -> list[i64]:
        return [self.seat, self.card_type]

    def fits(self, s: Court, kind: i64) -> bool:
        return s.rules.card_type[kind] == self.card_type

    def rule_against(self, s: Court, kind: i64) -> str:
        return "SMI-105"

    def taken(self, s: Court, kind: i64) -> None:
        s.tell(JOINED, self.seat)
        memory.discard_card(s, self.seat, kind)
        s.set_to(JOINER, self.seat)


# --- abilities ---


class CourtAbility(CharacterAbility[Court]):
    """An ability with its condition and its question."""

    def holds(self, s: Court, seat: i64, giver: i64, receiver: i64, executed: i64) -> bool:
        return not self.to_higher_rank or s.rank(receiver) > s.rank(giver)

    def question(self, seat: i64, giver: i64, receiver: i64, executed: i64) -> AnyStep:
        return UseAbility(seat, self.number, giver, receiver, executed)


class UseAbility(Choice[Court]):
    """An ability that its owner may use or not. If it begins with a discard of one's own, the card is the answer."""

    about: ClassVar[dict[str, str]] = {"ability": NUMBER, "giver": SEAT, "receiver": SEAT, "executed": SEAT}

    def __init__(self, seat: i64, number: i64, giver: i64, receiver: i64, executed: i64) -> None:
        super().__init__(seat)
        self.number: i64 = number
        self.giver: i64 = giver
        self.receiver: i64 = receiver
        self.executed: i64 = executed

    def fields(self) -> list[i64]:
        return [self.seat, self.number, self.giver, self.receiver, self.executed]

    def ability(self, s: Court) -> AnyCharacterAbility:
        found = s.rules.ability(self.number)
        assert found is not None
        return found

    def offers(self, s: Court, o: Offers) -> None:
        if self.ability(s).discards:
            for kind in s.kinds(HAND.of(self.seat)):
                o.allow(DISCARD.of(kind))
        else:
            o.allow(USE)
        o.allow(DECLINE)

    def take(self, s: Court, action: i64) -> None:
        if action == DECLINE:
            s.tell(DECLINED, self.seat)
            return
        used = self.ability(s)
        s.rules.triggers.mark(s, used, self.seat)
        if action == USE:
            perform(s, used.start, self.seat, self.giver, self.receiver, self.executed)
            return
        # One card of the discard it begins with has been named.
        rest = used.start if used.discards > 1 else s.rules.program.after(used.start)
        s.push(Effects(self.seat, rest, used.discards - 1, self.giver, self.receiver, self.executed))
        memory.discard_card(s, self.seat, DISCARD.target(action))


CHOOSE_TAKER: Final[vec[AnyStep]] = each_seat(ChooseTaker, MOST_SEATS)
DISCARDING: Final[vec[AnyStep]] = each_seat(Discard, MOST_SEATS)
