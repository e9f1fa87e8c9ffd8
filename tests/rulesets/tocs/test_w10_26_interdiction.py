"""Interdiction: hexes under fire, in battle, retreat and pursuit (TOCS-W10.26, W19.6-3)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.reports import sitrep_lines as changes
from pbem.rulesets.tocs.rules import interdiction
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import entry
from pbem.rulesets.tocs.units import HALVES, Mission
from pbem.rulesets.tocs.view import Public
from tests.rulesets.tocs.builder import Piece, Scene, ground, road
from tests.rulesets.tocs.test_3_09_combat import attacked

THERE = Hex("03.04")


def test_a_hex_stays_under_fire_until_the_last_of_its_firers_stops() -> None:
    """TOCS-W10.26-2."""
    one = interdiction.laid(Public(), THERE, "blue")
    both = interdiction.laid(Public(interdicted=one), THERE, "red")
    assert both == {THERE: ("blue", "red")}
    assert interdiction.lifted(Public(interdicted=both), "blue") == {THERE: ("red",)}
    assert interdiction.lifted(Public(interdicted=one), "blue") == {}


def test_it_ends_when_the_firers_next_impulse_begins_and_both_sides_hear_it() -> None:
    """TOCS-W10.26-2: across impulses of the other side, and across turns."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], interdicted={"05.05": ("blue",), "06.06": ("red",)},
              dice={"turn-end": (6, 6)})  # fmt: skip
    s.close("silence")
    assert s.public.phasing == "red" and set(s.public.interdicted) == {"05.05"}
    s.close("silence")
    assert s.public.phasing == "blue" and s.public.interdicted == {}
    for side in ("blue", "red"):
        assert [seen.side for seen in s.learnt(side, e.InterdictionLifted)] == ["red", "blue"]


@pytest.mark.parametrize("effort, level", [("intensive", "deliberate"), ("deliberate", "hasty")])
@pytest.mark.parametrize("where, firer", [("03.03", "red"), ("03.03", "blue"), ("03.04", "red")])
def test_an_attack_out_of_a_hex_under_fire_or_into_one_under_the_enemys_is_a_level_lower(
    effort: str, level: str, where: str, firer: str
) -> None:
    """TOCS-W10.26-5, TOCS-W10.26-6."""
    s = attacked("-/-", effort, interdicted={where: (firer,)})
    assert s.happened(e.BattleRolled)[0].fight.level == level


def test_two_fires_delay_an_attack_by_one_level_together_and_the_own_fire_on_the_enemy_by_none() -> None:
    both = attacked("-/-", interdicted={"03.03": ("red",), "03.04": ("red",)})
    assert both.happened(e.BattleRolled)[0].fight.level == "deliberate"
    own = attacked("-/-", interdicted={"03.04": ("blue",)})
    assert own.happened(e.BattleRolled)[0].fight.level == "intensive"


def fired_on(s: Scene) -> None:
    """Red's guns open on 03.04 out of reserve, when the attacks are launched already."""
    s.play.happen([e.HexInterdicted("red", Mission("interdict", THERE, ()))])


