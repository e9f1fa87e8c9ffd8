"""CHECK leaves everything as it is, also what is no order."""

from tests.acceptance.conftest import WatchedTable
from tests.acceptance.looking import OTHER, asked


def test_check_files_nothing_and_sends_nothing(table: WatchedTable) -> None:
    side = table.phasing()
    before = table.campaign.state.affairs
    enemy = len(table.mail(OTHER[side]))
    text = asked(table, side, "CHECK\nEZOC NEVER\nRETREAT HOLD 99.99\nMESSAGE ENEMY\nhello\nEND MESSAGE\nNEW TOKEN")
    after = table.campaign.state.affairs
    assert "EZOC NEVER: could be filed" in text
    assert "99.99 is not on the map" in text
    assert "CHECK is a dry run: nothing was sent, filed or answered" in text
    assert after.standing == before.standing
    assert after.seats == before.seats
    assert len(table.mail(OTHER[side])) == enemy
