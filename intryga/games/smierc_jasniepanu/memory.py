"""Cards that enter and leave hands, and what everybody, or one seat alone, knows about a hand for certain.

- `known`: cards that all have seen in a hand and that cannot have left it unseen. Shown with a book card (SMI-075).
- `lacks` and `at_most`: who surrendered had no shield card to play (SMI-088), so of those kinds the hand holds no more
  than was drawn since.
- `seen`: the same as `known` for one seat that has looked at a hand, packed in one number, three bits for each kind. A
  bag would show its size to all, and the size would tell whether a card played later was there when it was looked at.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.cards import KINDS, MOST_SEATS, SHIELD
from intryga.games.smierc_jasniepanu.state import (
    AT_MOST,
    DECK,
    DISCARDS,
    HAND,
    KNOWN,
    LACKS,
    PLAYED,
    SEEN,
    Court,
    hand,
)

BITS: Final = 3
FULL: Final = 7    # more copies than that are remembered as that many


# --- cards come and go ---


def draw_cards(s: Court, seat: i64, count: i64) -> None:
    """From the draw pile, without regard to the limit (SMI-053); an empty pile gives nothing (SMI-R07)."""
    left = s.size(DECK)
    drawn = min(count, left)
    s.draw(drawn, left, DECK, hand(seat))
    if drawn < count and s.rules.reshuffle:
        s.move_all(DISCARDS, DECK)
        left = s.size(DECK)
        more = min(count - drawn, left)
        s.draw(more, left, DECK, hand(seat))
        drawn += more
    if s.cells[AT_MOST + seat]:
        s.cells[AT_MOST + seat] += drawn


def play_card(s: Court, seat: i64, kind: i64) -> None:
    """On the table, in nobody's hand, until it is discarded (SMI-099)."""
    s.lay(kind, hand(seat), PLAYED)
    left_hand(s, seat, kind)


def discard_card(s: Court, seat: i64, kind: i64) -> None:
    """Face up on the discard pile, by an effect: this is not playing it (SMI-107)."""
    s.move(kind, 1, hand(seat), DISCARDS)
    left_hand(s, seat, kind)


def left_hand(s: Court, seat: i64, kind: i64) -> None:
    """Everybody has seen this card go."""
    cells = s.cells
    if cells[KNOWN + seat * KINDS + kind]:
        cells[KNOWN + seat * KINDS + kind] -= 1
    if cells[AT_MOST + seat] > 1 and cells[LACKS + seat * KINDS + kind]:
        cells[AT_MOST + seat] -= 1
    if s.rules.looks:
        for looker in range(s.seats):
            note = SEEN + seat * MOST_SEATS + looker
            if cells[note] >> (BITS * kind) & FULL:
                cells[note] -= packed(1, kind)


# --- what is learnt ---


def show_hand(s: Court, seat: i64) -> None:
    """To everybody (SMI-075). Whatever was known before is known better now."""
    cells = s.cells
    for kind in range(KINDS):
        cells[KNOWN + seat * KINDS + kind] = cells[HAND + seat * KINDS + kind]
        cells[LACKS + seat * KINDS + kind] = 0
    cells[AT_MOST + seat] = 0
    for looker in range(s.seats):
        cells[SEEN + seat * MOST_SEATS + looker] = 0


def look(s: Court, looker: i64, seat: i64) -> None:
    """One player alone sees the hand of another. No card moves, but there is no way back from here."""
    note: i64 = 0
    for kind in range(KINDS):
        note |= packed(min(s.cells[HAND + seat * KINDS + kind], FULL), kind)
    s.cells[SEEN + seat * MOST_SEATS + looker] = note
    s.tell("looks", looker, seat)
    s.learnt()


def note_surrender(s: Court, seat: i64) -> None:
    """Where surrender needs a hand without playable shield cards (SMI-088), it proves that there is none."""
    for kind in range(KINDS):
        playable = s.rules.card_type[kind] == SHIELD and s.targets(kind, seat) != 0
        s.cells[LACKS + seat * KINDS + kind] = 1 if playable else 0
    s.cells[AT_MOST + seat] = 1
    s.learnt()


# --- what is known ---


def seen(s: Court, looker: i64, seat: i64, kind: i64) -> i64:
    """How many of this kind a seat remembers in the hand of another."""
    return s.cells[SEEN + seat * MOST_SEATS + looker] >> (BITS * kind) & FULL


def packed(count: i64, kind: i64) -> i64:
    """So many of a kind, as `seen` keeps them. The count must be a variable: a compiled literal is shifted in 32 bits."""
    return count << (BITS * kind)


def known_size(s: Court, seat: i64) -> i64:
    total: i64 = 0
    for at in range(KNOWN + seat * KINDS, KNOWN + seat * KINDS + KINDS):
        total += s.cells[at]
    return total


def open_hand(s: Court, seat: i64) -> bool:
    """Does everybody know every card in this hand?"""
    return s.hand_size(seat) == known_size(s, seat)


def unseen(s: Court, card_type: i64) -> bool:
    """Is there a card of this type whose place is not known to all?"""
    cells = s.cells
    rules = s.rules
    for kind in range(KINDS):
        if rules.card_type[kind] != card_type or rules.copies[kind] == 0:
            continue
        left = rules.copies[kind] - cells[DISCARDS + kind]
        for place in range(cells[PLAYED]):
            if cells[PLAYED + 1 + place] == kind:
                left -= 1
        for seat in range(s.seats):
            left -= cells[KNOWN + seat * KINDS + kind]
        if left > 0:
            return True
    return False


def may_hold(s: Court, seat: i64, card_type: i64, somewhere: bool) -> bool:
    """Could this seat hold such a card, as far as everybody knows? `somewhere`: one is unseen. Only those who surely
    hold none are left out of a window, so that being asked tells nothing."""
    cells = s.cells
    size: i64 = 0
    known: i64 = 0
    for kind in range(KINDS):
        size += cells[HAND + seat * KINDS + kind]
        certain = cells[KNOWN + seat * KINDS + kind]
        if certain:
            if s.rules.card_type[kind] == card_type:
                return True
            known += certain
    return somewhere and size > known
