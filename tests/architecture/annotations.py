"""Which annotations hold a tuple of mixed things: `tuple[A, B]` with A other than B, wherever it stands, also under an alias.

`tuple[X, ...]` and tuples of one type (`tuple[int, int]`) are not mixed.
"""

import ast
from collections.abc import Iterator, Mapping
from keyword import iskeyword

from tests.architecture.complexity import Function

Aliases = Mapping[str, ast.expr]
"""`room.module.Name` → what an alias stands for."""


class Names:
    """What the names of one module mean in the whole house."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module = module
        self.meant: dict[str, str] = {}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                self.meant |= {name.asname or name.name: f"{node.module}.{name.name}" for name in node.names}
            elif isinstance(node, ast.Import):
                self.meant |= {name.asname: name.name for name in node.names if name.asname}

    def whole(self, name: ast.expr) -> str:
        """`pbem.room.module.Name` of a name or of an attribute of a module; "" for anything else."""
        match name:
            case ast.Name(id=short):
                return self.meant.get(short, f"{self.module}.{short}")
            case ast.Attribute(value=ast.Name(id=short), attr=last):
                return f"{self.meant.get(short, short)}.{last}"
            case _:
                return ""


def aliases_of(names: Names, tree: ast.Module) -> dict[str, ast.expr]:
    """The names that a module gives to types: `Name = tuple[…]`, and the same said as TypeAlias."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() as value):
                found[f"{names.module}.{name}"] = value
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias"), value=ast.Subscript() as value):
                found[f"{names.module}.{name}"] = value
    return found


def parameters(function: Function) -> list[ast.arg]:
    """All that a function may be given."""
    given = function.args
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]


def mixed_tuples(annotation: ast.expr | None, names: Names, aliases: Aliases) -> int:
    """How many tuples of mixed things an annotation holds."""
    return sum(map(_is_mixed, _tuples(annotation, names, aliases)))


def _is_mixed(of: ast.expr) -> bool:
    if not isinstance(of, ast.Tuple) or any(isinstance(part, ast.Constant) and part.value is ... for part in of.elts):
        return False
    return len({ast.dump(part) for part in of.elts}) > 1


def _tuples(annotation: ast.expr | None, names: Names, aliases: Aliases) -> Iterator[ast.expr]:
    """What each tuple of an annotation is of; an alias is followed, for which the names of its own module are not needed twice."""
    for node in ast.walk(annotation) if annotation is not None else ():
        match node:
            case ast.Subscript(value=ast.Name(id="tuple"), slice=of):
                yield of
            case ast.Name() | ast.Attribute() if (name := names.whole(node)) in aliases:
                yield from _tuples(aliases[name], names, {other: of for other, of in aliases.items() if other != name})
            case ast.Constant(value=str(text)) if (text.isidentifier() and not iskeyword(text)) or "[" in text:
                yield from _tuples(ast.parse(text, mode="eval").body, names, aliases)
