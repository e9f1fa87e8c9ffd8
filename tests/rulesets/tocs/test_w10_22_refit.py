"""Refit from the pools or by a throw; wrecks brought in (TOCS-W10.22, W10.23, W12.8)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import DEEDS
from pbem.rulesets.tocs.actions.recover import Recover
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.moment import Outcome
from pbem.rulesets.tocs.reports.sentences import sentence
from pbem.rulesets.tocs.rules import replacing
from pbem.rulesets.tocs.units import Afresh, Replacements, Task
from tests.rulesets.tocs.builder import Piece, Scene, source

ROAD = "02.03 03.02 04.03"


def hurt(men: int = 0, vehicles: int = 0, unit: dict[str, Any] | None = None, **rest: Any) -> Scene:
    kind = {"lost": 2, **(unit or {})}
    pieces = [Piece("HQ", "02.02", "hq", command=6), Piece("A", "03.03", **{"parent": "hq", **kind})]
    sides = {"blue": {"replacements": Replacements(men, vehicles, **rest.pop("left", {})), **rest.pop("sides", {})}}
    red = rest.pop("red", [Piece("R", "08.08")])
    return Scene(pieces, red, own=ROAD, sides=sides, **{"turns": 4, **rest})


def attacked(**rest: Any) -> Scene:
    """The enemy's impulse, with A on refit and an enemy beside it."""
    scene = hurt(phasing="red", red=[Piece("R", "03.04")], **{"cell": "-/-", **rest})
    task = Task("a", "refit", "refit", Hex("03.03"))
    scene.play.happen((e.TaskWent("blue", task, "begun"),))
    return scene


def sought(scene: Scene) -> Outcome:
    """RECOVER AT 03.03: what comes of it is open, so that nothing can be expected of it."""
    deed = DEEDS["recover"]
    order = Recover(Hex("03.03"), "")
    assert deed.check(scene.game, scene.picture(), order) == ()
    outcome = deed.execute(scene.play.moment, scene.picture("blue"), order)
    scene.play.happen(outcome.events)
    return outcome


def end_turn(scene: Scene) -> None:
    scene.enter("recovery")


def test_a_refit_ordered_for_one_ap_restores_one_step_from_the_pool() -> None:  # TOCS-W10.22-1, TOCS-W10.22-2
    scene = hurt(men=3)
    assert scene.staff("refit A by HQ") == ()
    assert scene.forces().staffs["hq"].ap == 2
    assert scene.forces().tasks["a"].kind == "refit"
    end_turn(scene)
    assert (scene.unit("A").lost, scene.forces().replacements.men, scene.forces().tasks) == (1, 2, {})  # TOCS-W12.8-1


def test_vehicles_come_from_the_motor_pool() -> None:  # TOCS-W10.22-3, TOCS-W12.8-1
    scene = hurt(men=3, vehicles=1, unit={"kind": "vehicle_platoon", "lost": 1})
    assert scene.staff("refit A") == ()
    end_turn(scene)
    left = scene.forces().replacements
    assert (scene.unit("A").lost, left.men, left.vehicles) == (0, 3, 0)


def test_never_above_its_maximum() -> None:  # TOCS-W10.22-2
    scene = hurt(men=3, unit={"lost": 0})
    assert [r.rule for r in scene.staff("refit A")] == ["TOCS-W10.22-2"]


def test_with_an_empty_pool_it_stays_on_refit_until_it_has_luck() -> None:  # TOCS-W10.22-4, TOCS-W12.8-2
    """The chart `refit`: without a hospital a 1 brings a step; the second turn of rest adds one to the chance."""
    scene = hurt(dice={"refit/A/T1": (2,), "refit/A/T2": (2,)}, left={"since": {"men": 0}})
    assert scene.staff("refit A") == ()
    end_turn(scene)
    assert (scene.unit("A").lost, scene.forces().tasks["a"].done) == (2, 1)
    end_turn(scene)
    assert (scene.unit("A").lost, scene.forces().tasks) == (1, {})
    first, second = scene.learnt("blue", e.RefitTried)
    assert [first.result, second.result] == ["none", "step"]
    assert scene.learnt("red", e.RefitTried) == []
    words, picture = sentence(first), scene.picture("blue")
    assert words.report(scene.game, picture, first) == ("A on refit: nothing yet",)
    (roll,) = words.rolls(scene.game, picture, first)
    assert "refit, A: 1d6 2 = 2 [refit/A/T1" in roll  # with the other rolls, where `pbem verify` reads it


@pytest.mark.parametrize(("since", "worth"), [({}, {"no_losses": 1}), ({"men": 7}, {}), ({"men": 8}, {"no_losses": 1})])
def test_nobody_comes_back_where_nobody_was_lost_for_long(since: dict[str, int], worth: dict[str, int]) -> None:  # TOCS-W10.22-5
    scene = hurt(left={"since": since})
    assert replacing.chances(scene.view(), scene.unit("A"), Task("a", "refit", "refit", Hex("03.03")), None) == worth


