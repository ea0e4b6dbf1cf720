"""The rules of Śmierć Jaśniepanu!, in the rulebook's order and under its headings: set-up and the six phases of a
round. Executions are in execution.py, plot cards in plays.py, what cards and characters do in effects.py and
elimination.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import ROLES
from intryga.games.smierc_jasniepanu.execution import EXECUTIONS
from intryga.games.smierc_jasniepanu.state import Court
from intryga.games.smierc_jasniepanu.told import CROWNED, RESHUFFLED, ROUND_BEGINS, UNFINISHED
from intryga.games.smierc_jasniepanu.zones import BOX, CENTRE, CHARACTER, DECK, DISCARDS, ROUND, TOKEN, USED
from intryga.games.smierc_jasniepanu.zones import CROWNED as BY_GOLD
from intryga.games.smierc_jasniepanu.zones import UNFINISHED as BY_THE_GUARD
from intryga.kernel.components import Mistake
from intryga.kernel.dice import DEAL, SETUP
from intryga.kernel.steps import AnyStep, Automatic

# --- Rozgrywka: the round ---


class Round(Automatic[Court]):
    """Runda: six phases in order (SMI-001, SMI-050). The guard ends a game that would not end (SMI-131)."""

    def run(self, s: Court) -> None:
        if s.cells[ROUND] >= s.rules.setup.most_rounds:
            s.tell(UNFINISHED)
            s.finish(-1, BY_THE_GUARD)
            return
        s.add(ROUND, 1)
        s.tell(ROUND_BEGINS, s.cells[ROUND])
        for seat in range(s.seats):    # SMI-097
            s.forget(USED.of(seat))
        s.then(PHASES)


class DrawPhase(Automatic[Court]):
    """FAZA 1. DOBÓR: each draws up to two cards, up to the hand limit, the Overlord first (SMI-051 to 054)."""

    def run(self, s: Court) -> None:
        s.dice.begin(DEAL)
        lord = s.overlord()
        for i in range(s.seats):
            seat = (lord + i) % s.seats
            if not s.active(seat):
                continue
            room = s.rules.limit[s.character(seat)] - s.hand_size(seat)
            count = min(s.rules.setup.draw_most, room)
            if count > 0:
                memory.draw_cards(s, seat, count)


class Income(Automatic[Court]):
    """FAZA 2. DOCHÓD: not in the first round; what the card held now says (SMI-055 to 057). By rank, which matters only
    where the treasury can run dry (SMI-R08)."""

    def run(self, s: Court) -> None:
        if s.cells[ROUND] in s.rules.setup.no_income:
            return
        for seat in by_rank(s):
            income = s.rules.income[s.character(seat)]
            if income > 0:
                s.from_treasury(seat, income)
            else:
                s.to_treasury(seat, -income)


class Coronation(Automatic[Court]):
    """FAZA 3. KORONACJA: the Overlord with 30 gold wins; this is looked at now and at no other time (SMI-003, 058)."""

    def run(self, s: Court) -> None:
        lord = s.overlord()
        if lord >= 0 and s.gold(lord) >= s.rules.setup.coronation:
            s.tell(CROWNED, lord)
            s.finish(lord, BY_GOLD)


class Exchange(Automatic[Court]):
    """FAZA 5. ZAMIANA KART POSTACI: nobody chooses and nobody may decline (SMI-120 to 129)."""

    def run(self, s: Court) -> None:
        for seat in by_rank(s):
            best = highest_in_centre(s)
            s.lift(CHARACTER.of(seat), 0, CENTRE)
            s.lay(best, CENTRE, CHARACTER.of(seat))
        for _ in range(s.seats - s.active_count()):
            seat = next_by_token(s)
            s.lay(highest_in_centre(s), CENTRE, CHARACTER.of(seat))
            s.set_to(TOKEN.of(seat), 0)    # SMI-128


def by_rank(s: Court) -> list[i64]:
    """Active players, the highest rank of the cards they hold now first (SMI-123)."""
    found: list[i64] = []
    for seat in range(s.seats):
        if s.active(seat):
            at = len(found)
            while at > 0 and place_of(s, found[at - 1]) < place_of(s, seat):
                at -= 1
            found.insert(at, seat)
    return found


def place_of(s: Court, seat: i64) -> i64:
    return s.rules.place[s.character(seat)]


def highest_in_centre(s: Court) -> i64:
    best: i64 = -1
    for role in range(ROLES):
        if s.cells[CENTRE + role] and (best < 0 or s.rules.place[role] > s.rules.place[best]):
            best = role
    return best


def next_by_token(s: Court) -> i64:
    """The lowest elimination token that is still out (SMI-124)."""
    found: i64 = -1
    for seat in range(s.seats):
        if not s.active(seat) and (found < 0 or s.cells[TOKEN.of(seat)] < s.cells[TOKEN.of(found)]):
            found = seat
    return found


class Reshuffle(Automatic[Court]):
    """FAZA 6. TASOWANIE: discards and draw pile become a new draw pile; hands are kept (SMI-127)."""

    def run(self, s: Court) -> None:
        s.move_all(DISCARDS, DECK)
        s.tell(RESHUFFLED)


# --- Przygotowanie gry ---


class SetUp(Automatic[Court]):
    """Characters, gold, a first hand where the data want one, then the first round (SMI-033 to 036)."""

    def run(self, s: Court) -> None:
        s.dice.begin(SETUP)
        deal_characters(s)
        s.dice.begin(DEAL)
        for seat in range(s.seats):
            s.from_treasury(seat, s.rules.setup.start_gold)
            memory.draw_cards(s, seat, s.rules.setup.start_hand)
        s.push(ROUND_STEP)


def deal_characters(s: Court) -> None:
    """As many characters as players, one of them an Overlord, dealt at random, face up (SMI-031 to 033)."""
    roles = chosen_set(s)
    for seat in range(s.seats):
        drawn = s.dice.below(len(roles))
        s.lay(roles[drawn], BOX, CHARACTER.of(seat))
        del roles[drawn]


def chosen_set(s: Court) -> list[i64]:
    """The suggested set, one chosen by hand, or a random one: exactly one Overlord card, no rank twice unless this
    table allows it (SMI-031, 037 to 039, SMI-R14)."""
    rules = s.rules
    pool = rules.setup.pool
    if not pool:
        return rules.setup.sets[s.seats][:]
    lords = [role for role in pool if rules.is_overlord[role]]
    others = [role for role in pool if not rules.is_overlord[role]]
    found = [lords[s.dice.below(len(lords))]]
    repeated = rules.options.allow_duplicate_ranks
    while len(found) < s.seats:
        role = others[s.dice.below(len(others))]
        found.append(role)
        others = [one for one in others if one != role and (repeated or rules.rank[one] != rules.rank[role])]
    return found


# --- The steps are immutable and shared by all games. ---

SET_UP: Final[AnyStep] = SetUp()
ROUND_STEP: Final[AnyStep] = Round()
PHASES: Final[list[AnyStep]] = [DrawPhase(), Income(), Coronation(), EXECUTIONS, Exchange(), Reshuffle(), ROUND_STEP]


def opening(s: Court) -> None:
    """Everything is in the box, to be set up."""
    if not s.rules.setup.pool and s.seats not in s.rules.setup.sets:
        chosen = len(next(iter(s.rules.setup.sets.values())))
        raise Mistake(f"{chosen} characters are chosen, but {s.seats} players use {s.seats} (SMI-031)")
    s.push(SET_UP)
