"""Withdrawals from an engagement (TOCS-W10.3)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import ACTIONS, control
from pbem.rulesets.tocs.rules import withdrawal
from pbem.rulesets.tocs.units import Activation
from tests.rulesets.tocs.builder import Piece, Scene, ground, river

HERE = "04.04"
PASS, FAIL = (1, 1), (6, 6)


def scene(*more: Piece, owner: str = "blue", **changes: Any) -> Scene:
    """A and B fight R for 04.04 (or, by owner, attack him in it); their HQ stands behind at 04.02."""
    pieces = [Piece("BN", "04.02", "hq", command=4), Piece("A", HERE, parent="bn"), Piece("B", HERE, parent="bn"), *more]
    enemies = changes.pop("enemies", [Piece("R", HERE)])
    own = changes.pop("own", "04.03 03.04 05.04")
    return Scene(pieces, enemies, own=own, engaged={Hex(HERE): owner}, **changes)


def dice(**faces: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    return {f"withdraw/{call}/": thrown for call, thrown in faces.items()}


def spent(s: Scene) -> int:
    return s.forces().pools["pool"].spent


@pytest.mark.parametrize(("hq", "near"), [
    ({"where": "03.03"}, True), ({"where": "03.02"}, False), ({"where": "03.03", "state": 1}, False),
    ({"where": "03.03", "id": "other"}, False), ({"where": "03.03", "level": "division"}, True),
])  # fmt: skip
def test_an_hq_of_its_chain_steadies_a_unit_in_its_own_hex_alone(hq: dict[str, Any], near: bool) -> None:
    """TOCS-W4.1-1: in good order, above it, and with it."""
    made: dict[str, Any] = {"id": "hq", "command": 6, **hq}
    s = Scene([Piece("HQ", made.pop("where"), "hq", **made), Piece("A", "03.03", parent="hq")], [Piece("R", "08.08")])
    assert withdrawal.steadiness(s.view(), s.unit("A")).hq_present == near


def test_a_unit_that_passes_goes_with_all_its_ap_and_nobody_tires() -> None:
    """TOCS-W10.3-1, TOCS-W10.3-3, TOCS-W10.3-5, TOCS-W5.0-3, TOCS-W10.1-6, TOCS-W4.1-1, TOCS-W5.0-2."""
    s = scene(dice=dice(A=PASS))
    assert s.check("A", "move 04.03")[0].rule == "TOCS-W10.1-6"
    assert s.does("A", "withdraw 04.03").failure is None
    assert s.unit("A").hex == "04.03" and s.active().ap == 0 and spent(s) == 2  # the HQ was woken, and the unit paid
    assert s.check("A", "move 04.02")[0].rule == "TOCS-W10.0-1"
    s.close()
    assert s.unit("A").state == 0 and s.unit("BN").state == 0
    assert s.picture().forces == s.forces()


def test_a_withdrawal_is_all_that_a_unit_does() -> None:
    """TOCS-W10.3-5, TOCS-W10.3-3: who has spent an AP cannot go into a battle, out of it again, and be as fresh as before."""
    s = scene(Piece("C", "04.02", parent="bn", recon=True))
    s.activate("C")
    for act in ("move 04.03", "move 04.04"):
        assert s._act(s._acts(act)[0]).failure is None
    failure = s._act(s._acts("withdraw 04.03")[0]).failure
    assert failure and failure.rule == "TOCS-W10.3-5" and s.unit("C").hex == HERE
    s.close()
    assert s.unit("C").state == 1


def test_nobody_withdraws_from_one_engagement_through_another() -> None:
    """TOCS-W10.3-5: it has taken all the AP there were."""
    s = scene(Piece("C", "03.04"), enemies=[Piece("R", HERE), Piece("S", "03.04")], dice=dice(A=PASS))
    s.play.happen((e.EngagementMarked(Hex("03.04"), "blue"),))
    assert s.does("A", "withdraw 03.04").failure is None and s.unit("A").hex == "03.04"
    failure = s._act(s._acts("withdraw 04.03")[0]).failure
    assert failure and failure.rule == "TOCS-W10.3-5"


def test_the_morale_check_comes_before_the_op_and_a_failure_costs_the_hq_alone() -> None:
    """TOCS-W10.3-3, TOCS-W10.3-6, TOCS-W4.1-1."""
    s = scene(dice=dice(A=FAIL))
    outcome = s.does("A", "withdraw 04.03 by BN")
    assert outcome.failure and outcome.failure.rule == "TOCS-W10.3-6"
    assert s.unit("A").hex == HERE and s.unit("A").state == 0 and s.forces().active is None
    assert spent(s) == 1 and s.forces().staffs["bn"].ap == 2 and "a" not in s.forces().activated
    checked = s.happened(e.MoraleChecked)
    assert [(c.what, c.needed, c.passed) for c in checked] == [("withdrawal", 7, False)]


def test_tries_are_paid_for_and_thrown_one_by_one() -> None:
    """TOCS-W10.3-6: `try 3` lets the HQ order it three times, an AP each, and stops when it comes off or the AP are gone."""
    s = scene(dice=dice(A=FAIL))
    s.does("A", "withdraw 04.03 by BN try 3")
    occasions = [c.throw.occasion for c in s.happened(e.MoraleChecked)]
    assert occasions == [f"withdraw/A/T1.1/blue.{n}" for n in (1, 2, 3)]
    assert s.forces().staffs["bn"].ap == 0 and spent(s) == 1
    again = s.does("A", "withdraw 04.03 by BN")
    assert again.failure and again.failure.rule == "TOCS-W2.1-6"


def test_one_order_serves_all_units_of_the_hex_until_they_have_thrown() -> None:
    """TOCS-W10.3-1, TOCS-W10.3-6."""
    s = scene(dice=dice(A=FAIL, B=PASS))
    outcome = s.does("BN", "order A, B withdraw 04.03")
    assert outcome.failure and s.unit("A").hex == HERE and s.unit("B").hex == "04.03"
    assert s.active().unit == "bn" and s.active().ap == 2 and spent(s) == 2
    s.does("A", "withdraw 04.03 by BN")
    assert s.forces().staffs["bn"].ap == 1  # a new order


@pytest.mark.parametrize("kind", [{"recon": True}, {"mobility": "armored", "mp": 5}])
def test_reconnaissance_and_armour_need_no_check(kind: dict[str, Any]) -> None:
    """TOCS-W10.3-4, TOCS-W2.6.3-2: and nobody degrades."""
    s = scene(Piece("X", HERE, parent="bn", **kind))
    assert s.does("X", "withdraw 04.03").failure is None and not s.happened(e.MoraleChecked)
    s.close()
    assert s.unit("X").hex == "04.03" and s.unit("X").state == 0


def test_what_counts_for_and_against_the_check() -> None:
    """TOCS-W4.1-1, TOCS-W10.3-3: an undegraded HQ of the chain with it, night, nowhere clear to go."""
    dark = scene(light="night")
    dark.does("A", "withdraw 03.04")
    assert dark.happened(e.MoraleChecked)[0].reasons == ("withdraw night -1",)
    with_hq = Scene([Piece("BN", HERE, "hq", command=4), Piece("A", HERE, parent="bn")], [Piece("R", HERE)], own="04.03",
                    engaged={Hex(HERE): "blue"})  # fmt: skip
    with_hq.does("A", "withdraw 04.03")
    assert with_hq.happened(e.MoraleChecked)[0].reasons == ("hq present -1",)
    shut = Scene([Piece("BN", "08.01", "hq", wireless=9), Piece("A", HERE, parent="bn")], [Piece("R", HERE)], own="",
                 engaged={Hex(HERE): "blue"})  # fmt: skip
    shut.does("A", "withdraw 04.03")
    assert shut.happened(e.MoraleChecked)[0].reasons == ("withdraw surrounded +1",)


def test_assigned_assets_go_along_and_others_check_for_themselves() -> None:
    """TOCS-W10.3-2, TOCS-W1.7-1."""
    assets = [Piece("AT", HERE, "asset", parent="bn", assigned="a"), Piece("AA", HERE, "asset", parent="bn")]
    s = scene(*assets, dice=dice(A=PASS, AA=FAIL))
    assert s.check("AT", "withdraw 04.03")[0].rule == "TOCS-W10.3-2"
    s.does("A", "withdraw 04.03")
    assert (s.unit("AT").hex, s.unit("AA").hex) == ("04.03", HERE)
    s.does("AA", "withdraw 04.03")
    assert s.unit("AA").hex == HERE and [c.unit.id for c in s.happened(e.MoraleChecked)] == ["a", "aa"]


def test_ezoc_does_not_hinder_it() -> None:
    """TOCS-W10.3-7."""
    s = scene(
        Piece("C", "04.03", parent="bn"), claims=["04.03", HERE], dice=dice(A=PASS), enemies=[Piece("R", HERE), Piece("S", "05.03")]
    )
    s.does("A", "withdraw 04.03")
    assert s.unit("A").hex == "04.03" and not s.happened(e.MoveHalted)


@pytest.mark.parametrize("owner", ["blue", "red"])
def test_the_last_one_out_leaves_the_hex_to_the_enemy_and_both_hear_of_it(owner: str) -> None:
    """TOCS-W10.3-8."""
    s = scene(owner=owner, dice=dice(A=PASS, B=PASS))
    s.does("A", "withdraw 04.03")
    assert s.public.engaged == {Hex(HERE): owner} and not s.learnt("red", e.EngagementLifted)
    s.does("B", "withdraw 04.03")
    assert s.owner(HERE) == "red" and not s.public.engaged
    assert s.learnt("red", e.EngagementLifted) == [e.EngagementLifted(Hex(HERE))] == s.learnt("blue", e.EngagementLifted)
    assert bool(s.learnt("red", e.OwnerChanged)) == (owner == "blue")


def test_into_own_ground_and_from_one_engagement_to_another_it_goes_unseen() -> None:
    """TOCS-W10.3-9."""
    s = scene(Piece("C", "05.04", parent="bn"), enemies=[Piece("R", HERE), Piece("S", "05.04")], dice=dice(A=PASS, B=PASS),
              own="04.03 03.04")  # fmt: skip
    both = {Hex(HERE): "blue", Hex("05.04"): "blue"}
    s.play.happen([e.EngagementMarked(h, side) for h, side in both.items()])
    s.play.seen.clear()
    s.does("A", "withdraw 04.03")
    s.does("B", "withdraw 05.04")
    assert s.unit("B").hex == "05.04" and s.unit("B").origin == HERE
    told = [o.what(seen) for desk, seen in s.play.seen if desk == "red"]
    assert told == [e.OwnerChanged(Hex(HERE), "red", "abandoned")] or {type(t) for t in told} <= {
        e.EngagementMarked,
        e.EngagementLifted,
        e.OwnerChanged,
    }
    assert not any(isinstance(t, e.HexScouted) for t in told)


def test_own_ground_and_other_engagements_are_offered_to_whom_an_hq_can_order() -> None:
    """TOCS-W10.3-1, TOCS-W10.3-9: enemy ground is not, nor anything to a unit that is free to move or out of its HQ's reach."""
    s = scene(Piece("C", "04.03", parent="bn"), Piece("LOST", HERE, parent="far"), Piece("FAR", "08.08", "hq", id="far"))
    s.play.happen([e.EngagementMarked(Hex("05.05"), "red")])
    offered = {call: ACTIONS["withdraw"].options(s.game, s.picture(), call.lower()) for call in ("A", "C", "LOST")}
    assert set(offered["A"]) == {f"withdraw {h}" for h in ("04.03", "03.04", "05.04", "05.05")}
    assert offered["C"] == offered["LOST"] == ()


