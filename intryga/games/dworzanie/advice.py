"""What a bot should look at: the points to be expected when its turn is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.dworzanie.cards import AT_TABLE, DOMAIN, IN_DOMAIN, OPPONENTS, OWN, SPARE, TABLE, area
from intryga.games.dworzanie.outlook import Outlook
from intryga.games.dworzanie.zones import USED

if TYPE_CHECKING:
    from intryga.games.dworzanie.state import Court

VICTIMS: Final = 4    # of one assassin that whole turns are looked at with


def value(s: Court, seat: i64) -> float:
    """A half-finished turn is worth what its best end is worth: one card alone says little."""
    return best_end(s, seat)[0]


def best_end(s: Court, seat: i64) -> tuple[float, Court]:
    """Of the own turn, if it is under way: what it is worth, and how the table lies then."""
    if s.seat != seat:
        return standing(s, seat), s
    best = -1000.0
    end = s
    for action in worth_trying(s, seat):
        after = s.clone()
        after.apply(action)
        found, there = best_end(after, seat)
        if found > best:
            best = found
            end = there
    return best, end


def whole_turns(s: Court, seat: i64) -> list[list[i64]]:
    """Every way to end the own turn that is worth trying, with some victims of each assassin."""
    if s.seat != seat:
        return [[]]
    found: list[list[i64]] = []
    for action in best_victims(s, seat) if s.options[-1] == SPARE else worth_trying(s, seat):
        after = s.clone()
        after.apply(action)
        for rest in whole_turns(after, seat):
            found.append([action, *rest])
    return found


def terms(s: Court, seat: i64) -> dict[str, float]:
    """What `value` is made of."""
    found, end = best_end(s, seat)
    outlook = Outlook(end)
    domain, missions = outlook.domain(end, seat), outlook.missions(end, seat)
    return {"domain": domain, "missions": missions, "rivals": found - domain - missions}


def worth_trying(s: Court, seat: i64) -> list[i64]:
    """The areas of a turn have nothing to do with each other (DWO-R08): one order of playing to them is enough, and an
    assassin need not wait for the other cards to find its victim."""
    if s.options[-1] == SPARE:
        return [best_victim(s, seat)]
    if not TABLE.has(s.options[0]) and not IN_DOMAIN.has(s.options[0]):
        return s.options
    wanted = AT_TABLE if not s.cells[USED + AT_TABLE] else OWN if not s.cells[USED + OWN] else OPPONENTS
    found: list[i64] = []
    for action in s.options:
        place = TABLE.target(action) if TABLE.has(action) else DOMAIN + IN_DOMAIN.target(action)
        if area(seat, place) == wanted:
            found.append(action)
    return found


def best_victim(s: Court, seat: i64) -> i64:
    best = -1000.0
    victim = SPARE
    for action in s.options:
        after = s.clone()
        after.apply(action)
        found = standing(after, seat)
        if found > best:
            best = found
            victim = action
    return victim


def best_victims(s: Court, seat: i64) -> list[i64]:
    """Some of them, best first: three assassins in one turn can have a thousand victims together."""
    worths: list[float] = []
    for action in s.options:
        after = s.clone()
        after.apply(action)
        worths.append(standing(after, seat))
    order = sorted(range(len(worths)), key=lambda i: -worths[i])
    return [s.options[i] for i in order[:VICTIMS]]


def standing(s: Court, seat: i64) -> float:
    """Own points against those of the best rival, and a little against everybody's. The missions of the others are
    anybody's guess, so they are left out."""
    outlook = Outlook(s)
    own = outlook.domain(s, seat) + outlook.missions(s, seat)
    best = -1000.0
    total = 0.0
    for other in range(s.seats):
        if other != seat:
            theirs = outlook.domain(s, other)
            total += theirs
            best = max(best, theirs)
    return own - 0.6 * best - 0.4 * total / float(s.seats - 1)
