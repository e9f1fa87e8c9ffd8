"""A campaign of tcs-training by mail: both sides write letter A and B, units move, reports tell it, the game ends; and what no
letter may tell."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.records import Record
from pbem.campaign.state import host_seat
from pbem.engine.opaque import OpaqueSeen
from pbem.engine.play import fold_picture
from pbem.engine.run_observations import RUN
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from tests.acceptance.table import Postman, plain, recorded
from tests.rulesets.tcs.ford import SEATS, Ford
from tests.rulesets.tcs.test_doors import load


@pytest.fixture
def ford(tmp_path: Path) -> Iterator[Ford]:
    ford = Ford(tmp_path)
    ford.begin()
    yield ford
    ford.close()


OPENING = RULESETS["tcs"].scenario.opening(load(), library.charts("tcs"))


def told(ford: Ford, side: str) -> list[OpaqueSeen]:
    """What a desk was told since the beginning, how its own letters ran aside."""
    return [seen for record in recorded(ford) for desk, seen in record.seen if desk == side and not isinstance(seen, RUN)]


def happened(ford: Ford, kind: type) -> list[object]:
    return [event for record in recorded(ford) for event in record.events if isinstance(event, kind)]


def test_six_turns_by_mail(ford: Ford) -> None:
    """TCSB-2-1, TCSB-2-4, TCSB-2-11, TCSB-20-6, TCSB-28-2, TCSB-28-3: from ACCEPT to the last letter."""
    assert ford.picture("us").public.name == "T1.A"
    ford.hold_fire()
    ford.both("ROLL US-2 NEVER", "COMMIT GE-2 a")
    assert ford.picture("us").public.name == "T1.B" and "American forces act first." in plain(ford.mail("us")[-1])
    ford.both("A-1: move 05.02, 05.03; fire mode\nT-1, T-2: move 06.02", "G-1: move mode; move 05.06")
    assert (ford.where("A-1"), ford.unit("A-1").mode, ford.where("T-1"), ford.where("G-1")) == ("05.03", "fire", "06.02", "05.06")
    report = plain(ford.mail("us")[-1])
    assert "A-1 moved to 05.02, 05.03." in report and "T-1, T-2 moved to 06.02." in report and "G-1" not in report
    for _ in range(5):
        ford.both("", "")
        ford.both("", "")
    assert ford.campaign.state.admin.stage == "over"
    assert any("No side has won: American 0, German 0." in plain(mail) for mail in ford.mail("us")[-2:])


def test_at_the_end_both_are_told_what_both_did_turn_by_turn(ford: Ford) -> None:
    """TCSB-28-4: moves stand under the turn they were made in, and the other side's fires, losses and morale are opened too."""
    ford.hold_fire()
    ford.both("ROLL US-2 NEVER", "")
    ford.both("A-1: move 05.02\nT-1: move 06.02", "G-81: fire 03.03 area\nG-1: move mode; move 05.06")
    assert ford.where("G-1") == "05.06"
    ford.both("", "")
    struck = plain(ford.mail("us")[-1])
    ford.means("us", "CONCEDE")
    for seat in ("us", "ge"):
        (last,) = (plain(mail) for mail in ford.mail(seat) if "BOTH SIDES REVEALED" in mail.text)
        american, _, german = last.partition("AMERICAN A-1")[0].partition("WHAT HAPPENED, German side")
        first, _, second = german.partition("Turn 2")
        assert "G-81 fired at 03.03: area fire" in first and "G-1 moved to 05.06." in first and "moved" not in second
        first, _, second = american.partition("WHAT HAPPENED, American side")[2].partition("Turn 2")
        assert "A-1 moved to 05.02. T-1 moved to 06.02." in first and "A-MG" in first and second and "moved" not in second
    assert "G-81" not in struck


