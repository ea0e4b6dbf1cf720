"""Sealed windows, on the toy: order of answering does not matter, nothing leaks, counters nest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from intryga.kernel.dice import quick
from intryga.kernel.state import AnyState
from intryga.kernel.view import awaited, view
from intryga.tables.model.playthrough import Playthrough
from tests.toys import windows as win


def holding(counters: list[int]) -> AnyState:
    """Seat i holds counters[i] counter cards among four; seat 0 is to commit a deed."""
    s = win.GAME.table(win.GAME.chosen_rules(), 4, quick(0))
    for seat, n in enumerate(counters):
        s.move(win.COUNTER_CARD, n, win.DECK, win.HAND.of(seat))
        s.cells[win.HAND.at(seat, win.BLANK)] = 4 - n
    s.push(win.Commit(0))
    s.advance()
    return s


def do(s: AnyState, seat: int, text: str) -> None:
    s.answer(seat, win.SPACE.parse(text))


@given(
    counters=st.lists(st.integers(0, 2), min_size=4, max_size=4),
    wishes=st.lists(st.booleans(), min_size=80, max_size=80),
    order=st.permutations(range(4)),
)
def test_search_and_table_come_to_the_same_end(counters: list[int], wishes: list[bool], order: list[int]) -> None:
    """Each seat's wish depends only on what it may know: the cards played so far. Search stops at the first counter;
    the table asks all, in any order."""

    def wish(s: AnyState, seat: int, options: list[int]) -> int:
        depth = s.size(win.PILE)
        return win.COUNTER if wishes[(depth * 4 + seat) % 80] and win.COUNTER in options else win.PASS

    search, table = holding(counters), holding(counters)
    search.apply(win.DEED.of(2))
    while not search.over():
        search.apply(wish(search, search.seat, search.options))
    table.apply(win.DEED.of(2))
    while not table.over():
        options = {seat: table.awaiting(seat).options(table) for seat in awaited(table)}
        for seat in [seat for seat in order if seat in options]:
            table.answer(seat, wish(table, seat, options[seat]))
    assert list(table.cells) == list(search.cells)


@given(counters=st.lists(st.integers(0, 2), min_size=4, max_size=4), seed=st.integers(0, 99))
def test_what_is_forced_may_be_settled_unasked(counters: list[int], seed: int) -> None:
    """To the same end with the same real choices, and nobody is asked who has none."""
    asked, settled = holding(counters), holding(counters)
    decisions = taken = 0
    dice = quick(seed)
    while not asked.over():
        action = asked.options[dice.below(len(asked.options))] if len(asked.options) > 1 else asked.options[0]
        asked.apply(action)
        decisions += 1
    dice = quick(seed)
    taken += settled.settle()
    while not settled.over():
        assert len(settled.options) > 1
        before = settled.clone()
        settled.apply(settled.options[dice.below(len(settled.options))])
        taken += 1 + settled.settle()
        assert len(before.options) > 1    # a copy shares no box with what goes on
    assert list(settled.cells) == list(asked.cells)
    assert taken == decisions


def test_a_window_reopens_below_a_fallen_counter() -> None:
    s = holding([1, 1, 1, 0])
    do(s, 0, "deed 2")
    assert awaited(s) == [1, 2, 3]
    for seat, text in ((1, "counter"), (2, "pass"), (3, "pass")):    # 1 counters the deed
        do(s, seat, text)
    assert awaited(s) == [0, 2, 3]
    for seat, text in ((2, "pass"), (3, "pass"), (0, "counter")):    # the actor counters the counter
        do(s, seat, text)
    assert awaited(s) == [1, 2, 3]
    for seat in (1, 2, 3):    # it stands: the first counter falls ...
        do(s, seat, "pass")
    assert awaited(s) == [1, 2, 3]
    for seat, text in ((2, "counter"), (1, "pass"), (3, "pass")):    # ... and seat 2, who had held back, is asked again
        do(s, seat, text)
    for seat in (0, 1, 3):
        do(s, seat, "pass")
    assert s.over()
    assert [s.cells[win.DEEDS.of(seat)] for seat in range(4)] == [0, 0, 0, 0]


def test_later_counters_lapse_unseen() -> None:
    s = holding([0, 1, 1, 1])
    do(s, 0, "deed 3")
    do(s, 2, "counter")
    do(s, 1, "counter")
    assert view(win.GAME, s, 0).sealed == []
    assert view(win.GAME, s, 2).sealed == ["counter"]
    do(s, 3, "counter")    # the threatened seat has priority
    assert [s.counters(seat) for seat in range(4)] == [0, 1, 1, 0]


def test_a_sealed_answer_can_be_taken_back_while_the_box_is_open() -> None:
    s = holding([0, 1, 1, 1])
    do(s, 0, "deed 3")
    do(s, 2, "counter")
    assert s.awaiting(2) is None
    assert s.take_back(2)
    assert s.awaiting(2) is not None
    assert not s.take_back(1)


def test_an_open_window_looks_the_same_whoever_could_answer() -> None:
    pages = []
    for counters in ([0, 1, 0, 0], [0, 0, 0, 1]):
        s = holding(counters)
        do(s, 0, "deed 2")
        pages.append(view(win.GAME, s, 0).encoded())
    assert pages[0] == pages[1]


def test_what_came_before_the_box_stays_while_others_are_asked() -> None:
    """Otherwise a refused undo would tell that somebody has already answered in secret."""
    playthrough = Playthrough(win.GAME, win.GAME.new_game(win.GAME.chosen_rules(), 4, quick(1)))
    playthrough.read_entry(0, "deed 1")
    assert not playthrough.can_take_back(0)
    playthrough.read_entry(2, "pass")
    assert not playthrough.can_take_back(0)
    assert playthrough.can_take_back(2)
    playthrough.take_back(2)
    assert not playthrough.can_take_back(0)
