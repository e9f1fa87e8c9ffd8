"""Ships in their zones and boxes: moves, who comes upon whom, battles, submarines, mines (TOCS-W16, W17)."""

from typing import Any

import pytest

from pbem.kernel.charts.tables import Check, Grid
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import control
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.module import Victory
from pbem.rulesets.tocs.reports import battle_report, sea_answers
from pbem.rulesets.tocs.reports import ships as words
from pbem.rulesets.tocs.reports.score import own_points
from pbem.rulesets.tocs.resolution import turn
from pbem.rulesets.tocs.rules import lading, naval
from pbem.rulesets.tocs.rules.formations import chain
from pbem.rulesets.tocs.ships import Plane
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.seas import at_sea, now, plane, ship
from tests.rulesets.tocs.test_charts_are_obeyed import CHARTS

LST: dict[str, Any] = {"lift": 12, "transfer": 4}
LCA: dict[str, Any] = {"lift": 8, "dp": 1, "vehicles": False}
OUT: dict[str, Any] = {"zone": "deeps"}
FINDS = {"seek/blue": (3,), "seek/red": (5,)}
HAVEN = Facility("haven", "port", "Haven", Hex("08.01"), 6, ships=2)


def said(s: Scene, side: str) -> tuple[str, ...]:
    """All that a side reads of the sea."""
    news = (o.what(seen) for desk, seen in s.play.seen if desk == side)
    return tuple(line for seen in news for line in words.told(s.game, s.picture(side), seen))


def each_thrown_once(s: Scene) -> bool:
    """The referee's dice refuse to be thrown twice for one occasion, and loaded ones do not."""
    occasions = [throw.occasion for throw in s.dice.thrown]
    return len(set(occasions)) == len(occasions)


def round_about(s: Scene) -> None:
    s.close()
    s.close()


# ---------------------------------------------------------------- the charts


def drms_of(name: str) -> tuple[str, ...]:
    """The modifiers of a naval chart by their ids."""
    chart = CHARTS[name]
    assert isinstance(chart, (Grid, Check))
    return tuple(chart.drms)


@pytest.mark.parametrize(("name", "known"), [
    ("naval-interception", naval.INTERCEPTION), ("naval-movement", naval.MOVEMENT), *naval.BY_CHART.items(),
])  # fmt: skip
def test_every_modifier_of_a_naval_chart_has_its_predicate(name: str, known: dict[str, object]) -> None:
    """TOCS-W16.3-3, TOCS-W16.1-3, TOCS-W16.6-1, TOCS-W16.7-1, TOCS-W16.8-1, TOCS-W16.8-2, TOCS-W16.8-4, TOCS-W17.4-1."""
    assert sorted(drms_of(name)) == sorted(known)


@pytest.mark.parametrize(("thrown", "boxes"), [(1, (3, 2, 1)), (2, (3, 2)), (3, (3,)), (4, ()), (6, ())])
def test_a_throw_lets_the_boxes_act_that_it_does_not_exceed(thrown: int, boxes: tuple[int, ...]) -> None:
    """TOCS-W16.3-3, TOCS-W16.3-4, TOCS-W17.2-1: a 3 lets box 3 act alone, a 5 none."""
    assert naval.reach(library.charts("tocs")["naval-interception"], thrown) == boxes  # type: ignore[arg-type]


def test_ships_sink_when_hits_exceed_their_points_and_not_before() -> None:
    """TOCS-W16.5-2, TOCS-W16.8-3: hits add up; disabled means box 0."""
    hit = ship("DD1").hit(2, False)
    assert (hit.damage, hit.sunk, hit.crippled) == (2, False, True)
    assert not hit.hit(1, False).sunk and hit.hit(2, False).sunk
    assert (ship("DD1").hit(0, True).box, ship("DD1").hit(0, True).disabled) == (0, True)
    assert ship("SUB", "submarine").hit(0, False, True).sunk


def test_groups_share_out_the_screen_and_orders_come_first() -> None:
    """TOCS-W16.6-2: carriers first; SEA GROUP puts ships where it says."""
    fleet = (ship("DD1"), ship("DD2"), ship("CV1", "carrier"), ship("BB1", "battleship"))
    named = [[s.call for s in group] for group in naval.groups(fleet, {})]
    assert named == [["CV1", "DD1"], ["BB1", "DD2"]]
    ordered = [[s.call for s in group] for group in naval.groups(fleet, {"BB1": ("DD1", "DD2")})]
    assert ordered == [["CV1"], ["BB1", "DD1", "DD2"]]
    assert [s.call for s in naval.by_priority(fleet)] == ["CV1", "BB1", "DD1", "DD2"]
    assert [s.call for s in naval.by_priority(fleet, ("destroyer",))] == ["DD1", "DD2", "CV1", "BB1"]


def test_screening_ships_are_attacked_before_those_they_protect() -> None:
    """TOCS-W16.7-2: with two to one, one attacker reaches the screen alone; with three the transport as well."""
    prey = (ship("TR", "transport"), ship("DD1"))
    assert naval.line_of(prey, 1).screens == (prey[1],)
    firing = tuple(ship(f"Z{n}") for n in (1, 2, 3))
    pairs = naval.paired(firing[:1], naval.line_of(prey, 1), ())
    assert [target.call for target, _ in pairs] == ["DD1"]
    assert {target.call for target, _ in naval.paired(firing, naval.line_of(prey, 3), ())} == {"TR", "DD1"}


# ---------------------------------------------------------------- boxes


def test_each_act_costs_a_box_and_no_op_and_a_ship_acts_once_an_impulse() -> None:
    """TOCS-W16.1-1, TOCS-W16.0-1, TOCS-W17.0-1."""
    s = at_sea((ship("DD1"),))
    assert s.does("DD1", "DD1: sweep; sweep").failure is None
    assert now(s, "DD1").box == 1 and s.forces().pools["pool"].spent == 0
    s.does("B", "B: dig")
    assert "has acted in this impulse" in s.does("DD1", "DD1: sweep").failure.words  # type: ignore[union-attr]
    spent = at_sea((ship("DD1", box=0),))
    assert spent.check("DD1", "DD1: sweep")[0].rule == "TOCS-W16.1-1"


