"""Attacks taken on atom by atom: who is struck, what is lost, morale, retreats, formations, and what each side learns of it."""

from collections import Counter

import pytest

from pbem.kernel.hexes import Hex, distance
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import HexAttack
from tests.rulesets.tcs.field import Field

VILLAGE = Hex("05.05")


def struck(events: list[e.Event]) -> list[t.UnitStruck]:
    return [event for event in events if isinstance(event, t.UnitStruck)]


def shells(hex_: Hex = VILLAGE, column: int = 6, **more: object) -> e.AttackBegan:
    return e.AttackBegan(HexAttack(f"plot/BTY/T1/1/{hex_}", hex_, ("us", "ge"), column=column, direct=False, indirect=True, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(12))
def test_shells_strike_everybody_in_the_hex_once(seed: int) -> None:
    """TCSB-9-10, TCSB-10-1, TCSB-17-2: each with dice of its own; whoever it told on tries morale."""
    field = Field(seed)
    field.put("G-2", hex=VILLAGE)
    events = field.happen(shells())
    told = struck(events)
    assert {one.unit for one in told} == {"G-1", "G-2"} and len(told) == 2
    tried = {name for event in events if isinstance(event, t.MoraleTried) for name in event.units}
    assert tried == {one.unit for one in told if one.check and one.left}
    for one in told:
        left = {u.id: u.steps for f in field.board.forces.values() for u in f.units.values()}.get(one.unit, 0)
        ran = sum(event.losses for event in events if isinstance(event, t.FellBack) and event.unit == one.unit)
        assert left == 0 or left == one.left - ran
        assert one.losses + one.left == 5
    assert not field.board.attacks and field.board.forces["us"].units.keys() >= {"A-1", "A-2"}


def test_a_platoon_and_a_machine_gun_are_struck_as_one() -> None:
    """TCS3-7-3, TCS3-7-4: one throw, one check of the infantry's morale, the gun loses last."""
    for seed in range(30):
        field = Field(seed)
        field.put("G-MG", hex=VILLAGE)
        events = field.happen(shells(column=9))
        told = struck(events)
        assert [one.unit for one in told] == ["G-1", "G-MG"] and told[0].faces == told[1].faces
        assert told[1].losses == 0 or told[0].left == 0
        for event in events:
            if isinstance(event, t.MoraleTried):
                assert event.units == tuple(one.unit for one in told if one.left)


def test_armor_is_hurt_by_shells_on_the_mortar_line_alone() -> None:
    """TCSB-11-13, TCSB-16-2, TCSB-16-12, TCS3-2.11-1: one throw a sheaf, and hatches shut."""
    hits = Counter[str]()
    for seed in range(200):
        field = Field(seed)
        field.put("Z-1", hex=VILLAGE)
        field.dead("G-1")
        events = field.happen(shells(column=10, sheafs=4))
        (one,) = struck(events)
        hits[one.how] += 1
        assert (one.how == "mortar_line" and one.left == 0) or (one.how == "area" and one.left == 1 and one.buttoned)
    assert 0 < hits["mortar_line"] < 30
    field = Field()
    field.put("Z-1", hex=VILLAGE)
    field.happen(e.AttackBegan(HexAttack("fire/A-1/T1/1", VILLAGE, ("ge",), by="us", column=0)))
    assert not field.unit("Z-1").buttoned and field.unit("Z-1").under_fire


@pytest.mark.parametrize("seed", range(25))
def test_who_runs_ends_farther_from_the_enemy_or_is_gone(seed: int) -> None:
    """TCSB-17-9, TCSB-17-11, TCSB-17-12, TCSB-17-13, TCSB-17-15."""
    field = Field(seed)
    field.put("G-1", morale=7)
    before = min(distance_to(field, "us", VILLAGE), 99)
    events = field.happen(shells(column=9, strain=2))
    for event in events:
        if isinstance(event, t.FellBack) and event.left:
            unit = field.unit(event.unit)
            assert unit.hex == event.path[-1] and unit.suppressed and unit.mode == "fire" and len(event.path) <= event.hexes
            assert distance_to(field, "us", unit.hex) > max(before, 1)
        elif isinstance(event, t.FellBack):
            assert event.unit in field.board.forces["ge"].dead


def distance_to(field: Field, side: str, hex_: Hex) -> int:
    return min(distance(hex_, unit.hex) for unit in field.board.forces[side].units.values())


def test_a_company_is_shaken_by_a_platoon_destroyed_and_it_counts() -> None:
    """TCS3-4-2, TCSB-17-1, TCSB-17-7."""
    for seed in range(200):
        field = Field(seed)
        field.put("G-1", steps=1)
        events = field.happen(shells(column=10))
        if "G-1" in field.board.forces["ge"].dead:
            blows = [event for event in events if isinstance(event, t.FormationShaken)]
            assert [(blow.formation, blow.by, blow.now) for blow in blows] == [("G", 2, 2)]
            events = field.happen(shells(Hex("06.05"), column=10))
            checks = [event for event in events if isinstance(event, t.MoraleTried) and event.units == ("G-2",)]
            lost = sum(one.losses for one in struck(events))
            assert all(check.effective == 4 + 2 + lost for check in checks)
            if checks:
                return
    raise AssertionError("nobody was destroyed in two hundred tries")


def test_the_enemy_learns_what_is_seen_and_no_figure() -> None:
    """TCSB-7-3, TCS3-10-1, TCSB-9-10: effects on counters in sight; of those out of sight nothing at all."""
    field = Field(3)
    field.happen()
    named = field.board.shown["us"]["G-MG"]
    field.happen(shells(Hex("05.04"), column=10))
    hurt = field.seen("us", o.EnemyHurt)
    assert hurt and {one.name for one in hurt} == {named}
    field = Field(3)
    field.happen()
    field.happen(shells(Hex("08.08"), column=10))
    assert field.seen("us", o.EnemyHurt) == []


def test_battalions_count_the_steps_of_one_fire() -> None:
    """TCSB-17-7: with the setting they do, and companies do not."""
    for seed in range(60):
        field = Field(seed, formation_morale="battalion")
        field.put("G-2", hex=VILLAGE)
        events = field.happen(shells(column=10))
        lost = sum(one.losses for one in struck(events))
        blows = [event for event in events if isinstance(event, t.FormationShaken)]
        assert all(blow.formation == "I Btl" for blow in blows) and [blow.by for blow in blows] == (
            [] if lost < 4 else [1] if lost < 6 else [2]
        )
