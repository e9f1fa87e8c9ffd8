"""ROADBLOCK and CLEAR ROADBLOCK: who lays one, who finds it, what it does to a mover (TOCS-W10.10, W10.12, W11.4)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.reports.ground_lines import answered
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.units import Obstacle
from tests.rulesets.tocs.builder import Piece, Scene, ground, road

ROAD = road("03.02 03.03 03.04 03.05")
WOODS = ground("03.03 woods, 03.04 woods, 03.05 woods", ROAD)
NEVER = {"red": ("ezoc never",)}
BLOCK = {"03.04": "roadblock red"}
TRUCK: dict[str, Any] = {"mobility": "motorized", "mp": 4}


def why(s: Scene, text: str, call: str = "A") -> str:
    refused = s.check(call, text)
    return refused[0].rule if refused else ""


# ---------------------------------------------------------------- laying


def test_for_one_ap_a_secret_roadblock() -> None:
    """TOCS-W10.10-1."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.05")], own="03.04", standing=NEVER)
    assert not s.does("A", "roadblock 03.04").failure
    laid = {"03.04": (Obstacle("roadblock", "blue"),)}
    assert s.board.obstacles == s.picture().obstacles == laid and not s.picture("red").obstacles
    assert s.active().ap == 2 and not [seen for desk, seen in s.play.seen if desk == "red"]
    assert tell(s.game, s.picture(), s.learnt("blue", e.ObstacleLaid)[0]) == ("03.04: roadblock laid",)


@pytest.mark.parametrize("kind, more, row", [
    ("company", {}, ""), ("half_company", {}, ""), ("company", {"state": 1}, "TOCS-W10.10-1"), ("asset", {}, "TOCS-W10.10-1"),
    ("asset", {"engineer": True}, ""), ("vehicle_platoon", {"engineer": True}, ""), ("hq", {}, "TOCS-W10.10-1"),
    ("vehicle_platoon", {"traits": ("flail",)}, "TOCS-W10.10-1"),
])  # fmt: skip
def test_companies_and_engineers_in_good_order_lay_one(kind: str, more: dict[str, Any], row: str) -> None:
    """TOCS-W10.10-1."""
    assert why(Scene([Piece("A", "03.03", kind, **more)]), "roadblock") == row


def test_only_in_its_own_hex_or_a_friendly_one_beside_it_that_it_could_enter() -> None:
    """TOCS-W10.10-1, TOCS-W10.10-2."""
    s = Scene([Piece("A", "03.03")], own="03.04 03.05 02.03", land=ground("02.03 lake"))
    assert why(s, "roadblock 03.04") == ""
    assert [why(s, f"roadblock {h}") for h in ("03.05", "04.03", "02.03")] == ["TOCS-W10.10-2"] * 3
    assert why(s, "roadblock 60.60") == "TOCS-W1.2-4"


def test_none_out_of_an_engagement_nor_into_one() -> None:
    """TOCS-W10.10-2."""
    s = Scene([Piece("A", "03.03"), Piece("B", "03.04")], [Piece("R", "03.04")], engaged={Hex("03.04"): "blue"})
    assert why(s, "roadblock 03.04") == why(s, "roadblock 03.03", "B") == "TOCS-W10.10-2"


# ---------------------------------------------------------------- finding and meeting one


@pytest.mark.parametrize("act", ["recon 03.04", "probe 03.04"])
def test_scouts_find_it_and_are_not_hindered(act: str) -> None:
    """TOCS-W10.10-3."""
    free, blocked = (Scene([Piece("A", "03.03")], standing=NEVER, obstacles=some) for some in ({}, BLOCK))
    for s in (free, blocked):
        s.does("A", act)
    assert free.active() == blocked.active()
    assert answered(blocked.game, blocked.learnt("blue", e.HexScouted)[0]) == "03.04: empty; roadblock"
    assert blocked.picture().obstacles == {"03.04": (Obstacle("roadblock", "red"),)}


def test_into_its_hex_no_road_counts_and_out_of_it_it_does() -> None:
    """TOCS-W10.10-5."""
    s = Scene([Piece("A", "03.03", **TRUCK)], own="03.02 03.04 03.05", land=WOODS, obstacles={"03.04": "roadblock blue"})
    assert advice.cost(s.game, s.picture(), "A", "03.04")[1] == "03.04: 4 MP (woods)"
    s.does("A", "move 03.04")
    assert s.unit("A").hex == "03.04" and not s.active().column
    s.does("A", "move 03.05")
    assert s.unit("A").hex == "03.05" and s.active().column


def test_an_unknown_one_is_paid_for_on_the_spot_and_ends_the_move() -> None:
    """TOCS-W10.10-5: what the way costs more is paid, the rest of it is the commander's to order afresh."""
    s = Scene([Piece("A", "03.03", mobility="motorized", mp=6)], land=WOODS, standing=NEVER, obstacles=BLOCK)
    outcome = s.does("A", "move 03.04 03.05 by road")
    assert s.unit("A").hex == "03.04" and s.owner("03.04") == "blue"
    assert outcome.failure and outcome.failure.rule == "TOCS-W10.10-5"
    assert s.picture().obstacles == {"03.04": (Obstacle("roadblock", "red"),)} and not s.learnt("red", e.FixedFound)
    assert s.active().ap == 2 and not s.active().column