@pytest.mark.parametrize(("text", "more", "warned"), [
    ("withdraw 04.03", (), ()), ("withdraw 04.05", (), ("10",)), ("withdraw 04.03 or 04.05", (), ("10",)),
    ("withdraw 05.05", (), ()), ("withdraw 04.03", ("alone",), ("8",)), ("withdraw 04.05", ("alone",), ("10", "8")),
])  # fmt: skip
def test_what_is_rued_of_a_withdrawal(text: str, more: tuple[str, ...], warned: tuple[str, ...]) -> None:
    """TOCS-W10.3-8, TOCS-W10.3-10: enemy ground, and to be the last; assets of its own that come along do not stay."""
    pieces = [Piece("BN", "04.02", "hq", command=4), Piece("A", HERE, parent="bn"), Piece("AT", HERE, "asset", assigned="a")]
    others = [] if more else [Piece("B", HERE, parent="bn")]
    s = Scene([*pieces, *others], [Piece("R", HERE)], own="04.03", engaged={Hex(HERE): "blue", Hex("05.05"): "red"})
    assert tuple(said[said.index("W10.3-") + 6 : -1] for said in _warnings(s, "A", text)) == warned


def test_into_enemy_ground_it_is_announced_and_taken_if_empty() -> None:
    """TOCS-W10.3-9, TOCS-W10.3-10."""
    s = scene(dice=dice(A=PASS))
    assert "TOCS-W10.3-10" in str(_warnings(s, "A", "withdraw 04.05"))
    s.does("A", "withdraw 04.05")
    assert s.owner("04.05") == "blue" and s.learnt("red", e.OwnerChanged) == [e.OwnerChanged(Hex("04.05"), "blue", "entered")]


