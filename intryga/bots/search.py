"""Search over information sets: a fresh world for every iteration, a tree for every seat, random play to the end.

Each seat has a tree of its own over what *it* has done and seen (multiple-observer information set Monte Carlo tree
search), so that nobody, me included, learns to answer what it cannot see. What a seat sees of the others' moves the
steps say (`shows`); answers of a sealed run are seen when the box is opened, as far as they are seen at all. Worlds
are sampled from what the thinking seat knows, and nothing else is ever asked.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from mypy_extensions import i64

from intryga.bots.advice import ADVICE, Judge, weighed, when_chosen
from intryga.bots.bot import Bot, Budget, Perspective, Thought, mean_and_error
from intryga.bots.outcomes import Comparison, Outlook
from intryga.bots.policy import Policy
from intryga.kernel.dice import Dice, branch
from intryga.kernel.state import AnyState
from intryga.kernel.steps import UNSEEN

LONGEST: Final = 20_000    # decisions of one imagined game
OTHERS: Final = 1_000_000    # keys of what others were seen to do begin here; those below are one's own actions


@final
class TreeNode:
    """A choice that was made at a point of somebody's tree, and what has followed."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.won = 0.0
        self.hoped = 0.0    # the same, and points beside the victory if they count
        self.offered: i64 = 0    # how often it could have been chosen: options differ from world to world
        self.prior = 0.0
        self.children: dict[i64, TreeNode] = {}


class SearchBot(Bot):
    def __init__(self, iterations: i64, exploration: float = 0.7, prior: float = 0.0, prior_worlds: i64 = 4,
                 prior_temperature: float = 2.0, judge: Judge = ADVICE, horizon: i64 = 0, leaf_temperature: float = 6.0,
                 picks: i64 = 1, picks_turns: i64 = 0, tree: bool = True, points: float = 0.0,
                 points_temperature: float = 4.0, policy: Policy | None = None) -> None:  # fmt: skip
        self.iterations: i64 = iterations
        self.exploration = exploration
        self.prior = prior    # how much the judge counts at the first choice; 0: it is not asked
        self.prior_worlds: i64 = prior_worlds
        self.prior_temperature = prior_temperature
        self.judge = judge    # of the first choice, and of games that are not played to the end
        self.horizon: i64 = horizon    # turns until the judge is asked for the chances; 0: play to the end
        self.leaf_temperature = leaf_temperature    # points that make a chance 2.7 times as good
        self.picks: i64 = picks    # options looked at in an imagined game, of which the best by the advice is taken
        self.picks_turns: i64 = picks_turns    # for so many turns, and by chance from then on; 0: to the end
        self.policy = policy    # chooses in imagined games, in place of the advice and for as long
        self.tree = tree    # or is only the first choice searched, and all that follows imagined?
        self.points = points    # how much of what is hoped for are points, and not the victory alone
        self.points_temperature = points_temperature    # so many more count 2.7 times as much

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        return self.search(perspective, dice, budget).thought()

    def decide(self, perspective: Perspective, dice: Dice, budget: Budget) -> i64:
        return self.search(perspective, dice, budget, True).thought().action

    def search(self, perspective: Perspective, dice: Dice, budget: Budget, only_to_choose: bool = False) -> Search:
        """Who only wants to choose is done when no option can be tried as often any more as the one tried most."""
        budget.begin(self.iterations)
        search = Search(self, perspective.seat, perspective.options(), branch(dice))
        if self.prior > 0.0 and len(search.options) > 1:
            search.ask_judge(perspective, dice)
        done: i64 = 0
        while budget.allows(done) and not (only_to_choose and search.lead() > budget.most - done):
            search.iterate(perspective.sample(dice))
            done += 1
        return search

    def outlook(self, perspective: Perspective, dice: Dice, budget: Budget) -> Outlook:
        """How likely each seat is to win, as far as this one can know, whoever is to choose now."""
        return self.search(perspective, dice, budget).outlook()


