"""Half-companies: split, acting for themselves, and whole again (TOCS-W10.18)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.rules.zoc import covers
from tests.rulesets.tocs.builder import Piece, Scene, source


def company(*more: Piece, red: tuple[Piece, ...] = (), allowed: bool = True, a: dict[str, Any] | None = None, **rest: Any) -> Scene:
    pieces = [Piece("HQ", "02.02", "hq", command=6), Piece("A/1", "03.03", parent="hq", **{"strength": 5, **(a or {})}), *more]
    own = "02.03 03.02 04.03"
    return Scene(pieces, red, own=own, switches={"half_companies": allowed}, **rest)


def test_an_hq_splits_a_company_for_one_ap_and_nobody_is_the_worse() -> None:  # TOCS-W10.18-1, W10.18-2
    scene = company()
    assert scene.staff("split A/1") == ()
    assert scene.forces().staffs["hq"].ap == 2
    one, other = scene.unit("A-1/1"), scene.unit("A-2/1")
    assert [(u.hex, u.state, u.status) for u in (one, other)] == [(Hex("03.03"), 0, "map")] * 2
    counters = [scene.forces().counter(u) for u in (one, other)]
    assert [(c.kind, c.steps, c.strength) for c in counters] == [("half_company", 2, 3), ("half_company", 2, 2)]
    assert (scene.unit("A/1").status, scene.unit("HQ").state) == ("split", 0)


@pytest.mark.parametrize(("steps", "strength", "first", "second"), [
    (5, 5, (3, 3), (2, 2)), (4, 4, (2, 2), (2, 2)), (3, 6, (2, 3), (1, 3)), (6, 3, (3, 2), (3, 1)), (2, 1, (1, 1), (1, 0)),
])  # fmt: skip
def test_what_cannot_be_halved_is_the_first_halfs(
    steps: int, strength: int, first: tuple[int, int], second: tuple[int, int]
) -> None:
    """TOCS-W10.18-1, TOCS-W10.18-2: steps and strength add up to the company's."""
    scene = company(a={"steps": steps, "strength": strength})
    assert scene.staff("split A/1") == ()
    halves = [scene.forces().counter(scene.unit(call)) for call in ("A-1/1", "A-2/1")]
    assert [(c.steps, c.strength) for c in halves] == [first, second]
    assert [(c.id, c.name) for c in halves] == [("a/1-half-1", "A/1, first half"), ("a/1-half-2", "A/1, second half")]


def test_each_half_is_activated_by_itself_and_holds_a_zone() -> None:  # TOCS-W10.18-2
    scene = company()
    scene.staff("split A/1")
    spent = scene.forces().pools["pool"].spent
    assert scene.does("A-1/1", "move 04.03").failure is None
    assert scene.does("A-2/1", "recon 03.04").failure is None
    assert scene.forces().pools["pool"].spent == spent + 2
    assert scene.check("A/1", "move 03.04")[0].words.endswith("name one of its halves")
    assert covers(scene.view(), Hex("05.03"))


def test_the_halves_are_a_company_again_in_the_worse_state_with_what_is_left_of_both() -> None:  # TOCS-W10.18-3
    scene = company(a={"lost": 1})
    scene.staff("split A/1")
    assert (scene.unit("A-1/1").lost, scene.unit("A-2/1").lost) == (1, 0)
    scene.does("A-1/1", "move 04.03; move 03.03")
    assert [r.rule for r in scene.staff("join A/1")] == ["TOCS-3.6-3"]
    scene.activate("HQ")
    assert scene.staff("join A-2/1") == ()
    whole = scene.unit("A/1")
    assert (whole.status, whole.hex, whole.lost, whole.state) == ("map", Hex("03.03"), 1, 1)
    assert {scene.unit(c).status for c in ("A-1/1", "A-2/1")} == {"joined"}
    assert scene.check("A-1/1", "move 03.04")[0].words.endswith("part of its company again")


def test_a_company_may_be_divided_and_joined_more_than_once() -> None:
    scene = company()
    for _ in range(2):
        assert scene.staff("split A/1") == ()
        assert scene.staff("join A/1") == ()
    assert (scene.unit("A/1").lost, scene.unit("A/1").state) == (0, 0)


def test_assets_and_trucks_of_the_company_go_with_its_first_half_and_come_back() -> None:
    truck = source("03.03", 4, "mobile", join="a/1")
    scene = company(Piece("MOR", "03.03", "asset", parent="hq", assigned="a/1"), supply={"blue": [truck], "red": [source("08.08")]})
    scene.staff("split A/1")
    assert scene.unit("MOR").assigned == "a/1-half-1"
    assert [(s.join, s.sp) for s in scene.forces().sources.values()] == [("a/1-half-1", 4)]
    scene.staff("join A/1")
    assert scene.unit("MOR").assigned == "a/1"
    assert [(s.join, s.sp) for s in scene.forces().sources.values()] == [("a/1", 4)]


@pytest.mark.parametrize(
    ("how", "row"),
    [
        ({"allowed": False}, "TOCS-W10.18-1"),
        ({"a": {"state": 1}}, "TOCS-W10.18-1"),
        ({"a": {"lost": 3}}, "TOCS-W10.18-2"),
        ({"a": {"reserve": True}}, "TOCS-W10.21-4"),
    ],
)
def test_what_is_not_divided(how: dict[str, Any], row: str) -> None:
    scene = company(**how)
    assert [r.rule for r in scene.staff("split A/1")] == [row]


def test_a_headquarters_company_is_not_divided() -> None:
    scene = Scene([Piece("HQC", "03.03", "hq_company", command=6)], switches={"half_companies": True})
    assert [r.rule for r in scene.staff("split HQC")] == ["TOCS-W10.18-1"]


def test_halves_apart_or_bereft_are_not_joined() -> None:
    scene = company()
    assert [r.rule for r in scene.staff("join A/1")] == ["TOCS-W10.18-3"]
    scene.staff("split A/1")
    scene.does("A-1/1", "move 04.03")
    scene.activate("HQ")
    assert [r.rule for r in scene.staff("join A/1")] == ["TOCS-W10.18-3"]


def test_the_enemy_hears_nothing_of_a_division() -> None:
    scene = company(red=(Piece("R", "08.08"),))
    scene.staff("split A/1")
    scene.staff("join A/1")
    assert [seen for desk, seen in scene.play.seen if desk == "red"] == []


def test_several_companies_are_named_on_one_line_and_each_takes_an_action_point() -> None:
    scene = company(Piece("B/1", "03.03", parent="hq"))
    assert scene.staff("split A/1, B/1") == ()
    assert scene.forces().staffs["hq"].ap == 1
    assert scene.staff("join A,B/1") == ()
    assert {scene.unit(c).status for c in ("A/1", "B/1")} == {"map"}
    before = scene.board
    assert [r.rule for r in scene.staff("split A/1, HQ")] == ["TOCS-W10.18-1"]
    assert scene.board == before, "all of it or nothing"
