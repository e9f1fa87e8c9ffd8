"""What waits for its writer's answer when the clock closes the impulse: he is told before and after, and the enemy nothing."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.records import Cause
from pbem.kernel.numbered_lines import NumberedLine
from tests.acceptance.table import Mail, Table, plain, the_clock

FAULTY = "A/504: move 12.10\nB/504: move 12.10; atack 13.11 hasty\nI/504: move 12.11"
GONE = "Your draft waited for your answer; none of it was executed:"


def silence(table: Table) -> None:
    """The deadline, the grace, and the half hour in which silence closes."""
    clock = the_clock(table.campaign.state)
    assert clock is not None
    table.at = clock.due + timedelta(minutes=1)
    table.run()
    table.at = clock.last + timedelta(minutes=31)
    table.run()


def processed(table: Table) -> None:
    """The host closes it."""
    table.campaign.handle(Cause("host", "shell/process", table.at, lines=(NumberedLine(1, "PROCESS T1.1"),)))
    table.run()


def begun(folder: Path, lines: str) -> Table:
    """A campaign in whose first impulse the Allied commander has written some lines in answer to no letter of the referee's."""
    table = Table(folder)
    table.begin()
    table.write("allied", "STATUS")
    if lines:
        table.write("allied", lines, table.mail("allied")[0])
    return table


def last(table: Table, seat: str, word: str) -> Mail:
    return [mail for mail in table.mail(seat) if word in mail.subject][-1]


def test_the_reminder_and_the_report_tell_of_the_draft_that_lapses(tmp_path: Path) -> None:
    table = begun(tmp_path, FAULTY)
    try:
        silence(table)
        assert "Your draft of 3 lines waits for your answer" in plain(last(table, "allied", "overdue"))
        report = plain(table.mail("allied")[-1])
        assert GONE in report and all(line in report for line in FAULTY.split("\n"))
        assert table.impulse == "T1.2" and not table.campaign.state.admin.drafts
        assert GONE not in plain(table.mail("german")[-1])
    finally:
        table.close()


def test_so_does_the_report_when_the_host_closes_it(tmp_path: Path) -> None:
    table = begun(tmp_path, FAULTY)
    try:
        processed(table)
        assert table.impulse == "T1.2" and GONE in plain(table.mail("allied")[-1])
    finally:
        table.close()


def test_so_they_do_of_an_end_that_waits_for_its_yes(tmp_path: Path) -> None:
    table = begun(tmp_path, "END IMPULSE")
    try:
        assert table.impulse == "T1.1"
        silence(table)
        assert "Your END IMPULSE waits for your YES" in plain(last(table, "allied", "overdue"))
        assert "END IMPULSE waited for your YES; the impulse is over without it" in plain(table.mail("allied")[-1])
    finally:
        table.close()


@pytest.mark.parametrize("closes", [silence, processed])
@pytest.mark.parametrize("lines", [FAULTY, "END IMPULSE"])
def test_nothing_of_a_draft_shows_in_the_enemys_letters(tmp_path: Path, closes: Callable[[Table], None], lines: str) -> None:
    seen = []
    for folder, said in (("with", lines), ("without", "ORDERS")):
        table = begun(tmp_path / folder, said)
        try:
            closes(table)
            seen.append([(mail.subject, plain(mail), mail.html) for mail in table.mail("german")])
        finally:
            table.close()
    assert seen[0] == seen[1]


def test_an_impulse_without_a_draft_tells_of_none(tmp_path: Path) -> None:
    table = begun(tmp_path, "")
    try:
        silence(table)
        assert "LAPSED" not in plain(table.mail("allied")[-1]) and "waits" not in plain(last(table, "allied", "overdue"))
    finally:
        table.close()
