"""A table that cannot be opened says so on its page and by the API; everything else goes on."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import pytest

from tests.web.support import FRIENDS, Player, client


def test_a_damaged_table_says_what_is_wrong(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "intryga.tables")
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        bad, good = (ola.table(FRIENDS) for _ in range(2))
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        database.execute('update log set event = ? where "table" = ?', (b"{", bad.rpartition("/")[2]))
    database.close()
    with client(tmp_path) as http:
        ola.client = http
        answer = ola.get(bad)
        assert answer.status_code == 503
        assert "Entry 1 in the record of this table is damaged" in answer.json()["error"]
        page = bad.removeprefix("/api").replace("/tables/", "/table/")
        for language, words in (("pl", "Wpis 1 w zapisie tego stołu jest uszkodzony"), ("en", "Entry 1 in the record")):
            shown = http.get(page, headers={**ola.headers, "cookie": f"language={language}"})
            assert shown.status_code == 404
            assert words in shown.text
        assert ola.get(good).status_code == 200
        assert http.get("/", headers=ola.headers).status_code == 200


def test_undo_to_the_start_of_a_turn(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table = ola.table(FRIENDS)
        assert jan.post(f"{table}/join", seat=1).status_code == 200
        assert ola.post(f"{table}/undo-turn").status_code == 400, "nothing to take back"
        for n in range(60):
            for who in (ola, jan):
                page = who.get(table).json()
                if page["asked"] >= 0:
                    options = page["view"]["decision"]["options"]
                    action = options[n * 7 % len(options)]["action"]
                    assert who.post(f"{table}/act", action=action, version=page["version"]).status_code == 200
                    if who.get(table).json()["can_undo"]:
                        taken = who.post(f"{table}/undo-turn").json()
                        assert taken["moves"] >= 1
                        assert taken["stopped"] in ("turn", "dice", "cards", "answers", "window")
                        return
    pytest.fail("nothing could be taken back")
