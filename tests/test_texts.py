"""Every sentence a player reads, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import msgspec
import pytest

from intryga import games
from intryga.bots import BOTS
from intryga.cli import run
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame, Mistake
from intryga.kernel.journal import Journal
from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.kernel.state import AnyState
from intryga.kernel.view import StoryLine, decision, read, view
from intryga.texts import complete
from intryga.texts.catalogue import Catalogue, MissingText, Noun, flatten, plural
from intryga.texts.language import LANGUAGES, choose
from intryga.texts.library import GameTexts, house, house_messages
from intryga.texts.narrator import Narrator

ALL_GAMES = [games.find(name) for name in games.names()]
NAMES = ["Ola", "Jan", "Ewa", "Iwo", "Ada", "Leo", "Mia", "Tom"]


def narrator(game: str, language: str, strict: bool = True) -> Narrator:
    return Narrator(GameTexts(games.find(game), language, strict), NAMES)


# --- catalogues ---


@pytest.mark.parametrize(("n", "form"), [(1, "one"), (2, "few"), (5, "many"), (12, "many"), (22, "few"), (112, "many")])
def test_polish_has_three_plural_forms(n: int, form: str) -> None:
    assert plural("pl", n) == form


def test_a_number_chooses_the_form() -> None:
    texts = Catalogue("pl", {"cards": {"one": "{n} karta", "few": "{n} karty", "other": "{n} kart"}}, None)
    assert [texts.say("cards", n=n) for n in (1, 3, 5, 22)] == ["1 karta", "3 karty", "5 kart", "22 karty"]


def test_a_word_has_cases_and_falls_back_to_its_name() -> None:
    banker = Noun("Bankier", {"acc": "Bankiera"})
    assert f"{banker} {banker:acc} {banker:gen}" == "Bankier Bankiera Bankier"


def test_a_missing_text_is_said_in_the_other_language_then_as_its_key() -> None:
    texts = Catalogue("pl", {}, Catalogue("en", {"hello": "Hello {name}"}, None))
    assert texts.say("hello", name="Ola") == "Hello Ola"
    assert texts.say("nowhere", name="Ola") == "nowhere"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_every_option_and_every_value_of_it_has_a_name(game: AnyGame, language: str) -> None:
    texts = GameTexts(game, language, strict=True)
    for name, option in game.components.get("options", {}).items():
        assert option["name"][language], name
        assert option["help"][language], name
        values = [texts.choice(name, value) for value in option["choices"]]
        assert all(values), name
        assert len(set(values)) == len(values), f"{name}: two values of one name"
        words = {str(value) for value in option["choices"] if isinstance(value, str) and "_" in value}
        assert not any(word in option["help"][language] for word in words), f"{name}: a program's word for a person"


def test_a_strict_catalogue_misses_nothing() -> None:
    with pytest.raises(MissingText):
        Catalogue("pl", {}, None).say("nowhere")


def test_tables_become_dotted_keys() -> None:
    assert flatten({"a": {"b": "x", "c.d": "y"}, "n": {"one": "1", "other": "2"}}) == {
        "a.b": "x",
        "a.c.d": "y",
        "n": {"one": "1", "other": "2"},
    }


@pytest.mark.parametrize(
    ("wanted", "environment", "language"),
    [
        ("en", {"INTRYGA_LANG": "pl"}, "en"),
        (None, {"INTRYGA_LANG": "pl", "LANG": "en_GB.UTF-8"}, "pl"),
        (None, {"LANG": "pl_PL.UTF-8"}, "pl"),
        (None, {"LC_ALL": "C", "LANG": "pl_PL.UTF-8"}, "en"),
        (None, {}, "en"),
    ],
)
def test_which_language(wanted: str | None, environment: dict[str, str], language: str) -> None:
    assert choose(wanted, environment) == language


def test_an_unknown_language_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="there is no language 'de'"):
        choose("de", {})


# --- completeness ---


def test_the_house_speaks_both_languages() -> None:
    assert complete.house_incomplete() == []


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_a_game_speaks_both_languages(game: AnyGame) -> None:
    assert complete.incomplete(game) == []


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_every_gap_is_found(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its texts a game misses something of every kind; without one of them, just that."""
    monkeypatch.setattr(complete, "game_messages", lambda game, language: {})
    kinds = {gap.split(": ")[1].partition(".")[0] for gap in complete.incomplete(game)}
    assert {"verbs", "prompts", "zones", "counters", "story", "scores"} <= kinds
    messages, of_the_house = GameTexts(game, "pl", strict=True).messages, house_messages("pl")
    verb = f"verbs.{game.space.verbs[0].name}"
    less = {key: message for key, message in messages.items() if key not in of_the_house and key != verb}
    monkeypatch.setattr(complete, "game_messages", lambda game, language: less)
    assert complete.incomplete(game) == [f"pl: {verb}", f"en: {verb}"]


def test_a_message_with_a_strange_argument_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ALL_GAMES[0]
    real = complete.game_messages
    key = next(key for key in real(game, "pl") if key.startswith("prompts."))
    monkeypatch.setattr(complete, "game_messages", lambda *of: {**real(*of), key: "{crad} {card:akc}"})
    assert f"pl: {key} is given no {{crad}}" in complete.incomplete(game)
    assert f"pl: {key} asks for the case 'akc'" in complete.incomplete(game)


def test_a_language_without_texts_lacks_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """One entry in the list, and all who look for gaps look there too."""
    monkeypatch.setattr(complete, "LANGUAGES", [*LANGUAGES, "cs"])
    assert [gap for gap in complete.house_incomplete() if gap.startswith("cs: ")] == [
        f"cs: {key}" for key in sorted(house_messages("pl"))
    ]
    lacking = complete.incomplete(ALL_GAMES[0])
    assert {gap.partition(": ")[0] for gap in lacking} == {"cs"}
    assert any(gap.startswith("cs: story.") for gap in lacking)
    assert f"cs: {ALL_GAMES[0].rulebook['rule'][0]['id']}" in lacking


