"""The house: names, functions and texts that no linter looks at."""

import ast
import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from tests.architecture.rooms import RULESETS
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


def tracked() -> list[Path]:
    """The files git knows."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_module_says_what_it_is_for_and_no_function_is_long(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "no docstring"
    assert not BAD_NAMES.search(path.stem), "a name that says nothing"
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) and function.name not in FLAT_TABLES:
            assert (function.end_lineno or 0) - function.lineno < LONGEST_FUNCTION, function.name


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
    """In the shared rooms with any one ruleset: rulesets do not know each other, and call the same things by the same names."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(path.relative_to(ROOT).as_posix())
    assert {name: places for name, places in homes.items() if any(len(seen) > 1 for seen in _met(places))} == {}


def _met(places: list[str]) -> list[list[str]]:
    """The homes of a name that meet: those in the shared rooms with those of each ruleset."""
    of = {place: next((name for name in RULESETS if place.startswith(f"pbem/rulesets/{name}/")), "") for place in places}
    return [[place for place in places if of[place] in ("", name)] for name in RULESETS]


def test_the_readme_stays_short() -> None:
    """A host or a player reads all of it; what was decided stands in the room it shaped."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= LONGEST_README


@pytest.mark.parametrize("path", [p for p in MODULES if p.name == "__init__.py"], ids=lambda p: str(p.parent.relative_to(ROOT)))
def test_every_room_says_more_than_its_name(path: Path) -> None:
    """What lives there, what may come in, which file to read first: three lines of words or more."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert len([line for line in said.splitlines() if line.strip()]) >= 3, "what lives here, what may come in, what to read first"
    assert "say in five lines" not in said


def test_every_folder_of_modules_is_a_room() -> None:
    assert [folder for folder in {path.parent for path in MODULES} if not (folder / "__init__.py").is_file()] == []


def test_no_module_stands_outside_a_room() -> None:
    assert {path.name for path in MODULES if path.parent == ROOT / "pbem"} == ENTRIES


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_module_of_ours_is_imported_for_its_types_alone(path: Path) -> None:
    """Such an import hides an arrow that goes up, or a circle, from import-linter."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            continue
        for hidden in (inner for statement in node.body for inner in ast.walk(statement)):
            if isinstance(hidden, ast.ImportFrom):
                assert hidden.level == 0 and (hidden.module or "").split(".")[0] != "pbem", ast.unparse(hidden)
            elif isinstance(hidden, ast.Import):
                assert [alias.name for alias in hidden.names if alias.name.split(".")[0] == "pbem"] == []


def test_every_excused_mutant_is_of_a_line_that_stands() -> None:
    """An excuse for a line that has changed, or moved, excuses nothing and hides that nobody looked again."""
    gone = [
        (path, line) for path, line, _ in equivalent(ROOT)
        if line not in map(str.strip, (ROOT / path).read_text(encoding="utf-8").splitlines())
    ]  # fmt: skip
    assert not gone
