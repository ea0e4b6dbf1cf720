"""When a template is compiled, its sections are told by which names they reach what lies outside of them.

What templates do most is to call and to escape; both are done here more directly than Jinja does it for everybody."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.meta import find_undeclared_variables
from jinja2.runtime import Context
from markupsafe import Markup, escape

from intryga.web.kept import Sections

SECTION = "section"
ESCAPED = 20_000    # values: names, numbers, words of the game

_escaped = lru_cache(maxsize=ESCAPED, typed=True)(escape)


def escaped(value: Any) -> str:
    return value if type(value) is Markup else _escaped(value)


class DirectContext(Context):
    def call(
        self, called: Callable[..., Any], /, *given: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any
    ) -> Any:
        """None of ours asks for the context, the environment or the variables of a loop or a block."""
        return called(*given, **named)


class TableEnvironment(Environment):
    """Of one language, and one game in it."""

    context_class = DirectContext

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.sections = Sections()
        self._templates: dict[str, Template] = {}

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """None is ever loaded anew, so that one look is enough: every drawing needs half a dozen."""
        assert isinstance(name, str)
        found = self._templates.get(name)
        if found is None:
            found = self._templates[name] = super().get_template(name, parent, globals)
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The environment's own, for all templates: none of ours has others. Jinja would look through a chain of two,
        at every name and whenever macros are imported."""
        assert not d, "no template has globals of its own"
        return self.globals

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        """`{% call section("id") %}` is given its place in the sources and the value of every name that stands in it:
        what it draws follows from these alone (see kept.py)."""
        macros = {macro.name: self._names([macro]) for macro in source.find_all(nodes.Macro)}
        imported = {str(each) for found in source.find_all(nodes.FromImport) for each in found.names}
        for block in source.find_all(nodes.CallBlock):
            called = block.call.node
            filled_by_others = next(iter(block.find_all(nodes.Block)), None)    # a game's layout: its names are unknown
            if isinstance(called, nodes.Name) and called.name == SECTION and filled_by_others is None:
                names, looked_into = self._names(block.body), set[str]()
                while new := (names & macros.keys()) - looked_into:
                    names = names.union(*(macros[macro] for macro in new))
                    looked_into |= new
                given = [nodes.Name(each, "load") for each in sorted(names - looked_into - imported)]
                place = nodes.Const(f"{name}:{block.lineno}")
                block.call.kwargs += [nodes.Keyword("place", place), nodes.Keyword("given", nodes.Tuple(given, "load"))]
        code = super()._generate(source, name, filename, defer_init)
        return code.replace("\n", f"; from {__name__} import escaped as escape\n", 1)    # after Jinja's own imports

    def _names(self, body: list[nodes.Node]) -> set[str]:
        """The names in it that come from outside; those in what it includes too."""
        whole = nodes.Template(body, lineno=1)
        whole.set_environment(self)
        found = find_undeclared_variables(whole)
        for include in whole.find_all(nodes.Include):
            assert isinstance(include.template, nodes.Const), "a section includes by name"
            found |= self._names(self.parse(self._source(include.template.value)).body)
        return found

    def _source(self, name: str) -> str:
        assert self.loader is not None
        return self.loader.get_source(self, name)[0]
