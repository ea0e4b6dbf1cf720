"""Which inputs of a policy the numbers of an observation are.

An observation (kernel/observation.py, rows as numbers of kinds) says where every card lies. A policy reads less, and
what it reads does not depend on how many sit at the table: of a row how many lie there of each kind and which lies on
top, but for zones whose places matter; of what is asked each of the step's numbers as a word. So one network serves
tables of several sizes: what a smaller one lacks is 0.

Where there are many kinds of cards, one card is not learnt anew for every place it may lie in: those stretches are
`Cards`, and a network has a few numbers for each kind that hold wherever it lies (bots/policies.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from intryga.kernel.observation import Observation, describe

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

WORDS = 40    # that a number of a step may stand for; larger ones are read as the last
LEFT_OUT = ("sealed",)    # hardly anybody is asked again before the box is opened
MANY = 24    # kinds, from which on a network has traits of each
TRAITS = 8


class Coded(NamedTuple):
    """A number that stands for one of so many kinds, 0 for none: where it is, and the input of the first kind."""

    at: int
    column: int
    kinds: int


class Top(NamedTuple):
    """Where a row tells how many lie in it, where its first place is, and the first input for what lies on top."""

    size_at: int
    first: int
    column: int


class Cards(NamedTuple):
    """Inputs that tell which kinds lie in one place, in the order of the kinds."""

    first: int
    kinds: tuple[str, ...]


class Columns(NamedTuple):
    """For one number of seats."""

    width: int    # inputs, for all numbers of seats together
    numbers: list[tuple[int, int]]    # where in the observation, and which input
    words: list[Coded]
    tops: list[Top]
    always: int    # the input that says how many sit at the table
    cards: list[Cards]    # of all numbers of seats together


def columns(game: AnyGame, seats: int, tables: tuple[int, ...], places: tuple[str, ...] = ()) -> Columns:
    """Of a network for these tables, at one of them. `places` names the zones of which every place is read."""
    stretches: dict[tuple[str, int, str], int] = {}
    kinds_in = {zone.name: tuple(zone.kinds) for zone in game.layout.zones if len(zone.kinds) >= MANY}
    cards: list[Cards] = []
    width = 0

    def stretch(name: str, seat: int, what: str, length: int) -> int:
        nonlocal width
        if (name, seat, what) not in stretches:
            stretches[name, seat, what] = width
            names = kinds_in.get(name, ())
            if names and what != "size":
                cards.extend(Cards(first, names) for first in range(width, width + length, len(names)))
            width += length
        return stretches[name, seat, what]

    asked = Columns(0, [], [], [], 0, [])
    always = stretch("seats", -1, "number", max(tables) + 1)
    # From the largest table down: a smaller one has what stands there at the same inputs.
    for chairs in sorted(tables, reverse=True):
        found = Columns(0, [], [], [], always + chairs, [])
        codes, flags = _described(game, chairs)
        for one, other in zip(codes.features, flags.features, strict=True):
            if one.name in LEFT_OUT:
                continue
            kinds = WORDS if one.name == "about" else other.length // one.length
            each = one.name in places or one.name == "about"
            if kinds == 1:
                what = "size" if one.length == 1 else "numbers"
                first = stretch(one.name, one.seat, what, one.length)
                found.numbers.extend((one.at + i, first + i) for i in range(one.length))
                continue
            first = stretch(one.name, one.seat, "kinds", kinds * one.length if each else kinds)
            found.words.extend(Coded(one.at + i, first + (i * kinds if each else 0), kinds) for i in range(one.length))
            if one.length > 1 and not each:
                found.tops.append(Top(one.at - 1, one.at, stretch(one.name, one.seat, "top", kinds)))
        if chairs == seats:
            asked = found
    return asked._replace(width=width, cards=cards)


def all_kinds(cards: list[Cards]) -> list[tuple[str, ...]]:
    """Each set of kinds once."""
    return list(dict.fromkeys(one.kinds for one in cards))


def plain_inputs(width: int, cards: list[Cards]) -> list[int]:
    """All that do not tell where cards lie."""
    taken = {one.first + i for one in cards for i in range(len(one.kinds))}
    return [column for column in range(width) if column not in taken]


def _described(game: AnyGame, seats: int) -> tuple[Observation, Observation]:
    guests = game.table(game.chosen_rules(), seats, game.quick_dice(0)).guests
    return describe(game, seats, guests, "codes"), describe(game, seats, guests)