def test_who_enters_the_village_last_holds_it(ford: Ford) -> None:
    """TCSB-28-2, TCSB-28-3, TCSB-20-7, TCSB-6-22."""
    ford.hold_fire()
    ford.both("", "")
    ford.both("A-1: move 05.02, 05.03", "G-MG: move mode; move 04.04\nG-1: move mode; move 05.06\nG-2: move mode; move 06.06")
    ford.both("", "")
    ford.both("A-1: move 05.04, 05.05", "")
    assert [ford.board.held[Hex(place)] for place in ("05.04", "05.05", "06.05")] == ["us", "us", "ge"]
    assert "American: 12 for hexes held (05.04 Village, 05.05 Village)" in plain(ford.mail("us")[-1])
    refused = ford.write("us", "CHECK\nROLL US-9 ALWAYS").text
    assert "there is no op sheet US-9; yours are US-1, US-2" in " ".join(refused.split())


def test_a_sheet_gains_and_is_rolled_for_until_it_is_in_force(ford: Ford) -> None:
    """TCSB-6-11, TCSB-6-12, TCSB-6-14, TCSB-6-15, TCSB-6-16, TCSB-6-17, TCSB-2-2."""
    for turn in range(1, 4):
        ford.both("", "")
        ford.both("", "")
        sheet = ford.board.forces["us"].sheets["US-2"]
        if sheet.status == "implemented":
            break
        assert sheet.weighted == 6 + 9 * turn
    rolls = [event for event in happened(ford, t.CommandRolled) if isinstance(event, t.CommandRolled)]
    assert [(roll.needed, roll.passed) for roll in rolls][: len(rolls)] == [
        (needed, roll.total >= needed) for needed, roll in zip((52, 35, 23), rolls, strict=False)
    ]
    assert all(roll.total == roll.faces[0] * 10 + roll.faces[1] for roll in rolls)


@pytest.mark.parametrize(("letter", "lines", "why"), [
    ("A", "A-1: move 05.02", "MOVE belongs in letter B, for action; this is letter A (TCSB-2-1)"),
    ("B", "ROLL US-2 NEVER", "ROLL belongs in letter A, for command; this is letter B (TCSB-2-1)"),
    ("A", "COMMIT US-1 a", "US-1 is no reserve in force (TCSB-6-33)"),
    ("B", "A-1: move 05.03", ""),
    ("B", "A-1: move 05.02, 05.04", "05.04 is not adjacent to 05.02 (TCSB-20-1)"),
    ("B", "A-1: move 05.02, 05.03, 05.04", "the enemy is in 05.04: a move cannot enter it (TCSB-20-7)"),
    ("B", "A-1: move 05.01", "A-1 is in 05.01 already (TCSB-20-1)"),
    ("B", "A-2: move 04.02, 03.02", "A-2 has 1 MP left at 04.02, too few for 03.02; try: A-2: move 04.02 (TCSB-20-1)"),
    ("B", "A-MG: move 03.04", "A-MG has no MP in fire mode: put it in move mode first; try: A-MG: move mode (TCSB-4-2)"),
    ("B", "A-1: move mode", "A-1 is in move mode already (TCSB-4-1)"),
    ("B", "A-2: move 04.02; move mode", "A-2 goes to move mode as the first thing it does, or not at all (TCSB-4-7)"),
    ("B", "A-1: fire mode; move 05.02", "the action of A-1 is over (TCSB-4-7)"),
    ("B", "A-1: button up", "A-1 has no hatches to shut (TCSB-16-1)"),
    ("B", "T-1: move 06.02, 06.03", "06.03 lies beyond the start line of US-2, which is not in force (TCSB-6-36)"),
    ("B", "A-60: move mode; move 01.01", "01.01 lies outside the boundaries of US-1 (TCSB-6-27)"),
    ("B", "A-1: mount T-1", "A-1 and T-1 are not in one hex (TCSB-26-2)"),
    ("B", "A-1: dismount", "A-1 does not ride (TCSB-26-2)"),
    ("B", "A-1: if empty move 05.02, else fire mode", ""),
    ("B", "A-1: shoot 05.04", "no orders executed yet"),
])  # fmt: skip
def test_what_cannot_be_done_is_refused_with_its_row(letter: str, lines: str, why: str, ford: Ford) -> None:
    if letter == "B":
        ford.both("ROLL US-2 NEVER", "")
    answer = plain(ford.write("us", lines))
    if not why:
        assert "On file, not executed yet" in answer
        return
    assert why in answer and "no orders executed yet" in answer and "On file" not in answer


