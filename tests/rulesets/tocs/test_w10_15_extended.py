"""DEPLOY: companies in extended deployment and their deeper zone (TOCS-W10.15, W6.0)."""

from functools import partial
from typing import Any

import pytest

from pbem.documents.station import Heading
from pbem.kernel.hexes import DIRECTIONS, Hex, direction, neighbour, neighbours
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import control
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.reports.sitrep import sitrep
from pbem.rulesets.tocs.rules.zoc import covers, front, zone
from tests.rulesets.tocs.builder import Piece, Scene, ground
from tests.rulesets.tocs.test_3_09_combat import attacked

# R in 04.05 faces north: its front is 03.05, 04.04 and 05.05, and beyond these 03.04, 04.03 and 05.04.
HELD = ("03.05", "04.04", "05.05", "03.04", "04.03", "05.04")
ARMOUR: dict[str, Any] = {"kind": "vehicle_platoon", "mp": 8}


def scene(*blue: Piece, own: str = "", **more: Any) -> Scene:
    """Red's company in 04.05 in extended deployment to the north."""
    s = Scene(blue or (Piece("A", "04.01"),), [Piece("R", "04.05")], own=own, **more)
    r = replace(s.unit("R"), extended="N")
    s.play.happen([e.DeploymentExtended("red", r)])
    s.play.seen.clear()
    return s


def zone_of(s: Scene, side: str = "red") -> set[str]:
    return {h for h in s.game.ground.hexes if covers(s.view(side), h)}


def led(**more: Any) -> Scene:
    """A company of a battalion, and its HQ awake."""
    piece = Piece("A", "03.03", **{"parent": "h", **more})
    return Scene([piece, Piece("H", "03.02", "hq", command=4)], own="03.04")


# ---------------------------------------------------------------- the order


def test_an_hq_orders_it_for_an_ap_and_the_company_is_none_the_worse() -> None:
    """TOCS-W10.15-1."""
    s = led()
    s.activate("H")
    assert s.staff("deploy A toward 03.04") == ()
    assert s.unit("A").extended == "S" and s.unit("A").state == 0 and s.active().ap == 2
    assert s.forces().pools["pool"].bank == 9 and s.forces().activated == ("h",)
    assert tell(s.game, s.picture(), s.learnt("blue", e.DeploymentExtended)[0]) == ("A in 03.03 is extended toward 03.04",)
    assert s.check("A", "recon 03.04") == ()


def test_an_hq_that_sleeps_is_woken_for_an_op() -> None:
    """TOCS-W10.15-1."""
    s = led()
    assert s.staff("deploy A toward 03.04 by H") == () and s.forces().pools["pool"].bank == 9


@pytest.mark.parametrize("more, text, row", [
    ({}, "deploy A toward 03.05", "TOCS-W10.15-1"), ({"state": 3}, "deploy A toward 03.04", "TOCS-W10.15-1"),
    ({"kind": "vehicle_platoon"}, "deploy A toward 03.04", "TOCS-W10.15-1"), ({}, "deploy A toward 60.60", "TOCS-W1.2-4"),
    ({"where": "08.08"}, "deploy A toward 08.07", "TOCS-W7.0-4"),
])  # fmt: skip
def test_only_companies_that_have_a_zone_and_are_in_communication(more: dict[str, Any], text: str, row: str) -> None:
    """TOCS-W10.15-1."""
    where = more.pop("where", "03.03")
    kind = more.pop("kind", "company")
    s = Scene([Piece("A", where, kind, parent="h", **more), Piece("H", "03.02", "hq", command=4)])
    assert s.staff(text)[0].rule == row


def test_it_faces_another_way_when_it_is_ordered_again() -> None:
    s = led()
    s.staff("deploy A toward 03.04")
    assert s.staff("deploy A toward 03.04")[0].rule == "TOCS-W10.15-1"
    s.staff("deploy A toward 04.03")
    assert s.unit("A").extended == direction(Hex("03.03"), Hex("04.03"))


