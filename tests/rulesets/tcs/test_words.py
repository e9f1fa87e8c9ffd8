"""The order language with the words of TCS: every form of its table is read, and is said back."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pbem.orders.hints import fixed
from pbem.orders.lines import LONGEST_LINE
from pbem.orders.parser import read_line
from pbem.orders.tree import Act, FieldLine, StandingLine
from tests.orders.writer import fields, orders

from .side import VOCABULARY, read, said

SAID = (
    ("A-1: move 05.02, 05.03", "A-1: move 05.02 05.03"),
    ("A-1: halt if fired on; move 05.02, 05.03; fire mode", "A-1: halt if fired on; move 05.02 05.03; fire mode"),
    ("A-2: move mode; move 04.02", "A-2: move mode; move 04.02"),
    ("A-1: move 05.02; fire mode", "A-1: move 05.02; fire mode"),
    ("T-3: initial; move mode", "T-3: initial; move mode"),
    ("T-3: final; move 07.02", "T-3: final; move 07.02"),
    ("A-MG,A-2: fire 05.04 area", "A-MG, A-2: fire 05.04 area"),
    ("C37-11: fire Panther-2 point", "C37-11: fire Panther-2 point"),
    ("T-1,T-2: overrun 06.07", "T-1, T-2: overrun 06.07"),
    ("T-1,T-2: if no armour at 06.07 overrun 06.07", "T-1, T-2: if 06.07 no armour overrun 06.07"),
    ("A-1,A-2: if suppressed assault 05.04, else hold", "A-1, A-2: if suppressed assault 05.04, else hold"),
    ("A-1: antitank 06.05 armour", "A-1: antitank 06.05 armour"),
    ("A-1: antitank 06.05 armour and 06.06", "A-1: antitank 06.05 armour and 06.06"),
    ("A-2: mount T-1", "A-2: mount T-1"),
    ("A-2: dismount", "A-2: dismount"),
    ("E-1: breach 12.10", "E-1: breach 12.10"),
    ("T-1: button up", "T-1: button up"),
    ("A-1: dig on arrival", "A-1: dig on arrival"),
    ("BTY: direct 14.12 area", "BTY: direct 14.12 area"),
    ("A-1: hold", "A-1: hold"),
    ("roll US-2 always", "roll US-2 always"),
    ("roll US-2 when A-1 at 05.04 and turn 3", "roll US-2 when A-1 at 05.04 and turn 3"),
    ("commit GE-2 a", "commit GE-2 a"),
    ("alternate US-1", "alternate US-1"),
    ("call off US-1", "call off US-1"),
    ("join A-2 to US-1", "join A-2 to US-1"),
    ("fragord T-1,T-2 on US-2", "fragord T-1, T-2 on US-2"),
    ("combine A-1,A-3", "combine A-1, A-3"),
    ("dig company A", "dig company A"),
    ("reduce 05.04 by 1", "reduce 05.04 by 1"),
    ("breakout T-1 into 3", "breakout T-1 into 3"),
    (
        "plot BTY at 14.12 by A-MG 4 he converged cancel if friends within 1",
        "plot BTY at 14.12 by A-MG 4 he converged cancel if friends within 1",
    ),
    ("plot A94 continue 4 he", "plot A94 continue 4 he"),
    ("sortie rockets at 14.12 2 runs", "sortie rockets at 14.12 2 runs"),
    ("stop after initial impulse", "stop after initial impulse"),
    ("wait", "wait"),
    ("POLICY A-MG fire hold until fired on", "policy A-MG fire hold until fired on"),
    ("policy all range 2", "policy all range 2"),
    ("policy stack 05.04 marked no", "policy stack 05.04 marked no"),
    ("SEE FROM 05.04", "see from 05.04"),
    ("CHANCE T-1 at Panther-2", "chance T-1 at Panther-2"),
    ("ask 05.04", "ask 05.04"),
)
SHEET = """SHEET US-5 attack
  force C/37, AG37-1
  objective 04.22, 06.22
  start line 14.06, 15.06 \u00b7 left 19.03, 14.12, 08.22 \u00b7 right 01.08, 01.26; route 14.12, 14.13
  stage 1 reach 09.10
    until C37-6 at 09.10 or turn 8
  option a attack 07.06 \u00b7 option b hasty defense 05.04
  alternate hasty defense 14.12, 15.13
  fail at 50 percent or no armour within 3 of 09.10 by turn 12, rally 18.03 by 14.06
  mission
  Swing round the west end of the spur.
  Left is where the enemy is; move on.
  END MISSION
  prelim fragord
