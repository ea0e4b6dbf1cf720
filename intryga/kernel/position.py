"""Positions written down by hand: `tableau = [{szpieg = 2}, {}]`, `round = 3`, `vp = [0, 2]`.

Names are those of the game's layout. A card put somewhere is taken from where it lies on an empty table (the deck, the
bank), so a position names only what differs, and one that needs a card too many is found out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from intryga.kernel.dice import Dice, quick
from intryga.kernel.game import AnyGame, Mistake, Value, suggest
from intryga.kernel.journal import Journal
from intryga.kernel.layout import BAG, COUNTER, ROW, Zone
from intryga.kernel.state import AnyState


class Given(msgspec.Struct):
    """The words of a position that every game has; all others name zones and counters."""

    seats: int | None = None
    options: dict[str, Value] = {}
    seed: int = 0
    phase: str = ""
    to_act: int | None = None


def laid_out(game: AnyGame, written: Mapping[str, Any]) -> AnyState:
    """A table as it is written down, with its story to be told from there, waiting for the next choice."""
    words = Given.__struct_fields__
    try:
        given = msgspec.convert({word: written[word] for word in words if word in written}, Given)
    except msgspec.ValidationError as error:
        raise Mistake(str(error).replace("$.", "").replace("`", "'")) from error
    seats = game.check_seats(game.seats[-1] if given.seats is None else given.seats)
    phase = given.phase or next(iter(game.phases))
    if phase not in game.phases:
        raise Mistake(f"{game.id} has no phase '{phase}'{suggest(phase, game.phases)}")
    if given.to_act is not None and given.to_act not in range(seats):
        raise Mistake(f"to_act is a seat from 0 to {seats - 1}, not {given.to_act}")
    parts = {name: content for name, content in written.items() if name not in words}
    s = set_up(game, game.chosen_rules(given.options), seats, quick(given.seed), parts)
    _possible(s)
    game.phases[phase](s, -1 if given.to_act is None else given.to_act)
    _possible(s)    # in this phase, too
    s.journal = Journal(s.layout)
    s.advance()
    return s


def _possible(s: AnyState) -> None:
    impossible = s.impossible()
    if impossible:
        raise Mistake(f"this position cannot be: {impossible}")


def set_up(game: AnyGame, rules: object, seats: int, dice: Dice, parts: Mapping[str, Any]) -> AnyState:
    """An empty table with these parts put on it; nothing is pending yet."""
    s: AnyState = game.table(rules, seats, dice)
    zones = s.layout.zones_for(s.seats + s.guests)
    homes = [zone for zone in zones if zone.cards() and zone.shape == BAG and s.size(zone.at)]
    placed = [pair for name, content in parts.items() for pair in each(game, s, name, content)]
    # What is said of a deck or bank itself comes last and holds, whatever was taken from it.
    for zone, part in sorted(placed, key=lambda pair: pair[0] in homes):
        _put(s, zone, part, homes)
    return s


def each(game: AnyGame, s: AnyState, name: str, content: Any) -> list[tuple[Zone, Any]]:
    """The zones a name stands for, each with its part of the content: `tableau` is a list by seat, `tableau 1` one."""
    zones = s.layout.zones_for(s.seats + s.guests)
    named = [zone for zone in zones if name in (zone.name, zone.label())]
    if not named:
        known = sorted({zone.name for zone in zones})
        raise Mistake(f"{game.id} has no zone or counter '{name}'{suggest(name, known)}")
    if len(named) == 1:
        return [(named[0], content)]
    if not isinstance(content, list) or len(content) != len(named):
        each_of = f"write a list of {len(named)}, or '{name} 0' for one of them"
        raise Mistake(f"'{name}' lies in front of every seat: {each_of}")
    return list(zip(named, content, strict=True))


def read(s: AnyState, zone: Zone) -> Any:
    """What lies there, in the form a position is written in."""
    if zone.shape == COUNTER:
        return int(s.cells[zone.at])
    if zone.shape == ROW:
        return [zone.kinds[s.row_item(zone.at, place)] for place in range(s.row_size(zone.at))]
    counts = {kind: int(s.cells[zone.at + i]) for i, kind in enumerate(zone.kinds) if s.cells[zone.at + i]}
    return counts.get(zone.kinds[0], 0) if len(zone.kinds) == 1 else counts


def size(s: AnyState, zone: Zone) -> int:
    content = read(s, zone)
    return sum(content.values()) if isinstance(content, dict) else len(content) if zone.shape == ROW else int(content)


def check(zone: Zone, content: Any) -> None:
    """Is this written as such a zone is?"""
    label = zone.label()
    if zone.shape == COUNTER:
        if not _whole(content, least=-1):
            raise Mistake(f"'{label}' is a whole number, not {content!r}")
        return
    if zone.shape == BAG and len(zone.kinds) == 1:
        if not _whole(content):
            raise Mistake(f"'{label}' is a number of {zone.kinds[0]}, not {content!r}")
        return
    if zone.shape == BAG and not isinstance(content, dict):
        raise Mistake(f"'{label}' holds cards: write {{card = how many}}, not {content!r}")
    if zone.shape == ROW and not isinstance(content, list):
        raise Mistake(f"'{label}' holds cards in order: write a list, not {content!r}")
    for kind in content:
        if kind not in zone.kinds:
            raise Mistake(f"'{kind}' in '{label}' is no card of this game{suggest(str(kind), zone.kinds)}")
        if isinstance(content, dict) and not _whole(content[kind]):
            raise Mistake(f"'{kind}' in '{label}' needs a whole number, not {content[kind]!r}")


def _put(s: AnyState, zone: Zone, content: Any, homes: list[Zone]) -> None:
    check(zone, content)
    if zone.shape == COUNTER:
        s.cells[zone.at] = content
        return
    if zone.shape == ROW and len(content) >= zone.length:
        raise Mistake(f"'{zone.label()}' has room for {zone.length - 1} cards, not {len(content)}")
    counts = {zone.kinds[0]: content} if isinstance(content, int) else content
    kinds = [kind for kind, n in counts.items() for _ in range(n)] if isinstance(counts, dict) else content
    home = next((home for home in homes if home.kinds is zone.kinds and zone.cards()), None)
    if home is zone:
        for at in range(zone.at, zone.at + zone.length):
            s.cells[at] = 0
    for word in kinds:
        kind = zone.kinds.index(word)
        if home is not None and home is not zone:
            s.cells[home.at + kind] -= 1
        if zone.shape == BAG:
            s.cells[zone.at + kind] += 1
        else:
            s.remember_next(kind, zone.at)


def _whole(content: Any, least: int = 0) -> bool:
    return isinstance(content, int) and not isinstance(content, bool) and content >= least
