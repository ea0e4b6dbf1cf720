"""Dice: written algorithms, the same everywhere and for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intryga import games
from intryga.kernel.dice import (
    CHANCE,
    DEAL,
    DRAW,
    MULTIPLIER,
    SETUP,
    Dice,
    QuickDice,
    SealedDice,
    branch,
    from_mark,
    quick,
    quick_by_purpose,
    sealed,
    sealed_by_purpose,
    secret_of,
)
from intryga.kernel.journal import Journal, Moved

BY_PURPOSE: dict[str, Callable[[int], Dice]] = {
    "quick by purpose": quick_by_purpose,
    "sealed by purpose": lambda seed: sealed_by_purpose(secret_of(seed)),
}
by_purpose = pytest.mark.parametrize("make", BY_PURPOSE.values(), ids=BY_PURPOSE)


def test_quick_dice_multiply_with_carry() -> None:
    """The definition, in its other form: the words are the digits, base 2**32, of a fraction over m * 2**96 - 1."""
    modulus = MULTIPLIER * 2**96 - 1
    x, y, z, carry = 1, 2, 3, 4
    dice = QuickDice(x, y, z, carry)
    number = ((carry * 2**32 + z) * 2**32 + y) * 2**32 + x
    inverse = pow(2**32, -1, modulus)
    for _ in range(50):
        number = number * inverse % modulus
        assert dice.word() == number // 2**64 % 2**32


def test_these_numbers_never_change() -> None:
    """Saved games depend on them."""
    assert [quick(1).below(1000), *_throws(quick(5, 3))] == GOLDEN_QUICK
    assert _throws(sealed(7)) == GOLDEN_SEALED


def test_sealed_dice_can_be_checked_by_hand() -> None:
    secret = bytes(range(32))
    dice = SealedDice(secret, 0)
    block = hashlib.blake2b((0).to_bytes(8, "little"), key=secret, person=b"intryga sealed").digest()
    assert dice.word() == int.from_bytes(block[:4], "little")
    assert dice.commitment() == hashlib.blake2b(secret, digest_size=32, person=b"intryga commit").hexdigest()


@pytest.mark.parametrize("dice", [quick(3), sealed(3)], ids=["quick", "sealed"])
def test_dice_go_on_from_their_mark_and_from_a_copy(dice: Dice) -> None:
    _throws(dice)
    again, copy = from_mark(dice.mark()), dice.copy()
    assert _throws(dice) == _throws(again) == _throws(copy)


@by_purpose
def test_so_do_dice_by_purpose_also_when_they_begin_anew(make: Callable[[int], Dice]) -> None:
    dice = make(3)
    for purpose in (DEAL, DRAW, DEAL):
        dice.begin(purpose)
        _throws(dice)
        again, copy = from_mark(dice.mark()), dice.copy()
        assert _throws(dice) == _throws(again) == _throws(copy)
        for each in (dice, again, copy):
            each.begin(DEAL)
        assert _throws(dice) == _throws(again) == _throws(copy)


def test_streams_and_seeds_differ() -> None:
    assert len({tuple(_throws(quick(seed, stream))) for seed in range(20) for stream in range(20)}) == 400


def test_branches_of_the_same_dice_differ() -> None:
    for dice in (quick(1), sealed(1)):
        assert len({tuple(_throws(branch(dice))) for _ in range(200)}) == 200
    assert _throws(branch(quick(2))) == _throws(branch(quick(2)))


@given(n=st.integers(1, 2**31 - 1), seed=st.integers(0, 2**64))
def test_below_stays_below(n: int, seed: int) -> None:
    assert 0 <= quick(seed).below(n) < n


def test_below_is_fair() -> None:
    """Each of seven faces within four standard deviations of its share."""
    dice, throws = quick(11), 70_000
    counts = [0] * 7
    for _ in range(throws):
        counts[dice.below(7)] += 1
    assert all(abs(count - throws / 7) < 4 * (throws * 6 / 49) ** 0.5 for count in counts)


@pytest.mark.parametrize("mark", ["", "quick 1 2", "sealed zz 0", "loaded 1 2 3 4"])
def test_a_damaged_mark_is_refused(mark: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        from_mark(mark)


def _throws(dice: Dice) -> list[int]:
    return [int(dice.below(1000)) for _ in range(6)]


GOLDEN_QUICK = [422, 162, 823, 450, 938, 125, 729]
GOLDEN_SEALED = [638, 253, 939, 391, 165, 73]


def words(dice: Dice, count: int = 5) -> list[int]:
    return [dice.word() for _ in range(count)]


@by_purpose
def test_a_purpose_has_numbers_of_its_own_every_time_it_begins(make: Callable[[int], Dice]) -> None:
    """Whatever was thrown for other purposes before: the third deal is the third deal."""
    one, other = make(7), make(7)
    deals: list[list[int]] = []
    for times in range(3):
        for purpose in (CHANCE, DRAW, SETUP):
            other.begin(purpose)
            words(other, 3 + times)
        one.begin(DEAL)
        other.begin(DEAL)
        deals.append(words(one))
        assert words(other) == deals[-1]
        words(one, times)    # somebody draws one card more in this deal
    one.begin(DRAW)
    deals.append(words(one))
    assert len({tuple(deal) for deal in deals}) == len(deals)


def test_the_same_cards_are_drawn_after_other_choices() -> None:
    """In a game whose deck no choice touches."""
    game = games.find("dworzanie")

    def drawn(choices: int) -> list[tuple[int, int]]:
        journal, chooser = Journal(game.layout), quick(choices)
        s = game.new_game(game.chosen_rules(), 3, game.quick_dice(4), journal)
        while not s.over():
            s.apply(s.options[chooser.below(len(s.options))])
        moved = [event for event in journal.events if isinstance(event, Moved)]
        return [(event.kind, event.count) for event in moved if game.layout.at[event.source].name == "deck"]

    assert len(drawn(1)) > 50
    assert drawn(1) == drawn(2)
