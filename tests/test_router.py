"""What happens to a letter: the table that the router runs, row by row, and what HELP LETTERS says of it."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.handlers import MOST_AN_HOUR
from pbem.kernel.values import replace
from pbem.letters.help import help_lines
from pbem.mail.inbox import SPAM
from pbem.mail.what_becomes import WORDS
from pbem.rulesets import RULESETS
from pbem.service import router
from pbem.service.config.settings import BootCampSettings
from pbem.service.errands import HOST, REBUILD, Errand, packed
from pbem.service.router import TABLE, Row
from pbem.store.mailroom import Attempted
from tests.acceptance.table import Table
from tests.letter_words import WORDS as LETTER_WORDS

STRANGER = b"From: zoe@elsewhere.example\nTo: referee@club.example\nSubject: %s\nMessage-ID: <%s@z>\n\n%s\n"
NONSENSE = "The weather is fine here, is it not?"


class Watched(Table):
    """A table that knows by which row each letter went."""

    rows: list[str]

    def went(self, raw: bytes, transport: str = "") -> str:
        """By which row."""
        before = len(self.rows)
        self.at += timedelta(minutes=1)
        self.referee.take(raw, self.at, f"{transport or 'test:'}{self.at.isoformat()}")
        self.run()
        (row,) = self.rows[before:]
        return row

    def said(self, seat: str, text: str) -> str:
        """By which row a seat's letter went."""
        return self.went(self.letter(seat, text))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    made = Watched(tmp_path)
    made.rows = []

    def noted(row: Row) -> Row:
        def act(hands: object, letter: object) -> None:
            made.rows.append(row.holds.__name__)
            row.act(hands, letter)  # type: ignore[arg-type]

        return row._replace(act=act)

    monkeypatch.setattr(router, "TABLE", tuple(map(noted, TABLE)))
    made.begin()
    yield made
    made.close()


def stranger(subject: str, text: str = "Hello.") -> bytes:
    """The letter of somebody who holds no seat."""
    return STRANGER % (subject.encode(), subject.encode().hex().encode(), text.encode())


def letting_in(table: Watched, places: int) -> None:
    """From now on newcomers may ask for a boot camp."""
    office = table.referee.office
    settings = office.config.settings.model_copy(update={"boot_camp": BootCampSettings(places=places)})
    office.config = replace(office.config, settings=settings)


def of_a_machine(table: Watched, **fields: str) -> bytes:
    """A letter from the seat's own address that a machine wrote."""
    message = EmailMessage()
    message["From"], message["To"] = table.address["allied"], table.mail("allied")[-1].reply_to
    for name, value in fields.items():
        message[name.replace("_", "-")] = value
    message.set_content("I am away.")
    return message.as_bytes()


def test_each_kind_of_letter_goes_by_its_row(table: Watched) -> None:
    newest = table.mail("allied")[-1]
    went = [
        table.went(packed(Errand(REBUILD)), HOST),
        table.went(newest.raw),
        table.went(of_a_machine(table, Auto_Submitted="auto-replied")),
        table.went(table.letter("allied", "STATUS", to="referee@club.example")),
        table.went(table.letter("allied", "STATUS", to="referee@club.example")),
        table.went(table.letter("allied", "STATUS", to="referee@club.example"), SPAM),
        table.went(stranger("hello")),
        table.said("allied", "BEGIN ORDERS\nSTATUS"),
        table.said("allied", "STATUS"),
    ]
    assert went == [
        "is_an_errand", "is_our_own", "is_a_machines", "lacks_a_proof", "lacks_a_proof_again", "is_unproved_spam", "is_nobodys",
        "cannot_be_read", "is_a_seats",
    ]  # fmt: skip
    assert [table.said("allied", f"{NONSENSE} {word}") for word in ("So", "Or", "And", "But")] == [
        *["is_a_seats"] * 3, "says_nothing_again",
    ]  # fmt: skip


