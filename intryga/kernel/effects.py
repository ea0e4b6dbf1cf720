"""Effects as data: what components say becomes one flat program, and one step runs it.

A game lists its **operations**, one class each: its name, the parameters it needs, whether they make sense, what it
does, how it is said. The **language** made of them checks and writes what component files say, in either of two forms:
`{ op = "gain_gold", who = "player", amount = 2 }` or, shorter, `"gold:2"`. A list of operations is done in order; a
list of such lists offers the owner one of them.

**Effects** is the only interpreter. What an operation pushes (a choice, a trigger) comes before the rest of the
program, without any flag an author could forget; nothing is known of what lies below. An operation that is done *one
by one* (three debts) is interrupted between two of them as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from mypy_extensions import i64

from intryga.kernel.actions import Pick
from intryga.kernel.cells import vec
from intryga.kernel.layout import Zones
from intryga.kernel.places import Place
from intryga.kernel.rules import RuleSet
from intryga.kernel.state import AnyState
from intryga.kernel.steps import ALLOWED, Automatic, Choice, Offers

if TYPE_CHECKING:
    from collections.abc import Mapping

S = TypeVar("S", bound=AnyState)

END: Final = 0
OP: Final = "op"


# --- the language ---


class Parameter:
    """A named thing an operation needs. `scope` is what the place of a program allows: whom it may name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        raise NotImplementedError

    def write(self, content: Any, book: Book) -> i64:
        raise NotImplementedError

    def read(self, word: str) -> Any:
        """The same from the short form."""
        return int(word) if word.isdigit() else word


class Amount(Parameter):
    def __init__(self, name: str, least: i64, most: i64) -> None:
        super().__init__(name)
        self.least: i64 = least
        self.most: i64 = most

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        place.whole(self.name, self.least, self.most)

    def write(self, content: Any, book: Book) -> i64:
        return int(content)


class OneOfWords(Parameter):
    """One of these words, written as its number."""

    def __init__(self, name: str, words: list[str]) -> None:
        super().__init__(name)
        self.words = words

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        place.word(self.name, self.words)

    def write(self, content: Any, book: Book) -> i64:
        return self.words.index(content)


class SubProgram(Parameter):
    """Operations of their own, written as the place where they begin."""

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        language.check(place, self.name, scope)

    def write(self, content: Any, book: Book) -> i64:
        return book.write(content)


class Operation(Generic[S]):
    """One word of an effect language. In a program it takes `size` numbers: itself, then its parameters in order."""

    def __init__(self, name: str, parameters: list[Parameter], one_by_one: bool = False) -> None:
        self.name = name
        self.parameters = parameters
        self.one_by_one = one_by_one    # the last parameter says how often
        self.size: i64 = 1 + len(parameters)
        self.number: i64 = END    # given by the language

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        """Raise a WrongComponent if this operation cannot be meant so."""
        place.only([OP, *[parameter.name for parameter in self.parameters]])
        for parameter in self.parameters:
            parameter.check(place, scope, language)

    def write(self, table: Mapping[str, Any], book: Book) -> list[i64]:
        return [self.number, *[parameter.write(table[parameter.name], book) for parameter in self.parameters]]

    def run(self, s: S, e: Effects, code: vec[i64], at: i64) -> None:
        """Do it, as far as possible; its parameters stand at `at + 1`, `at + 2`, …"""
        raise NotImplementedError


AnyOperation = Operation[Any]


