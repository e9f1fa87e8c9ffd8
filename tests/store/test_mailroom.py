"""The mailroom's book: every fact comes back, and the views are those of the facts."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.store.folder.disk import Disk
from pbem.store.folder.fact_file import FactFile, MailroomDamaged
from pbem.store.framing import framed
from pbem.store.mailroom import (
    Attempted,
    Deferred,
    Fact,
    Fetched,
    Held,
    Ignored,
    Mailroom,
    Posted,
    Refused,
    Shunted,
)

from .failing_disk import DEATHS, FAULTS, Trouble, endings

Fresh = Callable[[int], Path]

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
FACTS: tuple[Fact, ...] = (
    Fetched("imap:INBOX:7:41", "s1", "00ff", 1200, NOON),
    Attempted("s1", NOON),
    Attempted("s1", NOON + timedelta(minutes=1)),
    Posted("nijmegen", "allied", "A-1", NOON, "ab" * 32),
    Posted("nijmegen", "german", "A-1", NOON),
    Deferred("nijmegen", "german", "A-2", "451 later", NOON),
    Deferred("nijmegen", "german", "A-3", "451 later", NOON),
    Deferred("nijmegen", "german", "A-3", "451 later yet", NOON + timedelta(minutes=5)),
    Refused("nijmegen", "german", "A-2", "550 no such box", NOON + timedelta(minutes=9)),
    Fetched("imap:INBOX:7:42", "s2", "00fe", 900, NOON),
    Held("s2", "nijmegen", "allied", "no token", NOON),
    Ignored("s3", "auto-submitted", NOON),
)

texts = st.text(max_size=4)
times = st.datetimes(min_value=datetime(2000, 1, 1), timezones=st.just(UTC), max_value=datetime(2100, 1, 1))
facts: st.SearchStrategy[Fact] = st.one_of(
    st.builds(Fetched, texts, texts, texts, st.integers(0, 2**40), times),
    st.builds(Attempted, texts, times),
    st.builds(Ignored, texts, texts, times),
    st.builds(Shunted, texts, texts, times),
    st.builds(Held, texts, texts, texts, texts, times),
    st.builds(Posted, texts, texts, texts, times),
    st.builds(Deferred, texts, texts, texts, texts, times),
    st.builds(Refused, texts, texts, texts, texts, times),
)


def opened(path: Path, disk: Disk | None = None) -> Mailroom:
    mailroom = Mailroom(FactFile(disk or Disk(), path))
    mailroom.open()
    return mailroom


def check_views(mailroom: Mailroom) -> None:
    assert "imap:INBOX:7:41" in mailroom
    assert "imap:INBOX:8:41" not in mailroom
    assert mailroom.transports() == {"imap:INBOX:7:41", "imap:INBOX:7:42"}
    assert (mailroom.attempts("s1"), mailroom.attempts("s2")) == (2, 0)
    seats = (("nijmegen", "allied"), ("nijmegen", "german"), ("arnhem", "german"))
    assert [mailroom.is_posted(*seat, "A-1") for seat in seats] == [True, True, False]
    assert [mailroom.link(*seat, "A-1") for seat in seats] == ["ab" * 32, "", ""]
    assert [mailroom.is_settled(*seat, "A-2") for seat in seats] == [False, True, False]
    assert [put_off.text for put_off in mailroom.deferrals("nijmegen", "german", "A-3")] == ["451 later", "451 later yet"]
    assert [put_off.number for put_off in mailroom.put_off_since(NOON + timedelta(hours=1))] == ["A-3"]
    assert not mailroom.deferrals("nijmegen", "german", "A-2"), "it is settled"
    assert (mailroom.held("nijmegen", "allied"), mailroom.held("nijmegen", "german")) == (1, 0)


def test_the_views_are_the_same_at_once_and_after_reopening(tmp_path: Path) -> None:
    mailroom = opened(tmp_path / "mailroom.jsonl")
    for fact in FACTS:
        mailroom.note(fact)
    check_views(mailroom)
    mailroom.open()
    check_views(mailroom)
    check_views(opened(tmp_path / "mailroom.jsonl"))


def test_a_letter_put_aside_starts_afresh_with_its_attempts(tmp_path: Path) -> None:
    mailroom = opened(tmp_path / "mailroom.jsonl")
    mailroom.note(Attempted("s1", NOON))
    mailroom.note(Shunted("s1", "killed its reader", NOON))
    assert mailroom.attempts("s1") == 0


@given(st.lists(facts, max_size=8))
def test_every_fact_comes_back_in_order(tmp_path_factory: pytest.TempPathFactory, noted: list[Fact]) -> None:
    path = tmp_path_factory.mktemp("mailroom") / "mailroom.jsonl"
    mailroom = opened(path)
    for fact in noted:
        mailroom.note(fact)
    assert list(opened(path).facts()) == noted


@given(st.lists(st.lists(facts, max_size=4), max_size=4))
def test_facts_noted_together_come_back_one_by_one(tmp_path_factory: pytest.TempPathFactory, noted: list[list[Fact]]) -> None:
    path = tmp_path_factory.mktemp("mailroom") / "mailroom.jsonl"
    mailroom = opened(path)
    for together in noted:
        mailroom.note(*together)
    assert list(opened(path).facts()) == [fact for together in noted for fact in together]


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_facts_noted_together_are_all_there_or_none(fresh: Fresh, trouble: Trouble) -> None:
    for end in endings(fresh, lambda disk, folder: opened(folder / "book", disk).note(*FACTS[:4]), trouble):
        assert list(opened(end.folder / "book").facts()) in ([], list(FACTS[:4]))


def test_what_is_settled_needs_no_more_doing(tmp_path: Path) -> None:
    mailroom = opened(tmp_path / "mailroom.jsonl")
    mailroom.note(*FACTS)
    settled = [("nijmegen", "allied", "A-1"), ("nijmegen", "german", "A-1"), ("nijmegen", "german", "A-2")]
    assert [mailroom.is_settled(*letter) for letter in settled] == [True, True, True]
    assert [mailroom.is_posted(*letter) for letter in settled] == [True, True, False]
    assert not mailroom.is_settled("nijmegen", "allied", "A-2")
    assert not mailroom.is_settled("arnhem", "allied", "A-1")


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_in_trouble_at_any_step_the_acknowledged_facts_stay(fresh: Fresh, trouble: Trouble) -> None:
    noted: list[Fact] = []

    def work(disk: Disk, folder: Path) -> None:
        noted.clear()
        mailroom = opened(folder / "data" / "mailroom.jsonl", disk)
        for fact in FACTS[:3]:
            mailroom.note(fact)
            noted.append(fact)

    for end in endings(fresh, work, trouble):
        again = opened(end.folder / "data" / "mailroom.jsonl")
        found = tuple(again.facts())
        left = [FACTS[: len(noted)], FACTS[: len(noted) + 1]]
        if trouble == "power":  # attempts at the end are not waited for
            left += [FACTS[:n] for n in range(1, len(noted)) if all(isinstance(f, Attempted) for f in noted[n:])]
        assert found in left
        again.note(FACTS[3])
        assert tuple(again.facts()) == (*found, FACTS[3])


def test_a_torn_tail_is_cut_and_told(tmp_path: Path) -> None:
    path = tmp_path / "mailroom.jsonl"
    opened(path).note(FACTS[0])
    path.write_bytes(path.read_bytes() + b"0123")
    assert Mailroom(FactFile(Disk(), path)).open() == 4
    assert Mailroom(FactFile(Disk(), path)).open() == 0


@pytest.mark.parametrize("line", [framed(b'{"_":"Lost"}'), framed(b'{"_":"Posted"}'), framed(b"[]"), b"rubbish\n"])
def test_a_line_that_is_no_fact_is_damage(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "mailroom.jsonl"
    opened(path).note(FACTS[0])
    path.write_bytes(path.read_bytes() + line)
    with pytest.raises(MailroomDamaged, match=r"mailroom\.jsonl, line 2"):
        opened(path)
