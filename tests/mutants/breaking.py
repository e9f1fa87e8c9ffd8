"""Where a source can be broken by one small change, and the text with the change made."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.kernel.rulebook import RULE_ID

_ID = re.compile(rf"(?<![\w.-]){RULE_ID}(?![\w-])")
_SWAPS: dict[type[ast.AST], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.And: "or",
    ast.Or: "and",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
}
_OTHERS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_WORDS = {"say", "phrase", "counted", "illegal", "invalid", "rule", "kept", "TypeVar", "Literal", "cast"}
"""Calls whose arguments are words of a letter, or marks: to change those breaks no rule."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: characters `start` to `end` of a source become `after`."""

    line: int
    start: int
    end: int
    before: str
    after: str
    rows: tuple[str, ...]
    """The rows that the function cites, or else its module."""

    def of(self, source: str) -> str:
        """The source with the change made."""
        return source[: self.start] + self.after + source[self.end :]


def mutants(source: str) -> list[Mutant]:
    """Every change that can be made to a source, in the order of the text."""
    tree = ast.parse(source)
    found = _Finder(source)
    for statement in tree.body:
        found.visit(statement)
    return sorted(found.found, key=lambda mutant: (mutant.start, mutant.end, mutant.after))


class _Finder(ast.NodeVisitor):
    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutant] = []
        self.whole = tuple(sorted(set(_ID.findall(source))))
        self.rows: tuple[str, ...] = ()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function is broken in its body alone; the rows it cites are its own."""
        outer = self.rows
        first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
        text = "".join(self.lines[first - 1 : node.end_lineno])
        self.rows = tuple(sorted(set(_ID.findall(text)))) or outer or self.whole
        for statement in node.body:
            self.visit(statement)
        self.rows = outer

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Of a class its functions."""
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef):
                self.visit(statement)

    def visit_Call(self, node: ast.Call) -> None:
        """`min` for `max`; words are left alone, and `strict` of zip, which holds where the code is right."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _WORDS:
            return
        if name in _OTHERS:
            self._change(node.func, _OTHERS[name])
        for part in (node.func, *node.args, *(word.value for word in node.keywords if word.arg != "strict")):
            self.visit(part)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Every comparison that is one of two things."""
        if len(node.ops) == 1 and type(node.ops[0]) in _SWAPS:
            self._swap(node.left, node.comparators[0], _SWAPS[type(node.ops[0])])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """`and` for `or` between the first two."""
        if len(node.values) == 2:
            self._swap(node.values[0], node.values[1], _SWAPS[type(node.op)])
        else:
            parts = [f"({ast.unparse(value)})" for value in node.values]
            self._change(node, f" {_SWAPS[type(node.op)]} ".join(parts), bracket=True)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Sums turned round, but those of texts and lists."""
        parts = (node.left, node.right)
        texts = any(isinstance(part, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp) for part in parts)
        words = any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in parts)
        if type(node.op) in _SWAPS and not texts and not words:
            self._swap(*parts, _SWAPS[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """`not` left out."""
        if isinstance(node.op, ast.Not):
            self._change(node, ast.unparse(node.operand), bracket=True)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        """A condition that never holds."""
        self._change(node.test, "False")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """A condition turned round."""
        self._change(node.test, f"not ({ast.unparse(node.test)})", bracket=True)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """A filter that lets everything through."""
        for condition in node.ifs:
            self._change(condition, "True")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Another number, the other of two truths."""
        if isinstance(node.value, bool):
            self._change(node, str(not node.value))
        elif isinstance(node.value, int):
            self._change(node, str(node.value + 1))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are left alone."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """What can never be is left alone."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """What can never be is left alone."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Types are left alone."""
        if node.value is not None:
            self.visit(node.value)

    def _at(self, line: int, column: int) -> int:
        text = self.lines[line - 1].encode()[:column].decode()  # columns of ast are bytes
        return self.starts[line - 1] + len(text)

    def _swap(self, left: ast.expr, right: ast.expr, after: str) -> None:
        start = self._at(left.end_lineno or 0, left.end_col_offset or 0)
        end = self._at(right.lineno, right.col_offset)
        between = self.source[start:end]
        word = re.search(r"not\s+in|is\s+not|[<>=!]=|//|[<>+*/-]|\b(?:and|or|in|is)\b", between)
        if word and "#" not in between:
            self._add(start + word.start(), start + word.end(), after, left.lineno)

    def _change(self, node: ast.expr, after: str, *, bracket: bool = False) -> None:
        start = self._at(node.lineno, node.col_offset)
        end = self._at(node.end_lineno or 0, node.end_col_offset or 0)
        self._add(start, end, f"({after})" if bracket else after, node.lineno)

    def _add(self, start: int, end: int, after: str, line: int) -> None:
        if self.rows or self.whole == ():
            self.found.append(Mutant(line, start, end, self.source[start:end], after, self.rows))


def survivors_line(path: str, mutant: Mutant) -> str:
    """How a mutant is named: place, change, rows."""
    before = " ".join(mutant.before.split())
    return f"{path}:{mutant.line}: {before[:60]} -> {mutant.after[:60]}  ({', '.join(mutant.rows[:4]) or 'no row'})"


def changes(sources: dict[str, str]) -> Iterator[tuple[str, Mutant]]:
    """Every change of every source by its path."""
    for path, source in sorted(sources.items()):
        for mutant in mutants(source):
            yield path, mutant
