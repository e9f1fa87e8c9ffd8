"""Bridges that a side may blow in battle alone (MASL-16.7): tried once as it loses them, on its charges or its engineers."""

from typing import Any

import pytest

from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.ground import Ground, bridge_at
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.scenario import opening
from pbem.rulesets.tocs.told_events import EngineersTried
from pbem.rulesets.tocs.units import Charge
from tests.rulesets.tocs.builder import Piece, Scene, bridge, ground, river, road

RIVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE")
LINES = {"red": ("ezoc never", "retreat toward own hq", "retreat at bridges and works prefer losses up to 0")}


def land() -> Ground:
    return ground("", RIVER + road("03.03 03.04 03.05") + bridge("03.04"))


def lost(face: int, *, laid: bool = False, trigger: str = "", red: dict[str, Any] | None = None, cell: str = "-/1R1",
         blue: tuple[Piece, ...] = ()) -> Scene:  # fmt: skip
    """Blue attacks the bridge at 03.04 across its north bank, and red falls back; the die of the charge falls as told."""
    pieces = [Piece("R", "03.04", bank_index=1, parent="rhq", **(red or {})), Piece("HQ", "03.07", "hq", id="rhq")]
    s = Scene(
        [Piece("A", "03.03"), *blue], pieces, cell=cell, dice={"charges/red": (face,)}, land=land(), standing=LINES,
        sides={"red": {"rigged": (Charge("bridge", trigger, laid, 4, 2),)}},
    )  # fmt: skip
    s.does("A", "attack 03.04 deliberate")
    for piece in blue:
        s.does(piece.counter.call, "attack 03.04 deliberate")
    s.fight()
    return s


def stands(s: Scene) -> bool:
    (found,) = bridge_at(s.game.ground, next(h for h in s.game.ground.hexes if h == "03.04"), s.board.spans)
    return found.intact


@pytest.mark.parametrize(("laid", "engineer", "face", "falls"), [
    (True, False, 4, True), (True, False, 5, False), (False, False, 2, True), (False, False, 3, False), (False, True, 4, True),
    (False, True, 5, False),
])  # fmt: skip
def test_a_bridge_is_tried_once_as_it_is_lost(laid: bool, engineer: bool, face: int, falls: bool) -> None:
    """MASL-16.7-1: on 4 with charges laid before play or engineers in the hex, else on 2."""
    s = lost(face, laid=laid, red={"engineer": engineer})
    assert len(s.happened(e.EngineersTried)) == 1 and stands(s) is not falls


def test_both_see_it_fall_and_its_side_alone_the_die() -> None:
    """MASL-16.7-1."""
    s = lost(1)
    assert s.learnt("blue", o.BridgeSeen) and s.learnt("red", o.BridgeSeen)
    assert len(s.learnt("red", EngineersTried)) == 1 and not s.learnt("blue", EngineersTried)
    assert not lost(6).learnt("blue", EngineersTried)


def test_a_hex_that_is_held_keeps_its_bridge() -> None:
    """MASL-16.7-1: nothing is tried while any of them stands in it."""
    s = lost(1, cell="-/-")
    assert not s.happened(e.EngineersTried) and stands(s)


@pytest.mark.parametrize(("arm", "falls"), [("tank", True), ("armored_car", False)])
def test_the_great_bridges_wait_for_tanks(arm: str, falls: bool) -> None:
    """MASL-16.7-2: armoured cars and guns on tracks are none."""
    platoon = Piece("T", "03.03", "vehicle_platoon", arm=arm)
    assert stands(lost(1, trigger="tank", blue=(platoon,))) is not falls
    assert stands(lost(1, trigger="tank"))


def test_no_order_blows_them() -> None:
    """MASL-16.7-1."""
    s = Scene(
        [Piece("E", "03.04", bank_index=1, engineer=True)], [Piece("R", "08.08")], own="03.05", land=land(),
        sides={"blue": {"rigged": (Charge("bridge", "", True, 4, 2),)}},
    )  # fmt: skip
    (refused,) = s.check("E", "destroy bridge")
    assert refused.rule == "MASL-16.7-1"


def test_four_bridges_of_nijmegen_have_no_charges_before_play() -> None:
    """MASL-16.7-3, MASL-16.7-2."""
    files = library.module_files(library.module_folder("omg-nijmegen"))
    module = load_module(files, grammar=library.grammar("tocs"))
    forces = opening(module, library.charts("tocs")).situation.board.forces
    rigged = {charge.bridge: charge for charge in forces["german"].rigged}
    assert {name for name, charge in rigged.items() if not charge.laid} == {"nijmegen_hwy", "nijmegen_rr", "grave", "honinghutje"}
    assert {name for name, charge in rigged.items() if charge.trigger} == {"nijmegen_hwy", "grave", "honinghutje"}
    assert not forces["german"].charges and not forces["allied"].rigged