def test_what_is_done_twice_in_an_impulse_is_thrown_for_twice() -> None:
    """TOCS-W16.1-1, TOCS-W17.0-1: a patrol, a shelling, a sweep of mines or a hunt, once more from a lower box."""
    ships = (ship("ERE", "monitor"), ship("MS1", "minesweeper"), ship("LCA1", "landing_craft", **LCA))
    s = at_sea(ships, reds=(Piece("R", "03.04"),),
               own="08.01 07.01 02.03", red_sea={"mines": {Hex("02.03"): 3}})  # fmt: skip
    assert s.does("ERE", "ERE: shell 03.04; shell 03.04; shell 03.04").failure is None
    assert s.does("MS1", "MS1: lift mines 02.03; lift mines 02.03").failure is None
    assert s.does("LCA1", "LCA1: bring to 02.03; bring to 02.03").failure is None
    assert len(s.happened(e.ShipsShelled)) == 3 and now(s, "MS1").box == 1 and now(s, "LCA1").box == 1
    assert each_thrown_once(s)
    up = {"SQ1": Plane("SQ1", "roads", 3)}
    s = at_sea((ship("CV1", "carrier", planes=2),), (ship("U1", "submarine", "red", box=2),), planes=(plane(box="over the sea"),),
               own_sea={"planes": up}, dice={"hunt/": (1,)})  # fmt: skip
    assert s.does("SQ1", "SQ1: sweep; sweep; sweep").failure is None
    assert [hunt.hit for hunt in s.happened(e.SubHunted)] == ["", "disabled", ""]
    assert each_thrown_once(s)
    s = at_sea((ship("DD1"),))
    assert s.does("DD1", "DD1: sweep; sweep").failure is None and each_thrown_once(s)


def test_what_is_for_ships_is_for_nobody_else_and_the_other_way_round() -> None:
    """TOCS-W16.1-1."""
    s = at_sea((ship("DD1"),))
    s.activate("B")
    refused = control.wrong_element(s.picture(), "sweep", True)
    assert refused and refused.words == "SWEEP is for ships, and B is none"
    assert control.wrong_element(s.picture(), "move", False) is None
    s.activate("DD1", pays=False)
    refused = control.wrong_element(s.picture(), "move", False)
    assert refused and refused.words == "MOVE is not for ships or aircraft over the water: DD1 is one"


def test_slow_goes_down_alone_and_costs_nothing() -> None:
    """TOCS-W16.0-4, TOCS-W17.1-1."""
    s = at_sea((ship("DD1"), ship("DD2", box=1)), own_sea={"fleets": {"TF1": ("DD1", "DD2")}})
    assert s.check("TF1", "TF1: slow to box 1")[0].rule == "TOCS-W16.0-4"
    s.comes_off("DD1", "DD1: slow to box 1")
    assert (now(s, "DD1").box, now(s, "DD1").acted) == (1, False)
    s = at_sea((ship("DD1"), ship("DD2")))
    for line in ("DD1: slow to box 2", "DD2: slow to box 2", "DD1: slow to box 1; sweep"):
        assert s.does(line[:3], line).failure is None


def test_idle_ships_rise_at_the_end_of_their_impulse_and_all_at_the_end_of_a_turn() -> None:
    """TOCS-W16.1-4, TOCS-W16.1-5."""
    s = at_sea((ship("DD1", box=1), ship("DD2", box=2)), dice={"turn-end/T1.2": (1, 1)})
    s.does("DD2", "DD2: sweep")
    s.close()
    assert (now(s, "DD1").box, now(s, "DD2").box) == (2, 1)
    s.close()
    assert s.public.turn == 2 and (now(s, "DD1").box, now(s, "DD2").box) == (3, 2)


def test_a_fleet_sails_on_one_throw_of_its_lowest_box_once_a_turn() -> None:
    """Case 1: TOCS-W16.1-2, TOCS-W16.1-3: 6 and a loaded transport exceed 3 + 2; a 3 does not. Either way a box lower."""
    fleet = (ship("DD1"), ship("TR", "transport", box=2, points=1, **LST))
    s = at_sea(fleet, own_sea={"fleets": {"TF1": ("DD1", "TR")}}, dice={"sail/": (5,)})
    s.does("TF1", "TF1: sail High Sea")
    (thrown,) = s.happened(e.SailThrown)
    assert (thrown.needed, thrown.drms, thrown.sailed) == (5, (("transports", 1),), False)
    assert (now(s, "DD1").zone, now(s, "DD1").box, now(s, "DD1").moved) == ("roads", 1, False)
    assert not s.happened(e.ZoneTraffic) and said(s, "red") == ()
    s = at_sea(fleet, own_sea={"fleets": {"TF1": ("DD1", "TR")}}, dice={"sail/": (3,)})
    s.does("TF1", "TF1: sail High Sea")
    assert (now(s, "TR").zone, now(s, "TR").box, now(s, "TR").moved) == ("deeps", 1, True)
    assert "has gone to another zone" in s.check("DD1", "DD1: sail Roads")[0].words
    assert said(s, "red") == ("Blue naval units left Roads", "Blue naval units came into High Sea")


def test_fleets_are_named_and_end() -> None:
    """TOCS-W16.1-2."""
    s = at_sea((ship("DD1"), ship("DD2")))
    assert s.staff("FLEET TF1 of DD1, DD2") == ()
    assert s.forces().sea.fleets == {"TF1": ("DD1", "DD2")}
    assert s.staff("FLEET B of DD1")[0].rule == "TOCS-W16.1-2"
    assert s.staff("FLEET TF1 ends") == () and not s.forces().sea.fleets


# ---------------------------------------------------------------- who comes upon whom


