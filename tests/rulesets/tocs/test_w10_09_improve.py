"""DIG: improved positions (TOCS-W10.9, W2.6.4, W13.5.4)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.rules.works import LEVELS
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_3_09_combat import attacked

AWAY = [Piece("R", "08.08")]
SAPPERS: dict[str, Any] = {"engineer": True}


def scene(kind: str = "company", works: str = "", **more: Any) -> Scene:
    """A unit in 03.03, in works of some level already, and the enemy far away."""
    weather = more.pop("weather", {})
    return Scene([Piece("A", "03.03", kind, **more)], AWAY, works={"03.03": (works, "blue")} if works else {}, weather=weather)


def why(s: Scene) -> str:
    """The row of the refusal, "" when it may dig."""
    refused = s.check("A", "dig")
    return refused[0].rule if refused else ""


def test_a_company_spends_all_its_ap_and_then_tires() -> None:
    """TOCS-W10.9-1."""
    s = scene()
    assert not s.does("A", "dig").failure
    assert s.board.works == {"03.03": ("entrenched", "blue")} == s.picture().works and s.active().ap == 0
    s.does("A", "move 03.02")
    s.close()
    assert s.unit("A").hex == "03.03" and next(u.why for u in s.learnt("blue", e.UnitChanged)) == "acted"


@pytest.mark.parametrize("kind, more, row", [
    ("company", {}, ""), ("half_company", {}, ""), ("hq_company", {}, ""), ("company", {"state": 1}, "TOCS-W10.9-1"),
    ("company", {"state": 1, **SAPPERS}, ""), ("company", {"state": 2, **SAPPERS}, "TOCS-W2.6.4-2"),
    ("asset", SAPPERS, ""), ("asset", {"state": 1, **SAPPERS}, "TOCS-W2.6.4-2"), ("asset", {}, "TOCS-W10.9-1"),
    ("vehicle_platoon", SAPPERS, ""), ("hq", {}, "TOCS-W10.9-1"), ("battery", {}, "TOCS-W10.9-1"),
    ("company", {"state": 1, "traits": ("dozer",)}, "TOCS-W10.9-1"),
])  # fmt: skip
def test_companies_in_good_order_dig_and_engineers_while_fatigued(kind: str, more: dict[str, Any], row: str) -> None:
    """TOCS-W10.9-1, TOCS-W2.6.4-2."""
    assert why(scene(kind, **more)) == row


def test_all_ap_are_asked() -> None:
    """TOCS-W10.9-1: a unit that has done something else has not all of them."""
    s = scene()
    s.does("A", "recon 03.04")
    assert s.does("A", "dig").failure == s.refusals[-1] and s.refusals[-1].rule == "TOCS-W10.9-1"


def test_a_hex_comes_one_level_further_a_turn() -> None:
    """TOCS-W10.9-2, TOCS-W10.9-3."""
    s = Scene([Piece("A", "03.03"), Piece("B", "03.03")], AWAY, turns=5)
    for level in ("entrenched", "strongpoint", "fortified_area"):
        s.does("A", "dig")
        assert s.board.works[Hex("03.03")] == s.picture().works[Hex("03.03")] == (level, "blue")
        assert s.check("B", "dig")[0].rule in ("TOCS-W10.9-2", "TOCS-W10.9-3")
        s.play.happen([e.ActivationEnded("blue", s.unit("A")), e.TurnBegan(s.public.turn + 1), e.ImpulseBegan(1, "blue")])
    assert s.check("A", "dig")[0].rule == "TOCS-W10.9-3"


def test_in_frozen_ground_only_engineers_dig() -> None:
    """TOCS-W13.5.4-2."""
    frozen = {"ground": "frozen"}
    assert why(scene(weather=frozen)) == "TOCS-W13.5.4-2"
    assert why(scene(weather=frozen, **SAPPERS)) == why(scene("asset", weather=frozen, **SAPPERS)) == ""


def test_nobody_digs_in_an_engagement() -> None:
    """TOCS-W10.1-6."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.03")], engaged={Hex("03.03"): "blue"})
    assert s.check("A", "dig")[0].rule == "TOCS-W10.1-6"


@pytest.mark.parametrize("level, worth", [("", 0), ("entrenched", 2), ("strongpoint", 4), ("fortified_area", 6)])
def test_every_company_under_the_marker_adds_to_its_defence(level: str, worth: int) -> None:
    """TOCS-W10.9-4: per company, whatever it has lost; TOCS-W10.9-5."""
    red = [Piece("R", "03.04"), Piece("S", "03.04", lost=3), Piece("T", "03.04", "vehicle_platoon")]
    dug, flat = (attacked("-/-", red=red, works=w) for w in ({"03.04": (level, "red")} if level else {}, {}))
    sums = [s.happened(e.BattleRolled)[0].defender.total for s in (dug, flat)]
    assert sums[0] - sums[1] == 2 * worth


def test_the_enemy_is_not_told_and_sees_the_works_when_he_scouts() -> None:
    """TOCS-W10.4-5."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")])
    s.does("A", "dig")
    assert not s.learnt("red", e.PositionImproved) and not s.picture("red").works
    s.play.happen([e.ActivationEnded("blue", s.unit("A")), e.ImpulseBegan(2, "red")])
    s.does("R", "recon 03.03")
    assert s.picture("red").works == {"03.03": ("entrenched", "blue")}


def test_works_are_gone_for_good_when_the_enemy_takes_the_hex() -> None:
    """TOCS-W10.9-6."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], own="02.03", works={"02.03": ("strongpoint", "blue")})
    s.play.happen([e.OwnerChanged(Hex("02.03"), "red", "entered"), e.OwnerChanged(Hex("02.03"), "blue", "won")])
    assert not s.board.works and not s.picture().works


HOLDERS = st.lists(st.sampled_from(["blue", "red", "dig"]), min_size=1, max_size=8)


@settings(max_examples=60, deadline=None)
@given(HOLDERS)
def test_works_never_outlive_their_owner(turns: list[str]) -> None:
    """TOCS-W10.9-6: whatever the order of digging and of taking, works are the owner's or nobody's."""
    s = scene()
    here = Hex("03.03")
    for word in turns:
        held, dug = s.public.owner[here], s.board.works.get(here, ("", ""))[0]
        if word != "dig":
            s.play.happen([e.OwnerChanged(here, word, "entered")])
            level = dug if word == held else ""
        else:
            level = LEVELS[min(LEVELS.index(dug) + 1, 2)] if dug else LEVELS[0]
            s.play.happen([e.PositionImproved(held, here, level)])
        assert s.board.works.get(here, ("", ""))[0] == level
        assert {w[1] for w in s.board.works.values()} <= {s.public.owner[here]}
        assert [p.works.get(here) for p in (s.picture(), s.picture("red")) if p.works] in ([], [s.board.works.get(here)])


def test_what_can_offers_it_to_those_who_can() -> None:
    s = scene()
    assert "A: dig" in advice.what_can(s.game, s.picture(), "A")
    assert "A: dig" not in advice.what_can(scene(state=1).game, scene(state=1).picture(), "A")
