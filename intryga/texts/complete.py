"""What a player would miss: every text that a game or the house lacks in one of the languages."""

from __future__ import annotations

from collections.abc import Iterator

from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Journal
from intryga.kernel.layout import COUNTER, OMNISCIENT, SPECTATOR
from intryga.kernel.state import AnyState, State
from intryga.kernel.steps import Choice, SealedChoice
from intryga.kernel.view import MOVE, read
from intryga.texts.catalogue import AT_THE_START, CASES, Message, fields, forms
from intryga.texts.language import LANGUAGES
from intryga.texts.library import component_groups, game_messages, house_messages, named_components
from intryga.texts.moments import needed as moments_need
from intryga.texts.narrator import SEAT, route

SAMPLE_GAMES = 3    # random games for each number of seats show which ways the cards go
STORY = {"n", "source", "target", "card", "cards"}
COUNTED = {"n", SEAT, "before", "after"}
ITEM = {"n", SEAT, "card"}
EFFECT = {"n", "deed", "gain", "before", "last", "order", "who", "from", "to", "of", "a", "b", "cost", "on_join",
          "on_none", "least", "most", "building", "merchants", "icon", "becomes", "resource", "what"}  # fmt: skip


def incomplete(game: AnyGame) -> list[str]:
    """The keys a game lacks, or fills with something that is not there, as `pl: verbs.order`."""
    needed = {**dict(_needed(game)), **_wanted(game)}
    found: list[str] = []
    for language in LANGUAGES:
        messages = game_messages(game, language)
        found += [f"{language}: {key}" for key in needed if key not in messages and by_seat(key) not in messages]
        for key, message in messages.items():
            group = key.partition(".")[0]
            usual = {"story": STORY, "facts": ITEM}.get(group, set())
            known = needed.get(key, COUNTED if key.startswith("story.counters.") else usual)
            found += [f"{language}: {key} {flaw}" for flaw in _flaws(message, known)]
        found += [f"{language}: {place}" for place, both in _data(game) if not both.get(language)]
        named = {block["id"] for block in named_components(game)}
        found += [
            f"{language}: words.{word}.name"
            for word in _nouns(game)
            if word not in named and f"words.{word}.name" not in messages
        ]
    return found


def by_seat(key: str) -> str:
    """A fact is told in a line (`item`) or in front of the seats it is about (`seat`)."""
    return key.removesuffix(".item") + ".seat"


def house_incomplete() -> list[str]:
    """The same for the house: all languages have the same keys, with the same arguments."""
    messages = {language: house_messages(language) for language in LANGUAGES}
    found: list[str] = []
    for key in sorted({key for known in messages.values() for key in known}):
        found += [f"{language}: {key}" for language in LANGUAGES if key not in messages[language]]
        asked = {language: _arguments(known[key]) for language, known in messages.items() if key in known}
        if len({tuple(names) for names in asked.values()}) > 1:
            told = ", ".join(f"{names} in {language}" for language, names in asked.items())
            found.append(f"{key}: {told}")
    return found


# --- the texts a game needs, by key, each with the arguments it is given ---


def _needed(game: AnyGame) -> Iterator[tuple[str, set[str]]]:
    for verb in game.space.verbs:
        yield f"verbs.{verb.name}", {_argument(*pair) for pair in zip(verb.parameters, verb.words, strict=True)}
    for name, step in game.step_types.items():
        if isinstance(step, type) and issubclass(step, (Choice, SealedChoice)):
            yield f"prompts.{name}", set()
    if game.chain_ends:
        yield "chain.pass_on", set()
        yield "chain.passing", set()
    for zone in game.layout.zones:
        if zone.shape != COUNTER:
            yield f"zones.{zone.name}", set()
        else:
            yield from _titled(f"counters.{zone.name}")
    for group, blocks in component_groups(game).items():
        yield f"components.{group}", set()
        for field in {field for block in blocks for field, value in block.items() if type(value) is int}:
            yield f"components.{field}", set()
    for name, option in game.components.get("options", {}).items():
        for value in option["choices"]:
            yield f"options.{name}.{str(value).lower()}", set()
    for name, word in game.told.by_name.items():
        yield f"story.{name}", {parameter.name for parameter in word.parameters}
    yield from moments_need(game)
    yield from _played(game)