def meeting(*, standing: dict[str, tuple[str, ...]] | None = None, box: int = 3, **dice: tuple[int, ...]) -> Scene:
    throws = {"sail/": (1,), **{f"seek/{side}": faces for side, faces in dice.items()}}
    return at_sea((ship("DD1", box=3),), (ship("Z1", side="red", box=box, **OUT),), dice=throws, standing=standing or {})


def test_both_sides_always_throw_and_only_boxes_not_below_the_throw_act() -> None:
    """TOCS-W16.0-2, TOCS-W16.3-1, TOCS-W16.3-3, TOCS-W16.3-4, TOCS-W16.5-1: blue comes in box 2; red's 3 lets its box 3 act."""
    s = meeting(blue=(5,), red=(3,))
    s.does("DD1", "DD1: sail High Sea")
    assert len(s.happened(e.InterceptionTried)) == 2  # as they left, and as they came
    (battle,) = s.happened(e.SeaBattleBegan)
    assert (battle.attacker, battle.surprise) == ("red", True)
    assert s.happened(e.SurfaceDuel)[0].drms == (("surprised", 1),)
    quiet = meeting(blue=(5,), red=(5,))
    quiet.does("DD1", "DD1: sail High Sea")
    assert not quiet.happened(e.SeaBattleBegan)


def test_a_success_that_is_not_wanted_reads_as_a_failure() -> None:
    """Case 2: TOCS-W16.3-3: NEVER with a 3, both mails as with a 5."""
    never = meeting(blue=(5,), red=(3,), standing={"red": ("SEA INTERCEPT NEVER",)})
    failed = meeting(blue=(5,), red=(5,))
    for s in (never, failed):
        s.does("DD1", "DD1: sail High Sea")
    assert said(never, "blue") == said(failed, "blue") and said(never, "red") == said(failed, "red")


def test_two_battles_at_most_and_nobody_found_in_the_wrong_box() -> None:
    """TOCS-W16.5-1, TOCS-W16.3-4: both succeed, both strike; SEA STRIKE of another box meets nobody, whoever lies elsewhere."""
    both = meeting(blue=(1,), red=(1,), box=2)
    both.does("DD1", "DD1: sail High Sea")
    assert [battle.attacker for battle in both.happened(e.SeaBattleBegan)] == ["blue", "red"]
    wrong = meeting(blue=(6,), red=(1,), standing={"red": ("SEA STRIKE BOXES 3",)})
    wrong.does("DD1", "DD1: sail High Sea")
    assert not wrong.happened(e.SeaBattleBegan)
    assert said(wrong, "red")[-1] == "your ships and aircraft searched High Sea: no enemy found"


def test_aircraft_search_a_box_and_read_kinds_alone() -> None:
    """TOCS-W17.2-1, TOCS-W16.3-2, TOCS-W17.0-1: the enemy knows what he had to name; one that finds nothing he does not read."""
    s = at_sea((ship("CV1", "carrier", planes=2),), (ship("Z1", side="red", box=1), ship("U1", "submarine", "red", box=1)),
               planes=(plane(),), dice={"seek/": (6,)})  # fmt: skip
    s.does("CV1", "CV1: fly SQ1")
    s.does("SQ1", "SQ1: search box 2; search box 1")
    assert [found.found for found in s.learnt("blue", e.SeaSearched)] == [(), ("surface ships", "submarines")]
    assert [seen.found for seen in s.learnt("red", o.ZoneSearched)] == [("surface ships", "submarines")]
    assert s.forces().sea.planes["SQ1"].box == 1


def test_patrols_find_what_is_in_their_box_and_attack_it_without_another_throw() -> None:
    """TOCS-W17.3-1: a 4 exceeds box 3; transports do not patrol."""
    s = at_sea((ship("DD1"),), (ship("Z1", side="red"),), dice={"patrol/": (3,)})
    s.does("DD1", "DD1: sweep for subs")
    assert s.happened(e.SeaBattleBegan)[0].attacker == "blue" and not s.happened(e.InterceptionTried)
    blind = at_sea((ship("DD1"),), (ship("Z1", side="red"),), dice={"patrol/": (4,)})
    blind.does("DD1", "DD1: sweep")
    assert not blind.happened(e.SeaBattleBegan) and said(blind, "red") == ()
    assert at_sea((ship("TR", "transport"),)).check("TR", "TR: sweep")[0].rule == "TOCS-W17.3-1"


def test_a_ship_that_finds_the_enemy_from_box_one_attacks_before_its_patrol_costs_it_the_box() -> None:
    """TOCS-W16.3-2, TOCS-W17.3-1: and others that lie in box 0 do not."""
    s = at_sea((ship("DD1", box=1), ship("DD2", box=0)), (ship("Z1", side="red", box=1),), dice={"patrol/": (1,)})
    s.does("DD1", "DD1: sweep")
    assert s.happened(e.SeaBattleBegan)[0].attacker == "blue" and now(s, "DD1").box == 0
    assert s.happened(e.SurfaceDuel)[0].firing == ("destroyer",)


# ---------------------------------------------------------------- battles


