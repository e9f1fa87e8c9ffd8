"""The notation of syntax lines, and that one pattern reads and says."""

import pytest

from pbem.orders.printer import print_act, say
from pbem.orders.syntax import Choice, Option, PlainWord, Series, Slot, first_words, literal_words, name_words, parse_syntax
from pbem.orders.tree import Act

from .words_of_a_side import VOCABULARY


def test_a_syntax_line_becomes_a_tree() -> None:
    assert parse_syntax("move [PATH] [by road]") == Series(
        (
            PlainWord("move", "move"),
            Option(Slot("PATH", "PATH")),
            Option(Series((PlainWord("by", "by road"), PlainWord("road", "road")))),
        )
    )


def test_choices_within_brackets_and_at_the_top() -> None:
    assert parse_syntax("yes|no") == Choice((PlainWord("yes", "yes"), PlainWord("no", "no")))
    assert parse_syntax("deficit (COUNT|no)") == Series(
        (PlainWord("deficit", "deficit"), Choice((Slot("COUNT", "COUNT"), PlainWord("no", "no"))))
    )


def test_a_slot_may_bear_a_name_of_its_own_and_take_several() -> None:
    assert parse_syntax("HEX_FROM") == Slot("HEX_FROM", "HEX")
    assert parse_syntax("HEX...") == Slot("HEX", "HEX", many=True)


@pytest.mark.parametrize("line", ["move [PATH", "move PATH]", "move (a|)", "move []", "move NOWHERE", "Move", "a HEX HEX",
                                  "a [HEX] (b|HEX)", "move... HEX", "été"])  # fmt: skip
def test_a_line_out_of_notation_is_a_bug(line: str) -> None:
    with pytest.raises(ValueError, match="syntax"):
        parse_syntax(line)


def test_the_words_a_line_can_begin_with() -> None:
    assert first_words(parse_syntax("(yes|no) HEX|why")) == {"yes", "no", "why"}
    with pytest.raises(ValueError, match="literal word"):
        first_words(parse_syntax("[a] b"))
    with pytest.raises(ValueError, match="literal word"):
        first_words(parse_syntax("HEX b"))


def test_the_literal_words_of_a_line() -> None:
    assert list(literal_words(parse_syntax("a [b HEX|c] (d e)"))) == ["a", "b", "c", "d", "e"]


def test_fillers_are_no_part_of_a_name() -> None:
    assert name_words("Stop at the river") == ("stop", "river")


def test_an_act_made_by_hand_is_said_in_the_words_of_its_syntax() -> None:
    act = Act("strike", ("with", "by"), (("HEX", "13.09"), ("UNITS", ("376A", "376B")), ("UNIT", "82rcn")))
    assert print_act(act, VOCABULARY) == "strike 13.09 with 376A, 376B by 82rcn"


@pytest.mark.parametrize("act", [Act("dig", ("deep",)), Act("move", (), (("HEX", "08.12"),)), Act("fly"), Act("rally")])
def test_an_act_that_no_syntax_line_says_is_a_bug(act: Act) -> None:
    with pytest.raises(ValueError, match="no syntax line"):
        print_act(act, VOCABULARY)


def test_of_several_branches_the_one_that_says_most_is_taken() -> None:
    pattern = parse_syntax("hold (fast|fast HEX|loose)")
    assert say(pattern, "hold", ("fast",), ("HEX",)) == ("hold", "fast", Slot("HEX", "HEX"))
    assert say(pattern, "hold", ("fast",), ()) == ("hold", "fast")
    assert say(pattern, "hold", ("tight",), ()) is None
