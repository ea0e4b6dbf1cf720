"""Which engine runs: the rules as plain Python, or the very same rules compiled to native code.

Compiled modules never lie beside their sources. They live in a cache folder named after a hash of all they were made
from (see sources.py), so an edited source cannot run an old binary: its hash names another folder, and the engine is
plain until somebody builds it again. INTRYGA_ENGINE=plain forces the plain engine, INTRYGA_ENGINE=compiled demands the
compiled one; without it the compiled engine runs whenever it is built.

This package is imported on every start, so it imports little; it is never compiled itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from intryga.engine.sources import GROUP, SUFFIX, Sources, is_built

if TYPE_CHECKING:
    from intryga.engine.builder import BuildResult

KIND = "__mypyc"    # mypyc puts all the code of a group into one library; the modules are doors to it
LIBRARY = GROUP + KIND    # what all games stand on
BUILD = "python -m intryga.engine build"


class Status(NamedTuple):
    engine: str
    reason: str


class CompiledModules:
    """Finds the engine's modules in the cache folder."""

    def __init__(self, folder: Path, sources: Sources) -> None:
        names = [*(group + KIND for group in sources.groups()), *sources.modules()]
        self.files = {name: folder / (name.replace(".", "/") + SUFFIX) for name in names}

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        file = self.files.get(name)
        return None if file is None else spec_from_file_location(name, file)


class NoCompiledModules:
    """Stops the program where a rule is first needed: until then commands such as `engine build` may still run."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.modules = frozenset(modules)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if name in self.modules:
            _stop(f"INTRYGA_ENGINE=compiled asks for the compiled engine. {status().reason}")


def install() -> None:
    """Choose the engine of this process; called once, when the package is imported."""
    wish = os.environ.get("INTRYGA_ENGINE", "")
    if wish not in ("", "plain", "compiled"):
        _stop(f"INTRYGA_ENGINE is '{wish}': say plain or compiled, or leave it unset.")
    if wish == "plain":
        return
    sources = Sources()
    loaded = _load(sources.folder(), sources)
    if wish == "compiled" and not loaded:
        sys.meta_path.insert(0, NoCompiledModules(sources.modules()))


def name() -> str:
    return "compiled" if LIBRARY in sys.modules else "plain"


def status() -> Status:
    """The engine of this process and why it is this one."""
    library = sys.modules.get(LIBRARY)
    if library is not None:
        return Status("compiled", f"It lies in {Path(library.__file__ or '').parent}.")
    if os.environ.get("INTRYGA_ENGINE") == "plain":
        return Status("plain", "INTRYGA_ENGINE=plain asks for it.")
    from intryga.engine import builder

    return Status("plain", builder.why_not_built())


def build(log: Callable[[str], None] = print) -> BuildResult:
    """Compile the engine for the sources as they are now, unless that is done; `log` is told of progress."""
    from intryga.engine import builder

    return builder.build(log)


def build_in_background() -> bool:
    """Start `build` in a process that outlives this one, if there is anything to build; say whether it was started."""
    from intryga.engine import builder

    return builder.build_in_background()


def _load(folder: Path, sources: Sources) -> bool:
    if not is_built(folder):
        return False
    finder = CompiledModules(folder, sources)
    sys.meta_path.insert(0, finder)
    try:
        import_module("librt.vecs")    # the modules need it, but would ask for it only one by one
        import_module(LIBRARY)
    except ImportError:
        sys.meta_path.remove(finder)
        return False
    with suppress(OSError):    # a cache that cannot be written to still serves
        os.utime(folder)       # the builder keeps the folders used last
    return True


def _stop(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    raise SystemExit(2)
