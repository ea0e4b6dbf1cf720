"""Effects as data, on the toy: programs, choices and triggers in their middle, checks, sentences."""

from __future__ import annotations

from typing import Any

import pytest

from intryga.kernel.components import WrongComponent
from intryga.kernel.dice import quick
from intryga.kernel.effects import Effects
from intryga.kernel.game import Mistake
from intryga.kernel.language import Language, Teller, sentence
from intryga.kernel.places import Place, blocks, different_ids
from intryga.kernel.snapshot import fingerprint, freeze, thaw
from intryga.texts.catalogue import Catalogue, Noun
from tests.toys import feast
from tests.toys.feast import GAME, LANGUAGE, Hall


def hall() -> Hall:
    return GAME.table(GAME.chosen_rules(), 2, quick(0))


def do(s: Hall, *moves: str) -> Hall:
    """Each by whoever is asked; and at every choice the state survives being put away."""
    for text in moves:
        again = thaw(GAME, s.rules, freeze(s))
        assert fingerprint(again) == fingerprint(s)
        s.answer(s.seat, feast.SPACE.parse(text))
    return s


# --- running ---


def test_both_forms_mean_the_same() -> None:
    assert hall().serve("soup").counts(0) == (2, 0, 0)
    assert hall().serve("soup").counts(1) == (0, 0, 1)    # the other one is somebody else for each seat
    assert hall().serve("soup", 1).counts(0) == (0, 0, 1)
    assert hall().serve("bread").counts(0) == (1, 0, 0)
    assert hall().serve("nothing").over()


def test_a_choice_of_somebody_else_in_the_middle() -> None:
    """What an operation pushes comes first, then the rest of the program; the last pushed comes first of all."""
    s = hall().serve("toast")
    assert (s.seat, s.counts(0)) == (1, (1, 0, 0))
    do(s, "toast 1")
    assert s.over()
    assert s.counts(0) == (5, 0, 0)
    assert s.counts(1) == (2, 0, 1)


def test_one_of_several_options() -> None:
    assert do(hall().serve("choice"), "option a").counts(0) == (3, 0, 0)
    assert do(hall().serve("choice"), "option b").counts(0) == (0, 1, 1)
    assert do(hall().serve("choice"), "option c").counts(0) == (0, 0, 0)
    s = hall().serve("credit").serve("choice")
    step = s.awaiting(0)
    assert step is not None
    assert step.explained(s).refused == [(feast.OPTION.of(2), "FEA-02")]


def test_one_by_one_with_triggers_in_between() -> None:
    s = hall().seat_guests("bishop").serve("credit")
    assert s.counts(0) == (4, 3, 0)    # a coin after every debt, then the rest
    s = hall().seat_guests("miller").serve("credit")
    assert s.counts(0) == (1, 3, 0)    # penniless when the debts come: its condition does not hold
    s = hall().serve("bread").seat_guests("miller").serve("credit")
    assert s.counts(0) == (1, 1, 0)    # asked after the first debt
    do(s, "yes")
    assert s.counts(0) == (1, 2, 1)
    assert do(s, "no", "yes").counts(0) == (2, 3, 2)


def test_once_per_mark() -> None:
    s = hall().seat_guests("poet").serve("credit")
    assert s.counts(0) == (1, 4, 0)    # the poet adds one debt, and not one more for that
    assert s.serve("credit").counts(0) == (2, 7, 0)
    s.forget(feast.USED.of(0))
    assert s.serve("credit").counts(0) == (3, 11, 0)


def test_in_the_order_the_host_likes() -> None:
    s = hall().serve("bread").seat_guests("bishop", "miller", "poet").serve("credit")
    assert [feast.SPACE.text(action) for action in s.options] == ["guest bishop", "guest miller", "guest poet"]
    do(s, "guest miller", "yes")
    assert [feast.SPACE.text(action) for action in s.options] == ["guest bishop", "guest poet"]
    do(s, "guest poet")    # a debt of the poet's own, which bishop and miller answer before the bishop's turn comes
    assert s.counts(0) == (1, 2, 1)
    assert [feast.SPACE.text(action) for action in s.options] == ["guest bishop", "guest miller"]
    while not s.over():
        s.apply(s.options[-1])
    assert s.counts(0)[:2] == (1 + 4 + 1, 4)


