"""What the writer is told when a line is not understood: the words, the place they point at, the hints."""

import pytest

from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.kernel.values import replace
from pbem.orders.hints import fixed, near, near_verbs, themselves
from pbem.orders.parser import read_line, read_orders
from pbem.orders.tree import Remark, SheetLine, Verb, Vocabulary

from .words_of_a_side import VOCABULARY


def _line(text: str) -> SheetLine:
    (line,) = read_orders(list(numbered(text.split("\n"), 1)), VOCABULARY).lines
    assert line.command is None
    assert line.canonical == ""
    return line


def _remark(text: str) -> Remark:
    (remark,) = _line(text).remarks
    return remark


def _marked(text: str) -> str:
    """What the caret stands under."""
    line = _line(text)
    remark = line.remarks[0]
    return line.text[remark.column - 1 : remark.column - 1 + remark.length]


@pytest.mark.parametrize(
    ("text", "marked", "told", "hints"),
    [
        ("D,F/504: move 08.11; atack 08.12 deliberate", "atack", "`atack`: not a word I know", ("attack",)),
        ("E/504: if empty mvoe", "mvoe", "`mvoe`: not a word I know", ("move",)),
        ("atack 08.12", "atack", "`atack`: not a word I know", ("attack",)),
        ("HQ 504: move 08.12", "HQ 504", "`HQ 504`: not one of your units", ("HQ504",)),
        ("HQ 504 move to 08.12", "HQ 504", "`HQ 504`: not one of your units", ("HQ504",)),
        ("Please end impulse now.", "Please", "`Please`: END IMPULSE stands alone on its line", ()),
        ("Ende impulse", "Ende", "`Ende`: not a word I know", ("end",)),
        ("E/504 atack 08.12", "atack", "`atack`: not a word I know", ("attack",)),
        ("E/50: move 08.12", "E/50", "`E/50`: not one of your units", ("E/504", "E/505", "E/508")),
        ("E/5O4 move 08.12", "E/5O4", "`E/5O4`: not one of your units", ("E/504", "2/504", "3/504")),
        ("D,X/504: move 08.11", "X/504", "`X/504`: not one of your units", ("2/504", "3/504", "A/504")),
        ("D/504, Easy Compny: stop", "Easy Compny", "`Easy`: not one of your units", ("E/504",)),
        ("ACTIVATE 82rnc\n  stop", "82rnc", "`82rnc`: not one of your units", ("82rcn",)),
        ("ACTIVATE", "ACTIVATE", "ACTIVATE which unit?", ()),
        ("F/504: follow G/540", "G/540", "`G/540`: not one of your units", ("G/504", "2/504", "3/504")),
        ("E/504:", "E/504", "no act for this unit: what shall it do?", ()),
        ("E/504", "E/504", "no act for this unit: what shall it do?", ()),
        ("move 08.12", "move", "which unit? its name and a colon come first: `1A/2GG: move …`", ()),
        ("E/504: move 08.123", "08.123", "`08.123`: not a hex; a hex is written 08.12", ()),
        ("E/504: move 812", "812", "`812`: not a hex; a hex is written 08.12", ("08.12",)),
        ("E/504: move 08 12", "08 12", "`08 12`: not a hex; a hex is written 08.12", ("08.12",)),
        ("E/504: move 00.12", "00.12", "`00.12`: not a hex; a hex is written 08.12", ()),
        ("E/504: spend 9", "spend", "`spend` is a word for a line of its own, not for a unit", ()),
        ("E/504: stop; else move", "else", "`else` without an `if` before it", ()),
        ("E/504: move 08.12, else stop", "else", "`else` without an `if` before it", ()),
        ("E/504: if empty stop, else move, else stop", "else", "`else` without an `if` before it", ()),
        ("E/504: stop and stop", "and", "`and`: not expected here; expected `on contact` or nothing more", (";",)),
        ("3", "3", "line 3: what of it? `3 drop`, or the new order", ()),
        ("3 atack 08.12 hasty", "atack", "`atack`: not a word I know", ("attack",)),
        ("after 3: stop", "stop", "which unit? write `after 3: 1A/2GG: stop`", ()),
        ("3 4 drop", "4", "a change to a line cannot hold another one", ()),
        ("MESSAGE axis\nsurrender", "MESSAGE", "no END MESSAGE below this line", ()),
        ("MESSAGE\nsurrender\nEND MESSAGE", "MESSAGE", "to whom? a seat, a side or `enemy`", ()),
        ("spend 9; keep 4", "keep", "`keep`: not expected here, the order is complete before it", ()),
    ],
)  # fmt: skip
def test_each_trouble_has_its_own_words(text: str, marked: str, told: str, hints: tuple[str, ...]) -> None:
    remark = _remark(text)
    assert (_marked(text), remark.text, remark.hints, remark.kind) == (marked, told, hints, "error")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("E/504: rally Grav bridge", "`Grav bridge`: no hex and no place I know; expected a hex such as 08.12"),
        (
            "E/504: move 12.07 slowly",
            "`slowly`: not expected here; expected a hex such as 08.12, `by road`, `quiet` or nothing more",
        ),
        ("E/504: attack 08.12 now", "`now`: not expected here; expected `hasty`, `deliberate` or `intensive`"),
        ("E/504: if emtpy stop", "`emtpy`: not expected here; expected `empty`, `occupied`, `ezoc` or `unknown`"),
        ("E/504: ferry D/504 up", "`up`: not expected here; expected one of your units or a point of the compass"),
        ("h-hour soon", "`soon`: not expected here; expected a time such as 20:00"),
    ],
)
def test_what_was_expected_is_said_in_words(text: str, expected: str) -> None:
    assert _remark(text).text == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("E/504: attack 08.12", "unfinished: expected `hasty`, `deliberate` or `intensive`"),
        ("E/504: rally", "unfinished: expected a hex such as 08.12"),
        ("E/504: stop; if empty", "unfinished: expected something to do"),
        ("spend", "unfinished: expected a number"),
    ],
)
def test_an_unfinished_line_is_marked_just_behind_its_end(text: str, expected: str) -> None:
    remark = _remark(text)
    assert (remark.text, remark.column) == (expected, len(text) + 1)


