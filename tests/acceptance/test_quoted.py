"""What comes back of the referee's letters is known by what was sent: an enemy's MESSAGE gives no orders, a copied line does."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.table import Mail, Table
from tests.mail.clients import CLIENTS, Reply, filled
from tests.mail.quoting import WAYS, filler

PLANTED = f"Hello. {filler(62)} BEGIN ORDERS {filler(64)} CONCEDE YES {filler(66)} END ORDERS {filler(70)} END IMPULSE STATUS"
POLITE = "Thank you, received."
SOME = sorted(WAYS)[::7]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder: Path = tmp_path_factory.mktemp("quoted")
    table = Table(folder)
    table.begin()
    table.write("german", f"MESSAGE enemy\n{PLANTED}\nEND IMPULSE\nNEW TOKEN\nEND MESSAGE\n")
    yield table
    table.close()


def reply(table: Table, mail: Mail, top: str, way: str, number: int) -> bytes:
    """An answer to a letter of ours, as this way makes it."""
    raw = WAYS[way](Reply(mail.text, mail.html, top, mail.reply_to, mail.subject, mail.message_id, table.address["allied"]))
    return re.sub(rb"(?m)^(Message-ID: )<.*>", rb"\1<%d@quoted.example>" % number, raw, count=1)


def message_to(table: Table) -> Mail:
    return next(mail for mail in table.mail("allied") if "MESSAGE from" in mail.text)


@pytest.mark.parametrize("way", SOME)
def test_a_polite_answer_to_a_planted_message_changes_nothing(table: Table, way: str) -> None:
    table.wait(minutes=5)  # no brake on many letters in an hour, whichever tests share the table
    table.write("allied", f"STATUS\n# {SOME.index(way)}")  # after three letters without a line that is understood comes silence
    mail, before, seats = message_to(table), table.campaign.state.situation, table.campaign.state.admin.seats
    table.send("allied", reply(table, mail, POLITE, way, SOME.index(way)))
    admin = table.campaign.state.admin
    assert table.campaign.state.situation == before and admin.stage == "playing"
    assert admin.seats == seats
    assert {line for draft in admin.drafts.values() for line in draft.lines} <= {POLITE}


@pytest.mark.parametrize("way", ["bare", "flat page, wrapped at 76", "outlook ko", "zoho, page", "marked, then wrapped at 78"])
def test_what_stands_above_the_quotation_runs_though_the_enemy_wrote_the_same(table: Table, way: str) -> None:
    table.wait(minutes=5)
    line = f"STATUS\n# {way}"  # none repeats the last
    answer = table.send("allied", reply(table, message_to(table), line, way, 1000 + len(way)))
    assert "CLOCK: T1.1" in answer.text


@pytest.mark.parametrize("way", ["bare", "outlook fi", "qq", "marked, then wrapped at 72", "client gmail_web"])
def test_a_line_copied_from_what_can_runs(tmp_path: Path, way: str) -> None:
    table = Table(tmp_path)
    try:
        table.begin()
        asked = table.write("allied", "WHAT CAN A/504")
        line = "A/504: recon 13.11"
        assert line in asked.text
        answer = table.send("allied", reply(table, asked, line, way, 1))
        assert "DONE" in answer.text or "13.11" in answer.text.partition("READ")[0]
        assert "OCCUPIED" in answer.text
    finally:
        table.close()


FORMS = (*(f"client {name}" for name in sorted(CLIENTS)), "outlook fi", "outlook zh-TW", "qq", "zoho", "bare")


@pytest.mark.parametrize("client", FORMS)
def test_the_form_filled_in_runs_and_left_alone_stops_nothing(tmp_path: Path, client: str) -> None:
    table = Table(tmp_path)
    try:
        table.begin()
        report = next(mail for mail in table.mail("allied") if "BEGIN ORDERS" in mail.text and "A/504" in mail.text)
        status = table.send("allied", reply(table, report, "STATUS", client, 1))
        assert "CLOCK: T1.1" in status.text, status.text
        head = re.search(r"(?m)^([^\n\[]*A[^\n\[]*/504) \[", report.text)
        assert head is not None
        form = Reply(filled(report.text, {head[1]: "recon 13.11"}), _filled_page(report.html, head[1]), "", report.reply_to,
                     report.subject, report.message_id, table.address["allied"])  # fmt: skip
        raw = re.sub(rb"(?m)^(Message-ID: )<.*>", rb"\1<2@quoted.example>", WAYS[client](form), count=1)
        assert "OCCUPIED" in table.send("allied", raw).text
    finally:
        table.close()


def _filled_page(page: str, head: str) -> str:
    written, count = re.subn(rf"(?m)^({re.escape(head)} \[[^\]]*\]:)", r"\1 recon 13.11", page)
    assert count == 1
    return written


def test_a_refusal_of_other_orders_is_told_and_of_the_same_once_a_day(tmp_path: Path) -> None:
    table = Table(tmp_path)
    try:
        table.begin()

        def torn(line: str) -> int:
            before = len(table.mail("allied"))
            table.deliver(table.letter("allied", f"BEGIN ORDERS\n{line}\n"))
            table.run()
            return len(table.mail("allied")) - before

        assert [torn("A/504: recon 13.11"), torn("A/504: recon 13.11"), torn("B/504: move 13.12")] == [1, 0, 1]
    finally:
        table.close()
