"""Component files and game files with anything in them: the answer is a game or a sentence."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intryga import games
from intryga.cli.local_game import LocalGame
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame, Mistake
from intryga.kernel.journal import Journal
from intryga.kernel.view import view
from intryga.tables.output import game_file
from intryga.tables.output.game_file import HUMAN, Player
from intryga.texts.library import GameTexts
from tests.fuzz.support import Service, many

MOVES = 40    # made with cards of somebody's own
HOSTILE = ["9" * 30, "-1", "0", "1", "99", '""', '"x"', "true", "1.5", "nan", "[]", "{}", '[1, "a"]', "{ pl = 5 }",
           "1979-05-27", '"\\u0000"', '"{n.__class__}"', f'"{"y" * 999}"', '"<b>"', "[[]]", "'", "#", "\\"]  # fmt: skip
VALUE = re.compile(r'"[^"]*"|-?\b\d+\b|\btrue\b|\bfalse\b|\[[^\[\]{}]*\]|\{[^{}]*\}')
FILES = {name: games.find(name).folder.joinpath("cards.toml").read_text("utf-8").split("\n") for name in games.names()}
PLACES = {
    name: [(number, found.span()) for number, line in enumerate(lines) if "=" in line and not line.startswith("#")
           for found in VALUE.finditer(line, line.index("="))]
    for name, lines in FILES.items()
}  # fmt: skip


@st.composite
def component_files(draw: st.DrawFn) -> tuple[str, dict[int, str]]:
    """A game, and which lines of its file are others, for a failure is to be read: in one place or a few another value,
    a line left out, twice, elsewhere, or new."""
    name = draw(st.sampled_from(sorted(FILES)))
    lines = list(FILES[name])
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 3]))):
        number, (start, end) = draw(st.sampled_from(PLACES[name]))
        kind, line = draw(st.sampled_from(["value"] * 6 + ["out", "twice", "new", "swap"])), lines[number]
        if kind == "value":
            value = draw(st.sampled_from(HOSTILE) | st.integers(0, 12).map(str))
            lines[number] = line[:start] + value + line[end:]
        elif kind == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[number], lines[other] = lines[other], line
        else:
            added = {"out": [], "twice": [line, line], "new": [line, draw(st.text(max_size=30))]}[kind]
            lines[number] = "\n".join(added)
    return name, {number: line for number, line in enumerate(lines) if line != FILES[name][number]}


def game_or_sentence(name: str, text: str) -> AnyGame | str:
    try:
        return games.find(name).with_components(text)
    except Mistake as mistake:
        return str(mistake)


@many(5)
@given(component_files(), st.integers(1, 1000))
def test_component_files(service: Service, changed: tuple[str, dict[int, str]], seed: int) -> None:
    """A file that passes can be played, told and looked at."""
    name, others = changed
    text = "\n".join(others.get(number, line) for number, line in enumerate(FILES[name]))
    own = game_or_sentence(name, text)
    if isinstance(own, str):
        service.inputs += 1
        assert re.match(r"line \d+: |not a TOML file", own)
        return
    GameTexts(own, "pl")
    dice = quick(seed)
    s = own.new_game(own.chosen_rules(), own.seats[-1], quick(1), Journal(own.layout))
    for _ in range(MOVES):
        if not s.over() and s.options:    # a dead end is the table's to end: tests/tables/windows/test_dead_ends.py
            s.apply(s.options[dice.below(len(s.options))])
    view(own, s, 0).encoded()
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (own.seats[0] - 1)]
    made = service.ask("POST", "/api/tables", "Ola", json={"game": name, "seats": seats, "components": text})
    assert made.status_code == 200, made.text
    for page in ("", "/cards"):
        assert service.ask("GET", f"/table/{made.json()['table']}{page}", "Ola").status_code == 200
    service.inputs -= 2    # one input, looked at from three sides


def saved(folder: Path) -> dict[str, Any]:
    """A game file with some moves in it."""
    game = LocalGame.new(games.find("spiskowcy"), [Player("Ola", HUMAN), Player("Jan", "random")], {}, 1)
    for _ in range(12):
        seat = game.to_answer()[0]
        game.act(seat, game.bot_action(seat) if game.is_bot(seat) else game.state.options[0])
    game.save(folder / "whole.json")
    found: dict[str, Any] = msgspec.json.decode((folder / "whole.json").read_bytes())
    return found


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.floats() | st.text(max_size=12) | st.just("undo"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("files")
    return folder / "game.json", saved(folder)


@many(4)
@given(st.data())
def test_game_files(service: Service, whole: tuple[Path, dict[str, Any]], data: st.DataObject) -> None:
    """Changed in its parts, and each of these files in its bytes: in some places, or cut off somewhere."""
    path, record = whole
    changed = {**record, "moves": list(record["moves"])}
    for _ in range(data.draw(st.integers(0, 2))):
        key = data.draw(st.sampled_from([*record, "more"]))
        if key == "moves" and changed["moves"] and isinstance(changed["moves"], list):
            at = data.draw(st.integers(0, len(changed["moves"]) - 1))
            changed["moves"][at] = data.draw(ANYTHING | st.sampled_from(record["moves"]))
        else:
            changed[key] = data.draw(ANYTHING)
    text, dice = msgspec.json.encode(changed), quick(data.draw(st.integers(1, 10**6)))
    replayed(service, path, text)
    for _ in range(9):
        raw = bytearray(text)
        for _ in range(1 + dice.below(2)):
            raw[dice.below(len(raw))] = dice.below(256)
        replayed(service, path, raw[: dice.below(len(raw))] if dice.below(4) == 0 else raw)


def replayed(service: Service, path: Path, raw: bytes) -> None:
    path.write_bytes(raw)
    service.inputs += 1
    with suppress(Mistake):
        game_file.replay(game_file.load(path))
