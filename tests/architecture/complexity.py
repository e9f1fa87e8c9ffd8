"""How hard a function is to read: cognitive complexity as SonarSource defines it, with what Python hides in expressions counted.

Each break in the flow from top to bottom costs 1, and 1 more for each level that it is nested in: if, match, for, while, except,
a conditional expression, and each `for` and `if` of a comprehension (which all stand on the comprehension's own level). Else and
elif, each run of like logical operators, and a function's call of itself cost 1 wherever they stand. What is within any of these,
within a lambda or within a function in a function, is a level deeper; what a decorator holds (a function of nothing but one
function, which it returns) is not. A function in a function counts for the outer one, whose reader has to hold it in mind.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """The functions and methods of a module with their dotted names, functions within functions left out."""
    yield from _functions(tree.body, "")


def cognitive_complexity(function: Function) -> int:
    """What a reader pays for this function; 0 for one without a branch."""
    return _Reader(function).all_of(function.body, 0)


class _Break(NamedTuple):
    """A break in the flow: how many, what is read on its own level, and what a level deeper."""

    breaks: int
    here: Sequence[ast.AST]
    deeper: Sequence[ast.AST]


class _Reader:
    """Reads one function; what it answers is what a piece costs at a level of nesting."""

    def __init__(self, function: Function) -> None:
        self.name = function.name
        self.decorated = _decorated(function)

    def all_of(self, nodes: Sequence[ast.AST], level: int) -> int:
        return sum(self.cost(node, level) for node in nodes)

    def cost(self, node: ast.AST, level: int) -> int:
        found = _break(node)
        if found is not None:
            within = self.all_of(found.here, level) + self.all_of(found.deeper, level + 1)
            return found.breaks * (1 + level) + within + self._else_of_loop(node, level)
        match node:
            case ast.If():
                return 1 + level + self._arms(node, level)
            case ast.Lambda():
                return self.cost(node.body, level + 1)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return self.all_of(node.decorator_list, level) + self.all_of(node.body, level + (node is not self.decorated))
            case ast.BoolOp():
                return 1 + self.all_of(node.values, level)
            case _:
                return self._calls_itself(node) + self.all_of(list(ast.iter_child_nodes(node)), level)

    def _arms(self, node: ast.If, level: int) -> int:
        """The test and the arms of an if; each elif and the else cost 1."""
        price = self.cost(node.test, level) + self.all_of(node.body, level + 1)
        match node.orelse:
            case []:
                return price
            case [ast.If() as another]:
                return price + 1 + self._arms(another, level)
            case other:
                return price + 1 + self.all_of(other, level + 1)

    def _else_of_loop(self, node: ast.AST, level: int) -> int:
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)) and node.orelse:
            return 1 + self.all_of(node.orelse, level + 1)
        return 0

    def _calls_itself(self, node: ast.AST) -> int:
        match node:
            case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name)):
                return int(name == self.name)
            case _:
                return 0


def _break(node: ast.AST) -> _Break | None:
    """The break that a node is, but for an if with its arms."""
    match node:
        case ast.IfExp():
            return _Break(1, [node.test], [node.body, node.orelse])
        case ast.Match():
            return _Break(1, [node.subject], node.cases)
        case ast.For() | ast.AsyncFor():
            return _Break(1, [node.iter], node.body)
        case ast.While():
            return _Break(1, [node.test], node.body)
        case ast.ExceptHandler():
            return _Break(1, [], node.body)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            return _comprehension(node.generators, [node.elt])
        case ast.DictComp():
            return _comprehension(node.generators, [node.key, node.value])
        case _:
            return None


def _comprehension(clauses: Sequence[ast.comprehension], made: Sequence[ast.expr]) -> _Break:
    tests = [test for clause in clauses for test in clause.ifs]
    return _Break(len(clauses) + len(tests), [clause.iter for clause in clauses], [*tests, *made])


def _decorated(function: Function) -> ast.AST | None:
    """The function within a decorator: one that holds nothing else but its own words and `return` of it."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    match body:
        case [(ast.FunctionDef() | ast.AsyncFunctionDef()) as held, ast.Return(value=ast.Name(id=name))] if name == held.name:
            return held
        case _:
            return None


def _functions(body: Sequence[ast.stmt], within: str) -> Iterator[tuple[str, Function]]:
    for node in body:
        if isinstance(node, Function):
            yield within + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{within}{node.name}.")