def test_a_hasty_attack_is_cancelled_and_with_the_last_of_them_the_battle() -> None:
    """TOCS-W10.26-5, TOCS-W10.26-6: the worked example of fire into the battle hex."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell="-/3")
    s.does("A", "attack 03.04 hasty")
    fired_on(s)
    s.fight()
    assert s.happened(e.BattleRolled) == [] and s.forces().attacks == ()
    assert (s.unit("A").hex, s.unit("A").state) == ("03.03", 1)
    assert [seen.hex for seen in s.learnt("red", e.BattleCalledOff)] == [THERE]
    assert s.learnt("red", e.AttackCalledOff) == [] and len(s.learnt("blue", e.AttackCalledOff)) == 1
    told = changes.lines(s.game, s.picture("blue"), s.learnt("blue", e.AttackCalledOff))
    assert [line.strip(" -") for line in told if line.startswith("    ")] == [
        "A: attack on 03.04 called off, the ground is under fire"
    ]


def test_where_one_attack_is_cancelled_the_others_go_on() -> None:
    """TOCS-W10.26-6: every attack into the hex is one level lower."""
    s = Scene([Piece("A", "03.03"), Piece("B", "03.03")], [Piece("R", "03.04")], cell="-/-")
    s.does("A", "attack 03.04 hasty")
    s.does("B", "attack 03.04 deliberate")
    fired_on(s)
    s.fight()
    fight = s.happened(e.BattleRolled)[0].fight
    assert ([a.unit for a in fight.attacks], fight.level) == (["b"], "hasty")
    assert s.learnt("blue", e.BattleCalledOff) == []


def test_who_falls_back_into_a_hex_under_fire_falls_a_state_more() -> None:
    """TOCS-W10.26-4."""
    free = attacked("-/0R1")
    under = attacked("-/0R1", interdicted={"03.05": ("blue",)})
    assert (free.unit("R").hex, under.unit("R").hex) == ("03.05", "03.05")
    assert under.unit("R").state == free.unit("R").state + 1


@pytest.mark.parametrize("fire, where", [
    ({}, "03.06"), ({"03.04": ("red",)}, "03.04"), ({"03.05": ("blue",)}, "03.05"), ({"03.06": ("red",)}, "03.06"),
])  # fmt: skip
def test_nobody_pursues_or_exploits_out_of_a_hex_under_fire_or_through_it(fire: dict[str, Any], where: str) -> None:
    """TOCS-W19.6-3."""
    standing = {"red": ("ezoc never", "retreat toward 03.08")}
    s = attacked("-/0R3", "intensive", "pursue 3 exploit toward 03.06", interdicted=fire, standing=standing)
    level = s.happened(e.BattleRolled)[0].fight.level
    assert s.unit("A").hex == (where if level == "intensive" else "03.04")


@pytest.mark.parametrize("fire, where", [
    ({}, "04.06"), ({"03.05": ("blue",)}, "03.05"), ({"03.06": ("blue",)}, "03.06"), ({"03.06": ("red",)}, "03.06"),
    ({"04.06": ("blue",)}, "04.06"), ({"04.05": ("blue",)}, "04.06"), ({"03.04": ("blue",)}, "03.04"),
])  # fmt: skip
def test_who_exploits_stops_in_the_first_hex_under_fire_whosever_it_is(fire: dict[str, Any], where: str) -> None:
    """TOCS-W19.6-3: not through it, at whichever hex of the way it lies."""
    standing = {"red": ("ezoc never", "retreat toward 03.08")}
    s = attacked("-/0R3", "intensive", "pursue 3 exploit toward 06.07", interdicted=fire, standing=standing)
    assert s.happened(e.BattleRolled)[0].fight.level == "intensive"
    way = ["03.04", "03.05", "03.06", "04.06"]
    assert s.unit("A").hex == where
    assert [h for h in way if s.owner(h) == "blue"] == way[: way.index(where) + 1]


@pytest.mark.parametrize("side, unit, step", [
    ("red", "R", ("03.06", "03.05")), ("red", "R", ("03.05", "03.06")),
    ("blue", "A", ("03.04", "03.05")), ("blue", "A", ("03.05", "03.04")),
])  # fmt: skip
def test_into_and_out_of_a_hex_under_fire_costs_a_point_more_and_no_road_is_used_by_either_side(
    side: str, unit: str, step: tuple[str, str]
) -> None:
    """TOCS-W10.26-3, TOCS-W10.26-7."""
    land = ground("", road("03.04 03.05 03.06"))
    free, fire = (Scene([Piece("A", "03.03")], [Piece("R", "03.07")], land=land, interdicted=hexes)
                  for hexes in ({}, {"03.05": ("blue",)}))  # fmt: skip
    start, end = Position(Hex(step[0]), 0), Hex(step[1])
    counter = free.forces(side).counter(free.unit(unit))
    plain, burdened = (entry(s.view(side), counter, start, end, by) for s, by in ((free, False), (fire, True)))
    assert plain and burdened and burdened.cost == plain.cost + HALVES and not burdened.road
