"""Extreme winter (TOCS-W13.2.1-1)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.reports.sitrep_lines import lines as told
from pbem.rulesets.tocs.rules.activation import action_points
from tests.rulesets.tocs.builder import Piece, Scene, ground, source

COLD = {"extreme_winter": True, "temperature": "hard_frost", "ground": "frozen"}


def winter(faces: tuple[int, int], nation: str = "american", land: str = "", **sky: Any) -> Scene:
    made = Scene([Piece("A", "03.03", nation=nation)], [Piece("R", "08.08")], own="03.04", land=ground(land),
                 weather={**COLD, **sky}, dice={"winter/": faces})  # fmt: skip
    made.does("A", "move 03.04")
    made.close()
    return made


def test_who_moved_in_the_open_checks_morale_and_may_fall_one_more_state() -> None:
    """TOCS-W13.2.1-1: ML 7."""
    assert [winter(faces).learnt("blue", e.MoraleChecked)[0].passed for faces in ((3, 4), (4, 4))] == [True, False]
    assert [winter(faces).unit("A").state for faces in ((3, 4), (4, 4))] == [1, 2]


def test_no_check_among_houses_nor_for_who_stayed_nor_in_a_common_winter() -> None:
    """TOCS-W13.2.1-1."""
    for made in (winter((6, 6), land="03.04 village"), winter((6, 6), extreme_winter=False)):
        assert not made.learnt("blue", e.MoraleChecked) and made.unit("A").state == 1
    still = Scene([Piece("A", "03.03")], weather=COLD)
    still.does("A", "recon 03.04")
    still.close()
    assert not still.learnt("blue", e.MoraleChecked)


def test_facilities_give_shelter_as_houses_do() -> None:
    """TOCS-W13.2.1-1, TOCS-W12.7-1: a hospital that stands, a dump; not a hospital in ruins, nor trucks."""

    def checks(site: Facility | None, store: str) -> bool:
        supply = {"blue": [source("03.04" if store else "03.03", kind=store or "dump")]}
        made = Scene([Piece("A", "03.03", nation="american")], [Piece("R", "08.08")], own="03.04", weather=COLD, supply=supply,
                     sides={"blue": {"sites": (site,) if site else ()}}, dice={"winter/": (6, 6)})  # fmt: skip
        made.does("A", "move 03.04")
        made.close()
        return bool(made.learnt("blue", e.MoraleChecked))

    whole = Facility("h", "hospital", "Lazarett", Hex("03.04"), 4)
    found = [checks(whole, ""), checks(replace(whole, damage=4), ""), checks(None, "dump"), checks(None, "mobile")]
    assert found == [False, True, False, True]


@pytest.mark.parametrize("nation, checks", [("american", True), ("soviet", False), ("german", False)])
def test_some_nations_are_hardened(nation: str, checks: bool) -> None:
    """TOCS-W13.2.1-1: in September 1944, by the national characteristics."""
    assert bool(winter((6, 6), nation).learnt("blue", e.MoraleChecked)) == checks


def test_some_nations_have_an_action_point_less() -> None:
    """TOCS-W13.2.1-1: the Germans in the winter of 1941."""
    made = Scene([Piece("A", "03.03", nation="german")], weather=COLD)
    view = made.view()
    then = replace(view, game=replace(view.game, month="DEC", year=1941))
    assert action_points(then, made.unit("A")) == action_points(view, made.unit("A")) - 1


def test_the_check_is_in_the_report_and_the_enemy_hears_nothing_of_it() -> None:
    """TOCS-W13.2.1-1."""
    made = winter((4, 4))
    lines = told(made.game, made.picture(), tuple(s for desk, s in made.play.seen if desk == "blue"))
    assert any(
        "A in the cold: morale check failed, one state lower; ML 7, 2d6 4+4 = 8 [winter/blue/A/T1.1]" in line for line in lines
    )
    assert not made.learnt("red", e.MoraleChecked)
