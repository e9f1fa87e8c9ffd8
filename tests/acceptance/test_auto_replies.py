"""What a machine says leaves whatever waits of the seat as it is: draft, question, plan, orders on file, letters that wait."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.table import Table

SENTENCES = (
    "I am out of office until 13.12 and shall attack my mail then.", "I am away until Monday.", "Stop. I am on vacation.",
    "Stop writing to this address.", "Report urgent matters to my colleague Bert.", "Absent until further notice.",
    "Status: on vacation", "Pass: I am not here", "Cancel my subscription please", "Answer will follow soon",
    "Hold the line please", "Order 4711 has been received.", "Your order has been received. Order number: 4711",
    "Ticket #4711: received", "We will move to 12.10 shortly.", "Please do not reply to this mail.", "Yes, I am on holiday!",
    "Yes! It is vacation time.", "I will be back and answer on 3 December.", "3 December is my first day back",
    "1 I will answer later", "2 drop me a line when urgent", "1 drop us a note", "after 1: December I am back", "Resume on Monday",
    "Accept my apologies", "Done for the year!", "Execute: done.", "Again, thank you for your mail.",
    "Continue to write to bert@allied.example", "Check back on Monday.", "Check with Bert in the meantime", "End of message",
    "In urgent cases call 0171 123456", "Draw your own conclusions", "Mail received: will be processed in order of arrival",
    "Spend your time well", "Keep calm and carry on", "Help desk: ticket opened", "Recall: this message was recalled",
    "Urlaub bis 13.12.", "Ich bin bis 13.12. nicht im Büro.", "Je suis absent jusqu'au 13.12.", "Ik ben afwezig tot 13.12.",
    "Estoy de vacaciones hasta el 13.12.", "Sono in ferie fino al 13.12.", "Я в отпуске до 13.12.", "Szabadságon vagyok 13.12-ig.",
    "Jeg er på ferie til 13.12.", "Lesson learned", "Move: we have moved to 12.10", "Attack ships on fire",
)  # fmt: skip


AT_ONCE = 18  # of them to one table: HOLD MY LETTERS lasts an hour


def faulty(table: Table) -> None:
    table.write("allied", "A/504: move 12.10\nB/504: move 12.10; atack 13.11 hasty\nI/504: move 12.11")


def one_line(table: Table) -> None:
    table.write("allied", "A/504: mvoe 12.10")


def end_asked(table: Table) -> None:
    report = table.mail("allied")[-1]
    table.write("allied", "STATUS")
    assert "for your YES" in table.write("allied", "END IMPULSE", report).subject


def pass_asked(table: Table) -> None:
    assert "for your YES" in table.write("allied", "PASS").subject


def crowd_asked(table: Table) -> None:
    answer = table.write("allied", "C,I/504: move 12.11\n376A: move 12.11\nEND IMPULSE")
    assert "for your YES" in answer.subject


def concede_asked(table: Table) -> None:
    assert "for your YES" in table.write("allied", "CONCEDE").subject


def address_asked(table: Table) -> None:
    assert "for your YES" in table.write("allied", "ADD ADDRESS al@phone.example").subject


def concede_and_draft(table: Table) -> None:
    concede_asked(table)
    faulty(table)


def planned(table: Table) -> None:
    table.write("allied", "FOR NEXT IMPULSE\nA/504: move 12.10\nend impulse")
    assert table.campaign.state.admin.plans


def recalled(table: Table) -> None:
    table.write("allied", "HOLD MY LETTERS 60")
    table.write("allied", "A/504: move 12.10")
    assert table.campaign.state.admin.hosting.waiting


KINDS: dict[str, tuple[Callable[[Table], None], str]] = {
    **{made.__name__: (made, "at-once") for made in
       (faulty, one_line, end_asked, pass_asked, crowd_asked, concede_asked, address_asked, concede_and_draft, planned, recalled)},
    "faulty, on file": (faulty, "on-end"),
    "whole, on file": (lambda table: void(table.write("allied", "A/504: move 12.10\nB/504: move 12.11")), "on-end"),
}  # fmt: skip


def void(_: object) -> None:
    """Nothing is made of it."""


def waits(table: Table) -> dict[str, Any]:
    """Everything that waits of anybody, and where play stands."""
    admin = table.campaign.state.admin
    return {
        "drafts": admin.drafts, "asked": admin.asked, "plans": admin.plans, "on file": admin.staff("allied"),
        "letters": admin.hosting.waiting, "absences": admin.hosting.absences, "impulse": table.impulse,
        "standing": admin.standing, "seats": admin.seats, "board": table.campaign.state.situation.board,
    }  # fmt: skip


@contextmanager
def begun(folder: Path, kind: str) -> Iterator[Table]:
    make, tempo = KINDS[kind]
    table = Table(folder, tempo=tempo)
    try:
        table.begin()
        make(table)
        yield table
    finally:
        table.close()


@pytest.mark.parametrize("begin", range(0, len(SENTENCES), AT_ONCE))
@pytest.mark.parametrize("kind", KINDS)
def test_no_sentence_of_a_machine_takes_away_or_carries_out_what_waits(tmp_path: Path, kind: str, begin: int) -> None:
    with begun(tmp_path, kind) as table:
        before = waits(table)
        for sentence in SENTENCES[begin : begin + AT_ONCE]:
            table.write("allied", "STATUS")  # else silence begins after three letters, and nothing is tried
            table.write("allied", f"Hello,\n{sentence}\nBest regards\nAl")
            after = waits(table)
            if not before["drafts"] and after["drafts"]:  # a line that could be an order waits to be fixed; nothing else does
                table.write("allied", "CANCEL", table.mail("allied")[-1])
                after = waits(table)
                assert not after["drafts"], sentence
            after["letters"] = after["letters"][: len(before["letters"])]  # the sentence waits behind them, as any letter does
            assert after == before, sentence
