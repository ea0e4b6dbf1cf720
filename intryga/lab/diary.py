"""What a long run has done so far, on disk, so that one that was cut off goes on where it was."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Generic, TypeVar

import msgspec

from intryga.kernel.game import Mistake

T = TypeVar("T")


class Diary(Generic[T]):
    """While the work for FILE lasts, FILE.part has a line that says what is to be done and one for each piece that is.
    When all is done, FILE appears at once. Work that is never done has another ending."""

    def __init__(self, path: Path, what: msgspec.Struct, piece: type[T], ending: str = ".part") -> None:
        self.path = path
        self.part = path.with_name(path.name + ending)
        self.header = msgspec.json.encode(what)
        self.piece = piece
        self.earlier: list[T] = []    # done before this run
        self.empty = True    # nothing is done yet: then a run that fails leaves nothing behind
        self._file: IO[bytes] | None = None

    def read(self) -> list[T]:
        """What is done so far."""
        return [msgspec.json.decode(line, type=self.piece) for line in self._lines()[1:]]

    def __enter__(self) -> Diary[T]:
        try:
            lines = self._lines()
            self.earlier = self.read()
            self.empty = not self.earlier
            self._file = open(self.part, "ab")    # never emptied: whoever is killed now has lost nothing
            self._file.truncate(sum(len(line) + 1 for line in lines))
            if not lines:
                self._file.write(self.header + b"\n")
                self._file.flush()
        except (OSError, msgspec.MsgspecError) as error:
            with suppress(OSError):
                self._close(failed=True)
            raise Mistake(f"'{self.part}' cannot be used: {error}") from error
        return self

    def _lines(self) -> list[bytes]:
        lines = self.part.read_bytes().split(b"\n")[:-1] if self.part.exists() else []    # the last may be cut off
        if lines and lines[0] != self.header:
            raise Mistake(f"'{self.part}' is of another run; remove it, or write to another file")
        return lines

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._close(failed=error is not None)

    def _close(self, failed: bool) -> None:
        """What was never opened belongs to others."""
        if self._file is None:
            return
        try:
            self._file.close()
        finally:
            if failed:
                self.whole.unlink(missing_ok=True)
            if failed and self.empty:
                self.part.unlink()

    def keep(self, piece: T) -> None:
        assert self._file is not None
        self._file.write(msgspec.json.encode(piece) + b"\n")
        self._file.flush()
        self.empty = False

    @property
    def whole(self) -> Path:
        """Where all of it is written, before `finish`."""
        return self.path.with_name(self.path.name + ".new")

    def finish(self) -> None:
        os.replace(self.whole, self.path)
        self.part.unlink()
