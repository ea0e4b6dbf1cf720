"""What scenarios of Śmierć Jaśniepanu! cannot say: set-up and whole games, many seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from intryga.games.smierc_jasniepanu.cards import ABILITY, BOOK, CHARACTERS, PLAY, PLOTS
from intryga.games.smierc_jasniepanu.execution import Act, Target
from intryga.games.smierc_jasniepanu.game import GAME
from intryga.games.smierc_jasniepanu.gives import ByRank
from intryga.games.smierc_jasniepanu.plays import threatened
from intryga.games.smierc_jasniepanu.sentences import plot_card
from intryga.games.smierc_jasniepanu.state import Court
from intryga.games.smierc_jasniepanu.zones import (
    AIMED,
    AT_MOST,
    BOX,
    CHARACTER,
    ENDING,
    KNOWN,
    PLAYED,
    PLAYED_BY,
    SEEN,
)
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake, Value
from intryga.kernel.journal import Journal
from intryga.kernel.view import Moment, awaited, view
from intryga.texts.library import GameTexts
from tests.support import Case, play


def positions(case: Case, games: int) -> Iterator[Court]:
    for seed in range(games):
        s, chooser = case.new(seed), quick(seed, 1)
        assert isinstance(s, Court)
        while not s.over():
            yield s
            s.apply(s.options[chooser.below(len(s.options))])


# --- set-up ---


@pytest.mark.parametrize("choice", ["suggested", "suggested_extra", "random", "random_extra", "mixed"])
@pytest.mark.parametrize("same_ranks", [False, True])
def test_SMI_039_one_overlord_and_no_rank_twice(choice: str, same_ranks: bool) -> None:
    options: dict[str, Value] = {"characters": choice, "allow_duplicate_ranks": same_ranks}
    twice = 0
    for seats in GAME.seats:
        for seed in range(10):
            s = GAME.new_game(GAME.chosen_rules(options), seats, quick(seed))
            roles = [s.character(seat) for seat in range(seats)]
            assert sum(s.rules.is_overlord[role] for role in roles) == 1
            assert len(set(roles)) == seats
            twice += len({s.rules.rank[role] for role in roles}) < seats
    assert (twice > 0) == (same_ranks and choice == "mixed")


def test_SMI_031_a_set_chosen_by_hand() -> None:
    by_hand = {"characters": "beggar+overlord+actor+captain"}
    rules = GAME.chosen_rules(by_hand)
    dealt = set()
    for seed in range(20):
        s = GAME.new_game(rules, 4, quick(seed))
        roles = [CHARACTERS[s.character(seat)] for seat in range(4)]
        assert sorted(roles) == ["actor", "beggar", "captain", "overlord"]
        dealt.add(tuple(roles))
    assert len(dealt) > 10
    assert GAME.options(by_hand)["characters"] == "overlord+captain+actor+beggar"
    assert GameTexts(GAME, "en").choice("characters", "overlord+captain") == "Overlord, Captain"


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ("overlord+captain+squire+pesant", "there is no 'pesant' among the characters; did you mean 'peasant'"),
        ("advisor+captain+squire+peasant", "exactly one of them is an Overlord"),
        ("overlord+tyrant+squire+peasant", "exactly one of them is an Overlord"),
        ("overlord+captain+merchant+peasant", "two of them have the same rank"),
        ("overlord+captain+captain+peasant", "each character is there once"),
        ("overlord+captain+squire", "as many as there are players, from 4 to 8, not 3"),
        ("anything", "or several characters joined by +, not 'anything'"),
    ],
)
def test_SMI_031_a_set_that_cannot_be(chosen: str, sentence: str) -> None:
    with pytest.raises(Mistake) as caught:
        GAME.chosen_rules({"characters": chosen})
    assert sentence in str(caught.value)


def test_SMI_031_as_many_characters_as_players() -> None:
    rules = GAME.chosen_rules({"characters": "overlord+captain+squire+peasant"})
    with pytest.raises(Mistake, match="4 characters are chosen, but 5 players use 5"):
        GAME.new_game(rules, 5, quick(0))


def test_SMI_116_a_lower_rank_is_strictly_lower() -> None:
    """No card of ours looks down any more; a component file may."""
    s = GAME.table(GAME.chosen_rules({"allow_duplicate_ranks": True}), 4, quick(0))
    for seat, name in enumerate(("overlord", "captain", "merchant", "peasant")):
        s.lay(CHARACTERS.index(name), BOX, CHARACTER.of(seat))
    assert s.targets(ByRank(False), 1) == 0b1000
    assert s.targets(ByRank(True), 2) == 0b0001


# --- versions ---


def test_what_version_1_had_otherwise() -> None:
    now, then = GAME.chosen_rules(), GAME.of_version(1).chosen_rules()
    assert sum(now.copies) == sum(then.copies) == 42
    assert (now.copies[PLOTS.index("petition")], then.copies[PLOTS.index("petition")]) == (7, 4)
    assert (now.options.confession_after_counter, then.options.confession_after_counter) == (False, True)
    said = [plot_card(GameTexts(game, "en"), card) for game in (GAME, GAME.of_version(1))
            for card in game.components["plot_cards"] if card["id"] == "extortion"]  # fmt: skip
    assert ["higher" in text for text in said] == [True, False]


# --- windows ---


def test_windows_ask_several_seats_at_once() -> None:
    """All three windows come up with several seats, and not only those are asked who can act."""
    kinds: dict[str, int] = {}
    idle = 0
    for s in positions(Case(GAME, 6), 10):
        if s.run:
            kinds[type(s.run[0]).__name__] = max(kinds.get(type(s.run[0]).__name__, 0), len(s.run))
            idle += all(len(step.options(s)) == 1 for step in s.run)
    assert set(kinds) == {"AskCounter", "AskConfession", "Join"}
    assert min(kinds.values()) > 2
    assert idle > 0    # a window opens even if nobody holds the card


def test_who_is_asked_depends_on_nothing_hidden() -> None:
    """After the same open choice in two worlds that the chooser cannot tell apart, the same seats are asked."""
    dice, windows = quick(9), 0
    for s in positions(Case(GAME, 5), 12):
        if not s.run:
            action = s.options[dice.below(len(s.options))]
            r = s.resample(s.seat, dice)
            t = s.clone()
            for world in (r, t):
                world.apply(action)
            assert awaited(r) == awaited(t)
            windows += len(awaited(t)) > 1
    assert windows > 50


def test_what_was_seen_stays_seen() -> None:
    """Shown hands, looked-at hands and surrenders really come up, and every resampling keeps them."""
    dice = quick(3)
    shown = looked = proven = 0
    for number, s in enumerate(positions(Case(GAME, 8, {"characters": "suggested_extra"}), 12)):
        shown += any(s.size(KNOWN.of(seat)) for seat in range(s.seats))
        looked += any(s.cells[SEEN[0].first + at] for at in range(64))
        proven += any(s.cells[AT_MOST.of(seat)] for seat in range(s.seats))
        if number % 50 == 0:
            for viewer in range(s.seats):
                r = s.resample(viewer, dice)
                assert r.impossible() == ""
                assert view(GAME, r, viewer).facts["seen"] == view(GAME, s, viewer).facts["seen"]
    assert min(shown, looked, proven) > 0


def test_a_card_may_be_taken_back_until_it_is_aimed() -> None:
    """A book card with the hand it shows too, and one of which others could know that it was there."""
    taken_back: Counter[str] = Counter()
    for s in positions(Case(GAME, 4), 60):
        step = s.awaiting(s.seat)
        if not isinstance(step, Act):
            continue
        for action in s.options:
            after = s.clone()
            after.journal = Journal(GAME.layout)
            moment = Moment(after, s.seat)
            after.apply(action)
            if not isinstance(after.awaiting(s.seat), Target):
                continue
            assert moment.undoable(after)
            if action != ABILITY:
                kind = PLAY.target(action)
                taken_back["book" if s.rules.card_type[kind] == BOOK else "shield"] += 1
                taken_back["known"] += s.cells[KNOWN.at(s.seat, kind)] > 0
                taken_back["doubted"] += s.cells[AT_MOST.of(s.seat)] > 1
    assert all(taken_back[case] for case in ("book", "shield", "known", "doubted")), taken_back


def test_a_card_somebody_else_had_to_discard_stays_shown() -> None:
    """The last one of a hand goes unasked: whoever made it so has learnt what it was."""
    shown = 0
    for s in positions(Case(GAME, 4), 60):
        mover = s.seat
        after = s.clone()
        after.journal = Journal(GAME.layout)
        moment = Moment(after, mover)
        after.apply(s.options[0])
        for seat in range(s.seats):
            if seat != mover and after.hand_size(seat) < s.hand_size(seat):
                shown += 1
                assert not moment.undoable(after)
    assert shown


def test_who_is_threatened_is_whom_the_last_card_aims_at() -> None:
    """Tables ask it for orders that players have given in advance."""
    for s in positions(Case(GAME, 4), 3):
        last = s.row_size(PLAYED) - 1
        aimed = s.cells[AIMED] if last == 0 else s.row_item(PLAYED_BY, last - 1) if last > 0 else -1
        assert [threatened(s, seat) for seat in range(4)] == [seat == aimed for seat in range(4)]


# --- ends ---


def test_both_endings_come_up() -> None:
    endings = set()
    for seed in range(30):
        s = Case(GAME, 5).new(seed)
        play(s, quick(seed, 1))
        endings.add(int(s.cells[ENDING]))
        assert len(s.winners()) == 1
    assert endings == {1, 2}
