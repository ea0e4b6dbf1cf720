"""What goes down a socket, in few bytes.

Of a section that the page has got by this socket before, only the delta to its last text is sent (`delta.py`); else the
whole. The messages of a socket are numbered, so that a page which has missed one knows that it cannot build on it.
Phrases of which our pages are full are each written as one sign that stands in no text (`PHRASES`, the first from 0x80
on); the first message of a socket brings the list. Nothing else is squeezed: see decision 34.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from intryga.web.assets.files import assets_version
from intryga.web.delta import delta
from intryga.web.recent import Recent
from intryga.web.render import Drawn

FIRST_SIGN = 0x80    # up to 0x9F stand signs that nobody sees and no player may write (plain_text.py)
PHRASES = (    # longer ones first; deltas begin behind a "<"
    'svg class="i " aria-hidden="true"><use href="{sprite}#c-',
    'svg class="flag" aria-hidden="true"><use href="{sprite}#f-',
    'use href="{sprite}#c-',
    'use href="{sprite}#',
    '"/></svg>',
    'h2 id="move" tabindex="-1">',
    'button type="button"',
    ' aria-disabled="true" aria-label="',
    'span class="tip" role="tooltip" id="tip-',
    'a class="rule" href="/rules/',
    'span class="chip t-',
    'span class="vh">',
    'span class="',
    "</span></span>",
    "</span>",
    ' aria-describedby="lex-',
    ' aria-describedby="tip-',
    ' form="act" name="action" value="',
    ' role="img" aria-label="',
    '" aria-label="',
    ' data-from="z-',
    '" data-news="',
    '" class="stack',
    ' aria-hidden="true"',
    '<li class="ev now">',
    'span id="z-',
    'section id="',
    '" class="',
    ' class="',
    '" id="',
    '">',
    '="',
)
SHARED = 200    # deltas kept: who sees the same before and after gets the same, and at the same time
MOST = 6_000_000    # bytes of texts; at most as many again that were kept before


_known = Recent[int](MOST)
"""The sections that pages were told of late, by their marks. A page whose text is gone is told the whole again."""


def _mark(html: str) -> int:
    mark = hash(html)
    _known.keep(mark, html)
    return mark


class PageTold:
    """What one page shows, and what of it came by its socket: in marks, for thousands may be connected."""

    def __init__(self) -> None:
        self.sections: dict[str, int] = {}
        self._texts: set[str] = set()    # the sections that the page has got as text
        self._story: list[int] = []
        self._messages = 0
        self._version = -1

    def shows(self, drawn: Drawn, version: int) -> None:
        """The page shows it: it was loaded so, or has been told."""
        self.sections = {id: _mark(html) for id, html in drawn.sections.items()}
        self._story = [line.mark for line in drawn.story]
        self._version = version

    def news(self, drawn: Drawn, version: int, stamp: str) -> str:
        """The message after which the page shows this; empty if it does already."""
        shown, texts = self.sections, self._texts
        changed = {
            id: _change((_known.find(shown[id]) or "") if id in texts else "", html)
            for id, html in drawn.sections.items()
            if shown.get(id) != hash(html)
        }
        story, known = self.story(drawn), self._version
        self.shows(drawn, version)
        if not changed and not story["lines"] and version == known:
            return ""
        texts.update(changed)
        number = self._messages + 1
        return self._written(
            {"number": number, "version": version, "stamp": stamp, "sections": changed, "story": story}
        )

    def last(self, drawn: Drawn, where: str) -> str:
        """The message after which the page makes way for another, when its last moments have been seen."""
        return self._written({"go": where, "story": self.story(drawn)})

    def _written(self, told: dict[str, Any]) -> str:
        """The first one says what signs stand for."""
        self._messages += 1
        message = msgspec.json.encode(told).decode()
        return message if self._messages > 1 else f'{{"phrases":{_phrases().listed},{message[1:]}'

    def story(self, drawn: Drawn) -> dict[str, Any]:
        """What turns the shown story into this one: both newest first, and usually some lines longer."""
        lines, shown = [line.mark for line in drawn.story], self._story
        new = next(n for n in range(len(lines) + 1) if lines[n:] == shown[: len(lines) - n])
        return {
            "lines": [_item(line.item) for line in drawn.story[:new]],
            "keep": len(lines) - new,
            "fresh": sum(line.fresh for line in drawn.story),
        }


@lru_cache(maxsize=SHARED)
def _change(old: str, new: str) -> msgspec.Raw:
    """The whole where there is nothing to build on, or where that is not longer."""
    changed = msgspec.json.encode(delta(old, new)) if old else b""
    return _signed(changed if 0 < len(changed) < len(new) else msgspec.json.encode(new))


@lru_cache(maxsize=SHARED)
def _item(html: str) -> msgspec.Raw:
    return _signed(msgspec.json.encode(html))


def _signed(text: bytes) -> msgspec.Raw:
    """With a sign for each phrase. Parts of a message are signed, not the whole: most are sent to several."""
    for phrase, sign in _phrases().signs:
        text = text.replace(phrase, sign)
    return msgspec.Raw(text)


class _Phrases(NamedTuple):
    listed: str
    signs: list[tuple[bytes, bytes]]


@cache
def _phrases() -> _Phrases:
    """As they stand in JSON. Each has something in it that no key has, so that signs stand in texts alone."""
    sprite = f"/static/{assets_version()}/charges.svg"
    whole = [phrase.replace("{sprite}", sprite) for phrase in PHRASES]
    signs = [(msgspec.json.encode(phrase)[1:-1], chr(FIRST_SIGN + n).encode()) for n, phrase in enumerate(whole)]
    return _Phrases(msgspec.json.encode(whole).decode(), signs)
