"""What a second reading of the rows found played otherwise than they are written: guns, aircraft, smoke, close combat."""

from typing import Any, cast

import pytest

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import FireOrder, HexAttack
from pbem.rulesets.tcs.estimates import Facing, shot
from pbem.rulesets.tcs.plots import AirRequest, Minefield, Plot, PlottedMission
from pbem.rulesets.tcs.rules.close_combat import overrun_strength
from pbem.rulesets.tcs.rules.digging import DugPosition
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.settling.artillery import step
from pbem.rulesets.tcs.standing_orders.asked import FlightAsked
from pbem.rulesets.tcs.units import HALVES
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.people import TANK, unit
from tests.rulesets.tcs.test_fog_of_fire import field, policy

HERE, THERE = Hex("06.02"), Hex("06.03")
LIGHT = PlottedMission(Hex("04.04"), "A-MG", "illum", 2, "converged")
QUIET = (policy("fire", "hold"), policy("adjacent", "hold"))


@pytest.mark.parametrize(
    ("marks", "fate"), [({}, ""), ({"suppressed": True}, ""), ({"paralyzed": True}, "no observer"), (None, "no observer")]
)
def test_a_light_whose_observer_is_lost_is_not_fired(marks: dict[str, bool] | None, fate: str) -> None:
    """TCSB-18-13: it needs no adjustment, and all the same somebody who looks."""
    made = Field(1)
    made.happen(t.GunsOrdered("us", ()), t.Plotted("us", Plot(1, "BTY", LIGHT, 1, 1)))
    made.dead("A-MG") if marks is None else made.put("A-MG", **marks)
    events = step(cast(Any, made.play.moment)) or ()
    assert any(isinstance(event, t.LightLit) for event in events) is not bool(fate)
    assert [event.fate for event in events if isinstance(event, t.MissionOver)] == [fate or "fired"]


def assaulted(made: Field) -> list[e.Event]:
    """A-1 goes into a hex in which G-MG stands, and the fight."""
    made.put("A-1", hex=HERE, mode="move")
    made.put("G-MG", hex=THERE)
    made.show("G-MG")
    made.order("us", ("A-1",), Act("assault", (), (("HEX", THERE),)))
    return made.happen(e.AssaultsBegan())


@pytest.mark.parametrize("markers", [0, 2])
def test_smoke_in_the_hex_is_in_the_way_of_an_assault(markers: int) -> None:
    """TCSB-19-5: of area fire in it as of point fire."""
    made = field(5, us=(), ge=QUIET)
    made.play.situation = replace(made.play.situation, board=replace(made.board, smoke={THERE: markers} if markers else {}))
    attacks = [event.attack for event in assaulted(made) if isinstance(event, e.AttackBegan)]
    assert attacks and {attack.smoke for attack in attacks if attack.kind == "area"} == {markers}


@pytest.mark.parametrize("known", [False, True])
def test_who_goes_into_a_minefield_to_assault_pays_for_it_known_or_not(known: bool) -> None:
    """TCSB-21-3: once."""
    made = field(5, us=(), ge=QUIET)
    laid = {THERE: Minefield("light", "ge")}
    made.play.situation = replace(made.play.situation, board=replace(made.board, mines=laid))
    if known:
        made.happen(e.MinesShown("us", THERE, laid[THERE]))
    made.put("A-1", hex=HERE, mode="move")
    made.put("G-MG", hex=THERE)
    made.show("G-MG")
    events = made.order("us", ("A-1",), Act("assault", (), (("HEX", THERE),)))
    (met,) = (event for event in events if isinstance(event, t.MinesMet))
    assert met.spent == (2 * 2,)


def test_each_vehicle_of_a_platoon_counter_adds_its_least_to_an_overrun() -> None:
    """TCSB-23-4."""
    four = replace(TANK, type="afv_platoon", steps=4, area=8)
    assert overrun_strength(BOOK, [unit(four)]) == 40 and overrun_strength(BOOK, [unit(four, steps=1)]) == 10
    assert overrun_strength(BOOK, [unit(replace(four, area=80))]) == 120


def test_how_hard_a_hex_is_to_find_from_the_air_goes_by_its_ground_alone() -> None:
    """TCSB-24-3: crops hide as much when nobody is in them, so that a run tells of nobody's presence."""
    found = dict[bool, list[str]]()
    for there in (False, True):
        for seed in range(24):
            made = Field(seed)
            made.dead("G-1", "G-2", "G-MG", "A-1", "A-2", "A-MG", "T-1", "T-2", "T-3")
            soft = min(hex_ for hex_, kind in made.game.ground.terrain.items() if kind == "crops")
            if there:
                made.put("Z-1", hex=soft)
            sortie = AirRequest(1, "strafe", (soft,), 1)
            made.happen(t.GunsOrdered("us", ()), t.SortieCame("us", sortie, "3", True))
            (flown,) = (event for event in step(cast(Any, made.play.moment)) or () if isinstance(event, t.RunFlown))
            found.setdefault(there, []).append(flown.outcome)
    assert found[False] == found[True] and set(found[True]) == {"hit", "not found"}


