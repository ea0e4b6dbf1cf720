"""Frames of a table's socket: nonsense, nearly right, and right ones at the wrong time."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from intryga.web.socket import PageMessage
from tests.fuzz.support import Service, many

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
SMALL = st.integers(-2, 12) | st.integers(-(2**63), 2**63)
KEYS: dict[str, Any] = {
    "do": SMALL, "version": SMALL, "rest": st.booleans(), "undo": st.booleans(), "turn": st.booleans(),
    "say": st.text(max_size=400), "back": st.booleans(), "seat": SMALL | st.none(),
}  # fmt: skip
NEARLY = st.fixed_dictionaries({}, optional={key: right | VALUES for key, right in KEYS.items()})
OTHERS = st.dictionaries(st.sampled_from([*KEYS, "sudo"]), VALUES, max_size=4)
FRAMES = st.one_of(
    (NEARLY | OTHERS | VALUES).map(lambda value: msgspec.json.encode(value).decode()), NEARLY, st.text(), st.binary()
)


@many(2)
@given(st.lists(FRAMES, min_size=4, max_size=18), st.booleans())
def test_frames(service: Service, frames: list[Any], right: bool) -> None:
    """Sent by who plays, a stranger and nobody."""
    for who in ("Ola", "Ewa", ""):
        send(service, frames, who, right)


def send(service: Service, frames: list[Any], who: str, right: bool) -> None:
    """Every frame is answered with news or a sentence; only what has a meaning, from who sits there, does anything."""
    version, options = service.options()
    sent: list[str | bytes] = []
    for frame in frames:
        if isinstance(frame, dict):    # with a choice and a version that there are
            wish = {"do": options[0] if options else 0, "version": version} if right else {}
            sent.append(msgspec.json.encode(frame | wish).decode())
        else:
            sent.append(frame)
    before = service.numbers()
    answers = service.talk(service.playing, who, sent)
    assert all(answer.keys() & {"sections", "error", "go"} for answer in answers)
    after = service.numbers()
    assert sum(after) - sum(before) <= sum(map(has_meaning, sent))
    if who != "Ola":
        assert after == before
    elif after != before:
        service.set_up()


def has_meaning(frame: str | bytes) -> bool:
    try:
        message = msgspec.json.decode(frame, type=PageMessage) if isinstance(frame, str) else PageMessage()
    except (ValueError, RecursionError):
        return False
    return message.do is not None or message.undo or message.say is not None or message.back