# ---------------------------------------------------------------- its zone


@pytest.mark.parametrize("facing", DIRECTIONS)
def test_its_front_is_three_hexes_and_a_step_beyond_each(facing: str) -> None:
    """TOCS-W10.15-7, TOCS-W6.0-15."""
    inner = [h for h, _ in front(Hex("04.05"), facing)]
    assert inner[1] == neighbour(Hex("04.05"), facing) and set(inner) <= set(neighbours(Hex("04.05")))
    assert inner[0] in neighbours(inner[1]) and inner[2] in neighbours(inner[1])
    assert [direction(h, far or h) for h, far in front(Hex("04.05"), facing)] == [facing] * 3


def test_two_deep_to_the_front_and_nothing_behind() -> None:
    """TOCS-W6.0-15."""
    assert zone_of(scene()) == set(HELD)


def test_it_stops_at_the_first_hex_of_the_enemys() -> None:
    """TOCS-W10.15-2, TOCS-W6.0-14: in it, and not through it."""
    assert zone_of(scene(own="04.04 03.04")) == set(HELD) - {"04.03"}


def test_it_stops_at_water_and_at_an_engagement() -> None:
    """TOCS-W6.0-6, TOCS-W10.15-2."""
    assert zone_of(scene(land=ground("04.03 lake"))) == set(HELD) - {"04.03"}
    fought = scene(Piece("A", "04.04"), own="", engaged={Hex("04.04"): "red"})
    fought.play.happen([e.UnitChanged("red", replace(fought.unit("R"), extended="N"), "set")])
    assert not zone_of(fought) & {"04.04", "04.03"}


def test_not_into_a_hex_the_enemy_has_stood_in_since_before() -> None:
    """TOCS-W6.0-14, TOCS-W6.0-16."""
    s = scene(Piece("A", "04.03"))
    assert zone(s.view("red"), Hex("04.03")) == "extended" and not covers(s.view("red"), Hex("04.03"), stood=True)
    s.does("A", "move 04.02")
    assert not s.happened(e.EzocAnswered)
    plain = Scene([Piece("A", "04.04")], [Piece("R", "04.05")])
    assert covers(plain.view("red"), Hex("04.04"), stood=True)  # a company deployed as usual holds it all the same


# ---------------------------------------------------------------- movers


def test_who_comes_in_stops_is_barred_from_the_next_and_is_free_in_the_next_impulse() -> None:
    """TOCS-W6.0-16, TOCS-W6.0-20, TOCS-W10.15-3: foot troops lose the points of two AP to it. That it has lapsed since they learn
    by going on (TOCS-W10.15-6): the list of claims stays as answered until then."""
    s = scene(Piece("A", "04.02", mp=4), dice={"turn-end": (6, 6)})
    s.does("A", "move 04.03")
    assert s.unit("A").hex == "04.03" and (s.active().ap, s.active().mp) == (2, 0) and s.public.claims["blue"] == ("04.03",)
    outcome = s.does("A", "move 05.03")
    assert outcome.failure is None and s.unit("A").hex == "05.03"
    s.does("A", "move 04.03")
    outcome = s.does("A", "move 04.04")
    assert s.unit("A").hex == "04.03" and outcome.failure and outcome.failure.rule == "TOCS-W6.0-12" and s.active().mp == 0
    s.close()
    s.close()
    assert "04.03" in s.public.claims["blue"] and all(seen.stands for seen in s.learnt("blue", e.EzocAnswered))
    s.does("A", "move 04.04")
    assert s.unit("A").hex == "04.04" and s.public.claims["blue"] == ("04.04",)
    assert [seen.stands for seen in s.learnt("blue", e.EzocAnswered) if seen.hex == "04.03"] == [True, False]


