"""Assets given to units, troops given to another headquarters (TOCS-W10.16, W10.17)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS
from pbem.rulesets.tocs.rules.supply import line_of
from tests.rulesets.tocs.builder import Piece, Scene, source


def battalion(**more: Any) -> Scene:
    """A division HQ, a regiment, its battalion with two companies and assets."""
    return Scene(
        [
            Piece("DIV", "02.02", "hq", level="division", command=8, steps=3),
            Piece("HQ1", "02.03", "hq", level="regiment", parent="div", command=6, steps=2),
            Piece("A", "03.03", parent="hq1"),
            Piece("B", "05.05", parent="hq1", state=1),
            Piece("MOR", "03.03", "asset", parent="hq1", arm="mortar"),
            Piece("AT", "04.04", "asset", parent="hq1", arm="at"),
            Piece("AA", "03.03", "asset", parent="hq1"),
            Piece("RCN", "03.03", "asset", parent="hq1"),
            Piece("FO", "03.03", "asset", parent="hq1", arm="observer"),
            Piece("HQ2", "06.02", "hq", level="regiment", parent="div", command=6, steps=2),
        ],
        [Piece("R", "08.08")],
        own="02.04 03.02 03.04 04.02 04.03 04.05 05.02 05.03 05.04 06.03",
        **more,
    )


def test_one_action_point_assigns_three_assets_that_stand_with_the_unit_in_its_state() -> None:  # TOCS-W10.16-1, TOCS-W10.16-3
    scene = battalion()
    assert scene.staff("assign MOR, AA, RCN to A by HQ1") == ()
    assert [scene.unit(c).assigned for c in ("MOR", "AA", "RCN")] == ["a"] * 3
    assert scene.forces().staffs["hq1"].ap == 2
    assert scene.forces().woken == ()
    scene.does("A", "move 04.03")
    assert {scene.unit(c).hex for c in ("MOR", "AA", "RCN")} == {Hex("04.03")}
    scene.activate("B")
    assert [scene.unit(c).state for c in ("A", "MOR", "AA", "RCN")] == [1] * 4


def test_an_asset_that_is_elsewhere_walks_there_without_an_op_and_takes_the_units_state() -> None:  # TOCS-W10.16-2
    scene = battalion()
    assert scene.staff("assign AT to B") == ()
    assert scene.forces().woken == ("at",)
    spent = scene.forces().pools["pool"].spent
    scene.does("AT", "move 05.04 05.05")
    assert scene.forces().pools["pool"].spent == spent
    scene.activate("A")
    assert (scene.unit("AT").hex, scene.unit("AT").state) == (Hex("05.05"), 1)
    scene.does("B", "move 05.04")
    assert scene.unit("AT").hex == Hex("05.04")


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("assign MOR, AT, AA, RCN to A", "TOCS-W10.16-1"),
        ("assign MOR to AA", "TOCS-W1.7-1"),
        ("assign FO, AA to A", "TOCS-W10.16-4"),
        ("assign FO to HQ2", "TOCS-W10.16-4"),
        ("assign A to B", "TOCS-W10.17-1"),
        ("assign HQ1 to HQ1", "TOCS-W10.17-1"),
        ("assign DIV to HQ1", "TOCS-W10.17-1"),
        ("assign A to HQ1", "TOCS-W10.17-1"),
        ("assign A to HQ2 by HQ1", "TOCS-W10.17-1"),
        ("assign A, MOR to HQ2", "TOCS-W10.17-1"),
        ("assign MOR to A by HQ2", "TOCS-W10.0-3"),
    ],
)
def test_what_cannot_be_assigned(line: str, row: str) -> None:
    scene = battalion()
    before = scene.board
    refused = scene.staff(line)
    assert [r.rule for r in refused] == [row], refused
    assert scene.board == before


def test_assets_are_assigned_and_troops_reassigned_for_an_ap_each() -> None:
    """TOCS-W10.16-1, TOCS-W10.17-1: told so, one by one; an HQ's order for all the assets, one for each unit."""
    for line, whys, left in (("assign MOR, AA to A", ["assigned"] * 2, 2), ("reassign A, B to HQ2 by DIV", ["reassigned"] * 2, 1)):
        scene = battalion()
        assert scene.staff(line) == ()
        assert [x.why for x in scene.happened(e.UnitChanged)] == whys
        assert [active.ap for active in scene.forces().staffs.values()] == [left]


def test_a_unit_has_four_assets_at_most() -> None:
    scene = battalion()
    assert scene.staff("assign MOR, AA, RCN to A") == ()
    assert scene.staff("assign FO to A") == ()
    assert [r.rule for r in scene.staff("assign AT to A")] == ["TOCS-W1.7-1"]
    assert [r.rule for r in scene.staff("assign MOR to A")] == ["TOCS-W10.16-1"]


