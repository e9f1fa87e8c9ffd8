"""What becomes of the lines below one that fails, and of a YES beside a line that is faulty in another way."""

from tests.acceptance.table import Table, plain


def test_a_yes_beside_a_line_that_is_faulty_still_is_told_to_be_none(table: Table) -> None:
    """It would leave out what its writer has not read of; it was dropped without a word."""
    table.write("allied", "A/504: mvoe 13.11; attck 14.12\nB/504: move 12.12\n")
    answer = plain(table.write("allied", "1 A/504: attack 12.11 hasty\nYES\n"))
    assert "1 line needs fixing" in answer
    assert "our YES is not done: as written now, still faulty in line 1; YES once more leaves it out" in answer
    assert "1 order executed" in table.write("allied", "YES\n").subject


def test_what_holds_the_lines_below_one_that_failed_is_told_with_the_word_that_lets_them_go_on(table: Table) -> None:
    failing = "A/504: recon 13.11; if empty attack 13.12 hasty, else attack 12.11 hasty\nB/504: move 12.12\n"
    answer = plain(table.write("allied", failing))
    assert "NOT EXECUTED (line 1 failed)" in answer
    assert "CARRY OUT WHAT YOU CAN above them lets them go on" in answer
