"""Scenarios: readable given/when/then files, like a chess diagram with an answer. See docs/scenarios.md."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from intryga import games
from intryga.kernel.actions import UnknownAction
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame, Mistake, Value, suggest
from intryga.kernel.journal import Journal
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.state import IllegalMove, State
from intryga.kernel.view import awaited, decision, view
from intryga.lab import position

TOP = ["game", "title", "rules", "given", "when", "then"]
GIVEN = ["seats", "options", "seed", "phase", "to_act"]
WHEN = ["seat", "do", "refused", "then"]
THEN = ["seat", "legal", "includes", "refused", "awaited", "state", "sizes", "view", "facts", "scores", "winners",
        "over"]  # fmt: skip


class Result(msgspec.Struct, frozen=True):
    file: str
    title: str
    rules: list[str]
    failure: str    # empty if it holds


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


def run_file(path: Path) -> Result:
    """Never raises: what is wrong with a scenario is its result."""
    title, rules = path.stem, []
    try:
        scenario = load(path)
        title, rules = scenario["title"], scenario["rules"]
        run(scenario)
    except (Mistake, OSError) as error:
        return Result(str(path), title, rules, str(error))
    return Result(str(path), title, rules, "")


def load(path: Path) -> dict[str, Any]:
    try:
        scenario = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"not a TOML file: {error}") from error
    _known("", scenario, TOP)
    for key in ("game", "title", "rules", "given", "then"):
        if key not in scenario:
            raise Mistake(f"'{key}' is missing")
    return scenario


def run(scenario: Mapping[str, Any]) -> None:
    """Raises a Mistake that says what does not hold, and where."""
    game = games.find(scenario["game"])
    known = {rule["id"] for rule in game.rulebook["rule"]}
    for rule in scenario["rules"]:
        if rule not in known:
            raise Mistake(f"rules: {game.id} has no rule '{rule}'{suggest(rule, sorted(known))}")
    s = _given(game, scenario["given"])
    journal = s.journal
    assert journal is not None
    for number, move in enumerate(scenario.get("when", []), 1):
        place = f"when {number}"
        with _At(place):
            _known("", move, WHEN)
            _when(game, s, move, journal.unasked)
        with _At(f"{place}, then"):
            _then(game, s, move.get("then", {}))
    with _At("then"):
        _then(game, s, scenario["then"])


class _At:
    """Puts the place in front of a mistake made there."""

    def __init__(self, place: str) -> None:
        self.place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (Mistake, UnknownAction)):
            raise Mistake(f"{self.place}: {error}") from error


def _known(place: str, table: Mapping[str, Any], keys: list[str]) -> None:
    for key in table:
        if key not in keys:
            raise Mistake(f"{place}'{key}' is not a word of this notation{suggest(key, keys)}")


def _given(game: AnyGame, given: Mapping[str, Any]) -> State:
    with _At("given"):
        options: dict[str, Value] = given.get("options", {})
        seats = game.check_seats(given.get("seats", game.seats[-1]))
        phase = given.get("phase", game.phases[0])
        to_act = given.get("to_act", 0)
        if phase not in game.phases:
            raise Mistake(f"{game.id} has no phase '{phase}'{suggest(phase, game.phases)}")
        if to_act not in range(seats):
            raise Mistake(f"to_act is a seat from 0 to {seats - 1}, not {to_act!r}")
        parts = {name: content for name, content in given.items() if name not in GIVEN}
        s = position.set_up(game, game.chosen_rules(options), seats, quick(given.get("seed", 0)), parts)
        impossible = game.impossible(s)
        if impossible:
            raise Mistake(f"this position cannot be: {impossible}")
        game.set_phase(s, phase, to_act)
        s.journal = Journal(s.layout)
        s.advance()
    return s


def _when(game: AnyGame, s: State, move: Mapping[str, Any], unasked: list[tuple[int, int]]) -> None:
    """One move. What the kernel has already done unasked, because it was the only option, may be written or not."""
    if "do" not in move:
        raise Mistake("'do' is missing")
    if "refused" not in move:
        action = game.space.parse(move["do"])
        for i, (seat, done) in enumerate(unasked):
            if done == action and move.get("seat", seat) == seat:
                del unasked[: i + 1]
                return
    waiting = awaited(s)
    if "seat" not in move and len(waiting) != 1:
        raise Mistake(f"several seats are awaited ({waiting}): say which 'seat' does this")
    seat = move.get("seat", waiting[0] if waiting else 0)
    before = fingerprint(s)
    unasked.clear()
    try:
        s.answer(seat, game.space.parse(move["do"]))
    except IllegalMove as refusal:
        if fingerprint(s) != before:
            raise Mistake(f"'{move['do']}' was refused but changed the state") from refusal
        if "refused" not in move:
            against = f"refused by {refusal.rule}" if refusal.rule else f"not offered; seats awaited: {waiting}"
            raise Mistake(f"seat {seat} may not '{move['do']}': {against}") from refusal
        if refusal.rule != move["refused"]:
            reason = refusal.rule or "no rule"
            raise Mistake(f"'{move['do']}' is refused by {reason}, not {move['refused']}") from refusal
        return
    if "refused" in move:
        raise Mistake(f"'{move['do']}' is legal; expected a refusal by {move['refused']}")


def _then(game: AnyGame, s: State, then: Mapping[str, Any]) -> None:
    _known("", then, THEN)
    _choices(game, s, then)
    for name, expected in then.get("state", {}).items():
        for zone, part in position.each(game, s, name, expected):
            position.check(zone, part)
            _equal(zone.label(), position.read(s, zone), part)
    for name, expected in then.get("sizes", {}).items():
        for zone, part in position.each(game, s, name, expected):
            _equal(f"size of {zone.label()}", position.size(s, zone), part)
    for viewer, seen in then.get("view", {}).items():
        page = view(game, s, int(viewer))
        for name, expected in seen.items():
            everything = {**page.zones, **page.counters}
            if name not in everything:
                raise Mistake(f"the view of {viewer} has no '{name}'{suggest(name, everything)}")
            _equal(f"'{name}' as seen by {viewer}", everything[name], expected)
    facts = game.facts(s, 0) if "facts" in then else {}
    for name, expected in then.get("facts", {}).items():
        if name not in facts:
            raise Mistake(f"{game.id} has no fact '{name}'{suggest(name, facts)}")
        _equal(name, facts[name], expected)
    _end(game, s, then)


def _choices(game: AnyGame, s: State, then: Mapping[str, Any]) -> None:
    if "awaited" in then:
        _equal("awaited", awaited(s), then["awaited"])
    if not any(key in then for key in ("legal", "includes", "refused")):
        return
    seat = then.get("seat", s.seat)
    choice = decision(game, s, seat)
    if choice is None:
        raise Mistake(f"seat {seat} has nothing to choose; seats awaited: {awaited(s)}")
    legal = {option.text for option in choice.options}
    refused = {refusal.text: refusal.rule for refusal in choice.refused}
    for text in [*then.get("legal", []), *then.get("includes", []), *then.get("refused", {})]:
        game.space.parse(text)
    if "legal" in then and legal != set(then["legal"]):
        extra, lacking = sorted(legal - set(then["legal"])), sorted(set(then["legal"]) - legal)
        raise Mistake(f"legal moves differ: also legal {extra}, not legal {lacking}")
    for text in then.get("includes", []):
        if text not in legal:
            raise Mistake(f"'{text}' is not legal: {refused.get(text, 'not offered')}")
    for text, rule in then.get("refused", {}).items():
        if refused.get(text) != rule:
            found = "legal" if text in legal else f"refused by {refused[text]}" if text in refused else "not offered"
            raise Mistake(f"'{text}' is {found}, expected a refusal by {rule}")


def _end(game: AnyGame, s: State, then: Mapping[str, Any]) -> None:
    if "over" in then:
        _equal("over", s.over(), then["over"])
    if "scores" in then:
        sources = game.scores(s)
        totals = [sum(points.values()) for points in sources]
        found = [points if isinstance(part, dict) else total
                 for points, total, part in zip(sources, totals, then["scores"], strict=False)]  # fmt: skip
        _equal("scores", found, then["scores"])
    if "winners" in then:
        _equal("winners", list(game.winners(s)), then["winners"])


def _equal(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Mistake(f"{what} is {found}, expected {expected}")


def cited(path: Path) -> Iterator[str]:
    """The rules a scenario cites, for coverage."""
    scenario = load(path)
    yield from scenario["rules"]
