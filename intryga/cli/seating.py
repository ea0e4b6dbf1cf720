"""Who sits down to what: from the command line, or by asking."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from intryga import bots, games
from intryga.cli.choices import bot_names, game_with, table_options
from intryga.cli.local_game import LocalGame
from intryga.cli.terminal import Terminal
from intryga.kernel.game import Mistake
from intryga.tables.output.game_file import HUMAN, Player
from intryga.tables.types import Name
from intryga.texts.catalogue import Catalogue
from intryga.texts.library import GameTexts, house


class Wishes(NamedTuple):
    """What the command line says of a new game."""

    seats: int | None
    seed: int | None
    bots: str | None
    options: list[str]
    name: str | None
    seat: int
    components: Path | None


def new_session(name: str, wishes: Wishes, language: str) -> LocalGame:
    game = game_with(name, wishes.components)
    seats = game.check_seats(game.seats[-1] if wishes.seats is None else wishes.seats)
    if wishes.seat >= seats:
        raise Mistake(f"the seats are 0 to {seats - 1}, so you cannot sit at {wishes.seat}")
    players = seat_players(wishes, seats, language)
    return LocalGame.new(game, players, table_options(wishes.options), wishes.seed)


def seat_players(wishes: Wishes, seats: int, language: str) -> list[Player]:
    """The person where they want to sit, bots everywhere else."""
    chosen = bot_names(wishes.bots or bots.USUAL)
    if len(chosen) == 1:
        chosen = chosen * (seats - 1)
    if len(chosen) != seats - 1:
        raise Mistake(f"name one bot for all or one for each of the {seats - 1} other seats, not {len(chosen)}")
    for bot in chosen:
        bots.find(bot)
    texts = house(language)
    person = check_name(wishes.name if wishes.name is not None else texts.say("names.player"))
    names = [name for name in texts.say("names.bots").split(", ") if name != person]
    players = [Player(name, bot) for name, bot in zip(names, chosen, strict=False)]
    players.insert(wishes.seat, Player(person, HUMAN))
    return players


def check_name(name: str) -> str:
    try:
        return msgspec.convert(name.strip(), Name)
    except msgspec.ValidationError as error:
        raise Mistake("a name has 1 to 40 characters, all of which can be shown") from error


# --- asking ---


def ask_for_game(wishes: Wishes, language: str, terminal: Terminal) -> tuple[str, Wishes]:
    """The game, and what is not said yet of seats and bots; just Enter takes what is proposed."""
    texts = house(language)
    found = [games.find(name) for name in games.names()]
    terminal.say(texts.say("chooser.games"))
    terminal.number([[GameTexts(game, language).title for game in found]])
    game = found[ask_number(terminal, texts, range(1, len(found) + 1), 1) - 1]
    if wishes.seats is None:
        least, most = game.seats[0], game.seats[-1]
        terminal.say(texts.say("chooser.seats", least=least, most=most, default=most))
        wishes = wishes._replace(seats=ask_number(terminal, texts, game.seats, most))
    if wishes.bots is None:
        names = list(bots.LEVELS)
        usual = names.index(bots.USUAL) + 1
        terminal.say(texts.say("chooser.bots", default=usual))
        terminal.number([[texts.say(f"bots.{name}") for name in names]])
        wishes = wishes._replace(bots=names[ask_number(terminal, texts, range(1, len(names) + 1), usual) - 1])
    return game.id, wishes


def ask_number(terminal: Terminal, texts: Catalogue, allowed: range, default: int) -> int:
    while True:
        answer = terminal.ask()
        if not answer:
            return default
        if answer in [str(number) for number in allowed]:
            return int(answer)
        terminal.say(texts.say("chooser.number", least=allowed[0], most=allowed[-1]))
