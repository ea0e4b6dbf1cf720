"""Every kind of page speaks one language, the reader's, and lacks no word of it."""

from __future__ import annotations

from pathlib import Path

from intryga import games
from intryga.texts.language import LANGUAGES, choose
from intryga.web.jinja import environment
from tests.web.support import FRIENDS, Player, client
from tests.web.words import mixed


def pages_of(ola: Player) -> list[str]:
    """An address of each kind."""
    paths = ["/", "/me", "/nothing", "/table/nothing"]
    for game in games.names():
        paths += [f"/?game={game}", f"/new?game={game}", f"/rules/{game}", f"/cards/{game}"]
        seats = max(games.find(game).seats[0], 2)    # alone nobody waits
        bots = [{"kind": "bot", "level": "random"}] * (seats - 1)
        playing = ola.table({"game": game, "seats": [{"kind": "me"}, *bots], "pace": 0})
        over = ola.table({"game": game, "seats": [*bots, *bots[:1]], "pace": 0})
        while ola.get(over).json()["status"] != "over":
            pass
        waiting = ola.table({**FRIENDS, "game": game, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]})
        for table in (playing, over, waiting):
            paths.append(table.replace("/api/tables", "/table"))
        for seen in (0, -1, -2):
            paths.append(f"{over.replace('/api/tables', '/table')}/replay?move=15&seen={seen}")
    return paths


def test_a_third_language_needs_texts_and_one_entry(tmp_path: Path) -> None:
    """Before its texts are written English helps out; everything else knows it from the list."""
    LANGUAGES.append("cs")
    try:
        with client(tmp_path) as http:
            ola = Player(http, "Anna", language="cs")
            html = http.get("/", headers={"accept-language": "cs-CZ"}).text
            assert '<html lang="cs">' in html
            assert 'name="language" value="cs"' in html
            assert "Trust nobody." in html
            assert '<html lang="cs">' in ola.get(f"/new?game={games.names()[0]}").text
            http.post("/settings", data={"language": "cs"})
            assert '<html lang="cs">' in http.get("/").text
            assert choose(None, {"LANG": "cs_CZ.UTF-8"}) == "cs"
    finally:
        LANGUAGES.remove("cs")
        environment.cache_clear()


def test_a_guest_is_one_in_every_language(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        wish = {"game": "spiskowcy", "seats": "2", "level": "beginner"}
        http.post("/play", data=wish, headers={"accept-language": "en"})
        assert 'value="Guest"' in http.get("/me").text
        http.post("/settings", data={"language": "pl"})
        assert 'value="Gość"' in http.get("/me").text
        http.post("/me", data={"name": "Ola"})
        http.post("/settings", data={"language": "en"})
        assert 'value="Ola"' in http.get("/me").text


def test_every_kind_of_page_speaks_one_language(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Anna")
        found = {}
        for path in pages_of(ola):
            for language in LANGUAGES:
                html = http.get(path, headers={**ola.headers, "cookie": f"language={language}"}).text
                assert f'<html lang="{language}">' in html
                found[path, language] = mixed(html, language)
        assert {page: words for page, words in found.items() if words} == {}
