"""What phones put in place of plain letters, and that columns survive it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.orders.characters import clean, fold
from pbem.orders.lexer import Token, fold_name, index_names, tokenise


@pytest.mark.parametrize(
    ("written", "plain"),
    [("MOVE", "move"), ("０８．１２", "08.12"), ("“a”", " a "), ("’s", "s"), ("a–b—c−d", "a-b-c-d"), ("a→b", "a->b"),
     ("a\u00a0b\u2003c", "a b c"), ("\ufeffa\u200bb", "ab"), ("é", "e"), ("e\u0301", "e"), ("Straße", "strasse"),
     ("٣", "3"), ("**a**", "  a  "), ("1⁄2", "1/2"), ("a\r\t\x00b", "a   b")],
)  # fmt: skip
def test_characters_are_made_plain(written: str, plain: str) -> None:
    assert fold(written).text == plain


@given(st.text())
def test_every_folded_character_knows_where_it_came_from(text: str) -> None:
    folded = fold(text)
    columns = list(folded.columns)
    assert len(columns) == len(folded.text) + 1
    assert columns == sorted(columns)
    assert columns[-1] == len(text)
    assert all(character in fold(text[place]).text for character, place in zip(folded.text, columns, strict=False))


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold(text).text
    assert fold(once).text == once


@given(st.text())
def test_cleaning_keeps_the_length_and_leaves_text_that_can_be_mailed(text: str) -> None:
    cleaned = clean(text + "\ud800\x00\n")
    assert len(cleaned) == len(text) + 3
    assert cleaned.endswith("\N{REPLACEMENT CHARACTER}  ")
    assert cleaned.encode("utf-8")


def test_tokens_know_their_kind_and_place() -> None:
    assert tokenise("D,F/504: move 8. 12 at 20:00") == (
        Token("d", "word", 0, 1),
        Token(",", "mark", 1, 2),
        Token("f/504", "word", 2, 7),
        Token(":", "mark", 7, 8),
        Token("move", "word", 9, 13),
        Token("08.12", "hex", 14, 19),
        Token("at", "word", 20, 22),
        Token("20:00", "clock", 23, 28),
    )


@given(st.text())
def test_tokens_stand_in_order_within_the_line(text: str) -> None:
    places = [(token.start, token.end) for token in tokenise(text)]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert [start for start, _ in places] == sorted(start for start, _ in places)


def test_of_two_names_that_fold_alike_the_first_stands() -> None:
    index = index_names({"Den Heuvel": 1, "den  heuvel": 2, "Den": 3, "": 4})
    assert index.names == ("den", "den heuvel")
    assert index.longest(tokenise("the den heuvel"), 1) == (1, 3)
    assert index.longest(tokenise("den hag"), 0) == (3, 1)
    assert index.longest(tokenise("den"), 5) is None
    assert (index.exact("den heuvel"), index.exact("hag")) == (1, None)


def test_names_are_compared_folded() -> None:
    assert fold_name("  ‘s-Hertogenbosch  Süd ") == "s-hertogenbosch sud"
