"""Armor impulses: what each segment gives, what mode and fire cost in it, who may act; on the field, and by mail."""

from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.orders.tree import Act
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.rules.impulses import MoveAllotment, allotment, segments
from pbem.rulesets.tcs.units import HALVES
from tests.acceptance.table import plain
from tests.rulesets.tcs.armor import Armor, at, move
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.people import CARRIER, PANTHER
from tests.rulesets.tcs.test_fog_of_fire import policy

HOLD = (policy("fire", "hold"), policy("adjacent", "hold"))


@pytest.mark.parametrize(("points", "given"), [
    (15, (6, 6, 3)), (18, (6, 6, 6)), (10, (4, 6, 0)), (9, (3, 6, 0)), (7, (1, 6, 0)), (6, (0, 6, 0)), (24, (6, 6, 12)),
    (0, (0, 0, 0)),
])  # fmt: skip
def test_an_allowance_is_divided_among_the_segments(points: int, given: tuple[int, int, int]) -> None:
    """TCSARM-4.3b-1, TCSARM-4.3b-2, TCSARM-4.3b-3: the four examples of the source among them."""
    assert allotment(BOOK, points) == MoveAllotment(*given)


def test_an_action_phase_has_three_segments_with_armor_and_one_without() -> None:
    """TCSARM-4.3a-1."""
    assert segments(True) == ("initial", "normal", "final") and segments(False) == ("normal",)


