"""A line of the chronicle, drawn."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from intryga.kernel.view import StoryLine


class DrawnLine(NamedTuple):
    """A line of the story, as text and as HTML."""

    seat: int    # -1: nobody's doing
    sentence: str
    drawn: Markup    # whose pennant, the sentence, and the cards it is about
    head: bool
    entries: tuple[StoryLine, ...]    # what it tells
    name: str = ""    # by which moments follow and cause each other
    moment: str = ""    # which of the game's moments it is, if any
    fresh: bool = False
    attributes: str = ""    # of its item: what the script needs to show it as a moment
    plate: str = ""    # shown by itself when it happens; at a heading what shows its turn again

    @property
    def item(self) -> str:
        """The same as an item of a list."""
        cls = "ev head" if self.head else "ev now" if self.fresh else "ev"
        return f'<li class="{cls}"{self.attributes}>{self.drawn}{self.plate}</li>'
