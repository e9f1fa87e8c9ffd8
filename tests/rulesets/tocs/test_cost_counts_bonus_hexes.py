"""COST counts the free hex that an action point on the road earns (TOCS-W11.1-1, TOCS-W10.1-2), as moving there does."""

import pytest

from pbem.rulesets.tocs.reports import advice
from tests.rulesets.tocs.builder import Piece, Scene, ground, road

WAY = "03.01 03.02 03.03 03.04 03.05 03.06 03.07 03.08"


def walker(kind: str, **unit: object) -> Scene:
    made = Piece("A", "03.01", kind, **unit)
    return Scene([made], [Piece("R", "08.08")], own=WAY, land=ground("", road(WAY)))


@pytest.mark.parametrize(
    ("kind", "mobility"), [("company", "foot"), ("vehicle_platoon", "armored"), ("vehicle_platoon", "motorized")]
)
@pytest.mark.parametrize("goal", WAY.split()[1:])
def test_what_cost_says_is_what_the_move_takes(kind: str, mobility: str, goal: str) -> None:
    scene = walker(kind, mobility=mobility, mp=2)
    head, *legs = advice.cost(scene.game, scene.picture(), "A", goal)
    used = int(head.partition(" MP, ")[2].split()[0])
    outcome = scene.does("A", f"move {goal} by road")
    if used <= 3:
        assert outcome.failure is None and scene.active().ap == 3 - used, head
    else:
        assert outcome.failure or scene.unit("A").hex != goal
    assert mobility != "motorized" or not any("free" in leg for leg in legs)
