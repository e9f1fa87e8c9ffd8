"""Fire missions from the mailed word to what each side learns (TOCS-W2.4, W2.6.2, W10.24, W10.25, W10.26, W11.19-6)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.orders.parser import read_line
from pbem.orders.tree import UnitLine
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.reports.fire import silent
from pbem.rulesets.tocs.rules import shellfire
from pbem.rulesets.tocs.rules.activation import newly_active
from pbem.rulesets.tocs.rules.shellfire import Shoot, Target
from tests.rulesets.tocs.builder import Loaded, Piece, Scene, counter, ground, source

THERE = Hex("03.06")
GUN: dict[str, Any] = {"kind": "battery", "arm": "artillery", "range": 8, "parent": "hq"}
HQ: dict[str, Any] = {"kind": "hq", "level": "regiment", "command": 8, "wireless": 8}


def gun(call: str, where: str = "03.02", **more: Any) -> Piece:
    return Piece(call, where, **{**GUN, **more})


def fo(where: str = "03.04", **more: Any) -> Piece:
    return Piece("FO", where, "asset", **{"arm": "observer", "parent": "hq", "strength": 0, **more})


def guns(*more: Piece, red: tuple[Piece, ...] | None = None, own: str = "03.03 03.04 02.03 02.04", **scene: Any) -> Scene:
    """A regiment with a battery, and a red company four hexes away."""
    made = {"land": ground(), **scene}
    return Scene([Piece("HQ", "03.01", **HQ), gun("G"), *more], (Piece("R", "03.06"),) if red is None else red, own=own, **made)


def strike(s: Scene, text: str = "strike 03.06", call: str = "G") -> None:
    failure = s.does(call, text).failure
    assert failure is None, failure


# ---------------------------------------------------------------- strikes


def test_a_strike_takes_an_ap_of_the_headquarters_no_op_and_all_of_the_battery() -> None:
    """TOCS-W10.24-1, TOCS-W10.24-2: the HQ does not degrade; only its waking costs an OP."""
    s = guns()
    strike(s)
    staff = s.forces().staff("hq")
    assert staff and staff.ap == 2 and s.forces().pools["pool"].bank == 9
    assert (s.unit("G").state, s.unit("HQ").state, s.forces().active) == (1, 0, None)
    assert len(s.happened(e.MissionFired)) == 1
    strike(s, "interdict 03.06")
    assert s.forces().pools["pool"].bank == 9
    s.close()
    assert s.unit("HQ").state == 0


@pytest.mark.parametrize("piece", [
    gun("X", state=1), gun("X", range=3), gun("X", kind="asset", artillery=2), gun("X", artillery=0), gun("X", "08.08"),
])  # fmt: skip
def test_only_a_good_order_battery_in_range_and_in_communication_fires_a_strike(piece: Piece) -> None:
    """TOCS-W10.24-1."""
    s = guns(piece, own="03.03 03.04 08.08")
    assert [r.rule for r in s.check("X", "strike 03.06")] == ["TOCS-W10.24-1"]


def test_a_battery_out_of_supply_fires_nothing() -> None:
    """TOCS-W10.24-1: in LOS."""
    s = guns(supply={"blue": ()}, switches={"supply": "traced"})
    cut = replace(s.unit("G"), cut="T1.1")
    s.play.happen([e.UnitChanged("blue", cut, "cut off")])
    assert [r.rule for r in s.check("G", "strike 03.06")] == ["TOCS-W10.24-1"]


def test_a_battery_in_an_engagement_fires_no_mission_out_of_it() -> None:
    """TOCS-W2.4-3."""
    s = guns(red=(Piece("R", "03.06"), Piece("S", "03.02")), engaged={Hex("03.02"): "blue"})
    assert [r.rule for r in s.check("G", "strike 03.06")] == ["TOCS-W2.4-3"]


def test_own_ground_and_own_troops_are_not_shelled() -> None:
    """TOCS-W10.24-4: random targets are all units of the hex."""
    s = guns(Piece("A", "04.06"), red=(Piece("R", "04.06"),), engaged={Hex("04.06"): "red"})
    assert [r.rule for r in s.check("G", "strike 04.06")] == ["TOCS-W10.24-4"]
    assert [r.rule for r in s.check("G", "strike 03.03")] == ["TOCS-W10.24-1"]


@pytest.mark.parametrize("faces, state, lost", [((1, 1), 0, 0), ((4, 4), 1, 0), ((6, 6), 1, 1)])
def test_the_roll_is_read_at_the_strength_of_the_battery(faces: tuple[int, int], state: int, lost: int) -> None:
    """TOCS-W10.24-1: strength 4, with -1 for harassing: 1, 7 and 11."""
    s = guns(dice={"harass/G": faces})
    strike(s)
    assert (s.unit("R").state, s.unit("R").lost) == (state, lost)


def test_a_strike_nobody_sees_harasses_and_its_firer_learns_nothing_but_his_dice() -> None:
    """TOCS-W10.24-4."""
    s = guns(dice={"harass/G": (6, 6)})
    strike(s)
    fired = s.learnt("blue", o.OwnMission)[0]
    assert (fired.mission.kind, fired.drms) == ("harass", ("harassing -1",))
    assert s.learnt("blue", o.FallOfShot) == [] and s.picture().contacts == ()
    assert s.learnt("red", o.ShellsFell) == [o.ShellsFell(THERE, False)]
    assert s.learnt("red", e.UnitChanged)[-1].why == "shelled"


def test_an_empty_hex_and_a_full_one_look_the_same_to_a_blind_firer() -> None:
    """TOCS-W10.24-4."""
    seen = []
    for red in ((Piece("R", "08.08"),), (Piece("R", "03.06"), Piece("T", "03.06"))):
        s = guns(red=red, dice={"harass/G": (4, 4)})
        strike(s)
        seen.append([x for side, x in s.play.seen if side == "blue"])
    assert seen[0] == seen[1]


def test_aimed_fire_falls_on_the_kind_that_was_named_and_is_seen() -> None:
    """TOCS-W10.24-5, TOCS-W2.6.2-4: the observer's bonus."""
    red = (Piece("R", "03.06"), Piece("K", "03.06", "battery"))
    s = guns(fo(), red=red, dice={"strike/G": (6, 5)})
    strike(s, "strike 03.06 at guns")
    fired = s.happened(e.MissionFired)[0]
    assert (fired.mission.observer, "observer +1" in fired.known) == ("fo", True)
    assert s.unit("K").lost == 1 and (s.unit("R").lost, s.unit("R").state) == (0, 0)
    assert s.learnt("blue", o.FallOfShot) == [o.FallOfShot(THERE, ("infantry", "guns"), (("guns", 1, 1),))]
    assert [c.kinds for c in s.picture().contacts] == [("infantry", "guns")]
    assert s.learnt("red", o.FallOfShot) == []


