"""Battles at sea in a report: a block each, what they cost first, the rolls last; the news of the sea in the first lines."""

from typing import Any

from pbem.documents.document import Block
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.reports import sea_report, sitrep_lines
from pbem.rulesets.tocs.reports import ships as words
from pbem.rulesets.tocs.reports.headline import headline
from pbem.rulesets.tocs.ships import Plane
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.seas import at_sea, plane, ship

CAUGHT: dict[str, tuple[int, ...]] = {"sail/": (1,), "seek/blue": (1,), "seek/red": (6,), "sea-guns/": (6, 6)}


def news(s: Scene, side: str) -> tuple[Any, ...]:
    return tuple(o.what(seen) for desk, seen in s.play.seen if desk == side)


def blocks(s: Scene, side: str) -> tuple[Block, ...]:
    return sea_report.blocks(s.game, s.picture(side), news(s, side))


def first_lines(s: Scene, side: str) -> str:
    return " ".join(headline(s.game, s.picture(side), news(s, side)).full)


def test_a_battle_at_sea_has_a_block_with_what_it_cost_first_and_the_rolls_last() -> None:
    """TOCS-W16.5-1, TOCS-W16.5-2, TOCS-W16.7-1, TOCS-1.2-1: each side its own losses by ship, the enemy's by what it saw."""
    s = at_sea((ship("CR1", "cruiser"),), (ship("TR1", "transport", dp=1, zone="deeps"),), dice=CAUGHT)
    s.does("CR1", "sail High Sea")
    (ours,), (theirs,) = blocks(s, "blue"), blocks(s, "red")
    assert ours.title == "BATTLE S1 AT SEA, HIGH SEA"
    assert ours.lines[:3] == (" your side attacked by surprise", " own losses: none",
                              " enemy losses seen: HMS TR1 sunk (transport); 3 hits")  # fmt: skip
    assert ours.lines[3].startswith(" Blue cruiser against a transport: ") and ours.lines[-1].startswith(" rolls: 2d6 6+6")
    assert theirs.lines[:3] == (" the enemy attacked by surprise", " own losses: HMS TR1 sunk", " enemy losses seen: none")
    assert "BATTLE AT SEA, HIGH SEA. Own losses: HMS TR1 sunk. Enemy losses seen: none." in first_lines(s, "red")
    told = "\n".join(sitrep_lines.lines(s.game, s.picture("red"), news(s, "red")))
    assert "c. Battles: battle S1: at sea in High Sea" in told and "HMS TR1" not in told  # in its block alone


def test_aircraft_in_a_battle_at_sea_are_told_by_either_side_as_it_saw_them() -> None:
    """TOCS-W16.6-1, TOCS-W16.6-3: the crews know hits on the group, the owner which ships."""
    up = {call: Plane(call, "roads", 3) for call in ("SQ1", "SQ2")}
    s = at_sea((ship("CV1", "carrier", planes=4),), (ship("ERE", "monitor", "red", box=2),),
               planes=(plane(box="over the sea"), plane("SQ2", box="over the sea")), own_sea={"planes": up},
               standing={"blue": ("SEA SCREEN AIR NONE",), "red": ("SEA TARGETS monitors",)},
               dice={"seek/blue": (1,), "sea-bombs/": (6, 5), "patrol/": (1,)})  # fmt: skip
    s.does("SQ1", "SQ1: search box 2")
    (ours,), (theirs,) = blocks(s, "blue"), blocks(s, "red")
    assert any(" own aircraft attacked the group of a monitor: " in line for line in ours.lines)
    assert "ERE" not in " ".join(ours.lines) and any("ERE damage" in line for line in theirs.lines)


def test_what_is_hit_by_mines_and_coast_guns_is_no_part_of_a_battle_and_is_in_the_first_lines() -> None:
    """TOCS-W17.4-1, TOCS-W16.0-2, TOCS-1.2-1: one that was disabled on the way has come into the zone, as is announced."""
    hits: dict[str, tuple[int, ...]] = {"sail/": (1,), "mines/": (6, 6)}
    s = at_sea((ship("MS1", "minesweeper", dp=9),), red_sea={"mines": {Hex("01.04"): 5}}, dice=hits)
    s.does("MS1", "MS1: sail High Sea")
    assert blocks(s, "blue") == ()
    assert "Own ships hit: MS1." in first_lines(s, "blue")
    assert "MS1" not in first_lines(s, "red") and "The enemy came into High Sea." in first_lines(s, "red")


def test_landing_craft_off_the_own_coast_come_first() -> None:
    """TOCS-W9.1-4: the place, never how many."""
    craft = (ship("LCA1", "landing_craft", lift=8, dp=1, vehicles=False),)
    s = at_sea(craft, pieces=(Piece("41RM", "08.01"), Piece("B", "08.02")), aboard={"41RM": "LCA1"})
    s.does("LCA1", "LCA1: bring 41RM to 02.03")
    assert first_lines(s, "red").startswith("Enemy landing craft off 03.0")
    (seen,) = (what for what in news(s, "blue") if isinstance(what, t.CargoMoved))
    assert words.told(s.game, s.picture(), seen) == ("LCA1 took 41RM inshore, to 02.03",)
