"""Notifications for who is away: web push, signed with a key of this server's own (VAPID).

A message says at which table it is somebody's move and nothing else; only their browser can read it. It goes to the
push services of browsers alone: an address that somebody sends us must not make us call on anybody else.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from base64 import urlsafe_b64encode
from collections.abc import Collection
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from intryga.tables.storage.visitors import Pushed
from intryga.tables.types import TableCard
from intryga.texts.library import house
from intryga.web import render
from intryga.web.hosts import LOOPBACK
from intryga.web.lists import short_title

if TYPE_CHECKING:
    from py_vapid import Vapid

SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551    # of the curve P-256
LASTS = 12 * 3600    # seconds that a message waits for a device that is off
PATIENCE = 10    # seconds for a push service
AT_ONCE = 8
GONE = (404, 410)    # this browser wants to hear no more

log = logging.getLogger("intryga.web.push")


def installed() -> bool:
    """The library is an extra: `pip install intryga[push]`."""
    return find_spec("pywebpush") is not None


class Post:
    """Tells people of their move."""

    def __init__(self, secret: str, names: Collection[str] = ()) -> None:
        self._secret = secret
        self._sender = f"mailto:tables@{min(names, default='intryga.invalid')}"
        self._few = asyncio.Semaphore(AT_ONCE)

    @cached_property
    def key(self) -> Vapid:
        """Follows from the secret of this server, so it stays the same and every process of it has it: browsers take
        messages signed with this one only."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from py_vapid import Vapid

        number = hashlib.blake2b(b"push", key=self._secret.encode()[:64], digest_size=48).digest()
        return Vapid(ec.derive_private_key(int.from_bytes(number) % (ORDER - 1) + 1, ec.SECP256R1()))

    @property
    def public_key(self) -> str:
        """As browsers want it; empty where the library is not installed."""
        if not installed():
            return ""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point: bytes = self.key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    async def tell(self, card: TableCard, pushes: list[Pushed]) -> list[str]:
        """Gives the addresses at which nobody listens any more."""
        if not installed():
            return []
        outcomes = await asyncio.gather(*(self._send(pushed, message(card, pushed.language)) for pushed in pushes))
        return [pushed.endpoint for pushed, status in zip(pushes, outcomes, strict=True) if status in GONE]

    async def _send(self, pushed: Pushed, data: bytes) -> int:
        """The answer of the push service; 0 if there was none."""
        if not is_service(pushed.endpoint):
            return GONE[0]
        async with self._few:
            try:
                return await asyncio.to_thread(self._send_now, pushed, data)
            except Exception as error:    # of whatever kind: a game goes on without it
                log.warning("a notification could not be sent: %s", type(error).__name__)
                return 0

    def _send_now(self, pushed: Pushed, data: bytes) -> int:
        from pywebpush import WebPushException, webpush
        from requests import Session

        line = Session()
        line.max_redirects = 0    # nor may a push service lead us elsewhere
        line.trust_env = False
        try:
            response = webpush(
                {"endpoint": pushed.endpoint, "keys": {"p256dh": pushed.key, "auth": pushed.auth}},
                data,
                self.key,
                vapid_claims={"sub": self._sender},
                ttl=LASTS,
                timeout=PATIENCE,
                requests_session=line,
            )
        except WebPushException as error:
            return error.response.status_code if error.response is not None else 0
        return int(response.status_code)


def message(card: TableCard, language: str) -> bytes:
    title = render.game_texts(card.game, language).title
    said = {
        "title": house(language).say("web.signals.your_move"),
        "body": card.name or short_title(title),
        "url": f"/table/{card.table}",
    }
    return msgspec.json.encode(said)


def is_service(endpoint: str) -> bool:
    """Is this where a browser gets its messages?"""
    try:
        parts = urlsplit(endpoint)
        host = parts.hostname or ""
    except ValueError:
        return False
    safe = parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)
    return safe and any(host == one or (one.startswith(".") and host.endswith(one)) for one in SERVICES)
