"""No text of a letter is left out of the catalogue: games are played in a language in which every text stands in brackets.

What stands outside of them must be words of the order language, names of the module, throws as `pbem verify` reads them back,
or words that a commander wrote himself. Forms are protocol and stay English (their titles and the rest of the letter do not).
"""

import random
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from html import unescape
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from pbem.admin.module_check import audit
from pbem.admin.verify import verify
from pbem.campaign.records import Record, Sent
from pbem.documents.cartography.plates import plates as drawn_plates
from pbem.documents.document import Document
from pbem.handlers.bot import Temper
from pbem.kernel import i18n as tongue
from pbem.rulesets.tocs.reports.map_overlay import job as map_job
from pbem.rulesets.tocs.units import STATES
from tests.acceptance.table import Table, recorded
from tests.acceptance.test_field_battles import ATTACK, SEATS, module, report
from tests.acceptance.test_random_games import embroidered
from tests.architecture.catalogue import catalogue
from tests.fog.stage import SIDES, Stage, canary_module, game
from tests.letter_words import WORDS
from tests.opened import as_game, as_picture, order_verbs

TAG = "[test]"  # the campaign's, on every letter
OPEN, SHUT = "⟦", "⟧"
SEED = 1
ASKED = 0.2  # of the letters come with everything a commander may ask
DICE = re.compile(r"\d*d\d+ [-+0-9]+(?: = -?\d+)? \[[^\]]*\]")
REPAIRS = "drop"  # the answer that leaves a faulty line out
FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b")
OWN_RECORD = "THE ROLLS, OPENED"  # seed, nonces and throws, for `pbem verify`


@cache
def every_text() -> frozenset[str]:
    """All texts of the catalogue, both forms of those that are counted."""
    ids = (message.id for message in catalogue())
    return frozenset(chain.from_iterable((one,) if isinstance(one, str) else one for one in ids)) - {""}


class Bracketed(NullTranslations):
    """Every text that the catalogue has, in brackets."""

    def __init__(self) -> None:
        super().__init__()
        self.known = every_text()

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{SHUT}" if message in self.known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def bracketed() -> Iterator[None]:
    """The language of brackets is spoken, and English again afterwards, whatever happens."""
    tongue.speak("xx", Bracketed())
    yield
    tongue.speak(tongue.ENGLISH, NullTranslations())


def bare(text: str) -> str:
    """What stands outside of all brackets; a cell of a sketch may have lost its closing one."""
    out, deep = [], 0
    for letter in text:
        deep = max(deep + (letter == OPEN) - (letter == SHUT), 0)
        if not deep and letter != SHUT:
            out.append(letter)
    return "".join(out)


def texts(document: Document) -> Iterator[str]:
    """The texts of a letter, each whole, as they are printed."""
    yield document.subject
    yield from (part for pair in document.head for part in pair)
    yield from document.wanted
    for block in document.blocks:
        yield tongue.text(block.title)
        if block.kind not in ("form", "quote") and block.title != OWN_RECORD:
            yield "\n".join(block.lines)
        yield from (cell for row in block.rows for cell in row)
    yield "\n".join(document.small)
    yield from (frame.title for frame in document.map.frames) if document.map else ()
    yield document.map.caption if document.map else ""


def printed(records: list[Record]) -> Iterator[str]:
    """The texts of all letters of these records."""
    letters = (sent for record in records for sent in record.letters if isinstance(sent, Sent))
    return (text for sent in letters for text in texts(sent.document))


@cache
def names(folder: Path) -> re.Pattern[str]:
    """The module's own words: names, calls, briefs, by line."""
    trees = (tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.rglob("*.toml"))
    said = {line.strip() for tree in trees for text in _strings(tree) for line in text.split("\n")}
    long = sorted((words for words in said if re.search("[a-z]", words) and len(words) > 2), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, long)))


