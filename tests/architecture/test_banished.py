"""Words that are nobody's: none of them stands in code, comments, texts, HELP or README, in any form (house.md, names)."""

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.catalogue import ROOT

BANISHED = re.compile(
    r"\b(befell|befallen|befalls?|whence|whither|foes?|lest|rues?|reckon(s|ed)?|anew|mend(s|ed|ing)?|hung out|affairs"
    r"|taken in hand)\b",
    re.IGNORECASE,
)
STORED = frozenset({'"affairs"', '"mend"', '"mended"'})  # under these names journals hold what has another name today
OF_THE_PAST = ("store/renames.py", "store/recasts.py")  # the names of before are their subject
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
CODE = sorted(path for room in ("pbem", "tests", "benchmarks") for path in (ROOT / room).rglob("*.py"))
TEXTS = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".txt", ".j2", ".toml"))


def spoken(path: Path) -> Iterator[tuple[int, str]]:
    """(line, words) of a file: of code each name cut into its words, each comment and each text that is not stored."""
    if path.suffix != ".py":
        yield from enumerate(path.read_text(encoding="utf-8").replace('"mend"', "").splitlines(), 1)
        return
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.NAME:
                yield token.start[0], " ".join(WORDS.findall(token.string))
            elif token.type in (tokenize.COMMENT, tokenize.STRING) and token.string not in STORED:
                yield token.start[0], token.string.replace("_", " ")


def found(path: Path) -> list[str]:
    """Where a banished word stands in a file."""
    return [f"{path.relative_to(ROOT)}:{line}: {hit[0]}" for line, words in spoken(path) if (hit := BANISHED.search(words))]


def test_no_banished_word_stands_anywhere() -> None:
    here = Path(__file__)
    paths = [p for p in (*CODE, *TEXTS, ROOT / "README.md") if p != here and not str(p).endswith(OF_THE_PAST)]
    assert [hit for path in paths for hit in found(path)] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "def mend_it(): ...\n"), ("b.py", "x = 1  # reckoned here\n"), ("c.py", 'x = "what befell them"\n'),
        ("d.txt", "wait to be Mended\n"), ("e.py", "class ModuleMended: ...\n"),
    ],
)  # fmt: skip
def test_such_a_word_is_found_wherever_it_hides(name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr("tests.architecture.test_banished.ROOT", tmp_path)
    assert len(found(tmp_path / name)) == 1
