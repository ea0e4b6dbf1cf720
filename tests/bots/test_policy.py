"""Policies: what they read, that they play as they were trained, and that what is kept fits today's games."""

from __future__ import annotations

from collections import Counter
from math import exp

import pytest

from intryga import games
from intryga.bots.bot import Budget, Perspective
from intryga.bots.columns import columns
from intryga.bots.levels import LEVELS, settings
from intryga.bots.policies import FILE, kept, matrix, policy, read, written
from intryga.bots.policy import PolicyBot
from intryga.bots.rehearsal import RehearsalBot
from intryga.bots.search import SearchBot
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
    leads = settings(game, LEVELS[-1], 2).__class__(thinks="rehearsal", leads="policy", iterations=7)
    bot = leads.bot(game, 2)
    assert isinstance(bot, SearchBot)
    assert bot.iterations == 7
    assert bot.policy is None
