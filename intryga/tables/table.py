"""A table as the fold over its log: who sits where, the game, what was said. It reads no clock and writes nothing.

**Versions.** A viewer's version counts what that viewer could notice. An answer in a sealed run is noticed by its own
seat only, so it counts for that seat and for nobody else: neither a number nor an update tells that it was given.

**Reaction windows.** In a sealed run in which somebody may step in, quick passes and slow thoughts would tell who holds
what. Where that matters (a person is asked, and another sits at the table) the last answer waits until the next bell,
and bells ring at fixed times after the window opened.
"""

from __future__ import annotations

from collections import deque

import msgspec

from intryga import games
from intryga.kernel.dice import from_mark
from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Journal
from intryga.kernel.state import UNANSWERED, IllegalMove, State
from intryga.kernel.steps import AnyStep
from intryga.kernel.view import awaited
from intryga.tables.fold import UNDO, Fold
from intryga.tables.log import (
    Again,
    AnyEvent,
    Away,
    Back,
    Began,
    Bell,
    Closed,
    Header,
    Left,
    Logged,
    Moved,
    Resigned,
    Said,
    Sat,
    Undone,
)
from intryga.tables.shapes import Refused, Status, TableId

STAND_IN = "heuristic"    # plays for who is away
CHAT_SHOWN = 50
GRACE = 15    # seconds to look around for who returns to a clock that has run out


class Chair(msgspec.Struct):
    level: str    # of a bot, or empty
    name: str
    reserved: str
    person: str = ""
    away: bool = False
    resigned: bool = False
    bank: float = 0.0
    returned: float = 0.0    # when the owner last took over from a bot

    @property
    def free(self) -> bool:
        return not self.person and not self.level

    @property
    def bot(self) -> str:
        """Who chooses here now, if it is a bot."""
        return self.level or (STAND_IN if self.away or self.resigned else "")