def test_into_an_occupied_enemy_hex_is_the_end_of_it() -> None:
    """TOCS-W10.3-10."""
    s = scene(Piece("AT", HERE, "asset", parent="bn", assigned="a"), dice=dice(A=PASS),
              enemies=[Piece("R", HERE), Piece("S", "04.05")])  # fmt: skip
    s.does("A", "withdraw 04.05")
    assert s.unit("A").status == s.unit("AT").status == "dead" and s.owner("04.05") == "red"
    assert [seen.call for seen in s.learnt("red", o.EnemyDestroyed)] == ["A", "AT"]


@pytest.mark.parametrize(("call", "text", "rule"), [
    ("A", "withdraw 06.06", "TOCS-W10.3-1"), ("BN", "withdraw 04.03", "TOCS-W10.3-1"), ("A", "withdraw 60.60", "TOCS-W1.2-4"),
    ("W", "withdraw 04.03", "TOCS-W5.0-4"), ("G", "withdraw 04.05", "TOCS-W9.1-6"),
    ("A", "withdraw 04.03 by OTHER", "TOCS-W10.0-3"),
])  # fmt: skip
def test_what_cannot_withdraw(call: str, text: str, rule: str) -> None:
    """TOCS-W10.3-1: only out of an engagement, to a hex beside it, on its own HQ's order, while it has AP at all."""
    gun, other = Piece("G", HERE, "battery", parent="bn"), Piece("OTHER", "04.03", "hq", command=3)
    s = scene(Piece("W", HERE, parent="bn", state=4), gun, other)
    assert [r.rule for r in s.check(call, text)] == [rule]


