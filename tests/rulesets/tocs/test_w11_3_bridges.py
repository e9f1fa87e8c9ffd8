"""Bridges: what each bears, when it is down, and who can know (TOCS-W11.3, W10.4-5, W10.13-9)."""

from random import Random
from typing import Any

import pytest

from pbem.kernel.hexes import DIRECTIONS, Hex, neighbour
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import ACTIONS
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge, Ground, bank_of, bridge_at
from pbem.rulesets.tocs.reports import bridges as words
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.resolution import fire
from pbem.rulesets.tocs.rules import bridges
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import Entry, entry
from pbem.rulesets.tocs.rules.supply import los
from pbem.rulesets.tocs.units import Charge, Freedom, Mission
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road, source
from tests.rulesets.tocs.small_maps import small_map

# The river runs west to east through 03.04; 03.03 lies north of it, 03.05 south.
RIVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
LORRY: dict[str, Any] = {"mobility": "motorized", "mp": 6}
TANK: dict[str, Any] = {"kind": "vehicle_platoon"}
NEVER = {"red": ("ezoc never",), "blue": ("ezoc never",)}
HERE, BEYOND = Hex("03.04"), Hex("03.05")


def land(kind: str = "stone", roads: str = "paved", carries: str = "", more: str = "") -> Ground:
    """A road over the river in 03.04, and a bridge of a kind; what it carries is the road, but for `carries`."""
    spanned = bridge("03.04", carries or roads).replace('kind = "stone"', f'kind = "{kind}"').replace("damage_points = 6\n", "")
    return ground("", RIVER + (road("03.03 03.04 03.05", roads) if not carries else "") + spanned + more)


def north(of: Ground) -> int:
    return bank_of(of, HERE, "N") or 0


def on(of: Ground, **unit: Any) -> Scene:
    """A unit on the north bank of 03.04."""
    return Scene([Piece("A", "03.04", bank_index=north(of), **unit)], own="03.03 03.05", land=of, standing=NEVER)


def over(scene: Scene) -> Entry | None:
    unit = scene.unit("A")
    return entry(scene.view(), scene.forces().counters["a"], Position(unit.hex, unit.bank), BEYOND)


def spoilt(scene: Scene, *knows: str, **changes: Any) -> Bridge:
    """The bridge is not as printed any more, and some know."""
    (printed,) = scene.game.ground.bridges
    now = replace(printed, **changes)
    scene.play.happen((e.BridgeChanged(now, "blown", knows),))
    return now


@pytest.mark.parametrize("kind, roads, unit, crosses", [
    ("stone", "paved", {"tons": 60}, True), ("metal", "highway", {"tons": 60}, True), ("wooden_6_8", "dirt_6_8", {}, True),
    ("wooden_6_8", "dirt_6_8", {"tons": 31}, False), ("wooden_3_6", "dirt_3_6", {"tons": 20}, True),
    ("wooden_3_6", "dirt_3_6", {}, False), ("footbridge_pontoon", "paved", {}, False),
    ("single_lane_pontoon", "paved", {"tons": 30}, True), ("two_lane_vehicular", "paved", {"tons": 41}, False),
])  # fmt: skip
def test_a_bridge_bears_so_much_and_no_more(kind: str, roads: str, unit: dict[str, Any], crosses: bool) -> None:
    """TOCS-W11.3-1, TOCS-W10.13-3: by its kind, unless the map says; a tank weighs 30 t, unless its counter says."""
    assert (over(on(land(kind, roads), **TANK, **unit)) is not None) == crosses
    assert over(on(land(kind, roads)))  # men on foot cross any of them


def test_the_map_may_say_what_a_bridge_bears_and_takes() -> None:
    """TOCS-W11.3-1, TOCS-W11.3-3."""
    weak = land("stone", more="tons = 5\ndamage_points = 3\n")
    assert over(on(weak, **LORRY)) is None and over(on(land("stone"), **LORRY))
    assert bridges.strength(on(weak).game, weak.bridges[0]) == 3


