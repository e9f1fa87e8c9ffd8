"""Letters that come back: noted, sent to the next address, then no more of them; nothing of it is ever taken for orders."""

from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.outbox import Post, PostVerdict
from pbem.mail.sender import return_mark
from pbem.service.bounces import MOST_IN_A_ROW
from pbem.store.folder.disk import Disk
from pbem.store.folder.fact_file import FactFile
from pbem.store.folder.version import BOOK
from pbem.store.mailroom import Bounced, Mailroom
from tests.acceptance.table import ADDRESS, Mail, Postman, Table

ALLIED = ADDRESS["allied"]


def report(mail: Mail | None, status: str = "5.1.1", to: str = "referee@club.example") -> bytes:
    """What a mail server writes of a letter that it could not deliver."""
    original = f"Message-ID: {mail.message_id}\nSubject: x\n" if mail else "Subject: x\n"
    return (
        f"Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example>\nTo: {to}\nSubject: Undelivered Mail\n"
        'Auto-Submitted: auto-replied\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nI am sorry. BEGIN ORDERS\nEND IMPULSE\nEND ORDERS\n\n"
        f"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nAction: failed\nStatus: {status}\n\n"
        f"--b\nContent-Type: text/rfc822-headers\n\n{original}\n--b--\n"
    ).encode()


def comes(table: Table, raw: bytes) -> None:
    table.deliver(raw)
    table.run()


def back(table: Table) -> list[Bounced]:
    return list(table.referee.mailroom.bounced("test", "allied"))


def test_a_bounce_is_noted_by_its_message_id_and_changes_nothing_else(table: Table) -> None:
    mail, record = table.mail("allied")[-1], table.campaign.journal.number
    comes(table, report(mail))
    assert [(b.seat, b.number, b.status, b.address) for b in back(table)] == [("allied", _number(mail), "5.1.1", ALLIED)]
    assert table.campaign.journal.number == record
    assert table.referee.bounces() == ([f"test allied: 1 · {ALLIED} (5.1.1)"], [])


def _number(mail: Mail) -> str:
    return mail.message_id.split(".")[2]


def test_without_the_original_the_return_address_tells_whose_it_was(table: Table) -> None:
    mark = return_mark(table.referee.press.key, "test", "allied", ALLIED)
    comes(table, report(None, to=f"referee+test-{mark}@club.example"))
    assert [(b.seat, b.number, b.address) for b in back(table)] == [("allied", "", ALLIED)]


