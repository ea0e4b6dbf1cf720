"""What a bot is asked, and its answer.

A bot gets no more than its seat may know: a world that this seat cannot tell from the true one, drawn before it is sent
anywhere, and dice of its own. Drawing from such a world again is the same as drawing from the true one, since what is
drawn depends on the seat's knowledge alone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from intryga import bots, games
from intryga.bots.bot import Perspective
from intryga.bots.hints import Hints, hints
from intryga.kernel.dice import QuickDice, from_mark, quick
from intryga.kernel.game import Value
from intryga.kernel.snapshot import Snapshot, freeze, thaw
from intryga.tables.model.table import Table

HINT_SECONDS = 2.5    # that people wait for a hint, at most
FILES = 32    # component files of somebody's own that a process remembers

_texts: OrderedDict[str, str] = OrderedDict()    # by their marks


class BotQuestion(NamedTuple):
    """All it takes to ask a bot in another process."""

    game: str
    rules: int
    options: Mapping[str, Value]
    components: str    # mark of a file of somebody's own, or empty
    world: Snapshot
    seat: int
    level: str
    dice: str    # for its own choices


def question(table: Table, seat: int) -> BotQuestion:
    """What the bot at this seat is asked now."""
    header, played = table.header, table.played
    world = played.state.resample(seat, dice_of_bot(header.dice, -1 - played.entries))
    return BotQuestion(
        header.game,
        header.rules,
        header.options,
        table.game.components_mark(),
        freeze(world),
        seat,
        table.chairs[seat].bot,
        dice_of_bot(header.dice, played.entries).mark(),
    )


def dice_of_bot(dice: str, number: int) -> QuickDice:
    """A bot's dice follow from those of the game, by a hash that does not betray them, and from the number of the move:
    asked again, also after a restart, it chooses the same."""
    secret = int(dice.split()[1], 16)
    return quick(secret, number)


def answer(asked: BotQuestion, components: str = "") -> int | None:
    """The action it chooses; None where the text of a component file is needed that was not sent along."""
    text = known_text(asked.components, components)
    if text is None:
        return None
    game = games.find(asked.game, text, asked.rules)
    world = thaw(game, game.chosen_rules(asked.options), asked.world)
    bot, perspective = bots.find(asked.level), Perspective(game, world, asked.seat)
    return int(bot.choose(perspective, from_mark(asked.dice), bots.at_table(asked.level)))


def hints_for(asked: BotQuestion, components: str = "") -> Hints | None:
    """What somebody in this seat might do; None as above."""
    text = known_text(asked.components, components)
    if text is None:
        return None
    game = games.find(asked.game, text, asked.rules)
    world = thaw(game, game.chosen_rules(asked.options), asked.world)
    return hints(Perspective(game, world, asked.seat), from_mark(asked.dice), HINT_SECONDS)


def known_text(mark: str, sent: str) -> str | None:
    """The text of a component file, sent now or before."""
    if sent:
        _texts[mark] = sent
        while len(_texts) > FILES:
            _texts.popitem(last=False)
    return _texts.get(mark) if mark else ""
