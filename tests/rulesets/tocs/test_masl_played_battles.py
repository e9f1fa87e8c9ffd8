"""A battle that another ruleset fights: how it is stated, and how its end becomes two reports that agree (MASL-1.1-3, MASL-4.1)."""

import random

import pytest

from pbem.kernel.hexes import Hex
from pbem.modules.battlefield import BattleOutcome, FieldWater, Holder, StatedBattle, TroopLeft
from pbem.rulesets.tocs.field_units import AfterAction
from pbem.rulesets.tocs.parts import field_battles
from pbem.rulesets.tocs.reports import field_report
from pbem.rulesets.tocs.units import Mission
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road
from tests.rulesets.tocs.test_masl_field_battles import fought

SIDES = ("blue", "red")


def stated(s: Scene) -> StatedBattle:
    """The battle as it is handed on."""
    return field_battles.statement(s.game, s.board, 1)


def ended(s: Scene, holder: Holder, left: dict[str, int], turns: int = 7) -> dict[str, AfterAction]:
    """Both reports, read as letters are; left: of ten parts of each unit that is not whole."""
    troops = {
        side: tuple(TroopLeft(t.name, left.get(t.name, 10), 10) for t in stated(s).troops if t.side == side) for side in SIDES
    }
    lines = field_battles.reports(s.game, s.board, 1, BattleOutcome(holder, troops, turns))
    read = {side: field_report.heard(s.game, s.picture(side), 1, lines[side]) for side in SIDES}
    assert [fault for told in read.values() for fault in told.faults] == []
    return {side: told.report for side, told in read.items() if told.report}


def applied(s: Scene, reports: dict[str, AfterAction]) -> None:
    """The reports are filed, and the next engagements come."""
    for side, report in reports.items():
        s.play.happen(field_battles.report(s.play.moment, side, 1, report))
        s.settle()
    s.enter("engagements")
    assert not s.public.fields


def test_the_statement_has_what_went_in_and_where() -> None:
    """MASL-3.1-2, MASL-3.1-3."""
    s = fought(blue=[Piece("A", "03.03"), Piece("B", "03.05", lost=1, state=1)], weather={"precipitation": "rain"})
    battle = stated(s)
    assert [(t.name, t.side, t.kind, t.steps, t.whole, t.comes) for t in battle.troops] == [
        ("A", "blue", "infantry", 4, 4, "N"), ("R", "red", "infantry", 4, 4, ""),
    ]  # fmt: skip
    assert battle.turns == 7 and [party.id for party in battle.parties] == ["blue", "red"] and battle.sky == "rain"
    assert "7 turns" in battle.parties[0].told and "7" not in battle.parties[1].told


def test_the_ground_is_the_hex_with_what_runs_through_it() -> None:
    """MASL-3.1-3, TOCS-W11.10-3: water by the hexsides it crosses, a defender on their bank, a bridge that stands."""
    land = ground(extra=river("03.03 03.04 03.05") + road("02.04 03.04 04.04") + bridge("03.04"))
    s = fought(land=land, blue=[Piece("A", "02.04")], red=[Piece("R", "03.04", bank=0)], works={"03.04": ("strongpoint", "red")},
               obstacles={"03.04": "minefield red"})  # fmt: skip
    seen = stated(s).ground
    assert seen.waters == (FieldWater("N", "S"),) and len(seen.roads) == 2 and len(seen.bridges) == 1
    assert seen.works == "strongpoint" and seen.mined and seen.hex_metres == 1200
    assert next(t for t in stated(s).troops if t.side == "red").bank == s.game.ground.banks[Hex("03.04")][0]
    assert stated(s).aim == seen.bridges[0]


def test_guns_in_support_come_along_but_those_that_fight_themselves() -> None:
    """MASL-2.1-4."""
    laid = {"blue": (Mission("support", Hex("03.04"), ("g",)),)}
    s = fought(blue=[Piece("A", "03.03"), Piece("G", "03.02", "battery", range=6)], missions=laid)
    assert [(guns.name, guns.side) for guns in stated(s).guns] == [("G", "blue")]


