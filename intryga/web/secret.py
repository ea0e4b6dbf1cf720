"""The secret with which everything is signed."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

SECRET = "secret"    # the file's name in the data folder


def load_secret(path: Path) -> str:
    """The key of all signatures, made once and readable by its owner only. Without it links and cookies end. Of several
    processes that begin at once one makes it, and it is there whole or not at all."""
    if not path.exists():
        handle, written = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(32))
        with suppress(FileExistsError):
            os.link(written, path)
        os.unlink(written)
    return path.read_text("ascii").strip()
