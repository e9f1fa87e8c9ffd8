"""Wire, roadblocks and bunkers: by the rules alone, and by mail (TCSB-27-9)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from pbem.documents.map_picture import Obstruction
from pbem.documents.picture_json import SentAs, picture_json
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.modules.opened import OpenModule
from pbem.orders.tree import Act
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.attacks import HexAttack
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.module import load_module
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import Barrier
from pbem.rulesets.tcs.reports import map_view, pad
from pbem.rulesets.tcs.rules.area_fire import AreaFire, AreaResult, AreaTarget, Shelter, area_modifier, area_shifts, under_a_roof
from pbem.rulesets.tcs.rules.barriers import hinders, needed_to_clear, seen_within, shift_in_wire, with_barrier
from pbem.rulesets.tcs.rules.bunkers import Walls, as_target, inside, walls
from pbem.rulesets.tcs.rules.digging import DugPosition, held_by, marked, taken_down
from pbem.rulesets.tcs.rules.movement import cheapest_way, spent_in, step_cost
from pbem.rulesets.tcs.units import HALVES
from tests.acceptance.table import plain
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.field import OPENING, Field
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.guns import Change, Guns, barriers, bunkers
from tests.rulesets.tcs.random_games import TCS, RandomGame, opening_of
from tests.rulesets.tcs.test_doors import FILES, faulty
from tests.rulesets.tcs.test_fog_of_fire import field, policy
from tests.rulesets.tcs.test_movement import OVER, at

WIRE, BLOCK = Barrier("wire", "ge"), Barrier("roadblock", "ge")
PILLBOX = DugPosition(Hex("05.04"), 0, "ge", "ge", "concrete")


# ---------------------------------------------------------------- by the rules


def test_wire_costs_men_two_points_and_stops_them_and_keeps_wheels_out() -> None:
    """TCSB-27-9, TCSB-20-3."""
    wired = replace(OVER, barred={Hex("06.03"): "wire"})
    man, tank = at("A-1", "06.02"), at("T-1", "06.02")
    lorry, gun = (replace(tank, counter=replace(tank.counter, move=move)) for move in ("wheeled", "towed"))
    costs = [step_cost(wired, unit, Hex("06.02"), Hex("06.03")) for unit in (man, tank, lorry, gun)]
    assert costs == [3 * HALVES, 2 * HALVES, None, None]
    assert spent_in(wired, man, Hex("06.03")) == man.allowance and spent_in(wired, tank, Hex("06.03")) == 2 * HALVES
    assert spent_in(OVER, man, Hex("06.03")) == 1 * HALVES and spent_in(wired, lorry, Hex("06.03")) is None


def test_a_roadblock_closes_the_road_into_its_hex_and_no_other_way() -> None:
    """TCSB-27-9: without it a tank pays half a point by road; with it that of the ground and one more."""
    blocked = replace(OVER, barred={Hex("05.03"): "roadblock"})
    tank, man = at("T-1", "05.02"), at("A-1", "05.02")
    assert step_cost(OVER, tank, Hex("05.02"), Hex("05.03")) == 1
    assert step_cost(blocked, tank, Hex("05.02"), Hex("05.03")) == 2 * HALVES
    assert step_cost(blocked, man, Hex("05.02"), Hex("05.03")) == 1 * HALVES
    across, beside = Hex("06.02"), at("T-1", "06.02")
    assert step_cost(blocked, beside, across, Hex("05.03")) == step_cost(OVER, beside, across, Hex("05.03"))
    assert step_cost(blocked, at("T-1", "05.03"), Hex("05.03"), Hex("05.04")) == 1, "out of it the road leads on"


def test_whom_barriers_hinder_who_sees_them_what_clears_them() -> None:
    """TCSB-27-9, TCSB-26-5: own wire has gaps, a roadblock has none; engineers do it better."""
    assert hinders(BOOK, WIRE, "us") and not hinders(BOOK, WIRE, "ge") and hinders(BOOK, BLOCK, "ge")
    assert (seen_within(BOOK, "wire"), seen_within(BOOK, "roadblock")) == (3, 6)
    man = at("A-1", "05.02")
    engineer = replace(man, counter=replace(man.counter, type="engineer_platoon"))
    assert [needed_to_clear(BOOK, man, kind) for kind in ("wire", "roadblock")] == ["5", "6"]
    assert [needed_to_clear(BOOK, engineer, kind) for kind in ("wire", "roadblock")] == ["3", "4"]
    assert [shift_in_wire(BOOK, WIRE, side, n) for side, n in (("us", 1), ("us", 2), ("ge", 1))] == [1, 0, 0]
    assert shift_in_wire(BOOK, BLOCK, "us", 1) == shift_in_wire(BOOK, None, "us", 1) == 0
    assert with_barrier({Hex("05.02"): WIRE}, Hex("05.02"), None) == {}


def test_who_fits_into_a_bunker_and_what_it_gives() -> None:
    """TCSB-27-9: guns and machine guns first, then infantry while there is room; less for who took it."""
    guns, rifles, mortar = at("K-1", "05.04", "fire"), at("G-1", "05.04", "fire"), at("G-81", "05.04", "fire")
    section, tank = at("G-MG", "05.04", "fire"), at("Z-1", "05.04", "fire")
    stack = (rifles, mortar, tank, section, guns)
    assert inside(BOOK, PILLBOX, stack) == ("G-MG", "K-1") and section.steps + guns.steps + rifles.steps > 7
    assert inside(BOOK, PILLBOX, (rifles, mortar)) == ("G-1",)
    assert inside(BOOK, replace(PILLBOX, bunker="log"), (guns, rifles)) == ("G-1",), "no guns among logs"
    assert inside(BOOK, PILLBOX, (replace(rifles, mode="move"), at("A-1", "05.04", "fire"))) == ()
    assert inside(BOOK, None, stack) == inside(BOOK, replace(PILLBOX, bunker=""), stack) == ()
    assert walls(BOOK, PILLBOX) == Walls(-4, 2) and walls(BOOK, held_by(PILLBOX, "us")) == Walls(-3, 2)
    assert [as_target(BOOK, kind).defense for kind in ("log", "concrete")] == [3, 6]


def test_a_bunker_counts_in_place_of_digging_within_the_floor_of_all_cover() -> None:
    """TCSB-27-9, TCSB-11-8."""
    found = area_shifts(BOOK, AreaFire(3), AreaTarget("A", Shelter(cover=-2, protective=True, level=2, hasty=True, bunker=-4)))
    assert [(one.id, one.by) for one in found] == [("terrain", -2), ("bunker", -4)] and area_modifier(BOOK, found) == -4
    assert Shelter(bunker=-3).is_dug_in and Shelter(bunker=-3).protects and not Shelter().is_dug_in
    assert under_a_roof(AreaResult(3, True), Shelter(bunker=-4, roof=2)) == AreaResult(1, True)
    assert under_a_roof(AreaResult(1, True), Shelter(bunker=-4, roof=2)) == AreaResult(0, True)


def test_digging_leaves_a_bunker_as_it_is() -> None:
    """TCSB-27-9, TCSPD-5-2, TCSPD-10-1."""
    builder = at("G-1", "05.04", "fire")
    dug = marked(PILLBOX, 2, builder)
    assert dug == replace(PILLBOX, level=2) and taken_down(dug, 2, (builder, builder)) == PILLBOX
    assert taken_down(DugPosition(Hex("05.04"), 1, "ge", "ge"), 1, (builder,)) is None


@pytest.mark.parametrize(("more", "fault"), [
    ('barriers = [{ side = "ge", kind = "ditch", hexes = ["03.05"] }]', "barriers[0].kind: should be 'wire' or 'roadblock'"),
    ('barriers = [{ side = "ge", kind = "wire", hexes = ["05.01"] }]', "barriers[0].hexes: an enemy of ge begins in 05.01"),
    ('barriers = [{ side = "ge", kind = "wire", hexes = ["09.01"] }]', "barriers[0].hexes: 09.01 is not on the map"),
    ('barriers = [{ side = "uk", kind = "wire", hexes = ["03.05"] }]', 'barriers[0].side: there is no side "uk"'),
    ('barriers = [{ side = "ge", kind = "roadblock", hexes = ["07.03"] }]', "barriers[0].hexes: no road leads into 07.03"),
    ('barriers = [{ side = "ge", kind = "wire", hexes = ["03.05", "03.05"] }]', "barriers[0].hexes: 03.05 is named twice"),
    ('works = [{ side = "ge", hexes = ["05.04"] }]', "works[0]: works have a level of 1 to 3, or a bunker, or both"),
    ('works = [{ side = "ge", bunker = "steel", hexes = ["05.04"] }]', "works[0].bunker: must be one of log, concrete"),
    ('works = [{ side = "ge", level = 4, hexes = ["05.04"] }]', "works[0].level"),
    ('works = [{ side = "ge", bunker = "log", hexes = ["05.01"] }]', "works[0].hexes: an enemy of ge begins in 05.01"),
])  # fmt: skip
def test_what_a_module_says_of_works_is_checked(more: str, fault: str) -> None:
    """TCSB-27-9."""
    assert fault in faulty("scenario-1.toml", "turns = 6", f"turns = 6\n{more}")


# ---------------------------------------------------------------- by mail

TANKS: Change = ("scenario-1.toml", 'status = "unimplemented"\nweighted = 6', 'status = "implemented"')
"""The tanks' sheet is in force from the start."""


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guns]:
    """Wire before the village, a roadblock behind it, a concrete bunker in it; American wire on their left. One turn is played."""
    laid = barriers(("ge", "wire", "05.02", "06.02", "07.07"), ("ge", "roadblock", "05.03", "05.08"), ("us", "wire", "04.02"))
    guns = Guns(tmp_path_factory.mktemp("works") / "guns", TANKS, laid, bunkers("ge", "concrete", "05.04"))
    guns.begin()
    guns.both("", "")
    yield guns
    guns.close()