class Language:
    """All operations of one game."""

    def __init__(self, operations: list[AnyOperation], one_of: OneOf | None = None) -> None:
        self.one_of = one_of    # without it, programs have no options
        self.operations: list[AnyOperation] = [Operation("", []), *operations]
        if one_of is not None:
            self.operations.append(one_of)
        self.by_name: dict[str, AnyOperation] = {}
        for number, operation in enumerate(self.operations):
            operation.number = number
            if operation.name:
                self.by_name[operation.name] = operation

    def check(self, place: Place, key: str, scope: list[str]) -> list[str]:
        """Raise a WrongComponent unless a program stands there; gives the names of its operations, in order."""
        content = place.get(key)
        if isinstance(content, dict):
            return self._check_list(place, key, [content], scope)
        if not isinstance(content, list):
            raise place.wrong(key, f"a list of operations, not {content!r}")
        if not content or not isinstance(content[0], list):
            return self._check_list(place, key, content, scope)
        most = 1 if self.one_of is None else self.one_of.verb.size
        if len(content) > most:
            raise place.wrong(key, f"options to choose from: at most {most}, not {len(content)}")
        names: list[str] = []
        for option in content:
            if not isinstance(option, list):
                raise place.wrong(key, f"either options, each a list, or operations, not both: {option!r}")
            names += self._check_list(place, key, option, scope)
        return names

    def _check_list(self, place: Place, key: str, content: list[Any], scope: list[str]) -> list[str]:
        names: list[str] = []
        for number, line in enumerate(content, 1):
            if isinstance(line, str):
                word = line.partition(":")[0]
                if word not in self.by_name:
                    place.item(key, number, {OP: word}).word(OP, self.by_name)
                if line.count(":") > len(self.by_name[word].parameters):
                    raise place.wrong(key, f"'{line}' says more than '{word}' can mean")
            inside = place.item(key, number, self.table(line) if isinstance(line, str) else line)
            name = inside.word(OP, self.by_name)
            self.by_name[name].check(inside, scope, self)
            names.append(name)
        return names

    def table(self, line: Any) -> Mapping[str, Any]:
        """An operation in its long form."""
        if not isinstance(line, str):
            table: Mapping[str, Any] = line
            return table
        words = line.split(":")
        full: dict[str, Any] = {OP: words[0]}
        for parameter, word in zip(self.by_name[words[0]].parameters, words[1:], strict=False):
            full[parameter.name] = parameter.read(word)
        return full

    def options(self, content: Any) -> list[list[Mapping[str, Any]]]:
        """A program as its options, each a list of operations in their long form."""
        if isinstance(content, dict):
            return [[content]]
        lists = content if content and isinstance(content[0], list) else [content]
        return [[self.table(line) for line in option] for option in lists]


class Program:
    """What all components of one game say, as numbers."""

    def __init__(self, code: list[i64], operations: list[AnyOperation]) -> None:
        self.code = vec[i64](code)
        self.operations = operations

    def after(self, at: i64) -> i64:
        """Where the operation after this one stands."""
        return at + self.operations[self.code[at]].size


class Book:
    """A program as it is written."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.code: list[i64] = [END]    # the empty program stands at 0
        self.used: set[str] = set()    # names of the operations that were written

    def write(self, content: Any) -> i64:
        """A program that was checked; gives where it begins, 0 for the empty one."""
        options = self.language.options(content)
        if len(options) > 1:
            assert self.language.one_of is not None, "checked"
            starts = [self._write_list(option) for option in options]
            line: list[i64] = [self.language.one_of.number, len(starts), len(self.code)]
            self.code += starts
            return self._write_numbers(line)
        return self._write_list(options[0])

    def _write_list(self, lines: list[Mapping[str, Any]]) -> i64:
        numbers: list[i64] = []
        for line in lines:
            self.used.add(line[OP])
            numbers += self.language.by_name[line[OP]].write(line, self)
        return self._write_numbers(numbers) if numbers else 0

    def _write_numbers(self, numbers: list[i64]) -> i64:
        start = len(self.code)
        self.code += numbers
        self.code.append(END)
        return start

    def program(self) -> Program:
        return Program(self.code, self.language.operations)


class Programmed(RuleSet):
    """Rules that hold a program; a game's own rules are a subclass."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program


# --- running ---


class Effects(Automatic[AnyState]):
    """The rest of a program from `at` on. `seat` is whose card or ability it is; `one`, `two` and `three` are other
    people it may name, or -1. `left`: how often the operation at `at` is still to be done, 0 if it has not begun."""

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
        stack = s.stack
        depth = len(stack)
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
            if len(stack) != depth:
                # What was pushed comes first. Fewer steps than before: the game is over.
                if len(stack) > depth and code[at] != END:
                    stack.insert(depth, Effects(self.seat, at, left, self.one, self.two, self.three))
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

    def ask(self, s: S, seat: i64, one: i64, two: i64, three: i64) -> None:
        """Push the question whether its owner wants to use it."""
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

    def fire(self, s: AnyState, kind: i64, occasion: i64, seat: i64, one: i64 = -1, two: i64 = -1,
             three: i64 = -1) -> None:  # fmt: skip
        """Push what this card of a seat does on this occasion, if anything; where it is optional, its owner is asked."""
        ability = self.table[occasion * self.kinds + kind]
        if ability is None or self.spent(s, ability, seat) or not ability.holds(s, seat, one, two, three):
            return
        if ability.optional:
            ability.ask(s, seat, one, two, three)
        else:
            self.mark(s, ability, seat)
            perform(s, ability.start, seat, one, two, three)
