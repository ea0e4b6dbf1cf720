"""The secret with which everything is signed."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def load_secret(folder: Path) -> str:
    """The key of all signatures, made once and readable by its owner only. Without it links and cookies end."""
    path = folder / "secret"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text("ascii")
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(32))
    return path.read_text("ascii")
