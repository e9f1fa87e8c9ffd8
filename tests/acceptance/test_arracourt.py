"""Arracourt, the first four turns, letter by letter: what the fog lets each side know, who arrives, who is sent where.

The course is that of the day: Panthers come out of the fog by Ley, their second company behind them north of the brook; tanks of
Company C leave Lezey for the ridge west of Bezange, tank destroyers come up from Arracourt; and neither sees the other.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.table import plain
from tests.rulesets.tcs.armor import fixed
from tests.rulesets.tcs.ford import Ford

FELL = {
    "reserve/US-2": (3,),  # 3, 1 for radio and 1 of the module's, against 4
    "fragord/": (6,),
    "command/GE-2": (1, 1),
    "fog/T": (6, 6),
}  # fmt: skip
"""The reserve is committed, FragOrds pass, GE-2 does not come into force, the fog stays."""
COMPANY = "C37-6, C37-11, C37-12, C37-13, C37-14"
VAN = "P1-0, P1-11, P1-12, P1-13"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ford]:
    fixed(monkeypatch, FELL)
    table = Ford(tmp_path, module="tcs-arracourt")
    table.begin()
    yield table
    table.close()


def told(table: Ford, side: str) -> str:
    return plain(table.mail(side)[-1])


def test_four_turns_in_the_fog(table: Ford) -> None:
    """TCSB-28-1, TCSB-2-5, TCSB-7-1, TCSARM-4.3a-1, TCSARM-4.8-1, TCSB-6-33."""
    assert "thick fog, visibility 1 hex" in told(table, "us") and "Reinforcements" not in told(table, "us")
    assert "Reinforcements: P1-0, P1-11, P1-12, P1-13, G1-1 at 28.16" in told(table, "ge")
    assert "Turn 3, at 28.08, 28.09, 28.10: P2-0" in told(table, "ge")
    assert "GE-2 attack at 18.03, 19.03, 19.04, 20.03: to come: P2-0" in told(table, "ge")
    assert "P2-0 arrives in turn 3" in plain(table.write("ge", "CHECK\nFRAGORD P2-0 ON GE-2"))

    table.both("COMMIT US-2 a", "")
    assert "US-2 is committed: attack at 04.22, 06.22" in told(table, "us") and "US-2" not in told(table, "ge")
    table.both("", f"{VAN}: INITIAL; MOVE 26.16\n{VAN}: MOVE 23.18\n{VAN}: FINAL; MOVE 20.19\nG1-1: MOVE 26.16")
    report = told(table, "ge")
    assert "German final impulse: - P1-0, P1-11, P1-12, P1-13 moved to 22.18, 21.19, 20.19." in report
    assert table.where("P1-11") == "20.19" and "Did not advance: P1-21" in report
    assert "No leader in the hex or next to it, buttoned up: C37-33." in told(table, "us")
    assert "3. ENEMY NEGATIVE" in told(table, "us") and "Panther-" not in told(table, "us")
    assert "Reinforcements: G1-S1, G1-S2, FL-1, G1-2, G1-MG at 28.16." in report
    assert table.unit("G1-2").rides == "G1-S1"

    table.both("", "")
    table.both(f"{COMPANY}: INITIAL; MOVE MODE; MOVE 18.06\n{COMPANY}: MOVE 17.07, 16.07, 16.08", f"{VAN}: INITIAL; MOVE 18.20")
    assert table.where("C37-11") != "19.06" and table.where("P1-0") != "20.19"
    assert "P2-0" in told(table, "ge") and {table.where(f"P2-{n}") for n in ("0", "11", "12")} == {"28.08"}
    assert "5. SUPPORT" in told(table, "us") and "C704-11" in told(table, "us")
    assert table.where("C704-11") in ("01.17", "01.31")
    assert "Panther-1, Panther: 28.08" in told(table, "us"), (
        "the armored cars at 27.08 are a hex away, and see the top of the stack"
    )
    assert {enemy.look.hex for enemy in table.picture("us").enemies.values()} == {"28.08"}
    assert {enemy.look.hex for enemy in table.picture("ge").enemies.values()} == {"27.08"}

    table.both("", "FRAGORD P2-0, P2-11, P2-12, P2-13 ON GE-2")
    report = told(table, "ge")
    assert "FragOrd on GE-2 for P2-0" in report and "GE-2 FragOrd" in report and "3-6-0" in report
    assert table.board.forces["ge"].morale == {"I/PzRgt 130": 2}, "its company tank, and a platoon"
    table.both("", "")
    assert table.where("C704-11") not in ("01.17", "01.31"), "who defends a position goes to it by themselves"
    assert table.board.public.turn == 4
    assert {table.where(name) for name in ("G1-3", "G1-81", "G1-S3")} == {"28.08"} or table.unit("G1-3").rides == "G1-S3"
    assert table.board.public.weather == "thick_fog"
