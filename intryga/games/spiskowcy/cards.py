"""The kinds of cards and the words of the game. How many there are and what they are worth stands in cards.toml."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.kernel.actions import ActionSpace, Pair, Pick

MOST_SEATS: Final = 4
MOST_COPIES: Final = 9    # of one card; orders are counted as far as that

# Characters (Postacie), then events (Wydarzenia).
FORTUNE_TELLER: Final = 0
SPY: Final = 1
PRINCE: Final = 2
BISHOP: Final = 3
INNKEEPER: Final = 4
BANKER: Final = 5
GUARD: Final = 6
JUGGLER: Final = 7
TRADER: Final = 8
CHARACTERS: Final = 9
RAID: Final = 9
PLOT: Final = 10
KINDS: Final = 11

NAMES: Final = ["wrozbita", "szpieg", "ksiaze", "biskup", "karczmarka", "bankier", "straznik", "kuglarz", "handlarz",
                "najazd", "spisek"]  # fmt: skip
EVENTS: Final = ["najazd", "spisek"]
# The powers used by choice, each once a turn (SPI-053, SPI-054).
POWERS: Final = ["bankier", "biskup", "szpieg"]
BANKER_POWER: Final = 0
BISHOP_POWER: Final = 1
SPY_POWER: Final = 2

_SEATS: Final = ["0", "1", "2", "3"]

SPACE: Final = ActionSpace()
ORDER: Final[Pair] = SPACE.pair("order", "card", NAMES, "count", [str(n + 1) for n in range(MOST_COPIES)])
NO_ORDER: Final[i64] = SPACE.button("none")
ADD: Final[Pick] = SPACE.pick("add", "card", NAMES)
ENOUGH: Final[i64] = SPACE.button("enough")
REVEAL: Final[Pick] = SPACE.pick("reveal", "card", NAMES)
BANK: Final[i64] = SPACE.button("bankier")
ABSOLVE: Final[Pick] = SPACE.pick("biskup", "card", EVENTS)
STEAL: Final[Pick] = SPACE.pick("szpieg", "seat", _SEATS)
END_TURN: Final[i64] = SPACE.button("end_turn")
STRIKE: Final[Pair] = SPACE.pair("raid", "seat", _SEATS, "card", NAMES)
SWAP: Final[Pair] = SPACE.pair("plot", "seat", _SEATS, "card", NAMES)
DECLINE: Final[i64] = SPACE.button("decline")
DISCARD: Final[Pick] = SPACE.pick("discard", "card", NAMES)
KEEP: Final[i64] = SPACE.button("keep")
