"""Golden games: whole games that must replay for ever.

    python -m tests.golden GAME     plays and stores one for each seat count, and one for each choice of an option

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
    """One for each seat count, also where an option makes another game of it; one for every other choice."""
    made = []
    others = other_choices(game)
    tables: list[tuple[int, dict[str, Value]]] = [(seats, {}) for seats in game.seats]
    tables += [(seats, {name: choice}) for seats in game.seats for name, choice in others if name in ANOTHER_GAME]
    for seats, chosen in tables:
        if not _path(game, seats, chosen).exists():
            made.append(_stored(play(game, seats, chosen, seats), chosen))
    for name, choice in others:
        chosen = {name: choice}
        if not any(_path(game, seats, chosen).exists() for seats in game.seats):
            made.append(_stored(telling(game, chosen, seats_of(game, name)), chosen))
    return made


def _path(game: AnyGame, seats: int, chosen: dict[str, Value]) -> Path:
    words = "".join(f"-{name}-{value}" for name, value in chosen.items())
    return FOLDER / f"{game.id}-v{game.version}-{seats}{words}.json"


def _stored(session: LocalGame, chosen: dict[str, Value]) -> Path:
    path = _path(session.game, len(session.record.players), chosen)
    session.save(path)
    return path


def telling(game: AnyGame, chosen: dict[str, Value], counts: list[int]) -> LocalGame:
    """The first game in which the choice makes a difference, with as few seats as may be; any, if none of some does."""
    for seats in counts:
        for seed in range(seats, seats + TRIES):
            session = play(game, seats, chosen, seed)
            if session.record.moves != play(game, seats, {}, seed).record.moves:
                return session
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
