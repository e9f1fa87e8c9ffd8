"""Command by mail: op sheets drawn up in a letter, conditions, policies, stops, and the paces of one and three letters."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.parser import read_standing
from pbem.rulesets.tcs import scenario
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions.vocabulary import vocabulary
from pbem.rulesets.tcs.board import apply
from pbem.rulesets.tcs.rules.combining import combined
from pbem.rulesets.tcs.standing_orders.reading import policy_of
from pbem.rulesets.tcs.units import TacticalUnit
from tests.acceptance.table import plain, recorded
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.test_doors import load

GAME = scenario.opening(load(), library.charts("tcs")).game
Opens = Callable[..., Ford]


@pytest.fixture
def ford(tmp_path: Path) -> Iterator[Opens]:
    opened: list[Ford] = []

    def begin(**switches: str | bool) -> Ford:
        opened.append(Ford(tmp_path, switches=switches))
        opened[-1].begin()
        return opened[-1]

    yield begin
    for one in opened:
        one.close()


SHEET = """SHEET US-3 attack
force T
objective 06.05
start line 05.02, 06.02, 07.02
left 08.01, 08.08
right 03.01, 03.08
stage 1 reach 06.03 until T-1 at 06.03 or turn 4
fail at 50 percent or no armour within 3 of 06.05 by turn 4, rally 06.01 by 06.02
alternate hasty defense 06.02
mission Take the east. END MISSION
END SHEET"""


def told(ford: Ford, kind: type) -> list[object]:
    return [event for record in recorded(ford) for event in record.events if isinstance(event, kind)]


def test_a_sheet_is_drawn_up_by_mail(ford: Opens) -> None:
    """TCSB-6-2, TCSB-6-3, TCSB-6-4, TCSB-6-10, TCSB-6-13, TCSB-2-3, TCSB-6-36."""
    table = ford()
    receipt = plain(table.write("us", SHEET))
    assert "US-3: size 2, 9 weighted turns a turn; chance in each of the next three Command Phases: 14, 33, 58 percent" in receipt
    table.both(f"{SHEET}\nROLL US-2 NEVER", "")
    sheet = table.board.forces["us"].sheets["US-3"]
    assert (sheet.force, sheet.objective, sheet.weighted, sheet.written) == (("T-1", "T-2", "T-3"), (Hex("06.05"),), 0, 1)
    assert (sheet.stages[0].hexes, sheet.rally, sheet.rally_by, sheet.fail_when is None) == (
        ("06.03",),
        ("06.01",),
        ("06.02",),
        False,
    )
    assert "US-3 is drawn up: attack at 06.05." in plain(table.mail("us")[-1])
    assert "US-3" not in "".join(mail.text for mail in table.mail("ge"))


@pytest.mark.parametrize(("before", "after", "why"), [
    ("objective 06.05\n", "", "this sheet has no OBJECTIVE"),
    ("right 03.01, 03.08", "right 03.01, 08.04", "the boundaries cross at 08.04 (TCSB-6-27)"),
    ("US-3", "US-1", "there is an op sheet US-1 already; a number is never used twice"),
    ("US-3", "GE-3", "the numbers of your op sheets begin with US"),
    ("force T", "force T, G-1", "`G-1`: not"),
    ("objective 06.05", "objective 09.09", "09.09 is not on this map (TCSB-6-3)"),
    ("fail at 50", "fail at 60", "a sheet fails at 50 percent of its steps or fewer"),
    ("alternate hasty defense 06.02", "option a attack 06.05", "only a reserve has options"),
    ("\nEND SHEET", "", "no END SHEET below this line"),
])  # fmt: skip
def test_a_faulty_sheet_is_a_draft_and_nothing_of_it_is_filed(before: str, after: str, why: str, ford: Opens) -> None:
    """TCSB-6-3, TCSB-6-24, TCSB-6-27, TCSB-6-32: the line, the reason."""
    table = ford()
    assert before in SHEET
    answer = plain(table.write("us", SHEET.replace(before, after)))
    assert why in answer and "no orders executed yet" in answer and "On file" not in answer


def test_a_sheet_that_is_changed_loses_what_it_had_gained(ford: Opens) -> None:
    """TCSB-6-18."""
    table = ford()
    change = "SHEET US-2 change\nobjective 05.07\nEND SHEET\nROLL US-2 NEVER"
    assert "US-2 loses 6 weighted turns by this change" in plain(table.write("us", change))
    table.both(change, "")
    sheet = table.board.forces["us"].sheets["US-2"]
    assert (sheet.objective, sheet.weighted) == (("05.07",), 0)
    assert (
        "US-1 is in force: CALL OFF ends it, a new one takes its place"
        in plain(table.write("us", "CHECK\nSHEET US-1 change\nobjective 05.05\nEND SHEET"))
        or table.picture("us").public.letter == "B"
    )


def test_units_join_a_sheet_in_force_that_is_near(ford: Opens) -> None:
    """TCSB-6-19, TCSB-6-20, TCSB-6-21."""
    table = ford()
    assert "A-1 is on another sheet in force (TCSB-6-19)" in plain(table.write("us", "CHECK\nJOIN A-1 TO US-1"))
    assert "US-2 is not in force: change its FORCE; try: sheet US-2 change" in plain(table.write("us", "CHECK\nJOIN A-1 TO US-2"))
    twice = plain(table.write("us", "CHECK\nJOIN T-1 TO US-1\nJOIN T-1 TO US-1"))
    assert "T-1 is on another sheet in force (TCSB-6-19)" in twice
    table.both("JOIN T-1, T-3 TO US-1\nROLL US-2 NEVER", "CALL OFF GE-2")
    assert table.board.forces["us"].sheets["US-1"].force[-2:] == ("T-1", "T-3")
    assert "GE-2" not in table.board.forces["ge"].sheets
    now = table.board.forces["us"]
    assert now.sheet_of(now.units["T-1"]) is None, "who joins acts from the next turn"
    table.both("", "")
    now = table.board.forces["us"]
    assert now.sheet_of(now.units["T-1"]) == now.sheets["US-1"] and not now.sheets["US-1"].joining
    assert "there is no op sheet GE-2" in plain(table.write("ge", "COMMIT GE-2 a"))
    numbers = plain(table.write("ge", "SHEET GE-2 reserve\nforce Z-1\nobjective 08.08\noption a attack 07.06\nEND SHEET"))
    assert "there is an op sheet GE-2 already; a number is never used twice" in numbers


def test_an_alternate_is_taken_by_a_roll(ford: Opens) -> None:
    """TCSB-6-34, TCSB-6-35."""
    table = ford()
    assert "GE-1 has no alternate, or has taken it (TCSB-6-34)" in plain(table.write("ge", "CHECK\nALTERNATE GE-1"))
    table.both(
        "ROLL US-2 NEVER",
        "SHEET GE-3 hasty defense\nforce Z-1\nobjective 08.08\nalternate attack 07.06\nEND SHEET\nROLL GE-3 ALWAYS",
    )
    for _ in range(5):
        table.both("", "")
        in_force = table.board.forces["ge"].sheets["GE-3"].status == "implemented"
        table.both("", "ALTERNATE GE-3" if in_force else "")
        if in_force:
            rolls = [event for event in told(table, t.CommandRolled) if isinstance(event, t.CommandRolled)]
            (roll,) = [roll for roll in rolls if roll.what == "alternate"]
            assert (table.board.forces["ge"].sheets["GE-3"].type == "attack") == roll.passed == (roll.total >= 4)
            return
    raise AssertionError("GE-3 did not come into force")


def test_a_roll_may_hang_on_a_condition(ford: Opens) -> None:
    """TCSB-6-14."""
    table = ford()
    table.both("ROLL US-2 WHEN TURN 2", "")
    assert not [event for event in told(table, t.CommandRolled) if isinstance(event, t.CommandRolled) and event.sheet == "US-2"]
    table.both("", "")
    table.both("", "")
    assert [event for event in told(table, t.CommandRolled) if isinstance(event, t.CommandRolled) and event.sheet == "US-2"]


def test_a_condition_is_asked_when_the_line_is_reached(ford: Opens) -> None:
    """TCSB-20-6: unknown is neither, `if` takes the other way and a halt halts not."""
    table = ford()
    table.both("ROLL US-2 NEVER", "")
    table.both("A-1: HALT IF SEEN ANY WITHIN 2; MOVE 05.02, 05.03; FIRE MODE\nA-2: IF 05.04 OCCUPIED MOVE MODE, ELSE HOLD\n"
               "T-1: IF 06.08 EMPTY MOVE 06.02, ELSE HOLD",
               "")  # fmt: skip
    assert (table.where("A-1"), table.unit("A-1").mode, table.unit("A-2").mode) == ("05.02", "fire", "move")
    assert "A-1 halted: by the condition of its orders." in plain(table.mail("us")[-1])


def test_conditions_that_are_nested_too_deep_are_refused(ford: Opens) -> None:
    table = ford()
    table.both("", "")
    nested = "A-1: if empty (if empty (if empty (if empty move 05.02))), else hold"
    answer = plain(table.write("us", nested))
    assert "`if` inside one another" in answer and "On file" not in answer


def test_policies_are_filed_from_day_one_and_the_narrowest_counts(ford: Opens) -> None:
    """TCS3-1-3."""
    table = ford()
    assert "POLICY ALL FIRE OPEN" in table.write("us", "ORDERS").text
    answer = plain(
        table.write("us", "POLICY A-MG fire hold until fired on; range 4\nPOLICY sheet US-1 fire hold\nPOLICY all range 9")
    )
    assert "standing orders are now version 2" in answer and "these units fire no overwatch until you say otherwise" in answer
    filed = tuple(text for _, text in table.campaign.state.admin.standing["us"].lines)
    acts = read_standing(filed, vocabulary(GAME, table.picture("us")))
    forces = table.board.forces["us"]
    found = {name: policy_of(acts, forces, forces.units[name]) for name in ("A-MG", "A-1", "T-1")}
    assert [(one.hold, one.until, one.range) for one in found.values()] == [
        (True, "fired", 4), (True, "", 9), (False, "", 9),
    ]  # fmt: skip
    assert (found["T-1"].targets[0], found["A-1"].targets[0]) == ("armour", "foot")


def test_a_policy_for_what_is_not_there_is_not_filed(ford: Opens) -> None:
    """TCSB-3-13, TCSB-1-10."""
    table = ford()
    for line, why in (
        ("POLICY sheet US-9 fire hold", "there is no op sheet US-9; yours are US-1, US-2 (TCSB-6-3)"),
        ("POLICY stack 09.09 fire hold", "09.09 is not on the map (TCSB-1-6)"),
        ("POLICY T-1 leader substitute no", "POLICY LEADER is of the rules for armor, which this module does not use (TCSB-1-10)"),
    ):
        assert f"Not filed: {why}" in plain(table.write("us", line))


def test_a_stop_opens_a_second_letter_and_is_counted(ford: Opens) -> None:
    """TCSB-2-11: public, three a game; what was not reached comes back."""
    table = ford()
    table.hold_fire()
    table.both("ROLL US-2 NEVER", "")
    table.both("A-1: MOVE 05.02\nSTOP AFTER NORMAL IMPULSE", "G-2: MOVE MODE; MOVE 06.06")
    assert table.picture("ge").public.name == "T1.B2" and table.where("G-2") == "06.05"
    assert "Play stopped for new orders (American stop)." in plain(table.mail("ge")[-1])
    assert "G-2: move mode; move 06.06" in "".join(mail.text for mail in table.mail("ge"))
    table.both("", "G-2: MOVE MODE; MOVE 06.06")
    assert (table.picture("ge").public.name, table.where("G-2")) == ("T2.A", "06.06")
    for _ in range(2):
        table.both("", "")
        table.both("STOP AFTER NORMAL IMPULSE", "")
        if table.picture("us").public.letter == "B2":
            table.both("", "")
    table.both("", "")
    assert "your 3 stops of the game are used (TCSB-2-11)" in plain(table.write("us", "STOP AFTER NORMAL IMPULSE"))


def test_stop_is_no_order_of_tcs_and_takes_the_place_of_nothing_on_file(ford: Opens) -> None:
    """It was filed as orders that order nothing, in the place of those that lay there."""
    table = ford()
    table.write("us", "roll US-2 never")
    answer = table.write("us", "Stop")
    assert answer.subject.endswith("1 line needs fixing; no orders executed yet")
    assert table.campaign.state.admin.staff("us").files["us"].lines == ("roll US-2 never",)


def test_one_letter_a_turn(ford: Opens) -> None:
    """Pace one_letter: command and action in one."""
    table = ford(pace="one_letter")
    assert "Your letter is for command and action" in plain(table.mail("us")[-1])
    table.both("A-1: MOVE 05.02\nROLL US-2 NEVER\nA-2: IF US-2 IN FORCE HOLD, ELSE MOVE MODE", "COMMIT GE-2 a\nG-2: MOVE MODE")
    assert (table.picture("us").public.name, table.where("A-1"), table.unit("A-2").mode) == ("T2.A", "05.02", "move")


def test_three_letters_a_turn(ford: Opens) -> None:
    """Pace three_letters: who acts second writes after the first Action Phase, alone."""
    table = ford(pace="three_letters")
    table.hold_fire()
    table.both("ROLL US-2 NEVER", "")
    assert set(table.campaign.state.admin.clocks) == {"us"} and table.picture("ge").public.name == "T1.B"
    filed = plain(table.write("us", "A-1: MOVE 05.02, 05.03\nDONE"))
    assert "until they are executed a new letter of orders replaces them" in filed
    due = table.campaign.state.admin.run_at
    assert due is not None
    table.at = due
    table.run()
    assert set(table.campaign.state.admin.clocks) == {"ge"} and table.picture("ge").public.name == "T1.C"
    assert table.where("A-1") == "05.03"
    table.write("ge", "G-2: MOVE MODE\nDONE")
    assert table.campaign.state.admin.run_at is not None
    table.at = table.campaign.state.admin.run_at
    table.run()
    assert (table.picture("us").public.name, table.unit("G-2").mode) == ("T2.A", "move")


def test_an_order_in_one_line_where_it_is_agreed_on(ford: Opens) -> None:
    """TCS3-5-3."""
    table = ford(command="lines")
    table.both("LINE T-1, T-2 ATTACK 06.05", "")
    sheet = table.board.forces["us"].sheets["US-3"]
    assert (sheet.force, sheet.objective, sheet.rally) == (("T-1", "T-2"), ("06.05",), ("06.01",))
    refused = plain(table.write("us", "CHECK\nSHEET US-4 attack\nforce T-3\nobjective 06.05\nleft 08.01\nright 03.01\nEND SHEET"))
    assert "this module is played without op sheets" in refused or "belongs in letter A" in refused


def idle_after(table: Ford) -> list[int]:
    units: dict[str, TacticalUnit] = dict(table.board.forces["us"].units)
    return [units[name].idle for name in ("A-1", "A-2", "A-MG")]


def test_who_idles_on_an_attack_goes_a_hex_in_the_second_turn(ford: Opens) -> None:
    """TCSB-6-26: who holds by order does not."""
    table = ford()
    for turn in range(2):
        table.both("ROLL US-2 NEVER", "")
        assert turn or idle_after(table) == [0, 0, 0]
        table.both("A-MG, A-60: HOLD", "")
    assert "Did not advance: A-1, A-2. After a second turn like that they advance a hex by themselves, unless HOLD" in "".join(
        plain(mail) for mail in table.mail("us")
    )
    assert table.where("A-MG") == "03.03"
    moved = [event.units[0] for event in told(table, t.MoveBegan) if isinstance(event, t.MoveBegan)]
    assert set(moved) <= {"A-1", "A-2"}


def test_reduced_platoons_of_a_company_are_combined(tmp_path: Path) -> None:
    """TCS3-10-4, TCS3-10-5, TCSB-6-40, TCSB-6-41."""
    table = Ford(tmp_path)
    table.begin()
    assert "the platoons must stand in one hex (TCS3-10-4)" in plain(table.write("us", "CHECK\nCOMBINE A-1, A-2"))
    assert "A-MG is no infantry platoon of the same kind (TCS3-10-4)" in plain(table.write("us", "CHECK\nCOMBINE A-1, A-MG"))
    units = table.board.forces["us"].units
    parts = (
        replace(units["A-1"], steps=2, morale=3),
        replace(units["A-2"], steps=3, hex=units["A-1"].hex, morale=4, suppressed=True),
    )
    (one,) = combined(parts)
    assert (one.id, one.steps, one.morale, one.suppressed, one.lost) == ("A-2", 5, 4, True, 0)
    two = combined((*parts, replace(units["A-1"], id="A-3", steps=2)))
    assert [(unit.steps, unit.lost) for unit in two] == [(5, 0), (2, 3)]
    board = apply(table.board, t.PlatoonsCombined("us", ("A-1", "A-2"), (one,)))
    assert "A-1" not in board.forces["us"].units and "A-1" not in board.forces["us"].dead and board.forces["us"].merged == ("A-1",)
    table.close()
