"""A company rows over a lake and fights its way ashore, by letters; what the other side reads of it (TOCS-W11.6-1, W12.1.1-1)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.table import Table, begun

MERE = str(Path(__file__).parents[1] / "modules" / "mere")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with begun(tmp_path, module=MERE) as table:
        yield table


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_map_is_open_to_who_has_boats_and_the_letters_know_it(table: Table) -> None:
    """CHECK, COST and WHAT CAN; the refusal names what is wanting."""
    asked = words(table.write("allied", "COST A/1 TO 04.03\nCOST B/1 TO 03.04\nCOST DK1 TO 07.02\nWHAT CAN A/1 DO").text)
    assert "A/1 to 04.03: 2 MP, 1 AP of 3 03.03 Mere: 1 MP (lake, afloat) 04.03: 1 MP (lake, afloat)" in asked
    assert "B/1: no way to 03.04 B/1 has no boats with it to cross the lake to 03.04" in asked
    assert "07.02: 2 MP (ocean, afloat)" in asked and "A/1: move 03.03" in asked
    refused = words(table.write("allied", "B/1: move 03.04").text)
    assert "B/1 has no boats with it to cross the lake to 03.04 (TOCS-W11.6-1)" in refused
    table.write("allied", "CANCEL")
    checked = words(table.write("allied", "CHECK\nASSIGN BT1 TO B/1 BY HQ1\nA/1: move 03.03").text)
    assert "A/1 has no boats with it to cross the lake" in checked


def test_over_the_lake_and_ashore(table: Table) -> None:
    """Its own staff reads who is on the water; the enemy learns of the battle, and no more than of one on land."""
    table.means("allied", "A/1: move 03.03 04.03; attack 05.04 hasty")
    before = len(table.mail("german"))
    table.means("allied", "END IMPULSE ANYWAY")
    told = words(" ".join(mail.text for mail in table.mail("german")[before:]))
    assert "05.04" in told and "BT1" not in told and "boats" not in told and "04.03" not in told
    assert "over open water -2" in told
    assert "on the water at 04.03: A/1, BT1" in words(table.mail("allied")[-1].text)
