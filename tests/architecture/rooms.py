"""The rooms that every ruleset shares, and what of one of them they name all the same."""

import ast
import re
from collections.abc import Iterator

from pbem.kernel.rulebook import RULE_ID, parse_rules
from tests.architecture.left_to_do import ROOT, sources

RULESETS = {path.name for path in (ROOT / "pbem" / "rulesets").iterdir() if (path / "rules.toml").is_file()}
DOORS = ("store/", "campaign/records.py")
"""Where a value is made of what was stored, or becomes it: the codec, and what hands records to it."""
LEDGERS = [parse_rules((ROOT / "pbem" / "rulesets" / name / "rules.toml").read_text(encoding="utf-8")) for name in sorted(RULESETS)]
SYSTEMS = "|".join(sorted({row.partition("-")[0] for ledger in LEDGERS for row in ledger}))
_ROW = re.compile(rf"(?<![\w.-])(?=(?:{SYSTEMS})-){RULE_ID}(?![\w-])")


def shared() -> Iterator[tuple[str, str]]:
    """Each module of pbem/ that is no ruleset's own, with its text."""
    for module, text in sources():
        if not any(module.startswith(f"rulesets/{name}/") for name in RULESETS):
            yield module, text


def anys() -> dict[str, int]:
    """How often a shared module writes `Any` as a type, but for the codec's door."""
    counts = {module: _named(ast.parse(text), "Any") for module, text in shared() if not module.startswith(DOORS)}
    return {module: count for module, count in counts.items() if count}


def _named(tree: ast.AST, name: str) -> int:
    return sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))


def rows() -> dict[str, int]:
    """How many ids of rows of a ruleset's ledger stand in a shared module."""
    counts = {module: len(_ROW.findall(text)) for module, text in shared()}
    return {module: count for module, count in counts.items() if count}


def imports_of_rulesets() -> list[str]:
    """Where a shared module imports a ruleset: the registry alone does."""
    return [
        f"{module}: {name}"
        for module, text in shared()
        for node in ast.walk(ast.parse(text))
        for name in _imported(node)
        if module != "rulesets/__init__.py"
        and any(name == f"pbem.rulesets.{of}" or name.startswith(f"pbem.rulesets.{of}.") for of in RULESETS)
    ]


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def pictures_reached() -> list[str]:
    """Modules of a ruleset that reach behind the desks for what they know."""
    return [
        module
        for module, text in sources()
        if any(module.startswith(f"rulesets/{name}/") for name in RULESETS)
        and any(isinstance(node, ast.Attribute) and node.attr == "_pictures" for node in ast.walk(ast.parse(text)))
    ]


_NOUNS = re.compile(r"\b(?:impulses?|end impulse|ezoc|perimeters?|deficit|OPs?|APs?)\b|\bIMPULSE\b|\bEZOC\b|\bPERIMETER\b")
_SAYING = {"say", "phrase", "counted", "phrases", "text", "number"}


def nouns_of_a_ruleset() -> dict[str, int]:
    """How many texts that a shared module says hold a noun that is TOCS's alone; shared chapters of HELP too."""
    counts = {module: sum(map(bool, map(_NOUNS.search, _texts_said(text)))) for module, text in shared()}
    chapters = (ROOT / "templates" / "help").glob("*.txt")
    counts |= {f"help/{path.name}": len(_NOUNS.findall(path.read_text(encoding="utf-8"))) for path in chapters}
    return {module: count for module, count in counts.items() if count}


def _texts_said(source: str) -> Iterator[str]:
    """What stands in the texts of a module's letters, but for what is in braces."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _SAYING:
            for given in node.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield re.sub(r"\{\w+\}", "", given.value)
