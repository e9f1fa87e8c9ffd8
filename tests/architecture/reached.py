"""Which functions of `pbem/` somebody calls: by their names, from what modules do when they are loaded and from data files on."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# Decorators that only wrap what they stand above; any other files it in a table by which it is called.
PLAIN = frozenset({"rule", "property", "staticmethod", "classmethod", "cached_property", "kept", "kept_by", "cache", "lru_cache"})

# By these names the language, aiosmtpd and http.server call methods.
HOOKS = ("__", "handle_", "do_")


@dataclass(frozen=True)
class Function:
    """A function, where it stands, and the names that its body uses.

    called: it is called by what we do not see: a table, a library whose class it belongs to, the language itself.
    """

    name: str
    place: str
    uses: frozenset[str]
    called: bool


@dataclass(frozen=True)
class Reading:
    """What a module defines, and the names it uses outside of functions."""

    functions: tuple[Function, ...]
    uses: frozenset[str]


def unreached(readings: Iterable[Reading], data: Iterable[str]) -> list[str]:
    """The places of the functions that nobody calls, called only by one another among them. data: texts that name functions."""
    readings = tuple(readings)
    named: dict[str, list[Function]] = {}
    for function in (one for reading in readings for one in reading.functions):
        named.setdefault(function.name, []).append(function)
    todo = [one for ones in named.values() for one in ones if one.called]
    names = {name for reading in readings for name in reading.uses}.union(*(re.findall(r"\w+", text) for text in data))
    todo += [one for name in names for one in named.get(name, ())]
    live: set[str] = set()
    while todo:
        function = todo.pop()
        if function.place not in live:
            live.add(function.place)
            todo += [one for name in function.uses - names for one in named.get(name, ())]
            names |= function.uses
    return sorted(one.place for ones in named.values() for one in ones if one.place not in live)


def read(module: str, text: str, ours: frozenset[str]) -> Reading:
    """A module by its text; ours: the classes that `pbem/` defines."""
    found, uses = list[Function](), set[str]()
    for node in ast.parse(text).body:
        _read(module, node, True, ours, found, uses)
    return Reading(tuple(found), frozenset(uses))


def classes(text: str) -> Iterator[str]:
    """The names of a module's classes."""
    return (node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef))


def _read(
    module: str, node: ast.stmt, own: bool, ours: frozenset[str], found: list[Function], uses: set[str]
) -> None:  # fmt: skip
    """A statement outside of functions. own: what is defined here is called by nobody but us."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            uses |= _names(node.decorator_list)
            wrapped = {_last(one) for one in node.decorator_list} <= PLAIN
            called = not own or not wrapped or node.name.startswith(HOOKS)
            within = frozenset(_names([*node.body, node.args]))
            found.append(Function(node.name, f"{module}:{node.lineno} {node.name}", within, called))
        case ast.ClassDef():
            uses |= _names([*node.bases, *node.keywords, *node.decorator_list])
            known = all(_last(base) in ours or _last(base) in {"Protocol", "Generic", "object"} for base in node.bases)
            for inner in node.body:
                _read(module, inner, known, ours, found, uses)
        case ast.ImportFrom():
            uses |= {alias.name for alias in node.names if alias.asname}
        case ast.If() | ast.Try() | ast.With():
            for part in ast.iter_child_nodes(node):
                for one in part.body if isinstance(part, ast.ExceptHandler) else [part]:
                    if isinstance(one, ast.stmt):
                        _read(module, one, own, ours, found, uses)
                    else:
                        uses |= _names([one])
        case ast.Import():
            pass
        case _:
            uses |= _names([node])


def _last(node: ast.expr) -> str:
    """The last name of a decorator or a base: `rule` of `@rule("…")`, `Group` of `click.Group`."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """Names, attributes, keywords and texts that are names: `getattr` and tables of texts call by them."""
    found = set[str]()
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found.add(name)
            case ast.keyword(arg=str(name)):
                found.add(name)
            case ast.alias(name=name, asname=str()):
                found.add(name)
            case ast.Constant(value=str(name)) if name.isidentifier():
                found.add(name)
    return found