def test_a_hint_is_put_in_place_of_the_whole_span() -> None:
    for wrong, right in [
        ("E/504: move Grav bridge quiet", "E/504: move grave bridge quiet"),
        ("E/504: move 08 12", "E/504: move 08.12"),
        ("D/504, Easy Compny: stop", "D/504, E/504: stop"),
    ]:
        line = _line(wrong)
        text = fixed(line.text, line.remarks[0])
        assert text == right
        assert read_line(text, VOCABULARY).remarks == ()


def test_without_a_hint_the_line_stays_as_it_is() -> None:
    line = _line("gibberish 08.12")
    assert fixed(line.text, line.remarks[0]) == "gibberish 08.12"


def test_every_bad_act_of_a_line_is_told() -> None:
    line = _line("E/504: atack 08.12; move 8.12; rally 99")
    assert [line.text[remark.column - 1 :][: remark.length] for remark in line.remarks] == ["atack", "99"]


def test_one_bad_line_hides_no_other() -> None:
    lines = [NumberedLine(1, "E/504: atack 08.12"), NumberedLine(2, "E/504: stop"), NumberedLine(3, "E/50: stop")]
    sheet = read_orders(lines, VOCABULARY)
    assert [bool(line.remarks) for line in sheet.lines] == [True, False, True]
    assert [remark.line for remark in sheet.errors] == [1, 3]


def test_columns_point_into_the_writers_own_line() -> None:
    for before in ("E/504:\u00a0\u00a0", "E/504：", "“E/504”: ", "\ufeffE/504: ", "E/504: move ½, ", "e/504→"):
        text = before + "atack 08.12"
        remark = _line(text).remarks[0]
        if "½" not in before:
            assert text[remark.column - 1 :][: remark.length] == "atack"
        else:
            assert text[remark.column - 1] == "½"


def test_a_column_in_a_continued_line_points_into_the_joined_text() -> None:
    assert _marked("take 14.12 with B,C/504\n    form 13.12") == "form"


