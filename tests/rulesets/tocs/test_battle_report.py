"""What a side reads of a battle: the whole of its own computation, of the enemy's what the switch `odds` tells (TOCS-3.9)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.reports import battle_report
from pbem.rulesets.tocs.units import STATES
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_3_09_combat import QUIET, attacked


def read(s: Scene, side: str = "blue") -> str:
    news = [x for d, x in s.play.seen if d == side]
    blocks = battle_report.blocks(s.game, s.play.pictures[side], news)
    kept = tuple(x for x in news if battle_report.kept(x))
    return "\n".join((*(line for b in blocks for line in b.lines), *battle_report.why(s.game, kept, 1)))


@pytest.mark.parametrize("odds", ["open", "told", "column", "hidden"])
def test_the_enemys_sum_and_the_column_are_told_or_hidden_by_the_switch(odds: str) -> None:
    """TOCS-3.9-1, TOCS-3.9-4."""
    s = attacked("1/1", red=[Piece("R", "03.04", strength=11)], switches={"odds": odds})
    for side, own, other in (("blue", "A 4", "4:11"), ("red", "R 11", "4:11")):
        text = read(s, side)
        open_ = odds in ("open", "told")  # as modules wrote it once
        assert own in text and (other in text) == open_
        assert ("odds " in text) == (odds != "hidden")
        assert ("enemy strength not known" in text) != open_


FORCE = st.fixed_dictionaries({
    "strength": st.integers(1, 12), "state": st.integers(0, 5), "elr": st.integers(0, 5), "ml": st.integers(4, 9),
})  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(FORCE, FORCE, st.sampled_from(["", "entrenched", "strongpoint", "fortified_area"]))
def test_with_hidden_odds_no_fact_of_the_enemys_moves_what_a_side_is_told_of_the_sum(
    one: dict[str, Any], other: dict[str, Any], works: str
) -> None:
    """TOCS-3.9-1: two worlds that differ in the defender, and in nothing that the cell shows."""
    worlds = [
        attacked("1/1", red=[Piece("R", "03.04", **force)], switches={"odds": "hidden"}, works=held)
        for force, held in ((one, {}), (other, {"03.04": (works, "red")} if works else {}))
    ]
    seen = [s.learnt("blue", o.BattleSeen) for s in worlds]
    assert seen[0] == seen[1]
    assert read(worlds[0]).splitlines()[:3] == read(worlds[1]).splitlines()[:3]


def test_with_told_odds_the_same_worlds_differ() -> None:
    worlds = [attacked("1/1", red=[Piece("R", "03.04", strength=n)]) for n in (2, 9)]
    assert worlds[0].learnt("blue", o.BattleSeen) != worlds[1].learnt("blue", o.BattleSeen)


@pytest.mark.parametrize("cell, words", [
    ("-/-", "survivors of both sides remain in contact"), ("0R2/-", "the attacker withdraws 2 hexes"),
    ("1/2R1", "the attacker loses 1 step; the defender loses 2 steps and withdraws 1 hex"),
    ("-/3", "the defender loses 3 steps; survivors of both sides remain in contact"),
])  # fmt: skip
def test_a_cell_is_said_in_words(cell: str, words: str) -> None:
    """TOCS-1.11-2."""
    assert battle_report.came_of(cell) == words
    assert words in read(attacked(cell))


def test_a_battle_yields_losses_the_end_of_units_worse_states_retreat_pursuit_or_an_engagement_and_nothing_else() -> None:
    """TOCS-1.11-2: step losses, the end of units, worse states, retreat and pursuit, an engagement: each happens."""
    lost = attacked("-/1").unit("R").lost
    dead = attacked("-/4").unit("R").status
    state = STATES[attacked("-/-").unit("R").state]
    back = attacked("-/0R2", more="pursue 1", standing=QUIET)
    engaged = set(attacked("-/-").public.engaged)
    assert (lost, dead, state, back.unit("A").hex, engaged) == (1, "dead", "fatigued", "03.05", {"03.04"})


@pytest.mark.parametrize("level, words", [
    ("hasty", "a hasty, deliberate or intensive attack was launched"), ("ambush", "a unit using Move, or straying, enters"),
    ("engagement", "an engagement marker stands on the hex"), ("infiltration", "an infiltrating company finds the hex occupied"),
])  # fmt: skip
def test_why_names_the_cause_of_a_battle(level: str, words: str) -> None:
    """TOCS-W19.0-2."""
    game = Scene().game
    assert battle_report.cause(game, level).startswith(words)
    listed = {r["id"] for r in game.records("crt-battle-procedure").group("battle_when")}
    later = {"cause_landing", "cause_train"}  # air, trains
    assert listed == {*battle_report.CAUSES.values(), "cause_attack", "cause_breakthrough", *later}


def test_a_breakthrough_into_the_enemy_is_fought_as_an_engagement() -> None:
    """TOCS-W19.0-2: the cause that has no level of its own."""
    s = attacked("-/4", "hasty", "breakthrough any", red=[Piece("R", "03.04"), Piece("S", "03.05")])
    assert set(s.public.engaged) == {"03.05"} and len(s.happened(e.BattleRolled)) == 1
