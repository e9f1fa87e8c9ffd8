"""Bridges built, repaired, taken apart and blown; facilities demolished and repaired (TOCS-W10.13, W10.14, W10.27)."""

from typing import Any

import pytest

from pbem.engine.runs import Budget
from pbem.kernel.hexes import Hex
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.orders.parser import read_orders
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import destroy
from pbem.rulesets.tocs.actions.dry_run import check
from pbem.rulesets.tocs.actions.engineer_rules import read
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Ground, bridge_at
from pbem.rulesets.tocs.reports import receipt_lines as tell
from pbem.rulesets.tocs.reports import tasks as words
from pbem.rulesets.tocs.resolution import end_of_turn_work as workday
from pbem.rulesets.tocs.rules import engineers
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road, source

RIVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
HERE = Hex("03.04")
PIONEER: dict[str, Any] = {"engineer": True}
PONTONEER: dict[str, Any] = {"traits": ("bridging",), "mobility": "motorized", "mp": 6}
NORTH = 1  # the bank of 03.04 on which 03.03 lies


def wet(*more: str) -> Ground:
    return ground("", RIVER + "".join(more))


def site(land: Ground | None = None, unit: dict[str, Any] | None = None, **more: Any) -> Scene:
    """A company, of engineers unless told otherwise, on the bank of a river that nothing spans."""
    who = PIONEER if unit is None else unit
    pieces = [Piece("E", "03.04", bank_index=NORTH, **who), Piece("B", "03.03")]
    return Scene(pieces, [Piece("R", "08.08")], own="03.05", land=land or wet(), turns=8, **more)


def turn_ends(s: Scene, **state: Any) -> None:
    """The unit rested, or is as told, and the turn is judged."""
    s.play.happen([e.ActivationEnded("blue", replace(s.unit("E"), **{"state": 0, **state}))])
    s.play.happen(workday.judged(s.play.moment))
    s.play.settle_act()


def spans(s: Scene) -> list[tuple[str, bool]]:
    return [(b.kind, b.intact) for b in bridge_at(s.game.ground, HERE, s.board.spans)]


# ---------------------------------------------------------------- building


@pytest.mark.parametrize("unit, act, turns, kind", [
    (PIONEER, "build footbridge", 2, "footbridge_pontoon"), (PIONEER, "build pontoon bridge 03.04", 4, "single_lane_pontoon"),
    (PONTONEER, "build vehicle bridge", 4, "two_lane_vehicular"),
])  # fmt: skip
def test_a_bridge_is_built_in_its_turns_and_used_at_once(unit: dict[str, Any], act: str, turns: int, kind: str) -> None:
    """TOCS-W10.13-3, TOCS-W10.13-4, TOCS-W10.13-10, TOCS-W2.6.4-7."""
    s = site(unit=unit)
    assert s.does("E", act).failure is None and s.active().ap == 0
    assert s.picture().forces == s.forces()
    for done in range(turns):
        assert spans(s) == [] and f"{done} of {turns} turns" in words.lines(s.game, s.picture())[0]
        turn_ends(s)
    assert spans(s) == [(kind, True)] and not s.forces().tasks
    assert s.does("B", "move 03.04 03.05").failure is None
    assert s.unit("B").hex == "03.05"


@pytest.mark.parametrize(("kind", "built", "stands", "refused"), [
    ("footbridge_pontoon", True, True, True), ("footbridge_pontoon", True, False, False),
    ("footbridge_pontoon", False, True, False), ("single_lane_pontoon", True, True, False), ("", True, True, False),
])  # fmt: skip
def test_one_bridge_of_a_kind_is_built_in_a_hex_as_long_as_it_stands(kind: str, built: bool, stands: bool, refused: bool) -> None:
    """TOCS-W10.13-1, TOCS-W10.13-3: another kind, one that is down, and one that is printed are no hindrance."""
    s = site()
    if kind:
        (printed,) = wet(bridge("03.04"), road("03.03 03.04 03.05")).bridges
        there = replace(printed, id="new", kind=kind, built=built, intact=stands)
        s.play.happen([e.BridgeChanged(there, "built", ("blue", "red"))])
    found = s.check("E", "build footbridge")
    assert [r.rule for r in found] == (["TOCS-W10.13-1"] if refused else [])
    assert not refused or found[0].words == "there is a footbridge in 03.04 already"
    assert (s.does("E", "build footbridge").failure is None) != refused


