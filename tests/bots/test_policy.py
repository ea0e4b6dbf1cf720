"""Policies: what they read, that they play as they were trained, and that what is kept fits today's games."""

from __future__ import annotations

from collections import Counter
from math import exp

import pytest

from intryga import games
from intryga.bots.bot import Budget, Perspective
from intryga.bots.columns import all_kinds, columns, plain_inputs
from intryga.bots.levels import Settings, settings
from intryga.bots.policies import FILE, kept, matrix, policy, read, written
from intryga.bots.policy import PolicyBot, PolicyJudge, product
from intryga.bots.rehearsal import RehearsalBot
from intryga.bots.search import SearchBot
from intryga.games.straznik_kluczy.zones import ROUND
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from tests.support import Case, moments

LEARNT = [(game, seats) for game in map(games.find, games.names()) for seats in game.seats if kept(game, seats)]
each_table = pytest.mark.parametrize(("game", "seats"), LEARNT, ids=lambda one: getattr(one, "id", str(one)))


@each_table
def test_what_is_kept_fits_the_game_as_it_is(game: AnyGame, seats: int) -> None:
    """If not, the game was changed: train anew, as `trained` in the file says."""
    assert policy(game, seats) is not None


def test_somebody_has_learnt() -> None:
    assert LEARNT


def test_nothing_learnt_is_large() -> None:
    for game in {game.id: game for game, _ in LEARNT}.values():
        files = [game.folder.joinpath(name) for name in (FILE, "learned.json")]
        assert sum(len(file.read_bytes()) for file in files if file.is_file()) < 200_000


@each_table
def test_imagined_seats_choose_as_often_as_they_like(game: AnyGame, seats: int) -> None:
    found = policy(game, seats)
    assert found is not None
    s = next(s for s in moments(Case(game, seats), 5, 60) if len(s.options) > 2)
    bot = PolicyBot(found, 1.0)
    liked = {
        action: exp(value)
        for action, value in zip(*(lambda t: (t.options, t.values))(
            bot.think(Perspective(game, s, s.seat), quick(1), Budget())), strict=True)
    }  # fmt: skip
    assert sum(liked.values()) == pytest.approx(1.0)
    dice = quick(7)
    picked = Counter(found.pick(s, dice) for _ in range(2000))
    chosen = Counter(bot.choose(Perspective(game, s, s.seat), dice) for _ in range(2000))
    for action, chance in liked.items():
        assert picked[action] / 2000 == pytest.approx(chance, abs=0.05)
        assert chosen[action] / 2000 == pytest.approx(chance, abs=0.05)
    best = max(liked, key=lambda action: liked[action])
    assert PolicyBot(found).choose(Perspective(game, s, s.seat), quick(2)) == best


def test_one_network_reads_tables_of_all_sizes() -> None:
    """What is seen of a seat goes to the same inputs, whoever else is there; only how many sit there differs."""
    game = games.find("spiskowcy")
    small, large = columns(game, 2, (2, 4)), columns(game, 4, (2, 4))
    assert small.width == large.width
    assert {column for _, column in small.numbers} < {column for _, column in large.numbers}
    assert small.always != large.always
    alone = columns(game, 2, (2,))
    assert alone.width < small.width


def test_places_of_a_zone_are_read_one_by_one_where_that_is_asked_for() -> None:
    game = games.find("konspiracja")
    counted, placed = columns(game, 2, (2,)), columns(game, 2, (2,), ("chamber",))
    chamber = 15 * 30    # places, lords
    assert placed.width == counted.width + 2 * (chamber - 30 - 30)    # of each seat; it has no kinds and no top then
    assert len(placed.words) == len(counted.words)


