"""When a template is compiled, its sections are told by which names they reach what lies outside of them.

What templates do most is to call, to ask for attributes, to join and to escape: all this is done here more directly
than Jinja does it for everybody."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.meta import find_undeclared_variables
from jinja2.runtime import markup_join
from jinja2.utils import missing
from markupsafe import Markup, escape

from intryga.web.asked import ASKED
from intryga.web.kept import Sections, question  # noqa: F401 (what is compiled asks by it)
from intryga.web.scene import Scene

SECTION = "section"
ESCAPED = 5_000    # values: names, numbers, words of the game
OF_TABLES = ("games/", "frame.html", "decide.html", "pieces_")

_escaped = lru_cache(maxsize=ESCAPED, typed=True)(escape)


def escaped(value: Any) -> str:
    return value if type(value) is Markup else _escaped(value)


def marked(html: str) -> Markup:
    """The same as Markup, of what is known to be text."""
    return str.__new__(Markup, html)


def joined(parts: tuple[Any, ...]) -> str:
    """What `~` makes of its parts: where none of them is marked as safe, simply their text."""
    for part in parts:
        if type(part) is not str and type(part) is not int:
            return markup_join(parts)
    return "".join(map(str, parts))


class DirectMacro:
    """A macro of a template: hundreds are called for a table, and a dozen made for every drawing. Ours have all their
    arguments written down."""

    __slots__ = ("_arguments", "_count", "_draw", "_name")

    def __init__(self, _environment: Environment, draw: Callable[..., str], name: str, arguments: tuple[str, ...],
                 any_names: bool, any_number: bool, caller: bool, _escapes: bool) -> None:  # fmt: skip
        assert not any((any_names, any_number, caller)), f"{name} takes what it does not name"
        self._draw = draw
        self._name = name
        self._arguments = arguments
        self._count = len(arguments)

    def __call__(self, *given: Any, **named: Any) -> str:
        if len(given) < self._count:
            given += tuple([named.pop(name, missing) for name in self._arguments[len(given) :]])
        if named or len(given) > self._count:
            raise TypeError(f"{self._name} takes {', '.join(self._arguments) or 'nothing'}")
        return marked(self._draw(*given))


class DirectCode(CodeGenerator):
    """None of ours asks for the context, the environment or the variables of a loop or a block, so that what is called
    is called; and in templates of tables whatever is no dictionary has the attributes it is asked for."""

    @optimizeconst
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        assert node.dyn_args is node.dyn_kwargs is None, "arguments are written out"
        is_question = self._asks(node.node)
        self._begin_question(node.node, frame) if is_question else self.visit(node.node, frame)
        self.write(", (" if is_question else "(")
        for given in [*node.args, *node.kwargs]:
            self.visit(given, frame)
            self.write(", ")
        self.write(")))" if is_question else "caller=macro)" if forward_caller else ")")

    def _asks(self, node: nodes.Node) -> bool:
        """Is it something that the scene, the view or the page is asked for, in a template of tables?"""
        if not isinstance(node, nodes.Getattr) or not str(self.name).startswith(OF_TABLES):
            return False
        return getattr(node.node, "name", "") in ASKED and node.attr not in Scene.DERIVED

    def _begin_question(self, node: nodes.Node, frame: Frame) -> None:
        assert isinstance(node, nodes.Getattr)
        assert isinstance(node.node, nodes.Name)
        self.visit(node.node, frame)
        self.write(f".ask(question({node.node.name!r}, {node.attr!r}")

    @optimizeconst
    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        """Without `else` it is nothing, which Jinja would make an object of."""
        node.expr2 = node.expr2 or nodes.Const("")
        super().visit_CondExpr(node, frame)

    def visit_CallBlock(self, node: nodes.CallBlock, frame: Frame) -> None:  # noqa: N802
        """A section draws its block by calling it, and has no need of all that a macro knows of itself."""
        called = node.call.node
        assert isinstance(called, nodes.Name), "only sections are called"
        assert called.name == SECTION, "only sections are called"
        self.macro_body(node, frame)
        self.start_write(frame, node)
        self.visit_Call(node.call, frame, forward_caller=True)
        self.end_write(frame)

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        if not str(self.name).startswith(OF_TABLES):
            super().visit_Getattr(node, frame)
            return
        if self._asks(node):
            self._begin_question(node, frame)
            self.write("))")
            return
        self.write("(of." + node.attr + " if type(of := ")
        self.visit(node.node, frame)
        self.write(f") is not dict else environment.getattr(of, {node.attr!r}))")


class TableEnvironment(Environment):
    """Of one language, and one game in it."""

    code_generator_class = DirectCode

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
        stored = {found.name for found in source.find_all(nodes.Name) if found.ctx == "store"}
        assert stored.isdisjoint(ASKED), f"{name} has another meaning for one of {ASKED}"
        blocks = list(source.find_all(nodes.CallBlock))
        # Looking through macros takes long, and files of pieces, which have most of them, have no section.
        macros = {macro.name: self._names([macro]) for macro in source.find_all(nodes.Macro)} if blocks else {}
        imported = {str(each) for found in source.find_all(nodes.FromImport) for each in found.names}
        for block in blocks:
            called = block.call.node
            filled_by_others = next(iter(block.find_all(nodes.Block)), None)    # a game's layout: its names are unknown
            if isinstance(called, nodes.Name) and called.name == SECTION and filled_by_others is None:
                names, looked_into = self._names(block.body), set[str]()
                while new := (names & macros.keys()) - looked_into:
                    names = names.union(*(macros[macro] for macro in new))
                    looked_into |= new
                values = names.difference(looked_into, imported, ASKED)
                given = [nodes.Name(each, "load") for each in sorted(values)]
                place = nodes.Const(f"{name}:{block.lineno}")
                block.call.kwargs += [nodes.Keyword("place", place), nodes.Keyword("given", nodes.Tuple(given, "load"))]
        code = super()._generate(source, name, filename, defer_init)
        ours = "escaped as escape, marked as Markup, joined as markup_join, DirectMacro as Macro, question"
        return code.replace("\n", f"; from {__name__} import {ours}\n", 1)    # after Jinja's own imports

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
