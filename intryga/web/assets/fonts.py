"""The two typefaces of the pages, cut down to the letters we need.

They come from packages of their own, under the SIL Open Font License, and are not part of this project: the first start
cuts them, beside the running server, into the user's cache. Until then, or without them, pages use a system typeface.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from intryga.user_cache import user_cache

# What the style sheets ask for, and the file of the package it is cut from.
FACES = {
    "serif-regular": ("font_source_serif_pro", "SourceSerifPro-Regular.otf"),
    "serif-bold": ("font_source_serif_pro", "SourceSerifPro-Bold.otf"),
    "serif-black": ("font_source_serif_pro", "SourceSerifPro-Black.otf"),
    "sans-regular": ("font_source_sans_pro", "SourceSansPro-Regular.otf"),
    "sans-semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.otf"),
}
# Latin with its accents, dashes and quotation marks, the euro, arrows, minus.
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), 0x20AC, *range(0x2190, 0x2194), 0x2212]
FEATURES = ["kern", "liga", "lnum", "tnum", "smcp", "c2sc", "locl", "mark", "ccmp"]


def folder() -> Path:
    """The folder of cut typefaces, which lie in `font/` there. A new cut gets a new number."""
    return user_cache("web-1")


def cut() -> None:
    """Make what is missing; a file appears whole or not at all. Without its package a face is left out."""
    made = folder() / "font"
    for name, (package, file) in FACES.items():
        target = made / f"{name}.woff2"
        spec = find_spec(package)
        if target.exists() or spec is None or spec.origin is None:
            continue
        made.mkdir(parents=True, exist_ok=True)
        beside = made / f".{name}.{os.getpid()}"
        _subset(Path(spec.origin).parent / "files" / file, beside)
        os.replace(beside, target)


def _subset(source: Path, target: Path) -> None:
    from fontTools import subset  # takes half a second, at every start; the faces are cut at the first

    options = subset.Options(flavor="woff2", layout_features=FEATURES, name_IDs=[], hinting=False, desubroutinize=True)
    with subset.load_font(str(source), options) as font:
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=LETTERS)
        cutter.subset(font)
        subset.save_font(font, str(target), options)
