"""Bots in the terminal hold what bots at tables hold."""

from __future__ import annotations

import pytest

from intryga import bots, games
from intryga.bots.bot import Bot, Budget, Perspective
from intryga.cli.local_game import LocalGame
from intryga.kernel.dice import Dice
from intryga.tables.output.game_file import Player

MOVES = 40


class Attentive(Bot):
    """Keeps what it was given."""

    def __init__(self) -> None:
        self.held: list[Perspective] = []

    def choose(self, perspective: Perspective, dice: Dice, budget: Budget | None = None) -> int:
        self.held.append(perspective)
        return perspective.options()[0]


@pytest.mark.parametrize("name", games.names())
def test_a_bot_holds_a_world_of_its_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn for its seat, with dice that do not betray those of the game, as those of the true state would."""
    bot, game = Attentive(), games.find(name)
    monkeypatch.setattr(bots, "find", lambda level: bot)
    players = [Player(f"Bot {seat}", "random") for seat in range(max(2, game.seats[0]))]
    session = LocalGame.new(game, players, {}, seed=5)
    secret = session.record.dice.split()[1]
    while not session.state.over() and len(bot.held) < MOVES:
        seat = session.to_answer()[0]
        session.act(seat, session.bot_action(seat))
        assert secret not in bot.held[-1]._true_state.dice.mark()
    assert bot.held
