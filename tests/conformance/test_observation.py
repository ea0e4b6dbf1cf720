"""Observations, masks and keys keep secrets as views do, and mean the same on both engines."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.observation import Encoding, Observation, describe
from intryga.kernel.observe import new_mask, new_observation
from intryga.kernel.screen import Screen
from intryga.kernel.screen_plan import ScreenPlan
from intryga.kernel.state import AnyState
from tests.support import Case, all_games, cases, moments, play

seeds = st.integers(0, 2**32)
each_case = pytest.mark.parametrize("case", cases(), ids=str)
each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
ENCODINGS: list[Encoding] = ["onehot", "codes"]


def forms(case: Case, s: AnyState) -> list[Observation]:
    return [describe(case.game, case.seats, s.guests, encoding) for encoding in ENCODINGS]


def observed(form: Observation, s: AnyState, viewer: int) -> bytes:
    buffer = new_observation(form.length)
    form.observer.write(s, viewer, buffer, 0)
    return bytes(memoryview(buffer))


def masked(form: Observation, s: AnyState, viewer: int) -> list[int]:
    buffer = new_mask(form.actions)
    form.observer.mask(s, viewer, buffer, 0)
    return list(bytes(memoryview(buffer)))


@each_case
@given(seed=seeds)
def test_observations_are_equal_under_resampling(case: Case, seed: int) -> None:
    """To the byte: observation, mask and key, in both encodings, for every seat."""
    dice = quick(seed, 2)
    for s in moments(case, seed, 4):
        for viewer in range(s.seats):
            for form in forms(case, s):
                seen, options = observed(form, s, viewer), masked(form, s, viewer)
                key = form.observer.key(s, viewer)
                for _ in range(2):
                    r = s.resample(viewer, dice)
                    assert observed(form, r, viewer) == seen
                    assert masked(form, r, viewer) == options
                    assert form.observer.key(r, viewer) == key


@each_case
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_screen_shows_what_is_written_from_nothing(case: Case, encoding: Encoding) -> None:
    """While a game goes on, to who is asked and now and then to another; then the next game, on the same screen."""
    game, rules, dice = case.game, case.game.chosen_rules(case.options), quick(1)
    begun = [game.new_game(rules, case.seats, game.quick_dice(5, 2 * number)) for number in range(2)]
    form = describe(game, case.seats, begun[0].guests, encoding)
    seen, mask = new_observation(form.length), new_mask(form.actions)
    screen = Screen(ScreenPlan(form.observer, game.layout), seen, 0, mask, 0)
    for s in begun:
        for step in range(200):
            viewer = int(s.seat) if s.seat >= 0 and dice.below(4) else dice.below(case.seats)
            screen.show(s, viewer)
            if step % 5 == 0 or s.over():
                assert bytes(memoryview(seen)) == observed(form, s, viewer)
                assert list(bytes(memoryview(mask))) == masked(form, s, viewer)
            if s.over():
                break
            s.answer_for(s.seat, s.options[dice.below(len(s.options))])


@each_case
@given(seed=seeds)
def test_keys_are_equal_exactly_where_observations_are(case: Case, seed: int) -> None:
    """Of all viewers together: a chair sees what another would see in its place. Positions and what follows them, since
    those differ least."""
    by_key: dict[int, bytes] = {}
    by_observation: dict[bytes, int] = {}
    for s in moments(case, seed, 8):
        form = describe(case.game, case.seats, s.guests, "codes")
        for _ in range(2):
            for viewer in range(s.seats):
                seen, key = observed(form, s, viewer), form.observer.key(s, viewer)
                assert by_key.setdefault(key, seen) == seen
                assert by_observation.setdefault(seen, key) == key
            if not s.over():
                s.apply(s.options[-1])
    assert len(by_key) > 8


@each_case
@given(seed=seeds)
def test_masks_are_the_options_as_the_seat_counts(case: Case, seed: int) -> None:
    for s in moments(case, seed, 6):
        form = describe(case.game, case.seats, s.guests)
        for viewer in range(s.seats):
            step = s.awaiting(viewer)
            options = sorted(step.options(s)) if step is not None else []
            flags = masked(form, s, viewer)
            turned = [form.observer.to_engine[viewer][number] for number, flag in enumerate(flags) if flag]
            assert sorted(turned) == options


@each_case
@given(seed=seeds)
def test_a_viewer_reads_its_own_zones_first(case: Case, seed: int) -> None:
    """What stands at the place of a bag is what lies in it: mine at `me`, my neighbour's at `+1`."""
    for s in moments(case, seed, 3):
        form = describe(case.game, case.seats, s.guests)
        for viewer in range(s.seats):
            buffer = new_observation(form.length)
            form.observer.write(s, viewer, buffer, 0)
            for feature in form.features:
                if not feature.what.startswith("counts"):
                    continue
                seat = (viewer + feature.seat) % s.seats if 0 <= feature.seat < s.seats else feature.seat
                zone = next(zone for zone in s.layout.zones if (zone.name, zone.seat) == (feature.name, seat))
                assert zone.open_to(viewer)
                shown = [buffer[at] for at in range(feature.at, feature.at + feature.length)]
                assert shown == [min(s.cells[at], 32_767) for at in range(zone.at, zone.at + zone.length)]


@each_case
@given(seed=seeds)
def test_steps_that_ask_declare_their_numbers(case: Case, seed: int) -> None:
    def each(s: AnyState) -> None:
        for step in s.run or [s.top()]:
            assert len(step.fields()) == 1 + len(type(step).about), type(step).__name__

    play(case.new(seed), quick(seed, 1), each)


@each_game
def test_an_action_names_seats_from_the_viewer(game) -> None:
    for seats in game.seats:
        form = describe(game, seats)
        for viewer in range(seats):
            turned = form.observer.from_viewer[viewer]
            assert sorted(turned) == list(range(game.space.size))
            for verb in game.space.verbs:
                if "seat" not in verb.parameters:
                    assert [turned[action] for action in range(verb.first, verb.end)] == [*range(verb.first, verb.end)]
                    continue
                which = verb.parameters.index("seat")
                for action in range(verb.first, verb.end):
                    seat = verb.values(action)[which]
                    if seat < seats:
                        assert verb.values(turned[action])[which] == (seat - viewer) % seats


@each_game
def test_the_form_has_no_gaps(game) -> None:
    for seats in game.seats:
        for encoding in ENCODINGS:
            form = describe(game, seats, encoding=encoding)
            place = 0
            for feature in form.features:
                assert feature.at == place
                place += feature.length
            assert place == form.length
            assert form.table().count("\n") == len(form.features)


def digest(name: str) -> str:
    """Of all that is observed in a game at every seat count and with every option."""
    found = hashlib.blake2b(digest_size=16)
    for case in cases():
        if case.game.id == name:
            for s in moments(case, 5, 4):
                for viewer in range(s.seats):
                    for form in forms(case, s):
                        found.update(observed(form, s, viewer))
                        found.update(bytes(masked(form, s, viewer)))
                        found.update(str(form.observer.key(s, viewer)).encode())
    return found.hexdigest()


@pytest.mark.parametrize("name", games.names())
def test_both_engines_observe_the_same(name: str) -> None:
    """On the compiled engine this compares the two."""
    code = f"from tests.conformance.test_observation import digest; print(digest('{name}'))"
    environment = {**os.environ, "PYTHONHASHSEED": "1", "INTRYGA_ENGINE": "plain"}
    there = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert there.stdout.strip() == digest(name)
