"""`make pot`: every English text of a letter, as a catalogue for translators (build/pbem.pot).

From the code what say(), phrase(), counted() and phrases() are given; from the templates what jinja2's {% trans %} holds;
of HELP and the boot camp each paragraph that is no example.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po
from jinja2.ext import babel_extract

ROOT = Path(__file__).resolve().parents[2]
POT = ROOT / "build" / "pbem.pot"
KEYWORDS = {"say": None, "text": None, "phrase": None, "counted": (2, 3), "phrases": (1, 2)}
PARAGRAPHS = ("help", "boot-camp")


def catalogue() -> Catalog:
    """All texts, each with the places where it stands."""
    found = Catalog(project="pbem", version="", fuzzy=False, charset="utf-8")
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        for line, message, _, _ in extract_from_file("python", path, KEYWORDS):
            found.add(message, locations=[(_named(path), line)])
    for path in sorted((ROOT / "templates").rglob("*.html.j2")) + sorted((ROOT / "templates").rglob("*.txt.j2")):
        with path.open("rb") as file:
            for line, _, said, _ in babel_extract(file, ["gettext", "ngettext"], [], {}):
                found.add(said if isinstance(said, str) else tuple(filter(None, said or ())), locations=[(_named(path), line)])
    for folder in PARAGRAPHS:
        for path in sorted((ROOT / "templates" / folder).glob("*.txt")):
            for line, paragraph in _paragraphs(path.read_text(encoding="utf-8").rstrip("\n")):
                found.add(paragraph, locations=[(_named(path), line)])
    return found


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Each paragraph with its first line's number; no examples, and no marks such as HINT."""
    line = 1
    for paragraph in text.split("\n\n"):
        if not paragraph.startswith("  ") and any(letter.islower() for letter in paragraph):
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
