"""What is read on a page, by eyes or ears, and in which language."""

from __future__ import annotations

import re
from html import unescape

from intryga import games
from intryga.tables.model.requests import BOT_NAMES

SPOKEN = re.compile(r'(?:aria-label|title|placeholder|alt)="([^"]*)"')
SILENT = re.compile(r"<head>.*?</head>|<script.*?</script>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
POLISH = re.compile(r"\w*[ąćęłńóśźż]\w*", re.IGNORECASE)
SHELVES = "web|prompts|verbs|zones|counters|facts|layout|scores|bots|names|table|play|components|options"
KEY = re.compile(rf"\b(?:{SHELVES})\.[a-z_]+\b")    # of a text that is missing
TITLES = [title for name in games.names() for title in games.find(name).components["game"]["title"].values()]
ABOUT_WORDS = ["poważana", "Władca", "Jaśniepan"]    # rules that say what something is called in Polish
NAMES = {word for name in (*TITLES, *BOT_NAMES, *ABOUT_WORDS) for word in re.findall(r"\w+", name)}


def words_of(html: str) -> str:
    seen = SILENT.sub("", html)
    return unescape(" ".join([TAG.sub(" ", seen), *SPOKEN.findall(seen)]))


def mixed(html: str, language: str) -> list[str]:
    """What should not be so: texts are missing, an English page has Polish words, or a Polish one has none."""
    words = words_of(html)
    polish = [word for word in POLISH.findall(words) if word not in NAMES]
    wrong = polish if language == "en" else [] if polish else ["nothing in Polish"]
    return KEY.findall(words) + wrong