def test_nobody_aims_at_what_nobody_sees() -> None:
    """TOCS-W10.24-5."""
    s = guns(fo("03.01"))
    assert [r.rule for r in s.check("G", "strike 03.06 at guns")] == ["TOCS-W10.24-5"]
    assert [r.rule for r in s.check("G", "strike 03.06 observed by FO")] == ["TOCS-W10.24-5"]
    woods = guns(fo(), land=ground("03.05 forest"))
    assert [r.rule for r in woods.check("G", "strike 03.06 observed by FO")] == ["TOCS-W10.24-5"]


def test_harassing_fire_may_be_chosen_where_it_could_be_aimed() -> None:
    """TOCS-W10.24-4: and the observer still sees what it does."""
    s = guns(fo(), dice={"harass/G": (5, 5)})
    strike(s, "harass 03.06")
    assert s.happened(e.MissionFired)[0].known == ("harassing -1",)
    assert len(s.learnt("blue", o.FallOfShot)) == 1


def test_what_dies_of_shells_is_named_to_the_enemy() -> None:
    """TOCS-1.2-1."""
    s = guns(red=(Piece("K", "03.06", "asset"),), dice={"harass/G": (6, 6)})
    strike(s)
    assert [d.call for d in s.learnt("blue", o.EnemyDestroyed)] == ["K"]
    assert s.unit("K").status == "dead"


