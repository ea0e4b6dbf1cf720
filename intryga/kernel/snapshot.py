"""A state as plain data and back, and its fingerprint."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from intryga.kernel.dice import from_mark
from intryga.kernel.state import State
from intryga.kernel.steps import AnyStep

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

FrozenStep = tuple[str, list[int]]


class Snapshot(msgspec.Struct, frozen=True):
    seats: int
    cells: list[int]
    dice: str
    stack: list[FrozenStep]
    run: list[FrozenStep]
    box: list[int]


def freeze(s: State) -> Snapshot:
    return Snapshot(s.seats, list(s.cells), s.dice.mark(), _freeze(s.stack), _freeze(s.run), list(s.box))


def thaw(game: AnyGame, rules: object, snapshot: Snapshot) -> State:
    """The state again, waiting for the same choice. It has no journal."""
    s: State = game.empty_table(rules, snapshot.seats, from_mark(snapshot.dice))
    for at, number in enumerate(snapshot.cells):
        s.cells[at] = number
    s.stack.extend(_thaw(game, snapshot.stack))
    s.run = _thaw(game, snapshot.run)
    s.box = list(snapshot.box)
    s.advance()
    return s


def fingerprint(s: State) -> bytes:
    """Equal for equal states, in every process, plain or compiled."""
    digest = hashlib.blake2b(array("q", s.cells).tobytes(), digest_size=16)
    if not s.over():
        rest = (_freeze(s.stack), _freeze(s.run), list(s.box), list(s.options), s.seat)
        digest.update(msgspec.json.encode(rest))
    digest.update(s.dice.mark().encode())
    return digest.digest()


def _freeze(steps: Iterable[AnyStep]) -> list[FrozenStep]:
    return [(type(step).__name__, list(step.fields())) for step in steps]


def _thaw(game: AnyGame, steps: list[FrozenStep]) -> list[AnyStep]:
    return [game.step_types[name](*fields) for name, fields in steps]
