"""The rows of the Nijmegen campaign that its data serve: sides, ground, weather, pools, set-up, points (MASL-1 to MASL-16)."""

from functools import cache
from typing import Any

import pytest

from pbem.engine.situation import PhaseEntered
from pbem.kernel.hexes import Hex, column_row
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.field_units import Force
from pbem.rulesets.tocs.ground import bridge_named
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports import map_overlay
from pbem.rulesets.tocs.reports.field import special
from pbem.rulesets.tocs.resolution import discovery
from pbem.rulesets.tocs.rules.air import grounded
from pbem.rulesets.tocs.rules.bridges import bears, limit
from pbem.rulesets.tocs.rules.crossings import Position, forded
from pbem.rulesets.tocs.rules.interrogation import met_by
from pbem.rulesets.tocs.rules.turn import income
from pbem.rulesets.tocs.rules.victory import Land, StandingUnit, crossings, road_open, tally
from pbem.rulesets.tocs.rules.visibility import reach
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.switches import SWITCHES
from pbem.rulesets.tocs.units import Charge
from pbem.rulesets.tocs.view import Weather
from tests.opened import played
from tests.rulesets.tocs.builder import Loaded, Piece, Scene, counter, source

FILES = library.module_files(library.module_folder("omg-nijmegen"))
MODULE = load_module(FILES, grammar=library.grammar("tocs"))
OPENED = opening(MODULE, library.charts("tocs"))
GAME, BOARD = OPENED.game, OPENED.situation.board
GROUND = MODULE.ground
ALLIED, GERMANS = BOARD.forces["allied"], BOARD.forces["german"]


# ---------------------------------------------------------------- the campaign


def test_the_module_rules_over_the_rules_it_stands_on() -> None:
    """MASL-1.1-1: its own ruling wherever it has one."""
    own = {name: setting for name, setting in GAME.switches.items() if setting != SWITCHES[name].default}
    assert own["drop_terrain"] == "780" and own["train_in_enemy_hex"] == "ambush" and own["flight_plans"] == "before"


def test_two_sides_each_with_a_map_and_a_picture_of_its_own() -> None:
    """MASL-1.1-2, MASL-1.2-2: neither has a unit of the other in it."""
    assert [(s.id, s.nation) for s in GAME.sides] == [("allied", "american"), ("german", "german")]
    for side, other in (("allied", GERMANS), ("german", ALLIED)):
        picture = OPENED.pictures[side]
        assert not set(picture.forces.units) & set(other.units) and not picture.contacts
    assert {c.nation for c in ALLIED.counters.values()} == {"american", "british", "dutch"}


def test_it_runs_for_four_days_to_the_evening_of_the_20th() -> None:
    """MASL-1.2-1, MASL-15.1-2."""
    assert (MODULE.turns[0].id, MODULE.turns[-1].id) == ("17-1200", "20-1800")


def test_each_side_has_its_plan_and_its_points_and_neither_the_others() -> None:
    """MASL-6.1-1, MASL-15.1-1, MASL-16.1-1: missions, orders of battle and objectives."""
    texts = {side: " ".join(OPENED.pictures[side].forces.brief.split()) for side in ("allied", "german")}
    assert "Hold the bridges" in texts["german"] and "Keep the road to Kleve open" in texts["german"]
    assert "linking up with troops from the south" in texts["german"] and texts["allied"] != texts["german"]
    for side in ("allied", "german"):
        assert {aim.side for aim in OPENED.pictures[side].forces.objectives} == {side}


def test_the_german_sets_up_first_and_the_allied_side_moves_first() -> None:
    """MASL-6.2-1."""
    play = played(GAME, (OPENED.situation, OPENED.pictures), {"allied": (), "german": ()}, Loaded({}))
    play.settle()
    assert play.situation.board.public.phasing == "german" and GAME.moves_first == "allied"
    assert not any(isinstance(x, PhaseEntered) and x.phase == "turn" for x in play.events)


