"""Trucks, depots, and the law that supply points are neither made nor lost unseen (TOCS-W8.1-3, W8.2, W12.7)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.rules.supply import los
from pbem.rulesets.tocs.units import SupplySource
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road, source

ROW = " ".join(f"0{c}.03" for c in range(1, 9))
LAND = ground("", road("01.03 02.03"))


def scene(*blue: Piece, supply: tuple[object, ...] = (), red: str = "08.08", **more: object) -> Scene:
    blue = blue or (Piece("A", "01.03"),)
    return Scene(blue, [Piece("R", red)], own=f"{ROW} 01.04", supply={"blue": supply or [source("01.03", 9)]}, **more)  # type: ignore[arg-type]


def held(s: Scene) -> dict[str, tuple[str, int]]:
    """Where supply is, and how much."""
    return {x.kind: (x.hex, x.sp) for x in s.forces().sources.values()}


def test_up_to_four_points_go_off_for_one_op_and_join_what_is_there() -> None:
    """TOCS-W8.2-2, TOCS-W12.7-1: they drive at once, as motorized troops do, 18 points an impulse."""
    s = scene(supply=(source("01.03", 9), source("03.03", 1, "depot")))
    assert s.staff("trucks 4 SP from 01.03 to 03.03") == ()
    assert held(s) == {"dump": ("01.03", 5), "depot": ("03.03", 5)} and s.forces().pools["pool"].bank == 9
    assert not s.learnt("red", e.SourceChanged), "all of it behind the own lines"


def test_trucks_drive_on_by_themselves_until_they_are_there() -> None:
    """TOCS-W8.2-1, TOCS-W8.2-2: 4 MP a hex of farmland at four MP an AP, two AP by night."""
    s = scene(light="night", dice={"turn-end": (6, 6)}, switches={"truck_mp": 4})
    cost = 8  # two MP of motorized troops to a hex of farmland, doubled at night
    s.staff("trucks 3 SP from 01.03 to 05.03")
    first = held(s)["mobile"]
    assert first == (f"0{1 + 2 * 4 * 2 // cost}.03", 3)
    assert s.forces().pools["pool"].bank == 9
    s.close()
    s.close()
    assert held(s)["mobile"][0] > first[0]
    assert s.happened(e.PointSpent)[0].pool.bank == 9 and len(s.happened(e.PointSpent)) == 1


def test_what_trucks_may_not_do_is_refused() -> None:
    """TOCS-W8.2-2, TOCS-W8.2-1, TOCS-W8.0-2, TOCS-W8.0-3."""
    s = scene(Piece("A", "01.03"), Piece("B", "02.03"))
    for text, rule in (
        ("trucks 5 SP from 01.03 to 03.03", "TOCS-W8.2-2"),
        ("trucks 0 SP from 01.03 to 03.03", "TOCS-W8.2-2"),
        ("trucks 1 SP from 02.03 to 03.03", "TOCS-W8.2-2"),
        ("trucks 1 SP from 01.03 to 01.03", "TOCS-W8.2-2"),
        ("trucks 1 SP from 01.03 to 07.07", "TOCS-W8.2-1"),
        ("trucks 1 SP from 01.03 to 03.03 join B", "TOCS-W8.0-3"),
        ("trucks 1 SP from 01.03 to 60.60", "TOCS-W1.2-4"),
    ):
        assert [r.rule for r in s.staff(text)] == [rule], text
    s = scene(supply=(source("01.03", 1),))
    assert s.staff("trucks 2 SP from 01.03 to 03.03")[0].words == "only 1 supply point lies at 01.03"
    assert scene(points=0).staff("trucks 1 SP from 01.03 to 03.03")[0].rule == "TOCS-W8.2-2"
    water = ground("", river("02.01 02.02 02.03 02.04 02.05 02.06 02.07 02.08", "N", "S"))
    assert scene(land=water).staff("trucks 1 SP from 01.03 to 03.03")[0].rule == "TOCS-W8.2-1"


@pytest.mark.parametrize("where", ["06.06", "02.03"])
def test_nothing_is_loaded_outside_the_perimeter_or_where_there_is_fighting(where: str) -> None:
    """TOCS-W8.0-2: a store on enemy ground, and one in an engagement."""
    s = scene(supply=(source(where, 4),), engaged={Hex("02.03"): "blue"})
    assert [r.rule for r in s.staff(f"trucks 1 SP from {where} to 03.03")] == ["TOCS-W8.0-2"]


def test_points_come_off_the_fullest_store_of_a_hex_and_off_trucks_last() -> None:
    """TOCS-W8.2-2."""
    s = scene(supply=(source("01.03", 3), source("01.03", 5, "depot"), source("01.03", 9, "mobile")))
    assert s.staff("trucks 4 SP from 01.03 to 03.03") == ()
    assert sorted((x.kind, x.hex, x.sp) for x in s.forces().sources.values()) == [
        ("depot", "01.03", 1), ("dump", "01.03", 3), ("mobile", "01.03", 9), ("mobile", "03.03", 4),
    ]  # fmt: skip
    wheels = scene(supply=(source("01.03", 9, "mobile"),))
    assert wheels.staff("trucks 4 SP from 01.03 to 03.03") == ()


@pytest.mark.parametrize(("dp", "damage", "fits"), [(0, 0, 4), (4, 0, 4), (4, 1, 4), (4, 2, 1), (4, 3, 0), (4, 4, 0)])
def test_a_damaged_depot_takes_what_its_share_of_room_holds_and_the_rest_stays_on_wheels(dp: int, damage: int, fits: int) -> None:
    """TOCS-W8.2-2, TOCS-W12.7-2: room for twelve, five of them there already."""
    there = replace(source("03.03", 12, "depot", dp=dp), sp=5, damage=damage)
    s = scene(supply=(source("01.03", 9), there))
    assert s.staff("trucks 4 SP from 01.03 to 03.03") == ()
    wheels = {"mobile": ("03.03", 4 - fits)} if fits < 4 else {}
    assert held(s) == {"dump": ("01.03", 5), "depot": ("03.03", 5 + fits), **wheels}


def test_trucks_join_a_unit_and_feed_it_where_it_goes() -> None:
    """TOCS-W8.0-3, TOCS-W8.0-4: what came by air lies on wheels too, and can be given to a unit."""
    s = scene(Piece("A", "02.03"), supply=(source("01.03", 4, "mobile"),))
    assert s.staff("trucks 4 SP from 01.03 to 02.03 join A") == ()
    [trucks] = s.forces().sources.values()
    assert (trucks.join, trucks.hex, trucks.sp) == ("a", "02.03", 4)
    s.does("A", "move 03.03")
    assert held(s) == {"mobile": ("03.03", 4)} and los(s.view(), s.unit("A")).ok


def test_a_depot_is_made_in_play_by_order_and_stays_secret() -> None:
    """TOCS-W8.1-3."""
    s = scene(supply=(source("02.03", 3, "mobile"), source("01.03", 5)))
    assert s.staff("depot at 01.03")[0].rule == "TOCS-W8.1-3"
    assert s.staff("depot at 02.03") == ()
    assert held(s) == {"depot": ("02.03", 3), "dump": ("01.03", 5)}
    assert not [seen for desk, seen in s.play.seen if desk == "red"] and not s.picture("red").stores


def test_trucks_alone_are_overrun_without_a_fight() -> None:
    """TOCS-W8.2-3: no defence; the captor has them, points and all."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], supply={"red": [source("03.04", 3, "mobile")]})
    s.does("A", "move 03.04")
    assert not s.happened(e.BattleRolled) and held(s) == {"mobile": ("03.04", 3)} and not s.forces("red").sources


