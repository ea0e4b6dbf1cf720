"""Every game can be played, to its end, the same way each time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intryga.bots import BOTS, find
from intryga.bots.bot import Budget, Perspective
from intryga.kernel.actions import UnknownAction
from intryga.kernel.dice import quick
from intryga.kernel.layout import BAG
from intryga.kernel.snapshot import Snapshot, fingerprint, freeze, thaw
from intryga.kernel.state import AnyState, IllegalMove
from tests.support import Case, all_games, cases, moments, play

seeds = st.integers(0, 2**32)
each_case = pytest.mark.parametrize("case", cases(), ids=str)
each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)


@each_case
@given(seed=seeds)
def test_random_games_end_without_dead_ends(case: Case, seed: int) -> None:
    def each(s: AnyState) -> None:
        assert s.options
        assert s.impossible() == ""

    s = case.new(seed)
    play(s, quick(seed, 1), each)
    assert s.impossible() == ""
    assert s.winners()
    assert len(s.scores()) == s.seats + s.guests


@each_case
@given(seed=seeds)
def test_values_of_all_seats_are_those_of_each(case: Case, seed: int) -> None:
    for s in moments(case, seed, 3):
        assert s.values() == pytest.approx([s.value(seat) for seat in range(s.seats)])


@each_case
@given(seed=seeds)
def test_shares_of_the_victory_are_one_in_all(case: Case, seed: int) -> None:
    s = case.new(seed)
    play(s, quick(seed, 1))
    winners = s.winners()
    seats = [seat for seat in winners if seat < s.seats]    # a guest may win, and gets no share
    assert sum(s.returns()) == pytest.approx(len(seats) / len(winners))
    assert [seat for seat in range(s.seats) if s.returns()[seat] > 0] == sorted(seats)


@each_case
@given(seed=seeds)
def test_options_agree_with_offers(case: Case, seed: int) -> None:
    """Hand-made options, cached options and the legal part of the offers are one list; every refusal names a rule."""
    known = {rule["id"] for rule in case.game.rulebook["rule"]}
    by_list, by_hand = quick(seed, 2), quick(seed, 2)

    def each(s: AnyState) -> None:
        for seat in range(s.seats):
            step = s.awaiting(seat)
            if step is None:
                continue
            offers = step.explained(s)
            options = step.options(s)
            assert options == offers.options
            assert len(set(options)) == len(options)
            one = options[by_list.below(len(options))] if len(options) > 1 else options[0]
            assert step.any_option(s, by_hand) == one
            if seat == s.seat:
                assert options == s.options
            for action, rule in offers.refused or []:
                assert action not in options
                assert rule in known

    play(case.new(seed), quick(seed, 1), each)


@each_case
@given(seed=seeds)
def test_a_game_that_is_only_imagined_is_the_same_game(case: Case, seed: int) -> None:
    for s in moments(case, seed, 3):
        rushed, asked, dice = s.clone(), s.clone(), quick(seed, 3)
        decisions = asked.settle()
        while not asked.over():
            asked.apply(asked.options[dice.below(len(asked.options))])
            decisions += 1 + asked.settle()
        assert rushed.rush(quick(seed, 3), 10**6) == decisions
        assert fingerprint(rushed) == fingerprint(asked)


@each_case
@given(seed=seeds)
def test_the_same_seed_gives_the_same_bytes(case: Case, seed: int) -> None:
    """Whatever was played before; of every position on the way `test_determinism.py` says so."""
    ends = []
    for _ in range(2):
        s = case.new(seed)
        play(s, quick(seed, 1))
        ends.append(fingerprint(s))
    assert ends[0] == ends[1]


@each_case
@given(seed=seeds)
def test_a_clone_shares_nothing_that_changes(case: Case, seed: int) -> None:
    for s in moments(case, seed, 4):
        before = fingerprint(s)
        one, other = s.clone(), s.clone()
        play(one, quick(seed, 2))
        assert fingerprint(s) == before
        play(other, quick(seed, 2))
        assert fingerprint(one) == fingerprint(other)


@each_case
@given(seed=seeds)
def test_a_snapshot_is_the_whole_state(case: Case, seed: int) -> None:
    import msgspec

    for s in moments(case, seed, 4):
        stored = msgspec.json.encode(freeze(s))
        again = thaw(case.game, case.game.chosen_rules(case.options), msgspec.json.decode(stored, type=Snapshot))
        assert fingerprint(again) == fingerprint(s)
        play(s, quick(seed, 2))
        play(again, quick(seed, 2))
        assert fingerprint(again) == fingerprint(s)


@each_case
@given(seed=seeds)
def test_cards_and_tokens_are_conserved(case: Case, seed: int) -> None:
    s = case.new(seed)
    zones = [zone for zone in s.layout.zones_for(s.seats + s.guests) if zone.cards()]
    families = {
        family: stretches(
            [(zone.at, zone.length if zone.shape == BAG else 1) for zone in zones if id(zone.kinds) == family]
        )
        for family in {id(zone.kinds) for zone in zones}
    }
    every = stretches([(zone.at, zone.length) for zone in zones])

    def totals(s: AnyState) -> dict[int, int]:
        """Cards of each family, whatever zone they lie in."""
        cells = list(s.cells)
        assert min(min(cells[at:end]) for at, end in every) >= 0
        return {family: sum(sum(cells[at:end]) for at, end in parts) for family, parts in families.items()}

    start = totals(s)
    play(s, quick(seed, 1), lambda s: _equal(totals(s), start))
    assert totals(s) == start


def stretches(zones: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """From where to where cells are looked at; what lies side by side is one: most of all cells, at every move."""
    found: list[tuple[int, int]] = []
    for at, length in sorted(zones):
        begin = found.pop()[0] if found and found[-1][1] == at else at
        found.append((begin, at + length))
    return found


def _equal(found: object, expected: object) -> None:
    assert found == expected


@each_case
@given(seed=seeds)
def test_an_illegal_move_changes_nothing(case: Case, seed: int) -> None:
    for s in moments(case, seed, 4):
        before = fingerprint(s)
        chooser = quick(seed, 3)
        for _ in range(20):
            seat, action = chooser.below(s.seats), chooser.below(case.game.space.size)
            step = s.awaiting(seat)
            if step is not None and action in step.options(s):
                continue
            with pytest.raises(IllegalMove):
                s.answer(seat, action)
            assert fingerprint(s) == before


@each_game
def test_action_names_round_trip(game) -> None:
    texts = [game.space.text(action) for action in range(game.space.size)]
    assert len(set(texts)) == game.space.size
    assert [game.space.parse(text) for text in texts] == list(range(game.space.size))


@each_game
def test_no_verb_means_undo(game) -> None:
    """In a log that word takes a move back."""
    assert "undo" not in {verb.name for verb in game.space.verbs}


@each_game
def test_a_misspelt_action_gets_a_sentence(game) -> None:
    verb = game.space.verbs[0]
    wrong_words = " ".join([verb.name, *("x" for _ in verb.words)])
    for text in ("", "nonsense", f"{verb.name} too many words here", wrong_words):
        if text != verb.name:
            with pytest.raises(UnknownAction):
                game.space.parse(text)


def thinkers() -> list[tuple[Case, str]]:
    """Every bot at every number of seats; with an option one of them, with the next one another."""
    found = []
    for number, case in enumerate(cases()):
        found += [(case, bot) for bot in BOTS] if not case.options else [(case, list(BOTS)[number % len(BOTS)])]
    return found


@pytest.mark.parametrize(("case", "bot"), thinkers(), ids=str)
def test_bots_choose_legal_moves(case: Case, bot: str) -> None:
    s, player, dice = case.new(7), find(bot), quick(7, 4)
    seats = [Perspective(case.game, s, seat) for seat in range(s.seats)]
    for _ in range(40):
        if s.over():
            break
        action = player.think(seats[s.seat], dice, Budget(iterations=4)).action
        assert action in s.options
        s.apply(action)
