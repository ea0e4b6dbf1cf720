"""What a scenario demands of a position: the keys of `then`. See docs/scenarios.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from intryga.kernel import position
from intryga.kernel.game import AnyGame, Mistake, suggest
from intryga.kernel.journal import Journal
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.state import AnyState, IllegalMove
from intryga.kernel.view import awaited, decision, read, view
from intryga.lab.story import line_text

MANY = 5_000    # ways through a choice; more are a mistake in the scenario

Score = int | dict[str, int]


class Outcomes(msgspec.Struct, forbid_unknown_fields=True):
    """Of a choice of several clicks: the tables it may lead to. Ways that lead to one table are one outcome."""

    clicks: int | None = None    # follow so many, or to the end of what the seat has begun to choose
    count: int | None = None
    ways: list[list[str]] | None = None    # one way to each of them


class Knows(msgspec.Struct, forbid_unknown_fields=True):
    """What the game tells one viewer."""

    facts: dict[str, Any] = {}
    scores: list[Score] | None = None
    story: list[str] | None = None    # of the last move


class Then(msgspec.Struct, forbid_unknown_fields=True):
    seat: int | None = None
    legal: list[str] | None = None
    includes: list[str] = []
    refused: dict[str, str] = {}
    awaited: list[int] | None = None
    state: dict[str, Any] = {}
    sizes: dict[str, Any] = {}
    view: dict[str, dict[str, Any]] = {}
    knows: dict[str, Knows] = {}
    outcomes: Outcomes | None = None
    facts: dict[str, Any] = {}
    scores: list[Score] | None = None
    winners: list[int] | None = None
    over: bool | None = None


def known_rules(game: AnyGame, rules: Iterable[str]) -> None:
    known = sorted(rule["id"] for rule in game.rulebook["rule"])
    for rule in rules:
        if rule not in known:
            raise Mistake(f"{game.id} has no rule '{rule}'{suggest(rule, known)}")


def check(game: AnyGame, s: AnyState, then: Then, since: int) -> None:
    """Raises a Mistake that says what does not hold. The last move is what the journal tells from `since` on."""
    if then == Then(seat=then.seat):
        raise Mistake("nothing is demanded here, so nothing could fail")
    _hurried(game, s)
    _choices(game, s, then)
    if then.outcomes is not None:
        _outcomes(game, s, s.seat if then.seat is None else then.seat, then.outcomes)
    for name, expected in then.state.items():
        for zone, part in position.each(game, s, name, expected):
            position.check(zone, part)
            _equal(zone.label(), position.read(s, zone), part)
    for name, expected in then.sizes.items():
        for zone, part in position.each(game, s, name, expected):
            _equal(f"size of {zone.label()}", position.size(s, zone), part)
    for viewer, seen in then.view.items():
        _seen(game, s, viewer, seen)
    for viewer, known in then.knows.items():
        _known(game, s, viewer, known, since)
    _facts(game, s.facts(0), then.facts)
    _end(game, s, then)


def _hurried(game: AnyGame, s: AnyState) -> None:
    """What a step offers in a hurry is what it offers with reasons."""
    for seat in range(s.seats):
        step = s.awaiting(seat)
        differ = set(step.options(s)) ^ set(step.explained(s).options) if step else ()
        if differ:
            texts = sorted(map(game.space.text, differ))
            raise Mistake(f"seat {seat} is offered {texts} only in a hurry, or only with reasons")


def _choices(game: AnyGame, s: AnyState, then: Then) -> None:
    if then.awaited is not None:
        _equal("awaited", awaited(s), then.awaited)
    if then.legal is None and not then.includes and not then.refused:
        return
    seat = s.seat if then.seat is None else then.seat
    choice = decision(game, s, seat)
    if choice is None:
        raise Mistake(f"seat {seat} has nothing to choose; seats awaited: {awaited(s)}")
    legal = {option.text for option in choice.options}
    refused = {refusal.text: refusal.rule for refusal in choice.refused}
    expected = set(then.legal or [])
    known_rules(game, then.refused.values())
    for text in [*expected, *then.includes, *then.refused]:
        game.space.parse(text)
    if then.legal is not None and legal != expected:
        extra, lacking = sorted(legal - expected), sorted(expected - legal)
        raise Mistake(f"legal moves differ: also legal {extra}, not legal {lacking}")
    for text in then.includes:
        if text not in legal:
            raise Mistake(f"'{text}' is not legal: {refused.get(text, 'not offered')}")
    for text, rule in then.refused.items():
        if refused.get(text) != rule:
            found = "legal" if text in legal else f"refused by {refused[text]}" if text in refused else "not offered"
            raise Mistake(f"'{text}' is {found}, expected a refusal by {rule}")


def _seen(game: AnyGame, s: AnyState, viewer: str, seen: Mapping[str, Any]) -> None:
    page = view(game, s, _viewer(s, viewer))
    everything = {**page.zones, **page.counters}
    tokens = [zone.label() for zone in s.layout.zones_for(s.seats + s.guests) if len(zone.kinds) == 1]
    for name, expected in seen.items():
        if name not in everything:
            raise Mistake(f"the view of {viewer} has no '{name}'{suggest(name, everything)}")
        found = everything[name]
        # Tokens of one kind: how many. Of cards a number stands only for what the viewer may not look at.
        if isinstance(found, dict) and name in tokens and isinstance(expected, int):
            found = sum(found.values())
        _equal(f"'{name}' as seen by {viewer}", found, expected)


def _end(game: AnyGame, s: AnyState, then: Then) -> None:
    if then.over is not None:
        _equal("over", s.over(), then.over)
    if then.scores is not None:
        _scores("scores", s, s.scores(), then.scores)
    if then.winners is not None:
        _equal("winners", list(s.winners()), then.winners)


def _viewer(s: AnyState, viewer: str) -> int:
    if viewer not in map(str, range(-1, s.seats)):
        raise Mistake(f"a viewer is a seat from 0 to {s.seats - 1}, or -1 for a spectator, not '{viewer}'")
    return int(viewer)


def _known(game: AnyGame, s: AnyState, viewer: str, known: Knows, since: int) -> None:
    if known == Knows():
        raise Mistake(f"nothing is demanded of what {viewer} knows, so nothing could fail")
    number = _viewer(s, viewer)
    page = view(game, s, number)
    _facts(game, page.facts, known.facts, f" as told to {viewer}")
    if known.scores is not None:
        if page.scores is None:
            raise Mistake(f"{game.id} tells {viewer} no scores now")
        _scores(f"scores as told to {viewer}", s, page.scores, known.scores)
    if known.story is not None:
        assert s.journal is not None
        _equal(f"story as told to {viewer}", [line_text(line) for line in read(s.journal, number, since)], known.story)


def _facts(game: AnyGame, facts: Mapping[str, Any], expected: Mapping[str, Any], to: str = "") -> None:
    for name, content in expected.items():
        if name not in facts:
            raise Mistake(f"{game.id} has no fact '{name}'{to}{suggest(name, facts)}")
        _equal(f"{name}{to}", facts[name], content)


def _scores(what: str, s: AnyState, scores: Iterable[dict[str, int]], expected: list[Score]) -> None:
    everybody = s.seats + s.guests
    if len(expected) != everybody:
        raise Mistake(f"'scores' is a list of {everybody}, one for each seat")
    found: list[object] = [
        points if isinstance(part, dict) else sum(points.values())
        for points, part in zip(scores, expected, strict=True)
    ]
    _equal(what, found, expected)


def _outcomes(game: AnyGame, s: AnyState, seat: int, expected: Outcomes) -> None:
    if expected.count is None and expected.ways is None:
        raise Mistake("'outcomes' needs a 'count' of them or the 'ways' to them")
    if s.awaiting(seat) is None:
        raise Mistake(f"seat {seat} has nothing to choose; seats awaited: {awaited(s)}")
    found: dict[bytes, str] = {}
    for number, (way, end) in enumerate(_ways(game, s, seat, expected.clicks), 1):
        if number > MANY:
            raise Mistake(f"there are more than {MANY} ways; write how many 'clicks' to follow")
        found.setdefault(fingerprint(end), ", ".join(way))
    if expected.count is not None:
        _equal("number of outcomes", len(found), expected.count)
    if expected.ways is not None:
        wanted = {fingerprint(_taken(game, s, seat, way)): ", ".join(way) for way in expected.ways}
        if len(wanted) < len(expected.ways):
            raise Mistake("two of the 'ways' lead to the same table: write one of them")
        extra = sorted(way for mark, way in found.items() if mark not in wanted)
        lacking = sorted(way for mark, way in wanted.items() if mark not in found)
        if extra or lacking:
            raise Mistake(f"outcomes differ: there are also {extra}, there are no {lacking}")


Ways = Iterator[tuple[list[str], AnyState]]


def _ways(game: AnyGame, s: AnyState, seat: int, clicks: int | None, made: int = 0) -> Ways:
    """All that a seat can do, click by click, each with the table it leads to."""
    step = s.awaiting(seat)
    goes_on = made < clicks if clicks is not None else made == 0 or s.chain_goes_on(seat)
    if step is None or not goes_on:
        yield [], s
        return
    for action in step.options(s):
        after = s.clone()
        after.answer_for(seat, action)
        for way, end in _ways(game, after, seat, clicks, made + 1):
            yield [game.space.text(action), *way], end


def _taken(game: AnyGame, s: AnyState, seat: int, way: Iterable[str]) -> AnyState:
    """What is done unasked on the way may be written or left out, as everywhere."""
    end = s.clone()
    end.journal = Journal(s.layout)
    for text in way:
        action = game.space.parse(text)
        if (seat, action) in end.journal.unasked:
            end.journal.unasked.remove((seat, action))
            continue
        try:
            end.answer(seat, action)
        except IllegalMove as refusal:
            raise Mistake(f"seat {seat} may not '{text}': {refusal.rule or 'not offered'}") from refusal
    return end


def _equal(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Mistake(f"{what} is {found}, expected {expected}")
