"""Fire and close combat on the true board, atom by atom: mortars, guns, antitank weapons, carriers and riders, overrun, hatches."""

from collections import Counter as Tally
from typing import Any, cast

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import HexAttack
from pbem.rulesets.tcs.settling.attacks import Retreat, flight
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.people import AT_GUN, CARRIER, PANTHER, PLATOON, TRUCK
from tests.rulesets.tcs.test_fog_of_fire import field, policy

OPEN, HERE, THERE = Hex("06.03"), Hex("06.02"), Hex("06.04")


def told(events: list[e.Event], kind: type) -> list[object]:
    return [event for event in events if isinstance(event, kind)]


def fire(place: Hex, *words: str) -> Act:
    return Act("fire", words, (("HEX", place),))


def test_an_overrun_is_met_by_at_rolls_then_strikes_and_goes_on_or_back() -> None:
    """TCSB-23-1, TCSB-23-2, TCSB-23-4, TCSB-23-5, TCSB-23-6, TCSB-23-7, TCS3-9-6, TCSB-15-8."""
    ends = Tally[bool]()
    for seed in range(30):
        made = field(seed, ge=(policy("fire", "hold"), policy("adjacent", "hold")))
        sheet = made.board.forces["us"].sheets["US-2"]
        made.happen(t.SheetChanged("us", replace(sheet, status="implemented"), "in force"))
        made.put("T-1", hex=HERE, mode="move")
        made.put("T-2", hex=HERE, mode="move")
        made.put("G-MG", hex=OPEN)
        made.show("G-MG")
        spent = made.unit("T-1").spent
        events = made.order("us", ("T-1", "T-2"), Act("overrun", (), (("HEX", OPEN),)))
        (entered,) = (event for event in events if isinstance(event, t.ClosedIn))
        (over,) = (event for event in events if isinstance(event, t.CloseOver))
        assert entered.what == "overrun" and entered.spent[0] - spent == 2 * (3 + 1)
        assert made.refused("us", ("T-1",), Act("overrun", (), (("HEX", Hex("06.05")),))) != ""
        ends[over.won] += 1
        where = made.unit("T-1").hex
        assert where == (OPEN if over.won else HERE)
        assert made.unit("T-1").mode == ("move" if over.won else "fire")
        assert bool(made.board.forces["ge"].at(OPEN)) is not over.won
        for one in told(events, t.UnitStruck):
            assert isinstance(one, t.UnitStruck)
            assert one.unit not in made.board.forces["ge"].units or any(
                isinstance(event, t.MoraleTried) and one.unit in event.units for event in events
            )
    assert len(ends) == 2


def test_infantry_beside_a_tank_that_drives_up_uses_its_antitank_weapons() -> None:
    """TCSB-15-8, TCSB-15-1, TCSB-15-5, TCSB-3-8, TCS3-1-11: in overwatch, in place of other fire."""
    made = field(3)
    made.put("G-1", hex=Hex("06.04"))
    made.put("T-1", hex=HERE, mode="move")
    events = made.happen(t.ActionBegan("us"), t.MoveBegan("us", ("T-1",), (OPEN,)))
    thrown = [event for event in events if isinstance(event, t.AtThrown)]
    assert [event.unit for event in thrown] == ["G-1"] and thrown[0].manner == "overwatch"
    assert ("T-1" in made.board.forces["us"].dead) is thrown[0].hit
    assert not any(isinstance(event, t.AreaFired) and "G-1" in event.units for event in events)


def test_a_mortar_fires_overwatch_once_in_a_phase_and_by_anothers_eyes() -> None:
    """TCSB-14-14, TCSB-13-7, TCS3-1-4, TCS3-1-10, TCSB-3-9."""
    made = field(5, ge=(policy("fire", "hold"), policy("fire", "open", units=("G-81",)), policy("adjacent", "hold")))
    made.put("A-1", spent=-40)
    made.put("G-81", hex=Hex("08.08"))
    made.put("Z-1", hex=Hex("05.08"))
    events = made.happen(t.ActionBegan("us"), t.MoveBegan("us", ("A-1",), (Hex("05.02"), Hex("05.03"), Hex("05.02"))))
    fired = [event for event in events if isinstance(event, t.AreaFired) and event.side == "ge"]
    assert [event.units for event in fired] == [("G-81",)]
    made.happen(t.ActionEnded("us"), t.ActionBegan("us"))
    assert not made.board.firing.answered