def test_an_attack_on_an_empty_hex_of_the_zone_goes_in_where_it_has_lapsed_behind_the_attacker() -> None:
    """TOCS-W6.0-12, TOCS-W6.0-16."""
    s = scene(Piece("A", "04.02", mp=4), dice={"turn-end": (6, 6)})
    s.does("A", "move 04.03")
    s.close()
    s.close()
    s.does("A", "attack 04.04 hasty")
    s.fight()
    assert s.unit("A").hex == "04.04" and s.public.claims["blue"] == ("04.04",)


def test_armour_leaves_a_lapsed_zone_at_the_single_price() -> None:
    """TOCS-W6.0-13, TOCS-W6.0-16, TOCS-W10.15-3: planned at double, since the list shows both; what is over pays for more."""
    s = scene(Piece("T", "04.02", **ARMOUR), dice={"turn-end": (6, 6)})
    s.does("T", "move 04.03")
    s.close()
    s.close()
    assert s.public.claims["blue"] == ("04.03",)
    s.does("T", "move 04.04")
    assert s.unit("T").hex == "04.04" and (s.active().ap, s.active().mp) == (1, 14) and s.public.claims["blue"] == ("04.04",)


def test_armour_drives_on_at_double_cost_and_its_coming_between_frees_the_hex_beyond() -> None:
    """TOCS-W6.0-17, TOCS-W10.15-3: at once, and told to nobody before he asks (TOCS-W10.15-6)."""
    s = scene(Piece("A", "04.02", mp=4), Piece("T", "04.02", **ARMOUR))
    s.does("A", "move 04.03")
    s.does("A", "recon 04.04")
    s.does("T", "move 04.03 04.04")
    assert s.unit("T").hex == "04.04" and s.owner("04.04") == "blue"
    assert not covers(s.view("red"), Hex("04.03")) and {"04.03", "04.04"} == set(s.view().ezoc())
    s.does("T", "recon 04.03")
    assert {"04.04"} == set(s.view().ezoc())


def test_others_move_through_the_freed_hex() -> None:
    """TOCS-W6.0-17."""
    s = scene(Piece("A", "04.02", mp=4), Piece("T", "04.02", **ARMOUR), Piece("B", "04.02", mp=8))
    s.does("T", "move 04.03 04.04")
    s.does("B", "move 04.03 05.03")
    assert s.unit("B").hex == "05.03" and not s.refusals


def test_a_plain_zone_beside_it_lapses_for_nobody() -> None:
    """TOCS-W10.15-3."""
    s = Scene([Piece("A", "04.02", mp=4)], [Piece("R", "04.05"), Piece("S", "05.03")], dice={"turn-end": (6, 6)})
    s.play.happen([e.DeploymentExtended("red", replace(s.unit("R"), extended="N"))])
    s.does("A", "move 04.03")
    s.close()
    s.close()
    outcome = s.does("A", "move 04.04")
    assert outcome.failure and outcome.failure.rule == "TOCS-W6.0-12" and "04.03" in s.public.claims["blue"]


@pytest.mark.parametrize("order, row", [("reserve A", "TOCS-W10.21-1"), ("refit A", "TOCS-W10.22-1")])
def test_reserve_and_refit_go_by_the_list_until_somebody_looks(order: str, row: str) -> None:
    """TOCS-W6.0-8: a claim counts until a move or a look disproves it; the refusal says how, and is the same whether the zone
    lapsed, its company went, or it stands."""
    told = []
    for red in (Piece("R", "04.05", extended="N"), Piece("R", "08.08"), Piece("R", "04.04")):
        s = Scene([Piece("A", "04.03", lost=1, parent="h"), Piece("B", "04.02"), Piece("H", "04.02", "hq", command=4)], [red],
                  claims=("04.03",))  # fmt: skip
        asked = s.staff if order.startswith("refit") else partial(s.check, "H")
        s.activate("H")
        told.append(asked(order))
        assert told[-1][0].rule == row and "RECON 04.03" in told[-1][0].words
        s.does("B", "recon 04.03")
        s.activate("H")
        stands = red.unit.hex == "04.04"
        assert any("RECON 04.03" in refusal.words for refusal in asked(order)) == stands == bool(s.public.claims["blue"])
    assert told[0] == told[1] == told[2]


