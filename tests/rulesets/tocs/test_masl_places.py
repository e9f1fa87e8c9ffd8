"""Secret bases, places bound to a town, works that follow bridges, who draws supply and where it comes in (MASL-16.3 to 16.10)."""

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.module import ModuleError, load_module
from pbem.rulesets.tocs.reports import reinforcements as coming
from pbem.rulesets.tocs.resolution.arrivals import came
from pbem.rulesets.tocs.resolution.supply import drawn, drawn_by_name
from pbem.rulesets.tocs.rules import setup as rules
from pbem.rulesets.tocs.rules.arrivals import reaches_edge
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.units import Afresh, Arrival, Draw, Freedom
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road, source

FILES = library.module_files(library.module_folder("omg-nijmegen"))
SCENARIO = "scenario-1.toml"
MODULE = load_module(FILES, grammar=library.grammar("tocs"))
OPENED = opening(MODULE, library.charts("tocs"))
GERMANS = OPENED.situation.board.forces["german"]
HOME = "02.02 02.03 02.04 03.02 03.03 03.04"


def placing(freedom: Freedom, **more: Any) -> Scene:
    """Blue sets up: a secret base, a hospital, a company."""
    base = replace(source("02.02", 5, "base"), id="base", secret=True)
    site = Facility("hosp", "hospital", "Hospital", Hex("02.03"), 4)
    s = Scene([Piece("A", "02.04")], [Piece("R", "08.08")], own=HOME, turn=0, impulse=0, phasing="", phase="setup",
              supply={"blue": [base], "red": [source("08.08")]},
              sides={"blue": {"freedom": freedom, "sites": (site,)}}, **more)  # fmt: skip
    board = replace(s.board, sites={"hosp": site})
    s.play.situation = replace(s.play.situation, board=board)
    s.settle()
    return s


# ---------------------------------------------------------------- bases, hospitals, repair centres


def test_a_secret_base_is_known_to_nobody_before_somebody_looks() -> None:
    """MASL-16.3-1, MASL-16.3-3: neither where it is printed nor where it is placed; a scout on the ground is told."""
    s = placing(Freedom(stores=("base",)))
    assert s.staff("setup base at 03.03") == () and s.forces().sources["base"].hex == "03.03"
    s.close()
    assert not s.public.bases and not s.happened(e.BaseMarked) and not s.happened(e.BaseSetUp)
    assert not s.picture("red").public.bases and not s.picture("red").stores


def test_who_scouts_its_hex_finds_a_base_and_an_aircraft_does_not() -> None:
    """MASL-16.3-3."""
    base = replace(source("05.03", 9, "base"), id="base", secret=True)
    s = Scene([Piece("A", "04.03")], [Piece("R", "08.08")], own="04.04", supply={"blue": [source("04.03")], "red": [base]})
    assert not s.public.bases
    s.does("A", "recon 05.03")
    assert [seen.kind for seen in s.learnt("blue", o.SourceSeen)] == ["base"]


def test_who_takes_a_secret_base_has_a_secret_base() -> None:
    """MASL-16.3-1: nothing of it becomes public."""
    base = replace(source("05.03", 9, "base"), id="base", secret=True)
    s = Scene([Piece("A", "04.03")], [Piece("R", "08.08")], supply={"blue": [source("04.03")], "red": [base]})
    s.does("A", "move 05.03")
    assert not s.public.bases and "base" not in s.forces("red").sources


@pytest.mark.parametrize(("line", "rule"), [
    ("setup base at 03.02", "MASL-16.3-1"), ("setup hospital at 02.02", "MASL-16.3-2"), ("setup A at 03.03", "MASL-16.3-1"),
    ("setup hospital at 03.04", ""), ("setup base at 03.03", ""), ("setup A at 02.03", ""),
])  # fmt: skip
def test_what_is_bound_to_a_town_stays_there_and_some_share_no_hex(line: str, rule: str) -> None:
    """MASL-16.3-1, MASL-16.3-2, MASL-16.4-1, MASL-16.5-1."""
    bound = {"base": (Hex("02.02"), Hex("03.03")), "a": (Hex("02.04"), Hex("02.03"))}
    s = placing(Freedom(stores=("base",), facilities=("hosp",), bound=bound, one_a_hex=("base", "hosp")))
    told = "\n".join(coming.setup(s.game, s.picture()))
    assert "base at 02.02: one of 02.02, 03.03" in told and "share a hex" in told
    assert [refused.rule for refused in s.staff(line)] == ([rule] if rule else [])