@pytest.mark.parametrize(("start", "bank"), [("03.03", 1), ("03.05", 0)])
def test_into_a_river_hex_it_goes_to_the_bank_that_is_nearer(start: str, bank: int) -> None:
    """TOCS-W10.3-2, TOCS-W10.3-9: with the assets assigned to it, which it remembers nothing of on own ground."""
    water = ground("", river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE"))
    s = Scene([Piece("BN", "02.02", "hq", command=8, wireless=8), Piece("A", start, parent="bn"),
               Piece("AT", start, "asset", parent="bn", assigned="a")], [Piece("R", start)], own="03.04 02.03",
              engaged={Hex(start): "blue"}, land=water, dice=dice(A=PASS))  # fmt: skip
    s.does("A", "withdraw 03.04")
    assert [(u.hex, u.bank, u.origin) for u in (s.unit("A"), s.unit("AT"))] == [("03.04", bank, None)] * 2


def test_the_last_one_out_is_what_both_maps_show() -> None:
    """TOCS-W10.3-8: an engagement ends with the last unit, and no other with it."""
    s = scene(Piece("C", "06.06"))
    s.play.happen([e.EngagementMarked(Hex("06.06"), "blue")])
    forces = s.forces()
    gone = replace(forces, units={i: u for i, u in forces.units.items() if u.hex != HERE})
    after = withdrawal.vacated(s.public, gone, Hex(HERE), "red")
    assert after.engaged == {Hex("06.06"): "blue"} and after.owner == {**s.public.owner, Hex(HERE): "red"}
    assert withdrawal.vacated(s.public, forces, Hex(HERE), "red") == s.public
    assert withdrawal.vacated(s.public, forces, Hex("02.02"), "red") == s.public


def test_an_order_covers_each_unit_of_its_hex_once() -> None:
    """TOCS-W10.3-1, TOCS-W10.3-6: the second try of one is a new order, under which the others may try again; orders for other
    hexes stand."""
    s = scene()
    a, b, staff = s.unit("A"), s.unit("B"), Activation("bn", 3, told=("04.05", "04.05/x"))
    once = withdrawal.told(staff, a)
    assert once.told == ("04.05", "04.05/x", HERE, f"{HERE}/a")
    assert (withdrawal.covered(staff, a), withdrawal.covered(once, a), withdrawal.covered(once, b)) == (False, False, True)
    both = withdrawal.told(once, b)
    assert both.told == (*once.told, f"{HERE}/b") and not withdrawal.covered(both, b)
    again = withdrawal.told(both, a)
    assert again.told == once.told and withdrawal.covered(again, b)


def test_by_the_switch_worn_out_units_may_withdraw_too() -> None:
    """TOCS-W10.3-3."""
    s = scene(Piece("W", HERE, parent="bn", state=4), switches={"withdrawing_units_need_ap": False}, dice=dice(W=PASS))
    assert s.check("W", "withdraw 04.03") == ()


def test_the_second_hex_is_taken_when_the_first_is_not_open() -> None:
    """TOCS-W10.3-1: the choice is recreated at each try."""
    s = scene(dice=dice(A=PASS))
    s.does("A", "withdraw 06.06 or 04.03")
    assert s.unit("A").hex == "04.03"


def test_an_independent_unit_withdraws_on_its_own_word() -> None:
    """TOCS-W2.6.1-2, TOCS-W10.3-1."""
    s = scene(Piece("CDO", HERE, independent=True), dice=dice(CDO=PASS))
    s.does("CDO", "withdraw 04.03")
    assert s.unit("CDO").hex == "04.03" and spent(s) == 1 and not s.forces().staffs


def test_an_op_that_is_not_there_is_missed_before_anything_is_thrown() -> None:
    """TOCS-W10.3-3."""
    s = scene(points=1)
    assert [r.rule for r in s.check("A", "withdraw 04.03")] == ["TOCS-W10.3-3"]  # one for the HQ, none for the unit
    assert not s.happened(e.MoraleChecked)


def _warnings(s: Scene, call: str, text: str) -> tuple[str, ...]:
    act = s._acts(text)[0]
    _, picture = control.check_take_up(s.game, s.picture(), call, 0)
    action = ACTIONS["withdraw"]
    return action.warn(s.game, picture, action.order(act, picture))


def test_one_who_withdraws_into_enemy_ground_comes_upon_what_is_fixed_there() -> None:
    """TOCS-1.9-3."""
    s = scene(dice=dice(A=PASS), obstacles={"04.05": "minefield red"})
    s.does("A", "withdraw 04.05")
    assert s.learnt("blue", e.FixedFound) == [e.FixedFound("blue", "A", Hex("04.05"), ("minefield",))]
