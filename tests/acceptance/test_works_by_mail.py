"""Works by letter: dug, mined, blocked and extended by mailed words, and read again in the reports (TOCS-W10.9 to W10.15)."""

from pbem.rulesets.tocs.reports.works import DUG
from pbem.rulesets.tocs.rules.works import LEVELS
from tests.acceptance.looking import asked
from tests.acceptance.table import Table, plain


def test_engineers_mine_and_a_company_digs_and_the_report_says_so(table: Table) -> None:
    """TOCS-W10.9-1, TOCS-W10.11-1."""
    text = asked(table, "allied", "C/307: mine 11.12\nA/504: dig\nB/504: roadblock")
    assert "11.12 Overasselt: mines laid" in text and "12.11 is entrenched now" in text and "roadblock laid" in text
    asked(table, "allied", "REPORT")
    report = plain(table.mail("allied")[-1])
    assert "WORKS" in report and "11.12 Overasselt: mines" in report
    assert not [mail for mail in table.mail("german") if "mines" in plain(mail)]
    refused = asked(table, "allied", "D/505: mine")
    assert "only engineers lay mines" in refused and "TOCS-W2.6.4-3" in refused
    asked(table, "allied", "CANCEL")


def test_a_company_is_deployed_wide_and_its_owner_alone_reads_it(table: Table) -> None:
    """TOCS-W10.15-1, TOCS-W10.15-6."""
    text = asked(table, "allied", "DEPLOY A/504 TOWARD 12.10")
    assert "is extended toward 12.10" in text
    asked(table, "allied", "REPORT")
    assert "EXTENDED toward 12.10" in plain(table.mail("allied")[-1])
    assert not [mail for mail in table.mail("german") if "EXTENDED" in plain(mail)]


def test_each_level_that_is_dug_is_told_in_a_sentence_of_its_own() -> None:
    """TOCS-W10.9-1."""
    assert tuple(DUG) == LEVELS
    assert [words.format(place="15.13") for words in DUG.values()] == [
        "15.13 is entrenched now", "15.13 is a strongpoint now", "15.13 is a fortified area now",
    ]  # fmt: skip
