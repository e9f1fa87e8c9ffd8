"""Rally: an HQ puts broken units back in order (TOCS-W10.19)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.units import STATES
from tests.rulesets.tocs.builder import Piece, Scene, ground

PASS, FAIL = (1, 1), (6, 6)
DISRUPTED, DEMORALIZED, DISPERSED = 3, 4, 5


def scene(*pieces: Piece, **changes: Any) -> Scene:
    own = changes.pop("own", "02.03 02.04 02.05 02.06 02.07")
    return Scene([Piece("HQ", "02.02", "hq", command=3), *pieces], [Piece("R", "08.08")], own=own, **changes)


def broken(call: str, where: str = "02.04", state: int = DISRUPTED, **more: Any) -> Piece:
    return Piece(call, where, parent=more.pop("parent", "hq"), state=state, **more)


def test_an_ap_rallies_a_hex_and_nobody_tires() -> None:
    """TOCS-W10.19-1, TOCS-W10.19-2, TOCS-W10.19-3: each unit throws for itself."""
    s = scene(broken("A"), broken("B", state=DEMORALIZED), broken("C", state=2), dice={"rally/A": PASS, "rally/B": FAIL})
    s.does("HQ", "rally 02.04")
    assert [s.unit(c).state for c in "ABC"] == [2, DEMORALIZED, 2] and s.active().ap == 2
    assert [(c.unit.id, c.passed) for c in s.happened(e.MoraleChecked)] == [("a", True), ("b", False)]
    s.close()
    assert s.unit("HQ").state == 0


@pytest.mark.parametrize(("state", "after"), [(DISRUPTED, "disordered"), (DEMORALIZED, "disordered"), (DISPERSED, "demoralized")])
def test_what_a_rally_makes_of_a_unit(state: int, after: str) -> None:
    """TOCS-W10.19-3, TOCS-W10.19-4: from dispersed to disordered it takes two."""
    s = scene(broken("A", state=state), dice={"rally/A": PASS})
    s.does("HQ", "rally 02.04")
    assert STATES[s.unit("A").state] == after
    assert s.learnt("blue", e.MoraleChecked) and not s.learnt("red", e.MoraleChecked)


def test_a_unit_rallies_once_an_impulse() -> None:
    """TOCS-W10.19-5."""
    s = scene(broken("A", state=DISPERSED), dice={"rally/A": PASS})
    s.does("HQ", "rally 02.04")
    assert [r.rule for r in s.check("HQ", "rally 02.04")] == ["TOCS-W10.19-5"]
    s.close()
    assert s.forces().rallied == ()


def test_a_failure_costs_the_ap_and_the_hq_may_try_again() -> None:
    """TOCS-W10.19-6: every try paid and thrown in turn, with dice of its own."""
    s = scene(broken("A"), dice={"rally/A": FAIL})
    s.does("HQ", "rally 02.04; rally 02.04; rally 02.04")
    assert s.active().ap == 0 and s.unit("A").state == DISRUPTED
    assert [c.throw.occasion for c in s.happened(e.MoraleChecked)] == [f"rally/A/T1.1/blue.{n}" for n in (1, 2, 3)]
    assert [r.rule for r in s.check("HQ", "rally 02.04")] == ["TOCS-W10.19-1"]


def test_assigned_assets_share_the_result() -> None:
    """TOCS-W10.19-2, TOCS-W1.7-1."""
    mine = [broken("A"), broken("AT", kind="asset", assigned="a", state=DEMORALIZED), broken("AA", kind="asset")]
    s = scene(*mine, dice={"rally/A/": PASS, "rally/AA/": FAIL})
    s.does("HQ", "rally 02.04")
    assert [s.unit(c).state for c in ("A", "AT", "AA")] == [2, 2, DISRUPTED]
    assert {c.unit.id for c in s.happened(e.MoraleChecked)} == {"a", "aa"}


@pytest.mark.parametrize(("helps", "drm"), [
    ({"state": DEMORALIZED}, 1), ({"state": DISPERSED}, 2), ({"claims": ["02.04"]}, 1), ({"land": "02.04 village"}, -1),
    ({"works": {"02.04": ("entrenched", "blue")}}, -1), ({"where": "02.02"}, -1), ({"cut": "T1.1"}, 1), ({"shelled": "02.04"}, 1),
])  # fmt: skip
def test_what_helps_and_what_hinders(helps: dict[str, Any], drm: int) -> None:
    """TOCS-W10.19-2: state, EZOC, fire, supply, shelter, the HQ in the hex."""
    more: dict[str, Any] = {k: helps[k] for k in ("claims", "works") if k in helps}
    more |= {"land": ground(helps["land"])} if "land" in helps else {}
    more |= {"switches": {"supply": "traced"}} if "cut" in helps else {}
    where = helps.get("where", "02.04")
    s = scene(broken("A", where, **{k: helps[k] for k in ("state", "cut") if k in helps}), **more)
    if "shelled" in helps:
        forces = s.forces().under_fire(s.unit("A").hex)
        s.play.situation = replace(s.play.situation, board=replace(s.board, forces={**s.board.forces, "blue": forces}))
        s.play.pictures["blue"] = replace(s.picture(), forces=forces)
    s.does("HQ", f"rally {where}")
    assert s.happened(e.MoraleChecked)[0].drm == drm


def test_in_an_engagement_and_under_a_division() -> None:
    """TOCS-W10.19-2: in a group only one counts: engaged, not the zone as well."""
    s = Scene([Piece("DIV", "02.02", "hq", level="division", command=5, steps=3), broken("A", "02.04", parent="div")],
              [Piece("R", "02.04")], own="02.03", engaged={"02.04": "blue"}, claims=["02.04"])  # fmt: skip
    s.does("DIV", "rally 02.04")
    assert s.happened(e.MoraleChecked)[0].reasons == ("engaged +2", "senior hq -1")


@pytest.mark.parametrize(("call", "text", "rule"), [
    ("HQ", "rally 02.06", "TOCS-W10.19-1"), ("HQ", "rally 02.03", "TOCS-W10.19-1"), ("X", "rally 02.04", "TOCS-W10.19-1"),
    ("HQ", "rally 60.60", "TOCS-W1.2-4"), ("HQ", "rally 02.05", "TOCS-W10.19-1"),
])  # fmt: skip
def test_whom_an_hq_cannot_rally(call: str, text: str, rule: str) -> None:
    """TOCS-W10.19-1: beyond its range over land, nobody broken, no HQ, off the map, another's unit."""
    s = scene(broken("A", "02.06"), Piece("X", "02.03", parent="hq"), Piece("HQ2", "02.07", "hq", command=3),
              broken("Y", "02.05", parent="hq2"))  # fmt: skip
    assert [r.rule for r in s.check(call, text)] == [rule]


@settings(max_examples=60)
@given(st.integers(0, 5), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_a_rally_never_makes_anything_worse(state: int, faces: tuple[int, int]) -> None:
    """TOCS-W10.19-1, TOCS-W10.19-6."""
    s = scene(broken("A", state=state), dice={"rally/A": faces})
    s.does("HQ", "rally 02.04")
    assert s.unit("A").state <= state and s.unit("HQ").state == 0 and s.picture().forces == s.forces()