def _wanted(game: AnyGame) -> dict[str, set[str]]:
    """What a game may say or not, but in every language: hints beneath its questions, words on its own table and of its
    options. What fills those it knows itself: all languages have room for the same."""
    by_language = [game_messages(game, language) for language in LANGUAGES]
    told = {key for messages in by_language for key in messages}
    hints = {key: set[str]() for key in told if key.startswith("hints.")}
    effects = {key: EFFECT for key in told if key.startswith("effects.") and game.sentence is not None}
    layout = {
        key: set[str].intersection(*(set(_arguments(messages[key])) for messages in by_language if key in messages))
        for key in told
        if key.startswith(("layout.", "wording."))
    }
    reasons = {key: {"points"} for key in told if key.startswith("reasons.")}
    return hints | effects | layout | reasons


def _played(game: AnyGame) -> Iterator[tuple[str, set[str]]]:
    """What only shows in play: the ways of the cards, facts and scores."""
    for seats in game.seats:
        for seed in range(SAMPLE_GAMES):
            journal = Journal(game.layout)
            s: AnyState = game.new_game(game.chosen_rules(), seats, game.quick_dice(seed), journal)
            if type(s).terms is not State.terms:    # else they are the sources of points
                for term in s.terms(0):
                    yield f"reasons.{term}.more", {"points"}
                    yield f"reasons.{term}.less", {"points"}
            chooser = quick(seed, 1)
            while not s.over():
                s.apply(s.options[chooser.below(len(s.options))])
            for viewer in (OMNISCIENT, SPECTATOR, 0):
                for line in read(journal, viewer):
                    if line.word == MOVE:
                        yield route(line)[0], STORY
            for name in s.facts(0):
                yield from _titled(f"facts.{name}")
            for source in s.scores()[0]:
                yield f"scores.{source}", set()


def _titled(key: str) -> Iterator[tuple[str, set[str]]]:
    yield f"{key}.title", set()
    yield f"{key}.item", ITEM


def _nouns(game: AnyGame) -> list[str]:
    """Every kind of card, and every word an action can point at."""
    kinds = {kind for zone in game.layout.zones for kind in zone.kinds}
    pointed = {word for verb in game.space.verbs for words in verb.words for word in words}
    return sorted(word for word in kinds | pointed if not word.isdigit())


def _data(game: AnyGame) -> Iterator[tuple[str, dict[str, str]]]:
    """What the game's data must hold in every language."""
    yield "title", game.components["game"].get("title", {})
    for name, option in game.components.get("options", {}).items():
        yield f"options.{name}.name", option.get("name", {})
        yield f"options.{name}.help", option.get("help", {})
    for block in named_components(game):
        yield f"{block['id']}.name", block["name"]
        if "text" in block:
            yield f"{block['id']}.text", block["text"]
    for section in game.rulebook.get("section", []):
        yield f"section {section['id']}", section["title"]
    for rule in game.rulebook["rule"]:
        yield rule["id"], rule


# --- arguments ---


def _argument(parameter: str, words: list[str]) -> str:
    """Under which name a message gets a parameter of a verb: numbers that are no seats count things."""
    return "n" if words[0].isdigit() and parameter != SEAT else parameter


def _arguments(message: Message) -> list[str]:
    return sorted({name for form in forms(message) for name, _ in fields(form)})


def _flaws(message: Message, known: set[str]) -> list[str]:
    """What would go wrong when the message is said with these arguments."""
    flaws = ["has no form 'other'"] if isinstance(message, dict) and "other" not in message else []
    for form in forms(message):
        for name, case in fields(form):
            if name not in known:
                flaws.append(f"is given no {{{name}}}")
            if case not in ("", *CASES, AT_THE_START):
                flaws.append(f"asks for the case '{case}'")
    return flaws
