"""axe finds nothing: on every kind of page, for every game, dark on a wide screen or light on a narrow one, in turn."""

from __future__ import annotations

import itertools

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import COMPLETE, MANY, ME, OPEN, OVER, SIZES, Guest, play_on

pytestmark = pytest.mark.browser

QUESTIONS = 3    # kinds of questions of each game that are looked at
THEMES = {"desktop": "dark", "phone": "light"}    # they differ in colours alone, and the sizes in everything else
RUN = """
async () => (await axe.run(document, {resultTypes: ['violations']})).violations.flatMap(v => v.nodes.slice(0, 3).map(
  n => `${v.id}: ${n.html.slice(0, 160)} ${n.any.map(a => a.message).join(' ').slice(0, 120)}`))
"""


class Eye:
    """Looks at whatever page somebody is on, at one size and at the other in turn, each in one of the themes. Who
    begins with another one sees the same kinds of pages the other way."""

    def __init__(self, guest: Guest, begin: int = 0) -> None:
        self.guest = guest
        self.found: list[str] = []
        self._sizes = itertools.islice(itertools.cycle(SIZES.items()), begin, None)
        guest.context.add_init_script(AXE_SCRIPT)

    def look(self, where: str) -> None:
        page = self.guest.page
        size, viewport = next(self._sizes)
        page.set_viewport_size(viewport)    # type: ignore[arg-type]
        page.mouse.move(0, 0)
        self.guest.fits()
        page.emulate_media(color_scheme=THEMES[size])    # type: ignore[arg-type]
        self.found += [f"{where}, {size}, {THEMES[size]}: {violation}" for violation in page.evaluate(RUN)]

    def visit(self, path: str) -> None:
        self.guest.page.goto(path if path.startswith("http") else self.guest.address + path)
        self.look(path)

    def saw_nothing(self) -> None:
        assert not self.found, "\n".join(self.found)


@pytest.mark.parametrize("begin", range(len(SIZES)))
def test_the_pages_around_the_tables(visit: Visit, begin: int) -> None:
    ola = visit("Ola")
    eye = Eye(ola, begin)
    waiting = ola.table(ME, OPEN, public=True, name="Stół Oli")
    for path in ("/", "/new?game=spiskowcy", "/me", "/nowhere", waiting):
        eye.visit(path)
    eye.saw_nothing()
    jan = visit()    # who has no name yet is asked for it
    eye = Eye(jan, begin)
    for path in ("/?game=smierc_jasniepanu", waiting):
        eye.visit(path)
    eye.saw_nothing()


@pytest.mark.parametrize("game", COMPLETE)
def test_a_games_table_its_end_its_replay_its_rules_and_all_its_cards(visit: Visit, game: str) -> None:
    ola, watcher = visit("Ola"), visit()
    begin = COMPLETE.index(game)
    eye, other = Eye(ola, begin), Eye(watcher, begin)
    for path in (f"/rules/{game}", f"/cards/{game}", f"/learn/{game}", f"/learn/{game}/3"):
        eye.visit(path)
    table = ola.against_bots(game, clock={"move": 60, "bank": 60})
    ola.page.goto(table)
    seen: set[str] = set()
    for number in range(MANY):
        if not ola.wait() or len(seen) == QUESTIONS:
            break
        question = ola.glance().question
        if question not in seen:
            seen.add(question)
            eye.look(f"{game}: {question}")
        ola.choose(number * 5)
    other.visit(table)    # somebody else's turn, for somebody who has none
    if ola.wait():
        ola.resign()
    ola.page.wait_for_selector(OVER)
    eye.look(f"{game}: over")
    eye.visit(f"{table}/replay?move=20&seen=-2")
    for found in (eye, other):
        found.saw_nothing()


def test_the_table_of_a_game_without_a_layout(visit: Visit, plain_game: str) -> None:
    ola = visit("Ola")
    eye = Eye(ola)
    ola.page.goto(ola.against_bots(plain_game))
    play_on(ola, moves=4)
    ola.wait()
    eye.look("generic")
    eye.saw_nothing()
