"""What bots make of a budget, and what their thoughts say."""

from __future__ import annotations

import pytest

from intryga import games
from intryga.bots import BOTS, LEVELS, find, find_or_import
from intryga.bots.advice import ADVICE, AdviceBot, when_chosen
from intryga.bots.bot import LOOK_UP, Bot, Budget, Perspective
from intryga.bots.hints import Hint, Hints, tried_by
from intryga.bots.levels import settings
from intryga.bots.rehearsal import RehearsalBot
from intryga.bots.search import Search, SearchBot
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake
from tests.support import Case, all_games, cases, moments

GAMES = all_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def a_choice(case: Case, seed: int = 5) -> Perspective:
    """Somebody's real choice in mid-game."""
    for s in moments(case, seed, 60):
        if len(s.options) > 1:
            return Perspective(case.game, s, s.seat)
    raise AssertionError("no choice in sixty positions")


@each_game
def test_iterations_are_counted_and_the_most_tried_is_chosen(game) -> None:
    perspective = a_choice(Case(game, game.seats[0]))
    thought = SearchBot(24).think(perspective, quick(1), Budget())
    assert sum(thought.visits) == 24
    assert thought.options == perspective.options()
    assert thought.visits[thought.options.index(thought.action)] == max(thought.visits)
    assert all(0.0 <= value <= 1.0 for value in thought.values)
    assert thought.best_first()[0] == thought.action
    again = SearchBot(24).think(perspective, quick(1), Budget())
    assert (again.action, again.visits, again.values) == (thought.action, thought.visits, thought.values)


@each_game
def test_the_advice_leans_a_search_towards_it(game) -> None:
    perspective = a_choice(Case(game, game.seats[0]))
    thought = SearchBot(24, prior=0.5).think(perspective, quick(1), Budget())
    assert sum(thought.visits) == 24
    assert thought.action in thought.options


def test_points_lead_a_search_and_chances_stay_shares_of_the_victory() -> None:
    game = games.find("spiskowcy")
    s = game.new_game(game.chosen_rules(), 2, game.quick_dice(3))
    s.rush(quick(1), 10_000)
    hopes = Search(SearchBot(1, points=0.5), 0, [], quick(1)).hopes(s, s.returns())
    assert sum(hopes) == pytest.approx(1.0)
    ahead = max(range(2), key=s.total)
    assert 0.5 < hopes[ahead] < 1.0, "a victory by little is hoped for less than one by much"
    bot = SearchBot(24, points=1.0)
    thought = bot.think(a_choice(Case(game, 2)), quick(1), Budget())
    for value, visits in zip(thought.values, thought.visits, strict=True):
        assert (2 * value * visits) == pytest.approx(round(2 * value * visits))    # whole and half victories


def test_seconds_end_a_thought() -> None:
    """Long before ten to the ninth iterations, which would take days."""
    thought = SearchBot(10**9).think(a_choice(cases()[0]), quick(1), Budget(seconds=0.05))
    assert 8 <= sum(thought.visits) < 10**8


def test_a_thought_can_be_stopped() -> None:
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) == 3

    thought = SearchBot(10**9).think(a_choice(cases()[0]), quick(1), Budget(stop=stop))
    assert sum(thought.visits) == 3 * 8


@each_game
def test_who_only_chooses_chooses_what_was_thought(game) -> None:
    for seed in (5, 6):
        perspective = a_choice(Case(game, game.seats[0]), seed)
        for bot in (SearchBot(24, exploration=0.1), SearchBot(24, prior=0.5)):
            assert bot.choose(perspective, quick(1)) == bot.think(perspective, quick(1), Budget()).action


def test_who_only_chooses_is_done_when_nothing_can_be_tried_as_often_any_more() -> None:
    looks: list[bool] = []

    def look() -> bool:
        looks.append(True)
        return False

    SearchBot(160, exploration=0.1).choose(a_choice(Case(games.find("spiskowcy"), 2)), quick(1), Budget(stop=look))
    assert len(looks) < 160 // LOOK_UP - 1


def test_a_lone_option_is_taken_without_a_thought() -> None:
    class Lazy(Bot):
        pass

    for s in moments(cases()[0], 3, 40):
        if len(s.options) == 1:
            assert Lazy().choose(Perspective(cases()[0].game, s, s.seat), quick(1)) == s.options[0]


def test_options_are_the_callers_own() -> None:
    perspective = a_choice(cases()[0])
    before = perspective.options()
    perspective.options().clear()
    assert perspective.options() == before


@each_game
def test_a_perspective_observes_what_its_seat_knows(game) -> None:
    case = Case(game, game.seats[0])
    for s in moments(case, 4, 3):
        one = Perspective(game, s, s.seat)
        other = Perspective(game, s.resample(s.seat, quick(2)), s.seat)
        assert list(one.observe()) == list(other.observe())
        assert one.key() == other.key()
        assert one.chain_goes_on() == other.chain_goes_on()


def test_chains_are_played_to_their_end() -> None:
    """A choice that is only begun is worth its best completion."""
    found = 0
    for game in GAMES:
        for s in moments(Case(game, game.seats[0]), 2, 12):
            if s.chain_goes_on(s.seat):
                seat, worths = s.seat, []
                for action in s.options:
                    after = s.clone()
                    after.apply(action)
                    worths.append(when_chosen(after, seat))
                assert when_chosen(s, seat) == max(worths)
                found += 1
    assert found


