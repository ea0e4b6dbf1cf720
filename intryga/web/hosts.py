"""Under which names a server is reached.

A site may let its own name point to an address in somebody's home; their browser would then take our pages for that
site's. So a name has to be ours: one that was given with `--name`, or one that nobody can register for the internet.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection

LOOPBACK = ("localhost", "127.0.0.1", "::1")
AT_HOME = (".localhost", ".local", ".lan", ".home.arpa", ".internal", ".test")


def is_ours(host: str, names: Collection[str]) -> bool:
    """`host` as the browser names it, perhaps with a port."""
    name = without_port(host).lower().rstrip(".")
    if names:
        return name in names or name in LOOPBACK
    return "." not in name or name.endswith(AT_HOME) or _is_address(name)


def without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
