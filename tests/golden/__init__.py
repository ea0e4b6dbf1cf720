"""Golden games: whole games that must replay for ever.

    python -m tests.golden GAME     plays and stores one for each seat count, and one for each option

Existing files are never overwritten: if a game has to change, its rules version changes, and new files join the old.
"""

from __future__ import annotations

from pathlib import Path

from intryga.cli.local_game import LocalGame
from intryga.kernel.game import AnyGame, Value
from intryga.tables.output.game_file import Player

FOLDER = Path(__file__).parent


def make(game: AnyGame) -> list[Path]:
    made = []
    options = game.components.get("options", {})
    choices: list[dict[str, Value]] = [
        {name: choice} for name, option in options.items() for choice in option["choices"][1:]
    ]
    tables = [(seats, {}) for seats in game.seats] + [(game.seats[0], chosen) for chosen in choices]
    for seats, chosen in tables:
        words = "".join(f"-{name}-{value}" for name, value in chosen.items())
        path = FOLDER / f"{game.id}-v{game.version}-{seats}{words}.json"
        if not path.exists():
            play(game, seats, chosen).save(path)
            made.append(path)
    return made


def play(game: AnyGame, seats: int, chosen: dict[str, Value]) -> LocalGame:
    """Heuristic and random bots in turn, so that games are neither silly nor all alike; some moves are taken back."""
    players = [Player(f"Player {seat}", ("heuristic", "random")[seat % 2]) for seat in range(seats)]
    session = LocalGame.new(game, players, chosen, seed=seats)
    while not session.state.over():
        seat = session.to_answer()[-1]
        session.act(seat, session.bot_action(seat))
        if len(session.record.moves) % 7 == 0 and session.can_undo(seat):
            session.undo(seat)
    return session