def test_every_letter_leaves_under_its_return_address(table: Table) -> None:
    table.postman.senders = set()  # type: ignore[attr-defined]
    post = table.postman.post

    def watched(posts):  # type: ignore[no-untyped-def]
        table.postman.senders |= {p.sender for p in posts}  # type: ignore[attr-defined]
        return post(posts)

    table.postman.post = watched  # type: ignore[method-assign]
    table.write("allied", "STATUS")
    mark = return_mark(table.referee.press.key, "test", "allied", ALLIED)
    assert table.postman.senders == {f"referee+test-{mark}@club.example"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("status", ["4.4.1", ""])
def test_a_delay_is_no_loss(table: Table, status: str) -> None:
    raw = report(table.mail("allied")[-1], status)
    comes(table, raw)
    assert not back(table)
    assert table.referee.bounces() == ([], [])


def test_a_bounce_of_somebody_elses_mail_is_nothing(table: Table) -> None:
    forged = Mail("", "", "", "", "<test.allied.A-1.aaaaaaaaaaaa@club.example>", "", b"", {})
    comes(table, report(forged))
    assert not back(table)


def test_what_came_back_goes_to_the_second_address(table: Table) -> None:
    table.means("allied", "ADD ADDRESS al@phone.example")
    mail = table.mail("allied")[-1]
    comes(table, report(mail))
    assert table.postman.bags["al@phone.example"] == [mail.raw], "the same bytes, once"
    table.run()
    assert len(table.postman.bags["al@phone.example"]) == 1


def test_after_three_in_a_row_the_address_is_left_alone_until_it_is_heard_of(table: Table) -> None:
    for mail in table.mail("allied")[-1:] * MOST_IN_A_ROW:
        comes(table, report(mail))
    before = len(table.mail("allied"))
    table.write("german", "MESSAGE ENEMY\nStill there?\nEND MESSAGE")
    assert len(table.mail("allied")) == before, "letters wait"
    assert table.referee.bounces()[1] == ["test allied"]
    raw = table.letter("allied", "STATUS")
    comes(table, raw)
    assert not back(table)
    fresh = table.mail("allied")[before:]
    assert len(fresh) == 2, "the message that waited, and the answer"
    assert table.referee.bounces() == ([], [])


def test_the_host_may_say_that_it_works_again(table: Table) -> None:
    for mail in table.mail("allied")[-1:] * MOST_IN_A_ROW:
        comes(table, report(mail))
    from pbem.service.errands import HOST
    from pbem.store.codec import dumps

    table.referee.take(dumps({"campaign": "test", "kind": "release", "words": ("allied",)}), table.at, HOST + "1")
    table.run()
    assert not back(table)


def test_a_report_read_twice_counts_once(table: Table, tmp_path: Path) -> None:
    comes(table, report(table.mail("allied")[-1]))
    fact = back(table)[0]
    table.referee.mailroom.note(fact)
    assert len(back(table)) == 1
    book = Mailroom(FactFile(Disk(), table.referee.data / BOOK)).look()
    assert list(book.bounced("test", "allied")) == [fact], "and it is so after a new start"


def test_an_answer_to_the_return_address_is_no_proof(table: Table) -> None:
    """The mark is no token: whoever sees the envelope of a letter cannot write in its reader's name."""
    mark = return_mark(table.referee.press.key, "test", "allied", ALLIED)
    message = EmailMessage()
    message["From"], message["To"] = ALLIED, f"referee+test-{mark}@club.example"
    message["Subject"] = "x"
    message.set_content("END IMPULSE\n")
    before = len(table.mail("allied"))
    comes(table, message.as_bytes())
    assert "a letter is held" in table.mail("allied")[before].subject


class Unknowing(Postman):
    """A server that knows one address no more, and says so at once."""

    def __init__(self, before: Postman) -> None:
        super().__init__()
        self.bags, self.tried = before.bags, 0

    def post(self, posts: Sequence[Post]) -> list[PostVerdict]:  # type: ignore[override]
        """Take what goes elsewhere."""
        self.tried += sum(post.to == ALLIED for post in posts)
        known = dict(zip((p.ref for p in posts if p.to != ALLIED), super().post([p for p in posts if p.to != ALLIED]), strict=True))
        return [known.get(p.ref) or PostVerdict(p.ref, "refused", "550 5.1.1 <al@allied.example>: User unknown") for p in posts]


def messages(table: Table, count: int) -> None:
    for number in range(count):
        table.write("german", f"MESSAGE ENEMY\nStill there? {number}\nEND MESSAGE")


def test_a_letter_that_is_refused_at_once_has_come_back_and_after_three_they_wait(table: Table) -> None:
    table.postman = postman = Unknowing(table.postman)
    messages(table, 1)
    assert table.referee.bounces() == ([f"test allied: 1 · {ALLIED} (5.1.1)"], [])
    messages(table, MOST_IN_A_ROW + 1)
    assert postman.tried == MOST_IN_A_ROW, "letters wait, and are not lost"
    assert table.referee.bounces() == ([f"test allied: 3 · {ALLIED} (5.1.1)"], ["test allied"])
    book = Mailroom(FactFile(Disk(), table.referee.data / BOOK)).look()
    assert list(book.bounced("test", "allied")) == back(table), "and it is so after a new start"


def test_a_letter_that_is_refused_at_once_goes_to_the_second_address(table: Table) -> None:
    table.means("allied", "ADD ADDRESS al@phone.example")
    table.postman = postman = Unknowing(table.postman)
    messages(table, 1)
    table.run()
    assert postman.tried == 1
    assert len(postman.bags["al@phone.example"]) == 1
