"""Landings from the air: zones, drift, descent, the ground, the enemy, and what the two sides are told (TOCS-W15.15, W15.16,
MASL-7.1)."""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

from pbem.kernel.charts.tables import Grid
from pbem.kernel.hexes import DIRECTIONS, Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs.actions import flight as flight_action
from pbem.rulesets.tocs.actions import flights as flights_action
from pbem.rulesets.tocs.flights import GLIDER, PARACHUTE, SUPPLY, FlightLeg, FlightPlan, Schedule, Stick, Wave, gap, unbroken
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.observations import what
from pbem.rulesets.tocs.reports import flights as words
from pbem.rulesets.tocs.reports import map_view, sitrep_lines
from pbem.rulesets.tocs.reports.headline import headline
from pbem.rulesets.tocs.reports.wording import source_of
from pbem.rulesets.tocs.rules import descent, drift, zoc
from pbem.rulesets.tocs.rules.supply import in_los
from pbem.rulesets.tocs.told_events import (
    AircraftHeard,
    DescentSeen,
    EngagementMarked,
    FlakFired,
    FlightFiled,
    FlightFlown,
    OwnerChanged,
    StickLanded,
    WaveTried,
)
from pbem.rulesets.tocs.units import Freedom
from tests.rulesets.tocs.builder import Piece, Scene, ground, river

GRID = cast(Grid, library.charts("tocs")["descending-drift"])
PATH = tuple(Hex(f"04.0{row}") for row in range(1, 6))
OMGN = {"flight_hit": "skew", "flak_over_zone": "drift", "drop_terrain": "780", "drop_on_enemy": "engagement"}
WAR = {"flight_hit": "zone", "flak_over_zone": "degrade", "drop_terrain": "623", "drop_on_enemy": "ambush"}


def flight(*units: str, call: str = "J1", load: str = PARACHUTE, at: str = "04.05", **more: Any) -> FlightPlan:
    sticks = (Stick(tuple(u.lower() for u in units), load, Hex(at), more.pop("bank", "")),) if units else ()
    made = {"aircraft": 2, "path": PATH, "turn": 1, "aboard": sticks, **more}
    return FlightPlan(call, printed=made["path"], printed_aboard=sticks, **made)


def drop(
    *flights: FlightPlan, red: tuple[Piece, ...] = (Piece("R", "08.08"),), land: Ground | None = None, rules: dict[str, str] = OMGN,
    waves: dict[int, Wave] | None = None, off: tuple[Piece, ...] = (), **more: Any,
) -> Scene:  # fmt: skip
    """An impulse of blue's that begins with these flights; blue holds the corner, red the rest."""
    schedule = Schedule({f.call: f for f in flights}, waves or {})
    known = {p.counter.id for p in off}
    names = [name for f in flights for name in f.units if name not in known]
    blue = [*off, *(Piece(name.upper(), "01.01", status="off") for name in names), Piece("B", "01.01")]
    s = Scene(blue, red, own=more.pop("own", "01.01"), land=land or ground(), phase=more.pop("phase", "weather"),
              sides={"blue": {"schedule": schedule}}, switches=rules, **more)  # fmt: skip
    s.settle()
    return s


