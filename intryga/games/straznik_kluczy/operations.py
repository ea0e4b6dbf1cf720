"""The language of effects: all operations of cards.toml, each in the file of its subject."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import (
    actions,
    belt,
    chests,
    construct,
    folk,
    gains,
    hiring,
    manuscripts,
    pairs,
    ring,
    solo_actions,
    turn,
    workers,
)
from intryga.games.straznik_kluczy.cards import GOLD, INK, OPTION, SILVER, STONE
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.kernel.cells import vec
from intryga.kernel.effects import ChooseOption, Effects, OneOf, perform
from intryga.kernel.language import Language
from intryga.kernel.state import AnyState
from intryga.kernel.steps import ALLOWED


class Options(OneOf):
    """One of several options: any of them, even a useless one (STR-167). The AI takes the first (STR-332)."""

    def run(self, s: AnyState, e: Effects, code: vec[i64], at: i64) -> None:
        if e.seat >= s.seats:
            perform(s, code[code[at + 2]], e.seat)
        else:
            super().run(s, e, code, at)

    def refused(self, s: AnyState, step: ChooseOption, start: i64) -> str:
        """Nobody trades on the inner path."""
        assert isinstance(s, Kingdom)
        trades = s.rules.program.code[start] == actions.ACT_TRADE.number
        return "STR-176" if trades and s.inside(step.seat) else ALLOWED


LANGUAGE: Final[Language] = Language(
    [
        gains.Gain("silver", SILVER),
        gains.Gain("ink", INK),
        gains.Gain("stone", STONE),
        gains.Gain("gold", GOLD),
        gains.GainAny(),
        gains.GainDebt(),
        gains.GainDeed(),
        gains.FlipDebt(),
        gains.FlipDeed(),
        gains.FlipAny(),
        gains.MayFlipAny(),
        gains.GainCorruption(),
        gains.GainVirtue(),
        folk.DrawCards(),
        folk.Shuffle(),
        folk.DiscardCards(),
        folk.DestroyCards(),
        belt.Rearrange(),
        hiring.HireOne(),
        hiring.GainHero(),
        chests.GainChest(),
        ring.MoveViscount(),
        actions.ACT_TRADE,
        actions.ACT_TRANSCRIBE,
        turn.RemoveSelf(),
        pairs.DestroyAtStart(),
        pairs.DiscardAtStart(),
        *construct.OPERATIONS,
        *workers.OPERATIONS,
        *manuscripts.OPERATIONS,
        *solo_actions.OPERATIONS,
    ],
    Options(OPTION),
)
