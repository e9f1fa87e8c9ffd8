"""The house: names, functions and texts that no linter looks at."""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.mutants.run import equivalent

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "pbem").rglob("*.py"))
LONGEST_FUNCTION = 60
LONGEST_README = 250
ENTRIES = {"__init__.py", "__main__.py", "cli.py"}
FLAT_TABLES = {"apply", "observe", "_learnt", "tell", "_line", "file"}
BAD_NAMES = re.compile(r"(^|_)(utils?|helpers?|manager|service|base|misc|common)(_|$)")
REGISTRIES = ("python" + "hosted", "py" + "pi.org", "npm" + "js.org", "deb" + "ian.org")
FOREIGN = re.compile("|".join((*REGISTRIES, "/wo" + "rk/", "/ro" + "ot/")))


@cache
def parsed(path: Path) -> ast.Module:
    """What a module says; one test looks at all of them, since a test for each would take longer to collect than to run."""
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def _trees_fall() -> Iterator[None]:
    yield
    parsed.cache_clear()


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tracked() -> list[Path]:
    """The files git knows."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


def test_every_module_says_what_it_is_for() -> None:
    assert [shown(path) for path in MODULES if not ast.get_docstring(parsed(path))] == [], "no docstring"
    assert [shown(path) for path in MODULES if BAD_NAMES.search(path.stem)] == [], "a name that says nothing"


def test_no_function_is_long() -> None:
    functions = (
        (path, node) for path in MODULES for node in ast.walk(parsed(path))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name not in FLAT_TABLES
    )  # fmt: skip
    assert [
        f"{shown(path)}:{node.name}" for path, node in functions if (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ] == []


def test_no_file_names_a_registry_or_a_path_of_this_machine() -> None:
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        assert not FOREIGN.search(text), path


def test_the_top_level_is_what_people_expect() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    wanted = {"pyproject.toml", "README.md", "pbem", "templates", "games", "tests", "LICENSE", "CHANGELOG.md", "Makefile", ".ci"}
    beside = {"cron", "benchmarks", "requirements.lock", ".gitignore", ".gitattributes"}
    assert wanted <= top
    assert top <= wanted | beside


def test_no_class_name_means_two_things() -> None:
    """In the shared rooms and in all rulesets: whoever meets a name in a trace finds one class."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(shown(path))
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_the_readme_stays_short() -> None:
    """A host or a player reads all of it; what was decided stands in the room it shaped."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= LONGEST_README


def test_every_room_says_more_than_its_name() -> None:
    """What lives there, what may come in, which file to read first: three lines of words or more."""
    rooms = {path: ast.get_docstring(parsed(path)) or "" for path in MODULES if path.name == "__init__.py"}
    short = [shown(path) for path, said in rooms.items() if sum(bool(line.strip()) for line in said.splitlines()) < 3]
    assert short == [], "what lives here, what may come in, what to read first"
    assert [shown(path) for path, said in rooms.items() if "say in five lines" in said] == []


def test_every_folder_of_modules_is_a_room() -> None:
    assert [folder for folder in {path.parent for path in MODULES} if not (folder / "__init__.py").is_file()] == []


def test_no_module_stands_outside_a_room() -> None:
    assert {path.name for path in MODULES if path.parent == ROOT / "pbem"} == ENTRIES


def test_no_module_of_ours_is_imported_for_its_types_alone() -> None:
    """Such an import hides an arrow that goes up, or a circle, from import-linter."""
    assert [f"{shown(path)}: {line}" for path in MODULES for line in _hidden(parsed(path))] == []


def test_an_import_hidden_from_the_linter_is_found() -> None:
    hidden = (
        "if TYPE_CHECKING:\n    from pbem.a import B",
        "if t.TYPE_CHECKING:\n    from . import b",
        "if TYPE_CHECKING:\n    import os, pbem.a",
    )
    assert all(list(_hidden(ast.parse(source))) for source in hidden)
    assert not list(_hidden(ast.parse("if TYPE_CHECKING:\n    from os import path\nfrom pbem.a import B")))


def _hidden(tree: ast.Module) -> Iterator[str]:
    """The imports of ours that stand where only type checkers look."""
    blocks = (node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
    for node in (inner for block in blocks for statement in block.body for inner in ast.walk(statement)):
        ours = isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] == "pbem")
        if ours or (isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "pbem" for alias in node.names)):
            yield ast.unparse(node)


def test_every_excused_mutant_is_of_a_line_that_stands() -> None:
    """An excuse for a line that has changed, or moved, excuses nothing and hides that nobody looked again."""
    gone = [
        (path, line) for path, line, _ in equivalent(ROOT)
        if line not in map(str.strip, (ROOT / path).read_text(encoding="utf-8").splitlines())
    ]  # fmt: skip
    assert not gone
