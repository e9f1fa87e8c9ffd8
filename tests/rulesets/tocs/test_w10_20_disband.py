"""Units broken up to fill others or the pools (TOCS-W10.20)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.module import Victory
from tests.rulesets.tocs.builder import Piece, Scene, ground, river, source

ROAD = "02.03 03.02 03.04 04.03"


def company(*more: Piece, **rest: Any) -> Scene:
    pieces = [Piece("HQ", "02.02", "hq", command=6), Piece("A", "03.03", parent="hq", lost=1), *more]
    return Scene(pieces, [Piece("R", "08.08")], own=ROAD, **rest)


def test_steps_on_foot_heal_units_on_foot_that_stand_with_it_one_for_one() -> None:  # TOCS-W10.20-1, TOCS-W10.20-2
    scene = company(Piece("B", "03.03", parent="hq", lost=2), Piece("C", "03.03", parent="hq", lost=3))
    assert scene.staff("disband A") == ()
    assert (scene.unit("A").status, scene.unit("B").lost, scene.unit("C").lost) == ("dead", 2, 0)
    assert (scene.forces().staffs["hq"].ap, scene.unit("HQ").state) == (2, 0)
    assert scene.forces().replacements.men == 0


def test_the_commander_may_say_who_gets_them_and_the_rest_goes_to_the_pool() -> None:  # TOCS-W10.20-2
    scene = company(Piece("B", "03.03", parent="hq", lost=2), Piece("C", "03.03", parent="hq", lost=3))
    assert scene.staff("disband A into B by HQ") == ()
    assert (scene.unit("B").lost, scene.unit("C").lost, scene.forces().replacements.men) == (0, 3, 1)


@pytest.mark.parametrize(("kind", "pool"), [("company", "men"), ("vehicle_platoon", "vehicles")])
@pytest.mark.parametrize(("fed", "pooled", "lost"), [(True, True, 0), (False, True, 3), (True, False, 0), (False, False, 1)])
def test_steps_reach_the_pool_only_along_a_line_of_supply_and_units_beside_them_without_one(
    kind: str, pool: str, fed: bool, pooled: bool, lost: int
) -> None:
    """TOCS-W10.20-2, TOCS-W10.20-3, TOCS-W10.20-4: three steps to the pool, or two of them to another first."""
    pieces = [Piece("A", "03.03", kind, parent="hq", steps=4, lost=1), Piece("B", "03.03", kind, parent="hq", steps=4, lost=2)]
    hq, supply = Piece("HQ", "02.02", "hq", command=6), {"blue": [source("02.02" if fed else "08.01")], "red": [source("08.08")]}
    scene = Scene([hq, *pieces], [Piece("R", "08.08")], own=ROAD, supply=supply)
    assert scene.staff("disband A into pool" if pooled else "disband A") == ()
    left = scene.forces().replacements
    saved = {"men": 0, "vehicles": 0} | ({pool: 3 if pooled else 1} if fed else {})
    assert {"men": left.men, "vehicles": left.vehicles} == saved
    assert scene.unit("B").lost == (2 if pooled else 0)
    words = scene.learnt("blue", e.ReplacementsChanged)[-1].why
    wasted = "" if fed else f"; {lost} steps are lost" if lost > 1 else f"; {lost} step is lost"
    assert words == f"A is disbanded{wasted}"


@pytest.mark.parametrize(("where", "bank", "kind", "gets"), [
    ("02.04", 1, "company", True), ("02.04", 0, "company", False), ("02.03", 0, "company", False),
    ("02.04", 1, "battery", False), ("02.04", 1, "hq_company", True),
])  # fmt: skip
def test_only_units_of_its_kind_that_stand_with_it_get_its_steps(where: str, bank: int, kind: str, gets: bool) -> None:
    """TOCS-W10.20-2: the same hex and the same bank of the river in it."""
    land = ground("", river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE"))
    steps: dict[str, Any] = {"steps": 4, "lost": 2}
    pieces = [Piece("HQ", "02.03", "hq", command=6), Piece("A", "02.04", parent="hq", bank_index=1),
              Piece("B", where, kind, parent="hq", bank_index=bank, **steps)]  # fmt: skip
    scene = Scene(pieces, [Piece("R", "08.08")], own="02.02 02.05", land=land)
    assert scene.staff("disband A") == ()
    assert scene.unit("B").lost == (0 if gets else 2) and scene.forces().replacements.men == (2 if gets else 4)


def test_all_of_it_may_go_to_the_pool() -> None:
    scene = company(Piece("B", "03.03", parent="hq", lost=2))
    assert scene.staff("disband A into pool") == ()
    assert (scene.unit("B").lost, scene.forces().replacements.men) == (2, 3)


def test_vehicles_and_guns_fill_vehicles_and_guns_or_the_motor_pool() -> None:  # TOCS-W10.20-3
    stug = Piece("STUG", "03.03", "vehicle_platoon", parent="hq")
    scene = company(stug, Piece("GUN", "03.03", "battery", parent="hq", lost=1))
    assert scene.staff("disband STUG") == ()
    left = scene.forces().replacements
    assert (scene.unit("A").lost, scene.unit("GUN").lost, left.vehicles, left.men, dict(left.wrecks)) == (1, 0, 1, 0, {})


def test_out_of_supply_what_heals_nobody_is_lost() -> None:  # TOCS-W10.20-4
    supply = {"blue": [source("08.01")], "red": [source("08.08")]}
    scene = company(Piece("STUG", "03.03", "vehicle_platoon", parent="hq"), supply=supply)
    assert scene.staff("disband STUG") == ()
    left = scene.forces().replacements
    assert (left.vehicles, dict(left.wrecks)) == (0, {}), "wrecked so that nobody saves them"
    assert scene.learnt("blue", e.ReplacementsChanged)[-1].why == "STUG is disbanded; 2 steps are lost"


def test_the_enemy_is_told_who_went_and_is_paid_for_it() -> None:  # TOCS-W10.20-5
    paid = Victory("red", "companies", 2, "destroyed", (), (), ("company",), "each company")
    scene = company(victory={"red": (paid,)}, turns=1)
    assert scene.staff("disband A") == ()
    told = scene.learnt("red", o.EnemyDestroyed)
    assert [(t.call, t.kind, t.hex) for t in told] == [("A", "company", None)]
    scene.enter("the end")
    assert {s: n for s, _, n in scene.learnt("red", o.GameOverSeen)[0].tallies}["red"] == 2


def test_trucks_that_were_with_it_stay_where_they_are() -> None:
    truck = source("03.03", 4, "mobile", join="a")
    scene = company(supply={"blue": [truck], "red": [source("08.08")]})
    assert scene.staff("disband A") == ()
    assert [(s.hex, s.join, s.sp) for s in scene.forces().sources.values()] == [(Hex("03.03"), "", 4)]


def test_who_cannot_be_disbanded_or_filled() -> None:
    scene = company(Piece("B", "04.03", parent="hq", lost=2), Piece("FAR", "08.01", parent="hq"))
    assert [r.rule for r in scene.staff("disband A into B")] == ["TOCS-W10.20-2"]
    assert [r.rule for r in scene.staff("disband FAR")] == ["TOCS-W7.0-4"]
    assert [r.rule for r in scene.staff("disband HQ")] == ["TOCS-W10.20-1"]


@pytest.mark.parametrize("defender", ["blue", "red"])
def test_the_last_unit_in_an_engagement_that_is_disbanded_leaves_the_hex_to_the_enemy(defender: str) -> None:
    """TOCS-1.9-2, TOCS-W10.20-1: there is nobody left to fight for it when the turn begins."""
    pieces = [Piece("HQ", "02.02", "hq", command=6), Piece("A", "03.03", parent="hq")]
    red = [Piece("R", "03.03"), Piece("Q", "08.08")]
    scene = Scene(pieces, red, own=ROAD, engaged={Hex("03.03"): defender}, dice={"turn-end": (1, 1)})
    assert scene.staff("disband A") == () and scene.public == scene.picture().public
    assert not scene.public.engaged and scene.owner("03.03") == "red"
    for side in ("blue", "red"):
        assert scene.learnt(side, e.EngagementLifted) == [e.EngagementLifted(Hex("03.03"))]
        assert not scene.learnt(side, e.EngagementMarked)
    scene.close()
    assert scene.public.turn == 2 and not scene.happened(e.BattleRolled)


def test_of_two_units_in_an_engagement_the_other_fights_on() -> None:
    """TOCS-1.9-2."""
    pieces = [Piece("HQ", "02.02", "hq", command=6), Piece("A", "03.03", parent="hq"), Piece("B", "03.03", parent="hq")]
    scene = Scene(pieces, [Piece("R", "03.03")], own=ROAD, engaged={Hex("03.03"): "red"})
    assert scene.staff("disband A") == () and scene.public.engaged == {"03.03": "red"}
