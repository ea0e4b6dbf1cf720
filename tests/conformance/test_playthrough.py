"""Every answer of every game is the one that was last reviewed. `tests/playthrough` says how to write them anew."""

from __future__ import annotations

import pytest

from intryga import games
from tests.playthrough import path_of, playthrough
from tests.support import complete


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in complete() for seats in games.find(name).seats])
def test_answers_are_those_reviewed(name: str, seats: int) -> None:
    game = games.find(name)
    assert playthrough(game, seats).splitlines() == path_of(game, seats).read_text("utf-8").splitlines()