def test_only_engineers_in_good_order_with_all_their_ap_begin() -> None:
    """TOCS-W2.6.4-6, TOCS-W10.13-1, TOCS-W10.13-4, TOCS-W10.13-3."""
    s = site(unit={})
    assert s.check("E", "build footbridge")[0].rule == "TOCS-W2.6.4-6"
    assert site(unit={**PIONEER, "kind": "asset"}).check("E", "build footbridge")[0].rule == "TOCS-W2.6.4-6"
    assert site(unit={**PIONEER, "state": 1}).check("E", "build footbridge")[0].rule == "TOCS-W10.13-1"
    assert site().check("E", "build vehicle bridge")[0].rule == "TOCS-W10.13-3"
    assert site().check("E", "build footbridge 03.05")[0].rule == "TOCS-W10.13-1"
    dry = Scene([Piece("E", "02.02", **PIONEER)], land=wet())
    assert dry.check("E", "build footbridge")[0].words == "no water divides 02.02"
    s = site()
    s.does("E", "recon 03.03")
    assert s.does("E", "build footbridge").failure.rule == "TOCS-W10.13-4"  # type: ignore[union-attr]
    busy = site(engaged={HERE: "blue"})
    assert busy.check("E", "build footbridge")[0].rule == "TOCS-W10.1-6"


def test_it_takes_a_line_to_a_headquarters_and_to_supply() -> None:
    """TOCS-W10.13-1."""
    far = [Piece("HQ", "08.01", "hq", command=1), Piece("E", "03.04", parent="hq", bank_index=NORTH, **PIONEER)]
    cut = Scene(far, [Piece("R", "08.08")], land=wet())
    assert cut.check("E", "build footbridge")[0].words == "E is out of communication"
    hungry = site(unit={**PIONEER, "cut": "T1.1"}, supply={"blue": [source("08.01")]})
    assert hungry.check("E", "build footbridge")[0].words == "E is out of supply: no bridge may be begun"


@pytest.mark.parametrize("state, reason", [(0, ""), (1, "; being fatigued it cannot begin it afresh before it is in good order")])
def test_a_builder_that_is_told_to_build_again_reads_why_it_should_be_left_alone(state: int, reason: str) -> None:
    """TOCS-W10.13-1, TOCS-W10.13-2: fatigue does not end a work that goes on; it forbids to begin it afresh."""
    s = site()
    s.does("E", "build footbridge")
    turn_ends(s, state=state)
    lines = read_orders([NumberedLine(1, "E: build footbridge")], vocabulary(s.game, s.picture())).lines
    (verdict,) = check(s.game, s.picture(), lines, Budget())
    goes_on = f"left alone it continues the work by itself{reason}"
    assert verdict.warnings == (f"E gives up its work for this: footbridge, 1 of 2 turns done; {goes_on} (TOCS-W10.22-4)",)
    assert bool(verdict.refusals) is bool(state)


@pytest.mark.parametrize("state, counts", [(0, True), (1, True), (2, True), (3, False), (4, False), (5, False)])
def test_work_goes_on_up_to_disordered(state: int, counts: bool) -> None:
    """TOCS-W10.13-2, TOCS-W10.13-5: judged as the turn ends, before anybody recovers."""
    s = site()
    s.does("E", "build footbridge")
    turn_ends(s, state=state)
    assert s.forces().tasks["e"].done == int(counts)


def test_equipment_that_is_counted_is_used_up() -> None:
    """TOCS-W10.13-7: and a work in hand has its share of it; without a count there is always some."""
    s = site(sides={"blue": {"gear": {"footbridge_pontoon": 1}}})
    assert s.check("E", "build pontoon bridge")[0].rule == "TOCS-W10.13-7"
    s.does("E", "build footbridge")
    turn_ends(s)
    turn_ends(s)
    assert s.forces().gear == {"footbridge_pontoon": 0} and s.picture().forces == s.forces()
    s.does("E", "dismantle footbridge")
    turn_ends(s)
    assert spans(s) == [] and s.forces().gear == {"footbridge_pontoon": 1}


