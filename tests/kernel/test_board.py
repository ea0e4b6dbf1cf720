"""Bags, rows and notes."""

from __future__ import annotations

from collections import Counter

import pytest

from intryga.kernel.board import Board
from intryga.kernel.dice import Dice, QuickDice, quick, sealed
from intryga.kernel.journal import Journal
from intryga.kernel.layout import EVERYBODY, HELD, MEMORY, NOBODY, NOTE, OMNISCIENT, OWNER, SHOWN, SPECTATOR, Layout
from intryga.kernel.rules import RuleSet
from intryga.kernel.state import State
from intryga.kernel.view import COUNT, Moment, read
from intryga.kernel.words import Words, number, one_of
from intryga.kernel.words import seat as a_seat

CARDS = ["rose", "key", "crown"]


@pytest.fixture
def layout() -> Layout:
    layout = Layout(2)
    layout.bag("deck", CARDS, NOBODY)
    layout.row("pile", CARDS, NOBODY, 6)
    layout.rows("row", CARDS, EVERYBODY, 6)
    layout.bags("hand", CARDS, OWNER)
    layout.bags("held", CARDS, OWNER, use=HELD)
    layout.row("seen", CARDS, EVERYBODY, 3, use=NOTE)
    layout.bags("guessed", CARDS, EVERYBODY, use=MEMORY)
    layout.bags("shown", CARDS, EVERYBODY, use=SHOWN)
    layout.counter("round")
    layout.counters("doubts", OWNER)
    return layout


def board(layout: Layout, journal: bool = False) -> Board:
    b = Board(layout, layout.new_cells(), quick(1))
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
    of_one = [zone.label() for zone in layout.zones_for(1) if zone.seat >= 0]
    assert of_one == ["row 0", "hand 0", "held 0", "guessed 0", "shown 0", "doubts 0"]


def test_cards_of_one_family_are_one_family(layout: Layout) -> None:
    more = layout.bag("box", list(CARDS), NOBODY)
    assert layout.at[more].kinds is layout.at[at(layout, "deck")].kinds


@pytest.mark.parametrize("dice", [quick(4), QuickDice(0, 5, 7, 0), sealed(4)], ids=["quick", "again", "sealed"])
def test_a_hand_is_dealt_as_card_by_card(layout: Layout, dice: Dice) -> None:
    """Where nobody looks on, the dice deal whole hands; the second of these throws its first number again."""
    deck, hand = at(layout, "deck"), at(layout, "hand 0")
    boards = [board(layout), board(layout, journal=True)]
    for b in boards:
        b.dice = dice.copy()
        b.move(2, 3, deck, at(layout, "hand 1"))
        b.draw(2, 3, deck, hand)
    assert boards[0].size(hand) == 2
    assert list(boards[0].cells) == list(boards[1].cells)
    assert boards[0].dice.mark() == boards[1].dice.mark()


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


def test_one_of_the_bits_that_are_set(layout: Layout) -> None:
    b = Board(layout, layout.new_cells(), quick(1))
    bits = 1 << 3 | 1 << 9 | 1 << 36
    counts = Counter(b.any_bit(bits, b.dice) for _ in range(3000))
    assert set(counts) == {3, 9, 36}
    assert min(counts.values()) > 900
    assert not b.lone
    before = b.dice.mark()
    assert b.any_bit(1 << 36, b.dice) == 36
    assert b.lone
    assert b.dice.mark() == before    # one alone needs no dice


def test_notes_move_no_card(layout: Layout) -> None:
    b = board(layout, journal=True)
    seen = at(layout, "seen")
    b.remember_next(2, seen)
    assert row(b, "seen") == ["crown"]
    b.correct(seen, 0, 1)
    assert row(b, "seen") == ["key"]
    assert b.strike_out(seen, 0) == 1
    assert row(b, "seen") == []
    b.remember_next(2, seen)
    b.forget_row(seen)
    assert row(b, "seen") == []
    assert b.journal is not None
    assert read(b.journal, OMNISCIENT) == []
    assert not b.journal.revealed


def test_a_memory_of_hidden_cards_bars_undo(layout: Layout) -> None:
    b = board(layout, journal=True)
    assert b.journal is not None
    guessed = at(layout, "guessed 0")
    for change in (lambda: b.remember(1, guessed), lambda: b.set_note(guessed, 1, 3), lambda: b.forget(guessed)):
        b.journal.revealed = False
        change()
        assert b.journal.revealed
    b.journal.revealed = False
    b.forget(guessed)    # nothing is there any more
    assert not b.journal.revealed


