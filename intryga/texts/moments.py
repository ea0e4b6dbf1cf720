"""What is worth a plate or a ribbon of its own when it is told: each game names its own in `moments.toml`.

A block is called after a told word, or after the way of a card as in the texts (`"hand.domain_spies"`); its words stand
in the game's texts (`moments.NAME.title` and so on).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from intryga.kernel.game import AnyGame
from intryga.kernel.view import COUNT, MOVE, StoryLine

STORY = ("n", "source", "target", "card", "cards")    # what a sentence about cards is given


class ShownMoment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How something that is told is shown. All of it follows from the story that its reader reads."""

    shape: Literal["plate", "ribbon"]
    charge: str = ""    # empty: the one of the card or word it is about
    ground: Literal["paper", "blood", "gold", "sea"] = "paper"
    sound: Literal["card", "bell", "toll", "fanfare", "fall"] = "bell"
    whom: str = ""    # the parameter that names whose moment it is: their page waits until they have read it
    only_theirs: bool = False    # for all others it is a line of the story
    # What may have been told shortly before and says why: the last one does. `"given:other"`: only if it is about the
    # person of the moment; `"hand.played.revenge"`: only of this card.
    because: list[str] = []
    follows: list[str] = []    # what is told at once after it and stands on the same plate
    before: bool = False    # it is shown over the table as it was; what follows from it is seen afterwards
    orders: str = ""    # a zone whose cards change hands: the plate draws who had which and who has it now


@lru_cache
def declared(game: AnyGame) -> dict[str, ShownMoment]:
    """By the name of what is told."""
    file = game.folder.joinpath("moments.toml")
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, ShownMoment]) if file.is_file() else {}


def name_of(line: StoryLine) -> str:
    """What a moment about this line would be called."""
    if line.word == COUNT:
        return f"counters.{line.source}"
    return f"{line.source}.{line.target}" if line.word == MOVE else line.word


def needed(game: AnyGame) -> Iterator[tuple[str, set[str]]]:
    """The texts of a game's moments, each with the arguments it is given."""
    for name, moment in declared(game).items():
        word = game.told.by_name.get(name)
        given = set(STORY) if word is None else {parameter.name for parameter in word.parameters}
        yield f"moments.{name}.kicker", given
        yield f"moments.{name}.title", given
        yield f"moments.{name}.text", given
        if moment.whom:
            yield f"moments.{name}.mine", given
