"""Opłacanie akcji: how many icons come for free, and which ways of paying for the rest there are.

An action has an icon and a price (STR-071). Icons are counted at their best, without asking (STR-342); the rest is
spent, one piece for one icon: the action's own resource and, where a card on the board says so, Stone and Gold as Ink
or pairs of Silver (STR-165). A doubled own resource is worth one icon more, once in an action.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

IMPOSSIBLE: Final = -1


def card_icons(wanted: i64, criminals: i64, made: i64, turned: i64) -> i64:
    """What one card gives: its icons of the action, its Criminals, and what the chest under it adds (STR-223, 224).

    `made`: icons of the action that the chest would make, 0 without a printed icon for it to turn; `turned`: 1 if the
    icon it turns is one of the action, which is lost for it.
    """
    return wanted + criminals + max(made - turned, 0)


def pair_icons(merchants: i64) -> i64:
    """Pairs of Merchants as another icon (STR-164): none of them made by a chest (STR-R18), none of them Silver."""
    return merchants // 2


def affordable(missing: i64, own: i64, others: i64, doubled: bool) -> bool:
    """Can so many icons be paid? `others`: pieces of other kinds that may pay, a pair of Silver being one piece."""
    return own + others + (1 if doubled and own else 0) >= missing


def own_part(missing: i64, left: i64, doubled: bool) -> i64:
    """How many own resources pay the `left` icons of all that were missing, with nothing superfluous (STR-077).

    A doubled resource pays two icons: alone it may overpay, but beside another piece that piece would be superfluous.
    """
    if not doubled or left <= 0:
        return left if left >= 0 else IMPOSSIBLE
    if left == 1:
        return 1 if missing == 1 else IMPOSSIBLE
    return left - 1


def completes(missing: i64, paid: i64, own: i64, others: i64, doubled: bool) -> bool:
    """After `paid` pieces of other kinds: is there a legal payment with up to `others` more and the own resource?

    Kinds are asked one after the other, so this says which answers lead to an end: pairs of Silver, Gold, Stone.
    """
    left = missing - paid
    for more in range(min(others, left) + 1):
        part = own_part(missing, left - more, doubled)
        if part != IMPOSSIBLE and part <= own:
            return True
    return False
