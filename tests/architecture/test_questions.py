"""Who asks changes nothing: no function that answers yes or no acts."""

import ast

import pytest

from tests.architecture.complexity import functions
from tests.architecture.left_to_do import sources
from tests.architecture.questions import changes, is_question


def found() -> dict[str, int]:
    """For each question of pbem/ in how many places it acts."""
    counts: dict[str, int] = {}
    for module, text in sources():
        for name, function in functions(ast.parse(text)):
            if is_question(function) and (count := changes(function)):
                counts[f"{module}:{name}"] = counts.get(f"{module}:{name}", 0) + count
    return counts


def test_no_question_acts() -> None:
    assert found() == {}, "let it only answer, and who asks do it; or name it by what it does"


@pytest.mark.parametrize(("head", "asks"), [
    ("def open_at(x) -> bool", True),
    ("async def open_at(x) -> bool", True),
    ("def is_open(x) -> int", True),
    ("def _may_go(x)", True),
    ("def island(x) -> int", False),
    ("def canal(x) -> str", False),
    ("def open_at(x) -> bool | None", False),
])  # fmt: skip
def test_what_is_a_question(head: str, asks: bool) -> None:
    ((_, function),) = functions(ast.parse(f"{head}: ..."))
    assert is_question(function) is asks


@pytest.mark.parametrize(("body", "count"), [
    ("return x.a", 0),
    ("x = 1", 0),
    ("y = {}; y[1] = 2; y.update(x)", 0),
    ("x.a = 1", 1),
    ("x.a.b[2] += 1", 1),
    ("y, x.a = 1, 2", 1),
    ("x[1]: int = 2", 1),
    ("del x[1]", 1),
    ("self.a.append(x)", 1),
    ("x.add(1); self.b.pop()", 2),
    ("self.of(x).put(1)", 1),
    ("y.write(x)", 1),
    ("return x.index(1)", 0),
    ("return [x.pop() for _ in y]", 1),
])  # fmt: skip
def test_what_is_a_change(body: str, count: int) -> None:
    ((_, function),) = functions(ast.parse(f"def f(self, x):\n    {body}"))
    assert changes(function) == count