def test_counters_tell_who_may_see_them(layout: Layout) -> None:
    b = board(layout, journal=True)
    assert b.journal is not None
    b.add(at(layout, "round"), 2)
    assert not b.journal.revealed
    b.set_to(at(layout, "round"), 2)    # no change, no event
    b.set_to(at(layout, "doubts 1"), 5)
    assert b.journal.revealed
    told = [(line.word, line.source, line.source_seat, line.about) for line in read(b.journal, 1)]
    assert told == [(COUNT, "round", -1, {"before": 0, "after": 2}), (COUNT, "doubts", 1, {"before": 0, "after": 5})]
    assert [line.source for line in read(b.journal, 0)] == ["round"]


def test_told_words_name_their_parameters(layout: Layout) -> None:
    words = Words()
    gift = words.word("gift", a_seat("giver"), number("n"), one_of("card", CARDS))
    b = board(layout, journal=True)
    assert b.journal is not None
    b.tell(gift, 1, 3, 2)
    assert not b.journal.revealed
    b.tell_to(0, gift, 0, 1, 0)
    assert b.journal.revealed
    assert [line.about for line in read(b.journal, 1)] == [{"giver": 1, "n": 3, "card": "crown"}]
    assert [line.about["card"] for line in read(b.journal, 0)] == ["crown", "rose"]
    assert len(read(b.journal, SPECTATOR)) == 1


def test_a_random_card_of_a_bag_into_a_row(layout: Layout) -> None:
    b = board(layout)
    deck, pile = at(layout, "deck"), at(layout, "pile")
    kinds = [b.deal(deck, left, pile) for left in range(6, 0, -1)]
    assert [CARDS[kind] for kind in kinds] == row(b, "pile")
    assert sorted(kinds) == [0, 1, 1, 2, 2, 2]


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


def test_cards_drawn_unnamed_are_named_to_nobody(layout: Layout) -> None:
    b = board(layout, journal=True)
    deck, size = at(layout, "deck"), b.size(at(layout, "deck"))
    b.lay_unnamed(1, deck, at(layout, "row 0"))
    b.draw_unnamed(2, size - 1, deck, at(layout, "hand 0"))
    assert row(b, "row 0") == ["key"]
    assert b.size(at(layout, "hand 0")) == 2
    assert b.size(deck) == size - 3
    assert b.journal is not None
    for viewer in (0, SPECTATOR, OMNISCIENT):
        assert [(line.card, line.number) for line in read(b.journal, viewer)] == [("", 1), ("", 2)]
    assert b.journal.revealed


@pytest.mark.parametrize(("hand", "mover", "barred"), [("hand 0", 0, True), ("held 0", 0, False), ("held 0", 1, True)])
def test_who_held_a_card_may_take_back_having_shown_it(layout: Layout, hand: str, mover: int, barred: bool) -> None:
    """But nobody else, who has learnt what it is."""
    b = board(layout)
    b.move(0, 1, at(layout, "deck"), at(layout, hand))
    b.journal = Journal(layout)
    b.journal.mover = mover
    b.lay(0, at(layout, hand), at(layout, "row 0"))
    assert b.journal.revealed == barred
    assert next(zone for zone in layout.zones if zone.label() == hand).cards()


@pytest.mark.parametrize(("mover", "revealed"), [(0, False), (1, True)])
def test_what_all_know_of_a_hand_is_its_owners_to_take_back(layout: Layout, mover: int, revealed: bool) -> None:
    b = board(layout, journal=True)
    assert b.journal is not None
    b.journal.mover = mover
    shown = at(layout, "shown 0")
    for change in (lambda: b.remember(1, shown), lambda: b.set_note(shown, 1, 3), lambda: b.forget(shown)):
        b.journal.revealed = False
        change()
        assert b.journal.revealed == revealed
    assert not next(zone for zone in layout.zones if zone.at == shown).cards()


def test_falling_dice_bar_undo_even_when_nothing_hidden_moves(layout: Layout) -> None:
    s: State[RuleSet] = State(layout, RuleSet(), 2, layout.new_cells(), quick(1))
    s.journal = Journal(layout)
    moment = Moment(s, 0)
    s.tell(Words().word("nothing"))
    assert moment.undoable(s)
    s.dice.below(6)
    assert not moment.undoable(s)
