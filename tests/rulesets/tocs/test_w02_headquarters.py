"""Headquarters: whom they command, how orders travel, what an HQ can do in an impulse (TOCS-W2.1, W7.2, W10.0)."""

from typing import Any

import pytest

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import closing
from pbem.rulesets.tocs.actions.ordering import expect_ordered, order_paid
from pbem.rulesets.tocs.rules.command import commander, in_touch, orderer
from pbem.rulesets.tocs.units import Unit
from tests.rulesets.tocs.builder import Piece, Scene

OWN = " ".join(f"{c:02d}.{r:02d}" for c in range(1, 6) for r in range(1, 9))


def scene(*more: Piece, **changes: Any) -> Scene:
    """A regiment with one battalion, its company, an asset of each, in the same corner."""
    pieces = [
        Piece("REG", "02.02", "hq", level="regiment", command=3, steps=2), Piece("BN", "02.03", "hq", command=3, parent="reg"),
        Piece("A", "02.04", parent="bn"), Piece("MOR", "02.03", "asset", parent="bn"), Piece("RCN", "02.02", "asset", parent="reg"),
        *more,
    ]  # fmt: skip
    return Scene(pieces, [Piece("R", "08.08")], own=OWN, **changes)


def who(s: Scene, call: str, by: str = "", ap: int = 1) -> str:
    """The call of the HQ that would give the order, or the rule that forbids it."""
    found = orderer(s.view(), s.unit(call), by, ap)
    return found.rule if isinstance(found, Refusal) else s.forces().counter(found).call


# ---------------------------------------------------------------- who may order whom


def test_only_an_hq_of_the_units_own_chain_gives_it_orders() -> None:
    """TOCS-1.8-1, TOCS-W2.1-3, TOCS-W10.0-3, TOCS-W2.1-11: nearest first, no other formation, no company."""
    s = scene(Piece("OTHER", "02.04", "hq", command=3), Piece("HQCO", "02.05", "hq_company", command=3, parent="other"))
    assert who(s, "A") == "BN" and who(s, "A", "REG") == "REG"
    assert who(s, "A", "OTHER") == "TOCS-W10.0-3" and who(s, "A", "MOR") == "TOCS-W2.1-3" and who(s, "A", "NOBODY") == "TOCS-W9.0-1"
    assert who(s, "REG") == "REG"  # a top HQ orders itself
    assert who(s, "HQCO", "HQCO") == "TOCS-W10.0-3"


def test_who_is_awake_is_asked_before_others_are_woken() -> None:
    """TOCS-1.8-1, TOCS-W10.0-3: of HQs of the chain, and of all where no unit is ordered; else the nearest, or by their calls."""
    s = scene()
    assert who(s, "A") == "BN"
    found = commander(s.view(), (), "")
    assert isinstance(found, Unit) and found.id == "bn"
    s.does("REG", "wake RCN")
    s.activate("A")
    assert who(s, "A") == "REG"
    found = commander(s.view(), (), "")
    assert isinstance(found, Unit) and found.id == "reg"


@pytest.mark.parametrize(("call", "by", "words"), [
    ("A", "OTHER", "A does not answer to OTHER; it answers to BN, REG"),
    ("X", "OTHER", "X does not answer to OTHER; it answers to nobody"),
    ("REG", "OTHER", "REG does not answer to OTHER; it answers to nobody"),
    ("A", "A", "A is no headquarters"), ("OTHER", "OTHER", ""), ("BN", "BN", "BN does not answer to BN; it answers to REG"),
])  # fmt: skip
def test_the_refusal_names_those_whom_the_unit_answers_to(call: str, by: str, words: str) -> None:
    """TOCS-W10.0-3, TOCS-W2.1-3: an HQ orders itself where none is above it."""
    s = scene(Piece("OTHER", "02.04", "hq", command=3), Piece("X", "02.04", parent="gone"), Piece("GONE", "08.01", "hq",
              status="off"))  # fmt: skip
    found = commander(s.view(), (s.unit(call),), by)
    assert (found.words if isinstance(found, Refusal) else "") == words


def test_an_hq_company_commands_like_a_battalion_hq() -> None:
    """TOCS-W2.1-10: and exerts ZOC like a company."""
    s = scene(Piece("HC", "02.05", "hq_company", command=2, parent="reg"), Piece("B", "02.06", parent="hc"))
    assert who(s, "B") == "HC"
    s.does("HC", "wake MOR") and s.refusals
    assert s.refusals[-1].rule == "TOCS-W10.0-3"  # the mortars are another battalion's


def test_a_unit_out_of_communication_takes_no_orders() -> None:
    """TOCS-W7.0-4, TOCS-W2.1-3."""
    s = scene(Piece("FAR", "05.08", parent="bn"))
    refused = orderer(s.view(), s.unit("FAR"), "", 1)
    assert isinstance(refused, Refusal) and refused.rule == "TOCS-W7.0-4" and "hexes away by land" in refused.words