@pytest.mark.parametrize("carries, kind", [
    ("highway", "highway"), ("paved", "stone"), ("dirt_6_8", "wooden_6_8"), ("dirt_3_6", "wooden_3_6"),
])  # fmt: skip
def test_what_the_map_does_not_say_is_as_for_the_road(carries: str, kind: str) -> None:
    """TOCS-W11.3-1."""
    plain = RIVER + road("03.03 03.04 03.05", carries) + bridge("03.04", carries).replace('kind = "stone"\n', "")
    assert ground("", plain).bridges[0].kind == kind


@pytest.mark.parametrize("kind, points", [
    ("footbridge_pontoon", 2), ("single_lane_pontoon", 2), ("wooden_3_6", 4), ("wooden_6_8", 4), ("railroad", 4),
    ("stone", 6), ("metal", 8), ("highway", 8),
])  # fmt: skip
def test_a_bridge_is_down_when_it_has_had_its_fill(kind: str, points: int) -> None:
    """TOCS-W11.3-3, TOCS-W11.3-2."""
    scene = on(land())
    (printed,) = scene.game.ground.bridges
    one = replace(printed, kind=kind, damage_points=0)
    nearly = bridges.hit(scene.game, one, points - 1)
    assert nearly.intact and bridges.state(scene.game, nearly) == (f"{points - 1} of {points} damage points")
    assert not bridges.hit(scene.game, nearly, 1).intact and bridges.hit(scene.game, nearly, 9).damage == points


def test_a_bridge_that_is_down_carries_nobody_until_it_is_repaired() -> None:
    """TOCS-W11.3-2."""
    scene = on(land())
    down = spoilt(scene, "blue", intact=False)
    assert over(scene) is None and scene.check("A", "move 03.05")
    scene.play.happen((e.BridgeChanged(replace(down, intact=True), "repaired", ("blue",)),))
    assert over(scene)


def test_a_bridge_that_joins_no_roads_gives_no_road_rate() -> None:
    """TOCS-W10.13-9: it carries the unit all the same."""
    scene = on(land())
    by_road = over(scene)
    spoilt(scene, "blue", carries=())
    across = over(scene)
    assert by_road and across and (by_road.road, across.road, across.means) == ("paved", "", "bridge")


def test_vehicles_share_one_lane_as_they_do_a_small_road() -> None:
    """TOCS-W11.3-1, TOCS-W11.1.4-1: another vehicle beyond takes the road rate."""
    rates = []
    for kind in ("single_lane_pontoon", "two_lane_vehicular"):
        where = land(kind)
        pieces = [Piece("A", "03.04", bank_index=north(where), **LORRY), Piece("B", "03.05", **LORRY)]
        way = over(Scene(pieces, land=where))
        assert way
        rates.append(way.road)
    assert rates == ["", "paved"]


# ---------------------------------------------------------------- who knows


def test_only_who_is_there_knows_that_a_bridge_is_down() -> None:
    """TOCS-W10.4-5, TOCS-1.9-3: the owner at once, the other when he scouts, or comes there."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], land=land(), standing=NEVER)
    down = spoilt(scene, "red", intact=False)
    assert scene.learnt("red", o.BridgeSeen) and not scene.learnt("blue", o.BridgeSeen)
    scene.does("A", "move 03.04 03.05")
    assert scene.unit("A").hex == "03.04" and scene.refusals[-1].rule == "TOCS-W11.3-2"
    (seen,) = scene.learnt("blue", o.BridgeSeen)
    assert (seen.bridge, seen.how) == (down, "A") and scene.forces().spans == (down,)
    assert tell(scene.game, scene.picture(), seen) == ("Bridge (03.04): down (A)",)
    assert words.lines(scene.game, scene.picture()) == (" Bridge (03.04): down",)


def test_the_owner_of_the_ground_sees_what_becomes_of_its_bridge() -> None:
    """TOCS-W10.4-5: whoever did it."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], own="03.04", land=land())
    spoilt(scene, "red", intact=False)
    scene.settle()
    assert [seen.how for seen in scene.learnt("blue", o.BridgeSeen)] == ["our own ground"]