def test_batteries_answer_no_trigger() -> None:
    """TCSB-14-15, TCSB-4-10: nor do guns in move mode."""
    made = field(1)
    made.put("K-1", counter=replace(made.unit("K-1").counter, type="gun_tube"))
    made.put("A-1", spent=-40)
    events = made.happen(t.ActionBegan("us"), t.MoveBegan("us", ("A-1",), (Hex("05.02"), Hex("05.03"))))
    assert not any("K-1" in (event.units if isinstance(event, t.AreaFired) else ()) for event in events)
    made = field(1)
    made.put("K-1", mode="move")
    events = made.happen(t.ActionBegan("us"), t.MoveBegan("us", ("T-1",), (Hex("06.02"),)))
    assert not any(isinstance(event, t.PointFired) and event.unit == "K-1" for event in events)


def carried(made: Field, carrier: str, rider: str, counter: object) -> None:
    """A unit is a carrier, and another rides on it."""
    made.put(carrier, counter=counter, hex=OPEN, mode="move")
    made.put(rider, hex=OPEN, rides=carrier, mode="move")


@pytest.mark.parametrize("seed", range(12))
def test_riders_of_a_carrier_are_struck_when_it_is_gone(seed: int) -> None:
    """TCSB-26-3, TCS3-7-1, TCSB-11-12, TCSB-10-6, TCSB-4-11, TCSB-3-13: by area fire again, by a shot each by a die."""
    made = Field(seed)
    carried(made, "T-1", "A-1", CARRIER)
    events = made.happen(e.AttackBegan(HexAttack("plot/B/T1/1/x", OPEN, ("us",), column=8, direct=False, indirect=True)))
    struck = [event for event in events if isinstance(event, t.UnitStruck)]
    assert [one.unit for one in struck] == (["T-1", "A-1"] if struck[0].left == 0 else ["T-1"])
    made = Field(seed)
    carried(made, "T-1", "A-1", TRUCK)
    events = made.happen(e.AttackBegan(HexAttack("fire/K-1/T1/1/T-1", OPEN, ("us",), "point", "ge", ("K-1",), aim="T-1", hit=True)))
    rider = next(event for event in events if isinstance(event, t.UnitStruck) and event.unit == "A-1")
    assert rider.how == "with_carrier" and rider.losses in (0, 1)
    assert "T-1" in made.board.forces["us"].dead and made.unit("A-1").rides == "" and made.unit("A-1").hex == OPEN


def test_tank_riders_are_struck_while_the_tank_stands() -> None:
    """TCSB-26-3, TCSB-11-13."""
    made = Field(2)
    made.put("T-1", hex=OPEN, mode="move")
    made.put("A-1", hex=OPEN, rides="T-1", mode="move", steps=2)
    events = made.happen(e.AttackBegan(HexAttack("fire/G-MG/T1/1/x", OPEN, ("us",), "area", "ge", ("G-MG",), column=2)))
    struck = {event.unit: event for event in events if isinstance(event, t.UnitStruck)}
    assert set(struck) == {"T-1", "A-1"} and struck["T-1"].losses == 0 and struck["A-1"].faces


def test_hatches_shut_under_fire_limit_sight_and_open_in_clean_up() -> None:
    """TCSB-16-2, TCSB-16-6, TCSB-16-8, TCSB-16-4, TCSB-7-8: no morale is tried."""
    made = Field(4)
    events = made.happen(e.AttackBegan(HexAttack("fire/K-1/T1/1/T-1", made.unit("T-1").hex, ("us",), "point", aim="T-1", net=1)))
    assert made.unit("T-1").buttoned and not told(events, t.MoraleTried)
    assert made.unit("T-1").allowance == 2 * 7
    made.happen(e.AttackBegan(HexAttack("fire/K-1/T1/2/T-2", made.unit("T-2").hex, ("us",), "point", aim="T-2", net=-1)))
    assert not made.unit("T-2").buttoned
    made.order("us", ("T-2",), Act("button up"))
    assert made.unit("T-2").buttoned
    made.happen(t.CleanUpDone(1))
    assert not made.unit("T-1").buttoned and not made.unit("T-2").buttoned