def test_an_independent_unit_needs_no_order_and_no_hq_pays() -> None:
    """TOCS-W2.6.1-1, TOCS-W2.6.1-2, TOCS-W7.0-6."""
    s = scene(Piece("CDO", "08.07", independent=True))
    assert who(s, "CDO") == "CDO"
    assert order_paid(s.play.moment, "blue", s.unit("CDO")) == ()
    assert expect_ordered(s.game, s.picture(), s.unit("CDO")) is s.picture()


# ---------------------------------------------------------------- orders travel


def net(*links: str, switch: str = "any") -> Scene:
    """Division, regiment, battalion and a company in a line, far apart, each with the wireless named."""
    ranges = dict(link.split() for link in links)
    pieces = [
        Piece("DIV", "01.01", "hq", level="division", command=1, wireless=int(ranges.get("DIV", 0))),
        Piece("REG", "04.01", "hq", level="regiment", command=1, wireless=int(ranges.get("REG", 0)), parent="div"),
        Piece("BN", "07.01", "hq", command=1, wireless=int(ranges.get("BN", 0)), parent="reg"),
        Piece("A", "07.03", parent="bn"),
    ]
    return Scene(pieces, [Piece("R", "08.08")], own="", switches={"orders_hop": switch})


@pytest.mark.parametrize(("hq", "ranges", "through"), [
    ("DIV", ("DIV 3", "BN 2"), False),           # nobody carries it from the regiment to the battalion
    ("BN", ("REG 4", "BN 1"), True),             # the battalion asks its regiment, whose set is stronger
    ("BN", ("BN 1"), False),
    ("REG", ("REG 4",), True),
])  # fmt: skip
def test_orders_hop_from_hq_to_hq_of_one_formation(hq: str, ranges: tuple[str, ...], through: bool) -> None:
    """TOCS-W7.2-4: where a link is wanting, nothing goes on."""
    s = net(*((ranges,) if isinstance(ranges, str) else ranges))
    assert in_touch(s.view(), s.unit(hq), s.unit("A")) is through


def test_between_hqs_the_way_over_land_counts_unless_the_module_says_wireless_only() -> None:
    """TOCS-W7.2-4: the switch `orders_hop`."""
    for switch, through in (("any", True), ("wireless", False)):
        pieces = [Piece("REG", "02.02", "hq", level="regiment", command=3), Piece("BN", "02.05", "hq", command=3, parent="reg"),
                  Piece("A", "02.08", parent="bn")]  # fmt: skip
        s = Scene(pieces, [Piece("R", "08.08")], own=OWN, switches={"orders_hop": switch})
        assert in_touch(s.view(), s.unit("REG"), s.unit("A")) is through


# ---------------------------------------------------------------- an HQ's impulse


def test_an_hq_spreads_its_ap_over_the_impulse() -> None:
    """TOCS-W2.1-6, TOCS-3.6-3: laid aside with what is left, taken up again without an OP, and nothing is left at the end."""
    s = scene()
    s.does("BN", "wake MOR")
    s.does("A", "move 02.05")
    assert s.forces().staffs["bn"].ap == 2 and s.picture().forces.staffs == s.forces().staffs
    spent = s.forces().pools["pool"].spent
    s.activate("BN")
    assert s.active().ap == 2 and s.forces().pools["pool"].spent == spent == 2
    s.close()
    assert not s.forces().staffs and not s.forces().woken


def test_by_the_switch_an_hq_finishes_before_the_next_unit_like_all_others() -> None:
    """TOCS-W2.1-6, TOCS-3.6-3."""
    s = scene(switches={"headquarters_orders": "in_turn"})
    s.does("BN", "wake MOR")
    s.activate("A")
    assert not s.forces().staffs and s.unit("BN").state == 0


def test_an_hq_that_only_gives_orders_does_not_tire() -> None:
    """TOCS-W2.1-5, TOCS-W5.0-2, TOCS-W10.0-4: one that also moves does, once, as the impulse ends."""
    s = scene()
    s.does("BN", "wake MOR")
    s.does("REG", "wake RCN; move 02.03")
    s.does("A", "move 02.05")
    s.activate("REG")
    s.play.happen(closing.close(s.play.moment, "blue", "end"))
    assert (s.unit("BN").state, s.unit("REG").state) == (0, 1)
    assert s.picture().forces == s.forces()


