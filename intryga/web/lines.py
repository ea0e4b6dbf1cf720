"""A line of the chronicle, and how it is drawn."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from intryga.kernel.view import StoryLine
from intryga.texts.catalogue import Noun
from intryga.web.filters import flag, icon

TABLES = 500    # whose people's names are looked for, at some kilobytes each
NEWS = 200    # sentences that several are told at the same time


class DrawnLine(NamedTuple):
    """A line of the story, as text and as parts of its HTML. A table keeps the lines of forty moves, and most of their
    HTML are pictures of cards: a part is one and the same in all lines, and put together only when it is sent."""

    seat: int    # -1: nobody's doing
    sentence: str
    names: tuple[str, ...]    # of all who play, one and the same in all lines
    cards: tuple[Markup, ...]    # it is about
    head: bool
    mark: int    # of what is drawn: other lines have another
    entries: tuple[StoryLine, ...]    # what it tells
    name: str = ""    # by which moments follow and cause each other
    moment: str = ""    # which of the game's moments it is, if any
    fresh: bool = False
    public: bool = False    # it says nothing but what who only looks on is told
    attributes: str = ""    # of its item: what the script needs to show it as a moment
    plate: str = ""    # shown by itself when it happens; at a heading what shows its turn again

    @property
    def said(self) -> Markup:
        """The sentence, with names that stand out."""
        return emphasised(self.sentence, self.names)

    @property
    def drawn(self) -> Markup:
        """Whose pennant, the sentence, and the cards it is about. By hand: most of a page is its chronicle."""
        if self.head:
            return Markup(f"<span>{self.said}</span>")
        cards = f'<span class="chs" aria-hidden="true">{"".join(self.cards)}</span>' if self.cards else ""
        return Markup(f"{flag(self.seat) if self.seat >= 0 else icon('log')}<span>{self.said}{cards}</span>")

    @property
    def item(self) -> str:
        """The same as an item of a list."""
        cls = "ev head" if self.head else "ev now" if self.fresh else "ev"
        return f'<li class="{cls}"{self.attributes}>{self.drawn}{self.plate}</li>'


@lru_cache(maxsize=NEWS)
def emphasised(sentence: str, names: tuple[str, ...]) -> Markup:
    """The players' names stand out. Names are untrusted: everything is escaped first."""
    return Markup(_mentions(names).sub(r"<b>\g<0></b>", str(escape(sentence))))


@lru_cache(maxsize=TABLES)
def _mentions(names: tuple[str, ...]) -> re.Pattern[str]:
    """What finds these people in a sentence that is escaped."""
    declined = {form for name in names if isinstance(name, Noun) for form in name.forms.values() if name not in form}
    known = sorted({str(escape(name)) for name in {*names, *declined} if name}, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in known) or "(?!)")
