"""What rows of night, works, engineers and full hexes come to on the board: the atoms that a turn by mail is made of."""

from collections import Counter
from typing import Any, cast

import pytest

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.values import replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import Closing, HexAttack
from pbem.rulesets.tcs.rules.digging import DugPosition
from pbem.rulesets.tcs.settling.crowding import crowded_out
from pbem.rulesets.tcs.settling.turns import cleaned_up
from tests.rulesets.tcs.armor import fixed
from tests.rulesets.tcs.field import Field

VILLAGE, DOOR = Hex("05.04"), Hex("05.03")
UNHURT = 0
"""A seed by which the platoon that assaults comes to fire whole."""


def lit(field: Field, light: str) -> Field:
    """The same field in another light."""
    board = replace(field.board, public=replace(field.board.public, light=light))
    field.play.situation = replace(field.play.situation, board=cast(Any, board))
    return field


def with_works(field: Field, place: Hex, level: int) -> None:
    board = replace(field.board, works={place: DugPosition(place, level, "ge", "ge")}, look=True)
    field.play.situation = replace(field.play.situation, board=cast(Any, board))


def near_after_running(other: Hex, light: str) -> Counter[bool]:
    """A platoon runs from a hex that it shares with an enemy: how often it ends next to another one, alive or not."""
    field = lit(Field(3), light)
    field.put("G-1", hex=Hex("02.02"))
    field.put("A-1", hex=Hex("02.02"))
    field.put("A-2", hex=other)
    events = field.happen(e.AttackBegan(HexAttack("x/T1/1", Hex("02.02"), ("ge",), groups=(), flights=("G-1",))))
    fled = [event for event in events if isinstance(event, t.FellBack) and event.path]
    return Counter(event.left > 0 for event in fled if distance(event.path[-1], other) == 1)


def test_at_night_who_runs_may_end_next_to_the_enemy() -> None:
    """TCSB-25-6: by day it does not get away."""
    ends = {"": Counter[bool](), "night": Counter[bool]()}
    for place in sorted(Field(3).game.ground.terrain):
        if 2 <= distance(place, Hex("02.02")) <= 4:
            for light, found in ends.items():
                found.update(near_after_running(place, light))
    assert ends["night"][True] and not ends[""][True] and ends[""][False]


@pytest.mark.parametrize(("light", "turn", "rolled"), [("night", 1, True), ("", 1, False), ("", 3, True)])
def test_formations_recover_in_every_night_turn_and_by_day_on_the_hour(light: str, turn: int, rolled: bool) -> None:
    """TCSB-25-7, TCSB-17-8: a die at or below the sum takes one off, so that six always does."""
    field = lit(Field(1), light)
    board = field.board
    forces = {**board.forces, "ge": replace(board.forces["ge"], morale={"G": 6})}
    board = replace(board, forces=forces, public=replace(board.public, turn=turn))
    field.play.situation = replace(field.play.situation, board=cast(Any, board))
    told = [event for event in cleaned_up(cast(Any, field.play.moment)) or () if isinstance(event, t.FormationShaken)]
    assert [(event.formation, event.now) for event in told] == ([("G", 5)] if rolled else [])


def assaulted(engineers: bool, level: int) -> list[e.Event]:
    """A platoon goes into a hex with a machine gun, and the assault is fought."""
    field = Field(UNHURT)
    field.dead("G-1", "G-2", "G-81", "K-1", "Z-1", "A-2", "A-60", "T-1", "T-2", "T-3")
    if level:
        with_works(field, VILLAGE, level)
    counter = field.unit("A-1").counter
    field.put("A-1", hex=DOOR, mode="move", counter=replace(counter, type="engineer_platoon" if engineers else counter.type))
    field.put("G-MG", steps=1)
    closing = Closing("us", ("A-1",), VILLAGE, "assault", DOOR, tried=True, entered=True)
    field.happen(t.ActionBegan("us"))
    closed = t.ClosedIn("us", ("A-1",), DOOR, VILLAGE, "S", (4,), "assault")
    return field.happen(closed, e.ClosingChanged(closing), e.ClosingChanged(None), e.AssaultsBegan())


def columns(events: list[e.Event], side: str) -> list[int]:
    return [event.column for event in events if isinstance(event, t.AreaFired) and event.side == side and event.manner == "assault"]


def modifiers(events: list[e.Event], side: str) -> set[int]:
    """What was added to the dice against a side in the rounds of an assault."""
    struck = (event for event in events if isinstance(event, t.UnitStruck) and event.side == side and event.faces)
    return {event.total - sum(event.faces) for event in struck}


def test_engineers_carry_charges_against_the_dug_in() -> None:
    """TCSB-26-5: ten more strength, a column, and none against who has no works."""
    dug, bare = columns(assaulted(True, 2), "us"), columns(assaulted(True, 0), "us")
    assert dug[0] == columns(assaulted(False, 2), "us")[0] + 1
    assert bare[0] == columns(assaulted(False, 0), "us")[0]