def test_an_hq_wakes_three_assets_for_an_ap_and_they_act_when_they_like() -> None:
    """TOCS-W2.1-4, TOCS-W2.1-7: three AP each and no OP; what has not acted has lost its chance."""
    more = [Piece(f"M{n}", "02.03", "asset", parent="bn") for n in (1, 2, 3)]
    s = scene(*more)
    assert [r.rule for r in s.check("BN", "wake M1, M2, M3, MOR")] == ["TOCS-W2.1-4"]
    s.does("BN", "wake M1, M2, M3")
    assert s.learnt("blue", e.AssetsWoken) and s.active().ap == 2
    assert s.check("BN", "wake M1")[0].rule == "TOCS-W2.1-7"
    spent = s.forces().pools["pool"].spent
    s.does("A", "move 02.05")
    s.does("M1", "move 02.02")
    assert s.active().unit == "m1" and s.forces().pools["pool"].spent == spent + 1 and s.forces().woken == ("m2", "m3")
    s.activate("M2")
    assert s.active().ap == 3
    s.close()
    assert s.forces().woken == ()


@pytest.mark.parametrize(("call", "text", "rule"), [
    ("A", "wake MOR", "TOCS-W2.1-4"), ("BN", "wake A", "TOCS-W2.1-4"), ("BN", "wake RCN", "TOCS-W10.0-3"),
    ("A", "order MOR withdraw 02.03", "TOCS-W2.1-3"), ("BN", "order A move 02.05", "TOCS-W10.0-3"),
    ("BN", "order A withdraw 02.05", "TOCS-W10.3-1"),
])  # fmt: skip
def test_what_an_hq_cannot_order(call: str, text: str, rule: str) -> None:
    """TOCS-W10.0-3, TOCS-W2.1-4: only what needs an order is ordered, by an HQ, to its own."""
    assert [r.rule for r in scene().check(call, text)] == [rule]


def test_an_hq_that_sleeps_is_woken_for_the_order_and_one_spent_is_not_woken_again() -> None:
    """TOCS-W2.1-6: an OP for the HQ; AP it has not got it cannot give."""
    s = scene()
    s.activate("A")
    s.play.happen(order_paid(s.play.moment, "blue", s.unit("BN")))
    assert s.forces().staffs["bn"].ap == 2 and s.forces().pools["pool"].spent == 2 and s.active().unit == "a"
    assert len(s.learnt("blue", e.StaffWoken)) == 1 and not s.learnt("red", e.StaffWoken)
    assert who(s, "A", "BN", 3) == "TOCS-W2.1-6" and who(s, "A", "BN", 2) == "BN"
    s.play.happen(order_paid(s.play.moment, "blue", s.unit("BN"), 2))
    assert who(s, "A", "BN") == "TOCS-W2.1-6" and who(s, "A") == "REG"
    broke = scene(points=0)
    assert who(broke, "A") == "TOCS-3.5-1"


def test_an_hq_that_dies_gives_no_more_orders() -> None:
    """TOCS-W2.1-6."""
    s = scene()
    s.does("BN", "wake MOR")
    s.activate("A")
    dead = replace(s.unit("BN"), status="dead", lost=1)
    s.play.happen([e.UnitDestroyed("blue", dead, "BN", "BN", "hq_battalion", "battalion", "battle")])
    assert "bn" not in s.forces().staffs and "bn" not in s.picture().forces.staffs


def test_the_enemy_hears_nothing_of_orders_staffs_and_assets() -> None:
    """TOCS-1.2-1: what an HQ does is its side's own affair."""
    s = scene()
    s.does("BN", "wake MOR")
    s.does("A", "move 02.05")
    s.play.happen(order_paid(s.play.moment, "blue", s.unit("REG")))
    assert not [seen for desk, seen in s.play.seen if desk == "red"]


# ---------------------------------------------------------------- assets that go with a unit


def test_assigned_assets_go_where_their_unit_goes() -> None:
    """TOCS-W1.7-1, TOCS-W2.5-2, TOCS-W2.5-1: stacked with it, and not when they stand elsewhere or act for themselves."""
    s = scene(Piece("AT", "02.04", "asset", parent="bn", assigned="a"), Piece("AA", "02.05", "asset", parent="bn", assigned="a"))
    s.does("A", "move 03.04")
    assert (s.unit("AT").hex, s.unit("AA").hex) == ("03.04", "02.05")
    assert s.picture().forces == s.forces()
    s.activate("AT")
    s.play.happen([e.UnitChanged("blue", s.unit("A"), "moved")])
    assert s.unit("AT").hex == "03.04"


def test_an_assigned_asset_follows_into_the_hex_that_was_won() -> None:
    """TOCS-W1.7-1."""
    s = Scene([Piece("A", "02.04"), Piece("AT", "02.04", "asset", assigned="a")], [Piece("R", "02.05", "half_company")],
              cell="-/4", own="02.03")  # fmt: skip
    s.does("A", "attack 02.05 deliberate")
    s.fight()
    assert s.unit("A").hex == s.unit("AT").hex == Hex("02.05")
