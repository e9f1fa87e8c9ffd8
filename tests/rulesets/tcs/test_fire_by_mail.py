"""Fire by mail: suppressive fire, overwatch with its policies, return fire, AT rolls, assault and overrun, letter to letter."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.modules import library
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import scenario
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.reports.sitrep import story
from tests.acceptance.table import plain, recorded
from tests.rulesets.tcs.field import OPENING
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.test_doors import load


@pytest.fixture
def ford(tmp_path: Path) -> Iterator[Ford]:
    ford = Ford(tmp_path)
    ford.begin()
    yield ford
    ford.close()


def happened(ford: Ford, *kinds: type) -> list[object]:
    return [event for record in recorded(ford) for event in record.events if isinstance(event, kinds)]


def test_a_turn_of_fire_is_told_to_both(ford: Ford) -> None:
    """TCSB-9-1, TCSB-9-2, TCSB-13-4, TCSB-13-6, TCSB-9-5, TCSB-14-2, TCS3-1-1, TCS3-1-2, TCSB-9-10."""
    ford.both("ROLL US-2 NEVER", "")
    ford.both("A-MG: fire 05.04 area\nA-1: move 05.02\nT-1, T-2: move 06.02", "G-81: fire 03.03 area")
    told = {side: plain(ford.mail(side)[-1]) for side in ("us", "ge")}
    assert "A-MG fired at 05.04 Village: area fire, column 1." in told["us"]
    assert "Enemy infantry at 03.03 fired at 05.04: G-MG" in told["ge"]
    assert "Enemy infantry moved into 05.02." in told["ge"] and "fired overwatch at 05.02" in told["ge"]
    assert "K-1 fired overwatch at M4-1 in 06.02: net value" in told["ge"]
    assert "fired at 05.02: A-1" in told["us"]
    assert "morale" not in told["ge"].split("2. OWN FORCES")[0].replace("G-", "") or "G-" in told["ge"]
    fired = [event for event in happened(ford, t.AreaFired) if isinstance(event, t.AreaFired)]
    assert {event.manner for event in fired} >= {"sfa", "overwatch"}
    own = [event for event in fired if event.units == ("A-MG",) and event.manner == "sfa"]
    assert len(own) == 1


def test_own_fire_of_which_nothing_is_seen_is_told_so() -> None:
    """TCS3-10-1: unless the enemy in that hex was seen to suffer before the next fire; never where news were left out."""
    fired = o.OwnNews(t.AreaFired("us", ("A-MG",), Hex("05.04"), "sfa", 1))
    hit = o.EnemyHurt("foot-1", "A", Hex("05.04"), "hit")
    elsewhere = o.EnemyHurt("foot-1", "A", Hex("05.05"), "hit")
    game = scenario.opening(load(), library.charts("tcs"))[0]
    none = " No effect seen at 05.04 Village."
    assert none in tuple(story(game, (fired,), whole=True)) and none in tuple(story(game, (fired, elsewhere), whole=True))
    assert none not in tuple(story(game, (fired, hit), whole=True)) and none not in tuple(story(game, (fired,)))
    assert tuple(story(game, (fired, fired, hit), whole=True)).count(none) == 1


@pytest.mark.parametrize(("policy", "fires"), [
    ("POLICY ALL FIRE OPEN", True),
    ("POLICY G-MG, G-2, G-81, K-1 FIRE HOLD", False),
    ("\n".join(f"POLICY STACK {place} FIRE HOLD" for place in ("05.04", "05.08", "06.05", "06.07")), False),
    ("POLICY SHEET GE-1 FIRE HOLD", False),
    ("POLICY ALL RANGE 1", False),
    ("POLICY ALL FIRE HOLD UNTIL 2 TRIGGERS", False),
    ("POLICY ALL FIRE HOLD UNTIL FIRED ON", False),
    ("POLICY ALL COLUMN 9", False),
    ("POLICY ALL TARGETS ONLY ARMOUR", False),
])  # fmt: skip
def test_overwatch_is_as_the_policy_says(ford: Ford, policy: str, fires: bool) -> None:
    """TCS3-1-3: a platoon moves two hexes before the machine gun's houses."""
    ford.write("ge", policy)
    ford.both("ROLL US-2 NEVER", "")
    ford.both("A-1: move 05.02", "")
    overwatch = [e for e in happened(ford, t.AreaFired) if isinstance(e, t.AreaFired) and e.side == "ge"]
    assert bool(overwatch) is fires
    told = plain(ford.mail("ge")[-1])
    assert "Enemy infantry moved into 05.02." in told and ("fired overwatch" in told) is fires


def test_a_second_trigger_may_be_waited_for(ford: Ford) -> None:
    """TCS3-1-3: HOLD UNTIL 2 TRIGGERS lets the first pass."""
    ford.write("ge", "POLICY ALL FIRE HOLD UNTIL 2 TRIGGERS; ADJACENT HOLD")
    ford.both("ROLL US-2 NEVER", "")
    ford.both("A-1: move 05.02, 06.02", "")
    overwatch = [e for e in happened(ford, t.AreaFired) if isinstance(e, t.AreaFired) and e.side == "ge"]
    assert overwatch and {event.hex for event in overwatch} == {"06.02"}


