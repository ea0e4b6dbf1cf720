"""The form of a new table: what it says, what it keeps, what comes of it."""

from __future__ import annotations

import asyncio
import html
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from intryga import games
from intryga.kernel.layout import OMNISCIENT
from intryga.tables.house import House, Person, SeatWish, TableWish
from intryga.tables.output.game_file import GameFile, load, save
from intryga.tables.runtime.workers import WorkerProcesses
from intryga.tables.storage.sqlite import SqliteStore
from intryga.texts.language import LANGUAGES
from intryga.texts.library import GameTexts
from tests.web.support import BOTS, PL, Player, client

GAMES = games.names()
NASTY = "<script>alert(1)</script>"
TEXT = games.find("spiskowcy").folder.joinpath("cards.toml").read_text("utf-8")
BANKER = 'id = "bankier"\ntype = "character"\ncopies = '
OWN = TEXT.replace(f"{BANKER}6", f"{BANKER}9").replace('en = "Banker"', 'en = "Usurer"')
OWN = OWN.replace('{ pl = "Bankier"', f'{{ pl = "{NASTY}"')
MARK = games.find("spiskowcy", OWN).components_mark()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_options_and_their_values_are_told_in_words(tmp_path: Path, name: str, language: str) -> None:
    game = games.find(name)
    texts = GameTexts(game, language, strict=True)
    with client(tmp_path) as http:
        http.cookies.set("language", language)
        ola = Player(http, "Ola")
        form = html.unescape(ola.get(f"/new?game={name}").text)
        others = max(game.seats[0] - 1, 1)    # alone nobody waits
        seats = [{"kind": "me"}, *[{"kind": "open"}] * others]
        for option, block in game.components.get("options", {}).items():
            assert block["name"][language] in form
            assert block["help"][language] in form
            for value in block["choices"]:
                said = texts.choice(option, value)
                assert f"<span>{said}</span>" in form
                table = ola.table({"game": name, "seats": seats, "options": {option: value}})
                waiting = html.unescape(ola.get(table.replace("/api/tables", "/table")).text)
                assert f"<dt>{block['name'][language]}</dt><dd>{said}</dd>" in waiting


def test_alone_with_bots_only_who_can_act_is_asked(tmp_path: Path) -> None:
    """Nobody looks on there unless that is wished: whether somebody is asked would tell of their hand."""
    with client(tmp_path) as http:
        cases = ("easy", "public", "no"), ("easy", "delayed", "delayed"), ("open", "public", "public")
        for rival, wished, seen in cases:
            made = http.post("/new", data=form(seat1=rival, spectators=wished), headers=PL, follow_redirects=False)
            table = made.headers["location"].rpartition("/")[2]
            assert http.get(f"/api/tables/{table}").json()["spectators"] == seen


# --- component files of one's own ---


def form(**more: str) -> dict[str, str]:
    return {"game": "spiskowcy", "nickname": "Ola", "seat0": "me", "seat1": "open", "seat2": "none", "seat3": "none",
            "option.orders": "simultaneous", "clock": "calm", "pace": "slow", "public": "yes", **more}  # fmt: skip


def send(http: Any, text: str | bytes, **more: str) -> Any:
    file = text.encode() if isinstance(text, str) else text
    return http.post("/new", data=form(**more), files={"components": ("own.toml", file, "application/toml")})


def test_a_file_sent_with_the_form_is_what_everybody_plays_with(tmp_path: Path) -> None:
    assert OWN.count(NASTY) == 1
    with client(tmp_path) as http:
        http.cookies.set("language", "en")
        waiting = send(http, OWN.replace("\n", "\r\n"))    # a file from another system is the same file
        assert waiting.status_code == 200
        table = str(waiting.url).rpartition("/")[2]
        assert MARK[:12] in waiting.text
        cards = http.get(f"/table/{table}/cards")
        assert "Usurer" in cards.text
        assert "×9" in cards.text
        assert MARK[:12] in cards.text
        assert http.get(f"/table/{table}/components").text == OWN
        assert http.get(f"/api/tables/{table}/components").json() == {"components": OWN}
        assert "Usurer" not in http.get("/cards/spiskowcy").text
        http.cookies.set("language", "pl")
        assert NASTY not in (polish := http.get(f"/table/{table}/cards").text)
        assert html.escape(NASTY) in polish
        page = http.get(f"/api/tables/{table}").json()
        assert (page["components"], page["options"]["orders"]) == (MARK, "simultaneous")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (OWN.replace("copies = 9", "copies = 99"), r"line \d+: card bankier: there can be 9 copies at most"),
        (OWN + "\n[extra]\nx = 1\n", r"line \d+: extra: &#39;extra&#39; does not belong"),
        ("nonsense", "not a TOML file"),
        (b"\xff\xfe\x00", "not text in UTF-8"),
        ("#" * (256 * 1024 + 1), "at most 256 kB"),
    ],
)
def test_a_mistake_in_it_is_told_and_everything_else_is_kept(tmp_path: Path, text: str | bytes, sentence: str) -> None:
    with client(tmp_path) as http:
        http.cookies.set("language", "en")
        answer = send(http, text, seat1="guest", name1="Zofia")
        assert answer.status_code == 400
        (said,) = re.findall(r'<p class="oops" role="alert">.*?</svg>(.*?)</p>', answer.text)
        assert re.search(sentence, said)
        assert said.startswith(("The component file", "A component file"))
        chosen = set(re.findall(r'name="([\w.]+)" value="(\w+)" checked', answer.text))
        assert {("option.orders", "simultaneous"), ("clock", "calm"), ("pace", "slow"), ("public", "yes")} <= chosen
        assert len(chosen) == len({name for name, _ in chosen})
        assert 'value="Zofia"' in answer.text
        assert re.findall(r'<option value="(\w+)" selected', answer.text) == ["me", "guest", "none", "none"]
        assert http.get("/api/tables").json()["open"] == []


