"""A fair redistribution of what a viewer of Śmierć Jaśniepanu! does not see, and what no play can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import CHARACTERS, KINDS, PLOTS, ROLES
from intryga.games.smierc_jasniepanu.zones import (
    AT_MOST,
    BOX,
    CENTRE,
    CHARACTER,
    DECK,
    HAND,
    IN_RESERVE,
    KNOWN,
    LACKS,
    LAST_GIVER,
    ORDER,
    ORDER_ASIDE,
    RESERVE,
    ROUND,
    SEEN,
    TOKEN,
    TREASURY,
)
from intryga.kernel.dice import Dice
from intryga.kernel.layout import OMNISCIENT
from intryga.kernel.sampling import collect, deal_back, miscounted, reseal

if TYPE_CHECKING:
    from intryga.games.smierc_jasniepanu.state import Court


def resample(s: Court, viewer: i64, dice: Dice) -> Court:
    """Hidden hands are dealt anew around what is certain: cards shown to all, cards this viewer has looked at, and the
    shield cards that a surrender ruled out. Every possible world can come up; the weights ignore why opponents chose
    what they chose. What other seats have looked at is not this viewer's to know: they remember nothing here."""
    r = s.clone()
    r.dice = dice
    if viewer == OMNISCIENT:
        return r
    clean: list[i64] = []    # one entry for each card that may not be of a kind ruled out: whose it is
    rest: list[tuple[i64, i64]] = []
    for at, size in collect(r, viewer, DECK):
        seat = (at - HAND.first) // HAND.stride
        left = size
        for kind in range(KINDS):
            count = at_least(s, viewer, seat, kind)
            if count:
                r.move(kind, count, DECK, at)
                left -= count
        if r.cells[AT_MOST.of(seat)]:
            free = min(r.cells[AT_MOST.of(seat)] - 1 - ruled_out(r, seat), left)
            for _ in range(left - free):
                clean.append(seat)
            left = free
        rest.append((at, left))
    kinds: list[i64] = []
    for _ in clean:
        kinds.append(-1)
        dealt = deal_clean(r, clean, kinds, len(kinds) - 1, [False for _ in range(KINDS)])
        assert dealt, "the true hands are always possible"
    deal_back(r, DECK, rest)
    for seat in range(s.seats):
        for looker in range(s.seats):
            if looker != viewer:
                r.set_to(SEEN[seat].of(looker), 0)
    reseal(r, viewer, dice)
    return r


def at_least(s: Court, viewer: i64, seat: i64, kind: i64) -> i64:
    """How many cards of this kind the viewer knows to be in a hand."""
    known = s.cells[KNOWN.at(seat, kind)]
    return max(known, memory.seen(s, viewer, seat, kind)) if viewer >= 0 else known


def ruled_out(s: Court, seat: i64) -> i64:
    """How many cards of the kinds that a surrender ruled out this hand holds."""
    total: i64 = 0
    for kind in range(KINDS):
        if s.cells[LACKS.at(seat, kind)]:
            total += s.holds(seat, kind)
    return total


def deal_clean(r: Court, owners: list[i64], kinds: list[i64], i: i64, tried: list[bool]) -> bool:
    """A card for number i that fits its owner. If none is left, somebody dealt one before takes another instead."""
    seat = owners[i]
    total: i64 = 0
    for kind in range(KINDS):
        if not r.cells[LACKS.at(seat, kind)]:
            total += r.cells[DECK + kind]
    if total:
        rest = r.dice.below(total)
        kind = 0
        while r.cells[LACKS.at(seat, kind)] or rest >= r.cells[DECK + kind]:
            if not r.cells[LACKS.at(seat, kind)]:
                rest -= r.cells[DECK + kind]
            kind += 1
        r.move(kind, 1, DECK, HAND.of(seat))
        kinds[i] = kind
        return True
    for kind in range(KINDS):
        if tried[kind] or r.cells[LACKS.at(seat, kind)]:
            continue
        tried[kind] = True
        for other in range(len(kinds)):
            if other != i and kinds[other] == kind and deal_clean(r, owners, kinds, other, tried):
                r.move(kind, 1, HAND.of(owners[other]), HAND.of(seat))
                kinds[i] = kind
                return True
    return False


