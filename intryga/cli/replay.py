"""`intryga replay`"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table

from intryga.cli.choices import component_text
from intryga.cli.output import console, print_json
from intryga.kernel.game import Mistake
from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.kernel.view import View, view
from intryga.tables.model.playthrough import Playthrough
from intryga.tables.output.game_file import HUMAN, GameFile, load, replay
from intryga.texts.board import TextBoard, final_scores
from intryga.texts.language import choose
from intryga.texts.library import GameTexts
from intryga.texts.narrator import Narrator


class ReplayedMove(msgspec.Struct, frozen=True):
    """One move in force, as the viewer may know it: `text` and `option` only of their own."""

    number: int
    seat: int
    name: str
    text: str | None
    option: str | None
    story: list[str]


def run(
    file: Path, viewpoint: str | None, until: int | None, components: Path | None, json: bool, lang: str | None
) -> None:
    language = choose(lang, os.environ)
    own = component_text(components)
    record = load(file, own)    # replays it all and checks it, wherever the story is to stop
    viewer = find_viewer(record, viewpoint)
    playthrough = replay(record, until, own)
    narrator = Narrator(GameTexts(playthrough.game, language), record.names)
    told = [tell(playthrough, place, viewer, narrator) for place in range(len(playthrough.moves))]
    position = view(playthrough.game, playthrough.state, viewer)
    if json:
        print_json(report(file, record, playthrough, told, position, narrator))
    else:
        show(record, playthrough, told, position, narrator)


def find_viewer(record: GameFile, viewpoint: str | None) -> int:
    """A seat, or one of the two who have none. By default the person who played, if there was just one."""
    if viewpoint is None:
        people = [seat for seat, player in enumerate(record.players) if player.plays == HUMAN]
        return people[0] if len(people) == 1 else SPECTATOR
    named = {"all": OMNISCIENT, "spectator": SPECTATOR, **{str(seat): seat for seat in range(len(record.players))}}
    if viewpoint not in named:
        raise Mistake(f"--as is one of {', '.join(named)}, not '{viewpoint}'")
    return named[viewpoint]


def tell(playthrough: Playthrough, place: int, viewer: int, narrator: Narrator) -> ReplayedMove:
    move = playthrough.moves[place]
    known = viewer in (move.seat, OMNISCIENT)    # an action may name a card that others never see
    return ReplayedMove(
        move.number,
        move.seat,
        str(narrator.name(move.seat)),
        playthrough.game.space.text(move.action) if known else None,
        narrator.option(move.action) if known else None,
        narrator.story(playthrough.told(viewer, place)),
    )


def report(
    file: Path, record: GameFile, playthrough: Playthrough, told: list[ReplayedMove], position: View, narrator: Narrator
) -> dict[str, Any]:
    return {
        "file": str(file),
        "game": record.game,
        "rules": record.rules,
        "players": record.players,
        "options": record.options,
        "moves": len(record.moves),
        "until": playthrough.entries,
        "opening": narrator.story(playthrough.told(position.viewer, -1)),
        "story": told,
        "view": position,
        "checksum": record.checksum,
        "verified": True,    # a game that is not right is not told at all
    }


def show(
    record: GameFile, playthrough: Playthrough, told: list[ReplayedMove], position: View, narrator: Narrator
) -> None:
    out, texts = console(), narrator.texts
    out.print(texts.say("play.start", title=texts.title, players=", ".join(record.names)))
    named = {OMNISCIENT: "replay.all", SPECTATOR: "replay.spectator"}
    out.print(texts.say(named.get(position.viewer, "replay.seat"), name=narrator.name(position.viewer)))
    lines = Table.grid(padding=(0, 1))
    lines.add_column(justify="right")
    for line in narrator.story(playthrough.told(position.viewer, -1)):
        lines.add_row("", line)
    for move in told:
        chosen = [f"{move.name}: {move.option}"] if move.option else []
        for place, line in enumerate(move.story or chosen):    # what came of it says more than what was chosen
            lines.add_row("" if place else f"{move.number}.", line)
    out.print(lines)
    if playthrough.entries > len(playthrough.moves):
        out.print(texts.say("replay.undone", n=(playthrough.entries - len(playthrough.moves)) // 2))
    out.print(texts.say("replay.position", n=playthrough.entries))
    out.print(TextBoard(position, narrator).render(out.width))
    if position.over:
        out.print(final_scores(position, narrator))
    out.print(texts.say("replay.verified", checksum=record.checksum))
