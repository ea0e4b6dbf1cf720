"""What the four actions have in common: something is bought, perhaps with the help of a dismissed card."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import DISMISS, FOLK_KINDS, NOTHING, PASS, SILVER
from intryga.games.straznik_kluczy.means import can_pay, dismissal_price, dismissal_rule, helper_here
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import ACTION_FAILS, DISMISSES_PRINTED
from intryga.games.straznik_kluczy.tracks import spend
from intryga.games.straznik_kluczy.zones import DISMISSED, FOLK_BOX, TOWNSFOLK
from intryga.kernel.effects import perform
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import Choice, Offers


class Purchase(Choice[Kingdom]):
    """What is bought by an action? `helper` is the card dismissed for it (see icons.dismissed_icons), or NOTHING."""

    about: ClassVar[dict[str, str]] = {"helper": NUMBER}

    def __init__(self, seat: i64, icon: i64, helper: i64) -> None:
        super().__init__(seat)
        self.icon: i64 = icon
        self.helper: i64 = helper

    def fields(self) -> list[i64]:
        return [self.seat, self.helper]

    def goods(self, s: Kingdom, o: Offers) -> None:
        """Offer everything that could be bought."""
        raise NotImplementedError

    def buy(self, s: Kingdom, action: i64) -> None:
        """Push the result and what comes after it, then charge."""
        raise NotImplementedError

    def helped(self, helper: i64) -> Purchase:
        """The same purchase after this card was dismissed."""
        raise NotImplementedError

    def payable(self, s: Kingdom, price: i64) -> bool:
        return can_pay(s, self.seat, self.icon, price, self.helper)

    def offers(self, s: Kingdom, o: Offers) -> None:
        self.goods(s, o)
        if self.helper == NOTHING:
            o.offer(DISMISS, dismissal_rule(s, self.seat, self.icon))
        if not o.options:
            o.allow(PASS)

    def lone_is_public(self, s: Kingdom, option: i64) -> bool:
        """A dismissal turns a card up and costs Silver: nobody is pushed into it."""
        return option != DISMISS

    def continues(self) -> bool:
        return True

    def take(self, s: Kingdom, action: i64) -> None:
        if action == DISMISS:
            self.dismiss(s)
        elif action == PASS:
            s.tell(ACTION_FAILS, self.seat)    # STR-076
        else:
            self.buy(s, action)

    def dismiss(self, s: Kingdom) -> None:
        """Pay, out of the game with the card, its top-right effect, and back to the purchase."""
        helper = helper_here(s, self.seat)
        segment = s.segment(self.seat)
        spend(s, self.seat, SILVER, dismissal_price(s, self.seat, helper))
        s.set_to(DISMISSED, 1)
        s.push(self.helped(helper))
        if helper >= FOLK_KINDS:
            s.tell(DISMISSES_PRINTED, self.seat, segment)
            perform(s, s.rules.segments.card_hire[segment], self.seat)
        else:
            s.lift(TOWNSFOLK[segment], 0, FOLK_BOX)
            s.next_townsperson(segment)
            perform(s, s.rules.folk.hire[helper], self.seat)
