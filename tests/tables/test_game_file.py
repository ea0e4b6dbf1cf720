"""The game file and the game in progress: the log is the truth, the state a fold over it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from intryga import games
from intryga.cli.local_game import LocalGame
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.state import IllegalMove
from intryga.kernel.view import MOVE, StoryLine, decision, read
from intryga.tables.model.playthrough import UNDO, Playthrough
from intryga.tables.output import game_file as files
from intryga.tables.output.game_file import HUMAN, Player, load, replay, start

GAME = games.find("spiskowcy")


def sit_down(seed: int | None = 5, seats: int = 3, **options: Any) -> LocalGame:
    bots = [Player(name, "random") for name in ("Jan", "Ewa", "Iwo")]
    return LocalGame.new(GAME, [Player("Ola", HUMAN), *bots[: seats - 1]], options, seed)


def move(session: LocalGame, seat: int) -> None:
    """Whatever a random bot would do."""
    choice = decision(GAME, session.state, seat)
    assert choice is not None
    chooser = quick(seat, len(session.record.moves))
    session.act(seat, choice.options[chooser.below(len(choice.options))].action)


def play_on(session: LocalGame, moves: int = 10_000) -> LocalGame:
    while not session.state.over() and moves:
        move(session, session.to_answer()[0])
        moves -= 1
    return session


def play_until(session: LocalGame, wanted: Callable[[LocalGame], bool]) -> LocalGame:
    while not wanted(session):
        assert not session.state.over(), "it never came to that"
        move(session, session.to_answer()[0])
    return session


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A finished game."""
    path = tmp_path / "game.json"
    play_on(sit_down()).save(path)
    return path


def change(path: Path, **fields: Any) -> Path:
    content = json.loads(path.read_bytes())
    path.write_text(json.dumps({**content, **fields}))
    return path


# --- keeping a game ---


def test_a_saved_game_is_the_same_again(tmp_path: Path) -> None:
    for moves in (0, 1, 20, 10_000):
        session = play_on(sit_down(orders="simultaneous", min_orders=1), moves)
        session.save(tmp_path / "game.json")
        again = LocalGame(load(tmp_path / "game.json"))
        assert fingerprint(again.state) == fingerprint(session.state)
        assert again.record == session.record
        assert read(again.journal, 0) == read(session.journal, 0)


def test_a_loaded_game_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    session = play_on(sit_down(), 7)
    session.save(tmp_path / "game.json")
    again = LocalGame(load(tmp_path / "game.json"))
    for one in (session, again):
        while not one.state.over():
            seat = one.to_answer()[0]
            one.act(seat, one.bot_action(seat) if one.is_bot(seat) else one.state.options[0])
    assert again.record.moves == session.record.moves
    assert fingerprint(again.state) == fingerprint(session.state)


def test_a_seed_names_the_shuffle_and_without_one_nobody_knows_it() -> None:
    assert sit_down(1).record.dice == sit_down(1).record.dice != sit_down(2).record.dice
    assert sit_down(None).record.dice != sit_down(None).record.dice


def test_replay_until(file: Path) -> None:
    record = load(file)
    for until in (0, 5, len(record.moves)):
        playthrough = replay(record, until)
        assert playthrough.entries == until
    with pytest.raises(Mistake, match=rf"say a number from 0 to {len(record.moves)}, not 9999"):
        replay(record, 9999)


def moved(entries: list[StoryLine]) -> int:
    return sum(entry.number for entry in entries if entry.word == MOVE)


def test_a_story_move_by_move_is_the_whole_story(file: Path) -> None:
    playthrough = replay(load(file))
    for viewer in (0, -1, -2):
        parts = [entry for place in range(-1, len(playthrough.moves)) for entry in playthrough.told(viewer, place)]
        assert moved(parts) == moved(read(playthrough.journal, viewer))


def test_moves_do_not_cost_more_as_the_game_grows_old(monkeypatch: pytest.MonkeyPatch) -> None:
    session = sit_down()
    monkeypatch.setattr(files, "replay", lambda *_: pytest.fail("folded again"))
    play_on(session)


def test_saving_replaces_the_whole_file_or_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        play_on(sit_down(), 3).save(file)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


# --- files that are not right: one sentence that names the file ---


