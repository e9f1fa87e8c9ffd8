"""`make pot`: every English text of a letter, as a catalogue for translators (build/pbem.pot).

From the code what say(), phrase(), counted() and phrases() are given, and the titles of blocks; from the charts the names that
letters show; from the scripts of pages what _('…') is given; from the templates what jinja2's {% trans %} holds; of HELP and the
boot camp each paragraph that is no example.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from jinja2.ext import babel_extract

from pbem.documents.pad import texts_of

ROOT = Path(__file__).resolve().parents[2]
POT = ROOT / "build" / "pbem.pot"
KEYWORDS = {
    "say": (0,), "text": (0,), "phrase": (0,), "counted": (1, 2), "phrases": (0, 1), "number": (0, 1),
    "block": (0,), "Block": (0,), "section": (0,), "table": (0,),
}  # fmt: skip
"""Which arguments of a call are texts; the titles of blocks are said when they are printed."""
PARAGRAPHS = ("help", "boot-camp")
CHARTS = (
    "cost-of-terrain", "crt", "crt-battle-procedure", "crt-column-shifts", "crt-strength-modifiers", "facilities",
    "ground-conditions", "infiltration", "morale-check", "rally", "refit", "straying", "unit-recovery", "unit-steps",
    "visibility", "weather-cloud", "weather-precipitation", "weather-wind",
)  # fmt: skip
"""The charts whose names and words letters show."""


@cache
def catalogue() -> Catalog:
    """All texts, each with the places where it stands; made once in a process."""
    found = Catalog(project="pbem", version="", fuzzy=False, charset="utf-8")
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        for line, message in _in_code(path.read_text(encoding="utf-8")):
            found.add(message, locations=[(_named(path), line)])
    for path in (ROOT / "pbem" / "rulesets" / "tocs" / "tables" / f"{name}.toml" for name in CHARTS):
        for word in _words(tomllib.loads(path.read_text(encoding="utf-8"))):
            found.add(word, locations=[(_named(path), 1)])
    for path in sorted((ROOT / "templates").rglob("*.html.j2")) + sorted((ROOT / "templates").rglob("*.txt.j2")):
        with path.open("rb") as file:
            for line, _, said, _ in babel_extract(file, ["gettext", "ngettext"], [], {}):
                found.add(said if isinstance(said, str) else tuple(filter(None, said or ())), locations=[(_named(path), line)])
    for path, line, text in (*_in_scripts(), *_in_topics()):
        found.add(text, locations=[(_named(path), line)])
    return found


def _in_scripts() -> Iterator[tuple[Path, int, str]]:
    """Each text of a page's script."""
    for path in sorted((ROOT / "templates").rglob("*.js")):
        yield from ((path, 1, text) for text in texts_of(path.read_text(encoding="utf-8")))


def _in_topics() -> Iterator[tuple[Path, int, str]]:
    """Each paragraph of HELP and of the boot camp, with its line."""
    for folder in PARAGRAPHS:
        for path in sorted((ROOT / "templates" / folder).rglob("*.txt")):
            is_lesson = folder == "boot-camp" and path.name[0].isdigit()
            said = _paragraphs(path.read_text(encoding="utf-8").rstrip("\n"), is_lesson)
            yield from ((path, line, paragraph) for line, paragraph in said)


def _in_code(source: str) -> Iterator[tuple[int, str | tuple[str, ...]]]:
    """Each text that a call is given, with its line; also of calls within others and within f-strings."""
    for node in ast.walk(ast.parse(source)):
        called = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and called in KEYWORDS:
            given = (node.args[place] for place in KEYWORDS[called] if place < len(node.args))
            texts = tuple(a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str) and a.value)
            if len(texts) == len(KEYWORDS[called]):
                yield node.lineno, texts if len(texts) > 1 else texts[0]


def _words(chart: dict[str, Any]) -> Iterator[str]:
    """The words of a chart's cells, and of its entries the names, as letters have them, and the causes of a battle."""
    yield from (word.replace("_", " ") for word in chart.get("words", ()))
    for entry in (entry for part in chart.values() if isinstance(part, list) for entry in part if isinstance(entry, dict)):
        if "id" in entry:
            yield entry["id"].replace("_", " ")
        if entry.get("id", "").startswith("cause_"):
            yield entry["rule"]


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _paragraphs(text: str, is_lesson: bool) -> Iterator[tuple[int, str]]:
    """Each paragraph with its first line's number; no examples, and no marks such as HINT."""
    line = 1
    for paragraph in text.split("\n\n"):
        if is_lesson and line == 1:  # its title, and what is to be done, each under the name of a part
            yield from ((n, words.rpartition(": ")[2]) for n, words in enumerate(paragraph.split("\n"), 1))
        elif not paragraph.startswith("  ") and any(letter.islower() for letter in paragraph):
            yield line, paragraph
        line += paragraph.count("\n") + 2


def main() -> None:
    """Write the catalogue."""
    POT.parent.mkdir(exist_ok=True)
    found = catalogue()
    with POT.open("wb") as file:
        write_po(file, found, width=120, sort_output=True)
    sys.stdout.write(f"{POT.relative_to(ROOT)}: {len(found)} texts\n")


if __name__ == "__main__":
    main()
