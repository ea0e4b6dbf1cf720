"""Tura SI: how the AI is set up, and its turn, step by step and all by itself (STR-300 to 303, STR-326, STR-327)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import solo
from intryga.games.straznik_kluczy.cards import AI_BOARDS, AI_CHESTS, INNER, LEFT, SCHEMES
from intryga.games.straznik_kluczy.ring import ride_to
from intryga.games.straznik_kluczy.solo_actions import AiAct
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import AI_ACTS, AI_CANNOT, AI_DOES, AI_ROW, AI_SITS, STARTS_AT
from intryga.games.straznik_kluczy.zones import (
    AI_BOARD,
    AI_CHEST_BOX,
    AI_CHESTS_DOWN,
    FUTURE_SCHEMES,
    OFFERED_CARDS,
    SCHEME_AT,
    SCHEME_BOX,
    SCHEME_DISCARDS,
    SCHEME_PILE,
)
from intryga.kernel.dice import DRAW, SETUP
from intryga.kernel.effects import perform
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import Automatic

GAINS: Final[i64] = len(AI_ACTS) - 1    # the option that is no action


class AiSettle(Automatic[Kingdom]):
    """Its board, schemes and chests, its Viscount where the Player card left over says, then what its board gives."""

    def run(self, s: Kingdom) -> None:
        s.dice.begin(SETUP)
        board = s.rules.options.ai_board
        if board < 0:
            board = s.dice.below(len(AI_BOARDS))
        s.set_to(AI_BOARD, board)
        s.tell(AI_SITS, self.seat, board)
        deal_schemes(s, board)
        if s.rules.options.expansion:    # STR-320
            for left in range(len(AI_CHESTS), 0, -1):
                s.deal(AI_CHEST_BOX, left, AI_CHESTS_DOWN)
        space = s.rules.player_cards.start[s.row_item(OFFERED_CARDS, 0)]
        if space % 3 == INNER:
            space += LEFT - INNER    # STR-R22
        s.move_viscount(self.seat, space)
        s.tell(STARTS_AT, self.seat, space)
        perform(s, s.rules.solo.start[board], self.seat)


def deal_schemes(s: Kingdom, board: i64) -> None:
    """Starting ones and future ones, without those its board removes; some of the latter make it harder (STR-315).
    Which ones is for all to see, as everything that comes from the box."""
    rules = s.rules.solo
    future: list[i64] = []
    for kind in range(len(SCHEMES)):
        if rules.removed[board * len(SCHEMES) + kind] or (rules.of_keys[kind] and not s.rules.options.expansion):
            continue
        if rules.future[kind]:
            future.append(kind)
        else:
            s.move(kind, 1, SCHEME_BOX, SCHEME_PILE)
    for _ in range(s.rules.options.extra_schemes):
        s.move(future.pop(s.dice.below(len(future))), 1, SCHEME_BOX, SCHEME_PILE)
    for kind in future:
        s.move(kind, 1, SCHEME_BOX, FUTURE_SCHEMES)


class AiTurn(Automatic[Kingdom]):
    """Up to its collision (STR-327)."""

    def run(self, s: Kingdom) -> None:
        s.then(
            [
                AiSlide(self.seat),
                AiReveal(self.seat),
                AiRow(self.seat, 1),
                AiRow(self.seat, 2),
                AiRide(self.seat),
                AiRow(self.seat, 4),
            ]
        )


class AiSlide(Automatic[Kingdom]):
    """Its schemes move right; one that leaves the last space does nothing."""

    def run(self, s: Kingdom) -> None:
        if s.row_size(SCHEME_AT[2]):
            s.lift(SCHEME_AT[2], 0, SCHEME_DISCARDS)
        for place in (1, 0):
            if s.row_size(SCHEME_AT[place]):
                s.pass_on(SCHEME_AT[place], 0, SCHEME_AT[place + 1])


class AiReveal(Automatic[Kingdom]):
    """The next scheme, from a pile that is shuffled anew when it is empty."""

    def run(self, s: Kingdom) -> None:
        left = s.size(SCHEME_PILE)
        if left:
            s.dice.begin(DRAW)
            s.deal(SCHEME_PILE, left, SCHEME_AT[0])
        elif s.size(SCHEME_DISCARDS):
            s.push(self)
            solo.shuffle(s, self.seat)


class AiRow(Automatic[Kingdom]):
    """A row of the scheme just revealed. In the fourth it does the first option that is possible (STR-303)."""

    about: ClassVar[dict[str, str]] = {"row": NUMBER}

    def __init__(self, seat: i64, row: i64) -> None:
        super().__init__(seat)
        self.row: i64 = row

    def fields(self) -> list[i64]:
        return [self.seat, self.row]

    def run(self, s: Kingdom) -> None:
        if not s.row_size(SCHEME_AT[0]):
            return
        rules = s.rules.solo
        scheme = s.row_item(SCHEME_AT[0], 0)
        if self.row == 4:
            s.tell(AI_ROW, self.seat, self.row)
            self.first_possible(s, scheme * 3)
            return
        effect = rules.row1[scheme] if self.row == 1 else rules.row2[scheme]
        if effect:
            s.tell(AI_ROW, self.seat, self.row)
            perform(s, effect, self.seat)

    def first_possible(self, s: Kingdom, first: i64) -> None:
        program = s.rules.program
        for place in range(first, first + 3):
            start = s.rules.solo.row4[place]
            if start == 0:
                return
            deed = program.operations[program.code[start]]
            if not isinstance(deed, AiAct):
                s.tell(AI_DOES, self.seat, GAINS)
                perform(s, start, self.seat)
                return
            if deed.possible(s, self.seat):
                s.tell(AI_DOES, self.seat, deed.act)
                perform(s, start, self.seat)
                return
            s.tell(AI_CANNOT, self.seat, deed.act)


class AiRide(Automatic[Kingdom]):
    """So many outer spaces, every one counted; then sharing (STR-304)."""

    def run(self, s: Kingdom) -> None:
        if not s.row_size(SCHEME_AT[0]):
            return
        space = s.space(self.seat)
        for _ in range(s.rules.solo.move[s.row_item(SCHEME_AT[0], 0)]):
            space = space + 1 if space % 3 == LEFT else s.next_segment(space // 3) * 3 + LEFT
        ride_to(s, self.seat, space)
