"""A state as plain data and back, and its fingerprint."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from intryga.kernel.dice import from_mark
from intryga.kernel.layout import COUNTER, ROW
from intryga.kernel.rules import Origin
from intryga.kernel.state import AnyState
from intryga.kernel.steps import AnyStep

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame


class FrozenStep(msgspec.Struct, frozen=True, array_like=True):
    name: str
    fields: list[int]
    held: list[FrozenStep] = []


class Snapshot(msgspec.Struct, frozen=True):
    seats: int
    cells: list[int]
    dice: str
    stack: list[FrozenStep]
    run: list[FrozenStep]
    box: list[int]


class Unreadable(ValueError):
    """A snapshot that was not taken of such a game; the message says what does not fit."""


def freeze(s: AnyState) -> Snapshot:
    return Snapshot(s.seats, list(s.cells), s.dice.mark(), _freeze(s.pending()), _freeze(s.run), list(s.box))


def thaw(game: AnyGame, rules: object, snapshot: Snapshot) -> AnyState:
    """The state again, waiting for the same choice. It has no journal. Raises Unreadable where the snapshot cannot be
    one of this game."""
    s: AnyState = game.table(rules, snapshot.seats, from_mark(snapshot.dice))
    if len(snapshot.cells) != s.layout.length:
        raise Unreadable(f"it has {len(snapshot.cells)} cells instead of {s.layout.length}")
    for at, number in enumerate(snapshot.cells):
        s.cells[at] = number
    for step in _thaw(game, snapshot.stack):
        s.push(step)
    s.run = _thaw(game, snapshot.run)
    s.box = list(snapshot.box)
    s.advance()
    return s


def pickled(s: AnyState) -> tuple[Callable[..., AnyState], tuple[Any, ...]]:
    origin = s.rules.origin
    assert origin is not None, "rules that a game has made"
    where = (origin.module, origin.version, origin.options, origin.components)
    return _unpickled, (where, msgspec.msgpack.encode(freeze(s)))


def _unpickled(where: tuple[str, int, dict[str, Any], str], raw: bytes) -> AnyState:
    from intryga.kernel.game import of_origin

    origin = Origin(*where)
    game = of_origin(origin)
    return thaw(game, game.chosen_rules(origin.options), msgspec.msgpack.decode(raw, type=Snapshot))


# --- fingerprints ---


def fingerprint(s: AnyState) -> bytes:
    """Equal for equal states, in every process, plain or compiled."""
    cells: Any = s.cells
    # The compiled engine's cells can be read as they lie in memory, without making a number of each.
    digest = hashlib.blake2b(array("q", cells) if isinstance(cells, list) else cells, digest_size=16)
    if not s.over():
        rest = (_freeze(s.pending()), _freeze(s.run), list(s.box), list(s.options), s.seat)
        digest.update(msgspec.json.encode(rest))
    digest.update(s.dice.mark().encode())
    return digest.digest()


def checksum(game: AnyGame, s: AnyState) -> str:
    """What a game file promises of the position after its moves: by the names of zones, counters and actions, so that
    it holds however a later release lays out its cells and calls its steps."""
    text = game.space.text
    zones = {zone.label(): _content(s, zone.at) for zone in s.layout.zones_for(s.seats + s.guests)}
    asked = [] if s.over() else [s.seat, [text(action) for action in s.options]]
    box = [text(answer) if answer >= 0 else "" for answer in s.box]
    position = ({label: held for label, held in zones.items() if held}, asked, box, s.dice.mark())
    return hashlib.blake2b(msgspec.json.encode(position, order="deterministic"), digest_size=16).hexdigest()


def first_checksum(game: AnyGame, s: AnyState) -> str:
    """The checksum of finished games in files of format 1: over the cells that the layout had then."""
    cells = list(s.cells)[: game.checked_cells or None]
    return hashlib.blake2b(array("q", cells).tobytes() + s.dice.mark().encode(), digest_size=16).hexdigest()


def _content(s: AnyState, at: int) -> list[Any] | dict[str, int] | int:
    zone = s.layout.at[at]
    if zone.shape == COUNTER:
        return int(s.cells[at])
    if zone.shape == ROW:
        return [zone.kinds[s.row_item(at, place)] for place in range(s.row_size(at))]
    return {kind: int(s.cells[at + i]) for i, kind in enumerate(zone.kinds) if s.cells[at + i]}


# --- steps ---


def _freeze(steps: Iterable[AnyStep]) -> list[FrozenStep]:
    return [FrozenStep(type(step).__name__, list(step.fields()), _freeze(step.held())) for step in steps]


def _thaw(game: AnyGame, steps: list[FrozenStep]) -> list[AnyStep]:
    return [_step(game, frozen) for frozen in steps]


def _step(game: AnyGame, frozen: FrozenStep) -> AnyStep:
    make = game.step_types.get(frozen.name)
    if make is None:
        raise Unreadable(f"{game.id} has no step '{frozen.name}'")
    return make(*frozen.fields, _thaw(game, frozen.held)) if frozen.held else make(*frozen.fields)
