"""The voice of all that the referee says: no word that a native reader stops at, no sentence over thirty words.

It is held over HELP and the boot camp, over each text of the catalogue (what say(), counted(), phrase() are given, the titles of
blocks, HELP of each word, pages), over README, and over what commands print at the shell.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.modules import library
from tests.architecture.catalogue import ROOT, catalogue

HARD = re.compile(
    r"\bthrow(s|n)?\b|\bthrew\b|\bwoken\b|\bawake\b|last told|inside our perimeter|the enemy's now|\bbeforehand\b"
    r"|\bwhoever\b|\bof yours\b|asks? nothing of you|until disproved|never looked|\bhis\b|\bhim\b|\bhe\b|put aside|did not come off"
    r"|said nothing of use|reconnoitred and answered|as if never written|\bit goes on\b|hard going|\bundo(es)?\b|carried out"
    r"|\bprisoners?\b|fell back|\bfalls? back|net shift|\bread at\b|\bwe lost|the hex is (american|german)|\bdice\b|\bdie\b"
    r"|\bunheard\b|\bstirs?\b",
    re.IGNORECASE,
)
"""Words that letters do not use (terms.md); what they say instead is HELP's to show."""
ORDER_WORDS = re.compile(r"`[^`]*`|\b[A-Z]{2,}(?: [A-Z]{2,})*\b")  # what is written in capitals is a word of the order language
SENTENCE = re.compile(r"(?<=[.!?:])\s+")
WORD = re.compile(r"\S*\w\S*")
LONGEST = 30
OF_DICE = {"dice.txt"}  # the one chapter about them
OF_DATA = {
    "prisoner camp", "facility|hospital|repair centre|railyard|railhead|prisoner camp|port|airfield",  # a facility's name
    "prisoner, battle {who}", "it goes on",  # as journals hold them; a letter has other words for them
    "Undo",  # a button
}  # fmt: skip
TEXTS = sorted((*library.templates().glob("help/**/*.txt"), *library.templates().glob("boot-camp/**/*.txt")))


def hits(text: str) -> list[str]:
    """The words of the list in a text, order words left out."""
    return [found[0] for found in HARD.finditer(ORDER_WORDS.sub(" ", text))]


def too_long(text: str) -> list[str]:
    """The sentences of a text that nobody reads at one breath."""
    return [sentence for sentence in SENTENCE.split(" ".join(text.split())) if len(WORD.findall(sentence)) > LONGEST]


def prose(path: Path) -> Iterator[str]:
    """The paragraphs of a text but for its examples."""
    for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
        if not paragraph.startswith("    "):
            yield paragraph


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_help_and_boot_camp_speak_as_a_wargamer_does(path: Path) -> None:
    assert [word for paragraph in prose(path) for word in hits(paragraph) if path.name not in OF_DICE] == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_sentence_of_help_is_over_thirty_words(path: Path) -> None:
    assert [sentence for paragraph in prose(path) for line in _lines(path, paragraph) for sentence in too_long(line)] == []


def said() -> Iterator[tuple[str, str]]:
    """(where it stands, paragraph) of each text that a letter or a page may hold, what is filled in left out."""
    for message in catalogue():
        for text in [message.id] if isinstance(message.id, str) else message.id:
            where = next((str(path) for path, _ in message.locations), "")
            if text not in OF_DATA and Path(where).name not in OF_DICE:
                yield from ((where, re.sub(r"\{[^}]*}", "it", p)) for p in text.split("\n\n") if not p.startswith("    "))


def at_the_shell() -> Iterator[tuple[str, str]]:
    """The same of what commands and the service print: every text of theirs that has a blank and is no docstring."""
    for path in sorted((*ROOT.glob("pbem/*.py"), *ROOT.glob("pbem/admin/*.py"), *ROOT.glob("pbem/service/**/*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described and " " in node.value:
                yield f"{path.name}:{node.lineno}", node.value


def test_no_text_of_the_catalogue_has_a_word_that_a_native_stops_at() -> None:
    texts = list(said())
    assert len(texts) > 2000
    assert [(where, word, text[:60]) for where, text in texts for word in hits(text)] == []


def test_no_sentence_of_the_catalogue_is_over_thirty_words() -> None:
    assert [(where, sentence) for where, text in said() for sentence in too_long(text)] == []


def test_readme_and_the_shell_speak_so_too() -> None:
    readme = re.sub(r"(?s)```.*?```|\]\([^)]*\)|`[^`]*`", " ", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert hits(readme) == []
    assert [(where, word) for where, text in at_the_shell() for word in hits(text)] == []


def _lines(path: Path, paragraph: str) -> list[str]:
    """What a lesson asks for stands in lines; elsewhere a paragraph is one."""
    return paragraph.split("\n") if "boot-camp" in path.parts else [paragraph]


@pytest.mark.parametrize("text", ["the dice were thrown", "7 lines carried out", "He fell back", "2 steps of yours", "it goes on"])
def test_such_words_are_found(text: str) -> None:
    assert hits(text)
    assert not hits("PRISONERS 1 TAKEN: executed, rolled, withdrew. `throw`")


def test_a_long_sentence_is_found_and_a_short_one_is_not() -> None:
    assert too_long("word " * 31) and not too_long("word " * 30 + ". " + "word " * 30)