def test_aircraft_that_attack_fight_the_screen_and_the_rest_bomb_a_group() -> None:
    """Case 3: TOCS-W16.6-1, TOCS-W16.6-3, TOCS-W16.5-3: two to one in the air, one is left over; the crews know no ship by name."""
    ours = (ship("CV1", "carrier", planes=4),)
    theirs = (
        ship("ERE", "monitor", "red", box=2),
        ship("Z1", side="red", box=2),
        ship("G1", "carrier", "red", planes=2, zone="deeps"),
    )
    up = {call: Plane(call, "roads", 3) for call in ("SQ1", "SQ2")}
    over = {"R1": Plane("R1", "roads", 2)}
    s = at_sea(ours, theirs, planes=(plane(box="over the sea"), plane("SQ2", box="over the sea")),
               red_planes=(plane("R1", "G1", "over the sea", side="red"),), own_sea={"planes": up}, red_sea={"planes": over},
               standing={"blue": ("SEA SCREEN AIR NONE",), "red": ("SEA SCREEN AIR ALL", "SEA TARGETS monitors")},
               dice={"seek/blue": (1,), "sea-air/": (6, 6), "sea-bombs/": (6, 5), "patrol/": (1,)})  # fmt: skip
    s.does("SQ1", "SQ1: search box 2")
    (air,) = s.happened(e.SeaAirFought)
    assert air.attacker == "blue" and s.forces("red").air.aircraft["R1"].box == "away"  # a carrier's aircraft are gone for good
    (bombs,) = s.happened(e.ShipsBombed)
    assert (bombs.aircraft, bombs.target, bombs.hits) == (1, "monitor", 2)
    assert s.learnt("blue", o.OwnBombing)[0].hits == 2 and "ships" not in o.OwnBombing.__struct_fields__
    hit = {now(s, call, "red").damage for call in bombs.ships}
    assert hit and set(bombs.ships) <= {"ERE", "Z1"}


def test_ships_that_are_sunk_are_told_by_name_and_take_their_cargo_down() -> None:
    """TOCS-W16.5-2, TOCS-W17.8-2, TOCS-1.2-1, TOCS-W16.7-1."""
    s = at_sea((ship("TR", "transport", damage=3, **LST),), (ship("Z1", "cruiser", "red", box=3, **OUT),), aboard={"41RM": "TR"},
               pieces=(Piece("41RM", "08.01"), Piece("B", "08.02")),
               dice={"sail/": (1,), "seek/red": (1,), "sea-guns": (5, 5)})  # fmt: skip
    s.does("TR", "TR: sail High Sea")
    assert now(s, "TR").sunk and s.unit("41RM").status == "dead"
    assert "Blue ship sunk: HMS TR, transport" in said(s, "red")
    assert s.learnt("red", o.EnemyDestroyed)[0].call == "41RM"


def test_men_of_a_disabled_ship_go_over_to_one_with_room_and_vehicles_stay() -> None:
    """TOCS-W17.10-1."""
    pieces = (Piece("41RM", "08.01"), Piece("TK", "08.01", "vehicle_platoon"), Piece("B", "08.02"))
    ships = (ship("TR", "transport", dp=9, **LST), ship("TZ", "transport", lift=4, transfer=4, zone="deeps"))
    s = at_sea(ships, (ship("Z1", "cruiser", "red", guns=(*ship("Z", "monitor").guns,), box=3, **OUT),), pieces=pieces,
               aboard={"41RM": "TR", "TK": "TR"}, dice={"sail/": (1,), "seek/red": (1,), "sea-guns": (6, 3)})  # fmt: skip
    s.does("TR", "TR: sail High Sea")
    assert now(s, "TR").disabled and (s.unit("41RM").ship, s.unit("TK").ship) == ("TZ", "TR")


# ---------------------------------------------------------------- submarines and mines


def test_a_hunt_reads_the_same_whether_a_boat_is_there_or_not_unless_it_is_hit() -> None:
    """Case 8: TOCS-W16.8-2, TOCS-W16.8-3, TOCS-W16.8-4: DD1 throws 2 in box 2; a hit disables or sinks."""
    ends = {"turn-end/T1.1": (1, 1), "patrol/": (6,), "hunt/": (2,), "lurk/": (6,)}

    def hunt(*boats: str, depth: tuple[int, int] = (1, 1)) -> Scene:
        s = at_sea((ship("DD1"),), tuple(ship(b, "submarine", "red", box=1) for b in boats), dice={**ends, "depth/": depth})
        s.does("DD1", "DD1: sweep for subs")
        s.close()
        return s

    assert said(hunt(), "blue") == said(hunt("U1"), "blue")
    sunk = hunt("U1", depth=(6, 6))
    assert now(sunk, "U1", "red").sunk and any("submarine is sunk" in line for line in said(sunk, "blue"))


def test_submarines_left_attack_one_ship_in_their_box_by_order_and_drop_a_box() -> None:
    """TOCS-W16.8-4: SUBS HOLD keeps them still; a miss runs by unseen; the victim reads of a hit."""
    ends = {"turn-end/T1.1": (1, 1), "lurk/": (2,)}
    prey = (ship("TR", "transport", box=1, **LST), ship("ERE", "monitor", box=1))
    hit = at_sea(prey, (ship("U1", "submarine", "red", box=2),), dice={**ends, "torpedo/": (5, 4)})
    hit.close()
    (shot,) = hit.happened(e.Torpedoed)
    assert (shot.target, shot.result, shot.drms) == ("transport", "2X", (("transport", 1),))
    assert any(line.startswith("TR torpedoed") for line in said(hit, "blue"))
    held = at_sea(prey, (ship("U1", "submarine", "red", box=2),), dice=ends, standing={"red": ("SUBS HOLD",)})
    held.close()
    assert not held.happened(e.Torpedoed)


def test_aircraft_on_patrol_attack_a_submarine_in_their_box_at_once() -> None:
    """TOCS-W16.8-1."""
    s = at_sea((ship("CV1", "carrier", planes=2),), (ship("U1", "submarine", "red", box=3),), planes=(plane(),),
               dice={"hunt/": (3,), "depth/": (6, 5)})  # fmt: skip
    s.does("CV1", "CV1: fly SQ1")
    s.does("SQ1", "SQ1: sweep")
    assert now(s, "U1", "red").sunk