def test_who_asks_for_a_boot_camp_goes_by_its_rows(table: Watched) -> None:
    letting_in(table, 1)
    assert table.went(stranger("boot camp")) == "asks_for_a_camp"
    assert table.went(stranger("boot camp", "please")) == "asks_for_a_camp_without_a_place"
    (camp,) = (name for name in table.referee.campaigns if name.startswith("camp-"))
    table.referee.founder.bury_left(table.at + timedelta(days=1), table.at)
    assert camp not in table.referee.campaigns
    assert table.went(stranger("boot camp")) == "asks_for_a_camp_that_is_gone"


def test_a_return_is_noted_and_in_a_house_with_damage_it_waits(table: Watched) -> None:
    newest = table.mail("allied")[-1]
    report = (
        "From: MAILER-DAEMON@mx.example\nTo: {to}\nSubject: failed\nMessage-ID: <{n}@mx>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\n\n--x\n\nIt failed.\n'
        "--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@b.example\n"
        "Action: failed\nStatus: 5.1.1\n\n--x\nContent-Type: message/rfc822\n\nMessage-ID: {id}\n\nx\n--x--\n"
    )
    ours = report.format(to="referee@club.example", n=1, id=newest.message_id)
    others = report.format(to="referee@club.example", n=2, id="<somebody@else.example>")
    assert table.went(ours.encode()) == "is_a_return"
    assert table.went(others.encode()) == "is_a_machines"
    table.referee.damaged["another"] = "its journal is not whole"
    others = report.format(to="referee@club.example", n=3, id="<somebody@else.example>")
    assert table.went(others.encode()) == "may_be_of_the_damaged"
    assert table.went(stranger("hello")) == "may_be_of_the_damaged"
    assert table.said("allied", "STATUS") == "is_a_seats"


def test_a_full_hour_lets_what_is_not_understood_wait(table: Watched) -> None:
    table.at = table.at.replace(hour=10, minute=0)
    for number in range(MOST_AN_HOUR):
        table.at += timedelta(seconds=5)
        table.referee.take(table.letter("german", f"STATUS\n# {number}"), table.at, f"test:{number}")
    table.run()
    assert table.rows[-MOST_AN_HOUR:] == ["is_a_seats"] * MOST_AN_HOUR
    assert table.said("german", "1/HG: move 15.09\nthis is no line of orders") == "came_too_often"
    assert table.said("german", "STATUS") == "is_a_seats"


def test_a_letter_whose_attempts_are_used_goes_by_the_first_row(table: Watched) -> None:
    raw = table.letter("allied", "STATUS")
    table.at += timedelta(minutes=1)
    entry = table.referee.take(raw, table.at, "test:worn")
    for _ in range(3):
        table.referee.mailroom.note(Attempted(entry.name, table.at))
    table.run()
    assert table.rows[-1] == "has_used_its_attempts"
    assert [left.name for left in table.referee.spool.entries("shunt")] == [entry.name]


def test_help_letters_is_made_from_the_table() -> None:
    told = [row.holds.__name__ for row in TABLE if row.holds.__name__ != "is_an_errand"]  # of the host's shell nobody need read
    assert told == list(WORDS), "a sentence for each row, in their order"
    text = " ".join(" ".join(help_lines(RULESETS["tocs"], LETTER_WORDS, "letters")).split())
    assert [sentence for sentence in WORDS.values() if sentence not in text] == []
    places = [text.index(sentence) for sentence in WORDS.values()]
    assert places == sorted(places)


def test_each_row_cites_its_rule_and_the_last_holds_for_every_seat() -> None:
    assert [row for row in TABLE if not re.match(r"(RFC \d{4}|house: \w+)", row.rule)] == []
    names = [row.holds.__name__ for row in TABLE]
    assert len(names) == len(set(names))
    assert all(row.holds.__doc__ and row.act.__doc__ for row in TABLE)
    assert names[-1] == "is_a_seats"
