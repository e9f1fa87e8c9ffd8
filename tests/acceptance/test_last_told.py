"""OWN TROOPS tells what each unit was last ordered, and in which impulse, as soon as one was."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.table import Mail, Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.begin()
    yield table
    table.close()


def troops(mail: Mail) -> dict[str, str]:
    """The rows of OWN TROOPS, by call; the headings under `unit`."""
    lines = mail.text[mail.text.index("OWN TROOPS") :].split("\n\n")[0].splitlines()[1:]
    return {line.split()[0]: line for line in lines if not line.startswith(" ")}


def test_the_first_report_has_no_column_for_it(table: Table) -> None:
    assert "last told" not in troops(table.mail("allied")[-1])["unit"]


def test_each_unit_shows_its_last_order_and_its_impulse(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12\nend impulse")
    rows = troops(table.mail("allied")[-1])
    assert rows["unit"].endswith("last told") and rows["A/504"].endswith("recon T1.1")
    assert rows["B/504"].endswith("move T1.1") and re.search(r"-$", rows["D/505"])
    assert "\nunit " in (theirs := table.mail("german")[-1].text) and "last told\n" not in theirs, "orders are a side's own"
    table.write("german", "end impulse")
    table.write("allied", "D/505: move 20.12\nend impulse")
    rows = troops(table.mail("allied")[-1])
    assert rows["D/505"].endswith("move T1.3") and rows["C/504"].endswith("move T1.1")
    assert max(map(len, rows.values())) <= 72


def test_an_order_that_was_not_begun_is_none(table: Table) -> None:
    table.write("allied", "A/504: atack 13.11")
    table.write("allied", "CANCEL\nend impulse")
    assert "last told" not in troops(table.mail("allied")[-1])["unit"]
