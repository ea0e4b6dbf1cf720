"""A table as the fold over its log: who sits where, the game, what was said. It reads no clock and writes nothing.

**Versions.** A viewer's version counts what that viewer could notice. An answer in a sealed run is noticed by its own
seat only, so it counts for that seat and for nobody else: neither a number nor an update tells that it was given.

**Reaction windows.** Where somebody may step in or pass, quick passes and slow thoughts would tell who holds what. If
that matters (a person is asked, and another sits at the table) the window ends with a bell, a fixed time after it
opened: the last answer waits for it, and whoever has not answered by then passes. Who passes for the rest of a chain of
windows is answered for at the moment a window opens, so that nobody else can notice.
"""

from __future__ import annotations

from collections import deque

from intryga import games
from intryga.kernel.dice import from_mark
from intryga.kernel.game import AnyGame, Mistake
from intryga.kernel.journal import Journal, Told
from intryga.kernel.state import UNANSWERED, IllegalMove, State
from intryga.kernel.steps import AnyStep
from intryga.kernel.view import awaited
from intryga.tables.model.entries import (
    AnyChange,
    BellRang,
    BotTookOver,
    ChatSaid,
    GameBegan,
    Header,
    LogEntry,
    MoveMade,
    MoveTakenBack,
    OwnerReturned,
    PassingStopped,
    RematchMade,
    Resigned,
    SeatLeft,
    SeatTaken,
    TableClosed,
)
from intryga.tables.model.playthrough import UNDO, Playthrough
from intryga.tables.model.seats import Chair
from intryga.tables.types import Refused, Status, TableId

CHAT_SHOWN = 50
GRACE = 15    # seconds to look around for who returns to a clock that has run out


