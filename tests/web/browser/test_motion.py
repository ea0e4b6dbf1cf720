"""Cards fly from where they lay, and stay put for who wants none of it."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import play_on

COUNTING = """
window.flown = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...all) { window.flown++; return animate.apply(this, all); };
"""
MOVING = """
document.getAnimations().filter(a => a.effect.getComputedTiming().duration > 1 && a.playState === 'running').length
"""


@pytest.mark.parametrize("wanted", ["no-preference", "reduce"])
def test_cards_fly_unless_the_reader_wants_none_of_it(visit: Visit, wanted: str) -> None:
    ola = visit("Ola", reduced_motion=wanted, handed_on=False)
    ola.page.add_init_script(COUNTING)
    ola.page.goto(ola.against_bots("spiskowcy"))
    play_on(ola, moves=3)
    assert ola.wait()
    assert bool(ola.evaluate("window.flown")) == (wanted == "no-preference")
    if wanted == "reduce":
        assert ola.evaluate(MOVING) == 0
