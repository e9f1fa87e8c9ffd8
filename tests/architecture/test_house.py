"""The house: names, functions and texts that no linter looks at."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "pbem").rglob("*.py"))
LONGEST_FUNCTION = 60
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