def test_the_german_force_begins_where_the_list_has_it() -> None:
    """MASL-16.14-1: all but guards of bridges that are broken."""
    begin = {GERMANS.counter(u).call: str(u.hex) for u in GERMANS.on_map()}
    assert {"HQHENKE": "15.07", "1/HG": "15.06", "LSGRAVE": "08.12"}.items() <= begin.items()
    assert GERMANS.freedom is not None and len(GERMANS.freedom.units) == 5 < len(begin)
    assert {GERMANS.counters[name].call for name in GERMANS.freedom.units} <= set(begin)


# ---------------------------------------------------------------- points of operations


def test_pools_and_banking_are_secret() -> None:
    """MASL-10.1-2: the enemy learns of an income, a bank or a reserve nothing at all."""
    s = Scene([Piece("A", "01.01")], [Piece("R", "08.08")], dice={"turn-end": (6, 6)})
    s.activate("A")
    s.close()
    assert s.learnt("blue", o.OwnBalance) and not s.learnt("red", o.OwnBalance)
    for kind in (e.IncomeEarned, e.PointSpent, e.UnitActivated):
        assert all(getattr(seen, "side", "red") == "red" for seen in s.learnt("red", kind))
    assert "pools" not in s.picture("red").public.__struct_fields__


def test_the_german_reserve_of_thirty_opens_with_the_third_turn_and_he_may_bank_before() -> None:
    """MASL-16.11-1, MASL-16.11-2."""
    pool = GERMANS.pools["german"]
    assert (pool.reserve, GAME.turns[pool.draw_from - 1].id, pool.draw_from) == (30, "17-1800", 3)
    before = income(pool, 5, 0, 2)
    assert (before.bank, before.reserve) == (pool.minimum + 5, 30)
    after = income(before, 5, 0, 3)
    assert (after.bank, after.reserve) == (2 * (pool.minimum + 5) + 30, 0)


# ---------------------------------------------------------------- ground


def test_the_border_has_holland_to_the_west_and_is_drawn() -> None:
    """MASL-9.1-2."""
    for row in range(1, 20):
        line = sorted((h for h in GROUND.hexes if column_row(h)[1] == row), key=lambda h: column_row(h)[0])
        countries = [GROUND.country[h] for h in line]
        assert countries[0] == "NL" and countries.count("NL") + countries.count("DE") == len(countries)
        assert "DE" not in countries or countries[-1] == "DE"
    land = map_overlay.land_of(GROUND)
    assert land.borders and all({GROUND.country[a], GROUND.country[b]} == {"NL", "DE"} for a, b in land.borders)
    assert met_by(GAME, "german", land.borders[0][0]) in ("friendly", "hostile")


def test_rivers_and_canals_are_deep_there_are_neither_fords_nor_ferries() -> None:
    """MASL-13.1-1, MASL-13.1-2: all of the medium kind, the Maas and the Waal with mouths, the canal without."""
    view = BOARD.view(GAME, "allied")
    assert not GROUND.ferries and not GROUND.fords and not any(forded(view, h) for h in GROUND.banks)
    assert {w.kind for w in GROUND.waters} == {"medium_river"}
    flows = {w.name: (bool(w.enters), bool(w.leaves)) for w in GROUND.waters}
    assert flows["Maas"] == flows["Waal"] == (True, True) and flows["Maas-Waal canal"] == (False, False)


def test_streams_are_shallow_whoever_comes_to_them_wades_them() -> None:
    """MASL-13.1-3."""
    from pbem.rulesets.tocs.rules.terrain import hexside

    view, (a, b) = BOARD.view(GAME, "allied"), sorted(GROUND.streams)[0]
    man = counter("A")
    assert hexside(view, man, a, b) > 0 and b in GROUND.neighbours[a]


