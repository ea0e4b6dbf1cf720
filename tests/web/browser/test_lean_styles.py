"""Styles go out without comments and indentation, and say the same."""

from __future__ import annotations

from importlib import resources

from intryga import games
from intryga.web.assets.files import lean_css, parts_of
from tests.web.browser.conftest import Visit

# Values with variables in them are not read before they are needed: their blanks stay.
RULES = r"""text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map(rule => rule.cssText.replace(/\s*,\s*/g, ',').replace(/\s+/g, ' '));
}"""


def test_a_browser_reads_the_same_rules(visit: Visit) -> None:
    static = resources.files("intryga.web").joinpath("static")
    files = [file for file in static.iterdir() if file.name.endswith(".css")] + [*static.joinpath("base").iterdir()]
    for name in games.names():
        files += parts_of(games.find(name), "table", ".css")
    page = visit("Ola").page
    for file in files:
        text = file.read_text("utf-8")
        assert page.evaluate(RULES, lean_css(text)) == page.evaluate(RULES, text), file
