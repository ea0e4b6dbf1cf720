"""The command `intryga`, as people and scripts use it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from intryga import __version__, engine, games
from intryga.cli import run
from intryga.tables.fold import UNDO
from intryga.tables.record import HUMAN, Player, load
from intryga.tables.session import Session

ROOT = Path(__file__).resolve().parents[1]
PLAY = ["play", "spiskowcy", "--seats", "3", "--seed", "5", "--bots", "random"]


def rule(number: str) -> str:
    """For tests that only print a rule: written out, its id would count as a test of it."""
    return f"{games.find('spiskowcy').prefix}-{number}"


class Said(NamedTuple):
    status: int
    out: str
    err: str


def command(*arguments: str, typed: str = "", cwd: Path | None = None, **environment: str) -> Said:
    """The real thing, in a process of its own."""
    clean = {name: value for name, value in os.environ.items() if name not in ("INTRYGA_LANG", "LC_ALL", "LANG")}
    done = subprocess.run(
        [sys.executable, "-m", "intryga", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**clean, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **environment},
        timeout=60,
    )
    return Said(done.returncode, done.stdout, done.stderr)


class Here:
    """The same without a process, where nothing depends on one."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, cwd: Path) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch
        for name in ("INTRYGA_LANG", "LC_ALL", "LANG"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("PYTHONPATH", str(ROOT))    # for processes that commands start
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.chdir(cwd)

    def __call__(self, *arguments: str, typed: Sequence[str] = ()) -> Said:
        self.monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in typed)))
        status = run(arguments)
        return Said(status, *self.capsys.readouterr())

    def json(self, *arguments: str) -> Any:
        said = self(*arguments, "--json")
        assert said.err == ""
        return json.loads(said.out)

    def play(self, typed: Sequence[str], *arguments: str) -> str:
        said = self(*PLAY, *arguments, typed=typed)
        assert (said.status, said.err) == (0, "")
        return said.out


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Here:
    return Here(capsys, monkeypatch, tmp_path)


@pytest.fixture
def saved(here: Here) -> Path:
    """A game in the middle, kept from the terminal."""
    assert "saved: mine.json" in here.play(["2", "1"] * 4 + ["save mine.json", "quit"])
    path = Path("mine.json").resolve()
    assert not load(path).over
    return path


# --- help ---


def test_every_command_has_an_example(here: Here) -> None:
    commands = re.findall(r"^  (\w+) ", here("--help").out.partition("Commands:")[2], re.MULTILINE)
    assert {"games", "rules", "scenario", "sim", "bench", "play", "replay", "engine"} <= set(commands)
    for name in commands:
        assert f"Example: intryga {name}" in here(name, "--help").out


def test_without_a_command_there_is_help(here: Here) -> None:
    said = here()
    assert said.status == 0
    assert "Usage: intryga" in said.out


def test_version_says_which_engine(here: Here) -> None:
    assert here("--version") == Said(0, f"intryga {__version__}, {engine.name()} engine\n", "")
    assert engine.name() in here("engine").out


