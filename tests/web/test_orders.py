"""Standing orders by card: obeyed when a window opens, told to nobody, and overruled while it lasts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.support import Player, timeless
from tests.web.test_windows import sit_down, until_a_window

CARDS = ("counter", "confession")


def give(player: Player, table: str, order: str) -> Any:
    here = table.removeprefix("/api").replace("tables", "table")
    seat = str(player.get(table).json()["viewer"])
    return player.client.post(f"{here}/order", data={"order": order, "seat": seat}, headers=player.headers)


def everybody_else(people: list[Player], table: str, but: int) -> list[Any]:
    """What others know of the game, wherever and whenever it is played."""
    pages = [player.get(table).json() for seat, player in enumerate(people) if seat != but]
    return [(page["version"], page["view"], page["story"], page["orders"], page["ordered"]) for page in pages]


def test_an_order_is_obeyed_unseen_and_may_be_overruled(tmp_path: Path) -> None:
    """Twice the same deal: once somebody passes by hand in the first window in which they could act, once by order."""
    with timeless(tmp_path / "by hand") as (http, _):
        people, table = sit_down(http)
        asked = until_a_window(people, table)
        seat, page = people.index(asked), asked.get(table).json()
        asked.post(f"{table}/act", action=page["pass_on"], version=page["version"])
        by_hand = everybody_else(people, table, seat)
        passed = asked.get(table).json()["view"]
    with timeless(tmp_path / "by order") as (http, _):
        people, table = sit_down(http)
        asked = people[seat]
        for card in CARDS:
            assert give(asked, table, f"{card}.never").status_code == 200
        while not asked.get(table).json()["ordered"]:    # as `until_a_window` plays
            pages = [player.get(table).json() for player in people]
            mover, page = next((player, page) for player, page in zip(people, pages, strict=True) if page["asked"] >= 0)
            action = page["view"]["decision"]["options"][0]["action"]
            mover.post(f"{table}/act", action=action, version=page["version"])
        page = asked.get(table).json()
        assert (page["ordered"], page["asked"], page["view"]) == (True, -1, passed)
        assert everybody_else(people, table, seat) == by_hand
        here = table.removeprefix("/api").replace("tables", "table")
        html = asked.get(here).text
        assert "You let it pass: your order says so." in html
        assert html.count('.never" aria-pressed="true"') == len(CARDS)
        assert asked.post(f"{table}/undo").status_code == 200
        assert asked.get(table).json()["asked"] == seat, "they may still change their mind"
        assert everybody_else(people, table, seat) == by_hand


def test_what_cannot_be_ordered_is_refused(tmp_path: Path) -> None:
    with timeless(tmp_path) as (http, _):
        people, table = sit_down(http)
        for order in ("pardon.never", "confession.target", "counter.later", "counter", ""):
            answer = give(people[0], table, order)
            assert answer.status_code == 409, order
            assert not people[0].get(table).json()["orders"]
        give(people[0], table, "counter.target")
        assert people[0].get(table).json()["orders"] == {"counter": "target"}
        assert all(player.get(table).json()["orders"] == {} for player in people[1:])
        give(people[0], table, "counter.ask")
        assert people[0].get(table).json()["orders"] == {}


def test_who_has_resigned_has_nothing_to_order(tmp_path: Path) -> None:
    with timeless(tmp_path) as (http, _):
        people, table = sit_down(http)
        here = table.removeprefix("/api").replace("tables", "table")
        assert f'action="{here}/order"' in people[0].get(here).text
        people[0].post(f"{table}/resign")
        assert f'action="{here}/order"' not in people[0].get(here).text
