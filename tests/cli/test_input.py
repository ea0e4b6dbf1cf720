"""Help, and bad input: one sentence, status 2, nothing written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from intryga import __version__, engine
from tests.cli.support import Here, Said, command


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
        (["sim", "spiskowcy", "--games", "1", "--out", "."], "file '.' is a directory"),
        (["sim", "spiskowcy", "--games", "1", "--out", "no/where.parquet"], "cannot be written"),
        (["sim", "spiskowcy", "--components", "no.toml"], "the component file 'no.toml' cannot be read"),
        (["sim", "spiskowcy", "--games", "1", "--jobs", "2", "--ray", "local"], "not both"),
        (["arena", "spiskowcy", "--bots", "easy"], "at least two bots"),
        (["arena", "spiskowcy", "--bots", "easy,easy"], "named twice"),
        (["arena", "spiskowcy", "--bots", "easy,no:Bot"], "'no:Bot' cannot be made"),
        (["arena", "spiskowcy", "--bots", "easy,random", "--out", "."], "file '.' is a directory"),
        (["tune", "spiskowcy", "--seats", "2", "--out", "."], "file '.' is a directory"),
        (["train", "spiskowcy", "--bot", "deep"], "there is no bot 'deep'"),
        (["train", "spiskowcy", "--out", "/dev/null"], "holds nothing learnt"),
        (["train", "spiskowcy", "--out", "no/where.json"], "there is no folder 'no'"),
        (["selfplay", "spiskowcy", "--out", "no/where.json"], "there is no folder 'no'"),
        (["selfplay", "spiskowcy", "--out", "/dev/null"], "holds no policy"),
        (["selfplay", "spiskowcy", "--tables", "2", "--out", "new.json"], "--tables is like 2:128,4:128"),
        (["selfplay", "spiskowcy", "--tables", "9:8", "--out", "new.json"], "9"),
        (["selfplay", "straznik_kluczy", "--tables", "1:8", "--out", "new.json"], "alone"),
        (["selfplay", "spiskowcy", "--hidden", "128", "--out", "new.json"], "--hidden is like 128,128"),
        (["selfplay", "spiskowcy", "--places", "attic", "--out", "new.json"], "no zone 'attic'"),
        (["selfplay", "spiskowcy", "--earlier", "1", "--out", "new.json"], "--earlier is a share"),
        (["selfplay", "spiskowcy", "--rate", "-1", "--out", "new.json"], "--rate is not below 0"),
        (["puzzles", "spiskowcy", "--find", "1", "--file", "no/where.jsonl"], "there is no folder 'no'"),
        (["puzzles", "spiskowcy", "--find", "1", "--file", "p.jsonl", "--jobs", "2", "--ray", "local"], "not both"),
        (["report", "nowhere.parquet", "--out", "no/where.html"], "there is no folder 'no'"),
        (["report", "nowhere.parquet"], "'nowhere.parquet' cannot be read as Parquet"),
        (["report", "."], "file '.' is a directory"),
        (["observe", "spiskowcy", "--encoding", "colours"], "--encoding"),
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
        "no version 99 of its rules": lambda: changed(saved, rules=99),
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
