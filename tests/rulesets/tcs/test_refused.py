"""What units of TCS are refused, by its own words: one row stands for several reasons (TCSB-4, TCSB-13, TCSB-22, TCSB-26)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.actions.plots import shoots
from pbem.rulesets.tcs.plots import PlottedMission
from tests.rulesets.tcs.field import Field

HERE = {"hex": Hex("05.02")}


def words_of(made: Field, calls: tuple[str, ...], act: Act) -> str:
    """Why the Americans' order is refused."""
    return " / ".join(why.words for _, why in ACTIONS[act.verb].check(made.game, made.picture("us"), calls, act))


def to(verb: str, place: str, *words: str) -> Act:
    slot: Any = ("PATH", (place,)) if verb == "move" else ("HEX", place)
    return Act(verb, words, (slot,))


@pytest.mark.parametrize(("call", "state", "act", "words"), [
    ("A-1", {"mode": "fire"}, Act("fire mode", (), ()), "A-1 is in fire mode already"),
    ("A-1", {"mode": "move", "rides": "T-1"}, Act("fire mode", (), ()), "A-1 has the mode of T-1, which carries it"),
    ("A-1", {"mode": "move", "paralyzed": True}, Act("fire mode", (), ()), "A-1 is paralyzed"),
    ("A-1", {"mode": "move"}, Act("move mode", (), ()), "A-1 is in move mode already"),
    ("A-1", {"mode": "fire", "suppressed": True}, Act("move mode", (), ()), "A-1 is suppressed and stays in fire mode"),
    ("A-1", {"mode": "fire", "overwatch": True}, Act("move mode", (), ()), "A-1 is marked, having fired overwatch"),
    ("A-1", {"mode": "fire", "spent": 2}, Act("move mode", (), ()), "A-1 goes to move mode as the first thing it does"),
    ("T-1", {"mode": "fire", "segment": "first", "share": 0}, Act("move mode", (), ()), "T-1 has no MP left to change its mode"),
    ("A-1", {"mode": "move", "rides": "T-1"}, to("move", "05.03"), "A-1 rides on T-1: order T-1"),
    ("A-1", {"mode": "move", "paralyzed": True}, to("move", "05.03"), "A-1 is paralyzed"),
    ("A-1", {"mode": "move", "fired": True}, to("move", "05.03"), "A-1 has made its suppressive fire and stays"),
    ("A-1", {"mode": "move", "over": True}, to("move", "05.03"), "the action of A-1 is over"),
    ("A-1", {"mode": "move", "overwatch": True}, to("move", "05.03"), "A-1 is marked, having fired overwatch or fired back"),
    ("T-1", {"mode": "fire"}, to("move", "05.03"), "T-1 has no MP in fire mode"),
    ("A-1", {"mode": "fire"}, to("assault", "05.03"), "A-1 must be in move mode, and not suppressed"),
    ("A-1", {"mode": "move", "suppressed": True}, to("assault", "05.03"), "A-1 must be in move mode, and not suppressed"),
    ("A-1", {"mode": "move"}, to("assault", "05.05"), "05.05 is not adjacent to 05.02"),
    ("A-1", {"mode": "move", "spent": 99}, to("assault", "05.03"), "A-1 has too few MP left for 05.03"),
    ("A-1", {"mode": "fire", "threw": True}, to("antitank", "05.03"), "A-1 has made its AT rolls of this turn"),
    ("A-1", {"mode": "move"}, to("antitank", "05.03"), "A-1 must be in fire mode, and its action not over"),
    ("A-1", {"mode": "fire", "over": True}, to("antitank", "05.03"), "A-1 must be in fire mode, and its action not over"),
    ("A-1", {"mode": "fire"}, to("antitank", "05.05"), "05.05 is not adjacent to A-1"),
    ("A-1", {"mode": "move", "rides": "T-1"}, Act("mount", (), (("UNIT", "T-1"),)), "A-1 cannot mount"),
    ("T-1", {"mode": "move"}, Act("mount", (), (("UNIT", "T-3"),)), "T-1 cannot mount"),
    ("A-1", {"mode": "fire"}, Act("mount", (), (("UNIT", "T-1"),)), "must be in move mode"),
    ("A-1", {"mode": "move"}, to("overrun", "05.03"), "A-1 is no tracked armor"),
])  # fmt: skip
def test_each_state_has_its_words(call: str, state: dict[str, Any], act: Act, words: str) -> None:
    """TCSB-4-1, TCSB-4-2, TCSB-4-7, TCSB-4-9, TCSB-4-11, TCSB-13-1, TCSB-13-4, TCSB-15-1, TCSB-17-4, TCSB-20-1, TCSB-20-9,
    TCSB-22-2, TCSB-23-1, TCSB-26-1, TCSB-26-2, TCSB-9-2, TCSARM-4.3c-1."""
    made = Field(1)
    made.put("T-1", **HERE)
    made.put(call, **HERE, **state)
    assert words in words_of(made, (call,), act)