def test_what_does_not_come_to_mind_is_a_kind_of_move() -> None:
    """Some options are missing at times, never all, and those of one verb together."""
    case = cases()[0]
    perspective = a_choice(case)
    bot = AdviceBot(1, 1.0, 0.5)
    sizes = set()
    for seed in range(40):
        options = bot.think(perspective, quick(seed), Budget()).options
        verbs = {case.game.space.verb(action).name for action in options}
        assert options == [one for one in perspective.options() if case.game.space.verb(one).name in verbs]
        sizes.add(len(options))
    assert min(sizes) > 0


@each_game
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_settings(game, level: str) -> None:
    for seats in game.seats:
        assert settings(game, level, seats).bot(game, seats) is not None


def test_levels_are_bots() -> None:
    assert set(LEVELS) < set(BOTS)
    with pytest.raises(Mistake, match="hard"):
        find("hardd")


def test_a_bot_of_ones_own_joins_by_module_and_class() -> None:
    assert isinstance(find_or_import("intryga.bots.random:RandomBot"), Bot)
    assert find_or_import("heuristic") is not None
    for wrong in ("nowhere:Bot", "intryga.bots.random:Nobody", "builtins:dict", "intryga.bots.search:SearchBot"):
        with pytest.raises(Mistake):
            find_or_import(wrong)
    with pytest.raises(Mistake):
        find("intryga.bots.random:RandomBot")    # tables take names only
    assert games.names()


@each_game
def test_the_terms_of_the_advice_sum_to_its_value(game) -> None:
    """So that the reason which a hint gives is the bot's own."""
    for s in moments(Case(game, game.seats[0]), 6, 12):
        for seat in range(s.seats):
            assert sum(s.terms(seat).values()) == pytest.approx(s.value(seat))


@each_game
def test_options_are_compared_in_the_same_worlds(game) -> None:
    perspective = a_choice(Case(game, game.seats[0]))
    search = SearchBot(16).search(perspective, quick(1), Budget())
    found = search.weigh(search.thought().best_first()[:3], perspective, quick(2), Budget(12))
    assert found.worlds == 12
    assert found.lost(0) == (0.0, 0.0)
    for i in range(len(found.options)):
        assert found.chance(0)[0] - found.chance(i)[0] == pytest.approx(found.lost(i)[0])


@each_game
def test_every_seat_has_an_outlook_whoever_is_to_choose(game) -> None:
    for s in moments(Case(game, game.seats[0]), 6, 3):
        for seat in range(s.seats):
            found = SearchBot(12).outlook(Perspective(game, s, seat), quick(1), Budget())
            assert found.games == 12
            assert sum(found.chances) <= 1.0 + 1e-9    # a guest may win too


@pytest.mark.parametrize("seats", [2, 4])
def test_who_plays_on_may_be_sensible_for_some_turns_only(seats: int) -> None:
    perspective = a_choice(Case(games.find("spiskowcy"), seats))

    def values(picks: int, turns: int) -> list[float]:
        return SearchBot(60, picks=picks, picks_turns=turns).think(perspective, quick(1), Budget()).values

    assert values(2, 0) == values(2, 1000)    # to the end
    assert len({tuple(values(*led)) for led in ((1, 0), (2, 4), (2, 0))}) == 3


def test_worlds_in_which_nothing_is_hidden_differ_by_what_will_be_drawn() -> None:
    """The set-up of Strażnik Kluczy: played on by the advice alone, only the dice of the worlds make a difference."""
    game = games.find("straznik_kluczy")
    s = game.new_game(game.chosen_rules(), 2, game.quick_dice(4))
    perspective = Perspective(game, s, s.seat)
    search = Search(SearchBot(1, horizon=2, picks=20, tree=False), s.seat, perspective.options(), quick(1))
    found = search.weigh(perspective.options()[:2], perspective, quick(2), Budget(12))
    assert len({shares[0] for shares in found.shares}) > 3


def test_chances_of_a_hint_are_told_by_who_would_play_on() -> None:
    """Sensible people where somebody knows how they would play, else chance, to the end of the game."""
    rehearsal = settings(games.find("straznik_kluczy"), "hard", 2).bot(games.find("straznik_kluczy"), 2)
    assert isinstance(rehearsal, RehearsalBot)
    assert tried_by(rehearsal) is rehearsal.played_on
    search = SearchBot(7)
    assert tried_by(search) is search
    assert tried_by(AdviceBot()).horizon == 0


def test_a_lead_says_less_the_more_is_left_of_the_game() -> None:
    """In the first rounds of Strażnik Kluczy it says nearly nothing: no hint is to promise what nobody knows."""
    game = games.find("straznik_kluczy")
    said = sorted((s.certainty(), *ADVICE.chances(s, 9.0)) for s in moments(Case(game, 2), 5, 200))
    assert said[0][0] < 0.2 < 0.9 < said[-1][0]
    assert all(abs(chance - 0.5) < 0.1 for certain, *chances in said for chance in chances if certain < 0.2)


def test_moves_that_cannot_be_told_apart_are_not_called_sure() -> None:
    best = Hint(action=1, chance=0.52, error=0.01, lost=0.0, lost_error=0.0, term="", difference=0.0)
    near = Hint(action=2, chance=0.51, error=0.01, lost=0.01, lost_error=0.01, term="", difference=0.0)
    far = Hint(action=3, chance=0.45, error=0.01, lost=0.07, lost_error=0.01, term="", difference=0.0)
    assert Hints([best, far], 100).sure == "quite"
    assert Hints([best, near, far], 100).sure == "close"