def test_units_on_file_are_not_without_orders(ford: Ford) -> None:
    """What lies on file of the own side counts, also in letters that file nothing; nothing of the other side's does."""
    ford.both("ROLL US-2 NEVER", "")
    assert "NO ORDERS YET: A-60 T-3 CLOCK" in plain(
        ford.write("us", "A-1: move 05.02\nA-MG, A-2: fire 05.04 area\nT-1, T-2: move 06.02")
    )
    assert "NO ORDERS YET: A-60 T-3 CLOCK" in plain(ford.write("us", "CHECK\nA-60: move mode"))
    assert "NO ORDERS YET: G-1 G-2 G-81 K-1 CLOCK" in plain(ford.write("ge", "G-MG: fire 05.01 area")), "Z-1 is in reserve"
    assert "NO ORDERS YET: A-2 A-60 A-MG T-1 T-2 T-3 CLOCK" in plain(ford.write("us", "A-1: move 05.02")), "the first is off file"


def test_yes_files_the_rest_and_says_so(ford: Ford) -> None:
    """Once the faulty lines are left out nothing more is asked, and DONE alone does not speak of orders on file."""
    ford.both("ROLL US-2 NEVER", "")
    assert "REPLY YES (leave out line 2, run the rest)" in plain(ford.write("us", "A-1: move 05.02\nA-2: move mode; move 08.08"))
    answer = plain(ford.write("us", "YES"))
    assert "On file, not executed yet; 1 line left out." in answer and "LEFT OUT 2 ✗ A-2: move mode; move 08.08" in answer
    assert "REPLY" not in answer and "TO FIX" not in answer and ford.campaign.state.admin.staff("us").files
    told = plain(ford.write("ge", "DONE"))
    assert "You are done, with no orders on file: play goes on once the other side is done too" in told
    assert "NO ORDERS YET" not in told, "who says DONE knows it"


def test_why_is_offered_where_it_has_figures(ford: Ford) -> None:
    """Fires have no numbers: letters offer WHY LINE, WHY says what it has figures of."""
    report = plain(ford.mail("us")[-1])
    assert "WHY LINE <line> are answered at once" in report and "<battle>" not in report
    answer = plain(ford.write("us", "WHY 1\nDIARY A-1"))
    assert "Fires have no numbers." in answer and "Nothing has happened to A-1 yet." in answer


def test_carriers_take_riders_and_put_them_down(ford: Ford) -> None:
    """TCSB-26-1, TCSB-26-2, TCSB-4-11."""
    ford.hold_fire()
    ford.both("ROLL US-2 NEVER", "")
    ford.both("T-1: move 05.01", "")
    ford.both("ROLL US-2 NEVER", "")
    assert "T-1 has no room for A-1 (TCSB-26-1)" in plain(ford.write("us", "A-1: mount T-1"))


def test_the_record_of_a_move_is_one_order_and_one_event_a_hex(ford: Ford) -> None:
    """TCSB-20-5: units of one hex go as a stack, at the pace of the slowest."""
    ford.both("ROLL US-2 NEVER", "")
    ford.both("T-1, T-2: move 06.02, 07.02", "")
    entered = [event for event in happened(ford, t.UnitsEntered) if isinstance(event, t.UnitsEntered)]
    assert [(event.units, event.hex, event.spent) for event in entered] == [
        (("T-1", "T-2"), "06.02", (2, 2)), (("T-1", "T-2"), "07.02", (4, 4)),
    ]  # fmt: skip


