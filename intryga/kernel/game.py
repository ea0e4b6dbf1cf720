"""What the house knows of a game: its words, its data, and a dozen functions. Everything else is built from these."""

from __future__ import annotations

import copy
import difflib
import hashlib
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, ClassVar, Generic, Self, TypeVar

from intryga.kernel import components
from intryga.kernel.actions import ActionSpace
from intryga.kernel.components import Mistake as Mistake
from intryga.kernel.components import WrongComponent
from intryga.kernel.dice import Dice
from intryga.kernel.journal import Journal
from intryga.kernel.layout import Layout
from intryga.kernel.state import State
from intryga.kernel.steps import AnyStep, Step

S = TypeVar("S", bound=State)
R = TypeVar("R")
Value = str | int | bool


def suggest(word: str, known: Iterable[str]) -> str:
    """Closes a sentence about an unknown word: '; did you mean …?' or the list of what there is."""
    known = list(known)
    close = difflib.get_close_matches(word, known, 1)
    return f"; did you mean '{close[0]}'?" if close else f"; there is {', '.join(known)}"


class Game(Generic[S, R]):
    """One title. A folder under `games/` has a module `game` with one instance of it, called GAME."""

    id: ClassVar[str]
    version: ClassVar[int]    # of the rules: a game in progress keeps the one it began with
    prefix: ClassVar[str]    # of its numbered rules
    layout: ClassVar[Layout]
    space: ClassVar[ActionSpace]
    step_types: ClassVar[dict[str, Callable[..., AnyStep]]]
    phases: ClassVar[list[str]]    # where a position written by hand may begin
    past_opens: str = "end"
    chain_ends: ClassVar[tuple[str, ...]] = ()    # told when reaction windows that belong together are over

    # --- what each game says ---

    def rules(self, components: Mapping[str, Any], options: Mapping[str, Value]) -> R:
        """The components and a complete set of options, in the form the steps read. Raises WrongComponent where a
        component file of one's own says something that cannot be."""
        raise NotImplementedError

    def empty_table(self, rules: R, seats: int, dice: Dice) -> S:
        """Everything in its place before the first step."""
        raise NotImplementedError

    def opening(self, rules: R, seats: int, dice: Dice) -> S:
        """A table with the first step pushed, nothing run yet."""
        raise NotImplementedError

    def set_phase(self, s: S, phase: str, seat: int) -> None:
        """Push what is pending when this seat (-1: whoever comes first) is to act in this phase, without advancing."""
        raise NotImplementedError

    def scores(self, s: S) -> list[dict[str, int]]:
        """Points by source, for each seat."""
        raise NotImplementedError

    def live_scores(self, s: S, viewer: int) -> list[dict[str, int]] | None:
        """The same in mid-game, as far as this viewer can work it out."""
        raise NotImplementedError

    def winners(self, s: S) -> list[int]:
        raise NotImplementedError

    def facts(self, s: S, viewer: int) -> dict[str, Any]:
        """What players would otherwise work out by looking: limits, majorities, protections."""
        raise NotImplementedError

    def resample(self, s: S, viewer: int, dice: Dice) -> S:
        """A full state this viewer cannot tell from the true one; its future belongs to `dice`."""
        raise NotImplementedError

    def impossible(self, s: S) -> str:
        """Why no play leads to this state, in a sentence; empty if nothing speaks against it."""
        raise NotImplementedError

    def value(self, s: S, seat: int) -> float:
        """How well this seat stands, for bots that look one step ahead."""
        raise NotImplementedError

    # --- what follows ---

    def new_game(self, rules: R, seats: int, dice: Dice, journal: Journal | None = None) -> S:
        """Set up and waiting for the first choice; the journal tells of the set-up too."""
        s = self.opening(rules, seats, dice)
        s.journal = journal
        s.advance()
        return s

    @cached_property
    def folder(self) -> Traversable:
        return resources.files(type(self).__module__.rpartition(".")[0])

    @cached_property
    def components(self) -> dict[str, Any]:
        return tomllib.loads(self.folder.joinpath("cards.toml").read_text("utf-8"))

    own_components = ""    # the text of a component file that takes the place of the game's own

    def with_components(self, text: str) -> Self:
        """The same game, with what an owner of the box has written of its components."""
        other = copy.copy(self)
        try:
            other.__dict__["components"] = components.parse(text, self.components)
            other.own_components = text
            if not (other.seats and set(other.seats) <= set(self.seats)):
                fits = f"from {self.seats[0]} to {self.seats[-1]}"
                raise WrongComponent("game", "", "players_max", f"the number of players must be {fits}")
            other.chosen_rules()
        except WrongComponent as mistake:
            raise Mistake(f"line {components.line_of(text, mistake)}: {mistake}") from mistake
        return other

    def mark(self, options: Mapping[str, Value]) -> str:
        return f"{self.id} {self.version} {sorted(options.items())}"

    def components_mark(self) -> str:
        """Empty for the game's own components; else a fingerprint, so that replays stay true."""
        own = self.own_components.encode()
        return hashlib.blake2b(own, digest_size=16).hexdigest() if own else ""

    @cached_property
    def rulebook(self) -> dict[str, Any]:
        """The numbered rules, in both languages."""
        return tomllib.loads(self.folder.joinpath("rules.toml").read_text("utf-8"))

    @property
    def seats(self) -> range:
        about = self.components["game"]
        return range(about["players_min"], about["players_max"] + 1)

    def check_seats(self, seats: int) -> int:
        if seats not in self.seats:
            raise Mistake(f"{self.id} is for {self.seats[0]} to {self.seats[-1]} players, not {seats}")
        return seats

    def options(self, chosen: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """A complete set of options: the defaults, with what was chosen put in. Words stand for values too."""
        known: dict[str, Any] = self.components.get("options", {})
        complete: dict[str, Value] = {name: option["choices"][0] for name, option in known.items()}
        for name, value in (chosen or {}).items():
            if name not in known:
                raise Mistake(f"{self.id} has no option '{name}'{suggest(name, known)}")
            words = {str(choice).lower(): choice for choice in known[name]["choices"]}
            if str(value).lower() not in words:
                raise Mistake(f"option '{name}' is one of {', '.join(words)}, not '{value}'")
            complete[name] = words[str(value).lower()]
        return complete

    def chosen_rules(self, chosen: Mapping[str, Value] | None = None) -> R:
        return self.rules(self.components, self.options(chosen))

    def reconstructed(self) -> list[str]:
        """The components of which something is reconstructed, by id: `[R]` in their source."""
        found = []
        for group, blocks in self.components.items():
            for block in blocks if isinstance(blocks, list) else [blocks]:
                source = block.get("source", "") if isinstance(block, dict) else ""
                if any(fact.strip().startswith("R") for fact in source.split(";")):
                    found.append(f"{group} {block.get('id', block.get('round', ''))}".strip())
        return found


AnyGame = Game[Any, Any]


def steps_of(*modules: ModuleType) -> dict[str, Callable[..., AnyStep]]:
    """Every step these modules define, by name, so that a snapshot can make them again."""
    return {
        name: thing
        for module in modules
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, Step) and thing.__module__ == module.__name__
    }
