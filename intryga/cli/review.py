"""`intryga review`"""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

from intryga import games
from intryga.bots import review as reviewing
from intryga.bots.review import Answer, Played, Review, Task
from intryga.cli.choices import component_text
from intryga.cli.output import console, print_json, progress, write_whole
from intryga.kernel.game import AnyGame, Mistake
from intryga.lab.workers import in_order
from intryga.tables.output.game_file import load, replay
from intryga.texts.language import choose
from intryga.texts.library import GameTexts
from intryga.texts.narrator import Narrator


def run(
    file: Path, out: Path | None, open_cards: bool, jobs: int, components: Path | None, json: bool, lang: str | None
) -> None:
    language = choose(lang, os.environ)
    own = component_text(components)
    record = load(file, own)
    playthrough = replay(record, components=own)
    texts = GameTexts(playthrough.game, language)
    if not record.over:
        raise Mistake(f"'{file}': {texts.say('review.not_over')}")
    moves = [(move.seat, move.action) for move in playthrough.moves]
    played = Played(record.options, len(record.players), record.dice, moves)
    found = work_out(playthrough.game, own, played, open_cards, jobs)
    if json:
        print_json(found)
        return
    target = out or file.with_suffix(".html")
    narrator = Narrator(texts, record.names)
    write_whole(target, page(found, narrator, playthrough.state.winners()))
    console().print(texts.say("review.written", path=target))


def work_out(game: AnyGame, components: str, played: Played, open_cards: bool, jobs: int) -> Review:
    todo = reviewing.tasks(game, played, open_cards)
    answers: dict[Task, Answer] = {}
    with progress("review", len(todo)) as advance:
        work = [(game.id, components, game.version, played, task) for task in todo]
        for task, answer in zip(todo, in_order(answer_to, work, jobs), strict=True):
            answers[task] = answer
            advance(1)
    return reviewing.review(game, played, answers)


def answer_to(game: str, components: str, version: int, played: Played, task: Task) -> Answer:
    """In whatever process."""
    return reviewing.work_out(games.find(game, components, version), played, task)


def page(found: Review, narrator: Narrator, winners: list[int]) -> str:
    from markupsafe import Markup

    from intryga.web.jinja import environment
    from intryga.web.review_drawing import drawing

    styles = Markup(resources.files("intryga.web").joinpath("static", "review.css").read_text("utf-8"))
    template = environment(narrator.texts).get_template("review_file.html")
    drawn = drawing(found, narrator, -1)
    return template.render(drawn=drawn, styles=styles, verdict=narrator.verdict(winners))