def test_a_campaign_that_is_killed_and_opened_again_is_the_same(tmp_path: Path) -> None:
    ford = Ford(tmp_path)
    ford.begin()
    ford.both("", "COMMIT GE-2 b")
    ford.both("A-1: move 05.02", "")
    state, at, count, post = ford.campaign.state, ford.at, ford.count, ford.postman
    ford.close()
    ford = Ford(tmp_path, postman=post)
    ford.at, ford.count = at, count
    assert ford.campaign.state == state == ford.campaign.from_the_beginning()
    ford.close()


def test_a_daemon_that_is_started_again_before_every_letter_writes_the_same(tmp_path: Path) -> None:
    """It finds units and sides in the order of its journal, those that have arrived as well, which is not the module's."""
    through, restarted = (Ford(tmp_path / name, module="tcs-arracourt") for name in ("through", "restarted"))
    for table in (through, restarted):
        table.begin()
        for lines in ("", "P1-0, P1-11, P1-12, P1-13: INITIAL; MOVE 26.16", "STATUS"):
            for side, words in (("us", "DONE"), ("ge", f"{lines}\nDONE")):
                if table is restarted:
                    table.restart()
                table.write(side, words)
            if due := table.campaign.state.admin.run_at:
                table.at = due
                table.run()
    assert through.board.public.turn > 1 and through.postman.bags == restarted.postman.bags
    for table in (through, restarted):
        table.close()


def test_against_the_scripted_commander(tmp_path: Path) -> None:
    ford = Ford(tmp_path, ge=replace(SEATS[1], address="", accepted=True, scripted=True))
    ford.write("us", "ACCEPT")
    for _ in range(12):
        ford.write("us", "DONE")
        ford.wait(hours=1)
    assert ford.campaign.state.admin.stage == "over"
    ford.close()


# ---------------------------------------------------------------- fog


GERMANS: dict[str, Callable[[Ford], None]] = {
    "silent": lambda ford: None,
    "commits": lambda ford: ford.deliver(ford.letter("ge", "COMMIT GE-2 a")),
    "is done": lambda ford: ford.deliver(ford.letter("ge", "DONE")),
    "slips": lambda ford: ford.deliver(ford.letter("ge", "COMITT GE-2 a")),
    "calls off": lambda ford: ford.deliver(ford.letter("ge", "CALL OFF GE-2")),
}
DONE = ("commits", "is done", "calls off")
"""Those after which the run has its hour, which both sides may know of."""


def told_to_us(folder: Path, deed: Callable[[Ford], None], run: bool) -> list[bytes]:
    """All that the Americans are sent in letter A of turn 1 while the Germans write, or do not; with the report on the run."""
    folder.mkdir()
    ford = Ford(folder)
    ford.begin()
    told, at = list[bytes](), ford.at
    for words in ("STATUS", "ROLL US-2 NEVER", "REPORT", "ORDERS", "WHAT CAN A-1", "DONE"):
        if words == "REPORT":
            deed(ford)
            ford.count = 50
        ford.at = at = at + timedelta(minutes=10)
        told.append(ford.write("us", words).raw)
    if run:
        ford.wait(hours=12)
        told += [mail.raw for mail in ford.mail("us")]
        assert ford.picture("us").public.name == "T1.B"
    ford.close()
    return told


@pytest.mark.parametrize("deed", sorted(GERMANS))
def test_no_letter_tells_what_the_enemy_does_in_letter_a(deed: str, tmp_path: Path) -> None:
    """TCSB-2-4: nothing done in the Command Phase is shown to the other side, nor whether they wrote."""
    assert told_to_us(tmp_path / "one", GERMANS[deed], False) == told_to_us(tmp_path / "other", GERMANS["silent"], False)


def test_no_report_tells_what_the_enemy_commanded(tmp_path: Path) -> None:
    """TCSB-2-4: the report on letter A is the same byte for byte whatever the Germans commanded."""
    told = [told_to_us(tmp_path / deed, GERMANS[deed], True) for deed in DONE]
    assert told[0] == told[1] == told[2]