def test_a_program_that_ends_the_game_goes_no_further() -> None:
    s = hall()
    s.push(Effects(0, s.rules.starts["soup"]))    # something lies below
    assert s.serve("end").counts(0) == (1, 0, 0)


# --- checking ---


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (5, "a list of operations, not 5"),
        (["coins:2"], "'coins' is not known here; did you mean 'coin'?"),
        (["coin"], "dish 1.amount: is missing"),
        (["coin:2:3"], "'coin:2:3' says more than 'coin' can mean"),
        (["coin:many"], "dish 1.amount: a whole number from 1 to 9, not 'many'"),
        ([["coin:1"], "coin:2"], "either options, each a list, or operations, not both"),
        ([["coin:1"]] * 4, "options to choose from: at most 3, not 4"),
        ([{"op": "coin", "amount": 1, "to": "me"}], "dish 1.to: is not a key of this place"),
        ([7], "dish 1 must be a table, not 7"),
        (["pour:nobody"], "'nobody' is not known here; there is host, other"),
        (["coin:1", {"op": "ask", "then": ["coin:0"]}], "dish 2.then 1.amount: a whole number"),
        (["debt:1"], "the poor have no credit"),
    ],
)
def test_a_wrong_program_gets_a_sentence(content: Any, said: str) -> None:
    with pytest.raises(WrongComponent) as caught:
        LANGUAGE.check(Place("menu", "pie", "", {"dish": content}), "dish", ["poor"])
    assert said in str(caught.value)
    assert (caught.value.group, caught.value.id, caught.value.key) == ("menu", "pie", "dish")


def test_a_language_without_options_refuses_them() -> None:
    plain = Language([feast.Coin()])
    assert plain.check(Place("menu", "pie", "", {"dish": ["coin:1", "coin:2"]}), "dish", []) == ["coin", "coin"]
    with pytest.raises(WrongComponent, match="at most 1, not 2"):
        plain.check(Place("menu", "pie", "", {"dish": [["coin:1"], ["coin:2"]]}), "dish", [])


def test_places_of_a_file() -> None:
    found = blocks({"card": [{"id": "a", "n": 1}, {"n": 2}]}, "card")
    assert [place.id for place in found] == ["a", "2"]
    with pytest.raises(WrongComponent, match="write each of them as a block"):
        blocks({"card": {}}, "card")
    twice = blocks({"card": [{"id": "a"}, {"id": "a"}]}, "card")
    with pytest.raises(Mistake, match="'a' stands there twice"):
        different_ids(twice, ["a"])
    with pytest.raises(Mistake, match="true or false, not 3"):
        Place("card", "a", "", {"shown": 3}).yes_or_no("shown")


def test_a_program_that_is_written_otherwise_is_of_another_make(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is put away in the middle of a program names its place by number: there another operation may stand now."""
    before = feast.GAME.changed().mark({})
    assert feast.GAME.changed().mark({}) == before
    others = [feast.GameOver(), feast.AskNeighbour(), feast.Debt(), feast.Pour(), feast.Coin()]
    monkeypatch.setattr(feast, "LANGUAGE", Language(others, feast.Dishes(feast.OPTION)))
    assert feast.GAME.changed().mark({}) != before


# --- saying it ---

MESSAGES: dict[str, Any] = {
    "effects.and": "{before} and {last}",
    "effects.or": "{before}, or {last}",
    "effects.coin": {"one": "take {n} coin", "other": "take {n} coins"},
    "effects.debt": {"one": "owe {n} coin", "other": "owe {n} coins"},
    "effects.pour": "pour wine for {whom}",
    "effects.ask": "your neighbour may drink, then may {then}",
}


class FeastTexts(Catalogue):
    def word(self, name: str) -> Noun:
        return Noun({"host": "yourself", "other": "your neighbour"}[name], {})


def test_a_program_becomes_a_sentence() -> None:
    teller = Teller(LANGUAGE, FeastTexts("en", MESSAGES, None))
    said = {name: sentence(teller.program(content)) for name, content in feast.MENU.items() if name != "end"}
    assert said["soup"] == "Take 2 coins and pour wine for your neighbour."
    assert said["credit"] == "Owe 3 coins and take 1 coin."
    assert said["choice"].startswith("Take 3 coins, owe 1 coin and pour wine for yourself, or ")
    assert said["toast"] == "Take 1 coin, your neighbour may drink, then may take 2 coins and take 4 coins."
    assert said["nothing"] == ""
