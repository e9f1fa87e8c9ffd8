"""A battle that came about in another game becomes a module of TCS, and its end what is left of whom (TCSB-28-1)."""

from dataclasses import dataclass
from typing import cast

import pytest

from pbem.engine.opaque import OpaqueBoard
from pbem.kernel.charts.entries import whole
from pbem.kernel.hexes import DIRECTIONS, distance
from pbem.kernel.values import replace
from pbem.modules.battlefield import FieldRoad, FieldTroop, FieldWater, TroopLeft
from pbem.modules.faults import ModuleError
from pbem.rulesets.loading import load_module
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.rules.movement import Country, cheapest_way
from pbem.rulesets.tcs.skirmish.laid_out import HEXES, MIDDLE, RIM, toward
from tests.opened import found
from tests.rulesets.tcs.battles import BATTLE, CHARTS, NEAR, TCS, TROOPS, files_of, fought, ground, laid_out
from tests.rulesets.tcs.charts import BOOK

TERRAINS = sorted(BOOK.records("battle-ground").records)


@dataclass(frozen=True)
class Water:
    """Ways for water through the ground, and whether a bridge stands."""

    waters: tuple[FieldWater, ...]
    bridges: tuple[str, ...]


WATERS = (
    Water((), ()), Water((FieldWater("NW", "S"),), ("bridge",)), Water((FieldWater("NW", "S"),), ()),
    Water((FieldWater("NE", "SW"), FieldWater("", "N", "brook")), ("bridge",)),
)  # fmt: skip


@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("water", WATERS, ids=range(len(WATERS)))
def test_every_ground_is_a_sound_module(terrain: str, water: Water) -> None:
    """Two sides apart, all on dry land, what is fought for held by who holds; the same seed, the same ground."""
    battle = ground(terrain=terrain, waters=water.waters, bridges=water.bridges)
    module = laid_out(battle)
    assert files_of(battle) == files_of(battle)
    aims = module.points[0].hexes
    assert len(aims) == 3 and module.points[0].side == "allied" and {module.held[hex_] for hex_ in module.held} == {"german"}
    wet = {hex_ for hex_, kind in module.ground.terrain.items() if kind in ("river", "stream")}
    places = {side: {unit.hex for unit in module.units if unit.side == side} for side in ("allied", "german")}
    assert not wet & (places["allied"] | places["german"])
    assert min(distance(one, other) for one in places["allied"] for other in places["german"]) >= 2
    assert {toward(hex_) for hex_ in places["allied"]} == {"SW"}
    assert (MIDDLE in aims) == (bool(water.bridges) or not water.waters)


def test_another_seed_is_another_ground_and_the_same_troops() -> None:
    other = replace(BATTLE, seed=b"another")
    assert (
        files_of(other)["map.toml"] != files_of(BATTLE)["map.toml"] and files_of(other)["oob.toml"] == files_of(BATTLE)["oob.toml"]
    )


def test_roads_come_to_the_middle_from_their_hexsides_and_water_runs_from_rim_to_rim() -> None:
    """TCSB-1-5."""
    module = laid_out(BATTLE)
    for road in NEAR.roads:
        assert any(RIM[road.toward] in side for side in module.ground.roads)
    assert module.ground.courses[0][0] == RIM["NW"] and module.ground.courses[0][-1] == RIM["S"]
    dry = laid_out(ground(bridges=()))
    assert not any("river" in (dry.ground.terrain[a], dry.ground.terrain[b]) for a, b in dry.ground.roads)


def test_a_river_is_crossed_by_the_bridge_or_by_men_in_boats() -> None:
    """TCSB-20-2: vehicles go by the bridge alone; men pay for a boat with a whole action."""
    tanks = FieldTroop("TK", "allied", "tanks", 1, 1, 8, comes="SW")
    battle = replace(BATTLE, troops=(*TROOPS, tanks))
    with_bridge, without = laid_out(battle), laid_out(replace(battle, ground=replace(NEAR, bridges=())))
    for module, crosses in ((with_bridge, True), (without, False)):
        country = Country(BOOK, module.ground, {})
        tank = next(replace(unit, mode="move") for unit in module.units if unit.company == "TK")
        way = cheapest_way(country, tank, RIM["SE"], lambda _: True)
        assert bool(way) == crosses and (MIDDLE in way) == crosses
        foot = next(unit for unit in module.units if unit.company == "A/504")
        assert cheapest_way(country, foot, RIM["SE"], lambda _: True)
    rifle = BOOK.records("battle-counters")["rifle"]
    assert BOOK.sheet("movement-costs").cell("river", "foot") == str(whole(rifle, "back"))