def test_an_afv_chooses_area_or_point_and_guns_are_point_targets() -> None:
    """TCSB-9-4, TCSB-9-3, TCSB-12-15, TCSB-3-5, TCS3-9-1, TCSB-9-6, TCS3-4-1: one target after another, on three dice."""
    made = Field(6, command="off")
    made.put("T-1", mode="fire", hex=HERE)
    made.put("T-2", mode="fire", hex=HERE)
    made.put("K-1", hex=THERE, counter=replace(AT_GUN, area=6, area_class="area_gun", area_range=16))
    made.put("G-1", hex=THERE)
    made.show("K-1", "G-1")
    events = made.order("us", ("T-1",), fire(THERE, "area"))
    assert [event.units for event in events if isinstance(event, t.AreaFired)] == [("T-1",)]
    events = made.order("us", ("T-2",), fire(THERE, "point"))
    shots = [event for event in events if isinstance(event, t.PointFired)]
    assert [shot.unit for shot in shots] == ["T-2"] or not made.board.forces["ge"].at(THERE)
    assert all(111 <= shot.rolled <= 666 for shot in shots)
    assert made.refused("us", ("T-2",), fire(THERE, "area")) == "TCSB-9-2"


def test_what_reaches_by_range_and_by_friends() -> None:
    """TCSB-9-7, TCSB-9-9, TCSB-1-11: the first hex is left out, the last one counted."""
    made = Field(1, command="off")
    made.put("A-2", hex=Hex("05.01"))
    assert made.refused("us", ("A-2",), fire(Hex("05.07"), "area")) in ("", "TCSB-7-4")
    assert made.refused("us", ("A-2",), fire(Hex("05.08"), "area")) == "TCSB-9-7"
    assert made.refused("us", ("A-2",), fire(Hex("03.03"), "area")) == "TCSB-9-9"


def test_riders_and_paralyzed_units_do_not_fire() -> None:
    """TCSB-9-8, TCSB-26-4, TCSB-13-1, TCSB-4-10: a half-track's riders do, a truck's do not."""
    for counter, fires in ((CARRIER, True), (TRUCK, False)):
        made = field(2)
        made.put("Z-1", counter=counter, hex=Hex("05.04"), mode="fire")
        made.put("G-1", rides="Z-1", mode="fire", hex=Hex("05.04"))
        made.dead("G-MG", "G-2", "G-81", "K-1")
        made.put("A-1", spent=-40)
        events = made.happen(t.ActionBegan("us"), t.MoveBegan("us", ("A-1",), (Hex("05.02"), Hex("05.03"))))
        fired = {name for event in events if isinstance(event, t.AreaFired) and event.side == "ge" for name in event.units}
        assert ("G-1" in fired) is fires
    made = field(2)
    made.put("G-MG", paralyzed=True)
    made.dead("G-2", "G-81", "K-1", "G-1")
    events = made.happen(t.ActionBegan("us"), t.MoveBegan("us", ("A-1",), (Hex("05.02"),)))
    assert not any(isinstance(event, t.AreaFired) for event in events)


def test_a_stack_moves_as_one_trigger_and_who_is_stopped_stays_behind() -> None:
    """TCSB-14-3, TCSB-14-16, TCSB-20-5, TCSB-4-9: the others go on."""
    seen = Tally[int]()
    for seed in range(20):
        made = field(seed)
        made.put("A-2", hex=Hex("05.01"), mode="move")
        for name in ("A-1", "A-2"):
            made.put(name, spent=-40)
        events = made.happen(t.ActionBegan("us"), t.MoveBegan("us", ("A-1", "A-2"), (Hex("05.02"), Hex("06.02"))))
        steps = [event for event in events if isinstance(event, t.UnitsEntered)]
        seen[len(steps[-1].units)] += 1
        for name in set(steps[0].units) - set(steps[-1].units):
            unit = made.board.forces["us"].units.get(name)
            assert unit is None or ((unit.suppressed or unit.paralyzed) and unit.mode == "fire")
    assert set(seen) == {1, 2}


