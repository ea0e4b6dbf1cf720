"""Work on the machines of a Ray cluster."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any, TypeVar

from intryga import engine
from intryga.kernel.game import Mistake
from intryga.lab.extras import need

if TYPE_CHECKING:
    from intryga.lab.workers import Crew, Jobs

T = TypeVar("T")

LOCAL = "local"    # instead of an address: a cluster of this machine alone, for as long as the work lasts
ANSWERS = 10    # seconds in which a cluster does
AHEAD = 4    # pieces of work for each worker: enough to keep it busy, few enough to stop soon


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """Says on stderr which engine each node runs: one without the compiled engine gives the same results, slowly."""
    need("ray", "a cluster")
    _knock(address)
    import ray

    with redirect_stdout(sys.stderr):    # what Ray has to say, as when a node is lost, is none of our results
        try:
            ray.init(None if address == LOCAL else address, log_to_driver=False, include_dashboard=False,
                     logging_level="error")  # fmt: skip
        except Exception as error:    # Ray raises all sorts, down to a bare Exception
            raise Mistake(f"no Ray cluster answers at '{address}': {error}") from error
        try:
            for node, name in _engines(ray):
                hint = "; `intryga engine build` there makes it faster" if name == "plain" else ""
                print(f"node {node}: {name} engine{hint}")
            yield lambda work, jobs: _in_order(ray, work, jobs)
        except ray.exceptions.RayTaskError:    # a fault of ours, or a mistake that a worker tells
            raise
        except ray.exceptions.RayError as error:
            raise Mistake(f"the Ray cluster at '{address}' was lost: {error}") from error
        finally:
            ray.shutdown()


def _knock(address: str) -> None:
    """Ray itself would try for minutes, and talk about it."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), ANSWERS).close()
        except (OSError, OverflowError) as error:
            raise Mistake(f"no Ray cluster answers at '{address}': {error}") from error


def _in_order(ray: Any, work: Callable[..., T], jobs: Jobs) -> Iterator[T]:
    """The results in the order of the jobs, whichever machine did them."""
    remote = ray.remote(work)
    limit = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
    waiting: list[Any] = []
    for arguments in jobs:
        waiting.append(remote.remote(*arguments))
        if len(waiting) >= limit:
            yield ray.get(waiting.pop(0))
    while waiting:
        yield ray.get(waiting.pop(0))


def _engines(ray: Any) -> list[tuple[str, str]]:
    """Every node that is alive, and the engine that runs there."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    asked = ray.remote(engine.name)
    nodes = [node for node in ray.nodes() if node["Alive"]]
    found = [
        asked.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)).remote()
        for node in nodes
    ]
    return list(zip([node["NodeManagerAddress"] for node in nodes], ray.get(found), strict=True))
