"""Tank platoons as counters of several steps, and breaking them out."""

from typing import TypeVar

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.rules.breaking_out import broken_out
from pbem.rulesets.tcs.rules.close_combat import who_overruns
from pbem.rulesets.tcs.rules.command import companies
from pbem.rulesets.tcs.rules.losses import hit_by_point_fire
from pbem.rulesets.tcs.units import shots, vehicles_on
from tests.rulesets.tcs.armor import Armor, at, fixed
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.people import AT_GUN, TANK, unit
from tests.rulesets.tcs.test_fog_of_fire import policy

T = TypeVar("T")
HOLD = (policy("fire", "hold"), policy("adjacent", "hold"))
PLATOON = replace(TANK, id="m4_platoon", type="afv_platoon", steps=4)
SECTION = replace(AT_GUN, steps=2)


def of(events: list[e.Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


def test_a_platoon_counter_is_as_many_vehicles_as_it_has_steps() -> None:
    """TCSB-5-8, TCSARM-4.2B-2, TCSARM-4.2B-3: for the limit of five, for overruns, for its shots; a hit is one."""
    three = unit(PLATOON, steps=3, mode="move")
    assert vehicles_on(PLATOON, 3) == 3 and vehicles_on(TANK, 1) == 1 and vehicles_on(AT_GUN, 1) == 0
    assert (shots(three), shots(unit(TANK)), shots(unit(SECTION)), shots(unit())) == (3, 1, 2, 1)
    assert (
        hit_by_point_fire(three).steps == 2
        and hit_by_point_fire(unit(SECTION)).steps == 1
        and hit_by_point_fire(unit(TANK)).steps == 0
    )
    others = tuple(unit(PLATOON, id=f"P-{n}", steps=2, mode="move") for n in range(3))
    assert [one.id for one in who_overruns(BOOK, others)] == ["P-0", "P-1"]


def test_it_fires_once_for_each_step_and_loses_one_by_a_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.2B-3, TCSARM-4.2B-2: as suppressive fire, as overwatch."""
    fixed(monkeypatch, {"fire/T-1/": (1, 1, 1), "fire/Z-1/": (6, 6, 6), "armor/": (1, 1)})
    made = Armor(ge=(policy("odds", N=0),), us=(policy("odds", N=0),), platoon_counters=True)
    made.dead("T-2", "T-3", "A-1", "A-2", "A-MG", "A-60", "G-1", "G-2", "G-MG", "G-81", "K-1")
    made.printed("T-1", PLATOON, hex=Hex("07.02"), mode="fire")
    made.put("T-1", steps=3)
    made.put("Z-1", hex=Hex("07.05"), mode="fire")
    made.show("T-1", "Z-1")
    made.segment("us", "normal")
    events = made.order("us", ("T-1",), at("07.05", "fire", "point"))
    assert [one.unit for one in of(events, t.PointFired)] == ["T-1"] * 3
    made.segment("ge", "normal")
    made.put("T-1", fired=False)
    made.put("Z-1", mode="move", spent=-20)
    events = made.happen(t.MoveBegan("ge", ("Z-1",), (Hex("07.06"),)))
    assert [one.unit for one in of(events, t.PointFired)].count("T-1") == 3
    hits = [one for one in of(events, t.UnitStruck) if one.unit == "T-1" and one.losses]
    assert all(one.losses == 1 for one in hits) and made.unit("T-1").steps == 3 - len(hits)


def test_a_platoon_counter_is_broken_out_with_hits_for_who_is_not_there() -> None:
    """TCSARM-4.2B-4: three tanks become three counters with two hits each; on the sheet, in the stack, and each by its own name."""
    three = unit(replace(PLATOON, steps=3), id="C37-1", steps=3)
    assert [(one.id, one.steps, one.lost) for one in broken_out(three, 3, ())] == [
        ("C37-1", 1, 2), ("C37-1b", 1, 2), ("C37-1c", 1, 2),
    ]  # fmt: skip
    assert [(one.id, one.steps) for one in broken_out(three, 2, {"C37-1b"})] == [("C37-1", 2), ("C37-1c", 1)]
    made = Armor(ge=HOLD, platoon_counters=True)
    made.printed("T-1", PLATOON)
    order = Act("breakout", (), (("UNIT", "T-1"), ("N", 2)))
    assert made.refused("us", (), replace(order, slots=(("UNIT", "T-2"), ("N", 2)))) == "TCSARM-4.2B-4"
    assert made.refused("us", (), replace(order, slots=(("UNIT", "T-1"), ("N", 5)))) == "TCSARM-4.2B-4"
    size = companies(BOOK, made.board.forces["us"], made.board.forces["us"].sheets["US-2"])
    made.happen(*ACTIONS["breakout"].begun(made.game, made.picture("us"), (), order))
    assert [(one, made.unit(one).steps) for one in ("T-1", "T-1b")] == [("T-1", 2), ("T-1b", 2)]
    sheet = made.board.forces["us"].sheets["US-2"]
    assert sheet.force == ("T-1", "T-1b", "T-2", "T-3") and made.picture("us").forces == made.board.forces["us"]
    assert companies(BOOK, made.board.forces["us"], sheet) == size
    assert not any("T-1b" in name for name in made.picture("ge").enemies)
