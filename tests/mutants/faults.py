"""The faults that are put into a module, one at a time, each with a name that outlives edits elsewhere in the file."""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

RULE = re.compile(r"^[A-Z]{3}-R?\d+$")

COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
CALCULATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


Path = tuple[str | int, ...]
AnyNode = ast.expr | ast.stmt


class Fault(NamedTuple):
    module: str    # file name
    place: str     # the class and function
    function: str  # the function as it stands, without the fault
    change: str    # what stood there and what stands there now; a number tells equal ones of a function apart
    lines: range   # of the statement, without those that hang below it: who comes through none of them notices nothing
    right: ast.Module
    path: Path     # to the node that is wrong
    wrong: AnyNode

    @property
    def name(self) -> str:
        return f"{self.module} {self.place}: {self.change}"

    @property
    def tree(self) -> ast.Module:
        """The whole module with the fault in it."""
        return _replaced(self.right, self.path, self.wrong)


def faults(module: str, text: str) -> Iterator[Fault]:
    tree = ast.parse(text)
    seen: Counter[tuple[str, str]] = Counter()
    for place, function, lines, path, node in _inside_functions(tree):
        for other in _others(node):
            before, after = _short(node), _short(other)
            seen[place, f"{before} → {after}"] += 1
            number = seen[place, f"{before} → {after}"]
            change = f"{before} → {after}" + (f" ({number})" if number > 1 else "")
            yield Fault(module, place, function, change, lines, tree, path, other)


Found = tuple[str, str, range, Path, AnyNode]


def _inside_functions(tree: ast.Module) -> Iterator[Found]:
    """Every expression and statement of every function, with the way to it. Annotations, docstrings and constants of
    the module are left alone: they are words, offsets and tables, without which nothing starts."""

    def walk(node: ast.AST, place: str, function: str, lines: range, path: Path) -> Iterator[Found]:
        if isinstance(node, ast.stmt):
            lines = _lines(node)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            place = f"{place}.{node.name}" if place else node.name
            function = ast.unparse(node) if isinstance(node, ast.FunctionDef) else ""
        elif function and isinstance(node, (ast.expr, ast.stmt)):
            yield place, function, lines, path, node
        if isinstance(node, (ast.JoinedStr, ast.Assert)):
            return
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "args", "decorator_list", "bases") and not isinstance(node, ast.Call):
                continue
            for i, part in enumerate(value) if isinstance(value, list) else [(-1, value)]:
                if isinstance(part, ast.AST):
                    yield from walk(part, place, function, lines, (*path, field) if i < 0 else (*path, field, i))

    yield from walk(tree, "", "", range(0), ())


def _lines(node: ast.stmt) -> range:
    """The lines of a statement; of one that others hang below, those of its head."""
    body: list[ast.stmt] = getattr(node, "body", [])
    last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno
    return range(node.lineno, last + 1)


def _others(node: AnyNode) -> Iterator[AnyNode]:
    """What might have been written there by mistake."""
    match node:
        case ast.Compare(left=left, ops=[sign], comparators=parts):
            for other in COMPARISONS.get(type(sign), []):
                yield ast.Compare(left, [other()], parts)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in CALCULATIONS:
            yield ast.BinOp(left, CALCULATIONS[type(sign)](), right)
        case ast.AugAssign(target=target, op=sign, value=value):
            if type(sign) in CALCULATIONS:
                yield ast.AugAssign(target, CALCULATIONS[type(sign)](), value)
            yield ast.Pass()
        case ast.BoolOp(op=sign, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(sign, ast.And) else ast.And(), values)
            if len(values) > 2:
                yield from (ast.BoolOp(sign, values[:i] + values[i + 1 :]) for i in range(len(values)))
            else:
                yield from values
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.If(body=body, orelse=orelse):
            yield from (ast.If(ast.Constant(value), body, orelse) for value in (True, False))
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as value) if RULE.match(value):
            yield ast.Constant("")    # the rule no longer forbids anything
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


def _short(node: AnyNode) -> str:
    """The first line of it, without what hangs below."""
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return ast.unparse(node).splitlines()[0]


def _replaced(tree: ast.Module, path: Path, other: AnyNode) -> ast.Module:
    """The tree with another node at the end of this way; what lies beside the way is shared."""
    whole = at = copy.copy(tree)
    for step in path[:-1]:
        part = copy.copy(_get(at, step))
        _put(at, step, part)
        at = part
    _put(at, path[-1], other)
    return ast.fix_missing_locations(whole)


def _get(at: Any, step: str | int) -> Any:
    return at[step] if isinstance(step, int) else getattr(at, step)


def _put(at: Any, step: str | int, part: object) -> None:
    if isinstance(step, int):
        at[step] = part
    else:
        setattr(at, step, part)