def test_a_side_knows_its_own_barriers_and_those_that_it_sees(village: Guns) -> None:
    """TCSB-27-9, TCSB-7-3: the wire at 07.07 is too far off, the roadblock at 05.08 is seen from the hill."""
    known = {hex_: (there.kind, there.side) for hex_, there in village.picture("us").forces.barriers.items()}
    assert known == {
        "05.02": ("wire", "ge"), "06.02": ("wire", "ge"), "05.03": ("roadblock", "ge"), "05.08": ("roadblock", "ge"),
        "04.02": ("wire", "us"),
    }  # fmt: skip
    assert village.picture("ge").forces.barriers == village.board.barriers, "they see the American wire too"
    assert village.board.forces["us"].barriers == village.picture("us").forces.barriers
    letter = " ".join(plain(mail) for mail in village.mail("us"))
    assert "Seen: German wire at 05.02." in letter and "05.03: enemy roadblock" in letter and "04.02: own wire" in letter
    assert "05.04 Village: enemy concrete bunker" in letter and "07.07" not in letter
    theirs = plain(village.mail("ge")[-1])
    assert "05.04 Village: own concrete bunker; inside: G-MG" in theirs and "07.07: own wire" in theirs


def test_questions_count_wire_and_bunkers(village: Guns) -> None:
    """TCSB-27-9: COST, WHAT CAN, CHANCE, CHECK, and faults with a line that works."""
    assert "05.02 open: 3 MP, 3 in all" in village.asked("us", "COST A-1 TO 05.02")
    can = village.asked("us", "WHAT CAN A-1")
    assert "A-1: breach 05.02 wire" in can and "A-1: move 06.01 | 05.02 | 04.01" in can
    assert "A-2: move mode; breach 05.02 wire" in village.asked("us", "WHAT CAN A-2")
    assert "breach" not in village.asked("us", "WHAT CAN A-60"), "it is next to none"
    assert "T-3: fire 05.04 bunker" in village.asked("us", "WHAT CAN T-3")
    chance = village.asked("us", "CHANCE T-3 AT 05.04")
    assert "Units inside the concrete bunker have -4 instead of works" in chance and "Point fire at the bunker: net value" in chance
    wrong = village.asked("us", "CHECK\nA-1: breach 05.02 roadblock\nT-3: fire 05.05 bunker\nA-1: breach 06.02 mines")
    assert "you know of no roadblock in 05.02" in wrong and "try: A-1: breach 05.02 wire" in wrong
    assert "you know of no enemy bunker in 05.05; try: T-3: fire 05.05 area" in wrong


