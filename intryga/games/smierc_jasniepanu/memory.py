"""Cards that enter and leave hands, and what everybody, or one seat alone, knows about a hand for certain.

- `known`: cards that all have seen in a hand and that cannot have left it unseen. Shown with a book card (SMI-075).
- `lacks` and `at_most`: who surrendered had no shield card to play (SMI-088), so of those kinds the hand holds no more
  than was drawn since.
- `seen`: the same as `known` for one seat that has looked at a hand, packed in one number, three bits for each kind. A
  bag would show its size to all, and the size would tell whether a card played later was there when it was looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.cards import KINDS, PLOTS, SHIELD
from intryga.games.smierc_jasniepanu.told import LOOKS
from intryga.games.smierc_jasniepanu.zones import (
    AT_MOST,
    DECK,
    DISCARDS,
    HAND,
    KNOWN,
    LACKS,
    PLAYED,
    PLAYED_BY,
    SEEN,
)

if TYPE_CHECKING:
    from intryga.games.smierc_jasniepanu.state import Court

BITS: Final = 3
FULL: Final = 7    # more copies than that are remembered as that many
assert KINDS * BITS < 63, "what a seat has seen must fit into one number"


# --- cards come and go ---


def draw_cards(s: Court, seat: i64, count: i64) -> None:
    """From the draw pile, without regard to the limit (SMI-053); an empty pile gives nothing (SMI-R07)."""
    left = s.size(DECK)
    drawn = min(count, left)
    s.draw(drawn, left, DECK, HAND.of(seat))
    if drawn < count and s.rules.options.midround_reshuffle:
        s.move_all(DISCARDS, DECK)
        left = s.size(DECK)
        more = min(count - drawn, left)
        s.draw(more, left, DECK, HAND.of(seat))
        drawn += more
    if s.cells[AT_MOST.of(seat)]:
        s.add(AT_MOST.of(seat), drawn)


def play_card(s: Court, seat: i64, kind: i64) -> None:
    """On the table, in nobody's hand, until it is discarded (SMI-099)."""
    s.lay(kind, HAND.of(seat), PLAYED)
    s.remember_next(seat, PLAYED_BY)
    left_hand(s, seat, kind)


def discard_card(s: Court, seat: i64, kind: i64) -> None:
    """Face up on the discard pile, by an effect: this is not playing it (SMI-107)."""
    s.move(kind, 1, HAND.of(seat), DISCARDS)
    left_hand(s, seat, kind)


def left_hand(s: Court, seat: i64, kind: i64) -> None:
    """Everybody has seen this card go."""
    known = s.cells[KNOWN.at(seat, kind)]
    if known:
        s.set_note(KNOWN.of(seat), kind, known - 1)
    if s.cells[AT_MOST.of(seat)] > 1 and s.cells[LACKS.at(seat, kind)]:
        s.add(AT_MOST.of(seat), -1)
    if s.rules.looks:
        notes = SEEN[seat].first    # a cell for each seat
        for looker in range(s.seats):
            if s.cells[notes + looker] and seen(s, looker, seat, kind):
                s.add(notes + looker, -packed(1, kind))


# --- what is learnt ---


def show_hand(s: Court, seat: i64) -> None:
    """To everybody (SMI-075). Whatever was known before is known better now."""
    for kind in range(KINDS):
        s.set_note(KNOWN.of(seat), kind, s.holds(seat, kind))
    s.forget(LACKS.of(seat))
    s.set_to(AT_MOST.of(seat), 0)
    for looker in range(s.seats):
        s.set_to(SEEN[seat].of(looker), 0)


def look(s: Court, looker: i64, seat: i64) -> None:
    """One player alone sees the hand of another."""
    note: i64 = 0
    for kind in range(KINDS):
        note |= packed(min(s.holds(seat, kind), FULL), kind)
    s.set_to(SEEN[seat].of(looker), note)
    s.tell(LOOKS, looker, seat)


def note_surrender(s: Court, seat: i64) -> None:
    """Where surrender needs a hand without playable shield cards (SMI-088), it proves that there is none."""
    for kind in range(KINDS):
        playable = s.rules.card_type[kind] == SHIELD and s.targets(s.rules.plots[kind].give, seat) != 0
        s.set_note(LACKS.of(seat), kind, 1 if playable else 0)
    s.set_to(AT_MOST.of(seat), 1)


# --- what is known ---


def seen(s: Court, looker: i64, seat: i64, kind: i64) -> i64:
    """How many of this kind a seat remembers in the hand of another."""
    return s.cells[SEEN[seat].of(looker)] >> (BITS * kind) & FULL


def seen_by(s: Court, viewer: i64) -> dict[str, list[int]]:
    """What this viewer alone remembers: for each card the seats that hold it."""
    found: dict[str, list[int]] = {}
    for seat in range(s.seats if viewer >= 0 else 0):
        for kind in range(KINDS):
            count = seen(s, viewer, seat, kind)
            if count:
                found.setdefault(PLOTS[kind], []).extend([seat for _ in range(count)])
    return found


def packed(count: i64, kind: i64) -> i64:
    """So many of a kind, as `seen` keeps them. The count is a variable: a compiled literal is shifted in 32 bits."""
    return count << (BITS * kind)


def open_hand(s: Court, seat: i64) -> bool:
    """Does everybody know every card in this hand?"""
    return s.hand_size(seat) == s.size(KNOWN.of(seat))


def unseen(s: Court, card_type: i64) -> bool:
    """Is there a card of this type whose place is not known to all?"""
    cells = s.cells
    rules = s.rules
    for kind in range(KINDS):
        if rules.card_type[kind] != card_type or rules.copies[kind] == 0:
            continue
        left = rules.copies[kind] - cells[DISCARDS + kind]
        for place in range(s.row_size(PLAYED)):
            if s.row_item(PLAYED, place) == kind:
                left -= 1
        for seat in range(s.seats):
            left -= cells[KNOWN.at(seat, kind)]
        if left > 0:
            return True
    return False


def may_hold(s: Court, seat: i64, card_type: i64, somewhere: bool) -> bool:
    """Could this seat hold such a card, as far as everybody knows? `somewhere`: one is unseen. Only those who surely
    hold none are left out of a window, so that being asked tells nothing."""
    cells = s.cells
    types = s.rules.card_type
    hand = HAND.of(seat)
    shown = KNOWN.of(seat)
    size: i64 = 0
    known: i64 = 0
    for kind in range(KINDS):
        size += cells[hand + kind]
        certain = cells[shown + kind]
        if certain:
            if types[kind] == card_type:
                return True
            known += certain
    return somewhere and size > known
