"""Encoded words: the same as those of the standard library, for every text that a header of ours may hold."""

from email.header import Header

from hypothesis import example, given
from hypothesis import strategies as st

from pbem.mail.encoded_words import LINE, encoded_words

ANY = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
WORDS = st.text(st.one_of(ANY, st.sampled_from("a é·_=?")), min_size=1, max_size=200).map(str.strip).filter(bool)


@given(st.sampled_from(["Subject", "From"]), WORDS)
@example("Subject", "[spring] Receipt A-2 · your orders at 13.07 — executed, nine of them, and a word to Major Müller")
@example("Subject", "ж" * 120)
@example("From", "a" * 54 + "é")
def test_they_are_those_of_the_standard_library(name: str, text: str) -> None:
    found = encoded_words(name, text)
    assert found == Header(text, "utf-8", header_name=name).encode(linesep="\r\n")
    assert max(map(len, f"{name}: {found}".split("\r\n"))) <= LINE