def test_the_intelligence_summary_has_what_is_known_of_the_enemys(village: Guns) -> None:
    """TCSB-27-9, MASL-5.1-1."""
    said = village.asked("us", "INTSUM")
    assert "Enemy works: 05.04 Village" in said and "Enemy wire: 05.02, 06.02" in said and "Enemy roadblocks: 05.03, 05.08" in said
    assert "04.02" not in said.partition("3. STRENGTH")[0] and "07.07" not in said


def test_map_and_pad_show_what_is_known(village: Guns) -> None:
    """TCSB-27-9, TCSB-7-3."""
    game, picture = cast(TacticalGame, OPENING.game), village.picture("us")
    drawn = map_view.theatre(game, picture)
    assert set(drawn.obstacles) == {
        Obstruction(Hex("05.02"), "wire", False), Obstruction(Hex("06.02"), "wire", False), Obstruction(Hex("04.02"), "wire", True),
        Obstruction(Hex("05.03"), "roadblock", False), Obstruction(Hex("05.08"), "roadblock", False),
        Obstruction(Hex("05.04"), "bunker", False),
    }  # fmt: skip
    assert not drawn.works
    told = picture_json(drawn, SentAs("ford", "A-1", "a report"))
    assert b'"kind": "bunker"' in told and told.count(b'"kind": "wire"') == 3
    assert "breach 05.02 wire" in [str(offer.line) for offer in pad.offers(game, picture, "A-1")]