class Table:
    def __init__(self, header: Header) -> None:
        self.header = header
        self.game = game_with(header.game, header.components)
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
        self.playthrough: Playthrough | None = None
        self.dropped = 0    # moves in force that lie before those the fold knows
        self.pending: tuple[int, int] | None = None    # the last answer of a reaction window, until the bell
        self.timed = False    # a reaction window is open that ends with a bell
        self.chat: deque[LogEntry] = deque(maxlen=CHAT_SHOWN)
        self.rematch: TableId | None = None
        self.record: list[tuple[int, str]] | None = []    # the game's log; none where a snapshot left it out

    # --- what is so ---

    @property
    def state(self) -> State:
        assert self.playthrough is not None, "the game has begun"
        return self.playthrough.state

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
        would tell who has answered. A window with a bell needs no other end."""
        clock, chair = self.header.clock, self.chairs[seat]
        if clock is None or chair.bot or self.timed or seat not in self.awaited():
            return None
        limit = self.since + clock.move + (0 if self.shared_run() else chair.bank)
        return max(limit, chair.returned + GRACE)

    def window_ends(self, opened: float) -> float | None:
        """When the bell rings. `opened`: since when people can reach the table; what they could not see costs them no
        time."""
        return max(self.since, opened) + self.header.window if self.timed else None

    def can_undo(self, seat: int) -> bool:
        if self.status != "playing" or self.playthrough is None:
            return False
        if self.timed:    # only what has not been seen: else a window could be closed, or a refusal would tell
            return self.answered(seat)
        return self.playthrough.can_undo(seat)

    def answered(self, seat: int) -> bool:
        """Does an answer of this seat lie in the open box?"""
        if self.pending is not None and self.pending[0] == seat:
            return True
        return any(
            step.seat == seat and answer != UNANSWERED
            for step, answer in zip(self.state.run, self.state.box, strict=True)
        )

    def may_pass_on(self, seat: int) -> int | None:
        """The answer which this seat may give for the rest of the chain of windows as well."""
        step = self.step_of(seat) if self.game.chain_ends else None
        return step.passing() if step is not None and step.passing() >= 0 else None

    # --- what happens ---

    def check(self, event: AnyChange) -> None:
        """Raises what `enter` would raise, before the event is written down."""
        if isinstance(event, MoveMade):
            step = self.step_of(event.seat)
            if step is None:
                raise IllegalMove("")
            action = self.game.space.parse(event.text)
            offers = step.explained(self.state)
            if action not in offers.options:
                raise IllegalMove(next((rule for refused, rule in offers.refused or [] if refused == action), ""))
            if event.rest and action != self.may_pass_on(event.seat):
                raise Refused("no_rest", "only a pass in a reaction window can be for the rest of them too")
        elif isinstance(event, MoveTakenBack) and not self.can_undo(event.seat):
            raise Refused("no_undo", "there is nothing to take back, or somebody has learnt something from it")
        elif isinstance(event, PassingStopped) and not self.chairs[event.seat].passes:
            raise Refused("asked_anyway", "you are asked in every window as it is")

    def noticed_by_all(self, event: AnyChange) -> bool:
        """Will everybody notice this event, or only the seat it comes from? Asked before it is entered."""
        if isinstance(event, MoveMade):
            return self._goes_on_with(event.seat)
        if isinstance(event, MoveTakenBack):
            return not self.answered(event.seat)
        return not isinstance(event, PassingStopped)

    def enter(self, logged: LogEntry) -> None:
        """The next entry of the log."""
        assert logged.number == self.number + 1, "entries come in order"
        event = logged.change
        everybody = self.noticed_by_all(event)
        self.number = logged.number
        match event:
            case MoveMade() | MoveTakenBack():
                self._play(event, logged.at, everybody)
                return
            case PassingStopped(seat):
                self.chairs[seat].passes = False
                self.private[seat] += 1
                return
            case BellRang():
                self._ring()
                self._changed(logged.at)
                return
            case SeatTaken(seat, person, name):
                self.chairs[seat].person, self.chairs[seat].name = person, name
            case SeatLeft(seat):
                if self.status == "waiting":
                    plan = self.header.seats[seat]
                    self.chairs[seat].person, self.chairs[seat].name = "", plan.name
                else:
                    self.chairs[seat].away = True
            case GameBegan():
                self._begin(logged.at)
                return
            case BotTookOver(seat):
                self.chairs[seat].away = True
            case OwnerReturned(seat):
                self.chairs[seat].away = False
                self.chairs[seat].returned = logged.at
            case Resigned(seat):
                self.chairs[seat].resigned = True
            case ChatSaid():
                # Numbered by what all have noticed: the log's own numbers would count answers in the box.
                self.chat.append(LogEntry(self.public, logged.at, event))
            case TableClosed():
                self.status = "over"
            case RematchMade(table):
                self.rematch = table
        self.public += 1
        self.changed = logged.at

    def _begin(self, at: float) -> None:
        header = self.header
        rules = self.game.chosen_rules(header.options)
        journal = Journal(self.game.layout)
        state = self.game.new_game(rules, len(self.chairs), from_mark(header.dice), journal)
        self.playthrough = Playthrough(self.game, state)
        self.status = "playing"
        self._changed(at)

    def _play(self, event: MoveMade | MoveTakenBack, at: float, everybody: bool) -> None:
        playthrough, seat = self._game(), event.seat
        chair = self.chairs[seat]
        if isinstance(event, MoveTakenBack):
            if self.answered(seat):
                chair.passes = False    # who wants to choose again wants to be asked
            if self.pending is not None and self.pending[0] == seat:
                self.pending = None
            else:
                playthrough.undo(seat)
                self._keep(seat, UNDO)
                self._unpend()
        else:
            chair.passes = chair.passes or event.rest
            chair.lapsed = False
            if everybody:
                self._charge(seat, at)
            self._answer(seat, self.game.space.parse(event.text))
            if not event.by:
                # What comes of answers that are opened together is news also to who gave the last one.
                opened = self.pending is None and playthrough.moves[-1].shared and everybody
                chair.clicked = self.dropped + len(playthrough.moves) - opened
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
            self._act(seat, action)

    def _ring(self) -> None:
        """The box is opened; whoever has not answered passes."""
        assert self.timed, "bells ring for windows"
        last, self.pending, self.timed = self.pending, None, False
        for step in self._unanswered():
            self.chairs[step.seat].lapsed = last is None
            self._act(step.seat, step.passing() if last is None else last[1])

    def _answer(self, seat: int, action: int) -> None:
        """The last answer of a window waits for the bell."""
        if self.timed and len(self._unanswered()) == 1:
            self.pending = (seat, action)
        else:
            self._act(seat, action)

    def _act(self, seat: int, action: int) -> None:
        playthrough = self._game()
        before = len(playthrough.journal.events)
        playthrough.act(seat, action)
        self._keep(seat, self.game.space.text(action))
        told = (event.word for event in playthrough.journal.events[before:] if isinstance(event, Told))
        if any(word in self.game.chain_ends for word in told):
            for chair in self.chairs:
                chair.passes = False

    def _changed(self, at: float) -> None:
        self.public += 1
        self.since = self.changed = at
        self._look_for_a_window()
        self.moved_on = [self.version(seat) for seat in range(len(self.chairs))]
        if self.state.over():
            self.status = "over"

    def _look_for_a_window(self) -> None:
        """Has it a bell, and who passes in it by a standing wish? If they all do, and it has none, what comes next?"""
        going_on = True
        while going_on:
            going_on = False
            self.timed = self.header.window > 0 and self._speed_would_tell()
            for step in self._unanswered():
                if self.chairs[step.seat].passes and step.passing() >= 0:
                    going_on = self._goes_on_with(step.seat)
                    self._answer(step.seat, step.passing())

    def _charge(self, seat: int, at: float) -> None:
        clock, chair = self.header.clock, self.chairs[seat]
        if clock is not None and not chair.bot and not self.shared_run():
            chair.bank = max(0.0, chair.bank - max(0.0, at - self.since - clock.move))

    def _speed_would_tell(self) -> bool:
        asked = self._unanswered()
        asks_a_person = any(not self.chairs[step.seat].bot for step in asked)
        people = {chair.person for chair in self.chairs if chair.person}
        return asks_a_person and len(people) > 1 and all(step.passing() >= 0 for step in asked)

    def _unanswered(self) -> list[AnyStep]:
        """What is asked in secret and not yet answered, by one seat alone or by several."""
        state = self.state
        if state.run:
            return [step for step, answer in zip(state.run, state.box, strict=True) if answer == UNANSWERED]
        return [] if state.over() or not state.stack[-1].sealed else [state.stack[-1]]

    def _goes_on_with(self, seat: int) -> bool:
        """Does the game go on with an answer of this seat, for all to see?"""
        missing = [step.seat for step in self._unanswered()]
        return not missing or (missing == [seat] and not self.timed)

    def _game(self) -> Playthrough:
        if self.playthrough is None or self.status != "playing":
            raise Refused("not_playing", "no game is being played here")
        return self.playthrough

    def _keep(self, seat: int, text: str) -> None:
        if self.record is not None:
            self.record.append((seat, text))


def game_with(name: str, components: str) -> AnyGame:
    """A game, with the component file of the table if it has one of its own."""
    games.find(name)
    try:
        return games.find(name, components)
    except Mistake as mistake:
        raise Refused("components", f"the component file: {mistake}", sentence=str(mistake)) from mistake
