"""What a table is played by: the components and options of one version of a game, in the form its steps read."""

from __future__ import annotations

from mypy_extensions import i64


class Origin:
    """Where rules come from, so that a state can be sent elsewhere and find them again."""

    def __init__(self, module: str, version: i64, options: dict[str, str | int | bool], components: str) -> None:
        self.module = module    # that has the GAME
        self.version: i64 = version
        self.options = options
        self.components = components    # the text of a component file of somebody's own, or empty


class RuleSet:
    """The base of every game's Rules. Shared by all states of a table, and never changed."""

    def __init__(self) -> None:
        self.origin: Origin | None = None    # the game fills it in when it makes its rules