def test_what_wire_and_bunkers_do_in_a_turn(village: Guns) -> None:
    """TCSB-27-9: tracks roll wire flat, men stop in it, point fire is given at the bunker, and both sides learn what they see."""
    village.both("A-1: move 05.02\nT-1: move 06.02, 06.03\nT-3: fire 05.04 bunker\nA-2: move mode; move 04.02", "")
    entered = [(event.units, event.hex) for event in village.events(t.UnitsEntered) if event.side == "us"]
    assert (("A-1",), "05.02") in entered and (("A-1",), "05.03") not in entered
    (flat,) = village.events(t.BarrierTried)
    assert (flat.units, flat.hex, flat.worked, flat.faces) == (("T-1",), "06.02", True, ())
    assert Hex("06.02") not in village.board.barriers and Hex("06.02") not in village.picture("us").forces.barriers
    assert Hex("04.02") in village.board.barriers, "own wire has gaps"
    shot = next(event for event in village.events(t.PointFired) if event.unit == "T-3")
    assert shot.name == "bunker" and shot.hex == "05.04"
    report = " ".join(plain(mail) for mail in village.mail("us")[-3:])
    assert "T-1 rolled the wire at 06.02 flat." in report and "T-3 fired at bunker in 05.04" in report
    gone = o.BarrierSeen(Hex("06.02"), WIRE, False)
    assert (gone in village.told("ge", o.BarrierSeen)) == (Hex("06.02") not in village.picture("ge").forces.barriers)


