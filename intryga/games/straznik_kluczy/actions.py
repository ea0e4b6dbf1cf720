"""Phase 3: one of four actions (STR-070 to 076), and extra ones that a card grants."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import ACT, CONSTRUCT, FOLK, PASS, PLACE, TRADE, TRANSCRIBE
from intryga.games.straznik_kluczy.construct import Construct
from intryga.games.straznik_kluczy.manuscripts import Transcribe
from intryga.games.straznik_kluczy.means import action_rule
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import EXTRA_ACTION, NO_ACTION
from intryga.games.straznik_kluczy.trade import Trade
from intryga.games.straznik_kluczy.workers import PlaceWorkers
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects
from intryga.kernel.language import Operation
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import ALLOWED, Choice, Offers


def begin(s: Kingdom, seat: i64, action: i64) -> None:
    if action == TRADE:
        s.push(Trade(seat))
    elif action == CONSTRUCT:
        s.push(Construct(seat))
    elif action == PLACE:
        s.push(PlaceWorkers(seat))
    else:
        s.push(Transcribe(seat))


class Act(Choice[Kingdom]):
    """Which action? None is always possible (STR-R31)."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        for action in range(4):
            o.offer(ACT[action], action_rule(s, self.seat, action))
        o.allow(PASS)

    def take(self, s: Kingdom, action: i64) -> None:
        if action == PASS:
            s.tell(NO_ACTION, self.seat)
        else:
            begin(s, self.seat, action - ACT[0])


class ExtraAction(Operation[Kingdom]):
    """An action more, at once and where one stands; skipped where it cannot be (STR-175, STR-176, STR-R09)."""

    def __init__(self, name: str, action: i64) -> None:
        super().__init__(name, [])
        self.action: i64 = action

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if not s.is_ai(e.seat) and action_rule(s, e.seat, self.action) == ALLOWED:
            s.push(ExtraAct(e.seat, self.action, at))


class ExtraAct(Choice[Kingdom]):
    """Take it, or not?"""

    about: ClassVar[dict[str, str]] = {"action": NUMBER, "source": NUMBER}

    def __init__(self, seat: i64, action: i64, source: i64) -> None:
        super().__init__(seat)
        self.action: i64 = action
        self.source: i64 = source

    def fields(self) -> list[i64]:
        return [self.seat, self.action, self.source]

    def offers(self, s: Kingdom, o: Offers) -> None:
        o.offer(ACT[self.action], action_rule(s, self.seat, self.action))
        o.allow(PASS)

    def take(self, s: Kingdom, action: i64) -> None:
        if action != PASS:
            what = s.rules.cause(self.source)[1]
            s.tell(EXTRA_ACTION, self.seat, FOLK.index(what) if what in FOLK else -1)
            begin(s, self.seat, self.action)


ACT_TRADE: Final[ExtraAction] = ExtraAction("act_trade", TRADE)
ACT_TRANSCRIBE: Final[ExtraAction] = ExtraAction("act_transcribe", TRANSCRIBE)