@final
class Search:
    """One thought in the making."""

    def __init__(self, settings: SearchBot, me: i64, options: list[i64], dice: Dice) -> None:
        self.settings = settings
        self.me: i64 = me
        self.options = options    # mine; none if only others are to choose
        self.dice = dice    # of choices; the worlds have others
        self.root = TreeNode()
        self.roots: list[TreeNode] = []    # by seat, once their number is known
        self.action: i64 = -1    # the one selected last
        self.forced: i64 = -1    # to be tried next, whatever is hoped of it
        self.games: i64 = 0
        self.won: list[float] = []    # by seat, in all games together
        self.won_squares: list[float] = []

    # --- what a judge says of the first choice ---

    def ask_judge(self, perspective: Perspective, dice: Dice) -> None:
        """How each option looks in a few worlds, as weights that sum to 1."""
        values = [0.0 for _ in self.options]
        for _ in range(self.settings.prior_worlds):
            world = perspective.sample(dice)
            for i in range(len(self.options)):
                after = world.clone()
                after.answer_for(self.me, self.options[i])
                values[i] += when_chosen(after, self.me, self.settings.judge) / float(self.settings.prior_worlds)
        priors = weighed([value / self.settings.prior_temperature for value in values])
        for i in range(len(self.options)):
            node = TreeNode()
            node.prior = priors[i]
            self.root.children[self.options[i]] = node

    def select_by_prior(self) -> TreeNode:
        """At the first choice: the mean so far, and what the judge hopes for where little was tried."""
        visits = 0.0
        hoped = 0.0
        for node in self.root.children.values():
            visits += float(node.visits)
            hoped += node.hoped
        mean = hoped / visits if visits > 0.0 else 0.5
        scale = self.settings.prior * sqrt(visits + 1.0)
        best = -1.0
        chosen = self.root
        for action in self.options:
            node = self.root.children[action]
            found = node.hoped / float(node.visits) if node.visits else mean
            found += scale * node.prior / (1.0 + float(node.visits))
            if found > best:
                best = found
                self.action = action
                chosen = node
        return chosen

    # --- one iteration ---

    def select(self, here: TreeNode, options: list[i64]) -> TreeNode:
        """An untried option at random, else the one of which most is to be hoped. Sets `action`."""
        children = here.children
        exploration = self.settings.exploration
        untried: i64 = 0
        best = -1.0
        chosen = here
        for action in options:
            node = children.get(action)
            if node is None:
                untried += 1
                if self.dice.below(untried) == 0:
                    self.action = action
                continue
            node.offered += 1
            if untried == 0:
                n = float(node.visits)
                hope = node.hoped / n + exploration * sqrt(log(float(node.offered)) / n)
                if hope > best:
                    best = hope
                    chosen = node
                    self.action = action
        if untried:
            chosen = TreeNode()
            chosen.offered = 1
            children[self.action] = chosen
        return chosen

    def try_out(self, s: AnyState, action: i64) -> float:
        """My share of the victory in a game that begins with this action."""
        self.forced = action
        share = self.iterate(s)[self.me]
        self.forced = -1
        return share

    def weigh(self, options: list[i64], perspective: Perspective, dice: Dice, trial: Budget) -> Comparison:
        """My options tried in the same worlds, so that their differences are surer than they are themselves."""
        found = Comparison(options)
        trial.begin(self.settings.iterations)
        while trial.allows(found.worlds):
            world = perspective.sample(dice)
            world.dice = branch(dice)    # where nothing is hidden sampling throws no dice, and all worlds would be one
            found.note([self.try_out(world.clone(), action) for action in options])
        return found

    def iterate(self, s: AnyState) -> list[float]:
        """One imagined game in one world; gives each seat's share of the victory."""
        if not self.roots:
            self.roots = [TreeNode() for _ in range(s.seats)]
            self.roots[self.me] = self.root
            self.won = [0.0 for _ in range(s.seats)]
            self.won_squares = [0.0 for _ in range(s.seats)]
        places = self.roots[:]    # where each seat stands in its tree
        unopened: list[tuple[i64, i64]] = []    # viewer, and what it will see when the box is opened
        chosen: list[TreeNode] = []
        by: list[i64] = []
        seat = self.me if self.options else s.seat
        options = self.options or s.options
        while s.seat >= 0:
            fresh = False
            if len(options) == 1:
                self.action = options[0]
            else:
                node = self.first(places[seat], options) if not chosen else self.select(places[seat], options)
                fresh = node.visits == 0
                chosen.append(node)
                by.append(seat)
                places[seat] = node
            if not fresh:
                self.show(s, seat, places, unopened)
            run = s.run
            if s.seat == seat:
                s.apply(self.action)
            else:
                s.answer_for(seat, self.action)    # mine, though others are asked before me in this run
            if fresh or (chosen and not self.settings.tree):
                break
            if unopened and s.run is not run:    # the box is open, though the next one may be too
                for viewer, key in unopened:
                    places[viewer] = moved_on(places[viewer], key)
                unopened = []
            seat = s.seat
            options = s.options
        returns = self.play_out(s, seat)
        hopes = self.hopes(s, returns) if self.settings.points > 0.0 and s.seat < 0 else returns
        for i in range(len(chosen)):
            chosen[i].visits += 1
            chosen[i].won += returns[by[i]]
            chosen[i].hoped += hopes[by[i]]
        self.games += 1
        for seat in range(len(returns)):
            self.won[seat] += returns[seat]
            self.won_squares[seat] += returns[seat] * returns[seat]
        return returns

    def first(self, here: TreeNode, options: list[i64]) -> TreeNode:
        """The first real choice of an iteration: mine, if I have one."""
        if len(self.options) > 1 and self.forced >= 0:
            self.action = self.forced
            return moved_on(here, self.forced)
        if len(self.options) > 1 and self.settings.prior > 0.0:
            return self.select_by_prior()
        return self.select(here, options)

    def show(self, s: AnyState, seat: i64, places: list[TreeNode], unopened: list[tuple[i64, i64]]) -> None:
        """The others move on in their trees by what they see of the action, now or when the box is opened."""
        step = s.awaiting(seat)
        assert step is not None
        for viewer in range(s.seats):
            if viewer != seat:
                seen = step.shows(self.action, viewer)
                if seen != UNSEEN:
                    key = OTHERS + seat * OTHERS + seen
                    if s.run:
                        unopened.append((viewer, key))
                    else:
                        places[viewer] = moved_on(places[viewer], key)

    def play_out(self, s: AnyState, seat: i64) -> list[float]:
        """To the end, or as far as the horizon, after a choice of this seat; each seat's share of the victory."""
        picks = self.settings.picks
        policy = self.settings.policy
        horizon = self.settings.horizon
        turns: i64 = 0
        for _ in range(LONGEST):
            if horizon == 0 and picks <= 1 and policy is None:
                s.rush(self.dice, LONGEST)
                break
            s.settle()
            if s.seat < 0:
                break
            if s.seat != seat:
                seat = s.seat
                turns += 1
                if turns == self.settings.picks_turns:
                    picks = 1
                    policy = None
            if horizon and turns >= horizon and s.can_be_judged():
                return self.settings.judge.chances(s, self.settings.leaf_temperature)
            s.apply(self.pick(s, picks) if policy is None else policy.pick(s, self.dice))
        if s.seat < 0:
            return s.returns()
        return [1.0 / float(s.seats) for _ in range(s.seats)]

    def hopes(self, s: AnyState, returns: list[float]) -> list[float]:
        """What a finished game teaches: by how much it was won says more than that it was."""
        points = self.settings.points
        totals = [float(s.total(seat)) / self.settings.points_temperature for seat in range(s.seats)]
        shares = weighed(totals)
        return [(1.0 - points) * returns[seat] + points * shares[seat] for seat in range(s.seats)]

    def pick(self, s: AnyState, picks: i64) -> i64:
        """Of a few random options the one after which its seat stands best; ties are broken by chance."""
        options = s.options
        n: i64 = len(options)
        at = self.dice.below(n)
        if picks <= 1:
            return options[at]
        best = -1.0e9
        chosen: i64 = -1
        for _ in range(min(picks, n)):
            after = s.clone()
            after.apply(options[at])
            worth = when_chosen(after, s.seat)
            if worth > best:
                best = worth
                chosen = options[at]
            at = at + 1 if at + 1 < n else 0
        return chosen

    # --- what comes of it ---

    def outlook(self) -> Outlook:
        chances: list[float] = []
        errors: list[float] = []
        for seat in range(len(self.won)):
            mean, error = mean_and_error(self.won[seat], self.won_squares[seat], self.games)
            chances.append(mean)
            errors.append(error)
        return Outlook(chances, errors, self.games)

    def lead(self) -> i64:
        """How much more often the most tried option was tried than any other."""
        most: i64 = 0
        second: i64 = 0
        for node in self.root.children.values():
            if node.visits > most:
                second = most
                most = node.visits
            elif node.visits > second:
                second = node.visits
        return most - second

    def thought(self) -> Thought:
        values: list[float] = []
        errors: list[float] = []
        visits: list[i64] = []
        most: i64 = -1
        best = -1.0
        chosen = self.options[0]
        for action in self.options:
            node = self.root.children.get(action)
            n: i64 = node.visits if node is not None else 0
            share = node.won / float(n) if node is not None and n else 0.0
            values.append(share)
            errors.append(sqrt(share * (1.0 - share) / float(n)) if n else 0.5)
            visits.append(n)
            if n > most or (n == most and share > best):
                most = n
                best = share
                chosen = action
        return Thought(self.options, chosen, values, errors, visits, True)


def moved_on(place: TreeNode, key: i64) -> TreeNode:
    found = place.children.get(key)
    if found is None:
        found = TreeNode()
        place.children[key] = found
    return found