def test_wire_is_cleared_after_all_other_movement(tmp_path: Path) -> None:
    """TCSB-27-9, TCS3-10-3: 5 on a die; it is gone for both, and the enemy learns it when it sees it."""
    guns = Guns(tmp_path / "guns", TANKS, barriers(("ge", "wire", "05.02")), bunkers("ge", "log", "05.04"))
    guns.begin()
    guns.hold_fire()
    for _ in range(5):
        guns.both("", "")
        wired, stands = Hex("05.02") in guns.board.barriers, Hex("05.04") in guns.board.works
        guns.both("\n".join(("A-1: breach 05.02",) * wired + ("T-3: fire 05.04 bunker",) * stands), "")
    tries = guns.events(t.BarrierTried)
    assert tries and all(one.worked == (sum(one.faces) >= 5) for one in tries if one.faces) and tries[0].needed == "5"
    assert (Hex("05.02") in guns.board.barriers) == (not any(one.worked for one in tries))
    assert guns.board.forces["us"].clearing == {} == guns.board.forces["us"].breaches
    shots = [event for event in guns.events(t.PointFired) if event.name == "bunker"]
    opened = [event for event in guns.events(e.WorksChanged) if event.position is None]
    assert shots and len(opened) == min(1, sum(shot.hit for shot in shots))
    assert bool(opened) == (Hex("05.04") not in guns.picture("us").works)
    guns.close()


# ---------------------------------------------------------------- on the field


def build(made: Field, *works: DugPosition, **standing: Barrier) -> None:
    """Bunkers, and barriers by hex ("h0603"), as if the scenario had them."""
    there = {Hex(f"{name[1:3]}.{name[3:]}"): one for name, one in standing.items()}
    board = replace(made.board, works={one.hex: one for one in works}, barriers=there, look=True)
    made.play.situation = replace(made.play.situation, board=cast(Any, board))
    made.happen(*(e.WorksChanged(one.hex, one) for one in works))


def test_a_shot_that_hits_opens_a_bunker_and_strikes_those_inside() -> None:
    """TCSB-27-9, TCSB-12-1: they have no use of it any more, and their side learns it."""
    opened = 0
    for seed in range(40):
        made = field(seed, ge=(policy("fire", "hold"), policy("adjacent", "hold"), policy("return", "none")))
        sheet = made.board.forces["us"].sheets["US-2"]
        made.happen(t.SheetChanged("us", replace(sheet, status="implemented"), "in force"))
        made.put("G-MG", hex=Hex("06.03"))
        made.put("T-1", hex=Hex("06.02"), mode="fire")
        build(made, replace(PILLBOX, hex=Hex("06.03"), bunker="log"))
        assert made.picture("us").works[Hex("06.03")].bunker == "log"
        events = made.order("us", ("T-1",), Act("fire", ("bunker",), (("HEX", "06.03"),)))
        (shot,) = (event for event in events if isinstance(event, t.PointFired))
        struck = [event for event in events if isinstance(event, t.UnitStruck)]
        assert shot.hit == (Hex("06.03") not in made.board.works) == bool(struck)
        if shot.hit:
            opened += 1
            assert {event.unit for event in struck} == {"G-MG"} and struck[0].column == 5
            assert "bunker" not in {one.id for one in struck[0].counting}
            assert made.refused("us", ("T-2",), Act("fire", ("bunker",), (("HEX", "06.03"),))) != ""
            assert Hex("06.03") not in made.picture("us").works and Hex("06.03") not in made.picture("ge").works
    assert 0 < opened < 40


def test_a_bunker_helps_those_inside_against_fire_and_to_hide() -> None:
    """TCSB-27-9, TCSB-27-7."""
    for bunker, by in (("", None), ("concrete", -4)):
        made = field(3, ge=(policy("fire", "hold"), policy("return", "none")))
        made.put("G-1", hex=Hex("06.03"))
        build(made, *((replace(PILLBOX, hex=Hex("06.03"), bunker=bunker),) if bunker else ()))
        events = made.happen(e.AttackBegan(HexAttack("fire/A-1/T1/1/06.03", Hex("06.03"), ("ge",), column=10)))
        struck = next(event for event in events if isinstance(event, t.UnitStruck))
        assert {one.id: one.by for one in struck.counting}.get("bunker") == by


