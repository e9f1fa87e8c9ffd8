"""The defects that were seen in rival referees (design/peers.md), each by its number: none of them is one of ours."""

import base64
import logging
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest

from pbem.mail.letter import Machine
from pbem.mail.reading import read
from tests.acceptance.table import ADDRESS, Table, plain, the_clock
from tests.opened import as_picture


def head(table: Table, seat: str) -> str:
    """The header lines of a plain reply."""
    raw = table.letter(seat, "x")
    return "".join(
        f"{k}: {v}\r\n" for k, v in BytesParser(policy=policy.compat32).parsebytes(raw).items()
        if k.lower() not in ("content-type", "content-transfer-encoding", "mime-version")
    )  # fmt: skip


def enemy(table: Table) -> str:
    return {"allied": "german", "german": "allied"}[table.phasing()]


def test_1_the_answer_to_an_order_is_no_oracle(table: Table) -> None:
    """An enemy unit and one that nobody has get the same sentence."""
    side = table.phasing()
    theirs = next(iter(as_picture(table.campaign.state.pictures[enemy(table)]).forces.counters.values())).call
    said = []
    for call in (theirs, "Q/999"):
        mail = table.write(side, f"CHECK\n{call}: move 12.10")
        number = mail.message_id.split(".")[2]
        said.append(mail.text.replace(call, "X").replace("^" * len(call), "^").replace(number, "A-n").replace(" ", ""))
    assert said[0] == said[1]


def test_2_no_token_goes_out_in_a_message(table: Table) -> None:
    """A message that is not closed is not sent; one that quotes the writer's own fence goes without his token."""
    side, token = table.phasing(), table.token(table.phasing())
    html = f"<p>MESSAGE ENEMY</p><p>hello</p><p>BEGIN ORDERS test {token}</p>"
    raw = (
        head(table, side) + 'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n'
        f"--b\r\nContent-Type: text/plain\r\n\r\nMESSAGE ENEMY\r\nhello {token}\r\n"
        f"--b\r\nContent-Type: text/html\r\n\r\n{html}\r\n--b--\r\n"
    ).encode()
    before = len(table.mail(enemy(table)))
    table.send(side, raw)
    assert len(table.mail(enemy(table))) == before
    table.write(side, f"MESSAGE ENEMY\nmy address is referee+test-{token}@club.example, {token.upper()}\nEND MESSAGE")
    heard = table.mail(enemy(table))[-1]
    assert "my address is" in plain(heard)
    assert token not in heard.raw.decode().lower()


def test_2_a_token_stands_in_no_record_and_no_log(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    side, token = table.phasing(), table.token(table.phasing())
    caplog.set_level(logging.DEBUG)
    table.write(side, f"{token}: move 12.10\nA/504: {token}\nMESSAGE ENEMY\n{token}\nEND MESSAGE")
    journal = b"".join(p.read_bytes() for p in (table.campaign.home / "journal").glob("*"))
    assert token.encode() not in journal
    assert token not in caplog.text


def test_3_a_body_in_base64_is_read(table: Table) -> None:
    side = table.phasing()
    body = base64.encodebytes(b"STATUS\r\n").decode()
    raw = (
        head(table, side) + "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Transfer-Encoding: base64\r\n\r\n{body}"
    ).encode()
    assert "in play" in plain(table.send(side, raw)).lower()


def test_4_quoted_lines_and_attributions_are_no_orders(table: Table) -> None:
    side = table.phasing()
    said = "On Mon, 23 Nov 2026 at 10:00, Referee <referee@club.example> wrote:"
    raw = (head(table, side) + f"\r\nSTATUS\r\n\r\n{said}\r\n> END IMPULSE\r\n> Q/1: attack 1\r\n").encode()
    answer = plain(table.send(side, raw))
    assert "quoted line" in answer
    assert table.phasing() == side, "no orders of it were executed"


def test_5_an_absence_notice_is_not_answered(table: Table) -> None:
    side = table.phasing()
    before = {s: len(table.mail(s)) for s in ADDRESS}
    table.deliver(("Auto-Submitted: auto-replied\r\n" + head(table, side) + "\r\nI am away.\r\n").encode())
    table.run()
    assert {s: len(table.mail(s)) for s in ADDRESS} == before


def test_6_one_message_id_twice_is_neither_lost_nor_done_twice(table: Table) -> None:
    side = table.phasing()
    raw = table.letter(side, "MESSAGE ENEMY\nonly once\nEND MESSAGE")
    before = len(table.mail(enemy(table)))
    table.send(side, raw)
    table.send(side, raw)
    assert len(table.mail(enemy(table))) == before + 1
    other = raw.replace(b"only once", b"another one")
    table.send(side, other)
    assert len(table.mail(enemy(table))) == before + 2, "the same Message-ID with other words is another letter"


def test_7_a_letter_is_on_disk_before_anything_is_marked(table: Table) -> None:
    """What a crash leaves after taking the letter is handled at the next start."""
    side = table.phasing()
    table.deliver(table.letter(side, "STATUS"))
    before = len(table.mail(side))
    table.close()
    again = Table(table.config.base, postman=table.postman)
    again.at = table.at
    again.run()
    assert len(again.mail(side)) == before + 1
    again.close()
    table.referee.__enter__()


def test_8_a_letter_without_a_valid_order_spares_nobody_the_reminder(table: Table) -> None:
    side = table.phasing()
    table.write(side, "BEGIN ORDERS test\nQ/99: fly 1\nEND ORDERS")
    clock = the_clock(table.campaign.state)
    assert clock is not None
    before = len(table.mail(side))
    table.at = clock.due
    table.run()
    assert any("remind" in m.text.lower() or "grace" in m.text.lower() for m in table.mail(side)[before:])


def test_9_no_header_ever_reaches_a_path_or_a_shell(table: Table) -> None:
    side = table.phasing()
    raw = table.letter(side, "STATUS").replace(b"Subject: ", b"Subject: `touch /tmp/pbem-owned`; $(id) ../../etc/passwd ", 1)
    table.send(side, raw)
    names = [p.name for p in table.referee.data.rglob("*")]
    assert not any(c in name for name in names for c in "`$;| ")
    assert not Path("/tmp/pbem-owned").exists()


def test_10_the_loop_guard_works_on_what_we_really_send(table: Table) -> None:
    """Every letter of ours that comes back is known and answered by nobody."""
    for seat in ADDRESS:
        for mail in table.mail(seat):
            found = read(mail.raw)
            assert isinstance(found, Machine), mail.subject
            before = {s: len(table.mail(s)) for s in ADDRESS}
            table.deliver(mail.raw)
            table.run()
            assert {s: len(table.mail(s)) for s in ADDRESS} == before
            assert mail.fields["auto-submitted"] in ("auto-replied", "auto-generated")


def test_11_a_line_in_error_runs_under_no_word(table: Table) -> None:
    side = table.phasing()
    before = table.campaign.state.situation.board
    for word in ("CHECK", "CARRY OUT WHAT YOU CAN", "YES", ""):
        table.write(side, f"{word}\nQ/99: move 12.10\nA/504 attack everywhere")
        assert table.campaign.state.situation.board == before
