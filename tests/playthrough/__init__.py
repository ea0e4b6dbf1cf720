"""Playthroughs: what a game answers to everything that can be asked of it, move by move, as text to be read.

    python -m tests.playthrough [GAME…]     plays and writes one file for each seat count

A golden game says that its moves are still legal and its end is the same; a playthrough shows on which line an answer
has become another: a view, an option, a refusal, a line of the story, a score, a number for learning programs. If a
change is meant, the files are written anew and read in review. Views are written as far as they have changed. Of long
games some stretches are shown, among them the beginning and the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

import msgspec

from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Journal
from intryga.kernel.layout import SPECTATOR
from intryga.kernel.observation import describe
from intryga.kernel.observe import new_mask, new_observation
from intryga.kernel.snapshot import checksum
from intryga.kernel.state import AnyState
from intryga.kernel.view import read, view
from intryga.lab.story import line_text

FOLDER = Path(__file__).parent
SEED = 11
STRETCH = 5    # moves shown one after another
STRETCHES = 3    # of a game

Shown = dict[str, dict[int, object]]
"""Parts of views by name, as each viewer sees them."""


def path_of(game: AnyGame, seats: int) -> Path:
    return FOLDER / f"{game.id}-{seats}.txt"


def playthrough(game: AnyGame, seats: int) -> str:
    return "\n".join([*_lines(game, seats), ""])


def _lines(game: AnyGame, seats: int) -> Iterator[str]:
    moves = _moves(game, seats)
    shown = _chosen(len(moves))
    s = _new(game, seats)
    yield f"{game.id}, version {game.version}, {seats} seats, seed {SEED}: {len(moves)} moves at random"
    yield "options " + _compact(game.options())
    before: Shown = {}
    told = 0
    for number, action in enumerate(moves):
        if number in shown:
            if number - 1 not in shown:
                before = {}    # all of it, at the beginning of a stretch
            yield from _position(game, s, before, number, told)
            yield f"{number + 1}. seat {s.seat}: {game.space.text(action)}"
        assert s.journal is not None
        told = len(s.journal.events)
        s.apply(action)
    yield from _position(game, s, before, len(moves), told)
    yield f"returns {_compact(s.returns())}"
    yield f"checksum {checksum(game, s)}"


def _new(game: AnyGame, seats: int) -> AnyState:
    s: AnyState = game.new_game(game.chosen_rules(), seats, game.quick_dice(SEED), Journal(game.layout))
    return s


def _moves(game: AnyGame, seats: int) -> list[int]:
    s, chooser, moves = _new(game, seats), quick(SEED, 1), []
    while not s.over():
        moves.append(int(s.options[chooser.below(len(s.options))]))
        s.apply(moves[-1])
    return moves


def _chosen(moves: int) -> set[int]:
    """The numbers of the moves that are shown."""
    starts = [(moves - STRETCH) * i // (STRETCHES - 1) for i in range(STRETCHES)]
    return {start + i for start in starts for i in range(STRETCH)} if moves > STRETCH * STRETCHES else set(range(moves))


def _position(game: AnyGame, s: AnyState, before: Shown, number: int, told: int) -> Iterator[str]:
    yield ""
    yield f"== after {number} moves"
    viewers = [*range(s.seats), SPECTATOR]
    assert s.journal is not None
    stories = {viewer: "; ".join(map(line_text, read(s.journal, viewer, told))) for viewer in viewers}
    yield from _by_viewer("story", stories)
    pages = {viewer: _page(game, s, viewer) for viewer in viewers}
    now = {name: {viewer: page.get(name) for viewer, page in pages.items()} for name in _names(pages)}
    for name in [*now, *(name for name in before if name not in now)]:
        if now.get(name) != before.get(name):
            yield from _by_viewer(name, now.get(name, dict.fromkeys(viewers)))
    before.clear()
    before.update(now)
    for seat in range(s.seats):
        yield from _asked(game, s, seat)
    yield from _numbers(game, s)


def _names(pages: dict[int, dict[str, object]]) -> list[str]:
    return list(dict.fromkeys(name for page in pages.values() for name in page))


def _by_viewer(name: str, seen: Mapping[int, object]) -> Iterator[str]:
    """One line where all see the same; else one for each that differs, with those who see it so."""
    groups: dict[str, list[int]] = {}
    for viewer, thing in seen.items():
        groups.setdefault(thing if isinstance(thing, str) else _compact(thing), []).append(viewer)
    for thing, viewers in groups.items():
        if thing:
            yield f"{name}: {thing}" if len(groups) == 1 else f"{name} to {_compact(viewers)}: {thing}"


def _page(game: AnyGame, s: AnyState, viewer: int) -> dict[str, object]:
    page = view(game, s, viewer)
    parts: dict[str, object] = {label: held for label, held in page.zones.items() if held}
    parts.update({label: count for label, count in page.counters.items() if count})
    parts.update({f"fact {name}": fact for name, fact in page.facts.items()})
    parts.update({"scores": page.scores, "awaited": page.awaited})
    parts.update({"sealed": page.sealed} if page.sealed else {})
    parts.update({"winners": page.winners} if page.over else {})
    return parts


def _numbers(game: AnyGame, s: AnyState) -> Iterator[str]:
    """What programs get: of the long rows of numbers only a checksum, for each seat. Worlds are the true one and what
    each viewer might suppose instead, by the same dice."""
    form = describe(game, s.seats, s.guests)
    keys, observations, masks = [], [], []
    for seat in range(s.seats):
        numbers, mask = new_observation(form.length), new_mask(form.actions)
        form.observer.write(s, seat, numbers, 0)
        form.observer.mask(s, seat, mask, 0)
        keys.append(str(form.observer.key(s, seat)))
        observations.append(_mark([int(numbers[i]) for i in range(form.length)]))
        masks.append(_mark([i for i in range(form.actions) if mask[i]]))
    yield f"keys {' '.join(keys)}"
    yield f"{form.length} numbers observed {' '.join(observations)}, masks {' '.join(masks)}"
    yield f"values {_compact([round(value, 3) for value in s.values()])}"
    supposed = [checksum(game, s.resample(viewer, quick(SEED, 2)))[:8] for viewer in [*range(s.seats), SPECTATOR]]
    yield f"world {checksum(game, s)[:8]}, supposed {' '.join(supposed)}"


def _asked(game: AnyGame, s: AnyState, seat: int) -> Iterator[str]:
    asked = view(game, s, seat).decision
    if asked is None:
        return
    about = f" {_compact(asked.about)}" if asked.about else ""
    yield f"{seat} is asked {asked.step}{about}{' and goes on' if s.chain_goes_on(seat) else ''}"
    yield f"{seat} may {', '.join(option.text for option in asked.options)}"
    by_rule: dict[str, list[str]] = {}
    for refusal in asked.refused:
        by_rule.setdefault(refusal.rule, []).append(refusal.text)
    yield from (f"{seat} may not, by {rule}: {', '.join(texts)}" for rule, texts in by_rule.items())


def _compact(thing: object) -> str:
    if thing is None:
        return "nothing"
    return msgspec.json.encode(thing).decode().replace('"', "")


def _mark(row: list[int]) -> str:
    return blake2b(msgspec.json.encode(row), digest_size=4).hexdigest()
