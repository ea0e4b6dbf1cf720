"""What is told aloud in Śmierć Jaśniepanu!"""

from __future__ import annotations

from typing import Final

from intryga.kernel.words import Words, number, seat

TOLD: Final = Words()
ROUND_BEGINS: Final = TOLD.word("round", number("n"))
TAKEN: Final = TOLD.word("taken", seat("seat"))
AIMS: Final = TOLD.word("aims", seat("seat"), seat("other"))
GIVEN: Final = TOLD.word("given", seat("seat"), seat("other"))
USES_ABILITY: Final = TOLD.word("uses_ability", seat("seat"), seat("other"))
CONFESSES: Final = TOLD.word("confesses", seat("seat"))
COUNTERS: Final = TOLD.word("counters", seat("seat"), seat("other"))
CANCELLED: Final = TOLD.word("cancelled", seat("seat"), seat("other"))
SHOWS_HAND: Final = TOLD.word("shows_hand", seat("seat"))
LOOKS: Final = TOLD.word("looks", seat("seat"), seat("other"))
DECLINED: Final = TOLD.word("declined", seat("seat"))
JOINED: Final = TOLD.word("joined", seat("seat"))
SWAPPED: Final = TOLD.word("swapped", seat("seat"), seat("other"))
SURRENDERS: Final = TOLD.word("surrenders", seat("seat"))
ELIMINATED: Final = TOLD.word("eliminated", seat("seat"), number("n"))
ELIMINATED_WITHOUT_TOKEN: Final = TOLD.word("eliminated_without_token", seat("seat"))
EXECUTION_ENDS: Final = TOLD.word("execution_ends")
USURPED: Final = TOLD.word("usurped", seat("seat"))
OVERLORD_FELL: Final = TOLD.word("overlord_fell")
RESHUFFLED: Final = TOLD.word("reshuffled")
CROWNED: Final = TOLD.word("crowned", seat("seat"))
LAST_ONE: Final = TOLD.word("last_one", seat("seat"))
UNFINISHED: Final = TOLD.word("unfinished")