# ---------------------------------------------------------------- what ends it


def test_moving_infiltrating_and_attacking_end_it() -> None:
    """TOCS-W10.15-4."""
    for act in ("move 03.02", "attack 03.04 hasty"):
        s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")])
        s.play.happen([e.DeploymentExtended("blue", replace(s.unit("A"), extended="S"))])
        s.does("A", act)
        assert s.unit("A").extended == "" == s.picture().forces.units["a"].extended, act
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.05")], claims=("03.03",))
    s.play.happen([e.DeploymentExtended("blue", replace(s.unit("A"), extended="S"))])
    s.does("A", "infiltrate 03.04")
    assert s.unit("A").extended == "" == s.picture().forces.units["a"].extended


def test_looking_does_not_end_it() -> None:
    """TOCS-W10.15-4."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")])
    s.play.happen([e.DeploymentExtended("blue", replace(s.unit("A"), extended="S"))])
    s.does("A", "recon 03.04")
    s.play.happen(control.end_activation(s.play.moment, "blue"))
    assert s.unit("A").extended == "S"


def stretched(cell: str, *wide: str, **more: Any) -> Scene:
    """A attacks 03.04, which red holds with R and S, some of them in extended deployment."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04"), Piece("S", "03.04")], cell=cell, **more)
    for call in wide:
        s.play.happen([e.DeploymentExtended("red", replace(s.unit(call), extended="N"))])
    s.does("A", "attack 03.04 hasty")
    s.fight()
    return s


def test_being_attacked_ends_it_and_being_stretched_costs_a_shift() -> None:
    """TOCS-W10.15-4: once the battle is thrown; by the house chart all the defending companies must be stretched."""
    both, one = stretched("-/-", "R", "S"), stretched("-/-", "R")
    assert both.unit("R").extended == both.unit("S").extended == "" == both.picture("red").forces.units["r"].extended
    assert one.unit("R").extended == ""
    assert [s.happened(e.BattleRolled)[0].attacker.shift for s in (both, one)] == [1, 0]
    assert attacked("-/-").happened(e.BattleRolled)[0].attacker.shift == 0


# ---------------------------------------------------------------- who knows


def test_the_enemy_hears_of_claims_and_never_how_the_company_stands() -> None:
    """TOCS-W10.15-6: and it exerts its zone by the standing order, as any other."""
    s = scene(Piece("A", "04.02", mp=4))
    s.does("A", "move 04.03")
    assert [seen for desk, seen in s.play.seen if desk == "blue" and isinstance(o.what(seen), e.DeploymentExtended)] == []
    assert s.learnt("blue", e.EzocAnswered) == [e.EzocAnswered("blue", Hex("04.03"), True)] and not s.picture().contacts
    silent = scene(Piece("A", "04.02", mp=4), standing={"red": ("ezoc never",)})
    silent.does("A", "move 04.03")
    assert not silent.happened(e.EzocAnswered)


def test_its_owner_reads_it_in_every_report() -> None:
    s = scene()
    heading = Heading("R-1", "", "", "ORDERS", (), closing="end impulse")
    assert "04.05 EXTENDED toward 04.04" in repr(sitrep(s.game, s.picture("red"), (), heading))
    assert "EXTENDED" not in repr(sitrep(s.game, s.picture(), (), heading))


@pytest.mark.parametrize("orders", [("move 04.03", "move 03.04"), ("move 04.03 03.04",)])
def test_armour_keeps_its_points_where_its_order_ends_in_the_outer_zone(orders: tuple[str, ...]) -> None:
    """TOCS-W10.15-3: it is not stopped, however its way is written: one point for the first hex, two for the next."""
    s = scene(Piece("T", "04.02", **ARMOUR))
    for order in orders:
        s.does("T", order)
    assert s.unit("T").hex == "03.04" and (s.active().ap, s.active().mp) == (2, 10)
