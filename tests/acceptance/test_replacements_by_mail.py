"""Assets, half-companies and replacements as a commander has them: letters in, letters out."""

from tests.acceptance.table import Table, plain


def test_a_commander_assigns_divides_and_joins_by_letter_and_reads_it_in_his_report(table: Table) -> None:
    answer = plain(table.write("allied", "assign 1MOR to A/504 by HQ504\nsplit C/504\n"))
    assert "1MOR goes with A/504 now" in answer
    assert "C/504 split into C-1/504 and C-2/504" in answer
    table.write("allied", "report")
    report = plain(table.mail("allied")[-1])
    assert "with A/504: 1MOR" in report and "divided into half-companies: C/504" in report
    assert "Replacement Pool 3, Motor Pool 0" in report
    assert "join C-1/504" in plain(table.write("allied", "what can C-1/504\n"))
    moved = plain(table.write("allied", "C-1,C-2/504: recon 13.10"))
    assert "C-1/504" in moved and "C-2/504" in moved


def test_what_cannot_be_done_is_said_and_nothing_is_done(table: Table) -> None:
    answer = plain(table.write("allied", "refit A/504\nassign 1MOR to A/504\ndisband HQ504\n"))
    assert "no orders executed yet" in answer
    assert "A/504 has lost no step" in answer and "TOCS-W10.22-2" in answer
    assert "HQ504 has nobody above it to disband it" in answer


def test_the_enemy_reads_the_name_of_a_unit_that_was_disbanded(table: Table) -> None:
    told = plain(table.write("allied", "disband I/504 into pool\nend impulse\n"))
    assert "I/504 destroyed (disbanded)" in told and "Replacement Pool 7" in told
    heard = plain(table.mail("german")[-1])
    assert "(I/504) destroyed" in heard and "Replacement Pool 7" not in heard