def test_the_two_bases_the_hospitals_and_repair_centres_of_nijmegen_are_bound_to_their_towns() -> None:
    """MASL-16.3-1, MASL-16.3-2, MASL-16.4-1, MASL-16.5-1, MASL-16.10-1."""
    assert GERMANS.freedom is not None and not OPENED.situation.board.public.bases
    bases = [s for s in GERMANS.sources.values() if s.kind == "base"]
    assert len(bases) == 2 and all(s.secret for s in bases)
    kinds = sorted(site.kind for site in GERMANS.sites)
    assert kinds == ["field_repair", "field_repair", "hospital", "hospital"]
    things = {s.id for s in bases} | {site.id for site in GERMANS.sites}
    assert things == set(GERMANS.freedom.one_a_hex) <= set(GERMANS.freedom.bound)
    for name in things:
        assert {MODULE.ground.terrain[h] for h in GERMANS.freedom.bound[name]} <= {"city", "suburb"}, name
    assert not OPENED.pictures["allied"].forces.sites and not OPENED.pictures["allied"].stores


# ---------------------------------------------------------------- a hospital afresh


def fallen(terrain: str = "town", damage: int = 4, own: str = "05.04 06.04 07.04 08.04 04.04") -> Scene:
    """Blue's hospital at 04.04 has taken so much damage; the road from 05.04 to the east edge is its own."""
    site = Facility("hosp", "hospital", "Hospital", Hex("04.04"), 4, damage)
    s = Scene([Piece("A", "04.04")], [Piece("R", "01.08")], own=own, land=ground(f"05.04 {terrain}"),
              sides={"blue": {"sites": (site,), "afresh": (Afresh("hosp", ("town", "suburb"), "E"),)}})  # fmt: skip
    s.play.situation = replace(s.play.situation, board=replace(s.board, sites={"hosp": site}))
    return s


def test_a_hospital_that_was_destroyed_is_set_up_afresh_in_a_town_with_a_line_to_the_edge() -> None:
    """MASL-16.4-3: whole again, empty; the enemy is told nothing."""
    s = fallen()
    assert s.staff("setup hospital at 05.04") == ()
    (site,) = s.forces().sites
    assert (site.hex, site.damage, site.held) == ("05.04", 0, 0) and s.board.sites["hosp"] == site
    assert s.learnt("blue", o.FacilitySeen) and not s.learnt("red", o.FacilitySeen)


@pytest.mark.parametrize(("scene", "said"), [
    (fallen(damage=3), "the set-up is closed"), (fallen("village"), "no town or suburb"), (fallen(own="05.04"), "east edge"),
    (fallen(own=""), "not inside your perimeter"),
])  # fmt: skip
def test_it_is_not_where_any_of_that_lacks(scene: Scene, said: str) -> None:
    """MASL-16.4-3."""
    (refused,) = scene.staff("setup hospital at 05.04")
    assert said in refused.words or refused.rule == "MASL-16.4-3"


def test_it_shares_no_hex_with_another_facility_there_either() -> None:
    """MASL-16.4-3, MASL-16.4-1: a repair center that stands in the town keeps the hospital out."""
    s = fallen()
    center = Facility("center", "repair_center", "Center", Hex("05.04"), 4)
    for alone in (("hosp", "center"), ("hosp",)):
        forces = replace(s.forces(), sites=(*s.forces().sites, center), freedom=Freedom(one_a_hex=alone))
        found = rules.afresh(replace(s.view(), forces=forces), "hospital", Hex("05.04"))
        assert isinstance(found, Refusal) is ("center" in alone)


def test_both_hospitals_of_nijmegen_can_be_set_up_afresh_and_no_repair_centre_can() -> None:
    """MASL-16.4-3."""
    assert {place.facility: (place.ground, place.edge) for place in GERMANS.afresh} == {
        "de-hosp-nijmegen": (("town", "suburb"), "E"), "de-hosp-kleve": (("town", "suburb"), "E"),
    }  # fmt: skip


# ---------------------------------------------------------------- works that follow bridges


