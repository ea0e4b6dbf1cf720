"""Self-play: what is read in numpy is what the bot reads, the network that plays is the one that was trained, and it
learns."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from intryga import games
from intryga.bots.bot import Budget, Perspective
from intryga.bots.columns import Cards
from intryga.bots.policies import Learnt
from intryga.bots.policy import PolicyBot
from intryga.kernel.dice import quick
from intryga.kernel.observe import new_observation
from intryga.lab.ppo import Lesson, Network, drawn, improve
from intryga.lab.selfplay import Classroom, School, Schooling, fallen

GAME = games.find("spiskowcy")
WHAT = Schooling(GAME.id, GAME.version, {2: 16, 3: 8}, decisions=6000, hidden=(16, 12), batch=4096, points=5.0, seed=4)


def taught(what: Schooling = WHAT) -> School:
    school = School(games.find(what.game), what)
    for _ in school.teach():
        pass
    return school


def test_the_policy_that_plays_is_the_one_that_was_trained() -> None:
    school = taught()
    learnt = msgspec.json.decode(msgspec.json.encode(school.learnt()), type=Learnt)
    for room in school.rooms:
        bot = PolicyBot(learnt.policy(GAME, room.seats))
        s = GAME.new_game(GAME.chosen_rules(), room.seats, GAME.quick_dice(3))
        dice = quick(5)
        asked = 0
        while asked < 12:
            options = s.options
            if len(options) > 1:
                asked += 1
                form = room.many.form
                seen = new_observation(form.length)
                form.observer.write(s, s.seat, seen, 0)
                turned = [int(form.observer.from_viewer[s.seat][action]) for action in options]
                mask = np.zeros((1, form.actions), np.uint8)
                mask[0, turned] = 1
                rows = room.reader.read(np.frombuffer(seen, np.int16)[None])
                expected = np.log(school.net.forward(rows, mask).chances[0, turned])
                values = bot.think(Perspective(GAME, s, s.seat), quick(1), Budget()).values
                assert values == pytest.approx(expected.tolist(), abs=0.2)    # weights are kept in 8 bits
            s.apply(options[dice.below(len(options))])


def test_the_same_seed_gives_the_same_policy() -> None:
    assert taught().learnt() == taught().learnt()
    assert taught().learnt() != taught(msgspec.structs.replace(WHAT, seed=5)).learnt()


def test_it_learns_to_win_against_chance() -> None:
    """Some two seconds; who plays at random wins one half."""
    what = Schooling(GAME.id, GAME.version, {2: 64}, decisions=60_000, hidden=(64, 32), batch=8192, points=5.0)
    learnt = taught(what).learnt()
    assert learnt.trained["decisions"] >= 60_000
    bot, dice, won = PolicyBot(learnt.policy(GAME, 2)), quick(2), 0.0
    for game in range(60):
        s = GAME.new_game(GAME.chosen_rules(), 2, GAME.quick_dice(900, game))
        seat = game % 2
        while not s.over():
            mine = s.seat == seat
            s.apply(bot.choose(Perspective(GAME, s, seat), dice) if mine else s.options[dice.below(len(s.options))])
        won += s.returns()[seat]
    assert won > 40


def test_a_decision_is_worth_what_the_game_brought_its_seat() -> None:
    school = School(GAME, msgspec.structs.replace(WHAT, blend=1.0, earlier=0.0))
    room: Classroom = school.rooms[0]
    steps = list(room.play(school.net, school.selves, 4000))
    lesson = room.lesson(steps)
    # With blend 1 nothing but the end of the game counts. Lessons are written backwards.
    expected: list[float] = []
    ends: dict[int, np.ndarray] = {}
    for at in reversed(steps):
        ends.update(zip(at.over.tolist(), at.worth, strict=True))
        told = [(game, seat) for game, seat in zip(at.games.tolist(), at.seats.tolist(), strict=True) if game in ends]
        expected += [ends[game][seat] for game, seat in told]
    end = next(iter(ends.values()))
    assert float(end.sum()) == pytest.approx(0.0, abs=1e-5)
    worths = lesson.worths.tolist()
    finished = [worth for worth in worths if any(abs(worth - one) < 1e-4 for one in expected)]
    assert len(finished) >= len(expected) > 1000


def test_an_earlier_self_teaches_nothing_by_its_own_choices() -> None:
    school = School(GAME, msgspec.structs.replace(WHAT, earlier=0.5))
    school.remember()
    room = school.rooms[0]
    against = 0
    for at in room.play(school.net, school.selves, 4000):
        for game, seat in zip(at.games, at.seats, strict=True):
            if room.rivals[game] >= 0 and game not in at.over:
                against += 1
                assert seat == room.learner[game]
    assert against
    for _ in range(12):
        school.remember()
    assert len(school.selves) == 8
    assert school.selves[0] is None
    assert room.rivals.max() < 8


def test_what_was_better_than_expected_becomes_likelier() -> None:
    random = np.random.default_rng(1)
    net = Network(4, [], (8, 8), 3, random)
    seen = np.ones((4096, 4), np.float32)
    masks = np.tile(np.array([1, 1, 0], np.uint8), (4096, 1))
    before = net.forward(seen[:1], masks[:1]).chances[0]
    assert before[2] == 0
    found = net.forward(seen, masks)
    actions = drawn(found.chances, random)
    assert set(actions.tolist()) == {0, 1}
    good = (actions == 1).astype(np.float32)
    logs = np.log(found.chances[np.arange(4096), actions])
    for _ in range(5):
        progress = improve(net, Lesson(seen, masks, actions, logs, good, good), 1e-2, 0.0, random)
    after = net.forward(seen[:1], masks[:1])
    assert after.chances[0, 1] > before[1] + 0.05
    assert 0 < progress.undecided < 0.7


def test_the_slope_of_what_cards_are_like_is_that_of_all_the_places_where_they_lie() -> None:
    random = np.random.default_rng(3)
    cards = [Cards(2, ("a", "b", "c")), Cards(6, ("a", "b", "c"))]
    net = Network(10, cards, (5, 4), 3, random)
    assert net.plain == [0, 1, 5, 9]
    slope = random.standard_normal(net.first.shape).astype(np.float32)
    rows, tables = net.apart(slope)
    for part, found, at in [(0, rows, (1, 2)), (0, rows, (7, 3)), (6, tables[0], (1, 4))]:
        before = float((net.reads() * slope).sum())
        net.weights[part][at] += 0.01
        assert (float((net.reads() * slope).sum()) - before) / 0.01 == pytest.approx(float(found[at]), abs=0.01)


def test_what_never_had_anything_to_learn_from_is_kept_as_nothing() -> None:
    random = np.random.default_rng(1)
    net = Network(4, [], (8, 8), 3, random)
    seen = np.tile(np.array([1, 0, 1, 0], np.float32), (2048, 1))
    masks, actions = np.ones((2048, 3), np.uint8), np.zeros(2048, np.int64)
    logs, worths = np.full(2048, -1.0, np.float32), random.standard_normal(2048).astype(np.float32)
    improve(net, Lesson(seen, masks, actions, logs, worths, worths), 1e-2, 0.0, random)
    first = net.learnt()[0]
    assert not first[[1, 3]].any()
    assert first[[0, 2]].any()


def test_rates_fall_evenly() -> None:
    assert [fallen(2.0, 0.1, part) for part in (0.0, 0.5, 1.0)] == pytest.approx([2.0, 1.1, 0.2])
