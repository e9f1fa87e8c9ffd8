"""No advice reveals what the picture does not hold: whatever the enemy has out of sight, the same words."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex, hex_at
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.reports import advice, sketch
from pbem.rulesets.tocs.units import Replacements
from tests.rulesets.tocs.builder import Piece, Scene, source

KINDS = ("company", "vehicle_platoon", "battery", "asset", "hq")
far = st.tuples(st.integers(1, 8), st.integers(6, 8)).map(lambda at: hex_at(*at))
enemies = st.lists(st.tuples(st.sampled_from(KINDS), far, st.integers(0, 5)), max_size=6)


def scene(hidden: list[tuple[str, Hex, int]], **more: Any) -> Scene:
    """The same blue side against any red one."""
    blue = [
        Piece("HQ", "02.02", "hq", level="division", command=8, steps=3), Piece("A", "03.03", parent="hq", lost=2),
        Piece("B", "03.03", parent="hq"), Piece("C", "04.04", parent="hq", engineer=True),
        Piece("MOR", "03.03", "asset", parent="hq"),
        Piece("GUN", "03.02", "battery", parent="hq", range=6, lost=1), Piece("FO", "03.03", "asset", parent="hq", arm="observer"),
    ]  # fmt: skip
    red = [Piece(f"R{n}", where, kind, state=state) for n, (kind, where, state) in enumerate(hidden)]
    pools = {"blue": {"replacements": Replacements(2, 1, wrecks={Hex("03.03"): 1})}}
    return Scene(
        blue, red, own="02.03 03.02 04.03", supply={"blue": [source("02.02"), source("03.02", 3, "mobile")], "red": []},
        switches={"half_companies": True}, sides=pools, **more,
    )  # fmt: skip


def said(shown: Scene) -> tuple[object, ...]:
    """Everything that advises a commander."""
    game, picture = shown.game, shown.picture()
    calls = sorted(picture.forces.counter(u).call for u in picture.forces.on_map())
    return (
        [advice.what_can(game, picture, call) for call in calls],
        [advice.cost(game, picture, call, "06.06") for call in calls],
        advice.deeds(game, picture), advice.warn_close(game, picture), advice.goals(game, picture), advice.idle(picture),
        sketch.sketch(game, picture, "", 3),
    )  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(enemies, st.lists(st.sampled_from(["split B", "refit A", "assign MOR to B", "disband A into B"]), max_size=3, unique=True))
def test_advice_is_the_same_whatever_the_enemy_has_out_of_sight(hidden: list[tuple[str, Hex, int]], orders: list[str]) -> None:
    alone, met = scene([]), scene(hidden)
    met.play.happen((e.ReplacementsChanged("red", Replacements(9, 9), "disbanded"),))
    for line in orders:
        assert [r.words for r in alone.staff(line)] == [r.words for r in met.staff(line)]
    assert said(alone) == said(met)
