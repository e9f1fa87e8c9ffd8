"""CHECK leaves everything as it is, also what is no order."""

import pytest

from pbem.campaign.records import Cause
from pbem.kernel.numbered_lines import NumberedLine
from tests.acceptance.looking import OTHER, asked
from tests.acceptance.table import Table


def test_check_files_nothing_and_sends_nothing(table: Table) -> None:
    side = table.phasing()
    before = table.campaign.state.admin
    enemy = len(table.mail(OTHER[side]))
    text = asked(table, side, "CHECK\nEZOC NEVER\nRETREAT HOLD 99.99\nMESSAGE ENEMY\nhello\nEND MESSAGE\nNEW TOKEN")
    after = table.campaign.state.admin
    assert "EZOC NEVER: could be filed" in text
    assert "99.99 is not on the map" in text
    assert "CHECK is a dry run: nothing was sent, filed or answered" in text
    assert after.standing == before.standing
    assert after.seats == before.seats
    assert len(table.mail(OTHER[side])) == enemy


@pytest.mark.parametrize(
    "lines", ["NEW TOKEN", "CANCEL", "CANCEL PLAN", "LOG\nA quiet day.\nEND LOG", "FOR NEXT IMPULSE\nA/504: move 12.09"]
)
def test_check_says_that_it_is_a_dry_run(table: Table, lines: str) -> None:
    side = table.phasing()
    before = table.campaign.state.admin
    assert "CHECK is a dry run: nothing was sent, filed or answered" in asked(table, side, f"CHECK\n{lines}")
    after = table.campaign.state.admin
    assert (after.seats, after.drafts, after.plans) == (before.seats, before.drafts, before.plans)


def test_check_turns_no_token_in_a_paused_campaign(table: Table) -> None:
    table.campaign.handle(Cause("host", "pause-1", table.at, lines=(NumberedLine(1, "PAUSE T1.1"),)))
    table.post()
    seats = table.campaign.state.admin.seats
    asked(table, table.phasing(), "CHECK\nNEW TOKEN")
    assert table.campaign.state.admin.seats == seats
