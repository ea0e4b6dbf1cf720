"""What the house makes of its secret: invitations, which open one table for a while; names of people for others; and
the cards of deals that several tables play."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from itsdangerous import BadData, SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from intryga.tables.types import DealId, Refused, TableId

INVITE_LASTS = 14 * 86400


def timed(secret: str, salt: str, now: Callable[[], float]) -> URLSafeTimedSerializer:
    """Signs with the time, by a clock that all processes share. What was signed in the future is as good as anything
    else of ours: a clock that was ahead has been set right, and nobody shall lose their seat by it."""

    class Signer(TimestampSigner):
        def get_timestamp(self) -> int:
            return int(now())

        def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
            value, when = super().unsign(signed_value, return_timestamp=True)
            if max_age is not None and now() - when.timestamp() > max_age:
                raise SignatureExpired("too old", payload=value, date_signed=when)
            return (value, when) if return_timestamp else value

    return URLSafeTimedSerializer(secret, salt=salt, signer=Signer)


class Invites:
    """Signs and checks invitations, and names people to others."""

    def __init__(self, secret: str, now: Callable[[], float]) -> None:
        self._secret = secret
        self._invites = timed(secret, "invite", now)

    def invite(self, table: TableId) -> str:
        return str(self._invites.dumps(table))

    def check_invite(self, table: TableId, token: str) -> None:
        try:
            opens = self._invites.loads(token[:500], max_age=INVITE_LASTS)
        except SignatureExpired as error:
            raise Refused("invite_expired", "this invitation has expired; ask for a new one") from error
        except BadData as error:
            raise Refused("invite_bad", "this invitation is not ours, or was copied incompletely") from error
        if opens != table:
            raise Refused("invite_other", "this invitation is for another table")

    def cards_of(self, deal: DealId, rules: int) -> bytes:
        """The secret of the dice of a deal: the same at each of its tables, and known to nobody before."""
        key = hashlib.blake2b(self._secret.encode(), digest_size=32, person=b"intryga deals").digest()
        return hashlib.blake2b(f"{deal} {rules}".encode(), key=key, digest_size=32).digest()

    def author(self, table: TableId, person: str) -> str:
        """Who speaks, without telling which person that is at another table."""
        digest = hashlib.blake2b(f"{table}/{person}".encode(), key=self._secret.encode()[:64], digest_size=8)
        return digest.hexdigest()
