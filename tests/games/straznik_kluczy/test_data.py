"""Strażnik Kluczy: its data is whole, speaks both languages and keeps to the grammar at the head of cards.toml."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import intryga
from intryga.kernel import components
from intryga.texts.catalogue import flatten

FOLDER = Path(intryga.__file__).parent / "games" / "straznik_kluczy"
TEXT = FOLDER.joinpath("cards.toml").read_text("utf-8")
CARDS = tomllib.loads(TEXT)
RULES = tomllib.loads(FOLDER.joinpath("rules.toml").read_text("utf-8"))

PLAIN = {"rearrange", "shuffle", "hire", "hero", "chest", "act_trade", "act_transcribe", "remove_self",
         "ai_corruption", "ai_dismiss", "ai_scheme", "ai_flip_chest", "ai_build", "ai_workers", "ai_transcribe",
         "ai_focus"}  # fmt: skip
COUNTED = {"ink", "stone", "gold", "silver", "any", "debt", "deed", "flip_debt", "flip_deed", "flip_any",
           "may_flip_any", "corruption", "virtue", "discard", "destroy", "castle_move", "draw", "workers",
           "start_destroy", "start_discard", "ai_remove"}  # fmt: skip
RANGED = {"manuscript", "move_viscount"}
ICON = "merchant|builder|noble|cleric|criminal"
MODIFIER = re.compile(
    rf"(icon:({ICON}):\d|pair:merchant:({ICON})|silver_pair:({ICON})|(double|also):(ink|stone|gold):({ICON})"
    r"|(free_step|dismissal_price|hand_limit|ignore_criminal):\d)"
)
CONDITION = re.compile(rf"(({ICON})(>=|==)\d)?")
EFFECTS = {"effect", "hire", "link", "owner", "ai_owner", "others", "gains", "built", "row1", "row2", "row4", "focus",
           "start", "third_tier", "bumped_first", "bumped_second"}  # fmt: skip


def known(atom: str) -> bool:
    word, _, argument = atom.partition(":")
    return (
        (word in PLAIN and not argument)
        or (word in COUNTED and argument.isdigit())
        or (word in RANGED and re.fullmatch(r"\d-\d", argument) is not None)
        or (word == "build" and argument in ("trading_post", "guildhall", "workshop"))
    )


def inside(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in the file with its key, however deep."""
    yield key, value
    if isinstance(value, dict):
        for name, content in value.items():
            yield from inside(content, name)
    elif isinstance(value, list):
        for content in value:
            if isinstance(content, dict):
                yield from inside(content, key)


def named() -> list[dict[str, Any]]:
    groups = [blocks if isinstance(blocks, list) else [blocks] for blocks in CARDS.values()]
    return [block for blocks in groups for block in blocks if "name" in block and "id" in block]


def test_every_effect_keeps_to_the_grammar() -> None:
    effects = [value for key, value in inside(CARDS) if key in EFFECTS and isinstance(value, list)]
    atoms = [atom for effect in effects for option in effect for atom in option]
    assert len(atoms) > 600
    assert [atom for atom in atoms if not known(atom)] == []
    for key, value in inside(CARDS):
        if key == "standing":
            assert all(MODIFIER.fullmatch(modifier) for modifier in value), value
        elif key == "condition":
            assert CONDITION.fullmatch(value), value


def test_everything_of_the_box_is_there() -> None:
    folk = Counter((card["kind"], card["set"]) for card in CARDS["townsfolk"])
    assert folk == {
        ("starting", "base"): 8, ("starting", "keys"): 3, ("neutral", "base"): 68, ("neutral", "keys"): 20,
        ("hero", "base"): 10, ("hero", "keys"): 10,
    }  # fmt: skip
    assert Counter(block["set"] for block in CARDS["manuscript"]) == {"base": 35, "keys": 5}
    assert Counter(block["ribbon"] for block in CARDS["manuscript"]) == dict.fromkeys(
        ("black", "yellow", "grey", "blue"), 10
    )
    assert sum(block["grey_back"] for block in CARDS["manuscript"]) == 5
    assert Counter(block["set"] for block in CARDS["player_card"]) == {"base": 10, "keys": 5}
    assert Counter(block["kind"] for block in CARDS["chest"]) == {"convert": 9, "enter": 9}
    assert Counter((block["kind"], block["set"]) for block in CARDS["scheme"]) == {
        ("starting", "base"): 8, ("starting", "keys"): 1, ("future", "base"): 8,
    }  # fmt: skip
    counts = {"slot": 9, "segment": 5, "castle_section": 5, "collision": 7, "cleric_bonus": 4, "ai_chest": 3,
              "public_building": 3, "ai_board": 4}  # fmt: skip
    assert {group: len(CARDS[group]) for group in counts} == counts
    assert all((len(segment["few"]), len(segment["many"])) == (4, 5) for segment in CARDS["segment"])


def test_builders_nobles_and_clerics_are_equally_many_among_the_neutral_townsfolk_and_heroes() -> None:
    """The symmetry of the printed set: a slip of one icon would break it."""
    icons = Counter(icon for card in CARDS["townsfolk"] if card["kind"] != "starting" for icon in card["icons"])
    assert icons["builder"] == icons["noble"] == icons["cleric"]


def test_ids_and_names_tell_components_apart() -> None:
    blocks = named()
    assert len({block["id"] for block in blocks}) == len(blocks)
    for language in ("pl", "en"):
        assert len({block["name"][language] for block in blocks}) == len(blocks)


def test_blocks_of_a_group_have_the_same_keys_and_name_their_source() -> None:
    for group, content in CARDS.items():
        blocks = content if isinstance(content, list) else list(content.values()) if group == "options" else [content]
        assert all(block.keys() == blocks[0].keys() for block in blocks), group
        assert all(block["source"] for block in blocks), group


def test_the_house_accepts_the_file() -> None:
    assert components.parse(TEXT, CARDS) == CARDS


def test_rules_and_rulings_are_numbered_and_said_twice() -> None:
    numbers = [rule["id"] for rule in RULES["rule"]]
    assert len(set(numbers)) == len(numbers) == 181 + 57
    assert all(re.fullmatch(r"STR-R?\d\d\d?", number) for number in numbers)
    assert {rule["section"] for rule in RULES["rule"]} == {section["id"] for section in RULES["section"]}
    assert all(rule["pl"] and rule["en"] for rule in RULES["rule"])


def test_every_option_has_its_rule() -> None:
    cited = {rule["option"] for rule in RULES["rule"] if "option" in rule}
    assert cited == set(CARDS["options"])
    numbers = {rule["id"] for rule in RULES["rule"]}
    assert all(option["ruling"] in numbers for option in CARDS["options"].values())


def test_both_languages_say_the_same_things() -> None:
    polish, english = (
        flatten(tomllib.loads(FOLDER.joinpath(f"texts.{language}.toml").read_text("utf-8")))
        for language in ("pl", "en")
    )
    said = [{key for key in texts if not key.endswith((".acc", ".gen", ".ins", ".the"))} for texts in (polish, english)]
    assert said[0] == said[1]
    assert {key for key in polish if not polish[key]} == {key for key in english if not english[key]}
    for name, option in CARDS["options"].items():
        assert all(polish[f"options.{name}.{str(choice).lower()}"] for choice in option["choices"])
