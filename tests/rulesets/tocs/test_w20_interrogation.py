"""What captives and civilians tell, and to whom (TOCS-W20)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.reports import captives
from pbem.rulesets.tocs.rules.interrogation import bearing
from tests.rulesets.tocs.builder import Piece, Scene, ground

HQ = Piece("HQ", "03.07", "hq", id="rhq")


def beaten(talk: int, cell: str = "-/1R1", land: str = "", **scene: Any) -> Scene:
    """A beats a step out of raw R at 03.04, and the dice of the interrogation fall as told."""
    red = [Piece("R", "03.04", parent="rhq", elr=1, state=scene.pop("r_state", 0)), HQ, *scene.pop("red", ())]
    dice = {"prisoner": (talk - 6, 6) if talk > 6 else (talk - 1, 1), "civilians": (talk - 6, 6) if talk > 6 else (talk - 1, 1)}
    lines = {"red": ("ezoc never", "retreat toward own hq"), **scene.pop("standing", {})}
    s = Scene([Piece("A", "03.03")], red, cell=cell, dice=dice, land=ground(land), standing=lines, **scene)
    s.does("A", "attack 03.04 deliberate")
    s.fight()
    return s


def said(s: Scene, side: str = "blue") -> list[tuple[str, str]]:
    return [(seen.answer.cell, seen.answer.words) for seen in s.learnt(side, o.PrisonerHeard)]


def test_each_step_the_enemy_loses_gives_one_throw_for_the_captor_alone() -> None:
    """TOCS-W20.1-1."""
    s = beaten(6, cell="1/2R1")
    assert len(s.learnt("blue", o.PrisonerHeard)) == 2 and len(s.learnt("red", o.PrisonerHeard)) == 1
    throws = [seen.throw.occasion for seen in s.learnt("blue", o.PrisonerHeard)]
    assert throws == ["prisoner/1/1", "prisoner/1/2"]


@pytest.mark.parametrize(
    ("throw", "words"),
    [
        (6, ("", "nothing")),
        (7, ("U", "HQ")),
        (9, ("S", "HQ, with 1 company in 03.05")),
        (11, ("H", "headquarters to the south, 1-3 hexes away")),
        (12, ("R", "knows of no reinforcements")),
    ],
)
def test_what_a_captive_says_is_true_and_in_the_chart(throw: int, words: tuple[str, str]) -> None:
    """TOCS-W20.1-1: raw troops talk by the last column."""
    assert said(beaten(throw)) == [words]


def test_a_captive_of_whose_force_nobody_is_left_says_so() -> None:
    """TOCS-W20.1-1: it was "with nobody in 03.04"."""
    assert said(beaten(9, cell="-/9"))[0] == ("S", "HQ, of which nobody is left in 03.04")


def test_the_captor_names_the_hex_he_asks_about_from_his_standing_list() -> None:
    """TOCS-W20.1-1: what holds one hex beside the battle, as a probe would show it."""
    asked = beaten(10, standing={"blue": ("questions about 08.08 04.03",)}, red=(Piece("G", "04.03", "battery"),))
    assert said(asked) == [("A", "guns in 04.03")]
    assert [(c.hex, c.kinds, c.source, c.who) for c in asked.picture().contacts if c.hex == "04.03"] == [
        (Hex("04.03"), ("guns",), "prisoner, battle {who}", "1")
    ]
    anything = beaten(10)
    ((cell, words),) = said(anything)
    assert cell == "A" and words.startswith("no troops in")


def test_worn_captives_talk_more_and_hurried_captors_hear_less() -> None:
    """TOCS-W20.1-1: the modifiers of the chart."""
    s = Scene([Piece("A", "03.03"), Piece("B", "03.03", "hq", command=3, level="regiment")],
              [Piece("R", "03.04", state=4, steps=1, lost=0, recon=True)], cell="-/1")  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    (seen,) = s.learnt("blue", o.PrisonerHeard)
    assert set(seen.drms) == {"beaten +1", "destroyed +1", "reconnaissance captive +1", "staff near +1", "hurried -1"}
    assert seen.drm == 3


def test_the_people_of_a_place_speak_when_its_defender_is_driven_out() -> None:
    """TOCS-W20.2-1: one throw for the attacker; in open country there is nobody to ask."""
    town = beaten(11, cell="-/0R1", land="03.04 town")
    (seen,) = town.learnt("blue", o.CiviliansHeard)
    assert seen.answer.cell == "M" and not town.learnt("red", o.CiviliansHeard)
    assert not beaten(11, cell="-/0R1").learnt("blue", o.CiviliansHeard)
    assert not beaten(11, cell="-/1", land="03.04 town").learnt("blue", o.CiviliansHeard)


@pytest.mark.parametrize(
    ("throw", "words"),
    [
        (8, "nothing"),
        (9, "they went to 03.05"),
        (10, "soldiers are in 03.05"),
        (12, "their nearest stores are nowhere that they know of"),
    ],
)
def test_what_civilians_say_is_true(throw: int, words: str) -> None:
    """TOCS-W20.2-1: a people that is neither friendly nor hostile."""
    (seen,) = beaten(throw, cell="-/0R1", land="03.04 village").learnt("blue", o.CiviliansHeard)
    assert seen.answer.words == words


def test_a_direction_is_one_of_six_and_the_distance_a_band() -> None:
    """TOCS-W20.1-1, TOCS-W20.2-1: never the hex itself."""
    assert bearing(Hex("03.03"), Hex("03.03")) == "in this place"
    assert bearing(Hex("03.03"), Hex("03.01")) == "to the north, 1-3 hexes away"
    assert bearing(Hex("03.01"), Hex("03.06")) == "to the south, 4-7 hexes away"
    assert bearing(Hex("01.01"), Hex("20.20")).endswith("8 or more hexes away")


@pytest.mark.parametrize(("far", "band"), [(1, "1-3"), (3, "1-3"), (4, "4-7"), (7, "4-7"), (8, "8 or more"), (19, "8 or more")])
def test_the_bands_of_distance_are_as_printed(far: int, band: str) -> None:
    """TOCS-W20.1-1, TOCS-W20.2-1."""
    assert bearing(Hex("03.01"), Hex(f"03.{1 + far:02d}")) == f"to the south, {band} hexes away"
    assert bearing(Hex(f"03.{1 + far:02d}"), Hex("03.01")) == f"to the north, {band} hexes away"


def told(s: Scene) -> list[str]:
    """The lines about people, as the report prints them."""
    return [captives.heard_with_roll(seen) for seen in s.learnt("blue", o.PrisonerHeard) + s.learnt("blue", o.CiviliansHeard)]


def test_who_keeps_silent_shows_his_die_and_nothing_that_tells_what_he_is() -> None:
    """TOCS-W20.1-1: the modifier rests on his state and kind, so it is told with an answer alone."""
    plain, broken = beaten(2), beaten(2, red=(), r_state=4)
    assert said(plain) == said(broken) == [("", "nothing")]
    events = [s.happened(e.PrisonerSpoke)[0] for s in (plain, broken)]
    assert events[0].drm != events[1].drm, "the worlds differ in what modifies the throw"
    assert plain.learnt("blue", o.PrisonerHeard) == broken.learnt("blue", o.PrisonerHeard)
    assert told(plain) == told(broken) == ["PW: nothing obtained; 2d6 1+1 = 2 [prisoner/1/1]"]
    old = replace(plain.learnt("blue", o.PrisonerHeard)[0], drm=2, drms=("beaten +2",))  # as older journals hold it
    assert captives.heard_with_roll(old) == told(plain)[0]
