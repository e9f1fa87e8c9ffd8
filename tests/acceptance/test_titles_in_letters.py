"""Seats and sides are called by title in every sentence: the names by which they are written to stand in lines to type, in the list
of who sits where, and in brackets behind a title."""

import re
from pathlib import Path

import pytest

from pbem.campaign.records import Cause
from pbem.campaign.state import Seat, host_seat
from pbem.kernel.numbered_lines import NumberedLine
from tests.acceptance.table import TEAMS, Mail, Table, opened

KEYS = r"(?:allied|german)(?:\.[a-z0-9-]+)?"
KEY = re.compile(rf"(?<![\w.@/-]){KEYS}(?![\w@-])")  # and no part of an address
TYPED = re.compile(
    rf"""\b(?:[A-Z][A-Z-]+\ )+(?:\S+\ (?:TO|BY|FOR)\ )?{KEYS}  # DELEGATE 504 TO allied.505, REPLACE german BY
    | \({KEYS}\)                                               # American command, 504 (allied.504)
    | `{KEYS}`
    | \[[^]\s]*/{KEYS}(?:/\d+)?\]                              # the occasion of a roll
    | ^nonce\ \S+\ [0-9a-f]+$
    | ^{KEYS}\s{{2,}}\S.*$                                     # of the list of who sits where
    | ^>.*$                                                    # somebody's own words
    | \b(?:write|are|seats?:)\ {KEYS}(?:(?:,|\ or)\ {KEYS})*""",
    re.VERBOSE | re.MULTILINE,
)
"""Where a name may stand."""


def keys_in(letter: Mail) -> list[str]:
    """Sentences of a letter that hold the name of a seat or a side."""
    body = re.sub(r"(?ms)^BEGIN ORDERS.*?^END ORDERS$", "", letter.text)
    lines = f"{letter.subject}\n{body}"
    joined = re.sub(r"\n +(?=\S)", " ", lines)  # a line that is folded goes on set in
    return [line for line in TYPED.sub("", joined).splitlines() if KEY.search(line)]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("allied has ordered otherwise.", True),
        ("german is empty. REPLACE german BY <address> fills it.", True),
        ("German command is empty. REPLACE german BY <address> fills it.", False),
        ("505 command has it. Write MESSAGE allied.505, or ask 504 command to DELEGATE", False),
        ("American command, 504 (allied.504) has let two impulses go by.", False),
        ("OP: 1d10 6 = 6 [op/T1.2/german], and 2 fixed", False),
        ("impulse 2, german", True),
    ],
)
def test_names_are_found_where_they_do_not_belong(sentence: str, found: bool) -> None:
    assert bool(keys_in(Mail("", "", f"{sentence}\n", "", "", "", b"", {}))) == found


OFFICERS = (
    ("allied.504", "A/504: move 12.10\nDONE"),
    ("allied.505", "D/505: move 20.12"),
    ("allied", "OPS 505 1, REST 504\nDELEGATE 1/504 TO allied.505\nSEATS"),
    ("allied.505", "TAKE BACK 1/504\nA/504: move 12.10\nEZOC NEVER\nEND IMPULSE\nMESSAGE 504\nTake it.\nEND MESSAGE"),
    ("allied", "COUNTERMAND allied.504\nCOUNTERMAND D/505\nH-HOUR 23:00\nMUTE allied.504"),
    ("allied.504", "B/504: move 12.10\nORDERS\nCOUNTERMAND allied.505\nLIVE 20:00\nAPPEAL May I?"),
    ("allied.504", "ABSENT 2 Dec to 4 Dec PROXY allied.505"),
    ("allied", "EXECUTE 505, 504\nLIVE 20:00-22:30"),
    ("german", "DECLINE LIVE\nMESSAGE enemy\nCome out.\nEND MESSAGE"),
    ("host", "STATUS\nAPPEALS"),
    ("host", "REPLACE german BY new@club.example"),
    ("host", "REPLACE allied.504 BY gustav@german.example"),
    ("host", "MUTE allied.504"),
    ("host", "MUTE nobody"),
    ("host", "AS allied T1.1\nC/307: move 12.10\nEND AS"),
    ("host", "CORRECT T1.1 allied A/504 at 12.10"),
    ("host", "ANSWER APPEAL 1 Yes."),
    ("host", "LEAKED A-2 TO german"),
    ("host", "PROCESS T1.1"),
    ("host", "ROLLBACK T1.1 TO T1.1"),
    ("allied.505", "RESIGN"),
    ("allied.505", "YES"),
)  # fmt: skip
"""What the officers of a team and its host write: notices of every kind come of it."""


def test_no_letter_to_officers_and_host_names_a_seat_by_its_key(tmp_path: Path) -> None:
    officer = Seat("reserve1", "", "reserve", "nora@club.example", "R")
    table = Table(tmp_path, seats=(*TEAMS, host_seat("henk@host.example"), officer), tempo="on-end")
    table.begin()
    for seat, lines in OFFICERS:
        if seat == "host":
            table.write(seat, lines)
            _confirmed(table)
        else:
            table.write(seat, lines)
    table.campaign.handle(
        Cause("host", "host/replace", table.at, lines=(NumberedLine(1, "REPLACE german.ls BY zoe@club.example"),))
    )
    for _ in range(30):
        if table.campaign.state.admin.stage == "over":
            break
        table.wait(days=3)
    letters = [opened(raw) for bag in table.postman.bags.values() for raw in bag]
    table.close()
    kinds = {
        word
        for mail in letters
        for word in ("COUNTERMANDED", "YOUR COMMAND", "appeal 1 of", "is vacant", "ops")
        if word in mail.text + mail.subject
    }
    assert len(kinds) == 5 and len(letters) > 100
    assert "\n".join(f"{mail.subject}: {line}" for mail in letters for line in keys_in(mail)) == ""


def _confirmed(table: Table) -> None:
    """A word of the host's that waits for its code is said with it."""
    code = re.search(r"CONFIRM (\S+)", table.mail("host")[-1].text)
    if code:
        table.write("host", f"CONFIRM {code[1]}")