def refused(path: Path) -> str:
    with pytest.raises(Mistake) as error:
        load(path)
    message = str(error.value)
    assert message.startswith(f"'{path}'")
    assert "\n" not in message
    return message


def test_no_file(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refused(tmp_path / "nowhere.json")
    assert "cannot be read" in refused(tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: b"",
        lambda raw: raw[:200],
        lambda raw: raw[:-3],
        lambda raw: b"\xff\xfe" + raw,
        lambda raw: b"[1, 2]",
        lambda raw: b"[" * 100_000,
        lambda raw: raw.replace(b'"moves"', b'"movse"'),
        lambda raw: raw.replace(b"sealed", b"seal"),
    ],
)
def test_damaged_files(file: Path, damage: Callable[[bytes], bytes]) -> None:
    file.write_bytes(damage(file.read_bytes()))
    assert "it is no game file, or it is damaged" in refused(file)


def test_a_file_of_format_1_is_saved_in_the_format_of_now(file: Path) -> None:
    """Its checksum was another, and of a game that was not over it is not checked."""
    play_on(sit_down(), 5).save(file)
    game = LocalGame(load(change(file, format=1, checksum="0" * 32)))
    play_on(game).save(file)
    assert load(file).format == files.FORMAT
    assert load(file).over


def test_files_from_elsewhere(file: Path) -> None:
    assert "it has format 3, and this program reads formats up to 2" in refused(change(file, format=3))
    change(file, format=files.FORMAT)
    assert "there is no game 'szachy'" in refused(change(file, game="szachy"))
    change(file, game="spiskowcy")
    assert "version 99" in refused(change(file, rules=99))
    change(file, rules=GAME.version)
    assert "has no option 'tempo'" in refused(change(file, options={"tempo": 1}))


def test_strange_players(file: Path) -> None:
    assert "for 2 to 4 players, not 1" in refused(change(file, players=[{"name": "Ola", "plays": HUMAN}]))
    assert "there is no bot 'deep'" in refused(change(file, players=[{"name": "Ola", "plays": "deep"}] * 3))
    assert "damaged" in refused(change(file, players=[{"name": "\x1b[2J", "plays": HUMAN}] * 3))


@pytest.mark.parametrize(
    ("strange", "reason"),
    [
        ([0, "order bankier 9"], "move 3 is illegal: 'order bankier 9' of seat 0 was not offered then"),
        ([0, "dance"], "move 3 is illegal: 'dance' is not a verb"),
        ([-1, "none"], "move 3 is illegal: 'none' of seat -1 was not offered then"),
        ([0, UNDO], "move 3 is illegal: there is nothing to take back"),
    ],
)
def test_a_move_that_cannot_have_been(file: Path, strange: list[Any], reason: str) -> None:
    moves = [list(one) for one in load(file).moves]
    moves[2] = strange
    assert reason in refused(change(file, moves=moves))


def test_a_refused_move_names_its_rule(file: Path) -> None:
    record = load(file)
    playthrough = start(record)
    for number, (seat, text) in enumerate(record.moves, 1):
        choice = decision(GAME, playthrough.state, seat)
        assert choice is not None
        if choice.refused:
            moves = [*record.moves[: number - 1], (seat, choice.refused[0].text)]
            message = refused(change(file, moves=moves))
            assert f"move {number} is illegal" in message
            assert f"refused by {choice.refused[0].rule}" in message
            return
        playthrough.read_entry(seat, text)
    pytest.fail("nothing was ever refused")


def test_a_checksum_that_does_not_fit(file: Path) -> None:
    moves = load(file).moves
    assert "do not lead to its checksum" in refused(change(file, moves=moves[:-1]))
    assert "do not lead to its checksum" in refused(change(file, moves=moves, checksum="00"))


def test_a_game_that_says_it_is_not_over(file: Path) -> None:
    assert "do not lead to its checksum" in refused(change(file, over=False))


# --- taking back ---


def can_undo(session: LocalGame) -> bool:
    return any(session.can_undo(seat) for seat in range(session.state.seats))


def test_undo_gives_the_state_before(tmp_path: Path) -> None:
    session = sit_down()
    undone = 0
    while not session.state.over():
        seat = session.to_answer()[0]
        before, events = fingerprint(session.state), len(session.journal.events)
        move(session, seat)
        if session.can_undo(seat):
            assert not any(session.can_undo(other) for other in range(3) if other != seat)
            session.undo(seat)
            assert fingerprint(session.state) == before
            assert len(session.journal.events) == events
            undone += 1
            move(session, seat)
    assert undone
    session.save(tmp_path / "game.json")
    assert load(tmp_path / "game.json").moves.count((0, UNDO)) == session.record.moves.count((0, UNDO))


