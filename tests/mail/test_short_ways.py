"""What is read in a short way is what the long way reads."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.mail import mime
from pbem.mail.sent import stream, streams
from pbem.orders.characters import fold

ODD = "ab >\t\n\r\x0b\x0c\x00\x1f\x7f\x80\x85\x9f\u2028\u2029\ufeff·é"
TEXTS = st.text() | st.text(alphabet=ODD, max_size=12)


def letters_and_digits(text: str) -> str:
    """Character by character, as orders are read."""
    return "".join(c for character in text for c in fold(character).text if c.isascii() and c.isalnum())


@given(TEXTS)
def test_a_stream_is_the_letters_and_digits_that_orders_are_read_in(text: str) -> None:
    assert stream(text) == letters_and_digits(text)
    assert streams(text) == [letters_and_digits(line) for line in text.split("\n")]


def test_every_character_of_the_first_plane_has_the_stream_that_orders_give_it() -> None:
    every = "".join(chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000)
    assert streams("\n".join(every.replace("\n", ""))) == [letters_and_digits(c) for c in every if c != "\n"]


@given(TEXTS)
def test_a_text_without_odd_characters_is_clean_as_it_is(text: str) -> None:
    def read(said: str) -> tuple[str, tuple[str, ...]]:
        return mime.text_of(mime.MimePart("text/plain", {"charset": "utf-8"}, "", False, "", said.encode(errors="replace")))

    assert read(f"\x00\n{text}")[0] == f"\n{read(text)[0]}"  # what cannot be seen makes it take the long way