def test_mines_are_laid_in_shallow_water_met_on_the_way_and_lifted_unseen() -> None:
    """Case 5: TOCS-W17.4-1: three factors; swept by one, two are left, sweepers lead; who laid them reads nothing of it."""
    s = at_sea((ship("ML2", "minelayer"), ship("ML3", "minelayer")), own_sea={"fleets": {"TF1": ("ML2", "ML3")}})
    assert s.check("TF1", "TF1: lay mines 01.03")[0].rule == "TOCS-W17.4-1"
    s.comes_off("TF1", "TF1: lay mines 02.03")
    assert s.forces().sea.mines == {Hex("02.03"): 2} and said(s, "red") == ()
    swept = at_sea((ship("MS1", "minesweeper"), ship("LCA1", "landing_craft", **LCA)), (ship("R9", "minelayer", "red", **OUT),),
                   red_sea={"mines": {Hex("02.03"): 3}}, dice={"mines/MS1": (1, 1), "mines/LCA1": (5, 4)})  # fmt: skip
    swept.does("MS1", "MS1: lift mines 02.03")
    assert said(swept, "red") == () and swept.board.swept == {"red 02.03": 1}
    swept.does("LCA1", "LCA1: bring to 02.03")
    assert not now(swept, "LCA1").damage  # 9 - 2, known, against two factors
    struck = at_sea((ship("LCA1", "landing_craft", **LCA),), (ship("R9", "minelayer", "red", **OUT),),
                    red_sea={"mines": {Hex("02.03"): 3}}, dice={"mines/": (5, 4)})  # fmt: skip
    struck.does("LCA1", "LCA1: bring to 02.03")
    assert now(struck, "LCA1").damage and Hex("02.03") in struck.forces().sea.dangers


# ---------------------------------------------------------------- ports, cargo, landings


def test_docking_takes_two_actions_and_undocking_none() -> None:
    """TOCS-W17.7-1, TOCS-W12.5-1, TOCS-W12.6-1: berths, fewer for damage; a naval base takes any vessel."""
    s = at_sea((ship("TR", "transport", **LST), ship("T2", "transport")), blue_sites=(HAVEN,))
    s.comes_off("TR", "TR: dock at 08.01")
    assert (now(s, "TR").port, now(s, "TR").box) == ("haven", 1)
    s.close()
    s.close()
    s.comes_off("TR", "TR: undock")
    assert (now(s, "TR").port, now(s, "TR").box) == ("", 2)
    full = at_sea((ship("TR", "transport"),), blue_sites=(replace(HAVEN, damage=2),))
    assert full.check("TR", "TR: dock at 08.01")[0].words == "Haven has no more berths"
    base = at_sea((ship("TR", "transport"),), blue_sites=(replace(HAVEN, kind="naval_base", ships=0),))
    assert base.check("TR", "TR: dock at 08.01") == ()


def test_ships_that_leave_port_or_go_in_are_announced_and_may_be_intercepted() -> None:
    """TOCS-W16.0-2, TOCS-W16.3-1, TOCS-W17.7-1: who is sunk or disabled on the way in does not dock."""
    s = at_sea((ship("TR", "transport", port="haven", **LST),), (ship("Z1", side="red"),), blue_sites=(HAVEN,))
    s.comes_off("TR", "TR: undock")
    assert said(s, "red") == ("Blue naval units came into Roads",) and len(s.happened(e.InterceptionTried)) == 1
    for thrown, docks in (((6,), True), ((1,), False)):
        s = at_sea((ship("TR", "transport", dp=1, **LST),), (ship("Z1", "cruiser", "red"),), blue_sites=(HAVEN,),
                   dice={"seek/blue": (6,), "seek/red": thrown, "sea-guns": (6, 6)})  # fmt: skip
        s.does("TR", "TR: dock at 08.01")
        assert said(s, "red")[0] == "Blue naval units left Roads"
        assert (now(s, "TR").port == "haven", now(s, "TR").sunk) == (docks, not docks)


def test_a_ship_goes_once_a_turn_to_a_zone_or_a_port() -> None:
    """TOCS-W17.1-1: putting out again counts for nothing."""
    s = at_sea((ship("TR", "transport", moved=True, **LST), ship("T2", "transport", **LST)), blue_sites=(HAVEN,))
    assert s.check("TR", "TR: dock at 08.01")[0].rule == "TOCS-W17.1-1"
    s.comes_off("T2", "T2: dock at 08.01")
    assert now(s, "T2").moved
    round_about(s)
    s.comes_off("T2", "T2: undock")
    round_about(s)
    assert "has gone to another zone" in s.check("T2", "T2: sail High Sea")[0].words


def test_ships_in_port_rise_as_those_at_sea_do() -> None:
    """TOCS-W16.1-4, TOCS-W16.1-5, TOCS-W17.8-1: so that they load and unload turn after turn."""
    docked, afloat = ship("TR", "transport", port="haven", box=0, **LST), ship("T2", "transport", box=0)
    s = at_sea((docked, afloat), blue_sites=(HAVEN,), dice={"turn-end/T1.2": (1, 1)})
    s.close()
    assert now(s, "TR").box == now(s, "T2").box == 1
    s.close()
    assert s.public.turn == 2 and now(s, "TR").box == now(s, "T2").box == 2
    s.comes_off("TR", "TR: load B")
    s.close()
    assert now(s, "TR").box == 1, "who acted does not rise"


@pytest.mark.parametrize(
    ("turn_", "kind", "bars"), [(1, "vehicle_platoon", True), (2, "vehicle_platoon", False), (1, "company", False)]
)
def test_no_vehicles_land_over_a_steep_beach_in_the_first_turn(turn_: int, kind: str, bars: bool) -> None:
    """TOCS-W11.8.1-1 (ruling N7): steep is the beach off deep water."""
    s = at_sea(pieces=(Piece("TK", "08.01", kind),))
    view = s.view()
    zones = {name: replace(zone, water={**zone.water, Hex("02.03"): "deep"}) for name, zone in view.game.ground.zones.items()}
    game = replace(view.game, ground=replace(view.game.ground, zones=zones))
    view = replace(view, game=game, public=replace(view.public, turn=turn_))
    why = lading.cannot_land(view, s.forces().counter(s.unit("TK")), Hex("02.03"), Hex("03.03"))
    assert ("too steep" in why) is bars


