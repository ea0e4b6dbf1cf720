"""The belt (taśma): the three cards on a board, in another order."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.straznik_kluczy import asked, solo
from intryga.games.straznik_kluczy.cards import (
    ARRANGE,
    IN_REARRANGE,
    NOTHING,
    ORDER_OF,
)
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import ARRANGES
from intryga.games.straznik_kluczy.zones import (
    ON_BELT,
    SETTING_UP,
)
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects
from intryga.kernel.language import Operation
from intryga.kernel.steps import ALLOWED, Offers


class Rearrange(Operation[Kingdom]):
    """The cards on the board in another order (STR-163); with fewer than two there is none."""

    def __init__(self) -> None:
        super().__init__("rearrange", [])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            solo.instead(s, e.seat, IN_REARRANGE, 1)
            return
        cards: i64 = 0
        for place in range(3):
            cards += s.cells[ON_BELT[place].of(e.seat)]
        if cards > 1 and not s.cells[SETTING_UP]:
            s.push(Arrange(e.seat, at))


class Arrange(asked.Asked):
    """In which order? Among occupied spaces only (STR-R36)."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        for number, order in enumerate(ORDER_OF):
            rule = ALLOWED
            for place in range(3):
                if order[place] != place and s.on_belt(self.seat, place) == NOTHING:
                    rule = "STR-R36"
            o.offer(ARRANGE.of(number), rule)

    def take(self, s: Kingdom, action: i64) -> None:
        order = ORDER_OF[ARRANGE.target(action)]
        before = [s.on_belt(self.seat, place) for place in range(3)]
        if order[0] != 0 or order[1] != 1:
            s.tell(ARRANGES, self.seat)
        for place in range(2):
            wanted = before[order[place]]
            if s.on_belt(self.seat, place) != wanted:
                for other in range(place + 1, 3):
                    if s.on_belt(self.seat, other) == wanted:
                        s.swap(ON_BELT[place].of(self.seat), 0, ON_BELT[other].of(self.seat), 0)
