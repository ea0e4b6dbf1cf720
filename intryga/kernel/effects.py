"""Effects as data, running: one step carries out what components say.

**Effects** is the only interpreter of the programs that language.py writes. What an operation pushes (a choice, a
trigger) comes before the rest of the program, without any flag an author could forget; nothing is known of what lies
below. An operation that is done *one by one* (three debts) is interrupted between two of them as well.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from mypy_extensions import i64

from intryga.kernel.actions import Pick
from intryga.kernel.cells import vec
from intryga.kernel.language import END, Operation, Program
from intryga.kernel.layout import NUMBER, SEAT, Zones
from intryga.kernel.rules import RuleSet
from intryga.kernel.state import AnyState
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers

S = TypeVar("S", bound=AnyState)


class Programmed(RuleSet):
    """Rules that hold a program; a game's own rules are a subclass."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program


class Effects(Automatic[AnyState]):
    """The rest of a program from `at` on. `seat` is whose card or ability it is; `one`, `two` and `three` are other
    people it may name, or -1. `left`: how often the operation at `at` is still to be done, 0 if it has not begun."""

    about: ClassVar[dict[str, str]] = {"at": NUMBER, "left": NUMBER, "one": SEAT, "two": SEAT, "three": SEAT}

    def __init__(self, seat: i64, at: i64, left: i64 = 0, one: i64 = -1, two: i64 = -1, three: i64 = -1) -> None:
        super().__init__(seat)
        self.at: i64 = at
        self.left: i64 = left
        self.one: i64 = one
        self.two: i64 = two
        self.three: i64 = three

    def fields(self) -> list[i64]:
        return [self.seat, self.at, self.left, self.one, self.two, self.three]

    def run(self, s: AnyState) -> None:
        rules: Programmed = s.rules
        code = rules.program.code
        operations = rules.program.operations
        depth = s.depth
        at = self.at
        left = self.left
        while code[at] != END:
            operation = operations[code[at]]
            if operation.one_by_one and left == 0:
                left = code[at + operation.size - 1]
            operation.run(s, self, code, at)
            if left > 1:
                left -= 1
            else:
                left = 0
                at += operation.size
            if s.depth != depth:
                # What was pushed comes first. Fewer steps than before: the game is over.
                if s.depth > depth and code[at] != END:
                    s.push_below(depth, Effects(self.seat, at, left, self.one, self.two, self.three))
                return


def perform(s: AnyState, start: i64, seat: i64, one: i64 = -1, two: i64 = -1, three: i64 = -1) -> None:
    """A program next, unless it is empty."""
    if start:
        s.push(Effects(seat, start, 0, one, two, three))


# --- one of several options ---


class OneOf(Operation[AnyState]):
    """The owner chooses one of several lists of operations: how many there are, and where their beginnings stand."""

    def __init__(self, verb: Pick) -> None:
        super().__init__("", [])
        self.verb = verb
        self.size = 3

    def run(self, s: AnyState, e: Effects, code: vec[i64], at: i64) -> None:
        s.push(ChooseOption(e.seat, at, e.one, e.two, e.three))

    def refused(self, s: AnyState, step: ChooseOption, start: i64) -> str:
        """The rule against choosing the option that begins there, or ALLOWED."""
        return ALLOWED


class ChooseOption(Choice[AnyState]):
    """Which of the options at `at` shall it be?"""

    about: ClassVar[dict[str, str]] = {"at": NUMBER, "one": SEAT, "two": SEAT, "three": SEAT}

    def __init__(self, seat: i64, at: i64, one: i64, two: i64, three: i64) -> None:
        super().__init__(seat)
        self.at: i64 = at
        self.one: i64 = one
        self.two: i64 = two
        self.three: i64 = three

    def fields(self) -> list[i64]:
        return [self.seat, self.at, self.one, self.two, self.three]

    def offers(self, s: AnyState, o: Offers) -> None:
        program: Program = s.rules.program
        one_of = program.operations[program.code[self.at]]
        assert isinstance(one_of, OneOf)
        starts = program.code[self.at + 2]
        for i in range(program.code[self.at + 1]):
            o.offer(one_of.verb.of(i), one_of.refused(s, self, program.code[starts + i]))

    def take(self, s: AnyState, action: i64) -> None:
        program: Program = s.rules.program
        one_of = program.operations[program.code[self.at]]
        assert isinstance(one_of, OneOf)
        start = program.code[program.code[self.at + 2] + one_of.verb.target(action)]
        perform(s, start, self.seat, self.one, self.two, self.three)


# --- triggers ---


class Ability(Generic[S]):
    """What a kind of card does on one occasion. Conditions and costs are a game's own, in a subclass."""

    def __init__(self, kind: i64, start: i64, optional: bool, once: bool) -> None:
        self.kind: i64 = kind
        self.start: i64 = start    # of its program
        self.optional = optional
        self.once = once
        self.number: i64 = -1    # its place in the table, for steps that name it

    def holds(self, s: S, seat: i64, one: i64, two: i64, three: i64) -> bool:
        """Is its condition fulfilled now?"""
        return True

    def question(self, seat: i64, one: i64, two: i64, three: i64) -> AnyStep:
        """The step that asks whether its owner wants to use it, where it is optional."""
        raise NotImplementedError


AnyAbility = Ability[Any]


class Triggers:
    """The table of triggers: which ability a kind of card has on which occasion, and the marks of those that may be
    used once. The game clears the marks when their time is over."""

    def __init__(self, kinds: i64, occasions: i64, marks: Zones) -> None:
        self.kinds: i64 = kinds
        self.marks = marks    # notes of every seat, by kind
        self.table: list[AnyAbility | None] = [None for _ in range(kinds * occasions)]

    def add(self, occasion: i64, ability: AnyAbility) -> None:
        ability.number = occasion * self.kinds + ability.kind
        self.table[ability.number] = ability

    def of(self, kind: i64, occasion: i64) -> AnyAbility | None:
        return self.table[occasion * self.kinds + kind]

    def spent(self, s: AnyState, ability: AnyAbility, seat: i64) -> bool:
        return ability.once and s.cells[self.marks.at(seat, ability.kind)] != 0

    def mark(self, s: AnyState, ability: AnyAbility, seat: i64) -> None:
        if ability.once:
            s.set_note(self.marks.of(seat), ability.kind, 1)

    def step(self, s: AnyState, kind: i64, occasion: i64, seat: i64, one: i64 = -1, two: i64 = -1,
             three: i64 = -1) -> AnyStep | None:  # fmt: skip
        """What this card of a seat does on this occasion, if anything; if it is optional, the question."""
        ability = self.table[occasion * self.kinds + kind]
        if ability is None or self.spent(s, ability, seat) or not ability.holds(s, seat, one, two, three):
            return None
        if ability.optional:
            return ability.question(seat, one, two, three)
        self.mark(s, ability, seat)
        return Effects(seat, ability.start, 0, one, two, three) if ability.start else None

    def fire(self, s: AnyState, kind: i64, occasion: i64, seat: i64, one: i64 = -1, two: i64 = -1,
             three: i64 = -1) -> None:  # fmt: skip
        """Push it."""
        step = self.step(s, kind, occasion, seat, one, two, three)
        if step is not None:
            s.push(step)