@pytest.mark.parametrize(("name", "status"), [(None, 0), (ALL_GAMES[0].id, 0), ("nothing", 2)])
def test_the_command_lists_gaps(name: str | None, status: int) -> None:
    assert run(["texts", *([name] if name else []), "--json"]) == status


def test_the_command_fails_where_something_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ALL_GAMES[0]
    real = complete.game_messages
    monkeypatch.setattr(
        complete,
        "game_messages",
        lambda *of: {key: text for key, text in real(*of).items() if not key.startswith("prompts.")},
    )
    assert run(["texts", game.id]) == 1
    assert "  pl: prompts." in capsys.readouterr().out


# --- a whole game, told to everybody ---


Said = Callable[[Narrator], Iterable[str]]


def told(game: AnyGame, seats: int, seed: int) -> Iterable[Said]:
    """Everything that could be said in a random game, each thing once."""
    s: AnyState = game.new_game(game.chosen_rules(), seats, quick(seed))
    s.journal = Journal(s.layout)
    chooser = quick(seed, 1)
    said: dict[Any, Said] = {}
    while not s.over():
        choice = decision(game, s, int(s.seat))
        assert choice is not None
        said["prompt", choice.step] = lambda speaker, step=choice.step: [speaker.prompt(step)]
        for action in (*(one.action for one in choice.options), *(one.action for one in choice.refused)):
            said["option", action] = lambda speaker, action=action: [speaker.option(action)]
        for refusal in choice.refused:
            said["refusal", refusal.rule] = lambda speaker, rule=refusal.rule: [speaker.refusal(rule)]
        seen = view(game, s, int(s.seat))
        for content in seen.zones.values():
            said["cards", msgspec.json.encode(content)] = lambda speaker, content=content: speaker.cards(content)
        for name, value in seen.facts.items():
            said["fact", name, str(value)] = lambda speaker, *of, fact=(name, value): [speaker.fact("facts", *fact)]
        s.apply(s.options[chooser.below(len(s.options))])
    for viewer in (*range(seats), SPECTATOR, OMNISCIENT):
        story = read(s.journal, viewer)
        said["story", viewer] = lambda speaker, story=story: speaker.story(story)
    return said.values()


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_nothing_in_a_game_is_without_words(game: AnyGame) -> None:
    speakers = [narrator(game.id, language) for language in LANGUAGES]
    for seats in game.seats:
        for said, speaker in product(told(game, seats, 3), speakers):
            for line in said(speaker):
                assert "{" not in line
                assert "  " not in line.strip()
                assert ": ." not in line


# --- sentences ---


def move(source: str, target: str, card: str, number: int = 1, **seats: Any) -> StoryLine:
    return StoryLine("move", number=number, source=source, target=target, card=card, **seats)


def test_a_story_in_polish() -> None:
    tell = narrator("spiskowcy", "pl").story
    assert tell([move("orders", "tableau", "bankier", source_seat=0, target_seat=0)]) == ["Ola odkrywa Bankiera."]
    twice = move("orders", "tableau", "bankier", 2, source_seat=0, target_seat=0)
    assert tell([twice]) == ["Ola odkrywa 2\u00a0×\u00a0Bankier."]
    assert tell([move("hand", "orders", "", 2, source_seat=1, target_seat=1)]) == ["Jan wykłada 2 zakryte karty."]
    assert tell([move("hand", "orders", "", 5, source_seat=1, target_seat=1)]) == ["Jan wykłada 5 zakrytych kart."]
    assert tell([StoryLine("raid", {"seat": 0, "victim": 2})]) == ["Najazd: Ola uderza w gracza Ewa."]


def test_cards_that_go_together_are_told_together() -> None:
    tell = narrator("spiskowcy", "en").story
    dealt = [move("deck", "hand", card, target_seat=0) for card in ("handlarz", "szpieg", "handlarz")]
    other = [move("deck", "hand", "", 3, target_seat=1)]
    assert tell([*dealt, *other]) == ["Ola is dealt: Spy, 2\u00a0×\u00a0Trader.", "Jan is dealt 3 cards."]


def test_an_empty_text_is_not_told() -> None:
    assert narrator("spiskowcy", "pl").story([move("discards", "deck", "bankier")]) == []


def test_options_in_both_languages() -> None:
    parse = games.find("spiskowcy").space.parse
    polish, english = narrator("spiskowcy", "pl").option, narrator("spiskowcy", "en").option
    assert polish(parse("order bankier 2")) == "Wyłóż 2\u00a0×\u00a0Bankier"
    assert polish(parse("order karczmarka 1")) == "Wyłóż Karczmarkę"
    assert english(parse("order bankier 2")) == "Lay 2\u00a0×\u00a0Banker"
    assert english(parse("szpieg 1")) == "Spy: take a Victory Point from Jan"


def test_a_shared_victory_is_said_so() -> None:
    assert narrator("spiskowcy", "en").verdict([1]) == "Jan wins."
    assert narrator("spiskowcy", "pl").verdict([0, 2]) == "Wspólne zwycięstwo: Ola, Ewa."


def test_the_house_alone_can_speak() -> None:
    assert house("pl").say("table.closed", n=3) == "3 karty"


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_has_a_name_for_people(bot: str) -> None:
    assert house("pl", strict=True).say(f"bots.{bot}")
    assert house("en", strict=True).say(f"bots.{bot}")
