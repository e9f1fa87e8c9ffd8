"""Command that passes, units that leave the map, boats that come, bridges that are spared (MASL-8.1, MASL-16.2, MASL-16.7)."""

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.engine.runs import Budget
from pbem.kernel.hexes import Hex
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.parser import read_orders
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.dry_run import check
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.module import ModuleError, load_module
from pbem.rulesets.tocs.reports import reinforcements as coming
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.resolution.handover import overdue
from pbem.rulesets.tocs.rules.chain import parent_of, superiors
from pbem.rulesets.tocs.rules.ferrying import boats
from pbem.rulesets.tocs.rules.supply import line_of
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.standing_orders import REACTIONS
from pbem.rulesets.tocs.units import Arrival, Boats, Charge, CommandPass, Leave
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road, source, standing_acts

FILES = library.module_files(library.module_folder("omg-nijmegen"))
SCENARIO = "scenario-1.toml"
MODULE = load_module(FILES, grammar=library.grammar("tocs"))
OPENED = opening(MODULE, library.charts("tocs"))
GERMANS = OPENED.situation.board.forces["german"]
NAMED = {c.call: i for i, c in GERMANS.counters.items()}

# ---------------------------------------------------------------- command


def corps(**more: Any) -> Scene:
    """FELDT commands all; REINH waits off the board, and takes over HENKE, who stands in 03.03, and who comes by 01.01."""
    there = [
        Piece("FELDT", "02.02", "hq", id="feldt", command=9, level="corps"),
        Piece("REINH", "01.01", "hq", id="reinh", command=9, level="kampfgruppe", status="waiting"),
        Piece("HENKE", "05.02", "hq", id="henke", command=9, level="kampfgruppe", parent="feldt"),
        Piece("A", "05.02", parent="henke"), Piece("B", "03.03", parent="feldt"), Piece("C", "02.02", parent="feldt"),
        Piece("D", "01.01", parent="feldt", status="off"), Piece("N", "02.01", parent="reinh"),
    ]  # fmt: skip
    there[1].unit = replace(there[1].unit, under="feldt")
    order = CommandPass("reinh", "feldt", ("henke",), (Hex("03.03"),), (Hex("01.01"),), ("feldt", "reinh"))
    due = (Arrival(1, ("reinh",), (Hex("01.01"),)), Arrival(2, ("d",), (Hex("01.01"),)))
    return Scene(there, [Piece("R", "08.08")], own="01.01 01.02 02.01 02.02 03.02 04.02 04.01 05.01", turns=3,
                 sides={"blue": {"passes": (order,), "arrivals": due}}, **more)  # fmt: skip


def test_until_he_comes_his_people_answer_to_the_corps() -> None:
    """MASL-16.2-2."""
    s = corps()
    assert [hq.id for hq in superiors(s.forces(), s.unit("N"))] == ["feldt"]
    assert [hq.id for hq in superiors(s.forces(), s.unit("A"))] == ["henke", "feldt"]


def test_as_he_comes_he_takes_over_who_is_named_who_stands_there_and_who_comes_his_way() -> None:
    """MASL-16.2-3: the corps keeps the rest; told to that side alone."""
    s = corps()
    assert s.staff("enter REINH at 01.01") == ()
    under = {call: parent_of(s.forces(), s.unit(call).id) for call in ("HENKE", "B", "C", "D", "N", "REINH")}
    assert under == {"HENKE": "reinh", "B": "reinh", "C": "feldt", "D": "reinh", "N": "reinh", "REINH": ""}
    (seen,) = s.learnt("blue", e.CommandPassed)
    said = tell(s.game, s.picture(), seen)
    assert said[0] == "REINH takes command of B, D, HENKE" and "FELDT or REINH" in said[1]
    assert not s.learnt("red", e.CommandPassed) and len(s.happened(e.CommandPassed)) == 1


def test_who_brings_him_on_reads_beforehand_whom_he_takes_over() -> None:
    """MASL-16.2-3: a seat lost 27 units to a headquarters that its commander had brought on, and neither had been told."""
    s = corps()
    lines = read_orders([NumberedLine(1, "enter REINH at 01.01")], vocabulary(s.game, s.picture())).lines
    (verdict,) = check(s.game, s.picture(), lines, Budget())
    assert verdict.ok and verdict.warnings == ("REINH takes command of B, D, HENKE as it comes on",)


