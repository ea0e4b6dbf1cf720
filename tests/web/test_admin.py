"""Whoever runs a server sees, closes, slows down, sends away and forgets; nobody else does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from intryga.cli import run
from intryga.tables.types import Refused
from tests.tables.clock import SetClock
from tests.tables.support import ME, OLA, OPEN, new_house, opened, wish
from tests.web.support import BOTS, FRIENDS, Player, client


def key(http: TestClient) -> str:
    return http.app.app.app.app.app.state.admin.link()    # type: ignore[attr-defined,no-any-return]


def do(http: TestClient, deed: str, table: str, token: str = "", **more: int) -> int:
    headers = {"authorization": f"Bearer {token or key(http)}"}
    body = {"deed": deed, "table": table.rpartition("/")[2], **more}
    return http.post("/api/admin/do", json=body, headers=headers).status_code


def test_nobody_else_finds_anything_there(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(BOTS)
        for token in ("x", ola.headers["authorization"][7:]):
            assert do(http, "close", table, token) == 404
        assert http.get("/api/admin/tables").status_code == 404
        assert [http.get(path).status_code for path in ("/admin", "/admin/x")] == [404, 404]
        assert http.post("/admin", data={"deed": "close", "table": table}).status_code == 404
        assert ola.get(table).json()["status"] == "playing"


def test_a_table_is_closed_and_talk_slowed_down(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table = ola.table(FRIENDS)
        jan.post(f"{table}/join", seat=1)
        assert [ola.post(f"{table}/chat", text=str(n)).status_code for n in range(21)] == [200] * 20 + [400]
        assert do(http, "slow", table, seconds=3600) == 200
        assert [jan.post(f"{table}/chat", text="x").status_code for _ in range(2)] == [200, 400]
        assert do(http, "slow", table, seconds=4000) == 400
        assert do(http, "close", table) == 200
        assert do(http, "close", table) == 400
        page = ola.get(table).json()
        assert (page["status"], page["halted"]) == ("over", "host")
        listed = http.get("/api/admin/tables", headers={"authorization": f"Bearer {key(http)}"}).json()
        assert [(entry["table"], entry["status"]) for entry in listed] == [(table.rpartition("/")[2], "over")]


def test_who_is_forgotten_is_nowhere_and_the_game_goes_on(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jankiel")
        tables = [ola.table({**FRIENDS, "spectators": "public"}) for _ in range(2)]
        for table in tables:
            jan.post(f"{table}/join", seat=1)
            jan.post(f"{table}/chat", text="a word of mine")
        assert do(http, "block", tables[0], seat=7) == 400
        assert do(http, "forget", tables[0], seat=1) == 200
        assert jan.get("/api/tables").status_code in (401, 200)
        assert jan.post(f"{tables[0]}/chat", text="still here").status_code in (401, 403)
        for table in tables:
            told = ola.get(table).text
            assert "Jankiel" not in told
            assert "a word of mine" not in told
            page = msgspec.json.decode(told)
            assert page["seats"][1]["resigned"]
            assert page["status"] == "playing"
    raw = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite"))
    assert raw
    with client(tmp_path) as http:    # and after a restart
        assert "Jankiel" not in http.get(tables[0]).text


def test_the_page_works_by_a_link_and_its_forms(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(BOTS).rpartition("/")[2]
        entry = f"/admin/{key(http)}"
        assert http.get(entry).status_code == 200
        assert "intryga-admin" not in http.cookies
        shown = http.post(entry).text
        assert table in shown
        assert "Ola" in shown
        form = {"deed": "slow", "table": table, "seconds": "-1"}
        assert http.post("/admin", data=form).status_code == 400
        http.post("/admin", data={"deed": "close", "table": table})
        assert ola.get(f"/api/tables/{table}").json()["halted"] == "host"


@pytest.mark.parametrize("content", [None, b"too short", "żółć".encode() * 9])
def test_a_secret_that_is_none_is_a_sentence(
    tmp_path: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder, for example, or letters that no other machine may read in the same way."""
    secret = tmp_path if content is None else tmp_path / "secret"
    if content is not None:
        secret.write_bytes(content)
    database = ["--database", "postgresql://nobody@127.0.0.1:1/none"]
    for command in (["admin", "tables"], ["serve", "--no-browser", *database]):
        assert run([*command, "--secret-file", str(secret)]) == 2
        assert "--secret-file" in capsys.readouterr().err


def test_commands_need_a_secret_and_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", "tables", "--data", str(tmp_path)]) == 2
    assert "no secret" in capsys.readouterr().err
    (tmp_path / "secret").write_text("s" * 32)
    assert run(["admin", "close", "x", "--data", str(tmp_path), "--server", "http://127.0.0.1:1"]) == 2
    assert "no server" in capsys.readouterr().err
    assert run(["admin", "link", "--data", str(tmp_path)]) == 0
    assert "/admin/" in capsys.readouterr().out


def test_what_was_abandoned_goes_after_notice(tmp_path: Path) -> None:
    async def scene() -> None:
        clock = SetClock()
        async with opened(tmp_path, clock) as house:
            house.administrator._kept = 40 * 86400.0
            old, talked = [await house.create(OLA, wish(ME, OPEN)) for _ in range(2)]
            await clock.advance(29 * 86400)
            assert (await house.page(old, OLA)).expires is None
            await clock.advance(2 * 86400)
            assert (await house.page(old, OLA)).expires == pytest.approx(clock.now() + 9 * 86400)
            await house.chat(talked, OLA, "still here")
            assert (await house.page(talked, OLA)).expires is None
            await clock.advance(10 * 86400)
            assert await house.administrator.remove_abandoned() == 1
            with pytest.raises(Refused, match="no such table"):
                await house.page(old, OLA)
            assert (await house.page(talked, OLA)).status == "waiting"

    asyncio.run(scene())


def test_one_person_has_so_many_tables_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.tables.house.UNFINISHED", 2)

    async def scene() -> None:
        house = new_house(tmp_path, SetClock())
        await house.open()
        for _ in range(2):
            await house.create(OLA, wish(ME, OPEN))
        with pytest.raises(Refused, match="already"):
            await house.create(OLA, wish(ME, OPEN))
        await house.close()

    asyncio.run(scene())