def test_works_help_who_holds_them_and_not_who_assaults() -> None:
    """TCSPD-9-2, TCSB-22-5: the defender has half the village and all of the level, the attacker nothing but its movement."""
    events, bare = assaulted(False, 2), assaulted(False, 0)
    assert max(modifiers(events, "ge")) == -1 - 2 and -2 in modifiers(bare, "ge")
    assert modifiers(events, "us") == modifiers(bare, "us") and min(modifiers(events, "us")) >= 0


def test_vehicles_thrown_back_into_a_full_hex_go_on_to_one_with_room() -> None:
    """TCSB-5-5, TCS3-10-2: the last that came, until five are left; they are marked as having fired overwatch."""
    field = Field(2)
    tank = field.unit("T-1")
    more = [replace(tank, id=f"T-{number}", leader=False) for number in range(4, 8)]
    forces = field.board.forces["us"]
    for unit in more:
        forces = forces.with_unit(replace(unit, hex=DOOR))
    board = replace(field.board, forces={**field.board.forces, "us": forces}, look=True)
    field.play.situation = replace(field.play.situation, board=cast(Any, board))
    field.play.pictures["us"] = cast(Any, replace(field.picture("us"), forces=forces))
    for name in ("T-1", "T-2", "T-3"):
        field.put(name, hex=VILLAGE)
    field.happen(t.ActionBegan("us"), t.CloseOver("us", ("T-1", "T-2", "T-3"), VILLAGE, DOOR, False, "assault"))
    assert len(field.board.forces["us"].at(DOOR)) == 7
    while events := tuple(crowded_out(cast(Any, field.play.moment), "us")):
        field.happen(*events)
    there = {unit.id for unit in field.board.forces["us"].at(DOOR)}
    assert there == {"T-1", "T-4", "T-5", "T-6", "T-7"}
    for name in ("T-2", "T-3"):
        moved = field.unit(name)
        assert moved.overwatch and distance(moved.hex, DOOR) == 1 and distance(moved.hex, VILLAGE) == 2
        assert field.picture("us").forces.units[name] == moved
    assert not field.unit("T-1").overwatch


def test_a_vehicle_that_is_stopped_in_a_full_hex_goes_back() -> None:
    """TCSB-5-5, TCSB-5-4: it passed through, and fire, a halt or the end of its MP held it there; one that may stay stays."""
    field = Field(2)
    tank, forces = field.unit("T-1"), field.board.forces["us"]
    for unit in (replace(tank, id=f"T-{number}", leader=False, hex=DOOR) for number in range(4, 9)):
        forces = forces.with_unit(unit)
    board = replace(field.board, forces={**field.board.forces, "us": forces}, look=True)
    field.play.situation = replace(field.play.situation, board=cast(Any, board))
    field.play.pictures["us"] = cast(Any, replace(field.picture("us"), forces=forces))
    field.put("T-1", hex=DOOR)
    field.happen(t.ActionBegan("us"), *(t.MoveEnded("us", (name,), "stopped by fire") for name in ("T-2", "T-1")))
    (gone,) = crowded_out(cast(Any, field.play.moment), "us")
    assert gone.units == ("T-1",) and distance(gone.hex, DOOR) == 1
    field.happen(gone)
    assert field.unit("T-1").overwatch and not tuple(crowded_out(cast(Any, field.play.moment), "us"))
    field.happen(t.ActionEnded("us"))
    assert not field.board.firing.thrown_back


@pytest.mark.parametrize(("light", "enemy", "result"), [("", "02.04", "X"), ("night", "02.04", "R"), ("night", "02.03", "X")])
def test_at_night_one_surrenders_to_who_is_next_to_him_alone(
    monkeypatch: pytest.MonkeyPatch, light: str, enemy: str, result: str
) -> None:
    """TCSB-17-6: by day to somebody within three hexes; else it runs."""
    fixed(monkeypatch, {"morale/": (6, 6)})
    field = lit(Field(1), light)
    for name in ("A-2", "A-MG", "A-60", "T-1", "T-2", "T-3"):
        field.put(name, hex=Hex("08.08"))
    field.put("G-1", hex=Hex("02.02"), morale=7, steps=1)
    field.put("A-1", hex=Hex(enemy))
    events = field.happen(e.AttackBegan(HexAttack("x/T1/1", Hex("02.02"), ("ge",), groups=(), checks=(("G-1",),))))
    assert [event.result for event in events if isinstance(event, t.MoraleTried)] == [result]
    assert ("G-1" in field.board.forces["ge"].dead) is (result == "X") or any(isinstance(event, t.FellBack) for event in events)


def test_who_runs_into_an_enemy_it_did_not_know_of_stops_before_him() -> None:
    """TCSB-5-6, TCSB-20-7: sides share a hex in close combat alone."""
    field = Field(1)
    field.put("A-1", hex=Hex("02.02"), mode="move", spent=-40)
    field.put("G-1", hex=Hex("02.04"))
    events = field.happen(t.ActionBegan("us"), t.MoveBegan("us", ("A-1",), (Hex("02.03"), Hex("02.04"), Hex("02.05"))))
    assert not any(isinstance(event, t.UnitsEntered) and event.hex == "02.04" for event in events)
    assert field.unit("A-1").hex == "02.03" or "A-1" in field.board.forces["us"].dead or field.unit("A-1").ran
