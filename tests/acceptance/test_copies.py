"""A letter comes twice, the second copy when the impulse is another: it is known by itself, not by its time."""

import pytest

from tests.acceptance.table import Table, recorded


def afresh(table: Table, lines: str, received: str = "") -> bytes:
    """A letter that answers none of ours, as it comes by one of its ways."""
    raw = table.letter("allied", lines)
    kept = [line for line in raw.split(b"\n") if not line.lower().startswith((b"in-reply-to:", b"references:"))]
    return received.encode() + b"\n".join(kept)


@pytest.mark.parametrize("again", ["", "AGAIN\n"])
def test_a_copy_that_comes_in_the_next_impulse_is_a_repeat(table: Table, again: str) -> None:
    raw = afresh(table, f"{again}LOG\nour hour\nEND LOG\nEND IMPULSE")
    for way in (b"", b"Received: by another.example; Mon, 23 Nov 2026 09:00:00 +0000\n"):
        table.deliver(way + raw)
        table.run()
    papers = [paper for record in recorded(table) for paper in record.papers]
    assert [type(paper).__name__ for paper in papers].count("LogKept") == 1
    assert "a repeat of" in table.mail("allied")[-2].subject


def test_another_letter_of_the_same_message_id_is_not_a_copy(table: Table) -> None:
    raw = afresh(table, "LOG\nour hour\nEND LOG")
    for text in (raw, raw.replace(b"our hour", b"our day ")):
        table.deliver(text)
        table.run()
    papers = [paper for record in recorded(table) for paper in record.papers]
    assert [type(paper).__name__ for paper in papers].count("LogKept") == 2
