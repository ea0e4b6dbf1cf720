"""The log of a server as lines of JSON, for programs that gather them."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import msgspec

FIELDS = ("status", "place", "address")    # that our own entries may have


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def as_json() -> None:
    """From here on everything that is logged goes to stderr so: of ours refusals too, of libraries warnings only, for
    some of them tell of every letter that they cut."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("intryga").setLevel(logging.INFO)
