"""The court of Śmierć Jaśniepanu!: who sits next to whom, who holds the Order, who has how much gold."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import advice, features, memory, sampler
from intryga.games.smierc_jasniepanu.cards import KINDS, MOST_SEATS, PLOTS, ROLES
from intryga.games.smierc_jasniepanu.data import AnyGive, Rules
from intryga.games.smierc_jasniepanu.told import TAKEN
from intryga.games.smierc_jasniepanu.zones import (
    AIMED,
    BOX,
    CHARACTER,
    DECK,
    DISCARDS,
    ENDING,
    GOLD,
    HAND,
    IN_RESERVE,
    JOINER,
    LAST_GIVER,
    LAYOUT,
    ORDER,
    ORDER_ASIDE,
    PLAYED,
    RESERVE,
    TOKEN,
    TREASURY,
    USURPER,
    WINNER,
)
from intryga.kernel.dice import Dice
from intryga.kernel.state import State


class Court(State[Rules]):
    """The court (dwór): players in their places, one of them on the throne, one of them with the Order."""

    def twin(self) -> Court:
        return Court(LAYOUT, self.rules, self.seats, self.cells[:], self.dice.copy())

    # --- who is who ---

    def active(self, seat: i64) -> bool:
        """Not eliminated in this round (SMI-010)."""
        return self.cells[TOKEN.first + seat] == 0    # a cell for each seat

    def active_count(self) -> i64:
        count: i64 = 0
        for seat in range(self.seats):
            if self.cells[TOKEN.first + seat] == 0:
                count += 1
        return count

    def character(self, seat: i64) -> i64:
        """Of an active player; the eliminated have none."""
        return self.cells[CHARACTER.of(seat) + 1]

    def rank(self, seat: i64) -> i64:
        return self.rules.rank[self.character(seat)]

    def overlord(self) -> i64:
        """The active player with an Overlord card (SMI-004, SMI-038), or -1."""
        cells = self.cells
        is_overlord = self.rules.is_overlord
        for seat in range(self.seats):
            if cells[TOKEN.first + seat] == 0 and is_overlord[cells[CHARACTER.of(seat) + 1]]:
                return seat
        return -1

    def holder(self) -> i64:
        """Who has the Order, or -1."""
        cells = self.cells
        for seat in range(self.seats):
            if cells[ORDER.first + seat]:
                return seat
        return -1

    def gold(self, seat: i64) -> i64:
        return self.cells[GOLD.of(seat)]

    def holds(self, seat: i64, kind: i64) -> i64:
        return self.cells[HAND.at(seat, kind)]

    def hand_size(self, seat: i64) -> i64:
        return self.size(HAND.of(seat))

    def holds_type(self, seat: i64, card_type: i64) -> bool:
        cells = self.cells
        types = self.rules.card_type
        hand = HAND.of(seat)
        count: i64 = 0
        for kind in range(KINDS):
            if types[kind] == card_type:
                count += cells[hand + kind]
        return count != 0

    # --- places at the table ---

    def neighbour(self, seat: i64, distance: i64, step: i64) -> i64:
        """So many places on, counting active players only (SMI-019); step 1 is clockwise, to the left."""
        at = seat
        left = distance
        while left:
            at = (at + step) % self.seats
            if self.active(at):
                left -= 1
        return at

    def targets(self, give: AnyGive | None, giver: i64) -> i64:
        """To whom a card or ability may give the Order: one bit for each seat. Never oneself (SMI-073)."""
        if give is None:
            return 0
        return give.targets(self, giver) & ~(1 << giver)

    # --- gold ---

    def from_treasury(self, seat: i64, amount: i64) -> None:
        """The treasury never runs dry (SMI-017, SMI-R08), unless this table wants it so."""
        lacking = amount - self.cells[TREASURY]
        if lacking > 0:
            if self.rules.options.treasury_limited:
                amount = self.cells[TREASURY]
            else:
                self.move(0, lacking, RESERVE, TREASURY)
        if amount:
            self.move(0, amount, TREASURY, GOLD.of(seat))

    def to_treasury(self, seat: i64, amount: i64) -> None:
        """As far as possible; no debt remains (SMI-057)."""
        amount = min(amount, self.gold(seat))
        if amount:
            self.move(0, amount, GOLD.of(seat), TREASURY)

    def pay(self, payer: i64, to: i64, amount: i64) -> None:
        """From player to player, as far as possible (SMI-093)."""
        amount = min(amount, self.gold(payer))
        if amount and payer != to:
            self.move(0, amount, GOLD.of(payer), GOLD.of(to))

    # --- the Order ---

    def lay_order_aside(self) -> None:
        """An execution is over: the Order waits for the next one."""
        holder = self.holder()
        if holder >= 0:
            self.move(0, 1, ORDER.of(holder), ORDER_ASIDE)
        self.set_to(LAST_GIVER, -1)

    def hand_order(self, seat: i64, giver: i64) -> None:
        """The Order goes to a seat: given by somebody, or taken (-1), which clears the last giver (SMI-016, 095)."""
        holder = self.holder()
        if holder != seat:
            self.move(0, 1, ORDER.of(holder) if holder >= 0 else ORDER_ASIDE, ORDER.of(seat))
        if giver < 0:
            self.tell(TAKEN, seat)
        self.set_to(LAST_GIVER, giver)

    def finish(self, winner: i64, ending: i64) -> None:
        """The game ends at once (SMI-130)."""
        self.set_to(WINNER, winner)
        self.set_to(ENDING, ending)
        self.end()

    # --- what the house asks ---

    def scores(self) -> list[dict[str, int]]:
        """There are no points: the Overlord wins or nobody yet (SMI-130). Gold is shown, since it is public."""
        return [{"gold": self.gold(seat)} for seat in range(self.seats)]

    def live_scores(self, viewer: i64) -> list[dict[str, int]]:
        """Gold lies open (SMI-087)."""
        return self.scores()

    def winners(self) -> list[i64]:
        """The crowned or last Overlord (SMI-002 to 004); where the guard ended the game, the richest (SMI-131)."""
        return [self.cells[WINNER]] if self.cells[WINNER] >= 0 else super().winners()

    def facts(self, viewer: i64) -> dict[str, Any]:
        tokens = [(seat, self.cells[TOKEN.of(seat)]) for seat in range(self.seats)]
        aimed = self.cells[AIMED]
        return {
            "overlord": self.overlord(),
            "holder": self.holder(),
            "eliminated": {str(token) if token <= MOST_SEATS else "–": seat for seat, token in tokens if token},
            "aimed": {PLOTS[self.row_item(PLAYED, 0)]: aimed} if aimed >= 0 else {},
            "seen": memory.seen_by(self, viewer),
        }

    def resample(self, viewer: i64, dice: Dice) -> Court:
        return sampler.resample(self, viewer, dice)

    def impossible(self) -> str:
        return sampler.impossible(self)

    def value(self, seat: i64) -> float:
        return advice.value(self, seat)

    def terms(self, seat: i64) -> dict[str, float]:
        return advice.terms(self, seat)

    def features(self) -> list[list[float]]:
        return features.features(self)

    def can_be_judged(self) -> bool:
        """Only when a round begins: gold, ranks and hands are all there is then. Within one too much is in the air."""
        return self.holder() < 0 and self.active_count() == self.seats and self.size(DISCARDS) == 0


def empty_table(rules: Rules, seats: i64, dice: Dice) -> Court:
    """Every plot card in the draw pile, every character in the box, all gold in the treasury, the Order aside."""
    s = Court(LAYOUT, rules, seats, LAYOUT.new_cells(), dice)
    for kind in range(KINDS):
        s.fill(DECK, kind, rules.copies[kind])
    for role in range(ROLES):
        s.fill(BOX, role, 1)
    s.fill(TREASURY, 0, rules.setup.coins)
    s.fill(RESERVE, 0, IN_RESERVE)
    s.fill(ORDER_ASIDE, 0, 1)
    for counter in (LAST_GIVER, WINNER, JOINER, USURPER, AIMED):
        s.set_to(counter, -1)
    return s
