"""Armor in action: smoke, falling back, close assault, hard cover, mortars that wait; on the field."""

from typing import TypeVar

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Condition, Query
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import FireOrder, HexAttack
from pbem.rulesets.tcs.observations import OwnNews
from pbem.rulesets.tcs.reports.sentences import tell
from pbem.rulesets.tcs.rules.area_fire import AreaResult, attacked_as, behind_hard_cover
from pbem.rulesets.tcs.rules.armor_smoke import may_fall_back
from pbem.rulesets.tcs.rules.close_combat import fires_early, steps_in_assault
from pbem.rulesets.tcs.rules.suppressive import is_light
from pbem.rulesets.tcs.settling.fires import spotter
from tests.rulesets.tcs.armor import PANTHER_SMOKE, SHERMAN, Armor, at, fixed, move
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.people import AT_GUN, CARRIER, GUNS, PANTHER, PLATOON, TANK, TUBES, unit
from tests.rulesets.tcs.test_fog_of_fire import policy

T = TypeVar("T")
HOLD = (policy("fire", "hold"), policy("adjacent", "hold"))
OPEN_TANK = replace(TANK, id="m18", type="open_afv", open_top=True)


def of(events: list[e.Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


# ---------------------------------------------------------------- smoke


def test_an_american_tank_fires_smoke_that_is_gone_with_the_segment() -> None:
    """TCSARM-4.6-1: in place of its fire, within its range, no scatter; a Panther fires none."""
    made = Armor(ge=HOLD)
    made.printed("T-1", SHERMAN, mode="fire", hex=Hex("06.02"))
    made.printed("Z-1", PANTHER_SMOKE)
    made.segment("us", "normal")
    assert made.refused("us", ("T-1",), at("05.01", "fire", "smoke")) == "TCSB-9-9"
    assert made.refused("us", ("A-1",), at("06.03", "fire", "smoke")) != ""
    (fired,) = of(made.order("us", ("T-1",), at("06.04", "fire", "smoke")), t.SmokeMade)
    assert tell(made.game, OwnNews(fired)) == "T-1 fired smoke at 06.04."
    assert made.board.smoke == {"06.04": 1} == made.picture("us").smoke and made.unit("T-1").fired
    made.segment("us", "final")
    assert made.board.smoke == {} == made.picture("us").smoke
    made.segment("ge", "normal")
    assert made.refused("ge", ("Z-1",), at("08.07", "fire", "smoke")) != ""


def test_overwatch_may_be_smoke_once_in_a_segment() -> None:
    """TCSARM-4.6-1: by its policy, at the first trigger; at the next it fires."""
    smoke = Act("policy smoke", ("on", "first", "trigger"), (("UNITS", ("T-1",)), ("HEX", Hex("06.03"))))
    made = Armor(us=(smoke, policy("odds", N=0)), ge=HOLD)
    made.printed("T-1", SHERMAN, mode="fire", hex=Hex("07.02"))
    made.dead("T-2", "T-3", "A-1", "A-2", "A-MG", "A-60", "G-1", "G-2", "G-MG", "G-81", "K-1")
    made.put("Z-1", hex=Hex("07.06"), mode="move")
    made.segment("ge", "initial")
    events = made.happen(t.MoveBegan("ge", ("Z-1",), (Hex("07.05"),)))
    (laid,) = of(events, t.SmokeMade)
    assert (laid.manner, laid.hex) == ("overwatch", "06.03") and made.unit("T-1").overwatch and not made.unit("T-1").fired
    assert not of(events, t.PointFired) and made.unit("T-1").smoked
    made.segment("ge", "normal")
    assert not made.board.smoke and not made.unit("T-1").smoked


def test_a_panther_smokes_where_it_drives_and_a_mortar_could_not_tell_it_apart() -> None:
    """TCSARM-4.6-2: once in a segment, in the hex it is in; it stays until Clean-Up halves it."""
    made = Armor(us=HOLD)
    made.printed("Z-1", PANTHER_SMOKE, mode="move")
    made.happen(t.SheetChanged("ge", replace(made.board.forces["ge"].sheets["GE-2"], type="attack"), "committed"))
    made.segment("ge", "initial")
    smoking = Act("move", ("smoke", "at"), (("PATH", (Hex("08.07"), Hex("08.06"))), ("HEX_SMOKE", Hex("08.07"))))
    assert (
        made.refused("ge", ("Z-1",), replace(smoking, slots=(("PATH", (Hex("08.07"),)), ("HEX_SMOKE", Hex("08.06")))))
        == "TCSARM-4.6-2"
    )
    made.put("Z-1", spent=-8)
    (laid,) = of(made.order("ge", ("Z-1",), smoking), t.SmokeMade)
    assert (laid.manner, laid.hex, made.unit("Z-1").hex) == ("move", "08.07", "08.06") and made.board.smoke == {"08.07": 1}
    again = Act("move", ("smoke", "at"), (("PATH", (Hex("08.05"),)), ("HEX_SMOKE", Hex("08.05"))))
    assert made.refused("ge", ("Z-1",), again) == "TCSARM-4.6-2"
    made.segment("ge", "normal")
    assert made.board.smoke == {"08.07": 1} and made.refused("ge", ("Z-1",), again) == ""


# ---------------------------------------------------------------- falling back


def seen_armour(within: int) -> Condition:
    return Condition(((Query(Act("seen", ("armour", "within"), (("N", within),))),),))


@pytest.mark.parametrize(("one", "segment", "may"), [
    (unit(TANK), "initial", True), (unit(TANK, withdrew=True), "final", True), (unit(PLATOON), "initial", False),
    (unit(PLATOON), "normal", True), (unit(PLATOON, withdrew=True), "normal", False), (unit(GUNS), "normal", False),
    (unit(AT_GUN), "normal", False), (unit(TANK, paralyzed=True), "normal", False), (unit(PLATOON, rides="H"), "normal", False),
])  # fmt: skip
def test_who_may_fall_back(one: object, segment: str, may: bool) -> None:
    """TCSARM-4.10-1, TCSARM-4.10-2: 6 MP on the back; men once, in the normal phase."""
    assert may_fall_back(BOOK, one, segment) is may  # type: ignore[arg-type]


def test_who_falls_back_does_not_fire_and_tanks_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.10-1, TCSARM-4.10-2, TCSARM-4.10-3: a run of its own will, suppressed at the end of it."""
    fixed(monkeypatch, {"fallback/": (6,)})
    orders = tuple(
        Act("policy fallback", ("if",), (("UNITS", (name,)), ("CONDITION", seen_armour(8)))) for name in ("T-1", "A-1")
    )  # fmt: skip
    made = Armor(us=orders, ge=HOLD)
    made.dead("T-2", "T-3", "A-2", "A-MG", "A-60", "G-1", "G-2", "G-MG", "G-81", "K-1")
    made.put("T-1", mode="fire", hex=Hex("07.02"))
    made.put("A-1", mode="fire", hex=Hex("08.02"), morale=7)
    made.put("Z-1", hex=Hex("07.06"), mode="move")
    made.segment("ge", "initial")
    events = made.happen(t.MoveBegan("ge", ("Z-1",), (Hex("07.05"),)))
    (ran,) = of(events, t.FellBack)
    assert ran.unit == "T-1" and ran.voluntary and ran.losses == 0 and not of(events, t.PointFired)
    assert made.unit("T-1").suppressed and made.unit("T-1").withdrew and "withdrew to" in tell(made.game, OwnNews(ran))
    made.segment("ge", "normal")
    made.put("Z-1", spent=0)
    events = made.happen(t.MoveBegan("ge", ("Z-1",), (Hex("07.04"),)))
    men = [one for one in of(events, t.FellBack) if one.unit == "A-1"]
    assert men and men[0].losses > 0 and men[0].voluntary


# ---------------------------------------------------------------- close assault, hard cover


def test_open_tops_are_soft_targets_of_shells_and_in_close_assault() -> None:
    """TCSARM-4.7-1: point targets otherwise."""
    assert attacked_as(OPEN_TANK, True) == "B" and attacked_as(OPEN_TANK, False) is None and attacked_as(TANK, True) is None


def test_infantry_adds_its_steps_in_close_assault_with_the_rules_for_armor(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.9b-1, TCSARM-4.7-1: and fires at a tank without a roof as at a soft vehicle."""
    assert steps_in_assault(unit(PLATOON, steps=4)) == 4 and steps_in_assault(unit(GUNS)) == 0
    fixed(monkeypatch, {"at-Z-1": (1, 1), "armor/": (1, 1)})
    columns = []
    for armor in (True, False):
        made = Armor(armor=armor, ge=HOLD, us=HOLD)
        made.put("A-1", hex=Hex("06.03"), mode="move", steps=5, spent=-20, morale=0)
        made.put("A-2", hex=Hex("06.03"), mode="move", steps=5, spent=-20, morale=0)
        made.printed("Z-1", OPEN_TANK, hex=Hex("06.04"))
        made.show("Z-1")
        made.segment("us", "normal")
        made.order("us", ("A-1", "A-2"), at("06.04", "assault"))
        events = made.happen(e.AssaultsBegan())
        fired = [one for one in of(events, t.AreaFired) if one.manner == "assault" and one.units == ("A-1", "A-2")]
        columns.append(fired[0].column if fired else -1)
    assert columns[0] == columns[1] + 1, "ten steps are a column"


def test_american_armor_fires_first_in_an_assault(monkeypatch: pytest.MonkeyPatch) -> None:
    """TCSARM-4.9a-1: before German armor that defends, and once in the round."""
    assert fires_early((unit(TANK, id="T-1"), unit()), (unit(PANTHER),)) == ("T-1",)
    assert fires_early((unit(TANK, id="T-1"),), (unit(),)) == ()
    for armor in (True, False):
        fixed(monkeypatch, {"fire/": (1, 1, 1), "armor/": (1, 1), "morale/": (1, 1)})
        made = Armor(armor=armor, ge=HOLD, us=HOLD)
        made.put("T-1", hex=Hex("06.03"), mode="move", spent=-20, morale=0)
        made.put("Z-1", hex=Hex("06.04"), morale=0)
        made.show("Z-1")
        made.segment("us", "normal")
        made.order("us", ("T-1",), at("06.04", "assault"))
        shots = [one.unit for one in of(made.happen(e.AssaultsBegan()), t.PointFired)]
        assert shots[:2] == (["T-1", "Z-1"] if armor else ["Z-1", "T-1"]), armor
        assert shots.count("T-1") == shots.count("Z-1") == 3


@pytest.mark.parametrize(("round_", "hits"), [(1, {"Z-1"}), (2, {"Z-1", "T-1"})])
def test_from_the_second_round_both_sides_fire_together(monkeypatch: pytest.MonkeyPatch, round_: int, hits: set[str]) -> None:
    """TCSB-22-4: in the first who is hit by the defender fires no more; later a tank that is hit still makes its shot."""
    misses = [(1, 1, 1)] * (round_ - 1)
    throws = {"Z-1": [*misses, (6, 6, 6)], "T-1": [*misses, (6, 6, 6)]}
    made = Armor(armor=False, ge=HOLD, us=HOLD)
    made.put("T-1", hex=Hex("06.03"), mode="move", spent=-20, morale=0)
    made.put("Z-1", hex=Hex("06.04"), morale=0)
    made.show("Z-1")
    made.order("us", ("T-1",), at("06.04", "assault"))
    fixed(monkeypatch, {f"fire/{name}/T1/{number}/": faces for name in throws for number, faces in enumerate(throws[name], 1)})
    events = made.happen(e.AssaultsBegan())
    assert {one.unit for one in of(events, t.PointFired) if one.hit} == hits
    assert "T-1" in made.board.forces["us"].dead and ("Z-1" in made.board.forces["ge"].dead) is (round_ == 2)
    assert all(tell(made.game, OwnNews(one)) for one in of(events, t.PointFired))


def test_hard_cover_saves_two_steps_from_small_arms_and_point_firers() -> None:
    """TCSARM-4.11-1: the morale check stays; shells and heavy mortars do as they did."""
    assert behind_hard_cover(BOOK, AreaResult(3, True)) == AreaResult(1, True)
    assert behind_hard_cover(BOOK, AreaResult(1, True)) == AreaResult(0, True)
    kinds = (PLATOON, GUNS, TANK, CARRIER, replace(TUBES, mortar="us60"), replace(TUBES, mortar="81"))
    assert [is_light(BOOK, counter) for counter in kinds] == [True, True, True, True, True, False]
    losses = {}
    for light in (True, False):
        made = Armor(ge=HOLD)
        made.put("G-2", hex=Hex("05.04"))
        made.dead("G-MG")
        attack = HexAttack("small arms", Hex("05.04"), ("ge",), by="us", firers=("A-1",), column=10, light=light)
        struck = of(made.happen(e.AttackBegan(attack)), t.UnitStruck)
        losses[light] = (struck[0].losses, struck[0].check)
    assert losses[False][0] - losses[True][0] == 2 and losses[True][1]


# ---------------------------------------------------------------- mortars, spotting


def test_a_mortar_keeps_its_shot_for_a_segment_and_tanks_do_not_spot_in_an_impulse() -> None:
    """TCSARM-4.3a-2: POLICY MORTAR says which; one shot for the whole action phase."""
    fired = dict[str, list[str]]()
    for kept in ("initial", "normal"):
        made = Armor(
            us=(policy("mortar", kept), *(policy("fire", "hold", units=("A-1", "A-2", "A-MG", "T-1", "T-2", "T-3")),)), ge=HOLD
        )
        made.put("A-60", hex=Hex("06.02"))
        made.put("G-2", hex=Hex("06.06"), mode="move", spent=-20)
        for segment in ("initial", "normal", "final"):
            made.segment("ge", segment)
            place = made.unit("G-2").hex
            there = next(hex_ for hex_ in made.game.ground.neighbours(place) if hex_ in ("07.05", "07.04", "07.06", "06.05"))
            events = made.happen(t.MoveBegan("ge", ("G-2",), (there,)))
            if any("A-60" in one.units for one in of(events, t.AreaFired)):
                fired.setdefault(kept, []).append(segment)
    assert fired.get("initial", [])[:1] in ([], ["initial"]) and "normal" not in fired.get("initial", [])
    assert set(fired.get("normal", [])) <= {"normal"} and fired
    made = Armor()
    made.dead("A-1", "A-2", "A-MG")
    made.happen(
        t.SheetChanged("us", replace(made.board.forces["us"].sheets["US-2"], force=("T-1", "T-2", "T-3", "A-60")), "in force")
    )
    forces, place = made.board.forces["us"], Hex("06.02")
    assert spotter(made.play.moment, forces, made.unit("A-60"), place) is not None  # type: ignore[arg-type]
    made.segment("us", "initial")
    assert spotter(made.play.moment, made.board.forces["us"], made.unit("A-60"), place) is None  # type: ignore[arg-type]
    made.segment("us", "normal")
    assert spotter(made.play.moment, made.board.forces["us"], made.unit("A-60"), place) is not None  # type: ignore[arg-type]


def test_an_order_of_fire_that_is_smoke_is_nothing_else() -> None:
    """TCSARM-4.6-1: a tank that is gone or paralyzed by then fires none."""
    made = Armor(ge=HOLD, us=HOLD)
    made.printed("T-1", SHERMAN, mode="fire", paralyzed=True)
    order = FireOrder("us", ("T-1",), Hex("06.03"), "smoke", "overwatch")
    assert not of(made.happen(e.FireOrdered(order)), t.SmokeMade) and not made.board.firing.orders
    made.put("T-1", paralyzed=False)
    assert of(made.happen(e.FireOrdered(order)), t.SmokeMade)
    assert made.refused("us", ("T-1",), move("06.02")) != ""