@pytest.mark.parametrize(("gear", "act", "refused"), [
    (1, "build footbridge", True), (2, "build footbridge", False), (1, "build pontoon bridge", True),
])  # fmt: skip
def test_a_work_in_hand_takes_equipment_of_its_own_kind(gear: int, act: str, refused: bool) -> None:
    """TOCS-W10.13-7: another company builds with what is left."""
    pieces = [Piece("E", "03.04", bank_index=NORTH, **PIONEER), Piece("F", "05.04", bank_index=0, **PIONEER)]
    s = Scene(
        pieces, [Piece("R", "08.08")], own="03.05", land=wet(), turns=8, sides={"blue": {"gear": {"footbridge_pontoon": gear}}}
    )
    s.does("E", "build footbridge")
    assert [r.rule for r in s.check("F", act)] == (["TOCS-W10.13-7"] if refused else [])
    kinds = [engineers.short(s.view(), kind) is None for kind in ("footbridge_pontoon", "single_lane_pontoon")]
    assert kinds == [gear > 1, False]
    taken = replace(s.forces(), gear={"footbridge_pontoon": 1, "single_lane_pontoon": 1})
    assert engineers.short(replace(s.view(), forces=taken), "single_lane_pontoon") is None
    down = {"e": replace(s.forces().tasks["e"], kind="dismantle")}
    assert engineers.short(replace(s.view(), forces=replace(taken, tasks=down)), "footbridge_pontoon") is None


@pytest.mark.parametrize(("roads", "carried"), [
    ([("03.03 03.04", "dirt_6_8"), ("04.03 03.04", "highway"), ("03.05 03.04", "paved")], ("paved",)),
    ([("03.03 03.04", "dirt_6_8"), ("03.05 03.04", "paved")], ("dirt_6_8",)), ([("03.03 03.04", "paved")], ()), ([], ()),
])  # fmt: skip
def test_a_new_bridge_carries_the_worse_of_the_best_roads_of_its_banks(
    roads: list[tuple[str, str]], carried: tuple[str, ...]
) -> None:
    """TOCS-W10.13-9: of several roads that come to a bank the best counts."""
    land = ground("", river("01.04 02.04 03.04 04.04 05.05 06.05 07.06 08.06", "SW", "SE") + "".join(road(*way) for way in roads))
    assert engineers.roads_joined(land, HERE) == carried


def test_a_new_bridge_gives_road_rate_where_roads_meet_it_on_both_banks() -> None:
    """TOCS-W10.13-9."""
    two = site(wet(road("03.03 03.04"), road("03.05 03.04", "dirt_6_8")))
    one = site(wet(road("03.03 03.04")))
    for s, carried in ((two, ("dirt_6_8",)), (one, ())):
        s.does("E", "build footbridge")
        turn_ends(s)
        turn_ends(s)
        assert s.board.spans[0].carries == carried


# ---------------------------------------------------------------- repair, taking apart, blowing up


def broken(damage: int, intact: bool, unit: dict[str, Any] | None = None, **more: Any) -> Scene:
    s = site(wet(road("03.03 03.04 03.05"), bridge("03.04")), unit, **more)
    s.play.happen((e.BridgeChanged(replace(s.game.ground.bridges[0], damage=damage, intact=intact), "hit", ("blue",)),))
    s.does("E", "repair bridge")
    return s


@pytest.mark.parametrize("intact, unit, faces, repaired", [
    (False, PIONEER, {"repair": (1,)}, True), (False, PIONEER, {"repair": (2,)}, False), (True, PIONEER, {"repair": (4,)}, True),
    (True, PIONEER, {"repair": (5,)}, False), (False, PONTONEER, {"repair/blue/E/T1/1": (6,), "repair/blue/E/T1/2": (1,)}, True),
])  # fmt: skip
def test_a_repair_throws_as_each_turn_ends(
    intact: bool, unit: dict[str, Any], faces: dict[str, tuple[int, ...]], repaired: bool
) -> None:
    """TOCS-W10.13-6: a bridge that is down needs a 1, a damaged one 4 or less; a bridging company throws twice."""
    s = broken(2 if intact else 6, intact, unit, dice=faces)
    turn_ends(s)
    (thrown,) = s.learnt("blue", e.EngineersTried)
    assert (len(thrown.throws), thrown.done) == (2 if unit is PONTONEER else 1, repaired)
    assert [(b.intact, b.damage) for b in s.board.spans] == [(True, 0) if repaired else (intact, 2 if intact else 6)]
    assert bool(s.forces().tasks) != repaired
    assert "repair of Bridge" in tell.tell(s.game, s.picture(), thrown)[0] and not s.learnt("red", e.EngineersTried)


