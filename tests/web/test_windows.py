"""Passing for the rest of an execution: by form, by API and by socket, and what the page says of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from intryga.kernel.dice import secret_of
from intryga.tables.model import requests
from tests.web.reader import receive
from tests.web.support import Player, client, timeless

FOUR = {
    "game": "smierc_jasniepanu", "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3], "public": True, "pace": 0,
    "window": 60,
}  # fmt: skip
REST = re.compile(r'<button class="btn line" form="act" name="rest" value="(\d+)">([^<]+)</button>')


CARDS = 4    # dealt so that somebody may act in the first window, and somebody may not


def sit_down(http: Any, **wish: Any) -> tuple[list[Player], str]:
    people = [Player(http, name) for name in ("Ola", "Jan", "Ewa", "Ida")]
    dealing = requests.new_secret
    requests.new_secret = lambda: secret_of(CARDS)
    try:
        table = people[0].table({**FOUR, **wish})
    finally:
        requests.new_secret = dealing
    for seat, player in enumerate(people[1:], 1):
        assert player.post(f"{table}/join", seat=seat).status_code == 200
    return people, table


def until_a_window(people: list[Player], table: str, able: bool = True) -> Player:
    """Plays on until somebody is asked whether they react, who can, or who cannot."""
    for _ in range(50):
        pages = [player.get(table).json() for player in people]
        for player, page in zip(people, pages, strict=True):
            if page["pass_on"] is not None and (len(page["view"]["decision"]["options"]) > 1) == able:
                return player
        for player, page in zip(people, pages, strict=True):
            if page["asked"] >= 0:
                action = page["view"]["decision"]["options"][0]["action"]
                player.post(f"{table}/act", action=action, version=page["version"])
                break
    raise AssertionError("no window opens")


def test_without_script(tmp_path: Path) -> None:
    with timeless(tmp_path) as (http, _):
        people, table = sit_down(http)
        asked = until_a_window(people, table)
        here = table.removeprefix("/api").replace("tables", "table")
        html = asked.get(here).text
        (found,) = REST.findall(html)
        assert found[1] == "Pass for the rest of this execution"
        assert 'class="clock bell"' in html
        version = re.findall(r'name="version" value="(\d+)"', html)[0]
        form = {"version": version, "rest": found[0], "seat": str(asked.get(table).json()["viewer"])}
        after = http.post(f"{here}/act", data=form, headers=asked.headers)
        assert after.status_code == 200
        assert "You pass for the rest of this execution." in after.text
        assert asked.get(table).json()["passing"]
        again = http.post(f"{here}/ask-again", data={"seat": form["seat"]}, headers=asked.headers)
        assert REST.search(again.text)
        refused = http.post(f"{here}/ask-again", data={"seat": form["seat"]}, headers=asked.headers)
        assert "You are asked in every window as it is." in refused.text


def test_by_api_and_socket(tmp_path: Path) -> None:
    with timeless(tmp_path) as (http, _):
        people, table = sit_down(http)
        asked = until_a_window(people, table)
        page = asked.get(table).json()
        others = {player: player.get(table).json() for player in people if player is not asked}
        wrong = asked.post(f"{table}/act", action=page["pass_on"] - 1, version=page["version"], rest=True)
        assert wrong.status_code in (400, 422)
        done = asked.post(f"{table}/act", action=page["pass_on"], version=page["version"], rest=True)
        assert done.status_code == 200
        assert asked.post(f"{table}/ask-again").status_code == 200
        with http.websocket_connect(f"/table/{table.split('/')[-1]}/live", headers=asked.headers) as socket:
            version = receive(socket)["version"]
            socket.send_json({"do": page["pass_on"], "version": version, "rest": True})
            while "decide" not in (told := receive(socket))["sections"]:
                pass
            assert "Ask me again" in told["sections"]["decide"]
            for player, before in others.items():
                now = player.get(table).json()
                who_is_there = {"seats": [], "stamp": ""}
                assert {**now, **who_is_there} == {**before, **who_is_there}


def test_who_is_passed_for_reads_so(tmp_path: Path) -> None:
    with timeless(tmp_path) as (http, wait):
        people, table = sit_down(http)
        asked = until_a_window(people, table)
        wait(59)
        assert not asked.get(table).json()["lapsed"]
        wait(2)
        assert asked.get(table).json()["lapsed"]
        here = table.removeprefix("/api").replace("tables", "table")
        assert "Time ran out on the last window: you passed." in asked.get(here).text


def test_a_late_answer_without_script_is_no_dead_end(tmp_path: Path) -> None:
    with timeless(tmp_path) as (http, _):
        people, table = sit_down(http)
        asked = until_a_window(people, table)
        here = table.removeprefix("/api").replace("tables", "table")
        html = asked.get(here).text
        assert f'http-equiv="refresh" content="61; url={here}"' in html    # when the window is over
        form = {"version": "0", "action": "0", "seat": str(asked.get(table).json()["viewer"])}
        late = http.post(f"{here}/act", data=form, headers=asked.headers)
        assert late.status_code == 409
        assert f"; url={here}\"" in late.text
        opened = http.get(f"{here}/act", headers=asked.headers)
        assert (opened.status_code, opened.url.path) == (200, here)


def test_who_cannot_act_has_nothing_to_click_and_who_can_is_asked(tmp_path: Path) -> None:
    with timeless(tmp_path) as (http, _):
        people, table = sit_down(http)
        able = until_a_window(people, table)
        unable = until_a_window(people, table, able=False)
        here = table.removeprefix("/api").replace("tables", "table")
        asked, calm = able.get(here).text, unable.get(here).text
        assert "Your reaction" in asked
        assert "Others may react" in calm
        assert 'form="act" name="action"' in asked
        assert 'form="act" name="action"' not in calm
        assert 'class="stage react calm"' in calm


def test_alone_against_bots_nobody_is_asked_who_cannot_act(tmp_path: Path) -> None:
    """By the one-click form, where nobody may look on. At a table that others may see it is asked all the same. With
    these cards it happens. Whoever is not asked has answered nothing."""
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        bots = [{"kind": "bot", "level": "random"}] * 3
        for spectators, spared in (("no", True), ("public", False)):
            idle, answered = 0, False
            for _ in range(3):
                wish = {**FOUR, "seats": [{"kind": "me"}, *bots], "spectators": spectators, "public": False}
                table = ola.table(wish)
                while True:
                    page = ola.get(table).json()
                    if page["status"] == "over" or page["window_ends"]:    # a window that has begun lasts for a minute
                        break
                    if page["view"]["decision"] is None:    # a bot is at it
                        assert answered or not page["view"]["sealed"]
                        continue
                    answered = page["pass_on"] is not None
                    options = page["view"]["decision"]["options"]
                    idle += page["pass_on"] is not None and len(options) == 1
                    ola.post(f"{table}/act", action=options[-1]["action"], version=page["version"])
            assert (idle == 0) == spared
