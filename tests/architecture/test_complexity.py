"""No function is harder to read than a limit, but for those of a list that only gets shorter; and the counter counts right."""

import ast
from textwrap import dedent

import pytest

from tests.architecture.complexity import cognitive_complexity, functions
from tests.architecture.left_to_do import listed, sources, untrue

LIMIT = 15


def cost(body: str) -> int:
    ((_, function),) = functions(ast.parse("def f(x):\n" + "\n".join(f"    {line}" for line in dedent(body).strip().split("\n"))))
    return cognitive_complexity(function)


def test_no_function_is_hard_to_read_but_those_listed() -> None:
    found: dict[str, int] = {}
    for module, text in sources():
        for name, function in functions(ast.parse(text)):
            whole = f"{module}:{name}"
            found[whole] = max(found.get(whole, 0), cognitive_complexity(function))
    hard = {name: figure for name, figure in found.items() if figure > LIMIT}
    assert untrue(listed("complexity"), hard) == [], (
        f"where worse (limit {LIMIT}), take what is nested or repeated into a function with a name"
    )


@pytest.mark.parametrize(("body", "price"), [
    ("return x", 0),
    ("if x:\n    a()", 1),
    ("if x:\n    a()\nelse:\n    b()", 2),
    ("if x:\n    a()\nelif y:\n    b()\nelif z:\n    c()\nelse:\n    d()", 4),
    ("if x:\n    if y:\n        a()", 1 + 2),
    ("if x:\n    a()\nelse:\n    if y:\n        a()\n    b()", 1 + 1 + 2),
    ("for a in x:\n    while a:\n        if a:\n            b()", 1 + 2 + 3),
    ("for a in x:\n    b()\nelse:\n    c()", 2),
    ("while x:\n    b()\nelse:\n    c()", 2),
    ("try:\n    a()\nexcept E:\n    if x:\n        b()\nfinally:\n    c()", 1 + 2),
    ("with x:\n    if y:\n        a()", 1),
    ("match x:\n    case 1:\n        a()\n    case 2:\n        b()", 1),
    ("match x:\n    case 1:\n        if y:\n            a()", 1 + 2),
    ("match x:\n    case 1 if y and z:\n        a()", 1 + 1),
])  # fmt: skip
def test_statements(body: str, price: int) -> None:
    assert cost(body) == price


@pytest.mark.parametrize(("body", "price"), [
    ("return a and b and c", 1),
    ("return a and b or c", 2),
    ("return a and b or c and d", 3),
    ("return not (a and b)", 1),
    ("return a if x else b", 1),
    ("return (a if y else b) if x else c", 1 + 2),
    ("return a if (b and c) else d", 1 + 1),
    ("if x:\n    return a if y else b", 1 + 2),
])  # fmt: skip
def test_operators_and_conditional_expressions(body: str, price: int) -> None:
    assert cost(body) == price


@pytest.mark.parametrize(("body", "price"), [
    ("return [a for a in x]", 1),
    ("return {a for a in x if a}", 2),
    ("return {a: b for a in x for b in a if b if a}", 4),
    ("return sum(a for a in x if a and b)", 1 + 1 + 1),
    ("return [a if a else b for a in x]", 1 + 2),
    ("return [[b for b in a] for a in x]", 1 + 2),
    ("return [a for a in (b for b in x)]", 1 + 1),
    ("for y in x:\n    a([b for b in y if b])", 1 + 2 + 2),
])  # fmt: skip
def test_comprehensions_cost_what_loops_cost(body: str, price: int) -> None:
    assert cost(body) == price


@pytest.mark.parametrize(("body", "price"), [
    ("return f(x)", 1),
    ("return self.f(x)", 1),
    ("return other.f(x)", 0),
    ("return g(lambda y: a if y else b)", 2),
    ("def g(y):\n    if y:\n        a()\nreturn g(x)", 2),
    ("def g(y):\n    if y:\n        a()\nreturn g", 1),
    ('"""Decorates."""\n@wraps(x)\ndef g(y):\n    if y:\n        a()\nreturn g', 1),
])  # fmt: skip
def test_calls_of_itself_and_functions_within(body: str, price: int) -> None:
    assert cost(body) == price


def test_a_class_gives_its_methods_by_dotted_names() -> None:
    tree = ast.parse(
        "class A:\n    def f(self): ...\n    class B:\n        async def g(self): ...\ndef h():\n    def i(): ...\n    return i"
    )
    assert [name for name, _ in functions(tree)] == ["A.f", "A.B.g", "h"]


def test_a_list_is_untrue_when_something_is_new_worse_better_or_gone() -> None:
    lines = {"worse": 20, "better": 20, "gone": 20, "same": 20}
    found = {"worse": 21, "better": 19, "same": 20, "new": 16}
    assert [line.rpartition(":")[0] for line in untrue(lines, found)] == [
        "worse: worse", "worse: new", "lower the list: better", "lower the list: gone",
    ]  # fmt: skip
    assert untrue({"same": 20}, {"same": 20}) == []