def dice(**faces: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """drop=(3, 3): a descent without drift."""
    return {"drop/J1/D/way": faces.get("way", (1,)), "drop/": faces.get("drop", (3, 3)), "bank/": faces.get("bank", (1,)),
            "drift/": faces.get("drift", (1,)), "flak/": faces.get("flak", (1, 1)), "rate/": faces.get("rate", (1,))}  # fmt: skip


# ---------------------------------------------------------------- descent


def test_every_modifier_of_the_chart_is_obeyed() -> None:
    assert set(GRID.drms) == set(descent.DRMS)


@pytest.mark.parametrize(
    ("load", "thrown", "facts", "hexes"),
    [
        ("parachute", 8, {}, 0), ("parachute", 9, {}, 1), ("glider", 9, {}, 0), ("supply", 11, {}, 2),
        ("parachute", 11, {"elr": 5}, 1), ("parachute", 12, {"pathfinders": 1}, 1), ("parachute", 4, {"pathfinders": 2}, 0),
        ("parachute", 8, {"night": True}, 1), ("parachute", 7, {"night": True, "moon": "new"}, 1),
        ("parachute", 9, {"night": True, "pathfinders": 1}, 0), ("parachute", 8, {"wind": "moderate"}, 1),
        ("parachute", 9, {"wind": "gusty"}, 2), ("parachute", 8, {"overcast": True}, 1), ("parachute", 8, {"fog": True}, 2),
        ("parachute", 8, {"hits": 2}, 1),
    ],
)  # fmt: skip
def test_how_far_one_is_carried(load: str, thrown: int, facts: dict[str, Any], hexes: int) -> None:
    """TOCS-W15.15-6, TOCS-W15.12-2, TOCS-W15.16-2, MASL-7.1-8."""
    fair = {"elr": 3, "night": False, "moon": "", "wind": "calm", "overcast": False, "fog": False, **facts}
    assert descent.hexes(GRID, descent.Descent(load, **fair), thrown) == hexes


def test_a_stick_that_drifts_into_the_river_is_dispersed_and_a_die_gives_its_bank() -> None:
    """Case 5: TOCS-W15.15-8, MASL-7.1-9, MASL-7.1-11: the German is told a hex, and what came down."""
    land = ground("", river("01.06 02.06 03.06 04.06 05.06 06.06 07.06 08.06", "SW", "NE"))
    elite = Piece("D", "01.01", status="off", elr=5)
    s = drop(flight("D"), off=(elite,), land=land, dice=dice(drop=(5, 6), way=(4,), bank=(1,)))
    unit = s.unit("D")
    assert (unit.hex, unit.state) == ("04.06", 5) and land.banks[Hex("04.06")][unit.bank].count("N")
    assert [(d.hex, d.load) for d in s.learnt("red", DescentSeen)] == [("04.06", "parachute")]
    assert [(o.hex, o.owner, o.how) for o in s.learnt("red", OwnerChanged)] == [("04.06", "blue", "parachutes")]
    assert not s.learnt("red", StickLanded) and not s.learnt("red", FlightFlown)


@pytest.mark.parametrize(
    ("terrain", "load", "rules", "state"),
    [
        ("woods", PARACHUTE, OMGN, 3), ("woods", PARACHUTE, WAR, 0), ("forest", PARACHUTE, WAR, 3), ("city", GLIDER, OMGN, 3),
        ("bocage", GLIDER, WAR, 1), ("bocage", PARACHUTE, WAR, 0), ("bocage", GLIDER, OMGN, 0), ("farmland", GLIDER, WAR, 0),
    ],
)  # fmt: skip
def test_the_ground_hurts_who_comes_down_on_it(terrain: str, load: str, rules: dict[str, str], state: int) -> None:
    """TOCS-W15.15-8, MASL-7.1-9."""
    s = drop(flight("D", load=load), land=ground(f"04.05 {terrain}"), rules=rules, dice=dice())
    assert s.unit("D").state == state


@pytest.mark.parametrize(("rules", "state", "why"), [
    (WAR, 3, "came down among trees or houses"), (OMGN, 0, ""),
])  # fmt: skip
def test_a_hex_with_some_trees_is_hard_ground_but_in_nijmegen(rules: dict[str, str], state: int, why: str) -> None:
    """TOCS-W15.15-8, MASL-7.1-9: any forest, jungle or city; there a hex that is nothing else."""
    s = drop(flight("D"), land=ground(detail="04.05 met N forest"), rules=rules, dice=dice())
    (row,) = (r for seen in s.learnt("blue", StickLanded) for r in seen.landings)
    assert (s.unit("D").state, row.why) == (state, why)
    assert (
        drop(flight("D"), land=ground("04.05 city", detail="04.05 met N open"), rules=rules, dice=dice()).unit("D").state == state
    )


@pytest.mark.parametrize(("land", "rules", "state"), [
    ("city", OMGN, 0), ("city", WAR, 3), ("river", OMGN, 0), ("river", WAR, 5),
])  # fmt: skip
def test_in_nijmegen_only_ground_that_nobody_holds_is_hard(land: str, rules: dict[str, str], state: int) -> None:
    """MASL-7.1-9, MASL-7.1-10: on the enemy there is an engagement, and that is all."""
    wet = ground("", river("03.05 04.05 05.05"))
    s = drop(flight("D"), land=wet if land == "river" else ground(f"04.05 {land}"), red=(Piece("R", "04.05"), Piece("Q", "08.08")),
             rules={**rules, "drop_on_enemy": "engagement"}, dice=dice())  # fmt: skip
    assert s.unit("D").state == state and s.public.engaged


def test_a_hill_is_hard_in_nijmegen_alone() -> None:
    """MASL-7.1-9: a hex that falls away on every side."""
    hill = ground("04.05 open 1")
    assert drop(flight("D"), land=hill, dice=dice()).unit("D").state == 3
    assert drop(flight("D"), land=hill, rules=WAR, dice=dice()).unit("D").state == 0


def test_open_water_drowns() -> None:
    """TOCS-W15.15-8."""
    s = drop(flight("D"), land=ground("04.05 lake"), dice=dice())
    assert s.unit("D").status == "dead"


def test_who_lands_has_three_turns_of_supply_and_no_zone_nor_guns_until_its_second_impulse() -> None:
    """TOCS-W15.15-10, TOCS-W8.3-8."""
    s = drop(flight("D"), dice=dice(), turns=4)
    unit = s.unit("D")
    assert unit.gathers == 1 and unit.landed == 1 and in_los(s.view(), unit) and not zoc.exerts(s.view(), unit)
    s.close()
    s.close()
    assert s.public.phasing == "blue" and zoc.exerts(s.view(), s.unit("D"))


def test_headquarters_come_down_first_then_by_call() -> None:
    """TOCS-W15.15-6: one throw for each counter, or (by the switch) one for all."""
    staff = Piece("Z", "01.01", "hq", status="off")
    s = drop(flight("C", "Z", "A"), off=(staff,), dice=dice())
    rows = [seen.landings for seen in s.learnt("blue", StickLanded) if seen.landings]
    assert [landing.call for landing in rows[0]] == ["Z", "A", "C"]
    assert sum(t.occasion.startswith("drop/J1/") for t in s.dice.thrown) == 3
    s = drop(flight("C", "Z", "A"), off=(staff,), dice=dice(), rules={**OMGN, "drift_roll": "flight"})
    assert sum(t.occasion.startswith("drop/J1/") for t in s.dice.thrown) == 1


# ---------------------------------------------------------------- the enemy


def test_the_first_to_land_on_the_enemy_opens_an_engagement_and_the_next_joins_it_fatigued() -> None:
    """Case 6: TOCS-W15.15-9, MASL-7.1-10."""
    s = drop(flight("C", "D"), red=(Piece("R", "04.05"),), dice=dice())
    assert s.public.engaged == {Hex("04.05"): "red"} and [s.unit("C").state, s.unit("D").state] == [0, 1]
    assert len(s.learnt("red", EngagementMarked)) == 1 and s.public.battles == 0
    assert len(s.learnt("red", DescentSeen)) == 1  # of two companies


def test_by_the_rules_of_the_war_they_are_ambushed_first() -> None:
    """TOCS-W15.15-9."""
    s = drop(flight("C"), red=(Piece("R", "04.05"),), rules=WAR, dice=dice(), cell="-/-")
    assert s.public.battles == 1 and s.public.engaged == {Hex("04.05"): "red"}
    assert not s.forces().schedule.flights["J1"].struck


def test_in_own_ground_the_enemy_is_told_nothing_but_what_is_heard() -> None:
    """MASL-7.1-11, TOCS-1.2-4."""
    s = drop(flight("D"), own="01.01 04.05", dice=dice())
    assert not s.learnt("red", DescentSeen) and not s.learnt("red", OwnerChanged) and not s.learnt("red", AircraftHeard)


# ---------------------------------------------------------------- fire over the zone


def flak(where: str) -> Piece:
    return Piece("20GRA", where, kind="asset", arm="light_flak", aa=1, aa_class="light", rof=6)


def test_hits_count_until_the_zone_and_pathfinders_take_them_back() -> None:
    """Case 4: TOCS-W15.15-5, TOCS-W15.12-2, TOCS-W15.0-4."""
    red = (flak("03.03"),)
    hit = dice(flak=(6, 5), drift=(2,))
    for helpers, zone, thrown in ((0, "06.04", 2), (1, "05.05", 1), (2, "04.05", 0)):
        s = drop(flight("D", pathfinders=helpers), red=red, rules=WAR, dice=hit)
        assert s.learnt("blue", FlightFlown)[0].zone == zone
        assert sum(t.occasion.startswith("drift/") for t in s.dice.thrown) == thrown
    assert [leg.turned for leg in s.learnt("blue", FlightFlown)[0].legs] == ["", ""]


def test_fire_over_the_zone_degrades_by_die_or_worsens_the_drift() -> None:
    """TOCS-W15.15-7, MASL-7.1-8."""
    red, hit = (flak("04.06"),), dice(flak=(6, 5), drop=(4, 4))
    s = drop(flight("D"), red=red, rules=WAR, dice=hit)
    assert s.unit("D").state == 1 and s.unit("D").hex == "04.05"
    s = drop(flight("D"), red=red, dice=hit)
    assert s.unit("D").state == 0 and s.unit("D").hex == "04.04"  # 8 and 1 more for the hit: one hex to the north


# ---------------------------------------------------------------- supplies


def test_supplies_are_whose_ground_they_fall_on() -> None:
    """Case 7: TOCS-W15.16-2, TOCS-W15.16-1: both are told the hex; in a river they are lost."""
    s = drop(flight(points=2), dice=dice())
    assert [(x.sp, x.hex) for x in s.forces("red").sources.values()] == [(2, "04.05")] and not s.forces().sources
    assert [(d.hex, d.gained) for d in s.learnt("red", DescentSeen)] == [("04.05", 2)]
    assert [row.landed for seen in s.learnt("blue", StickLanded) for row in seen.landings] == ["04.05", "04.05"]
    s = drop(flight(points=1), own="01.01 04.05", dice=dice())
    assert [(x.kind, x.sp) for x in s.forces().sources.values()] == [("mobile", 1)]
    wet = ground("", river("01.05 02.05 03.05 04.05 05.05 06.05 07.05 08.05", "SW", "NE"))
    s = drop(flight(points=1), land=wet, dice=dice())
    assert not s.forces().sources and not s.forces("red").sources


# ---------------------------------------------------------------- waves

WAVE = Wave(3, 1, ("day",), "2d6", {"17": 11, "18": 10})


def test_a_wave_that_is_thrown_for_comes_or_is_tried_again_next_turn() -> None:
    """MASL-12.1-1, MASL-7.1-4, TOCS-3.2-8, TOCS-3.2-9: its owner alone is told."""
    late = flight("D", wave=3, turn=0)
    s = drop(late, waves={3: WAVE}, dice={"wave/3": (5, 5), **dice()})
    tried = s.learnt("blue", WaveTried)
    assert [(t.needed, bool(t.why)) for t in tried] == [(11, True)] and s.unit("D").status == "off"
    assert not s.learnt("red", WaveTried) and s.forces().schedule.waves[3].status == "waiting"
    s = drop(late, waves={3: WAVE}, dice={"wave/3": (5, 6), **dice()})
    assert s.unit("D").status == "map" and s.forces().schedule.waves[3].status == "over"


@pytest.mark.parametrize(
    ("weather", "comes"),
    [
        ({}, True), ({"cloud": "scattered"}, True), ({"fog": True}, False), ({"precipitation": "rain"}, False),
        ({"wind": "heavy"}, False), ({"wind": "gusty"}, False), ({"precipitation": "snow_light"}, False),
        ({"precipitation": "mist", "cloud": "overcast"}, True),
    ],
)  # fmt: skip
def test_weather_that_keeps_flights_at_home(weather: dict[str, Any], comes: bool) -> None:
    """TOCS-W13.3-3, TOCS-W13.3-4, TOCS-W13.4-3, TOCS-W13.4.1-1, TOCS-W13.4.4-4."""
    s = drop(flight("D"), weather=weather, dice=dice())
    assert (s.unit("D").status == "map") is comes
    assert [bool(t.why) for t in s.learnt("blue", WaveTried)] == [not comes]


def test_troops_jump_by_night_under_a_full_moon_and_a_clear_sky_alone() -> None:
    """TOCS-W13.1.2-3: supplies are dropped at night."""
    assert drop(flight("D"), light="night", dice=dice()).unit("D").status == "off"
    assert drop(flight(points=1), light="night", dice=dice()).forces("red").sources


def test_flights_fly_in_the_order_that_was_filed() -> None:
    """MASL-7.1-4, TOCS-W14.2-1."""
    first, second = flight("C", call="J1"), flight("D", call="J2")
    s = drop(first, second, dice=dice())
    assert [seen.flight.call for seen in s.learnt("blue", FlightFlown)] == ["J1", "J2"]
    assert Schedule({f.call: f for f in (first, second)}, order=("J2",)).in_order() == (second, first)


# ---------------------------------------------------------------- plans


def setup(*flights: FlightPlan, turn: int = 0, **rules: str) -> Scene:
    schedule = Schedule({f.call: f for f in flights})
    pieces = [Piece(name.upper(), "01.01", status="off") for f in flights for name in f.units]
    switches = {**OMGN, "flight_plans": "before", **rules}
    return Scene([*pieces, Piece("B", "01.01")], (Piece("R", "08.08"),), own="01.01", turn=turn,
                 phase="activation" if turn else "setup", sides={"blue": {"schedule": schedule}}, switches=switches)  # fmt: skip


FREE = flight("C", "D", free=True, turn=2)


def test_a_path_is_filed_hex_by_hex_and_dots_are_laid_out() -> None:
    """MASL-7.1-1, MASL-7.1-2, TOCS-W14.2-2: from the edge, from hex to hex."""
    s = setup(FREE)
    assert s.staff("flight J1: 01.03 .. 04.05") == ()
    filed = s.forces().schedule.flights["J1"]
    assert filed.path == ("01.03", "02.03", "03.04", "04.04", "04.05") or gap(filed.path) is None
    assert filed.path[0] == "01.03" and filed.path[-1] == "04.05" and filed.aboard[0].at == "04.05"
    assert any("flight J1: 01.03" in line for line in words.lines(s.game, s.picture()))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("flight J1: 04.01 04.03", "04.03 is not next to 04.01"), ("flight J1: 04.02 04.03", "04.02 is not at the edge"),
        ("flight J1: drop D at 06.06", "06.06 is not on the path"), ("flight J1: drop B at 04.04", "B does not fly with J1"),
        ("flight J1: 09.01 08.01", "09.01"),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_flown_is_refused(line: str, said: str) -> None:
    """MASL-7.1-2, TOCS-W14.2-2, TOCS-W15.15-2."""
    refused = setup(FREE).staff(line)
    assert refused and said in refused[0].words


def test_before_the_first_turn_each_flight_has_a_map_of_its_own() -> None:
    """MASL-7.1-3: with its path on it, on its own side's map alone."""
    s = setup(FREE)
    drawn = map_view.theatre(s.game, s.picture())
    assert [frame.name for frame in drawn.frames if frame.name.startswith("flight-")] == ["flight-J1"]
    assert PATH in [arrow.path for arrow in drawn.arrows]
    theirs = map_view.theatre(s.game, s.picture("red"))
    assert not theirs.arrows and not [frame for frame in theirs.frames if frame.name.startswith("flight-")]


def test_who_leaves_where_and_back_to_what_is_printed() -> None:
    """MASL-7.1-3, TOCS-W15.15-2."""
    s = setup(FREE)
    assert s.staff("flight J1: drop D at 04.04, rest at 04.05") == ()
    assert [(stick.units, stick.at) for stick in s.forces().schedule.flights["J1"].aboard] == [(("d",), "04.04"), (("c",), "04.05")]
    assert s.staff("flight J1: as printed") == () and s.forces().schedule.flights["J1"] == FREE
    assert s.staff("flights in order j1") == () and s.forces().schedule.order == ("J1",)


def test_plans_close_as_play_begins_or_as_the_flight_takes_off() -> None:
    """MASL-7.1-1, TOCS-W14.2-1."""
    line = "flight J1: 03.01 04.01 04.02 04.03 04.04 04.05"
    assert setup(FREE, turn=1).staff(line)[0].rule == "MASL-7.1-1"
    assert setup(FREE, turn=1, flight_plans="takeoff").staff(line) == ()
    assert setup(replace(FREE, status="over"), flight_plans="takeoff").staff(line)[0].rule == "TOCS-W14.2-1"
    assert setup(replace(FREE, free=False)).staff(line)[0].rule == "MASL-7.1-4"


def test_play_waits_for_plans_before_the_first_turn_and_flies_the_first_wave_then() -> None:
    """MASL-7.1-1, TOCS-2.2-1, TOCS-W15.15-1."""
    s = setup(replace(FREE, turn=0))
    s.play.settle()
    before: int = s.board.public.turn
    assert s.public.phasing == "blue" and before == 0
    assert s.staff("flight J1: 03.01 04.01 04.02 04.03 04.04 04.05") == ()
    s.close()
    turn: int = s.board.public.turn
    assert turn == 1 and s.unit("C").status == "map" and s.unit("C").gathers == 1
    assert s.learnt("blue", FlightFiled) and not s.learnt("red", FlightFiled)


def test_guns_that_are_set_up_elsewhere_meet_the_first_wave_there() -> None:
    """TOCS-2.1-1, MASL-7.1-1, MASL-7.1-5: the set-up and FLAK of the other side are closed before the first flight."""
    schedule = Schedule({"J1": flight("C", turn=0)})
    freedom = Freedom((), (Hex("05.04"), Hex("08.07")))
    s = Scene([Piece("C", "01.01", status="off"), Piece("B", "01.01")], [flak("08.08")], own="01.01", turn=0, impulse=0, phasing="",
              phase="setup", sides={"blue": {"schedule": schedule}, "red": {"freedom": freedom}}, switches=OMGN,
              dice=dice())  # fmt: skip
    s.play.settle()
    while s.public.phasing != "red":
        s.close()
    assert s.staff("setup 20GRA at 05.04") == ()
    while not s.board.public.turn:
        s.close()
    shots = s.learnt("red", FlakFired)
    assert {shot.hex for shot in shots} == {"04.03", "04.04"} and not s.learnt("blue", FlakFired)


# ---------------------------------------------------------------- the drop report


def test_the_drop_report_says_planned_landed_state_and_hits_and_the_map_has_arrows() -> None:
    """MASL-7.1-3, MASL-7.1-11."""
    s = drop(flight("C", "D"), dice={"drop/J1/D/way": (1,), "drop/J1/D": (5, 4), "drop/": (3, 3)}, land=ground("04.04 woods"))
    news = tuple(what(seen) for desk, seen in s.play.seen if desk == "blue")
    report = words.drop_report(s.game, s.picture(), news)
    assert [block.title for block in report] == ["DROP REPORT J1"]
    below = [line for block in report for line in block.lines]
    assert " 1 of 2 landed on its zone" in below and " D: came down in woods" in below, "under the table: a phone has room for it"
    assert report[0].rows[1:] == (
        ("C", "04.05", "04.05", "good", "0", "parachutes"), ("D", "04.05", "04.04", "disrupted", "0", "parachutes"),
    )  # fmt: skip
    arrows = [arrow.path for arrow in map_view.theatre(s.game, s.picture()).arrows]
    assert arrows == [("04.05", "04.04")]


def test_the_first_lines_tell_what_landed_and_where_the_enemy_came_down() -> None:
    """MASL-7.1-11, TOCS-1.2-4: its owner counts; the other side has a contact at each hex, of unknown kind."""
    s = drop(flight("C", "D"), flight(points=2, call="R1"), dice={"drop/J1/D/way": (1,), "drop/J1/D": (5, 4), "drop/": (3, 3)})
    news = {side: tuple(what(seen) for desk, seen in s.play.seen if desk == side) for side in ("blue", "red")}
    own, theirs = (headline(s.game, s.picture(side), news[side]) for side in ("blue", "red"))
    assert own.full[:2] == ("2 of 2 units landed, 1 on their zones.", "2 of 2 SP landed, 2 on the zone.")
    assert theirs.short[0] == "enemy parachutes: 04.04, 04.05" and theirs.full == ("Enemy parachutes came down in 04.04, 04.05.",)
    assert [(c.hex, c.kinds, source_of(c)) for c in s.picture("red").contacts] == [
        ("04.04", (), "came down by parachute"), ("04.05", (), "came down by parachute"),
    ]  # fmt: skip
    lines = [line for line in sitrep_lines.lines(s.game, s.picture("red"), news["red"]) if "came down" in line]
    assert lines == ["    - enemy parachutes came down in 04.04, 04.05"]


# ---------------------------------------------------------------- properties


@pytest.mark.parametrize("face", range(1, 7))
def test_a_skewed_course_goes_on_as_planned_from_there(face: int) -> None:
    """MASL-7.1-6."""
    turned = drift.skewed(PATH, face)
    assert gap(tuple(h for h in turned if h)) is None and drift.toward(face) == DIRECTIONS[face - 1]
    assert all(drift.carried(h, (face,)) == other for h, other in zip(PATH, turned, strict=True))


@pytest.mark.parametrize("rules", [OMGN, WAR])
@pytest.mark.parametrize("seed", range(12))
def test_nothing_aboard_is_lost_or_made(seed: int, rules: dict[str, str]) -> None:
    """Every counter that takes off is on the map or dead, every point is somebody's or told to be lost."""
    faces = {"flak/": (1 + seed % 6, 6 - seed // 6), "rate/": (1 + seed % 6,), "drift/": (1 + seed % 6,)}
    supply = flight(call="R1", points=3, aircraft=3)
    s = drop(flight("C", "D"), supply, red=(flak("03.02"), flak_more("04.05")), rules=rules, dice=faces)
    rows = [row for seen in s.learnt("blue", StickLanded) for row in seen.landings]
    told = Counter(row.call for row in rows)
    assert told["C"] == told["D"] == 1
    stored = sum(x.sp for side in ("blue", "red") for x in s.forces(side).sources.values())
    legs = [leg.result for seen in s.learnt("blue", FlightFlown) if seen.flight.points for leg in seen.legs]
    fallen = sum(row.landed is None for row in rows if row.load == SUPPLY)
    gone = legs.count("turned back") + legs.count("shot down") + (3 if "off the map" in legs else 0)
    assert stored + fallen + gone == 3


def flak_more(where: str) -> Piece:
    return Piece("20HEU", where, kind="asset", arm="light_flak", aa=3, aa_class="light", rof=4)


@pytest.mark.parametrize(
    ("legs", "zone", "last"),
    [((), "04.05", "J1 reached 04.05 unhindered"), (("hit",), "05.05", "J1 reached 05.05"),
     (("turned back",), "04.05", "J1 reached 04.05"),
     (("hit", "off the map"), "08.08", "J1 over 04.02: off the map"), (("shot down",), None, "J1 did not reach its zone")],
)  # fmt: skip
def test_the_letter_says_how_the_way_of_a_flight_ended_also_of_one_that_was_hit(
    legs: tuple[str, ...], zone: str | None, last: str
) -> None:
    """MASL-7.1-11, TOCS-W14.5-3: a hit was told, and not where the flight came to."""
    s = drop(flight("D"), dice=dice())
    met = tuple(FlightLeg(Hex("04.02"), result) for result in legs)
    said = words.told(s.game, s.picture(), FlightFlown("blue", flight("D"), met, Hex(zone) if zone else None))
    assert said[-1].startswith(last) and len(said) == len(legs) + (not legs or "off the map" not in legs)


def test_help_on_flights_names_flights_of_the_drop_that_is_shipped() -> None:
    """MASL-7.1-1: who tries what HELP shows in the Groesbeek drop is not told that there is no such flight."""
    scenario = tomllib.loads((Path(__file__).parents[3] / "games/groesbeek-drop/scenario-1.toml").read_text(encoding="utf-8"))
    plans = {plan["call"]: plan["path"] for plan in scenario["flight"]}
    shown = re.findall(r"`flight (\S+): ([^`]*)`", flight_action.ACTION.help)
    assert len(shown) == 3 and {call for call, _ in shown} <= plans.keys()
    zones = re.findall(r"\d\d\.\d\d", shown[1][1])
    assert zones and set(zones) <= set(plans[shown[1][0]])
    order = re.search(r"`flights in order ([^`]*)`", flights_action.ACTION.help)
    assert order and set(order[1].split(", ")) <= plans.keys()


@pytest.mark.parametrize(
    ("path", "short"),
    [("01.01 01.02 01.03 01.04", "01.01 .. 01.04"), ("01.01 01.02", "01.01 01.02"), ("01.01 01.02 01.03", "01.01 01.02 01.03"),
     ("01.01 01.02 01.03 01.04 02.04", "01.01 .. 01.04 02.04")],
)  # fmt: skip
def test_a_form_writes_straight_runs_with_two_dots(path: str, short: str) -> None:
    """MASL-7.1-3, TOCS-W14.2-1."""
    hexes = tuple(map(Hex, path.split()))
    assert words.shortest(hexes) == tuple(short.split()) and unbroken(hexes) == hexes


def test_a_break_in_a_path_is_closed_with_two_dots() -> None:
    """TOCS-W14.2-2."""
    assert unbroken((Hex("01.01"), Hex("01.04"), Hex("02.04"))) == ("01.01", "..", "01.04", "02.04")


def test_a_flight_that_is_to_come_down_in_an_engagement_is_told_so_where_flights_are_listed() -> None:
    """TOCS-W15.16-1: a letter listed it without a word."""
    s = drop(flight("d", at="05.05", turn=2), turns=3)
    calm = replace(s.picture(), public=replace(s.picture().public, engaged={}))
    waiting = {call: replace(f, status="waiting") for call, f in s.forces().schedule.flights.items()}
    calm = replace(calm, forces=replace(calm.forces, schedule=replace(calm.forces.schedule, flights=waiting)))
    fought = replace(calm, public=replace(calm.public, engaged={Hex("05.05"): "blue"}))
    warned = " J1 is to come down in 05.05, which is engaged"
    assert warned not in words.lines(s.game, calm) and warned in words.lines(s.game, fought)
