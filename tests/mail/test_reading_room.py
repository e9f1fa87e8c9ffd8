"""The reader's process: the same answers as reading here, bounds that hold, and a new one when it is gone."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem.mail.letter import Letter, Unreadable
from pbem.mail.parser_process import _START, ReaderAbsent, ReaderDied, ReadingRoom
from pbem.mail.reader import Bounds, NoAnswer, judged
from pbem.mail.reading import read
from pbem.mail.sender_auth import vouched
from pbem.mail.trust import Trust
from tests.mail.name_server import name_server, silence
from tests.mail.signing import signed
from tests.mail.test_reading import BOMBS

LETTERS = sorted((Path(__file__).with_name("letters")).glob("*.eml"))
PLAIN = b"From: alice@example.org\r\n\r\nPASS"
NARROW = 48 << 20  # Python starts, a large letter does not fit


@pytest.fixture
def room() -> Iterator[ReadingRoom]:
    found = ReadingRoom()
    yield found
    found.close()


def test_the_reader_answers_as_reading_does(room: ReadingRoom) -> None:
    for path in LETTERS:
        raw = path.read_bytes()
        assert room.read(raw) == read(raw)
    assert room.read(PLAIN, oversized=True) == read(PLAIN, oversized=True)


def test_all_letters_are_read_by_one_process(room: ReadingRoom) -> None:
    room.read(PLAIN)
    first = room.pid
    room.read(PLAIN * 1000)
    assert room.pid == first != os.getpid()


def test_a_reader_that_died_between_two_letters_is_followed_by_another(room: ReadingRoom) -> None:
    room.read(PLAIN)
    os.kill(room.pid, signal.SIGKILL)
    os.waitid(os.P_PID, room.pid, os.WEXITED | os.WNOWAIT)
    assert isinstance(room.read(PLAIN), Letter)


def test_a_reader_that_dies_over_a_letter_is_named_and_followed_by_another(room: ReadingRoom) -> None:
    room.read(PLAIN)
    os.kill(room.pid, signal.SIGSTOP)
    threading.Timer(0.1, os.kill, (room.pid, signal.SIGKILL)).start()
    with pytest.raises(ReaderDied, match="SIGKILL"):
        room.read(PLAIN)
    assert isinstance(room.read(PLAIN), Letter)


def test_the_clock_bounds_a_reader_that_never_answers() -> None:
    with closing(ReadingRoom(patience=2.0)) as room:
        room.read(PLAIN)
        hung = room.pid
        os.kill(hung, signal.SIGSTOP)
        with pytest.raises(ReaderDied, match="not done with it in 2 s"):
            room.read(PLAIN)
        assert room.pid == 0
        with pytest.raises(ProcessLookupError):
            os.kill(hung, 0)
        assert isinstance(room.read(PLAIN), Letter)


def test_the_processor_is_bounded_for_each_letter() -> None:
    with closing(ReadingRoom(Bounds(cpu=0))) as room:
        with pytest.raises(ReaderDied, match="SIGXCPU"):
            for _ in range(5):  # one of them does not fit into what is left of the second
                room.read(BOMBS["many pages"])
        assert isinstance(room.read(PLAIN), Letter)


def test_memory_is_bounded_and_the_next_letter_is_read() -> None:
    with closing(ReadingRoom(Bounds(memory=NARROW))) as room:
        with pytest.raises(ReaderDied, match="it ended with"):
            room.read(PLAIN + b"x" * (NARROW // 2))
        assert isinstance(room.read(PLAIN), Letter)


def test_a_reader_that_cannot_start_is_no_fault_of_a_letter(room: ReadingRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [])
    with pytest.raises(ReaderAbsent, match="no reader can be started: it ended with 1"):
        room.read(PLAIN)


def test_a_reader_that_may_set_no_bounds_reads_nothing_and_says_why(room: ReadingRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    denied = "import resource; resource.setrlimit = lambda *told: (_ for _ in ()).throw(PermissionError()); "
    monkeypatch.setattr("pbem.mail.parser_process._START", denied + _START)
    with pytest.raises(ReaderAbsent, match="not let set bounds"):
        room.read(PLAIN)


def test_the_reader_ends_when_it_is_let_go(room: ReadingRoom) -> None:
    room.read(PLAIN)
    pid = room.pid
    room.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_reader_holds_no_environment_and_no_file_of_ours(room: ReadingRoom, tmp_path: Path) -> None:
    with (tmp_path / "key").open("w"):
        room.read(PLAIN)
        files = [str(path.readlink()) for path in Path(f"/proc/{room.pid}/fd").iterdir()]
    assert sorted(name.partition(":")[0] for name in files) == ["/dev/null"] * 3 + ["socket"]
    assert Path(f"/proc/{room.pid}/environ").read_bytes() in (b"", b"LD_LIBRARY_PATH")


def test_a_bug_in_reading_refuses_the_letter_by_name(room: ReadingRoom) -> None:
    assert isinstance(room.read(b""), Letter | Unreadable)


SIGNED = signed(PLAIN + b"\r\n", "example.org", fields=(b"from",))


def test_the_reader_judges_senders_as_vouching_does(room: ReadingRoom) -> None:
    with name_server() as server:
        trust = Trust("mx.club.example", dkim=True, name_server=server.at)
        verdict = b"Authentication-Results: mx.club.example; dmarc=pass header.from=example.org\r\n"
        failed = verdict.replace(b"=pass", b"=fail") + SIGNED
        for raw in (PLAIN, SIGNED, SIGNED + b"more", verdict + PLAIN, failed, b"", b"\xff" * 99):
            assert room.vouched(raw, trust) == vouched(raw, trust)
            assert room.vouched(raw, Trust()) is False
        assert room.vouched(SIGNED, trust)


def test_dkim_and_the_dns_stay_out_of_the_referees_process() -> None:
    told = (
        "import sys, pbem.service.daemon; print(sorted(name for name in sys.modules if name in ('dns', 'pbem.mail.sender_auth')))"
    )
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "[]\n"


BLANKS = SIGNED.replace(b"c=relaxed/simple", b"c=relaxed/relaxed") + b" " * 900_000 + b"x"
LARGE = SIGNED.replace(b"PASS", b"x" * NARROW)


@pytest.mark.parametrize(
    ("bounds", "bomb", "death"), [(Bounds(cpu=1), BLANKS, "SIGXCPU"), (Bounds(memory=NARROW), LARGE, "it ended with")]
)
def test_a_signature_that_is_a_bomb_takes_the_reader_alone(bounds: Bounds, bomb: bytes, death: str) -> None:
    with name_server() as server, closing(ReadingRoom(bounds)) as room:
        with pytest.raises(ReaderDied, match=death):
            room.vouched(bomb, Trust(dkim=True, name_server=server.at))
        assert isinstance(room.read(PLAIN), Letter)


def test_the_clock_bounds_a_question_to_a_name_server() -> None:
    with name_server(silence) as server, closing(ReadingRoom(patience=2.0)) as room:
        with pytest.raises(ReaderDied, match="not done with it in 2 s"):
            room.vouched(SIGNED, Trust(dkim=True, name_server=server.at))
        assert isinstance(room.read(PLAIN), Letter)


@pytest.mark.parametrize("answer", [b"", b"?", b"yy"])
def test_what_is_neither_yes_nor_no_vouches_for_nobody(answer: bytes) -> None:
    with pytest.raises(NoAnswer):
        judged(answer)


LETTER = b"From: alice@example.org\r\n\r\nSTATUS"


def test_a_letter_is_read_ahead_and_asked_about_once(room: ReadingRoom) -> None:
    room.read(PLAIN)
    room.ahead(LETTER)
    room.ahead(PLAIN)  # one at a time
    assert room.read(LETTER) == read(LETTER)
    assert room.read(PLAIN) == read(PLAIN)


def test_another_question_is_not_answered_with_what_was_read_ahead(room: ReadingRoom) -> None:
    room.read(PLAIN)
    room.ahead(LETTER)
    assert room.vouched(PLAIN, Trust()) is False
    assert room.read(LETTER) == read(LETTER)
    room.ahead(LETTER, oversized=True)
    assert room.read(LETTER) == read(LETTER)


def test_nothing_is_read_ahead_without_a_reader_and_a_long_letter_waits_for_its_turn(room: ReadingRoom) -> None:
    room.ahead(LETTER)
    assert room.pid == 0
    room.read(PLAIN)
    long = PLAIN + b"x" * (1 << 20)
    room.ahead(long)  # nobody would take it in while the other letter is handled
    assert room.read(long) == read(long)


def test_a_letter_that_kills_the_reader_ahead_of_its_turn_is_blamed_alone() -> None:
    with closing(ReadingRoom(patience=2.0)) as room:
        room.read(PLAIN)
        first = room.pid
        os.kill(first, signal.SIGSTOP)
        room.ahead(LETTER)  # the reader is over it for ever
        assert room.vouched(PLAIN, Trust()) is False, "asked of the letter in hand, by a new reader"
        assert room.pid != first
        os.kill(room.pid, signal.SIGSTOP)
        room.ahead(LETTER)
        with pytest.raises(ReaderDied):
            room.read(LETTER)
        assert room.read(PLAIN) == read(PLAIN)
