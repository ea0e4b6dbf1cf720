"""Scenarios: readable given/when/then files, like a chess diagram with an answer. See docs/scenarios.md."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from intryga import games
from intryga.kernel.actions import UnknownAction
from intryga.kernel.game import AnyGame, Mistake, suggest
from intryga.kernel.position import laid_out
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.state import AnyState, IllegalMove
from intryga.kernel.view import awaited
from intryga.lab.expectations import Then, check, known_rules


class When(msgspec.Struct, forbid_unknown_fields=True):
    do: str
    seat: int | None = None
    refused: str | None = None    # the rule against it; "" if it is not even offered
    then: Then | None = None


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    title: str
    rules: list[str]
    given: dict[str, Any]
    then: Then
    when: list[When] = []


class ScenarioResult(msgspec.Struct, frozen=True):
    file: str
    title: str
    rules: list[str]
    failure: str    # empty if it holds


# --- files ---


def find_files(places: Iterable[Path]) -> list[Path]:
    """The files named, and those in the folders named, in order."""
    found: list[Path] = []
    for place in places:
        if place.is_dir():
            found.extend(sorted(place.rglob("*.toml")))
        elif place.is_file():
            found.append(place)
        else:
            raise Mistake(f"there is no file or folder '{place}'")
    if not found:
        raise Mistake("there is no scenario here: a scenario is a .toml file")
    return found


def load(path: Path) -> Scenario:
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"not a TOML file: {error}") from error
    _spelling("", raw, Scenario)
    for number, move in enumerate(_tables(raw.get("when")), 1):
        _spelling(f"when {number}: ", move, When)
        _spelling(f"when {number}, then: ", move.get("then"), Then)
    _spelling("then: ", raw.get("then"), Then)
    try:
        return msgspec.convert(raw, Scenario)
    except msgspec.ValidationError as error:
        raise Mistake(str(error).replace("$.", "").replace("`", "'")) from error


def run_file(path: Path, own: AnyGame | None = None) -> ScenarioResult:
    """Never raises: what is wrong with a scenario is its result. `own` is a game with components of one's own."""
    try:
        scenario = load(path)
    except (Mistake, OSError) as error:
        return ScenarioResult(str(path), path.stem, [], str(error))
    try:
        run(scenario, own)
    except Mistake as error:
        return ScenarioResult(str(path), scenario.title, scenario.rules, str(error))
    return ScenarioResult(str(path), scenario.title, scenario.rules, "")


def cited(path: Path) -> list[str]:
    """The rules a scenario cites, for coverage."""
    return load(path).rules


def _spelling(place: str, table: object, shape: type[msgspec.Struct]) -> None:
    """Unknown words get a suggestion; everything else about the form is told by the conversion."""
    known = shape.__struct_fields__
    for key in table if isinstance(table, dict) else []:
        if key not in known:
            raise Mistake(f"{place}'{key}' is not a word of this notation{suggest(key, known)}")


def _tables(thing: object) -> list[dict[str, Any]]:
    return [part for part in thing if isinstance(part, dict)] if isinstance(thing, list) else []


# --- running ---


class _At:
    """Puts the place in front of a mistake made there."""

    def __init__(self, place: str) -> None:
        self.place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (Mistake, UnknownAction)):
            raise Mistake(f"{self.place}: {error}") from error


def run(scenario: Scenario, own: AnyGame | None = None) -> None:
    """Raises a Mistake that says what does not hold, and where."""
    for _ in played(scenario, own):
        pass


def played(scenario: Scenario, own: AnyGame | None = None) -> Iterator[AnyState]:
    """The position given, and after each move, once what should hold there does."""
    game = own if own is not None and own.id == scenario.game else games.find(scenario.game)
    with _At("rules"):
        known_rules(game, scenario.rules)
    with _At("given"):
        s = laid_out(game, scenario.given)
    journal = s.journal
    assert journal is not None
    since = 0
    yield s
    for number, move in enumerate(scenario.when, 1):
        before = len(journal.events)
        with _At(f"when {number}"):
            if not _done_unasked(game, move, journal.unasked):
                _when(game, s, move)
                since = before
        if move.then is not None:
            with _At(f"when {number}, then"):
                check(game, s, move.then, since)
        yield s
    with _At("then"):
        check(game, s, scenario.then, since)


def _done_unasked(game: AnyGame, move: When, unasked: list[tuple[int, int]]) -> bool:
    """What the kernel has already done unasked, because it was the only option, may be written or not."""
    for i, (seat, done) in enumerate(unasked):
        if move.refused is None and done == game.space.parse(move.do) and move.seat in (None, seat):
            del unasked[: i + 1]
            return True
    return False


def _when(game: AnyGame, s: AnyState, move: When) -> None:
    """One move."""
    action = game.space.parse(move.do)
    known_rules(game, [move.refused] if move.refused else [])
    if s.over():
        raise Mistake("the game is over")
    waiting = awaited(s)
    if move.seat is None and len(waiting) != 1:
        raise Mistake(f"several seats are awaited ({waiting}): say which 'seat' does this")
    seat = waiting[0] if move.seat is None else move.seat
    before = fingerprint(s)
    assert s.journal is not None
    s.journal.unasked.clear()
    try:
        s.answer(seat, action)
    except IllegalMove as refusal:
        if fingerprint(s) != before:
            raise Mistake(f"'{move.do}' was refused but changed the state") from refusal
        found = f"refused by {refusal.rule}" if refusal.rule else f"not offered; seats awaited: {waiting}"
        if move.refused is None:
            raise Mistake(f"seat {seat} may not '{move.do}': {found}") from refusal
        if refusal.rule != move.refused:
            raise Mistake(f"'{move.do}' is {found}; expected a refusal by {move.refused or 'no rule'}") from refusal
        return
    if move.refused is not None:
        raise Mistake(f"'{move.do}' is legal; expected a refusal by {move.refused or 'no rule'}")
