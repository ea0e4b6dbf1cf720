"""Bags, rows and notes."""

from __future__ import annotations

import pytest

from intryga.kernel.board import Board
from intryga.kernel.dice import quick
from intryga.kernel.journal import Journal
from intryga.kernel.layout import EVERYBODY, NOBODY, OMNISCIENT, OWNER, SPECTATOR, Layout
from intryga.kernel.state import State
from intryga.kernel.view import Moment, read

CARDS = ["rose", "key", "crown"]


@pytest.fixture
def layout() -> Layout:
    layout = Layout(2)
    layout.bag("deck", CARDS, NOBODY)
    layout.row("pile", CARDS, NOBODY, 6)
    layout.rows("row", CARDS, EVERYBODY, 6)
    layout.bags("hand", CARDS, OWNER)
    layout.note(layout.row("seen", CARDS, EVERYBODY, 3))
    return layout


def board(layout: Layout, journal: bool = False) -> Board:
    b = Board(layout, layout.blank[:], quick(1))
    deck = at(layout, "deck")
    b.cells[deck], b.cells[deck + 1], b.cells[deck + 2] = 1, 2, 3
    if journal:
        b.journal = Journal(layout)
    return b


def at(layout: Layout, label: str) -> int:
    return next(zone.at for zone in layout.zones if zone.label() == label)


def row(b: Board, label: str) -> list[str]:
    place = at(b.layout, label)
    return [CARDS[b.row_item(place, i)] for i in range(b.row_size(place))]


def test_who_sees_what(layout: Layout) -> None:
    zones = {zone.label(): zone for zone in layout.zones}
    assert [zones["hand 1"].open_to(viewer) for viewer in (0, 1, SPECTATOR, OMNISCIENT)] == [False, True, False, True]
    assert [zones["pile"].open_to(viewer) for viewer in (0, SPECTATOR, OMNISCIENT)] == [False, False, True]
    assert all(zones["row 0"].open_to(viewer) for viewer in (0, 1, SPECTATOR))
    assert [zone.label() for zone in layout.zones_for(1) if zone.seat >= 0] == ["row 0", "hand 0"]


def test_cards_of_one_family_are_one_family(layout: Layout) -> None:
    more = layout.bag("box", list(CARDS), NOBODY)
    assert layout.at[more].kinds is layout.at[at(layout, "deck")].kinds


def test_moving_between_bags_and_rows(layout: Layout) -> None:
    b = board(layout)
    deck, pile, mine, yours = (at(layout, label) for label in ("deck", "pile", "row 0", "row 1"))
    for kind in (0, 1, 2, 1):
        b.lay(kind, deck, pile)
    assert row(b, "pile") == ["rose", "key", "crown", "key"]
    assert b.pass_on(pile, 1, mine) == 1
    assert row(b, "pile") == ["rose", "crown", "key"]
    b.pass_on(pile, 0, yours)
    b.swap(mine, 0, yours, 0)
    assert (row(b, "row 0"), row(b, "row 1")) == (["rose"], ["key"])
    assert b.lift(mine, 0, deck) == 0
    assert row(b, "row 0") == []
    assert b.kinds(deck) == [0, 2]
    assert b.size(deck) == 3


def test_an_emptied_row_leaves_no_trace(layout: Layout) -> None:
    b, untouched = board(layout), board(layout)
    deck, pile = at(layout, "deck"), at(layout, "pile")
    b.lay(2, deck, pile)
    b.lift(pile, 0, deck)
    assert list(b.cells) == list(untouched.cells)


def test_shuffling_keeps_the_cards(layout: Layout) -> None:
    orders = set()
    for seed in range(200):
        b = board(layout)
        b.dice = quick(seed)
        deck, pile = at(layout, "deck"), at(layout, "pile")
        for kind in (0, 1, 1, 2):
            b.lay(kind, deck, pile)
        b.shuffle(pile)
        assert sorted(row(b, "pile")) == ["crown", "key", "key", "rose"]
        orders.add(tuple(row(b, "pile")))
    assert len(orders) == 12    # every order of a, b, b, c comes up


def test_drawing_is_fair(layout: Layout) -> None:
    counts = [0, 0, 0]
    for seed in range(3000):
        b = board(layout)
        b.dice = quick(seed)
        b.draw(1, 6, at(layout, "deck"), at(layout, "hand 0"))
        counts[b.kinds(at(layout, "hand 0"))[0]] += 1
    assert all(abs(count - 500 * (kind + 1)) < 110 for kind, count in enumerate(counts))


def test_notes_move_no_card(layout: Layout) -> None:
    b = board(layout, journal=True)
    seen = at(layout, "seen")
    b.remember_next(2, seen)
    assert row(b, "seen") == ["crown"]
    b.forget_row(seen)
    assert row(b, "seen") == []
    assert b.journal is not None
    assert b.journal.events == []


def test_hidden_moves_of_one_route_are_one_line(layout: Layout) -> None:
    b = board(layout, journal=True)
    deck, hand = at(layout, "deck"), at(layout, "hand 0")
    b.move(0, 1, deck, hand)
    b.move(1, 2, deck, hand)
    assert b.journal is not None
    assert [(line.card, line.number) for line in read(b.journal, 1)] == [("", 3)]
    assert [(line.card, line.number) for line in read(b.journal, 0)] == [("rose", 1), ("key", 2)]
    assert b.journal.revealed


def test_a_card_passed_unnamed_is_named_to_nobody(layout: Layout) -> None:
    """Not even to those who see the place it left; but that it went bars undo like any card out of hiding."""
    b = board(layout, journal=True)
    b.lay(2, at(layout, "deck"), at(layout, "row 0"))
    b.lay(1, at(layout, "deck"), at(layout, "pile"))
    assert b.pass_unnamed(at(layout, "row 0"), 0, at(layout, "pile")) == 2
    assert row(b, "pile") == ["key", "crown"]
    assert row(b, "row 0") == []
    assert b.journal is not None
    for viewer in (0, SPECTATOR, OMNISCIENT):
        assert [line.card for line in read(b.journal, viewer)][2] == ""
    b.journal.revealed = False
    b.pass_unnamed(at(layout, "pile"), 0, at(layout, "row 0"))
    assert b.journal.revealed


def test_falling_dice_bar_undo_even_when_nothing_hidden_moves(layout: Layout) -> None:
    s = State(layout, 2, layout.blank[:], quick(1), [])
    s.journal = Journal(layout)
    moment = Moment(s)
    s.tell("nothing")
    assert moment.undoable(s)
    s.dice.below(6)
    assert not moment.undoable(s)
