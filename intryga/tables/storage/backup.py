"""A backup: all tables and the secret with which links are signed, in one file that only its owner can read.

It is taken from a running server as well: SQLite copies what was committed at one moment.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from contextlib import closing
from pathlib import Path

from intryga.kernel.game import Mistake
from intryga.tables.storage.salvage import says_damaged, sound
from intryga.tables.storage.sqlite import FILE

SECRET = "secret"
# What an archive that somebody else has made, or something has damaged, may raise.
NOT_OURS = (zipfile.BadZipFile, KeyError, zlib.error, EOFError, NotImplementedError, RuntimeError)


def back_up(folder: Path, file: Path) -> None:
    if not (folder / FILE).exists():
        raise Mistake(f"there are no tables in '{folder}'; name the folder with --data")
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as place:
        copy, packed = Path(place) / FILE, Path(place) / "packed"
        try:
            with closing(sqlite3.connect(folder / FILE)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
        except sqlite3.DatabaseError as error:
            advice = "; try `intryga check`" if says_damaged(error) else ""
            raise Mistake(f"the tables in '{folder}' cannot be copied to '{file}' ({error}){advice}") from error
        if not sound(copy):
            raise Mistake(f"the tables in '{folder}' are damaged; `intryga check` saves what can be read")
        with os.fdopen(os.open(packed, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as out:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.write(copy, FILE)
                archive.write(folder / SECRET, SECRET)
            out.flush()
            os.fsync(out.fileno())
        packed.replace(file)    # a backup is there whole or not at all


def restore(file: Path, folder: Path) -> None:
    """Into a folder that has no tables: nothing is ever overwritten. Raises also if what is there now is damaged."""
    if (folder / FILE).exists():
        raise Mistake(f"there are tables in '{folder}' already; move them away, or name another folder with --data")
    with tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as place:
        try:
            with zipfile.ZipFile(file) as archive:
                for name in (FILE, SECRET):
                    with archive.open(name) as source, (Path(place) / name).open("wb") as target:
                        shutil.copyfileobj(source, target)
        except NOT_OURS as error:
            raise Mistake(f"'{file}' is no backup of Intryga, or is damaged; nothing was restored") from error
        except OSError as error:
            done = "read" if error.filename else f"copied to '{folder}'"
            raise Mistake(f"'{file}' cannot be {done}: {error.strerror}") from error
        damaged = not sound(Path(place) / FILE)
        for name in (SECRET, FILE):
            (Path(place) / name).chmod(0o600)
            (Path(place) / name).replace(folder / name)
    if damaged:    # it may be all that is left
        way = f"they are in '{folder}' now, where `intryga check` saves what can be read"
        raise Mistake(f"the tables in '{file}' are damaged; {way}")
