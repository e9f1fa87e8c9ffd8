"""Zones of control (TOCS-W1.12, W6.0): who exerts one, who must answer, what it does to a mover."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.rules.zoc import covers, exerts
from tests.rulesets.tocs.builder import Piece, Scene, ground, river

NEVER = {"red": ("ezoc never",)}


@pytest.mark.parametrize("kind, state, does", [
    ("company", 0, True), ("half_company", 0, True), ("hq_company", 2, True), ("company", 3, False), ("company", 5, False),
    ("hq", 0, False), ("vehicle_platoon", 0, False), ("battery", 0, False), ("asset", 0, False),
])  # fmt: skip
def test_only_companies_that_are_at_worst_disordered_exert_a_zone(kind: str, state: int, does: bool) -> None:
    """TOCS-W1.12-1, TOCS-W6.0-3, TOCS-W2.1-9, TOCS-W2.2-1, TOCS-W2.3-1, TOCS-W2.4-1, TOCS-W2.5-1, TOCS-W2.1-10."""
    scene = Scene([Piece("A", "03.03", kind=kind, state=state)])
    assert exerts(scene.view(), scene.unit("A")) == does


def test_a_company_in_an_engagement_exerts_none_and_none_reaches_into_it() -> None:
    """TOCS-W6.0-3, TOCS-W6.0-4, TOCS-W6.0-18."""
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.05")], [Piece("R", "03.03")], engaged={Hex("03.03"): "blue"})
    assert not exerts(scene.view(), scene.unit("A"))
    assert not covers(scene.view(), Hex("03.03"))
    assert covers(scene.view(), Hex("03.04"))  # by B alone
    assert not covers(scene.view(), Hex("03.02"))


def test_a_zone_covers_adjacent_hexes_that_the_company_could_enter() -> None:
    """TOCS-W6.0-5."""
    scene = Scene([Piece("A", "03.03")], land=ground("03.04 lake"))
    covered = {h for h in scene.game.ground.hexes if covers(scene.view(), h)}
    assert covered == set(scene.game.ground.neighbours[Hex("03.03")]) - {"03.04"}


def test_a_zone_stops_at_a_river_that_cannot_be_crossed() -> None:
    """TOCS-W6.0-6."""
    land = ground("", river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE"))
    scene = Scene([Piece("A", "03.03")], own="03.04", land=land)
    scene.does("A", "move 03.04")
    assert not covers(scene.view(), Hex("03.05"))
    assert covers(scene.view(), Hex("03.03"))


def test_a_mover_in_a_claimed_zone_stops_loses_the_points_and_keeps_its_ap() -> None:
    """TOCS-W6.0-11, TOCS-W2.2-2, TOCS-W6.0-9."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.06")])
    outcome = scene.does("A", "move 03.04 03.05 02.05")
    assert scene.unit("A").hex == "03.05"
    assert outcome.contact and outcome.failure and outcome.failure.rule == "TOCS-W6.0-11"
    assert (scene.active().ap, scene.active().mp) == (2, 0)
    assert scene.public.claims["blue"] == ("03.05",)


def test_a_headquarters_stops_too() -> None:
    """TOCS-W2.1-9."""
    scene = Scene([Piece("H", "03.03", "hq")], [Piece("R", "03.06")])
    scene.does("H", "move 03.04 03.05 02.05")
    assert scene.unit("H").hex == "03.05"


def test_the_claim_is_told_to_both_sides() -> None:
    """TOCS-W6.0-9, TOCS-W9.1-3, TOCS-W10.15-6: the hex, and neither the company nor how it is deployed."""
    scene = Scene([Piece("A", "03.04")], [Piece("R", "03.06")])
    scene.does("A", "move 03.05")
    for side in ("blue", "red"):
        assert scene.learnt(side, e.EzocAnswered) == [e.EzocAnswered("blue", Hex("03.05"), True)]


