"""Operation points: income, bank, reserve, deficit (TOCS-1.5, 3.3, 3.5, 3.6)."""

import pytest

from pbem.kernel.dice import Throw
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import control
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.parts import points
from pbem.rulesets.tocs.rules.activation import spend
from pbem.rulesets.tocs.rules.turn import income
from pbem.rulesets.tocs.standing_orders import ops
from pbem.rulesets.tocs.units import ReplacementPool
from tests.rulesets.tocs.builder import Piece, Scene, standing_acts

POOL = ReplacementPool("us", "american", 10)


def test_income_is_the_minimum_the_die_and_what_the_enemy_overspent() -> None:
    """TOCS-3.3-1, TOCS-1.5-1, TOCS-3.3-3: 10 and a 5 and two deficit points make 17."""
    assert income(POOL, 5, 2, 1).bank == 17


def test_what_is_not_spent_stays_in_the_bank() -> None:
    """TOCS-1.5-3."""
    assert income(replace(POOL, bank=4), 5, 0, 1).bank == 19


def test_a_reserve_joins_the_bank_on_its_turn_and_only_once() -> None:
    pool = replace(POOL, reserve=30, draw_from=3)
    early = income(pool, 1, 0, 2)
    assert (early.bank, early.reserve) == (11, 30)
    opened = income(early, 1, 0, 3)
    assert (opened.bank, opened.reserve, opened.earned) == (52, 0, 11)
    assert income(opened, 1, 0, 4).bank == 63


@pytest.mark.parametrize("call", ["NOBODY", "R", "", "a"])
def test_nobody_is_activated_who_is_not_the_sides(call: str) -> None:
    """TOCS-W9.0-1, TOCS-3.6-1: the same words for the enemy's unit and for none, on paper and in earnest, paid now or later."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")])
    before = s.board
    words = f"{call} is not yours, not there or not seen"
    for check in (control.check_activate, control.check_take_up):
        refused, picture = check(s.game, s.picture(), call, 0)
        assert [(r.rule, r.words) for r in refused] == [("TOCS-W9.0-1", words)] and picture == s.picture()
    for take in (control.activate, control.take_up):
        outcome = take(s.play.moment, "blue", call, 0)
        assert outcome.failure and (outcome.failure.rule, outcome.failure.words, outcome.events) == ("TOCS-W9.0-1", words, ())
    assert s.board == before


@pytest.mark.parametrize("paid", [True, False])
def test_an_hq_that_is_awake_and_a_unit_in_hand_go_on_with_what_they_have(paid: bool) -> None:
    """TOCS-W9.0-1, TOCS-W2.1-6, TOCS-3.6-3: nothing more is owed for them, whether the act pays its OP or not."""
    check, take = (control.check_activate, control.activate) if paid else (control.check_take_up, control.take_up)
    s = Scene([Piece("HQ", "02.02", "hq", command=6), Piece("A", "03.03", parent="hq")], [Piece("R", "08.08")], own="02.03 03.02")
    s.does("HQ", "recon 03.02")
    s.activate("A")
    assert s.forces().staffs["hq"].ap == 2 and s.active().unit == "a"
    for call, left in (("A", 3), ("HQ", 2)):
        refused, picture = check(s.game, s.picture(), call, 0)
        active = picture.forces.active
        assert refused == () and active and (active.unit, active.ap, active.pending) == (call.lower(), left, -1)
        assert picture.forces.pools == s.forces().pools
        s.play.happen(take(s.play.moment, "blue", call, 0).events)
        assert s.active() == active
    assert s.forces().pools["pool"].bank == 8


def test_an_activation_takes_one_point_at_once() -> None:
    """TOCS-3.6-1."""
    scene = Scene([Piece("A", "03.03")], points=5)
    scene.activate("A")
    assert scene.forces().pools["pool"].bank == 4


def test_no_deficit_is_spent_unless_it_is_asked_for() -> None:
    """TOCS-3.5-1, TOCS-3.5-2: spending is the player's choice; with an empty pool a unit stays where it is."""
    scene = Scene([Piece("A", "03.03")], points=0)
    assert scene.check("A", "move 03.04")[0].rule == "TOCS-3.5-2"
    outcome = scene.activate("A")
    assert outcome.failure and scene.forces().active is None


def test_at_most_three_deficit_points_are_spent() -> None:
    """TOCS-1.5-2."""
    last, spent = replace(POOL, bank=1, earned=1), 0
    while pool := spend(last, 9):
        last, spent = pool, spent + 1
    assert (spent, last.deficit, last.bank) == (4, 3, 0)