def test_a_port_that_the_enemy_takes_lets_ships_go_and_keeps_the_disabled() -> None:
    """Case 10: TOCS-W12.5-1, ruling N10: they put out into box 0; one that is disabled is lost with what is aboard."""
    docked = (ship("ERE", "monitor", port="haven"), ship("TR", "transport", port="haven", disabled=True, **LST))
    s = at_sea(docked, pieces=(Piece("41RM", "08.01"), Piece("B", "06.08")), reds=(Piece("R", "07.02"),), aboard={"41RM": "TR"},
               own="08.01 06.08", dice={"turn-end": (6, 6)})  # fmt: skip
    s.play.happen([e.FacilityChanged(HAVEN, "set up", ("blue",))])
    s.close()
    s.activate("R")
    s.does("R", "move 08.01")
    s.settle()
    assert s.owner("08.01") == "red"
    assert (now(s, "ERE").port, now(s, "ERE").box, now(s, "ERE").sunk) == ("", 0, False)
    assert now(s, "TR").sunk and s.unit("41RM").status == "dead" and any("HMS TR sunk" in line for line in said(s, "blue"))


def test_cargo_moves_at_the_transfer_rate_in_port() -> None:
    """TOCS-W17.8-1."""
    s = at_sea(
        (ship("TR", "transport", port="haven", **LST),), blue_sites=(HAVEN,), pieces=(Piece("B", "08.01"), Piece("C", "08.01"))
    )
    assert s.check("TR", "TR: load B, C")[0].rule == "TOCS-W17.8-1"
    s.comes_off("TR", "TR: load B")
    assert (s.unit("B").status, s.unit("B").ship, now(s, "TR").box) == ("off", "TR", 2)
    s.comes_off("TR", "TR: unload B")
    assert (s.unit("B").status, s.unit("B").hex, s.unit("B").ship) == ("map", "08.01", "")


def landing(shore: str = "03.03", **more: Any) -> Scene:
    ships = (ship("LST3", "transport", **LST), ship("LCA1", "landing_craft", aboard="LST3", **LCA))
    traits = more.pop("traits", ())
    pieces = (Piece("41RM", "08.01", traits=traits), Piece("B", "08.02"))
    s = at_sea(ships, pieces=pieces, aboard={"41RM": "LST3"}, **more)
    s.does("LST3", "LST3: boats 41RM to LCA1")
    s.does("LCA1", "LCA1: bring 41RM to 02.03" if shore == "03.03" else "LCA1: bring 41RM to 03.01")
    return s


def test_units_go_from_ship_to_craft_to_the_water_and_ashore() -> None:
    """Case 4: TOCS-W17.9-1, TOCS-W16.0-5, TOCS-W11.8.1-1, TOCS-W11.7-2: a box each, an OP for the landing, no AP left after it."""
    s = landing()
    assert (now(s, "LST3").box, now(s, "LCA1").box, now(s, "LCA1").hex) == (2, 1, "02.03")
    assert s.does("41RM", "41RM: move 03.03").failure is None
    assert s.active().ap == 0 and s.owner("03.03") == "blue" and s.unit("41RM").ship == ""
    assert any(line.startswith("enemy landing craft in 02.03") for line in said(s, "red"))


def test_craft_inshore_are_not_alongside() -> None:
    """TOCS-W17.9-1: nobody goes over into craft that lie off the beach already, past its mines and guns."""
    ships = (ship("LST3", "transport", **LST), ship("LCA1", "landing_craft", hex=Hex("02.03"), **LCA))
    s = at_sea(ships, pieces=(Piece("41RM", "08.01"), Piece("B", "08.02")), aboard={"41RM": "LST3"}, own="08.01 02.03")
    assert s.check("LST3", "LST3: boats 41RM to LCA1")[0].words == "LCA1 is not alongside LST3"


def test_only_commandos_land_on_a_rocky_coast() -> None:
    """Case 9: TOCS-W11.8.2-1."""
    assert landing("03.02").check("41RM", "41RM: move 03.02")[0].rule == "TOCS-W11.8.2-1"
    assert landing("03.02", traits=("commando",)).check("41RM", "41RM: move 03.02") == ()


def test_an_attack_out_of_craft_comes_over_open_water() -> None:
    """TOCS-W17.9-1, TOCS-W11.7-2 (ruling N7)."""
    s = landing(reds=(Piece("R", "03.03", strength=1),))
    assert s.does("41RM", "41RM: attack 03.03 hasty").failure is None
    s.fight()
    assert any("water" in words for words in s.happened(e.BattleRolled)[0].drms)


def test_men_are_brought_off_a_beach() -> None:
    """TOCS-W17.9-1: evacuation."""
    s = at_sea((ship("LCA1", "landing_craft", hex=Hex("02.03"), **LCA),), pieces=(Piece("B", "03.03"),), own="03.03 02.03")
    s.comes_off("LCA1", "LCA1: load B")
    assert (s.unit("B").ship, s.unit("B").hex) == ("LCA1", "02.03")


# ---------------------------------------------------------------- guns


def test_naval_guns_shell_by_size_and_range_and_coast_guns_answer_by_order() -> None:
    """Case 7: TOCS-W16.4-1, TOCS-W17.5-1, TOCS-W10.24-5: HOLD reads as a world without the battery."""
    battery = (Piece("W17", "03.03", "battery", range=4), Piece("R", "03.04"))
    s = at_sea((ship("ERE", "monitor"),), reds=battery, coast_guns={"W17": 9}, dice={"coast-guns/": (4, 3)})
    s.does("ERE", "ERE: shell 03.04")
    assert s.happened(e.ShipsShelled)[0].bore == "14-16" and now(s, "ERE").box == 2
    assert s.happened(e.CoastGunsFired) and now(s, "ERE").damage
    assert at_sea((ship("DD1"),)).check("DD1", "DD1: shell 08.08")[0].rule == "TOCS-W17.5-1"
    held = at_sea((ship("ERE", "monitor"),), reds=battery, coast_guns={"W17": 9}, standing={"red": ("COAST GUNS HOLD",)})
    none = at_sea((ship("ERE", "monitor"),), reds=battery)
    for world in (held, none):
        world.does("ERE", "ERE: shell 03.04")
    assert said(held, "blue") == said(none, "blue") and said(held, "red") == said(none, "red")