def test_a_repair_ends_when_there_is_nothing_to_fix() -> None:
    """TOCS-W10.13-6."""
    s = broken(6, False)
    s.play.happen((e.BridgeChanged(s.game.ground.bridges[0], "repaired", ("blue",)),))
    turn_ends(s)
    assert not s.forces().tasks and s.learnt("blue", e.TaskEnded)[0].why == "the bridge is whole"
    assert s.check("E", "repair bridge")[0].rule == "TOCS-W10.13-1"


@pytest.mark.parametrize("now, why", [
    ({"intact": False, "gone": True}, "the bridge is gone"), ({"intact": True, "gone": True}, "the bridge is gone"),
    ({"damage": 0}, "the bridge is whole"), ({"damage": 1}, ""), ({"intact": False}, ""),
])  # fmt: skip
def test_a_repair_ends_with_the_bridge_or_when_another_has_done_it(now: dict[str, Any], why: str) -> None:
    """TOCS-W10.13-6, TOCS-W10.13-5: for good, where there is no bridge to repair any more; else it goes on."""
    s = broken(2, True, dice={"repair": (6,)})
    s.play.happen((e.BridgeChanged(replace(s.board.spans[0], **now), "as told", ("blue",)),))
    turn_ends(s)
    assert [ended.why for ended in s.learnt("blue", e.TaskEnded)] == [why] * bool(why)
    assert bool(s.forces().tasks) is not bool(why)


@pytest.mark.parametrize("now, why", [
    ({"intact": False, "gone": True}, "the bridge is gone"), ({"intact": False}, "the bridge is down"), ({"damage": 1}, ""),
])  # fmt: skip
def test_taking_apart_ends_when_there_is_nothing_to_take(now: dict[str, Any], why: str) -> None:
    """TOCS-W10.14-1, TOCS-W10.13-5: a bridge that was blown meanwhile gives no equipment back."""
    s = built("pontoon bridge")
    s.does("E", "dismantle pontoon bridge")
    s.play.happen((e.BridgeChanged(replace(s.board.spans[0], **now), "as told", ("blue",)),))
    turn_ends(s)
    assert [ended.why for ended in s.learnt("blue", e.TaskEnded)][1:] == [why] * bool(why)
    assert bool(s.forces().tasks) is not bool(why)


def built(kind: str = "footbridge", unit: dict[str, Any] | None = None) -> Scene:
    s = site(unit=PONTONEER | PIONEER if unit is None else unit)
    s.does("E", f"build {kind}")
    for _ in range(4):
        turn_ends(s)
    s.play.happen((e.ImpulseBegan(2, "blue"),))
    return s


@pytest.mark.parametrize("kind, turns", [("footbridge", 1), ("pontoon bridge", 2), ("vehicle bridge", 2)])
def test_it_comes_down_in_half_the_time(kind: str, turns: int) -> None:
    """TOCS-W10.14-1."""
    s = built(kind)
    s.does("E", f"dismantle {kind}")
    for _ in range(turns):
        assert len(spans(s)) == 1
        turn_ends(s)
    assert spans(s) == [] and s.learnt("blue", o.BridgeSeen)[-1].how == "taken apart"


def test_a_platoon_of_engineers_takes_apart_but_does_not_blow() -> None:
    """TOCS-W10.14-1, TOCS-W10.14-2."""
    s = built()
    s.play.happen((e.BridgeChanged(replace(s.board.spans[0]), "as it is", ("blue",)),))
    small = Scene([Piece("P", "03.04", "asset", bank_index=NORTH, **PIONEER)], land=wet())
    small.play.happen((e.BridgeChanged(s.board.spans[0], "built", ("blue",)),))
    assert small.check("P", "destroy footbridge")[0].rule == "TOCS-W2.6.4-6"
    assert small.check("P", "dismantle footbridge") == ()


def test_a_bridge_built_in_play_is_blown_at_once() -> None:
    """TOCS-W10.14-2, TOCS-W10.14-3: for all AP, and no throw."""
    s = built()
    assert s.does("E", "destroy footbridge").failure is None
    assert spans(s) == [("footbridge_pontoon", False)] and s.active().ap == 0 and not s.happened(e.EngineersTried)


