"""Pages: what one viewer may know of a table, built from its playthrough."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import NamedTuple

import msgspec

from intryga.kernel.dice import SealedDice, from_mark
from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.kernel.view import View, view
from intryga.tables.model import requests
from intryga.tables.model.entries import ChatSaid, LogEntry
from intryga.tables.model.playthrough import STORY_SHOWN
from intryga.tables.model.table import Table
from intryga.tables.output.opened import opened_story, opened_view
from intryga.tables.storage.store import Summary
from intryga.tables.types import NO_SEAT, ChatLine, Onlookers, SeatInfo, TableCard, TablePage, ToldMove, ViewersStory

ABSENT_AFTER = 60    # seconds without a sign of life until others may ask a bot to play


class Viewer(NamedTuple):
    """Who looks, from where. `person` is empty for a stranger."""

    person: str
    seat: int
    creator: bool
    muted: Collection[str]


class Around(NamedTuple):
    """What is so at this moment and stands in no log."""

    now: float
    present: Collection[str]    # people
    onlookers: Onlookers
    last_seen: Callable[[str], float]
    author: Callable[[str], str]
    invite: Callable[[], str]
    code: str
    delayed: tuple[View, list[ToldMove]] | None    # for who sees everything later
    delayed_since: float
    window_ends: float | None
    ahead: int = 0    # by how many seconds the table's time is before the clock's


def build(table: Table, viewer: Viewer, around: Around, before: TablePage | None = None) -> TablePage:
    """`before`: the page that this viewer has got last."""
    header, own = table.header, table.seats_of(viewer.person) if viewer.person else []
    seat = viewer.seat
    shown: View | None = None
    story: list[ToldMove] = []
    news = 0
    if table.playthrough is not None and not table.halted:
        delayed = around.delayed if seat == NO_SEAT and not own and table.status != "over" else None
        shown, story = delayed or (seen(table, seat), told(table, seat))
        news = len(told(table, seat, table.chairs[seat].clicked)) if seat >= 0 else min(1, len(story))
    plays = seat >= 0 and not table.chairs[seat].resigned
    spared = seat >= 0 and table.chairs[seat].spared and table.answered(seat)
    deadlines = [deadline for n in table.awaited() if (deadline := table.deadline(n)) is not None]
    inviting = viewer.creator and table.status == "waiting" and any(chair.free for chair in table.chairs)
    commitment, secret = _sealed(header.dice)
    page = TablePage(
        table=header.table,
        game=header.game,
        name=header.name,
        options=header.options,
        status=table.status,
        version=table.version(seat),
        seats=[_seat(table, n, viewer, own, around, shown) for n in range(len(table.chairs))],
        viewer=seat,
        view=shown,
        story=ViewersStory(story, before.story if before else None),
        news=news,
        can_undo=plays and not spared and table.can_undo(seat),
        can_undo_turn=plays and table.can_undo_turn(seat),
        has_shown=plays and table.has_shown(seat),
        chat=[line for said in table.chat if (line := _line(said, viewer, around)).author not in viewer.muted],
        commitment=commitment,
        secret=secret if table.finished else None,
        invite=around.invite() if inviting else None,
        code=around.code if inviting else "",
        startable=requests.startable(table) if inviting else 0,
        deadline=min(deadlines) - around.ahead if deadlines else None,
        creator=viewer.creator,
        hot_seat=len(own) > 1,
        asked=asked(table, own),
        story_skipped=max(0, table.dropped + table.playthrough.in_force() - STORY_SHOWN) if table.playthrough else 0,
        window_ends=None if around.window_ends is None else around.window_ends - around.ahead,
        window=header.window,
        pass_on=table.may_pass_on(seat) if plays else None,
        passing=[n for n in own if table.chairs[n].passes],
        lapsed=seat >= 0 and table.chairs[seat].lapsed,
        orders=table.chairs[seat].orders if seat >= 0 else {},
        ordered=seat >= 0 and table.chairs[seat].ordered and table.answered(seat),
        rematch=table.rematch,
        public=header.public,
        spectators=header.spectators,
        delayed=shown is not None and shown.viewer == OMNISCIENT and table.status != "over",
        rules=header.rules,
        components=table.game.components_mark(),
        halted=table.halted,
        pace=table.pace,
        hints=header.hints,
        deal=header.deal,
        onlookers=around.onlookers if own else Onlookers(),
    )
    return msgspec.structs.replace(page, stamp=_stamp(page, viewer, around))


@lru_cache(maxsize=1000)    # tables; every page of one needs it
def _sealed(dice: str) -> tuple[str, str]:
    """What is promised of the dice at the beginning, and what they turn out to be at the end."""
    found = from_mark(dice)
    assert isinstance(found, SealedDice)
    return found.commitment(), found.secret.hex()


def _stamp(page: TablePage, viewer: Viewer, around: Around) -> str:
    """The version stands for all that follows from the log; the rest is whatever else a page shows."""
    then = around.delayed_since if page.delayed else 0.0
    shown = (page.version, page.seats, page.window_ends, page.invite, page.pace, sorted(viewer.muted), then,
             page.onlookers)
    return hashlib.blake2b(msgspec.msgpack.encode(shown), digest_size=6).hexdigest()


def asked(table: Table, seats: list[int]) -> int:
    return next((seat for seat in seats if not table.chairs[seat].bot and table.step_of(seat) is not None), NO_SEAT)


def seen(table: Table, seat: int) -> View:
    """The view, in which an answer that waits for the bell is given like any other in the box, and who has resigned is
    asked nothing: a bot answers."""
    if table.status == "over":
        return opened_view(table.game, table.state)
    shown = view(table.game, table.state, seat if seat >= 0 else SPECTATOR)
    if seat >= 0 and table.chairs[seat].resigned:
        return msgspec.structs.replace(shown, decision=None)
    if seat >= 0 and table.chairs[seat].spared:    # they have answered nothing
        return msgspec.structs.replace(shown, sealed=[])
    if table.windows.waiting is not None and table.windows.waiting[0] == seat:
        text = table.game.space.text(table.windows.waiting[1])
        return msgspec.structs.replace(shown, decision=None, sealed=[*shown.sealed, text])
    return shown


def told(table: Table, viewer: int, since: int = -1) -> list[ToldMove]:
    """The last moves of which this viewer can tell something, or those since so many were made. Moves that tell nothing
    are left out: in an open box their number would tell how many have answered."""
    playthrough = table.playthrough
    assert playthrough is not None
    last = playthrough.in_force()
    first = max(-1, last - STORY_SHOWN, since - table.dropped)
    if first == -1 and table.dropped:
        first = 0
    return playthrough.story(viewer, first, last)


def everything(table: Table) -> tuple[View, list[ToldMove]]:
    """What may be shown of this moment once it is past."""
    played = table.played
    last = played.in_force()
    story = []
    for move in range(max(-1, last - STORY_SHOWN), last):
        if move >= 0 or not table.dropped:
            told = opened_story(played.journal, played.state, *played.events_of(move))
            story.append(ToldMove(played.mover(move), told))
    return opened_view(table.game, table.state), [move for move in story if move.entries]


def _seat(table: Table, seat: int, viewer: Viewer, own: list[int], around: Around, shown: View | None) -> SeatInfo:
    chair, clock, deadline = table.chairs[seat], table.header.clock, table.deadline(seat)
    person = chair.person
    # Presence is counted by connection alone: whether somebody has just answered in secret cannot show in it.
    # Whoever looks at this page is there.
    present = bool(person) and (person in around.present or seat in own)
    gone = bool(person) and not present and around.now - around.last_seen(person) > ABSENT_AFTER
    return SeatInfo(
        seat=seat,
        name=chair.name if person or chair.level or chair.reserved else "",
        kind="open" if chair.free else "bot" if chair.level else "human",
        level=chair.bot,
        present=present,
        mine=seat in own,
        clock_seconds=int(clock.move + chair.bank) if clock and person else None,
        deadline=None if deadline is None else deadline - around.ahead,
        resigned=chair.resigned,
        away=chair.away and not chair.resigned,
        replaceable=bool(own) and gone and seat not in own and not chair.bot and seat in table.awaited(),
        awaited=shown is not None and seat in shown.awaited,
        author=around.author(person) if person else "",
    )


def _line(logged: LogEntry, viewer: Viewer, around: Around) -> ChatLine:
    said = logged.change
    assert isinstance(said, ChatSaid)
    author = around.author(said.person)
    return ChatLine(logged.number, logged.at, author, said.name, said.seat, said.text, said.person == viewer.person)


def summary(table: Table) -> Summary:
    header = table.header
    return Summary(
        table=header.table,
        game=header.game,
        name=header.name,
        status=table.status,
        public=header.public,
        players=[chair.name if not chair.free else "" for chair in table.chairs],
        people=[chair.person for chair in table.chairs],
        free=sum(chair.free for chair in table.chairs) if table.status == "waiting" else 0,
        awaited=[seat for seat in table.awaited() if not table.chairs[seat].resigned],
        winners=list(table.state.winners()) if table.finished else [],
        changed=table.changed,
        scores=[int(table.state.total(seat)) for seat in range(len(table.chairs))] if table.finished else [],
    )


def card(listed: Summary, person: str) -> TableCard:
    mine = bool(person) and person in listed.people
    return TableCard(
        table=listed.table,
        game=listed.game,
        name=listed.name,
        status=listed.status,
        players=listed.players,
        free=listed.free,
        mine=mine,
        my_turn=mine and any(listed.people[seat] == person for seat in listed.awaited),
        changed=listed.changed,
        public=listed.public,
        winners=listed.winners,
        scores=listed.scores,
        seat=listed.people.index(person) if mine else NO_SEAT,
        awaited=[listed.players[seat] for seat in listed.awaited],
    )