def test_a_bridge_built_behind_the_lines_is_found_by_a_scout() -> None:
    """TOCS-W10.4-5, TOCS-W10.13-10: and may be used by whoever comes."""
    wet = ground("", RIVER)
    scene = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], land=wet, standing=NEVER)
    new = Bridge("built", "footbridge", HERE, "river", (), 0, "footbridge_pontoon", True, built=True)
    scene.play.happen((e.BridgeChanged(new, "built", ("red",)),))
    assert scene.check("A", "move 03.04 03.05")[0].rule == "TOCS-W11.0-1"
    scene.does("A", "recon 03.04")
    assert words.lines(scene.game, scene.picture()) == (" footbridge (03.04): intact, bears men on foot",)
    assert not scene.check("A", "move 03.04 03.05")
    assert bridge_at(scene.game.ground, HERE, scene.board.spans) == (new,)


def test_bridges_may_be_broken_in_secret_before_play() -> None:
    """TOCS-W10.14-3, TOCS-W10.4-5, TOCS-2.1-1: as many as the scenario lets a side break; the last line counts."""
    sides = {"blue": {"freedom": Freedom((), (), (), ("bridge",), 1)}}
    scene = Scene([Piece("A", "02.02")], [Piece("R", "08.08")], own="03.04", land=land(), sides=sides, turn=0, impulse=0,
                  phasing="", phase="setup")  # fmt: skip
    scene.settle()
    assert scene.staff("setup broken 02.02")[0].rule == "TOCS-W10.14-3"
    assert scene.staff("setup broken the Bridge") == ()
    assert [b.intact for b in scene.board.spans] == [False] and not scene.forces("red").spans
    assert not scene.learnt("red", o.BridgeSeen)


# ---------------------------------------------------------------- a roadblock on the bridge


@pytest.mark.parametrize("laid, unit, crosses", [
    ("roadblock blue", LORRY, False), ("roadblock blue", {}, True), ("minefield blue", LORRY, True),
])  # fmt: skip
def test_a_roadblock_bars_vehicles_from_the_bridge(laid: str, unit: dict[str, Any], crosses: bool) -> None:
    """TOCS-W10.10-7: men on foot walk round it."""
    where = land()
    pieces = [Piece("A", "03.04", bank_index=north(where), **unit)]
    s = Scene(pieces, own="03.03 03.05", land=where, standing=NEVER, obstacles={"03.04": laid})
    assert (over(s) is not None) == crosses
    s.play.happen((e.ObstacleCleared("blue", HERE, laid.split(maxsplit=1)[0]),))
    assert over(s)


def test_an_unknown_roadblock_is_met_on_the_bridge() -> None:
    """TOCS-W10.10-7, TOCS-1.9-3: lorries come to the bridge, find the block, and stay on this bank."""
    s = Scene([Piece("A", "03.03", kind="vehicle_platoon")], [Piece("R", "08.08")], land=land(), standing=NEVER,
              obstacles={"03.04": "roadblock red"})  # fmt: skip
    s.does("A", "move 03.04 03.05")
    assert s.unit("A").hex == "03.04" and s.learnt("blue", e.FixedFound)
    assert s.check("A", "move 03.05")


def test_a_roadblock_cuts_the_line_of_supply_over_the_bridge() -> None:
    """TOCS-W10.10-7: and the line of command goes on."""
    for laid, ok in (({}, True), ({"03.04": "roadblock blue"}, False)):
        s = Scene([Piece("A", "03.05")], own="03.03 03.04", land=land(), standing=NEVER, obstacles=laid,
                  supply={"blue": [source("03.03")]})  # fmt: skip
        assert los(s.view(), s.unit("A")).ok == ok


# ---------------------------------------------------------------- under fire


HQ: dict[str, Any] = {"kind": "hq", "level": "regiment", "command": 8, "wireless": 8}
GUN: dict[str, Any] = {"kind": "battery", "arm": "artillery", "range": 8, "parent": "hq", "artillery": 8}
OBSERVER: dict[str, Any] = {"kind": "asset", "arm": "observer", "parent": "hq", "strength": 0}


def shelling(face: int, red: tuple[Piece, ...] = (), **more: Any) -> Scene:
    """A battery with an observer two hexes north of the bridge."""
    pieces = [Piece("HQ", "03.01", **HQ), Piece("G", "03.02", **GUN), Piece("FO", "03.03", **OBSERVER)]
    return Scene(pieces, (Piece("R", "08.08"), *red), land=more.pop("land", land("wooden_6_8")), dice={"strike": (face, face)},
                 standing=NEVER, **more)  # fmt: skip


