"""Is this a component file that the game can be played with? Sentences for those who write one."""

from __future__ import annotations

import re
from typing import Final

from intryga.games.straznik_kluczy.cards import (
    AI_BOARDS,
    AI_CHESTS,
    BONUSES,
    BUILDINGS,
    CHESTS,
    FIRST_HERO,
    FIRST_NEUTRAL,
    FOLK,
    ICONS,
    MANUSCRIPTS,
    MOMENTS,
    PAYS_FOR,
    PLAYER_CARDS,
    PUBLIC,
    PURSE,
    RESOURCES,
    RIBBONS,
    SCHEMES,
    SECTIONS,
    SEGMENTS,
    SLOTS,
    SPACES,
)
from intryga.games.straznik_kluczy.operations import LANGUAGE
from intryga.kernel.components import WrongComponent
from intryga.kernel.places import Place, Table, blocks, different_ids

# The kinds of every group, in the order the engine knows them by.
GROUPS: Final[dict[str, list[str]]] = {
    "townsfolk": FOLK, "manuscript": MANUSCRIPTS, "chest": CHESTS, "ai_chest": AI_CHESTS, "player_card": PLAYER_CARDS,
    "scheme": SCHEMES, "slot": SLOTS, "public_building": PUBLIC, "segment": SEGMENTS, "castle_section": SECTIONS,
    "cleric_bonus": BONUSES, "ai_board": AI_BOARDS, "collision": [f"track_{n}" for n in range(1, 8)],
}  # fmt: skip
MOST_COST: Final = 9    # payments have room for no more
MOST_ICONS: Final = 3
GREY_BACKS: Final = 5
COUNTED: Final = [
    "", "manuscripts", "castle_workers", "buildings", "resources", "approved_deeds", "paid_debts", "heroes",
    *[f"icon:{icon}" for icon in ICONS],
]  # fmt: skip
# Where operations may stand: everywhere, or with some people and cards alone.
OF_PLAYER_CARDS: Final = ["start_destroy", "start_discard"]
OF_THE_AI: Final = [name for name in LANGUAGE.by_name if name.startswith("ai_")]
OF_ABILITIES: Final = ["act_trade", "act_transcribe", "remove_self"]
# Modifiers, by how they are written.
PAYMENTS: Final = ["pair", "silver_pair", "double", "also"]
LASTING: Final = ["icon", "free_step", "dismissal_price", "hand_limit", "ignore_criminal"]
ICON: Final = "|".join(ICONS)
RESOURCE: Final = "|".join(RESOURCES)
MODIFIER: Final = re.compile(
    rf"icon:({ICON}):[1-9]|pair:merchant:({ICON})|silver_pair:({ICON})|(double|also):({RESOURCE}):({ICON})"
    r"|(free_step|dismissal_price|hand_limit|ignore_criminal):[1-9]"
)
CONDITION: Final = re.compile(rf"(({ICON})(>=|==)[0-9])?")


def check(components: Table) -> None:
    """Raises a WrongComponent, a Mistake that names the block and the key."""
    for group, known in GROUPS.items():
        if group not in components:
            raise WrongComponent(group, "", "", f"write each of them as a block [[{group}]]")
        places = blocks(components, group)
        different_ids(places, known)
        missing = [name for name in known if name not in {place.table["id"] for place in places}]
        if missing:
            raise WrongComponent(group, "", "", f"'{missing[0]}' is missing")
        for place in places:
            CHECKS[group](place)
        if group in ("slot", "public_building"):
            _one_a_moment(places)
    grey = sum(block["grey_back"] for block in components["manuscript"])
    if grey != GREY_BACKS:
        raise WrongComponent("manuscript", "", "grey_back", f"{GREY_BACKS} have a grey back (STR-005), not {grey}")
    castle = Place("castle", "", "", components["castle"])
    for key in ("third_tier", "bumped_first", "bumped_second"):
        _effect(castle, key)


# --- parts ---


