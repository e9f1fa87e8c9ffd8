"""What ordinary turns seldom meet: the other branch of a rule, found by breaking it (tests/mutants)."""

from collections import Counter as Tally
from typing import Any, cast

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.actions.direct_fire import SfaAsked
from pbem.rulesets.tcs.actions.fire import is_seen
from pbem.rulesets.tcs.actions.move import _crowd
from pbem.rulesets.tcs.attacks import FireOrder, HexAttack
from pbem.rulesets.tcs.folding import own
from pbem.rulesets.tcs.plots import AirRequest, Flown
from pbem.rulesets.tcs.rules.armor_smoke import may_fire_smoke
from pbem.rulesets.tcs.rules.impulses import Share
from pbem.rulesets.tcs.rules.morale import morale_result, steadiest
from pbem.rulesets.tcs.settling.aircraft import step
from pbem.rulesets.tcs.settling.crowding import crowded_out
from pbem.rulesets.tcs.settling.fires import spotter
from pbem.rulesets.tcs.standing_orders.answers import ReturnAsked
from pbem.rulesets.tcs.standing_orders.anti_air import WeaponsHeld
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.field import Field
from tests.rulesets.tcs.test_fog_of_fire import field, policy

OPEN, DOOR = Hex("06.03"), Hex("05.03")


def on_board(made: Field, **changes: Any) -> None:
    made.play.situation = replace(made.play.situation, board=cast(Any, replace(made.board, look=True, **changes)))


@pytest.mark.parametrize(("origins", "more"), [(("05.04",), 0), (("05.08",), -1), (("05.04", "05.08"), 0)])
def test_at_night_fire_from_afar_weighs_on_morale_and_fire_from_beside_does_not(origins: tuple[str, ...], more: int) -> None:
    """TCSB-17-2, TCSB-25-5, TCSB-13-5: one of the firers is beside the unit."""
    totals = []
    for light in ("", "night"):
        made = field(1)
        on_board(made, public=replace(made.board.public, light=light))
        attack = HexAttack("x/T1/1", Hex("05.05"), ("ge",), origins=tuple(map(Hex, origins)), groups=(), checks=(("G-1",),))
        (tried,) = (event for event in made.happen(e.AttackBegan(attack)) if isinstance(event, t.MoraleTried))
        totals.append(tried.total)
    assert totals[1] - totals[0] == more


def test_a_mortar_fires_by_the_eyes_that_are_nearest() -> None:
    """TCSB-13-7, TCS3-1-10."""
    made = field(1)
    made.put("A-60", hex=Hex("01.01"))
    made.put("A-1", hex=Hex("05.02"))
    made.put("A-2", hex=Hex("05.01"))
    made.put("A-MG", hex=Hex("05.01"))
    made.put("T-1", hex=Hex("05.03"))  # nearer, but of another company and on no sheet of its
    moment = cast(Any, made.play.moment)
    found = spotter(moment, made.board.forces["us"], made.unit("A-60"), Hex("05.04"))
    assert found is not None and found.id == "A-1"


def test_a_mortar_on_a_sheet_sees_by_its_sheet_and_by_no_other() -> None:
    """TCSB-13-7, TCSB-3-9: of another company, but on the same op sheet."""
    made = field(1)
    blind = next(hex_ for hex_ in made.game.sight.places if not made.game.sight.sees(hex_, DOOR))
    for name in made.board.forces["us"].units:
        made.put(name, hex=blind)
    for name, chain, seen in (("A-1", ("B-1", "B", "53"), True), ("T-1", made.unit("T-1").chain, False)):
        made.put(name, hex=Hex("05.02"), chain=chain)
        assert is_seen(made.game, made.picture("us"), made.unit("A-60"), DOOR) is seen
        made.put(name, hex=blind)