def test_supply_may_run_through_either_from_then_on() -> None:
    """MASL-16.2-4: a company of the corps by the other's line, and not before."""
    far = [Piece("F", "07.02", "hq", id="feldt", command=1), Piece("E", "01.01", "hq", id="reinh", command=9),
           Piece("C", "04.01", parent="feldt")]  # fmt: skip
    order = CommandPass("reinh", "feldt", either=("feldt", "reinh"))
    for done in (False, True):
        s = Scene(far, [Piece("R", "08.08")], own="01.01 02.01 03.01 04.01 03.02", supply={"blue": [source("01.01")]},
                  sides={"blue": {"passes": (replace(order, done=done),)}})  # fmt: skip
        s.game.records("national-characteristics")
        line = line_of(s.view(), s.unit("C"))
        assert (line.via == ("reinh",)) is done or line.steps <= 3


def test_of_nijmegen_all_answer_to_corps_feldt_and_those_set_up_in_the_town_to_henke() -> None:
    """MASL-16.2-1, MASL-16.2-2, MASL-16.2-3, MASL-16.2-4."""
    feldt, henke, reinhold = (NAMED[call] for call in ("HQFELDT", "HQHENKE", "HQREINH"))
    (order,) = GERMANS.passes
    assert (order.to, order.start, order.units, order.either) == (reinhold, feldt, (henke,), (feldt, reinhold))
    town = [u for u in GERMANS.on_map() if u.hex in order.hexes and u.id != henke]
    assert town and all(superiors(GERMANS, u)[-2].id == henke and superiors(GERMANS, u)[-1].id == feldt for u in town)
    tracked = [name for name, c in GERMANS.counters.items() if c.call.endswith(("10SSPI", "EULING", "10SSPZ"))]
    assert tracked and all(superiors(GERMANS, GERMANS.units[name])[-1].id == feldt for name in tracked)


# ---------------------------------------------------------------- leaving the map


def leaving(where: str = "03.01", **more: Any) -> Scene:
    return Scene([Piece("A", where), Piece("B", "05.05")], [Piece("R", "08.08")], own="03.02", turns=3,
                 sides={"blue": {"leaves": (Leave(("a",), "N", 2),)}}, **more)  # fmt: skip


def test_units_leave_by_their_edge_unseen_and_are_no_loss() -> None:
    """MASL-8.1-4."""
    s = leaving()
    told = " A: to leave by the north edge before the end of turn 2 (EXIT)"
    assert told in coming.lines(s.game, s.picture())
    assert s.staff("exit A") == ()
    assert s.unit("A").status == "left" and not s.learnt("red", e.UnitChanged) and not s.happened(e.UnitDestroyed)
    assert told not in coming.lines(s.game, s.picture()) and s.check("A", "move 03.02")[0].words == "A has left the map"


@pytest.mark.parametrize(("turn", "said"), [
    (1, ("A must EXIT by the north edge before turn 2 ends, or they are taken off the map.",)),
    (2, ("A must EXIT by the north edge before this turn ends, or they are taken off the map.",)), (3, ()),
])  # fmt: skip
def test_who_has_to_leave_is_told_in_the_first_lines_the_turn_before_and_in_that_turn(turn: int, said: tuple[str, ...]) -> None:
    """MASL-8.1-4: two companies were lost to it that nobody had been warned of; a seat reads of its own units alone."""
    s = leaving()
    picture = replace(s.picture(), public=replace(s.picture().public, turn=turn))
    assert coming.leaving_soon(s.game, picture, None) == coming.leaving_soon(s.game, picture, frozenset({"A"})) == said
    assert coming.leaving_soon(s.game, picture, frozenset({"B"})) == ()


def test_an_active_unit_ends_its_activation_by_leaving() -> None:
    """MASL-8.1-4."""
    s = leaving("03.02")
    s.does("A", "move 03.01")
    assert s.staff("exit A") == () and s.forces().active is None and s.unit("A").status == "left"


@pytest.mark.parametrize(("line", "said"), [("exit B", "nowhere"), ("exit A", "is not on it")])
def test_nobody_else_leaves_and_nowhere_else(line: str, said: str) -> None:
    """MASL-8.1-4."""
    (refused,) = leaving("03.02").staff(line)
    assert said in refused.words


def test_who_is_still_there_when_the_turn_is_over_is_taken_off() -> None:
    """MASL-8.1-4."""
    s = leaving("05.04")
    assert not list(overdue(s.forces(), 1))
    (event,) = overdue(s.forces(), 2)
    s.play.happen((event,))
    assert s.unit("A").status == "left" and not list(overdue(s.forces(), 2))


