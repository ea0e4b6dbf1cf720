"""A toy with effects as data: what dishes do at a table of two.

A dish is a program in the short form (`"coin:2"`), perhaps with options; debts come one by one, and guests answer each
of them. What several guests do at once happens in the order their host likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from intryga.kernel.actions import ActionSpace
from intryga.kernel.cells import vec
from intryga.kernel.combine import InOrder, Optionally, Repeat, in_order
from intryga.kernel.dice import Dice
from intryga.kernel.effects import Ability, ChooseOption, Effects, OneOf, Programmed, Triggers, perform
from intryga.kernel.game import Game
from intryga.kernel.language import Amount, Book, Language, OneOfWords, Operation, Program, SubProgram
from intryga.kernel.layout import EVERYBODY, NOTE, Layout
from intryga.kernel.places import Place
from intryga.kernel.state import State
from intryga.kernel.steps import ALLOWED, AnyStep, Choice, Offers
from intryga.kernel.words import Words

SEATS = 2
GUESTS = ["bishop", "miller", "poet"]
ON_DEBT, ON_FEAST = range(2)

LAYOUT = Layout(SEATS)
COINS = LAYOUT.counters("coins")
DEBTS = LAYOUT.counters("debts")
WINE = LAYOUT.counters("wine")
SITTING = LAYOUT.bags("sitting", GUESTS, EVERYBODY, use=NOTE)
USED = LAYOUT.bags("used", GUESTS, EVERYBODY, use=NOTE)

SPACE = ActionSpace()
OPTION = SPACE.pick("option", "option", ["a", "b", "c"])
GUEST = SPACE.pick("guest", "card", GUESTS)
YES = SPACE.button("yes")
NO = SPACE.button("no")
TOAST = SPACE.pick("toast", "number", ["0", "1"])


class Rules(Programmed):
    def __init__(self, program: Program, starts: dict[str, int], triggers: Triggers) -> None:
        super().__init__(program)
        self.starts = starts
        self.triggers = triggers


class Hall(State[Rules]):
    def counts(self, seat: int) -> tuple[int, int, int]:
        """Coins, debts and wine."""
        return self.cells[COINS.of(seat)], self.cells[DEBTS.of(seat)], self.cells[WINE.of(seat)]

    def serve(self, dish: str, seat: int = 0) -> Hall:
        """A dish of the menu, or a list of operations that was written there."""
        perform(self, self.rules.starts[dish], seat, 1 - seat)
        self.advance()
        return self

    def seat_guests(self, *names: str) -> Hall:
        for name in names:
            self.remember(GUESTS.index(name), SITTING.of(0))
        return self


# --- operations ---


class Coin(Operation[Hall]):
    def __init__(self) -> None:
        super().__init__("coin", [Amount("amount", 1, 9)])

    def run(self, s: Hall, e: Effects, code: vec[i64], at: int) -> None:
        s.add(COINS.of(e.seat), code[at + 1])


class Pour(Operation[Hall]):
    """Wine for oneself or for the neighbour."""

    def __init__(self) -> None:
        super().__init__("pour", [OneOfWords("whom", ["host", "other"])])

    def run(self, s: Hall, e: Effects, code: vec[i64], at: int) -> None:
        s.add(WINE.of(e.one if code[at + 1] else e.seat), 1)


class Debt(Operation[Hall]):
    """One by one; whoever sits there answers each of them."""

    def __init__(self) -> None:
        super().__init__("debt", [Amount("amount", 1, 9)], one_by_one=True)

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        super().check(place, scope, language)
        if "poor" in scope:
            raise place.wrong("amount", "the poor have no credit")

    def run(self, s: Hall, e: Effects, code: vec[i64], at: int) -> None:
        s.add(DEBTS.of(e.seat), 1)
        fire(s, e.seat, ON_DEBT)


class AskNeighbour(Operation[Hall]):
    """The neighbour drinks or not; then a program of its own for who was asked."""

    def __init__(self) -> None:
        super().__init__("ask", [SubProgram("then")])

    def run(self, s: Hall, e: Effects, code: vec[i64], at: int) -> None:
        perform(s, code[at + 1], e.one, e.seat)
        s.push(Drink(e.one))


class GameOver(Operation[Hall]):
    def __init__(self) -> None:
        super().__init__("over", [])

    def run(self, s: Hall, e: Effects, code: vec[i64], at: int) -> None:
        s.end()


class Drink(Choice[Hall]):
    def offers(self, s: Hall, o: Offers) -> None:
        o.allow(TOAST.of(0))
        o.offer(TOAST.of(1), ALLOWED if s.cells[WINE.of(self.seat)] < 2 else "FEA-01")

    def take(self, s: Hall, action: int) -> None:
        s.add(WINE.of(self.seat), TOAST.target(action))


class Dishes(OneOf):
    def refused(self, s: State[Any], step: ChooseOption, start: int) -> str:
        """The empty plate is for who has no debt."""
        return "FEA-02" if start == 0 and s.cells[DEBTS.of(step.seat)] else ALLOWED


LANGUAGE = Language([Coin(), Pour(), Debt(), AskNeighbour(), GameOver()], Dishes(OPTION))


# --- guests ---


class Guest(Ability[Hall]):
    def holds(self, s: Hall, seat: int, one: int, two: int, three: int) -> bool:
        return self.kind != GUESTS.index("miller") or s.cells[COINS.of(seat)] > 0

    def question(self, seat: int, one: int, two: int, three: int) -> AnyStep:
        return Optionally(seat, YES, NO, [Effects(seat, self.start, 0, one, two, three)])


def fire(s: Hall, seat: int, occasion: int) -> None:
    """All guests of a seat, in the order their host likes."""
    places, steps = 0, []
    for kind in s.kinds(SITTING.of(seat)):
        step = s.rules.triggers.step(s, kind, occasion, seat, 1 - seat)
        if step is not None:
            places |= 1 << kind
            steps.append(step)
    in_order(s, seat, GUEST.of(0), places, steps)


MENU: dict[str, Any] = {
    "soup": ["coin:2", "pour:other"],
    "bread": [{"op": "coin", "amount": 1}],
    "credit": ["debt:3", "coin:1"],
    "choice": [["coin:3"], ["debt:1", "pour:host"], []],
    "toast": ["coin:1", {"op": "ask", "then": ["coin:2"]}, "coin:4"],
    "end": ["coin:1", "over", "coin:1"],
    "nothing": [],
}
# Guest, occasion, program, optional, once.
ANSWERS: list[tuple[str, int, list[str], bool, bool]] = [
    ("bishop", ON_DEBT, ["coin:1"], False, False),
    ("miller", ON_DEBT, ["pour:host"], True, False),
    ("poet", ON_DEBT, ["debt:1"], False, True),
]


def rules(components: Mapping[str, Any], options: Mapping[str, Any]) -> Rules:
    book = Book(LANGUAGE)
    starts = {}
    for name, content in components["menu"].items():
        LANGUAGE.check(Place("menu", name, "", {"dish": content}), "dish", [])
        starts[name] = book.write(content)
    triggers = Triggers(len(GUESTS), 2, USED)
    for name, occasion, ops, optional, once in ANSWERS:
        triggers.add(occasion, Guest(GUESTS.index(name), book.write(ops), optional, once))
    return Rules(book.program(), starts, triggers)


def table(rules: Rules, seats: int, dice: Dice) -> Hall:
    return Hall(LAYOUT, rules, seats, LAYOUT.new_cells(), dice)


GAME: Game[Hall, Rules] = Game(
    module=__name__,
    id="feast",
    version=1,
    prefix="FEA",
    layout=LAYOUT,
    space=SPACE,
    told=Words(),
    rules=rules,
    table=table,
    opening=lambda s: None,
    phases={},
    components={"game": {"players_min": SEATS, "players_max": SEATS}, "menu": MENU},
    rulebook={"rule": [{"id": "FEA-01"}, {"id": "FEA-02"}]},
)

__all__ = ["GAME", "ChooseOption", "InOrder", "Repeat"]
