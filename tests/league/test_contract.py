"""What a store promises, asked of both: the folder and the database."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.service import opening
from pbem.service.config.settings import Config, MailboxSettings, Settings
from pbem.store.facts import Attempted, Excused, Fact, Fetched, Held, Ignored, Posted, Refused, Thrown
from pbem.store.mailroom import Mailroom
from pbem.store.ports import DataRefused, HandledLetter, Store
from pbem.store.shelf_ports import NewLetter, Opened
from tests.acceptance.table import KEY

from .conftest import Leagues

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
Openings = Callable[[], Store]


@pytest.fixture(params=["folder", "database"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Openings]:
    """Opens the same house; the one before is let go, as by a process that ends."""
    held = list[Store]()
    if request.param == "database":
        config = request.getfixturevalue("league")(tmp_path)
    else:
        (tmp_path / "data").mkdir()
        (tmp_path / "data" / "key").write_bytes(KEY)
        settings = Settings(data=str(tmp_path / "data"), mailbox=MailboxSettings(address="referee@club.example"), free_mb=0)
        config = Config(settings, tmp_path)

    def opened() -> Store:
        for store in held:
            store.release()
        held[:] = [opening.store_of(config)]
        held[0].hold()
        held[0].begin()
        return held[0]

    yield opened
    for store in held:
        store.release()


def begun(store: Store, name: str = "one") -> Any:
    """The shelf of a campaign that has its word on itself."""
    shelf = store.shelf(name)
    shelf.write_texts({"game.toml": ""})
    shelf.write_about(b"{}")
    return shelf


def journal_of(store: Store, name: str = "one") -> Any:
    shelf = store.shelf(name) if store.shelf(name).is_begun() else begun(store, name)
    shelf.journal.open()
    return shelf.journal


def test_records_are_numbered_and_chained_through_files(house: Openings) -> None:
    journal = journal_of(house())
    assert journal.open() == Opened(None, [], 0, {0: "0" * 64}, {})
    assert [journal.append({"n": n}) for n in (1, 2)] == [1, 2]
    for hint in ("T001", "T001", "T000", "T002"):
        journal.start_file(hint, {"after": journal.number})
        journal.append({"n": journal.number + 1})
    again = journal_of(house())
    assert [record["body"]["n"] for record in again.all_records()] == [1, 2, 3, 4, 5, 6]
    found = again.look()
    assert (found.snapshot, [r["number"] for r in found.records]) == (b'{"after":5}', [6])
    assert list(found.full) == ["T000.jsonl", "T001.jsonl", "T001+0001.jsonl", "T001+0002.jsonl"]
    assert (again.number, again.records_in_file) == (6, 1)
    assert again.append({"n": 7}) == 7
    with pytest.raises(ValueError, match="no name"):
        again.start_file("../T009", {})


bodies_of_records = st.dictionaries(st.text(max_size=3), st.integers(0, 2**53) | st.text(max_size=5), max_size=3)
steps = st.lists(bodies_of_records | st.sampled_from(["T001", "T002"]), max_size=8)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_any_bodies_are_the_same_bytes_in_both(
    league: Leagues, tmp_path_factory: pytest.TempPathFactory, bodies: list[Any]
) -> None:
    """Line by line, file by file: what leaves a league is what a folder would hold."""
    from pbem.service.league_opening import league_of
    from pbem.store.folder.disk import Disk
    from pbem.store.folder.shelf import FolderShelf

    folder = tmp_path_factory.mktemp("both")
    store = league_of(league(folder))
    store.hold()
    rows, files = store.shelf(f"c{folder.name}"), FolderShelf(Disk(), folder / "home")
    for shelf in (rows, files):
        shelf.write_texts({"game.toml": ""})
        shelf.write_about(b"{}")
        shelf.journal.open()
        for body in bodies:
            if isinstance(body, str):
                shelf.journal.start_file(body, {"number": shelf.journal.number})
            else:
                shelf.journal.append(body)
    found = {path.name: path.read_bytes() for path in (folder / "home" / "journal").glob("*.jsonl")}
    assert dict(rows.journal.files()) == found
    assert (rows.journal.full, rows.journal.digest) == (files.journal.full, files.journal.digest)
    store.release()


def test_the_spool_keeps_each_letter_once_and_in_its_order(house: Openings) -> None:
    store = house()
    late = store.spool.put(b"late", NOON + timedelta(minutes=1), "t:2")
    early = store.spool.put(b"early", NOON, "t:1")
    assert store.spool.put(b"early", NOON, "t:1") == early
    assert store.spool.put(b"early once more", NOON, "t:1") == early, "a transport that is there keeps its entry"
    assert store.spool.entries() == [early, late]
    spool = house().spool
    assert (spool.first(), spool.first({early.name}), spool.first({early.name, late.name})) == (early, late, None)
    assert (spool.raw(early), spool.count(), spool.newest()) == (b"early", 2, NOON + timedelta(minutes=1))
    assert spool.older("new", NOON + timedelta(seconds=1)) == [early.name]
    with pytest.raises(ValueError, match="without its zone"):
        spool.put(b"", datetime(2026, 11, 23), "t:3")


def test_a_letter_goes_from_folder_to_folder_and_to_its_campaign(house: Openings) -> None:
    store = house()
    begun(store)
    entry = store.spool.put(b"raw", NOON, "t:1")
    held = store.spool.move_to(entry, "held", "no token")
    assert (held.folder, held.reason, store.spool.find(entry.name)) == ("held", "no token", held)
    assert store.spool.move_to(entry, "held", "no token") == held, "repeating it is right"
    back = store.spool.move_to(held, "new", "unshunted")
    store.spool.hand_over([HandledLetter(back, "one")])
    store.spool.hand_over([HandledLetter(back, "one")])
    assert (store.spool.find(entry.name), list(store.filed()), store.shelf("one").came()) == (None, [entry.name], [entry.name])
    gone = store.spool.put(b"errand", NOON, "t:2")
    store.spool.remove(gone)
    store.spool.remove(gone)
    assert store.spool.count() == 0


FACTS: tuple[Fact, ...] = (
    Fetched("imap:INBOX:7:41", "s1", "00ff", 1200, NOON),
    Posted("one", "allied", "A-1", NOON, "ab" * 32),
    Refused("one", "german", "A-2", "550", NOON),
    Held("s2", "one", "allied", "no token", NOON),
    Ignored("s3", "auto", NOON),
    Thrown(("s4",), NOON),
)


def test_the_book_tells_the_same_to_who_reads_it_next(house: Openings) -> None:
    book = Mailroom(house().book)
    book.open()
    book.note(*FACTS)
    book.note(Attempted("s9", NOON))
    book.note(Attempted("s9", NOON))
    book.note(Excused("s9", NOON))
    assert book.attempts("s9") == 1
    again = Mailroom(house().book)
    assert again.open() == 0
    assert (again.attempts("s9"), again.is_posted("one", "allied", "A-1"), again.is_settled("one", "german", "A-2")) == (
        1,
        True,
        True,
    )
    assert tuple(again.facts())[: len(FACTS)] == FACTS
    assert again.newest == NOON


def test_letters_of_ours_and_what_a_campaign_began_with(house: Openings) -> None:
    store = house()
    shelf = store.shelf("one")
    assert not shelf.is_begun()
    with pytest.raises(FileNotFoundError):
        shelf.about()
    with pytest.raises(FileNotFoundError):
        shelf.module()
    shelf.write_texts({"game.toml": "x = 1\n", "tables/a.toml": "ü"})
    assert (shelf.is_begun(), list(store.names())) == (False, []), "without its word on itself it is none"
    shelf.write_about(b'{"id":"one"}')
    letter = shelf.letters.at("allied", "A-1")
    assert (letter.is_there(), letter.head(9), letter.number) == (False, None, "A-1")
    with pytest.raises(FileNotFoundError):
        letter.raw()
    store.freeze([NewLetter(letter, b"Subject: x\r\n"), NewLetter(shelf.letters.at("allied", "A-2"), b"y")])
    store = house()
    shelf = store.shelf("one")
    letter = shelf.letters.at("allied", "A-1")
    assert [letter.raw(), letter.head(4)] == [b"Subject: x\r\n", b"Subj"]
    assert shelf.letters.numbers(["allied", "german"]) == {"allied": {"A-1", "A-2"}, "german": frozenset()}
    assert (dict(shelf.module()), list(store.names()), shelf.is_begun()) == (
        {"game.toml": b"x = 1\n", "tables/a.toml": "ü".encode()},
        ["one"],
        True,
    )
    assert shelf.evidence({"allied": ["A-7"]}).letters["allied"] == 7


def test_what_is_shown_and_what_is_buried(house: Openings) -> None:
    store = house()
    shelf = begun(store)
    assert shelf.shown() is None
    shelf.show({"seats": [{"seat": "allied"}], "checkpoint": [{"records": 0}]})
    shown = shelf.shown()
    assert shown and shown["seats"] == [{"seat": "allied"}]
    with pytest.raises(ValueError, match="no such table"):
        shelf.show({"other": []})
    store.bury("one", NOON)
    store.bury("one", NOON)
    store = house()
    assert (list(store.names()), store.is_gone("one"), store.is_gone("two")) == ([], True, False)


def test_what_is_to_be_read_again_is_remembered(house: Openings) -> None:
    assert not house().is_to_read_again()
    house().read_again(True)
    house().read_again(True)
    assert house().is_to_read_again()
    house().read_again(False)
    assert not house().is_to_read_again()


def test_a_record_of_a_newer_program_is_refused(house: Openings) -> None:
    store = house()
    journal = journal_of(store)
    journal.append({"schema": 9})
    with pytest.raises(DataRefused, match="newer pbem"):
        store.shelf("one").check_schema(2)
    store.shelf("one").check_schema(9)