def test_ss_reconnaissance_9_turns_back_by_the_north_edge() -> None:
    """MASL-8.1-4."""
    (leave,) = GERMANS.leaves
    assert {GERMANS.counters[name].call for name in leave.units} == {"HQ9SSAA", "1/9SSAA", "2/9SSAA", "3/9SSAA", "G/9SSAA"}
    assert (leave.edge, MODULE.turns[leave.by - 1].id) == ("N", "18-0600")


# ---------------------------------------------------------------- boats


def test_assault_boats_take_more_steps_from_their_turn_on() -> None:
    """TOCS-W12.1.2-2: with those engineers alone."""
    for turn, room in ((1, 4), (2, 12)):
        s = Scene([Piece("E", "03.03", engineer=True), Piece("F", "03.03", engineer=True)], [Piece("R", "08.08")], turn=turn,
                  turns=3, sides={"blue": {"boats": (Boats(("e",), 2, 12),)}})  # fmt: skip
        assert (boats(s.view(), s.unit("E")).room, boats(s.view(), s.unit("F")).room) == (room, 4)
    (entry,) = OPENED.situation.board.forces["allied"].boats
    assert (MODULE.turns[entry.turn - 1].id, entry.steps) == ("20-1200", 12)


# ---------------------------------------------------------------- charges


def lost(*lines: str) -> Scene:
    """Blue attacks the bridge at 03.04 and red falls back; red's standing orders on its charges."""
    water = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
    land = ground("", water + road("03.03 03.04 03.05") + bridge("03.04"))
    held = Piece("R", "03.04", bank_index=1, parent="rhq")
    file = ("ezoc never", "retreat toward own hq", "retreat at bridges and works prefer losses up to 0", *lines)
    s = Scene([Piece("A", "03.03")], [held, Piece("HQ", "03.07", "hq", id="rhq")], cell="-/1R1", dice={"charges/red": (1,)},
              land=land, standing={"red": file}, sides={"red": {"rigged": (Charge("bridge", "", True, 4, 2),)}})  # fmt: skip
    s.does("A", "attack 03.04 deliberate")
    s.fight()
    return s


@pytest.mark.parametrize(("lines", "tried"), [
    ((), True), (("charges blow",), True), (("charges spare",), False), (("charges spare except 03.04",), True),
    (("charges blow except 03.04",), False),
])  # fmt: skip
def test_a_standing_order_spares_bridges(lines: tuple[str, ...], tried: bool) -> None:
    """MASL-16.7-1, MASL-16.7-2: those named, or all but them."""
    s = lost(*lines)
    assert bool(s.happened(e.EngineersTried)) is tried and bool(s.board.spans) is tried


def test_no_line_on_charges_is_filed_where_there_are_none() -> None:
    """MASL-16.7-1."""
    s = lost()
    wrong = (("blue", "charges spare", "no bridge in battle"), ("red", "charges spare except 05.05", "no bridge at"))
    for side, line, words in wrong:
        (act,) = standing_acts(vocabulary(s.game, s.picture(side)), [line])
        refused = REACTIONS["charges"].check(s.game, s.picture(side), act)
        assert refused is not None and words in refused.words


# ---------------------------------------------------------------- what its files may not say

FAULTS: Mapping[str, tuple[str, str, str]] = {
    "command to nobody": ('to = "HQREINH"\nfrom', 'to = "HQREIN"\nfrom', "command_pass[0].to"),
    "command of itself": ('from = "HQFELDT"', 'from = "HQREINH"', "command_pass[0].to"),
    "command off the map": ('hexes = ["14.06", "14.07", "15.05"', 'hexes = ["99.06", "14.07", "15.05"', "command_pass[0].hexes"),
    "who leaves": ('"G/9SSAA"]\nedge', '"A/504"]\nedge', "exit[0].units"),
    "by when": ('by = "18-0600"', 'by = "18-0700"', "exit[0].by"),
    "boats of nobody": ('with = ["C/307", "14FS"]', 'with = ["1/HG"]', "boats[0].with"),
    "boats at no time": ('from = "20-1200"', 'from = "20-1300"', "boats[0].from"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_each_new_key_has_its_door(name: str) -> None:
    old, new, key = FAULTS[name]
    assert old in FILES[SCENARIO]
    with pytest.raises(ModuleError) as found:
        load_module({**FILES, SCENARIO: FILES[SCENARIO].replace(old, new, 1)}, grammar=library.grammar("tocs"))
    assert any(key in str(fault) for fault in found.value.faults), [str(f) for f in found.value.faults]