@pytest.mark.parametrize("kind, face, falls", [
    ("stone", 4, True), ("stone", 5, False), ("wooden_6_8", 5, True), ("wooden_6_8", 6, False), ("metal", 4, True),
    ("metal", 5, False),
])  # fmt: skip
def test_others_are_blown_with_the_scenarios_leave(kind: str, face: int, falls: bool) -> None:
    """TOCS-W10.14-3, TOCS-W10.14-4, TOCS-W10.14-2."""
    land = wet(road("03.03 03.04 03.05"), bridge("03.04").replace('"stone"', f'"{kind}"'))
    assert site(land).check("E", "destroy bridge")[0].rule == "TOCS-W10.14-3"
    s = site(land, sides={"blue": {"charges": ("bridge",)}}, dice={"destroy/blue/E": (face,)})
    assert destroy.warn(s.game, ready(s), read(s._acts("destroy bridge")[0], s.picture()))
    s.does("E", "destroy road bridge")
    assert spans(s) == [(kind, not falls)] and not s.learnt("red", o.BridgeSeen)


def ready(s: Scene) -> Any:
    s.activate("E")
    return s.picture()


def test_of_two_bridges_the_order_says_which() -> None:
    """TOCS-W10.14-2."""
    rails = '[[rail]]\nid = "line"\npath = ["03.03", "03.04", "03.05"]\n'
    two = wet(road("03.03 03.04 03.05"), rails, bridge("03.04"), bridge("03.04", "railroad").replace('"bridge"', '"rr"').replace(
        '"Bridge"', '"Trestle"').replace('"stone"', '"railroad"'))  # fmt: skip
    s = site(two, sides={"blue": {"charges": ("bridge", "rr")}})
    assert "Bridge or Trestle" in s.check("E", "destroy bridge")[0].words
    assert "there: Bridge, Trestle" in s.check("E", "dismantle footbridge")[0].words
    s.does("E", "destroy railway bridge")
    assert {b.id: b.intact for b in s.board.spans} == {"rr": False}


# ---------------------------------------------------------------- facilities


def ward(damage: int = 0, kind: str = "hospital", **more: Any) -> Scene:
    s = Scene([Piece("E", "03.04", **{**PIONEER, **more.pop("unit", {})}), Piece("B", "03.03")], [Piece("R", "08.08")], **more)
    s.play.happen((e.FacilityChanged(Facility("w", kind, "Ward 7", HERE, 4, damage), "set up", ("blue",)),))
    return s


@pytest.mark.parametrize("act, damage, face, after", [
    ("demolish hospital", 0, 5, 4), ("demolish facility", 1, 6, 1), ("repair hospital", 3, 2, 0), ("repair facility", 3, 3, 3),
])  # fmt: skip
def test_an_attempt_on_a_facility_takes_a_throw_and_disorders_the_company(act: str, damage: int, face: int, after: int) -> None:
    """TOCS-W10.27-1, TOCS-W2.6.4-9, TOCS-W12.0-1: whether it comes off or not."""
    s = ward(damage, dice={act.split(maxsplit=1)[0] + "/blue/E": (face,)})
    s.does("E", act)
    assert s.board.sites["w"].damage == after and s.unit("E").state == 2 and s.forces().active is None
    assert s.happened(e.EngineersTried)[0].done == (after != damage)


def test_who_has_spent_every_ap_blows_and_fixes_nothing() -> None:
    """TOCS-3.6-4, TOCS-W10.27-1: an act takes an action point at the least."""
    s = ward(2)
    s.activate("E")
    for _ in range(3):
        assert s._act(s._acts("recon around")[0]).failure is None
    for act in ("demolish facility", "repair facility"):
        failure = s._act(s._acts(act)[0]).failure
        assert failure and failure.rule == "TOCS-W10.27-1"
    assert s.board.sites["w"].damage == 2


def test_who_cannot_is_told_why() -> None:
    """TOCS-W2.6.4-9, TOCS-W10.27-1, TOCS-W8.1-5: damage to stores stays."""
    assert ward(unit={"engineer": False}).check("E", "demolish facility")[0].rule == "TOCS-W2.6.4-9"
    assert ward(unit={"state": 1}).check("E", "demolish facility")[0].rule == "TOCS-W10.27-1"
    assert ward().check("E", "repair hospital")[0].words == "Ward 7 in 03.04 is intact"
    assert ward(4).check("E", "demolish hospital")[0].words == "Ward 7 in 03.04 is destroyed already"
    assert ward(2, "port").check("E", "repair port")[0].words == "Ward 7 in 03.04 cannot be repaired with what is at hand"
    assert ward().check("E", "demolish railyard")[0].words == "you know of no such facility in 03.04"
    stores = Scene([Piece("E", "03.04", **PIONEER)], supply={"blue": [source("03.04", dp=4, damage=2)]})
    assert stores.check("E", "repair facility")[0].rule == "TOCS-W8.1-5"
