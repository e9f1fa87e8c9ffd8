"""Stacking (TOCS-W1.6-1, W3.0)."""

from typing import Any

import pytest

from pbem.engine.runs import Budget
from pbem.kernel.hexes import Hex
from pbem.kernel.numbered_lines import NumberedLine
from pbem.orders.parser import read_orders
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.dry_run import check
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.reports.advice import idle, unordered
from pbem.rulesets.tocs.rules.stacking import over, surplus
from tests.rulesets.tocs.builder import Piece, Scene, counter

HIGH, LOW = {"turn-end": (6, 6)}, {"turn-end": (1, 1)}


def stack(*kinds: str, **more: Any) -> list[Piece]:
    return [Piece(f"{kind[0].upper()}{n}", "03.03", kind, **more) for n, kind in enumerate(kinds)]


@pytest.mark.parametrize("kinds, beyond", [
    (["company"] * 4 + ["asset"] * 4 + ["hq"] * 9, (0, 0)), (["company"] * 5, (1, 0)), (["hq_company"] * 5, (1, 0)),
    (["company", "vehicle_platoon", "battery", "half_company", "company"], (1, 0)), (["asset"] * 6, (0, 2)),
])  # fmt: skip
def test_four_companies_platoons_and_batteries_and_four_assets_and_any_headquarters(
    kinds: list[str], beyond: tuple[int, int]
) -> None:
    """TOCS-W1.6-1, TOCS-W3.0-1."""
    assert over(counter(f"U{n}", kind) for n, kind in enumerate(kinds)) == beyond


def test_a_hex_may_be_overstacked_on_the_way_but_not_when_the_impulse_ends() -> None:
    """TOCS-W3.0-2, TOCS-W3.0-5: the weakest is lost."""
    s = Scene([*stack(*["company"] * 4), Piece("W", "03.04", strength=2)], own="03.02", dice=HIGH)
    s.does("W", "move 03.03")
    assert len(s.forces().at(s.unit("W").hex)) == 5
    s.close()
    assert s.unit("W").status == "dead"
    assert [d.why for d in s.happened(e.UnitDestroyed)] == ["over the stacking limit"]


@pytest.mark.parametrize("lines, gone", [
    ((), "W"), (("losses surplus C2",), "C2"), (("losses surplus C1 W",), "C1"), (("losses surplus strongest first",), "C0"),
    (("losses surplus C1", "losses surplus weakest first"), "W"), (("losses weakest first",), "W"),
])  # fmt: skip
def test_the_owner_says_who_is_given_up(lines: tuple[str, ...], gone: str) -> None:
    """TOCS-W3.0-5: by standing order; the last line on file for it counts."""
    pieces = [Piece("C0", "03.03", strength=6), *(Piece(f"C{n}", "03.03") for n in range(1, 4)), Piece("W", "03.04", strength=2)]
    s = Scene(pieces, own="03.02", dice=HIGH, standing={"blue": lines})
    s.does("W", "move 03.03")
    s.close()
    assert [d.unit.id for d in s.happened(e.UnitDestroyed)] == [gone.lower()]


def test_those_to_be_spared_are_given_up_last() -> None:
    """TOCS-W3.0-5: engineers by the default of day one, unless nobody is spared."""
    for lines, gone in (((), "c0"), (("losses spare nobody",), "s")):
        s = Scene([*stack(*["company"] * 4), Piece("S", "03.04", strength=2, engineer=True)], dice=HIGH, standing={"blue": lines})
        s.does("S", "move 03.03")
        s.close()
        assert [d.unit.id for d in s.happened(e.UnitDestroyed)] == [gone]


def test_one_who_attacks_out_in_time_is_not_lost() -> None:
    """TOCS-W3.0-5: he has gone into the hex he won before the impulse ends."""
    s = Scene([*stack(*["company"] * 4), Piece("W", "03.04", strength=2)], [Piece("R", "02.03")], cell="-/4", dice=HIGH)
    s.does("W", "move 03.03; attack 02.03 hasty")
    assert len(s.forces().at(s.unit("C0").hex)) == 5
    s.close()
    assert [d.side for d in s.happened(e.UnitDestroyed)] == ["red"] and s.unit("W").hex == "02.03"


def test_one_who_moves_on_in_time_is_not_lost() -> None:
    """TOCS-W3.0-2, TOCS-W3.0-5."""
    s = Scene([*stack(*["company"] * 4), Piece("W", "03.04", strength=2)], own="03.02", dice=HIGH)
    s.does("W", "move 03.03; move 03.02")
    s.close()
    assert not s.happened(e.UnitDestroyed)


def beaten_back() -> Scene:
    """Blue's W attacks from 03.04 and is thrown back onto the four companies in 03.03."""
    s = Scene([*stack(*["company"] * 4), Piece("W", "03.04", strength=2)], [Piece("R", "03.05")], cell="0R2/-", dice=HIGH)
    s.does("W", "attack 03.05 hasty")
    s.fight()
    return s


