"""Who does the work: this process, a pool of processes, or the machines of a Ray cluster. The results are the same and
come in the same order, so that checksums do not depend on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from intryga.kernel.game import Mistake

T = TypeVar("T")
Jobs = Sequence[tuple[Any, ...]]


class Crew(Protocol):
    """Has `work` done with each tuple of arguments."""

    def __call__(self, work: Callable[..., T], jobs: Jobs) -> Iterator[T]: ...


@contextmanager
def crew(processes: int, ray: str = "") -> Iterator[Crew]:
    """For work that comes in several rounds. `ray` is the address of a cluster; without it so many processes."""
    if ray:
        if processes > 1:
            raise Mistake("a cluster counts its own workers: say --ray or --jobs, not both")
        from intryga.lab.cluster import cluster

        with cluster(ray) as far:
            yield far
    elif processes == 1:
        yield _here
    else:
        with ProcessPoolExecutor(processes) as pool:
            yield lambda work, jobs: pool.map(work, *zip(*jobs, strict=True))


def _here(work: Callable[..., T], jobs: Jobs) -> Iterator[T]:
    for arguments in jobs:
        yield work(*arguments)


def in_order(work: Callable[..., T], jobs: Jobs, processes: int, ray: str = "") -> Iterator[T]:
    """For work that comes at once."""
    with crew(processes, ray) as done:
        yield from done(work, jobs)
