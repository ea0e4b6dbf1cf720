"""III: FAZA AKCJI, a turn of each: orders are revealed, powers are used. Events are in events.py."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import (
    ABSOLVE,
    BANK,
    BANKER,
    BANKER_POWER,
    BISHOP,
    BISHOP_POWER,
    END_TURN,
    KINDS,
    MOST_SEATS,
    PLOT,
    RAID,
    REVEAL,
    SPY,
    SPY_POWER,
    STEAL,
)
from intryga.games.spiskowcy.events import PLOTS, RAIDS
from intryga.games.spiskowcy.phase import ORDERS_OF_PLAY, Phase
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.told import ABSOLVED
from intryga.games.spiskowcy.zones import BANK_POINTS, FIRST, ORDERS, PAIRED, POINTS, REVEALED, TABLEAU, USED
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Choice, Offers, each_seat


class ActionPhase(Phase):
    """Each player takes one turn, even one without orders (SPI-050, SPI-059)."""

    def run(self, s: Court) -> None:
        s.begin_turn((s.cells[FIRST] + self.seat) % s.seats)
        s.then_row(TURNS_IN_ORDER[self.order(s)])


@final
class Turn(Choice[Court]):
    """Reveal the orders one by one, and use powers before, between and after (SPI-051, SPI-053)."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat)
        self.orders: i64 = ORDERS.of(seat)
        self.shown: i64 = TABLEAU.of(seat)

    def offers(self, s: Court, o: Offers) -> None:
        face_down = s.kinds(self.orders)
        for kind in face_down:
            o.allow(REVEAL.of(kind))
        rule = self.power_refused(s, BANKER, BANKER_POWER)
        o.offer(BANK, rule or (ALLOWED if s.cells[BANK_POINTS] else "SPI-065"))
        rule = self.power_refused(s, BISHOP, BISHOP_POWER)
        if o.wants(rule):
            o.offer(ABSOLVE.of(0), rule or (ALLOWED if s.face_up(self.seat, RAID) else "SPI-067"))
            o.offer(ABSOLVE.of(1), rule or (ALLOWED if s.face_up(self.seat, PLOT) else "SPI-067"))
        rule = self.power_refused(s, SPY, SPY_POWER)
        if o.wants(rule):
            for victim in range(s.seats):
                has_none = "SPI-071" if victim == self.seat or not s.points(victim) else ALLOWED
                o.offer(STEAL.of(victim), rule or has_none)
        o.offer(END_TURN, "SPI-052" if face_down else ALLOWED)

    def options(self, s: Court) -> list[i64]:
        """By hand, because every turn asks it several times."""
        marked = self.marked(s)
        return [DEEDS[i] for i in range(len(DEEDS)) if marked >> i & 1]

    def any_option(self, s: Court, dice: Dice) -> i64:
        return DEEDS[s.any_bit(self.marked(s), dice)]

    def marked(self, s: Court) -> i64:
        """What may be done now: one bit for each of DEEDS. There is mostly one type to reveal, the Innkeeper's pair
        apart (SPI-041, SPI-042)."""
        cells = s.cells
        first = self.orders
        found: i64 = 0
        for at in range(first + KINDS - 1, first - 1, -1):
            if cells[at]:
                found |= 1 << at - first
                if cells[PAIRED] != self.seat:
                    break
        if found == 0:
            found = MAY_END
        own = self.shown
        if cells[own + BANKER] or cells[own + BISHOP] or cells[own + SPY]:
            found |= self.powers(s) << KINDS
        return found

    def powers(self, s: Court) -> i64:
        """What the powers allow now: one bit for each of those among DEEDS."""
        cells = s.cells
        own = self.shown
        found: i64 = 0
        if cells[own + BANKER] and cells[BANK_POINTS] and self.has_power(s, BANKER, BANKER_POWER):
            found = 1
        if cells[own + BISHOP] and (cells[own + RAID] or cells[own + PLOT]) and self.has_power(s, BISHOP, BISHOP_POWER):
            if cells[own + RAID]:
                found |= 2
            if cells[own + PLOT]:
                found |= 4
        if cells[own + SPY] and self.has_power(s, SPY, SPY_POWER):
            for victim in range(s.seats):
                if victim != self.seat and s.points(victim):
                    found |= 8 << victim
        return found

    def has_power(self, s: Court, character: i64, power: i64) -> bool:
        """Each power once a turn, and only while holding the majority (SPI-053, SPI-054)."""
        return not s.cells[USED + power] and s.majority(self.seat, character)

    def power_refused(self, s: Court, character: i64, power: i64) -> str:
        if self.has_power(s, character, power):
            return ALLOWED
        return "SPI-054" if s.cells[self.shown + character] and s.cells[USED + power] else "SPI-053"

    def lone_is_public(self, s: Court, option: i64) -> bool:
        """With two cards face down only their owner knows whether there is an order to choose."""
        return option == END_TURN or s.cells[self.orders + REVEAL.target(option)] == 1

    def take(self, s: Court, action: i64) -> None:
        if action == END_TURN:
            following = (self.seat + 1) % s.seats
            if following == s.cells[FIRST]:
                following = -1
            s.begin_turn(following)
            return
        s.push(self)
        if action < BANK:    # the verbs of a turn stand in this order
            kind = REVEAL.target(action)
            s.remember_next(kind, REVEALED)
            s.move(kind, 1, self.orders, self.shown)
            if kind == RAID:    # an event acts at once, before anything else (SPI-080), and stays (SPI-081)
                s.push(RAIDS[self.seat])
            elif kind == PLOT:
                s.push(PLOTS[self.seat])
        elif action == BANK:    # Bankier (SPI-064)
            s.remember(BANKER_POWER, USED)
            s.move(0, 1, BANK_POINTS, POINTS.of(self.seat))
        elif ABSOLVE.has(action):    # Biskup (SPI-067, SPI-068)
            s.remember(BISHOP_POWER, USED)
            s.tell(ABSOLVED, self.seat)
            s.discard(self.seat, RAID + ABSOLVE.target(action))
        else:    # Szpieg (SPI-071)
            s.remember(SPY_POWER, USED)
            s.move(0, 1, POINTS.of(STEAL.target(action)), POINTS.of(self.seat))


# All that can be done in a turn, in the order of its offers.
_REVEALS: Final = [REVEAL.of(kind) for kind in range(KINDS)]
_POWERS: Final = [BANK, ABSOLVE.of(0), ABSOLVE.of(1), *[STEAL.of(seat) for seat in range(MOST_SEATS)]]
DEEDS: Final = vec[i64](_REVEALS + _POWERS + [END_TURN])
MAY_END: Final = 0x40000    # the bit of the last of them
TURNS: Final[vec[AnyStep]] = each_seat(Turn, MOST_SEATS)
TURNS_IN_ORDER: Final = vec[vec[AnyStep]]([
    vec[AnyStep]([TURNS[seat] for seat in seats]) for seats in ORDERS_OF_PLAY
])
