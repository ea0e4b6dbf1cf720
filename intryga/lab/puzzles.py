"""Finds puzzles, and asks bots to solve them.

A position of play becomes a puzzle where one answer is clearly best for whoever knows what the seat knows, in the
opinion of two judges that think differently: search over information sets, which thinks as long about every answer, and
play to the end; both in worlds that the seat thinks possible, the same for every answer.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Sequence

import msgspec

from intryga import bots as all_bots
from intryga import games as all_games
from intryga.bots.bot import Bot, Budget, Perspective
from intryga.bots.outcomes import Comparison
from intryga.bots.search import Search, SearchBot
from intryga.games.puzzles import JudgedOption, Puzzle, PuzzleJudge
from intryga.kernel.dice import Dice, branch, quick
from intryga.kernel.game import AnyGame, Value
from intryga.kernel.state import AnyState
from intryga.lab.playout import play_out
from intryga.lab.workers import in_order

PLAYER = "heuristic"    # plays the games in which puzzles are looked for, and to the end in the second judge's worlds
RIVALS = 2    # answers that the second judge compares with the best one: those that the first liked next
FIRST_LOOK = 40    # iterations for each answer, to see whether a position is worth a judge
WORLDS = 60    # of the second judge
LOOKS_UP = 12    # worlds after which it gives an answer up that is not ahead
GAP = 0.15    # of a victory, at least, between the best answer and the next
SURE = 3.0    # errors of that difference, to the first judge
SURE_TOO = 2.0    # and to the second
LEAST_ERROR = 0.001    # where every world says the same
LEAST_OPTIONS, MOST_OPTIONS = 3, 40
LOOKED_AT = 60    # positions of a game, or fewer
JUDGED = 3    # of those


class Hunt(msgspec.Struct, frozen=True):
    """Where puzzles are looked for. Game number i of a hunt gives the same puzzle in whatever process, or none."""

    game: str
    seats: int
    seed: int
    options: dict[str, Value]
    iterations: int    # of the first judge, for each answer


def hunt(game: str, seats: int, seed: int, options: dict[str, Value], iterations: int) -> Hunt:
    return Hunt(game, seats, seed, all_games.find(game).check_table(seats, options), iterations)


def search(what: Hunt, games: int, jobs: int, ray: str = "") -> Iterator[Puzzle | None]:
    """What each of so many games gives, in their order."""
    yield from in_order(search_game, [(what, number) for number in range(games)], jobs, ray)


def search_game(what: Hunt, number: int) -> Puzzle | None:
    """The first that is one of a game's most promising positions."""
    game = all_games.find(what.game)
    moves = _played(game, what, number)
    for at, s in _promising(game, what, number, moves):
        answers, judges = judged(game, s, what.iterations, what.seed + number)
        if answers:
            said = [game.space.text(action) for _, action in moves[:at]]
            return Puzzle(what.game, game.version, what.seats, what.options, what.seed, 2 * number, said, int(s.seat),
                          answers, judges)  # fmt: skip
    return None