def test_what_a_segment_gives_is_lost_with_it_and_half_of_it_behind_shut_hatches() -> None:
    """TCSARM-4.3b-1, TCSARM-4.3b-2, TCSARM-4.3b-5: a carrier has its MP in the normal phase alone."""
    made = Armor(ge=HOLD)
    made.printed("T-2", CARRIER)
    left = dict[str, list[int]]()
    for segment in ("initial", "normal", "final"):
        made.segment("us", segment)
        for name in ("T-1", "T-2", "A-1"):
            left.setdefault(name, []).append(made.unit(name).allowance // HALVES)
        if segment == "initial":
            made.order("us", ("T-1",), move("06.02"))
            assert made.unit("T-1").spent == HALVES
    assert left == {"T-1": [6, 6, 3], "T-2": [12, 12, 12], "A-1": [6, 6, 6]}
    assert made.unit("T-1").spent == 0
    made.put("T-1", buttoned=True)
    made.segment("us", "normal")
    assert made.unit("T-1").allowance == 6 * HALVES
    made.segment("us", "final")
    assert made.unit("T-1").allowance == 0 and made.refused("us", ("T-1",), Act("final")) == "TCSARM-4.3b-4"
    assert made.refused("us", ("T-2",), Act("final")) == "TCSARM-4.3a-1" == made.refused("us", ("A-1",), Act("final"))
    made.happen(t.ActionEnded("us"))
    assert made.unit("T-1").segment == "" and made.unit("T-1").allowance == 7 * HALVES


def test_men_who_ride_on_a_tank_may_act_in_its_impulse() -> None:
    """TCSARM-4.3a-1: those that ride as the segment begins."""
    made = Armor(ge=HOLD)
    made.put("A-MG", hex=Hex("06.01"), mode="move")
    assert made.refused("us", ("A-MG",), Act("initial")) == "TCSARM-4.3a-1"
    made.put("A-MG", rides="T-1")
    made.segment("us", "initial")
    assert made.refused("us", ("A-MG",), Act("initial")) == "" != made.refused("us", ("A-1",), Act("initial"))
    made.order("us", ("A-MG",), Act("dismount"))
    assert not made.unit("A-MG").rides and made.unit("T-1").acted == "initial"


def test_a_change_of_mode_costs_three_mp_or_all_that_is_left() -> None:
    """TCSARM-4.3c-1, TCSARM-4.3c-4: whatever the hatches or the ground; with one MP the mode alone changes."""
    made = Armor(ge=HOLD)
    made.put("T-1", mode="fire")
    made.put("T-3", buttoned=True)
    made.segment("us", "initial")
    made.order("us", ("T-1",), Act("move mode"))
    assert made.unit("T-1").mode == "move" and made.unit("T-1").spent == 3 * HALVES
    assert made.unit("T-3").allowance == 1 * HALVES
    made.order("us", ("T-3",), Act("move mode"))
    assert made.unit("T-3").mode == "move" and made.unit("T-3").spent == made.unit("T-3").allowance
    assert made.refused("us", ("T-3",), move("07.02")) == "TCSB-20-1"
    made.order("us", ("T-1",), Act("fire mode"))
    made.put("T-1", spent=made.unit("T-1").allowance)
    assert made.refused("us", ("T-1",), Act("move mode")) == "TCSARM-4.3c-1"
    made.segment("us", "normal")
    assert made.refused("us", ("T-1",), move("06.02")) == "TCSB-4-2", "in fire mode it has none to move by"


def test_suppressive_fire_takes_six_mp_and_all_of_a_segment_and_ends_the_turn() -> None:
    """TCSARM-4.3c-2, TCSARM-4.3c-3: a Sherman's final impulse is too short for it, a Panther's is not."""
    made = Armor(ge=HOLD)
    made.put("G-MG", hex=Hex("06.04"))
    for name in ("T-1", "T-2"):
        made.put(name, hex=Hex("06.02"), mode="move")
    made.show("G-MG")
    made.segment("us", "initial")
    made.order("us", ("T-1",), Act("fire mode"))
    assert made.refused("us", ("T-1",), at("06.04", "fire", "area")) == "TCSARM-4.3c-2", "it has changed its mode in it"
    made.segment("us", "normal")
    made.order("us", ("T-1",), at("06.04", "fire", "area"))
    assert made.unit("T-1").fired and made.refused("us", ("T-1",), Act("move mode")) != ""
    made.order("us", ("T-2",), Act("fire mode"))
    made.segment("us", "final")
    assert made.refused("us", ("T-1",), Act("final")) == "TCSARM-4.3c-3"
    assert made.refused("us", ("T-2",), at("06.04", "fire", "area")) == "TCSARM-4.3c-2", "three MP of six"
    made.printed("T-2", PANTHER)
    made.segment("us", "final")
    assert made.refused("us", ("T-2",), at("06.04", "fire", "area")) == ""


def test_a_tank_that_made_its_suppressive_fire_answers_no_move() -> None:
    """TCSARM-4.3c-3: an unmarked one does."""
    fires = []
    for fired in (False, True):
        made = Armor(ge=HOLD)
        made.put("T-1", hex=Hex("06.02"), mode="fire", fired=fired)
        made.put("Z-1", hex=Hex("06.05"), mode="move", spent=-20)
        made.dead("T-2", "T-3", "A-1", "A-2", "A-MG", "A-60")
        made.happen(t.ActionBegan("ge"))
        events = made.happen(t.MoveBegan("ge", ("Z-1",), (Hex("06.04"),)))
        fires.append(any(isinstance(event, t.PointFired) and event.unit == "T-1" for event in events))
    assert fires == [True, False]


def test_impulses_by_mail(tmp_path: Path) -> None:
    """TCSARM-4.3a-1, TCSARM-4.3b-4, TCSB-2-11: lines for three segments in one letter, each in its own; a stop behind the first."""
    ford = Ford(tmp_path, switches={"armor": True, "command": "off"})
    ford.begin()
    ford.hold_fire()
    ford.both("", "")
    assert "6-6-3" in plain(ford.mail("us")[-1])
    checked = plain(
        ford.write("us", "CHECK\nT-1: MOVE 06.02, 06.03\nT-1: INITIAL; MOVE 06.02\nA-1: FINAL; MOVE 05.02\nT-2: MOVE 06.02; FINAL")
    )
    assert "A-1 is no armor, nor does it ride on any" in checked and "FINAL stands first on a line" in checked
    assert "T-1 is in 06.02 already" in checked, "the initial impulse comes before the normal phase"
    ford.both(
        "T-1, T-2: MOVE 06.03\nT-1, T-2: INITIAL; MOVE 06.02\nT-3: INITIAL; MOVE MODE; MOVE 07.02\nSTOP AFTER INITIAL IMPULSE", ""
    )
    report = plain(ford.mail("us")[-1])
    assert "American initial impulse:" in report and "Play stopped for new orders (American stop)." in report
    assert [ford.where(name) for name in ("T-1", "T-2", "T-3")] == ["06.02", "06.02", "07.02"]
    assert "the initial impulse is over" in plain(ford.write("us", "CHECK\nT-3: INITIAL; MOVE 07.03"))
    assert ford.picture("us").public.name == "T1.B2" and not ford.board.public.acted
    ford.both("T-1, T-2: MOVE 06.03\nT-3: FINAL; MOVE 07.03", "")
    assert [ford.where(name) for name in ("T-1", "T-2", "T-3")] == ["06.03", "06.03", "07.03"]
    report = plain(ford.mail("us")[-1])
    assert "American initial impulse:" not in report and "American final impulse: - T-3 moved" in report
    assert "German final impulse" not in report, "nothing is told of it"
    assert ford.board.public.turn == 2
    ford.close()