def test_several_batteries_fire_a_strike_each_and_an_ap_for_each() -> None:
    s = guns(gun("H"), gun("I"))
    strike(s, "strike 03.06 with H, I")
    staff = s.forces().staff("hq")
    assert len(s.happened(e.MissionFired)) == 3 and staff and staff.ap == 0
    assert [s.unit(c).state for c in "GHI"] == [1, 1, 1]


def test_a_headquarters_gives_no_more_orders_than_it_has_ap() -> None:
    s = guns(gun("H"), gun("I"), gun("J", "04.02"))
    assert [r.rule for r in s.check("G", "strike 03.06 with H, I, J")] == ["TOCS-W2.1-6"]


def test_the_battery_must_have_all_its_ap() -> None:
    """TOCS-W10.24-2."""
    s = guns()
    s.does("G", "move 03.03")
    assert s.does("G", "strike 03.06").failure is not None


# ---------------------------------------------------------------- observers


def test_an_observer_on_a_hill_calls_any_battery_without_a_headquarters() -> None:
    """TOCS-W11.19-6, TOCS-W2.6.2-1, TOCS-W2.6.2-2."""
    s = guns(Piece("HQ2", "03.03", **HQ), fo(parent="hq2"), land=ground("03.04 farmland 1"))
    strike(s, "strike 03.06 by FO")
    assert s.forces().staff("hq") is None and s.forces().pools["pool"].bank == 10
    called = s.forces().staff("fo")
    assert called and called.ap == 2
    s.close()
    assert s.unit("FO").state == 1  # he has acted; only headquarters give orders without wear


def test_the_switch_makes_an_observer_on_a_hill_wait_for_orders() -> None:
    """TOCS-W11.19-6, TOCS-W2.6.2-2."""
    s = guns(fo(), land=ground("03.04 farmland 1"), switches={"hill_observer_needs_order": True})
    assert [r.rule for r in s.check("G", "strike 03.06 by FO")] == ["TOCS-W2.6.2-2"]


def test_on_the_flat_an_observer_calls_only_once_a_headquarters_has_woken_him() -> None:
    """TOCS-W2.6.2-2: no further AP of the headquarters."""
    s = guns(fo())
    assert [r.rule for r in s.check("G", "strike 03.06 by FO")] == ["TOCS-W2.6.2-2"]
    staff = newly_active(s.view(), s.unit("HQ"))
    pool = replace(s.forces().pools["pool"], bank=9)
    s.play.happen([e.StaffWoken("blue", "hq", pool, staff), e.AssetsWoken("blue", replace(staff, ap=2), ("fo",))])
    strike(s, "strike 03.06 by FO")
    left, called = s.forces().staff("hq"), s.forces().staff("fo")
    assert left and left.ap == 2 and called and called.ap == 2 and s.forces().woken == ()


def test_an_observer_orders_no_bombardment_but_directs_one() -> None:
    """TOCS-W2.6.2-3, TOCS-W2.6.2-4."""
    s = guns(gun("H"), gun("I"), fo(), land=ground("03.04 farmland 1"))
    assert [r.rule for r in s.check("G", "bombard 03.06 with H, I by FO")] == ["TOCS-W2.6.2-3"]
    strike(s, "bombard 03.06 with H, I observed by FO")
    fired, staff = s.happened(e.MissionFired)[0], s.forces().staff("hq")
    assert "observer +1" in fired.known and staff and staff.ap == 2