def _one_a_moment(places: list[Place]) -> None:
    """What works at the same moment is chosen from as card, slot or Public Building (STR-111): one of each at most."""
    moments = [place.table["when"] for place in places]
    for number, place in enumerate(places):
        if place.table["when"] and place.table["when"] in moments[:number]:
            raise place.wrong("when", f"another one works at the moment '{place.table['when']}' already")


def _effect(place: Place, key: str, more: list[str] | None = None) -> None:
    """A program; some operations stand only where `more` names them."""
    names = LANGUAGE.check(place, key, [])
    for name in names:
        bound = name in OF_PLAYER_CARDS or name in OF_THE_AI or name in OF_ABILITIES
        if bound and name not in (more or []):
            raise place.wrong(key, f"'{name}' cannot stand here")


def _icons(place: Place, key: str, most: int = MOST_ICONS) -> None:
    words = place.listed(key, "icons")
    for word in words:
        if word not in ICONS:
            raise place.wrong(key, f"'{word}' is no icon; there are {', '.join(ICONS)}")
    if len(words) > most:
        raise place.wrong(key, f"at most {most} icons")


def _standing(place: Place, allowed: list[str]) -> None:
    for modifier in place.listed("standing", "modifiers"):
        word = str(modifier).partition(":")[0]
        if not MODIFIER.fullmatch(str(modifier)) or word not in allowed:
            raise place.wrong("standing", f"'{modifier}' is not known here; there is {', '.join(allowed)}")
        parts = str(modifier).split(":")
        if word == "double" and PURSE[PAYS_FOR[ICONS.index(parts[2])]] != parts[1]:
            raise place.wrong("standing", f"'{modifier}': only what pays for an icon anyway can count twice")
        if word == "also" and parts[2] != "cleric":
            raise place.wrong("standing", f"'{modifier}': other resources can stand for the cleric icon alone")


def _condition(place: Place) -> None:
    if not CONDITION.fullmatch(str(place.get("condition"))):
        raise place.wrong("condition", f"as in criminal>=1 or criminal==0, not {place.get('condition')!r}")


def _ability(place: Place, standing: list[str], more: list[str] | None = None) -> None:
    place.get("when")
    if place.table["when"] not in MOMENTS:
        place.word("when", MOMENTS)
    _effect(place, "effect", more)
    _standing(place, standing)
    if place.table["effect"] and not place.table["when"]:
        raise place.wrong("when", "an effect needs its moment")


# --- groups ---


def _townsperson(card: Place) -> None:
    card.names()
    number = FOLK.index(card.table["id"])
    kind = "starting" if number < FIRST_NEUTRAL else "neutral" if number < FIRST_HERO else "hero"
    if card.word("kind", ["starting", "neutral", "hero"]) != kind:
        raise card.wrong("kind", f"this card is one of the {kind} ones")
    card.word("set", ["base", "keys"])
    copies = 4 if kind == "starting" else 1
    card.whole("copies", copies, copies)
    card.whole("cost", 0, MOST_COST)
    _icons(card, "icons")
    _ability(card, PAYMENTS, OF_ABILITIES)
    for option in card.table["effect"]:
        if "remove_self" in option[:-1]:
            raise card.wrong("effect", "'remove_self' comes last")
    _effect(card, "hire")


def _manuscript(tile: Place) -> None:
    tile.names()
    tile.word("set", ["base", "keys"])
    tile.word("ribbon", RIBBONS)
    tile.whole("cost", 1, MOST_COST)
    _effect(tile, "effect")
    if tile.get("counts") not in COUNTED:
        tile.word("counts", COUNTED)
    tile.whole("per", 1 if tile.table["counts"] else 0, 9)
    if tile.yes_or_no("grey_back") and tile.table["set"] != "base":
        raise tile.wrong("grey_back", "only manuscripts of the set base have it")


def _chest(tile: Place) -> None:
    tile.names()
    if not re.fullmatch(rf"({ICON})>=[1-9]", str(tile.get("condition"))):
        raise tile.wrong("condition", f"one icon, as in cleric>=1, not {tile.get('condition')!r}")
    _icons(tile, "becomes")
    if tile.has("effect"):
        _effect(tile, "effect")


