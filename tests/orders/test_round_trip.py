"""What the language promises for every text: it never raises, and what it understood it says back."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pbem.kernel.numbered_lines import numbered
from pbem.orders.lines import LONGEST_LINE
from pbem.orders.parser import read_line, read_orders
from pbem.orders.printer import normalised, print_command
from pbem.orders.tree import Amendment, Command, Message, OrderSheet

from .words_of_a_side import CALLS, VOCABULARY
from .writer import acts, orders

_SOUP = [
    *CALLS, "move", "attack", "recon", "if", "else", "empty", "order", "take", "with", "from", "message", "log",
    "end", "activate", "after", "drop", "3", "08.12", "0812", "08,", "12", "Grave", "bridge", ",", ";", ":", "=",
    "→", "-", ".", "#", "?", "\n", "\n  ", "\t", "“", "’", "\ufeff", "\u200b", "\u00a0", "\ud800", "\x00", "again",
    "all", "but", "why", "8.12<tel:8.12>", "[8.12](x:y)", "help", "say", "2/504", "AND", "&", "/", "1/2/3", "ı",
    "İ", "ß", "½", "٣", "０８．１２",
]  # fmt: skip


def _read(text: str) -> OrderSheet:
    return read_orders(list(numbered(text.split("\n"), 1)), VOCABULARY)


def _inside(sheet: OrderSheet) -> bool:
    """Every remark points into its own line, or just behind it."""
    return all(
        1 <= remark.column <= len(line.text) + 1 and remark.length >= 1 and remark.line == line.number
        for line in sheet.lines
        for remark in line.remarks
    )


@given(st.lists(st.text(max_size=80), max_size=6))
def test_no_text_makes_reading_raise(lines: list[str]) -> None:
    sheet = read_orders(list(numbered(lines, 1)), VOCABULARY)
    assert _inside(sheet)
    assert isinstance(normalised(sheet), str)


@settings(max_examples=400)
@given(st.lists(st.sampled_from(_SOUP), max_size=30))
def test_no_soup_of_order_words_makes_reading_raise(words: list[str]) -> None:
    sheet = _read(" ".join(words))
    assert _inside(sheet)
    assert all((line.command is None) == bool(line.remarks) for line in sheet.lines)


@given(st.lists(st.sampled_from(_SOUP), max_size=12))
def test_no_soup_makes_an_amendment_raise(words: list[str]) -> None:
    line = read_line(" ".join(words), VOCABULARY)
    assert (line.command is None) == bool(line.remarks)


@settings(max_examples=400)
@given(st.lists(st.sampled_from(_SOUP), max_size=30))
def test_whatever_is_understood_reads_again_as_itself(words: list[str]) -> None:
    for line in _read(" ".join(words)).lines:
        if line.command is not None:
            again = _read(line.canonical)
            assert [_settled(other.command) for other in again.lines] == [_settled(line.command)]


def _settled(command: Command | None) -> Command | str | None:
    """A command, but for the text of an amendment, which is the writer's own and so may change its spelling."""
    return f"{command.line} {command.kind}" if isinstance(command, Amendment) else command


@settings(max_examples=400)
@given(orders(VOCABULARY))
def test_valid_orders_are_read_without_a_remark_and_said_back(text: str) -> None:
    assume(len(text) <= LONGEST_LINE)
    sheet = _read(text)
    assert [remark.text for remark in sheet.errors] == []
    (line,) = sheet.lines
    assert line.command is not None
    said = print_command(line.command, VOCABULARY)
    assume(len(said) <= LONGEST_LINE)
    (again,) = _read(said).lines
    assert (again.command, again.canonical) == (line.command, said)


@given(acts(VOCABULARY), st.integers(1, 200))
def test_acts_may_replace_a_line(text: str, number: int) -> None:
    (line,) = _read(f"{number} {text}").lines
    assert line.command == Amendment(number, "replace", text)
    assert line.canonical == f"{number} {read_line(text, VOCABULARY).canonical}"


@given(orders(VOCABULARY))
def test_the_effect_key_does_not_change_with_spelling(text: str) -> None:
    spelt = text.upper().replace(" ", "\u00a0 ") + "\r"
    if "say" not in text.casefold():  # free text keeps its own spelling
        assert normalised(_read(spelt)) == normalised(_read(text))


@given(st.lists(st.text(max_size=60), max_size=5))
def test_a_message_keeps_its_lines(lines: list[str]) -> None:
    body = [" ".join(line.split()) for line in lines]
    body = [line for line in body if line.isascii() and line.isprintable() and "end" not in line.casefold()]
    (line,) = _read("\n".join(["MESSAGE axis", *body, "End Message."])).lines
    assert line.command == Message("axis", tuple(body))
