"""Which functions ask and act in one: those that answer yes or no, by annotation or by name, and yet change what they were given.

A change is an assignment to an attribute or an item of a parameter (self among them), its deletion, or a call of a method that
changes or writes (CHANGING on something reached from a parameter, WRITING on anything).
"""

import ast
import re
from collections.abc import Iterator

from tests.architecture.annotations import parameters
from tests.architecture.complexity import Function

QUESTION = re.compile(r"_*(is|has|may|can)_")
CHANGING = frozenset({
    "put", "put_all", "append", "appendleft", "add", "update", "extend", "insert", "setdefault", "pop", "popleft", "popitem",
    "remove", "discard", "clear", "sort", "reverse", "send", "keep", "forget",
})  # fmt: skip
WRITING = frozenset({"write", "writelines", "write_text", "write_bytes", "unlink", "touch", "mkdir", "rmdir", "truncate", "fsync"})


def is_question(function: Function) -> bool:
    """Does a caller take it for a question?"""
    return (isinstance(function.returns, ast.Name) and function.returns.id == "bool") or bool(QUESTION.match(function.name))


def changes(function: Function) -> int:
    """How many places of a function change what it was given."""
    given = {parameter.arg for parameter in parameters(function)}
    return sum(_is_change(node, given) for node in ast.walk(function))


def _is_change(node: ast.AST, given: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr=name)):
            return name in WRITING or (name in CHANGING and _root(of) in given)
        case _:
            return any(not isinstance(target, ast.Name) and _root(target) in given for target in _targets(node))


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement assigns to or deletes, unpacked."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            yield from (part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target]))
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            yield target


def _root(of: ast.expr) -> str:
    """The name that an attribute, an item, or what a method of it gives, is reached from."""
    while not isinstance(of, ast.Name):
        match of:
            case ast.Attribute(value=below) | ast.Subscript(value=below) | ast.Call(func=ast.Attribute(value=below)):
                of = below
            case _:
                return ""
    return of.id
