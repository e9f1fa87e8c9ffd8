"""Looks from a hill (TOCS-W11.19-8)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import ACTIONS, closing, control
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.reports.sitrep_lines import lines as changed
from tests.rulesets.tocs.builder import Piece, Scene, ground

HILL = "03.03 open 2"


def hill(land: str = HILL, red: Any = (), kind: str = "company", **more: Any) -> Scene:
    unit = more.pop("unit", {})
    return Scene([Piece("A", "03.03", kind, **unit)], red or [Piece("R", "03.06")], land=ground(land), **more)


def looks(s: Scene, hex_: str = "03.06") -> Any:
    """Take the unit up as a letter does and look."""
    s.play.happen(control.take_up(s.play.moment, "blue", "A", 0).events)
    return s._act(s._acts(f"observe {hex_}")[0])


def rule_of(s: Scene, hex_: str = "03.06") -> str:
    failure = looks(s, hex_).failure
    return failure.words if failure else ""


def test_the_answer_is_empty_or_occupied_and_costs_nothing() -> None:
    """TOCS-W11.19-8."""
    s = hill()
    assert not looks(s).failure
    assert [(a.hex, a.occupied) for a in s.learnt("blue", e.HexObserved)] == [("03.06", True)]
    assert s.picture().looks[Hex("03.06")].answer == "occupied" and [c.hex for c in s.picture().contacts] == ["03.06"]
    assert (s.forces().pools["pool"].bank, s.forces().activated) == (10, ())
    assert tell(s.game, s.picture(), s.learnt("blue", e.HexObserved)[0]) == ("A observes 03.06: OCCUPIED",)
    s.close()
    assert s.unit("A").state == 0, "it stays as fresh as it was"


def test_an_empty_hex_stays_the_enemys() -> None:
    """TOCS-W11.19-8: only whether somebody is there; the perimeter does not move."""
    s = hill()
    looks(s, "03.05")
    assert s.owner("03.05") == "red" and s.picture().looks[Hex("03.05")].answer == "empty"


def test_the_owner_hears_which_hex_was_observed() -> None:
    """TOCS-1.2-4."""
    s = hill()
    looks(s)
    heard = s.learnt("red", o.EnemyLooked)
    assert [(a.hex, a.sighted) for a in heard] == [("03.06", True)]
    assert (
        changed(s.game, s.picture("red"), heard)[3] == " d. Enemy recon of your hexes: 03.06 (seen from a hill: known to be held)"
    )


@pytest.mark.parametrize("more, why", [
    ({"land": ""}, "stands on no hill"), ({"light": "night"}, "by night"), ({"weather": {"fog": True}}, "in fog"),
    ({"weather": {"precipitation": "mist"}}, "wet weather"), ({"land": f"{HILL}, 03.05 forest"}, "03.05 stands in the way"),
    ({"land": "03.03 open 1, 03.05 village"}, "03.05 stands in the way"), ({"kind": "battery"}, "keeps no lookout"),
    ({"kind": "asset"}, "keeps no lookout"), ({"switches": {"hilltop_look": "never"}}, "knows no looks"),
    ({"own": "03.06", "red": [Piece("R", "08.08")]}, "03.06 is yours already"),
])  # fmt: skip
def test_who_does_not_see(more: dict[str, Any], why: str) -> None:
    """TOCS-W11.19-8: hills a level above what is between, by day and in dry weather, for those who keep a lookout."""
    assert why in rule_of(hill(**more))


@pytest.mark.parametrize("more", [
    {}, {"land": f"{HILL}, 03.05 woods"}, {"kind": "hq"}, {"kind": "vehicle_platoon"}, {"kind": "asset", "unit": {"recon": True}},
    {"kind": "battery", "unit": {"mobility": "armored"}},
])  # fmt: skip
def test_who_sees(more: dict[str, Any]) -> None:
    """TOCS-W11.19-8, TOCS-W2.4-2."""
    assert rule_of(hill(**more)) == ""


def test_four_hexes_and_no_farther_than_one_sees() -> None:
    """TOCS-W11.19-8, TOCS-W13.1.3-2."""
    assert rule_of(hill(), "03.07") == "" and "5 hexes away" in rule_of(hill(), "03.08")
    dim = hill(light="dawn")
    assert rule_of(dim, "03.05") == "" and "one sees 2" in rule_of(hill(light="dawn"), "03.06")


def test_who_looks_does_nothing_else_and_who_acts_does_not_look() -> None:
    """TOCS-W11.19-8."""
    s = hill()
    looks(s)
    assert s._act(s._acts("move 03.04")[0]).failure, "its hand is empty"
    s.play.happen(closing.close(s.play.moment, "blue", "end")[:-1])
    refused = s.activate("A").failure
    assert refused is not None and refused.rule == "TOCS-W11.19-8"
    busy = hill()
    busy.activate("A")
    refusal = busy._act(busy._acts("observe 03.06")[0]).failure
    assert refusal is not None and "is active" in refusal.words


@pytest.mark.parametrize("how_often, again", [("each_impulse", True), ("each_turn", False)])
def test_by_switch_one_look_an_impulse_or_a_turn(how_often: str, again: bool) -> None:
    """TOCS-W11.19-8."""
    s = hill(switches={"hilltop_look": how_often}, dice={"turn-end": (6, 6)})
    looks(s)
    assert "has had its look" in rule_of(s)
    s.close()
    s.close()
    assert (s.public.impulse_name, s.public.phasing) == ("T1.3", "blue")
    assert (rule_of(s) == "") == again


def test_what_could_be_observed_is_offered() -> None:
    s = hill(own="03.04 04.03 02.03 04.02 02.02", land=f"{HILL}, 03.04 forest")
    offered = ACTIONS["observe"].options(s.game, s.picture(), "a")
    assert len(offered) == 6 and offered[0] == "observe 03.02" and "observe 03.05" not in offered
    s.activate("A")
    assert ACTIONS["observe"].options(s.game, s.picture(), "a") == ()
