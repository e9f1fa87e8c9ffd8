"""Trains: how far they go, what they pass, where they are stopped and who fights then (TOCS-W12.2, W12.3, W11.2)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.orders.parser import read_line
from pbem.orders.tree import LetterWord
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import DEEDS
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports import trains as words
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.rules import railways, stacking, zoc
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.units import Obstacle, Train
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, source
from tests.rulesets.tocs.laws import check_invariants

# The line runs down column 3, past the town of 03.04 to the city of 03.07.
LINE = '[[rail]]\nid = "line"\npath = ["03.01", "03.02", "03.03", "03.04", "03.05", "03.06", "03.07", "03.08"]\n'
TOWNS = "03.02 village, 03.04 town, 03.07 city"
RIVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
TANK: dict[str, Any] = {"kind": "vehicle_platoon"}
NEVER = {"red": ("ezoc never",), "blue": ("ezoc never",)}
HOME = " ".join(f"03.0{row}" for row in range(1, 9))


def train(where: str = "03.02", **more: Any) -> Train:
    return Train("T1", "T1", Hex(where), more.pop("bank", 0), **{"steps": 8, "points": 4, "status": "on", **more})


def railway(*blue: Piece, red: tuple[Piece, ...] = (), land: Ground | None = None, own: str = HOME, **more: Any) -> Scene:
    """A train at the village, with whoever is on it, and blue ground along the line."""
    engine = more.pop("engine", train())
    return Scene([*blue, Piece("B", "01.01")], (Piece("R", "08.08"), *red), land=land or ground(TOWNS, LINE), own=own, turns=3,
                 standing=NEVER, sides={"blue": {"trains": {"T1": engine}}}, **more)  # fmt: skip


def rider(call: str, where: str = "03.02", **more: Any) -> Piece:
    piece = Piece(call, where, **more)
    piece.unit = replace(piece.unit, train="T1")
    return piece


def at(s: Scene) -> Train:
    return s.forces().trains["T1"]


def blocked(s: Scene, where: str) -> Scene:
    """A roadblock that nobody knows of but its owner."""
    board = replace(s.board, obstacles={Hex(where): (Obstacle("roadblock", "red"),)})
    s.play.situation = replace(s.play.situation, board=board)
    return s


def run(s: Scene, text: str) -> tuple[str, ...]:
    """An order to the train whose end may be another than was expected: the rules of what went wrong."""
    command = read_line(text, vocabulary(s.game, s.picture())).command
    assert isinstance(command, LetterWord)
    order = DEEDS["train"].order(command.act, s.picture())
    assert DEEDS["train"].check(s.game, s.picture(), order) == ()
    outcome = DEEDS["train"].execute(s.play.moment, s.picture("blue"), order)
    s.play.happen(outcome.events)
    s.play.settle_act()
    while s.board.fight:
        assert s.play._step()
    check_invariants(s.play)
    return (outcome.failure.rule,) if outcome.failure else ()


# ---------------------------------------------------------------- on the line


def test_a_train_goes_twenty_points_an_impulse_without_an_activation() -> None:
    """TOCS-W12.3-2, TOCS-W12.3-3, TOCS-W12.3-1: a point a hex, one more for each contour line climbed; those on it ride along."""
    s = railway(rider("A"), land=ground(TOWNS + ", 03.05 open 2", LINE))
    assert s.staff("train T1 to 03.07") == ()
    assert (at(s).hex, at(s).gone) == ("03.07", 7) and s.unit("A").hex == "03.07" and s.unit("A").state == 0
    assert s.forces().pools["pool"].bank == 10 and not s.forces().activated
    tired = railway(engine=train(gone=17))
    assert tired.staff("train T1 to 03.07")[0].words == "03.07 is 5 points away by rail, and T1 has 3 left"
    s.play.happen((e.ImpulseBegan(2, "blue"),))
    assert at(s).gone == 0 and s.staff("train T1 to 03.02") == ()  # it may back out the way it came


def test_trains_run_on_railways_alone_and_troops_use_them_as_small_roads() -> None:
    """TOCS-W11.2-1."""
    s = railway()
    assert s.staff("train T1 to 01.01")[0].rule == "TOCS-W12.2-2"
    assert railways.onward(s.view(), Position(Hex("03.02"), 0), Hex("04.02")) is None


def test_it_ends_its_way_on_own_ground_over_a_line_that_is_open() -> None:
    """TOCS-W12.2-2, TOCS-W12.3-4, TOCS-W12.3-5."""
    s = railway(own="03.01 03.02")
    assert s.staff("train T1 to 03.07")[0].rule == "TOCS-W12.3-5"
    wet = ground("03.02 village", RIVER + LINE + bridge("03.04", "railroad"))
    s = railway(land=wet)
    s.play.happen((e.BridgeChanged(replace(wet.bridges[0], intact=False), "blown", ("blue",)),))
    assert s.staff("train T1 to 03.06")[0].words == "no open line to 03.06 that you know of"
    assert railway(land=wet).staff("train T1 to 03.06") == ()


# ---------------------------------------------------------------- past the enemy: Groesbeek, 20.11


def groesbeek(held: bool, engaged: bool, block: bool, *riders: Piece) -> Scene:
    """The town in the middle of the line is the enemy's: empty, occupied, or fought over; with or without a roadblock."""
    own = HOME.replace("03.04", "")
    red = (Piece("Q", "03.04"),) if held or engaged else ()
    inside = (Piece("X", "03.04"),) if engaged else ()
    s = railway(*riders, *inside, red=red, own=own, engaged={Hex("03.04"): "red"} if engaged else {})
    return blocked(s, "03.04") if block else s


