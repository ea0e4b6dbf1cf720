"""A toy with sealed reaction windows: counters to counters.

In turn each seat commits a deed against another. All others may counter it, a counter may be countered, and when a
counter falls the window on the card below opens again.
"""

from __future__ import annotations

from typing import Any

from intryga.kernel import sampling
from intryga.kernel.actions import ActionSpace
from intryga.kernel.dice import SETUP, Dice
from intryga.kernel.game import Game
from intryga.kernel.layout import EVERYBODY, NOBODY, OWNER, Layout
from intryga.kernel.rules import RuleSet
from intryga.kernel.state import State
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers, SealedChoice
from intryga.kernel.words import Words
from intryga.kernel.words import seat as a_seat

SEATS = 4
TURNS = 8
CARDS = ["counter", "blank"]
COUNTER_CARD, BLANK = range(2)

LAYOUT = Layout(SEATS)
DECK = LAYOUT.bag("deck", CARDS, NOBODY)
PILE = LAYOUT.bag("pile", CARDS, EVERYBODY)
HAND = LAYOUT.bags("hand", CARDS, OWNER)
DEEDS = LAYOUT.counters("deeds")

SPACE = ActionSpace()
DEED = SPACE.pick("deed", "seat", ["0", "1", "2", "3"])
COUNTER = SPACE.button("counter")
PASS = SPACE.button("pass")

TOLD = Words()
COMMITTED = TOLD.word("deed", a_seat("seat"), a_seat("target"))


class Table(State[RuleSet]):
    def counters(self, seat: int) -> int:
        return self.cells[HAND.at(seat, COUNTER_CARD)]

    def scores(self) -> list[dict[str, int]]:
        return [{"deeds": -self.cells[DEEDS.of(seat)]} for seat in range(self.seats)]

    def live_scores(self, viewer: int) -> list[dict[str, int]]:
        return self.scores()

    def winners(self) -> list[int]:
        return [0]

    def facts(self, viewer: int) -> dict[str, Any]:
        played: list[AnyStep] = [step for step in self.pending() if isinstance(step, Played)]
        return {"played": [[type(step).__name__, *step.fields()] for step in played]}

    def resample(self, viewer: int, dice: Dice) -> Table:
        r = self.clone()
        r.dice = dice
        sampling.deal_back(r, DECK, sampling.collect(r, viewer, DECK))
        sampling.reseal(r, viewer, dice)
        return r

    def impossible(self) -> str:
        return "" if min(self.cells) >= 0 else "less than nothing"


class Commit(Choice[Table]):
    def offers(self, s: Table, o: Offers) -> None:
        for target in range(s.seats):
            o.offer(DEED.of(target), "WIN-01" if target == self.seat else ALLOWED)

    def take(self, s: Table, action: int) -> None:
        target = DEED.target(action)
        s.tell(COMMITTED, self.seat, target)
        s.push(Deed(self.seat, target))
        open_window(s, self.seat, target)


class Played(Automatic[Table]):
    """A card on the table that has not resolved yet; the windows above it decide whether it will."""

    def __init__(self, seat: int, threatens: int) -> None:
        super().__init__(seat)
        self.threatens = threatens

    def fields(self) -> list[int]:
        return [self.seat, self.threatens]


class Deed(Played):
    def run(self, s: Table) -> None:
        s.add(DEEDS.of(self.threatens), 1)


class Counter(Played):
    def run(self, s: Table) -> None:
        """The card below falls. If that was a counter, the window on the card it had countered opens again."""
        fallen = s.pop()
        if isinstance(fallen, Counter):
            saved = s.top()
            assert isinstance(saved, Played)
            open_window(s, saved.seat, saved.threatens)


def open_window(s: Table, actor: int, threatened: int) -> None:
    """Ask the threatened seat first, then clockwise from the actor's left; never the actor."""
    others = [(actor + i) % s.seats for i in range(1, s.seats)]
    asked = [threatened, *[seat for seat in others if seat != threatened]]
    s.then([Ask(seat) for seat in asked])


class Ask(SealedChoice[Table]):
    """Counter or pass. All are asked, also those who cannot, so that neither silence nor speed tells."""

    def offers(self, s: Table, o: Offers) -> None:
        o.offer(COUNTER, ALLOWED if s.counters(self.seat) else "WIN-02")
        o.allow(PASS)

    def settles(self, action: int) -> bool:
        return action == COUNTER

    def passing(self) -> int:
        return PASS

    def take(self, s: Table, action: int) -> None:
        if action == COUNTER:
            below = s.top().seat
            s.move(COUNTER_CARD, 1, HAND.of(self.seat), PILE)
            s.push(Counter(self.seat, below))
            open_window(s, self.seat, below)


def empty_table(rules: RuleSet, seats: int, dice: Dice) -> Table:
    s = Table(LAYOUT, rules, seats, LAYOUT.new_cells(), dice)
    s.fill(DECK, COUNTER_CARD, 9)
    s.fill(DECK, BLANK, 9)
    return s


def opening(s: Table) -> None:
    s.dice.begin(SETUP)
    for seat in range(s.seats):
        s.draw(3, 18 - 3 * seat, DECK, HAND.of(seat))
    s.then([Commit(turn % s.seats) for turn in range(TURNS)])


GAME: Game[Table, RuleSet] = Game(
    module=__name__,
    id="windows",
    version=1,
    stage="draft",
    prefix="WIN",
    layout=LAYOUT,
    space=SPACE,
    told=TOLD,
    rules=lambda components, options: RuleSet(),
    table=empty_table,
    opening=opening,
    phases={"commit": lambda s, seat: s.push(Commit(max(seat, 0)))},
    chain_ends=("deed",),    # the next one
    components={"game": {"players_min": SEATS, "players_max": SEATS}},
    rulebook={"rule": [{"id": "WIN-01"}, {"id": "WIN-02"}]},
)
