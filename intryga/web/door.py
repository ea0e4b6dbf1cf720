"""The door of the server: who may connect, how often, and how long they may take to say what they want.

An open connection costs a file descriptor and some memory before anything is asked. So they are counted by address and
altogether, and one that says nothing, or says it letter by letter, is closed.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Sequence
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from intryga.web.limits import Limits, neighbourhood

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Door:
    """Counts connections. Proxies bring everybody's, so theirs are counted altogether only."""

    def __init__(self, limits: Limits, proxies: Sequence[Network], most: int) -> None:
        self.limits = limits
        self._proxies = proxies
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, address: str, connections: int) -> bool:
        asker = neighbourhood(address)
        if connections >= self._most or (self._open[asker] >= self.limits.connections and not self._proxy(address)):
            return False
        self._open[asker] += 1
        return True

    def leave(self, address: str) -> None:
        asker = neighbourhood(address)
        self._open[asker] -= 1
        if not self._open[asker]:
            del self._open[asker]

    def _proxy(self, address: str) -> bool:
        try:
            return any(ipaddress.ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False


class TimedConnection(H11Protocol):
    """A connection that has to say in good time what it wants, at first and every time again."""

    def __init__(self, door: Door, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._door = door
        self._address: str | None = None    # while it is counted
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self._door.enter(address, len(self.connections) - 1):
            transport.abort()
            return
        self._address = address
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_longer()
        elif self._patience is None:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()    # from here on it is a socket, and counted as one
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._patience = self.loop.call_later(self._door.limits.head_seconds, self.transport.abort)

    def _wait_no_longer(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _leave(self) -> None:
        self._wait_no_longer()
        if self._address is not None:
            self._door.leave(self._address)
            self._address = None