def test_cover_counts_in_a_battle_and_is_paid_once() -> None:
    """Case 6: TOCS-W17.6-1: a strike by one ship, a bombardment by three; over with the enemy's next impulse."""
    s = at_sea((ship("ERE", "monitor"),), pieces=(Piece("B", "03.03"),), reds=(Piece("R", "04.02", strength=9),), own="03.03",
               phasing="blue")  # fmt: skip
    s.comes_off("ERE", "ERE: cover 03.03")
    s.close()
    assert s.does("R", "R: attack 03.03 hasty").failure is None
    s.fight()
    (rolled,) = s.happened(e.BattleRolled)
    assert any("ERE" in line and "naval strike" in line for line in rolled.defender.lines)
    assert now(s, "ERE").covers is None and "Blue naval guns fired in the battle for 03.03" in said(s, "red")


# ---------------------------------------------------------------- aircraft of ships


def test_a_carrier_has_boxes_of_its_own_and_launches_into_box_three() -> None:
    """TOCS-W16.2-2, TOCS-W16.2-3, TOCS-W16.2-4, TOCS-W16.2-5: it costs the ship a box, landing none."""
    s = at_sea((ship("CV1", "carrier", planes=2),), planes=(plane(),))
    s.does("CV1", "CV1: fly SQ1")
    assert (now(s, "CV1").box, s.forces().sea.planes["SQ1"].box) == (2, 3)
    assert said(s, "red") == ("Blue aircraft came into Roads",)
    s.does("SQ1", "SQ1: home to CV1")
    assert s.forces().air.aircraft["SQ1"].box == "landed" and now(s, "CV1").box == 2
    docked = at_sea((ship("CV1", "carrier", planes=2, port="haven"),), planes=(plane(),))
    assert docked.check("CV1", "CV1: fly SQ1")[0].rule == "TOCS-W16.1-1"


def test_aircraft_fly_on_to_one_more_zone_without_a_throw() -> None:
    """TOCS-W16.2-1."""
    s = at_sea((ship("CV1", "carrier", planes=2),), planes=(plane(),))
    s.does("CV1", "CV1: fly SQ1")
    s.does("SQ1", "SQ1: sail High Sea")
    flown = s.forces().sea.planes["SQ1"]
    assert (flown.zone, flown.box, flown.legs) == ("deeps", 1, 2)
    round_about(s)
    assert s.check("SQ1", "SQ1: sail Roads")[0].rule == "TOCS-W16.2-1"


def test_homeless_aircraft_land_elsewhere_or_ditch() -> None:
    """TOCS-W16.5-4, TOCS-W16.1-5."""
    lost = ship("CV1", "carrier", planes=2, sunk=True)
    up = {"SQ1": Plane("SQ1", "roads", 1)}
    ends = {"turn-end/T1.1": (1, 1)}
    s = at_sea((lost, ship("CV2", "carrier", planes=1)), planes=(plane(box="over the sea"),), own_sea={"planes": up}, dice=ends)
    s.close()
    assert (s.forces().air.aircraft["SQ1"].base, s.forces().sea.planes) == ("CV2", {})
    decks = (lost, *(ship(call, "carrier", planes=1) for call in ("CV2", "CV3")))
    told = at_sea(decks, planes=(plane(box="over the sea"),), own_sea={"planes": up}, dice=ends,
                  standing={"blue": ("SEA RESCUE TO CV3",)})  # fmt: skip
    told.close()
    assert told.forces().air.aircraft["SQ1"].base == "CV3"
    none = at_sea((lost,), planes=(plane(box="over the sea"),), own_sea={"planes": up}, dice=ends)
    none.close()
    assert none.forces().air.aircraft["SQ1"].box == "away"


def test_nothing_takes_off_in_fog_as_an_interception_opens() -> None:
    """TOCS-W16.3-5, TOCS-W13.3-2."""
    for fog, box in ((False, "over the sea"), (True, "ready")):
        s = at_sea((ship("CV1", "carrier", planes=2, **OUT), ship("DD1")), (ship("Z1", side="red", **OUT),), planes=(plane(),),
                   standing={"blue": ("SEA LAUNCH ALL",)}, dice={"sail/": (1,), "seek/blue": (1,), "seek/red": (6,)})  # fmt: skip
        s.play.happen((e.SeaWeatherChanged("deeps", replace(s.public.weather, fog=fog), ()),))
        s.does("DD1", "DD1: sail High Sea")
        assert s.forces().air.aircraft["SQ1"].box == box


def test_aircraft_aboard_go_down_with_their_carrier() -> None:
    """TOCS-W16.5-3, TOCS-W17.8-2: for good; those in the air are homeless."""
    up = {"SQ2": Plane("SQ2", "roads", 2)}
    s = at_sea((ship("CV1", "carrier", planes=2, dp=1),), (ship("Z1", "cruiser", "red", **OUT),), own_sea={"planes": up},
               planes=(plane(), plane("SQ2", box="over the sea")),
               dice={"sail/": (1,), "seek/blue": (6,), "seek/red": (1,), "sea-guns/": (6, 6)})  # fmt: skip
    s.does("CV1", "CV1: sail High Sea")
    assert now(s, "CV1").sunk
    assert {call: craft.box for call, craft in s.forces().air.aircraft.items()} == {"SQ1": "away", "SQ2": "over the sea"}


