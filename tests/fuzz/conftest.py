"""One service for all inputs of a fuzzer; how many there were is told at its end (`pytest -s`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzz.support import Service, no_faults


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    found = Service(tmp_path_factory.mktemp("fuzz"))
    with pytest.MonkeyPatch.context() as patch, no_faults():
        patch.setattr("intryga.tables.house.UNFINISHED", 10**9)    # tables that one person may have: Ola makes hundreds
        yield found
        found.close()
    print(f"\n{found.inputs} inputs")