def test_three_deficit_points_are_counted_over_all_pools_of_a_side() -> None:
    """TOCS-1.5-2, TOCS-3.3-2."""
    scene = Scene([Piece(c, "03.03") for c in "ABCD"] + [Piece("X", "03.03", nation="british")], points=0)
    forces = scene.forces()
    british = ReplacementPool("british", "british", 0)
    scene.play.happen(e.IncomeEarned("blue", p, _throw(scene), 0) for p in (forces.pools["pool"], british))
    done = [call for call in "ABCX" if not scene.activate(call, deficit=3).failure]
    assert done == ["A", "B", "C"]


def _throw(scene: Scene) -> Throw:
    return scene.play.dice.throw(f"op/none/{len(scene.dice.thrown)}", "1d10")


def test_the_bank_opens_before_the_deficit() -> None:
    """TOCS-3.5-1 over TOCS-1.5-4, as the switch `points_spent_first` stands by default."""
    pool = replace(POOL, bank=5, earned=2, spent=2)
    after = spend(pool, 3)
    assert after and (after.bank, after.deficit) == (4, 0)


def test_by_switch_the_deficit_comes_before_the_bank() -> None:
    """TOCS-1.5-4."""
    last = replace(POOL, bank=5, earned=2)
    states = []
    while left := spend(last, 3, "deficit"):
        last = left
        states.append((left.bank, left.deficit))
    assert states == [(4, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (0, 3)]


def test_by_switch_the_bank_stays_shut_to_one_who_asks_for_no_deficit() -> None:
    """TOCS-1.5-4."""
    assert spend(replace(POOL, bank=5, earned=2, spent=2), 0, "deficit") is None


def test_deficit_points_go_to_the_enemys_next_income() -> None:
    """TOCS-1.5-2, TOCS-3.3-1, TOCS-3.5-2."""
    dice = {"op/": (4,), "turn-end": (6, 6)}
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.04")], [Piece("R", "07.07")], points=0, dice=dice)
    scene.activate("A", deficit=2)
    scene.activate("B", deficit=2)
    scene.close()
    assert scene.public.phasing == "red"
    assert scene.forces("red").pools["pool"].bank == 2 + 4 + 2
    assert scene.learnt("red", o.EnemyCredit) == [o.EnemyCredit(2)]
    assert scene.learnt("red", e.IncomeEarned)[0].credit == 2


@pytest.mark.parametrize("roll, left", [((6, 6), 2), ((1, 1), 0)])
def test_deficit_points_lapse_when_the_turn_ends(roll: tuple[int, int], left: int) -> None:
    """TOCS-3.5-3."""
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.04")], [Piece("R", "07.07")], points=0,
                  dice={"turn-end": roll, "initiative/T2/red": (9,), "initiative/T2/blue": (1,)})  # fmt: skip
    scene.activate("A", deficit=2)
    scene.activate("B", deficit=2)
    scene.close()
    assert scene.learnt("red", e.IncomeEarned)[0].credit == left
    assert bool(scene.learnt("red", o.CreditLapsed)) == (left == 0)


@pytest.mark.parametrize(("lines", "budget"), [
    ((), (0, 0)), (("ops keep 4",), (4, 0)), (("ops deficit 3",), (0, 3)), (("ops keep 4", "ops deficit 2"), (4, 2)),
    (("ops keep 0",), (0, 0)), (("ops deficit no",), (0, 0)), (("ops deficit 0",), (0, 0)),
    (("ops keep 4", "ops deficit 2", "ops keep 0", "ops deficit no"), (0, 0)),
])  # fmt: skip
def test_what_letters_keep_and_overspend_is_as_the_standing_order_says(lines: tuple[str, ...], budget: tuple[int, int]) -> None:
    """TOCS-1.5-2, TOCS-3.5-2: the last word of each kind counts."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")])
    kept = points.budget((), s.policy("blue", s.picture(), lines))
    assert (kept.spend, kept.keep, kept.deficit) == (None, *budget)


@pytest.mark.parametrize(("line", "rule"), [
    ("ops deficit 3", ""), ("ops deficit 4", "TOCS-1.5-2"), ("ops deficit no", ""), ("ops keep 9", ""),
])  # fmt: skip
def test_a_standing_deficit_is_three_points_at_the_most(line: str, rule: str) -> None:
    """TOCS-1.5-2, TOCS-3.5-2."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")])
    (act,) = standing_acts(vocabulary(s.game, s.picture()), [line])
    found = ops.REACTION.check(s.game, s.picture(), act)
    assert (found.rule if found else "") == rule