# ---------------------------------------------------------------- bombardments


def test_a_bombardment_is_one_roll_of_three_batteries_and_disorders_them() -> None:
    """TOCS-W10.25-1, TOCS-W10.25-2."""
    german = {"nation": "german"}
    s = Scene([Piece("HQ", "03.01", **HQ), *(gun(c, **german) for c in "GHI")], [Piece("R", "03.06")])
    strike(s, "bombard 03.06 with H, I")
    fired = s.happened(e.MissionFired)
    assert [(f.strength, f.column) for f in fired] == [(12, "11-15")]
    assert [s.unit(c).state for c in "GHI"] == [2, 2, 2]
    assert s.learnt("red", o.ShellsFell) == [o.ShellsFell(THERE, True)]


@pytest.mark.parametrize("nation", ["german", "british", "american"])
def test_who_bombarded_has_nothing_left_of_that_activation(nation: str) -> None:
    """TOCS-W10.25-2, TOCS-W10.25-6: each of the batteries, the one that gave its name as well as the others; what they do
    after it is another activation, for an OP, with the AP of the state they are in."""
    state = 1 if nation == "american" else 2
    for call in "GHI":
        s = Scene([Piece("HQ", "03.01", **HQ), *(gun(c, nation=nation) for c in "GHIK")], [Piece("R", "03.06")], own="03.03")
        strike(s, "bombard 03.06 with H, I")
        assert s.forces().activated == ("g", "h", "hq", "i") == s.picture().forces.activated and s.forces().active is None
        assert [s.unit(c).state for c in "GHIK"] == [state] * 3 + [0]
        assert [s.check(call, order)[0].rule for order in ("strike 03.06", "bombard 03.06 with K")] == [
            "TOCS-W10.24-1",
            "TOCS-W10.25-1",
        ]
        assert (s.check(call, "interdict 03.06") == ()) == (nation == "american") and s.check("K", "strike 03.06") == ()
        bank = s.forces().pools["pool"].bank
        s.activate(call)
        assert (s.active().ap, s.forces().pools["pool"].bank) == (3 - state, bank - 1)


@pytest.mark.parametrize(("text", "heard"), [
    ("bombard 03.06 with H, I", True), ("bombard 03.06 with H, I at infantry", False),
    ("bombard 03.06 with H, I at bridge", False), ("strike 03.06 at infantry", True),
])  # fmt: skip
def test_no_target_is_named_for_a_bombardment_and_any_may_be_hit(text: str, heard: bool) -> None:
    """TOCS-W10.25-2, TOCS-1.13-1: with an observer who could aim a strike; each of three is hit as often."""
    red = tuple(Piece(c, "03.06") for c in "RST")
    s = guns(gun("H", nation="german"), gun("I", nation="german"), fo(), red=red, land=ground("03.04 farmland 1"))
    sheet = read_line(f"G: {text}", vocabulary(s.game, s.picture()))
    assert isinstance(sheet.command, UnitLine) == heard
    if text.startswith("bombard") and heard:
        hit = Counter[str]()
        for seed in range(90):
            s = guns(gun("H", nation="german"), gun("I", nation="german"), red=red)
            s.play.dice = Dice(b"%d" % seed)
            strike(s, text)
            hit.update(c for c in "RST" if s.unit(c).lost or s.unit(c).state)
        assert min(hit.values()) > 0.6 * max(hit.values()) and len(hit) == 3


def test_american_batteries_are_only_fatigued_unless_it_is_time_on_target() -> None:
    """TOCS-W10.25-5, TOCS-W10.25-6: one OP more, double strength."""
    s = guns(gun("H"), gun("I"))
    strike(s, "bombard 03.06 with H, I")
    assert [s.unit(c).state for c in "GHI"] == [1, 1, 1] and s.forces().pools["pool"].bank == 9
    tot = guns(gun("H"), gun("I"))
    strike(tot, "bombard 03.06 with H, I tot")
    assert [tot.unit(c).state for c in "GHI"] == [2, 2, 2] and tot.forces().pools["pool"].bank == 8
    assert [f.column for f in tot.happened(e.MissionFired)] == ["22-28"]


