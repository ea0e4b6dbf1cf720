"""Names and talk are other people's text: made short, plain and printable before they are kept."""

from __future__ import annotations

import unicodedata

from intryga.tables.types import CHAT_LENGTH, Refused

NAME_LENGTH = 40
MARKS = 2    # accents on one letter; more of them climb over the neighbouring lines


def nickname(text: str) -> str:
    name = plain(text, NAME_LENGTH)
    if not name:
        raise Refused("name_empty", "a name needs at least one letter")
    if len(name) > NAME_LENGTH:
        raise Refused("name_long", f"a name has at most {NAME_LENGTH} letters", n=NAME_LENGTH)
    return name


def talk(text: str) -> str:
    said = plain(text, CHAT_LENGTH)
    if not said:
        raise Refused("chat_empty", "there is nothing to say in that")
    if len(said) > CHAT_LENGTH:
        raise Refused("chat_long", f"a message has at most {CHAT_LENGTH} letters", n=CHAT_LENGTH)
    return said


def plain(text: str, limit: int) -> str:
    """One line without control characters, invisible signs that turn the direction of writing, or towers of accents.
    What is far too long is not looked at to its end."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: 4 * limit]):
        category = unicodedata.category(letter)
        marks = marks + 1 if category.startswith("M") else 0
        if category == "Zs" or letter in "\t\n\r":
            kept.append(" ")
        elif category[0] != "C" and category not in ("Zl", "Zp") and marks <= MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())
