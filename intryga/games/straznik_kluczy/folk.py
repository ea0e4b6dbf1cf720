"""The cards of one player: drawing, shuffling, discarding, destroying."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import asked, icons, solo
from intryga.games.straznik_kluczy.cards import (
    DESTROY,
    DESTROY_TOP,
    DISCARD,
    DISCARD_TOP,
    FIRST_HERO,
    FOLK_KINDS,
    IN_DESTROY,
    IN_DISCARD,
    IN_DRAW,
    ON_HERO,
    SILVER,
    STOP,
)
from intryga.games.straznik_kluczy.effects import fire
from intryga.games.straznik_kluczy.parameters import COUNT
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import SHUFFLES
from intryga.games.straznik_kluczy.tracks import gain, repent, sin
from intryga.games.straznik_kluczy.zones import (
    DISCARDS,
    DRAW_PILE,
    FOLK_BOX,
    HAND,
    KNOWN,
    SETTING_UP,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import DRAW
from intryga.kernel.effects import Effects
from intryga.kernel.language import Operation
from intryga.kernel.steps import ALLOWED, Offers

MOST_KNOWN: Final[i64] = 20    # places of the note

# --- draw pile and hand ---


def shuffle(s: Kingdom, seat: i64) -> None:
    """The discards go under the draw pile, which brings Corruption or Virtue (STR-122, STR-162)."""
    if s.size(DRAW_PILE.of(seat)) == 0:
        hand_is_known(s, seat)
    s.move_all(DISCARDS.of(seat), DRAW_PILE.of(seat))
    s.tell(SHUFFLES, seat)
    if icons.criminals(s, seat):
        sin(s, seat, 1)
    else:
        repent(s, seat, 1)


def pile_ready(s: Kingdom, seat: i64) -> i64:
    """How many cards the draw pile holds, after shuffling if it was empty (STR-121)."""
    size = s.size(DRAW_PILE.of(seat))
    if size == 0:
        size = s.size(DISCARDS.of(seat))
        if size:
            shuffle(s, seat)
    return size


def draw(s: Kingdom, seat: i64, count: i64) -> None:
    left = count
    while left > 0:
        size = pile_ready(s, seat)
        if size == 0:
            return
        drawn = min(left, size)
        s.dice.begin(DRAW)
        s.draw(drawn, size, DRAW_PILE.of(seat), HAND.of(seat))
        left -= drawn


def hand_is_known(s: Kingdom, seat: i64) -> None:
    """The draw pile is empty and all other cards lie open: everybody can work out the hand."""
    known = KNOWN.of(seat)
    s.forget_row(known)
    for kind in range(FOLK_KINDS):
        if s.cells[HAND.at(seat, kind)] and s.row_size(known) < MOST_KNOWN:
            s.remember_next(kind, known)


def leaves_hand(s: Kingdom, seat: i64, kind: i64) -> None:
    """What everybody knew of a hand is no longer there."""
    known = KNOWN.of(seat)
    for place in range(s.row_size(known)):
        if s.row_item(known, place) == kind:
            s.strike_out(known, place)
            return


class DrawCards(Operation[Kingdom]):
    def __init__(self) -> None:
        super().__init__("draw", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            solo.instead(s, e.seat, IN_DRAW, code[at + 1])
        elif not s.cells[SETTING_UP]:
            draw(s, e.seat, code[at + 1])


class Shuffle(Operation[Kingdom]):
    def __init__(self) -> None:
        super().__init__("shuffle", [])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            solo.shuffle(s, e.seat)
        elif not s.cells[SETTING_UP] and s.size(DISCARDS.of(e.seat)):
            shuffle(s, e.seat)


# --- discarding and destroying ---


class DiscardCards(Operation[Kingdom]):
    """Up to so many, as long as the owner wants."""

    def __init__(self) -> None:
        super().__init__("discard", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            solo.instead(s, e.seat, IN_DISCARD, code[at + 1])
        elif not s.cells[SETTING_UP]:
            s.push(Discard(e.seat, code[at + 1], at))


class DestroyCards(Operation[Kingdom]):
    def __init__(self) -> None:
        super().__init__("destroy", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            solo.instead(s, e.seat, IN_DESTROY, code[at + 1])
        elif not s.cells[SETTING_UP]:
            s.push(Destroy(e.seat, code[at + 1], at))


class Discard(asked.AskedOften):
    """A card of the hand, the unseen top of the draw pile, or enough (STR-160)."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        hand = HAND.of(self.seat)
        for kind in range(FOLK_KINDS):
            if s.cells[hand + kind]:
                o.allow(DISCARD.of(kind))
        o.offer(DISCARD_TOP, ALLOWED if blind_possible(s, self.seat) else "STR-160")
        o.allow(STOP)

    def options(self, s: Kingdom) -> list[i64]:
        """By hand, as it is asked most."""
        cells = s.cells
        hand = HAND.of(self.seat)
        found: list[i64] = []
        for kind in range(FOLK_KINDS):
            if cells[hand + kind]:
                found.append(DISCARD.of(kind))
        if blind_possible(s, self.seat):
            found.append(DISCARD_TOP)
        found.append(STOP)
        return found

    def take(self, s: Kingdom, action: i64) -> None:
        if action == STOP:
            return
        if action == DISCARD_TOP:
            blind(s, self.seat, DISCARDS.of(self.seat))
        else:
            kind = DISCARD.target(action)
            leaves_hand(s, self.seat, kind)
            s.move(kind, 1, HAND.of(self.seat), DISCARDS.of(self.seat))
        if self.left > 1:
            s.push(Discard(self.seat, self.left - 1, self.source))


class Destroy(asked.AskedOften):
    """The same, out of the game and for Silver (STR-161); never below three cards (STR-055)."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        enough = s.cards_owned(self.seat) > s.rules.setup.fewest_cards
        rule = ALLOWED if enough else "STR-055"
        hand = HAND.of(self.seat)
        for kind in range(FOLK_KINDS):
            if s.cells[hand + kind]:
                o.offer(DESTROY.of(kind), rule)
        o.offer(DESTROY_TOP, rule if blind_possible(s, self.seat) else "STR-161")
        o.allow(STOP)

    def take(self, s: Kingdom, action: i64) -> None:
        if action == STOP:
            return
        if self.left > 1:
            s.push(Destroy(self.seat, self.left - 1, self.source))
        if action == DESTROY_TOP:
            kind = blind(s, self.seat, FOLK_BOX)
        else:
            kind = DESTROY.target(action)
            leaves_hand(s, self.seat, kind)
            s.move(kind, 1, HAND.of(self.seat), FOLK_BOX)
        gain(s, self.seat, SILVER, s.rules.folk.cost[kind])
        if kind >= FIRST_HERO:
            fire(s, self.seat, ON_HERO)    # STR-213


def blind_possible(s: Kingdom, seat: i64) -> bool:
    return s.size(DRAW_PILE.of(seat)) + s.size(DISCARDS.of(seat)) != 0


def blind(s: Kingdom, seat: i64, target: i64) -> i64:
    """The top of the draw pile goes there, whatever it is; gives its kind."""
    size = pile_ready(s, seat)
    s.dice.begin(DRAW)
    kind = s.chance(DRAW_PILE.of(seat), size)
    s.move(kind, 1, DRAW_PILE.of(seat), target)
    return kind
