"""What a side is told of a battle by itself, a shift of its own or a DRM, rests on nothing of the other's (TOCS-3.9-1)."""

from collections.abc import Iterator
from itertools import product
from typing import cast

import pytest

from pbem.kernel.charts.tables import Grid, Modifiers
from pbem.modules import library
from pbem.rulesets.tocs.rules import battle as b
from pbem.rulesets.tocs.rules.modifiers import COMPARED, DRMS, SHIFTS, BattleTest
from tests.rulesets.tocs.test_charts_are_obeyed import ATTACKERS, DEFENDERS
from tests.rulesets.tocs.test_w19_battle import defender, fought

CHART = cast(Modifiers, library.charts("tocs")["crt-column-shifts"])
CRT = cast(Grid, library.charts("tocs")["crt"])
KNOWN = {"probe": "the enemy is told of a probe"}
"""DRMs that rest on facts of a side's, and how the other knows of them."""


def _attacked() -> Iterator[list[b.Battle]]:
    """Battles that are one to the defender: others attack each time."""
    for defenders in DEFENDERS:
        yield [fought(*attackers, defenders=defenders) for attackers in ATTACKERS]


def _defended() -> Iterator[list[b.Battle]]:
    """Battles that are one to the attacker: others defend, in other works."""
    for attackers in ATTACKERS:
        works = product((*DEFENDERS, (defender(elr=5),)), ("", "entrenched"), (False, True))
        yield [fought(*attackers, defenders=who, works=level, minefield=mined) for who, level, mined in works]


def _tells(test: BattleTest, battles: list[b.Battle]) -> bool:
    return len({bool(test(battle)) for battle in battles}) > 1


@pytest.mark.parametrize("name", SHIFTS)
def test_a_shift_that_rests_on_facts_of_the_other_side_is_compared(name: str) -> None:
    """`COMPARED` of `rules/modifiers.py`: those their own side is not told of."""
    alike = list(_defended() if CHART[name].extras["side"] == "attacker" else _attacked())
    assert (name in COMPARED) == any(_tells(SHIFTS[name], battles) for battles in alike)


@pytest.mark.parametrize("name", DRMS)
def test_a_drm_which_is_told_to_both_rests_on_facts_of_neither(name: str) -> None:
    assert (name in KNOWN) == any(_tells(DRMS[name], battles) for battles in (*_attacked(), *_defended()))