def test_who_is_crowded_out_goes_where_a_vehicle_can_and_no_enemy_is() -> None:
    """TCSB-5-5: of the hexes beside it the farthest from the enemy that is neither barred nor full."""
    made = Field(2)
    tank, forces = made.unit("T-1"), made.board.forces["us"]
    for number in range(1, 8):
        forces = forces.with_unit(replace(tank, id=f"T-{number}", leader=False, hex=DOOR))
    on_board(made, forces={**made.board.forces, "us": forces})
    made.play.pictures["us"] = cast(Any, replace(made.picture("us"), forces=forces))
    for name, place in zip(("G-1", "G-2", "G-MG", "G-81", "K-1"), made.game.ground.neighbours(DOOR), strict=False):
        made.put(name, hex=place)
    on_board(made, firing=replace(made.board.firing, thrown_back=("T-6", "T-7")))
    (free,) = set(made.game.ground.neighbours(DOOR)) - {unit.hex for unit in made.board.forces["ge"].units.values()}
    (gone,) = crowded_out(cast(Any, made.play.moment), "us")
    assert (gone.units, gone.hex) == (("T-7",), free)
    made.put("Z-1", hex=free)
    assert not tuple(crowded_out(cast(Any, made.play.moment), "us")), "nowhere to go"


@pytest.mark.parametrize(("wanted", "at"), [("nearest", "05.04"), ("strongest", "06.07")])
def test_fire_is_returned_at_the_nearest_or_at_the_strongest(wanted: str, at: str) -> None:
    """TCS3-1-8, TCSB-14-11: a gun before foot, though it is farther off."""
    made = field(1)
    asked = ReturnAsked((Hex("05.04"), Hex("06.07")), ("A-1",))
    assert asked.answer(made.game, made.picture("us"), (policy("return", wanted),)) == at


def test_an_aircraft_that_does_not_find_its_target_strikes_nobody() -> None:
    """TCSB-24-2, TCSB-24-3, TCS3-6-5."""
    came = Tally[str]()
    for seed in range(30):
        made = field(seed)
        sortie = AirRequest(1, "strafe", (Hex("06.05"),), 1)
        on_board(made, gunnery=replace(made.board.gunnery, first="us", flown=Flown("us", sortie)))
        events = step(cast(Any, made.play.moment)) or ()
        (run,) = (event for event in events if isinstance(event, t.RunFlown))
        came[run.outcome] += 1
        assert any(isinstance(event, e.AttackBegan) for event in events) is (run.outcome in ("hit", "strays"))
    assert came["hit"] and came["not found"]


def test_who_rides_on_armor_may_act_in_its_segment_and_in_no_other() -> None:
    """TCSARM-4.3b-1, TCSARM-4.3c-3."""
    made = Field(1)
    made.put("A-1", rides="T-1", hex=made.unit("T-1").hex)
    made.put("A-2", segment="first")
    shares = (Share("T-1", 6, 4),)
    after = own(made.board.forces["us"], t.MpAllotted("us", "second", shares, ("A-1",)))
    assert [after.units[name].segment for name in ("T-1", "A-1", "A-2", "A-MG")] == ["second", "second", "", ""]
    assert (after.units["T-1"].share, after.units["T-1"].share_shut) == (6, 4)


def test_the_highest_dice_at_which_men_hold() -> None:
    """TCSB-17-3."""
    dice = BOOK.grid("morale").dice
    for effective in range(-2, 14):
        held = [at for at in range(dice.lo - 3, dice.hi + 4) if morale_result(BOOK, effective, at) == "-"]
        assert steadiest(BOOK, effective) == (min(max(held), dice.hi) if held else None)


def test_a_shot_at_the_flank_is_one_at_who_moves() -> None:
    """TCSB-12-8: nothing is added at a vehicle that stands in a hex into which another moves."""
    nets = []
    for mover in ("T-1", "T-2"):
        made = field(3)
        made.put("T-1", hex=OPEN, mode="move")
        made.put("K-1", hex=Hex("06.05"))
        made.show("T-1")
        order = FireOrder("ge", ("K-1",), OPEN, "point", "overwatch", movers=(mover,), left=Hex("06.04"))
        (shot,) = (event for event in made.happen(e.FireOrdered(order)) if isinstance(event, t.PointFired))
        nets.append(shot.net)
    assert nets[0] > nets[1]


