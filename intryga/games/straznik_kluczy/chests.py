"""Chests (Skrzynie): taken from the display, put under a space of the belt, paying when a card comes there."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from intryga.games.straznik_kluczy import asked, solo
from intryga.games.straznik_kluczy.cards import CHEST, DECLINE, ICON_COUNT, NOTHING, UNDER
from intryga.games.straznik_kluczy.display import place_of, refill
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import CHEST_PAYS, DECLINES_CHEST
from intryga.games.straznik_kluczy.zones import CHEST_BOX, CHEST_DECK, CHEST_UNDER, CHESTS_SHOWN
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects, perform
from intryga.kernel.language import Operation
from intryga.kernel.steps import ALLOWED, Choice, Offers


def entered(s: Kingdom, seat: i64, place: i64) -> None:
    """A card came to this space in Card Management: what the chest there pays comes next (STR-222, STR-225)."""
    chest = s.chest_under(seat, place)
    if chest == NOTHING:
        return
    chests = s.rules.chests
    if chests.effect[chest] == 0:
        return
    kind = s.on_belt(seat, place)
    printed = s.rules.folk.icons[kind * ICON_COUNT + chests.condition.icon[chest]]
    if chests.condition.least[chest] <= printed <= chests.condition.most[chest]:
        s.tell(CHEST_PAYS, seat, chest)
        perform(s, chests.effect[chest], seat)


def slots_full(s: Kingdom, seat: i64) -> bool:
    return all(s.chest_under(seat, place) != NOTHING for place in range(3))


class GainChest(Operation[Kingdom]):
    """One of those on display (STR-220); nothing if there is none (STR-R28)."""

    def __init__(self) -> None:
        super().__init__("chest", [])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            solo.flip_chest(s, e.seat)
        elif s.row_size(CHESTS_SHOWN):
            s.push(TakeChest(e.seat, at))


class TakeChest(asked.Asked):
    """Which one? Only with three already there may it be declined (STR-227, STR-R45)."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        for place in range(s.row_size(CHESTS_SHOWN)):
            o.allow(CHEST.of(s.row_item(CHESTS_SHOWN, place)))
        o.offer(DECLINE, ALLOWED if slots_full(s, self.seat) else "STR-R45")

    def take(self, s: Kingdom, action: i64) -> None:
        if action == DECLINE:
            s.tell(DECLINES_CHEST, self.seat)
        else:
            s.push(UnderSpace(self.seat, CHEST.target(action)))


class UnderSpace(Choice[Kingdom]):
    """Under which space? A chest that lies there leaves the game (STR-227)."""

    about: ClassVar[dict[str, str]] = {"chest": "chest"}

    def __init__(self, seat: i64, chest: i64) -> None:
        super().__init__(seat)
        self.chest: i64 = chest

    def fields(self) -> list[i64]:
        return [self.seat, self.chest]

    def offers(self, s: Kingdom, o: Offers) -> None:
        for place in range(3):
            o.allow(UNDER.of(place))

    def continues(self) -> bool:
        return True

    def take(self, s: Kingdom, action: i64) -> None:
        row = CHEST_UNDER[UNDER.target(action)].of(self.seat)
        if s.cells[row]:
            s.lift(row, 0, CHEST_BOX)
        place = place_of(s, CHESTS_SHOWN, self.chest)
        s.pass_on(CHESTS_SHOWN, place, row)
        refill(s, CHESTS_SHOWN, CHEST_DECK, place)
