"""Supply, logs and trucks by letter: from the mailed word to the mailed answer (TOCS-W8.2-2, W8.3-1, W8.1-1)."""

from tests.acceptance.looking import asked
from tests.acceptance.table import Table, plain


def test_trucks_go_by_a_line_of_a_letter_and_the_receipt_says_how_far(table: Table) -> None:
    """TOCS-W8.2-2."""
    text = asked(table, "allied", "trucks 2 SP from 11.11 to 12.11 join HQ1/504")
    assert "staff: trucks 2 sp from 11.11 to 12.11 join HQ1/504" in text
    assert "trucks at 12.11: joined, 2 SP" in text
    assert "trucks at 11.11: loaded off, 2 SP left" in text and "trucks at 11.11: sent off, 2 SP" in text
    assert "trucks at 20.14 Sint Jansberg: dug in for good" in asked(table, "allied", "depot at 20.14")
    asked(table, "allied", "REPORT")
    report = plain(table.mail("allied")[-1])
    assert "trucks at 12.11: 2 SP; with HQ1/504" in report and "trucks at 11.11: 2 SP" in report
    refused = asked(table, "allied", "trucks 5 SP from 11.11 to 12.11")
    assert "a convoy carries 1 to 4 supply points, not 5" in refused and "TOCS-W8.2-2" in refused
    asked(table, "allied", "CANCEL")


def test_why_out_of_supply_is_answered_from_the_own_picture(table: Table) -> None:
    """TOCS-W8.3-8, TOCS-W8.3-3."""
    text = asked(table, "allied", "WHY OUT OF SUPPLY D/505\nWHY OUT OF SUPPLY 1/HG")
    assert "D/505 is in supply: on what it brought along, to the end of turn 3" in text
    assert "1/HG" in text and "in supply: to" not in text
    asked(table, "allied", "REPORT")
    assert "units are on carried supplies, up to the end of turn 3; then they need a line of supply." in plain(
        table.mail("allied")[-1]
    )
    asked(table, "german", "REPORT")
    assert "carried supplies" not in plain(table.mail("german")[-1])


def test_a_log_is_kept_for_the_end_and_sent_to_nobody(table: Table) -> None:
    german = len(table.mail("german"))
    text = asked(table, "allied", "LOG\nI hope that nobody looks at Malden.\nEND LOG")
    assert "Kept in your log" in text
    [(seat, _, words)] = table.campaign.state.admin.logs
    assert (seat, words) == ("allied", ("I hope that nobody looks at Malden.",))
    assert len(table.mail("german")) == german