def test_nobody_else_and_nobody_before_december_1942_fires_time_on_target() -> None:
    """TOCS-W10.25-5."""
    s = guns(gun("H"), gun("I", nation="german"))
    assert [r.rule for r in s.check("G", "bombard 03.06 with H, I tot")] == ["TOCS-W10.25-5"]
    early = guns(gun("H"), gun("I"))
    early.game = replace(early.game, year=1942, month="NOV")
    assert [r.rule for r in early.check("G", "bombard 03.06 with H, I tot")] == ["TOCS-W10.25-5"]
    early.game = replace(early.game, month="DEC")
    assert early.check("G", "bombard 03.06 with H, I tot") == ()


def test_fewer_than_three_or_a_battalion_cannot_bombard() -> None:
    """TOCS-W10.25-1."""
    assert [r.rule for r in guns(gun("H")).check("G", "bombard 03.06 with H")] == ["TOCS-W10.25-1"]
    for level in ("battalion", "brigade", "regiment", "kampfgruppe", "division", "corps", "army", "army_group"):
        s = Scene([Piece("HQ", "03.01", **{**HQ, "level": level}), *(gun(c) for c in "GHI")], [Piece("R", "03.06")])
        refused = [r.rule for r in s.check("G", "bombard 03.06 with H, I")]
        assert refused == (["TOCS-W10.25-1"] if level == "battalion" else []), level


@pytest.mark.parametrize("strangers", ["G", "H", "I", "GH", "HI", "GI"])
def test_one_headquarters_must_command_every_battery_of_a_bombardment(strangers: str) -> None:
    """TOCS-W10.25-1: whichever of the three answers to another brigade, and when all three do it may."""
    other = Piece("HQ2", "02.01", **HQ)
    s = Scene([Piece("HQ", "03.01", **HQ), other, *(gun(c, parent="hq2" if c in strangers else "hq") for c in "GHI")],
              [Piece("R", "03.06")])  # fmt: skip
    assert len(s.check("G", "bombard 03.06 with H, I")) == 1
    both = Scene([other, *(gun(c, parent="hq2") for c in "GHI")], [Piece("R", "03.06")])
    assert both.check("G", "bombard 03.06 with H, I") == ()


# ---------------------------------------------------------------- interdiction and support


def test_interdiction_takes_an_ap_is_announced_and_costs_the_battery_a_state() -> None:
    """TOCS-W10.26-1, TOCS-W10.26-2: good order or fatigued."""
    s = guns(gun("F", state=1), gun("D", state=2))
    strike(s, "interdict 03.05", "F")
    assert (s.unit("F").state, s.public.interdicted) == (2, {Hex("03.05"): ("blue",)})
    assert s.learnt("red", o.InterdictionSeen) == s.learnt("blue", o.InterdictionSeen) == [o.InterdictionSeen("blue", Hex("03.05"))]
    assert [r.rule for r in s.check("D", "interdict 03.05")] == ["TOCS-W10.26-1"]


def test_support_is_laid_on_the_battle_and_fired_in_it() -> None:
    """TOCS-W10.24-6, TOCS-W10.25-3."""
    s = guns(gun("H"), gun("I"), Piece("A", "03.05", parent="hq"), cell="-/-")
    s.does("A", "attack 03.06 hasty")
    strike(s, "support 03.06 with H, I barrage")
    assert s.learnt("red", e.SupportOrdered) == [] and len(s.forces().missions) == 1
    s.fight()
    assert s.happened(e.BattleRolled)[0].attacker.total == 4 + 2 * 12


