"""What a bot should look at: what each seat would hold if the round ended now, and who is about to fall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.cards import BOOK, HOLDING, KINDS, PASS, ROLES, SHIELD
from intryga.games.smierc_jasniepanu.zones import CENTRE, LAST_GIVER, TOKEN, WINNER

if TYPE_CHECKING:
    from intryga.games.smierc_jasniepanu.state import Court

WIN: Final = 60.0    # a victory, in gold


def value(s: Court, seat: i64) -> float:
    """Own worth against the others'."""
    return standing(all_passed(s), seat)


def all_passed(s: Court) -> Court:
    """In an open window all who have not answered are taken to pass."""
    if s.over() or s.options[-1] != PASS:
        return s
    t = s.clone()
    while not t.over() and t.options[-1] == PASS:
        t.apply(PASS)
    return t


def terms(s: Court, seat: i64) -> dict[str, float]:
    """What `value` is made of."""
    t = all_passed(s)
    found = {"end": standing(t, seat)}
    if t.over():
        return found
    holder = t.holder()
    risk = danger(t, holder) if holder >= 0 else 0.0
    safe = worth(t, seat, -1)
    hand = cards(t, seat)
    order = risk * (worth(t, seat, holder) - safe)
    return {"gold": safe - hand, "cards": hand, "order": order, "rivals": found["end"] - safe - order}


def standing(t: Court, seat: i64) -> float:
    if t.over():
        if t.cells[WINNER] < 0:
            return float(t.gold(seat))
        return 2.0 * WIN if t.cells[WINNER] == seat else -WIN
    holder = t.holder()
    risk = danger(t, holder) if holder >= 0 else 0.0
    best = -1000.0
    total = 0.0
    own = 0.0
    for other in range(t.seats):
        prospect = (1.0 - risk) * worth(t, other, -1)
        if risk > 0.0:
            prospect += risk * worth(t, other, holder)
        if other == seat:
            own = prospect
        else:
            best = max(best, prospect)
            total += prospect
    return own - 0.25 * best - 0.35 * total / float(t.seats - 1)


def danger(s: Court, holder: i64) -> float:
    """How likely the holder of the Order is to fall: the fewer ways out, the likelier."""
    ways = 0.0
    book = False
    for kind in range(KINDS):
        count = s.holds(holder, kind)
        if not count:
            continue
        card = s.rules.plots[kind]
        if card.card_type == SHIELD and s.targets(card.give, holder):
            ways += float(count)
        elif card.card_type == BOOK and not (card.needs_giver and s.cells[LAST_GIVER] < 0):
            book = True
    ability = s.rules.ability_of(s.character(holder), HOLDING)
    if ability is not None and not s.rules.triggers.spent(s, ability, holder) and s.gold(holder) >= ability.cost:
        ways += 0.8
    if ways < 0.5:
        return 0.75 if book else 0.95
    return 0.4 / (0.5 + ways)


def worth(s: Court, seat: i64, falls: i64) -> float:
    """What a seat may hope for, in gold, if the seat `falls` (or nobody, -1) is eliminated now."""
    lord = s.overlord()
    opponents: i64 = 0
    for other in range(s.seats):
        if other != lord and other != falls and s.active(other):
            opponents += 1
    # The Overlord alone wins at once; with few left this is near.
    sweep = 0.0
    if falls != lord:
        sweep = 1.0 if opponents == 0 else 0.55 / float(opponents * opponents)
    after = after_exchange(s, seat, falls, lord)
    return sweep * (WIN if seat == lord else -0.5 * WIN) + (1.0 - sweep) * after + cards(s, seat)


def after_exchange(s: Court, seat: i64, falls: i64, lord: i64) -> float:
    """Gold after the next income if the Overlord fell now, and the crown if that is enough."""
    place = exchange_place(s, seat, falls, lord)
    role = role_at(s, place)
    gold = float(s.gold(seat) + s.rules.income[role])
    target = float(s.rules.setup.coronation)
    closeness = min(gold / target, 1.0)
    hope = WIN * closeness * closeness * closeness * (0.5 if s.rules.is_overlord[role] else 0.3)
    if s.rules.is_overlord[role] and gold >= target:
        hope = WIN if falls == lord else 0.6 * WIN
    return gold + hope - 0.4 * float(place)


def exchange_place(s: Court, seat: i64, falls: i64, lord: i64) -> i64:
    """How many come before this seat in the exchange: the active by rank, then the eliminated by token, the Overlord
    last."""
    if seat == lord:
        return s.seats - 1
    before: i64 = 0
    own = order_of(s, seat, falls)
    for other in range(s.seats):
        if other != seat and other != lord and order_of(s, other, falls) > own:
            before += 1
    return before


def order_of(s: Court, seat: i64, falls: i64) -> i64:
    """The higher, the sooner in the exchange."""
    if not s.active(seat):
        return -s.cells[TOKEN.of(seat)]
    return -s.seats if seat == falls else s.rules.place[s.character(seat)]


def role_at(s: Court, place: i64) -> i64:
    """The character with so many above it, among those in play."""
    for role in range(ROLES):
        if not in_play(s, role):
            continue
        above: i64 = 0
        for other in range(ROLES):
            if s.rules.place[other] > s.rules.place[role] and in_play(s, other):
                above += 1
        if above == place:
            return role
    return 0


def in_play(s: Court, role: i64) -> bool:
    found = s.cells[CENTRE + role] != 0
    for seat in range(s.seats):
        found = found or (s.active(seat) and s.character(seat) == role)
    return found


def cards(s: Court, seat: i64) -> float:
    """A hand is what keeps one alive."""
    total = 0.0
    for kind in range(KINDS):
        count = s.holds(seat, kind)
        if count:
            total += float(count) * (1.2 if s.rules.plots[kind].give is not None else 0.9)
    return total
