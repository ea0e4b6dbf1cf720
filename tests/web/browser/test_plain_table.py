"""The table of a game without a layout: its zones lie beside and below each other."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import SIZES

OVER_EACH_OTHER = """() => {
  const boxes = [...document.querySelectorAll('.plain .seat, .plain .well, .plain .place1')];
  const over = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  };
  const found = [];
  for (const one of boxes)
    for (const other of boxes) {
      const together = one.closest('.table') === other.closest('.table');
      if (one !== other && together && !one.contains(other) && !other.contains(one) && over(one, other))
        found.push([one.id || one.className, other.id || other.className]);
    }
  return [boxes.length, found];
}"""


@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_over_anything_else(measure: Visit, plain_game: str, size: str) -> None:
    ola = measure("Ola")
    ola.resize(size)
    ola.open(ola.against_bots(plain_game))
    assert ola.wait()    # the same table every time, whoever begins
    boxes, over = ola.evaluate(OVER_EACH_OTHER)
    assert boxes > 6
    assert over == []