def test_marks_are_taken_by_who_joins_a_stack() -> None:
    """TCSB-14-10, TCSB-20-9, TCS3-1-9."""
    made = field(1, ge=(policy("fire", "hold"), policy("adjacent", "hold")))
    made.put("A-2", overwatch=True)
    made.put("A-1", spent=-40)
    made.happen(t.ActionBegan("us"), t.MoveBegan("us", ("A-1",), (made.unit("A-2").hex,)))
    assert made.unit("A-1").overwatch
    move = Act("move", (), (("PATH", (str(Hex("05.02")),)),))
    assert made.refused("us", ("A-1",), move) == "TCSB-20-9"


def test_who_fires_marks_his_stack_and_fire_is_returned_at_one_stack_that_fired() -> None:
    """TCS3-1-6, TCS3-1-9, TCS3-1-8, TCSB-14-9, TCSB-14-11: a paralyzed platoon takes the mark of the machine gun beside it."""
    returned = set[Hex]()
    for seed in range(12):
        made = field(seed, us=(policy("return", "nearest"),))
        made.dead("G-2", "G-81", "K-1")
        made.put("G-1", hex=Hex("05.04"), paralyzed=True)
        made.put("A-1", spent=-40)
        events = made.happen(t.ActionBegan("us"), t.MoveBegan("us", ("A-1",), (Hex("05.02"),)))
        fires = [event for event in events if isinstance(event, t.AreaFired)]
        assert (fires[0].units, fires[0].marked) == (("G-MG",), ("G-1", "G-MG"))
        assert made.unit("G-1").overwatch and made.unit("G-MG").overwatch
        assert [one.manner for one in fires] in (["overwatch"], ["overwatch", "return"])
        returned |= {one.hex for one in fires[1:]}
    assert returned == {"05.04"}


def test_who_goes_back_from_an_assault_is_not_fired_at() -> None:
    """TCSB-22-11: in the rounds there is the fire of the assault alone, and after them none."""
    back = 0
    for seed in range(10):
        made = field(seed)
        made.put("A-1", hex=Hex("05.03"), mode="move", spent=-40)
        made.put("G-1", hex=Hex("05.04"))
        made.order("us", ("A-1",), Act("assault", (), (("HEX", Hex("05.04")),)))
        events = made.happen(e.AssaultsBegan())
        fires = [event for event in events if isinstance(event, t.AreaFired | t.PointFired)]
        assert {one.manner for one in fires} <= {"assault"}
        back += bool(fires) and any(isinstance(event, t.FellBack) for event in events)
    assert back


def test_units_on_a_move_fire_overwatch_alone() -> None:
    """TCSB-6-29."""
    made = field(1)
    assert made.refused("us", ("A-MG",), fire(Hex("05.04"), "area")) == ""
    sheet = replace(made.board.forces["us"].sheets["US-1"], type="move")
    made.happen(t.SheetChanged("us", sheet, "in force"))
    assert made.refused("us", ("A-MG",), fire(Hex("05.04"), "area")) == "TCSB-6-29"


def test_fire_at_nobody_who_is_spotted_is_weak() -> None:
    """TCSB-7-5, TCSB-11-2, TCSB-7-4."""
    made = Field(1, command="off")
    events = made.order("us", ("A-MG",), fire(Hex("05.03"), "area"))
    (fired,) = (event for event in events if isinstance(event, t.AreaFired))
    assert fired.weak == ("unspotted",)
    made = Field(1, command="off")
    events = made.order("us", ("A-MG",), fire(Hex("05.04"), "area"))
    (fired,) = (event for event in events if isinstance(event, t.AreaFired))
    assert fired.weak == () and made.unit("A-MG").fired and made.unit("A-MG").over


