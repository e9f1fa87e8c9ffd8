"""Armor under fire: its morale by platoon, leaders, what hits do to battalions, flank and defilade."""

from typing import Any, TypeVar, cast

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import HexAttack
from pbem.rulesets.tcs.observations import EnemyHurt, OwnNews
from pbem.rulesets.tcs.reports.sentences import tell
from pbem.rulesets.tcs.rules.armor_morale import armor_blow, platoons, shortfall, suffer, worst
from pbem.rulesets.tcs.rules.bearing import from_the_flank, in_defilade
from pbem.rulesets.tcs.rules.impulses import lost_lambs
from pbem.rulesets.tcs.rules.morale import Result, effective_morale
from pbem.rulesets.tcs.settling.attacks import Retreat, flight, own_morale
from tests.rulesets.tcs.armor import Armor, at, fixed
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.people import PANTHER, TANK, unit
from tests.rulesets.tcs.test_fog_of_fire import policy

T = TypeVar("T")
HOLD = (policy("fire", "hold"), policy("adjacent", "hold"))
PLATOON_OF_FOUR = replace(TANK, type="afv_platoon", steps=4)


def of(events: list[e.Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


# ---------------------------------------------------------------- the rules


@pytest.mark.parametrize(("morale", "left", "effective"), [(2, 1, 5), (5, 2, 7), (5, 1, 8), (3, 3, 4), (2, 4, 2), (2, 7, 2)])
def test_the_fewer_vehicles_are_left_in_a_hex_the_worse_their_morale(morale: int, left: int, effective: int) -> None:
    """TCSARM-4.1d-1: one that was alone from the first too."""
    tank = unit(TANK, morale=morale)
    assert effective_morale(tank, 0, shortfall(BOOK, left)) == effective


def test_the_worst_battalion_of_a_hex_counts() -> None:
    """TCSARM-4.1b-3, TCSARM-4.2B-2: a platoon counter counts its lost steps as men do, and as so many vehicles as it has steps."""
    good, bad = unit(TANK, id="T-1", morale=2, chain=("1/C", "C", "37")), unit(TANK, id="B-1", morale=2, chain=("1/B", "B", "8"))
    check = worst(BOOK, (good, bad), {"8": 2})
    assert (check.unit, check.formation, check.instead_of_steps) == (bad, 2, 2)
    counter = unit(PLATOON_OF_FOUR, id="P-1", steps=2, morale=2)
    assert worst(BOOK, (counter,), {}).instead_of_steps is None and effective_morale(counter, 0, None) == 4
    assert worst(BOOK, (good, counter), {}).instead_of_steps is None, "with two vehicles beside it a loose one adds but one"


def test_a_platoon_is_tried_wherever_its_vehicles_are() -> None:
    """TCSARM-4.1a-1, TCSARM-4.1c-3, TCSB-26-8: a recon section that rides on one with it; men who ride on a tank are not armor."""
    here, there = Hex("06.03"), Hex("01.01")
    own = [
        unit(TANK, id="T-1", hex=here, chain=("1/C", "C", "37")), unit(TANK, id="T-2", hex=there, chain=("1/C", "C", "37")),
        unit(TANK, id="T-3", hex=there, chain=("2/C", "C", "37")), unit(id="A-1", hex=here, rides="T-1"),
        unit(id="R-1", type="infantry_section", hex=here, rides="T-1"), unit(id="A-2", hex=here),
    ]  # fmt: skip
    assert [one.id for one in platoons({one.id: one for one in own}, here)] == ["T-1", "T-2", "R-1"]


@pytest.mark.parametrize(("result", "marks"), [
    ("-", (False, False, "move")), ("S", (True, False, "move")), ("P", (True, True, "fire")), ("R", (False, True, "fire")),
])  # fmt: skip
def test_what_a_result_makes_of_a_vehicle(result: Result, marks: tuple[bool, bool, str]) -> None:
    """TCSARM-4.1c-1: shut hatches; shut and suppressed; who runs is suppressed, who surrenders gone."""
    after = suffer(unit(TANK, mode="move"), result)
    assert (after.buttoned, after.suppressed, after.mode) == marks and not after.paralyzed
    assert suffer(unit(TANK), "X").steps == 0
    section = suffer(unit(type="infantry_section", rides="T-1"), "S")
    assert not (section.buttoned or section.suppressed) and suffer(unit(rides="T-1"), "P").suppressed


@pytest.mark.parametrize(("rolled", "by"), [(616, 1), (611, 1), (656, 1), (661, 2), (666, 2), (566, 0), (551, 0)])
def test_a_hit_by_a_high_roll_shakes_the_battalion(rolled: int, by: int) -> None:
    """TCSARM-4.1e-2, TCSB-12-3: by the first two digits: 61 and more one, 66 two instead."""
    assert armor_blow(BOOK, rolled) == by


def test_armor_faces_where_it_goes_and_its_flank_is_all_else() -> None:
    """TCSARM-4.4-1, TCSARM-4.4-2: the corners of the side it faces are its front."""
    here = Hex("06.04")
    assert not from_the_flank("S", here, Hex("06.07")) and from_the_flank("S", here, Hex("06.01"))
    assert from_the_flank("N", here, Hex("06.07")) and not from_the_flank("", here, Hex("06.01"))
    corner = [
        place
        for place in (Hex("08.08"), Hex("07.06"), Hex("08.07"), Hex("04.07"), Hex("07.07"))
        if not from_the_flank("S", here, place)
    ]
    assert corner, "some of them lie along the corners of the south side"


def test_a_leader_holds_those_with_it_and_next_to_it_together() -> None:
    """TCSARM-4.2b-1, TCSARM-4.2a-1: hatches shut for all others; a platoon counter has its leader in it."""
    leader = unit(TANK, id="T-1", hex=Hex("06.01"), leader=True)
    others = [replace(leader, id=f"T-{n}", hex=Hex(place), leader=False) for n, place in enumerate(("06.01", "06.02", "06.03"), 2)]
    counter = unit(PLATOON_OF_FOUR, id="P-1", hex=Hex("01.01"))
    assert [one.id for one in lost_lambs((leader, *others, counter))] == ["T-4"]
    assert [one.id for one in lost_lambs(others)] == ["T-2", "T-3", "T-4"]


# ---------------------------------------------------------------- on the field


def alone(made: Armor) -> None:
    """A gun before three tanks, and nobody else."""
    made.dead("G-1", "G-2", "G-MG", "G-81", "Z-1", "A-1", "A-2", "A-MG", "A-60")


def shot_at(
    monkeypatch: pytest.MonkeyPatch, morale: tuple[int, int], shot: tuple[int, ...], **made_with: object
) -> tuple[Armor, list[e.Event]]:
    """T-1 and T-2 enter 06.03 before a gun at 06.07, which fires so; T-3 stands apart."""
    fixed(monkeypatch, {"fire/K-1/": shot, "armor/us/": morale, "fire/T-1/": (1, 1, 1), "fire/T-2/": (1, 1, 1)})
    made = Armor(**made_with)  # type: ignore[arg-type]
    alone(made)
    for name in ("T-1", "T-2"):
        made.put(name, hex=Hex("06.02"), mode="move")
    made.put("T-3", hex=Hex("07.01"), mode="move")
    made.segment("us", "normal")
    return made, made.happen(t.MoveBegan("us", ("T-1", "T-2"), (Hex("06.03"),)))


def test_a_leader_s_hit_is_taken_by_another_and_the_platoon_shuts_its_hatches(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.2a-2, TCSARM-4.1b-1, TCSARM-4.1b-2, TCSARM-4.1c-3, TCSARM-4.1d-2: before the return fire; T-3 shuts them apart."""
    made, events = shot_at(monkeypatch, (2, 4), (5, 2, 3))
    (struck,) = of(events, t.UnitStruck)[:1]
    assert (struck.unit, struck.left, struck.instead_of) == ("T-2", 0, "T-1")
    assert tell(made.game, OwnNews(struck)) == "T-2 took the hit for its leader T-1 (point fire)."
    (tried,) = of(events, t.ArmorTried)
    assert (tried.effective, tried.total, tried.result, tried.units) == (6, 6, "S", ("T-1", "T-3"))
    assert made.unit("T-3").buttoned and made.unit("T-1").buttoned and made.unit("T-1").mode == "move"
    order = [type(event) for event in events]
    back = next(n for n, event in enumerate(events) if isinstance(event, t.PointFired) and event.manner == "return")
    assert order.index(t.ArmorTried) < back and not of(events, t.FormationShaken)
    said = tell(made.game, OwnNews(tried))
    assert said == "Armor at 06.03: morale 6, rolled 6: buttoned up: T-1, T-3."
    assert "buttoned" in [seen.effect for seen in made.seen("ge", EnemyHurt)]


def test_a_leader_is_lost_where_its_owner_wants_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.2a-2, TCSARM-4.1e-2: the roll of 61 that hit it shakes the battalion before its morale is tried."""
    made, events = shot_at(monkeypatch, (2, 1), (6, 1, 1), us=(policy("leader", "substitute no"),))
    assert of(events, t.UnitStruck)[0].unit == "T-1" and made.board.forces["us"].morale == {"Tank Bn": 1}
    assert of(events, t.ArmorTried)[0].effective == 3 + 3 + 1


def test_armor_that_is_missed_is_tried_and_only_once_in_a_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.1b-1, TCSARM-4.1b-2: a second shot at the hex in the same segment asks nothing more, one in the next does."""
    made, events = shot_at(monkeypatch, (1, 1), (1, 1, 1))
    assert [tried.result for tried in of(events, t.ArmorTried)] == ["-"]
    shot = HexAttack("again", Hex("06.03"), ("us",), "point", "ge", ("K-1",), (Hex("06.07"),), aim="T-1", net=2)
    assert not of(made.happen(e.AttackBegan(shot)), t.ArmorTried)
    made.segment("us", "final")
    assert of(made.happen(e.AttackBegan(replace(shot, occasion="once more"))), t.ArmorTried)
    assert not of(
        made.happen(e.AttackBegan(replace(shot, occasion="no use", able=False, hex=Hex("07.01"), aim="T-3"))), t.ArmorTried
    )


def test_suppressive_fire_weighs_on_armor_as_on_men(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.1d-2, TCSARM-4.1c-1: two more; paralyzed is shut and suppressed, in fire mode."""
    fixed(monkeypatch, {"fire/K-1/": (1, 1, 1), "armor/us/": (1, 3)})
    made = Armor()
    alone(made)
    made.put("T-1", hex=Hex("06.03"), mode="move")
    made.show("T-1")
    made.segment("ge", "normal")
    events = made.order("ge", ("K-1",), at("06.03", "fire", "point"))
    (tried,) = of(events, t.ArmorTried)
    assert (tried.total, tried.effective, tried.result) == (6, 6, "S")
    fixed(monkeypatch, {"fire/K-1/": (1, 1, 1), "armor/us/": (3, 2)})
    made.put("K-1", fired=False, over=False)
    made.segment("ge", "final")
    (tried,) = of(made.order("ge", ("K-1",), at("06.03", "fire", "point")), t.ArmorTried)
    assert tried.result == "P" and made.unit("T-1").suppressed and made.unit("T-1").mode == "fire"
    assert not made.unit("T-1").paralyzed


def test_armor_that_runs_loses_nothing_and_runs_with_all_its_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.1c-1, TCSB-17-10: twice the hexes of the table and no losses."""
    _, events = shot_at(monkeypatch, (6, 6), (1, 1, 1))
    ran = of(events, t.FellBack)
    assert of(events, t.ArmorTried)[0].result == "R" and {one.unit for one in ran} == {"T-1", "T-2", "T-3"}
    assert all(one.losses == 0 and one.hexes in (4, 6, 8, 10) for one in ran)


def test_armor_that_surrenders_is_eliminated(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.1c-1, TCSB-17-6: to an enemy within three hexes; else it runs."""
    fixed(monkeypatch, {"armor/us/": (6, 6)})
    for gun, result in (("06.05", "X"), ("06.08", "R")):
        made = Armor()
        alone(made)
        made.put("K-1", hex=Hex(gun))
        made.put("T-1", hex=Hex("06.03"), morale=7)
        made.put("T-2", hex=Hex("01.01"))
        shot = HexAttack("again", Hex("06.03"), ("us",), "point", "ge", ("K-1",), (Hex(gun),), aim="T-1", net=2)
        (tried,) = of(made.happen(e.AttackBegan(shot)), t.ArmorTried)
        assert tried.result == result
        assert (set(made.board.forces["us"].dead) >= {"T-1", "T-2", "T-3"}) is (result == "X")


def test_shells_try_armor_and_men_apart_and_small_arms_try_no_armor(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.1b-1, TCSARM-4.1b-4, TCSARM-4.1c-2: hatches stay open under small arms, and shut by morale alone under shells."""
    fixed(monkeypatch, {"armor/us/": (3, 3), "/line": (1, 1, 1)})
    made = Armor(ge=HOLD)
    made.put("A-1", hex=Hex("06.01"))
    guns = HexAttack("guns", Hex("06.01"), ("us",), by="ge", firers=("G-MG",), origins=(Hex("06.05"),), column=4)
    assert not of(made.happen(e.AttackBegan(guns)), t.ArmorTried) and not made.unit("T-1").buttoned
    shells = HexAttack("shells", Hex("06.01"), ("us", "ge"), by="ge", column=4, direct=False, indirect=True, sheafs=2)
    events = made.happen(e.AttackBegan(shells))
    (tried,) = of(events, t.ArmorTried)
    assert tried.units == ("T-1", "T-2", "T-3") and tried.result == "S" and made.unit("T-3").buttoned
    assert not any("T-1" in one.units for one in of(events, t.MoraleTried))
    quiet = Armor(ge=HOLD, armor=False)
    quiet.happen(e.AttackBegan(shells))
    assert quiet.unit("T-1").buttoned and not quiet.unit("T-3").buttoned, "without the rules for armor shells shut them"


def test_a_hit_from_the_flank_needs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.4-2: two more for a gun beside the way, none for the one before it."""
    nets = {}
    for gun in ("06.07", "08.03"):
        fixed(monkeypatch, {"fire/K-1/": (1, 1, 1), "armor/us/": (1, 1)})
        made = Armor()
        alone(made)
        made.put("K-1", hex=Hex(gun), morale=0)
        made.put("T-1", hex=Hex("06.02"), mode="move")
        made.dead("T-2", "T-3")
        made.segment("us", "normal")
        fired = [one for one in of(made.happen(t.MoveBegan("us", ("T-1",), (Hex("06.03"),))), t.PointFired) if one.unit == "K-1"]
        nets[gun] = fired[0].net
        assert made.unit("T-1").facing == "S"
    assert nets["08.03"] - nets["06.07"] == 2 + 1, "and one hexes' band of range nearer"


def test_behind_a_crest_armor_is_hull_down() -> None:
    """TCSARM-4.5-1, TCSARM-4.5-2: no suppressive fire by who is as low, not adjacent."""
    made = Armor(ge=HOLD)
    ground = made.game.ground
    here, low = Hex("03.03"), Hex("05.04")
    assert in_defilade(ground, here, low) and not in_defilade(ground, here, Hex("04.03")) and not in_defilade(ground, low, here)
    made.printed("Z-1", PANTHER, hex=low, mode="fire")
    made.dead("G-MG", "A-MG")
    made.put("T-1", hex=here, mode="fire")
    made.show("T-1", "Z-1")
    sheet = made.board.forces["ge"].sheets["GE-2"]
    made.happen(t.SheetChanged("ge", replace(sheet, type="attack", left=(), right=()), "committed"))
    made.segment("ge", "normal")
    assert made.refused("ge", ("Z-1",), at("03.03", "fire", "point")) == "TCSARM-4.5-2"
    made.put("T-1", hex=Hex("02.03"))
    over = Armor(ge=HOLD, armor=False)
    over.printed("Z-1", PANTHER, hex=low, mode="fire")
    over.dead("G-MG", "A-MG")
    over.put("T-1", hex=here, mode="fire")
    over.show("T-1", "Z-1")
    over.happen(t.SheetChanged("ge", replace(sheet, type="attack", left=(), right=()), "committed"))
    assert over.refused("ge", ("Z-1",), at("03.03", "fire", "point")) == ""


def test_armor_runs_by_the_morale_that_its_hex_was_tried_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSB-17-9, TCSARM-4.1d-1: a lone tank of morale 4 runs as one of 7, and so does one that falls back of its own will."""
    fixed(monkeypatch, {"armor/us/": (5, 4), "syr/": (4,)})
    ran = []
    for lonely in (True, False):
        made = Armor(ge=HOLD)
        alone(made)
        made.put("K-1", hex=Hex("06.08"))
        for name, place in (("T-1", "06.03"), ("T-2", "06.03"), ("T-3", "06.03")):
            made.put(name, hex=Hex(place if name == "T-1" or not lonely else "01.01"), morale=5)
        moment = cast(Any, made.play.moment)
        forces = made.board.forces["us"]
        ran.append(own_morale(moment, forces, made.unit("T-1")))
        fell = flight(moment, forces, Retreat("T-1", "syr/T-1/x", effective=9))[0]
        assert isinstance(fell, t.FellBack) and fell.hexes == 10
    assert ran == [8, 6]


def test_open_topped_armor_shuts_its_hatches_under_shells(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSB-16-2, TCSB-11-16: without the rules for armor, as any other; under shells that spare it."""
    fixed(monkeypatch, {"shells/": (6, 6)})
    for open_top in (True, False):
        made = Armor(ge=HOLD, armor=False)
        made.printed("T-1", replace(made.unit("T-1").counter, open_top=open_top), hex=Hex("06.01"))
        made.happen(e.AttackBegan(HexAttack("shells", Hex("06.01"), ("us",), column=1, direct=False, indirect=True)))
        assert made.unit("T-1").buttoned and made.picture("us").forces.units["T-1"].buttoned
