"""Operation points: income, bank, reserve, deficit (TOCS-1.5, 3.3, 3.5, 3.6)."""

import pytest

from pbem.kernel.dice import Throw
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.pieces import Pool
from pbem.rulesets.tocs.procedures.activation import spend
from pbem.rulesets.tocs.procedures.turn import income
from tests.rulesets.tocs.builder import Piece, Scene

POOL = Pool("us", "american", 10)


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


def test_an_activation_takes_one_point_at_once() -> None:
    """TOCS-3.6-1."""
    scene = Scene([Piece("A", "03.03")], points=5)
    scene.activate("A")
    assert scene.camp().pools["pool"].bank == 4


def test_no_deficit_is_spent_unless_it_is_asked_for() -> None:
    """TOCS-3.5-1, TOCS-3.5-2: spending is the player's choice; with an empty pool a unit stays where it is."""
    scene = Scene([Piece("A", "03.03")], points=0)
    assert scene.check("A", "move 03.04")[0].rule == "TOCS-3.5-2"
    outcome = scene.activate("A")
    assert outcome.failure and scene.camp().hand is None


def test_at_most_three_deficit_points_are_spent() -> None:
    """TOCS-1.5-2."""
    last, spent = replace(POOL, bank=1, earned=1), 0
    while pool := spend(last, 9):
        last, spent = pool, spent + 1
    assert (spent, last.deficit, last.bank) == (4, 3, 0)


def test_three_deficit_points_are_counted_over_all_pools_of_a_side() -> None:
    """TOCS-1.5-2, TOCS-3.3-2."""
    scene = Scene([Piece(c, "03.03") for c in "ABCD"] + [Piece("X", "03.03", nation="british")], points=0)
    camp = scene.camp()
    british = Pool("british", "british", 0)
    scene.play.happen(e.IncomeEarned("blue", p, _throw(scene), 0) for p in (camp.pools["pool"], british))
    done = [call for call in "ABCX" if not scene.activate(call, deficit=3).failure]
    assert done == ["A", "B", "C"]


def _throw(scene: Scene) -> Throw:
    return scene.play.dice.throw("op/none", "1d10")


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
    assert scene.camp("red").pools["pool"].bank == 2 + 4 + 2
    assert scene.learnt("red", o.EnemyCredit) == [o.EnemyCredit(2)]
    assert scene.learnt("red", o.OwnIncome)[0].credit == 2


@pytest.mark.parametrize("roll, left", [((6, 6), 2), ((1, 1), 0)])
def test_deficit_points_lapse_when_the_turn_ends(roll: tuple[int, int], left: int) -> None:
    """TOCS-3.5-3."""
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.04")], [Piece("R", "07.07")], points=0,
                  dice={"turn-end": roll, "initiative/T2/red": (9,), "initiative/T2/blue": (1,)})  # fmt: skip
    scene.activate("A", deficit=2)
    scene.activate("B", deficit=2)
    scene.close()
    assert scene.learnt("red", o.OwnIncome)[0].credit == left
    assert bool(scene.learnt("red", o.CreditLapsed)) == (left == 0)
