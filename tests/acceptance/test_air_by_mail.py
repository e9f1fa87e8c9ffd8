"""The air by mail: whose aircraft and flights are to order in a team, supplies asked for, what questions say of aircraft."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.state import Seat
from tests.acceptance.table import ADDRESS, Table, begun, plain
from tests.opened import as_board

TEAM = (
    Seat("allied", "allied", "commander", ADDRESS["allied"], "A"),
    Seat("allied.1-505", "allied", "commander", "bert@allied.example", "AB", formations=("1/505",)),
    Seat("allied.2-505", "allied", "commander", "carl@allied.example", "AC", formations=("2/505",)),
    Seat("german", "german", "commander", ADDRESS["german"], "G"),
)


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Table]:
    """The Groesbeek drop, with a commander of each battalion, before the first turn."""
    with begun(tmp_path, module="groesbeek-drop", seats=TEAM) as table:
        yield table


def test_a_seat_files_the_flights_of_its_own_troops(team: Table) -> None:
    """MASL-7.1-1, TOCS-1.1-2: supplies are everybody's, the staff's flight its commander's."""
    said = plain(team.write("allied.1-505", "flight J505-2: 16.13 17.13 .. 21.12\nflight J505-1: as printed"))
    assert "J505-2 is not yours to order: 2/505 command has it" in said
    team.write("allied.1-505", "1 drop")
    assert "R505: 19.14 20.14 21.13 22.12" in plain(team.write("allied.2-505", "flight R505: 19.14 20.14 21.13 22.12"))
    assert "J505-0 is not yours to order" in plain(team.write("allied.2-505", "flight J505-0: as printed"))


def test_aircraft_are_everybodys_until_they_are_allotted(team: Table) -> None:
    """TOCS-3.2-9, TOCS-1.1-2, ruling L30: the seat needs a headquarters of its own that may ask, or the commander's."""
    team.write("german", "END IMPULSE ANYWAY")
    team.write("allied", "allot air 1/505 TYP1\nEND IMPULSE ANYWAY")
    report = plain(team.mail("allied")[-1])
    assert "TYP1 Typhoons, 83 Group: ready; can fly" in report and "; for 1/505" in report
    said = plain(team.write("allied.2-505", "air strike 20.11 at guns with TYP1"))
    assert "TYP1 is not yours to order: 1/505 command has it" in said


def test_the_form_before_the_first_turn_files_the_flights_as_they_are(tmp_path: Path) -> None:
    """MASL-7.1-1, MASL-7.1-3: sent back unchanged it changes nothing; a break in a path is closed in the hint."""
    table = Table(tmp_path, module="groesbeek-drop")
    table.begin()
    before = as_board(table.campaign.state.situation.board).forces["allied"].schedule
    form = table.mail("allied")[-1].text.partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]
    lines = [line for line in form.splitlines() if line.startswith("flight")]
    assert lines[1] == "flight J505-1: 16.14 .. 20.12 21.13 22.12" and len(lines) == 4
    assert "Orders executed." in plain(table.write("allied", "\n".join(lines)))
    assert as_board(table.campaign.state.situation.board).forces["allied"].schedule == before
    broken = plain(table.write("allied", "flight J505-1: 16.14 .. 18.13 19.12 20.12 21.13 22.12"))
    assert "try: flight J505-1: 16.14 17.14 18.13 .. 19.12 20.12 21.13 22.12" in broken
    table.close()


@pytest.fixture
def drop(tmp_path: Path) -> Iterator[Table]:
    """The first impulse of the Groesbeek drop, one commander a side."""
    table = Table(tmp_path, module="groesbeek-drop")
    table.begin()
    table.write("german", "END IMPULSE ANYWAY")
    table.write("allied", "END IMPULSE ANYWAY")
    yield table
    table.close()


def test_questions_know_aircraft_and_flights(drop: Table) -> None:
    """TOCS-3.2-2, TOCS-W14.2-1: WHAT CAN, COST, WHY, CHECK."""
    said = plain(drop.write("allied", "WHAT CAN TYP1\nCOST R505\nCOST TYP1\nCOST HQ82"))
    assert "ground strike: possible" in said
    assert "R505: 4 hexes, 19.14 20.13 21.13 22.12" in said and "TYP1: say where to, as in COST TYP1 to 12.09" in said
    assert "no guns or patrols of the enemy's are known within reach of it" in said and "HQ82: say where to" in said
    air_order = "HQ82: air strike 19.08 at vehicles with TYP1"
    said = plain(drop.write("allied", f"CHECK\n{air_order}\nair support 20.11 with TYP1\nHQ82: air patrol 20.11 with AUS1"))
    assert "nothing rolled" in said and f"1 ✓ {air_order} 1 OP" in said and "what stands in 19.08 when they come is struck" in said
    assert "TYP1 is in flight, not ready" in said and "AUS1 does not fly that mission; it flies observer, spotter" in said
    drop.write("allied", "CANCEL")
    assert as_board(drop.campaign.state.situation.board).forces["allied"].air.aircraft["TYP1"].box == "ready"
    drop.write("allied", "REPORT")
    assert "TYP1 Typhoons, 83 Group: ready; can fly ground strike, support" in " ".join(map(plain, drop.mail("allied")[-2:]))


def test_a_drop_is_asked_for_by_letter_and_told_when_it_has_come(drop: Table) -> None:
    """TOCS-W15.16-1, TOCS-W15.0-1: before they come it is refused, then they fly, and what fell is in the drop report."""
    early = plain(drop.write("allied", "HQ82: air drop 2 SP at 22.12 by 19.14 20.13 21.13 22.12 with C47A,C47B"))
    assert "C47A is away, not ready" in early
    drop.write("allied", "CANCEL")
    until(drop, turn=2)
    drop.write("allied", "HQ82: air drop 2 SP at 22.12 by 19.14 20.13 21.13 22.12 with C47A,C47B\nCOST C47A\nEND IMPULSE ANYWAY")
    answers = " ".join(plain(mail) for mail in drop.mail("allied"))
    assert "C47A, C47B: supply drop, 22.12; in flight, on station in your next impulse" in answers
    assert "C47A: 4 hexes, 19.14 20.13 21.13 22.12" in answers
    drop.write("german", "END IMPULSE ANYWAY")
    report = plain(drop.mail("allied")[-1])
    assert "DROP REPORT C47A" in report and "1 SP 22.12" in report


def until(table: Table, turn: int) -> None:
    """Both close their impulses until the Allies are to play in a turn."""
    for _ in range(20):
        public = as_board(table.campaign.state.situation.board).public
        if public.turn >= turn and public.phasing == "allied":
            return
        table.write(public.phasing, "END IMPULSE ANYWAY")
    raise AssertionError("the turn did not come")
