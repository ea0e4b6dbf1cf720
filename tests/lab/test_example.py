"""The example of a learner learns."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice

import pytest

from tests.cli.support import ROOT


def test_the_learner_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A little of it: after some thousand decisions it wins more than it loses against random play."""
    spec = spec_from_file_location("learn", ROOT / "examples/learn.py")
    assert spec is not None
    assert spec.loader is not None
    learn = module_from_spec(spec)
    spec.loader.exec_module(learn)
    monkeypatch.setattr(learn, "ENOUGH", 4000)
    monkeypatch.setattr(learn, "PART", 500)
    net, decisions = list(islice(learn.train("spiskowcy", 2, count=64), 4))[-1]
    assert decisions > 12_000
    assert learn.win_share(net, "spiskowcy", 2, "random", 200) > 0.55
