"""Letters that go wrong: the line, the reason, the line that would work; nothing half done."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.rulesets.tcs import told_events as t
from tests.acceptance.table import plain
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.guns import Change, Guns, mines


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ford]:
    """The ford village in letter B of its first turn."""
    table = Ford(Path(tmp_path_factory.mktemp("bad")))
    table.begin()
    table.both("ROLL US-2 NEVER", "")
    yield table
    table.close()


@pytest.mark.parametrize(("lines", "why"), [
    ("T-3: fire 05.04 area", "T-3 is on no op sheet in force: it fires overwatch only (TCSB-6-30)"),
    ("T-1: assault 05.04", "T-1 is not on an attack, nor on a defense whose area 05.04 lies in (TCSB-22-1)"),
    ("A-MG: fire 05.04 point", "A-MG has no point fire (TCSB-9-3)"),
    ("A-9: move 05.02", "`A-9`: not one of your units"),
    ("POLICY A-9 FIRE HOLD", "`A-9`: not"),
    ("A-1: move 05.02\nA-2: fire 05.09 area", "05.09 is not on the map (TCSB-1-6)"),
    ("A-1: if empty (if empty (if empty (if empty move 05.02))), else hold", "`if` inside one another"),
])  # fmt: skip
def test_a_bad_line_is_named_with_its_reason_and_nothing_is_filed(ford: Ford, lines: str, why: str) -> None:
    """TCSB-6-30, TCSB-22-1, TCSB-9-3, TCSB-1-6."""
    ford.write("us", "CANCEL")
    answer = plain(ford.write("us", lines))
    assert why in answer and "no orders executed yet" in answer and "On file" not in answer


@pytest.mark.parametrize("line", [
    "A-1: IF EMPTY MOVE 05.02, ELSE ASSAULT 05.02",
    "A-1: MOVE 05.02, 05.03; IF EMPTY MOVE 05.04, ELSE ASSAULT 05.04",
    "A-1: MOVE 05.02, 05.03; IF OCCUPIED ASSAULT 05.04, ELSE MOVE 05.04",
    "A-1: MOVE 05.02, 05.03; IF NOT OCCUPIED MOVE 05.04, ELSE ASSAULT 05.04",
])  # fmt: skip
def test_a_hex_may_be_entered_if_it_is_empty_and_else_assaulted(ford: Ford, line: str) -> None:
    """TCSB-20-6, TCSB-20-7, TCSB-22-1: each way is checked as it would be taken, though an enemy is known to be there."""
    assert "05.04" in ford.picture("us").known_enemies
    answer = plain(ford.write("us", f"CHECK\n{line}"))
    assert "needs fixing" not in answer and "✗" not in answer, answer


def test_what_is_so_whatever_comes_is_refused(ford: Ford) -> None:
    """TCSB-20-7, TCSB-1-6, TCSB-9-3: without a condition, or for what no condition changes."""
    for line, why in (
        ("A-1: MOVE 05.02, 05.03, 05.04", "the enemy is in 05.04: a move cannot enter it (TCSB-20-7)"),
        ("A-MG: IF LOST A-1 FIRE 05.09 AREA", "05.09 is not on the map (TCSB-1-6)"),
        ("A-MG: IF LOST A-1 FIRE 05.04 POINT", "A-MG has no point fire (TCSB-9-3)"),
        ("A-2: IF OCCUPIED FIRE 05.01 AREA, ELSE FIRE 05.01 AREA", "own units are in 05.01 (TCSB-9-9)"),
    ):
        assert why in plain(ford.write("us", f"CHECK\n{line}"))


@pytest.mark.parametrize(("lines", "warned"), [
    ("A-MG: IF LOST A-1 FIRE 05.01 AREA", "own units are in 05.01"),
    ("A-MG: IF LOST A-1 FIRE 08.08 AREA", "A-MG does not see 08.08"),
    ("A-MG: IF LOST A-1 FIRE foot-9 AREA", ""),
    ("A-1: MOVE 05.02, 05.03; IF TURN 2 MOVE 05.04, ELSE HOLD", "the enemy is in 05.04: a move cannot enter it"),
])  # fmt: skip
def test_what_is_true_only_now_forbids_no_order_under_a_condition(ford: Ford, lines: str, warned: str) -> None:
    """TCSB-9-9, TCSB-7-4, TCSB-20-7: by the time it is carried out own units may be gone, an enemy come into sight."""
    answer = plain(ford.write("us", f"CHECK\n{lines}"))
    if warned:
        assert "✗" not in answer and f"under IF: as things stand {warned}; it comes off only if that has changed" in answer
    else:
        assert "✗" in answer, "a name that nobody has been given"


@pytest.mark.parametrize("lines", [
    "A-MG: IF 05.04 OCCUPIED FIRE 05.04 AREA\nA-MG: IF 05.04 EMPTY FIRE 06.05 AREA",
    "A-1: IF 05.04 OCCUPIED MOVE 05.02, 05.03\nA-1: IF 05.04 EMPTY MOVE 06.01, 06.02",
])  # fmt: skip
def test_lines_under_opposite_conditions_are_not_in_each_others_way(ford: Ford, lines: str) -> None:
    """TCSB-20-6, TCSB-9-2: of each the way that would not be taken now is checked as if the other had not been taken."""
    assert "✗" not in plain(ford.write("us", f"CHECK\n{lines}"))
    again = lines.replace("IF 05.04 EMPTY ", "").replace("IF 05.04 OCCUPIED ", "")
    assert "✗" in plain(ford.write("us", f"CHECK\n{again}")), "without a condition they are"


def test_a_branch_runs_as_it_was_checked(tmp_path: Path) -> None:
    """TCSB-20-6, TCSB-22-3: the machine gun is still there, so that it is assaulted."""
    table = Ford(tmp_path)
    table.begin()
    table.both("ROLL US-2 NEVER", "POLICY ALL FIRE HOLD; ADJACENT HOLD; RETURN NONE")
    table.both("A-1: MOVE 05.02, 05.03; IF EMPTY MOVE 05.04, ELSE ASSAULT 05.04", "")
    assert "Assault of 05.04 Village, round 1." in plain(table.mail("us")[-1])
    assert "else assault 05.04 = A-1 went by ELSE" in plain(table.mail("us")[-2])
    table.close()


def test_silence_of_both_is_a_turn_by_policy_and_a_late_letter_is_told_where_play_stands(tmp_path: Path) -> None:
    """TCSB-2-1, TCSB-2-17, TCSB-6-16: sheets go on, plots are empty, nobody moves but whom a rule moves."""
    table = Ford(tmp_path)
    table.begin()
    form = next(line for line in table.mail("us")[-1].text.splitlines() if line.startswith("BEGIN ORDERS"))
    late = table.letter("us", "ROLL US-2 NEVER", table.mail("us")[-1])
    fenced = table.letter("us", f"{form}\nROLL US-2 NEVER\nEND ORDERS", table.mail("us")[-1])
    before = {name: unit.hex for forces in table.board.forces.values() for name, unit in forces.units.items()}
    while table.board.public.name == "T1.A":
        table.wait(hours=6)
    assert table.board.public.name == "T1.B" and table.board.forces["us"].sheets["US-2"].weighted in (0, 15)
    assert "ROLL belongs in letter A, for command; this is letter B" in plain(table.send("us", late))
    assert "The form you filled in is that of T1.A; T1.B is being played." in plain(table.send("us", fenced))
    assert table.board.forces["us"].sheets["US-2"].rolls == "always"
    while table.board.public.name == "T1.B":
        table.wait(hours=6)
    assert table.board.public.name == "T2.A"
    assert before == {name: unit.hex for forces in table.board.forces.values() for name, unit in forces.units.items()}
    assert not any(battery.spent for battery in table.board.forces["us"].batteries.values())
    table.close()


def reserves(many: int) -> tuple[Change, ...]:
    """So many more platoons of the Americans, all in the hex of A-2."""
    names = [f"H-{number}" for number in range(1, many + 1)]
    units = "".join(
        f'[[unit]]\nid = "{name}"\ncounter = "us_inf"\nside = "us"\nchain = ["{name}", "H", "2-37"]\nmorale = 3\n\n'
        for name in names
    )
    placed = "".join(f'[[setup]]\nunit = "{name}"\nhex = "04.01"\nmode = "fire"\n\n' for name in names)
    return (
        ("oob.toml", '[[unit]]\nid = "A-1"', units + '[[unit]]\nid = "A-1"'),
        ("scenario-1.toml", '[[setup]]\nunit = "A-1"', placed + '[[setup]]\nunit = "A-1"'),
    )


def test_a_sheet_that_is_too_large_is_named_with_a_force_that_fits(tmp_path: Path) -> None:
    """TCSB-6-8: thirty platoons are ten companies; the line, the reason, a line that works; nothing of it is filed."""
    table = Guns(tmp_path / "guns", *reserves(31))
    table.begin()
    force = ", ".join(f"H-{number}" for number in range(1, 31))
    ground = "objective 06.05\nleft 08.01, 08.08\nright 03.01, 03.08\nfail at 50 percent rally 04.01"
    sheet = f"SHEET US-3 attack\nforce {force}\n{ground}\nEND SHEET"
    answer = plain(table.write("us", sheet))
    assert "2 ✗ force H-1" in answer and "a force of 10 companies is too large: 9 at most, on two sheets" in answer
    assert "no orders executed yet" in answer and "H-28 (TCSB-6-8)" in answer and "H-29 (TCSB-6-8)" not in answer
    assert "US-3" not in table.board.forces["us"].sheets and "On file" not in answer
    fewer = plain(table.write("us", "CANCEL")) + plain(table.write("us", sheet.replace(", H-29, H-30", "")))
    assert "US-3: size 9" in fewer and "✗" not in fewer
    table.close()


def test_a_policy_or_an_order_for_a_dead_unit_is_refused_and_an_old_policy_waits_for_nobody(tmp_path: Path) -> None:
    """TCSB-3-13, TCS3-1-3: one that was filed while it lived harms nothing."""
    for seed in range(6):
        table = Guns(tmp_path / f"guns-{seed}", mines("ge", "heavy", "05.02", "06.02", "07.02"), seed=bytes([seed]) * 32)
        table.begin()
        table.write("us", "POLICY T-1,T-2,T-3 FIRE HOLD")
        table.both("ROLL US-2 NEVER", "")
        table.both("T-1: move 05.02\nT-2: move 06.02\nT-3: move mode; move 07.02\nA-1: move 05.02", "")
        dead = [event.unit for event in table.events(t.UnitStruck) if event.left == 0 and event.side == "us"]
        if dead:
            break
        table.close()
    answer = plain(table.write("us", f"POLICY {dead[0]} FIRE HOLD"))
    assert f"{dead[0]} is destroyed (TCSB-3-13)" in answer and "Not filed" in answer
    assert table.board.public.name == "T2.A"
    table.both("ROLL US-2 NEVER", "")
    assert f"{dead[0]} is destroyed" in plain(table.write("us", f"CHECK\n{dead[0]}: hold"))
    table.both("", "")
    assert table.board.public.turn == 3
    table.close()
