"""The engine's sources: which modules belong to it, and the cache folder where their compiled form is kept."""

from __future__ import annotations

import os
import re
import sys
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from intryga.user_cache import user_cache

PACKAGE = Path(__file__).resolve().parents[1]
GROUP = "intryga_engine"
SUFFIX = EXTENSION_SUFFIXES[0]    # tells the Python and, mostly, the platform: ".cpython-311-x86_64-linux-gnu.so"

# What the compiled code depends on beside its sources; the extra `fast` of pyproject.toml has the same versions.
TOOLS = {"mypy": "2.4.1", "librt": "0.16.0"}

# A module with such a line belongs to the engine.
MARK = re.compile(rb"^from mypy_extensions import .*\bi64\b", re.MULTILINE)
# The script that compiles: its flags shape the binary as the sources do.
COMPILER = "intryga/engine/compiler.py"

GAME = re.compile(r"intryga/games/(\w+)/")
# The bare name of the package is left out: it is in many texts, and a test keeps the engine from importing it.
OUR_NAMES = re.compile(rb"intryga(?:\.\w+)+")


class Sources:
    """All modules of the package, read once, so that what is hashed is what gets compiled."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}    # "intryga/kernel/board.py": its text
        for path in sorted(_python_files(str(PACKAGE))):
            with open(path, "rb") as file:
                self.files[os.path.relpath(path, PACKAGE.parent).replace(os.sep, "/")] = file.read()

    def engine(self) -> list[str]:
        """The files that get compiled. A package's own `__init__` stays plain: it must be found beside its data."""
        return [path for path, text in self.files.items() if MARK.search(text) and not path.endswith("/__init__.py")]

    def groups(self) -> dict[str, list[str]]:
        """The same files by the library that holds their code: one for each game, one for all they stand on.

        The C compiler takes far more than twice as long over a file twice as large, and libraries compile side by side.
        """
        groups: dict[str, list[str]] = {}
        for path in self.engine():
            of_game = GAME.match(path)
            groups.setdefault(f"{GROUP}_{of_game[1]}" if of_game else GROUP, []).append(path)
        return groups

    def modules(self) -> list[str]:
        return [path.removesuffix(".py").replace("/", ".") for path in self.engine()]

    def key(self) -> str:
        """A hash of all that the compiled modules are made from."""
        tools = [f"{tool} {version}" for tool, version in TOOLS.items()]
        machine = os.uname().machine if hasattr(os, "uname") else ""
        digest = blake2b("\n".join([*tools, SUFFIX, sys.platform, machine]).encode(), digest_size=10)
        for path in [COMPILER, *sorted(self._read_by_the_compiler())]:
            text = self.files[path]
            digest.update(f"\n{path} {len(text)}\n".encode())
            digest.update(text)
        return digest.hexdigest()

    def folder(self) -> Path:
        """Where the compiled modules are, or would be."""
        return cache() / self.key()

    def _read_by_the_compiler(self) -> set[str]:
        """The engine and every module of ours that it names, near or far, even if that one stays plain.

        mypyc copies constants (`Final`) of plain modules into the binary, so these must change the key too. A name
        of a package stands for all modules in it, and a name in a comment counts: too much is harmless here.
        """
        found = set(self.engine())
        todo = list(found)
        known: set[bytes] = set()
        while todo:
            names = set(OUR_NAMES.findall(self.files[todo.pop()])) - known
            known |= names
            for name in names:
                new = self._files_of(name.decode().replace(".", "/")) - found
                found |= new
                todo += new
        return found

    def _files_of(self, place: str) -> set[str]:
        if place + ".py" in self.files:
            return {place + ".py"}
        return {path for path in self.files if path.rpartition("/")[0] == place}


def cache() -> Path:
    """The folder that holds all builds of the engine."""
    return user_cache("engine")


def is_built(folder: Path) -> bool:
    """A folder exists only when its build is finished. One that we may not look into is as good as none."""
    return os.path.isdir(folder)


def _python_files(folder: str) -> list[str]:
    found = []
    for entry in os.scandir(folder):
        if entry.name.startswith((".", "__pycache__")):    # editors keep locks named like sources: ".#board.py"
            continue
        if entry.is_dir():
            found += _python_files(entry.path)
        elif entry.name.endswith(".py"):
            found.append(entry.path)
    return found
