"""What ordinary turns seldom meet: the other branch of a rule, found by breaking it (tests/mutants)."""

from typing import Any, cast

import pytest

from pbem.kernel.charts.tables import Records
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import air, recon, setup
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.aircraft import Sortie
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.module import Victory
from pbem.rulesets.tocs.resolution.flight import HOME
from pbem.rulesets.tocs.resolution.sea_moves import mined
from pbem.rulesets.tocs.rules.assigning import may_own
from pbem.rulesets.tocs.rules.halves import joined, split
from pbem.rulesets.tocs.rules.victory import Land, tally
from pbem.rulesets.tocs.ships import Plane
from pbem.rulesets.tocs.standing_orders import REACTIONS, coast_guns
from tests.rulesets.tocs.builder import Piece, Scene, ground, river, source, standing_acts
from tests.rulesets.tocs.seas import at_sea, now, plane, ship
from tests.rulesets.tocs.test_3_08_reserves import attacked
from tests.rulesets.tocs.test_masl_command import leaving
from tests.rulesets.tocs.test_w10_18_halves import company
from tests.rulesets.tocs.test_w15_airborne import WAR, drop, flight
from tests.rulesets.tocs.test_w15_airborne import dice as drift
from tests.rulesets.tocs.test_w15_airborne import setup as plans_for
from tests.rulesets.tocs.test_w15_bombing import bombers, raid
from tests.rulesets.tocs.test_w16_sea import HAVEN, LCA, LST, OUT

FOOT: dict[str, Any] = {"steps": 1}


def field(name: str, where: str, **more: Any) -> Facility:
    return Facility(name, "airfield", name.capitalize(), Hex(where), 4, **more)


def refused(s: Scene, text: str) -> str:
    """The row by which a standing line is refused, "" if it is taken."""
    (act,) = standing_acts(vocabulary(s.game, s.picture()), [text])
    why = REACTIONS[act.verb].check(s.game, s.picture(), act)
    return why.rule if why else ""


def test_a_mission_breaks_off_after_a_loss_and_not_before() -> None:
    """TOCS-W14.6-2."""
    s = Scene([Piece("A", "03.03")])
    assert refused(s, "dogfight break off at 0") == "TOCS-W14.6-2"
    assert refused(s, "dogfight break off at 1") == refused(s, "dogfight fight on") == ""


@pytest.mark.parametrize(("owned", "more"), [(3, True), (4, False)])
def test_an_asset_without_its_unit_joins_one_that_has_room(owned: int, more: bool) -> None:
    """TOCS-W1.7-1, TOCS-W10.16-1."""
    under = {"parent": "hq"}
    assets = [Piece(f"T{n}", "03.03", "asset", assigned="a", **under) for n in range(owned)]
    s = Scene([Piece("HQ", "02.02", "hq"), Piece("A", "03.03", **under), Piece("M", "03.03", "asset", **under), *assets])
    assert may_own(s.forces(), s.unit("M"), s.unit("A")) is more


def test_a_reserve_in_the_hex_that_is_attacked_takes_up_its_room_once() -> None:
    """TOCS-W3.0-1, TOCS-3.8-2: it is there already, and is not told that it finds no room."""
    there = (Piece(call, "03.04") for call in "ST")
    s = attacked(*there, Piece("G", "03.04", reserve=True), script="G: when 03.04 attacked move")
    s.fight()
    assert all("no room" not in broke.why for broke in s.happened(e.ScriptBroke))


def test_only_the_works_that_are_named_pay() -> None:
    """MASL-16.13-1."""
    one, other = field("one", "02.02"), field("other", "02.02")
    aim = Victory("blue", "works", 3, "facilities", (), (), (), "the works", facilities=("one",))
    land = ground()
    assert tally([aim], Land(land, dict.fromkeys(land.hexes, "blue"), sites=(one, other)), ()) == (("the works", 3),)


# ---------------------------------------------------------------- at sea


@pytest.mark.parametrize("text", [
    "FLEET TF1 of DD1, DD2", "FLEET TF1 of DD1, DD3", "FLEET TF1 of DD1, B", "FLEET DD1 of DD1", "FLEET TF2 ends",
    "FLEET SQ1 of DD1",
])  # fmt: skip
def test_what_is_no_fleet(text: str) -> None:
    """TOCS-W16.1-2, TOCS-W16.0-4: ships of two zones, one sunk or nobody's, a name that is taken, a fleet that is none."""
    s = at_sea((ship("DD1"), ship("DD2", **OUT), ship("DD3", sunk=True)), planes=(plane(),))
    assert [why.rule for why in s.staff(text)] == ["TOCS-W16.1-2"] and not s.forces().sea.fleets


