"""A toy with ordered piles: a face-down pile that players peek into and remember, a row everybody sees.

In turn each seat peeks at the top card of the pile and then takes it, or takes a card of the row; the row is filled up
from the pile. A seat remembers what it has seen of the pile until it is shuffled.
"""

from __future__ import annotations

from intryga.kernel import sampling
from intryga.kernel.actions import ActionSpace
from intryga.kernel.dice import SETUP, Dice
from intryga.kernel.game import Game
from intryga.kernel.layout import EVERYBODY, MEMORY, NOBODY, OWNER, Layout
from intryga.kernel.rules import RuleSet
from intryga.kernel.state import State
from intryga.kernel.steps import ALLOWED, Automatic, Choice, Offers
from intryga.kernel.words import Words

SEATS = 3
CARDS = ["rose", "key", "crown"]
COPIES = 5
OPEN = 3

LAYOUT = Layout(SEATS)
BOX = LAYOUT.bag("box", CARDS, NOBODY)
PILE = LAYOUT.row("pile", CARDS, NOBODY, COPIES * len(CARDS))
ROW = LAYOUT.row("row", CARDS, EVERYBODY, OPEN)
HELD = LAYOUT.rows("held", CARDS, OWNER, COPIES * len(CARDS))
SEEN = LAYOUT.rows("seen", CARDS, OWNER, 1, use=MEMORY)

SPACE = ActionSpace()
TOP = SPACE.button("top")
TAKE = SPACE.pick("take", "place", ["0", "1", "2"])


class Market(State[RuleSet]):
    def scores(self) -> list[dict[str, int]]:
        return [{"cards": self.row_size(HELD.of(seat))} for seat in range(self.seats)]

    def live_scores(self, viewer: int) -> list[dict[str, int]]:
        return self.scores()

    def winners(self) -> list[int]:
        return list(range(self.seats))

    def resample(self, viewer: int, dice: Dice) -> Market:
        """Hidden cards anew, but the top card stays where this viewer remembers it; others' notes follow the pile."""
        r = self.clone()
        r.dice = dice
        known = viewer >= 0 and self.row_size(SEEN.of(viewer)) == 1
        top = self.row_item(PILE, self.row_size(PILE) - 1) if known else -1
        missing = sampling.collect(r, viewer, BOX)
        if known:
            r.fill(BOX, top, -1)
        sampling.deal_back(r, BOX, [(at, count - (known and at == PILE)) for at, count in missing])
        if known:
            r.fill(BOX, top, 1)
            r.lay(top, BOX, PILE)
        for seat in range(self.seats):
            if seat != viewer and self.row_size(SEEN.of(seat)):
                r.forget_row(SEEN.of(seat))
                r.remember_next(r.row_item(PILE, r.row_size(PILE) - 1), SEEN.of(seat))
        r.refresh()
        return r

    def impossible(self) -> str:
        top = self.row_item(PILE, self.row_size(PILE) - 1)
        for seat in range(self.seats):
            if self.row_size(SEEN.of(seat)) and self.row_item(SEEN.of(seat), 0) != top:
                return f"seat {seat} remembers another top card"
        return ""


class Peek(Automatic[Market]):
    """The next seat looks at the top card."""

    def run(self, s: Market) -> None:
        size = s.row_size(PILE)
        if size:
            s.forget_row(SEEN.of(self.seat))
            s.remember_next(s.row_item(PILE, size - 1), SEEN.of(self.seat))
            s.then([Buy(self.seat), Peek((self.seat + 1) % s.seats)])


class Buy(Choice[Market]):
    def offers(self, s: Market, o: Offers) -> None:
        o.allow(TOP)
        for place in range(OPEN):
            o.offer(TAKE.of(place), ALLOWED if place < s.row_size(ROW) else "PIL-01")

    def take(self, s: Market, action: int) -> None:
        if action == TOP:
            s.pass_on(PILE, s.row_size(PILE) - 1, HELD.of(self.seat))
            for seat in range(s.seats):
                s.forget_row(SEEN.of(seat))    # that card is gone
        else:
            s.pass_on(ROW, TAKE.target(action), HELD.of(self.seat))
            s.pass_on(PILE, s.row_size(PILE) - 1, ROW)
            for seat in range(s.seats):
                s.forget_row(SEEN.of(seat))


def empty_table(rules: RuleSet, seats: int, dice: Dice) -> Market:
    s = Market(LAYOUT, rules, seats, LAYOUT.new_cells(), dice)
    for kind in range(len(CARDS)):
        s.fill(BOX, kind, COPIES)
    return s


def opening(s: Market) -> None:
    s.dice.begin(SETUP)
    for kind in range(len(CARDS)):
        for _ in range(COPIES):
            s.lay(kind, BOX, PILE)
    s.shuffle(PILE)
    for _ in range(OPEN):
        s.pass_on(PILE, s.row_size(PILE) - 1, ROW)
    s.push(Peek(0))


GAME: Game[Market, RuleSet] = Game(
    module=__name__,
    id="piles",
    version=1,
    stage="draft",
    prefix="PIL",
    layout=LAYOUT,
    space=SPACE,
    told=Words(),
    rules=lambda components, options: RuleSet(),
    table=empty_table,
    opening=opening,
    phases={"buy": lambda s, seat: s.push(Buy(max(seat, 0)))},
    components={"game": {"players_min": 2, "players_max": SEATS}},
    rulebook={"rule": [{"id": "PIL-01"}]},
)