def shifted(*broken: str) -> dict[str, str]:
    """What changes its place when the German breaks these bridges, by the names of the bridges."""
    at = {b.id: b.hex for b in MODULE.ground.bridges}
    names = {h: name for name, h in at.items() if name != "honinghutje_rr"}
    view = OPENED.situation.board.view(OPENED.game, "german")
    return {names[a]: names[b] for a, b in rules.shifted(view, tuple(at[name] for name in broken))}


def test_works_of_bridges_that_are_broken_go_to_those_left_standing() -> None:
    """MASL-16.8-3: as printed Weurt and Neerbosch are down, and the others have strongpoints."""
    assert shifted("weurt", "neerbosch") == {}
    assert shifted("hatert", "neerbosch") == {"hatert": "weurt"}
    both = shifted("malden", "heumen")
    assert (set(both), set(both.values())) == ({"malden", "heumen"}, {"weurt", "neerbosch"})
    levels = {h: level for h, (level, side) in OPENED.situation.board.works.items() if side == "german"}
    strong = {"honinghutje", "hatert", "malden", "heumen", "molenhoek", "mook_rr", "guyk", "gennep"}
    assert {b.hex for b in MODULE.ground.bridges if b.id in strong} == {h for h, level in levels.items() if level == "strongpoint"}


def test_the_last_line_counts_for_works_as_it_does_for_bridges() -> None:
    """MASL-16.8-1, MASL-16.8-3: told to their side alone."""
    two = bridge("03.04") + bridge("05.04").replace('"bridge"', '"other"').replace('"Bridge"', '"Other"')
    land = ground("", river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE") + road("03.03 03.04 03.05")
                  + road("05.03 05.04 05.05") + two)  # fmt: skip
    freedom = Freedom(bridges=("bridge", "other"), broken=1, follow=("bridge",))
    s = Scene([Piece("A", "02.02")], [Piece("R", "08.08")], own="03.04 05.04", land=land, turn=0, impulse=0, phasing="",
              phase="setup", works={"03.04": ("strongpoint", "blue")}, sides={"blue": {"freedom": freedom}})  # fmt: skip
    s.settle()
    assert s.staff("setup broken 03.04") == ()
    assert {h for h, _ in s.board.works.items()} == {"05.04"} == set(s.picture().works)
    assert s.staff("setup broken 05.04") == ()
    assert {h for h, _ in s.board.works.items()} == {"03.04"} == set(s.picture().works)
    assert not s.learnt("red", e.WorksSetUp) and not s.picture("red").works


# ---------------------------------------------------------------- who draws, and where supply comes in


def hungry(draw: Draw | None, **more: Any) -> Scene:
    """A regiment and a battalion with a dump of ten; turns of three hours from midnight."""
    staffs = [Piece("HQ1", "02.02", "hq", level="regiment", command=9), Piece("HQ2", "02.03", "hq", level="battalion", command=9)]
    return Scene(staffs, [Piece("R", "08.08")], turns=16, hours=True, turn=8, own=HOME,
                 supply={"blue": [source("02.02", 10)], "red": [source("08.08")]},
                 sides={"blue": {"draw": draw}}, **more)  # fmt: skip


def left(events: tuple[Any, ...]) -> list[int]:
    return [event.source.sp for event in events if isinstance(event, e.SourceChanged)]


def test_those_the_module_names_draw_as_the_turn_of_its_hour_begins_and_nobody_else_does() -> None:
    """MASL-16.10-3: a point each, in play and in supply; not after the turn of 2100."""
    s = hungry(Draw("0000", ("hq1", "hq2")))
    assert left(drawn(s.play.moment)) == [] and left(drawn_by_name(s.play.moment, 8)) == []
    assert left(drawn_by_name(s.play.moment, 9)) == [9, 8]
    assert left(drawn_by_name(hungry(Draw("0000", ("hq2",))).play.moment, 9)) == [9]
    assert left(drawn(hungry(None).play.moment)) == [9] and left(drawn_by_name(hungry(None).play.moment, 9)) == []
    gone = hungry(Draw("0000", ("hq1", "hq2")))
    gone.play.happen((e.UnitChanged("blue", replace(gone.unit("HQ2"), status="dead"), "lost"),))
    assert left(drawn_by_name(gone.play.moment, 9)) == [9]