def test_ground_is_no_shield_from_point_fire_in_an_assault() -> None:
    """TCSB-22-5: attackers have no cover, and half of one is none."""
    made = field(1)
    wood = min(hex_ for hex_, kind in made.game.ground.terrain.items() if kind == "woods")
    gun = made.unit("T-1")
    shots = [
        shot(made.game, air(made.game, made.board), Facing(replace(gun, hex=wood), TANK, wood, close=close))
        for close in (False, True)
    ]
    assert [[one.id for one in found.counting if one.id == "protective"] for found in shots] == [["protective"], []]
    for close in ("assault", "sfa"):
        made = field(1)
        made.put("T-1", hex=wood, mode="fire")
        made.put("Z-1", hex=wood)
        made.happen(e.FireOrdered(FireOrder("us", ("T-1",), wood, "point", "assault" if close == "assault" else "overrun")))
        (fired,) = (event for event in made.play.events if isinstance(event, t.PointFired))
        assert ("protective" in [one.id for one in fired.counting]) is (close != "assault")


def test_a_gun_that_is_dug_in_is_as_hard_to_hit_for_artillery_that_fires_direct() -> None:
    """TCSB-12-1, TCS3-2.12-4: its position counts by its level, as against any other point fire."""
    nets = list[int]()
    for level in (0, 2):
        made = field(1)
        gun = next(one for one in made.board.forces["ge"].units.values() if one.counter.gun)
        made.put(gun.id, hex=THERE, mode="fire")
        made.put("A-MG", hex=HERE)
        made.show(gun.id)
        works = {THERE: DugPosition(THERE, level, "ge", "ge")} if level else {}
        made.play.situation = replace(made.play.situation, board=replace(made.board, works=works))
        events = made.happen(t.DirectFired("us", "BTY", ("A-MG",), THERE, True))
        nets += [event.attack.net for event in events if isinstance(event, e.AttackBegan) and event.attack.kind == "point"]
    assert len(nets) == 2 and nets[1] == nets[0] - 2


@pytest.mark.parametrize("how", ["", "sheet", "works", "theirs"])
def test_who_runs_may_stop_halfway_in_a_defense_position_of_its_side(how: str) -> None:
    """TCSB-17-14: of a defense in force, or dug and held; else in protective terrain alone."""
    goal = Hex("05.07")
    made = field(1, ge=(Act("policy syr", ("all",), (("PATH", (goal,)),)),))
    assert made.game.ground.terrain[goal] in ("open", "brush") and distance(made.unit("G-1").hex, goal) == 2
    if how == "sheet":
        sheet = next(iter(made.board.forces["ge"].sheets.values()))
        now = replace(sheet, id="GE-9", type="hasty_defense", status="implemented", objective=(goal,))
        made.happen(t.SheetChanged("ge", now, "in force"))
    if how in ("works", "theirs"):
        dug = DugPosition(goal, 1, "ge" if how == "works" else "us", "ge")
        made.play.pictures["ge"] = cast(Any, replace(made.picture("ge"), works={goal: dug}))
    way = FlightAsked("G-1", 4).answer(made.game, made.picture("ge"), made.play.standing["ge"])
    assert (len(way) == 2 and way[-1] == goal) is (how in ("sheet", "works"))


def test_men_on_an_open_topped_tank_try_their_morale_once_for_one_fire() -> None:
    """TCSB-17-2, TCSB-26-3, TCSB-11-16: shells strike them by themselves, and the tank's own result adds no check."""
    tried = list[int]()
    for seed in range(60):
        made = field(seed)
        tank = made.unit("T-1")
        made.put("T-1", hex=THERE, counter=replace(tank.counter, type="open_afv", open_top=True))
        made.put("A-MG", hex=THERE, rides="T-1", morale=0)
        events = made.happen(e.AttackBegan(HexAttack("plot/B/T1/1/x", THERE, ("us",), column=6, direct=False, indirect=True)))
        tried.append(sum("A-MG" in event.units for event in events if isinstance(event, t.MoraleTried)))
    assert max(tried) == 1


@pytest.mark.parametrize("what", ["assault", "overrun"])
def test_a_vehicle_pays_to_lift_its_mark_before_it_goes_into_an_enemys_hex(what: str) -> None:
    """TCSB-20-8, TCS3-3-1: as before any other move."""
    paid = list[int]()
    for marked in (False, True):
        made = field(1, ge=QUIET)
        sheet = made.board.forces["us"].sheets["US-2"]
        made.happen(t.SheetChanged("us", replace(sheet, status="implemented"), "in force"))
        made.put("T-1", hex=HERE, mode="move", overwatch=marked)
        made.put("G-MG", hex=THERE)
        made.show("G-MG")
        before = made.unit("T-1").spent
        events = made.order("us", ("T-1",), Act(what, (), (("HEX", THERE),)))
        (entered,) = (event for event in events if isinstance(event, t.ClosedIn))
        paid.append(entered.spent[0] - before)
        assert any(isinstance(event, t.Marked) and not event.on for event in events) is marked
    assert paid[1] == paid[0] + 4 * HALVES
