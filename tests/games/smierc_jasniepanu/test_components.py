"""Components of Śmierć Jaśniepanu!: what the box holds, and what files of somebody's own may say."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from intryga.games.smierc_jasniepanu.cards import CHARACTERS, DISCARD, KINDS, ON_GIVEN, PLOTS
from intryga.games.smierc_jasniepanu.effects import UseAbility
from intryga.games.smierc_jasniepanu.game import GAME
from intryga.games.smierc_jasniepanu.state import Court, empty_table
from intryga.games.smierc_jasniepanu.zones import (
    BOX,
    CHARACTER,
    DECK,
    DISCARDS,
    HAND,
    LAYOUT,
    SEEN,
    TREASURY,
)
from intryga.kernel.dice import quick
from intryga.kernel.effects import perform
from intryga.kernel.game import Mistake
from intryga.kernel.journal import Journal
from intryga.kernel.layout import SPECTATOR
from intryga.kernel.view import read
from tests.support import play

TEXT = GAME.folder.joinpath("cards.toml").read_text("utf-8")


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
    rules = GAME.rules(parts, GAME.options())
    for seats in GAME.seats:
        for seed in range(6):
            s = GAME.new_game(rules, seats, quick(seed))
            play(s, quick(seed, 1), lambda s: None)
            assert s.winners()
            assert s.impossible() == ""


def acting(then: list[dict[str, Any]], seed: int = 0, giver: int = 2) -> Court:
    """The player at seat 1 has the Order from this one, and plays a card that does this."""
    parts: dict[str, Any] = copy.deepcopy(GAME.components)
    next(card for card in parts["plot_cards"] if card["id"] == "pardon")["then"] = then
    s = empty_table(GAME.rules(parts, GAME.options()), 4, quick(seed))
    for seat, role in enumerate(["peasant", "captain", "overlord", "squire"]):
        s.lay(CHARACTERS.index(role), BOX, CHARACTER.of(seat))
        s.from_treasury(seat, 5)
        s.move(PLOTS.index("petition"), 1, DECK, HAND.of(seat))
    s.move(PLOTS.index("bribe"), 2, DECK, HAND.of(giver))
    s.hand_order(1, giver)
    s.journal = Journal(LAYOUT)
    perform(s, s.rules.plots[PLOTS.index("pardon")].then, 1)
    s.advance()
    return s


@pytest.mark.parametrize("giver", [0, 2])
def test_SMI_010_whoever_is_out_takes_no_part_in_the_rest_of_a_card(giver: int) -> None:
    out, own = "last_giver", "player"
    s = acting(
        [
            {"op": "eliminate", "who": out},
            {"op": "eliminate", "who": out},
            {"op": "order_taken_by", "who": out},
            {"op": "gain_gold", "who": out, "amount": 1},
            {"op": "take_gold", "who": out, "from": own, "amount": 1},
            {"op": "take_gold", "who": own, "from": out, "amount": 2},
            {"op": "take_gold_each", "who": out, "from": "other_active", "amount": 1},
            {"op": "pay_gold", "who": out, "to": own, "amount": 3},
            {"op": "pay_gold", "who": own, "to": out, "amount": 4},
            {"op": "discard", "who": out, "chooser": out, "amount": 1},
            {"op": "discard", "who": out, "chooser": "nobody", "amount": 1},
            {"op": "draw", "who": out, "amount": 1},
            {"op": "look_at_hand", "who": out, "of": own},
            {"op": "look_at_hand", "who": own, "of": out},
            {"op": "look_at_hand", "who": own, "of": own},
            {"op": "swap_characters", "a": out, "b": own},
            {"op": "swap_characters", "a": own, "b": out},
            {"op": "swap_characters", "a": own, "b": out},
            {"op": "swap_characters", "a": own, "b": own},
        ],
        giver=giver,
    )
    assert [s.gold(seat) for seat in range(4)] == [5, 5, 5, 5]
    assert [s.hand_size(seat) for seat in range(4)] == [3 if seat == giver else 1 for seat in range(4)]
    assert [s.active(seat) for seat in range(4)] == [seat != giver for seat in range(4)]
    assert (s.holder(), CHARACTERS[s.character(1)]) == (1, "captain")
    assert not any(s.cells[zones.of(seat)] for zones in SEEN for seat in range(len(SEEN)))
    assert s.cells[TREASURY] == s.rules.setup.coins - 20
    assert s.impossible() == ""


def test_the_hand_of_the_first_seat_can_be_looked_at() -> None:
    s = acting([{"op": "look_at_hand", "who": "player", "of": "last_giver"}], giver=0)
    assert s.facts(1)["seen"] == {"bribe": [0, 0], "petition": [0]}


def test_SMI_016_the_order_stays_where_it_is_when_its_holder_takes_it() -> None:
    """No printed card lets them."""
    s = acting([{"op": "order_taken_by", "who": "player"}])
    assert s.holder() == 1
    assert s.journal is not None
    assert [line.word for line in read(s.journal, SPECTATOR)] == ["taken", "count"]    # and nothing is moved


def test_at_random_any_card_may_go() -> None:
    lost = set()
    for seed in range(12):
        s = acting([{"op": "discard", "who": "last_giver", "chooser": "nobody", "amount": 1}], seed)
        assert s.hand_size(2) == 2
        assert s.impossible() == ""
        lost.add(next(PLOTS[kind] for kind in range(KINDS) if s.cells[DISCARDS + kind]))
    assert lost == {"bribe", "petition"}


def test_an_ability_may_begin_with_two_cards_and_be_used_once() -> None:
    """The first card is the answer to the question, the second is asked for; then the rest; not again this round."""
    parts: dict[str, Any] = copy.deepcopy(GAME.components)
    ability = next(card for card in parts["characters"] if card["id"] == "jester")["ability"]
    ability["limit"] = "once_per_round"
    ability["ops"] = [
        {"op": "discard", "who": "self", "amount": 2, "chooser": "self"},
        {"op": "gain_gold", "who": "self", "amount": 7},
    ]
    s = empty_table(GAME.rules(parts, GAME.options()), 4, quick(1))
    for seat, role in enumerate(["tyrant", "jester", "actor", "beggar"]):
        s.lay(CHARACTERS.index(role), BOX, CHARACTER.of(seat))
    for kind in ("petition", "bribe", "pardon"):
        s.move(PLOTS.index(kind), 1, DECK, HAND.of(1))
    used = s.rules.triggers.of(CHARACTERS.index("jester"), ON_GIVEN)
    assert used is not None
    s.push(UseAbility(1, used.number, 0, 1, -1))
    s.advance()
    for kind in ("petition", "bribe"):
        assert s.gold(1) == 0
        s.answer(1, DISCARD.of(PLOTS.index(kind)))
    assert (s.hand_size(1), s.gold(1), s.over()) == (1, 7, True)
    assert s.rules.triggers.step(s, CHARACTERS.index("jester"), ON_GIVEN, 1, 0, 1) is None
