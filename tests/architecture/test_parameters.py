"""No parameter is an anonymous tuple of mixed things: values have names."""

import ast

import pytest

from tests.architecture.annotations import Names, aliases_of, mixed_tuples, parameters
from tests.architecture.complexity import Function
from tests.architecture.left_to_do import sources


def found() -> dict[str, int]:
    """For each function of pbem/ how many mixed tuples its parameters hold."""
    trees = {module: ast.parse(text) for module, text in sources()}
    names = {module: Names("pbem." + module.removesuffix(".py").replace("/", "."), tree) for module, tree in trees.items()}
    aliases = {name: of for module, tree in trees.items() for name, of in aliases_of(names[module], tree).items()}
    counts: dict[str, int] = {}
    for module, tree in trees.items():
        for function in (node for node in ast.walk(tree) if isinstance(node, Function)):
            count = sum(mixed_tuples(parameter.annotation, names[module], aliases) for parameter in parameters(function))
            if count:
                name = f"{module}:{function.name}"
                counts[name] = counts.get(name, 0) + count
    return counts


def test_no_parameter_is_a_tuple_of_mixed_things() -> None:
    assert found() == {}, "make a `Value` with named fields of it"


@pytest.mark.parametrize(("annotation", "count"), [
    ("int", 0),
    ("tuple[int, ...]", 0),
    ("tuple[int, int]", 0),
    ("tuple[()]", 0),
    ("tuple[int, str]", 1),
    ("Mapping[str, Sequence[tuple[int, str]]]", 1),
    ("Callable[[tuple[int, str]], None] | None", 1),
    ("tuple[tuple[int, str], ...]", 1),
    ("tuple[tuple[int, int], int]", 1),
    ("tuple[tuple[int, str], int]", 2),
    ("Alias", 1),
    ("list[other.Alias]", 1),
    ("Imported", 1),
    ("Same", 0),
    ('"tuple[int, str]"', 1),
    ('Literal["held"]', 0),
])  # fmt: skip
def test_mixed_tuples_are_seen(annotation: str, count: int) -> None:
    tree = ast.parse(f"""
from pbem.a import b as other
from pbem.a.b import Alias as Imported
Alias = tuple[int, str]
Same = tuple[int, int]
def f(x: {annotation}): ...
""")
    beyond = ast.parse("Alias: TypeAlias = Mapping[str, tuple[int, str]]")
    names = Names("pbem.c", tree)
    aliases = aliases_of(names, tree) | aliases_of(Names("pbem.a.b", beyond), beyond)
    (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    assert mixed_tuples(function.args.args[0].annotation, names, aliases) == count