@pytest.mark.parametrize(("rescuer", "status"), [
    (ship("TZ", "transport", zone="deeps", **LST), "off"),
    (ship("TZ", "landing_craft", zone="deeps", hex=Hex("01.04"), **LCA), "map"),
])  # fmt: skip
def test_men_taken_off_are_where_the_ship_is_that_took_them(rescuer: Any, status: str) -> None:
    """TOCS-W17.10-1, TOCS-W17.9-1: in craft inshore they can go ashore, aboard a ship they cannot."""
    ships = (ship("TR", "transport", dp=9, **LST), rescuer)
    enemy = ship("Z1", "cruiser", "red", guns=ship("Z", "monitor").guns, box=3, **OUT)
    s = at_sea(ships, (enemy,), pieces=(Piece("41RM", "08.01"), Piece("B", "08.02")), aboard={"41RM": "TR"},
               dice={"sail/": (1,), "seek/red": (1,), "sea-guns": (6, 3)}, own="08.01 07.01 01.04")  # fmt: skip
    s.does("TR", "TR: sail High Sea")
    saved = s.unit("41RM")
    assert (saved.ship, saved.status) == ("TZ", status) and (status == "off" or saved.hex == "01.04")


def test_who_is_left_in_craft_that_put_out_is_on_no_water_hex() -> None:
    """TOCS-W17.9-1: the craft go back to their ship with B, who was in them as well."""
    ships = (ship("LST3", "transport", **LST), ship("LCA1", "landing_craft", hex=Hex("02.03"), **LCA))
    s = at_sea(ships, pieces=(Piece("A", "03.03", **FOOT), Piece("B", "03.03", **FOOT)), own="03.03 02.03")
    s.comes_off("LCA1", "LCA1: load A, B")
    assert [(s.unit(c).status, s.unit(c).hex) for c in "AB"] == [("map", "02.03")] * 2
    s.close()
    s.close()
    s.does("LCA1", "LCA1: boats A to LST3")
    assert now(s, "LCA1").hex is None
    assert [(s.unit(c).ship, s.unit(c).status) for c in "AB"] == [("LST3", "off"), ("LCA1", "off")]


FIELDS = (field("near", "03.03", capacity=1), field("far", "07.01"))
"""One on the coast of the Roads, one far inland."""


def up(base: str = "CV1", **more: Any) -> Scene:
    """SQ1 over the Roads: CV2 has room there, CV3 in the next zone, CV4 none."""
    ships = (ship("CV1", "carrier", planes=2), ship("CV2", "carrier", planes=1), ship("CV3", "carrier", planes=1, **OUT),
             ship("CV4", "carrier", planes=0))  # fmt: skip
    return at_sea(ships, planes=(plane(base=base, box="over the sea"),), own_sea={"planes": {"SQ1": Plane("SQ1", "roads", 1)}},
                  own="08.01 07.01 03.03", blue_sites=FIELDS, **more)  # fmt: skip


@pytest.mark.parametrize(("to", "base"), [
    ("", "CV1"), (" to CV1", "CV1"), (" to CV2", "CV2"), (" to 03.03", "near"), (" to CV3", ""), (" to CV4", ""), (" to 07.01", ""),
    (" to 05.05", ""), (" to B", ""),
])  # fmt: skip
def test_aircraft_land_at_home_on_a_ship_of_the_zone_or_on_its_coast(to: str, base: str) -> None:
    """TOCS-W16.2-2, TOCS-W16.2-5: and nowhere else, though another base is theirs."""
    s = up()
    done = s.does("SQ1", f"SQ1: home{to}")
    assert (done.failure.rule if done.failure else "") == ("" if base else "TOCS-W16.2-5")
    craft = s.forces().air.aircraft["SQ1"]
    assert (craft.base, craft.box) == ((base, "landed") if base else ("CV1", "over the sea"))


def test_the_last_place_of_a_field_is_given_once() -> None:
    """TOCS-W16.5-4: of two squadrons without a home one comes down on the field, the other in the sea."""
    planes = {f"SQ{n}": Plane(f"SQ{n}", "roads", 1) for n in (1, 2)}
    craft = tuple(plane(f"SQ{n}", box="over the sea") for n in (1, 2))
    s = at_sea((ship("CV1", "carrier", planes=2, sunk=True),), planes=craft, own_sea={"planes": planes}, own="03.03",
               blue_sites=FIELDS, dice={"turn-end/T1.1": (1, 1)})  # fmt: skip
    s.close()
    homes = [(s.forces().air.aircraft[c].base, s.forces().air.aircraft[c].box) for c in planes]
    assert homes == [("near", "rearming"), ("CV1", "away")]


def test_only_a_headquarters_rallies() -> None:
    """TOCS-W10.19-1: whoever else is told why."""
    s = Scene([Piece("HQ", "02.02", "hq", command=3), Piece("X", "02.03", parent="hq"), Piece("A", "02.04", parent="hq", state=3)])
    (why,) = s.check("X", "rally 02.04")
    assert "X is no headquarters" in why.words


