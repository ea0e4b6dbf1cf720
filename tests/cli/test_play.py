"""A game in the terminal."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from intryga import games
from intryga.cli.lookup import cards
from intryga.tables.model.playthrough import UNDO
from intryga.tables.output.game_file import HUMAN, load
from intryga.texts.library import GameTexts
from tests.cli.support import PLAY, ROOT, Here, command, rule, two_players
from tests.support import PATIENCE


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


def test_a_question_names_the_place_it_asks_about(here: Here) -> None:
    said = here("play", "dworzanie", "--seats", "2", "--bots", "random", "--seed", "3", typed=["2", "quit", "n"]).out
    assert "Which card do you play below the mat?" in said


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


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("game", games.names())
def test_cards_are_listed_in_words_of_players(game: str, language: str) -> None:
    """Numbers and marks, never what Python calls true and false."""
    listed = io.StringIO()
    Console(file=listed, width=200).print(cards(GameTexts(games.find(game), language)))
    assert not re.search(r"\b(True|False|None)\b", listed.getvalue())


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


@pytest.mark.parametrize(
    ("language", "words", "done"),
    [("en", "DRAW 3 lords", "Guest draws:"), ("pl", "dobierz 3 lordow z talii", "Gość dobiera:")],
)
def test_an_option_is_chosen_by_the_words_that_are_printed(here: Here, language: str, words: str, done: str) -> None:
    game = ["konspiracja", "--seats", "2", "--bots", "random", "--seed", "424242", "--lang", language]
    assert done in here("play", *game, typed=[words, "quit", "n"]).out


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
    assert "At the table: Guest, Bona (beginner bot), Zbigniew (beginner bot)." in said.out


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
    process.stdout.readline()    # from its first word on it says goodbye
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Goodbye." in out
    assert "Traceback" not in err
