"""Every letter of tests/mail/letters brought to a real campaign: who is answered, who is not, and that nothing is done."""

import logging
import tomllib
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.handlers import unheard
from pbem.mail.letter import Unreadable
from pbem.mail.mime import LARGEST_MAIL
from pbem.mail.reading import examine, known_by
from pbem.service.logs import JsonLines
from tests.acceptance.looking import where, world
from tests.acceptance.table import ADDRESS, Table

FOLDER = Path(__file__).parents[1] / "mail" / "letters"
LETTERS = sorted(FOLDER.glob("*.eml"))
TWO = ("no_charset_8bit",)  # carries a message to the enemy


def readdressed(table: Table, raw: bytes) -> bytes:
    """The letter as the Allied commander's, with his token, in answer to his last letter."""
    for old, new in (
        ("abcdefghijklmnop", table.token("allied")), ("nijmegen", "test"), ("alice@example.org", ADDRESS["allied"]),
        ("referee@example.net", "referee@club.example"), ("@example.net", "@club.example"),
    ):  # fmt: skip
        raw = raw.replace(old.encode(), new.encode())
    return raw


def answers(table: Table, raw: bytes) -> list[str]:
    """The addresses that get a letter because of this one."""
    before = {address: len(bag) for address, bag in table.postman.bags.items()}
    table.deliver(raw)
    table.run()
    bags = table.postman.bags
    return [address for address, bag in bags.items() for _ in range(len(bag) - before.get(address, 0))]


def test_no_letter_of_the_folder_is_answered_out_of_turn(table: Table) -> None:
    before = world(table)
    refused: dict[str, str] = {}  # the text that was last refused for a reason: the same is, once a day
    for path in LETTERS:
        expected = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
        if unheard(table.campaign.state, "allied"):  # three in a row that hold nothing are answered, the fourth would not be
            table.write("allied", "STATUS")
        raw = readdressed(table, path.read_bytes())
        found = answers(table, raw)
        if expected["kind"] == "Machine":
            assert found == [], path.stem
        elif expected["kind"] == "Unreadable":
            read = examine(raw, oversized=len(raw) > LARGEST_MAIL)
            text = known_by(read.contents) if isinstance(read, Unreadable) and read.contents else ""
            first = refused.get(expected["reason"]) != text and expected.get("sender") != ""
            assert found == [ADDRESS["allied"]] * first, path.stem
            refused |= {expected["reason"]: text} if first else {}
        else:
            assert set(found) <= {ADDRESS["allied"], *([ADDRESS["german"]] if path.stem in TWO else [])}, path.stem
    assert world(table) == before
    assert table.referee.spool.entries("shunt") == []


def test_a_token_stands_in_no_log_no_record_and_no_letter_of_another(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    token, last = table.token("allied"), table.mail("allied")[-1]
    caplog.set_level(logging.DEBUG)
    for path in LETTERS:
        answers(table, readdressed(table, path.read_bytes()))
    for path in LETTERS[::8]:
        answers(table, readdressed(table, path.read_bytes()).replace(ADDRESS["allied"].encode(), b"eve@evil.example"))
    quoted = f"> BEGIN ORDERS test {token}\n> END ORDERS\n"
    message, log = f"MESSAGE enemy\n{quoted}END MESSAGE", f"LOG\n{token.upper()}\nEND LOG"
    for line in (f"{token}: move 12.10", message, log, f"HELP {token}", f"WHY {token}"):
        answers(table, table.letter("allied", f"BEGIN ORDERS\n{line}\nEND ORDERS", last))
    logged = [JsonLines().format(record) for record in caplog.records]
    records = [path for path in table.referee.data.rglob("*") if path.suffix in (".json", ".jsonl")]
    assert logged and records and set(table.postman.bags) == set(ADDRESS.values())
    assert [line for line in logged if token in line.lower()] == []
    assert [path for path in records if token in path.read_text().lower()] == []
    assert [mail.subject for mail in table.mail("german") if token in f"{mail.text}{mail.html}{mail.fields}".lower()] == []


def test_a_stranger_gets_no_answer_whatever_he_writes(table: Table) -> None:
    before = world(table)
    assert {path.stem: found for path in LETTERS if (found := answers(table, path.read_bytes()))} == {}
    assert world(table) == before


def test_orders_in_typographers_dress_are_carried_out(table: Table) -> None:
    table.write("allied", "A/504\u00a0: Move\u202f12.10")
    assert where(table)["A/504"] == "12.10"


@pytest.mark.parametrize("words", ["spam folder", "within the hour"])
def test_help_says_what_a_missing_answer_means(words: str) -> None:
    assert words in " ".join(care.help_text("letters")[0].split())