def test_a_unit_activated_forfeits_its_refit() -> None:  # TOCS-W10.22-4
    scene = hurt(men=3)
    scene.staff("refit A")
    scene.does("A", "move 04.03")
    assert scene.forces().tasks == {}
    end_turn(scene)
    assert (scene.unit("A").lost, scene.forces().replacements.men) == (2, 3)


def test_a_probe_ends_a_refit() -> None:  # TOCS-W10.22-1
    scene = attacked()
    scene.does("R", "probe 03.03")
    assert scene.forces().tasks == {}
    assert scene.learnt("blue", e.TaskEnded)[-1].why == "probed"
    assert scene.learnt("red", e.TaskEnded) == []


def test_an_attack_on_the_ground_ends_a_refit() -> None:  # TOCS-W10.22-1
    scene = attacked()
    scene.does("R", "attack 03.03 hasty")
    scene.fight()
    assert scene.learnt("blue", e.TaskEnded)[-1].why in ("attacked", "the enemy is too near")
    assert scene.forces().tasks == {}


def test_the_enemys_zone_ends_a_refit_and_keeps_one_from_being_ordered() -> None:  # TOCS-W10.22-1
    scene = hurt(men=3, claims=[Hex("03.03")])
    assert [r.rule for r in scene.staff("refit A")] == ["TOCS-W10.22-1"]


def test_only_a_unit_in_supply_refits() -> None:  # TOCS-W10.22-1
    scene = hurt(men=3, supply={"blue": [source("08.01")], "red": [source("08.08")]})
    assert [r.rule for r in scene.staff("refit A")] == ["TOCS-W10.22-1"]


def test_out_of_supply_at_the_turns_end_the_refit_stands_still() -> None:  # TOCS-W10.22-3
    scene = hurt(men=3, supply={"blue": [source("02.03", 1)], "red": [source("08.08")]})
    assert scene.staff("refit A") == ()
    lost = next(iter(scene.forces().sources.values()))
    scene.play.happen((e.SourceLost("blue", lost, "captured"), e.UnitChanged("blue", replace(scene.unit("A"), cut="T1.1"), "out")))
    end_turn(scene)
    assert (scene.unit("A").lost, scene.forces().replacements.men) == (2, 3)
    assert scene.forces().tasks["a"].done == 0
    assert [t.why for t in scene.learnt("blue", e.TaskWent)] == ["begun", "out of supply"]


def test_wrecks_lie_where_steps_were_lost_and_an_hq_has_them_brought_in() -> None:  # TOCS-W10.23-1, TOCS-W10.23-2
    where = Hex("03.03")
    scene = hurt(unit={"kind": "vehicle_platoon", "lost": 1}, left={"wrecks": {where: 2}}, dice={"recover": (3,)})
    assert [r.rule for r in scene.staff("recover at 03.02")] == ["TOCS-W10.23-1"]
    for found in (1, 2):
        sought(scene)
        assert scene.forces().replacements.vehicles == found
    assert dict(scene.forces().replacements.wrecks) == {}
    assert (scene.forces().staffs["hq"].ap, scene.unit("HQ").state) == (1, 0)


def test_a_search_may_fail_and_engineers_help() -> None:  # TOCS-W10.23-1, TOCS-W10.22-5
    scene = hurt(left={"wrecks": {Hex("03.03"): 1}}, dice={"recover": (4,)})
    sought(scene)
    assert (scene.forces().replacements.vehicles, scene.forces().replacements.searches) == (0, 1)
    helped = hurt(unit={"engineer": True}, left={"wrecks": {Hex("03.03"): 1}}, dice={"recover": (4,)})
    sought(helped)
    assert helped.forces().replacements.vehicles == 1


def test_vehicles_lost_in_battle_are_left_on_the_field() -> None:
    scene = attacked(unit={"kind": "vehicle_platoon", "lost": 0}, cell="-/1")
    scene.does("R", "attack 03.03 hasty")
    scene.fight()
    left = scene.forces().replacements
    assert (dict(left.wrecks), dict(left.since)) == ({Hex("03.03"): 1}, {"vehicles": 0})
    assert scene.picture().forces.replacements == left


def serving(kind: str, unit: dict[str, Any] | None = None, **rest: Any) -> Scene:
    """A unit on refit with an empty pool, and a facility two hexes away."""
    site = Facility("site", kind, "St. Canisius", Hex("02.03"), rest.pop("dp", 4), rest.pop("damage", 0))
    scene = hurt(unit=unit, **rest)
    scene.play.happen((e.FacilityKnown("blue", site, "own"),))
    assert scene.staff("refit A") == ()
    return scene


