"""Steps that hold steps: in an order that somebody chooses, only if somebody wants it, so many times."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.kernel.layout import NUMBER
from intryga.kernel.state import AnyState
from intryga.kernel.steps import AnyStep, Automatic, Choice, Offers


class InOrder(Choice[AnyState]):
    """Several steps, all to be done: this seat says which comes next. `verb` is the first of neighbouring actions, and
    `places` has a bit for each held step: that of the step at bit i is `verb + i`."""

    about = {"verb": NUMBER, "places": NUMBER}  # noqa: RUF012

    def __init__(self, seat: i64, verb: i64, places: i64, steps: list[AnyStep]) -> None:
        super().__init__(seat)
        self.verb: i64 = verb
        self.places: i64 = places
        self.steps = steps    # in the order of their bits

    def fields(self) -> list[i64]:
        return [self.seat, self.verb, self.places]

    def held(self) -> list[AnyStep]:
        return self.steps

    def offers(self, s: AnyState, o: Offers) -> None:
        place: i64 = 0
        while self.places >> place:
            if self.places >> place & 1:
                o.allow(self.verb + place)
            place += 1

    def take(self, s: AnyState, action: i64) -> None:
        chosen = action - self.verb
        before: i64 = 0    # how many held steps stand at lower bits
        for place in range(chosen):
            before += self.places >> place & 1
        bit: i64 = 1
        rest = self.steps[:before] + self.steps[before + 1 :]
        in_order(s, self.seat, self.verb, self.places & ~(bit << chosen), rest)
        s.push(self.steps[before])


def in_order(s: AnyState, seat: i64, verb: i64, places: i64, steps: list[AnyStep]) -> None:
    """Push all these; a seat is asked only where there is an order to choose."""
    if len(steps) > 1:
        s.push(InOrder(seat, verb, places, steps))
    elif steps:
        s.push(steps[0])


class Optionally(Choice[AnyState]):
    """Steps that this seat may have or leave: the action `yes` or the action `no`."""

    about = {"yes": NUMBER, "no": NUMBER}  # noqa: RUF012

    def __init__(self, seat: i64, yes: i64, no: i64, steps: list[AnyStep]) -> None:
        super().__init__(seat)
        self.yes: i64 = yes
        self.no: i64 = no
        self.steps = steps    # in reading order

    def fields(self) -> list[i64]:
        return [self.seat, self.yes, self.no]

    def held(self) -> list[AnyStep]:
        return self.steps

    def offers(self, s: AnyState, o: Offers) -> None:
        o.allow(self.yes)
        o.allow(self.no)

    def take(self, s: AnyState, action: i64) -> None:
        if action == self.yes:
            s.then(self.steps)


class Repeat(Automatic[AnyState]):
    """Steps so many times over."""

    about = {"times": NUMBER}  # noqa: RUF012

    def __init__(self, seat: i64, times: i64, steps: list[AnyStep]) -> None:
        super().__init__(seat)
        self.times: i64 = times
        self.steps = steps    # in reading order

    def fields(self) -> list[i64]:
        return [self.seat, self.times]

    def held(self) -> list[AnyStep]:
        return self.steps

    def run(self, s: AnyState) -> None:
        if self.times > 1:
            s.push(Repeat(self.seat, self.times - 1, self.steps))
        if self.times > 0:
            s.then(self.steps)