@pytest.mark.parametrize(("name", "kind", "tons"), [
    ("hatert", "wooden_6_8", 30), ("heumen", "stone", 999), ("grave", "metal", 999), ("honinghutje", "metal", 999),
    ("nijmegen_hwy", "highway", 999), ("mook_rr", "railroad", 999), ("nijmegen_rr", "railroad", 999),
])  # fmt: skip
def test_what_bridges_are_of_and_bear(name: str, kind: str, tons: int) -> None:
    """MASL-13.2-1, MASL-13.2-2, MASL-13.2-3: wood 30 tons, stone, metal and railway bridges anything."""
    bridge = bridge_named(GROUND, name)
    assert bridge is not None and (bridge.kind, limit(GAME, bridge)) == (kind, tons)
    tank = replace(counter("T", "vehicle_platoon"), tons=33)
    assert bears(GAME, bridge, tank) is (tons > 33)


def test_the_named_bridges_stand_where_the_text_has_them_and_the_highway_is_a_class_of_its_own() -> None:
    """MASL-13.2-4, MASL-13.3-1."""
    at = {b.id: str(b.hex) for b in GROUND.bridges}
    said = {"grave": "08.12", "honinghutje": "12.07", "mook_rr": "16.13", "nijmegen_hwy": "16.05"}
    assert said.items() <= at.items()
    assert {GROUND.roads.get((Hex("16.05"), h)) for h in GROUND.neighbours[Hex("16.05")]} >= {"highway"}


def test_fog_of_evenings_and_mornings_shortens_sight_and_keeps_aircraft_down() -> None:
    """MASL-12.1-1: its dice are likelier to bring it by night and at dawn than at noon."""
    spells = {MODULE.turns[spell.start - 1].id: spell.fog_drm for spell in MODULE.climate.spells}
    assert spells["18-0600"] > spells["18-1200"] < spells["18-2100"]
    assert grounded(Weather(fog=True)) and not grounded(Weather())
    view = BOARD.view(GAME, "allied")
    thick = replace(view, public=replace(view.public, turn=2, weather=Weather(fog=True)))
    assert reach(thick) < reach(replace(thick, public=replace(thick.public, weather=Weather())))


# ---------------------------------------------------------------- bridges before play, engineers, stores


def test_the_two_bridges_that_are_down_are_known_to_the_german_alone_until_somebody_comes() -> None:
    """MASL-16.8-1, MASL-16.8-2: Weurt and Neerbosch, unless he breaks others; never Honinghutje."""
    assert [b.id for b in BOARD.spans] == ["neerbosch", "weurt"] == [b.id for b in GERMANS.spans] and not ALLIED.spans
    assert all(not b.intact for b in BOARD.spans) and all(b.intact for b in GROUND.bridges)
    assert GERMANS.freedom is not None and GERMANS.freedom.broken == 2 and "honinghutje" not in GERMANS.freedom.bridges
    play = played(GAME, (OPENED.situation, OPENED.pictures), {"allied": (), "german": ()}, Loaded({}))
    (found,) = discovery.learnt(play.moment, "allied", Hex("13.05"), "A/504")
    assert isinstance(found, e.BridgeKnown) and (found.side, found.bridge.id) == ("allied", "weurt")


def test_german_engineers_have_equipment_for_two_footbridges_and_a_pontoon_bridge() -> None:
    """MASL-16.7-4."""
    assert GERMANS.gear == {"footbridge_pontoon": 2, "single_lane_pontoon": 1} and ALLIED.gear is None
    assert {c.call for c in GERMANS.counters.values() if c.engineer} >= {"1/10SSPI", "2/10SSPI"}


def test_supply_is_moved_out_of_a_secret_base_on_trucks() -> None:
    """MASL-16.3-4."""
    base = replace(source("02.02", 9, "base"), id="base", secret=True)
    s = Scene([Piece("A", "02.03")], [Piece("R", "08.08")], own="02.02", supply={"blue": [base], "red": [source("08.08")]})
    assert s.staff("trucks 2 sp from 02.02 to 02.03") == ()
    assert s.forces().sources["base"].sp == 7 and [x.sp for x in s.forces().sources.values() if x.kind == "mobile"] == [2]