# ---------------------------------------------------------------- conservation

HEXES = st.sampled_from(ROW.split())
ORDERS = st.one_of(
    st.builds("trucks {} SP from {} to {}".format, st.integers(1, 4), HEXES, HEXES),
    st.builds("trucks {} SP from {} to 02.03 join A".format, st.integers(1, 4), HEXES),
    st.builds("depot at {}".format, HEXES),
    st.just("end"),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(ORDERS, max_size=12))
def test_supply_points_are_conserved(orders: list[str]) -> None:
    """Whatever is loaded, driven, unloaded, dug in or drawn: what a side had is what it has and what was drawn or lost."""
    s = scene(Piece("A", "02.03"), Piece("H", "01.03", "hq", level="regiment"), points=30, turns=9, turn=8, hours=True,
              supply=(source("01.03", 9, "base"), source("04.03", 2, "depot"), source("06.03", 3, "mobile")))  # fmt: skip
    for text in orders:
        if text != "end":
            s.staff(text)
        elif s.play.situation.phase == "activation":
            s.close()
            if s.public.phasing == "red" and s.play.situation.phase == "activation":
                s.close()
        if s.public.phasing != "blue" or s.play.situation.phase != "activation":
            break
        now = sum(x.sp for x in s.forces().sources.values())
        drawn = sum(x.why.startswith("drawn") for x in s.happened(e.SourceChanged))
        assert now + drawn == 14 and all(x.sp >= 0 for x in s.forces().sources.values())


