"""What the house knows of a game: a description. Everything else is built from it."""

from __future__ import annotations

import copy
import hashlib
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from intryga.kernel import components as component_files
from intryga.kernel import versions
from intryga.kernel.actions import ActionSpace
from intryga.kernel.components import Mistake as Mistake
from intryga.kernel.components import WrongComponent
from intryga.kernel.components import suggest as suggest
from intryga.kernel.dice import (
    Dice,
    QuickDice,
    SealedDice,
    quick,
    quick_by_purpose,
    sealed_by_purpose,
)
from intryga.kernel.effects import Programmed
from intryga.kernel.journal import Journal
from intryga.kernel.language import Texts
from intryga.kernel.layout import Layout
from intryga.kernel.poll import Poll
from intryga.kernel.rules import Origin, RuleSet
from intryga.kernel.state import AnyState
from intryga.kernel.steps import AnyStep, Step
from intryga.kernel.words import Words

S = TypeVar("S", bound=AnyState)
R = TypeVar("R", bound=RuleSet)
Value = str | int | bool
Stage = Literal["draft", "complete"]
Sentence = Callable[[Texts, Mapping[str, Any], str, Mapping[str, Any]], str]    # from components, group and block
Wording = Callable[[Texts, Mapping[str, Any], str, Mapping[str, str], str], str]    # facts, verb, arguments, plain text

BASES = (Step.__module__, Poll.__module__)    # steps that others are made from
MANY = "+"    # joins the components that an option names by hand: overlord+captain+squire+peasant
RULES_KEPT = 64    # sets of options whose rules are kept, of each game


class Reactions(NamedTuple):
    """Cards that are played in reaction windows."""

    cards: Mapping[str, bool]    # by id: can who holds it be the target of what it reacts to?
    target: Callable[[Any, int], bool]    # is this seat the target now?
    round_begins: str    # the told word with which a round begins


