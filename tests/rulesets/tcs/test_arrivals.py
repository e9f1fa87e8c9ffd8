"""What comes onto the map of a module and goes off it: groups that enter, riders, ways out, seats; faults by file and key."""

from typing import Any, cast

import pytest

from pbem.engine.play import Play, PlayState
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.orders.tree import Act
from pbem.rulesets import RULESETS
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.amending import amends
from pbem.rulesets.tcs.arrivals import Exit
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import Award
from pbem.rulesets.tcs.module import TacticalModule, load_module
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.opened import troops
from pbem.rulesets.tcs.reports.score import score
from pbem.rulesets.tcs.reports.sentences import tell
from pbem.rulesets.tcs.reports.sitrep import brief, to_come
from pbem.rulesets.tcs.settling.arrivals import arrived
from pbem.rulesets.tcs.settling.turns import points
from tests.rulesets.tcs.field import Field

FILES = library.module_files(library.module_folder("tcs-arracourt"))
EXIT = Act("exit")


def load(**changed: str) -> TacticalModule:
    texts = {**FILES, **{name.replace("_", "."): text for name, text in changed.items()}}
    return load_module(texts, charts=library.charts("tcs"), grammar=library.grammar("tcs"))


@pytest.fixture(scope="module")
def module() -> TacticalModule:
    return load()


@pytest.fixture(scope="module")
def opening(module: TacticalModule) -> Any:
    return RULESETS["tcs"].scenario.opening(module, library.charts("tcs"))


def begun(opening: Any, turns: int = 1) -> Play:
    """The game as so many turns have begun, without anything else in them."""
    play = Play(RULESETS["tcs"], opening.game, PlayState(opening.situation, opening.pictures), {"us": (), "ge": ()}, Dice(b"edge"))
    for turn in range(1, turns + 1):
        play.happen(cast(Any, (t.TurnOpened(turn, 1, "thick_fog"), *arrived(cast(TacticalBoard, play.situation.board), turn))))
        play.settle_act()
    return play


def faulty(old: str, new: str) -> str:
    file = "scenario-1.toml"
    assert old in FILES[file], old
    with pytest.raises(ModuleError) as caught:
        load_module({**FILES, file: FILES[file].replace(old, new, 1)}, charts=library.charts("tcs"), grammar=library.grammar("tcs"))
    return str(caught.value)


def test_arracourt_comes_through(module: TacticalModule) -> None:
    """TCSB-28-1, TCSARM-4.1a-2: its counters, the morale of armor by the source, its seats."""
    assert module.contents == "54 counters, 20 turns" and module.ground.metres == (125, 20, 200)
    morale = {unit.battalion: unit.morale for unit in module.everyone if unit.counter.armor}
    assert morale == {"37 Tank Bn": 2, "25 Cavalry Sqn": 2, "704 TD Bn": 3, "I/PzRgt 130": 5}
    assert {post.id for post in module.posts} >= {"us.37", "us.c37", "ge.panther", "ge.1gren"}
    assert "1/130" in module.formations("ge") and module.switches["armor"] is True
    assert module.visibility == "thick_fog" and module.fog is not None


def test_groups_come_in_their_turn_and_find_room(opening: Any) -> None:
    """TCSB-28-1, TCS3-10-2: five vehicles a hex; who finds none waits."""
    play = begun(opening)
    forces = cast(TacticalBoard, play.situation.board).forces["ge"]
    places = {name: unit.hex for name, unit in forces.units.items()}
    assert places["P1-0"] == "28.16" and places["P1-21"] == "28.15" and places["G1-1"] == "28.16"
    assert [group.turn for group in forces.due] == [2, 3, 4]
    picture = cast(TacticalPicture, play.pictures["ge"])
    assert picture.forces.units.keys() == forces.units.keys() and picture.held[Hex("28.16")] == "ge"
    assert "Reinforcements: P1-0" in " ".join(tell(opening.game, seen) for desk, seen in play.seen if desk == "ge")
    assert not any(isinstance(getattr(seen, "event", None), t.UnitsArrived) for desk, seen in play.seen if desk == "us")
    told = "\n".join(to_come(opening.game, picture))
    assert "Turn 3, at 28.08, 28.09, 28.10: P2-0" in told
    late = begun(opening, 3)
    assert cast(TacticalBoard, late.situation.board).forces["ge"].units["G1-2"].rides == "G1-S1"
    waits = cast(TacticalBoard, late.situation.board)
    assert all(unit.hex in ("28.08", "28.09", "28.10") for unit in waits.forces["ge"].units.values() if unit.id.startswith("P2"))


