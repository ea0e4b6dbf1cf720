"""Who looks on sees every decision once, before and after."""

from __future__ import annotations

import pytest

from intryga.bots import find
from intryga.bots.bot import Perspective
from intryga.kernel.dice import quick
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.state import AnyState
from intryga.lab.playout import Witness, play_out
from tests.support import Case, cases


class Recorder(Witness):
    def __init__(self) -> None:
        self.moves: list[tuple[int, int]] = []
        self.marks: list[bytes] = []
        self.ended = False

    def before(self, s: AnyState) -> None:
        self.marks.append(fingerprint(s))

    def decision(self, s: AnyState, seat: int, action: int) -> None:
        assert fingerprint(s) == self.marks[-1]
        assert action in s.options
        self.moves.append((seat, action))

    def after(self, s: AnyState, seat: int, action: int) -> None:
        assert fingerprint(s) != self.marks[-1]
        self.ended = s.over()


@pytest.mark.parametrize("case", cases(), ids=str)
def test_what_a_witness_wrote_down_replays(case: Case) -> None:
    s, recorder = case.new(8), Recorder()
    seats = [Perspective(case.game, s, seat) for seat in range(case.seats)]
    decisions = play_out(s, seats, [find("random")] * case.seats, quick(8, 1), recorder)
    assert recorder.ended
    assert decisions == len(recorder.moves)
    again = case.new(8)
    for (seat, action), mark in zip(recorder.moves, recorder.marks, strict=True):
        assert fingerprint(again) == mark
        assert again.seat == seat
        again.apply(action)
    assert fingerprint(again) == fingerprint(s)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_nobody_looking_on_changes_nothing(case: Case) -> None:
    counts, marks = [], []
    for witness in (None, Witness()):
        s = case.new(8)
        seats = [Perspective(case.game, s, seat) for seat in range(case.seats)]
        counts.append(play_out(s, seats, [find("random")] * case.seats, quick(8, 1), witness))
        marks.append(fingerprint(s))
    assert counts[0] == counts[1]
    assert marks[0] == marks[1]
