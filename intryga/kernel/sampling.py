"""Pieces for `resample`: a full state that a viewer cannot tell from the true one.

A game collects what its viewer cannot see, puts back by its own rules what the rules bind, and deals the rest.
"""

from __future__ import annotations

from typing import TypeVar

from mypy_extensions import i64

from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.layout import BAG, OMNISCIENT, Zone
from intryga.kernel.state import UNANSWERED, AnyState

S = TypeVar("S", bound=AnyState)


def redealt(s: S, viewer: i64, dice: Dice, pools: list[i64]) -> S:
    """The whole of `resample` for a game whose hidden cards are bound by nothing: what the viewer cannot see of each
    family is gathered in the family's pool and dealt anew."""
    r = s.clone()
    r.dice = dice
    if viewer != OMNISCIENT:
        for pool in pools:
            deal_back(r, pool, collect(r, viewer, pool))
        reseal(r, viewer, dice)
    return r


def collect(s: AnyState, viewer: i64, pool: i64) -> list[tuple[i64, i64]]:
    """Move every card of the pool's family that this viewer cannot see into the bag `pool`; gives where cards are
    missing now, and how many. Notes are not cards: what others remember is for the game to change."""
    return collect_from(s, viewer, pool, s.layout.family(pool))


def collect_from(s: AnyState, viewer: i64, pool: i64, zones: list[Zone]) -> list[tuple[i64, i64]]:
    """The same among these zones only: where a hand can only have come from its owner's pile, the cards of each player
    are a pool of their own."""
    missing: list[tuple[i64, i64]] = []
    for zone in zones:
        if zone.at == pool or zone.seat >= s.seats + s.guests or zone.open_to(viewer):
            continue
        size = s.size(zone.at) if zone.shape == BAG else s.row_size(zone.at)
        if size:
            missing.append((zone.at, size))
            if zone.shape == BAG:
                s.move_all(zone.at, pool)
            else:
                for place in range(size - 1, -1, -1):
                    s.lift(zone.at, place, pool)
    return missing


def deal_back(s: AnyState, pool: i64, missing: list[tuple[i64, i64]]) -> None:
    """Random cards of the pool go where cards are missing; what is left stays in the pool."""
    left = s.size(pool)
    for at, count in missing:
        if s.layout.at[at].shape == BAG:
            s.draw(count, left, pool, at)
        else:
            for taken in range(count):
                s.deal(pool, left - taken, at)
        left -= count


def miscounted(s: AnyState, pool: i64, copies: vec[i64]) -> str:
    """Every card of the pool's family is somewhere, and only there: a sentence about the first that is not, or empty. A
    position written by hand takes its cards from the pool, which may then hold less than none."""
    counts = [0 for _ in range(len(copies))]
    for zone in s.layout.family(pool):
        if zone.shape == BAG:
            for kind in range(zone.length):
                counts[kind] += s.cells[zone.at + kind]
        else:
            for place in range(s.row_size(zone.at)):
                counts[s.row_item(zone.at, place)] += 1
    for kind in range(len(copies)):
        lacking = min(s.cells[pool + kind], 0)
        if counts[kind] != copies[kind] or lacking:
            return f"there are {copies[kind]} cards {s.layout.at[pool].kinds[kind]}, not {counts[kind] - lacking}"
    return ""


def reseal(s: AnyState, viewer: i64, dice: Dice) -> None:
    """Sealed answers of other seats are as unknown as their cards: draw new ones that fit. Their options may be others
    now; the viewer's own are what they were, since a seat knows what it may do."""
    for i in range(len(s.box)):
        step = s.run[i]
        if s.box[i] != UNANSWERED and step.seat != viewer:
            options = step.options(s)
            s.put_in_box(i, options[dice.below(len(options))])
    if s.seat != viewer:
        s.refresh()
