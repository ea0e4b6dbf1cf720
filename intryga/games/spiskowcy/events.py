"""WYDARZENIA: the two events. An event acts once, when it is revealed, and stays (SPI-079 to 082)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import CHARACTERS, DECLINE, GUARD, MOST_SEATS, STRIKE, SWAP
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.told import PLOT_DECLINED, PLOTTED, RAID_DECLINED, RAIDED
from intryga.games.spiskowcy.zones import TABLEAU
from intryga.kernel.actions import Pair
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.layout import SEAT
from intryga.kernel.steps import ALLOWED, AnyStep, Choice, Offers, each_seat

# --- for games at which nobody looks: cards as bits, one for each character of each seat ---


def any_card(s: Court, verb: Pair, cards: i64, may_decline: bool, dice: Dice) -> i64:
    """An action at random that points at one of these cards, or declines."""
    place = s.any_bit(cards | MAY_DECLINE if may_decline else cards, dice)
    seat = place // CHARACTERS
    return verb.of(seat, place % CHARACTERS) if seat < MOST_SEATS else DECLINE


# --- the two events ---


class Raid(Choice[Court]):
    """Najazd: may remove one face-up character of an opponent without the Guard majority (SPI-083, SPI-089)."""

    def offers(self, s: Court, o: Offers) -> None:
        for victim in range(s.seats):
            rule = "SPI-083" if victim == self.seat else "SPI-062" if s.majority(victim, GUARD) else ALLOWED
            for kind in s.kinds(TABLEAU.of(victim)):
                o.offer(STRIKE.of(victim, kind), rule if kind < CHARACTERS else "SPI-083")
        o.allow(DECLINE)

    def any_option(self, s: Court, dice: Dice) -> i64:
        cards: i64 = 0
        for victim in range(s.seats):
            if victim != self.seat and not s.majority(victim, GUARD):
                cards |= s.characters(victim) << CHARACTERS * victim
        return any_card(s, STRIKE, cards, True, dice)

    def take(self, s: Court, action: i64) -> None:
        if action == DECLINE:
            s.tell(RAID_DECLINED, self.seat)
            return
        victim, kind = STRIKE.targets(action)
        s.tell(RAIDED, self.seat, victim)
        s.discard(victim, kind)    # SPI-084


def plot_refused(s: Court, plotter: i64, owner: i64) -> str:
    """May the cards of this owner take part in a Plot (SPI-086 to 088)?"""
    if not s.safe_from_plots(owner):
        return ALLOWED
    if s.seats == 2:
        return "SPI-088"
    return "SPI-087" if owner == plotter else "SPI-086"


class Plot(Choice[Court]):
    """Spisek: may swap two characters of two different players (SPI-085). Here the first of the two cards."""

    def offers(self, s: Court, o: Offers) -> None:
        for owner in range(s.seats):
            rule = plot_refused(s, self.seat, owner)
            for kind in s.kinds(TABLEAU.of(owner)):
                if kind >= CHARACTERS:
                    o.offer(SWAP.of(owner, kind), "SPI-085")
                else:
                    o.offer(SWAP.of(owner, kind), rule or self.partner_refused(s, owner, kind))
        o.allow(DECLINE)

    def partner_refused(self, s: Court, owner: i64, kind: i64) -> str:
        """Why there is no second card for this one, another player's and of another type; or nothing, if there is."""
        reason = "SPI-085"
        for other in range(s.seats):
            if other != owner:
                protected = plot_refused(s, self.seat, other)
                for second in range(CHARACTERS):
                    if s.face_up(other, second):
                        if not protected and second != kind:
                            return ALLOWED
                        reason = protected or "SPI-R11"
        return reason

    def any_option(self, s: Court, dice: Dice) -> i64:
        cards: i64 = 0
        for owner in range(s.seats):
            if not plot_refused(s, self.seat, owner):
                cards |= s.characters(owner) << CHARACTERS * owner
        found: i64 = 0
        for owner in range(s.seats):
            own = cards >> CHARACTERS * owner & ALL_CHARACTERS
            partners: i64 = 0    # by type, of all the others
            for other in range(s.seats):
                if other != owner:
                    partners |= cards >> CHARACTERS * other & ALL_CHARACTERS
            if partners & (partners - 1) == 0:    # of one type: it must be another
                own &= ~partners
            if partners:
                found |= own << CHARACTERS * owner
        return any_card(s, SWAP, found, True, dice)

    def take(self, s: Court, action: i64) -> None:
        if action == DECLINE:
            s.tell(PLOT_DECLINED, self.seat)
            return
        owner, kind = SWAP.targets(action)
        s.push(PlotWith(self.seat, owner, kind))


class PlotWith(Choice[Court]):
    """The second card of a Plot. Nothing has moved yet: the first choice is carried here."""

    about: ClassVar[dict[str, str]] = {"owner": SEAT, "kind": "card"}

    def __init__(self, seat: i64, owner: i64, kind: i64) -> None:
        super().__init__(seat)
        self.owner: i64 = owner
        self.kind: i64 = kind

    def fields(self) -> list[i64]:
        return [self.seat, self.owner, self.kind]

    def continues(self) -> bool:
        return True

    def offers(self, s: Court, o: Offers) -> None:
        for owner in range(s.seats):
            rule = "SPI-085" if owner == self.owner else plot_refused(s, self.seat, owner)
            for kind in s.kinds(TABLEAU.of(owner)):
                same = "SPI-R11" if kind == self.kind else ALLOWED
                o.offer(SWAP.of(owner, kind), (rule or same) if kind < CHARACTERS else "SPI-085")

    def any_option(self, s: Court, dice: Dice) -> i64:
        cards: i64 = 0
        for owner in range(s.seats):
            if owner != self.owner and not plot_refused(s, self.seat, owner):
                cards |= (s.characters(owner) & ~(1 << self.kind)) << CHARACTERS * owner
        return any_card(s, SWAP, cards, False, dice)

    def take(self, s: Court, action: i64) -> None:
        owner, kind = SWAP.targets(action)
        s.tell(PLOTTED, self.seat)
        s.move(self.kind, 1, TABLEAU.of(self.owner), TABLEAU.of(owner))
        s.move(kind, 1, TABLEAU.of(owner), TABLEAU.of(self.owner))


ALL_CHARACTERS: Final = (1 << CHARACTERS) - 1
MAY_DECLINE: Final = 0x1000000000    # the bit after those of the cards; not shifted, which C does with 32 bits
RAIDS: Final[vec[AnyStep]] = each_seat(Raid, MOST_SEATS)
PLOTS: Final[vec[AnyStep]] = each_seat(Plot, MOST_SEATS)