def test_a_card_is_described_once_wherever_it_lies() -> None:
    """In a hand, in a row and on top of it; each stretch of inputs is one place, and all of them together are apart."""
    game = games.find("straznik_kluczy")
    found = columns(game, 2, (2,))
    folk = next(zone for zone in game.layout.zones if zone.name == "townsfolk_A").kinds
    assert sum(one.kinds == tuple(folk) for one in found.cards) > 20
    taken = sorted(one.first + i for one in found.cards for i in range(len(one.kinds)))
    assert len(set(taken)) == len(taken)
    plain = plain_inputs(found.width, found.cards)
    assert sorted([*taken, *plain]) == list(range(found.width))
    assert len(all_kinds(found.cards)) == len({one.kinds for one in found.cards})
    assert not columns(games.find("spiskowcy"), 2, (2,)).cards    # so few kinds that each place is learnt by itself


def test_matrices_are_multiplied_row_by_row() -> None:
    left, right = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 0.0, -1.0, 2.0, 0.5, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    assert product(left, right, 4) == [5.0, 3.0, 2.0, 7.0, 12.5, 6.0, 2.0, 19.0]


def test_who_is_to_choose_says_what_it_expects_and_the_others_share_the_rest() -> None:
    game = games.find("spiskowcy")
    found = policy(game, 3)
    assert found is not None
    judge = PolicyJudge(found)
    for s in moments(Case(game, 3), 3, 20):
        chances = judge.chances(s, 1.0)
        assert sum(chances) == pytest.approx(1.0)
        assert all(0.0 <= chance <= 1.0 for chance in chances)
        share = (2 * found.expected(s, s.seat) + 1) / 3
        assert chances[s.seat] == pytest.approx(min(max(share, 0.0), 1.0))
    while not s.over():
        s.apply(s.options[0])
    assert judge.chances(s, 1.0) == s.returns()


def test_what_is_expected_says_who_wins() -> None:
    game = games.find("straznik_kluczy")
    found, dice, hopes = policy(game, 2), quick(4), []
    assert found is not None
    for number in range(40):
        s = game.new_game(game.chosen_rules(), 2, game.quick_dice(70, number))
        chances: list[float] = []
        while not s.over():
            if s.cells[ROUND] == 14 and not chances:
                chances = PolicyJudge(found).chances(s, 1.0)
            s.apply(found.pick(s, dice))
        if chances:
            hopes.append(sum(share * chance for share, chance in zip(s.returns(), chances, strict=True)))
    assert len(hopes) > 20
    assert sum(hopes) / len(hopes) > 0.55    # of whoever won; 0.5 would say nothing


def test_weights_are_kept_to_a_part_of_the_largest_in_their_column() -> None:
    rows = [[0.5, -3.0, 0.0], [-0.25, 1.0, 0.0]]
    found = matrix(rows).numbers()
    for number, weight in zip(found, [number for row in rows for number in row], strict=True):
        assert number == pytest.approx(weight, abs=3.0 / 200)


def test_a_network_takes_the_place_of_those_for_the_same_tables() -> None:
    game = games.find("spiskowcy")
    one = kept(game, 2)
    assert one is not None
    assert read(written([one], one)) == [one]


def test_who_leads_by_a_policy_plays_imagined_games_by_it() -> None:
    game = games.find("spiskowcy")
    hard = settings(game, "hard", 2).bot(game, 2)
    assert isinstance(hard, RehearsalBot)
    assert isinstance(hard.glance, PolicyBot)
    assert hard.played_on.policy is hard.glance.policy
    s = next(s for s in moments(Case(game, 2), 5, 60) if len(s.options) > 2)
    perspective = Perspective(game, s, s.seat)
    led = SearchBot(40, policy=hard.glance.policy)
    for turns in (0, 2):
        led.picks_turns = turns
        thought = led.think(perspective, quick(1), Budget())
        assert sum(thought.visits) == 40
        assert thought.values != SearchBot(40).think(perspective, quick(1), Budget()).values


def test_where_nothing_was_learnt_a_search_takes_its_place() -> None:
    game = games.find("dworzanie")
    for judge in ("advice", "policy"):
        leads = Settings(thinks="rehearsal", leads="policy", judge=judge, iterations=7)
        bot = leads.bot(game, 2)
        assert isinstance(bot, SearchBot)
        assert bot.iterations == 7
        assert bot.policy is None
