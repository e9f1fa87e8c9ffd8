"""Golden view models: the documents of a played session, and two whole letters. `PBEM_GOLDEN=write` makes them afresh."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.records import Sent
from tests.acceptance.table import TEAMS, Table
from tests.acceptance.test_messages import SLOW, by_signal

GOLDEN = Path(__file__).parent / "golden"
SESSION = (
    ("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12; atack 14.12 hasty\n"),
    ("allied", "YES"),
    ("allied", "STATUS\nORDERS\nWHAT CAN C/307\nCOST C/307 to 13.12\nHELP RECON\n"),
    ("german", "EZOC WITHIN 2 OF 14.12\nMESSAGE enemy\nKommt nur.\nEND MESSAGE\n"),
    ("allied", "end impulse"),
    ("allied", "WHY 1"),
    ("german", "PASS"),
    ("german", "CANCEL"),
    ("german", "2/HG: move 15.10\nend impulse"),
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The session, played."""
    table = Table(tmp_path_factory.mktemp("golden"))
    table.begin()
    for seat, lines in SESSION:
        table.write(seat, lines)
    yield table
    table.close()


def documents(table: Table) -> dict[str, Any]:
    """Every document by seat and number."""
    script, found = table.campaign.script, {}
    for body in table.campaign.journal.all_records():
        for sent in script.record(body["body"]).letters:
            if isinstance(sent, Sent):
                found[f"{sent.seat}-{sent.n:02d}-{sent.kind}"] = script.codec.encode(sent.document)
    return found


def compare(name: str, text: str) -> None:
    """The golden file is this text, or is recreated."""
    path = GOLDEN / name
    if os.environ.get("PBEM_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, "if it is meant so, PBEM_GOLDEN=write makes it afresh"


def test_the_view_models_of_a_session_are_the_golden_ones(table: Table) -> None:
    compare("session.json", json.dumps(documents(table), indent=1, sort_keys=True, ensure_ascii=False) + "\n")


EVENING = (
    ("allied", "LIVE 20:00-22:30\nSTATUS"),
    ("german", "LIVE 24 Nov 19:00"),
    ("german", "ACCEPT LIVE 1"),
)


def test_the_view_models_of_a_live_evening_are_the_golden_ones(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=TEAMS)
    table.begin()
    before = set(documents(table))
    for seat, lines in EVENING:
        table.write(seat, lines)
    table.wait(hours=10)
    table.write("german", "LIVE NO")
    found = {name: document for name, document in documents(table).items() if name not in before and "sitrep" not in name}
    table.close()
    compare("live.json", json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def test_the_view_models_of_a_message_by_runner_are_the_golden_ones(tmp_path: Path) -> None:
    table = Table(tmp_path, module=by_signal(tmp_path / "module", runner_hexes=12), seats=TEAMS)
    table.begin()
    before = set(documents(table))
    table.write("allied.504", SLOW)
    table.write("allied", "END IMPULSE")
    found = {name: document for name, document in documents(table).items() if name not in before and "sitrep" not in name}
    table.close()
    compare("runner.json", json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


@pytest.mark.parametrize(("seat", "number"), [("allied", 4), ("german", 6)])
def test_a_whole_letter_is_the_golden_one(table: Table, seat: str, number: int) -> None:
    letter = table.mail(seat)[number - 1]
    text = letter.raw.decode("ascii").replace("\r\n", "\n")
    compare(f"{seat}-{number}.eml", re.sub(r"(?m)^(X-Pbem-Chain:) \w{64}\n \w{64}$", r"\1 (hangs on all letters before)", text))
