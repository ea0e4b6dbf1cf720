"""Puzzles: a real position as its seat sees it, one answer that is clearly best, and what the judges made of each."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from intryga import games
from intryga.games.puzzles import Puzzle, PuzzleJudge, puzzles
from intryga.kernel.journal import Journal
from intryga.kernel.view import view
from intryga.tables.model.playthrough import Playthrough
from intryga.tables.model.requests import BOT_NAMES
from intryga.tables.types import SeatInfo, TablePage, ToldMove
from intryga.texts.library import GameTexts
from intryga.texts.narrator import Narrator
from intryga.web import forms, render
from intryga.web.identity import person_of
from intryga.web.look import Look, look
from intryga.web.request import SEE_OTHER, answer, house_of, language_of, settings
from intryga.web.table_pages import missing

STORY = 12    # moves before the question that are told
SHOWN = 4    # answers that are compared, beside the reader's


class Shelf(NamedTuple):
    """A game with its puzzles."""

    game: str
    title: str
    look: Look
    puzzles: int
    today: int


async def shelves(request: Request) -> Response:
    day = house_of(request).deals.today()
    language = language_of(request)
    found = []
    for name in games.names():
        if count := len(puzzles(name)):
            texts = render.game_texts(name, language)
            found.append(Shelf(name, texts.title, look(texts.game), count, of_the_day(day, count)))
    return answer(request, "puzzles.html", shelves=found, day=day)


def of_the_day(day: str, count: int) -> int:
    """The same puzzle for everybody, another one tomorrow."""
    return int(day.replace("-", "")) % count + 1


class Judged(NamedTuple):
    """An answer as its judge values it."""

    text: str
    share: int    # of 100 games won
    best: bool
    mine: bool


async def puzzle(request: Request) -> Response:
    """The question, and after an answer what it was worth."""
    game, number = request.path_params["game"], request.path_params["number"]
    all_of_them = puzzles(game) if game in games.names() else []
    if not 1 <= number <= len(all_of_them):
        return missing(request)
    asked = all_of_them[number - 1]
    texts = render.game_texts(game, language_of(request), rules=asked.version)
    chosen = _answer(asked, request.query_params.get("answer", ""))
    page = _shown(game, number)
    extra: dict[str, Any] = {
        **settings(request, person_of(request)),
        "here_table": f"/puzzles/{game}/{number}",
        "lively": False,
        "may_talk": False,
        "advice": texts.say("web.puzzle.ask", n=number, all=len(all_of_them)),
        "number": number,
        "of": len(all_of_them),
    }
    if chosen:
        assert page.view is not None
        page = msgspec.structs.replace(page, view=msgspec.structs.replace(page.view, decision=None))
        extra |= {
            "still": True,
            "still_bar": "puzzle_bar.html",
            "right": chosen == asked.best,
            "judged": _judged(asked, chosen, Narrator(texts, [info.name for info in page.seats])),
            "judges": [_told(judge, texts) for judge in asked.judges],
        }
    drawn = render.draw(page, texts.language, **extra)
    return answer(request, "puzzle_page.html", texts=texts, layout=drawn.whole)


async def act(request: Request) -> Response:
    """The form of the question; the answer stands in the address, so that it can be shared and returned to."""
    game, number = request.path_params["game"], request.path_params["number"]
    action = forms.text(await forms.read(request), "action", 12)
    return RedirectResponse(f"/puzzles/{game}/{number}?answer={action}" if action.isdecimal() else
                            f"/puzzles/{game}/{number}", SEE_OTHER)  # fmt: skip


def _answer(asked: Puzzle, sent: str) -> str:
    """The action with this number as text, if it is one of the answers."""
    space = asked.played_by().space
    action = int(sent) if sent.isdecimal() and len(sent) < 7 else -1
    said = space.text(action) if 0 <= action < space.size else ""
    return said if any(one.action == said for one in asked.answers) else ""


def _judged(asked: Puzzle, chosen: str, narrator: Narrator) -> list[Judged]:
    """The best answers, and the reader's."""
    space = narrator.texts.game.space
    return [
        Judged(narrator.option(space.parse(one.action)), round(100 * one.share), one.action == asked.best,
               one.action == chosen)
        for place, one in enumerate(asked.answers)
        if place < SHOWN or one.action == chosen
    ]  # fmt: skip


def _told(judge: PuzzleJudge, texts: GameTexts) -> str:
    bot = texts.say(f"bots.{judge.bot}") if judge.bot else ""
    return texts.say(f"web.puzzle.judge.{judge.how}", n=judge.times, bot=bot)


@lru_cache(maxsize=128)
def _shown(game: str, number: int) -> TablePage:
    """All that who solves it may know."""
    asked = puzzles(game)[number - 1]
    played = _played(asked)
    s, seat = played.state, asked.seat
    seats = [
        SeatInfo(chair, BOT_NAMES[chair], "human", "", True, chair == seat, None, None, False, awaited=chair == seat)
        for chair in range(asked.seats)
    ]
    last = played.in_force()
    told = [(played.moves[move].seat, played.told(seat, move)) for move in range(max(0, last - STORY), last)]
    return TablePage(
        table="", game=game, name="", options={}, status="playing", version=0, seats=seats, viewer=seat,
        view=view(asked.played_by(), s, seat), story=[ToldMove(mover, lines) for mover, lines in told if lines],
        can_undo=False, chat=[], commitment="", secret=None, invite=None, deadline=None, creator=False,
        hot_seat=False, rules=asked.version,
    )  # fmt: skip


def _played(asked: Puzzle) -> Playthrough:
    """The game up to the question, with what was told of it."""
    game = asked.played_by()
    dice = game.quick_dice(asked.seed, asked.number)
    begun = game.new_game(game.chosen_rules(asked.options), asked.seats, dice, Journal(game.layout))
    played = Playthrough(game, begun)
    for move in asked.moves:
        played.make_move(int(played.state.seat), game.space.parse(move))
    return played



routes: list[BaseRoute] = [
    Route("/puzzles", shelves),
    Route("/puzzles/{game}/{number:int}", puzzle),
    Route("/puzzles/{game}/{number:int}/act", act, methods=["POST"]),
]