def test_a_company_may_decline_to_claim() -> None:
    """TOCS-W6.0-1."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.06")], standing=NEVER)
    scene.does("A", "move 03.04 03.05 02.05")
    assert scene.unit("A").hex == "02.05" and not scene.happened(e.EzocAnswered)


@pytest.mark.parametrize("line, stands", [
    ("ezoc only 03.05", True), ("ezoc only 03.07", False), ("ezoc within 1 of 03.04", True), ("ezoc within 1 of 06.06", False),
])  # fmt: skip
def test_standing_orders_say_where_zones_are_claimed(line: str, stands: bool) -> None:
    """TOCS-W6.0-1."""
    scene = Scene([Piece("A", "03.04")], [Piece("R", "03.06")], standing={"red": (line,)})
    scene.does("A", "move 03.05")
    assert bool(scene.happened(e.EzocAnswered)) == stands


def test_no_zone_is_claimed_without_a_company_that_could() -> None:
    """TOCS-W6.0-10: the answer is true."""
    scene = Scene([Piece("A", "03.04")], [Piece("R", "03.06", state=3), Piece("S", "03.06", "hq")])
    scene.does("A", "move 03.05")
    assert not scene.happened(e.EzocAnswered)


def test_a_claim_stands_until_a_move_or_a_look_disproves_it() -> None:
    """TOCS-W6.0-2, TOCS-W6.0-8, TOCS-W6.0-9: the company has gone, the claim is still there; then somebody looks."""
    scene = Scene([Piece("A", "03.04")], [Piece("R", "08.08")], claims=("03.05",))
    assert scene.view().ezoc() == ("03.05",)
    scene.does("A", "recon 03.05")
    assert scene.view().ezoc() == ()
    assert scene.happened(e.EzocAnswered) == [e.EzocAnswered("blue", Hex("03.05"), False)]


def test_a_claim_on_an_own_hex_is_tested_by_a_look_as_well() -> None:
    """TOCS-W6.0-8."""
    scene = Scene([Piece("A", "03.04")], [Piece("R", "08.08")], own="03.05", claims=("03.05",))
    scene.does("A", "recon 03.05")
    assert scene.view().ezoc() == ()
    assert not scene.learnt("red", o.EnemyLooked)


def test_a_claim_once_made_must_be_confirmed_while_it_is_true() -> None:
    """TOCS-W6.0-9: whatever the standing orders say by now."""
    scene = Scene([Piece("A", "03.04")], [Piece("R", "03.06")], claims=("03.05",), standing=NEVER)
    scene.does("A", "move 03.05")
    assert scene.happened(e.MoveHalted) and not scene.happened(e.EzocAnswered)


def test_own_zones_never_hinder_own_moves() -> None:
    """TOCS-W6.0-7."""
    scene = Scene([Piece("A", "03.03"), Piece("B", "04.04")], own="03.04 03.05")
    scene.does("A", "move 03.04 03.05")
    assert scene.unit("A").hex == "03.05" and not scene.happened(e.EzocAnswered)


def zones(**unit: Any) -> Scene:
    """A in a claimed zone at 03.05; the hex beside it, 04.05, lies in the zone of the same company."""
    return Scene([Piece("A", "03.05", **unit)], [Piece("R", "03.06")], claims=("03.05",))


@pytest.mark.parametrize("mobility, mp", [("foot", 2), ("motorized", 6)])
def test_from_zone_to_zone_foot_and_motorized_units_do_not_go(mobility: str, mp: int) -> None:
    """TOCS-W6.0-12, TOCS-W1.12-2, TOCS-W2.2-2: the step is not made, and the points of the action are forfeit."""
    scene = zones(mobility=mobility, mp=mp)
    assert covers(scene.view("red"), Hex("03.05")) and covers(scene.view("red"), Hex("04.05"))
    outcome = scene.does("A", "move 04.05")
    assert outcome.failure and outcome.failure.rule == "TOCS-W6.0-12"
    assert scene.unit("A").hex == "03.05"
    assert (scene.active().ap, scene.active().mp) == (2, 0)
    assert scene.owner("04.05") == "red"


def test_heavy_units_go_from_zone_to_zone_at_double_cost() -> None:
    """TOCS-W6.0-13, TOCS-1.9-3: charged when the claim comes, for a zone not known before as for one that was."""
    for claims in (("03.05",), ("03.05", "04.05")):
        scene = Scene([Piece("A", "03.05", "vehicle_platoon", mp=3)], [Piece("R", "03.06")], claims=claims,
                      land=ground("04.05 village"))  # fmt: skip
        scene.does("A", "move 03.05 04.05")
        assert scene.unit("A").hex == "04.05"
        assert (scene.active().ap, scene.active().mp) == (1, 0)  # 4 points: two AP of three


def test_a_heavy_unit_that_cannot_pay_double_stays_where_it_is() -> None:
    """TOCS-W6.0-13."""
    scene = Scene([Piece("A", "03.05", "vehicle_platoon", mp=3, state=2)], [Piece("R", "03.06")], claims=("03.05",),
                  land=ground("04.05 village"))  # fmt: skip
    outcome = scene.does("A", "move 04.05")
    assert outcome.failure and scene.unit("A").hex == "03.05"


@pytest.mark.parametrize("mobility, mp", [("foot", 2), ("armored", 6)])
def test_a_step_from_zone_to_zone_asks_after_both(mobility: str, mp: int) -> None:
    """TOCS-W6.0-8, TOCS-W6.0-9, TOCS-W6.0-12: the company that claimed the zone behind the mover has gone; the list says so when
    the step is tried, and not before. Nothing bars it then, and armour pays the single price."""
    scene = Scene([Piece("A", "03.05", mobility=mobility, mp=mp)], [Piece("R", "04.06")], claims=("03.05",))
    assert not covers(scene.view("red"), Hex("03.05")) and covers(scene.view("red"), Hex("04.05"))
    assert scene.view().ezoc() == ("03.05",)
    scene.does("A", "move 04.05")
    assert scene.unit("A").hex == "04.05" and scene.view().ezoc() == ("04.05",)
    assert (scene.active().ap, scene.active().mp) == (2, 0)
    assert [event.stands for event in scene.happened(e.EzocAnswered)] == [True, False]


def test_a_step_out_of_a_zone_into_free_ground_asks_after_none() -> None:
    """TOCS-W6.0-8: no answer that nobody was asked for."""
    scene = Scene([Piece("A", "03.05")], [Piece("R", "08.08")], claims=("03.05",), own="03.04 03.05")
    scene.does("A", "move 03.04")
    assert scene.view().ezoc() == ("03.05",) and not scene.happened(e.EzocAnswered)


def test_a_zone_that_proves_gone_costs_nothing() -> None:
    """TOCS-W6.0-13: armour plans for two claimed zones, and finds none in the hex it comes into: the way beyond is paid for out
    of what is left."""
    tank: dict[str, Any] = {"kind": "vehicle_platoon", "mp": 8}
    scene = Scene([Piece("A", "03.05", **tank)], [Piece("R", "08.08")], claims=("03.05", "04.05"))
    scene.does("A", "move 04.05 04.04")
    assert scene.unit("A").hex == "04.04" and (scene.active().ap, scene.active().mp) == (2, 12)
    assert scene.view().ezoc() == ("03.05",)


def test_a_zone_does_not_hold_a_scout() -> None:
    """TOCS-W10.4-7."""
    scene = zones()
    outcome = scene.does("A", "recon 04.05 05.06")
    assert outcome.failure is None
    assert [s.hex for s in scene.happened(e.HexScouted)] == ["04.05", "05.06"]
