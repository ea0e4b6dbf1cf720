"""A look ahead says what a choice would change, and nothing that its chooser could not know."""

from __future__ import annotations

import pytest

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.state import AnyState
from intryga.tables.output.ahead import Ahead, ahead
from tests.support import complete


def positions(name: str, seed: int) -> list[AnyState]:
    game, chooser, found = games.find(name), quick(seed, 1), []
    s = game.new_game(game.chosen_rules(), game.seats[1], game.quick_dice(seed))
    while not s.over():
        found.append(s.clone())
        s.apply(s.options[chooser.below(len(s.options))])
    return found[:: max(1, len(found) // 40)]


def all_ahead(s: AnyState) -> list[Ahead | None]:
    return [ahead(s, int(s.seat), [int(action)]) for action in s.options]


@pytest.mark.parametrize("name", games.names())
def test_what_the_chooser_cannot_see_changes_nothing_of_it(name: str) -> None:
    told = 0
    for number, s in enumerate(positions(name, 4)):
        seen = all_ahead(s)
        other = s.resample(s.seat, quick(number, 5))
        assert all_ahead(other) == seen, f"{type(s.awaiting(s.seat)).__name__}"
        told += sum(found is not None for found in seen)
    assert told or name not in complete()    # a draft may have nothing but secret choices


def test_a_noble_above_the_mat_raises_its_family_and_all_who_have_it() -> None:
    game = games.find("dworzanie")
    for s in positions(game.id, 1):
        if type(s.awaiting(s.seat)).__name__ != "Where":
            continue
        seat, above = int(s.seat), game.space.parse("table above")
        if above not in s.options:
            continue
        for card in _hand(game, s):
            found = ahead(s, seat, [above, game.space.parse(f"play {card}")])
            family, role = card.split("_")
            if role == "spy":
                assert found is None or "balance" not in found.facts
                continue
            assert found is not None
            before, after = found.facts["balance"][family]
            assert after - before == (2 if role == "noble" else 1)
        return
    raise AssertionError("no position to try")


def _hand(game: AnyGame, s: AnyState) -> list[str]:
    zone = next(zone for zone in game.layout.zones_for(s.seats) if zone.label() == f"hand {int(s.seat)}")
    return [zone.kinds[s.row_item(zone.at, n)] for n in range(s.row_size(zone.at))]


def test_what_is_not_open_is_not_foretold() -> None:
    s = positions("dworzanie", 1)[0]
    assert ahead(s, int(s.seat), [games.find("dworzanie").space.parse("spare")]) is None
    assert ahead(s, (int(s.seat) + 1) % int(s.seats), [int(s.options[0])]) is None