def test_who_is_not_there_leaves_by_no_edge() -> None:
    """MASL-8.1-4."""
    s = leaving()
    s.staff("exit A")
    (why,) = s.staff("exit A")
    assert why.rule == "TOCS-W9.0-1" and s.unit("A").status == "left"


@pytest.mark.parametrize(
    ("line", "craft", "destroyer"), [("all", True, True), ("craft first", True, False), ("hold", False, False)]
)
def test_what_coast_guns_fire_at(line: str, craft: bool, destroyer: bool) -> None:
    """TOCS-W16.7-1."""
    s = at_sea((ship("DD1"),))
    acts = standing_acts(vocabulary(s.game, s.picture()), [f"coast guns {line}"])
    policy = coast_guns.policy(acts, coast_guns.CoastGunsPolicy())
    assert (coast_guns.fires(policy, "landing_craft"), coast_guns.fires(policy, "destroyer")) == (craft, destroyer)


def test_trucks_of_others_stay_theirs_when_a_company_is_divided() -> None:
    """TOCS-W10.18-1, TOCS-W10.18-2."""
    trucks = [source("03.03", 4, "mobile", join="a"), source("03.04", 4, "mobile", join="b")]
    s = Scene([Piece("A", "03.03"), Piece("B", "03.04")], supply={"blue": trucks, "red": [source("08.08")]})
    assert [(truck.hex, truck.join) for truck in split(s.forces(), s.unit("A")).trucks] == [("03.03", "a-half-1")]


@pytest.mark.parametrize("cut", ["A-1/1", "A-2/1", ""])
def test_a_company_made_whole_is_cut_off_if_a_half_was(cut: str) -> None:
    """TOCS-W10.18-3."""
    s = company()
    s.staff("split A/1")
    forces = s.forces().with_unit(replace(s.unit(cut), cut="T1.1")) if cut else s.forces()
    (whole,) = (unit for unit in joined(forces, s.unit("A/1")).units if unit.id == "a/1")
    assert whole.cut == ("T1.1" if cut else "")


def test_only_who_orders_a_strike_is_warned_of_his_own() -> None:
    """TOCS-W15.0-3."""
    s = Scene([Piece("A", "03.03")])
    for kind, warned in (("strike", 1), ("recon", 0)):
        sortie = Sortie("SQ1", kind, (Hex("04.04"),), ("SQ1",))
        assert len(air.warn(s.game, s.picture(), air.AirOrder("a", sortie))) == warned


def test_who_must_name_a_bank_at_set_up_reads_how() -> None:
    """TOCS-2.1-1, TOCS-W1.10-3: units may be put on one, what is built there stands as printed."""
    land = ground("", river("01.04 02.04 03.04 04.04 05.04 06.04 07.04 08.04", "SW", "NE"))
    s = Scene([Piece("A", "02.04")], own="02.04", land=land, turn=0, phase="setup")
    for units, hint in ((("A",), "setup A at 02.04 toward "), ((), "")):
        why = setup._no_bank(s.view(), Hex("02.04"), setup.SetupOrder(Hex("02.04"), units))
        assert why and why.hint.startswith(hint) and bool(why.hint) == bool(hint)


@pytest.mark.parametrize(("line", "missed"), [
    ("flight B1: 04.01 04.02 04.03 04.04", "04.05"), ("flight B1: 04.01 .. 04.05", ""),
])  # fmt: skip
def test_bombers_go_over_what_they_bomb(line: str, missed: str) -> None:
    """TOCS-W15.13-1, TOCS-W15.14-1, MASL-7.1-3: also by another path of their commander's."""
    s = plans_for(bombers("04.04", "04.05", free=True, turn=2))
    said = "".join(why.words for why in s.staff(line))
    assert (f"drops at {missed}, which" in said) if missed else not said


@pytest.mark.parametrize(("load", "state"), [("glider", 1), ("parachute", 0)])
def test_gliders_suffer_where_a_hex_is_rough_in_part(load: str, state: int) -> None:
    """TOCS-W15.15-8."""
    s = drop(flight("D", load=load), land=ground("", detail="04.05 met S bocage"), rules=WAR, dice=drift())
    assert s.unit("D").state == state