def test_aircraft_driven_off_whose_carrier_is_gone_find_another_deck_or_ditch() -> None:
    """TOCS-W16.5-4."""
    for decks, ends in (((ship("CV2", "carrier", planes=1),), ("landed", "CV2")), ((), ("away", "CV1"))):
        s = at_sea((ship("CV1", "carrier", planes=2, sunk=True), *decks), (ship("G1", "carrier", "red", planes=2, **OUT),),
                   planes=(plane(box="over the sea"),), red_planes=(plane("R1", "G1", "over the sea", side="red"),),
                   own_sea={"planes": {"SQ1": Plane("SQ1", "roads", 3)}}, red_sea={"planes": {"R1": Plane("R1", "roads", 2)}},
                   standing={"blue": ("SEA SCREEN AIR NONE",), "red": ("SEA SCREEN AIR ALL",)},
                   dice={"seek/blue": (1,), "seek/red": (6,), "sea-air/": (2, 3)})  # fmt: skip
        s.does("SQ1", "SQ1: search box 2")
        craft = s.forces().air.aircraft["SQ1"]
        assert (craft.box, craft.base) == ends


def test_aircraft_of_a_ship_fly_inland_and_come_back_aboard() -> None:
    """TOCS-W16.4-2, TOCS-W16.4-3."""
    s = at_sea((ship("CV1", "carrier", planes=2),), planes=(plane(),))
    s.does("CV1", "CV1: fly SQ1 recon 05.05")
    assert (now(s, "CV1").box, s.forces().air.aircraft["SQ1"].box) == (2, "in flight")
    round_about(s)
    assert s.happened(e.HexesFlownOver)
    s.close()
    assert s.forces().air.aircraft["SQ1"].box == "landed"


def test_ships_at_anchor_are_not_seen_from_the_shore() -> None:
    """TOCS-W16.0-3: nothing of them is in the other side's picture."""
    s = at_sea((ship("DD1"),), reds=(Piece("R", "03.03"),))
    round_about(s)
    assert "DD1" not in repr(s.picture("red")) and said(s, "red") == ()


def test_zones_have_weather_of_their_own() -> None:
    """TOCS-W13.3-2: no boats in heavy wind."""
    s = at_sea((ship("LST3", "transport", **LST), ship("LCA1", "landing_craft", aboard="LST3", **LCA)), aboard={"41RM": "LST3"},
               pieces=(Piece("41RM", "08.01"), Piece("B", "08.02")))  # fmt: skip
    storm = replace(s.public.weather, wind="heavy")
    s.play.happen((e.SeaWeatherChanged("roads", storm, ()),))
    assert s.check("LST3", "LST3: boats 41RM to LCA1")[0].rule == "TOCS-W13.3-2"


# ---------------------------------------------------------------- questions

TRANSPORT = ship("TR1", "transport", dp=1, zone="deeps")
CAUGHT: dict[str, tuple[int, ...]] = {"sail/": (1,), "seek/blue": (1,), "seek/red": (6,), "sea-guns/": (6, 6)}


def test_what_acts_cost_a_ship_and_what_it_needs_to_sail() -> None:
    """TOCS-W17.0-1, TOCS-W16.1-3: of its own picture; a fleet goes by its lowest ship."""
    s = at_sea((ship("DD1", box=2), ship("LST3", "transport", lift=12, points=1)))
    assert sea_answers.cost(s.game, s.picture(), "DD1") == (
        "DD1: each act costs a box and no OP; box 2: 2 more acts, one an impulse",
        "sail High Sea: 1d6, 5 or less; a box lower either way",
    )
    assert sea_answers.cost(s.game, s.picture(), "LST3")[1].startswith("sail High Sea: 1d6, loaded transports +1, 6 or less")
    moved = at_sea((ship("DD1", moved=True),))
    assert len(sea_answers.cost(moved.game, moved.picture(), "DD1")) == 1


def test_why_of_a_battle_at_sea_and_what_a_summary_holds_of_the_sea() -> None:
    """TOCS-1.2-1, TOCS-W16.5-2, TOCS-W16.7-1: each side what it was told, with the rows."""
    s = at_sea((ship("CR1", "cruiser"),), (TRANSPORT,), dice=CAUGHT)
    s.does("CR1", "sail High Sea")
    kept = tuple(seen for desk, seen in s.play.seen if desk == "blue" and battle_report.kept(seen))
    told = sea_answers.why(s.game, s.picture(), kept, 1)
    assert told[0].endswith("(TOCS-W16.5-1)") and any("(TOCS-W16.7-1)" in line for line in told), told
    assert told[-1] == "Red ship sunk: HMS TR1, transport (TOCS-W16.5-2)"
    assert sea_answers.why(s.game, s.picture(), kept, 2) == ("there was no battle S2 at sea that you know of",)
    assert list(sea_answers.enemy_afloat(s.game, s.picture()))[-1] == " sunk to date: HMS TR1 (T1.1)"
    assert not list(sea_answers.enemy_afloat(s.game, s.picture("red")))


def test_a_ship_that_was_sunk_scores_for_the_other_side_and_on_its_own_paper() -> None:
    """TOCS-5.0-1, TOCS-1.2-1: by its class; what a side counts itself and what the referee counts agree."""
    paid = Victory("blue", "sunk", 3, "destroyed", (), (), ("ship_transport",), "a transport sunk")
    s = at_sea((ship("CR1", "cruiser"),), (TRANSPORT,), victory={"blue": (paid,)}, dice=CAUGHT)
    assert own_points(s.game, s.picture()) == (("a transport sunk", 0),)
    s.does("CR1", "sail High Sea")
    assert own_points(s.game, s.picture()) == (("a transport sunk", 3),)
    assert next(total for side, _, total in turn.tallies(s.play.moment) if side == "blue") == 3


def test_ships_are_the_seats_that_has_them_else_the_commanders() -> None:
    """TOCS-W16.1-1, ruling N13."""
    s = at_sea((ship("DD1"),))
    assert chain(s.forces(), "DD1") == ()
    lent = at_sea((ship("DD1"),), own_sea={"under": ("SQN",)})
    assert chain(lent.forces(), "DD1") == ("SQN",)