@pytest.mark.parametrize("held, engaged", [(False, False), (True, False), (False, True)])
def test_without_a_roadblock_it_passes_whatever_is_there(held: bool, engaged: bool) -> None:
    """TOCS-W12.3-5, TOCS-W12.3-9: without a fight, and the hex stays as it was; who is there sees it go by."""
    s = groesbeek(held, engaged, False, rider("A"))
    assert run(s, "train T1 to 03.07") == ()
    assert at(s).hex == "03.07" == s.unit("A").hex and s.owner("03.04") == "red" and not s.happened(e.BattleRolled)
    seen = [tell(s.game, s.picture("red"), x)[0] for x in s.learnt("red", o.TrainSeen)]
    assert seen == (["an enemy train went through 03.04"] if held or engaged else [])
    assert not s.learnt("red", e.TrainChanged)


def test_with_one_in_an_empty_hex_it_stops_and_is_safe() -> None:
    """TOCS-W12.3-4, TOCS-W12.3-9: its men get off and hold the place; the train waits behind them."""
    s = groesbeek(False, False, True, rider("A"), rider("V", **TANK))
    assert run(s, "train T1 to 03.07") == ("TOCS-W12.3-4",)
    assert (s.unit("A").hex, s.unit("A").train, s.unit("V").hex, s.unit("V").train) == ("03.04", "", "03.03", "T1")
    assert at(s).hex == "03.03" and s.owner("03.04") == "blue" and not s.happened(e.BattleRolled)
    assert s.learnt("blue", e.FixedFound)[0].fixed == ("roadblock",)


def test_with_one_in_an_occupied_hex_it_is_ambushed_and_foot_alone_fights() -> None:
    """TOCS-W12.3-6, TOCS-W12.3-9."""
    s = groesbeek(True, False, True, rider("A"), rider("V", **TANK))
    assert run(s, "train T1 to 03.07") == ("TOCS-W12.3-4",)
    (fight,) = s.happened(e.BattleRolled)
    assert (fight.fight.level, [a.unit for a in fight.fight.attacks], fight.attacker.total) == ("ambush", ["a"], 4)
    assert at(s).hex == "03.03" == s.unit("V").hex


def test_with_one_in_an_engagement_foot_alone_joins_it() -> None:
    """TOCS-W12.3-7 (ruling G11), TOCS-W12.3-9."""
    s = groesbeek(False, True, True, rider("A"), rider("V", **TANK))
    assert run(s, "train T1 to 03.07") == ("TOCS-W12.3-4",)
    assert (s.unit("A").hex, s.unit("A").train, s.unit("V").hex) == ("03.04", "", "03.03") and not s.happened(e.BattleRolled)