def _player_card(card: Place) -> None:
    card.names()
    card.word("set", ["base", "keys"])
    if f"at_{str(card.get('start')).replace('.', '_')}" not in SPACES:
        raise card.wrong("start", f"a space of the board, as 3 or 3.5, not {card.get('start')!r}")
    _effect(card, "gains")
    _effect(card, "effect", OF_PLAYER_CARDS)
    card.whole("spot", 0, 10)
    card.yes_or_no("at_end")


def _slot(slot: Place) -> None:
    slot.names()
    if f"{slot.table.get('type')}_{slot.table.get('number')}" != slot.table["id"]:
        raise slot.wrong("number", f"the type and number of '{slot.table['id']}' are those that its id says")
    _condition(slot)
    _ability(slot, LASTING)


def _public_building(block: Place) -> None:
    block.names()
    block.word("type", BUILDINGS)
    block.whole("cost", 1, MOST_COST)
    block.whole("points", 0, 99)
    _effect(block, "built")
    _condition(block)
    _ability(block, LASTING)


def _segment(segment: Place) -> None:
    segment.names()
    for side in ("left", "right"):
        trade = segment.inside(f"trade_{side}")
        trade.whole("merchants", 1, MOST_COST)
        _effect(trade, "effect")
    card = segment.inside("printed_card")
    card.whole("cost", 0, MOST_COST)
    _icons(card, "icons")
    _effect(card, "hire")
    tile = segment.inside("printed_manuscript")
    tile.whole("cost", 1, MOST_COST)
    _effect(tile, "effect")
    for side, count in (("few", 4), ("many", 5)):
        spots = segment.listed(side, "spots")
        if len(spots) != count:
            raise segment.wrong(side, f"{count} spots, not {len(spots)}")
        for number, content in enumerate(spots, 1):
            spot = segment.item(side, number, content)
            spot.word("side", ["left", "right"])
            _effect(spot, "effect")
            _effect(spot, "link")


def _scheme(card: Place) -> None:
    card.names()
    card.word("kind", ["starting", "future"])
    card.word("set", ["base", "keys"])
    _icons(card, "icons")
    for row in ("row1", "row2", "row4"):
        _effect(card, row, OF_THE_AI)
    card.whole("move", 1, 9)


def _ai_board(board: Place) -> None:
    board.names()
    _effect(board, "focus", OF_THE_AI)
    _effect(board, "start", OF_THE_AI)
    _icons(board, "second")
    _icons(board, "third")
    board.yes_or_no("pool")
    for line in board.listed("chart", "resources"):
        if not re.fullmatch(rf"({RESOURCE})(:[1-9])?", str(line)):
            raise board.wrong("chart", f"a resource, perhaps with the number it stays below, as ink:6, not {line!r}")
    slots = board.listed("slots", "slots")
    if sorted(f"{slot.get('type')}_{slot.get('number')}" for slot in slots) != sorted(SLOTS):
        raise board.wrong("slots", f"one each: {', '.join(SLOTS)}")
    for number, content in enumerate(slots, 1):
        slot = board.item("slots", number, content)
        _condition(slot)
        _ability(slot, LASTING, OF_THE_AI)


def _collision(space: Place) -> None:
    for key in ("owner", "ai_owner", "others"):
        _effect(space, key)
    _condition(space)


def _section(section: Place) -> None:
    section.names()
    _effect(section, "effect")


def _bonus(card: Place) -> None:
    card.names()
    card.word("ribbon", RIBBONS)
    card.whole("points", 0, 99)
    _standing(card, ["icon"])


CHECKS: Final = {
    "townsfolk": _townsperson, "manuscript": _manuscript, "chest": _chest, "ai_chest": _chest,
    "player_card": _player_card, "scheme": _scheme, "slot": _slot, "public_building": _public_building,
    "segment": _segment, "castle_section": _section, "cleric_bonus": _bonus, "ai_board": _ai_board,
    "collision": _collision,
}  # fmt: skip
