"""The way of a letter: the rooms that hold it, from its bytes to its record in the journal, are few, entered from above, and
those that the README draws."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail import reading
from pbem.mail.letter import Letter, Machine, Unreadable
from pbem.mail.parser_process import ReadingRoom
from pbem.service import recruiting
from tests.acceptance.table import Table, recorded
from tests.architecture.walk import Entry, Walk

ROOT = Path(__file__).resolve().parents[2]
MOST_ROOMS = 12
MOST_FLOORS = 13
FORMS = ("raw", "message", "cause", "record", "body")


class InThisProcess(ReadingRoom):
    """A reader whose rooms are seen: the real one reads in a process of its own."""

    def open(self) -> None:
        """It is here."""

    def ahead(self, raw: bytes, oversized: bool = False) -> None:
        """Nothing is read before its turn."""

    def read(self, raw: bytes, oversized: bool = False) -> Letter | Machine | Unreadable:
        """As the reader does."""
        return reading.read(raw, oversized)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """A letter of orders and a question, watched from `take` to the end of `work`."""
    table = Table(tmp_path_factory.mktemp("walk"))
    table.begin()
    table.referee.office.reading = InThisProcess()
    raw, before = table.letter("allied", "A/504: move 12.10\nSTATUS\n"), len(recorded(table))
    with Walk(raw) as walked:
        table.deliver(raw)
        table.referee.work(table.at)
    assert [record.cause.kind for record in recorded(table)[before:]] == ["letter"]
    yield walked
    table.close()


def floors() -> list[list[str]]:
    """The floors from top to bottom, as the linter of imports has them: rooms that do not know each other share one."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    return [floor.split(" | ") for floor in contracts[0]["layers"]]


def test_the_house_has_few_floors_and_says_which() -> None:
    """Issue 15: thirteen at most, drawn from the imports; `pbem/__init__.py` names them in the linter's own words."""
    assert len(floors()) <= MOST_FLOORS
    said = " ".join((ROOT / "pbem" / "__init__.py").read_text(encoding="utf-8").split())
    assert ", ".join(" beside ".join(floor) for floor in floors()[1:]) in said


def test_the_letter_is_followed_to_the_journal(walk: Walk) -> None:
    """Each form was seen, in its order; else the rest would say nothing."""
    assert list(dict.fromkeys(entry.form for entry in walk.entries)) == list(FORMS)
    assert walk.entries[0] == Entry("raw", "", "service", "pbem.service.referee.take")
    assert walk.entries[-1] == Entry("body", "service", "store", "pbem.store.folder.journal.append")


def test_the_bytes_pass_few_rooms_and_each_once(walk: Walk) -> None:
    assert walk.times("raw") == {"service": 1, "store": 1, "mail": 1}
    assert walk.times("cause") == {"handlers": 1}
    assert walk.times("body") == {"store": 1}
    assert len(walk.rooms(*FORMS)) <= MOST_ROOMS


def test_what_was_read_is_asked_of_mail_alone_and_what_is_recorded_goes_down(walk: Walk) -> None:
    assert walk.rooms("message") == ["mail"]
    assert walk.rooms("record") == ["campaign", "store"]


def test_no_room_hands_a_letter_up(walk: Walk) -> None:
    floor = {room: number for number, rooms in enumerate(floors()) for room in rooms}
    assert [entry for entry in walk.entries if entry.before and floor[entry.before] >= floor[entry.room]] == []


def test_the_readme_draws_these_rooms(walk: Walk) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").split("## The way of a letter")[1].split("\n## ")[0]
    drawn = re.search(r"hold a letter, in the order in which each gets it first: ([^;.]+)", text)
    assert drawn, "the sentence that names the rooms"
    assert re.findall(r"`(\w+)`", drawn[1]) == walk.rooms(*FORMS)


def test_a_room_that_gets_hold_of_a_letter_would_be_seen() -> None:
    raw = b"From: zoe@elsewhere.example\n\nhello\n"
    with Walk(raw) as walk:
        read = reading.read(raw)
        recruiting.asks(read)
    assert walk.times("raw") == {"mail": 1}
    assert walk.times("message") == {"service": 1}
    with Walk(raw) as walk:
        reading.read(b"before " + raw)
        reading.read(raw[1:])
    assert walk.times("raw") == {"mail": 1}, "bytes in which all of them stand"