def test_heights_follow_the_hexes_around() -> None:
    """TCSB-1-1."""
    level = laid_out(ground(waters=(), rise={"NE": 2, "S": -3})).ground.level
    assert (level[RIM["NE"]], level[MIDDLE], level[RIM["S"]], level[RIM["NW"]]) == (3, 2, 1, 2)


def test_steps_are_counters_by_the_chart_and_fewer_of_them_where_some_are_lost() -> None:
    """TCSB-3-1: the weapons of a company go first."""
    module = laid_out(BATTLE)
    kinds = {name: [u.counter.id for u in module.units if u.company == name] for name in ("A/504", "B/504", "2/LS", "FLAK1")}
    assert kinds["A/504"] == ["rifle_american"] * 3 + ["mg_american", "mortar_american"]
    assert kinds["B/504"] == ["rifle_american"] * 3 and kinds["2/LS"] == ["rifle_german"] * 2 and len(kinds["FLAK1"]) == 2
    counters = module.oob.counters
    assert counters["rifle_american"].at == "bazooka" and counters["rifle_german"].at == "panzerfaust"
    morale = {unit.company: unit.morale for unit in module.units}
    assert morale["A/504"] < morale["2/LS"] and morale["A/504"] == morale["B/504"]
    worn = laid_out(replace(BATTLE, troops=(replace(TROOPS[0], wear=4), *TROOPS[1:])))
    assert next(u.morale for u in worn.units if u.company == "A/504") > morale["A/504"]


@pytest.mark.parametrize("kind", sorted(BOOK.records("battle-troops").records))
def test_every_kind_of_troops_has_counters_on_both_sides(kind: str) -> None:
    troops = tuple(replace(t, kind=kind, steps=4, whole=4, bank=()) for t in (TROOPS[0], TROOPS[2]))
    assert {unit.side for unit in laid_out(replace(BATTLE, troops=troops)).units} == {"allied", "german"}


def test_what_no_unit_may_be_called_by_is_called_otherwise() -> None:
    """Names of the other game may be the same on both sides, have strokes, or be words of orders here."""
    troops = (
        replace(TROOPS[0], name="all"),
        replace(TROOPS[1], name="2/LS"),
        replace(TROOPS[2], name="2LS"),
        replace(TROOPS[3], name="ö"),
    )
    module = laid_out(replace(BATTLE, troops=troops))
    assert len({unit.id.casefold() for unit in module.units}) == len(module.units)
    assert {unit.company for unit in module.units} == {"all", "2/LS", "2LS", "ö"}


def test_weather_light_works_mines_and_guns_come_along() -> None:
    """TCSB-2-5, TCSB-21-1, TCSB-27-9."""
    module = laid_out(replace(BATTLE, night=True, sky="fog"))
    assert module.visibility == "fog" and module.lights[0].light == "night"
    held = {unit.hex for unit in module.units if unit.side == "german"}
    assert set(module.works) == held and {position.level for position in module.works.values()} == {1}
    assert {laid.side for laid in module.mines.values()} == {"german"} and not set(module.mines) & held
    assert [(b.id, b.side, b.caliber) for b in module.batteries] == [("376A", "allied", "88")]
    bare = laid_out(ground(works="", mined=False))
    assert not bare.works and not bare.mines


def test_only_who_attacks_reads_how_long_it_lasts() -> None:
    """MASL-3.1-6: a report of TCS does not say of how many turns it is one."""
    module = laid_out(BATTLE)
    opening = TCS.scenario.opening(module, CHARTS)
    assert module.briefs == {"allied": "Take Heumen bridge.", "german": "Hold Heumen bridge."}
    for picture in opening.pictures.values():
        assert not any(
            "7" in line for block in TCS.reports.brief(opening.game, picture, "") for line in block.lines if "turn" in line
        )