@pytest.mark.parametrize("orders", ["sequential", "simultaneous"])
def test_a_log_with_undo_folds_to_the_same_state(orders: str) -> None:
    """Played again in full, and with all that was taken back left out."""
    taken_back = 0
    for seed in range(8):
        session, chooser = sit_down(seed, orders=orders), quick(seed)
        while not session.state.over():
            seats = session.to_answer()
            move(session, seats[chooser.below(len(seats))])
            for seat in range(3):
                if session.can_undo(seat) and chooser.below(3):
                    session.undo(seat)
        undone = sum(1 for _, text in session.record.moves if text == UNDO)
        taken_back += undone
        assert fingerprint(replay(session.record).state) == fingerprint(session.state)
        in_force = [(made.seat, GAME.space.text(made.action)) for made in session.playthrough.moves]
        assert len(in_force) == len(session.record.moves) - 2 * undone
        again = replay(msgspec.structs.replace(session.record, moves=in_force))
        assert fingerprint(again.state) == fingerprint(session.state)
        assert read(again.journal, -2) == read(session.journal, -2)
    assert taken_back > 4


def test_what_was_shown_stays() -> None:
    """Laying an order face down tells how many cards it has; a revealed card is seen."""
    session = play_until(sit_down(), lambda session: session.state.awaiting(0) is not None)
    move(session, 0)
    assert not can_undo(session)
    with pytest.raises(Mistake, match="nothing to take back"):
        session.undo(0)


def test_several_moves_can_be_taken_back_one_by_one() -> None:
    """Discards at the end of a round lie open before and after."""
    for seed in range(60):
        session = sit_down(seed, seats=2, extra_discards=True)
        while not session.state.over():
            seat = session.to_answer()[0]
            choice = decision(GAME, session.state, seat)
            assert choice is not None
            discards = [option.action for option in choice.options if option.text.startswith("discard")]
            if len(discards) > 1:
                before = fingerprint(session.state)
                session.act(seat, discards[0])
                session.act(seat, session.state.options[0])
                session.undo(seat)
                session.undo(seat)
                assert fingerprint(session.state) == before
                assert session.playthrough.entries == len(session.record.moves)
                return
            move(session, seat)
    pytest.fail("nobody ever had two cards to discard")


def test_a_secret_answer_can_be_taken_back_while_others_think() -> None:
    session = sit_down(orders="simultaneous")
    first, second, third = session.to_answer()
    nothing = GAME.space.parse("none")
    before = fingerprint(session.state)
    session.act(first, nothing)
    alone = fingerprint(session.state)
    session.act(second, nothing)
    assert session.can_undo(first)
    assert session.can_undo(second)
    assert not session.can_undo(third)
    session.undo(second)
    assert fingerprint(session.state) == alone
    session.act(second, nothing)
    session.undo(first)
    assert sorted(session.to_answer()) == sorted([first, third])
    session.undo(second)
    assert fingerprint(session.state) == before
    assert fingerprint(replay(session.record).state) == before
    assert session.playthrough.moves == []


def test_an_opened_box_stays_open() -> None:
    session = sit_down(orders="simultaneous")
    for seat in session.to_answer():
        move(session, seat)
    assert not can_undo(session)


def test_an_illegal_move_changes_nothing() -> None:
    session = sit_down()
    before = fingerprint(session.state)
    seat = session.to_answer()[0]
    offered = session.state.options[0]
    wrong = [(seat, GAME.space.parse("keep")), ((seat + 1) % 3, offered), (-1, offered), (9, offered)]
    for wrong_seat, action in wrong:
        with pytest.raises(IllegalMove):
            session.act(wrong_seat, action)
    assert fingerprint(session.state) == before
    assert session.record.moves == []


def test_a_fold_needs_no_file() -> None:
    playthrough = Playthrough(GAME, GAME.new_game(GAME.chosen_rules(), 2, quick(1)))
    playthrough.read_entry(int(playthrough.state.seat), "none")
    assert playthrough.entries == 1