class Table:
    def __init__(self, header: Header) -> None:
        self.header = header
        self.game: AnyGame = games.find(header.game)
        if self.game.version != header.rules:
            raise Refused(
                "rules_version",
                f"this table follows version {header.rules} of its rules, and here is version {self.game.version}",
                n=header.rules,
            )
        bank = float(header.clock.bank) if header.clock else 0.0
        self.chairs = [Chair(plan.level, plan.name, plan.reserved, bank=bank) for plan in header.seats]
        self.status: Status = "waiting"
        self.number = 0    # of the last entry
        self.kept = 0    # of the last entry that a snapshot has
        self.public = 0    # what everybody noticed
        self.private = [0 for _ in self.chairs]    # what only this seat noticed
        self.moved_on = [0 for _ in self.chairs]    # the seat's version when its choice last changed
        self.since = header.made    # when all that could be noticed of the game last changed
        self.changed = header.made    # the same, of the table
        self.fold: Fold | None = None
        self.dropped = 0    # moves in force that lie before those the fold knows
        self.pending: tuple[int, int] | None = None    # the last answer of a reaction window, until the bell
        self.timed = False    # the open run is a reaction window with bells
        self.chat: deque[Logged] = deque(maxlen=CHAT_SHOWN)
        self.rematch: TableId | None = None
        self.record: list[tuple[int, str]] | None = []    # the game's log; none where a snapshot left it out

    # --- what is so ---

    @property
    def state(self) -> State:
        assert self.fold is not None, "the game has begun"
        return self.fold.state

    def version(self, seat: int) -> int:
        return self.public + (self.private[seat] if seat >= 0 else 0)

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.person == person]

    def step_of(self, seat: int) -> AnyStep | None:
        """What this seat is to answer now."""
        if self.status != "playing" or (self.pending is not None and self.pending[0] == seat):
            return None
        return self.state.awaiting(seat)

    def awaited(self) -> list[int]:
        return awaited(self.state) if self.status == "playing" else []

    def bots_to_move(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.bot and self.step_of(seat) is not None]

    def shared_run(self) -> bool:
        """Several seats choose in secret at once."""
        return self.status == "playing" and len({step.seat for step in self.state.run}) > 1

    def deadline(self, seat: int) -> float | None:
        """When a bot takes over. In a shared run it is the same for all and costs nobody's bank: a clock that stopped
        would tell who has answered."""
        clock, chair = self.header.clock, self.chairs[seat]
        if clock is None or chair.bot or seat not in self.awaited():
            return None
        limit = self.since + clock.move + (0 if self.shared_run() else chair.bank)
        return max(limit, chair.returned + GRACE)

    def next_bell(self, now: float) -> float | None:
        if not self.timed:
            return None
        bells = max(0, int((now - self.since) // self.header.window)) + 1
        return self.since + bells * self.header.window

    def can_undo(self, seat: int) -> bool:
        if self.status != "playing" or self.fold is None:
            return False
        return (self.pending is not None and self.pending[0] == seat) or self.fold.can_undo(seat)

    # --- what happens ---

    def check(self, event: AnyEvent) -> None:
        """Raises what `enter` would raise, before the event is written down."""
        if isinstance(event, Moved):
            step = self.step_of(event.seat)
            if step is None:
                raise IllegalMove("")
            action = self.game.space.parse(event.text)
            offers = step.explained(self.state)
            if action not in offers.options:
                raise IllegalMove(next((rule for refused, rule in offers.refused or [] if refused == action), ""))
        elif isinstance(event, Undone) and not self.can_undo(event.seat):
            raise Refused("no_undo", "there is nothing to take back, or somebody has learnt something from it")

    def noticed_by_all(self, event: AnyEvent) -> bool:
        """Will everybody notice this event, or only the seat it comes from? Asked before it is entered."""
        if isinstance(event, Moved):
            if not self.state.run:
                return True
            return self._missing() == [event.seat] and not self.timed
        if isinstance(event, Undone):
            answered = any(
                step.seat == event.seat and answer != UNANSWERED
                for step, answer in zip(self.state.run, self.state.box, strict=True)
            )
            return not (answered or (self.pending is not None and self.pending[0] == event.seat))
        return True

    def enter(self, logged: Logged) -> None:
        """The next entry of the log."""
        assert logged.number == self.number + 1, "entries come in order"
        event = logged.event
        everybody = self.noticed_by_all(event)
        self.number = logged.number
        match event:
            case Moved() | Undone():
                self._play(event, logged.at, everybody)
                return
            case Bell():
                assert self.pending is not None, "a bell rings when all answers are in"
                seat, action = self.pending
                self.pending = None
                self._game().act(seat, action)
                self._keep(seat, self.game.space.text(action))
                self._changed(logged.at)
                return
            case Sat(seat, person, name):
                self.chairs[seat].person, self.chairs[seat].name = person, name
            case Left(seat):
                if self.status == "waiting":
                    plan = self.header.seats[seat]
                    self.chairs[seat].person, self.chairs[seat].name = "", plan.name
                else:
                    self.chairs[seat].away = True
            case Began():
                self._begin(logged.at)
                return
            case Away(seat):
                self.chairs[seat].away = True
            case Back(seat):
                self.chairs[seat].away = False
                self.chairs[seat].returned = logged.at
            case Resigned(seat):
                self.chairs[seat].resigned = True
            case Said():
                # Numbered by what all have noticed: the log's own numbers would count answers in the box.
                self.chat.append(Logged(self.public, logged.at, event))
            case Closed():
                self.status = "over"
            case Again(table):
                self.rematch = table
        self.public += 1
        self.changed = logged.at

    def _begin(self, at: float) -> None:
        header = self.header
        rules = self.game.chosen_rules(header.options)
        journal = Journal(self.game.layout)
        state = self.game.new_game(rules, len(self.chairs), from_mark(header.dice), journal)
        self.fold = Fold(self.game, state)
        self.status = "playing"
        self._changed(at)

    def _play(self, event: Moved | Undone, at: float, everybody: bool) -> None:
        fold, seat = self._game(), event.seat
        mine = self.pending is not None and self.pending[0] == seat
        if isinstance(event, Undone):
            if mine:
                self.pending = None
            else:
                fold.undo(seat)
                self._keep(seat, UNDO)
                self._unpend()
        else:
            action = self.game.space.parse(event.text)
            if self.timed and self._missing() == [seat]:
                self.pending = (seat, action)
            else:
                self._charge(seat, at)
                fold.act(seat, action)
                self._keep(seat, event.text)
        if everybody:
            self._changed(at)
        else:
            self.private[seat] += 1
            self.moved_on[seat] = self.version(seat)

    def _unpend(self) -> None:
        """Another answer was taken back, so the one that waited is no longer the last."""
        if self.pending is not None:
            seat, action = self.pending
            self.pending = None
            self._game().act(seat, action)
            self._keep(seat, self.game.space.text(action))

    def _changed(self, at: float) -> None:
        self.public += 1
        self.since = self.changed = at
        self.moved_on = [self.version(seat) for seat in range(len(self.chairs))]
        self.timed = self.header.window > 0 and self._speed_would_tell()
        if self.state.over():
            self.status = "over"

    def _charge(self, seat: int, at: float) -> None:
        clock, chair = self.header.clock, self.chairs[seat]
        if clock is not None and not chair.bot and not self.shared_run():
            chair.bank = max(0.0, chair.bank - max(0.0, at - self.since - clock.move))

    def _speed_would_tell(self) -> bool:
        run = self.state.run
        asks_a_person = any(not self.chairs[step.seat].bot for step in run)
        people = {chair.person for chair in self.chairs if chair.person}
        return asks_a_person and len(people) > 1 and self.shared_run() and any(self._may_settle(step) for step in run)

    def _may_settle(self, step: AnyStep) -> bool:
        """Whether or not this seat's cards allow it."""
        offers = step.explained(self.state)
        candidates = [*offers.options, *(action for action, _ in offers.refused or [])]
        return any(step.settles(action) for action in candidates)

    def _missing(self) -> list[int]:
        """Whose answers the box waits for, one entry for each."""
        state = self.state
        return [step.seat for step, answer in zip(state.run, state.box, strict=True) if answer == UNANSWERED]

    def _game(self) -> Fold:
        if self.fold is None or self.status != "playing":
            raise Refused("not_playing", "no game is being played here")
        return self.fold

    def _keep(self, seat: int, text: str) -> None:
        if self.record is not None:
            self.record.append((seat, text))


def seat_name(table: Table, seat: int, name: str) -> str:
    """The name, with a number where somebody at another seat already has it."""
    taken = {chair.name for place, chair in enumerate(table.chairs) if place != seat}
    if name not in taken:
        return name
    return next(f"{name[:36]} {n}" for n in range(2, 99) if f"{name[:36]} {n}" not in taken)