def test_a_bridge_that_is_down_stops_it_like_a_roadblock() -> None:
    """TOCS-W12.3-4: found when it comes there."""
    wet = ground("03.02 village", RIVER + LINE + bridge("03.04", "railroad"))
    s = railway(rider("A"), land=wet, own=HOME.replace("03.04", ""))
    s.play.happen((e.BridgeChanged(replace(wet.bridges[0], intact=False), "blown", ("red",)),))
    assert run(s, "train T1 to 03.06") == ("TOCS-W12.3-4",)
    assert (at(s).hex, s.unit("A").hex) == ("03.03", "03.04") and s.learnt("blue", o.BridgeSeen)


def test_on_its_own_ground_it_waits_where_it_was_stopped() -> None:
    """TOCS-W12.3-4: with all on it."""
    s = blocked(railway(rider("A")), "03.05")
    assert run(s, "train T1 to 03.07") == ("TOCS-W12.3-4",)
    assert at(s).hex == "03.05" == s.unit("A").hex and s.unit("A").train == "T1"


# ---------------------------------------------------------------- on and off


def test_units_get_on_where_trains_stop_and_off_again() -> None:
    """TOCS-W12.2-1, TOCS-W12.3-1: with all AP; then DETRAIN costs nothing."""
    s = railway(Piece("A", "03.02"), Piece("C", "03.02"), Piece("D", "03.02"))
    assert s.does("A", "entrain").failure is None and s.active().ap == 0 and s.unit("A").train == "T1"
    assert s.does("C", "entrain on T1").failure is None
    assert s.check("D", "entrain")[0].words == "T1 has room for 0 steps, D has 4"
    assert s.check("A", "move 03.03")[0].rule == "TOCS-W12.2-1" and not zoc.exerts(s.view(), s.unit("A"))
    assert words.lines(s.game, s.picture()) == (" T1: 03.02; A, C, 0 of 4 SP; takes 8 steps; 20 points left",)
    assert s.staff("train T1 to 03.07") == () and s.staff("detrain A") == ()
    assert (s.unit("A").train, s.unit("A").hex, s.unit("C").train) == ("", "03.07", "T1")
    assert s.staff("detrain A")[0].words == "A is not on a train"
    assert s.forces().pools["pool"].bank == 8 and not s.learnt("red", e.TrainChanged)


def test_there_must_be_a_train_and_a_place_for_it_to_stop() -> None:
    """TOCS-W12.2-1."""
    assert railway(Piece("A", "03.03")).check("A", "entrain")[0].rule == "TOCS-W12.2-1"
    field = railway(Piece("A", "03.03"), engine=train("03.03"))
    assert field.check("A", "entrain")[0].words == "03.03 is no railyard, railhead, or place with a railway"
    field.play.happen((e.FacilityChanged(Facility("y", "railhead", "Siding", Hex("03.03"), 4), "set up", ("blue",)),))
    assert field.check("A", "entrain") == ()


def test_vehicles_and_guns_come_off_at_a_ramp_only() -> None:
    """TOCS-W12.3-8: a city, a railyard or a railhead; foot anywhere."""
    s = railway(rider("A"), rider("V", **TANK))
    assert s.staff("detrain A, V")[0].rule == "TOCS-W12.3-8"
    s.staff("train T1 to 03.07")
    assert s.staff("detrain A, V") == () and not s.forces().aboard("T1")


def test_those_on_a_train_take_no_room_where_it_stands() -> None:
    """TOCS-W12.3-2, TOCS-W3.0-1."""
    s = railway(*(rider(f"C{n}") for n in range(3)), *(Piece(f"D{n}", "03.02") for n in range(4)))
    assert stacking.overstacked(s.forces()) == ()


def test_a_train_is_lost_with_its_hex_and_what_cannot_run_away() -> None:
    """TOCS-W12.3-6, TOCS-W12.3-8: vehicles on it neither fight nor fall back."""
    s = railway(rider("V", **TANK), engine=train(sp=3), red=(Piece("Q", "03.01"),), own="", phasing="red", cell="-/2R1")
    s.does("Q", "attack 03.02 hasty")
    s.fight()
    (fight,) = s.happened(e.BattleRolled)
    assert fight.defender.total == 1 and s.unit("V").status == "dead"
    assert (at(s).status, at(s).sp) == ("lost", 0)
    assert words.lines(s.game, s.picture()) == (" T1: lost to the enemy",)


