"""Two seats of a side order the same unit: a superior's word is the last, and both are told (MASL-2.1-1, MASL-2.1-3)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.hexes import Hex
from tests.acceptance.table import TEAMS, Table, begun, plain
from tests.opened import as_picture


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two teams of three whose orders run as they arrive; the first impulse is the Allied one."""
    with begun(tmp_path, seats=TEAMS) as table:
        yield table


def ordered(table: Table, call: str) -> str:
    """What a unit was last ordered."""
    return table.campaign.state.admin.last_told.get("allied", {}).get(call, "")


def test_a_draft_that_waited_does_not_run_over_the_commanders_order_unasked(table: Table) -> None:
    theirs = {seat: len(table.mail(seat)) for seat in table.address if seat.startswith("german")}
    table.write("allied.504", "A/504: move 12.10\nB/504: mve 12.10")
    mine = table.write("allied", "A/504: recon 13.11")
    assert "504 command has orders for A/504 in a draft that waits" in plain(mine)
    told = table.mail("allied.504")[-1]
    assert told.subject == "[test] A/504 ordered by another seat too"
    assert "American command has ordered units that you ordered too, and it was executed: A/504: recon 13.11" in plain(told)
    assert "Your draft still waits, with orders for A/504 in it. CANCEL drops it." in plain(told)
    asked = table.write("allied.504", "YES")
    said = "American command ordered A/504 before you in this impulse: recon 13.11. REPLY YES (run what is ready) | CANCEL"
    assert said in plain(asked) and "your orders wait for your YES" in asked.subject
    assert ordered(table, "A/504") == "recon 13.11" and not ordered(table, "B/504")
    before = len(table.mail("allied"))
    receipt = table.write("allied.504", "YES")
    assert "2 orders executed" in plain(receipt)
    assert "American command ordered A/504 before you in this impulse: recon 13.11" in plain(receipt)
    assert (ordered(table, "A/504"), ordered(table, "B/504")) == ("move 12.10", "move 12.10")
    commander = table.mail("allied")[before]
    assert "504 command has ordered units that you ordered too, and it was executed: A/504: move 12.10" in plain(commander)
    assert theirs == {seat: len(table.mail(seat)) for seat in theirs}, "the enemy hears nothing of it"


def test_a_superior_is_told_and_not_asked(table: Table) -> None:
    table.write("allied.504", "A/504: move 12.10")
    before = len(table.mail("allied.504"))
    receipt = table.write("allied", "A/504: recon 13.11")
    assert "504 command ordered A/504 before you in this impulse: move 12.10" in plain(receipt)
    assert "A/504: recon 13.11" in plain(table.mail("allied.504")[before])


def test_a_check_says_it_too_and_changes_nothing(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11")
    answer = table.write("allied.504", "CHECK\nA/504: move 12.10")
    assert "American command ordered A/504 before you in this impulse: recon 13.11" in plain(answer)
    assert ordered(table, "A/504") == "recon 13.11" and "allied.504" not in table.campaign.state.admin.drafts


def test_other_units_and_other_impulses_say_nothing(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11")
    before = len(table.mail("allied"))
    assert "before you" not in plain(table.write("allied.504", "B/504: move 12.10"))
    assert len(table.mail("allied")) == before
    table.means("allied", "END IMPULSE")
    while table.phasing() != "allied":
        table.means(table.phasing(), "END IMPULSE")
    assert "before you" not in plain(table.write("allied.504", "A/504: move 12.10"))


def test_seats_whose_units_change_hands_in_a_run_are_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """MASL-16.2-3: a headquarters that comes on takes over those of another; here A/504 stands in 505 once it has moved."""
    before = UnitOfWork.chain

    def chain(work: UnitOfWork, side: str, call: str) -> tuple[str, ...]:
        unit = as_picture(work.state.pictures[side]).forces.unit_called(call)
        return ("505",) if call == "A/504" and unit and unit.hex == Hex("12.10") else before(work, side, call)

    monkeypatch.setattr(UnitOfWork, "chain", chain)
    theirs = {seat: len(table.mail(seat)) for seat in table.address}
    table.write("allied", "A/504: move 12.10")
    told = {seat: [plain(mail) for mail in table.mail(seat)[number:]] for seat, number in theirs.items()}
    assert any("No longer yours to order: A/504; 505 command has them." in text for text in told["allied.504"])
    assert any("Yours to order now: A/504." in text for text in told["allied.505"])
    assert not any(told[seat] for seat in told if seat.startswith("german")), "the enemy hears nothing of it"
