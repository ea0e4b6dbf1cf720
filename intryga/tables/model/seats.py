"""A chair at a table: whose it is, and who chooses for it now."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from intryga.tables.types import Wish

STAND_IN = "heuristic"    # plays for who is away


class Chair(msgspec.Struct):
    """One seat of a table."""

    level: str    # of a bot, or empty
    name: str
    reserved: str
    kept_for: str = ""    # the name of who is expected here
    person: str = ""
    away: bool = False
    resigned: bool = False
    bank: float = 0.0
    returned: float = 0.0    # when the owner last took over from a bot
    passes: bool = False    # in every window, until their chain is over
    orders: dict[str, Wish] = {}    # by card: when to be asked; replaced, never changed
    ordered: bool = False    # passes in the open window because of them
    spared: bool = False    # passes in it unasked, for there is nothing to choose
    clicked: int = -1    # how many moves of the game had been made when its owner last chose one
    lapsed: bool = False    # the bell came before this seat's last answer

    @property
    def free(self) -> bool:
        return not self.person and not self.level

    @property
    def bot(self) -> str:
        """Who chooses here now, if it is a bot."""
        return self.level or (STAND_IN if self.away or self.resigned else "")


def seat_name(chairs: Sequence[Chair], seat: int, name: str) -> str:
    """The name, with a number where somebody at another seat already has it."""
    taken = {chair.name for place, chair in enumerate(chairs) if place != seat}
    if name not in taken:
        return name
    return next(f"{name[:36]} {n}" for n in range(2, 99) if f"{name[:36]} {n}" not in taken)