def test_who_cannot_fire_any_more_leaves_it_to_the_others() -> None:
    """TCSB-9-1, TCSB-9-5: of two that were ordered to fire together one was suppressed in the meantime."""
    for suppressed, firers in (((), ("A-MG", "A-2")), (("A-2",), ("A-MG",)), (("A-MG", "A-2"), ())):
        made = field(1)
        for name in ("A-MG", "A-2"):
            made.put(name, hex=DOOR, mode="fire", suppressed=name in suppressed)
        events = made.happen(e.FireOrdered(FireOrder("us", ("A-MG", "A-2"), Hex("05.04"), "area", "sfa")))
        assert [event.units for event in events if isinstance(event, t.AreaFired)] == ([firers] if firers else [])
        assert [event.units for event in events if isinstance(event, t.FireHeld)] == ([] if firers else [("A-MG", "A-2")])


def test_by_policy_the_strongest_fires_first() -> None:
    """TCS3-9-2, TCSB-13-2: a gun at armor as its point fire says, men as the column of their area fire."""
    made = field(1)
    made.put("T-1", hex=OPEN, mode="move")
    made.put("K-1", hex=Hex("06.05"), mode="fire")
    made.put("G-1", counter=replace(made.unit("G-1").counter, area=60))
    made.show("T-1")
    orders = SfaAsked(frozenset(("G-2", "G-81"))).answer(made.game, made.picture("ge"), ())
    assert [(*order.units, order.aim) for order in orders] == [("G-1", "area"), ("K-1", "point"), ("G-MG", "area")]


def test_by_policy_men_are_fired_at_by_area_alone() -> None:
    """TCS3-9-2, TCSB-13-2: there is nothing hard in the hex."""
    made = field(1)
    for name in ("A-1", "A-MG"):
        made.put(name, hex=DOOR, mode="fire")
    others = frozenset(made.board.forces["us"].units) - {"A-1", "A-MG"}
    orders = SfaAsked(others).answer(made.game, made.picture("us"), ())
    assert [(*order.units, order.aim) for order in orders] == [("A-1", "area"), ("A-MG", "area")]


@pytest.mark.parametrize(("there", "room"), [(4, True), (5, False)])
def test_five_vehicles_may_stay_in_a_hex(there: int, room: bool) -> None:
    """TCS3-10-2, TCSB-5-4: a fifth may come, a sixth may not; men always."""
    made = field(1)
    forces = made.board.forces["us"]
    for number in range(1, there + 2):
        place = DOOR if number <= there else OPEN
        forces = forces.with_unit(replace(made.unit("T-1"), id=f"T-{number}", steps=1, hex=place))
    picture = replace(made.picture("us"), forces=forces)
    assert (_crowd(picture, (f"T-{there + 1}",), DOOR) is None) is room and _crowd(picture, ("A-1",), DOOR) is None


HOLD, UNTIL_HIT = policy("fire", "hold"), policy("fire", "hold", "until", "fired", "on")


@pytest.mark.parametrize(("lines", "under_fire", "held"), [
    ((), False, False), ((HOLD,), False, True), ((HOLD,), True, True), ((UNTIL_HIT,), False, True), ((UNTIL_HIT,), True, False),
])  # fmt: skip
def test_weapons_hold_their_fire_at_aircraft_by_their_policy(lines: tuple[Any, ...], under_fire: bool, held: bool) -> None:
    """TCSB-24-4, TCS3-1-3."""
    made = field(1)
    made.put("A-MG", under_fire=under_fire)
    found = WeaponsHeld(("A-MG", "gone")).answer(made.game, made.picture("us"), lines)
    assert found == (frozenset(("A-MG",)) if held else frozenset())


@pytest.mark.parametrize(("away", "may"), [(0, False), (1, True), (24, True), (25, False)])
def test_tanks_fire_smoke_beside_them_and_as_far_as_their_gun_reaches(away: int, may: bool) -> None:
    """TCSARM-4.6-1: and none into their own hex."""
    tank = Field(1).unit("T-1")
    assert tank.counter.point_range == 24 and may_fire_smoke(tank, away) is may
