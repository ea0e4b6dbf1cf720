"""The rules of Śmierć Jaśniepanu!, in the rulebook's order and under its headings: set-up and the six phases of a
round. Executions are in execution.py, plot cards in plays.py, what cards and characters do in effects.py and
elimination.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import ROLES
from intryga.games.smierc_jasniepanu.execution import ACT, EXECUTIONS, STOPPED
from intryga.games.smierc_jasniepanu.state import (
    BOX,
    CENTRE,
    CROWNED,
    DECK,
    DISCARDS,
    ROUND,
    TOKEN,
    UNFINISHED,
    USED,
    Court,
    Rules,
    character_row,
    empty_table,
)
from intryga.kernel.dice import Dice
from intryga.kernel.steps import AnyStep, Automatic

# --- Rozgrywka: the round ---


class Round(Automatic[Court]):
    """Runda: six phases in order (SMI-001, SMI-050). The guard ends a game that would not end (SMI-131)."""

    def run(self, s: Court) -> None:
        if s.cells[ROUND] >= s.rules.most_rounds:
            s.tell("unfinished")
            s.finish(-1, UNFINISHED)
            return
        s.cells[ROUND] += 1
        s.tell("round", -1, s.cells[ROUND])
        for at in range(USED, USED + s.seats * ROLES):    # SMI-097
            s.cells[at] = 0
        s.then(PHASES)


class DrawPhase(Automatic[Court]):
    """FAZA 1. DOBÓR: each draws up to two cards, up to the hand limit, the Overlord first (SMI-051 to 054)."""

    def run(self, s: Court) -> None:
        lord = s.overlord()
        for i in range(s.seats):
            seat = (lord + i) % s.seats
            if not s.active(seat):
                continue
            room = s.rules.limit[s.character(seat)] - s.hand_size(seat)
            count = min(s.rules.draw_most, room)
            if count > 0:
                memory.draw_cards(s, seat, count)


class Income(Automatic[Court]):
    """FAZA 2. DOCHÓD: not in the first round; what the card held now says (SMI-055 to 057). By rank, which matters only
    where the treasury can run dry (SMI-R08)."""

    def run(self, s: Court) -> None:
        for i in range(len(s.rules.no_income)):
            if s.rules.no_income[i] == s.cells[ROUND]:
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
        if lord >= 0 and s.gold(lord) >= s.rules.coronation:
            s.tell("crowned", lord)
            s.finish(lord, CROWNED)


class Exchange(Automatic[Court]):
    """FAZA 5. ZAMIANA KART POSTACI: nobody chooses and nobody may decline (SMI-120 to 129)."""

    def run(self, s: Court) -> None:
        for seat in by_rank(s):
            best = highest_in_centre(s)
            s.lift(character_row(seat), 0, CENTRE)
            s.lay(best, CENTRE, character_row(seat))
        for _ in range(s.seats - s.active_count()):
            seat = next_by_token(s)
            s.lay(highest_in_centre(s), CENTRE, character_row(seat))
            s.cells[TOKEN + seat] = 0    # SMI-128


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
        if not s.active(seat) and (found < 0 or s.cells[TOKEN + seat] < s.cells[TOKEN + found]):
            found = seat
    return found


class Reshuffle(Automatic[Court]):
    """FAZA 6. TASOWANIE: discards and draw pile become a new draw pile; hands are kept (SMI-127)."""

    def run(self, s: Court) -> None:
        s.move_all(DISCARDS, DECK)
        s.tell("reshuffled")


# --- Przygotowanie gry ---


class SetUp(Automatic[Court]):
    """Characters, gold, a first hand where the data want one, then the first round (SMI-033 to 036)."""

    def run(self, s: Court) -> None:
        deal_characters(s)
        for seat in range(s.seats):
            s.from_treasury(seat, s.rules.start_gold)
            memory.draw_cards(s, seat, s.rules.start_hand)
        s.push(ROUND_STEP)


def deal_characters(s: Court) -> None:
    """As many characters as players, one of them an Overlord, dealt at random, face up (SMI-031 to 033)."""
    roles = chosen_set(s)
    for seat in range(s.seats):
        drawn = s.dice.below(len(roles))
        s.lay(roles[drawn], BOX, character_row(seat))
        del roles[drawn]


def chosen_set(s: Court) -> list[i64]:
    """The suggested set, or a random one: exactly one Overlord card, no rank twice unless this table allows it
    (SMI-037 to 039, SMI-R14)."""
    rules = s.rules
    if not rules.pool:
        return rules.sets[s.seats][:]
    lords = [role for role in rules.pool if rules.is_overlord[role]]
    others = [role for role in rules.pool if not rules.is_overlord[role]]
    found = [lords[s.dice.below(len(lords))]]
    while len(found) < s.seats:
        role = others[s.dice.below(len(others))]
        found.append(role)
        others = [other for other in others
                  if other != role and (rules.same_ranks or rules.rank[other] != rules.rank[role])]  # fmt: skip
    return found


# --- The steps are immutable and shared by all games. ---

SET_UP: Final[AnyStep] = SetUp()
ROUND_STEP: Final[AnyStep] = Round()
PHASES: Final[list[AnyStep]] = [DrawPhase(), Income(), Coronation(), EXECUTIONS, Exchange(), Reshuffle(), ROUND_STEP]


def from_phase(s: Court, phase: i64, seat: i64) -> None:
    """What is pending from here on: 0 is the set-up, 1 to 6 are the phases of a round, 7 is the moment the Order is
    stopped at its holder, 8 that seat's turn to act as the holder, 9 the end of the game."""
    if phase == 0:
        s.push(SET_UP)
    elif phase < 7:
        s.then(PHASES[phase - 1 :])
    elif phase < 9:
        s.then(PHASES[4:])
        s.push(EXECUTIONS)
        s.push(STOPPED)
        if phase == 8:
            s.push(ACT[seat if seat >= 0 else s.holder()])


def opening(rules: Rules, seats: i64, dice: Dice) -> Court:
    """Everything in the box, to be set up."""
    s = empty_table(rules, seats, dice)
    s.push(SET_UP)
    return s
