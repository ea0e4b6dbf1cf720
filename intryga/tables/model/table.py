"""A table as its log makes it: who sits where, the game, what was said. It reads no clock and writes nothing.

A change is first planned, which alters nothing and raises what speaks against it; then it is made, on a copy of the
table where it must be stored before it may be seen.

**Versions.** A viewer's version counts what that viewer could notice. An answer in a sealed run is noticed by its own
seat only, so it counts for that seat and for nobody else: neither a number nor an update tells that it was given.
"""

from __future__ import annotations

import copy
from collections import deque
from functools import partial
from typing import Literal, NamedTuple

from intryga.kernel.dice import from_mark
from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Journal, Told
from intryga.kernel.state import AnyState, IllegalMove
from intryga.kernel.steps import AnyStep
from intryga.kernel.view import awaited
from intryga.tables.model import orders
from intryga.tables.model.entries import (
    AnyChange,
    BellRang,
    BotSeated,
    BotTookOver,
    ChatSaid,
    ChatSlowed,
    GameBegan,
    Header,
    LogEntry,
    MoveMade,
    MoveTakenBack,
    OrderGiven,
    OwnerReturned,
    PaceChosen,
    PassingStopped,
    RematchMade,
    Resigned,
    SeatLeft,
    SeatsClosed,
    SeatTaken,
    TableClosed,
)
from intryga.tables.model.playthrough import Barrier, Playthrough
from intryga.tables.model.seats import Chair
from intryga.tables.model.windows import Windows
from intryga.tables.types import Halted, Refused, Status, TableId

CHAT_SHOWN = 50
GRACE = 15    # seconds to look around for who returns to a clock that has run out
NO_ACTION = -1
STORY_MOVES = 80    # kept at most, and at least half as many: pages show no more
MOST_MOVES = 20_000    # of one game; three times those of the longest that was ever seen
TAKEN_BACK = -1    # among the moves of the game file


Stop = Barrier | Literal["turn", "window"]
"""Why no more moves can be taken back: a barrier, another seat moved before, or others are answering in secret."""


class Plan(NamedTuple):
    """A change that may be made, with all that was worked out to know it."""

    change: AnyChange
    everybody: bool    # will all notice it, or only the seat it comes from?
    action: int = NO_ACTION    # of a move
    moves: int = 0    # how many are taken back
    stopped: Stop = "turn"    # and why no more