def test_a_retreat_in_the_own_impulse_has_until_the_end_of_the_next_one() -> None:
    """TOCS-W3.0-4."""
    s = beaten_back()
    if s.unit("W").hex != "03.03":
        pytest.fail("W was to fall back to 03.03")
    s.settle()
    assert s.unit("W").status == "map" and s.public.phasing == "red"
    s.close()
    s.close()
    assert s.unit("W").status == "dead"


def test_a_retreat_has_no_grace_beyond_the_end_of_the_turn() -> None:
    """TOCS-W3.0-4."""
    s = beaten_back()
    s.dice.faces = LOW
    s.settle()
    assert s.public.turn == 2 and s.unit("W").status == "dead"


def test_a_defender_thrown_back_has_until_the_end_of_his_own_next_impulse() -> None:
    """TOCS-W3.0-4."""
    red = [Piece(f"R{n}", "03.06") for n in range(4)] + [Piece("W", "03.05", strength=2)]
    s = Scene([Piece("A", "03.04")], red, cell="-/0R1", dice=HIGH, standing={"red": ("ezoc never", "retreat toward 03.06")})
    s.does("A", "attack 03.05 hasty")
    s.close()
    assert s.unit("W").hex == "03.06" and s.unit("W").status == "map"
    s.close()
    assert s.unit("W").status == "dead"


def test_grace_covers_only_those_who_fell_back() -> None:
    """TOCS-W3.0-4: six stand where four may; one of them fell back, so one of the others is lost."""
    s = Scene([*stack(*["company"] * 5), Piece("W", "03.03", strength=1, overstacked=True)])
    assert [u.id for u in surplus(s.forces(), s.unit("W").hex)] == ["c0"]
    assert [u.id for u in surplus(s.forces(), s.unit("W").hex, grace=False)] == ["w", "c0"]


def warned(s: Scene, *texts: str) -> list[tuple[str, ...]]:
    """What the dry run of some lines warns of, line by line."""
    lines = read_orders([NumberedLine(n, text) for n, text in enumerate(texts, 1)], vocabulary(s.game, s.picture())).lines
    return [verdict.warnings for verdict in check(s.game, s.picture(), lines, Budget())]


def test_lines_that_crowd_a_hex_are_warned_of_it_before_they_run() -> None:
    """TOCS-W3.0-2: the last line that does it bears the warning; one that makes room again leaves none."""
    s = Scene([*stack(*["company"] * 3), Piece("V", "03.04"), Piece("W", "03.04")], own="03.02 02.03")
    over = "puts 03.03 over the stacking limit by 1: what is over it at END IMPULSE is lost (TOCS-W3.0-2)"
    assert warned(s, "V: move 03.03", "W: move 03.03") == [(), (over,)]
    assert warned(s, "V: move 03.03", "W: move 03.03", "C0: move 02.03") == [(), (), ()]


def test_a_crowded_engagement_is_told_to_be_left_by_a_roll_alone() -> None:
    """TOCS-W3.0-2, TOCS-W10.3-1."""
    s = Scene([*stack(*["company"] * 4), Piece("W", "03.04")], [Piece("R", "03.03")], engaged={Hex("03.03"): "blue"})
    ((told,),) = warned(s, "W: move 03.03")
    assert told.startswith("puts 03.03 over the stacking limit by 1")
    assert told.endswith("it is engaged, and only WITHDRAW, by a roll, leads out of it (TOCS-W10.3-1)")


def test_a_reserve_that_is_to_act_is_warned_of_what_it_gives_up() -> None:
    """TOCS-W10.21-4."""
    s = Scene([Piece("A", "03.03", reserve=True), Piece("B", "03.03")], own="03.02")
    lost = "A gives up its reserve for this, and the OP paid for it is forfeit (TOCS-W10.21-4)"
    assert warned(s, "A: move 03.02", "B: move 03.02") == [(lost,), ()]


def test_who_is_in_reserve_is_not_listed_as_without_orders() -> None:
    """TOCS-W10.21-1: it is paid for and has its script; the scripted commanders may order it all the same."""
    s = Scene([Piece("A", "03.03", reserve=True), Piece("B", "03.03")], own="03.02")
    assert unordered(s.picture()) == ("B",) and idle(s.picture()) == ("A", "B")


def test_who_attacks_the_hex_of_the_own_engagement_is_told_that_it_is_fought_by_itself() -> None:
    """TOCS-1.3-3."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.03")], engaged={Hex("03.03"): "blue"})
    lines = read_orders([NumberedLine(1, "A: attack 03.03 hasty")], vocabulary(s.game, s.picture())).lines
    (verdict,) = check(s.game, s.picture(), lines, Budget())
    ((_, refusal),) = verdict.refusals
    assert refusal.words == "03.03 is fought again by itself when the next turn begins, without an order"