def test_half_of_what_stood_for_a_step_costs_it() -> None:
    """MASL-2.2-1: halves up, and a step while anybody is left."""
    for left, steps in ((10, 4), (9, 4), (8, 3), (6, 2), (1, 1), (0, 0)):
        s = fought()
        reports = ended(s, "defender", {"A": left})
        assert reports["blue"].units[0].steps == steps, left
        assert reports["red"].units[0].steps == 4


@pytest.mark.parametrize("holder, result", [("attacker", "attacker"), ("defender", "defender"), ("", "engaged")])
def test_the_two_reports_agree_and_are_applied(holder: Holder, result: str) -> None:
    """MASL-4.1-1, MASL-4.1-4: who does not hold it is back beside it."""
    s = fought(own="03.02")
    reports = ended(s, holder, {"A": 7, "R": 7})
    assert {report.result for report in reports.values()} == {result}
    applied(s, reports)
    assert (s.unit("A").lost, s.unit("R").lost) == (1, 1)
    assert (s.unit("A").hex == "03.04") == (result != "defender") and (s.unit("R").hex == "03.04") == (result != "attacker")
    assert s.unit("A").state == 1


def test_a_side_of_which_nobody_is_left_holds_nothing() -> None:
    """MASL-4.1-2: and of two that are wiped out who held it keeps a step, since somebody must hold it."""
    s = fought()
    assert {r.result for r in ended(s, "attacker", {"A": 0}).values()} == {"defender"}
    s = fought()
    assert {r.result for r in ended(s, "defender", {"R": 0}).values()} == {"attacker"}
    s = fought()
    reports = ended(s, "", {"A": 0, "R": 0})
    assert reports["red"].units[0].steps == 1 and reports["blue"].units[0].steps == 0
    applied(s, reports)


def test_nobody_is_driven_out_who_has_no_way_back() -> None:
    """TOCS-W19.5-5: while one of the beaten has none, both sides are still in the hex."""
    around = [Piece(c, h) for c, h in zip("BCDEF", ("02.03", "02.04", "03.05", "04.03", "04.04"), strict=True)]
    s = fought(blue=[Piece("A", "03.03"), *around])
    assert {r.result for r in ended(s, "attacker", {"R": 5}).values()} == {"engaged"}


def test_who_has_lost_half_is_the_worse_for_it() -> None:
    """TOCS-W19.4-6."""
    s = fought()
    reports = ended(s, "", {"A": 5, "R": 8})
    assert (reports["blue"].units[0].state, reports["red"].units[0].state) == (2, 1)


def test_whatever_comes_of_it_is_a_report_the_campaign_takes() -> None:
    """MASL-2.2-1, MASL-4.1-2: any end of any force, and every step is either there or lost."""
    chance = random.Random("played battles")
    for _ in range(40):
        blue = [Piece("A", "03.03", lost=chance.randrange(3))]
        red = [Piece(c, "03.04", lost=chance.randrange(3), state=chance.randrange(3)) for c in "RS"[: chance.randint(1, 2)]]
        s = fought(blue=blue, red=red)
        before = {t.name: t.steps for t in stated(s).troops}
        holder: Holder = chance.choice(("attacker", "defender", ""))
        reports = ended(s, holder, {name: chance.randint(0, 10) for name in before})
        left = {s.forces(side).counters[f.unit].call: f.steps for side, r in reports.items() for f in r.units}
        assert left.keys() == before.keys() and all(left[name] <= steps for name, steps in before.items())
        lost = {name: s.unit(name).lost for name in before}
        applied(s, reports)
        for name, steps in left.items():
            dead = s.unit(name).status == "dead"
            assert dead if not steps else s.unit(name).lost == lost[name] + before[name] - steps