@pytest.mark.parametrize(("record", "cell", "line", "call", "after"), [
    ("trade_loss_for_retreat", "-/3", "retreat rather than lose more than 2", "R", (2, "03.06")),
    ("trade_retreat_for_loss", "1R1/-", "retreat from attacks prefer losses up to 3", "A", (3, "03.04")),
])  # fmt: skip
def test_hexes_and_steps_are_traded_at_the_rates_of_the_chart(
    record: str, cell: str, line: str, call: str, after: tuple[int, str]
) -> None:
    """TOCS-W19.5-3, TOCS-2.6-2: were one of them two for one."""
    s = Scene([Piece("A", "03.03", steps=8)], [Piece("R", "03.04")], cell=cell, own="03.02",
              standing={"red": ("ezoc never", "retreat toward 03.08", line), "blue": (line,)})  # fmt: skip
    chart = cast(Records, s.game.charts["crt-battle-procedure"])
    twice = replace(chart, records={**chart.records, record: {**chart.records[record], "rate": 2}})
    s.play.game = replace(s.play.game, charts={**s.game.charts, chart.id: twice})
    s.does("A", "attack 03.04 deliberate")
    s.fight()
    assert (s.unit(call).lost, s.unit(call).hex) == after


@pytest.mark.parametrize("first", [(5, 5), (6, 6)])
def test_of_bombers_that_turned_back_nothing_more_is_told(first: tuple[int, int]) -> None:
    """TOCS-W15.15-7, TOCS-W14.5-3, MASL-7.1-8: one aircraft is hit, or turned back, and then turned back by the other gun."""
    guns = tuple(Piece(f"H{n}", f"0{n}.05", "asset", arm="heavy_flak", aa_class="heavy", aa=3, rof=1) for n in (3, 5))
    throws: dict[str, tuple[int, ...]] = {"flak/H3/T1.1/04.05": first, "flak/H5/T1.1/04.05": (6, 6), "flak/": (1, 1)}
    s = raid(bombers(aircraft=1), red=(Piece("R", "04.05"), *guns), dice=throws)
    (flown,) = s.learnt("blue", e.FlightFlown)
    assert [leg.result for leg in flown.legs] == [HOME] and not any(t.occasion.startswith("bombs/") for t in s.dice.thrown)


@pytest.mark.parametrize(("where", "loaded"), [("08.01", 3), ("07.01", 0)])
def test_supplies_are_loaded_out_of_a_store_in_the_port(where: str, loaded: int) -> None:
    """TOCS-W17.8-1."""
    s = at_sea((ship("TR", "transport", port="haven", **LST),), blue_sites=(HAVEN,), supply={"blue": [source(where, 9)], "red": []})
    done = s.does("TR", "TR: load 3 sp")
    assert bool(done.failure) == (not loaded) and now(s, "TR").points == loaded
    assert [store.sp for store in s.forces().sources.values()] == [9 - loaded]


def test_an_overcast_sky_spoils_the_aim_of_who_attacks_over_the_sea() -> None:
    """TOCS-W16.6-1, TOCS-W16.5-1: who screens comes off better under it than under broken clouds."""

    def gone(cloud: str, faces: tuple[int, int]) -> int:
        s = at_sea((ship("CV1", "carrier", planes=4),), (ship("G1", "carrier", "red", planes=2, zone="deeps"),),
                   planes=(plane(box="over the sea"),), red_planes=(plane("R1", "G1", "over the sea", side="red"),),
                   own_sea={"planes": {"SQ1": Plane("SQ1", "roads", 3)}}, red_sea={"planes": {"R1": Plane("R1", "roads", 2)}},
                   standing={"blue": ("SEA SCREEN AIR NONE",), "red": ("SEA SCREEN AIR ALL",)}, weather={"cloud": cloud},
                   dice={"seek/blue": (1,), "sea-air/": faces, "patrol/": (1,)})  # fmt: skip
        s.does("SQ1", "SQ1: search box 2")
        (fought,) = s.happened(e.SeaAirFought)
        return sum(bout.defender_lost + bout.defender_home - bout.attacker_lost - bout.attacker_home for bout in fought.rounds)

    assert gone("overcast", (6, 1)) < gone("broken", (6, 1))


def test_where_no_mines_lie_nothing_is_rolled_for() -> None:
    """TOCS-W17.4-1."""
    for mines, strikes in ({}, False), ({Hex("02.03"): 3}, True):
        s = at_sea((ship("LCA1", "landing_craft", **LCA),), red_sea={"mines": mines})
        found = mined(s.play.moment, "blue", (now(s, "LCA1"),), Hex("02.03"))
        assert bool(found) is bool(s.dice.thrown) is strikes


def test_what_a_scout_has_sounded_once_is_news_once() -> None:
    """TOCS-W11.14-1."""
    land = ground("", river("01.04 02.04 03.04 04.04 05.04 06.04 07.04 08.04", "SW", "NE"))
    s = Scene([Piece("A", "02.03")], [Piece("R", "08.08")], land=land)
    told = [recon._water(s.board, s.game, "blue", Hex("02.04"))]
    s.play.happen(told[0])
    told.append(recon._water(s.board, s.game, "blue", Hex("02.04")))
    assert [len(news) for news in told] == [1, 0]
