"""The user's cache: what can be made again at any time, and takes long to make."""

from __future__ import annotations

import os
from pathlib import Path


def user_cache(what: str) -> Path:
    """The folder of one kind of thing in it. INTRYGA_CACHE is another place for all of them."""
    own = os.environ.get("INTRYGA_CACHE")
    home = own or os.path.join(os.environ.get("XDG_CACHE_HOME") or "~/.cache", "intryga")
    return Path(os.path.abspath(os.path.expanduser(home)), what)