def test_a_group_waits_behind_an_enemy(opening: Any) -> None:
    """TCSB-5-6: nobody enters a hex that an enemy stands in."""
    play = begun(opening)
    board = cast(TacticalBoard, play.situation.board)
    us = board.forces["us"]
    blocked = replace(board, forces={**board.forces, "us": us.with_unit(replace(us.units["D37-11"], hex=Hex("28.16")))})
    assert arrived(blocked, 2) == (t.EntryBarred("ge", ("G1-S1", "G1-S2", "FL-1"), Hex("28.16")),)
    later = replace(blocked, public=replace(blocked.public, turn=2))
    assert "Waiting behind 28.16" in "\n".join(
        to_come(opening.game, replace(cast(TacticalPicture, play.pictures["ge"]), public=later.public))
    )
    assert absent(replace(cast(TacticalPicture, play.pictures["ge"]), public=later.public), "G1-2").words.startswith(
        "G1-2 waits off"
    )


def test_orders_for_who_is_not_there_are_refused_with_the_reason(opening: Any) -> None:
    """TCSB-28-1, TCSB-3-13."""
    picture = cast(TacticalPicture, begun(opening).pictures["ge"])
    assert absent(picture, "P2-0").words == "P2-0 arrives in turn 3"
    assert absent(picture, "X-1").words == "X-1 is destroyed"
    gone = replace(picture, forces=replace(picture.forces, departed={"P1-0": picture.forces.units["P1-0"]}))
    assert absent(gone, "P1-0").words == "P1-0 has left the map"


def test_sheets_count_those_who_are_still_to_come(opening: Any) -> None:
    """TCSB-6-24: steps off the map are no losses."""
    forces = cast(TacticalBoard, begun(opening).situation.board).forces["ge"]
    assert forces.steps(forces.sheets["GE-3"].force) == forces.sheets["GE-3"].begun > 0


def test_a_patch_reaches_those_who_are_to_come(opening: Any) -> None:
    """TCSB-1-10: printed values of units off the map change with the others; when they come does not."""
    better = FILES["oob.toml"].replace("defense = 5", "defense = 6")
    after = RULESETS["tcs"].scenario.opening(load(oob_toml=better), library.charts("tcs"))
    events, refused = amends(opening, cast(Any, after), 2)
    assert not refused
    play = begun(opening)
    play.happen(cast(Any, events))
    assert cast(TacticalBoard, play.situation.board).forces["ge"].due[1].units[0].counter.defense == 6
    later = load_module(
        {**FILES, "scenario-1.toml": FILES["scenario-1.toml"].replace("turn = 3\nside = \"ge\"", "turn = 5\nside = \"ge\"")},
        charts=library.charts("tcs"), grammar=library.grammar("tcs"),
    )  # fmt: skip
    other = RULESETS["tcs"].scenario.opening(later, library.charts("tcs"))
    assert any("come onto the map" in why for why in amends(opening, cast(Any, other), 2)[1])


# ---------------------------------------------------------------- ways out, points


def with_exit(**changes: Any) -> Field:
    field = Field()
    way = Exit("us", (Hex("06.01"),), 3, "each tank that leaves", ("m4",), (Hex("05.05"),))
    field.game = replace(field.game, exits=(replace(way, **changes),))
    field.play.game = cast(Any, field.game)
    field.happen(t.SheetChanged("us", replace(field.board.forces["us"].sheets["US-2"], status="implemented"), "in force"))
    return field