# --- bad input: one sentence, status 2, nothing written ---


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "szachy"], "there is no game 'szachy'"),
        (["rules", "spiskowcyy"], "did you mean 'spiskowcy'?"),
        (["sim", "szachy"], "there is no game 'szachy'"),
        (["play", "szachy"], "there is no game 'szachy'"),
        (["bench", "szachy"], "there is no game 'szachy'"),
        (["sim", "spiskowcy", "--seats", "5"], "spiskowcy is for 2 to 4 players, not 5"),
        (["sim", "spiskowcy", "--seats", "-1"], "--seats"),
        (["sim", "spiskowcy", "--games", "0"], "--games"),
        (["sim", "spiskowcy", "--games", "-3"], "--games"),
        (["sim", "spiskowcy", "--games", "many"], "--games"),
        (["sim", "spiskowcy", "--seed", "-1"], "--seed"),
        (["sim", "spiskowcy", "--jobs", "0"], "--jobs"),
        (["sim", "spiskowcy", "--bots", "deep"], "there is no bot 'deep'"),
        (["sim", "spiskowcy", "--bots", "random,random"], "one for each of the 4 seats, not 2"),
        (["sim", "spiskowcy", "--option", "tempo=1"], "has no option 'tempo'"),
        (["sim", "spiskowcy", "--option", "orders=never"], "option 'orders' is one of"),
        (["sim", "spiskowcy", "--option", "orders"], "an option is written NAME=VALUE, not 'orders'"),
        (["sim", "spiskowcy", "--speed", "9"], "No such option: --speed"),
        (["bench", "spiskowcy", "--rounds", "0"], "--rounds"),
        (["play", "spiskowcy", "--seats", "1"], "spiskowcy is for 2 to 4 players, not 1"),
        (["play", "spiskowcy", "--seats", "3", "--seat", "3"], "the seats are 0 to 2"),
        (["play", "spiskowcy", "--bots", "deep"], "there is no bot 'deep'"),
        (["play", "spiskowcy", "--seats", "3", "--bots", "random,random,random"], "2 other seats, not 3"),
        (["play", "spiskowcy", "--name", ""], "a name has 1 to 40 characters"),
        (["play", "spiskowcy", "--name", "\x1b[2J"], "a name has 1 to 40 characters"),
        (["play", "spiskowcy", "--lang", "de"], "there is no language 'de'"),
        (["play", "--load", "nowhere.json"], "'nowhere.json' cannot be read: No such file or directory"),
        (["replay", "nowhere.json"], "'nowhere.json' cannot be read: No such file or directory"),
        (["replay", "."], "'.' cannot be read: Is a directory"),
        (["scenario", "nowhere"], "there is no file or folder 'nowhere'"),
        (["scenario", "."], "there is no scenario here"),
        (["dance"], "No such command 'dance'."),
        (["rules"], "Missing argument 'GAME'."),
        (["engine", "stop"], "'stop'"),
    ],
    ids=" ".join,
)
def test_bad_input(here: Here, tmp_path: Path, arguments: list[str], sentence: str) -> None:
    said = here(*arguments)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("intryga: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [["play", "szachy"], ["replay", "nowhere.json"]], ids=" ".join)
def test_bad_input_ends_the_process_so_too(tmp_path: Path, arguments: list[str]) -> None:
    said = command(*arguments, cwd=tmp_path)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)


def changed(path: Path, **fields: Any) -> Path:
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **fields}))
    return path


