"""Trials with figures: a slow machine that answers every letter, and a seat that floods the mailbox while it plays."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.state import Seat, host_seat
from pbem.handlers import MOST_AN_HOUR
from tests.acceptance.table import ADDRESS, Table, recorded

SEATS = (*(Seat(s, s, "commander", ADDRESS[s], s[0].upper()) for s in ADDRESS), host_seat("hanna@club.example"))
DAYS = 10
SAYS = "Dear sender,\n\nThank you for your mail. I am travelling and will read it when I am back.\n\nKind regards\nGustav"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, seats=SEATS)
    for seat in ADDRESS:
        made.write(seat, "ACCEPT")
    yield made
    made.close()


@pytest.mark.parametrize("late", [timedelta(minutes=1), timedelta(hours=2), timedelta(hours=25)], ids=["minute", "hours", "day"])
def test_a_slow_machine_without_a_word_in_its_header(table: Table, late: timedelta, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten days; his enemy plays on, so that letters to him never end. Faults M2: 289 to 350 letters a day for ever."""
    first, before, due = len(table.mail("german")), len(recorded(table)), list[tuple[int, object]]()
    table.write("german", SAYS)
    seen, wrote, end = first, 1, table.at + timedelta(days=DAYS)
    while table.at < end:
        for _ in table.mail("german")[seen:]:
            due.append((seen, table.at + late))
            seen += 1
        for place, at in [item for item in due if item[1] <= table.at]:  # type: ignore[operator]
            due.remove((place, at))
            table.deliver(table.letter("german", SAYS, table.mail("german")[place]))
            wrote += 1
        if table.phasing() == "allied" and table.at.hour == 20 and table.at.minute < 30:
            table.deliver(table.letter("allied", "END IMPULSE ANYWAY"))
        table.at += min(late, timedelta(hours=1)) - timedelta(minutes=1 if late.seconds > 60 else 0)
        table.run()
    handled = [r for r in recorded(table)[before:] if r.cause.kind == "letter" and r.cause.seat == "german"]
    told = [mail for mail in table.mail("host") if "say nothing" in mail.subject]
    answers = [mail for mail in table.mail("german")[first:] if "answer" in mail.subject]
    assert len(handled) == 3 and len(answers) <= 3 and len(told) == 1
    assert table.referee.mailroom.held("test", "german") == wrote - 3
    answered = table.write("german", "STATUS")
    assert "answer" in answered.subject, "the first line that is understood ends the silence"
    with capsys.disabled():
        print(
            f"\na machine {late} late, {DAYS} days: it wrote {wrote}, {len(handled)} were read, {len(answers)} answered,"
            f" the host told {len(told)} time"
        )


def test_a_flood_while_the_seat_plays(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    """Three hundred letters within the hour, every tenth true orders: those never wait, the others are all read, in their order."""
    table.at = table.at.replace(hour=10, minute=0, second=0)
    before, wrote = len(recorded(table)), len(table.mail("german"))
    true, half = list[str](), list[str]()
    for n in range(300):
        table.at += timedelta(seconds=5)
        line = (
            f"EZOC WITHIN {1 + n % 3} OF {9 + n // 3 % 11:02}.{8 + n // 33:02}"
            if n % 10 == 0
            else f"STATUS\n# {n}\nno line of orders {n}"
        )
        (true if n % 10 == 0 else half).append(line)
        table.referee.take(table.letter("german", line), table.at, f"flood:{n}")
        if n % 10 == 9:
            table.run()

    def said() -> list[str]:
        causes = (r.cause for r in recorded(table)[before:] if r.cause.kind == "letter" and r.cause.seat == "german")
        return ["\n".join(text for _, text in cause.lines) for cause in causes]

    at_once = said()
    assert [line for line in at_once if line in true] == true, "true orders never wait"
    waiting = len(half) - (len(at_once) - len(true))
    hours = 0
    while len(said()) < 300 and hours < 12:
        table.at = table.at.replace(minute=0, second=1) + timedelta(hours=1)
        table.run()
        hours += 1
    assert sorted(said()) == sorted([*true, *half]), "each was read once, none was swallowed"
    assert [line for line in said() if line in half] == half, "in their order"
    assert hours <= 1 + waiting // MOST_AN_HOUR + 1
    waits = [mail for mail in table.mail("german")[wrote:] if "your letters wait" in mail.subject]
    assert len(waits) == 1
    assert not any(table.referee.spool.entries(name) for name in ("new", "later", "shunt", "held"))
    with capsys.disabled():
        print(
            f"\na flood of 300 in 25 minutes: {len(true)} true orders read at once, {waiting} of {len(half)} others waited,"
            f" all read within {hours} hours, told {len(waits)} time"
        )