def _strings(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield from (tree, tree.replace("\n", " "))
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _strings(part)


def verbs(table: Table) -> frozenset[str]:
    """The words of the order language."""
    syntax = (text for verb in (*order_verbs(), *(word.verb for word in WORDS.words)) for text in verb.syntax)
    return frozenset(re.findall("[a-z]+", " ".join((*syntax, REPAIRS))))


def untold(said: Iterator[str], folder: Path, words: frozenset[str]) -> str:
    """Words that stand outside of the brackets and are no names, throws or words of orders, each with where it stands."""
    known, found = names(folder), set[str]()
    for text in dict.fromkeys(said):
        rest = known.sub(" ", DICE.sub(" ", FINGERPRINT.sub(" ", bare(text.replace(TAG, "")))))
        lost = [word for word in re.findall(r"[A-Za-z]{3,}", rest) if re.search("[a-z]", word) and word not in words]
        found |= {f"{' '.join(lost)}: {text[:200]}"} if lost else set()
    return "\n".join(sorted(found))


def asking(stage: Stage, seat: str, chance: random.Random) -> str:
    """Everything a commander may ask."""
    picture = as_picture(stage.campaign.state.pictures[seat])
    call = picture.forces.counter(chance.choice(picture.forces.on_map())).call
    near = chance.choice(sorted(as_game(stage.campaign.table.game).ground.hexes))
    return (
        f"STATUS\nORDERS\nMAP\nMAP {near} 2\nREPORT\nINTSUM\nWHAT CAN {call}\nCOST {call} to {near}\nWHY {picture.public.battles}\n"
        f"WHY OUT OF SUPPLY {call}\nDIARY {call}"
    )


@pytest.mark.usefixtures("bracketed")
def test_every_word_of_a_games_letters_is_in_the_catalogue_and_its_dice_are_proven(tmp_path: Path) -> None:
    """A random game with weather, supply, works, stealth and every question; the drawn maps; the dice from the letters alone."""
    chance = random.Random(SEED)
    folder = canary_module(tmp_path / "module", "always")
    stage = Stage(tmp_path, SEED, str(folder))
    stage.begin()
    for letter in game(stage, SEED, temper=Temper(boldness=0.7, noise=0.3)):
        stage.say(letter.seat, embroidered(stage, letter, chance))
        if stage.playing and chance.random() < ASKED:
            stage.say(letter.seat, asking(stage, letter.seat, chance))
    words = verbs(stage)
    documents = [s.document for r in stage.handled for s in r.letters if isinstance(s, Sent)]
    maps = [document.map for document in documents if document.map][-1:]
    plates = (plate for each in maps for plate in drawn_plates(map_job(as_game(stage.campaign.table.game), each)))
    sheets = (svg for plate in plates for svg in (plate.base.svg if plate.base else "", plate.overlay))
    drawn = (re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL) for svg in sheets)
    places = as_game(stage.campaign.table.game).ground.names.values()
    written = (unescape(text) for svg in drawn for text in re.findall(r">([^<>]+)<", svg))
    legend = (text for text in written if not any(text in name for name in places))  # a long name stands on two lines
    assert untold(chain(printed(stage.handled), legend), folder, words) == ""
    stage.close()
    for side in SIDES:
        (tmp_path / side).mkdir()
        for number, raw in enumerate(stage.bag(side)):
            (tmp_path / side / f"{number:04d}.eml").write_bytes(raw)
        proof, clean = verify(tmp_path / side)
        assert clean, proof
    file = tmp_path / "pbem.toml"
    file.write_text('data = "data"\nfree_mb = 0\npictures = false\n[mailbox]\naddress = "referee@club.example"\n')
    found, sound = audit(file)  # in English, as a host does who has changed the language
    assert sound, found


@pytest.mark.usefixtures("bracketed")
def test_every_word_of_a_field_battles_letters_is_in_the_catalogue(tmp_path: Path) -> None:
    """Briefs, reports that agree, and what the commanders read of them afterwards."""
    folder = module(tmp_path / "module", "engagement")
    table = Table(tmp_path, module=str(folder), seats=SEATS)
    table.begin()
    table.write("german", "BATTLES FIELD")
    table.write("allied", f"BATTLES FIELD\nINTENT 13.11\nWIN\nEND INTENT\n{ATTACK}")
    report(table, "german.field1", narrative="YES.")
    report(table, "allied.field1", narrative="YES.", recommend="GUNS")
    for _ in range(6):
        table.write(table.phasing(), "END IMPULSE")
    table.write("allied", "DIARY A/504\nWHY 1\nREPORT")
    form = frozenset(STATES)  # a report is read back in the words of its form
    assert untold(printed(recorded(table)), folder, verbs(table) | form) == ""
    table.close()
