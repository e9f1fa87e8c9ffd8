"""The report of a battle, filled in where it stands in the quoted brief, by mail, from every mail program of `clients.toml`."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.table import Mail, Table, opened, plain
from tests.acceptance.test_field_battles import ATTACK, SEATS, at_battle, brief, form, module
from tests.mail.clients import CLIENTS, Reply, sent
from tests.opened import as_picture

WORDS = ("We crossed in boats [two of them], kept his gun's head down, and found the man with the exploder at his post; he had "
         "been told to wait for tanks, as he said.")  # fmt: skip


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The first battle, for 13.11, is in the hands of field commanders."""
    with at_battle(tmp_path_factory.mktemp("report"), "engagement") as table:
        yield table


def quoting(table: Table, client: str, changes: dict[str, str], top: str = "") -> Mail:
    """The answer to a reply that quotes the brief, with lines of its form written afresh."""
    letter, seat = brief(table, "allied.field1"), "allied.field1"
    text, page = letter.text, letter.html
    for was, now in changes.items():
        assert text.count(was) == page.count(was) == 1, was
        text, page = text.replace(was, now), page.replace(was, now)
    raw = sent(client, Reply(text, page, top, letter.reply_to, letter.subject, letter.message_id, table.address[seat]))
    table.count += 1
    raw = raw.replace(f"<{client}@".encode(), f"<{client}.{table.count}@".encode())
    before = len(table.postman.bags[table.address[seat]])
    table.deliver(raw)
    table.run()
    return opened(table.postman.bags[table.address[seat]][before])


def filed(table: Table) -> dict[str, str] | None:
    """What lies on file as the American's report of battle 1."""
    force = as_picture(table.campaign.state.pictures["allied"]).forces.force(1)
    assert force is not None
    return dict(force.report.words) if force.report else None


@pytest.mark.parametrize("client", CLIENTS)
def test_a_bare_reply_reports_nothing(table: Table, client: str) -> None:
    before = filed(table)
    table.write("allied.field1", "HELP")  # of letters that hold nothing, three in a row are answered
    answer = quoting(table, client, {}, "Thanks, I shall see what I can do.")
    assert "AAR 1" not in plain(answer) and filed(table) == before


@pytest.mark.parametrize("client", CLIENTS)
def test_what_was_changed_in_the_quoted_form_is_the_report(table: Table, client: str) -> None:
    story = f"{WORDS} So says {client.replace('_', ' ')}."
    answer = quoting(table, client, {"(what happened)": story, "PRISONERS    0 TAKEN, 0 LOST": "PRISONERS    2 TAKEN, 0 LOST"})
    assert "AAR 1 received" in plain(answer), answer.text
    words = filed(table)
    assert words is not None and words["prisoners"] == "2 TAKEN, 0 LOST"
    assert " ".join(words["narrative"].split()) == story
    assert words["recommend"] == "NOTHING"


@pytest.mark.parametrize("client", CLIENTS)
def test_a_fault_in_the_quoted_form_is_told_by_its_line(table: Table, client: str) -> None:
    before = filed(table)
    answer = quoting(table, client, {"RESULT       ENGAGED": f"RESULT       GLORIOUS {client}"})
    assert "AAR 1: not taken" in plain(answer) and re.search(r"line \d+ of the report", plain(answer)), answer.text
    assert filed(table) == before


@pytest.mark.parametrize("client", CLIENTS)
def test_a_question_may_stand_above_the_quoted_form(table: Table, client: str) -> None:
    question = f"MESSAGE allied\nMay we go on? {client}\nEND MESSAGE"
    answer = quoting(table, client, {"(what happened)": f"A quiet morning, {client}."}, question)
    assert "AAR 1 received" in plain(answer) and "message sent" in plain(answer), answer.text


def test_chatter_above_the_form_is_left_out(table: Table) -> None:
    answer = quoting(table, "gmail_web", {"(what happened)": "A dull afternoon."}, "Hello referee,\nhere you are. Regards")
    assert "AAR 1 received" in plain(answer) and "Hello" not in answer.text


@pytest.mark.parametrize("client", ["gmail_web", "outlook_plain", "apple_mail", "thunderbird_html"])
def test_a_report_above_the_form_that_was_left_alone_counts(table: Table, client: str) -> None:
    text = form(brief(table, "allied.field1")).replace("(what happened)", f"Told above by {client}.")
    assert "AAR 1 received" in plain(quoting(table, client, {}, text))
    words = filed(table)
    assert words is not None and words["narrative"] == f"Told above by {client}."


@pytest.mark.parametrize("client", ["gmail_web", "outlook_plain", "apple_mail", "thunderbird_html"])
def test_two_reports_of_one_battle_are_turned_away(table: Table, client: str) -> None:
    before = filed(table)
    text = form(brief(table, "allied.field1")).replace("(what happened)", f"Above, {client}.")
    answer = quoting(table, client, {"(what happened)": f"Below, {client}."}, text)
    assert "another of the same battle beside it" in plain(answer) and filed(table) == before


def test_a_form_sent_back_by_itself_as_it_came_is_a_report(tmp_path: Path) -> None:
    """Who writes it afresh, or cuts it out of the quotation, means it: nothing lost, nothing won."""
    table = Table(tmp_path, module=str(module(tmp_path / "module", "engagement")), seats=SEATS)
    table.begin()
    table.write("german", "BATTLES FIELD")
    table.write("allied", "BATTLES FIELD")
    table.write("allied", ATTACK)
    letter = brief(table, "allied.field1")
    fenced = letter.text[letter.text.index("BEGIN ORDERS") : letter.text.index("END ORDERS") + 10]
    assert "AAR 1 received" in plain(table.write("allied.field1", fenced, letter))
    table.close()