def test_an_observer_is_given_by_a_regiment_or_higher_in_good_order_to_a_company() -> None:  # TOCS-W10.16-4
    scene = battalion()
    assert scene.staff("assign FO to A by DIV") == ()
    tired = Scene([Piece("HQ", "02.02", "hq", level="regiment", command=6, state=1), Piece("A", "03.03", parent="hq"),
                   Piece("FO", "03.03", "asset", parent="hq", arm="observer")], own="02.03 03.02")  # fmt: skip
    assert [r.rule for r in tired.staff("assign FO to A")] == ["TOCS-W10.16-4"]
    low = Scene([Piece("HQ", "02.02", "hq", command=6), Piece("A", "03.03", parent="hq"),
                 Piece("FO", "03.03", "asset", parent="hq", arm="observer")], own="02.03 03.02")  # fmt: skip
    assert [r.rule for r in low.staff("assign FO to A")] == ["TOCS-W10.16-4"]


def test_an_observer_goes_only_to_who_is_in_communication() -> None:  # TOCS-W10.16-4
    """The HQ that gives him is linked, and so is he; the company that is to have him is cut off by the enemy's ground."""
    for owned, row in ((("04.03 05.03 06.03"), ""), ("", "TOCS-W10.16-4")):
        pieces = [Piece("HQ", "02.02", "hq", level="regiment", command=6), Piece("A", "07.03", parent="hq"),
                  Piece("T", "07.03", "vehicle_platoon", parent="hq"),
                  Piece("FO", "03.03", "asset", parent="hq", arm="observer"),
                  Piece("MOR", "03.03", "asset", parent="hq", arm="mortar")]  # fmt: skip
        for call in "AT":
            scene = Scene(pieces, [Piece("R", "08.08")], own=f"03.02 {owned}")
            refused = scene.staff(f"assign FO to {call}")
            assert [r.rule for r in refused] == ([row] if row else [])
            assert scene.unit("FO").assigned == ("" if row else call.lower())
            assert not row or f"{call} is out of communication" in refused[0].words
            assert scene.staff(f"assign MOR to {call}") == (), "others are not asked for a link"


@pytest.mark.parametrize(("near", "asset", "offered"), [
    ({}, {}, ("assign MOR to A",)), ({"kind": "vehicle_platoon"}, {}, ("assign MOR to A",)), ({"where": "03.04"}, {}, ()),
    ({"kind": "asset"}, {}, ()), ({"kind": "hq"}, {}, ()), ({}, {"assigned": "a"}, ()), ({}, {"kind": "company"}, ()),
    ({"parent": "nobody"}, {}, ()),
])  # fmt: skip
def test_what_can_offers_an_asset_to_the_unit_it_stands_with(
    near: dict[str, Any], asset: dict[str, Any], offered: tuple[str, ...]
) -> None:
    """TOCS-W10.16-1: which an HQ above both can order."""
    who, what = {"where": "03.03", "kind": "company", "parent": "hq", **near}, {"kind": "asset", "parent": "hq", **asset}
    pieces = [Piece("HQ", "02.02", "hq", level="regiment", command=6), Piece("A", who.pop("where"), **who),
              Piece("MOR", "03.03", arm="mortar", **what)]  # fmt: skip
    scene = Scene(pieces, [Piece("R", "08.08")], own="02.03 03.02")
    found = tuple(line for line in DEEDS["assign"].options(scene.game, scene.picture(), "mor"))
    assert found == offered


def test_an_asset_on_the_way_goes_along_and_the_dry_run_says_so() -> None:  # TOCS-W10.16-3
    scene = Scene([Piece("A", "03.02"), Piece("MOR", "03.03", "asset", arm="mortar", assigned="a")], own="03.04")
    scene.activate("A")
    picture, act = scene.picture(), scene._acts("A: move 03.03 03.04")[0]
    action = ACTIONS["move"]
    expected = action.expect(scene.game, picture, action.order(act, picture))
    scene._act(act)
    assert scene.unit("MOR").hex == "03.04" and expected.forces.units["mor"].hex == "03.04"


def test_trucks_are_assigned_and_drive_there_without_an_op() -> None:  # TOCS-W10.16-1
    scene = battalion(supply={"blue": [source("02.03", 4, "mobile")], "red": [source("08.08")]})
    spent = scene.forces().pools["pool"].spent
    assert scene.staff("assign trucks at 02.03 to A") == ()
    trucks = next(iter(scene.forces().sources.values()))
    assert (trucks.hex, trucks.join, trucks.sp) == ("03.03", "a", 4)
    assert scene.forces().pools["pool"].spent == spent + 1, "the HQ is woken; the trucks cost nothing"
    assert [r.rule for r in scene.staff("assign trucks at 02.03 to A")] == ["TOCS-W10.16-1"]


