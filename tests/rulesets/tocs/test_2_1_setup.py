"""Set-up, special sequence and reinforcements (TOCS-2.0 to 2.3, W8.0-4, W8.1-2, W10.9-7)."""

from typing import Any

import pytest

from pbem.engine.situation import Situation
from pbem.kernel.hexes import Hex, neighbour
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.rulesets.tocs import RULESET
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports import reinforcements as coming
from pbem.rulesets.tocs.reports import sitrep_lines as changes
from pbem.rulesets.tocs.rules.setup import free_bases, known_before_play
from pbem.rulesets.tocs.rules.supply import los
from pbem.rulesets.tocs.sequence_of_play import PHASES
from pbem.rulesets.tocs.units import Arrival, Freedom, Unit
from pbem.rulesets.tocs.view import Public
from tests.rulesets.tocs.builder import Piece, Scene, ground, river, source

FILES = library.module_files(library.module_folder("heumen-bridge"))
SCENARIO = "scenario-1.toml"


def test_the_sequence_of_play_runs_as_printed() -> None:
    """TOCS-2.0-1, TOCS-2.4-1, TOCS-4.0-1: set-up, special sequence, then turn by turn reinforcements, the ground phases,
    and the end of the turn."""
    names = [phase.name for phase in PHASES]
    wanted = ["setup", "special sequence", "turn", "reinforcements", "engagements", "initiative", "impulse", "activation",
              "announcement", "combat", "end of impulse", "recovery", "the end"]  # fmt: skip
    assert [n for n in names if n in wanted] == wanted


def setting_up(freedom: Freedom, **more: Any) -> Scene:
    sides = {"blue": {"freedom": freedom, "labour": 3}}
    blue = (Piece("A", "02.02"), Piece("B", "02.03"))
    s = Scene(blue, [Piece("R", "08.08")], own="02.04 02.05", turn=0, impulse=0, phasing="", phase="setup", sides=sides,
              supply={"blue": [source("02.02", 5, "base"), source("02.02", 3)], "red": [source("08.08")]}, **more)  # fmt: skip
    s.settle()
    return s


def test_what_the_scenario_leaves_open_is_placed_before_the_first_turn() -> None:
    """TOCS-2.1-1, TOCS-W8.1-2, TOCS-W10.9-7, TOCS-W8.1-1: units, stores and works; the base is known to both as play begins."""
    s = setting_up(Freedom((), (Hex("02.02"), Hex("02.04"), Hex("08.08")), ("base 02.02", "dump 02.02")))
    assert (s.public.impulse_name, s.public.phasing) == ("T0.1", "blue")
    assert coming.setup(s.game, s.picture())[0] == " all your units, in 02.02, 02.04, 08.08; units you do not place stay as printed"
    assert s.staff("setup as printed except B at 02.04") == ()
    assert s.staff("setup dump at 02.04") == () and s.staff("setup base at 02.04") == ()
    assert s.staff("setup strongpoint at 02.04") == ()
    assert s.unit("B").hex == "02.04" and {x.hex for x in s.forces().sources.values()} == {"02.04"}
    assert s.board.works[Hex("02.04")] == ("strongpoint", "blue") and s.forces().labour == 1
    assert not s.learnt("red", e.WorksSetUp) and not s.learnt("red", e.BaseMarked)
    for text, rule in (
        ("setup A at 02.05", "TOCS-2.1-1"),
        ("setup A at 08.08", "TOCS-2.1-1"),
        ("setup strongpoint at 02.02", "TOCS-W10.9-7"),
        ("setup entrenched at 02.04", "TOCS-W10.9-7"),
        ("setup A at 60.60", "TOCS-W1.2-4"),
    ):
        assert [r.rule for r in s.staff(text)] == [rule], text
    assert s.check("A", "move 02.04")[0].rule == "TOCS-2.1-1"
    s.close()
    assert (s.public.turn, s.play.situation.phase) == (1, "activation")
    assert s.staff("setup A at 02.04")[0].rule == "TOCS-2.1-1"


