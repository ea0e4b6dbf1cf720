"""From cards.toml to the Rules that the steps read: what components say becomes one program."""

from __future__ import annotations

from collections.abc import Mapping

from intryga.games.straznik_kluczy.check import GROUPS, check
from intryga.games.straznik_kluczy.data import Rules
from intryga.games.straznik_kluczy.operations import LANGUAGE
from intryga.games.straznik_kluczy.pages import Pages, Table
from intryga.kernel.game import Value


def rules(components: Table, options: Mapping[str, Value]) -> Rules:
    """Raises WrongComponent where a component file says something that cannot be."""
    check(components)
    ordered = dict(components)
    for group, names in GROUPS.items():
        blocks = {block["id"]: block for block in components[group]}
        ordered[group] = [blocks[name] for name in names]
    return Rules(ordered, options, Pages(LANGUAGE))
