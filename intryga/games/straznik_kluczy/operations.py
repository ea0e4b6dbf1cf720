"""The language of effects: all operations of cards.toml, each in the file of its subject."""

from __future__ import annotations

from typing import Final

from intryga.games.straznik_kluczy import construct, folk, gains, manuscripts, solo_actions, workers
from intryga.games.straznik_kluczy.cards import GOLD, INK, OPTION, SILVER, STONE
from intryga.kernel.effects import OneOf
from intryga.kernel.language import Language

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
        folk.HireOne(),
        folk.GainHero(),
        *construct.OPERATIONS,
        *workers.OPERATIONS,
        *manuscripts.OPERATIONS,
        *solo_actions.OPERATIONS,
    ],
    OneOf(OPTION),
)
