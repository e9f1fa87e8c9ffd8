"""A battle's report in strange words: 4,000 characters, markup, right-to-left text, emoji, in every letter that tells it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.table import Mail, Table, plain
from tests.acceptance.test_field_battles import at_battle, brief, form

LONG = "so weit, so gut, und dann noch ein Stück am Kanal entlang. "
NARRATIVES = {
    "4,000 characters": (LONG * 80)[:3996].strip(),
    "4,000 characters in lines": "\n".join(LONG.strip() for _ in range(66)),
    "one word of 4,000": "x" * 4000,
    "markup": '<b>Over</b> & out </pre></blockquote><script>alert("1")</script><img src=https://e.example/x>',
    "right to left": "عبرنا الجسر 14.12 ليلا. \u202eשלום\u202c والعدو انسحب",
    "emoji": "👋🏽 👨‍👩‍👧‍👦 🎖️ 🇳🇱 held on",
    "words of the form": "We saw them. RESULT was clear: BRIDGE 14.12 held.\nRESULT ATTACKER HOLDS they said\nPRISONERS 9 TAKEN",
    "orders": "A/504: move 12.10\nend impulse\nYES",
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A battle for 13.11 in the hands of field commanders."""
    with at_battle(tmp_path, "engagement") as table:
        yield table


def told(mail: Mail) -> str:
    """All characters of a letter's text but blanks and marks of quoting."""
    lines = (line.strip().removeprefix(">") for line in mail.text.split("\n"))
    return "".join(c for line in lines for c in line if not c.isspace())


def is_sound(mail: Mail) -> None:
    """Narrow in its text; in its page nothing of the words is markup."""
    assert max(map(len, mail.text.split("\n"))) <= 72
    assert "<script" not in mail.html and "<b>Over" not in mail.html and "<img src=https" not in mail.html


@pytest.mark.parametrize("kind", NARRATIVES)
def test_a_narrative_of_any_kind_is_taken_and_told_whole(table: Table, kind: str) -> None:
    words = NARRATIVES[kind]
    text = form(brief(table, "allied.field1")).replace("(what happened)", words)
    answer = table.write("allied.field1", text, brief(table, "allied.field1"))
    assert "AAR 1 received" in plain(answer), answer.text
    is_sound(answer)
    table.write("german.field1", form(brief(table, "german.field1")), brief(table, "german.field1"))
    wanted = "".join(c for c in words if not c.isspace())
    is_sound(table.write("allied", "DIARY A/504"))
    summary = table.write("allied", "INTSUM")
    is_sound(summary)
    assert wanted in told(summary)
    assert table.impulse == "T1.2", "nothing in it was an order"
    before = len(table.mail("allied"))
    table.write("german", "end impulse")
    table.write("allied", "end impulse")
    for mail in table.mail("allied")[before:]:
        is_sound(mail)
    table.means("allied", "CONCEDE")
    ends = table.mail("allied")[-2:]
    for mail in ends:
        is_sound(mail)
    assert wanted in told(ends[1]), "the war diary at the end"
    assert not any(wanted in told(mail) for mail in table.mail("german")), "the enemy never reads it"


def test_a_narrative_that_is_too_long_comes_back_with_its_length(table: Table) -> None:
    text = form(brief(table, "allied.field1")).replace("(what happened)", "y" * 4001)
    answer = table.write("allied.field1", text, brief(table, "allied.field1"))
    assert "AAR 1: not taken" in plain(answer) and "4001 characters; 4000 at most" in plain(answer)
    is_sound(answer)
