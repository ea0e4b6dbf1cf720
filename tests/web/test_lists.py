"""Lists of tables say how each ended, as the pages of its end do."""

from __future__ import annotations

import pytest

from intryga.tables.types import TableCard
from intryga.web import render
from intryga.web.lists import result


@pytest.mark.parametrize(("winner", "said"), [(0, "won 4 : \u22122"), (1, "place 2, \u22122 : 4")])
def test_a_result_is_written_with_the_minus_of_all_points(winner: int, said: str) -> None:
    scores = [4, -2] if winner == 0 else [-2, 4]
    card = TableCard("t", "dworzanie", "", "over", ["Ola", "Jan"], 0, True, False, 0.0, False, [winner], scores, 0)
    assert result(card, render.game_texts("dworzanie", "en")) == said
