"""The table of Śmierć Jaśniepanu!: what lies where, who sits next to whom, and who may be given the Order."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.cards import CHARACTERS, KINDS, MOST_SEATS, PLOTS, ROLES, SEAT_WORDS
from intryga.games.smierc_jasniepanu.operations import (
    ANYBODY,
    BY_RANK,
    BY_SEAT,
    HIGHER,
    LEFT,
    RIGHT,
    THE_OVERLORD,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.layout import EVERYBODY, NOBODY, OWNER, Layout
from intryga.kernel.state import State
from intryga.kernel.steps import AnyStep

LAYOUT: Final = Layout(MOST_SEATS)
DECK: Final[i64] = LAYOUT.bag("deck", PLOTS, NOBODY)    # the draw pile
DISCARDS: Final[i64] = LAYOUT.bag("discards", PLOTS, EVERYBODY)
PLAYED: Final[i64] = LAYOUT.row("played", PLOTS, EVERYBODY, 60)    # on the table, not yet resolved (SMI-099)
HAND: Final[i64] = LAYOUT.bags("hand", PLOTS, OWNER)
BOX: Final[i64] = LAYOUT.bag("box", CHARACTERS, EVERYBODY)    # characters not used in this game
CENTRE: Final[i64] = LAYOUT.bag("centre", CHARACTERS, EVERYBODY)    # characters of the eliminated
CHARACTER: Final[i64] = LAYOUT.rows("character", CHARACTERS, EVERYBODY, 1)
TREASURY: Final[i64] = LAYOUT.bag("treasury", ["gold"], EVERYBODY)
RESERVE: Final[i64] = LAYOUT.bag("reserve", ["gold"], NOBODY)    # what stands in for coins that ran out (SMI-R08)
GOLD: Final[i64] = LAYOUT.bags("gold", ["gold"], EVERYBODY)
ORDER_ASIDE: Final[i64] = LAYOUT.bag("order_aside", ["execution_order"], EVERYBODY)
ORDER: Final[i64] = LAYOUT.bags("order", ["execution_order"], EVERYBODY)
ROUND: Final[i64] = LAYOUT.counter("round")
LAST_GIVER: Final[i64] = LAYOUT.counter("last_giver")    # who gave the Order to its holder, or -1 (SMI-095)
TOKEN: Final[i64] = LAYOUT.counters("token")    # 0: active; above MOST_SEATS: out without a token (SMI-R04)
WINNER: Final[i64] = LAYOUT.counter("winner")
ENDING: Final[i64] = LAYOUT.counter("ending")
USED: Final[i64] = LAYOUT.note(LAYOUT.bags("used", CHARACTERS, EVERYBODY))    # abilities used this round (SMI-097)
# One elimination step while it is being resolved: who fell, as whom, who joined the Uprising, who takes the throne.
FALLEN: Final[i64] = LAYOUT.note(LAYOUT.row("fallen", SEAT_WORDS, EVERYBODY, MOST_SEATS))
FALLEN_AS: Final[i64] = LAYOUT.note(LAYOUT.row("fallen_as", CHARACTERS, EVERYBODY, MOST_SEATS))
JOINER: Final[i64] = LAYOUT.counter("joiner")
USURPER: Final[i64] = LAYOUT.counter("usurper")
# What is certain about a hand. memory.py keeps these.
KNOWN: Final[i64] = LAYOUT.note(LAYOUT.bags("known", PLOTS, EVERYBODY))    # everybody knows that these are in it
LACKS: Final[i64] = LAYOUT.note(LAYOUT.bags("lacks", PLOTS, EVERYBODY))    # of these kinds together it holds ...
AT_MOST: Final[i64] = LAYOUT.counters("at_most")    # ... fewer than this number; 0: nothing is known
# What one seat alone has seen in the hand of another, packed (see memory.py).
SEEN: Final[i64] = min([LAYOUT.counters(f"seen_{seat}", OWNER) for seat in range(MOST_SEATS)])

# How a game can end (the counter `ending`).
NOT_YET: Final = 0
CROWNED: Final = 1    # 30 gold in the Coronation phase (SMI-003)
LAST_ONE: Final = 2    # the last active player (SMI-002)
UNFINISHED: Final = 3    # the guard against endless games (SMI-131)


def hand(seat: i64) -> i64:
    return HAND + seat * KINDS


def character_row(seat: i64) -> i64:
    return CHARACTER + seat * 2


class Rules:
    """What is printed on the components, and what this table has chosen; made by programs.py. Shared by all states."""

    def __init__(self) -> None:
        none = vec[i64]([0])
        # Plot cards, by kind. `then` is where their program begins, -1 for none.
        self.copies = none
        self.card_type = none
        self.then = none
        self.counterable = none
        self.needs_giver = none
        # Characters. `place` tells equal ranks apart (SMI-R14).
        self.rank = none
        self.place = none
        self.income = none
        self.limit = none
        self.is_overlord = none
        # Abilities by number; `ability` finds the one of a character for a trigger, or -1.
        self.ability = none
        self.start = none
        self.optional = none
        self.condition = none
        self.once = none
        self.cost = none
        # To whom the Order may go: three numbers for each plot card, then for each ability. And the program itself.
        self.give = none
        self.code = none
        self.looks = False    # does anything in this game look at a hand?
        # Set-up and round.
        self.start_gold: i64 = 0
        self.start_hand: i64 = 0
        self.draw_most: i64 = 0
        self.coronation: i64 = 0
        self.no_income = none    # the rounds without
        self.most_rounds: i64 = 0
        self.coins: i64 = 0
        self.sets: dict[int, list[i64]] = {}    # by seats: the set of characters that is used,
        self.pool: list[i64] = []    # or else the characters among which chance draws
        # Options.
        self.same_ranks = False    # SMI-R14
        self.limited = False    # SMI-R08
        self.reshuffle = False    # SMI-R07
        self.forced_shield = True    # SMI-R05
        self.confess_first = True    # SMI-R12
        self.target_joins = False    # SMI-R17
        self.overlord_token = True    # SMI-R04

    def set_cards(self, copies: list[i64], card_type: list[i64], then: list[i64], counterable: list[i64],
                  needs_giver: list[i64]) -> None:  # fmt: skip
        self.copies = vec[i64](copies)
        self.card_type = vec[i64](card_type)
        self.then = vec[i64](then)
        self.counterable = vec[i64](counterable)
        self.needs_giver = vec[i64](needs_giver)

    def set_characters(self, rank: list[i64], place: list[i64], income: list[i64], limit: list[i64],
                       is_overlord: list[i64]) -> None:  # fmt: skip
        self.rank = vec[i64](rank)
        self.place = vec[i64](place)
        self.income = vec[i64](income)
        self.limit = vec[i64](limit)
        self.is_overlord = vec[i64](is_overlord)

    def set_abilities(self, ability: list[i64], start: list[i64], optional: list[i64], condition: list[i64],
                      once: list[i64], cost: list[i64]) -> None:  # fmt: skip
        self.ability = vec[i64](ability)
        self.start = vec[i64](start)
        self.optional = vec[i64](optional)
        self.condition = vec[i64](condition)
        self.once = vec[i64](once)
        self.cost = vec[i64](cost)

    def set_programs(self, give: list[i64], code: list[i64], looks: bool) -> None:
        self.give = vec[i64](give)
        self.code = vec[i64](code)
        self.looks = looks

    def set_round(self, start_gold: i64, start_hand: i64, draw_most: i64, coronation: i64, no_income: list[i64],
                  most_rounds: i64, coins: i64) -> None:  # fmt: skip
        self.start_gold = start_gold
        self.start_hand = start_hand
        self.draw_most = draw_most
        self.coronation = coronation
        self.no_income = vec[i64](no_income)
        self.most_rounds = most_rounds
        self.coins = coins


class Court(State):
    """The court (dwór): players in their places, one of them on the throne, one of them with the Order."""

    def __init__(self, rules: Rules, seats: i64, cells: vec[i64], dice: Dice, stack: list[AnyStep]) -> None:
        super().__init__(LAYOUT, seats, cells, dice, stack)
        self.rules = rules

    def clone(self) -> Court:
        twin = Court(self.rules, self.seats, self.cells[:], self.dice.copy(), self.stack[:])
        twin.resume(self)
        return twin

    # --- who is who ---

    def active(self, seat: i64) -> bool:
        """Not eliminated in this round (SMI-010)."""
        return self.cells[TOKEN + seat] == 0

    def active_count(self) -> i64:
        count: i64 = 0
        for seat in range(self.seats):
            if self.cells[TOKEN + seat] == 0:
                count += 1
        return count

    def character(self, seat: i64) -> i64:
        """Of an active player; the eliminated have none."""
        return self.cells[CHARACTER + seat * 2 + 1]

    def rank(self, seat: i64) -> i64:
        return self.rules.rank[self.cells[CHARACTER + seat * 2 + 1]]

    def overlord(self) -> i64:
        """The active player with an Overlord card (SMI-004, SMI-038), or -1."""
        for seat in range(self.seats):
            if self.cells[TOKEN + seat] == 0 and self.rules.is_overlord[self.cells[CHARACTER + seat * 2 + 1]]:
                return seat
        return -1

    def holder(self) -> i64:
        """Who has the Order, or -1."""
        for seat in range(self.seats):
            if self.cells[ORDER + seat]:
                return seat
        return -1

    def gold(self, seat: i64) -> i64:
        return self.cells[GOLD + seat]

    def holds(self, seat: i64, kind: i64) -> i64:
        return self.cells[HAND + seat * KINDS + kind]

    def hand_size(self, seat: i64) -> i64:
        cells = self.cells
        total: i64 = 0
        for at in range(HAND + seat * KINDS, HAND + seat * KINDS + KINDS):
            total += cells[at]
        return total

    def holds_type(self, seat: i64, card_type: i64) -> bool:
        cells = self.cells
        types = self.rules.card_type
        count: i64 = 0
        for kind in range(KINDS):
            if types[kind] == card_type:
                count += cells[HAND + seat * KINDS + kind]
        return count != 0

    # --- places at the table ---

    def neighbour(self, seat: i64, distance: i64, step: i64) -> i64:
        """So many places on, counting active players only (SMI-019); step 1 is clockwise, to the left."""
        at = seat
        left = distance
        while left:
            at = (at + step) % self.seats
            if self.cells[TOKEN + at] == 0:
                left -= 1
        return at

    def targets(self, giving: i64, giver: i64) -> i64:
        """To whom a card or ability (its place among all gives) may give the Order: one bit for each seat. Never
        oneself (SMI-073)."""
        rules = self.rules
        way = rules.give[giving * 3]
        found: i64 = 0
        if way == BY_SEAT:
            distance = rules.give[giving * 3 + 1]
            directions = rules.give[giving * 3 + 2]
            if directions & LEFT:
                found |= 1 << self.neighbour(giver, distance, 1)
            if directions & RIGHT:
                found |= 1 << self.neighbour(giver, distance, self.seats - 1)
        elif way == ANYBODY:
            for seat in range(self.seats):
                if self.cells[TOKEN + seat] == 0:
                    found |= 1 << seat
        elif way == BY_RANK:
            own = self.rank(giver)
            higher = rules.give[giving * 3 + 1] == HIGHER
            for seat in range(self.seats):
                if self.cells[TOKEN + seat] == 0:
                    rank = self.rank(seat)
                    if rank > own if higher else rank < own:
                        found |= 1 << seat
        elif way == THE_OVERLORD:
            lord = self.overlord()
            if lord >= 0:
                found = 1 << lord
        return found & ~(1 << giver)

    # --- gold ---

    def from_treasury(self, seat: i64, amount: i64) -> None:
        """The treasury never runs dry (SMI-017, SMI-R08), unless this table wants it so."""
        lacking = amount - self.cells[TREASURY]
        if lacking > 0:
            if self.rules.limited:
                amount = self.cells[TREASURY]
            else:
                self.move(0, lacking, RESERVE, TREASURY)
        if amount:
            self.move(0, amount, TREASURY, GOLD + seat)

    def to_treasury(self, seat: i64, amount: i64) -> None:
        """As far as possible; no debt remains (SMI-057)."""
        amount = min(amount, self.cells[GOLD + seat])
        if amount:
            self.move(0, amount, GOLD + seat, TREASURY)

    def pay(self, payer: i64, to: i64, amount: i64) -> None:
        """From player to player, as far as possible (SMI-093)."""
        amount = min(amount, self.cells[GOLD + payer])
        if amount and payer != to:
            self.move(0, amount, GOLD + payer, GOLD + to)

    # --- the Order ---

    def lay_order_aside(self) -> None:
        """An execution is over: the Order waits for the next one."""
        holder = self.holder()
        if holder >= 0:
            self.move(0, 1, ORDER + holder, ORDER_ASIDE)
        self.cells[LAST_GIVER] = -1

    def hand_order(self, seat: i64, giver: i64) -> None:
        """The Order goes to a seat: given by somebody, or taken (-1), which clears the last giver (SMI-016, 095)."""
        holder = self.holder()
        source = ORDER + holder if holder >= 0 else ORDER_ASIDE
        if holder != seat:
            self.move(0, 1, source, ORDER + seat)
        if giver < 0:
            self.tell("taken", seat)
        self.cells[LAST_GIVER] = giver

    # --- what follows ---

    def learnt(self) -> None:
        """Somebody has learnt something that no card shows by moving: this cannot be taken back."""
        if self.journal is not None:
            self.journal.revealed = True

    def finish(self, winner: i64, ending: i64) -> None:
        """The game ends at once: nothing is pending any more (SMI-130)."""
        self.cells[WINNER] = winner
        self.cells[ENDING] = ending
        del self.stack[:]


def empty_table(rules: Rules, seats: i64, dice: Dice) -> Court:
    """Every plot card in the draw pile, every character in the box, all gold in the treasury, the Order aside."""
    s = Court(rules, seats, LAYOUT.blank[:], dice, [])
    for kind in range(KINDS):
        s.cells[DECK + kind] = rules.copies[kind]
    for role in range(ROLES):
        s.cells[BOX + role] = 1
    s.cells[TREASURY] = rules.coins
    s.cells[RESERVE] = 1_000_000
    s.cells[ORDER_ASIDE] = 1
    s.cells[LAST_GIVER] = -1
    s.cells[WINNER] = -1
    s.cells[JOINER] = -1
    s.cells[USURPER] = -1
    return s