def test_by_api(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        table = ola.table({"game": "spiskowcy", "seats": seats, "components": OWN})
        assert ola.get(table).json()["components"] == MARK
        wish = {"game": "spiskowcy", "seats": seats}
        wrong = ola.post("/api/tables", **wish, components=OWN.replace("copies = 9", "copies = -9"))
        assert (wrong.status_code, wrong.json()["key"]) == (400, "components")
        assert "line " in wrong.json()["error"]
        assert ola.post("/api/tables", **wish, components="#" * (256 * 1024 + 1)).status_code == 400


def test_a_whole_game_with_them_restarts_is_replayed_and_played_again(tmp_path: Path) -> None:
    """With bots in processes of their own, whose game must be the table's."""
    ola = Person("ola-" + "0" * 16, "Ola", "en")

    async def scene() -> tuple[str, GameFile]:
        wish = TableWish("spiskowcy", [SeatWish("me"), SeatWish("bot", "heuristic")], components=OWN, pace=0.0)
        house = House(SqliteStore(tmp_path), "a secret", WorkerProcesses(1))
        await house.open()
        table = await house.create(ola, wish)
        moves = 0
        while (page := await house.page(table, ola)).status != "over":
            if page.asked < 0:
                await asyncio.sleep(0.005)
                continue
            assert page.view is not None
            assert page.view.decision is not None
            await house.act(table, ola, page.view.decision.options[-1].action, page.version)
            moves += 1
            if moves == 15:    # nothing of it was in memory only
                await house.close()
                house = House(SqliteStore(tmp_path), "a secret", WorkerProcesses(1))
                await house.open()
        assert page.components == MARK
        replay = await house.finished.replay(table, ola, 3, OMNISCIENT)
        assert replay.components == MARK
        bankers = sum(zone.get("bankier", 0) for zone in replay.view.zones.values() if isinstance(zone, dict))
        assert bankers == 9
        again = await house.rematch(table, ola)
        assert (await house.page(again, ola)).components == MARK
        record = await house.finished.game_file(table, ola)
        await house.close()
        return table, record

    table, record = asyncio.run(scene())
    assert record.components == MARK
    save(record, tmp_path / "game.json")
    assert msgspec.json.encode(load(tmp_path / "game.json", OWN)) == msgspec.json.encode(record)
    with client(tmp_path) as http:
        http.cookies.set("language", "en")
        ola_online = http.get(f"/table/{table}/replay")
        assert ola_online.status_code == 200
        assert f"/table/{table}/cards" in ola_online.text
        assert "Usurer" in http.get(f"/table/{table}").text


def test_what_was_chosen_on_the_home_page_is_carried_over(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        form = http.get("/new?game=spiskowcy&seats=3&level=hard&name=Ola", headers=PL).text
        assert 'value="Ola"' in form
        assert re.findall(r'<option value="(\w+)" selected>', form) == ["me", "open", "hard", "none"]
        assert "Warianty<small>Wykładanie rozkazów: po kolei · Najmniejszy rozkaz: wolno nie wykładać · …" in form


def test_a_broken_invite_is_answered_on_top(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        page = http.get("/join?link=blabla", headers=PL).text
        assert page.index("To nie jest hasło stołu ani odnośnik do niego.") < page.index('class="boxes"')


def test_nobody_is_asked_to_move_where_they_have_resigned(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table({**BOTS, "pace": 10})
        ola.post(f"{table}/resign")
        page = ola.get(table).json()
        assert (page["view"]["decision"], page["can_undo"]) == (None, False)
        cards = ola.get("/api/tables").json()["mine"]
        assert [card["my_turn"] for card in cards if card["table"] in table] in ([False], [])
        assert "Return to the game" in ola.get("/").text
