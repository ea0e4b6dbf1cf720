"""The list of explained faults keeps up with the rules. Trying the faults takes longer: `make mutants`."""

from __future__ import annotations

import ast

import pytest

from tests.mutants.__main__ import HERE, possible, reasons
from tests.mutants.faults import faults
from tests.mutants.run import GAMES

EXPLAINED = sorted(path.stem for path in HERE.glob("*.toml"))


@pytest.mark.parametrize("name", EXPLAINED)
def test_explained_faults_can_still_be_made(name: str) -> None:
    assert (GAMES / name).is_dir()
    explained = reasons(name)
    assert explained
    assert all(explained.values())
    assert set(explained) <= {fault.name for fault in possible(name)}


def test_every_fault_is_one_other_program() -> None:
    text = '''
def limit(s, rules):
    """Words stay as they are."""
    if s.size(1) < rules.most and not s.over:
        s.move(2)
        return "ABC-012"
    return s.left + 1
'''
    found = list(faults("x.py", text))
    assert {ast.unparse(fault.tree) for fault in found}.isdisjoint({ast.unparse(ast.parse(text))})
    assert len({fault.name for fault in found}) == len({ast.unparse(fault.tree) for fault in found}) == len(found)
    changes = [fault.change for fault in found]
    for change in ("s.size(1) < rules.most → s.size(1) <= rules.most", "'ABC-012' → ''", "s.move(2) → pass", "1 → 2"):
        assert change in changes
    assert {fault.change: [*fault.lines] for fault in found}["1 → 2"] == [4]    # the head of an `if`, not what is below
    for fault in found:
        compile(fault.tree, "x.py", "exec")
