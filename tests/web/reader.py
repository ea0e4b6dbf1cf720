"""A page that hears a live table, as wire.js does it."""

from __future__ import annotations

import re
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from starlette.testclient import WebSocketTestSession

SIGN = re.compile("[\x80-\x9f]")


class Reader:
    """What one socket has told: the sections in full, and the lines of the story, newest first."""

    def __init__(self) -> None:
        self.sections: dict[str, str] = {}
        self.story: list[str] = []
        self._phrases: list[str] = []
        self._messages = 0

    def hear(self, text: str) -> dict[str, Any]:
        """The message in full."""
        told: dict[str, Any] = msgspec.json.decode(text)
        self._phrases = told.get("phrases", self._phrases)
        if "story" in told:
            lines = [self._spelt(line) for line in told["story"]["lines"]]
            self.story = [*lines, *self.story[: told["story"]["keep"]]]
            told["story"]["lines"] = lines
        if "sections" not in told:
            return told
        self._messages += 1
        assert told["number"] == self._messages
        changed = {id: self._rebuilt(self.sections.get(id, ""), change) for id, change in told["sections"].items()}
        self.sections |= changed
        return {**told, "sections": changed}

    def _spelt(self, text: str) -> str:
        return SIGN.sub(lambda found: self._phrases[ord(found.group()) - 0x80], text)

    def _rebuilt(self, old: str, change: str | list[int | str]) -> str:
        if isinstance(change, str):
            return self._spelt(change)
        known, parts, rest = old.split("<"), list[str](), iter(change)
        for part in rest:
            if isinstance(part, str):
                said = self._spelt(part).split("<")
                known += said
            else:
                said = known[part : part + int(next(rest))]
            parts += said
        return "<".join(parts)


_readers: WeakKeyDictionary[WebSocketTestSession, Reader] = WeakKeyDictionary()


def receive(socket: WebSocketTestSession) -> dict[str, Any]:
    """The next message of a socket, in full."""
    return _readers.setdefault(socket, Reader()).hear(socket.receive_text())
