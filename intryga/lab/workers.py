"""Who does the work: this process, a pool of processes, or the machines of a Ray cluster. The results are the same and
come in the same order, so that checksums do not depend on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

from intryga.kernel.game import Mistake

T = TypeVar("T")


def in_order(work: Callable[..., T], jobs: Sequence[tuple[Any, ...]], processes: int, ray: str = "") -> Iterator[T]:
    """`work` done with each tuple of arguments. `ray` is the address of a cluster; without it so many processes."""
    if ray:
        if processes > 1:
            raise Mistake("a cluster counts its own workers: say --ray or --jobs, not both")
        from intryga.lab.cluster import on_ray

        yield from on_ray(work, jobs, ray)
    elif processes == 1:
        for arguments in jobs:
            yield work(*arguments)
    else:
        with ProcessPoolExecutor(processes) as pool:
            yield from pool.map(work, *zip(*jobs, strict=True))