END SHEET"""
READ = [
    "sheet US-5 attack", "force C/37, AG37-1", "objective 04.22 06.22", "start line 14.06 15.06", "left 19.03 14.12 08.22",
    "right 01.08 01.26", "route 14.12 14.13", "stage 1 reach 09.10 until C37-6 at 09.10 or turn 8", "option a attack 07.06",
    "option b hasty defense 05.04", "alternate hasty defense 14.12 15.13",
    "fail at 50 percent or no armour within 3 of 09.10 by turn 12 rally 18.03 by 14.06",
    "mission Swing round the west end of the spur. Left is where the enemy is; move on. end mission", "prelim fragord", "end sheet",
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_every_form_is_read_and_said_back(text: str, wanted: str) -> None:
    assert said(text) == [wanted]
    assert said(wanted) == [wanted]


def test_a_sheet_is_a_form_whose_fields_are_known_inside_it_alone() -> None:
    assert said(SHEET) == READ
    assert said("\n".join(READ)) == READ
    assert said("objective 04.22, 06.22") != ["objective 04.22 06.22"]
    commands = [line.command for line in read(SHEET)]
    assert all(isinstance(command, FieldLine) and command.form == "sheet" for command in commands)
    assert [isinstance(command, FieldLine) and command.opens for command in commands].index(True) == 0
    assert commands[-1] == FieldLine("sheet", None)


def test_orders_stand_beside_a_sheet_and_an_end_closes_it() -> None:
    assert said("roll US-2 never\nSHEET US-5 move\nforce A\nEND\nA-1: hold") == [
        "roll US-2 never", "sheet US-5 move", "force A", "end sheet", "A-1: hold",
    ]  # fmt: skip


def test_a_mission_without_its_own_end_goes_on_to_the_next_field() -> None:
    assert said("SHEET US-5 move\nmission Swing round\nthe spur, then\nroute 14.12\nEND SHEET") == [
        "sheet US-5 move", "mission Swing round the spur, then end mission", "route 14.12", "end sheet",
    ]  # fmt: skip


def test_an_unclosed_sheet_says_so_in_its_first_line() -> None:
    first, second = read("SHEET US-5 move\nforce A")
    assert [remark.text for remark in first.remarks] == ["no END SHEET below this line"]
    assert second.canonical == "force A"


@pytest.mark.parametrize(
    ("text", "told", "right"),
    [
        ("C37-11: fire Panther-3 point", "`Panther-3`: no enemy that you have this name for", "C37-11: fire Panther-2 point"),
        ("A-1: if suppresed assault 05.04", "", "A-1: if suppressed assault 05.04"),
        ("T-1: overrun 06.07 if no armour", "`if` stands before what it decides", "T-1: if no armour overrun 06.07"),
        ("T-3: initial move mode", "", "T-3: initial; move mode"),
        ("A-9: hold", "`A-9`: not one of your units", ""),
        ("policy A-MG fier open", "", "policy A-MG fire open"),
        ("plot A94 at 14.12 by C37-31 6 hee", "", "plot A94 at 14.12 by C37-31 6 he"),
    ],
)
def test_a_misspelt_line_is_a_question_with_the_line_that_would_run(text: str, told: str, right: str) -> None:
    (line,) = read(text)
    (remark,) = line.remarks
    assert not told or remark.text == told
    if right:
        assert len(remark.hints) >= 1
        assert said(fixed(line.text, remark)) == [right]


@pytest.mark.parametrize(
    ("field", "told", "right"),
    [
        ("objectiv 04.22", "`objectiv`: no field of a sheet; END SHEET closes it", "objective 04.22"),
        ("force C/38", "`C/38`: not one of your units", "force C/37"),
        ("stage 1 reach 09.10 untl turn 3", "", "stage 1 reach 09.10 until turn 3"),
        ("left 19 03", "`19 03`: not a hex; a hex is written 08.12", "left 19.03"),
        ("roll US-2 always", "`roll`: no field of a sheet; END SHEET closes it", ""),
    ],
)
def test_a_faulty_field_is_told_with_its_place(field: str, told: str, right: str) -> None:
    opened, line, closed = read(f"SHEET US-5 attack\n  {field}\nEND SHEET")
    assert not opened.remarks
    assert not closed.remarks
    assert line.source == 2
    assert not told or line.remarks[0].text == told
    if right:
        assert said(f"SHEET US-5 attack\n{fixed(line.text, line.remarks[0])}\nEND")[1] == right


def test_a_misspelt_opening_opens_its_sheet_all_the_same() -> None:
    first, *rest = read("SHEET US-5 atack\nforce A\nEND SHEET")
    assert first.remarks[0].hints == ("attack",)
    assert [line.canonical for line in rest] == ["force A", "end sheet"]


def test_a_policy_of_several_keys_is_a_line_for_each() -> None:
    lines = read("POLICY G-1, A-MG fire hold until fired on; range 2; marked yes;")
    assert [line.canonical for line in lines] == [
        "policy G-1, A-MG fire hold until fired on", "policy G-1, A-MG range 2", "policy G-1, A-MG marked yes",
    ]  # fmt: skip
    assert all(isinstance(line.command, StandingLine) for line in lines)
    assert [line.source for line in lines] == [1, 1, 1]
    faulty = read("policy all range 2; markd no")
    assert faulty[1].remarks[0].hints == ("marked",)


def test_a_change_to_a_line_may_bring_a_field() -> None:
    assert said("7 left 19.03, 14.12") == ["7 left 19.03 14.12"]
    assert read_line("left 19.03", VOCABULARY).command == FieldLine("sheet", Act("left", (), (("PATH", ("19.03",)),)))


def test_conditions_stand_at_every_place() -> None:
    for text in ("halt if fired on or hit A-1", "if 05.04 suppressed hold"):
        assert said(f"A-1: {text}") == [f"A-1: {text}"]
    asked = "not US-1 in force and A-1 under 3 steps or visibility 8"
    for text in (f"roll US-2 when {asked}", f"plot A94 at 14.12 blind he cancel if {asked}"):
        assert said(text) == [text]
    for text in (f"fail when {asked}", f"stage 2 take 04.22 until {asked}"):
        assert said(f"SHEET US-5 attack\n{text}\nEND SHEET")[1] == text


@settings(max_examples=150)
@given(orders(VOCABULARY))
def test_valid_orders_are_read_and_said_back(text: str) -> None:
    assume(len(text) <= LONGEST_LINE)
    (line,) = read(text)
    assert line.canonical, (text, line.remarks)
    assume(len(line.canonical) <= LONGEST_LINE)
    (again,) = read(line.canonical)
    assert (again.command, again.canonical) == (line.command, line.canonical)


@settings(max_examples=100)
@given(st.lists(fields(VOCABULARY, "sheet"), max_size=4))
def test_valid_fields_are_read_and_said_back(texts: list[str]) -> None:
    lines = read("\n".join(["sheet US-1 attack", *(text.replace(";", ",") for text in texts), "end sheet"]))
    assert all(line.canonical for line in lines), [line for line in lines if not line.canonical]
    canonical = [line.canonical for line in lines]
    assert said("\n".join(canonical)) == canonical