class Table:
    """One table after the entries of its log so far."""

    def __init__(self, header: Header, game: AnyGame) -> None:
        self.header = header
        self.game = game
        bank = float(header.clock.bank) if header.clock else 0.0
        self.chairs = [Chair(plan.level, plan.name, plan.reserved, plan.name, bank=bank) for plan in header.seats]
        self.status: Status = "waiting"
        self.number = 0    # of the last entry
        self.snapshot = 0    # number of the last entry that a stored snapshot has
        self.snapshot_of_end = False    # it is of the game's end
        self.public = 0    # what everybody noticed
        self.private = [0 for _ in self.chairs]    # what only this seat noticed
        self.moved_on = [0 for _ in self.chairs]    # the seat's version when its choice last changed
        self.since = header.made    # when all that could be noticed of the game last changed
        self.changed = header.made    # the same, of the table
        self.playthrough: Playthrough | None = None
        self.dropped = 0    # moves in force that lie before those the playthrough knows
        self.windows = Windows(header.window, header.alone)
        self.chat: deque[LogEntry] = deque(maxlen=CHAT_SHOWN)
        self.positions = 0    # that the game has been in, as far as this process knows
        self.rematch: TableId | None = None
        self.halted: Halted = ""
        self.slow = 0    # seconds between two things that one person says
        self.chosen_pace: float | None = None    # at the table; none: as it was set
        self.file_moves: list[tuple[int, int]] = []    # of the game file: seat and action, or TAKEN_BACK

    def copy(self) -> Table:
        """Another one that goes on from here by itself."""
        twin = copy.copy(self)
        twin.chairs = [copy.copy(chair) for chair in self.chairs]
        twin.private = self.private[:]
        twin.playthrough = self.playthrough.copy() if self.playthrough else None
        twin.windows = self.windows.copy()
        twin.chat = self.chat.copy()
        twin.file_moves = self.file_moves[:]
        return twin

    # --- what is so ---

    @property
    def played(self) -> Playthrough:
        assert self.playthrough is not None, "the game has begun"
        return self.playthrough

    @property
    def state(self) -> AnyState:
        return self.played.state

    def version(self, seat: int) -> int:
        return self.public + (self.private[seat] if seat >= 0 else 0)

    @property
    def pace(self) -> float:
        """Seconds between two moves of bots."""
        return self.header.pace if self.chosen_pace is None else self.chosen_pace

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.person == person]

    def step_of(self, seat: int) -> AnyStep | None:
        """What this seat is to answer now."""
        if self.status != "playing" or self.windows.holds_back(seat):
            return None
        return self.state.awaiting(seat)

    @property
    def finished(self) -> bool:
        """Played to its end: it has winners, a replay and a game file."""
        return self.status == "over" and self.playthrough is not None and not self.halted

    def dead_end(self) -> Halted:
        """Why this game cannot go on: cards of somebody's own may say what leads nowhere."""
        if self.status != "playing":
            return ""
        if self.dropped + self.played.in_force() > MOST_MOVES:
            return "endless"
        asked = [seat for seat in self.awaited() if self.state.awaiting(seat) is not None]
        return "" if all(map(self.played.offered, asked)) else "stuck"

    def awaited(self) -> list[int]:
        return awaited(self.state) if self.status == "playing" else []

    def bots_to_move(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.bot and self.step_of(seat) is not None]

    def shared_run(self) -> bool:
        """Several seats choose in secret at once."""
        return self.status == "playing" and len({step.seat for step in self.state.run}) > 1

    def deadline(self, seat: int) -> float | None:
        """When a bot takes over. In a shared run it is the same for all and costs nobody's bank: a clock that stopped
        would tell who has answered. A window with a bell needs no other end."""
        clock, chair = self.header.clock, self.chairs[seat]
        if clock is None or chair.bot or self.windows.timed or seat not in self.awaited():
            return None
        limit = self.since + clock.move + (0 if self.shared_run() else chair.bank)
        return max(limit, chair.returned + GRACE)

    def window_ends(self, opened: float) -> float | None:
        """When the bell rings. `opened`: since when people can reach the table; what they could not see costs them no
        time."""
        return max(self.since, opened) + self.windows.seconds if self.windows.timed else None

    def can_undo(self, seat: int) -> bool:
        if self.status != "playing":
            return False
        if self.windows.timed:    # only what has not been seen: else a window could be closed, or a refusal would tell
            return self.windows.answered(self.state, seat)
        return self.played.can_take_back(seat)

    def can_undo_turn(self, seat: int) -> bool:
        """Is it more than one choice that may be taken back?"""
        return self.can_undo(seat) and not self.windows.timed and self.played.can_take_back_several(seat)

    def has_shown(self, seat: int) -> bool:
        """Was the last move this seat's, and has somebody learnt something from it, so that it stays?"""
        moves = self.played.moves if self.status == "playing" and not self.state.run else []
        return bool(moves) and moves[-1].seat == seat and not self.can_undo(seat)

    def answered(self, seat: int) -> bool:
        """Does an answer of this seat lie in the open box?"""
        return self.windows.answered(self.state, seat)

    def may_pass_on(self, seat: int) -> int | None:
        """The answer which this seat may give for the rest of the chain of windows as well."""
        step = self.step_of(seat) if self.game.chain_ends else None
        return step.passing() if step is not None and step.passing() >= 0 else None

    # --- planning a change ---

    def plan(self, change: AnyChange) -> Plan:
        """Raises IllegalMove, UnknownAction or Refused, and alters nothing."""
        if isinstance(change, MoveMade):
            return self._plan_move(change, self.game.space.parse(change.text))
        if isinstance(change, MoveTakenBack):
            return self._plan_taking_back(change)
        if isinstance(change, PassingStopped) and not self.chairs[change.seat].passes:
            raise Refused("asked_anyway", "you are asked in every window as it is")
        return Plan(change, not isinstance(change, PassingStopped | OrderGiven))

    def plan_move(self, seat: int, action: int, by: str = "", rest: bool = False) -> Plan:
        """The same for a move of which the action is known."""
        return self._plan_move(MoveMade(seat, self.game.space.text(action), by, rest), action)

    def _plan_move(self, change: MoveMade, action: int) -> Plan:
        if self.status != "playing":
            raise Refused("not_playing", "no game is being played here")
        if self.windows.holds_back(change.seat):
            raise IllegalMove("")
        self.played.check_move(change.seat, action)
        if change.rest and action != self.may_pass_on(change.seat):
            raise Refused("no_rest", "only a pass in a reaction window can be for the rest of them too")
        return Plan(change, self.windows.goes_on_with(self.state, change.seat), action)

    def _plan_taking_back(self, change: MoveTakenBack) -> Plan:
        before = self
        for _ in range(change.count):
            before = before._one_back(change.seat)
        return Plan(change, before.played.in_force() < self.played.in_force())

    def plan_undoing_turn(self, seat: int) -> Plan:
        """As many moves of this seat as may be taken back one after another, but at least one."""
        before, count = self._one_back(seat), 1
        while before.can_undo(seat):
            before, count = before._one_back(seat), count + 1
        everybody = before.played.in_force() < self.played.in_force()
        return Plan(MoveTakenBack(seat, count), everybody, moves=count, stopped=before._stop(seat))

    def _one_back(self, seat: int) -> Table:
        """The table after this seat has taken one move back, for a look."""
        if not self.can_undo(seat):
            raise Refused("no_undo", "there is nothing to take back, or somebody has learnt something from it")
        before = self.copy()
        before._take_back(seat)
        return before

    def _stop(self, seat: int) -> Stop:
        """Why this seat can take nothing more back."""
        if any(step.seat != seat for step in self.state.run):
            return "window"
        moves = self.played.moves
        return self.played.barrier or "turn" if moves and moves[-1].seat == seat else "turn"

    # --- making it ---

    def append(self, entry: LogEntry) -> Plan:
        """The next entry of the log, as it is read. Gives what it meant."""
        plan = self.plan(entry.change)
        self.make(plan, entry.number, entry.at)
        return plan

    def make(self, plan: Plan, number: int, at: float) -> None:
        assert number == self.number + 1, "entries come in order"
        self.number = number
        change = plan.change
        match change:
            case MoveMade():
                self._move(change, plan.action, at, plan.everybody)
            case MoveTakenBack(seat, count):
                for _ in range(count):
                    self._take_back(seat)
            case BellRang():
                self.windows.ring(self.state, self.chairs, self._make_move)
            case PassingStopped(seat):
                self.chairs[seat].passes = False
                self.private[seat] += 1
                return
            case OrderGiven(seat, card, wish):
                given = {**self.chairs[seat].orders, card: wish}
                self.chairs[seat].orders = {card: wish for card, wish in given.items() if wish != "ask"}
                self.private[seat] += 1
                return
            case GameBegan():
                self._begin()
            case _:
                self._people_change(change, at)
                self.public += 1
                self.changed = at
                return
        if plan.everybody:
            self._game_changed(at)
        else:
            assert isinstance(change, MoveMade | MoveTakenBack)
            self.private[change.seat] += 1
            self.moved_on = [*self.moved_on]
            self.moved_on[change.seat] = self.version(change.seat)

    def _people_change(self, change: AnyChange, at: float) -> None:
        """What happens around the game."""
        match change:
            case SeatTaken(seat, person, name):
                self.chairs[seat].person, self.chairs[seat].name = person, name
            case SeatLeft(seat):
                if self.status == "waiting":
                    self.chairs[seat].person, self.chairs[seat].name = "", self.chairs[seat].kept_for
                else:
                    self.chairs[seat].away = True
            case BotSeated(seat, level, name):
                self.chairs[seat].level, self.chairs[seat].name = level, name or self.chairs[seat].kept_for
            case SeatsClosed():
                self.chairs = [chair for chair in self.chairs if not chair.free]
                self.private = [0 for _ in self.chairs]
                self.moved_on = [0 for _ in self.chairs]
            case BotTookOver(seat):
                self.chairs[seat].away = True
            case OwnerReturned(seat):
                self.chairs[seat].away = False
                self.chairs[seat].returned = at
            case Resigned(seat):
                self.chairs[seat].resigned = True
            case ChatSaid():
                # Numbered by what all have noticed: the log's own numbers would count answers in the box.
                self.chat.append(LogEntry(self.public, at, change))
            case ChatSlowed(slow):
                self.slow = slow
            case TableClosed(why):
                self.status, self.halted = "over", why
            case PaceChosen(seconds):
                self.chosen_pace = seconds
            case RematchMade(table):
                self.rematch = table

    def _begin(self) -> None:
        header = self.header
        rules = self.game.chosen_rules(header.options)
        journal = Journal(self.game.layout)
        state = self.game.new_game(rules, len(self.chairs), from_mark(header.dice), journal)
        self.playthrough = Playthrough(self.game, state)
        self.status = "playing"

    def _move(self, change: MoveMade, action: int, at: float, everybody: bool) -> None:
        seat, chair = change.seat, self.chairs[change.seat]
        chair.passes = chair.passes or change.rest
        chair.lapsed = False
        if everybody:
            self._charge(seat, at)
        self.windows.answer(self.state, seat, action, self._make_move)
        if not change.by:
            moves = self.played.moves
            # What comes of answers that are opened together is news also to who gave the last one.
            opened = self.windows.waiting is None and moves[-1].shared and everybody
            chair.clicked = self.dropped + len(moves) - opened

    def _take_back(self, seat: int) -> None:
        if self.answered(seat):
            self.chairs[seat].passes = False    # who wants to choose again wants to be asked
        if self.windows.holds_back(seat):
            self.windows.waiting = None
        else:
            self.played.take_back(seat)
            self.file_moves.append((seat, TAKEN_BACK))
            self.windows.let_go(self._make_move)

    def _make_move(self, seat: int, action: int) -> AnyState:
        played = self.played
        before = len(played.journal.events)
        played.make_move(seat, action)
        self.file_moves.append((seat, action))
        told = {event.word.name for event in played.journal.events[before:] if isinstance(event, Told)}
        for chair in self.chairs if told.intersection(self.game.chain_ends) else ():
            chair.passes = False
        for chair in self.chairs if self.game.reactions and self.game.reactions.round_begins in told else ():
            orders.when_a_round_begins(chair)
        return played.state

    def _game_changed(self, at: float) -> None:
        self.public += 1
        self.positions += 1
        self.since = self.changed = at
        for chair in self.chairs:
            chair.ordered = False
        self.windows.look_for_one(self.state, self.chairs, self._make_move, partial(orders.hold_back, self.game))
        self.moved_on = [self.version(seat) for seat in range(len(self.chairs))]
        if self.state.over():
            self.status = "over"
        if self.header.spectators != "delayed":    # whose past is told by the journal
            self.dropped += self.played.forget(STORY_MOVES)

    def _charge(self, seat: int, at: float) -> None:
        clock, chair = self.header.clock, self.chairs[seat]
        if clock is not None and not chair.bot and not self.shared_run():
            chair.bank = max(0.0, chair.bank - max(0.0, at - self.since - clock.move))
