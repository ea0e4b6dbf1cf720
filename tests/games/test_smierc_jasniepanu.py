"""What scenarios of Śmierć Jaśniepanu! cannot say: whole games, many seeds, component files."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from intryga.games.smierc_jasniepanu.cards import CHARACTERS, DISCARD, KINDS, OCCASIONS, ON_GIVEN, PLOTS
from intryga.games.smierc_jasniepanu.effects import UseAbility
from intryga.games.smierc_jasniepanu.game import GAME
from intryga.games.smierc_jasniepanu.gives import ByRank
from intryga.games.smierc_jasniepanu.operations import LANGUAGE
from intryga.games.smierc_jasniepanu.people import MAY, YOU, CourtTeller
from intryga.games.smierc_jasniepanu.plays import threatened
from intryga.games.smierc_jasniepanu.sentences import plot_card
from intryga.games.smierc_jasniepanu.state import Court, empty_table
from intryga.games.smierc_jasniepanu.zones import (
    AIMED,
    AT_MOST,
    BOX,
    CHARACTER,
    DECK,
    DISCARDS,
    ENDING,
    HAND,
    KNOWN,
    PLAYED,
    PLAYED_BY,
    SEEN,
)
from intryga.kernel.dice import quick
from intryga.kernel.effects import perform
from intryga.kernel.game import Mistake, Value
from intryga.kernel.view import awaited, view
from intryga.texts.language import LANGUAGES
from intryga.texts.library import GameTexts
from tests.support import Case, play

TEXT = GAME.folder.joinpath("cards.toml").read_text("utf-8")


def positions(case: Case, games: int) -> Iterator[Court]:
    for seed in range(games):
        s, chooser = case.new(seed), quick(seed, 1)
        assert isinstance(s, Court)
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
            {"op": "swap_characters", "a": own, "b": own},
        ],
        giver=giver,
    )
    assert [s.gold(seat) for seat in range(4)] == [5, 5, 5, 5]
    assert [s.hand_size(seat) for seat in range(4)] == [3 if seat == giver else 1 for seat in range(4)]
    assert [s.active(seat) for seat in range(4)] == [seat != giver for seat in range(4)]
    assert (s.holder(), CHARACTERS[s.character(1)]) == (1, "captain")
    assert [s.facts(seat)["seen"] for seat in range(4)] == [{}, {}, {}, {}]
    assert s.impossible() == ""


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
    assert (now.options.confess_again, then.options.confess_again) == (False, True)
    said = [plot_card(GameTexts(game, "en"), card) for game in (GAME, GAME.of_version(1))
            for card in game.components["plot_cards"] if card["id"] == "extortion"]  # fmt: skip
    assert ["higher" in text for text in said] == [True, False]


# --- sentences ---

SENTENCES = {
    "captain": "When you give somebody the Order, that player discards 1 card of their choice.",
    "jester": "When you are given the Order, you may discard 1 card to draw 1 plot card.",
    "general": "While you hold the Order, once per round you may pay 2 gold to the treasury to give it to the player "
               "on your left or right.",
    "uprising": "Give the Order to any player, then a third player may discard a book card: if so, the receiver of "
                "the Order is eliminated; if nobody does, you are eliminated.",
    "confession": "While the Order is stopped: take it, gain 1 gold from the treasury and draw 1 plot card.",
}  # fmt: skip


def test_a_card_says_what_it_does() -> None:
    texts = GameTexts(GAME, "en", strict=True)
    said = {block["id"]: texts.deed(group, block) for group in ("characters", "plot_cards")
            for block in GAME.components[group]}  # fmt: skip
    assert {name: said[name] for name in SENTENCES} == SENTENCES


def test_another_number_is_said() -> None:
    two = 'op = "gain_gold", who = "player", amount = 2'
    own = GAME.with_components(TEXT.replace(two, two.replace("2", "5")))
    card = own.components["plot_cards"][0]
    assert "weź 5 złota" in GameTexts(own, "pl").deed("plot_cards", card)
    written = {"pl": "kilka słów", "en": "few words"}
    assert GameTexts(GAME, "pl").short("capitalize", written) == "kilka słów"
    assert "weź 5 złota" in GameTexts(own, "pl").short("capitalize", written)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_operation_can_be_said_of_everybody(language: str) -> None:
    """In every mood and with everybody it may name; nothing is left to be filled in."""
    texts = GameTexts(GAME, language, strict=True)
    people = ["self", "giver", "receiver", "executed", "last_giver"]
    one = {"op": "eliminate", "who": "receiver"}
    others: dict[str, Any] = {
        "from": "other_active",
        "volunteers": "third_parties",
        "what": "pending_plot_card",
        "cost": {"discard_type": "book", "amount": 1},
        "on_join": one,
        "on_none": one,
    }
    for mood in (YOU, MAY):
        teller = CourtTeller(LANGUAGE, texts, {"self": YOU}, mood, "order_first")
        for name, operation in LANGUAGE.by_name.items():
            for person in people:
                for other in people:
                    for amount in (1, 2, 5):
                        table: dict[str, Any] = {"op": name}
                        for parameter in operation.parameters:
                            subject = parameter.name in ("who", "a")
                            table[parameter.name] = others.get(parameter.name, amount if parameter.name == "amount"
                                                               else person if subject else other)  # fmt: skip
                        said = teller.program([table, table])
                        assert said
                        assert "{" not in said
                        assert "effects." not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_give_and_every_occasion_can_be_said(language: str) -> None:
    texts = GameTexts(GAME, language, strict=True)
    gives: list[dict[str, Any]] = [{"kind": "any"}, {"kind": "overlord"}]
    gives += [{"kind": "rank", "cmp": word} for word in ("higher", "lower")]
    gives += [{"kind": "seat", "distance": n, "dirs": dirs} for n in range(1, 8) for dirs in (["L"], ["R"], ["L", "R"])]
    card = {"type": "shield", "then": [], "requires": ""}
    assert len({plot_card(texts, {**card, "give": give}) for give in gives}) == len(gives)
    ops = [{"op": "draw", "who": "self", "amount": 1}]
    role = {"hand_limit": 4, "ability": {}}
    said = set()
    for trigger in OCCASIONS:
        for more in ({}, {"optional": True}, {"limit": "once_per_round"}):
            ability = {"trigger": trigger, "ops": ops, "give": {"kind": "any"}, "cost_gold": 1, **more}
            said.add(texts.deed("characters", {**role, "ability": ability}))
    assert len(said) == len(OCCASIONS) * 3 - 1    # to give the Order is never a duty


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