def test_saves_that_are_not_right(here: Here, saved: Path) -> None:
    whole = saved.read_bytes()
    moves = json.loads(whole)["moves"]
    wrong = {
        "it is no game file, or it is damaged": lambda: saved.write_bytes(whole[: len(whole) // 2]),
        "version 99 of the rules": lambda: changed(saved, rules=99),
        "move 2 is illegal": lambda: changed(saved, moves=[moves[0], [0, "end_turn"], *moves[2:]]),
        "do not lead to its checksum": lambda: changed(saved, moves=moves[:-1]),
    }
    for sentence, spoil in wrong.items():
        saved.write_bytes(whole)
        spoil()
        left = saved.read_bytes()
        for arguments in (["replay", str(saved)], ["play", "--load", str(saved)]):
            said = here(*arguments)
            assert (said.status, said.out) == (2, "")
            assert sentence in said.err
            assert saved.read_bytes() == left


def test_a_game_of_several_people_is_not_for_the_terminal(here: Here, saved: Path) -> None:
    changed(saved, players=[{"name": name, "plays": "human"} for name in ("Ola", "Jan", "Ewa")])
    assert "is a game of 3 people" in here("play", "--load", str(saved)).err


# --- reports ---


def test_games(here: Here) -> None:
    found = {game["id"]: game for game in here.json("games")}
    assert set(found) == set(games.names())
    spiskowcy = found["spiskowcy"]
    assert spiskowcy["players"] == [2, 4]
    assert spiskowcy["rules"] == 110
    assert "place 1" in spiskowcy["reconstructed"]
    assert [option["name"] for option in spiskowcy["options"]][:2] == ["orders", "min_orders"]
    polish, english = here("games", "--lang", "pl").out, here("games", "--lang", "en").out
    assert "Nieoficjalna" in polish
    assert "unofficial" in english
    assert "Miejsca (8)" in polish
    assert "Places (8)" in english


def test_rules(here: Here) -> None:
    assert len(here.json("rules", "spiskowcy")) == 110
    polish, english = here("rules", "spiskowcy", "--lang", "pl").out, here("rules", "spiskowcy", "--lang", "en").out
    assert "Faza II: rozkazy" in polish
    assert "Phase II: orders" in english
    for statement in games.find("spiskowcy").rulebook["rule"]:
        assert statement["id"] in polish
        assert statement["id"] in english


def test_coverage(here: Here) -> None:
    report = {row["rule"]: row for row in here.json("rules", "spiskowcy", "--coverage")}
    assert any(place.startswith("events.py:") for place in report[rule("087")]["code"])
    assert "12-spy-plots.toml" in report[rule("087")]["scenarios"]
    said = here("rules", "spiskowcy", "--coverage")
    missing = sum(1 for row in report.values() if row["missing"])
    assert said.status == (1 if missing else 0)
    assert f"110 rules, {missing} of them without test or scenario" in said.out


def test_scenarios(here: Here, tmp_path: Path) -> None:
    good = (ROOT / "intryga/games/spiskowcy/scenarios/12-spy-plots.toml").read_text("utf-8")
    tmp_path.joinpath("good.toml").write_text(good, "utf-8")
    assert here("scenario", ".").out.splitlines()[-1] == "1 passed, 0 failed"
    tmp_path.joinpath("wrong.toml").write_text(good.replace('"plot 2 bankier", ', ""), "utf-8")
    said = here("scenario", "good.toml", "wrong.toml")
    first, second, last = said.out.splitlines()
    assert first.startswith("✓ good.toml: ")
    assert second.startswith("✗ wrong.toml: ")
    assert "legal moves differ" in second
    assert last == "1 passed, 1 failed"
    assert said.status == 1
    report = here.json("scenario", ".")
    assert (report["passed"], report["failed"]) == (1, 1)


def test_simulation_has_the_promised_keys_and_repeats_itself() -> None:
    arguments = ["sim", "spiskowcy", "--seats", "4", "--games", "60", "--seed", "1", "--json"]
    first = command(*arguments, PYTHONHASHSEED="1")
    again = command(*arguments, "--jobs", "2", PYTHONHASHSEED="2")
    assert first.err == again.err == ""
    report = json.loads(first.out)
    assert list(report) == [
        "game", "seats", "games", "finished", "decisions", "seconds", "mean_length", "mean_score", "win_share",
        "win_share_error", "checksum",
    ]  # fmt: skip
    assert report["finished"] == 60
    assert sum(report["win_share"]) == pytest.approx(1)
    assert report["checksum"] == json.loads(again.out)["checksum"]


def test_simulation_for_people(here: Here) -> None:
    said = here("sim", "spiskowcy", "--seats", "2", "--games", "5", "--bots", "random,heuristic")
    assert said.err == ""
    assert "5 of 5 games finished" in said.out
    assert "heuristic" in said.out
    assert re.search(r"^checksum [0-9a-f]{32}$", said.out, re.MULTILINE)


def test_bench(here: Here) -> None:
    rows = here.json("bench", "spiskowcy", "--rounds", "1")
    for row in rows:
        assert set(row) == {
            "game", "seats", "engine", "decisions_per_second", "clone_us", "resample_per_second", "spread",
        }  # fmt: skip


# --- play ---


@pytest.mark.parametrize(
    ("language", "phrases"),
    [
        ("pl", ["Wpisz numer opcji", "Faza rozkazów: wyłóż", "Koniec gry.", "Razem", "Zapisać grę?", "Do zobaczenia."]),
        ("en", ["Type the number", "Orders: lay cards", "The game is over.", "Total", "Save the game?", "Goodbye."]),
    ],
)
def test_a_whole_game_through_a_pipe(tmp_path: Path, language: str, phrases: list[str]) -> None:
    """To its end, the same way every time, and nothing is left behind."""
    said = command(*PLAY, "--lang", language, typed="1\n" * 200, cwd=tmp_path)
    assert (said.status, said.err) == (0, "")
    for phrase in phrases:
        assert phrase in said.out
    assert re.search(r"Wygrywa |Wspólne zwycięstwo: | wins\.|A shared victory: ", said.out)
    assert command(*PLAY, "--lang", language, typed="1\n" * 200, cwd=tmp_path, PYTHONHASHSEED="7") == said
    assert list(tmp_path.iterdir()) == []


def test_a_whole_game_against_thinking_bots_kept_at_its_end(here: Here, tmp_path: Path) -> None:
    out = here.play(["2", "1"] * 40 + ["y"], "--bots", "heuristic,random", "--name", "Ola", "--seat", "1")
    (path,) = tmp_path.iterdir()
    assert re.fullmatch(r"spiskowcy-\d{4}-\d\d-\d\d\.intryga\.json", path.name)
    assert f"saved: {path.name}" in out
    assert load(path).over
    assert [player.plays for player in load(path).players] == ["heuristic", HUMAN, "random"]
    lines = out.splitlines()
    verdict = lines[lines.index("Save the game? Type 'y', 'save FILE' or 'n'.") - 1]
    assert verdict in here("replay", path.name).out
    assert f"saved: {path.name.replace('.intryga', '-2.intryga')}" in here.play(["save", "quit"])


def test_a_game_saved_and_loaded_goes_on_as_if_nothing_had_happened(here: Here) -> None:
    typed = ["2", "1"] * 40
    assert "saved: whole.json" in here.play([*typed, "save whole.json"])
    assert "saved: half.json" in here.play([*typed[:8], "save half.json", "quit"])
    assert not load(Path("half.json")).over
    assert "saved: half.json" in here("play", "--load", "half.json", typed=[*typed, "y"]).out
    assert load(Path("half.json")) == load(Path("whole.json"))


def test_every_command_of_the_terminal(here: Here, tmp_path: Path) -> None:
    looked_up = ["help", "cards", f"rules {rule('041')}", "rules banker", "rules 999", "log", "table", "why", "why zzz"]
    out = here.play([*looked_up, "nonsense", "", "0", "77", "raid 1 bankier", "undo", "quit", "n"])
    for phrase in (
        "why CARD",
        "Protects from Raids.",
        f"{rule('041')}  ",
        f"{rule('064')}  ",
        "There is no rule '999'.",
        "'nonsense' means nothing here.",
        "The options are numbered from 1 to ",
        "Say what you ask about: 'why CARD'.",
        "Nothing that is refused now has to do with 'zzz'.",
        "There is no such choice now.",
        "There is nothing to take back",
        "Goodbye.",
    ):
        assert phrase in out
    assert out.count("Orders: lay cards of one type") == 2
    assert list(tmp_path.iterdir()) == []


def test_the_terminal_understands_polish(here: Here) -> None:
    looked_up = ["pomoc", "karty", f"zasady {rule('041')}", "historia", "stół", "stol", "dlaczego", "cofnij"]
    out = here.play([*looked_up, "zapisz gra.json", "koniec"], "--lang", "pl")
    for phrase in ("dlaczego KARTA", "Chroni przed Najazdem.", rule("041"), "Napisz, o co", "Gra zapisana: gra.json"):
        assert phrase in out
    assert out.count("Faza rozkazów: wyłóż") == 3


def test_why_names_the_rule_and_its_sentence(here: Here) -> None:
    """A turn cannot end before all orders are revealed."""
    asked = ["order bankier 2", "order kuglarz 2", "why end_turn", "end_turn", "1"]
    out = " ".join(here.play(asked * 20).split())
    (sentence,) = [known["en"] for known in games.find("spiskowcy").rulebook["rule"] if known["id"] == "SPI-052"]
    assert f"✗ End the turn SPI-052: {sentence}" in out
    assert f"That is not allowed now. SPI-052: {sentence}" in out


def test_undo_in_the_terminal(here: Here) -> None:
    """Discards lie open, so they may be taken back until the round goes on."""
    session = two_players({"extra_discards": True})

    def may_discard() -> int:
        options = session.state.options if session.state.seat == 0 else []
        return sum(session.game.space.text(option).startswith("discard") for option in options)

    while may_discard() < 2:
        seat = session.to_answer()[0]
        session.act(seat, session.bot_action(seat) if session.is_bot(seat) else session.state.options[-1])
    session.save(Path("game.json"))
    before = load(Path("game.json"))
    out = here("play", "--load", "game.json", typed=["1", *["undo"] * 20, "quit", "n"]).out
    assert "There is nothing to take back" in out
    out = here("play", "--load", "game.json", typed=["1", "undo", "save", "quit"]).out
    assert "The move is taken back." in out
    after = load(Path("game.json"))
    assert after.checksum == before.checksum
    assert [text for _, text in after.moves[len(before.moves) :]][1] == UNDO


def two_players(options: dict[str, Any]) -> Session:
    players = [Player("Ola", HUMAN), Player("Jan", "random")]
    return Session.new(games.find("spiskowcy"), players, options, 1)


def test_a_file_is_never_overwritten_silently(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "precious.json"
    path.write_text("mine")
    out = here.play([f"save {path}", "save /nowhere/at/all.json", "quit", "n"])
    assert f"The file {path} is already there; give another name." in out
    assert "The game could not be saved as /nowhere/at/all.json: No such file or directory." in out
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


def test_the_chooser(here: Here) -> None:
    number = games.names().index("spiskowcy") + 1
    said = here("play", typed=["99", "x", str(number), "3", "1", "quit"])
    assert (said.status, said.err) == (0, "")
    assert "What shall we play?" in said.out
    assert said.out.count(f"Type a number from 1 to {len(games.names())}.") == 2
    assert "At the table: Guest, Bona (random bot), Zbigniew (random bot)." in said.out


def test_the_end_of_input_is_a_goodbye(here: Here) -> None:
    assert here.play(["1"]).rstrip().endswith("Goodbye.")
    assert here("play").out.rstrip().endswith("Goodbye.")


def test_the_language_of_the_system(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert "Do zobaczenia." in here.play([])
    monkeypatch.setenv("INTRYGA_LANG", "en")
    assert "Goodbye." in here.play([])


def test_a_terminal_that_cannot_show_everything(tmp_path: Path) -> None:
    said = command(*PLAY, "--lang", "pl", typed="1\n" * 20, cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert said.status == 0
    assert said.err == ""


def test_interrupting_is_a_goodbye_too(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "intryga", *PLAY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "INTRYGA_LANG": "en"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),    # a shell's background jobs ignore it
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Goodbye." in out
    assert "Traceback" not in err


# --- replay ---


def test_replay_from_different_seats(here: Here, saved: Path) -> None:
    viewpoints = ("0", "1", "spectator", "all")
    own, other, spectator, everything = (here("replay", str(saved), "--as", viewpoint).out for viewpoint in viewpoints)
    assert here("replay", str(saved)).out == own
    assert "Seen by Guest." in own
    assert "Seen by Bona." in other
    assert "Seen by a spectator." in spectator
    assert "With all cards open." in everything
    assert "Guest is dealt: " in own
    assert re.search(r"Guest is dealt \d+ cards\.", other)
    assert len({own, other, spectator, everything}) == 4
    for said in (own, other, spectator, everything):
        assert f"The checksum of the whole game is right: {load(saved).checksum}" in " ".join(said.split())


def test_a_replay_tells_nobody_what_they_cannot_know(here: Here, saved: Path) -> None:
    """Of other seats neither the options they chose nor the cards they laid."""
    report = here.json("replay", str(saved), "--as", "1")
    for move in report["story"]:
        assert (move["text"] is None) == (move["option"] is None) == (move["seat"] != 1)
        for line in move["story"]:
            assert line.startswith("Bona") or not re.search(r"lays face down:|returns to the deck:|is dealt:", line)


def test_replay_until(here: Here, saved: Path) -> None:
    total = len(load(saved).moves)
    for until in (0, 3, total):
        report = here.json("replay", str(saved), "--until", str(until))
        assert report["until"] == until
        assert report["moves"] == total
        assert len(report["story"]) == until
        assert report["verified"] is True
        assert report["checksum"] == load(saved).checksum
    assert "The table after 3 moves:" in here("replay", str(saved), "--until", "3", "--lang", "en").out
    assert here("replay", str(saved), "--until", "9999").status == 2
    assert here("replay", str(saved), "--until", "-1").status == 2
    assert "--as is one of all, spectator, 0, 1, 2, not '7'" in here("replay", str(saved), "--as", "7").err


def test_replay_of_a_game_with_undo(here: Here, tmp_path: Path) -> None:
    session = two_players({"orders": "simultaneous"})
    for _ in range(2):
        session.act(0, session.game.space.parse("none"))
        session.undo(0)
    session.save(tmp_path / "undone.json")
    said = here("replay", "undone.json", "--lang", "en")
    assert said.status == 0
    assert "2 moves were taken back during the game." in said.out
    assert [text for _, text in load(tmp_path / "undone.json").moves][1] == UNDO
