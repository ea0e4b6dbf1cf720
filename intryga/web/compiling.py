"""How our templates become Python: as Jinja does it, with less in between, and sections that name what they look at.

Two things differ from Jinja's own code, and a test compares the two on every template:

- Nothing in our templates asks for Jinja's context, so what is called is called directly.
- What is written is escaped without being marked as safe piece by piece: the whole is marked once.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.meta import find_undeclared_variables
from markupsafe import _escape_inner  # type: ignore[attr-defined]    # the part of `escape` that is written in C

from intryga.web.kept import Sections

SECTION = "section"


def written(value: object) -> str:
    """As `markupsafe.escape` does it."""
    html: str
    if type(value) is str:
        html = _escape_inner(value)
    elif hasattr(value, "__html__"):
        html = value.__html__()
    else:
        html = _escape_inner(str(value))
    return html


class Generator(CodeGenerator):
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("(")
        for argument in [*node.args, *node.kwargs]:
            self.visit(argument, frame)
            self.write(", ")
        for stars, given in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if given is not None:
                self.write(stars)
                self.visit(given, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.written(")    # all our templates escape


class TableEnvironment(Environment):
    code_generator_class = Generator
    written = staticmethod(written)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.sections = Sections()

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
                names = self._names(block.body)
                while known := names & macros.keys():
                    names = names.union(*(macros[macro] for macro in known)) - known
                given = [nodes.Name(each, "load") for each in sorted(names - imported)]
                place = nodes.Const(f"{name}:{block.lineno}")
                block.call.kwargs += [nodes.Keyword("place", place), nodes.Keyword("given", nodes.Tuple(given, "load"))]
        return super()._generate(source, name, filename, defer_init)

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