def test_who_assaults_through_wire_is_fired_at_the_better() -> None:
    """TCSB-27-9, TCSB-22-5, TCSB-22-2: the entry costs the wire too, and the defenders of round 1 have one more."""
    for wired in (False, True):
        made = field(5, us=(), ge=(policy("fire", "hold"), policy("adjacent", "hold")))
        made.put("A-1", hex=Hex("06.02"), mode="move")
        made.put("G-MG", hex=Hex("06.03"))
        made.show("G-MG")
        build(made, **({"h0603": WIRE} if wired else {}))
        assert (Hex("06.03") in made.picture("us").forces.barriers) == wired
        allowance = made.unit("A-1").allowance
        made.order("us", ("A-1",), Act("assault", (), (("HEX", "06.03"),)))
        events = made.happen(e.AssaultsBegan())
        entered = next(event for event in made.play.events if isinstance(event, t.ClosedIn))
        assert entered.spent[0] == (allowance if wired else 1 * HALVES)
        attacks = [event.attack for event in events if isinstance(event, e.AttackBegan)]
        assert attacks[0].by == "ge" and attacks[0].drm == int(wired)


def test_a_side_learns_that_wire_is_gone_when_it_sees_the_hex() -> None:
    """TCSB-27-9, TCSB-7-3: not before; and what it does not know of costs it nothing in its orders."""
    made = field(7)
    build(made, h0707=WIRE, h0203=Barrier("wire", "us"))
    assert Hex("07.07") not in made.picture("us").forces.barriers
    made.happen(t.BarrierTried("us", ("A-2",), Hex("07.07"), "wire", "5", (6,), True, (0,)))
    assert Hex("07.07") not in made.board.barriers and Hex("07.07") not in made.picture("ge").forces.barriers
    seen = [one for one in made.seen("ge", o.BarrierSeen) if one.hex == "07.07"]
    assert [one.stands for one in seen] == [True, False], "a German unit stands near"


def test_a_gun_behind_walls_or_dug_in_is_harder_to_hit() -> None:
    """TCSB-27-9, TCSB-12-1, TCSPD-11-1: one off the net value for each point of cover or level, three at the most."""
    nets = list[int]()
    for works in ((), (replace(PILLBOX, hex=Hex("06.03"), bunker="", level=2),), (replace(PILLBOX, hex=Hex("06.03")),)):
        made = field(1, ge=(policy("fire", "hold"), policy("adjacent", "hold"), policy("return", "none")))
        sheet = made.board.forces["us"].sheets["US-2"]
        made.happen(t.SheetChanged("us", replace(sheet, status="implemented"), "in force"))
        made.put("K-1", hex=Hex("06.03"))
        made.put("T-1", hex=Hex("06.02"), mode="fire")
        build(made, *works)
        made.show("K-1")
        events = made.order("us", ("T-1",), Act("fire", ("point",), (("HEX", "06.03"),)))
        nets.append(next(event.net for event in events if isinstance(event, t.PointFired)))
    assert nets == [nets[0], nets[0] - 2, nets[0] - 3]


def test_a_way_goes_round_wire_where_that_is_no_more_than_a_turn() -> None:
    """TCSB-27-9, TCSB-20-1."""
    wired = replace(OVER, barred={Hex("05.02"): "wire"})
    man = at("A-1", "05.01")
    assert Hex("05.02") not in cheapest_way(wired, man, Hex("05.03"), lambda _: True)
    assert cheapest_way(wired, man, Hex("05.02"), lambda _: True) == (Hex("05.02"),)
    assert Hex("05.02") in cheapest_way(wired, at("T-1", "05.01"), Hex("05.03"), lambda _: True), "tracks roll over it"


