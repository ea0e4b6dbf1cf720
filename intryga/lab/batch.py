"""Many games side by side, stepped in one call. Compiled; vector.py shows it to numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i16, i32, i64, u8

from intryga.bots.bot import Bot, Perspective
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice, quick
from intryga.kernel.observe import Observer, new_mask, new_observation
from intryga.kernel.rules import RuleSet
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
        for i in range(count):
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
        observer = self.observer
        self.seats[place] = i16(s.seat)
        observer.write_over(s, s.seat, self.observations, place * observer.length)
        observer.put_options(s, s.seat, self.masks, place * observer.actions, 1)

    def erase(self, s: AnyState, place: i64) -> None:
        """What was shown of a game is taken away before it goes on: then only what changes has to be written."""
        observer = self.observer
        observer.erase(s, s.seat, self.observations, place * observer.length)
        observer.put_options(s, s.seat, self.masks, place * observer.actions, 0)

    def step(self, actions: list[i64]) -> i64:
        """One answer in each game, numbered as the seat that is asked counts; says how many games ended. Answers are
        not checked against the rules: the masks tell what may be done."""
        ended: i64 = 0
        seats = self.observer.seats
        decisions = self.decisions
        over = self.over
        for i in range(self.count):
            s = self.games[i]
            seat = s.seat
            self.erase(s, i)
            if over[i]:
                decisions[i] = 0
                over[i] = 0
            s.answer_for(seat, self.observer.to_engine[seat][actions[i]])
            self.let_bots_play(s, i)
            decisions[i] += 1
            if s.seat < 0:
                over[i] = 1
                ended += 1
                returns = worth(s, self.reward)
                for other in range(seats):
                    self.returns[i * seats + other] = returns[other]
                s = self.new_game(i)
                self.games[i] = s
            self.show(s, i)
        return ended

    def step_at_random(self, dice: Dice) -> i64:
        """The same with any legal answers: what the batch itself costs."""
        actions: list[i64] = []
        for s in self.games:
            actions.append(self.observer.from_viewer[s.seat][s.options[dice.below(len(s.options))]])
        return self.step(actions)