def test_supply_points_go_by_rail_between_stores_beside_the_line() -> None:
    """TOCS-W12.2-1, TOCS-W12.3-1."""
    s = railway(supply={"blue": [source("03.02", 5), source("04.07", 1, "depot")]}, own=HOME + " 04.07")
    assert s.staff("train T1 load 6 SP")[0].rule == "TOCS-W12.2-1"
    assert s.staff("train T1 load 5 SP")[0].rule == "TOCS-W12.3-1"
    assert s.staff("train T1 load 4 SP") == () and s.staff("train T1 to 03.07") == () and s.staff("train T1 unload") == ()
    assert {x.id: x.sp for x in s.forces().sources.values()} == {"dump 03.02": 1, "depot 04.07": 5} and at(s).sp == 0


@pytest.mark.parametrize("engine, store, line, row", [
    ({}, "03.02", "unload", "TOCS-W12.2-1"), ({"sp": 3}, "06.06", "unload", "TOCS-W12.2-1"),
    ({}, "06.06", "unload", "TOCS-W12.2-1"), ({"sp": 3}, "03.02", "unload", ""),
    ({"sp": 3}, "03.03", "unload", ""), ({"sp": 3}, "03.02", "load 1 SP", ""),
    ({"sp": 3}, "03.02", "load 2 SP", "TOCS-W12.3-1"), ({}, "06.06", "load 1 SP", "TOCS-W12.2-1"),
    ({}, "03.02", "load 4 SP", ""), ({}, "03.02", "load 5 SP", "TOCS-W12.3-1"), ({}, "03.02", "load 7 SP", "TOCS-W12.2-1"),
])  # fmt: skip
def test_points_go_on_and_off_where_there_are_some_and_room_for_them(
    engine: dict[str, Any], store: str, line: str, row: str
) -> None:
    """TOCS-W12.2-1, TOCS-W12.3-1: an empty train has none to set down, and none are set down where no store is."""
    s = railway(engine=train(**engine), supply={"blue": [source(store, 6, "depot")]}, own=f"{HOME} 06.06")
    before = at(s).sp, 6
    refused = s.staff(f"train T1 {line}")
    assert [r.rule for r in refused] == ([row] if row else [])
    moved = 0 if row else -before[0] if line == "unload" else int(line.split()[1])
    assert (at(s).sp, s.forces().sources[f"depot {store}"].sp) == (before[0] + moved, before[1] - moved)


# ---------------------------------------------------------------- the module

FILES = library.module_files(library.module_folder("heumen-bridge"))
TRAIN = '[[train]]\nside = "german"\ncall = "Z1"\nhex = "{hex}"\nturn = "{turn}"\nsteps = 8\n\n[[improved]]'


def test_the_module_says_whether_trains_run_and_when() -> None:
    """TOCS-W12.3-1: on the turn it is due a train comes on, if its side holds the place."""
    text = FILES["scenario-1.toml"].replace("[[improved]]", TRAIN.format(hex="16.10", turn="17-1500"), 1)
    _, situation, _ = opening(load_module({**FILES, "scenario-1.toml": text}), library.charts("tocs"))
    coming = situation.board.forces["german"].trains["Z1"]
    assert (coming.due, coming.status, situation.board.forces["allied"].trains) == (2, "off", {})
    s = railway(engine=train(status="off", due=2))
    assert words.lines(s.game, s.picture()) == (" T1: comes on at 03.02, turn 2",)
    assert s.staff("train T1 to 03.03")[0].words == "T1 has not come on yet"
    s.play.happen((e.TurnBegan(2),))
    s.enter("reinforcements")
    assert at(s).status == "on"


@pytest.mark.parametrize("hex_, turn, key", [("09.17", "17-1500", "train[0].hex"), ("16.10", "17-1600", "train[0].turn")])
def test_a_train_off_the_line_or_off_the_track_is_a_fault(hex_: str, turn: str, key: str) -> None:
    text = FILES["scenario-1.toml"].replace("[[improved]]", TRAIN.format(hex=hex_, turn=turn), 1)
    with pytest.raises(ModuleError) as caught:
        load_module({**FILES, "scenario-1.toml": text})
    assert key in [fault.key for fault in caught.value.faults]
