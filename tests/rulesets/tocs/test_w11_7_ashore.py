"""Battles out of and on open water, and what else of the game knows of lakes and the sea (TOCS-W11.6, W11.7, W12.1.1)."""

from pathlib import Path
from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.rules import afloat, bypass, straying
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.escorts import escorted
from pbem.rulesets.tocs.rules.movement import entry
from pbem.rulesets.tocs.rules.terrain import floor
from pbem.rulesets.tocs.units import Arrival, Freedom
from tests.rulesets.tocs.builder import Piece, Scene, ground
from tests.rulesets.tocs.test_w11_6_open_water import DUKW, FAR, LAKE, SHORE, WATER, boats, cost, scene

# ---------------------------------------------------------------- battles


def fought(blue: list[Piece], red: list[Piece], target: str, land: Ground, **more: Any) -> Any:
    s = Scene(blue, red, land=land, **more)
    for piece in blue:
        if piece.counter.kind != "asset":
            assert s.does(piece.counter.call, f"attack {target} hasty").failure is None, s.refusals
    s.fight()
    return s.happened(e.BattleRolled)[-1]


@pytest.mark.parametrize(("terrain", "weight", "drm"), [("lake", 4, -2), ("ocean", 4, -2), ("lake", 1, 0), ("farmland", 4, 0)])
def test_half_of_the_attack_out_of_the_water_counts_as_over_a_river(terrain: str, weight: int, drm: int) -> None:
    """TOCS-W11.6-1, TOCS-W11.7-1, ruling N7: the defender on the shore has the DRM of a wide river."""
    blue = [Piece("A", WATER, strength=weight), Piece("B", "04.05", strength=4), boats(where=WATER)]
    rolled = fought(blue, [Piece("R", FAR)], FAR, ground(f"03.04 {terrain}"))
    assert rolled.drm == drm


def test_amphibious_vehicles_attack_over_water_at_half_strength() -> None:
    """TOCS-W11.6-1, TOCS-W11.5-2: as across a bridge, out of it and into it."""
    dukw = {**DUKW, "strength": 5}
    out = fought([Piece("A", WATER, **dukw)], [Piece("R", FAR)], FAR, ground("03.04 lake"))
    into = fought([Piece("A", SHORE, **dukw)], [Piece("R", WATER, **dukw)], WATER, ground("03.04 lake"))
    dry = fought([Piece("A", WATER, **dukw)], [Piece("R", FAR)], FAR, ground())
    assert (out.attacker.total, into.attacker.total, dry.attacker.total) == (3, 3, 5)
    assert (out.drm, into.drm) == (-2, 0), "who is afloat himself has no shore to hold"


@pytest.mark.parametrize(("unit", "strength"), [({"strength": 6}, 3), ({**DUKW, "strength": 6}, 6)])
def test_men_in_boats_defend_themselves_at_half_strength_on_the_open_row(unit: dict[str, Any], strength: int) -> None:
    """TOCS-W11.6-1, TOCS-W11.7-1: nobody has cover on the water."""
    red = [Piece("R", WATER, **unit), boats("r", WATER, "RB")]
    blue = [Piece("A", SHORE, **{**DUKW, "strength": 6})]
    rolled = fought(blue, red, WATER, ground("03.04 lake"))
    assert (rolled.defender.total, rolled.row) == (strength, "open_farmland")


def test_beaten_on_the_water_boats_fall_back_with_their_company() -> None:
    """TOCS-W12.1.1-1, TOCS-W19.5-1: by the one way, whatever each could do alone."""
    red = [Piece("R", WATER), boats("r", WATER, "RB"), Piece("RM", WATER, "asset", assigned="r", arm="mortar", steps=1)]
    red[0].unit = replace(red[0].unit, lost=1)
    s = Scene([Piece("A", SHORE, **DUKW)], red, land=ground(LAKE), cell="-/0R1")
    s.does("A", "attack 03.04 hasty")
    s.fight()
    places = {s.unit(call).hex for call in ("R", "RB", "RM")}
    assert len(places) == 1 and places != {Hex(WATER)} and {s.unit(c).status for c in ("R", "RB", "RM")} == {"map"}


def test_boats_that_would_rather_go_elsewhere_fall_back_where_their_company_does() -> None:
    """TOCS-W12.1.1-1: it goes ashore through a bog that their lorries could not enter, and they are carried along."""
    land = ground("03.04 lake, 03.05 marsh, 04.04 lake, 04.03 lake, 02.03 lake, 02.04 lake")
    s = Scene([Piece("A", SHORE, **DUKW)], [Piece("R", WATER), boats("r", WATER, "RB")], land=land, cell="-/0R1",
              own="04.03 02.03 02.04", weather={"ground": "soft"}, standing={"red": ("retreat toward 03.08",)})  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert {s.unit(call).hex for call in ("R", "RB")} == {Hex(FAR)}


# ---------------------------------------------------------------- what else knows of it


