"""axe looks at pages, dark on a wide screen or light on a narrow one."""

from __future__ import annotations

import itertools

from axe_playwright_python.base import AXE_SCRIPT

from tests.web.browser.guest import SIZES, Guest

THEMES = {"desktop": "dark", "phone": "light"}    # they differ in colours alone, and the sizes in everything else
# What it finds; nothing where it is not there yet. Nobody reads where in the document something lies: to make up short
# selectors for all of it took a quarter of the time.
RUN = """
async () => typeof axe === 'undefined' ? null
  : (await axe.run(document, {resultTypes: ["violations"], selectors: false})).violations.flatMap(v => v.nodes
    .slice(0, 3).map(n => `${v.id}: ${n.html.slice(0, 160)} ${n.any.map(a => a.message).join(' ').slice(0, 120)}`))
"""


class Eye:
    """Looks at whatever page somebody is on, at one size and at the other in turn, each in one of the themes. Who
    begins with another one sees the same kinds of pages the other way. A mouse that points at nothing lies at 0, 0."""

    def __init__(self, guest: Guest, begin: int = 0) -> None:
        self.guest = guest
        self.found: list[str] = []
        self._sizes = itertools.islice(itertools.cycle(SIZES), begin, None)

    def look(self, where: str) -> None:
        page = self.guest.page
        size = next(self._sizes)
        self.guest.resize(size)
        self.guest.fits()
        page.emulate_media(color_scheme=THEMES[size])    # type: ignore[arg-type]
        while (found := self.guest.evaluate(RUN)) is None:    # once for each page
            self.guest.evaluate(AXE_SCRIPT)
        self.found += [f"{where}, {size}, {THEMES[size]}: {violation}" for violation in found]

    def visit(self, path: str) -> None:
        self.guest.open(path if path.startswith("http") else self.guest.address + path)
        self.look(path)

    def saw_nothing(self) -> None:
        assert not self.found, "\n".join(self.found)
