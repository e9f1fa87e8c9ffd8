"""The doctor looks at everything the referee depends on, and says of each thing that fails what to do."""

import contextlib
import email
import email.policy
import itertools
import os
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem import admin as care
from pbem.admin.running import Now
from pbem.service import transports as roads
from pbem.service.referee import Referee
from tests.care.club import Club, serving

CLOCKS_APART = timedelta(minutes=10)


class Provider:
    """A mail server that puts what it takes into the referee's Maildir, or loses it."""

    def __init__(self, folder: Path, loses: bool = False, off: timedelta = timedelta()) -> None:
        self.folder, self.loses, self.off = folder, loses, off
        self.numbers = itertools.count(1)
        self.took: list[bytes] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.took.append(envelope.content)
        if not self.loses:
            path = self.folder / "mail" / "in" / "new" / f"{next(self.numbers)}.provider"
            aside = self.folder / path.name
            aside.write_bytes(envelope.content)
            at = (datetime.now(UTC) + self.off).timestamp()
            os.utime(aside, (at, at))
            path.parent.mkdir(parents=True, exist_ok=True)
            aside.rename(path)
        return "250 taken"


@contextlib.contextmanager
def mail_by(provider: Provider, club: Club) -> Iterator[None]:
    """The club posts by this provider meanwhile."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    controller = Controller(provider, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        outbox(club, f'kind = "smtp"\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n')
        yield
    finally:
        controller.stop()


def outbox(club: Club, settings: str) -> None:
    text = club.file.read_text()
    club.file.write_text(text[: text.index("[outbox]")] + "[outbox]\n" + settings)


def clock() -> datetime:
    return datetime.now(UTC)


def findings(club: Club, patience: float = 5.0, now: Now = clock) -> dict[str, str]:
    """What was found, by what was looked at, each line ok or FAIL."""
    text, well = care.doctor(club.file, now, patience)
    lines = text.splitlines()
    assert all(line[:6] in ("ok    ", "FAIL  ") for line in lines)
    assert well == (not any(line.startswith("FAIL") for line in lines))
    return {line[6:18].strip(): f"{line[:4].strip()} {line[19:]}" for line in lines}


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path / "club").found()


def test_a_healthy_house_is_ok_in_every_line(club: Club) -> None:
    with mail_by(Provider(club.folder), club):
        found = findings(club)
    assert {line.split()[0] for line in found.values()} == {"ok"}
    looked_at = {"settings", "host", "data", "permissions", "disk", "lock", "key", "inbox", "outbox", "round trip", "clock"}
    assert set(found) == looked_at


def test_a_host_without_an_address_is_told_what_he_does_without(club: Club) -> None:
    """The line is ok, since nothing fails; and says what follows from it."""
    line = findings(club)["host"]
    assert line.startswith("ok") and "[host]" in line
    assert "no address is set: nobody hosts by mail, and nobody is mailed of trouble" in line


def test_the_letter_to_oneself_is_put_away_and_the_referee_never_sees_it(club: Club) -> None:
    provider = Provider(club.folder)
    with mail_by(provider, club):
        findings(club)
    assert len(provider.took) == 1
    assert b"To: referee+doctor-" in provider.took[0]
    assert not list((club.folder / "mail" / "in" / "new").iterdir())
    assert len(list((club.folder / "mail" / "in" / ".Processed" / "cur").iterdir())) == 1
    assert care.tick(club.file, club.now) == ("0 handled\n", True)


def test_letters_that_wait_in_the_mailbox_are_left_for_the_referee(club: Club) -> None:
    club.drop("allied", "ACCEPT")
    with mail_by(Provider(club.folder), club):
        assert "unread letters there: 1" in findings(club)["inbox"]
    club.tick()
    assert len(club.records()) == 2


def test_a_letter_that_the_daemon_took_first_counts_as_come_back(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    provider = Provider(club.folder)
    with mail_by(provider, club), Referee(club.config) as referee:
        real = roads.outbox

        def posts_and_wakes(config: object) -> object:
            inner = real(club.config)

            class Waking:
                def post(self, posts: object) -> object:
                    verdicts = inner.post(posts)  # type: ignore[arg-type]
                    monkeypatch.setattr(roads, "outbox", real)
                    serving(club, referee)
                    return verdicts

                def close(self) -> None:
                    inner.close()

            return Waking()

        monkeypatch.setattr(roads, "outbox", posts_and_wakes)
        found = findings(club)
    assert found["round trip"].startswith("ok")
    assert found["lock"].startswith("ok held by process")


def test_a_letter_that_does_not_come_back_fails_and_hints_at_plus_addresses(club: Club) -> None:
    with mail_by(Provider(club.folder, loses=True), club):
        found = findings(club, patience=0.2)
    assert found["round trip"].startswith("FAIL the letter did not come back within 0 s: do plus-addresses (referee+doctor-")


@pytest.mark.parametrize("off", [CLOCKS_APART, -CLOCKS_APART])
def test_a_clock_that_differs_from_the_mail_servers_fails(club: Club, off: timedelta) -> None:
    with mail_by(Provider(club.folder, off=off), club):
        assert "set it by NTP" in findings(club)["clock"]


def test_a_mail_server_that_does_not_answer_fails(club: Club) -> None:
    outbox(club, 'kind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\n')
    found = findings(club)
    assert found["outbox"].startswith("FAIL SMTPConnectError")
    assert "round trip" not in found


def test_an_inbox_that_does_not_answer_fails(club: Club) -> None:
    club.file.write_text(club.file.read_text().replace('folder = "mail/in"', 'kind = "imap"\nhost = "127.0.0.1"\nport = 1'))
    found = findings(club)
    assert found["inbox"].startswith("FAIL 127.0.0.1: ")
    assert "outbox" not in found


def test_folders_as_roads_are_not_tried_all_the_way(club: Club) -> None:
    assert findings(club)["round trip"].startswith("ok not tried")


def test_faults_in_the_settings_are_named(club: Club) -> None:
    club.file.write_text(club.file.read_text().replace("free_mb", "free_mbs"))
    assert findings(club)["settings"].startswith("FAIL") and "did you mean free_mb" in findings(club)["settings"]


def test_a_full_disk_fails(club: Club) -> None:
    club.file.write_text(club.file.read_text().replace("free_mb = 0", "free_mb = 1000000000"))
    assert findings(club)["disk"] == "FAIL less than 1000000000 MB free: no mail is taken"


def test_what_others_may_read_fails_with_the_command_that_fixes_it(club: Club) -> None:
    (club.folder / "word").write_text("secret\n")
    outbox(club, 'kind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\nuser = "ref"\npassword_file = "word"\n')
    (club.folder / "word").chmod(0o644)
    (club.data / "key").chmod(0o640)
    club.data.chmod(0o755)
    found = findings(club)
    assert found["outbox login"] == f"FAIL {club.folder / 'word'} is open to others: chmod 600 {club.folder / 'word'}"
    assert found["key"].endswith(f"chmod 600 {club.data / 'key'}")
    assert found["permissions"].endswith(f"chmod 700 {club.data}")
    (club.folder / "word").chmod(0o600)
    assert findings(club)["outbox login"].startswith("ok")


@pytest.mark.parametrize(
    ("settings", "words"), [('password_file = "gone"', "No such file"), ('user = "ref"', "has no password_file")]
)
def test_a_password_that_is_not_there_fails(club: Club, settings: str, words: str) -> None:
    outbox(club, f'kind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\n{settings}\n')
    assert words in findings(club)["outbox login"]


def test_who_shows_a_token_needs_no_password(club: Club) -> None:
    outbox(club, 'kind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\nuser = "ref"\ntoken_command = "false"\n')
    assert "outbox login" not in findings(club)


def test_an_empty_password_fails(club: Club) -> None:
    (club.folder / "word").touch(0o600)
    outbox(club, 'kind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\npassword_file = "word"\n')
    assert findings(club)["outbox login"].endswith("is empty")


def test_no_password_is_ever_printed(club: Club) -> None:
    (club.folder / "word").write_text("hunter2hunter2\n")
    (club.folder / "word").chmod(0o600)
    outbox(club, 'kind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "none"\nuser = "ref"\npassword_file = "word"\n')
    assert "hunter2" not in str(findings(club))


def test_data_of_a_newer_program_and_a_damaged_journal_fail(club: Club) -> None:
    club.play(0, 2)
    journal = max((club.data / "campaigns" / "spring" / "journal").glob("*.jsonl"))
    journal.write_bytes(journal.read_bytes().replace(b"allied", b"ALLIED", 1))
    assert findings(club)["data"].startswith("FAIL spring is set aside: ")
    (club.data / "version").write_text("9\n")
    assert "newer pbem" in findings(club)["data"]


def test_a_house_that_was_never_set_up_fails(club: Club, tmp_path: Path) -> None:
    new = Club(tmp_path / "new")
    new.folder.mkdir()
    new.file.write_bytes(club.file.read_bytes())
    assert "is not there: is its disk mounted" in findings(new)["data"]


@pytest.mark.parametrize("name", ["mx.club.example", "-"])
def test_a_server_that_lets_forged_verdicts_through_fails(club: Club, name: str) -> None:
    text = club.file.read_text()
    club.file.write_text(text.replace("[outbox]", f'[trust]\nauthserv_id = "{name}"\n\n[outbox]', 1))

    class Strips(Provider):
        async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
            assert isinstance(envelope.content, bytes)
            lines = envelope.content.split(b"\r\n")
            envelope.content = b"\r\n".join(ln for ln in lines if not ln.startswith(b"Authentication-Results:"))
            return await super().handle_DATA(server, session, envelope)

    with mail_by(Provider(club.folder), club):
        assert "FAIL trust.authserv_id: a forged verdict came through" in findings(club)["verdicts"]
    with mail_by(Strips(club.folder), club):
        assert findings(club)["verdicts"].startswith("ok")


def test_an_order_pad_is_mailed_to_the_host_who_asks_for_one(club: Club) -> None:
    assert "no address is set" in care.doctor(club.file, clock, 5.0, pad=True)[0]
    club.file.write_text(club.file.read_text().replace("[outbox]", '[host]\naddress = "henk@host.example"\n\n[outbox]'))
    provider = Provider(club.folder)
    with mail_by(provider, club):
        text, _ = care.doctor(club.file, clock, 5.0, pad=True)
    assert "one was mailed to henk@host.example" in text
    letter = email.message_from_bytes(provider.took[-1], policy=email.policy.default)
    (pad,) = letter.iter_attachments()
    assert (letter["To"], pad.get_filename()) == ("henk@host.example", "pad-heumen-bridge.html")
    assert "Content-Security-Policy" in pad.get_content() and len(provider.took[-1]) < 400_000