def test_who_cannot_trace_is_marked_as_his_impulse_begins() -> None:
    """MASL-16.10-2."""
    s = Scene([Piece("A", "06.06"), Piece("B", "02.02")], [Piece("R", "08.08")], dice={"turn-end": (6, 6)},
              supply={"blue": [source("02.02")], "red": [source("08.08")]})  # fmt: skip
    s.close()
    s.close()
    assert s.public.phasing == "blue" and s.unit("A").cut and not s.unit("B").cut


# ---------------------------------------------------------------- points


@cache
def _aims(side: str) -> dict[str, Any]:
    return {aim.id: aim for aim in BOARD.forces[side].objectives}


HELD = dict.fromkeys(GROUND.hexes, "german")


@pytest.mark.parametrize(("aim", "points", "dead"), [
    ("nijmegen_bridges", 10, ()), ("city_hexes", 20, ()), ("groesbeek_beek", 10, ()), ("bridges", 12, ()), ("town_hexes", 18, ()),
    ("division_hq", 3, ("hq_division",)), ("regiment_hq", 4, ("hq_regiment", "hq_brigade")), ("battalion_hq", 1, ("hq_battalion",)),
    ("companies", 4, ("company", "vehicle_platoon")), ("batteries_assets", 2, ("battery", "asset")),
])  # fmt: skip
def test_the_german_schedule_of_points(aim: str, points: int, dead: tuple[str, ...]) -> None:
    """MASL-16.13-1, MASL-16.13-2, MASL-16.13-3, MASL-16.13-4, MASL-16.13-5, MASL-16.13-6, MASL-16.13-7, MASL-16.13-8,
    MASL-16.13-9, MASL-16.13-10: what he owns or has destroyed, and nothing for what the enemy owns."""
    found = _aims("german")[aim]
    assert tally([found], Land(GROUND, HELD), dead) == ((found.what, points),)
    assert tally([found], Land(GROUND, dict.fromkeys(GROUND.hexes, "allied")), ())[0][1] == 0


ROAD = [Hex(h) for h in ("06.15", "16.05")]


def highway(**changes: Any) -> Land:
    return Land(GROUND, dict.fromkeys(GROUND.hexes, "allied"), **changes)


def test_an_open_road_pays_while_no_enemy_zone_no_lost_hex_and_no_broken_bridge_is_on_it() -> None:
    """MASL-15.1-1: another road serves as well."""
    aim = _aims("allied")["open_road"]
    assert tally([aim], highway(), ())[0][1] == 5 and not road_open(replace(highway(), owner=HELD), aim, ROAD[1])
    grave = bridge_named(GROUND, "grave")
    assert grave is not None
    assert tally([aim], highway(spans=(replace(grave, intact=False),)), ())[0][1] == 0
    assert tally([aim], highway(barred=frozenset({Hex("06.15")})), ())[0][1] == 0
    canal = [bridge_named(GROUND, name) for name in ("honinghutje", "heumen")]
    down = tuple(replace(b, intact=False) for b in canal if b)
    assert road_open(highway(spans=down[:1]), aim, ROAD[1]) and not road_open(highway(spans=down), aim, ROAD[1])


@pytest.mark.parametrize(("turn", "reached"), [
    ("19-2100", 3), ("20-0600", 2), ("20-1500", 1),
])  # fmt: skip
def test_a_british_tank_over_the_waal_pays_by_the_hour_and_the_best_alone(turn: str, reached: int) -> None:
    """MASL-15.1-1: 15, 10 or 5, whatever comes of it later; nobody else's tanks, no armoured cars, nothing south of the river."""
    number = next(t.number for t in MODULE.turns if t.id == turn)
    aims = list(_aims("allied").values())
    tank = replace(counter("T", "vehicle_platoon"), arm="tank", nation="british")
    north = StandingUnit(tank, Hex("16.04"))
    found = crossings(aims, highway(), [north], number)
    assert len(found) == reached
    for wrong in (north._replace(hex=Hex("16.06")), north._replace(counter=replace(tank, nation="american")),
                  north._replace(counter=replace(tank, arm="armored_car"))):  # fmt: skip
        assert crossings(aims, highway(), [wrong], number) == ()
    assert crossings(aims, replace(highway(), owner=HELD), [north], number) == ()
    paid = dict(zip([a.id for a in aims], [n for _, n in tally(aims, highway(reached=found), ())], strict=True))
    assert sum(n for aim, n in paid.items() if aim.startswith("over_the_waal")) == {3: 15, 2: 10, 1: 5}[reached]
    assert crossings(aims, highway(reached=found), [north], number) == ()


