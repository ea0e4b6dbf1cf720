"""What choices of one's own would change, before they are made: points, and what the facts of a view say.

Only what the chooser sees anyway goes into it. As soon as dice would fall or a card would move that they cannot see,
nothing is foretold; what the rules do by themselves afterwards (a new hand, the next turn) is not looked at. Where
others may react first, it is told as if nobody did.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from intryga.kernel.journal import Journal, Moved
from intryga.kernel.state import AnyState


class Ahead(NamedTuple):
    points: dict[int, int]    # by seat: by how much they change
    facts: dict[str, dict[str, tuple[int, int]]]    # of numbers by word: before and after, where that changes
    unless: bool = False    # somebody reacts


def ahead(state: AnyState, seat: int, actions: Sequence[int]) -> Ahead | None:
    """After these choices of this seat, one after another; None where they are not all open, where nothing
    changes, and where nothing can be said of it."""
    s = state.clone()
    s.journal = Journal(s.layout)
    fallen = s.dice.mark()
    for action in actions:
        step = s.awaiting(seat)
        if step is None or s.run or step.sealed or action not in step.explained(s).options:
            return None
        s.pop().take(s, action)
    unless = _left_alone(s)
    moved = [event for event in s.journal.events if isinstance(event, Moved)]
    if s.dice.mark() != fallen or not all(s.layout.at[event.source].open_to(seat) for event in moved):
        return None
    before, after = _totals(state, seat), _totals(s, seat)
    points = {n: after[n] - before[n] for n in range(len(after)) if after[n] != before[n]}
    facts = _changed(state.facts(seat), s.facts(seat))
    return Ahead(points, facts, unless) if points or facts else None


def _left_alone(s: AnyState) -> bool:
    """What lies on the table stands as if nobody reacted to it; is there anybody who might?"""
    asked = s.depth
    while s.depth and s.top().passing() >= 0:
        s.pop()
    if s.depth == asked:
        return False
    while s.depth and not s.top().waits:
        s.pop().run(s)
    return True


def _totals(s: AnyState, seat: int) -> list[int]:
    return [sum(points.values()) for points in s.live_scores(seat) or []]


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, dict[str, tuple[int, int]]]:
    found = {}
    for name, content in before.items():
        if isinstance(content, dict) and all(type(n) is int for n in content.values()):
            now = after[name]
            found[name] = {word: (n, now[word]) for word, n in content.items() if now.get(word, n) != n}
    return {name: words for name, words in found.items() if words}