def test_overlong_lines_and_letters_are_told_and_not_read() -> None:
    assert _remark("E/504: move " + "08.12 " * 70).text == "longer than 400 characters"
    lines = [NumberedLine(number, "E/504: stop") for number in range(1, 403)]
    sheet = read_orders(lines, VOCABULARY)
    assert len(sheet.lines) == 401
    assert [(remark.line, remark.text) for remark in sheet.errors] == [(401, "more than 400 lines: nothing from here on was read")]


def test_a_line_continued_without_end_is_told_once() -> None:
    text = "E/504: move 08.12" + "\n   08.12 08.13 08.14 08.15" * 300
    assert _remark(text).text == "longer than 1600 characters with its continuations"


def test_names_of_the_enemy_are_unknown_like_any_other() -> None:
    enemy = Vocabulary(VOCABULARY.verbs, {}, VOCABULARY.places, {})
    sheet = read_orders([NumberedLine(1, "HGX: stop"), NumberedLine(2, "E/504: stop")], enemy)
    assert [(remark.text, remark.hints) for remark in sheet.errors] == [
        ("`HGX`: not one of your units", ()),
        ("`E/504`: not one of your units", ()),
    ]


def test_hints_are_the_nearest_first_and_at_most_three() -> None:
    names = themselves(["b/504", "a/504", "c/505", "d/504", "x"])
    assert near("a/505", names) == ("a/504", "c/505", "b/504")
    assert near("a/504", names) == ("b/504", "d/504", "c/505")


def test_of_order_words_only_the_nearest_is_a_hint_and_one_that_people_say_for_it() -> None:
    verbs = themselves(["move", "mine", "recon", "attack"])
    assert near_verbs("mvoe", verbs) == ("move",)
    assert near_verbs("mone", verbs) == ("mine", "move")
    assert near_verbs("scout", verbs) == ("recon",)
    assert near_verbs("shell", verbs) == ()  # a vocabulary without guns


def test_a_swap_of_two_letters_is_one_slip() -> None:
    assert near("mvoe", themselves(["move", "dove"])) == ("move", "dove")


def test_very_short_words_get_only_hints_one_slip_away() -> None:
    assert near("ab", themselves(["abcd", "abc"])) == ("abc",)
    assert near("a", themselves(["b"])) == ()


def test_many_expectations_are_cut_short() -> None:
    verb = Verb("pick", ("pick (one|two|three|four|five|six)",), "letter", "one of many")
    (line,) = read_orders([NumberedLine(1, "pick none")], Vocabulary((verb,), {}, {}, {})).lines
    assert line.remarks[0].text == (
        "`none`: not expected here; expected `one`, `two`, `three`, `four` or something else (see HELP)"
    )


def test_the_hosts_pause_is_not_taken_for_the_pass_that_ends_an_impulse() -> None:
    """YES would take a hint where there is just one."""
    assert near_verbs("pause", themselves(("pass", "probe"))) == ()
    assert near_verbs("pas", themselves(("pass", "probe"))) == ("pass",)


def test_what_is_said_for_two_order_words_is_taken_for_neither() -> None:
    """Ships that were to patrol were sent to scout by a YES."""
    assert near_verbs("patrol", themselves(("recon", "sweep", "march"))) == ("recon", "sweep")
    assert near_verbs("patrol", themselves(("recon", "march"))) == ("recon",)


def test_an_order_word_with_a_slip_before_a_colon_is_no_unit() -> None:
    verb = Verb("flight", ("flight CALL PATH",), "letter", "its route")
    (line,) = read_orders(
        [NumberedLine(1, "fligth A/504: 12.10 12.11")], replace(VOCABULARY, verbs=(*VOCABULARY.verbs, verb))
    ).lines
    assert [remark.hints for remark in line.remarks] == [("flight",)] and line.remarks[0].column == 1
    (line,) = read_orders([NumberedLine(1, "Zzz: move 12.10")], VOCABULARY).lines
    assert "not one of your units" in line.remarks[0].text


def test_signs_before_a_word_with_a_colon_are_no_place_of_it() -> None:
    """What is sought behind the signs that open a line is counted from there: the head of an encrypted letter broke the reader."""
    (line,) = read_orders([NumberedLine(1, "-----BEGIN PGP MESSAion: 1.0")], VOCABULARY).lines
    assert line.command is None