def test_it_is_seen_to_as_a_turn_ends_and_told_to_its_side_alone() -> None:
    """MASL-15.1-1."""
    aim = replace(_aims("allied")["over_the_waal_by_20_1800"], side="blue", nation="american", hexes=(Hex("03.04"),), start="03.02",
                  roads=("paved",), by=0)  # fmt: skip
    from tests.rulesets.tocs.builder import ground, road

    s = Scene([Piece("T", "03.04", "vehicle_platoon", arm="tank")], [Piece("R", "08.08")], own="03.02 03.03",
              land=ground("", road("03.02 03.03 03.04")), victory={"blue": (aim,)}, dice={"turn-end": (1, 1)}, turns=3)  # fmt: skip
    while s.public.turn == 1:
        s.close()
    assert s.forces().reached == (aim.id,) and s.learnt("blue", e.AimReached) and not s.learnt("red", e.AimReached)


def test_charges_are_hidden_and_lie_at_no_great_bridge() -> None:
    """MASL-16.7-3: those of Weurt and Neerbosch too, should he leave them standing."""
    assert {c.bridge for c in GERMANS.rigged if isinstance(c, Charge) and c.laid} >= {"weurt", "neerbosch", "hatert"}
    assert not ALLIED.rigged and Position(Hex("06.15"), 0)


# ---------------------------------------------------------------- what has a meaning on ASL boards alone

NOTES = {
    "15.05": ("X30", "Attacked from 15.06", "Attacked from 14.05", "elevated"), "15.06": ("no sewers", "elevated"),
    "12.07": ("boulevard", "foxholes"), "20.11": ("unbroken", "fourth board"),
}  # fmt: skip


@pytest.mark.parametrize("hex_", NOTES)
def test_the_brief_of_a_battle_says_what_holds_on_its_boards(hex_: str) -> None:
    """MASL-13.1-4, MASL-13.3-1, MASL-13.4-1, MASL-13.4-2, MASL-14.1-1, MASL-14.1-2, MASL-16.6-1, MASL-16.6-2, MASL-16.6-3,
    MASL-16.8-4: rows that are not used on the map are words in the mission brief of a battle on such ground."""
    force = Force(1, Hex(hex_), "defender", ())
    told = " ".join(" ".join(line.strip("> ") for line in special(GAME, OPENED.pictures["german"], force)).split())
    assert all(words in told for words in NOTES[hex_])
    assert ("X30" in told) == (hex_ == "15.05") and ("no sewers" in told) == (hex_ == "15.06")


@pytest.mark.parametrize(("old", "new", "key"), [
    ('hexes = ["15.05"]\ntext = "Fort', 'hexes = ["99.05"]\ntext = "Fort', "battle_note[5].hexes"),
    ('terrain = ["city", "suburb"]', 'terrain = ["city", "suburbs"]', "battle_note[0].terrain"),
    ('roads = ["highway"]\ntext', 'roads = ["highways"]\ntext', "battle_note[1].roads"),
])  # fmt: skip
def test_words_for_briefs_hold_of_what_is_on_the_map(old: str, new: str, key: str) -> None:
    assert old in FILES["scenario-1.toml"]
    with pytest.raises(ModuleError) as found:
        load_module({**FILES, "scenario-1.toml": FILES["scenario-1.toml"].replace(old, new, 1)}, grammar=library.grammar("tocs"))
    assert any(key in str(fault) for fault in found.value.faults), [str(f) for f in found.value.faults]