def test_fire_aimed_at_a_bridge_wears_it_down_and_spares_the_troops() -> None:
    """TOCS-W11.3-2, TOCS-W11.3-3: the throw is worse by two; who watches sees what it did, and so does the owner."""
    s = shelling(6, (Piece("Q", "03.04"),))
    assert s.does("G", "strike 03.04 at bridge").failure is None
    (fired,) = s.happened(e.MissionFired)
    assert ("bridge -2" in fired.drms) and fired.cell == "2d"
    assert [(b.damage, b.intact) for b in s.board.spans] == [(2, True)] == [(b.damage, b.intact) for b in s.forces().spans]
    assert s.learnt("blue", o.BridgeSeen)[0].how == "shelled" and s.learnt("red", o.BridgeSeen)
    assert s.unit("Q").lost == 0 and words.lines(s.game, s.picture("red"))[0] == " Bridge (03.04): 2 of 4 damage points"


def test_nobody_aims_at_what_he_does_not_see_or_knows_to_be_down() -> None:
    """TOCS-W11.3-2, TOCS-W10.24-5."""
    s = shelling(6)
    spoilt(s, "blue", intact=False)
    assert s.check("G", "strike 03.04 at bridge")[0].rule == "TOCS-W11.3-2"
    assert s.check("G", "strike 03.04 at facility")[0].rule == "TOCS-W11.3-2"


def test_a_bridge_that_may_be_blown_in_battle_alone_is_not_shelled_by_its_side() -> None:
    """MASL-16.7-1, MASL-16.7-2: nobody may aim at it, and shells that are aimed at nothing spare it."""
    kept = {"blue": {"rigged": (Charge("bridge", "tank", False, 4, 2),)}}
    assert shelling(6, sides=kept).check("G", "strike 03.04 at bridge")[0].rule == "MASL-16.7-1"
    for sides, hit in (({}, True), (kept, False)):
        s = shelling(6, (Piece("Q", "03.04"),), sides=sides)
        assert ("bridge/bridge" in fire.shoot_at(s.play.moment, "blue", Mission("bombard", Hex("03.04"), ("g",))).built) is hit


def test_fire_at_a_bridge_that_is_gone_does_nothing() -> None:
    """TOCS-W11.3-2: the firer believed it stood."""
    s = shelling(6)
    down = spoilt(s, "red", intact=False)
    assert s.does("G", "strike 03.04 at bridge").failure is None
    assert s.board.spans == (down,) and not s.forces().spans


EVEN: dict[str, tuple[int, ...]] = {
    "harass/G/T1.1/target/": (3,), "bombard/G+H+I/T1.1/target/": (3,), "harass/": (6, 6), "bombard/": (6, 6),
}  # fmt: skip
"""Every throw for the cell a 12, every target's a 3."""


def blind(dice: dict[str, tuple[int, ...]], red: tuple[Piece, ...] = (), text: str = "harass 03.04", **more: Any) -> Scene:
    """Three German batteries and nobody who sees the bridge; a strike of theirs is 2d, a bombardment 2D."""
    guns = (Piece(c, "03.02", **GUN, nation="german") for c in "GHI")
    s = Scene([Piece("HQ", "03.01", **HQ), *guns], (Piece("R", "08.08"), *red), land=land("wooden_6_8"), standing=NEVER,
              dice={**dice, **EVEN}, **more)  # fmt: skip
    assert s.does("G", text).failure is None
    return s


@pytest.mark.parametrize(("text", "lost"), [("harass 03.04", 0), ("bombard 03.04 with H, I", 2)])
def test_fire_at_random_hits_bridges_with_the_troops(text: str, lost: int) -> None:
    """TOCS-W10.24-4, TOCS-W10.25-2, TOCS-W11.3-2: the bridge throws with them. Who owns the hex sees it; who fired blind
    does not."""
    higher: dict[str, tuple[int, ...]] = {} if lost else {"harass/G/T1.1/target/1/bridge/bridge": (6,)}
    s = blind(higher, (Piece("Q", "03.04"),), text)
    assert [b.damage for b in s.board.spans] == [2] and s.unit("Q").lost == lost
    assert [b.damage for b in s.forces("red").spans] == [2]
    assert s.forces().spans == () and s.learnt("blue", o.BridgeSeen) == []


