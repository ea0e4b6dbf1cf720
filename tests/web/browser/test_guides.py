"""What a guide lights can be seen, however small the window."""

from __future__ import annotations

import pytest

from tests.web.browser.guest import COMPLETE, Visit

SEEN = """() => {
  const lit = document.querySelector('[data-lit]');
  if (!lit?.checkVisibility()) return false;
  const {x, y, width, height} = lit.getBoundingClientRect();
  return [.15, .5].every(share => {
    const under = document.elementFromPoint(x + width / 2, y + height * share);
    return under !== null && !under.closest('.decide, .top');
  });
}"""
"""Its upper half lies in the window and under nothing. (What lies there is no answer: a guide's table is inert.)"""


@pytest.mark.parametrize("game", COMPLETE)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (820, 1180)])
def test_what_a_guide_lights_is_in_sight(measure: Visit, game: str, width: int, height: int) -> None:
    """Also at the first step, to which links lead without naming what it lights."""
    ola = measure("Ola", viewport={"width": width, "height": height})
    for step in range(1, 6):
        ola.open(f"{ola.address}/learn/{game}" + (f"/{step}" if step > 1 else ""))
        ola.until(SEEN)
