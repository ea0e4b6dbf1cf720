"""The rules of Spiskowcy, in the rulebook's order and under its headings: the course of the game and its first phase.
The other phases are in orders.py, turn.py and end_of_round.py.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import JUGGLER, KINDS
from intryga.games.spiskowcy.end_of_round import EndPhase
from intryga.games.spiskowcy.orders import OrdersPhase
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.told import GAME_OVER, LAST_ROUND, ROUND_BEGINS
from intryga.games.spiskowcy.turn import ActionPhase
from intryga.games.spiskowcy.zones import DECK, DISCARDS, FIRST, HAND, RETURNED, ROUND
from intryga.kernel.cells import vec
from intryga.kernel.dice import DEAL as DEALING
from intryga.kernel.dice import SETUP
from intryga.kernel.steps import AnyStep, Automatic

# --- PRZEBIEG ROZGRYWKI: the course of the game ---


class Round(Automatic[Court]):
    """Runda: a new place card, then four phases, each finished by all before the next begins (SPI-011 to 013)."""

    def run(self, s: Court) -> None:
        s.add(ROUND, 1)
        s.tell(ROUND_BEGINS, s.cells[FIRST], s.cells[ROUND])
        if s.cells[ROUND] == s.rules.rounds:
            s.tell(LAST_ROUND)
        s.then_row(PHASES)


class PassToken(Automatic[Court]):
    """The First Player token passes to the left; after the last round the game ends (SPI-010, SPI-014, SPI-015)."""

    def run(self, s: Court) -> None:
        if s.cells[ROUND] < s.rules.rounds:
            s.set_to(FIRST, (s.cells[FIRST] + 1) % s.seats)
            s.push(ROUND_STEP)
        else:
            s.tell(GAME_OVER)


# --- I: FAZA ROZDANIA KART ---


class Deal(Automatic[Court]):
    """Shuffle all that is not face up, then deal; the Juggler's card comes last (SPI-030 to 032). Cards go round one by
    one and stop with the deck (SPI-033): so each seat gets its share of them, the first seats one more if it is odd."""

    def run(self, s: Court) -> None:
        s.dice.begin(DEALING)
        s.move_all(DISCARDS, DECK)
        for returned in range(RETURNED.first, RETURNED.of(s.seats), KINDS):
            s.move_all(returned, DECK)
        left: i64 = s.size(DECK)
        dealt = min(s.rules.deal[s.cells[ROUND] - 1] * s.seats, left)
        seat = s.cells[FIRST]
        for waiting in range(s.seats, 0, -1):
            share = (dealt + waiting - 1) // waiting
            s.draw(share, left, DECK, HAND.first + seat * KINDS)
            left -= share
            dealt -= share
            seat += 1
            if seat == s.seats:
                seat = 0
        lucky = s.holder(JUGGLER)
        if lucky >= 0 and left:
            s.draw(1, left, DECK, HAND.of(lucky))


# --- The steps are immutable and shared by all games. ---

ROUND_STEP: Final[AnyStep] = Round()
DEAL: Final[AnyStep] = Deal()
PHASES: Final = vec[AnyStep]([DEAL, OrdersPhase(0), ActionPhase(0), EndPhase(0), PassToken()])


def opening(s: Court) -> None:
    """Przygotowanie do gry: a random First Player, then the first round (SPI-001 to 006)."""
    s.dice.begin(SETUP)
    s.set_to(FIRST, s.dice.below(s.seats))
    s.push(ROUND_STEP)