def test_a_mission_does_not_go_on_where_own_units_have_come() -> None:
    """TCSB-9-9, TCS3-2.6-1: no HE at a hex with own units in it, continued or not; smoke may go on."""
    made = Field(1)
    made.put("A-1", **HERE)
    went = PlottedMission(HERE["hex"], "A-MG", "HE", 4, "converged")
    forces = made.picture("us").forces
    battery = replace(forces.batteries["BTY"], before=went, last=went.target)
    for place, round_, words in ((HERE["hex"], "he", "A-1 would be shelled: own units are in 05.02"), (HERE["hex"], "smoke", ""),
                                 (Hex("05.04"), "he", "")):  # fmt: skip
        gone = replace(battery, before=replace(went, target=place), last=place)
        picture = replace(made.picture("us"), forces=forces.with_battery(gone))
        act = Act("plot", ("continue", round_), (("CALL", "BTY"), ("N", 1)))
        found = ACTIONS["plot"].check(made.game, picture, (), act)
        assert [why.words for _, why in found] == ([words] if words else [])
        offered = any("continue" in line for line in shoots(made.game, picture, gone, 1))
        assert offered is (place == "05.04")


@pytest.mark.parametrize(("steps", "company", "words"), [
    ((4, 4), "A", ""), ((4, 1), "A", ""), ((5, 3), "A", "their steps fill 2 platoons as they are"),
    ((4, 4), "", "the platoons must be of one company"),
])  # fmt: skip
def test_platoons_are_combined_toward_full_strength(steps: tuple[int, int], company: str, words: str) -> None:
    """TCS3-10-4: one of them comes nearer to five steps, though both are left; platoons of no company are of none together."""
    made = Field(1)
    for name, many in zip(("A-1", "A-2"), steps, strict=True):
        made.put(name, **HERE, steps=many, chain=(name, company, "53"))
    found = ACTIONS["combine"].check(made.game, made.picture("us"), (), Act("combine", (), (("UNITS", ("A-1", "A-2")),)))
    assert [why.words for _, why in found] == ([words] if words else [])


@pytest.mark.parametrize(("changes", "allowed"), [
    ({"type": "attack"}, True), ({"type": "attack", "status": "failed"}, False), ({"type": "reserve"}, False),
    ({"type": "move"}, False), ({"type": "hasty_defense", "objective": (Hex("06.04"),)}, True),
    ({"type": "hasty_defense", "objective": (Hex("06.06"),)}, False),
])  # fmt: skip
def test_a_sheet_that_keeps_its_units_elsewhere_lets_them_overrun_nobody(changes: dict[str, Any], allowed: bool) -> None:
    """TCSB-6-25, TCSB-6-28, TCSB-6-31, TCSB-6-32, TCSB-23-1: a reserve waits, who has failed goes to rally, defenders stay near."""
    made = Field(1)
    sheet = replace(made.board.forces["us"].sheets["US-2"], status="implemented")
    made.happen(t.SheetChanged("us", replace(sheet, left=(), right=(), **changes), "in force"))
    made.put("T-1", hex=Hex("06.02"), mode="move")
    said = words_of(made, ("T-1",), to("overrun", "06.03"))
    assert ("is on no op sheet that takes it into 06.03" in said) is not allowed