def test_a_storm_that_comes_up_closes_the_water_to_boats_in_the_same_game() -> None:
    """TOCS-W11.6-1: what was computed of the ground in fair weather is not taken for a storm."""
    s = scene(boats())
    assert cost(s, SHORE, WATER) == 4
    storm = replace(s.view(), public=replace(s.public, weather=replace(s.public.weather, wind="heavy")))
    assert entry(storm, s.forces().counters["a"], Position(Hex(SHORE), 0), Hex(WATER)) is None
    assert afloat.no_way_over(storm, s.unit("A"), Hex(SHORE), Hex(WATER)).words == "in so heavy a wind no boats put out"  # type: ignore[union-attr]


def test_nobody_goes_round_a_hex_over_open_water() -> None:
    """TOCS-W10.1.1-5, TOCS-W11.6-1."""
    for strip, open_ in (("lake", False), ("open", True)):
        detail = f"03.04 room NE {strip}, 03.04 room SE {strip}"
        s = scene(land=ground("03.04 woods", "", detail), unit=DUKW)
        ways = list(bypass.detours(s.view(), s.forces().counters["a"], Position(Hex(SHORE), 0)))
        assert any(way.to[0] == FAR for way in ways) == open_


@pytest.mark.parametrize("beside", ["ocean", "shallows", "lake"])
def test_a_coast_is_followed_without_going_astray(beside: str) -> None:
    """TOCS-W10.1.3-1, TOCS-W11.7-1."""
    s = scene(land=ground(f"04.03 {beside}"))
    assert straying.follows(s.view(), Hex(SHORE), Hex(WATER)) == (beside != "lake")


def test_no_losses_are_made_good_on_the_water() -> None:
    """TOCS-W11.6-1, TOCS-W10.22-1."""
    hq: dict[str, Any] = {"kind": "hq", "command": 9, "wireless": 9}
    s = scene(boats(where=WATER), Piece("H", "02.02", **hq), where=WATER, unit={"parent": "h", "lost": 1})
    assert [r.words for r in s.staff("refit A by H")] == ["A is on open water"]


def test_the_chart_tells_how_cheap_a_way_over_water_may_be() -> None:
    """TOCS-W10.1-2: who looks ahead for a company in boats takes no more for granted than the chart gives."""
    s = scene(boats(), land=ground("03.04 lake, 03.05 lake"))
    sheet = s.game.sheet("cost-of-terrain")
    rows = {name: replace(row, extras={**row.extras, "swim": 0.5}) if name == "lake" else row for name, row in sheet.rows.items()}
    s.game = replace(s.game, charts={**s.game.charts, "cost-of-terrain": replace(sheet, rows=rows)}, ways={})
    assert cost(s, WATER, FAR) == 1
    assert floor(s.game, escorted(s.view(), s.forces().counters["a"])) == 1


@pytest.mark.parametrize(("blue", "order", "refused"), [
    ((Piece("A", "02.02"),), "setup A at 02.04", True), ((Piece("A", "02.02", **DUKW),), "setup A at 02.04", False),
    ((Piece("A", "02.02"), boats(where="02.02")), "setup A, BT at 02.04", False),
])  # fmt: skip
def test_nobody_is_set_up_on_open_water_without_boats(blue: tuple[Piece, ...], order: str, refused: bool) -> None:
    """TOCS-2.1-1, TOCS-W11.6-1."""
    sides = {"blue": {"freedom": Freedom((), (Hex("02.02"), Hex("02.04")), ()), "labour": 3}}
    s = Scene(blue, [Piece("R", "08.08")], own="02.04", turn=0, impulse=0, phasing="", phase="setup", sides=sides,
              land=ground("02.04 lake"))  # fmt: skip
    s.settle()
    assert bool(s.staff(order)) == refused


def test_reinforcements_do_not_come_on_over_the_sea_without_what_floats() -> None:
    """TOCS-2.3-1, TOCS-W11.7-1."""
    for unit, refused in (({}, True), (DUKW, False)):
        coming = Arrival(1, ("n",), (Hex("01.01"),))
        s = Scene([Piece("A", "01.02"), Piece("N", "01.01", status="waiting", **unit)], [Piece("R", "08.08")],
                  land=ground("01.01 ocean"), own="01.01", sides={"blue": {"arrivals": (coming,)}})  # fmt: skip
        assert bool(s.staff("enter N at 01.01")) == refused


def test_a_module_does_not_begin_with_troops_in_a_lake() -> None:
    """TOCS-W11.6-1, TOCS-W12.1.1-1: told by file and key; boats are assets."""
    files = library.module_files(Path(__file__).parents[2] / "modules" / "mere")
    assert load_module(files).id == "mere"
    wet = {**files, "oob-allied.toml": files["oob-allied.toml"].replace('setup = "02.04"', 'setup = "03.04"')}
    sent = {**files, "oob-allied.toml": files["oob-allied.toml"].replace('setup = "02.03"', 'setup = "03.04"')}
    small = {**files, "oob-allied.toml": sent["oob-allied.toml"].replace("boats = 4", "boats = 3")}
    company = {**files, "oob-allied.toml": files["oob-allied.toml"].replace('call = "A/1"', 'call = "A/1"\nboats = 2')}
    assert load_module(sent).id == "mere"
    for wrong, words in ((wet, "03.04 is open water"), (small, "03.04 is open water"), (company, "boats are an asset")):
        with pytest.raises(ModuleError) as caught:
            load_module(wrong)
        assert any(words in fault.message for fault in caught.value.faults), caught.value.faults
