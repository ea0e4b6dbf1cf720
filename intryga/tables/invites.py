"""What the house signs: invitations to a table. They open one table for a while, and nothing else."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer

from intryga.tables.shapes import Refused, TableId

INVITE_LASTS = 14 * 86400


class Seals:
    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._invites = URLSafeTimedSerializer(secret, salt="invite")

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

    def author(self, table: TableId, person: str) -> str:
        """Who speaks, without telling which person that is at another table."""
        digest = hashlib.blake2b(f"{table}/{person}".encode(), key=self._secret.encode()[:64], digest_size=8)
        return digest.hexdigest()


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