class Game(Generic[S, R]):
    """One title in one version of its rules. The module `game` of a folder under `games/` has one, called GAME."""

    def __init__(
        self,
        *,
        module: str,    # that this is written in: __name__
        id: str,
        version: int,    # of the rules: a game in progress keeps the one it began with (see versions.py)
        prefix: str,    # of its numbered rules
        layout: Layout,
        space: ActionSpace,
        told: Words,
        rules: Callable[[Mapping[str, Any], Mapping[str, Value]], R],    # components and a complete set of options
        table: Callable[[R, int, Dice], S],    # everything in its place before the first step
        opening: Callable[[S], None],    # pushes the first step on such a table
        phases: Mapping[str, Callable[[S, int], None]],    # where a position written by hand may begin, and with whom
        steps: Iterable[ModuleType] = (),    # the modules that define them, if it is not this one
        stage: Stage = "complete",
        chain_ends: tuple[str, ...] = (),    # told when reaction windows that belong together are over
        sentence: Sentence | None = None,    # what a component says, where that is made from what it does
        wording: Wording | None = None,    # an option as things are now: what it costs, what it does
        reactions: Reactions | None = None,    # cards of which a player may say in advance when to be asked
        past_opens: str = "end",    # when a past may be shown to all: "always", at the "end", or after this told word
        components: dict[str, Any] | None = None,    # where they do not stand in cards.toml
        rulebook: dict[str, Any] | None = None,    # where it does not stand in rules.toml
    ) -> None:
        self.module = module
        self.id = id
        self.version = version
        self.newest = version
        self.prefix = prefix
        self.layout = layout
        self.space = space
        self.told = told
        self.step_types = steps_of(steps or [sys.modules[module]])
        self.rules = rules
        self.table = table
        self.opening = opening
        self.phases = phases
        self.stage = stage
        self.chain_ends = chain_ends
        self.sentence = sentence
        self.wording = wording
        self.reactions = reactions
        self.past_opens = past_opens
        self.own_components = ""    # the text of a component file that takes the place of the game's own
        self.one_row_of_dice = False    # as in version 1 of the first four games
        self.checked_cells = 0    # of a finished game's checksum, where zones have been added since; 0: all
        if components is not None:
            self.components = components
        if rulebook is not None:
            self.rulebook = rulebook
        self._rules = lru_cache(RULES_KEPT)(self._make_rules)

    # --- playing ---

    def new_game(self, rules: R, seats: int, dice: Dice, journal: Journal | None = None) -> S:
        """Set up and waiting for the first choice; the journal tells of the set-up too."""
        s = self.table(rules, seats, dice)
        s.journal = journal
        self.opening(s)
        s.advance()
        return s

    def quick_dice(self, seed: int, number: int = 0) -> QuickDice:
        """For a game that is simulated: the same seed and number, the same game."""
        return quick(seed, number) if self.one_row_of_dice else quick_by_purpose(seed, number)

    def sealed_dice(self, secret: bytes) -> SealedDice:
        """For a game at a table."""
        return SealedDice(secret, 0) if self.one_row_of_dice else sealed_by_purpose(secret)

    # --- data ---

    @cached_property
    def folder(self) -> Traversable:
        return resources.files(self.module.rpartition(".")[0])

    @cached_property
    def components(self) -> dict[str, Any]:
        return tomllib.loads(self.folder.joinpath("cards.toml").read_text("utf-8"))

    @cached_property
    def rulebook(self) -> dict[str, Any]:
        """The numbered rules, in every language."""
        return tomllib.loads(self.folder.joinpath("rules.toml").read_text("utf-8"))

    @property
    def seats(self) -> range:
        about = self.components["game"]
        return range(about["players_min"], about["players_max"] + 1)

    def check_seats(self, seats: int) -> int:
        if seats not in self.seats:
            raise Mistake(f"{self.id} is for {self.seats[0]} to {self.seats[-1]} players, not {seats}")
        return seats

    def reconstructed(self) -> list[str]:
        """The components of which something is reconstructed, by id: `[R]` in their source."""
        found = []
        for group, blocks in self.components.items():
            for block in blocks if isinstance(blocks, list) else [blocks]:
                if component_files.is_reconstructed(block):
                    found.append(f"{group} {component_files.id_of(block)}".strip())
        return found

    # --- options, and the rules that follow from them ---

    def options(self, chosen: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """A complete set of options: the defaults, with what was chosen put in. Words stand for values too."""
        known: dict[str, Any] = self.components.get("options", {})
        complete: dict[str, Value] = {name: option["choices"][0] for name, option in known.items()}
        for name, value in (chosen or {}).items():
            if name not in known:
                raise Mistake(f"{self.id} has no option '{name}'{suggest(name, known)}")
            words = {str(choice).lower(): choice for choice in known[name]["choices"]}
            if str(value).lower() in words:
                complete[name] = words[str(value).lower()]
            elif "of" in known[name] and MANY in str(value):
                complete[name] = self._by_hand(name, str(value).split(MANY), known[name]["of"])
            else:
                by_hand = f", or several {known[name]['of']} joined by {MANY}" if "of" in known[name] else ""
                raise Mistake(f"option '{name}' is one of {', '.join(words)}{by_hand}, not '{value}'")
        return complete

    def check_table(self, seats: int, chosen: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """A complete set of options with which so many can play; raises a Mistake that says why not."""
        options = self.options(chosen)
        self.opening(self.table(self.chosen_rules(options), self.check_seats(seats), self.quick_dice(0)))
        return options

    def _by_hand(self, name: str, chosen: list[str], group: str) -> str:
        """A choice that names components, in the order of the file. Whether they go together is for the rules."""
        ids = [component_files.id_of(block) for block in self.components[group]]
        for one in chosen:
            if one not in ids:
                raise Mistake(f"option '{name}': there is no '{one}' among the {group}{suggest(one, ids)}")
        return MANY.join(sorted(chosen, key=ids.index))

    def chosen_rules(self, chosen: Mapping[str, Value] | None = None) -> R:
        """The rules of a table. Made once for a set of options. Raises WrongComponent where a component file of
        somebody's own says something that cannot be."""
        return self._rules(tuple(self.options(chosen).items()))

    def _make_rules(self, options: tuple[tuple[str, Value], ...]) -> R:
        rules = self.rules(self.components, dict(options))
        rules.origin = Origin(self.module, self.version, dict(options), self.own_components)
        return rules

    # --- other versions, other components ---

    def of_version(self, version: int) -> Game[S, R]:
        """This game under another version of its rules; 0 is the newest."""
        return self if version in (0, self.version) else versions.earlier(self, version)

    def with_components(self, text: str) -> Game[S, R]:
        """The same game, with what an owner of the box has written of its components."""
        try:
            parsed = component_files.parse(text, self.components, of_its_time=self.version != self.newest)
            other = self.changed(components=parsed, own_components=text)
            if not (other.seats and set(other.seats) <= set(self.seats)):
                fits = f"from {self.seats[0]} to {self.seats[-1]}"
                raise WrongComponent("game", "", "players_max", f"the number of players must be {fits}")
            other.chosen_rules()
        except WrongComponent as mistake:
            raise Mistake(f"line {component_files.line_of(text, mistake)}: {mistake}") from mistake
        return other

    def changed(self, **attributes: Any) -> Game[S, R]:
        """A copy of which these things are otherwise."""
        other = copy.copy(self)
        other.__dict__.update(attributes)
        other._rules = lru_cache(RULES_KEPT)(other._make_rules)
        return other

    def components_mark(self) -> str:
        """Empty for the game's own components; else a fingerprint, so that replays stay true."""
        own = self.own_components.encode()
        return hashlib.blake2b(own, digest_size=16).hexdigest() if own else ""

    def mark(self, options: Mapping[str, Value]) -> str:
        """A fingerprint of all that a snapshot depends on: layout, steps, actions, told words, data and options."""
        return _mark(self, tuple(self.options(options).items()))


AnyGame = Game[Any, Any]


def of_origin(origin: Origin) -> AnyGame:
    """The game whose rules these are."""
    game: AnyGame = import_module(origin.module).GAME
    game = game.of_version(origin.version)
    return game.with_components(origin.components) if origin.components else game


def steps_of(modules: Iterable[ModuleType]) -> dict[str, Callable[..., AnyStep]]:
    """Every step that these modules define, and every kernel step that they use, by name: a snapshot makes them again
    from it."""
    return {
        thing.__name__: thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Step) and thing.__module__ not in BASES
    }


@lru_cache(maxsize=256)
def _mark(game: AnyGame, options: tuple[tuple[str, Value], ...]) -> str:
    layout = [
        (zone.name, zone.seat, zone.shape, zone.kinds, zone.length, zone.seen_by, zone.use, zone.holds)
        for zone in game.layout.zones
    ]
    steps = [(name, getattr(step, "about", {})) for name, step in sorted(game.step_types.items())]
    verbs = [(verb.name, verb.parameters, verb.words) for verb in game.space.verbs]
    told = [
        (word.name, [(parameter.name, parameter.meaning, parameter.words) for parameter in word.parameters])
        for word in game.told.by_name.values()
    ]
    rules = game.chosen_rules(dict(options))
    program = list(rules.program.code) if isinstance(rules, Programmed) else []    # steps name places in it
    everything = (game.id, game.version, layout, steps, verbs, told, game.components, program, options)
    return hashlib.blake2b(msgspec.json.encode(everything, order="deterministic"), digest_size=16).hexdigest()