def test_nine_german_headquarters_draw_at_2400() -> None:
    """MASL-16.10-3."""
    assert GERMANS.draw is not None and (GERMANS.draw.hour, GERMANS.draw.points) == ("0000", 1)
    calls = {GERMANS.counters[name].call.removeprefix("HQ") for name in GERMANS.draw.units}
    assert calls == {"FELDT", "HENKE", "REINH", "JENKEL", "GOEBEL", "FURST", "BECKER", "GRIES", "HERMA"}


@pytest.mark.parametrize(("own", "into"), [("01.02 02.02", True), ("02.02", False), ("01.02", False)])
def test_supply_joins_a_base_while_a_way_leads_there_from_the_edge(own: str, into: bool) -> None:
    """MASL-16.3-5: else it comes on as trucks by the other edge."""
    base = replace(source("02.02", 5, "base"), id="base", secret=True)
    due = Arrival(1, (), (Hex("08.03"),), trucks=4, into="base", path_from="W")
    s = Scene([Piece("A", "08.03")], [Piece("R", "08.08")], own=own + " 08.03",
              supply={"blue": [base], "red": [source("08.08")]}, sides={"blue": {"arrivals": (due,)}})  # fmt: skip
    told = [event.source for event in came(s.view(), 1) if isinstance(event, e.SourceChanged)]
    assert [(x.kind, x.hex, x.sp) for x in told] == ([("base", "02.02", 9)] if into else [("mobile", "08.03", 4)])


def test_an_enemy_in_the_way_or_a_river_without_a_bridge_cuts_the_way_to_the_edge() -> None:
    """MASL-16.3-5."""
    wet = river("03.01 03.02 03.03 03.04 03.05 03.06 03.07 03.08", "N", "S")
    own = "01.04 02.04 03.04 04.04"
    assert not reaches_edge(Scene([Piece("A", "04.04")], [], own=own, land=ground("", wet)).view(), Hex("04.04"), "W")
    over = road("02.04 03.04 04.04") + bridge("03.04")
    assert reaches_edge(Scene([Piece("A", "04.04")], [], own=own, land=ground("", wet + over)).view(), Hex("04.04"), "W")
    assert not reaches_edge(Scene([Piece("A", "04.04")], [], own="02.04 03.04 04.04").view(), Hex("04.04"), "W")


# ---------------------------------------------------------------- what its files may not say

FAULTS: Mapping[str, tuple[str, str, str]] = {
    "a road that is secret": ('id = "uk-edge"\n', 'id = "uk-edge"\nsecret = true\n', "supply[2].secret"),
    "works of no bridge": ('bridge = "hatert"', 'bridge = "haters"', "improved[1].bridge"),
    "afresh without an edge": ('afresh_edge = "E"\n', "", "facility[0].afresh_edge"),
    "into no store": ('into = "de-base-nijmegen"', 'into = "de-base-arnhem"', "reinforcement[0].into"),
    "into a store from nowhere": ('path_from = "W"\n', "", "reinforcement[0].path_from"),
    "nobody draws": ('"HQFELDT", "HQHENKE"', '"HQFELD", "HQHENKE"', "supply_draw[0].units"),
    "no such hour": ('hour = "0000"\nunits = ["HQFELDT"', 'hour = "0100"\nunits = ["HQFELDT"', "supply_draw[0].hour"),
    "bound elsewhere": ('de-base-kleve = ["32.10", ', 'de-base-kleve = [', "setup[0].bound"),
    "bound to no hex": ('de-base-kleve = ["32.10", ', 'de-base-kleve = ["32.10", "99.10", ', "setup[0].bound"),
    "bound is nobody's": ('de-base-kleve = ["32.10"', 'de-base-cleve = ["32.10"', "setup[0].bound"),
    "two in a hex": ('hex = "33.11"\nkind = "field_repair"', 'hex = "33.10"\nkind = "field_repair"', "setup[0].one_a_hex"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_each_new_key_has_its_door(name: str) -> None:
    old, new, key = FAULTS[name]
    assert old in FILES[SCENARIO]
    with pytest.raises(ModuleError) as found:
        load_module({**FILES, SCENARIO: FILES[SCENARIO].replace(old, new, 1)}, grammar=library.grammar("tocs"))
    assert any(key in str(fault) for fault in found.value.faults), [str(f) for f in found.value.faults]