LAID = """barriers = [
  { side = "ge", kind = "wire", hexes = ["04.03", "05.03", "06.03"] }, { side = "ge", kind = "roadblock", hexes = ["05.06"] },
  { side = "us", kind = "wire", hexes = ["03.02"] },
]
works = [
  { side = "ge", bunker = "concrete", hexes = ["05.04"] }, { side = "ge", bunker = "log", level = 2, hexes = ["06.05"] },
]
"""


@pytest.mark.parametrize("seed", range(3))
def test_games_with_works_come_to_their_end_and_nobody_knows_what_is_not_there(seed: int) -> None:
    """TCSB-27-9: after each letter a side knows all that it put up and sees, and pictures and board agree on what each knows."""
    laid = FILES["scenario-1.toml"].replace("turns = 6", f"turns = 6\n{LAID}", 1)
    module = load_module({**FILES, "scenario-1.toml": laid}, charts=library.charts("tcs"), grammar=library.grammar("tcs"))
    game = RandomGame(seed, TCS.scenario.opening(cast(OpenModule, module), library.charts("tcs")))
    while not game.board.public.over:
        game.letter()
        for side, forces in game.board.forces.items():
            assert cast(TacticalPicture, game.play.pictures[side]).forces.barriers == forces.barriers
            gone = {hex_ for hex_ in forces.barriers if hex_ not in game.board.barriers}
            assert not any(unit.hex in gone for unit in forces.units.values())
            assert set(game.board.barriers) <= {"04.03", "05.03", "06.03", "05.06", "03.02"}
        assert all(works.bunker or works.level for works in game.board.works.values())
    told = " ".join(line for one in TCS.scenario.reveal(game.play.game, game.play.situation.board, {}) for line in one.lines)
    assert "05.06: German roadblock" in told and "03.02: American wire" in told and "log bunker, level 2" in told


def test_the_ford_behind_wire_is_played_by_mail(tmp_path: Path) -> None:
    """TCSB-27-9, TCSB-28-1: what the brief says of works is what the defender's list has, and the attacker sees what is near."""
    table = Ford(tmp_path, module="ford-wire")
    table.begin()
    theirs, ours = (" ".join(plain(mail) for mail in table.mail(side)) for side in ("ge", "us"))
    for line in (
        "04.03: own wire", "06.03: own wire", "06.04: own wire", "05.03: own roadblock", "07.04: own light minefield",
        "05.04 Village: own concrete bunker; inside: G-MG", "06.05 Village: own log bunker; inside: G-2",
    ):  # fmt: skip
        assert line in theirs, line
    assert "07.04" not in ours and "05.03: enemy roadblock" in ours and "06.03: enemy wire" in ours
    table.both("ROLL US-2 ALWAYS", "")
    assert table.board.public.name == "T1.B"
    table.close()


def test_and_comes_to_its_end() -> None:
    """TCSB-28-3."""
    game = RandomGame(2, opening_of("ford-wire"))
    assert {one.side for one in game.played().points} == {"us", "ge"} and game.refused == []


def test_a_bunker_is_not_taken_down() -> None:
    """TCSB-27-9, TCSPD-10-1: what is dug beside it may be."""
    made = field(1)
    made.put("G-MG", hex=Hex("06.03"))
    build(made, replace(PILLBOX, hex=Hex("06.03")))
    made.happen(e.SmokeLaid(()))
    down = Act("reduce", (), (("HEX", "06.03"), ("N", 1)))
    assert ACTIONS["reduce"].check(made.game, made.picture("ge"), (), down)[0][1].rule == "TCSB-27-9"
    build(made, replace(PILLBOX, hex=Hex("06.03"), level=1))
    made.happen(e.SmokeLaid(()))
    assert ACTIONS["reduce"].check(made.game, made.picture("ge"), (), down) == ()