@pytest.mark.parametrize(("lines", "why"), [
    ("A-1: fire 05.04 area", "A-1 is in move mode: it fires overwatch only; try: A-1: fire mode (TCSB-4-10)"),
    ("A-2: fire 08.08 area", "hexes off, out of range for A-2 (TCSB-9-7)"),
    ("A-MG: fire 08.07 area", "A-MG does not see 08.07; try: SEE FROM 03.03 (TCSB-7-4)"),
    ("A-2: fire 05.01 area", "own units are in 05.01 (TCSB-9-9)"),
    ("A-2: fire 05.04 point", "A-2 has no point fire (TCSB-9-3)"),
    ("A-MG: fire 05.04 area\nA-MG: fire 05.04 area", "A-MG has made its suppressive fire of this turn (TCSB-9-2)"),
    ("A-MG: fire 05.04 area; move mode", "A-MG has made its suppressive fire and stays (TCSB-13-4)"),
    ("T-3: fire 05.04 area", "T-3 is on no op sheet in force: it fires overwatch only (TCSB-6-30)"),
    ("A-2: antitank 04.03", "04.03 is not adjacent to A-2 (TCSB-15-1)"),
    ("A-MG: antitank 03.04", "A-MG has no antitank weapon to use (TCSB-15-1)"),
    ("A-1: assault 05.04", "05.04 is not adjacent to 05.01 (TCSB-22-2)"),
    ("T-1: assault 06.02", "T-1 is not on an attack, nor on a defense whose area 06.02 lies in (TCSB-22-1)"),
    ("A-1: overrun 05.02", "A-1 is no tracked armor (TCSB-23-1)"),
    ("T-1: overrun 06.02", "T-1 is on no op sheet that takes it into 06.02 (TCSB-6-31)"),
    ("A-MG: fire 05.04 smoke", "A-MG fires no smoke"),
    ("A-MG: fire 09.09 area", "no orders executed yet"),
])  # fmt: skip
def test_fire_that_cannot_be_is_refused_with_its_row(lines: str, why: str, ford: Ford) -> None:
    ford.both("ROLL US-2 NEVER", "")
    answer = plain(ford.write("us", lines))
    assert why in answer and "no orders executed yet" in answer


def test_a_halt_stops_a_move_under_fire_and_a_branch_is_taken_by_what_is_known(ford: Ford) -> None:
    """TCSB-20-6, TCSB-14-16."""
    ford.both("ROLL US-2 NEVER", "")
    ford.both("A-1: halt if fired on; move 05.02, 05.03, 04.03\nA-MG: if 05.04 occupied fire 05.04 area, else hold", "")
    assert ford.where("A-1") == "05.02"
    assert [e for e in happened(ford, t.AreaFired) if isinstance(e, t.AreaFired) and e.units == ("A-MG",)]


def test_points_count_what_is_known_to_be_lost(ford: Ford) -> None:
    """TCSB-28-3: each side counts the losses that it saw, and its own."""
    for _ in range(4):
        ford.both("ROLL US-2 NEVER", "")
        acts = [f"{unit.id}: fire mode" if unit.mode == "move" else f"{unit.id}: fire 05.04 area" for unit in
                ford.board.forces["us"].units.values() if unit.id in ("A-1", "A-MG") and not unit.suppressed]  # fmt: skip
        ford.both("\n".join(acts), "G-81: fire 05.01 area")
    for side, other in (("us", "ge"), ("ge", "us")):
        told = plain(ford.mail(side)[-1])
        awards = [award for award in OPENING.game.awards if award.side == other]  # type: ignore[attr-defined]
        lost = sum(a.each for a in awards for c in ford.board.forces[side].dead.values() if c in a.counters)
        enemy = {"us": "German", "ge": "American"}[side]
        assert (f"{enemy}: " in told) and ((f", {lost} for losses of the enemy" in told) or not lost)


def test_an_assault_is_fought_at_the_end_of_the_phase(ford: Ford) -> None:
    """TCSB-22-2, TCSB-22-4, TCSB-22-10, TCSB-2-13, TCSB-5-6, TCSB-6-31: rounds, then one side holds the hex alone."""
    ford.hold_fire()
    ford.both("ROLL US-2 NEVER", "")
    ford.both("A-MG: fire 05.04 area\nA-1: move 05.02, 05.03; assault 05.04", "")
    closed = [e for e in happened(ford, t.ClosedIn) if isinstance(e, t.ClosedIn)]
    over = [e for e in happened(ford, t.CloseOver) if isinstance(e, t.CloseOver)]
    rounds = [e.round for e in happened(ford, t.CloseRound) if isinstance(e, t.CloseRound)]
    assert [(e.units, e.hex, e.what) for e in closed] == [(("A-1",), "05.04", "assault")]
    assert len(over) == 1 and rounds == list(range(1, len(rounds) + 1)) and 1 <= len(rounds) <= 3
    assert ford.board.held[Hex("05.04")] == ("us" if over[0].won else "ge")
    told = plain(ford.mail("us")[-1])
    assert "A-1 went in to assault 05.04 Village." in told and "Assault of 05.04 Village, round 1." in told
    for hex_ in {unit.hex for unit in ford.board.forces["us"].units.values()}:
        assert not ford.board.forces["ge"].at(hex_)