def impossible(s: Court) -> str:
    """Why no play leads here, in a sentence; empty if nothing speaks against it."""
    wrong = miscounted(s, DECK, s.rules.copies)
    return wrong or wrong_characters(s) or wrong_counters(s) or wrong_memories(s)


def wrong_characters(s: Court) -> str:
    if s.size(BOX) == ROLES:    # nothing is set up yet
        return ""
    lords: i64 = 0
    ranks: list[i64] = []
    for seat in range(s.seats):
        if s.row_size(CHARACTER.of(seat)) != (1 if s.active(seat) else 0):
            return f"seat {seat} has a character if and only if it is active (token 0)"
        if s.active(seat):
            ranks.append(s.character(seat))
    for role in range(ROLES):
        if s.cells[BOX + role] < 0:
            return f"there is one character {CHARACTERS[role]}"
        if s.cells[CENTRE + role]:
            ranks.append(role)
    for role in ranks:
        lords += s.rules.is_overlord[role]
    if len(ranks) != s.seats:
        return f"{s.seats} players use {s.seats} characters, not {len(ranks)} (SMI-031)"
    if lords != 1:
        return f"exactly one Overlord card is in play, not {lords} (SMI-039)"
    if not s.rules.options.allow_duplicate_ranks and len({s.rules.rank[role] for role in ranks}) < len(ranks):
        return "no two characters of one game have the same rank (SMI-039)"
    return ""


def wrong_counters(s: Court) -> str:
    gold = s.cells[TREASURY] + s.cells[RESERVE]
    for seat in range(s.seats):
        gold += s.gold(seat)
    if gold != s.rules.setup.coins + IN_RESERVE or s.cells[TREASURY] < 0:
        return "treasury and players together hold more gold than there is"
    held: i64 = s.cells[ORDER_ASIDE]
    for seat in range(s.seats):
        held += s.cells[ORDER.of(seat)]
        if s.cells[ORDER.of(seat)] and not s.active(seat) and not s.depth:
            return f"seat {seat} is eliminated and cannot hold the Order (SMI-012)"
        if s.cells[TOKEN.of(seat)]:
            for other in range(seat):
                if s.cells[TOKEN.of(other)] == s.cells[TOKEN.of(seat)]:
                    return f"seats {other} and {seat} have the same elimination token"
    if held != 1 or s.cells[ORDER_ASIDE] < 0:
        return "there is one Execution Order"
    if not -1 <= s.cells[LAST_GIVER] < s.seats:
        return f"last_giver is a seat from 0 to {s.seats - 1}, or -1"
    if not 0 <= s.cells[ROUND] <= s.rules.setup.most_rounds:
        return f"round is a number from 1 to {s.rules.setup.most_rounds}"
    return ""


def wrong_memories(s: Court) -> str:
    for seat in range(s.seats):
        for kind in range(KINDS):
            if s.cells[KNOWN.at(seat, kind)] > s.holds(seat, kind):
                return f"the hand of seat {seat} lacks a card {PLOTS[kind]} that all know to be in it"
        for looker in range(s.seats):
            if s.cells[SEEN[seat].of(looker)]:
                for kind in range(KINDS):
                    if memory.seen(s, looker, seat, kind) > s.holds(seat, kind):
                        return f"the hand of seat {seat} lacks a card {PLOTS[kind]} that seat {looker} has seen in it"
        if s.cells[AT_MOST.of(seat)] and ruled_out(s, seat) >= s.cells[AT_MOST.of(seat)]:
            return f"the hand of seat {seat} holds shield cards that a surrender ruled out (SMI-088)"
    return ""
