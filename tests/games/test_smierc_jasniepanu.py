"""What scenarios of Śmierć Jaśniepanu! cannot say: whole games, many seeds, component files."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from intryga.games.smierc_jasniepanu.cards import CHARACTERS, KINDS, PLOTS
from intryga.games.smierc_jasniepanu.check import check
from intryga.games.smierc_jasniepanu.game import GAME
from intryga.games.smierc_jasniepanu.state import AT_MOST, ENDING, KNOWN, SEEN, Court
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake
from intryga.kernel.view import awaited, view
from tests.support import Case, play

TEXT = GAME.folder.joinpath("cards.toml").read_text("utf-8")


def positions(case: Case, games: int) -> Iterator[Court]:
    for seed in range(games):
        s, chooser = case.new(seed), quick(seed, 1)
        while not s.over():
            yield s
            s.apply(s.options[chooser.below(len(s.options))])


# --- components ---


def test_the_box_holds_what_the_rulebook_counts() -> None:
    parts = GAME.components["components"]
    assert sum(card["count"] for card in GAME.components["plot_cards"]) == parts["plot_cards"] == 42
    assert sum(coin["count"] for coin in GAME.components["gold_tokens"]) == parts["gold_tokens"] == 72
    sets = [card["set"] for card in GAME.components["characters"]]
    assert (sets.count("base"), sets.count("extra")) == (parts["characters_base"], parts["characters_extra"])
    assert [card["id"] for card in GAME.components["characters"]] == CHARACTERS
    assert [card["id"] for card in GAME.components["plot_cards"]] == PLOTS
    assert len(PLOTS) == KINDS


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("distance = 2", "distance = 9", "plot_cards capitalize: give.distance: a whole number from 1 to 7"),
        ('op = "gain_gold"', 'op = "gain_golds"', "did you mean 'gain_gold'"),
        ('trigger = "on_given"', 'trigger = "on_gven"', "characters servant: ability.trigger: 'on_gven' is not known"),
        ('cmp = "higher"', 'cmp = "above"', "give.cmp: 'above' is not known here; there is higher, lower"),
        ("rank = 7", "rank = 8", "'overlord' of the same set has rank 8 too"),
        ("count = 4", "count = 5", "the counts add up to 43, not to 42"),
        ('chooser = "receiver"', 'chooser = "giver"', "nobody chooses from a hand they cannot see"),
        ('{ op = "cancel", what = "pending_plot_card" }', "", "'cancel' is what a card of the type 'counter' begins"),
        ('who = "giver", from = "receiver"', 'who = "executed", from = "receiver"', "'executed' is not known here"),
        ('limit = "once_per_round", cost_gold = 2, ', "", "would never end"),
        ("is_overlord = true", "is_overlord = false", "only an Overlord starts executions"),
        ('"captain", "squire", "peasant"]', '"captain", "squire", "pesant"]', "there is no character 'pesant'"),
        ('"overlord", "captain", "squire", "peasant"]', '"advisor", "captain", "squire", "peasant"]', "an Overlord"),
        ('kind = "any" }\nrequires = ""\nthen = [{ op = "rally"', '}\nrequires = ""\nthen = [{ op = "rally"',
         "'receiver' is not known"),
        ("max_rounds_guard = 60", "max_rounds_guard = 0", "a whole number from 1"),
        ('name = { pl = "Donos", en = "Denunciation" }', 'name = { pl = "", en = "Denunciation" }', "not empty"),
    ],
)  # fmt: skip
def test_a_wrong_component_file_gets_a_sentence(old: str, new: str, sentence: str) -> None:
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    with pytest.raises(Mistake, match="line") as caught:
        GAME.with_components(text)
    assert sentence in str(caught.value)


def test_another_combination_needs_no_code() -> None:
    """Every operation in another place than ours, played to the end; nothing impossible ever comes of it."""
    parts: dict[str, Any] = copy.deepcopy(GAME.components)
    cards = {card["id"]: card for card in parts["plot_cards"]}
    cards["petition"]["then"] = [
        {"op": "look_at_hand", "who": "player", "of": "receiver"},
        {"op": "discard", "who": "receiver", "amount": 2, "chooser": "nobody"},
        {"op": "take_gold_each", "who": "receiver", "from": "other_active", "amount": 1},
    ]
    cards["bribe"]["then"] = [{"op": "draw", "who": "receiver", "amount": 2}, {"op": "end_execution", "who": "nobody"}]
    cards["capitalize"]["then"] = [{"op": "order_taken_by", "who": "chosen_other"}]
    cards["pardon"]["then"] = [{"op": "eliminate", "who": "last_giver"}, {"op": "draw", "who": "player", "amount": 1}]
    cards["counter"]["then"].append({"op": "take_gold", "who": "player", "from": "receiver", "amount": 1})
    cards["blank_1"].update(count=2, type="shield", give={"kind": "rank", "cmp": "lower"})
    cards["confession"]["count"] -= 2
    parts["plot_type_totals"].update(shield=28, confession=2)
    roles = {card["id"]: card for card in parts["characters"]}
    roles["squire"]["ability"]["ops"] = [{"op": "eliminate", "who": "self"}]    # a fall that brings another
    roles["servant"]["ability"].update(optional=True, limit="once_per_round")
    check(parts)
    rules = GAME.rules(parts, GAME.options())
    for seats in GAME.seats:
        for seed in range(6):
            s = GAME.new_game(rules, seats, quick(seed))
            play(s, quick(seed, 1), lambda s: None)
            assert GAME.winners(s)
            assert GAME.impossible(s) == ""


# --- set-up ---


@pytest.mark.parametrize("choice", ["suggested", "suggested_extra", "random", "random_extra", "mixed"])
@pytest.mark.parametrize("same_ranks", [False, True])
def test_SMI_039_one_overlord_and_no_rank_twice(choice: str, same_ranks: bool) -> None:
    options = {"characters": choice, "allow_duplicate_ranks": same_ranks}
    twice = 0
    for seats in GAME.seats:
        for seed in range(10):
            s = GAME.new_game(GAME.chosen_rules(options), seats, quick(seed))
            roles = [s.character(seat) for seat in range(seats)]
            assert sum(s.rules.is_overlord[role] for role in roles) == 1
            assert len(set(roles)) == seats
            twice += len({s.rules.rank[role] for role in roles}) < seats
    assert (twice > 0) == (same_ranks and choice == "mixed")


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
    dice = quick(9)
    for number, s in enumerate(positions(Case(GAME, 5), 6)):
        if number % 7 == 0:
            for viewer in range(s.seats):
                assert awaited(GAME.resample(s, viewer, dice)) == awaited(s)


def test_what_was_seen_stays_seen() -> None:
    """Shown hands, looked-at hands and surrenders really come up, and every resampling keeps them."""
    dice = quick(3)
    shown = looked = proven = 0
    for number, s in enumerate(positions(Case(GAME, 8, {"characters": "suggested_extra"}), 12)):
        shown += any(s.cells[KNOWN + at] for at in range(s.seats * KINDS))
        looked += any(s.cells[SEEN + at] for at in range(64))
        proven += any(s.cells[AT_MOST + seat] for seat in range(s.seats))
        if number % 50 == 0:
            for viewer in range(s.seats):
                r = GAME.resample(s, viewer, dice)
                assert GAME.impossible(r) == ""
                assert view(GAME, r, viewer).facts["seen"] == view(GAME, s, viewer).facts["seen"]
    assert min(shown, looked, proven) > 0


# --- ends ---


def test_both_endings_come_up() -> None:
    endings = set()
    for seed in range(30):
        s = Case(GAME, 5).new(seed)
        play(s, quick(seed, 1))
        endings.add(int(s.cells[ENDING]))
        assert len(GAME.winners(s)) == 1
    assert endings == {1, 2}
