"""Digging level by level, by mail: who may, the rolls, the turn that accrues, what the enemy sees, what is taken down."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.tcs import scenario
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.diggings import Digging
from pbem.rulesets.tcs.settling.digging import accrued
from pbem.rulesets.tcs.shelters import level
from tests.acceptance.table import plain, recorded
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.test_doors import load

GAME = scenario.opening(load(), library.charts("tcs")).game
Opens = Callable[..., Ford]


@pytest.fixture
def ford(tmp_path: Path) -> Iterator[Opens]:
    opened: list[Ford] = []

    def begin(**switches: str | bool) -> Ford:
        opened.append(Ford(tmp_path, switches={"digging": "levels", **switches}))
        opened[-1].begin()
        return opened[-1]

    yield begin
    for one in opened:
        one.close()


def told(ford: Ford, kind: type) -> list[object]:
    return [event for record in recorded(ford) for event in record.events if isinstance(event, kind)]


def test_a_unit_digs_by_its_own_roll_and_nobody_else_hears_of_it(ford: Opens) -> None:
    """TCSPD-1-1, TCSPD-3-1, TCSPD-4-1, TCSPD-4-2, TCSPD-5-1, TCSPD-2-4, TCSPD-6-1."""
    table = ford()
    assert "Z-1 is a vehicle and builds nothing (TCSPD-2-4)" in plain(table.write("ge", "CHECK\nZ-1: dig"))
    assert "A-1 is on no sheet of hasty defense in force (TCSPD-1-1)" in plain(table.write("us", "CHECK\nA-1: dig"))
    assert "each unit digs by its own roll here; try: G-1: dig (TCSPD-4-1)" in plain(table.write("ge", "CHECK\nDIG COMPANY G"))
    table.both("ROLL US-2 NEVER", "G-1: dig\nG-MG: dig")
    (first, second) = table.board.forces["ge"].digging.values()
    assert (first.unit, first.hex, first.parts, second.unit) == ("G-1", "05.05", 0, "G-MG")
    rows = {2: (8, 24, 48), 4: (9, 26, 50), 6: (10, 28, 52), 9: (11, 30, 54), 11: (12, 32, 56)}
    column = max(bound for bound in rows if bound <= sum(first.faces))
    assert first.totals == rows[column]
    assert "G-1 begins to dig at 05.05 Village" in plain(table.mail("ge")[-1])
    assert "begins to dig" not in "".join(plain(mail) for mail in table.mail("us"))
    table.both("", "")
    assert table.board.forces["ge"].digging["G-1"].parts == 1000
    assert "G-1 is digging already (TCSPD-4-2)" in plain(table.write("ge", "CHECK\nG-1: dig"))


def test_who_leaves_its_hex_and_comes_back_has_lost_it_too() -> None:
    """TCSPD-7-1: told once, as it leaves."""
    made = Field(1, digging="levels")
    made.happen(t.ActionBegan("ge"), t.DigStarted("ge", Digging("G-1", Hex("05.05"), (3, 3), (8, 24, 48), 7000)))
    made.put("G-1", mode="move", spent=-20)
    seen = made.happen(t.MoveBegan("ge", ("G-1",), (Hex("05.06"), Hex("05.05"))))
    assert made.unit("G-1").hex == "05.05" and "G-1" not in made.board.forces["ge"].digging
    seen += made.happen(*accrued(cast(Any, made.play.moment), "ge"))
    assert [event for event in seen if isinstance(event, t.DigEnded)] == [t.DigEnded("ge", "G-1", Hex("05.05"))]


def test_who_leaves_its_hex_loses_what_was_accrued(ford: Opens) -> None:
    """TCSPD-7-1, TCSB-27-6."""
    table = ford()
    table.both("ROLL US-2 NEVER", "G-1: dig\nG-2: dig on arrival")
    table.both("", "G-1: move 05.06")
    assert "G-1" not in table.board.forces["ge"].digging
    assert "G-1 no longer digs at 05.05 Village." in plain(table.mail("ge")[-1])
    assert table.board.forces["ge"].digging["G-2"].hex == "06.05"
    table.both("", "CALL OFF GE-1")
    table.both("", "")
    kept = table.board.forces["ge"].digging["G-2"]
    assert kept.paused and kept.parts == 0
    assert "G-2 has no sheet of hasty defense: digging waits." in "".join(plain(mail) for mail in table.mail("ge"))


def test_a_company_digs_by_one_roll(ford: Opens) -> None:
    """TCSPD-OPT-2."""
    table = ford(dig_roll="company")
    assert "a company digs by one roll here; try: dig company G (TCSPD-OPT-2)" in plain(table.write("ge", "CHECK\nG-1: dig"))
    table.both("ROLL US-2 NEVER", "DIG COMPANY G")
    diggings = list(table.board.forces["ge"].digging.values())
    assert {one.unit for one in diggings} == {"G-1", "G-2", "G-MG", "G-81", "K-1"} and len({one.faces for one in diggings}) == 1
    assert len(told(table, t.CompanyDug)) == 1


def test_digging_where_the_module_has_none_is_refused(tmp_path: Path) -> None:
    """TCSB-27-1, TCSPD-1-1."""
    table = Ford(tmp_path)
    table.begin()
    assert "positions are not dug level by level here" in plain(table.write("ge", "G-1: dig"))
    table.close()


WORKS = """
[[works]]
side = "ge"
level = 2
hexes = ["05.04", "06.05"]
"""


def test_works_are_seen_by_who_sees_the_hex_and_are_taken_down(tmp_path: Path) -> None:
    """TCSPD-8-1, TCSPD-9-1, TCSPD-10-1, TCSB-27-7, TCSB-27-9."""
    table = Ford(tmp_path, switches={"digging": "levels"}, scenario=WORKS)
    table.begin()
    table.both("ROLL US-2 NEVER", "REDUCE 05.04 BY 2")
    seen = {side: sorted(table.picture(side).works) for side in ("us", "ge")}
    assert seen == {"us": ["05.04", "06.05"], "ge": ["05.04", "06.05"]}
    assert "Works at 05.04 Village: level 2, German." in "".join(plain(mail) for mail in table.mail("us"))
    table.both("", "")
    assert table.board.works[Hex("05.04")].level == 1
    assert "you hold no works in 01.01 (TCSPD-10-1)" in plain(table.write("ge", "CHECK\nREDUCE 01.01 BY 1"))
    table.close()


def test_works_are_their_last_holders(tmp_path: Path) -> None:
    """TCSPD-9-3, TCSB-28-2: who enters has them, a level lower."""
    table = Ford(tmp_path, switches={"digging": "levels"}, scenario=WORKS)
    table.begin()
    table.both("ROLL US-2 NEVER", "POLICY ALL FIRE HOLD\nPOLICY ALL ADJACENT HOLD")
    table.both("A-1: move 05.02, 05.03", "G-MG: move mode; move 04.04\nG-1: move mode; move 05.06\nG-2: move mode; move 06.06")
    table.both("", "")
    table.both("A-1: move 05.04", "")
    position = table.board.works[Hex("05.04")]
    assert (position.owner, position.built_by, level(GAME, table.unit("A-1"), position)) == ("us", "ge", 1)
    table.close()