def test_policies_say_who_takes_losses_and_where_one_runs() -> None:
    """TCS3-7-3, TCS3-7-4, TCSB-17-11, TCSB-17-14."""
    lost = Tally[str]()
    for seed in range(20):
        made = field(seed, ge=(policy("losses", "guns", "first"),))
        made.put("G-MG", hex=Hex("05.05"))
        events = made.happen(
            e.AttackBegan(HexAttack("plot/B/T1/1/x", Hex("05.05"), ("ge",), column=6, direct=False, indirect=True))
        )
        for one in events:
            if isinstance(one, t.UnitStruck) and one.losses:
                lost[one.unit] += 1
    assert lost["G-MG"] > lost["G-1"]
    ends = set()
    for seed in range(30):
        made = field(seed, ge=(Act("policy syr", ("all",), (("PATH", ("08.05",)),)),))
        made.put("G-1", morale=7, steps=3)
        made.happen(e.AttackBegan(HexAttack("plot/B/T1/1/x", Hex("05.05"), ("ge",), column=6, direct=False, indirect=True)))
        if "G-1" in made.board.forces["ge"].units and made.unit("G-1").ran:
            ends.add(made.unit("G-1").hex[:2])
    assert ends and all(int(column) >= 5 for column in ends)


def test_counters_are_as_printed() -> None:
    """TCSB-3-2, TCSB-3-3, TCSB-3-4, TCSB-3-6, TCSB-3-7, TCSB-4-1, TCSB-4-5."""
    made = Field(1)
    units = [unit for forces in made.board.forces.values() for unit in forces.units.values()]
    for unit in units:
        single = unit.counter.vehicle or unit.counter.gun
        assert unit.steps == (5 if unit.counter.type == "infantry_platoon" else 1 if single else 2)
    assert all(unit.mode in ("fire", "move") and 0 <= unit.morale <= 7 for unit in units)
    made.order("us", ("A-1",), Act("fire mode"))
    assert made.unit("A-1").spent == 0 and made.unit("A-1").mode == "fire"
    assert (PLATOON.steps, PANTHER.steps) == (5, 1)


def test_who_went_out_of_sight_is_remembered_until_its_place_is_seen() -> None:
    """TCSB-7-11, TCSB-7-9."""
    made = field(1, ge=(policy("fire", "hold"), policy("adjacent", "hold")))
    name = made.board.shown["us"]["G-MG"]
    made.happen(t.ActionBegan("ge"), t.MoveBegan("ge", ("G-MG",), ()))
    made.put("G-MG", mode="move", spent=-40)
    made.happen(t.MoveBegan("ge", ("G-MG",), (Hex("05.05"), Hex("05.06"))))
    remembered = made.picture("us").enemies.get(name)
    assert remembered is None or not remembered.spotted or remembered.look.hex == made.unit("G-MG").hex


def test_the_multifire_chart_stands_for_several_throws() -> None:
    """TCSB-12-14."""
    for on in (True, False):
        made = Field(9, multifire=on)
        made.put("Z-1", hex=Hex("05.05"))
        before = len(made.play.dice.thrown)
        made.happen(e.AttackBegan(
            HexAttack("plot/B/T1/1/x", Hex("05.05"), ("ge",), column=1, direct=False, indirect=True, sheafs=6, targets=("Z-1",))
        ))  # fmt: skip
        thrown = len(made.play.dice.thrown) - before
        assert thrown < 6 if on else thrown == 6


def test_five_vehicles_may_stay_in_a_hex_and_any_number_pass_through() -> None:
    """TCSB-5-4, TCS3-10-2."""
    made = Field(1, command="off")
    for name in ("A-1", "A-2", "A-MG", "A-60", "T-1"):
        made.put(name, counter=made.unit("T-1").counter, steps=1, hex=Hex("06.02"))
    made.put("T-3", mode="move")
    made.happen(t.ActionBegan("us"))
    through, into = ("07.02", "06.02", "05.02"), ("07.02", "06.02")
    assert made.refused("us", ("T-3",), Act("move", (), (("PATH", through),))) == ""
    assert made.refused("us", ("T-3",), Act("move", (), (("PATH", into),))) == "TCS3-10-2"