@pytest.mark.parametrize("text", ["harass 03.04", "bombard 03.04 with H, I"])
def test_fire_at_random_hits_facilities_and_a_hospital_tells(text: str) -> None:
    """TOCS-W10.24-4, TOCS-W10.25-2, TOCS-W12.9-3."""
    s = Scene([Piece("HQ", "03.01", **HQ), *(Piece(c, "03.02", **GUN, nation="german") for c in "GHI")], [Piece("R", "08.08")],
              dice=EVEN, standing=NEVER)  # fmt: skip
    ward = Facility("w", "hospital", "Ward 7", HERE, 4)
    s.play.happen((e.FacilityChanged(ward, "set up", ("red",)),))
    s.does("G", text)
    assert s.board.sites["w"].damage == s.forces("red").outrage == 2
    assert s.learnt("blue", o.FacilitySeen) == [] and s.forces().sites == ()


def test_who_fires_blind_reads_the_same_whatever_stands_there() -> None:
    """TOCS-W10.24-4: a bridge that falls, a bridge that fell long ago, troops that take all of it."""
    read = []
    for first, red in (("bridge/bridge", ()), ("Q", (Piece("Q", "03.04"),))):
        for down in (False, True):
            dice = {f"harass/G/T1.1/target/1/{first}": (6,), **EVEN}
            s = Scene([Piece("HQ", "03.01", **HQ), Piece("G", "03.02", **GUN)], (Piece("R", "08.08"), *red),
                      land=land("footbridge_pontoon"), standing=NEVER, dice=dice)  # fmt: skip
            if down:
                spoilt(s, "red", intact=False)
            assert s.does("G", "harass 03.04").failure is None
            read.append([x for side, x in s.play.seen if side == "blue"])
            assert down or first == "Q" or not s.board.spans[0].intact
    assert all(seen == read[0] for seen in read)


@pytest.mark.parametrize(("aim", "spared"), [
    ("", ()), ("bridge", ("facility/w", "store/dump 03.04", "trucks/mobile 03.04")),
    ("facility", ("bridge/bridge", "trucks/mobile 03.04")),
    ("infantry", ("bridge/bridge", "facility/w", "store/dump 03.04", "trucks/mobile 03.04")),
])  # fmt: skip
def test_what_is_hurt_already_can_take_so_much_less(aim: str, spared: tuple[str, ...]) -> None:
    """TOCS-W10.24-4, TOCS-W10.25-2, TOCS-W8.2-6, TOCS-W11.3-2: what shells may fall on besides troops, and what fire that is aimed
    spares; what is down or destroyed, and what stands elsewhere, takes nothing."""
    bear = {"bridge/bridge": 3, "facility/w": 1, "store/dump 03.04": 2, "trucks/mobile 03.04": 4}
    stores = (source("03.04", 8, dp=4, damage=2), source("03.04", 4, "mobile"), source("03.05", 8, dp=4))
    s = shelling(6, (Piece("Q", "03.04"),), supply={"red": stores})
    spoilt(s, "blue", damage=1)
    for ward in (
        Facility("w", "hospital", "W", HERE, 4, 3),
        Facility("x", "depot", "X", HERE, 4, 4),
        Facility("y", "depot", "Y", BEYOND, 4),
    ):
        s.play.happen((e.FacilityChanged(ward, "set up", ("red",)),))
    shoot = fire.shoot_at(s.play.moment, "blue", Mission("strike", HERE, ("g",), observer="fo", aim=aim))
    assert shoot.built == {name: points for name, points in bear.items() if name not in spared}
    assert [t.counter.call for t in shoot.targets] == (["Q"] if aim in ("", "infantry") else [])
    spoilt(s, "blue", intact=False, damage=4)
    assert "bridge/bridge" not in fire.shoot_at(s.play.moment, "blue", Mission("strike", HERE, ("g",), observer="fo")).built


def test_nobody_aims_a_bombardment() -> None:
    """TOCS-W10.25-2: its targets are always random."""
    assert "at (" not in ACTIONS["bombard"].verb.syntax[0]


