"""Of a page only what is public is compressed, each part by itself; so its length tells no more than its letters do."""

from __future__ import annotations

import gzip
from itertools import pairwise

import msgspec
import pytest

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Journal
from intryga.kernel.layout import SPECTATOR
from intryga.kernel.view import read
from intryga.tables.model.playthrough import Playthrough
from intryga.tables.types import NO_SEAT, Onlookers, TablePage, ToldMove
from intryga.texts.narrator import Narrator
from intryga.web import render
from intryga.web.lines import DrawnLine
from intryga.web.look import look
from intryga.web.squeezed import LONGEST, as_it_is, compressed, squeezed
from intryga.web.story import drawn_lines
from tests.web.positions import Position, of_every_kind, page_of

LATELY = 60    # events of a story
NAMES = ["Ola", "Jan", "Ewa", "Iwo", "Ada", "Leo", "Mia", "Tom"]


def test_a_page_comes_out_as_it_went_in() -> None:
    parts = ["<p>żółw</p>" * 50, "<b>" + "public " * 30_000, "at the end"]
    page = f"secret {parts[0]} another {parts[1]}{'x' * (LONGEST + 5)} {parts[2]}"
    for public in (parts, parts[:1], parts[1:], [], [parts[1], "nowhere", parts[0]]):
        assert gzip.decompress(squeezed(page, public)).decode() == page
    assert len(squeezed(page, parts)) < len(page) / 3
    assert gzip.decompress(squeezed("", [])) == b""


def test_the_length_is_a_sum_of_lengths_that_know_nothing_of_each_other() -> None:
    """Neither what is public nor what was sent before makes a secret shorter."""
    secret, public = "three spies and a banker", "<ul>three spies and a banker</ul>" * 9
    page = f"{public}|{secret}|{public}|{secret}"
    sent = squeezed(page, [public, public])
    assert sent.count(secret.encode()) == 2
    assert sent.count(compressed(public)) == 2
    parts = [compressed(public), as_it_is(f"|{secret}|".encode()), compressed(public), as_it_is(f"|{secret}".encode())]
    assert len(sent) == len(squeezed("", [])) + sum(map(len, parts))


def told_lately(position: Position, viewer: int) -> list[ToldMove]:
    journal = position.state.journal
    assert journal is not None
    return [ToldMove(NO_SEAT, read(journal, viewer, max(0, len(journal.events) - LATELY)))]


def in_a_window(page: TablePage) -> TablePage:
    """That ends by a bell, and in which one may pass."""
    assert page.view is not None
    options = page.view.decision.options if page.view.decision else []
    return msgspec.structs.replace(page, window_ends=2e9, pass_on=options[-1].action if options else None)


@pytest.mark.parametrize("name", games.names())
def test_what_is_called_public_holds_no_secret(name: str) -> None:
    """It is the same when everything that a spectator cannot see is dealt anew, the reader's own cards among it, and
    when the reader has been told, has said and wishes something else."""
    asked = [position for position in of_every_kind(name) if not position.state.over()]
    for number, position in enumerate(asked):
        for viewer in position.viewers[:2]:
            other = Position(position.game, position.state.resample(SPECTATOR, quick(number, viewer)))
            mine = msgspec.structs.replace(page_of(position, viewer), story=told_lately(position, viewer))
            theirs = msgspec.structs.replace(
                page_of(other, viewer, position.state), story=told_lately(position, SPECTATOR), chat=[], can_undo=False,
                has_shown=True, invite="i", code="c", onlookers=Onlookers(1, ("Ola",)), version=9, stamp="s",
                orders=dict.fromkeys(position.game.reactions.cards, "never") if position.game.reactions else {},
            )  # fmt: skip
            if position.game.reactions and number % 2:
                mine, theirs = in_a_window(mine), in_a_window(theirs)
            drawn = render.draw(mine, "pl")
            assert drawn.public == render.draw(theirs, "pl").public, f"{position}, seen by {viewer}"
            places = [drawn.whole.find(part) for part in drawn.public]
            assert places[0] >= 0, "a part that is not found in its turn would not be compressed"
            assert all(before < after for before, after in pairwise(places))


@pytest.mark.parametrize("name", games.names())
def test_lines_that_are_called_public_are_told_to_all(name: str) -> None:
    """And plates, which also look at lines before theirs; but each reader's own line on them is marked for them."""
    game = games.find(name)
    played = played_through(game)
    spectators = story_of(played, SPECTATOR)
    told = {line.sentence for line in spectators}
    for viewer in range(played.state.seats):
        lines = story_of(played, viewer)
        public = [line for line in lines if line.public]
        assert {line.sentence for line in public} <= told
        assert len(public) > len(lines) / 3, "most of what happens is seen by all"
        theirs = {unmarked(line) for line in spectators}
        assert all(unmarked(line) in theirs for line in public if "data-mine" not in line.attributes)


def unmarked(line: DrawnLine) -> str:
    return line.plate.replace(' me"', '"')


def played_through(game: AnyGame) -> Playthrough:
    """Some moves of a game, as a table keeps them."""
    seats, chooser = game.seats[1], quick(3, 1)
    played = Playthrough(game, game.new_game(game.chosen_rules(), seats, game.quick_dice(3), Journal(game.layout)))
    for _ in range(80):
        if played.state.over():
            break
        played.make_move(played.state.seat, played.state.options[chooser.below(len(played.state.options))])
    return played


def story_of(played: Playthrough, viewer: int) -> list[DrawnLine]:
    texts = render.game_texts(played.game.id, "pl")
    moves = [ToldMove(NO_SEAT, played.told(viewer, move)) for move in range(-1, len(played.moves))]
    narrator = Narrator(texts, NAMES[: played.state.seats])
    return drawn_lines(moves, 0, narrator, look(played.game), viewer)
