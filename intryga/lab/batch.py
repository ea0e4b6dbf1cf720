"""Many games side by side, stepped in one call. Compiled; vector.py shows it to numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i16, i32, i64, u8

from intryga.bots.bot import Bot, Perspective
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice, quick
from intryga.kernel.observe import Observer, new_mask, new_observation
from intryga.kernel.rules import RuleSet
from intryga.kernel.screen import Screen
from intryga.kernel.screen_plan import ScreenPlan
from intryga.kernel.state import AnyState
from intryga.lab.rewards import worth

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame


class Batch:
    """Each game waits for one seat; `step` answers in all of them, and a finished game is replaced by the next one.
    Others look into the buffers: they are written in place and never replaced. Game number i of a seed is that of
    `intryga sim`, whatever the batch."""

    def __init__(self, game: AnyGame, rules: RuleSet, observer: Observer, count: i64, seed: int, reward: str,
                 bot: Bot | None) -> None:  # fmt: skip
        self.game = game
        self.rules = rules
        self.observer = observer
        self.seed = seed
        self.reward = reward
        self.bot = bot    # plays all seats but the learner's, which moves on from game to game; without it all ask
        self.bot_dice: Dice = quick(seed, 1)
        self.next: i64 = 0    # the number of the next game
        self.count: i64 = count
        self.observations: vec[i16] = new_observation(count * observer.length)
        self.masks: vec[u8] = new_mask(count * observer.actions)
        self.over: vec[u8] = new_mask(count)    # the last answer ended a game
        self.seats: vec[i16] = new_observation(count)    # who is asked
        self.learners: vec[i16] = new_observation(count)
        self.decisions: vec[i32] = vec[i32]([0 for _ in range(count)])    # so far, or of the game that has just ended
        self.returns: vec[float] = vec[float]([0.0 for _ in range(count * observer.seats)])    # of games that ended
        self.games: list[AnyState] = []
        plan = ScreenPlan(observer, game.layout)
        self.screens: list[Screen] = []
        for i in range(count):
            screen = Screen(plan, self.observations, i * observer.length, self.masks, i * observer.actions)
            self.screens.append(screen)
            s = self.new_game(i)
            self.games.append(s)
            self.show(s, i)

    def new_game(self, place: i64) -> AnyState:
        """The next one in which the learner is asked at all."""
        while True:
            number = self.next
            self.next += 1
            dice = self.game.quick_dice(self.seed, 2 * number)
            s: AnyState = self.game.new_game(self.rules, self.observer.seats, dice)
            self.learners[place] = i16(number % self.observer.seats)
            self.let_bots_play(s, place)
            if s.seat >= 0:
                return s

    def let_bots_play(self, s: AnyState, place: i64) -> None:
        bot = self.bot
        if bot is None:
            return
        learner = i64(self.learners[place])
        while s.seat >= 0 and s.seat != learner:
            s.answer_for(s.seat, bot.choose(Perspective(self.game, s, s.seat), self.bot_dice))

    def show(self, s: AnyState, place: i64) -> None:
        self.seats[place] = i16(s.seat)
        self.screens[place].show(s, s.seat)

    def not_offered(self, actions: list[i64]) -> i64:
        """The first game in which the action is not offered; -1 if all are."""
        width = self.observer.actions
        for i in range(self.count):
            action = actions[i]
            if action < 0 or action >= width or not self.masks[i * width + action]:
                return i
        return -1

    def step(self, actions: list[i64]) -> i64:
        """One answer in each game, numbered as the seat that is asked counts; says how many games ended. Answers are
        not checked against the rules: the masks tell what may be done."""
        ended: i64 = 0
        for i in range(self.count):
            seat = i64(self.seats[i])
            if self.answer(i, self.observer.to_engine[seat][actions[i]]):
                ended += 1
        return ended

    def step_at_random(self, dice: Dice) -> i64:
        """The same with any legal answers: what the batch itself costs."""
        ended: i64 = 0
        for i in range(self.count):
            options = self.games[i].options
            if self.answer(i, options[dice.below(len(options))]):
                ended += 1
        return ended

    def answer(self, place: i64, action: i64) -> bool:
        """In one game, by the engine's number of the action; says whether the game ended."""
        s = self.games[place]
        if self.over[place]:
            self.decisions[place] = 0
            self.over[place] = 0
        s.answer_for(s.seat, action)
        self.let_bots_play(s, place)
        self.decisions[place] += 1
        ended = s.seat < 0
        if ended:
            self.over[place] = 1
            returns = worth(s, self.reward)
            seats = self.observer.seats
            for seat in range(seats):
                self.returns[place * seats + seat] = returns[seat]
            s = self.new_game(place)
            self.games[place] = s
        self.show(s, place)
        return ended