def test_who_cannot_pay_for_the_ground_is_put_back() -> None:
    """TOCS-W10.10-6: it is where it came from, has found the block, and its points are gone."""
    land = ground("03.04 forest 2", ROAD)
    mud = {"ground": "mud"}
    s = Scene([Piece("A", "03.03", mobility="motorized", mp=2)], land=land, standing=NEVER, obstacles=BLOCK, weather=mud)
    outcome = s.does("A", "move 03.04 by road")
    assert s.unit("A").hex == "03.03" and s.owner("03.04") == "red"
    assert outcome.failure and outcome.failure.rule == "TOCS-W10.10-6"
    assert s.picture().obstacles == {"03.04": (Obstacle("roadblock", "red"),)} and s.active().mp == 0


def test_in_flooded_ground_it_bars_vehicles_and_not_feet() -> None:
    """TOCS-W11.4-2: the road is the only way for wheels."""
    land = ground("03.04 flooded", ROAD)
    wheels, feet = (Scene([Piece("A", "03.03", **more)], land=land, standing=NEVER, obstacles=BLOCK) for more in (TRUCK, {}))
    assert wheels.does("A", "move 03.04 by road").failure and wheels.unit("A").hex == "03.03"
    assert wheels.check("A", "move 03.04")[0].rule == "TOCS-W11.0-1"  # now that it is known
    feet.does("A", "move 03.04")
    assert feet.unit("A").hex == "03.04"


def test_who_runs_into_the_enemy_behind_it_is_in_column_no_more() -> None:
    """TOCS-W10.10-4."""
    open_, blocked = (
        Scene([Piece("A", "03.03", strength=6)], [Piece("R", "03.04")], land=WOODS, standing=NEVER, obstacles=some)
        for some in ({}, BLOCK)
    )
    for s in (open_, blocked):
        s.does("A", "move 03.04 by road")
    assert [s.happened(e.BattleRolled)[0].attacker.total for s in (open_, blocked)] == [3, 6]
    assert blocked.learnt("blue", e.FixedFound) and blocked.happened(e.BattleRolled)[0].defender.total == 4


# ---------------------------------------------------------------- clearing


def cleared(kind: str = "company", obstacles: dict[str, str] | None = None, own: str = "03.04", **more: Any) -> Scene:
    """A unit in 03.03 that knows of blocks of both sides around it."""
    told = obstacles or {"03.03": "roadblock red", "03.04": "roadblock blue", "04.03": "roadblock red"}
    s = Scene([Piece("A", "03.03", kind, **more)], own=own, obstacles=told)
    s.play.happen([e.FixedFound("blue", "A", Hex(h), (told[h].split()[0],)) for h in told])
    return s


def test_for_one_ap_a_known_roadblock_is_gone_whoever_laid_it() -> None:
    """TOCS-W10.12-1."""
    s = cleared()
    s.does("A", "clear roadblock; clear roadblock 03.04")
    assert set(s.board.obstacles) == {"04.03"} == set(s.picture().obstacles) and s.active().ap == 1
    assert not s.learnt("red", e.ObstacleCleared)


@pytest.mark.parametrize("text, row", [
    ("clear roadblock 04.03", "TOCS-W10.10-2"), ("clear roadblock 05.05", "TOCS-W10.10-2"), ("clear mines", "TOCS-W2.6.4-3"),
    ("clear roadblock 60.60", "TOCS-W1.2-4"),
])  # fmt: skip
def test_not_on_the_enemys_ground_and_not_what_nobody_knows_of(text: str, row: str) -> None:
    """TOCS-W10.12-1."""
    assert why(cleared(), text) == row
    unknown = Scene([Piece("A", "03.03")], own="03.04", obstacles=BLOCK)
    assert why(unknown, "clear roadblock 03.04") == "TOCS-W10.12-1"


def test_a_dozer_does_it_in_its_own_hex_and_no_other_vehicle_does() -> None:
    """TOCS-W10.12-4, TOCS-W10.12-3."""
    dozer, flail = (cleared("asset", traits=(trait,)) for trait in ("dozer", "flail"))
    assert why(dozer, "clear roadblock") == "" and why(dozer, "clear roadblock 03.04") == "TOCS-W10.12-3"
    assert why(flail, "clear roadblock") == "TOCS-W10.12-4"
    assert why(cleared("asset", traits=("dozer",), state=1), "clear roadblock") == "TOCS-W10.12-1"
    assert why(cleared("asset"), "clear roadblock") == "TOCS-W10.12-1"


def test_what_was_lifted_unseen_is_believed_until_somebody_looks() -> None:
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], own="03.04", obstacles={"03.04": "roadblock red"})
    s.play.happen([e.FixedFound("blue", "A", Hex("03.04"), ("roadblock",))])
    s.does("A", "clear roadblock 03.04")
    assert not s.board.obstacles and s.picture("red").obstacles
    s.play.happen([e.FixedFound("red", "R", Hex("03.04"), ())])
    assert not s.picture("red").obstacles
    assert tell(s.game, s.picture("red"), s.learnt("red", e.FixedFound)[0]) == ("R found nothing left in 03.04",)


def test_what_can_names_what_is_known_and_nothing_else() -> None:
    lines = advice.what_can(cleared().game, cleared().picture(), "A")
    assert {"A: clear roadblock 03.03", "A: clear roadblock 03.04"} <= set(lines) and "A: clear roadblock 04.03" not in lines
    hidden = Scene([Piece("A", "03.03")], own="03.04", obstacles=BLOCK)
    assert not [line for line in advice.what_can(hidden.game, hidden.picture(), "A") if "clear" in line]