def test_named_units_and_stores_alone_may_be_placed_and_there_must_be_room() -> None:
    """TOCS-2.1-1, TOCS-W3.0-1, TOCS-W8.1-2."""
    s = setting_up(Freedom(("a",)))
    assert s.staff("setup B at 02.04")[0].words == "B stand as printed"
    assert s.staff("setup dump at 02.04")[0].rule == "TOCS-W8.1-2"
    assert s.staff("setup as printed") == ()
    crowd = Scene([*(Piece(f"C{n}", "02.04") for n in range(4)), Piece("A", "02.02")], [Piece("R", "08.08")], turn=0,
                  sides={"blue": {"freedom": Freedom()}})  # fmt: skip
    assert crowd.staff("setup A at 02.04")[0].rule == "TOCS-W3.0-1"


def test_the_bank_of_a_river_hex_is_named_by_the_hex_on_its_side() -> None:
    """TOCS-2.1-1, TOCS-W1.10-3."""
    s = setting_up(Freedom(), land=ground("", river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")))
    sides = {s.game.ground.banks[Hex("02.04")][number][0]: number for number in (0, 1)}
    for side, number in sides.items():
        beside = neighbour(Hex("02.04"), side)
        assert s.staff(f"setup A at 02.04 toward {beside}") == ()
        assert s.unit("A").bank == number
    assert s.staff("setup A at 02.04")[0].words == "water divides 02.04: on which bank? name a hex on its side"
    assert s.staff("setup strongpoint at 02.04")[0].rule == "TOCS-2.1-1"
    for text in ("setup A at 02.02 toward 02.01", "setup A at 02.04 toward 02.06", "setup A at 02.04 toward 03.04"):
        assert [r.rule for r in s.staff(text)] == ["TOCS-W1.10-3"], text


def test_a_store_that_leaves_a_river_hex_leaves_its_bank_too() -> None:
    """TOCS-2.1-1, TOCS-W8.1-2."""
    s = setting_up(Freedom((), (), ("base 02.02",)))
    moved = replace(s.forces().sources["base 02.02"], bank=1)
    s.play.happen((e.SourceChanged("blue", moved, "set up"),))
    assert s.staff("setup base at 02.04") == ()
    assert s.forces().sources["base 02.02"] == replace(moved, hex=Hex("02.04"), bank=0)


def test_without_freedom_play_begins_with_the_first_turn() -> None:
    """TOCS-2.1-1: as printed is the default."""
    s = Scene([Piece("A", "02.02")], [Piece("R", "08.08")], turn=0, impulse=0, phasing="", phase="setup")
    s.settle()
    assert (s.public.turn, s.play.situation.phase) == (1, "activation")
    assert s.staff("setup A at 02.02")[0].rule == "TOCS-2.1-1"


# ---------------------------------------------------------------- reinforcements


def expecting(*arrivals: Arrival, own: str = "01.01 01.02", **more: Any) -> Scene:
    s = Scene([Piece("A", "02.02"), Piece("N", "01.01", status="off")], [Piece("R", "08.08")], own=own, turn=0, impulse=0,
              phasing="", phase="setup", sides={"blue": {"arrivals": arrivals}}, dice={"turn-end": (1, 1)},
              supply={"blue": [source("02.02", 5)], "red": [source("08.08")]}, **more)  # fmt: skip
    s.settle()
    return s


def test_reinforcements_wait_off_the_board_unseen_and_come_on_by_their_entry() -> None:
    """TOCS-2.3-1, TOCS-2.3-2, TOCS-W8.3-7."""
    s = expecting(Arrival(2, ("n",), (Hex("01.01"), Hex("01.02")), beyond=4))
    assert coming.lines(s.game, s.picture()) == (" turn 2: N, 4 supply points at 01.01 or 01.02",)
    assert s.check("N", "move 01.02")[0].words == "N is not here yet"
    assert s.staff("enter N at 01.01")[0].rule == "TOCS-2.3-2"
    s.close()
    while s.public.turn < 2 or s.public.phasing != "blue":
        s.close()
    assert s.unit("N").status == "waiting" and not s.forces().at(Hex("01.01"))
    assert coming.lines(s.game, s.picture()) == (" Off the board: ENTER N AT 01.01 or 01.02",)
    assert s.check("N", "move 01.02")[0].rule == "TOCS-2.3-2"
    assert s.staff("enter N at 02.02")[0].rule == "TOCS-2.3-1"
    assert s.staff("enter N at 01.01") == ()
    assert (s.unit("N").status, s.unit("N").entered) == ("map", "01.01")
    assert los(s.view(), s.unit("N")).ok
    assert not any(isinstance(o.what(seen), (e.UnitChanged, e.SourceChanged)) for desk, seen in s.play.seen if desk == "red")
    s.does("N", "move 01.02")
    assert s.unit("N").hex == "01.02"


def test_an_entry_that_is_lost_keeps_them_out() -> None:
    """TOCS-2.3-1."""
    s = expecting(Arrival(1, ("n",), (Hex("01.08"), Hex("01.02"))))
    assert s.staff("enter N at 01.08")[0].rule == "TOCS-2.3-1"
    assert s.staff("enter N at 01.02") == ()


def test_trucks_by_road_come_on_where_the_way_is_open_and_wait_where_it_is_not() -> None:
    """TOCS-2.3-1, TOCS-2.3-2, TOCS-W8.0-4: the first entry that is their side's own; while there is none they are kept off
    the board, and the enemy neither has them nor hears of them."""
    s = expecting(Arrival(1, (), (Hex("01.08"), Hex("01.02")), trucks=3))
    assert [(x.hex, x.sp) for x in s.forces().sources.values() if x.kind == "mobile"] == [("01.02", 3)]
    s = Scene([Piece("A", "01.07", mp=6)], [Piece("R", "08.08")], turn=0, impulse=0, phasing="", phase="setup", turns=9,
              sides={"blue": {"arrivals": (Arrival(1, (), (Hex("01.08"),), trucks=3),)}}, dice={"turn-end": (1, 1)},
              supply={"blue": [source("01.07", 5)], "red": [source("08.08")]})  # fmt: skip
    s.settle()
    assert [x.kind for x in s.forces().sources.values()] == ["dump"] and len(s.forces("red").sources) == 1
    assert coming.lines(s.game, s.picture()) == (" 3 supply points wait off the board until one of their entries is yours: 01.08",)
    assert s.learnt("blue", e.TrucksLate) and not s.learnt("red", e.TrucksLate)
    s.does("A", "move 01.08")
    while s.public.turn < 2:
        s.close()
    assert [(x.hex, x.sp) for x in s.forces().sources.values() if x.kind == "mobile"] == [("01.08", 3)]
    assert not s.forces().late and not coming.lines(s.game, s.picture())


def test_all_the_supplies_of_a_turn_arrive() -> None:
    """TOCS-2.3-1, TOCS-W8.3-7: two convoys and two roads home on one turn are not each other's."""
    twice = [Arrival(1, (), (Hex("01.01"),), trucks=n, beyond=n) for n in (2, 3)]
    s = expecting(*twice)
    found = sorted((x.kind, x.hex, x.sp) for x in s.forces().sources.values())
    assert found == [("dump", "02.02", 5), ("edge", "01.01", 5), ("mobile", "01.01", 2), ("mobile", "01.01", 3)]


@pytest.mark.parametrize(("by", "printed", "entered", "grace"), [
    ("edge", False, "01.01", False), ("edge", True, "01.01", True), ("air", False, None, True),
])  # fmt: skip
def test_who_lands_later_lives_three_turns_from_then_on(by: str, printed: bool, entered: str | None, grace: bool) -> None:
    """TOCS-W8.3-8, TOCS-W8.3-7: a second lift is as well supplied as the first; who flew in has no road behind him."""
    waits = Piece("N", "01.01", status="off", landed=printed, came=int(printed))
    s = Scene([Piece("A", "02.02"), waits], [Piece("R", "08.08")], own="01.01 01.02", turn=0, impulse=0, phasing="", turns=9,
              sides={"blue": {"arrivals": (Arrival(5, ("n",), (Hex("01.01"),), by),)}}, dice={"turn-end": (1, 1)}, phase="setup",
              supply={"blue": [source("02.02", 0)], "red": [source("08.08")]})  # fmt: skip
    s.settle()
    while s.public.turn < 5 or s.public.phasing != "blue":
        s.close()
    assert s.staff("enter N at 01.01") == ()
    assert s.unit("N").entered == entered and los(s.view(), s.unit("N")).ok is grace
    while s.public.turn < 8:
        assert los(s.view(), s.unit("N")).ok is grace
        s.close()
    assert not los(s.view(), s.unit("N")).ok


def test_the_special_sequence_runs_once_before_the_first_turn_and_air_supply_comes_on_wheels() -> None:
    """TOCS-2.2-1, TOCS-W8.0-4."""
    s = expecting(Arrival(0, (), (Hex("02.02"),), "air", trucks=3), Arrival(0, ("n",), (Hex("01.02"),)))
    assert [(x.kind, x.hex, x.sp) for x in s.forces().sources.values()] == [("dump", "02.02", 5), ("mobile", "02.02", 3)]
    assert s.unit("N").status == "waiting" and s.staff("enter N at 01.02") == ()


def test_a_module_schedules_and_frees_by_data() -> None:
    """TOCS-2.1-1, TOCS-2.3-1, TOCS-W0.1-3: a company without a set-up hex comes by the western edge at 1800."""
    files = dict(FILES)
    files["oob-allied.toml"] = FILES["oob-allied.toml"].replace('elr = 5, setup = "19.14", landed = true }', "elr = 5 }")
    files[SCENARIO] = FILES[SCENARIO].replace("[[brief]]", """[[reinforcement]]
side = "allied"
turn = "17-1800"
units = ["E/505"]
hexes = ["20.14"]
trucks = 2

[[setup]]
side = "german"
stores = ["groesbeek"]
works = 2

[[brief]]""", 1)  # fmt: skip
    module = load_module(files)
    _, situation, pictures = RULESET.scenario.opening(module, library.charts("tocs"))
    assert isinstance(situation, Situation) and isinstance(situation.board, Board)
    forces = situation.board.forces["allied"]
    assert forces.arrivals == (Arrival(3, ("us-505-e",), (Hex("20.14"),), trucks=2),)
    assert forces.unit_called("E/505") == Unit("us-505-e", Hex("20.14"), status="off")
    assert situation.board.forces["german"].freedom == Freedom(stores=("groesbeek",)) and forces.freedom is None
    assert situation.board.forces["german"].labour == 2 and pictures["allied"].forces == forces


@pytest.mark.parametrize(("old", "new", "key"), [
    ('turn = "17-1800"', 'turn = "17-1900"', "reinforcement[0].turn"),
    ('units = ["E/505"]', 'units = ["D/505"]', "reinforcement[0].units"),
    ('hexes = ["20.14"]', 'hexes = ["15.15"]', "reinforcement[0].hexes"),
    ('stores = ["groesbeek"]', 'stores = ["goesbeek"]', "setup[0]"),
    ('stores = ["groesbeek"]\n', 'works = 1\n[[setup]]\nside = "german"\n', "setup[1].side"),
])  # fmt: skip
def test_a_schedule_that_cannot_be_is_a_fault_of_the_module(old: str, new: str, key: str) -> None:
    """TOCS-2.3-1."""
    files = dict(FILES)
    files["oob-allied.toml"] = FILES["oob-allied.toml"].replace('elr = 5, setup = "19.14", landed = true }', "elr = 5 }")
    more = '[[reinforcement]]\nside = "allied"\nturn = "17-1800"\nunits = ["E/505"]\nhexes = ["20.14"]\n\n' \
           '[[setup]]\nside = "german"\nstores = ["groesbeek"]\n\n[[brief]]'  # fmt: skip
    files[SCENARIO] = FILES[SCENARIO].replace("[[brief]]", more.replace(old, new), 1)
    with pytest.raises(ModuleError) as told:
        load_module(files)
    assert [fault.key for fault in told.value.faults] == [key]


# ---------------------------------------------------------------- facilities and several stores

HOSPITAL = Facility("h", "hospital", "Lazarett", Hex("02.02"), 4)
CENTRE = Facility("c", "field_repair", "Werkstatt", Hex("02.03"), 4)


def building(freedom: Freedom, known: bool = False, **more: Any) -> Scene:
    """Blue sets up with two facilities and two dumps; the enemy knows of the facilities, or not."""
    sites = (CENTRE, HOSPITAL)
    s = Scene([Piece("A", "02.02"), Piece("B", "02.03")], [Piece("R", "08.08")], own="02.04", turn=0, impulse=0, phasing="",
              phase="setup", supply={"blue": [source("02.02", 5), source("02.03", 3)], "red": [source("08.08")]},
              sides={"blue": {"freedom": freedom, "sites": sites}, "red": {"sites": sites if known else ()}}, **more)  # fmt: skip
    s.play.happen(tuple(e.FacilityChanged(site, "", ("blue", "red") if known else ("blue",)) for site in sites))
    s.settle()
    return s


@pytest.mark.parametrize("known", [False, True])
def test_facilities_are_placed_and_the_enemy_knows_where_only_of_what_he_knew(known: bool) -> None:
    """TOCS-2.1-1, TOCS-W12.0-2."""
    s = building(Freedom((), (), (), facilities=("h", "c")), known)
    assert [line for line in coming.setup(s.game, s.picture()) if "hospital" in line] == [" your hospital at 02.02"]
    before = len(s.learnt("red", o.FacilitySeen))
    assert s.staff("setup hospital at 02.04") == () and s.staff("setup repair centre at 02.02") == ()
    where = {"h": "02.04", "c": "02.02"}
    assert {name: site.hex for name, site in s.board.sites.items()} == where
    assert {site.id: site.hex for site in s.picture().forces.sites} == where
    assert {site.id: site.hex for site in s.picture("red").forces.sites} == (where if known else {})
    assert len(s.learnt("red", o.FacilitySeen)) - before == (2 if known else 0)


def test_what_of_several_is_meant_is_named_by_the_hex_it_stands_in() -> None:
    """TOCS-2.1-1, TOCS-W8.1-2: two dumps, two facilities; without FROM it is asked which."""
    s = building(Freedom((), (), ("dump 02.02", "dump 02.03"), facilities=("h", "c")))
    [refused] = s.staff("setup dump at 02.04")
    assert refused.words == "which dump? Name the hex it stands in, as FROM: 02.02, 02.03"
    assert s.staff("setup facility at 02.04")[0].words.startswith("which facility?")
    assert s.staff("setup dump from 02.03 at 02.04") == () and s.staff("setup dump from 02.02 at 02.03") == ()
    assert {x.sp: x.hex for x in s.forces().sources.values()} == {5: "02.03", 3: "02.04"}
    assert s.staff("setup facility from 02.02 at 02.04") == () and s.board.sites["h"].hex == "02.04"


def test_what_the_scenario_does_not_free_or_the_ground_does_not_bear_is_refused() -> None:
    """TOCS-2.1-1, TOCS-W12.2-1."""
    s = building(Freedom((), (), (), facilities=("c",)))
    assert s.staff("setup hospital at 02.04")[0].words == "the scenario lets you place no hospital"
    assert s.staff("setup repair centre at 08.08")[0].rule == "TOCS-2.1-1"
    yard = Facility("c", "railyard", "Verschiebebahnhof", Hex("02.03"), 6)
    s.play.happen((e.FacilityChanged(yard, "", ("blue",)),))
    assert [r.rule for r in s.staff("setup railyard at 02.04")] == ["TOCS-W12.2-1"]


def test_a_module_frees_facilities_of_its_side_alone() -> None:
    """TOCS-2.1-1, TOCS-W12.0-2."""
    more = '[[facility]]\nside = "german"\nid = "laz"\nkind = "hospital"\nname = "Lazarett"\nhex = "20.11"\n\n' \
           '[[setup]]\nside = "{side}"\nfacilities = ["laz"]\n\n[[brief]]'  # fmt: skip
    files = dict(FILES)
    files[SCENARIO] = FILES[SCENARIO].replace("[[brief]]", more.format(side="german"), 1)
    _, situation, _ = RULESET.scenario.opening(load_module(files), library.charts("tocs"))
    assert situation.board.forces["german"].freedom == Freedom(facilities=("laz",))
    files[SCENARIO] = FILES[SCENARIO].replace("[[brief]]", more.format(side="allied"), 1)
    with pytest.raises(ModuleError) as told:
        load_module(files)
    assert [fault.key for fault in told.value.faults] == ["setup[0]"]


@pytest.mark.parametrize(("free", "kept"), [
    ((), {"02.02", "08.08"}), (("dump 02.02",), {"02.02", "08.08"}), (("base 02.02",), {"08.08"}),
    (("base 02.02", "dump 02.02"), {"08.08"}),
])  # fmt: skip
def test_a_base_that_stands_as_printed_is_known_to_both_whatever_else_may_be_placed(free: tuple[str, ...], kept: set[str]) -> None:
    """TOCS-W8.1-1, TOCS-2.1-1: a dump beside it is a secret of its own, and gives the base away to nobody."""
    s = setting_up(Freedom((), (), free))
    printed = Public(bases={Hex("02.02"): "blue", Hex("08.08"): "red"})
    assert set(known_before_play(printed, "red", s.board.forces).bases) == kept
    assert known_before_play(printed, "blue", s.board.forces) == printed
    assert [base.id for base in free_bases(s.forces())] == [name for name in free if name.startswith("base")]


def test_where_a_base_may_be_placed_its_printed_site_is_told_nobody_and_its_place_as_play_begins() -> None:
    """TOCS-2.1-1, TOCS-W8.1-1: nothing is called destroyed, and the enemy reads one true sentence."""
    s = setting_up(Freedom((), (), ("base 02.02",)))
    printed = Public(bases={Hex("02.02"): "blue", Hex("08.08"): "red"})
    assert known_before_play(printed, "blue", s.board.forces) == printed
    assert set(known_before_play(printed, "red", s.board.forces).bases) == {"08.08"}
    assert s.staff("setup base at 02.04") == ()
    assert not s.learnt("red", e.BaseMarked) and set(s.picture().public.bases) & {"02.02", "02.04"} == {"02.04"}
    s.close()
    assert s.learnt("red", e.BaseMarked) == [e.BaseMarked(Hex("02.04"), "blue")]
    said = [line for desk, seen in s.play.seen for line in (*changes.lines(s.game, s.picture(desk), (seen,)),)]
    assert not [line for line in said if "destroyed" in line]
    assert [line.strip(" -") for line in said if "supply base" in line] == ["the supply base at 02.04 is Blue"] * 2


def test_how_an_impulse_ended_is_told_its_own_side_alone_unless_it_was_a_pass() -> None:
    """TOCS-3.11-3: the enemy knows that it is over."""
    for how, theirs in (("end", "enemy impulse over"), ("silence", "enemy impulse over"),
                        ("pass", "the enemy passed")):  # fmt: skip
        s = Scene([Piece("A", "03.03")], [Piece("R", "07.07")], dice={"turn-end": (6, 6)})
        s.close(how)
        (ours,), (enemies,) = s.learnt("blue", o.ImpulseClosedSeen), s.learnt("red", o.ImpulseClosedSeen)
        told = [line.strip(" -") for line in changes.lines(s.game, s.picture("red"), (enemies,))]
        assert ours.how == how and theirs in told
        assert enemies == o.ImpulseClosedSeen("blue", "pass" if how == "pass" else "end")
