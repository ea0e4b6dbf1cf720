"""A toy with ordered piles: a face-down pile that players peek into and remember, a row everybody sees.

In turn each seat peeks at the top card of the pile and then takes it, or takes a card of the row; the row is filled up
from the pile. A seat remembers what it has seen of the pile until it is shuffled.
"""

from __future__ import annotations

from typing import Any

from intryga.kernel import sampling
from intryga.kernel.actions import ActionSpace
from intryga.kernel.dice import Dice
from intryga.kernel.game import Game, steps_of
from intryga.kernel.layout import EVERYBODY, NOBODY, OWNER, Layout
from intryga.kernel.state import State
from intryga.kernel.steps import ALLOWED, Automatic, Choice, Offers

SEATS = 3
CARDS = ["rose", "key", "crown"]
COPIES = 5
OPEN = 3

LAYOUT = Layout(SEATS)
BOX = LAYOUT.bag("box", CARDS, NOBODY)
PILE = LAYOUT.row("pile", CARDS, NOBODY, COPIES * len(CARDS))
ROW = LAYOUT.row("row", CARDS, EVERYBODY, OPEN)
HELD = LAYOUT.rows("held", CARDS, OWNER, COPIES * len(CARDS))
SEEN = LAYOUT.note(LAYOUT.rows("seen", CARDS, OWNER, 1))

SPACE = ActionSpace()
TOP = SPACE.button("top")
TAKE = SPACE.pick("take", "place", ["0", "1", "2"])


def held(seat: int) -> int:
    return HELD + seat * (COPIES * len(CARDS) + 1)


def seen(seat: int) -> int:
    return SEEN + seat * 2


class Market(State):
    def clone(self) -> Market:
        twin = Market(LAYOUT, self.seats, self.cells[:], self.dice.copy(), self.stack[:])
        twin.resume(self)
        return twin


class Peek(Automatic[Market]):
    """The next seat looks at the top card."""

    def run(self, s: Market) -> None:
        size = s.row_size(PILE)
        if size:
            s.forget_row(seen(self.seat))
            s.remember_next(s.row_item(PILE, size - 1), seen(self.seat))
            s.then([Buy(self.seat), Peek((self.seat + 1) % s.seats)])


class Buy(Choice[Market]):
    def offers(self, s: Market, o: Offers) -> None:
        o.allow(TOP)
        for place in range(OPEN):
            o.offer(TAKE.of(place), ALLOWED if place < s.row_size(ROW) else "PIL-01")

    def take(self, s: Market, action: int) -> None:
        if action == TOP:
            s.pass_on(PILE, s.row_size(PILE) - 1, held(self.seat))
            for seat in range(s.seats):
                s.forget_row(seen(seat))    # that card is gone
        else:
            s.pass_on(ROW, TAKE.target(action), held(self.seat))
            s.pass_on(PILE, s.row_size(PILE) - 1, ROW)
            for seat in range(s.seats):
                s.forget_row(seen(seat))


class Piles(Game[Market, None]):
    id = "piles"
    version = 1
    prefix = "PIL"
    layout = LAYOUT
    space = SPACE
    phases = ["buy"]  # noqa: RUF012
    components = {"game": {"players_min": 2, "players_max": SEATS}}  # noqa: RUF012
    rulebook = {"rule": [{"id": "PIL-01"}]}  # noqa: RUF012

    def rules(self, components: Any, options: Any) -> None:
        return None

    def empty_table(self, rules: None, seats: int, dice: Dice) -> Market:
        s = Market(LAYOUT, seats, LAYOUT.blank[:], dice, [])
        for kind in range(len(CARDS)):
            s.cells[BOX + kind] = COPIES
        return s

    def opening(self, rules: None, seats: int, dice: Dice) -> Market:
        s = self.empty_table(rules, seats, dice)
        for kind in range(len(CARDS)):
            for _ in range(COPIES):
                s.lay(kind, BOX, PILE)
        s.shuffle(PILE)
        for _ in range(OPEN):
            s.pass_on(PILE, s.row_size(PILE) - 1, ROW)
        s.push(Peek(0))
        return s

    def set_phase(self, s: Market, phase: str, seat: int) -> None:
        s.push(Buy(max(seat, 0)))

    def scores(self, s: Market) -> list[dict[str, int]]:
        return [{"cards": s.row_size(held(seat))} for seat in range(s.seats)]

    def live_scores(self, s: Market, viewer: int) -> list[dict[str, int]]:
        return self.scores(s)

    def winners(self, s: Market) -> list[int]:
        return list(range(s.seats))

    def facts(self, s: Market, viewer: int) -> dict[str, Any]:
        return {}

    def resample(self, s: Market, viewer: int, dice: Dice) -> Market:
        """Hidden cards anew, but the top card stays where this viewer remembers it; others' notes follow the pile."""
        r = s.clone()
        r.dice = dice
        known = viewer >= 0 and s.row_size(seen(viewer)) == 1
        top = s.row_item(PILE, s.row_size(PILE) - 1) if known else -1
        missing = sampling.collect(r, viewer, BOX)
        if known:
            r.cells[BOX + top] -= 1
        sampling.deal_back(r, BOX, [(at, count - (known and at == PILE)) for at, count in missing])
        if known:
            r.cells[BOX + top] += 1
            r.lay(top, BOX, PILE)
        for seat in range(s.seats):
            if seat != viewer and s.row_size(seen(seat)):
                r.forget_row(seen(seat))
                r.remember_next(r.row_item(PILE, r.row_size(PILE) - 1), seen(seat))
        r.refresh()
        return r

    def impossible(self, s: Market) -> str:
        for seat in range(s.seats):
            if s.row_size(seen(seat)) and s.row_item(seen(seat), 0) != s.row_item(PILE, s.row_size(PILE) - 1):
                return f"seat {seat} remembers another top card"
        return ""

    def value(self, s: Market, seat: int) -> float:
        return float(s.row_size(held(seat)))


GAME = Piles()
GAME.step_types = steps_of(__import__(__name__, fromlist=["*"]))