def _promising(game: AnyGame, what: Hunt, number: int, moves: list[tuple[int, int]]) -> list[tuple[int, AnyState]]:
    """After how many moves, and the position there: what seems clearest at first sight, among many of the second half.
    Early positions are rarely clear, and in a long game few of the later ones are."""
    worth_it = [at for at, (options, _) in enumerate(moves) if LEAST_OPTIONS <= options <= MOST_OPTIONS]
    later = worth_it[len(worth_it) // 2 :]
    dice = quick(what.seed, 4 * number + 2)
    chosen = {later[dice.below(len(later))] for _ in range(LOOKED_AT)} if later else set()
    s = _begun(game, what, number)
    found = []
    for at, (_, action) in enumerate(moves):
        if at in chosen:
            gap, errors = _lead(weighed(Perspective(game, s, s.seat), FIRST_LOOK, dice))
            if gap >= GAP / 2:
                found.append((errors, at, s.clone()))
        s.answer_for(s.seat, action)
    found.sort(key=lambda one: one[0], reverse=True)
    return [(at, then) for _, at, then in found[:JUDGED]]


def _begun(game: AnyGame, what: Hunt, number: int) -> AnyState:
    s: AnyState = game.new_game(game.chosen_rules(what.options), what.seats, game.quick_dice(what.seed, 2 * number))
    return s


def _played(game: AnyGame, what: Hunt, number: int) -> list[tuple[int, int]]:
    """A game to its end: for each decision among how many options it was made, and what was chosen."""
    s, player, dice = _begun(game, what, number), all_bots.find(PLAYER), quick(what.seed, 2 * number + 1)
    sides = [Perspective(game, s, seat) for seat in range(what.seats)]
    moves = []
    while not s.over():
        action = player.choose(sides[s.seat], dice)
        moves.append((len(s.options), action))
        s.answer_for(s.seat, action)
    return moves


# --- judging ---


def judged(game: AnyGame, s: AnyState, iterations: int, seed: int) -> tuple[list[JudgedOption], list[PuzzleJudge]]:
    """The answers of a puzzle, the best first, and who says so; nothing where it is none."""
    found = weighed(Perspective(game, s, s.seat), iterations, quick(seed, 2))
    gap, errors = _lead(found)
    if gap < GAP or errors < SURE:
        return [], []
    order = _best_first(found)
    if not agrees(game, s, [int(found.options[i]) for i in order[: 1 + RIVALS]], seed):
        return [], []
    answers = []
    for i in order:
        share, error = found.chance(i)
        answers.append(JudgedOption(game.space.text(found.options[i]), round(share, 3), round(error, 3)))
    return answers, [PuzzleJudge("search", iterations), PuzzleJudge("play", WORLDS, PLAYER)]


def weighed(side: Perspective, iterations: int, dice: Dice) -> Comparison:
    """The first judge: as many iterations for each answer. A search that is left to itself follows the first answer for
    which it finds a way to win, and thinks little of the others because it has thought little about them."""
    search = Search(SearchBot(iterations), side.seat, side.options(), branch(dice))
    return search.weigh(search.options, side, dice, Budget())


def _best_first(found: Comparison) -> list[int]:
    return sorted(range(len(found.options)), key=lambda i: -found.chance(i)[0])


def _lead(found: Comparison) -> tuple[float, float]:
    """How far the best answer is ahead of whichever comes nearest, and by how many errors of the difference."""
    best, *others = _best_first(found)
    lost = [found.lost(other, best) for other in others]
    return min(mean for mean, _ in lost), min(mean / max(error, LEAST_ERROR) for mean, error in lost)


def agrees(game: AnyGame, s: AnyState, best_first: list[int], seed: int) -> bool:
    """The second judge: in the same worlds, with bots that play on, the first answer beats the others beyond chance."""
    player, seat = all_bots.find(PLAYER), int(s.seat)
    won: dict[int, list[float]] = {action: [] for action in best_first}
    for number in range(WORLDS):
        world = s.resample(seat, quick(seed, 2 * number + 3))
        for action, shares in won.items():
            after = world.clone()
            after.answer_for(seat, action)
            sides = [Perspective(game, after, other) for other in range(after.seats)]
            play_out(after, sides, [player] * int(after.seats), quick(seed, 2 * number + 4))
            shares.append(after.returns()[seat])
        best, *others = won.values()
        if (number + 1) % LOOKS_UP == 0 and any(sum(best) <= sum(other) for other in others):
            return False
    return all(_beats(best, other) for other in others)


def _beats(one: list[float], other: list[float]) -> bool:
    """One world won and one lost by the difference are added: without them who wins in all would be sure of it."""
    differences = [a - b for a, b in zip(one, other, strict=True)]
    error = statistics.stdev([*differences, -1.0, 1.0]) / math.sqrt(len(differences) + 2)
    return statistics.mean(differences) > SURE_TOO * error


# --- a benchmark ---


class Solved(msgspec.Struct, frozen=True):
    """How a bot did: how many answers were the best, and what its answers cost on average, in shares of a victory."""

    bot: str
    puzzles: int
    solved: int
    cost: float


def solve(bot: str, chosen: Sequence[Puzzle], progress: Callable[[int], None]) -> Solved:
    player = all_bots.find_or_import(bot)
    right, cost = 0, 0.0
    for number, puzzle in enumerate(chosen):
        answer = answer_of(player, puzzle, number)
        right += answer == puzzle.best
        shares = {one.action: one.share for one in puzzle.answers}
        cost += shares[puzzle.best] - shares[answer]
        progress(1)
    return Solved(bot, len(chosen), right, cost / len(chosen))


def answer_of(player: Bot, puzzle: Puzzle, seed: int) -> str:
    """What a bot does there, knowing what the seat knows."""
    game = puzzle.played_by()
    side = Perspective(game, puzzle.position(), puzzle.seat)
    return game.space.text(player.choose(side, quick(seed)))
