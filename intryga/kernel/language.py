"""Effects as data, written: what components say becomes one flat program, and a sentence.

A game lists its **operations**, one class each: its name, the parameters it needs, whether they make sense, what it
does, how it is said. The **language** made of them checks and writes what component files say, in either of two forms:
`{ op = "gain_gold", who = "player", amount = 2 }` or, shorter, `"gold:2"`. A list of operations is done in order; a
list of such lists offers the owner one of them. effects.py runs what was written; a **teller** says it, so that the
sentence on a card and its deed cannot differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from mypy_extensions import i64

from intryga.kernel.cells import vec
from intryga.kernel.places import Place
from intryga.kernel.state import AnyState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intryga.kernel.effects import Effects, OneOf

S = TypeVar("S", bound=AnyState)

END: Final = 0
OP: Final = "op"


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

    def tell(self, content: Any, teller: Teller, said: dict[str, Any]) -> None:
        """Add what fills the message of the operation."""
        said[self.name] = teller.texts.word(str(content))


class Amount(Parameter):
    def __init__(self, name: str, least: i64, most: i64) -> None:
        super().__init__(name)
        self.least: i64 = least
        self.most: i64 = most

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        place.whole(self.name, self.least, self.most)

    def write(self, content: Any, book: Book) -> i64:
        return int(content)

    def tell(self, content: Any, teller: Teller, said: dict[str, Any]) -> None:
        """A quantity chooses the plural form."""
        said["n"] = content


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

    def tell(self, content: Any, teller: Teller, said: dict[str, Any]) -> None:
        said[self.name] = teller.program(content)


class Operation(Generic[S]):
    """One word of an effect language. In a program it takes `size` numbers: itself, then its parameters in order."""

    def __init__(self, name: str, parameters: list[Parameter], one_by_one: bool = False, joint: str = "and") -> None:
        self.name = name
        self.parameters = parameters
        self.one_by_one = one_by_one    # the last parameter says how often
        self.joint = joint    # the word that joins it to what was done before
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

    def words(self, table: Mapping[str, Any], teller: Teller) -> str:
        """What it does, as a part of a sentence."""
        said: dict[str, Any] = {}
        for parameter in self.parameters:
            parameter.tell(table[parameter.name], teller, said)
        return teller.say(self.name, said)


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


# --- saying it ---


class Texts(Protocol):
    """The texts of a game in one language."""

    def say(self, key: str, **arguments: Any) -> str: ...

    def word(self, name: str) -> str: ...

    def does(self, name: str) -> str:
        """What a component does, as a sentence; empty for one that says nothing."""
        ...


class Teller:
    """Puts programs into words: the messages under `effects` in the texts of a game, one for each operation. `and` and
    `or` join what is done in order and what is chosen from."""

    def __init__(self, language: Language, texts: Texts) -> None:
        self.language = language
        self.texts = texts

    def say(self, name: str, said: dict[str, Any]) -> str:
        """The message of an operation, filled."""
        return self.texts.say(f"effects.{name}", **said)

    def program(self, content: Any) -> str:
        return self.join([self.in_order(option) for option in self.language.options(content)], "or")

    def in_order(self, lines: list[Mapping[str, Any]]) -> str:
        operations = [self.language.by_name[line[OP]] for line in lines]
        parts = [operation.words(line, self) for operation, line in zip(operations, lines, strict=True)]
        return self.join(parts, operations[-1].joint if operations else "")

    def join(self, parts: list[str], word: str) -> str:
        """`one, two and three`: the message of the word says how the last one is added."""
        if len(parts) < 2:
            return "".join(parts)
        return self.texts.say(f"effects.{word}", before=", ".join(parts[:-1]), last=parts[-1])


def sentence(deed: str) -> str:
    """With a capital letter and a full stop."""
    return f"{deed[:1].upper()}{deed[1:]}." if deed else ""