def test_at_rolls_are_made_besides_area_fire_in_one_action() -> None:
    """TCSB-2-18, TCSB-2-17: once each, and in the unit's own action phase."""
    made = Field(8, command="off")
    made.put("A-2", hex=HERE, mode="fire")
    made.put("Z-1", hex=OPEN)
    made.show("Z-1")
    events = made.order("us", ("A-2",), fire(Hex("05.04"), "area"))
    assert made.board.public.acting == "us" and any(isinstance(event, t.AreaFired) for event in events)
    antitank = Act("antitank", (), (("HEX", OPEN),))
    events = made.order("us", ("A-2",), antitank)
    (thrown,) = (event for event in events if isinstance(event, t.AtThrown))
    assert thrown.manner == "sfa" and ("Z-1" in made.board.forces["ge"].dead) is thrown.hit
    assert made.refused("us", ("A-2",), antitank) == "TCSB-9-2"


def test_everybody_stands_in_a_battalion() -> None:
    """TCSB-3-10."""
    made = Field(1)
    assert {made.unit(name).battalion for name in ("A-1", "T-1", "K-1")} == {"1 Bn", "Tank Bn", "I Btl"}


def test_who_is_forced_to_run_again_goes_a_hex_farther_and_who_falls_back_of_its_own_will_does_not() -> None:
    """TCSB-17-17: the same die, after it ran for it in this turn and before."""
    hexes = dict[tuple[bool, bool], int]()
    for ran, voluntary in ((False, False), (True, False), (False, True), (True, True)):
        made = Field(1)
        made.put("A-1", ran=ran)
        moment = cast(Any, made.play.moment)
        fell = flight(moment, made.board.forces["us"], Retreat("A-1", "syr/A-1/T1/test", voluntary))[0]
        assert isinstance(fell, t.FellBack)
        hexes[ran, voluntary] = fell.hexes
    assert hexes[True, False] == hexes[False, False] + 1 and hexes[True, True] == hexes[False, True]


def test_who_rides_has_the_mode_of_what_carries_it_whatever_changes_that() -> None:
    """TCSB-4-11: by order, by morale, by the end of a fight; others in the hex keep theirs."""

    def riding() -> Field:
        made = Field(1)
        made.put("T-1", hex=HERE, mode="move")
        made.put("A-1", hex=HERE, mode="move", rides="T-1", steps=2)
        made.put("A-2", hex=HERE, mode="move")
        return made

    changes: tuple[e.Event, ...] = (
        t.ModeChanged("us", "T-1", "fire", 0), t.ArmorTried("us", HERE, ("T-1",), 5, (4, 4), 8, "P"),
        t.CloseOver("us", ("T-1",), HERE, HERE, False, "assault"),
    )  # fmt: skip
    for change in changes:
        made = riding()
        made.happen(change)
        assert [made.unit(name).mode for name in ("T-1", "A-1", "A-2")] == ["fire", "fire", "move"]
        assert made.picture("us").forces.units["A-1"].mode == "fire"


def test_who_wins_an_assault_knows_that_the_hex_is_theirs() -> None:
    """TCSB-28-2, TCSB-22-10: by the report's own score it went on being the enemy's."""
    won = 0
    for seed in range(12):
        made = field(seed, ge=(policy("fire", "hold"), policy("adjacent", "hold")))
        made.dead("G-1", "G-2", "G-81")
        made.put("G-MG", steps=1)
        made.put("A-1", hex=Hex("05.03"), mode="move", spent=-40)
        made.order("us", ("A-1",), Act("assault", (), (("HEX", Hex("05.04")),)))
        events = made.happen(e.AssaultsBegan())
        if any(isinstance(event, t.CloseOver) and event.won for event in events):
            won += 1
            assert {made.picture(side).held[Hex("05.04")] for side in ("us", "ge")} == {made.board.held[Hex("05.04")]} == {"us"}
    assert won