def test_nobody_out_of_communication_is_supported() -> None:
    """TOCS-W7.0-5: the unit, its headquarters and the battery must be linked."""
    s = guns(Piece("A", "08.04", parent="lost"), Piece("lost", "08.01", "hq"), red=(Piece("R", "08.05"),), cell="-/-",
             own="08.04 08.01")  # fmt: skip
    s.does("A", "attack 08.05 hasty")
    strike(s, "support 08.05")
    s.fight()
    assert s.happened(e.BattleRolled)[0].attacker.total == 4


def test_mortar_sections_support_and_fire_no_strikes() -> None:
    """TOCS-W2.4-6, TOCS-W10.24-1."""
    s = guns(gun("M", "03.05", kind="asset", arm="mortar", artillery=2, range=2))
    assert s.check("M", "support 03.06") == ()
    assert [r.rule for r in s.check("M", "strike 03.06")] == ["TOCS-W10.24-1"]


# ---------------------------------------------------------------- properties


@pytest.mark.parametrize(("who", "land", "works", "bursts"), [
    ("F", "woods", "", True), ("FT", "woods", "", True), ("TF", "woods", "", True), ("T", "woods", "", False),
    ("FF", "farmland", "", False), ("F", "forest", "", True), ("F", "woods", "entrenched", False), ("", "woods", "", False),
])  # fmt: skip
@pytest.mark.parametrize("kind", ["strike", "bombard"])
def test_trees_burst_over_anybody_on_foot_who_is_not_dug_in(who: str, land: str, works: str, bursts: bool, kind: str) -> None:
    """TOCS-W10.24-4, TOCS-W2.6.2-4: in a stack of both the men are hit, whatever else is there."""
    made = {"F": counter("F"), "T": counter("T", "vehicle_platoon")}
    targets = tuple(Target(f"{name}{n}", made[name], 2) for n, name in enumerate(who))
    grid = guns().game.grid("artillery-strike" if kind == "strike" else "bombardment")
    held = {name for name, _ in shellfire.drms(grid, Shoot(kind, True, False, land, works, targets, ""))}
    assert ("tree_burst" in held) == (bursts and "tree_burst" in grid.drms)


def shoot(steps: list[int], aim: str = "") -> Shoot:
    targets = tuple(Target(f"u{n}", counter(f"U{n}", steps=max(s, 1)), s) for n, s in enumerate(steps))
    return Shoot("strike", True, False, "farmland", "", targets, aim)


@settings(max_examples=80, deadline=None)
@given(
    st.binary(min_size=1, max_size=6), st.lists(st.integers(1, 4), max_size=4),
    st.sampled_from(["-", "d", "D", "1d", "2D", "3d"]), st.sampled_from(["", "infantry"]),
)  # fmt: skip
def test_damage_is_never_negative_never_more_than_is_there_and_all_of_it_is_assigned(
    key: bytes, steps: list[int], cell: str, aim: str
) -> None:
    """TOCS-W10.24-4, TOCS-W10.25-2."""
    hits = shellfire.hits(Dice(key), "f", shoot(steps, aim), cell)
    left = dict(enumerate(steps))
    for hit in hits:
        number = int(hit.call[1:])
        assert 0 <= hit.steps <= left[number] and 0 <= hit.states <= 1
    damage = 0 if cell in "-dD" else int(cell[0])
    if steps and not aim and "d" in cell:
        assert sum(h.steps for h in hits) == min(damage, sum(steps))


@pytest.mark.parametrize(("cell", "first", "second"), [
    ("1d", (1, 1), None), ("2d", (1, 1), (1, 0)), ("3d", (1, 1), (2, 0)), ("9d", (1, 1), (4, 0)),
    ("d", (0, 1), None), ("-", None, None),
])  # fmt: skip
@pytest.mark.parametrize("aim", ["", "infantry"])
def test_what_one_target_cannot_take_falls_on_another_without_shaking_it(
    cell: str, first: tuple[int, int] | None, second: tuple[int, int] | None, aim: str
) -> None:
    """TOCS-W10.24-4, TOCS-W10.25-2, TOCS-1.13-1: of one step and of four, the first is struck; steps lost and states fallen. What
    was aimed stays on its target, and nobody takes more than he has."""
    hits = shellfire.hits(Loaded({"f/target/1/U0": (6,)}), "f", shoot([1, 4], aim), cell)
    found = {hit.call: (hit.steps, hit.states) for hit in hits}
    assert found == {call: hit for call, hit in (("U0", first), ("U1", None if aim else second)) if hit}


