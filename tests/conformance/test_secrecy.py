"""Secrets stay secret: proven by changing what a viewer cannot see and demanding the same view.

To look at a position through the eyes of eight viewers takes much longer than to play on, so of every game LOOKS
moments are looked at, spread over its whole length: other seeds come to other moments.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Counted, Event, Journal, Moved, Noted
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.state import AnyState
from intryga.kernel.view import Moment, awaited, read, view
from tests.support import Case, cases, moments, play, viewers

LOOKS = 40

# Options that change sums, limits or rights which all can work out from what lies open. They are played in
# test_play.py; here they would look at the same cards with the same eyes. What is not listed is tried here too.
OF_OPEN_CARDS_ONLY = {
    "ai_chest_points",    # points of the AI
    "allow_duplicate_ranks",    # which open characters are dealt
    "bonus_locations",    # points for open locations
    "extra_discards",    # open cards that may be discarded
    "noble_counts_double_in_missions",    # how open cards are counted
    "overlord_takes_token",    # tokens lie open
    "public_building_counts",    # points for open buildings
    "public_building_links",    # who gains by an open link
    "treasury_limited",    # gold lies open
    "two_player_spy_protection",    # who may plot against whom, by open cards
    "viscount_must_move",    # a right
}

seeds = st.integers(0, 2**32)
each_case = pytest.mark.parametrize(
    "case", [case for case in cases() if not OF_OPEN_CARDS_ONLY.intersection(case.options)], ids=str
)


@each_case
@given(seed=seeds)
def test_views_are_equal_under_resampling(case: Case, seed: int) -> None:
    """To the byte, for every viewer; and the resampled state is one that play could have led to."""
    dice = quick(seed, 2)
    for s in moments(case, seed, 8):
        for viewer in viewers(s):
            seen = view(case.game, s, viewer).encoded()
            for _ in range(2):
                r = s.resample(viewer, dice)
                assert view(case.game, r, viewer).encoded() == seen
                assert r.impossible() == ""


@each_case
@given(seed=seeds)
def test_a_resampling_depends_on_the_viewers_knowledge_alone(case: Case, seed: int) -> None:
    """The same dice make the same world of the true state and of any other that the viewer cannot tell from it. So a
    resampled world may be resampled again, as a bot does in a process that never had the true one."""
    for s in moments(case, seed, 6):
        for viewer in viewers(s):
            other = s.resample(viewer, quick(seed, 2))
            again, from_the_truth = (state.resample(viewer, quick(seed, 3)) for state in (other, s))
            assert fingerprint(again) == fingerprint(from_the_truth)


@each_case
@given(seed=seeds)
def test_resampled_states_play_on(case: Case, seed: int) -> None:
    dice = quick(seed, 2)
    for s in moments(case, seed, 3):
        for viewer in viewers(s):
            r = s.resample(viewer, dice)
            assert r.over() == s.over()
            play(r, dice)
            assert r.impossible() == ""


@each_case
@given(seed=seeds)
def test_resampling_leaves_the_true_state_alone(case: Case, seed: int) -> None:
    for s in moments(case, seed, 3):
        before = fingerprint(s)
        for viewer in viewers(s):
            play(s.resample(viewer, quick(seed, 2)), quick(seed, 3))
            assert fingerprint(s) == before


@each_case
@given(seed=seeds)
def test_a_view_shows_a_decision_to_its_seat_alone(case: Case, seed: int) -> None:
    for s in moments(case, seed, 6):
        for viewer in viewers(s):
            page = view(case.game, s, viewer)
            assert page.decision is None or page.decision.seat == viewer
            if not s.run:
                assert (page.decision is not None) == (viewer == s.seat)


@each_case
@given(seed=seeds)
def test_a_lone_option_is_taken_unasked_only_when_public(case: Case, seed: int) -> None:
    """Play by single steps; wherever the kernel would take a lone option unasked, there is just one option in every
    world that any other viewer thinks possible."""
    dice, chooser = quick(seed, 2), quick(seed, 1)

    def check(s: AnyState, seat: int, option: int) -> None:
        s.seat, s.options = seat, [option]
        for viewer in viewers(s):
            if viewer != seat:
                for _ in range(2):
                    assert len(s.resample(viewer, dice).options) == 1

    s = case.new(seed)
    while not s.over():
        action = s.options[chooser.below(len(s.options))]
        slow = s.clone()
        s.apply(action)
        take_without_going_on(slow, action)
        while slow.depth and not slow.run:
            step = slow.top()
            if not step.waits:
                slow.pop().run(slow)
                continue
            options = step.options(slow)
            if len(options) != 1 or not step.lone_is_public(slow, options[0]):
                break
            if chooser.below(4) == 0:    # a sample: every one would take long
                check(slow.clone(), step.seat, options[0])
            slow.pop().take(slow, options[0])


def take_without_going_on(s: AnyState, action: int) -> None:
    """What `apply` does before it lets the following steps run; an answer may close the box of a window."""
    if not s.run:
        s.pop().take(s, action)
        return
    position = s._unanswered(-1)
    s.put_in_box(position, action)
    if s.run[position].settles(action) or s._unanswered(-1) < 0:
        s._open_box()


@each_case
@given(seed=seeds)
def test_sealed_answers_are_order_free(case: Case, seed: int) -> None:
    """A table may take the answers of a run in any order, and search in the order of the run: one outcome."""
    chooser = quick(seed, 1)
    s = case.new(seed)
    for _ in range(400):
        if s.over():
            break
        if not s.run:
            s.apply(s.options[chooser.below(len(s.options))])
            continue
        asked = list(s.run)
        in_order, search, shuffled = s.clone(), s.clone(), s.clone()
        answers: dict[int, list[int]] = {}
        for step in asked:
            options = step.options(in_order)
            action = options[chooser.below(len(options))]
            answers.setdefault(step.seat, []).append(action)
            in_order.answer(step.seat, action)
        queues = {seat: list(given) for seat, given in answers.items()}
        while queues:
            seat = sorted(queues)[chooser.below(len(queues))]
            shuffled.answer(seat, queues[seat].pop(0))
            if not queues[seat]:
                del queues[seat]
        assert fingerprint(in_order) == fingerprint(shuffled)
        for step in asked:    # search stops early where an answer settles the run
            if search.run is not s.run:
                break
            search.apply(answers[step.seat].pop(0))
        assert fingerprint(in_order) == fingerprint(search)
        s = in_order


@each_case
@given(seed=seeds)
def test_the_undo_barrier_is_sound(case: Case, seed: int) -> None:
    """If an action may be undone, then in every world a viewer thinks possible it was legal too, and it looks the same:
    nobody has learnt anything from it. Of cards that are held that is so for who moved; others may have seen them. A
    sealed answer shows nothing at all."""
    chooser, dice = quick(seed, 3), quick(seed, 2)
    for before in moments(case, seed, LOOKS):
        s = before.clone()
        s.journal = Journal(case.game.layout)
        actor, action = s.seat, s.options[chooser.below(len(s.options))]
        moment = Moment(s, actor)
        s.apply(action)
        if not moment.undoable(s):
            continue
        for viewer in [actor] if any(shows(case.game, event) for event in s.journal.events) else viewers(s):
            if before.run:
                if viewer != actor:
                    assert view(case.game, before, viewer).encoded() == view(case.game, s, viewer).encoded()
                continue
            r = before.resample(viewer, dice)
            assert action in r.options
            r.apply(action)
            assert view(case.game, r, viewer).encoded() == view(case.game, s, viewer).encoded()


def shows(game: AnyGame, event: Event) -> bool:
    """Does it tell the others something of cards that somebody holds?"""
    zones = game.layout.at
    match event:
        case Moved():
            return zones[event.source].held
        case Noted():
            return zones[event.note].shown
        case Counted():
            return zones[event.counter].shown
    return False


@each_case
@given(seed=seeds)
def test_what_is_told_and_what_is_seen_agree(case: Case, seed: int) -> None:
    """What a viewer reads of a move tells no more than what it sees afterwards; and whom the game then waits for
    follows from what it has read, so from nothing hidden. Where dice fall, two games part ways and may come to the same
    cards in another order, so those moves prove nothing."""
    chooser, dice = quick(seed, 3), quick(seed, 2)
    for s in moments(case, seed, LOOKS):
        action = s.options[chooser.below(len(s.options))]
        for viewer in viewers(s):
            r, truth = s.resample(viewer, dice), s.clone()
            if action not in r.options:
                continue
            r.journal, truth.journal = Journal(case.game.layout), Journal(case.game.layout)
            marks = r.dice.mark(), truth.dice.mark()
            r.apply(action)
            truth.apply(action)
            if (r.dice.mark(), truth.dice.mark()) != marks:
                continue
            same_story = read(r.journal, viewer) == read(truth.journal, viewer)
            if same_story:
                assert awaited(r) == awaited(truth)
            elif viewer != s.seat:
                assert view(case.game, r, viewer).encoded() != view(case.game, truth, viewer).encoded()


@each_case
@given(seed=seeds)
def test_a_journal_names_only_what_its_reader_may_see(case: Case, seed: int) -> None:
    """A card is named only to those who see one of the two zones; hidden cards of one route are one line, because the
    number of lines would tell the number of kinds."""
    s = case.new(seed, journal=True)
    play(s, quick(seed, 1))
    assert s.journal is not None
    zones = {(zone.name, zone.seat): zone for zone in case.game.layout.zones}
    for viewer in viewers(s):
        lines = read(s.journal, viewer)
        for line in lines:
            if line.card:
                ends = zones[line.source, line.source_seat], zones[line.target, line.target_seat]
                assert any(zone.open_to(viewer) for zone in ends)
        for one, following in pairwise(lines):
            hidden = one.word == "move" and not one.card and not following.card
            route = (one.source, one.target, one.source_seat, one.target_seat)
            assert not hidden or route != (following.source, following.target, following.source_seat,
                                           following.target_seat)  # fmt: skip