def test_a_tactical_map_of_the_hex_is_the_ground() -> None:
    text = files_of(BATTLE)["map.toml"].replace("terrain = [", "terrain = [", 1)
    drawn = text.replace('"Heumen bridge"', '"The lock"')
    battle = ground(map=drawn, terrain="forest")
    assert files_of(battle)["map.toml"] == drawn and "The lock" in laid_out(battle).ground.places
    reader = found(TCS.skirmishes)
    assert reader.faults_of_map("tactical/14.12.toml", drawn) == ()
    wrong = reader.faults_of_map("tactical/14.12.toml", drawn.replace("columns = 10", "columns = 9"))
    assert wrong and all("tactical/14.12.toml" in str(fault) for fault in wrong)


def test_it_ends_with_what_is_left_of_each_body_of_men() -> None:
    """TCSB-28-3: no step more than went in."""
    outcome = fought(BATTLE, 1)
    assert [troop.name for troop in outcome.troops["allied"]] == ["A/504", "B/504"]
    assert [troop.of for troop in (*outcome.troops["allied"], *outcome.troops["german"])] == [19, 15, 10, 2]
    assert all(0 <= troop.left <= troop.of for side in outcome.troops.values() for troop in side)
    assert outcome.holder in ("attacker", "defender", "") and outcome.turns == 7


def test_who_concedes_it_has_lost_it_and_who_is_wiped_out_holds_nothing() -> None:
    """TCSB-28-4."""
    module = laid_out(BATTLE)
    opening = TCS.scenario.opening(module, CHARTS)
    board = cast(TacticalBoard, opening.situation.board)
    gone = replace(board, forces={**board.forces, "german": replace(board.forces["german"], units={})})
    for now, winner, holder in (
        (board, "german", "defender"),
        (board, "allied", "attacker"),
        (board, "", ""),
        (gone, "", "attacker"),
    ):
        outcome = found(TCS.skirmishes).outcome(module, opening.game, cast(OpaqueBoard, now), winner)
        assert outcome.holder == holder and outcome.troops["allied"][0] == TroopLeft("A/504", 19, 19)
    assert found(TCS.skirmishes).outcome(module, opening.game, cast(OpaqueBoard, gone), "german").holder == "attacker"


@pytest.mark.parametrize("side", ["allied", "german"])
def test_what_a_side_is_told_at_first_does_not_depend_on_the_others_troops(side: str) -> None:
    """A pair of worlds that differ in the other side's troops, guns, works and mines: the same ground, report and map."""
    hidden = ground(works="strongpoint", mined=False) if side == "allied" else replace(BATTLE, guns=())
    more = FieldTroop("9/X", "german" if side == "allied" else "allied", "tanks", 2, 2, 9, comes="" if side == "allied" else "NW")
    worlds = (BATTLE, replace(hidden, troops=(*(t for t in TROOPS if t.side == side), more)))
    told = []
    for world in worlds:
        opening = TCS.scenario.opening(laid_out(world), CHARTS)
        picture = opening.pictures[side]
        brief = TCS.reports.brief(opening.game, picture, "")
        told.append((picture, brief, found(TCS.maps).theatre(opening.game, picture), files_of(world)["map.toml"]))
    assert told[0] == told[1]


@pytest.mark.parametrize("side", DIRECTIONS)
def test_an_attack_comes_by_its_hexside(side: str) -> None:
    troops = tuple(replace(t, comes=side) if t.comes else t for t in TROOPS)
    module = laid_out(replace(BATTLE, troops=troops, ground=replace(NEAR, waters=(), roads=(FieldRoad(side),))))
    assert {toward(unit.hex) for unit in module.units if unit.side == "allied"} == {side}
    assert set(module.ground.terrain) == set(HEXES)


def test_a_module_with_a_broken_tactical_map_is_refused() -> None:
    files = {**files_of(BATTLE), "tactical/14.12.toml": "schema = 1"}
    with pytest.raises(ModuleError):
        load_module(files, charts=CHARTS)
