"""One file a word: each word of a letter, or of the host's, stands in a file of its own, and in no list anywhere else."""

import ast
import keyword
import pkgutil
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from pbem.campaign.admin_events import SHARED
from pbem.handlers import letters, words
from pbem.handlers.host import words as hosts_words
from pbem.handlers.host.word import HostWord
from pbem.handlers.word import Step, Word
from pbem.rulesets.tocs import words as tocs_words
from tests.letter_words import WORDS

ROOT = Path(__file__).resolve().parents[2]
NAMES = frozenset(word.name for word in WORDS.words)
MODULES = {found.name: words.__name__ for found in pkgutil.iter_modules(words.__path__)}
OWN = {found.name: tocs_words.__name__ for found in pkgutil.iter_modules(tocs_words.__path__)}
HOSTS_NAMES = frozenset(word.name for word in WORDS.host.words)
HOSTS_MODULES = sorted(found.name for found in pkgutil.iter_modules(hosts_words.__path__))
LISTS = {
    "admin/__init__.py": 1,  # commands of the shell
    "campaign/accepting.py": 1,  # words that put an ACCEPT in doubt
    "campaign/repeated_orders.py": 1,  # the two that stand for orders of before
    "campaign/staff_forms.py": 1,  # kinds of letters
    "documents/letterhead.py": 1,
    "handlers/asking.py": 2,  # what answers a question of the referee's
    "handlers/bench.py": 1,  # the two that an officer on the bench may say
    "handlers/hearing.py": 2,  # what of a letter changes something
    "orders/lexer.py": 1,  # words before a number
}
"""Lists in which such words stand, how many in each file, and what they are lists of. This one only gets shorter."""


def _file_of(name: str) -> str:
    plain = name.removesuffix(" impulse" if name.startswith("for") else "").replace(" ", "_").replace("-", "_")
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def test_each_word_has_a_file_of_its_name_and_each_file_a_word() -> None:
    files = {_file_of(name): name for name in NAMES}
    assert sorted(files) == sorted([*MODULES, *OWN]) and not MODULES.keys() & OWN.keys()
    assert len(NAMES) == len(WORDS.words) == len(files)
    for module, name in files.items():
        word = WORDS.named(name)
        written = import_module(f"{({**MODULES, **OWN})[module]}.{module}").WORD
        assert (
            word and word.help is written.help and (word.verb is written.verb or written.verb.name in (name, "for next {moment}"))
        )


def test_each_word_of_the_hosts_has_a_file_of_its_name_and_each_file_a_word() -> None:
    assert sorted(_file_of(name) for name in HOSTS_NAMES) == HOSTS_MODULES
    assert len(HOSTS_NAMES) == len(WORDS.host.words) == len({word.rank for word in WORDS.host.words})
    for name in HOSTS_NAMES:
        assert import_module(f"pbem.handlers.host.words.{_file_of(name)}").WORD is WORDS.host.named(name)


@pytest.mark.parametrize("word", WORDS.host.words, ids=lambda word: word.name)
def test_a_word_of_the_hosts_does_something_and_says_what_it_wants(word: HostWord) -> None:
    default = HostWord(word.verb, word.help, word.rank)
    assert (word.do is not default.do) == (word.name != "confirm")  # which is part of how the others are said
    assert word.stages and (word.verb.place == "letter") == word.changes
    assert word.changes or (word.state, word.read) == (default.state, default.read), "a question is not asked about"


def test_an_admin_event_that_one_word_alone_files_stands_with_that_word() -> None:
    pbem, filed_by = ROOT / "pbem", dict[str, set[str]]()
    events = {kind.__name__ for kind in SHARED}
    for path in (path for path in pbem.rglob("*.py") if "admin_events" not in path.parts):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name) and node.id in events:
                filed_by.setdefault(node.id, set()).add(path.relative_to(pbem).as_posix())
    alone = {event: next(iter(places)) for event, places in filed_by.items() if len(places) == 1}
    assert {event: place for event, place in alone.items() if "words" in Path(place).parts} == {}


def _texts(node: ast.AST, names: frozenset[str]) -> set[str]:
    """The words among these that stand in a display of a tuple, list, set or mapping."""
    items = node.keys if isinstance(node, ast.Dict) else node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else []
    return {item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)} & names


def _lists(path: Path, names: frozenset[str] = NAMES) -> int:
    """How many displays in a file hold several words of a letter, or of these names."""
    return sum(len(_texts(node, names)) > 1 for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def test_no_list_of_words_stands_anywhere_else() -> None:
    pbem = ROOT / "pbem"
    shared = [p for p in pbem.rglob("*.py") if not {"rulesets", "words"} & set(p.relative_to(pbem).parts)]
    found = {path.relative_to(pbem).as_posix(): many for path in shared if (many := _lists(path))}
    assert found == LISTS


@pytest.mark.parametrize("word", WORDS.words, ids=lambda word: word.name)
def test_a_word_says_when_it_acts_and_who_may_say_it(word: Word) -> None:
    assert set(word.acts) <= set(get_args(Step)) and word.by
    if word.verb.place == "letter" and "does" in word.verb.traits and word.name != "volunteer":  # an officer's on the bench
        assert word.acts, f"{word.name} does something, and at no step"


def test_every_step_that_a_word_names_is_in_the_table() -> None:
    source = (ROOT / "pbem/handlers/letters.py").read_text() + (ROOT / "pbem/handlers/letter_steps.py").read_text()
    named = {step for word in WORDS.words if isinstance(word, Word) for step in word.acts}
    missing = [step for step in named if f'"{step}"' not in source and step != "arrangements"]
    assert missing == [] and letters.ORDER