def test_points_on_a_hospital_count_for_the_other_side() -> None:
    """TOCS-W12.9-3, TOCS-W12.0-1."""
    s = shelling(6)
    ward = Facility("w", "hospital", "Ward 7", HERE, 4)
    s.play.happen((e.FacilityChanged(ward, "set up", ("red", "blue")),))
    s.does("G", "strike 03.04 at facility")
    assert s.board.sites["w"].damage == 2 == s.forces("red").outrage and s.forces().outrage == 0
    (said,) = tell(s.game, s.picture("red"), s.learnt("red", o.OwnOutrage)[0])
    assert said.startswith("the enemy hit one of your hospitals: 2 points to you")
    assert not s.learnt("blue", o.OwnOutrage)


# ---------------------------------------------------------------- nobody crosses a bridge that is not there


def crossed_dry(seed: int) -> int:
    """A random map, random bridges that stand or do not, moves wherever it may be: how often the unit went over a bridge."""
    chance = Random(seed)
    where = small_map(chance, kinds=("medium_river", "major_river"))
    about = [h for b in where.bridges for h in (b.hex, *where.neighbours[b.hex])]
    start = chance.choice(about or where.hexes)
    bank = chance.randrange(max(1, len(where.banks.get(start, ()))))
    unit = chance.choice(({}, LORRY, TANK, {"engineer": True}))
    scene = Scene([Piece("A", start, bank_index=bank, **unit)], own=" ".join(where.hexes) if chance.random() < 0.5 else "",
                  land=where, standing=NEVER)  # fmt: skip
    for printed in where.bridges:
        if chance.random() < 0.6:
            now = replace(printed, intact=chance.random() < 0.4, kind=chance.choice(("stone", "wooden_3_6", "footbridge_pontoon")))
            scene.play.happen((e.BridgeChanged(now, "changed", tuple(s for s in ("blue", "red") if chance.random() < 0.5)),))
    scene.play.settle_act()
    for _ in range(2):
        near = where.neighbours[scene.unit("A").hex]
        way = (chance.choice(near), *((chance.choice(where.neighbours[near[0]]),) if chance.random() < 0.5 else ()))
        scene.does("A", f"move {' '.join(way)}")
    return _walked_dry(scene, Hex(start), bank)


def _walked_dry(scene: Scene, start: Hex, bank: int) -> int:
    """Every step from bank to bank had a bridge that stands and bears the unit; how many there were. Of who went round a
    hex we do not ask on which bank it came out."""
    crossings = 0
    where, counter = scene.game.ground, scene.forces().counters["a"]
    at: Hex = start
    stands: int | None = bank
    for hex_ in scene.forces().trails.get("a", (start,))[1:]:
        out = next((d for d, h in _sides(at) if h == hex_), "")
        if out and stands is not None and bank_of(where, at, out) != stands:
            there = bridge_at(where, at, scene.board.spans)
            assert any(b.intact and bridges.bears(scene.game, b, counter) for b in there), (at, hex_)
            crossings += 1
        back = next((d for d, h in _sides(hex_) if h == at), "")
        at, stands = hex_, bank_of(where, hex_, back) if back else None
    return crossings


def _sides(place: Hex) -> list[tuple[str, Hex | None]]:
    return [(d, neighbour(place, d)) for d in DIRECTIONS]


def test_nobody_crosses_a_bridge_that_does_not_exist() -> None:
    """TOCS-W11.3-2, TOCS-W11.9-1: a sample; the soak takes ten thousand."""
    assert sum(crossed_dry(seed) for seed in range(150)) > 3


@pytest.mark.soak
def test_nobody_crosses_a_bridge_that_does_not_exist_in_ten_thousand_maps() -> None:
    """TOCS-W11.3-2, TOCS-W11.9-1."""
    for seed in range(10_000):
        crossed_dry(seed)


def test_the_soak_sees_a_crossing_without_a_bridge() -> None:
    """The watch is awake: a unit that is put over the water is found out."""
    scene = on(land())
    spoilt(scene, intact=False)
    moved = replace(scene.unit("A"), hex=BEYOND, bank=0)
    scene.play.happen((e.UnitChanged("blue", moved, "moved"),))
    with pytest.raises(AssertionError):
        _walked_dry(scene, HERE, north(scene.game.ground))
