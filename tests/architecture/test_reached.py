"""Nothing stands in `pbem/` that nobody calls: a rule that only its test calls is not played by."""

from pathlib import Path

import pytest

from tests.architecture.left_to_do import sources
from tests.architecture.reached import classes, read, unreached

ROOT = Path(__file__).resolve().parents[2]
DATA = ("templates", "games", "pbem")


def data() -> list[str]:
    """Files beside the modules that may name a function."""
    paths = (path for place in DATA for path in (ROOT / place).rglob("*"))
    return [path.read_text(encoding="utf-8") for path in paths if path.suffix in {".j2", ".html", ".txt", ".toml", ".js"}]


def test_every_function_is_called_by_somebody() -> None:
    modules = dict(sources())
    ours = frozenset(name for text in modules.values() for name in classes(text))
    assert unreached([read(module, text, ours) for module, text in modules.items()], data()) == []


@pytest.mark.parametrize(("text", "left"), [
    ("def a(): ...\ndef b(): a()\n", ["a", "b"]),
    ("def a(): ...\nprint(a)\n", []),
    ("def a(): a()\n", ["a"]),
    ("@rule('X')\ndef a(): ...\n", ["a"]),
    ("@verb('X')\ndef a(): ...\n", []),
    ("class C:\n    def a(self): ...\n    def __len__(self): ...\n", ["a"]),
    ("class C(Theirs):\n    def a(self): ...\n", []),
    ("class C:\n    ...\nclass D(C):\n    def a(self): ...\n", ["a"]),
    ("from x import a as b\ndef a(): ...\n", []),
    ("from x import a\ndef a(): ...\n", ["a"]),
    ("TABLE = {'x': 'a'}\ndef a(): ...\n", []),
    ("if x:\n    def a(): ...\n", ["a"]),
    ("try:\n    x\nexcept Y:\n    a()\ndef a(): ...\n", []),
])  # fmt: skip
def test_what_is_called(text: str, left: list[str]) -> None:
    found = unreached([read("m", text, frozenset(classes(text)))], ())
    assert [place.split()[-1] for place in found] == left


def test_a_template_calls() -> None:
    assert unreached([read("m", "def a(): ...", frozenset())], ("{{ a() }}",)) == []
