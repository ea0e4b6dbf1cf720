"""Tables in lists, as one person reads them: what they wait for, how they ended, and when."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import groupby
from time import time
from typing import NamedTuple

from babel.dates import format_date, format_timedelta

from intryga import games
from intryga.tables.types import TableCard
from intryga.texts.library import GameTexts
from intryga.web import render
from intryga.web.filters import number
from intryga.web.look import Look, look

WEEK = 7 * 86400


LONG = 20    # letters of a title, from which on a series stands before the game's own name


def short_title(title: str) -> str:
    name, _, more = title.partition(": ")
    return more if more and len(name) > LONG else name


def rest_of_title(title: str) -> str:
    """What the short one leaves out, if there is room for it."""
    name, _, more = title.partition(": ")
    return name.split()[0] if more and len(name) > LONG else more


class Listed(NamedTuple):
    card: TableCard
    look: Look
    title: str
    players: str    # the others, where one sits there oneself
    state: str    # of a table that is not finished: who is waited for
    when: str
    result: str    # of a finished game
    won: bool


class Tally(NamedTuple):
    """How somebody does at one game."""

    look: Look
    title: str
    won: int
    played: int


def listed(card: TableCard, language: str) -> Listed:
    texts = render.game_texts(card.game, language)
    names = [name for seat, name in enumerate(card.players) if name and seat != card.seat]
    return Listed(
        card,
        look(texts.game),
        short_title(texts.title),
        ", ".join(names),
        _state(card, texts),
        when(card.changed, language),
        result(card, texts) if card.status == "over" else "",
        card.seat in card.winners,
    )


def _state(card: TableCard, texts: GameTexts) -> str:
    if card.status == "waiting":
        return texts.say("web.home.gathering", n=len(card.players) - card.free, seats=len(card.players))
    return texts.say("web.home.waits_for", names=", ".join(card.awaited)) if card.awaited else ""


def result(card: TableCard, texts: GameTexts) -> str:
    if not card.winners:
        return texts.say("web.result.broken")
    won = card.seat in card.winners
    if not card.scores:    # a game of earlier times
        return texts.say("web.result.won" if won else "web.result.lost")
    mine, others = card.scores[card.seat], card.scores[: card.seat] + card.scores[card.seat + 1 :]
    if not others:
        return texts.say("web.result.alone", n=mine)
    if won:
        return texts.say("web.result.won_by", mine=number(mine), best=number(max(others)))
    place = max(2, 1 + sum(points > mine for points in others))    # with as many points there was a tie-break
    return texts.say("web.result.lost_by", place=place, mine=number(mine), best=number(max(others)))


def when(at: float, language: str) -> str:
    """A while ago, whatever the reader's clock says; what is older has a date."""
    ago = time() - at
    if ago < WEEK:
        return format_timedelta(timedelta(seconds=-max(1.0, ago)), add_direction=True, locale=language)
    return format_date(datetime.fromtimestamp(at, UTC).date(), "d MMMM y", locale=language)


def by_month(cards: list[TableCard], language: str) -> list[tuple[str, list[Listed]]]:
    def month(card: TableCard) -> str:
        return format_date(datetime.fromtimestamp(card.changed, UTC).date(), "LLLL y", locale=language)

    return [(name, [listed(card, language) for card in found]) for name, found in groupby(cards, month)]


def tallies(cards: list[TableCard], language: str) -> list[Tally]:
    """Of every game that was finished at least once."""
    ended = [card for card in cards if card.winners]
    played = Counter(card.game for card in ended)
    won = Counter(card.game for card in ended if card.seat in card.winners)
    texts = {name: render.game_texts(name, language) for name in games.names() if played[name]}
    return [Tally(look(found.game), short_title(found.title), won[name], played[name]) for name, found in texts.items()]
