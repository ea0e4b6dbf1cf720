"""A step is one pending piece of the rules: it runs by itself, or waits for a seat to choose.

Steps are immutable and shared between clones. Nested effects push steps; nobody writes a phase enum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import i64

from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice

if TYPE_CHECKING:
    from intryga.kernel.state import AnyState

S = TypeVar("S", bound="AnyState")

ALLOWED: Final = ""    # the rule that forbids nothing
UNSEEN: Final = -1    # instead of an action: others do not see which it was


class Offers:
    """What a step offers: the legal moves, and the rule against each of the others, from one reading of the rules."""

    def __init__(self, explain: bool) -> None:
        self.explain = explain
        self.options: list[i64] = []
        self.refused: list[tuple[i64, str]] | None = [] if explain else None

    def allow(self, action: i64) -> None:
        self.options.append(action)

    def offer(self, action: i64, rule: str) -> None:
        """Offer an action with ALLOWED, or with the id of the rule that forbids it now."""
        if not rule:
            self.options.append(action)
        elif self.refused is not None:
            self.refused.append((action, rule))

    def wants(self, rule: str) -> bool:
        """Is it worth listing a group that this rule refuses as a whole?"""
        return self.explain or not rule


class Step(Generic[S]):
    """`seat` is who chooses, or whom the step is about (-1: nobody)."""

    # What the numbers after `seat` in `fields` mean, by name: SEAT, NUMBER, or the name of a list of words (`card`).
    about: ClassVar[dict[str, str]] = {}

    def __init__(self, seat: i64, waits: bool, sealed: bool) -> None:
        self.seat: i64 = seat
        self.waits = waits
        self.sealed = sealed

    def run(self, s: S) -> None:
        """Carry out a step that needs no choice. The kernel has already taken it off the stack."""
        raise NotImplementedError

    def offers(self, s: S, o: Offers) -> None:
        """Offer everything a player might point at here, in a defined order, each with ALLOWED or the rule against."""
        raise NotImplementedError

    def take(self, s: S, action: i64) -> None:
        """Carry out the choice. The kernel has already taken the step off the stack; to go on, push it again."""
        raise NotImplementedError

    def options(self, s: S) -> list[i64]:
        """What is offered and not refused. A hot step may override this; a test proves that both agree."""
        o = Offers(False)
        self.offers(s, o)
        return o.options

    def any_option(self, s: S, dice: Dice) -> i64:
        """One of `options` at random, by the board's `one_of`, for games at which nobody looks. A hot step may
        override this, so as to make no list; a test proves that both agree."""
        options = self.options(s)
        return options[s.one_of(len(options), dice)]

    def explained(self, s: S) -> Offers:
        """The same with the refused candidates, for pages and scenarios."""
        o = Offers(True)
        self.offers(s, o)
        return o

    def lone_is_public(self, s: S, option: i64) -> bool:
        """Can everybody work out that this is the only option? Only then is it taken unasked."""
        return not self.sealed

    def settles(self, action: i64) -> bool:
        """In a sealed run: this answer makes those of the seats after it lapse (the first counter wins)."""
        return False

    def passing(self) -> i64:
        """In a reaction window: the answer that lets things be, for who has said nothing when its time is up and for
        who passes until a chain of windows is over. -1: this step is none."""
        return -1

    def continues(self) -> bool:
        """Does this choice complete one that its seat has begun in the step before?"""
        return False

    def shows(self, action: i64, viewer: i64) -> i64:
        """What a viewer observes of this answer of somebody else: the action, another that looks the same, or UNSEEN.
        Answers that show the same look the same until the next thing happens."""
        if self.sealed:
            return UNSEEN
        return action

    def fields(self) -> list[i64]:
        """What the constructor needs to make this step again, for snapshots: `seat` and what `about` names."""
        return [self.seat]

    def held(self) -> list[AnyStep]:
        """The steps inside this one; the constructor takes them last, as a list."""
        return NO_STEPS


class Automatic(Step[S]):
    """Runs by itself."""

    def __init__(self, seat: i64 = -1) -> None:
        super().__init__(seat, False, False)


class Choice(Step[S]):
    """Waits for its seat, in the open."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat, True, False)


class SealedChoice(Step[S]):
    """Waits for its seat in secret. Neighbouring sealed steps form a run (see state.py)."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat, True, True)


AnyStep = Step[Any]
NO_STEPS: Final[list[AnyStep]] = []
IDLE: Final[AnyStep] = Step(-1, False, False)    # where no step is


def each_seat(step: Callable[[int], AnyStep], seats: int) -> vec[AnyStep]:
    """One of these steps for every seat, made once: steps are immutable and shared by all games."""
    return vec[AnyStep]([step(seat) for seat in range(seats)])