def test_men_come_back_from_a_hospital_and_more_likely_from_one_that_is_near() -> None:  # TOCS-W12.8-2, TOCS-W10.22-4
    """Three brings a man back from a hospital; near it, a four does."""
    scene = serving("hospital", dice={"refit": (4,)}, left={"since": {"men": 0}})
    end_turn(scene)
    assert (scene.unit("A").lost, scene.forces().replacements.returned) == (1, {})
    assert scene.learnt("blue", e.RefitTried)[-1].drms == (("near", -1),)
    damaged = serving("hospital", dice={"refit": (4,)}, left={"since": {"men": 0}}, damage=2)
    end_turn(damaged)
    assert damaged.unit("A").lost == 2


STEPS = {"none": [1], "hospital": [1, 2, 3]}  # throws that bring a man back, by the list that is read


@pytest.mark.parametrize(("site", "happened", "read"), [
    (None, (), "none"), ("hospital", (), "hospital"), ("hospital", ("damaged",), "hospital"), ("hospital", ("destroyed",), "none"),
    ("hospital", ("taken",), "none"), ("hospital", ("taken", "won back"), "hospital"),
    ("hospital", ("destroyed", "taken"), "none"), ("field_repair", (), "none"), ("prisoner_camp", (), "none"),
])  # fmt: skip
def test_walking_wounded_come_back_by_one_list_with_a_hospital_and_by_another_without(
    site: str | None, happened: tuple[str, ...], read: str
) -> None:
    """TOCS-W12.9-4, TOCS-W12.9-1, TOCS-W12.8-2, MASL-16.4-2: none in play, the enemy's, or out of order; throw by throw."""
    far = Hex("08.01")
    brought = []
    for face in range(1, 7):
        scene = hurt(dice={"refit": (face,)}, left={"since": {"men": 0}})
        scene.play.happen((e.OwnerChanged(far, "blue", "won"),))
        if site:
            damage = {"damaged": 1, "destroyed": 4}
            made = Facility("site", site, "St. Canisius", far, 4, max((damage.get(word, 0) for word in happened), default=0))
            scene.play.happen((e.FacilityChanged(made, "set up", ("blue", "red")),))
        for word in happened:
            if word in ("taken", "won back"):
                scene.play.happen((e.OwnerChanged(far, "red" if word == "taken" else "blue", "won"),))
        assert scene.staff("refit A") == ()
        end_turn(scene)
        brought += [face] if scene.unit("A").lost == 1 else []
        assert scene.learnt("blue", e.RefitTried)[-1].drms == ()
        assert bool(scene.forces().replacements.returned) is False
    assert brought == STEPS[read]


@pytest.mark.parametrize(("damage", "left", "lost"), [(4, {}, 2), (0, {}, 1), (4, {"men": 1}, 1)])
def test_no_troops_come_back_while_the_hospital_that_has_them_is_lost(damage: int, left: dict[str, Any], lost: int) -> None:
    """MASL-16.4-2: not by luck either; the refit stands still. Who is in the pool is elsewhere."""
    scene = hurt(dice={"refit": (1,)}, left={"since": {"men": 0}}, sides={"afresh": (Afresh("site", ("town",), "E"),)}, **left)
    scene.play.happen((e.FacilityKnown("blue", Facility("site", "hospital", "St. Canisius", Hex("08.01"), 4, damage), "own"),))
    scene.play.happen((e.OwnerChanged(Hex("08.01"), "blue", "won"),))
    assert scene.staff("refit A") == ()
    end_turn(scene)
    assert scene.unit("A").lost == lost
    told = [seen.why for seen in scene.learnt("blue", e.TaskWent)]
    assert (told[-1] == "no hospital works, and all who recover were in one") == (lost == 2)


def test_vehicles_are_fixed_where_they_were_brought_and_nowhere_else() -> None:  # TOCS-W12.8-2
    panzer = {"kind": "vehicle_platoon", "lost": 1}
    empty = serving("field_repair", unit=panzer, dice={"refit": (2,)}, left={"since": {"vehicles": 0}})
    end_turn(empty)
    assert empty.unit("A").lost == 1
    scene = serving("field_repair", unit=panzer, dice={"refit": (2,)}, left={"since": {"vehicles": 0}, "repaired": {"site": 1}})
    end_turn(scene)
    assert (scene.unit("A").lost, dict(scene.forces().replacements.repaired)) == (0, {})


def test_what_is_recovered_goes_to_a_field_repair_centre_and_is_lost_with_it() -> None:  # TOCS-W10.23-2, MASL-16.5-2
    scene = serving("field_repair", left={"wrecks": {Hex("03.03"): 1}}, dice={"recover": (1,)})
    sought(scene)
    left = scene.forces().replacements
    assert (left.vehicles, dict(left.repaired), dict(left.wrecks)) == (0, {"site": 1}, {})
    scene.play.happen((e.OwnerChanged(Hex("02.03"), "red", "entered"),))
    scene.play.settle_act()
    assert dict(scene.forces().replacements.repaired) == {}
    assert scene.learnt("red", e.ReplacementsChanged) == []