def test_an_unseen_tank_changes_no_letter(tmp_path: Path) -> None:
    """TCSB-7-3: a tank behind a wooded hill makes ready to move, or does not."""
    letters = []
    for name, lines in (("stays", ""), ("goes", "Z-1: move mode")):
        (tmp_path / name).mkdir()
        ford = Ford(tmp_path / name)
        ford.begin()
        ford.both("ROLL US-2 NEVER", "")
        ford.both("", lines)
        assert ford.unit("Z-1").mode == ("move" if lines else "fire")
        letters.append([mail.raw for mail in ford.mail("us")])
        ford.close()
    assert letters[0] == letters[1]


def test_a_picture_is_built_of_its_own_observations_alone(ford: Ford) -> None:
    """A function of what its desk was told: folded again from the opening it is the same, and names no unit of the enemy's."""
    ford.both("", "COMMIT GE-2 a")
    ford.both("A-1: move 05.02, 05.03\nT-1: move 05.02", "G-2: move mode; move 06.06\nZ-1: move mode")
    for side in ("us", "ge"):
        text = " ".join(mail.text for mail in ford.mail(side))
        enemy = ford.board.forces[(ford.board.forces[side].side == "us" and "ge") or "us"]
        assert not any(f"{name} " in text or f"{name}," in text or f"{name}:" in text for name in enemy.units)
        assert not any(sheet in text for sheet in enemy.sheets)
        assert fold_picture(RULESETS["tcs"], OPENING.pictures[side], told(ford, side)) == ford.campaign.state.pictures[side]


def test_names_are_never_given_twice(ford: Ford) -> None:
    """TCSB-7-9: a name is dropped at the Clean-Up at which nobody spots it."""
    for _ in range(3):
        ford.both("", "")
        ford.both("A-1: move 05.02" if ford.where("A-1") == "05.01" else "", "G-MG: move mode; move 04.04" if
                  ford.where("G-MG") == "05.04" else "")  # fmt: skip
    shown = [event for event in happened(ford, e.EnemyShown) if isinstance(event, e.EnemyShown)]
    names = [(event.side, event.name) for event in shown]
    assert len(set(names)) == len(names) > 3
    assert {record.cause.kind for record in recorded(ford) if isinstance(record, Record)} >= {"letter", "run"}


def test_the_outcome_of_a_turn_does_not_hang_on_whose_letter_came_first(tmp_path: Path) -> None:
    boards = []
    for order in (("us", "ge"), ("ge", "us")):
        (tmp_path / order[0]).mkdir()
        ford = Ford(tmp_path / order[0], postman=Postman())
        ford.begin()
        lines = {"us": "A-1: move 05.02, 05.03", "ge": "G-1: move mode; move 05.06"}
        for words in ({"us": "", "ge": "COMMIT GE-2 b"}, lines):
            ford.count = 90
            for seat in order:
                ford.write(seat, f"{words[seat]}\nDONE" if words[seat] else "DONE")
            ford.wait(hours=36)
        boards.append(ford.board)
        ford.close()
    assert boards[0] == boards[1]


def test_a_host_names_a_letter_of_play_as_letters_do(tmp_path: Path) -> None:
    """`T1.A` is a part of play, and HELP shows it by the noun of the ruleset."""
    ford = Ford(tmp_path, host_seat("henk@host.example"))
    ford.begin()
    assert "pause LETTER [until MOMENT] [TEXT]" in ford.write("host", "HELP PAUSE").text
    code = re.search(r"CONFIRM (\S+)", ford.write("host", "PAUSE T1.A until 2026-12-28 20:00").text)
    assert code and not ford.campaign.state.admin.paused
    ford.write("host", f"CONFIRM {code[1]}")
    assert ford.campaign.state.admin.paused
    ford.close()
