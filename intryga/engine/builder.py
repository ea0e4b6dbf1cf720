"""Building the compiled engine: in a folder of its own, renamed into place when it is finished.

Whatever happens on the way (an error, a kill, two builds at once), a folder under its final name is a finished one.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from intryga.engine import BUILD
from intryga.engine.sources import COMPILER, PACKAGE, TOOLS, Sources, cache, is_built

KEPT = 8          # builds kept: those used last
WORK = ".work-"   # names of unfinished folders begin so

# How a build can end; also the exit status of the command.
READY = 0
FAILED = 1
IMPOSSIBLE = 3    # this machine lacks a C compiler; 2 is what wrong arguments give


class BuildResult(NamedTuple):
    outcome: int
    sentence: str


def build(log: Callable[[str], None]) -> BuildResult:
    sources = Sources()
    target = sources.folder()
    ready = BuildResult(READY, f"The compiled engine is ready in {target}.")
    if is_built(target):
        return ready
    if lack := _no_compiler():
        return BuildResult(IMPOSSIBLE, lack)
    if lack := _no_tools():
        return BuildResult(FAILED, lack)
    try:
        with _alone(log):
            if is_built(target):    # the other process that we waited for has built it
                return ready
            return _make(sources, target, log)
    except OSError as error:
        reason = f"The engine cannot be built in {cache()}: {error.strerror}."
        return BuildResult(FAILED, f"{reason} INTRYGA_CACHE can name another folder.")


def build_in_background() -> bool:
    sources = Sources()
    if is_built(sources.folder()) or _no_compiler() or _no_tools() or _under_way() or _failed_before(sources):
        return False
    # A process of low priority and with a session of its own: it disturbs no game and survives a closed terminal.
    # From the folder of the package, so that it builds these sources and no others.
    command = ["nice", "-n", "10", sys.executable, "-m", "intryga.engine", "build"]
    void = subprocess.DEVNULL    # the build keeps a log file of its own
    try:
        subprocess.Popen(command, cwd=PACKAGE.parent, start_new_session=True, stdin=void, stdout=void, stderr=void)
    except OSError:
        return False
    return True


def why_not_built() -> str:
    """A reason for the plain engine, and what to do about it."""
    sources = Sources()
    if is_built(sources.folder()):
        return _no_tools() or "It is built, but was not when this program started, or does not load."
    if lack := _no_compiler() or _no_tools():
        return lack
    if _under_way():
        return "The compiled engine is being built at this moment."
    if _failed_before(sources):
        return f"The last build failed, see {_log_file()}; to try again, run: {BUILD}"
    return f"The compiled engine is not built for these sources yet; run: {BUILD}"


# --- what this machine must have ---


def _no_compiler() -> str | None:
    if os.name == "nt":
        return "The engine compiles on Linux and macOS only; on Windows use WSL, or play on with the plain engine."
    compiler = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")
    if shutil.which(shlex.split(compiler)[0]) is None:
        return f"There is no C compiler ({compiler}); on Debian and Ubuntu install the package gcc."
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "The C headers of Python are missing; on Debian and Ubuntu install the package python3-dev."
    return None


def _no_tools() -> str | None:
    lacking = [f"{tool}=={pinned}" for tool, pinned in TOOLS.items() if _installed(tool) != pinned]
    if find_spec("setuptools") is None:
        lacking.append("setuptools")
    if not lacking:
        return None
    return f"The compiled engine needs {', '.join(lacking)}: the extra `fast`; in a checkout run: scripts/setup fast"


def _installed(tool: str) -> str | None:
    try:
        return version(tool)
    except PackageNotFoundError:
        return None


# --- one build at a time ---


@contextmanager
def _alone(log: Callable[[str], None]) -> Iterator[None]:
    """Wait for other builds. The system itself lifts the lock of a killed process, so no lock is ever stale."""
    from fcntl import LOCK_EX, LOCK_NB, flock  # not on Windows, which never comes here

    cache().mkdir(parents=True, exist_ok=True)
    with open(_lock_file(), "w") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            log("Another process is building the engine; waiting for it.")
            flock(lock, LOCK_EX)
        yield


def _under_way() -> bool:
    from fcntl import LOCK_NB, LOCK_SH, flock

    with suppress(OSError), open(_lock_file()) as lock:
        try:
            flock(lock, LOCK_SH | LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _lock_file() -> Path:
    return cache() / "lock"


# --- the build itself ---


def _make(sources: Sources, target: Path, log: Callable[[str], None]) -> BuildResult:
    for leftover in cache().glob(WORK + "*"):    # of killed builds: we are alone here
        shutil.rmtree(leftover, ignore_errors=True)
    work = cache() / f"{WORK}{os.getpid()}"
    log("Compiling the engine; this takes two or three minutes.")
    began = monotonic()
    try:
        _copy(sources, work)
        if not _compile(sources, work):
            _failure_file().write_text(sources.key())
            return BuildResult(FAILED, f"{_tail()}\nThe engine did not compile; the whole story is in {_log_file()}.")
        os.rename(work / "out", target)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    _failure_file().unlink(missing_ok=True)
    _prune(work)
    return BuildResult(READY, f"The engine was compiled in {monotonic() - began:.0f} s and lies in {target}.")


def _copy(sources: Sources, work: Path) -> None:
    """All modules, not only those to compile: mypy follows imports into the others."""
    for path, text in sources.files.items():
        copy = work / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(text)


def _compile(sources: Sources, work: Path) -> bool:
    # -P keeps the folder of the script, which is a copy too, out of the import path.
    files = [f"{group}:{file}" for group, files in sources.groups().items() for file in files]
    command = [sys.executable, "-P", COMPILER, *files]
    with open(_log_file(), "wb") as story:
        return subprocess.run(command, check=False, cwd=work, stdout=story, stderr=subprocess.STDOUT).returncode == 0


def _prune(work: Path) -> None:
    builds = [entry for entry in cache().iterdir() if entry.is_dir() and not entry.name.startswith(WORK)]
    builds.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for old in builds[KEPT:]:
        os.rename(old, work)    # first away in one move: nobody may find half a build
        shutil.rmtree(work, ignore_errors=True)


# --- what is remembered of it ---


def _log_file() -> Path:
    return cache() / "build.log"


def _failure_file() -> Path:
    """Holds the key of the sources that failed last, lest every start tries them again in the background."""
    return cache() / "failed"


def _failed_before(sources: Sources) -> bool:
    try:
        return _failure_file().read_text() == sources.key()
    except OSError:
        return False


def _tail() -> str:
    lines = _log_file().read_text(errors="replace").splitlines()
    return "\n".join(lines[-15:])
