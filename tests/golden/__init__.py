"""Golden games: whole games that must replay for ever.

    python -m tests.golden GAME     plays and stores one for each seat count, and one for each option

Existing files are never overwritten: if a game has to change, its rules version changes, and new files join the old.
"""

from __future__ import annotations

from pathlib import Path

from intryga.cli.local_game import LocalGame
from intryga.kernel.game import AnyGame, Value
from intryga.tables.output.game_file import Player
from tests.support import ANOTHER_GAME, other_choices, seats_of

FOLDER = Path(__file__).parent
TRIES = 40


def make(game: AnyGame) -> list[Path]:
    made = []
    tables: list[tuple[int, dict[str, Value]]] = [(seats, {}) for seats in game.seats]
    for name, choice in other_choices(game):
        seats_there = seats_of(game, name)
        tables += [(seats, {name: choice}) for seats in (seats_there if name in ANOTHER_GAME else seats_there[:1])]
    for seats, chosen in tables:
        words = "".join(f"-{name}-{value}" for name, value in chosen.items())
        path = FOLDER / f"{game.id}-v{game.version}-{seats}{words}.json"
        if not path.exists():
            telling(game, seats, chosen).save(path)
            made.append(path)
    return made


def telling(game: AnyGame, seats: int, chosen: dict[str, Value]) -> LocalGame:
    """The first game in which the choice makes a difference, if one of some does."""
    for seed in range(seats, seats + TRIES):
        session = play(game, seats, chosen, seed)
        if not chosen or session.record.moves != play(game, seats, {}, seed).record.moves:
            break
    return session


def play(game: AnyGame, seats: int, chosen: dict[str, Value], seed: int) -> LocalGame:
    """Heuristic and random bots in turn, so that games are neither silly nor all alike; some moves are taken back."""
    players = [Player(f"Player {seat}", ("heuristic", "random")[seat % 2]) for seat in range(seats)]
    session = LocalGame.new(game, players, chosen, seed=seed)
    while not session.state.over():
        seat = session.to_answer()[-1]
        session.act(seat, session.bot_action(seat))
        if len(session.record.moves) % 7 == 0 and session.can_undo(seat):
            session.undo(seat)
    return session
