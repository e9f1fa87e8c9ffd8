"""No advice and no refusal about works tells what a side's picture does not hold (TOCS-1.2-3, TOCS-W10.10-1, TOCS-W10.15-6)."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.reports import advice as reports_advice
from tests.rulesets.tocs.builder import Piece, Scene, ground, road

HERE, AROUND = "03.03", ("03.02", "03.04", "04.03", "02.03")
LAND = ground("04.03 woods", road("03.02 03.03 03.04 03.05"))
ORDERS = ("dig", "mine", "roadblock", "clear mines", "clear roadblock", "move", "recon")
WORKS = st.sampled_from(["", "entrenched", "fortified_area"])
LAID = st.sampled_from(["", "minefield red", "roadblock red", "minefield red, roadblock red"])
WORLD = st.fixed_dictionaries({
    "works": st.tuples(*[WORKS] * 4), "laid": st.tuples(*[LAID] * 4), "where": st.sampled_from(["03.05", "08.08", "05.05"]),
    "extended": st.sampled_from(["", "N", "NW"]),
})  # fmt: skip


def world(hidden: dict[str, Any], kind: str, ours: str) -> Scene:
    """A unit in 03.03 that has looked nowhere, and what red has around it."""
    pairs = zip(AROUND, hidden["works"], hidden["laid"], strict=True)
    told = [(h, level, laid) for h, level, laid in pairs if h not in ours]
    works = {h: (level, "red") for h, level, _ in told if level}
    obstacles = {h: laid for h, _, laid in told if laid}
    red = Piece("R", hidden["where"], extended=hidden["extended"])
    kinds: dict[str, dict[str, Any]] = {"company": {}, "sappers": {"engineer": True}, "dozer": {"traits": ("dozer",)}}
    troops = kinds[kind]
    return Scene([Piece("A", HERE, **troops)], [red], own=ours, land=LAND, works=works, obstacles=obstacles)


def advice(s: Scene) -> list[object]:
    """All that the side is told without a step being taken."""
    picture = s.picture()
    said: list[object] = [
        reports_advice.what_can(s.game, picture, "A"),
        reports_advice.idle(picture),
        reports_advice.goals(s.game, picture),
    ]
    for hex_ in AROUND:
        said.append(reports_advice.cost(s.game, picture, "A", hex_))
        said += [s.check("A", f"{order} {hex_}" if order != "dig" else order) for order in ORDERS]
    return said


@settings(max_examples=60, deadline=None)
@given(WORLD, WORLD, st.sampled_from(["company", "sappers", "dozer"]), st.sampled_from(["", "03.04", "03.02 04.03"]))
def test_two_worlds_that_differ_in_hidden_works_give_the_same_advice(
    one: dict[str, Any], other: dict[str, Any], kind: str, ours: str
) -> None:
    here, there = world(one, kind, ours), world(other, kind, ours)
    assert advice(here) == advice(there)


def test_what_was_found_is_advised_of() -> None:
    s = world({"works": ("",) * 4, "laid": ("", "minefield red", "", ""), "where": "08.08", "extended": ""}, "sappers", "")
    before = advice(s)
    s.play.happen([e.FixedFound("blue", "A", Hex("03.04"), ("minefield",))])
    assert advice(s) != before
