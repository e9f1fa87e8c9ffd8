"""What a battle took of the own side adds up: who lost which steps, and what was paid for what by whose word (TOCS-W19.5-3)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex, neighbours
from pbem.rulesets.tocs import RULESET
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.parts import decisions
from pbem.rulesets.tocs.reports import battle_report
from pbem.rulesets.tocs.reports import sitrep_lines as changes
from tests.rulesets.tocs.builder import Piece, Scene, ground
from tests.rulesets.tocs.test_3_09_combat import OVER, attacked
from tests.rulesets.tocs.test_w19_5_trades import ASKED, LINES, QUIET, beaten


def told(scene: Scene, side: str) -> tuple[str, ...]:
    """What the battle's block says of the own losses."""
    news = [seen for desk, seen in scene.play.seen if desk == side]
    (block,) = battle_report.blocks(scene.game, scene.play.pictures[side], news)
    return tuple(
        line.strip() for line in block.lines if ("own losses: " in line and "none" not in line) or "by the result;" in line
    )


@pytest.mark.parametrize("cell, line, said", [
    ("-/2", "retreat never to save steps", ("own losses: R 2 steps",)),
    ("-/1R1", "retreat hold 03.04", ("own losses: R 2 steps",
     "1 step by the result; 1 step paid to stay instead of withdrawing 1 hex, by your standing order RETREAT HOLD 03.04")),
    ("-/3", "retreat rather than lose more than 1", ("own losses: R 1 step", "3 steps by the result; "
     "2 steps fewer for withdrawing farther, by your standing order RETREAT RATHER THAN LOSE MORE THAN 1")),
    ("-/-", "retreat hold 03.04", ()),
])  # fmt: skip
def test_the_report_and_why_say_what_was_paid_by_which_line(cell: str, line: str, said: tuple[str, ...]) -> None:
    """TOCS-W19.5-3, TOCS-W19.4-1: and the enemy is told none of it."""
    scene = beaten(cell, line)
    assert told(scene, "red") == said
    assert not any("your standing order" in text or "R " in text for text in told(scene, "blue"))
    kept = tuple(seen for desk, seen in scene.play.seen if desk == "red" and battle_report.kept(seen))
    why = battle_report.why(scene.game, kept, 1)
    assert [
        text for text in why if ("own losses: " in text and "none" not in text and "battle" not in text) or "by the result;" in text
    ] == [f"{text} (TOCS-W19.{row}-3)" for text, row in zip(said, (4, 5), strict=False)]


def test_a_bridge_and_an_attacker_thrown_back_name_their_own_lines() -> None:
    bridge = attacked("-/1R1", land=ground("", OVER), red=[Piece("R", "03.04", bank_index=1)], standing={"red": QUIET})
    assert told(bridge, "red")[1].endswith("by your standing order RETREAT AT BRIDGES AND WORKS PREFER LOSSES UP TO 1")
    pressed = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell="1R1/-",
                    standing={"blue": ("retreat from attacks prefer losses up to 1",)})  # fmt: skip
    pressed.does("A", "attack 03.04 deliberate")
    pressed.fight()
    assert told(pressed, "blue")[1].endswith("by your standing order RETREAT FROM ATTACKS PREFER LOSSES UP TO 1")


def test_who_chose_himself_is_told_so() -> None:
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], own="03.02", cell="-/1R1", switches=ASKED)
    scene.does("A", "attack 03.04 hasty")
    scene.close()
    scene.play.happen(decisions.answer(scene.play.moment, "red", "stand"))
    scene.settle()
    assert told(scene, "red")[1].endswith("to stay instead of withdrawing 1 hex, as you chose")


def test_steps_that_went_for_want_of_a_way_are_named() -> None:
    """TOCS-W19.5-2, TOCS-W19.5-4: the only way leads into the enemy, and the company is lost."""
    walls = ground(", ".join(f"{h} lake" for h in neighbours(Hex("03.04")) if h != "03.03"))
    scene = beaten("-/1R1", "retreat never to save steps", land=walls, own="03.02")
    assert told(scene, "red") == ("own losses: R 4 steps", "1 step by the result; 3 steps because there was no way to withdraw")


@settings(max_examples=60, deadline=None)
@given(cell=st.tuples(*(st.tuples(st.integers(0, 4), st.integers(0, 3)) for _ in range(2))), line=st.sampled_from(LINES),
       lost=st.integers(0, 3), two=st.booleans())  # fmt: skip
def test_own_losses_always_add_up_to_what_both_sides_hear(
    cell: tuple[tuple[int, int], tuple[int, int]], line: str, lost: int, two: bool
) -> None:
    """TOCS-W19.4-1: unit by unit the same sum as the public one."""
    text = "/".join(f"{n}R{r}" if r else str(n) if n else "-" for n, r in cell)
    red: list[Any] = [Piece("R", "03.04", lost=lost), *([Piece("S", "03.04")] if two else [])]
    scene = attacked(text, red=red, standing={"red": (*QUIET, line), "blue": (line,)})
    for side in ("blue", "red"):
        (toll,), (end,) = scene.learnt(side, o.OwnToll), scene.learnt(side, o.BattleFoughtSeen)
        assert toll.toll.side == side and sum(n for _, n in toll.toll.steps) == dict(end.lost)[side]


def test_an_impulse_that_ends_says_what_became_of_its_points() -> None:
    """TOCS-1.5-3, TOCS-3.5-1, TOCS-3.5-2: spent, left, and what was overspent, which is all that the enemy hears."""
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.03")], [Piece("R", "07.07")], points=1)
    scene.does("A", "move 03.02")
    scene.activate("B", deficit=3)
    scene.close()
    said = "OP: 2 spent, 0 left; 1 of them overspent: the enemy gains it"
    (balance,) = scene.learnt("blue", o.OwnBalance)
    assert RULESET.reports.receipt_lines(scene.game, scene.picture(), (balance,)) == (said,)
    news = {side: [seen for desk, seen in scene.play.seen if desk == side] for side in ("blue", "red")}
    assert f"    - {said}" in changes.lines(scene.game, scene.picture(), news["blue"])
    heard = [seen for seen in news["red"] if isinstance(seen, (o.OwnBalance, o.OwnImpulseOver))]
    assert not heard and [seen.points for seen in scene.learnt("red", o.EnemyCredit)] == [1]
