"""Steps and supply are conserved by assign, split, join, disband and refit, in any order and however often."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.resolution import end_of_turn_work as workday
from pbem.rulesets.tocs.units import Replacements
from tests.rulesets.tocs.builder import Piece, Scene, source

COMPANIES = ("A", "B", "C")
HALVES = tuple(f"{call}-{n}" for call in COMPANIES for n in (1, 2))
OTHERS = ("STUG", "GUN", "MOR", "RCN")
CALLS = (*COMPANIES, *HALVES, *OTHERS)
PLACES = ("03.03", "03.02", "04.02")

lines = st.one_of(
    st.sampled_from(CALLS).map(lambda c: f"split {c}"),
    st.sampled_from(CALLS).map(lambda c: f"join {c}"),
    st.sampled_from(CALLS).map(lambda c: f"disband {c}"),
    st.sampled_from(CALLS).map(lambda c: f"disband {c} into pool"),
    st.sampled_from(CALLS).map(lambda c: f"refit {c}"),
    st.tuples(st.sampled_from(OTHERS), st.sampled_from(CALLS)).map(lambda p: f"assign {p[0]} to {p[1]}"),
    st.tuples(st.sampled_from(CALLS), st.sampled_from(("HQ", "HQ2"))).map(lambda p: f"reassign {p[0]} to {p[1]}"),
    st.sampled_from(CALLS).map(lambda c: f"assign trucks at 03.02 to {c}"),
    st.just("TURN"),
)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """A division with three companies and others, hurt and placed anyhow, in supply or not, and something in the pools."""

    def piece(call: str, kind: str, most: int, **more: Any) -> Piece:
        hurt = {"lost": draw(st.integers(0, most)), "state": draw(st.sampled_from((0, 0, 0, 1, 2)))}
        return Piece(call, draw(st.sampled_from(PLACES)), kind, parent="hq", **hurt, **more)

    blue = [
        Piece("HQ", "02.02", "hq", level="division", command=8, steps=3), Piece("HQ2", "02.02", "hq", level="brigade", command=8),
        *(piece(call, "company", 3) for call in COMPANIES), piece("STUG", "vehicle_platoon", 1), piece("GUN", "battery", 1),
        piece("MOR", "asset", 0), piece("RCN", "asset", 0, mobility="motorized"),
    ]  # fmt: skip
    where = draw(st.sampled_from(("02.02", "08.01")))
    with_whom = draw(st.sampled_from((None, *(p.unit for p in blue if p.unit.hex == "03.02"))))
    joined = {"join": with_whom.id, "noted": with_whom.lost} if with_whom else {}
    stores = [source(where, 6), source("03.02", 4, "mobile", **joined)]
    pools = Replacements(draw(st.integers(0, 3)), draw(st.integers(0, 3)))
    return Scene(
        blue, [Piece("R", "08.08")], own="02.03 03.02 04.02 03.03 08.01", turns=9,
        supply={"blue": stores, "red": [source("08.08")]},
        switches={"half_companies": True}, points=30, sides={"blue": {"replacements": pools}}, dice={"refit": (6,)},
    )  # fmt: skip


def steps(forces: Forces) -> int:
    """Steps that fight or wait in a pool."""
    left = forces.replacements
    return sum(forces.counter(u).steps - u.lost for u in forces.on_map()) + left.men + left.vehicles + sum(left.repaired.values())


def wasted(scene: Scene) -> int:
    """Steps that were thrown away, by what the owner was told."""
    told = [c.why for c in scene.happened(e.ReplacementsChanged) if "steps are lost" in c.why]
    return sum(int(why.partition("; ")[2].split()[0]) for why in told)


@settings(max_examples=60, deadline=None)
@given(scenes(), st.lists(lines, max_size=12))
def test_no_step_and_no_supply_point_comes_or_goes(scene: Scene, orders: list[str]) -> None:
    before = steps(scene.forces())
    points = sum(s.sp for s in scene.forces().sources.values())
    for line in orders:
        if line == "TURN":
            scene.play.happen(workday.judged(scene.play.moment))
        elif all(word not in HALVES or scene.forces().unit_called(word) for word in line.split()):
            scene.staff(line)
        assert steps(scene.forces()) + wasted(scene) == before, line
        assert sum(s.sp for s in scene.forces().sources.values()) == points, line
        assert scene.picture().forces == scene.forces(), line
    assert all(u.lost >= 0 for u in scene.forces().units.values())
    assert min(scene.forces().replacements.men, scene.forces().replacements.vehicles) >= 0
