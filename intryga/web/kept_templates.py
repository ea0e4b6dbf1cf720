"""Compiled templates, kept in the user's cache: those of one game in one language take a second to compile, at every
start of a server and in every process of the tests.

Words and pictures become part of a template when it is compiled. So the folder is named after all that they could come
from: every file of the package, Jinja and Python. Nothing kept is ever out of date: what has changed has another name.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from pickle import UnpicklingError

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from intryga import games
from intryga.texts.catalogue import Catalogue
from intryga.texts.library import GameTexts
from intryga.user_cache import user_cache

PACKAGE = Path(__file__).resolve().parents[1]
LEFT_OUT = ("__pycache__", "scenarios")    # no template knows them, and they are half of all files
KEPT = 3    # versions of the package: those used last


class KeptTemplates(BytecodeCache):
    """One file for each template; what cannot be read or written is compiled, as if nothing were kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            with open(self._folder / bucket.key, "rb") as file:
                bucket.load_bytecode(file)
        except (OSError, EOFError, UnpicklingError):    # the last two of a damaged file
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """A file appears whole or not at all: several processes compile the same."""
        beside = self._folder / f".{bucket.key}.{os.getpid()}"
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            with open(beside, "wb") as file:
                bucket.write_bytecode(file)
            os.replace(beside, self._folder / bucket.key)


def kept_templates(texts: Catalogue) -> KeptTemplates | None:
    """Only what everybody reads is kept: no game of an earlier version or with components of somebody's own, and no
    texts that must be complete, whose lacks would be hidden by what was said instead."""
    if texts.fallback is None:
        return None
    if not isinstance(texts, GameTexts):
        return KeptTemplates(_folder() / texts.language)
    ours = texts.game is games.find(texts.game.id)
    return KeptTemplates(_folder() / f"{texts.language}-{texts.game.id}") if ours else None


@cache
def _folder() -> Path:
    every = user_cache("templates")
    found = every / _key()
    with suppress(OSError):
        found.mkdir(parents=True, exist_ok=True)
        os.utime(found)
        for old in sorted(every.iterdir(), key=lambda folder: -folder.stat().st_mtime)[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    return found


def _key() -> str:
    digest = blake2b(f"{version('jinja2')} {sys.version}".encode(), digest_size=10)
    for path in sorted(_files(str(PACKAGE))):
        with open(path, "rb") as file:
            text = file.read()
        digest.update(f"\n{os.path.relpath(path, PACKAGE)} {len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()


def _files(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            if entry.name not in LEFT_OUT:
                yield from _files(entry.path)
        elif not entry.name.startswith("."):    # editors keep locks named like sources
            yield entry.path
