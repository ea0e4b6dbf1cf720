"""What scenarios cannot say of Dworzanie: chance, whole games, the data, the language of conditions."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile

import pytest

from intryga import games
from intryga.games.dworzanie import conditions
from intryga.games.dworzanie.cards import (
    ABOVE,
    BELOW,
    BLUE,
    DOMAIN,
    ELIMINATED,
    FAMILY_NAMES,
    MEMORIES,
    MISSION_NAMES,
    MISSIONS,
    NAMES,
    PLAY,
    ROLE_NAMES,
)
from intryga.games.dworzanie.missions import met
from intryga.games.dworzanie.outlook import Outlook
from intryga.games.dworzanie.state import Court
from intryga.games.dworzanie.steps import Where, Which
from intryga.games.dworzanie.tally import tally
from intryga.games.dworzanie.zones import FACE_DOWN, FACE_UP, FIRST, HAND, RECALLED, REMOVED, SECRET
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake
from intryga.kernel.journal import Journal
from intryga.kernel.layout import OMNISCIENT, OPENED, SPECTATOR
from intryga.kernel.position import set_up
from intryga.kernel.state import AnyState
from intryga.kernel.view import Moment, read, view
from intryga.lab.simulate import plan, simulate
from tests.support import play

GAME = games.find("dworzanie")
RULES = GAME.chosen_rules()


def new(seats: int, seed: int) -> Court:
    s: Court = GAME.new_game(RULES, seats, GAME.quick_dice(seed))
    return s


# --- the box ---


def test_DWO_001_two_to_five_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    with pytest.raises(Mistake, match="2 to 5"):
        GAME.check_seats(6)


def test_DWO_003_050_ninety_courtiers_each_with_one_role_at_most() -> None:
    cards = GAME.components["courtier"]
    assert [card["id"] for card in cards] == NAMES
    assert [family["id"] for family in GAME.components["family"]] == FAMILY_NAMES
    assert [role["id"] for role in GAME.components["role"]] == ROLE_NAMES
    copies = {card["id"]: card["copies"] for card in cards}
    for family in FAMILY_NAMES:
        assert [copies[f"{family}_{role}"] for role in ROLE_NAMES] == [4, 2, 2, 3, 4]
    assert sum(copies.values()) == 90
    assert {card["id"] for card in cards if card["weight"] != 1} == {f"{family}_noble" for family in FAMILY_NAMES}


def test_DWO_R04_twenty_missions_of_three_points() -> None:
    cards = GAME.components["mission"]
    assert [card["id"] for card in cards] == MISSION_NAMES
    assert {card["points"] for card in cards} == {3}
    assert [card["color"] for card in cards] == ["white"] * BLUE + ["blue"] * (MISSIONS - BLUE)


def test_the_game_says_what_is_reconstructed() -> None:
    assert "mission W01" in GAME.reconstructed()    # its Polish wording
    assert "setup" not in GAME.reconstructed()


CARDS = GAME.folder.joinpath("cards.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("copies = 2", "copies = -2", "cannot be less than 0"),
        ("copies = 2", "copies = 3", "room for 12 spies"),
        ("players = 3", "players = 4", "this block is for 3 players"),
        ("removed = 30", "removed = 85", "from 0 to 84 of the 90"),
        ("my noble >= 3", "my nobles >= 3", "'my nobles' in"),
        ("my hare < left hare", "our hare < left hare", "'our hare' in"),
    ],
)
def test_a_mistake_in_ones_own_cards_names_its_line(old: str, new: str, sentence: str) -> None:
    text = CARDS.replace(old, new, 1 if "nob" in old or "players" in old else -1)
    with pytest.raises(Mistake, match=sentence) as caught:
        GAME.with_components(text)
    if "copies" not in old:
        assert f"line {text[: text.index(new)].count(chr(10)) + 1}:" in str(caught.value)


# --- chance ---


def test_DWO_017_everybody_may_begin() -> None:
    firsts = Counter(new(4, seed).cells[FIRST] for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 60    # a fair share is 100; four standard deviations are 35


def test_DWO_008_012_every_card_may_be_removed_or_dealt_and_every_mission_too() -> None:
    removed: set[int] = set()
    dealt: set[int] = set()
    tasks: list[set[int]] = [set(), set()]
    for seed in range(150):
        s = new(2, seed)
        removed.update(s.kinds(REMOVED))
        for seat in range(2):
            dealt.update(s.row_item(HAND.of(seat), i) for i in range(3))
            tasks[seat].update(s.row_item(SECRET.of(seat), i) for i in range(2))
        assert len({s.row_item(SECRET.of(seat), i) for seat in range(2) for i in range(2)}) == 4
    assert removed == dealt == set(range(30))
    assert tasks == [set(range(20))] * 2


# --- whole games ---


@pytest.mark.parametrize(("seats", "turns"), [(2, 10), (3, 8), (4, 7), (5, 6)])
def test_DWO_021_030_035_everybody_has_the_same_number_of_turns(seats: int, turns: int) -> None:
    s = GAME.new_game(RULES, seats, GAME.quick_dice(3), Journal(GAME.layout))
    play(s, quick(3, 1))
    assert s.journal is not None
    begun = [line.seat() for line in read(s.journal, -1) if line.word == "turn"]
    first = s.cells[FIRST]
    assert begun == [(first + i) % seats for i in range(seats * turns)]    # DWO-020
    lying = sum(s.size(FACE_UP.of(place)) + s.row_size(FACE_DOWN.of(place)) for place in range(ELIMINATED + 1))
    assert lying == 3 * seats * turns


@pytest.mark.parametrize("seats", [2, 5])
def test_DWO_080_areas_are_never_empty_again(seats: int) -> None:
    s = new(seats, 5)
    played: set[int] = set()

    def each(s: AnyState) -> None:
        if isinstance(s.top(), Where) and s.row_size(HAND.of(s.seat)) == 3:    # a turn begins
            if played:
                assert sum(s.size(FACE_UP.of(side)) + s.row_size(FACE_DOWN.of(side)) for side in (ABOVE, BELOW))
            for seat in played:
                assert s.size(FACE_UP.of(DOMAIN + seat)) + s.row_size(FACE_DOWN.of(DOMAIN + seat))
            played.add(s.seat)

    play(s, quick(5, 1), each)


def test_DWO_R13_what_lies_face_up_may_be_taken_back_until_cards_are_drawn() -> None:
    seen: set[tuple[bool, bool]] = set()
    for seed in range(12):
        s = GAME.new_game(RULES, 3, GAME.quick_dice(seed), Journal(GAME.layout))
        chooser, seat = quick(seed, 1), s.seat
        while s.seat == seat and isinstance(s.top(), (Where, Which)):
            moment, lays, before = Moment(s, seat), isinstance(s.top(), Which), spies(s)
            s.apply(s.options[chooser.below(len(s.options))])
            spy, drawn = spies(s) > before, s.seat != seat
            assert moment.undoable(s) == (not spy and not drawn)
            if lays:
                seen.add((spy, drawn))
    assert seen == {(spy, drawn) for spy in (False, True) for drawn in (False, True)}


def spies(s: Court) -> int:
    """That lie on the table."""
    return sum(s.row_size(FACE_DOWN.of(place)) for place in range(DOMAIN + s.seats))


def test_DWO_022_nobody_has_won_before_the_end() -> None:
    s = new(3, 2)
    while not s.over():
        page = view(GAME, s, 0)
        assert page.winners == []
        assert page.scores is not None
        assert [points["missions"] for points in page.scores[1:]] == [0, 0]    # others' missions are nobody's business
        s.apply(s.options[0])
    assert view(GAME, s, 0).winners


@pytest.mark.parametrize("memory", ["nobody", "owner_recalls"])
def test_DWO_061_075_R05_no_reader_of_the_journal_learns_a_spys_family(memory: str) -> None:
    """But for who drew and played it, if that may be recalled; what an assassin removes nobody ever reads."""
    rules = GAME.chosen_rules({"spy_memory": memory})
    eliminated = 0
    for seed in range(12):
        s = GAME.new_game(rules, 3, GAME.quick_dice(seed), Journal(GAME.layout))
        journal = s.journal
        assert journal is not None
        play(s, quick(seed, 1))
        for viewer in (SPECTATOR, 0, 1, 2, OMNISCIENT, OPENED):
            for line in takewhile(lambda line: line.word != "end", read(journal, viewer)):    # then all is turned up
                eliminated += line.target == "eliminated_spies"
                if line.card.endswith("_spy"):
                    assert memory == "owner_recalls"
                    assert line.target == "hand" or line.source == "hand"
                    assert viewer in (line.target_seat, line.source_seat, OMNISCIENT, OPENED)
    assert eliminated > 0


def test_DWO_R05_version_1_let_players_recall_their_spies() -> None:
    assert GAME.options()["spy_memory"] == "nobody"
    assert GAME.of_version(1).options()["spy_memory"] == "owner_recalls"


@pytest.mark.parametrize("memory", ["nobody", "owner_recalls"])
@pytest.mark.parametrize("revealed", [False, True])
def test_DWO_008_014_R06_what_stays_secret_after_the_end(memory: str, revealed: bool) -> None:
    rules = GAME.chosen_rules({"spy_memory": memory, "reveal_eliminated_spies_after_game": revealed})
    parts = {"above_spies": ["toad_spy"], "eliminated_spies": ["carp_spy"], "played_by": ["0", "0"],
             "missions": [["W01", "B01"], ["W02", "B02"]]}  # fmt: skip
    s = set_up(GAME, rules, 2, quick(0), parts)
    GAME.phases["end"](s, -1)
    s.journal = Journal(GAME.layout)
    s.advance()
    shown = view(GAME, s, OPENED).zones
    assert shown["removed"] == 88
    assert shown["box"] == 16
    assert shown["above"] == {"toad_spy": 1}
    assert shown["shown_missions 1"] == ["W02", "B02"]
    assert "carp_spy" not in str(shown) or revealed
    assert shown["eliminated_spies"] == ([] if revealed else 1)
    assert shown["eliminated"] == ({"carp_spy": 1} if revealed else {})
    assert any(line.card == "carp_spy" for line in read(s.journal, OPENED)) == revealed


def test_no_reader_of_the_journal_learns_what_was_removed() -> None:
    s = GAME.new_game(RULES, 2, GAME.quick_dice(1), Journal(GAME.layout))
    assert s.journal is not None
    removed = [line for line in read(s.journal, OPENED) if line.target == "removed"]
    assert [(line.number, line.card) for line in removed] == [(30, "")]


def test_spies_look_alike_to_others_when_they_are_played() -> None:
    step = Which(0, ABOVE)
    shown = {name: step.shows(PLAY.of(kind), 1) for kind, name in enumerate(NAMES)}
    assert len({shown[f"{family}_spy"] for family in FAMILY_NAMES}) == 1
    assert len(set(shown.values())) == len(NAMES) - len(FAMILY_NAMES) + 1


def test_the_same_seed_brings_the_same_cards_whatever_is_played() -> None:
    """Dice of their own for every draw: choices change nothing about what comes next."""
    drawn = []
    for chooser in (quick(1, 1), quick(2, 1)):
        s = new(3, 4)
        hands: list[list[int]] = []

        def each(s: AnyState, hands: list[list[int]] = hands) -> None:
            if isinstance(s.top(), Where) and s.row_size(HAND.of(s.seat)) == 3:    # a turn begins
                hands.append([s.row_item(HAND.of(s.seat), i) for i in range(3)])

        play(s, chooser, each)
        drawn.append(hands)
    assert drawn[0] == drawn[1]


# --- what a viewer may guess ---


def test_unknown_spies_are_any_that_are_left_and_a_recalled_one_is_itself() -> None:
    """Seat 0 has played a Carp spy and holds another: that leaves ten spies, two of each other family."""
    rules = GAME.chosen_rules({"spy_memory": "owner_recalls"})
    s = set_up(GAME, rules, 3, quick(0), {"above_spies": ["carp_spy", "hare_spy"], "played_by": ["0", "1"],
                                          "hand 0": ["carp_spy", "toad_plain", "deer_plain"]})  # fmt: skip
    GAME.phases["turn"](s, 0)
    s.advance()
    dice = quick(4)
    found: Counter[str] = Counter()
    for _ in range(500):
        r = s.resample(0, dice)
        assert NAMES[r.row_item(FACE_DOWN.of(ABOVE), 0)] == "carp_spy"
        found[NAMES[r.row_item(FACE_DOWN.of(ABOVE), 1)]] += 1
        assert MEMORIES[r.row_item(RECALLED.of(1), 1)] == NAMES[r.row_item(FACE_DOWN.of(ABOVE), 1)]
    assert set(found) == {f"{family}_spy" for family in FAMILY_NAMES if family != "carp"}
    assert min(found.values()) > 60    # a fair share is 100; four standard deviations are 36
    others = Counter(NAMES[s.resample(2, dice).row_item(FACE_DOWN.of(ABOVE), 0)] for _ in range(300))
    assert len(others) == 6    # to somebody else it may be of any family


# --- conditions of missions ---


@pytest.mark.parametrize("text", [card["condition"] for card in GAME.components["mission"]])
def test_every_condition_can_be_read(text: str) -> None:
    assert len(conditions.read(text)) == 5


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("my butterfly left butterfly", "needs one comparison"),
        ("my butterfly < left butterfly < 3", "needs one comparison"),
        ("my dragon < 3", "'my dragon' in 'my dragon < 3' cannot be counted"),
        ("left noble >= 3", "'left noble'"),
        ("my butterfly <", "'' in"),
    ],
)
def test_a_mistaken_condition_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Mistake, match=sentence):
        conditions.read(text)


def test_a_new_mission_needs_no_code() -> None:
    """The words can be combined as no printed card does."""
    other = {**GAME.components, "mission": [dict(card) for card in GAME.components["mission"]]}
    other["mission"][0]["condition"] = "esteemed families >= 1"
    other["mission"][1]["condition"] = "hare is esteemed"
    other["mission"][2]["condition"] = "my plain <= 2"
    rules = GAME.rules(other, GAME.options())
    s = GAME.table(rules, 2, quick(0))
    s.fill(FACE_UP.of(ABOVE), NAMES.index("hare_plain"), 1)
    s.fill(FACE_UP.of(DOMAIN), NAMES.index("deer_plain"), 3)
    t = tally(s, True)
    assert [met(rules, t, 0, mission) for mission in range(3)] == [True, True, False]
    assert [met(rules, t, 1, mission) for mission in range(3)] == [True, True, True]


# --- advice ---


@pytest.mark.parametrize("seats", [2, 4])
def test_with_nothing_left_to_play_the_outlook_is_the_truth(seats: int) -> None:
    for seed in range(5):
        s = new(seats, seed)
        play(s, quick(seed, 1))
        outlook = Outlook(s)
        for seat, points in enumerate(s.scores()):
            assert outlook.domain(s, seat) == pytest.approx(points["domain"], abs=0.1)
            assert outlook.missions(s, seat) == pytest.approx(points["missions"], abs=0.1)


def test_advice_beats_chance() -> None:
    report = simulate(plan("dworzanie", 2, 1, {}, ["heuristic", "random"]), 6, 1, lambda n: None)
    assert report.win_share[0] > 0.8


def test_playing_twins_is_one_option() -> None:
    for seed in range(60):
        s = new(2, seed)
        s.apply(s.options[0])
        cards = {s.row_item(HAND.of(s.seat), i) for i in range(3)}
        assert sorted(s.options) == sorted(PLAY.of(kind) for kind in cards)