# ---------------------------------------------------------------- banks

ALL = " ".join(f"{c:02d}.{r:02d}" for c in range(1, 8) for r in range(1, 8))
ACROSS = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
SOUTH, NORTH = 0, 1  # banks of 02.04


def test_trucks_cross_no_river_within_the_hex_of_their_destination() -> None:
    """TOCS-W8.2-2, TOCS-W8.0-3, TOCS-W8.3-6: they join a unit on its own bank, and where no bridge leads there they do not."""
    for land, bank, ok in ((ground("", ACROSS), NORTH, True), (ground("", ACROSS), SOUTH, False),
                           (ground("", ACROSS + road("02.03 02.04 02.05") + bridge("02.04")), SOUTH, True)):  # fmt: skip
        s = Scene([Piece("A", "02.04", bank_index=bank)], [Piece("R", "08.08")], own=ALL, land=land,
                  supply={"blue": [source("02.02", 9)]})  # fmt: skip
        refused = s.staff("trucks 4 SP from 02.02 to 02.04 join A")
        assert [r.rule for r in refused] == ([] if ok else ["TOCS-W8.2-1"])
        assert [(x.hex, x.bank) for x in s.forces().sources.values() if x.join] == ([("02.04", bank)] if ok else [])


def test_trucks_unload_into_stores_on_their_own_bank_alone() -> None:
    """TOCS-W8.2-2, TOCS-W8.3-6."""
    far = source("02.04", 1, "depot", bank=SOUTH)
    s = Scene([Piece("A", "02.02")], [Piece("R", "08.08")], own=ALL, land=ground("", ACROSS),
              supply={"blue": [source("02.02", 9), far]})  # fmt: skip
    assert [r.rule for r in s.staff("trucks 4 SP from 02.02 to 02.04")] == ["TOCS-W8.2-1"]
    assert {x.kind: x.sp for x in s.forces().sources.values()} == {"dump": 9, "depot": 1}


def test_trucks_on_either_bank_of_a_hex_become_no_common_depot() -> None:
    """TOCS-W8.1-3, TOCS-W8.3-6."""
    near, far = source("02.04", 3, "mobile", bank=NORTH), SupplySource("far", "mobile", Hex("02.04"), 2, SOUTH)
    s = Scene([Piece("A", "02.02")], [Piece("R", "08.08")], own=ALL, land=ground("", ACROSS), supply={"blue": [near, far]})
    assert s.staff("depot at 02.04") == ()
    assert sorted((x.kind, x.bank, x.sp) for x in s.forces().sources.values()) == [("depot", NORTH, 3), ("mobile", SOUTH, 2)]