def test_a_company_given_to_another_regiment_obeys_it_alone_and_keeps_its_state() -> None:  # TOCS-W10.17-1, TOCS-W10.17-3
    scene = battalion()
    assert scene.staff("reassign A to HQ2 by DIV") == ()
    assert (scene.unit("A").under, scene.unit("A").state) == ("hq2", 0)
    assert scene.forces().staffs["div"].ap == 2
    assert [r.rule for r in scene.staff("assign MOR to A by HQ1")] == ["TOCS-W10.16-1"]
    assert scene.staff("reassign A to HQ1 by DIV") == ()
    assert scene.unit("A").under == ""


@pytest.mark.parametrize("kind", [{"independent": True, "parent": "hq1"}, {}])
@pytest.mark.parametrize("before", [{}, {"phase": "setup", "turn": 0}])
def test_who_answers_to_nobody_is_given_to_nobody(kind: dict[str, Any], before: dict[str, Any]) -> None:
    """TOCS-W2.6.1-1, TOCS-W10.17-1: neither in play nor before it."""
    hqs = [Piece("DIV", "02.02", "hq", level="division", command=8), Piece("HQ1", "02.03", "hq", parent="div", level="regiment")]
    scene = Scene([*hqs, Piece("COM", "03.03", **kind), Piece("A", "03.03", parent="div")], own="03.02", **before)
    assert [r.rule for r in scene.staff("reassign COM to HQ1")] == ["TOCS-W2.6.1-1"] and scene.unit("COM").under == ""
    assert scene.staff("reassign A to HQ1") == () and scene.unit("A").under == "hq1"


def test_the_battalion_of_the_80th_obeys_combat_command_a_and_the_4th_armored_alone() -> None:  # TOCS-W10.17-4
    """A whole battalion goes with its HQ; it answers to CCA and 4AD until it comes back."""
    scene = Scene(
        [
            Piece("80ID", "02.02", "hq", level="division", command=8, steps=3),
            Piece("HQ1", "03.03", "hq", parent="80id", command=3),
            Piece("A", "03.03", parent="hq1"),
            Piece("4AD", "02.04", "hq", level="division", command=8, steps=3),
            Piece("CCA", "03.04", "hq", level="brigade", parent="4ad", command=6, steps=2),
        ],
        own="02.03",
    )
    assert scene.staff("assign 1 to CCA by 80ID") == (), "the formation by its name"
    assert scene.forces().staffs["80id"].ap == 2, "one formation, one AP"
    for hq, free in (("80ID", False), ("CCA", True), ("4AD", True)):
        refused = scene.staff(f"assign A to CCA by {hq}")
        if free:
            scene.staff(f"assign A to HQ1 by {hq}")
        assert bool(refused) is not free, (hq, refused)
    assert [r.rule for r in scene.staff("assign HQ1 to 80ID by 80ID")] == ["TOCS-W10.0-3"]
    assert scene.staff("assign HQ1 to 80ID by 4AD") == ()
    assert scene.unit("HQ1").under == ""


def test_supply_runs_through_the_new_headquarters_or_the_old() -> None:  # TOCS-W10.17-2
    pieces = [
        Piece("DIV", "02.02", "hq", level="division", command=8),
        Piece("OLD", "03.03", "hq", level="regiment", command=6, parent="div"),
        Piece("NEW", "08.01", "hq", level="regiment", command=1, parent="div"),
        Piece("A", "05.05", parent="old", nation="none"),
    ]
    land = "02.03 03.02 03.04 04.03 04.04 05.04"
    scene = Scene(pieces, own=land, supply={"blue": [source("02.02")], "red": [source("08.08")]})
    assert scene.staff("assign A to NEW by DIV") == ()
    view = scene.view()
    assert line_of(view, scene.unit("A")).ok
    assert scene.happened(e.UnitChanged)[-1].why == "reassigned"


def test_before_the_first_turn_it_is_free() -> None:
    scene = battalion(phase="setup", turn=0)
    assert scene.staff("assign MOR to A") == ()
    assert scene.staff("assign AT to B") == ()
    assert scene.staff("reassign A to HQ2") == ()
    assert scene.forces().staffs == {}
    assert (scene.unit("MOR").assigned, scene.unit("AT").assigned, scene.unit("A").under) == ("a", "b", "hq2")
    assert scene.forces().pools["pool"].spent == 0


def test_the_enemy_hears_nothing_of_it() -> None:
    scene = battalion()
    heard = len([1 for desk, _ in scene.play.seen if desk == "red"])
    scene.staff("assign MOR to A")
    scene.staff("reassign A to HQ2")
    assert len([1 for desk, _ in scene.play.seen if desk == "red"]) == heard