def test_units_leave_where_the_module_lets_them() -> None:
    """TCSB-1-6: at its hexes, with MP for it, once their side holds what it must; points are for the kinds that it names."""
    field = with_exit()
    field.happen(t.ActionBegan("us"))
    assert field.refused("us", ("T-3",), EXIT) == "TCSB-1-6"
    shut = ACTIONS["exit"].check(field.game, field.picture("us"), ("T-1",), EXIT)
    assert "holds 05.05" in shut[0][1].words
    field = with_exit(held=())
    field.put("A-1", rides="T-1", hex=Hex("06.01"))
    field.happen(t.ActionBegan("us"))
    field.put("T-2", spent=30)
    assert field.refused("us", ("T-2",), EXIT) == "TCSB-20-1"
    before = points(field.game, field.board)["us"]
    field.order("us", ("T-1",), EXIT)
    forces = field.board.forces["us"]
    assert set(forces.departed) == {"T-1", "A-1"} and not {"T-1", "A-1"} & set(forces.units) and not forces.dead
    assert points(field.game, field.board)["us"] == before + 3
    assert field.picture("us").forces.departed.keys() == forces.departed.keys()
    assert "left the map" in "\n".join(troops(field.game, forces))
    own = next(line for line in score(field.game, field.picture("us")) if "American" in line)
    assert "3 for units that left the map" in own
    assert not any("left the map" in line for line in score(field.game, field.picture("ge")))


def test_points_for_a_whole_place_are_all_or_none() -> None:
    """TCSB-28-3."""
    places = tuple(map(Hex, ("05.04", "05.05")))
    award = Award("us", 8, "all of the village", places, whole=True)
    assert [award.times(held) for held in ((), places[:1], places)] == [0, 0, 1]
    assert replace(award, whole=False).times(places) == 2


def test_a_seat_is_told_its_own_brief(opening: Any) -> None:
    """TCSB-28-1."""
    picture = opening.pictures["ge"]
    own, side = brief(opening.game, picture, "1pz")[0], brief(opening.game, picture, "")[0]
    assert "1st company, Panzer Regiment 130" in own.lines[0] and own.lines != side.lines
    assert any(block.title == "REINFORCEMENTS" for block in brief(opening.game, picture, ""))


@pytest.mark.parametrize(("old", "new", "fault"), [
    ('hexes = ["28.16"]', 'hexes = ["27.16"]', "entry[2].hexes: 27.16 is not at the edge of the map"),
    ('hexes = ["28.16"]', 'hexes = ["01.17"]', "the other side enters at 01.17 too"),
    ("turn = 4\n", "turn = 24\n", "the game has 20 turns"),
    ('units = ["G1-3", "G1-81"', 'units = ["C37-11", "G1-3", "G1-81"', 'entry[4].units: ge has no unit "C37-11"'),
    ('units = ["G1-3", "G1-81"', 'units = ["G1-2", "G1-3", "G1-81"', "G1-2 is placed twice"),
    ('on = "G1-S3"', 'on = "G1-S9"', 'G1-3 cannot ride on "G1-S9": did you mean'),
    ('unit = "G1-MG", on = "G1-S2"', 'unit = "G1-MG", on = "G1-S1"', "G1-S1 has no room for G1-2 (TCSB-26-1)"),
    ('unit = "G1-3", on = "G1-S3"', 'unit = "G1-2", on = "G1-S3"', "G1-2 and G1-S3 do not arrive in this group"),
    ('unit = "A53-1"\nhex = "20.03"\nmode = "fire"', 'unit = "A53-1"\nhex = "20.03"\nmode = "fire"\nrides = "A53-H1"',
     "A53-H1 does not begin in the hex and mode of A53-1"),
    ('hexes = ["01.01", "01.02", "01.03"]', 'hexes = ["02.02"]', "exit[0].hexes: 02.02 is not at the edge of the map"),
    ('counters = ["panther"]\nheld', 'counters = ["tiger"]\nheld', 'exit[0].counters: there is no counter "tiger"'),
    ('turns = 20', 'turns = 20\nabsent = ["C37-11"]', "C37-11 takes part"),
    ('turns = 20', 'turns = 20\nabsent = ["C37-99"]', 'there is no unit or battery "C37-99"'),
    ('formations = ["A/53"]', 'formations = ["B/53"]', 'us has no formation "B/53"'),
    ('id = "c704"', 'id = "c37"', 'there are two seats "c37"'),
    ('seat = "c704"', 'seat = "c705"', 'us has no seat "c705"'),
    ('seat = "c704"', 'seat = "c37"', "c37 has two briefs"),
    ('counters = ["us_inf"]', 'counters = ["us_inf"]\nall = true', "only hexes are held"),
])  # fmt: skip
def test_what_is_wrong_is_said_where_it_stands(old: str, new: str, fault: str) -> None:
    assert fault in faulty(old, new)