@pytest.mark.parametrize(("who", "works", "aim", "held"), [
    ("T", "", "vehicles", {"armoured_target"}), ("T", "", "", set()), ("FT", "", "vehicles", set()), ("", "", "vehicles", set()),
    ("F", "", "infantry", set()), ("FG", "entrenched", "", {"entrenched"}), ("G", "entrenched", "", set()), ("F", "", "", set()),
])  # fmt: skip
def test_armour_aimed_at_and_companies_dug_in_are_hard_to_hurt(who: str, works: str, aim: str, held: set[str]) -> None:
    """TOCS-W10.24-4, TOCS-W2.6.2-4, TOCS-1.13-2: all of the targets armoured, and any of them a company."""
    made = {"F": counter("F"), "T": counter("T", "vehicle_platoon"), "G": counter("G", "battery")}
    targets = tuple(Target(f"{name}{n}", made[name], 2) for n, name in enumerate(who))
    fact = Shoot("strike", True, False, "farmland", works, targets, aim)
    fits = {name for name, test in shellfire.FITS.items() if name in ("armoured_target", "entrenched") and test(fact)}
    assert fits == held


def test_random_targets_are_fair() -> None:
    """TOCS-1.13-1."""
    hit = Counter(shellfire.hits(Dice(b"f"), f"f{n}", shoot([2, 2, 2]), "1d")[0].call for n in range(1500))
    assert all(430 < hit[u] < 570 for u in ("U0", "U1", "U2"))


@pytest.mark.parametrize("facts, found", [
    ({"works": "strongpoint"}, {"entrenched": -2}), ({"terrain": "town"}, {"built_up": -1}),
    ({"terrain": "woods"}, {"tree_burst": 1}), ({"terrain": "woods", "works": "entrenched"}, {"entrenched": -1}),
    ({"night": True, "observed": False}, {"night_unobserved": -1}),
    ({"kind": "harass"}, {"harassing": -1}),
])  # fmt: skip
def test_the_modifiers_of_a_strike(facts: dict[str, Any], found: dict[str, int]) -> None:
    grid = guns().game.grid("artillery-strike")
    said = dict(shellfire.drms(grid, replace(shoot([4]), **facts)))
    said.pop("observer", None)
    assert said == found


def test_every_modifier_of_the_fire_charts_is_known_or_waits() -> None:
    game = guns().game
    charted = {*game.grid("artillery-strike").drms, *game.grid("bombardment").drms}
    assert charted == {*shellfire.FITS, *shellfire.WAITS}


def test_the_list_of_guns_says_who_cannot_fire_and_why() -> None:
    """TOCS-W10.24-1, TOCS-W15.15-10: three letters of newcomers ordered guns that were listed as good."""
    far = {"blue": [source("01.01")], "red": [source("08.08")]}
    s = guns(gun("H"), Piece("C", "03.04"), supply=far)
    assert not list(silent(s.game, s.picture(), ["G", "H", "C"]))
    late = s.forces().with_unit(replace(s.unit("H"), gathers=1))
    assert list(silent(s.game, replace(s.picture(), forces=late), ["G", "H", "C"])) == ["cannot fire, just landed, no guns yet: H"]
    cut = s.forces().with_unit(replace(s.unit("G"), cut="T1.1"))
    (told,) = silent(s.game, replace(s.picture(), forces=cut), ["G", "H", "C"])
    assert told == "cannot fire, out of supply: G"
