"""What is understood, form by form: each test is a thing a commander writes and the canonical order it becomes."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.orders.parser import read_line, read_orders
from pbem.orders.tree import (
    Act,
    Amendment,
    BlockLine,
    Branch,
    Condition,
    LetterWord,
    Message,
    OrderSheet,
    Query,
    Question,
    StandingLine,
    UnitLine,
    Vocabulary,
)

from .words_of_a_side import VOCABULARY

EMPTY = Condition(((Query(Act("empty")),),))


def _read(text: str, vocabulary: Vocabulary = VOCABULARY) -> OrderSheet:
    return read_orders(list(numbered(text.split("\n"), 1)), vocabulary)


def _said(text: str) -> list[str]:
    """The canonical lines; a line not understood as its first error."""
    return [line.canonical or line.remarks[0].text for line in _read(text).lines]


def test_one_line_a_unit_with_a_branch() -> None:
    (line,) = _read("D/505: recon 20.11; if empty move, else attack deliberate").lines
    recon = Act("recon", (), (("CHAIN", ("20.11",)),))
    branch = Branch(EMPTY, (Act("move"),), (Act("attack", ("deliberate",)),))
    assert line.command == UnitLine(("D/505",), (recon, branch))


def test_whole_letter_words_questions_and_standing_orders_are_told_apart() -> None:
    commands = [line.command for line in _read("END IMPULSE\nspend 9\nWHY 3\nEZOC NEVER").lines]
    assert commands == [
        LetterWord(Act("end impulse")),
        LetterWord(Act("spend", (), (("COUNT", 9),))),
        Question(Act("why", (), (("LINE", 3),))),
        StandingLine(Act("ezoc", ("never",))),
    ]


def test_slots_of_an_act_are_asked_for_by_kind() -> None:
    text = "take 14.12 with B,C/504 from 13.12 hasty scout B support 376A pursue 2 toward 15.12 if at least 2"
    command = _read(text).lines[0].command
    assert isinstance(command, LetterWord)
    act = command.act
    assert (act.hex(), act.hex("HEX_FROM"), act.hex("BEARING")) == (Hex("14.12"), Hex("13.12"), Hex("15.12"))
    assert (act.texts(), act.text("UNIT_SCOUT"), act.number(), act.number("COUNT")) == (("B/504", "C/504"), "B/504", 2, 2)
    assert act.says("hasty")
    assert act.says("if least")
    assert not act.says("deliberate")
    assert (act.hex("AXIS"), act.number("LINE"), act.slot("AXIS", "none")) == (None, None, "none")


def test_an_act_inside_an_act() -> None:
    command = _read("HQ504: order C/307 dig").lines[0].command
    assert isinstance(command, UnitLine)
    (order,) = command.steps
    assert isinstance(order, Act)
    assert order.act() == Act("dig")


def test_acts_inside_acts_end_somewhere() -> None:
    (line,) = _read("HQ504: " + "order D/504 " * 30 + "dig").lines
    assert line.command is None


@pytest.mark.parametrize(
    "written",
    ["08.12", "0812", "8.12", "08,12", "08. 12", "08 .12", "０８．１２", "8.12.", "the Grave  Bridge", "“Grave bridge”",
     "08.12<tel:0812>", "08.12<x-apple-data-detectors://3>", "[08.12](tel:0812)", "*08.12*", "to 08.12", "-> 0812",
     "\u200b08\u200b.12", "= 08.12!"],
)  # fmt: skip
def test_every_way_to_write_08_12(written: str) -> None:
    assert _said(f"E/504: move {written}") == ["E/504: move 08.12"]


@pytest.mark.parametrize("between", [" ", ", ", ",", " - ", "-", " – ", " → ", "->", " and ", " to ", " then "])
def test_every_way_to_part_two_hexes(between: str) -> None:
    assert _said(f"E/504: move 11.08{between}12.08") == ["E/504: move 11.08 12.08"]
    assert _said(f"E/504: move 1108{between}1208") == ["E/504: move 11.08 12.08"]


@pytest.mark.parametrize(
    "head",
    ["D,F/504:", "D, F/504 :", "d & f/504 =", "D and F/504 ->", "D/504,F/504:", "D/504 F/504", "“D,F/504”:", "•\u00a0D,F/504:",
     "- **D,F/504**:", "D, F / 504 :", "\ufeffD,F/504："],
)  # fmt: skip
def test_every_way_to_name_two_units(head: str) -> None:
    assert _said(f"{head} move 08.11") == ["D/504, F/504: move 08.11"]


def test_an_item_without_a_slash_takes_the_suffix_of_the_next_that_has_one() -> None:
    assert _said("A, B/504, C, D/505: stop") == ["A/504, B/504, C/505, D/505: stop"]


def test_an_exact_call_wins_over_a_suffix() -> None:
    named = Vocabulary(VOCABULARY.verbs, {**VOCABULARY.calls, "d": "D"}, VOCABULARY.places, VOCABULARY.formations)
    assert _read("D,F/504: stop", named).lines[0].canonical == "D, F/504: stop"


def test_an_alias_with_a_blank_names_its_unit() -> None:
    assert _said("Easy Company, F/504: stop") == ["E/504, F/504: stop"]


def test_a_formation_before_the_colon_stands_for_its_units() -> None:
    assert _said("2/504: continue") == ["D/504, E/504, F/504: continue"]


def test_a_short_name_means_the_only_such_unit_named_before_on_the_line() -> None:
    assert _said("march 2/504 to 12.07 lead D leave F") == ["march 2/504 to 12.07 lead D/504 leave F/504"]


def test_a_short_name_that_two_units_share_is_not_guessed() -> None:
    (line,) = _read("take 14.12 with B/504, B/505 from 13.12 scout B").lines
    assert line.command is None


def test_a_unit_called_by_a_number_is_no_line_number() -> None:
    assert _said("376: stop") == ["376: stop"]


def test_a_place_with_an_accent_and_a_place_with_an_apostrophe() -> None:
    assert _said("E/504: move Königshöhe\nE/504: move ’s-Hertogenbosch") == ["E/504: move 21.08", "E/504: move 01.20"]


def test_the_longest_place_name_wins() -> None:
    assert _said("E/504: move Grave\nE/504: move Grave bridge") == ["E/504: move 08.11", "E/504: move 08.12"]


def test_optional_parts_may_come_in_any_order() -> None:
    wanted = ["E/504: move 12.07 by road quiet"]
    assert _said("E/504: move by road to 12.07 quiet.") == wanted
    assert _said("E/504 move 12.07, quiet, by road") == wanted
    assert _said("E/504: move quiet by road 12.07") == wanted


def test_a_bare_attack_or_move_or_probe_is_left_to_the_ruleset() -> None:
    assert _said("E/504: attack deliberate; move; probe") == ["E/504: attack deliberate; move; probe"]


def test_a_deeper_line_without_verb_or_unit_continues_the_one_above() -> None:
    sheet = _read("take 14.12 with B,C,I/504\n     from 13.12 deliberate   # at dusk\n\n  scout B\nend impulse")
    assert [line.canonical for line in sheet.lines] == [
        "take 14.12 with B/504, C/504, I/504 from 13.12 deliberate scout B/504",
        "end impulse",
    ]
    assert [line.source for line in sheet.lines] == [1, 5]
    assert sheet.lines[0].text == "take 14.12 with B,C,I/504 from 13.12 deliberate scout B"


def test_a_continuation_may_begin_with_a_unit_when_no_order_follows_it() -> None:
    assert _said("take 14.12 with\n  B,C/504 from 13.12") == ["take 14.12 with B/504, C/504 from 13.12"]


def test_a_deeper_line_that_begins_with_a_unit_is_an_order_of_its_own() -> None:
    assert _said("E/504: stop\n   F/504: stop\n   F/50: stop")[:2] == ["E/504: stop", "F/504: stop"]


@pytest.mark.parametrize(
    "text",
    [
        "ACTIVATE E/504\n  recon 08.12\n  attack hasty",
        "activate E/504:\n\n   recon 08.12;\n\n   attack hasty\nEND",
        "Activate E/504\n  recon 08.12; attack hasty\nend activate",
        "ACTIVATE E/504 recon 08.12\n  attack hasty",
        "ACTIVATE E/504\nrecon 08.12\nattack hasty",
        "ACTIVATE E/504\n  recon\n     08.12\n  attack hasty",
        "E/504:\n  recon 08.12\n  attack hasty",
        "E/504\n\trecon 08.12\n\tattack hasty",
        "E/504: recon 08.12;\n  attack hasty",
    ],
)
def test_the_long_form_means_the_same(text: str) -> None:
    assert _said(text) == ["E/504: recon 08.12; attack hasty"]


def test_a_branch_may_be_broken_anywhere() -> None:
    wanted = ["D/505: if empty move, else attack deliberate"]
    for text in ("D/505: if empty\n  move, else\n  attack deliberate", "D/505: if empty then move; else attack deliberate"):
        assert _said(text) == wanted


def test_a_line_after_the_long_form_is_no_act_of_it() -> None:
    text = "ACTIVATE E/504\n  recon 08.12\nEND\nstop on contact"
    assert _said(text) == ["E/504: recon 08.12", "stop on contact"]


def test_comments_blank_lines_and_rules_are_no_orders() -> None:
    text = "# secure the bridge\n\n-----\n  \nE/504: stop # here\n====\n# E/504: stop"
    assert _said(text) == ["E/504: stop"]
    assert _read(text).lines[0].source == 5


def test_lines_are_numbered_as_orders_and_keep_their_place_in_the_letter() -> None:
    sheet = read_orders([NumberedLine(7, "# no"), NumberedLine(9, "E/504: stop"), NumberedLine(12, "status?")], VOCABULARY)
    assert [(line.number, line.source, line.text) for line in sheet.lines] == [(1, 9, "E/504: stop"), (2, 12, "status?")]


def test_a_message_is_kept_word_for_word() -> None:
    text = "MESSAGE to Enemy:\nColonel,\n\n  # surrender; E/504: stop\nEND MESSAGE\nE/504: stop"
    sheet = _read(text)
    assert sheet.lines[0].command == Message("enemy", ("Colonel,", "", "  # surrender; E/504: stop"))
    assert sheet.lines[1].canonical == "E/504: stop"


def test_a_message_may_begin_beside_its_address_and_end_on_that_line() -> None:
    assert _read("MESSAGE axis Give up!\nNow.\nEND MESSAGE").lines[0].command == Message("axis", ("Give up!", "Now."))
    assert _read("MESSAGE axis: Give up! END MESSAGE").lines[0].command == Message("axis", ("Give up!",))


def test_a_log_is_a_message_to_the_log() -> None:
    (line,) = _read("LOG\nA bad day.\nEND MESSAGE\nEND LOG").lines
    assert line.command == Message("log", ("A bad day.", "END MESSAGE"))
    assert line.canonical == "log\nA bad day.\nEND MESSAGE\nend log"


@pytest.mark.parametrize(
    ("text", "amendment", "canonical"),
    [
        ("3 attack 0812 hasty", Amendment(3, "replace", "attack 0812 hasty"), "3 attack 08.12 hasty"),
        ("3: D,F/504: stop", Amendment(3, "replace", "D,F/504: stop"), "3 D/504, F/504: stop"),
        ("3 spend 9", Amendment(3, "replace", "spend 9"), "3 spend 9"),
        ("3 DROP.", Amendment(3, "drop"), "3 drop"),
        ("1, 2, 5 drop", Amendment(1, "drop", more=(2, 5)), "1, 2, 5 drop"),
        ("Lines 5-7 and 2: drop!", Amendment(2, "drop", more=(5, 6, 7)), "2, 5, 6, 7 drop"),
        ("drop 4", Amendment(4, "drop"), "4 drop"),
        ("drop lines 4, 6 # so", Amendment(4, "drop", more=(6,)), "4, 6 drop"),
        ("after 3: H/505: move 2012", Amendment(3, "after", "H/505: move 2012"), "after 3: H/505: move 20.12"),
        ("After 3 H/505 stop # so", Amendment(3, "after", "H/505 stop"), "after 3: H/505: stop"),
    ],
)
def test_a_draft_is_fixed_by_line_number(text: str, amendment: Amendment, canonical: str) -> None:
    (line,) = _read(text).lines
    assert (line.command, line.canonical) == (amendment, canonical)


def test_acts_alone_are_understood_only_where_a_line_is_amended() -> None:
    assert read_line("move 12.07; if empty stop", VOCABULARY).command == UnitLine(
        (), (Act("move", (), (("PATH", ("12.07",)),)), Branch(EMPTY, (Act("stop"),)))
    )
    assert read_line("E/504: stop", VOCABULARY).command == UnitLine(("E/504",), (Act("stop"),))
    assert read_line("end impulse", VOCABULARY).command == LetterWord(Act("end impulse"))
    assert _read("move 12.07").lines[0].command is None


def test_a_verb_of_the_letter_and_of_a_unit_is_known_by_its_place() -> None:
    commands = [line.command for line in _read("stop on contact\nE/504: stop on contact").lines]
    assert commands == [
        LetterWord(Act("stop", ("on", "contact"))),
        UnitLine(("E/504",), (Act("stop", ("on", "contact")),)),
    ]


def test_ranges_of_lines_times_and_letter_numbers() -> None:
    assert _said("again 4-6, 9\nh-hour 9.05\nresend a12\nmap 0812 3\nreport T4") == [
        "again 4, 5, 6, 9",
        "h-hour 09:05",
        "resend A-12",
        "map 08.12 3",
        "report 4",
    ]


def test_free_text_is_kept_as_written() -> None:
    assert _said("say: Höld “fast”; to   the end!") == ["say Höld “fast”; to   the end!"]


def test_no_words_at_all() -> None:
    nothing = Vocabulary((), {}, {}, {})
    assert _read("", nothing).lines == ()
    assert [remark.text for remark in _read("E/504: stop", nothing).errors] == ["`E/504`: not one of your units"]


def test_a_branch_holds_several_acts_and_branches() -> None:
    text = "D/505: recon 20.11; if empty move and recon around, else attack 20.11 deliberate; stop"
    (line,) = read_orders([NumberedLine(1, text)], VOCABULARY).lines
    assert isinstance(line.command, UnitLine)
    _, branch, _ = line.command.steps
    assert isinstance(branch, Branch)
    assert [step.verb for step in branch.then if isinstance(step, Act)] == ["move", "recon"]
    assert branch.otherwise == (Act("attack", ("deliberate",), (("HEX", "20.11"),)),)
    assert line.canonical == "D/505: recon 20.11; if empty (move; recon around), else attack 20.11 deliberate; stop"


def test_else_belongs_to_the_nearest_if_and_parentheses_say_otherwise() -> None:
    inner = "D/505: recon 20.11; if occupied if ezoc stop, else attack hasty"
    outer = "D/505: recon 20.11; if occupied (if ezoc stop), else attack hasty"
    for text, canonical in ((inner, "if occupied (if ezoc stop, else attack hasty)"), (outer, outer[18:])):
        (line,) = read_orders([NumberedLine(1, text)], VOCABULARY).lines
        assert line.canonical.endswith(canonical), line


def test_a_parenthesis_without_its_partner_is_shown() -> None:
    (line,) = read_orders([NumberedLine(1, "D/505: recon 20.11; if empty (move; recon around")], VOCABULARY).lines
    assert line.command is None and "`)`" in line.remarks[0].text


def test_a_script_takes_the_rest_of_the_line() -> None:
    text = "HG2: when 14.12, 13.09 attacked move 14.10; attack 14.12 hasty, else stop"
    (line,) = read_orders([NumberedLine(1, text)], VOCABULARY).lines
    assert isinstance(line.command, UnitLine)
    (when,) = line.command.steps
    assert isinstance(when, Act)
    assert [step.verb for step in when.script() if isinstance(step, Act)] == ["move", "attack"]
    assert when.script("SCRIPT_ELSE") == (Act("stop"),)


def test_a_block_marks_its_lines_and_ends_with_end() -> None:
    texts = ["AFTER BATTLES", "  HG2: move 14.11", "END", "end impulse"]
    lines = read_orders(list(numbered(texts, 1)), VOCABULARY).lines
    assert [line.block for line in lines] == ["", "after battles", "", ""]
    assert [line.canonical for line in lines] == ["after battles", "HG2: move 14.11", "end", "end impulse"]
    assert lines[0].command == BlockLine(Act("after battles")) and lines[2].command == BlockLine(None)


def test_a_block_without_its_end_ends_with_its_letter() -> None:
    texts = ["plan for next", "HG2: move 14.11", "end impulse"]
    lines = read_orders(list(numbered(texts, 1)), VOCABULARY).lines
    assert [(line.canonical, line.block) for line in lines] == [
        ("plan for next", ""), ("HG2: move 14.11", "plan for next"), ("end impulse", "plan for next"),
    ]  # fmt: skip


FORM = """\
[in brackets: where they are, AP, what they were last told]
D,F/504 [08.12 Grave, 3 AP, recon 08.11; if empt…]:
376A [11.11, 3 AP]:"""


def test_a_form_that_comes_back_as_it_went_out_orders_nothing() -> None:
    assert _said(FORM) == []
    assert _said(FORM.replace("\n", "\n\n").replace(" ", "\N{NO-BREAK SPACE}")) == []


def test_what_is_written_behind_the_colon_is_the_order_of_the_units_before_it() -> None:
    assert _said(FORM + " move 12.11") == ["376A: move 12.11"]
    assert _said(FORM.replace("…]:", "…]:Move 12.07. ")) == ["D/504, F/504: move 12.07"]


@pytest.mark.parametrize("below", ["move 12.07", "  move 12.07", "\nmove\n12.07"])
def test_what_is_written_below_a_line_of_the_form_belongs_to_it(below: str) -> None:
    assert _said(f"D/504 [08.12, 3 AP]:\n{below}\n376A [11.11, 3 AP]:\nend impulse") == ["D/504: move 12.07", "end impulse"]


def test_a_line_of_the_form_that_a_mail_program_broke_is_joined_again() -> None:
    broken = "D/504 [08.12, 3 AP]: recon 08.11; if empty move, else\nattack deliberate\n376A [11.11, 3 AP]:"
    assert _said(broken) == ["D/504: recon 08.11; if empty move, else attack deliberate"]


def test_a_word_of_the_letter_below_a_line_of_the_form_is_its_own() -> None:
    assert _said("D/504 [08.12, 3 AP]: move 08.11\nspend 4\nWHY 3") == ["D/504: move 08.11", "spend 4", "why 3"]


@pytest.mark.parametrize("line", ["take [14.12] with B/504 from 13.12", "D/504: move [08.11]", "D/504 [no end: move 08.11"])
def test_brackets_elsewhere_hide_nothing(line: str) -> None:
    assert _read(line).errors or _read(line).lines


def test_a_fault_in_the_form_is_pointed_at_in_the_line_that_is_shown() -> None:
    (line,) = _read("D/504 [08.12 Grave, 3 AP]: atack 08.11 hasty").lines
    remark = line.remarks[0]
    assert line.text == "D/504: atack 08.11 hasty"
    assert line.text[remark.column - 1 : remark.column - 1 + remark.length] == "atack"


@pytest.mark.parametrize("between", ["spend 4", "WHY 3", "Thanks", "D/504: move 08.11"])
def test_the_end_of_a_long_form_belongs_to_it_whatever_stands_between(between: str) -> None:
    """A word of the letter or thanks above its END broke the form off, and END closed the impulse, unasked."""
    said = _said(f"ACTIVATE E/504\n  recon 08.12\n{between}\nEND\nstop on contact")
    assert said[0] == "E/504: recon 08.12" and "stop on contact" in said and not {"end", "end impulse"} & set(said)
    assert _said(f"ACTIVATE E/504\n  recon 08.12\n{between}\nEND\nEND IMPULSE")[-1] == "end impulse"
