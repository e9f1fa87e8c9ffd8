"""A mailbox that is recreated under our hands, and letters that the provider took for spam, at a real Dovecot."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem import admin as care
from pbem.mail.inbox import InboxError
from pbem.mail.inbox.imap import ImapInbox
from pbem.service import daemon
from pbem.service.alerts import TELL_AGAIN, read_pulse
from pbem.store.ports import FOLDERS
from tests.acceptance.table import Table
from tests.test_watch import configured, notices

from .cutting import CuttingCable, Scissors
from .running import PASSWORD, Dovecot
from .test_dovecot import account


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    configured(table, tmp_path)
    yield table
    table.close()


@contextlib.contextmanager
def folder(server: Dovecot, name: str) -> Iterator[IMAPClient]:
    """A person at the mailbox of the referee; the folder is gone afterwards."""
    with IMAPClient("127.0.0.1", server.port, ssl=False, timeout=10) as client:
        client.login("referee", PASSWORD)
        client.create_folder(name)
        yield client
        client.delete_folder(name)


def a_pass(table: Table, inbox: ImapInbox) -> None:
    daemon.tick(table.referee, inbox, table.postman, lambda: table.at)


def wire(raw: bytes) -> bytes:
    return raw.replace(b"\n", b"\r\n")


def raws(client: IMAPClient, name: str) -> list[bytes]:
    client.select_folder(name, readonly=True)
    found = client.fetch(client.search("ALL"), ["BODY.PEEK[]", "FLAGS"])
    return [found[uid][b"BODY[]"] for uid in sorted(found)]


def test_a_mailbox_made_afresh_is_read_whole_does_nothing_twice_and_the_host_is_told_once(table: Table, dovecot: Dovecot) -> None:
    inbox, accept = ImapInbox(account(dovecot), mailbox="Campaign"), wire(table.letter("allied", "ACCEPT"))
    with folder(dovecot, "Campaign") as client:
        client.append("Campaign", accept)
        a_pass(table, inbox)
        inbox.close()
        assert not notices(table)
        client.delete_folder("Campaign")
        time.sleep(1.1)  # Dovecot takes the second of its clock
        client.create_folder("Campaign")
        client.append("Campaign", accept)
        client.append("Campaign", wire(table.letter("german", "ACCEPT")))
        again = ImapInbox(account(dovecot), mailbox="Campaign")  # a new process knows it by the book alone
        for _ in range(3):
            a_pass(table, again)
        (notice,) = notices(table)
        assert "the mailbox 'Campaign' was recreated (UIDVALIDITY " in notice.get_content()
        assert "letters wait where they are" not in notice.get_content()
        assert "recreated" in str(read_pulse(table.referee.data))
        assert [s.accepted for s in table.campaign.state.admin.seats.values()] == [True, True]
        welcomes = {mail.raw for mail in table.mail("allied") if "welcome" in mail.subject.lower()}
        assert len(welcomes) == 1, "what was answered is posted again, the same bytes"
        table.at += TELL_AGAIN
        a_pass(table, again)
        again.close()
    assert len(notices(table)) == 1
    assert "recreated:" not in str(read_pulse(table.referee.data).alarms)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("server", "name", "spam"),
    [("dovecot", "Junk", ""), ("plain_dovecot", "INBOX.Werbung", ""), ("dovecot", "Anderes", "Anderes")],
)
def test_a_commanders_letter_in_the_spam_folder_is_read_there_and_the_rest_is_left_alone(
    table: Table, tmp_path: Path, request: pytest.FixtureRequest, server: str, name: str, spam: str
) -> None:
    dovecot: Dovecot = request.getfixturevalue(server)
    inbox = ImapInbox(account(dovecot), spam=spam)
    ours = wire(table.letter("allied", "ACCEPT"))
    forged = wire(table.letter("german", "ACCEPT", to="referee+test-aaaaaaaaaaaaaaaa@club.example"))
    others = [b"From: cheap@pills.example\r\nSubject: %d\r\n\r\nACCEPT\r\n" % n for n in range(30)]
    with folder(dovecot, name) as client:
        for raw in (*others, forged, ours):
            client.append(name, raw)
        before = client.folder_status(name, ["MESSAGES", "UNSEEN", "RECENT"])
        mails = len(table.mail("german"))
        for _ in range(3):
            a_pass(table, inbox)
        assert client.folder_status(name, ["MESSAGES", "UNSEEN", "RECENT"]) == before
        seats = table.campaign.state.admin.seats
        assert (seats["allied"].accepted, seats["german"].accepted) == (True, False)
        assert len(table.mail("german")) == mails, "spam in his name is told nobody"
        assert {where: n for where in FOLDERS if (n := table.referee.spool.count(where))} == {"ignored": 1}
        (notice,) = notices(table)
        assert "letters of commanders lay in the spam folder: 1; they were read there" in notice.get_content()
        assert table.referee.mailroom.origins.rescued == 1
        client.append(name, wire(table.letter("german", "ACCEPT")))
        a_pass(table, inbox)
        assert table.campaign.state.admin.seats["german"].accepted
        assert len(raws(client, name)) == len(others) + 3
    inbox.close()
    assert len(notices(table)) == 1, "once a day at most"
    (tmp_path / "pbem.toml").write_text('[mailbox]\naddress = "referee@club.example"\n')
    assert "2 letters of commanders were read in the spam folder" in care.status(tmp_path / "pbem.toml", table.at)


@pytest.mark.parametrize(("name", "spam"), [("Junk", "-"), ("Elsewhere", ""), ("Junk", "Nowhere")])
def test_a_folder_that_is_not_meant_is_not_looked_into(table: Table, dovecot: Dovecot, name: str, spam: str) -> None:
    inbox = ImapInbox(account(dovecot), spam=spam)
    with folder(dovecot, name) as client:
        client.append(name, wire(table.letter("allied", "ACCEPT")))
        a_pass(table, inbox)
    inbox.close()
    assert not table.campaign.state.admin.seats["allied"].accepted


def test_a_spam_folder_that_goes_away_keeps_no_mail_from_us(table: Table, dovecot: Dovecot) -> None:
    inbox = ImapInbox(account(dovecot), spam="")
    with folder(dovecot, "Junk") as client:
        a_pass(table, inbox)
        client.delete_folder("Junk")
        dovecot.deliver("referee", wire(table.letter("allied", "ACCEPT")))
        a_pass(table, inbox)
        assert table.campaign.state.admin.seats["allied"].accepted
        client.create_folder("Junk")
        client.append("Junk", wire(table.letter("german", "ACCEPT")))
        inbox.close()
        a_pass(table, inbox)
    inbox.close()
    assert table.campaign.state.admin.seats["german"].accepted


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_whenever_the_link_is_cut_the_letters_in_the_spam_folder_come_once_each_and_no_other(dovecot: Dovecot) -> None:
    writers = frozenset({"alice@example.org", "bob@example.org"})
    ours = [b"From: %s@example.org\r\n\r\n%d\r\n" % (name, n) for n, name in enumerate((b"alice", b"Bob") * 3)]
    with folder(dovecot, "Junk") as client:
        for raw in (b"From: pills@cheap.example\r\n\r\nbuy\r\n", *ours):
            client.append("Junk", raw)
        moments, n = 2, 1
        while n < moments:
            with CuttingCable(dovecot.port, scissors := Scissors(n)) as cable:
                inbox = ImapInbox(account(dovecot, port=cable.port, timeout=5.0), spam="")
                came = _passes(inbox, writers)
                inbox.close()
            assert sorted(came.values()) == sorted(ours), (n, scissors.cut)
            moments, n = max(moments, scissors.moments), n + 13
    assert moments > 60


def _passes(inbox: ImapInbox, writers: frozenset[str]) -> dict[str, bytes]:
    """Three passes, each a poll of the inbox and a look into the spam; what came in a broken one is kept, as the spool does."""
    came: dict[str, bytes] = {}
    for _ in range(3):
        with contextlib.suppress(InboxError):
            assert list(inbox.fetch(came)) == []
            for mail in inbox.astray(came, writers):
                assert mail.raw and mail.transport not in came
                came[mail.transport] = mail.raw
    return came
