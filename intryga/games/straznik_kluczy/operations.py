"""The language of effects: all operations of cards.toml, each in the file of its subject."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import (
    actions,
    castle,
    chests,
    construct,
    folk,
    gains,
    hiring,
    manuscripts,
    ring,
    setup,
    solo_actions,
    turn,
)
from intryga.games.straznik_kluczy.cards import GOLD, INK, OPTION, SILVER, STONE
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.kernel.cells import vec
from intryga.kernel.effects import ChooseOption, Effects, OneOf, perform
from intryga.kernel.language import Book, Language, Operation, Parameter
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
        trades = start and s.rules.program.code[start] == actions.ACT_TRADE.number
        return "STR-176" if trades and s.inside(step.seat) else ALLOWED


class NotYet(Operation[Kingdom]):
    """PORTING: an operation whose file is still to come."""

    def __init__(self, name: str) -> None:
        super().__init__(name, [Ignored("x")])

    def write(self, table: Mapping[str, Any], book: Book) -> list[i64]:
        return []


class Ignored(Parameter):
    pass


DEFINED = [
    operation.name
    for operation in [*construct.OPERATIONS, *castle.OPERATIONS, *manuscripts.OPERATIONS, *solo_actions.OPERATIONS]
]
NOT_YET = [
    NotYet(name)
    for name in (
        "build", "workers", "castle_move", "manuscript", "ai_corruption", "ai_dismiss", "ai_scheme", "ai_remove",
        "ai_flip_chest", "ai_build", "ai_workers", "ai_transcribe", "ai_focus",
    )
    if name not in DEFINED
]  # fmt: skip

LANGUAGE: Final = Language(
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
        folk.Rearrange(),
        hiring.HireOne(),
        hiring.GainHero(),
        chests.GainChest(),
        ring.MoveViscount(),
        actions.ACT_TRADE,
        actions.ACT_TRANSCRIBE,
        turn.RemoveSelf(),
        setup.DestroyAtStart(),
        setup.DiscardAtStart(),
        *construct.OPERATIONS,
        *castle.OPERATIONS,
        *manuscripts.OPERATIONS,
        *solo_actions.OPERATIONS,
        *NOT_YET,
    ],
    Options(OPTION),
)
