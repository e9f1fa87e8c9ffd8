"""Attacks and what follows a battle (TOCS-3.7, 3.9, 2.6, W10.6 to W10.8, W19.4 to W19.6)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex, distance, neighbours
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from tests.rulesets.tocs.builder import Piece, Scene, always, bridge, ground, river, road

SIZE = {"hasty": 1, "deliberate": 2, "intensive": 3}
QUIET = {"red": ("ezoc never", "retreat toward 03.08")}


def attacked(cell: str, effort: str = "intensive", more: str = "", **scene: Any) -> Scene:
    """A at 03.03 attacks R at 03.04, and the CRT says `cell`; fought out, the impulse not yet over."""
    kept: dict[str, Any] = {"blue": [Piece("A", "03.03")], "red": [Piece("R", "03.04")], "standing": QUIET, **scene}
    s = Scene(cell=cell, **kept)
    s.does("A", f"attack 03.04 {effort} {more}")
    s.fight()
    return s


def steps_lost(s: Scene, call: str) -> int:
    return s.unit(call).lost


# ---------------------------------------------------------------- launching


@pytest.mark.parametrize("effort, row", [("hasty", "TOCS-W10.8-1"), ("deliberate", "TOCS-W10.7-1"), ("intensive", "TOCS-W10.6-1")])
def test_an_attack_takes_the_last_ap_of_the_unit(effort: str, row: str) -> None:
    """TOCS-W10.6-1, TOCS-W10.7-1, TOCS-W10.8-1, TOCS-W10.0-5: 3, 2 and 1 AP."""
    enough = Scene([Piece("A", "03.03", state=3 - SIZE[effort])], [Piece("R", "03.04")])
    assert enough.check("A", f"attack 03.04 {effort}") == ()
    short = Scene([Piece("A", "03.03", state=min(3 - SIZE[effort] + 1, 2))], [Piece("R", "03.04")])
    if effort != "hasty":
        assert short.check("A", f"attack 03.04 {effort}")[0].rule == row


def test_an_intensive_attack_cannot_be_made_by_night() -> None:
    """TOCS-W10.6-1."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], light="night")
    assert s.check("A", "attack 03.04 intensive")[0].rule == "TOCS-W10.6-1"


def test_only_an_adjacent_enemy_hex_that_can_be_entered_is_attacked() -> None:
    """TOCS-3.7-1, TOCS-W11.0-4, TOCS-W10.1-7."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.05")], own="04.03", land=ground("03.02 lake"))
    assert s.check("A", "attack 03.05 hasty")[0].rule == "TOCS-3.7-1"
    assert s.check("A", "attack 04.03 hasty")[0].rule == "TOCS-W10.1-7"
    assert s.check("A", "attack 03.02 hasty")[0].rule == "TOCS-W11.6-1"


def test_units_up_to_the_stacking_limit_join_if_one_has_attack_strength() -> None:
    """TOCS-W10.6-2, TOCS-W2.4-5."""
    pieces = [Piece(c, "03.03") for c in "ABCD"] + [Piece("E", "04.03"), Piece("H", "04.03", "hq"), Piece("W", "02.03", strength=0),
              Piece("U", "02.03", defence_only=True)]  # fmt: skip
    s = Scene(pieces, [Piece("R", "03.04")])
    assert s.check("W", "attack 03.04 hasty")[0].rule == "TOCS-W10.6-2"
    assert s.check("U", "attack 03.04 hasty")[0].rule == "TOCS-W10.6-2"
    for call in "ABCD":
        assert s.does(call, "attack 03.04 hasty").failure is None
    assert s.check("E", "attack 03.04 hasty")[0].rule == "TOCS-W10.6-2"
    assert s.check("H", "attack 03.04 hasty") == ()


def test_attackers_stay_outside_and_the_enemy_learns_the_hex_alone() -> None:
    """TOCS-3.7-1, TOCS-3.7-2, TOCS-3.7-3, TOCS-1.3-2, TOCS-W9.1-4."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell="-/-")
    s.does("A", "attack 03.04 hasty")
    assert s.unit("A").hex == "03.03"
    assert [d for d, _ in s.play.seen if d == "red"] == []
    s.fight()
    assert (
        s.learnt("red", e.BattlesAnnounced) == s.learnt("blue", e.BattlesAnnounced) == [e.BattlesAnnounced("blue", (Hex("03.04"),))]
    )


@pytest.mark.parametrize("effort", SIZE)
def test_an_attack_on_an_empty_hex_becomes_a_move_into_it(effort: str) -> None:
    """TOCS-W10.6-3, TOCS-W10.7-2, TOCS-W10.8-2."""
    s = attacked("-/-", effort, red=[Piece("R", "08.08")])
    assert (s.unit("A").hex, s.unit("A").state, s.owner("03.04")) == ("03.04", 1, "blue")
    assert not s.happened(e.BattleRolled) and not s.forces().attacks


def test_a_battery_alone_does_not_walk_into_enemy_ground() -> None:
    """TOCS-W9.1-6."""
    s = attacked("-/-", "hasty", blue=[Piece("A", "03.03", "battery")], red=[Piece("R", "08.08")])
    assert (s.unit("A").hex, s.unit("A").state, s.owner("03.04")) == ("03.03", 1, "red")


# ---------------------------------------------------------------- losses


def test_the_defender_takes_losses_and_retreats_before_the_attacker() -> None:
    """TOCS-W19.4-1, TOCS-W19.4-2, TOCS-1.3-2."""
    s = attacked("1/2R1")
    changed = [(c.side, c.why) for c in s.happened(e.UnitChanged) if c.why != "acted"]
    assert changed == [("red", "retreated"), ("blue", "battle"), ("blue", "advanced")]
    assert (steps_lost(s, "A"), steps_lost(s, "R")) == (1, 2)
    assert s.happened(e.BattleFought)[0].lost == (("red", 2), ("blue", 1))


def test_a_unit_without_steps_left_is_destroyed_and_named_to_the_enemy() -> None:
    """TOCS-2.6-4, TOCS-W1.11-1, TOCS-W19.4-5, TOCS-1.2-1, TOCS-W1.4-1."""
    s = attacked("-/4")
    assert s.unit("R").status == "dead"
    assert s.learnt("blue", o.EnemyDestroyed) == [o.EnemyDestroyed("R", "R", "company", "", Hex("03.04"))]
    assert s.owner("03.04") == "blue" and s.unit("A").hex == "03.04"


@pytest.mark.parametrize("red, first", [
    ([Piece("R", "03.04", lost=1), Piece("S", "03.04")], "S"),
    ([Piece("R", "03.04", strength=3), Piece("S", "03.04", strength=5)], "S"),
    ([Piece("R", "03.04", "half_company", strength=9), Piece("S", "03.04")], "S"),
])  # fmt: skip
def test_the_first_loss_falls_on_the_unit_with_most_steps_then_most_strength(red: list[Piece], first: str) -> None:
    """TOCS-2.6-3, TOCS-W19.4-4."""
    before = {p.counter.call: p.unit.lost for p in red}
    s = attacked("-/1", red=red)
    assert {c for c in before if s.unit(c).lost > before[c]} == {first}


def test_the_attackers_first_loss_falls_on_the_longest_attack() -> None:
    """TOCS-W19.4-3: B spent three AP, A one; A has more steps."""
    s = Scene([Piece("A", "03.03"), Piece("B", "03.03", lost=2)], [Piece("R", "03.04")], cell="1/-")
    s.does("A", "attack 03.04 hasty")
    s.does("B", "attack 03.04 intensive")
    s.fight()
    assert (s.unit("A").lost, s.unit("B").lost) == (0, 3)


@pytest.mark.parametrize("line, lost", [
    ("losses spare nobody", {"E": 1, "R": 1}), ("losses spare engineers", {"E": 0, "R": 2}),
    ("losses weakest first", {"E": 0, "R": 1}),
])  # fmt: skip
def test_the_owner_orders_who_loses_beyond_the_first(line: str, lost: dict[str, int]) -> None:
    """TOCS-2.6-3, TOCS-W19.4-3."""
    red = [Piece("R", "03.04", strength=9), Piece("E", "03.04", engineer=True), Piece("W", "03.04", "half_company")]
    s = attacked("-/2", red=red, standing={"red": (line,)})
    assert {c: s.unit(c).lost for c in lost} == lost
    assert sum(s.unit(c).lost for c in ("R", "E", "W")) == 2


@pytest.mark.parametrize("spared", ["hq", "fo", "engineers", "armour"])
def test_those_who_are_spared_are_the_last_to_go(spared: str) -> None:
    """TOCS-2.6-3, TOCS-W19.4-3, TOCS-W19.4-4: beyond the first, which the company takes; three of four others fall."""
    kinds: dict[str, dict[str, Any]] = {
        "hq": {"kind": "hq"}, "fo": {"kind": "asset", "arm": "observer"}, "engineers": {"kind": "asset", "engineer": True},
        "armour": {"kind": "asset", "mobility": "armored", "mp": 5},
    }  # fmt: skip
    red = [Piece(name.upper(), "03.04", **{**made, "steps": 1, "strength": 1}) for name, made in kinds.items()]
    lines = (f"losses spare {spared}", "losses weakest first", "ezoc never")
    s = attacked("-/4", red=[Piece("Z", "03.04", steps=9), *red], standing={"red": lines})
    assert s.unit("Z").lost == 1
    assert [name for name in kinds if s.unit(name.upper()).status == "map"] == [spared]


# ---------------------------------------------------------------- states


def test_attackers_fall_a_state_for_acting_and_defenders_for_the_battle() -> None:
    """TOCS-W19.4-6, TOCS-W5.0-2, TOCS-1.11-3, TOCS-W10.6-3."""
    s = attacked("-/-")
    assert (s.unit("A").state, s.unit("R").state) == (1, 1)


def test_a_retreat_costs_a_state_more_but_not_for_reconnaissance() -> None:
    """TOCS-W19.5-5, TOCS-W19.5-6, TOCS-W5.0-2."""
    s = attacked("0R1/0R1", red=[Piece("R", "03.04"), Piece("S", "03.04", "asset", recon=True)])
    assert {c: s.unit(c).state for c in "ARS"} == {"A": 2, "R": 2, "S": 1}


def carried(cell: str, **more: Any) -> Scene:
    """A of blue's in an engagement with R in red's hex 03.04, fought again at the start of the turn."""
    kept: dict[str, Any] = {"standing": QUIET, **more}
    blue = [Piece("A", "03.04"), *kept.pop("with_a", ())]
    s = Scene(blue, [Piece("R", "03.04")], own="03.03", engaged={Hex("03.04"): "red"}, cell=cell, phase="engagements",
              **kept)  # fmt: skip
    s.settle()
    return s


@pytest.mark.parametrize("setting, states", [("retreating", (0, 0)), ("all", (1, 1))])
def test_in_an_engagement_that_goes_on_only_those_who_retreat_degrade(setting: str, states: tuple[int, int]) -> None:
    """TOCS-W19.4-6, TOCS-1.11-3."""
    s = carried("1/1", switches={"continued_engagement_degrades": setting})
    assert (s.unit("A").state, s.unit("R").state) == states
    assert carried("-/1R1").unit("R").state == 1


# ---------------------------------------------------------------- retreats


def test_a_retreat_leads_farther_off_with_every_hex() -> None:
    """TOCS-3.9-7, TOCS-W19.5-1, TOCS-W19.5-6: and along the owner's bearing."""
    s = attacked("-/0R3")
    fight = s.happened(e.FightWent)[0].fight
    assert [distance(h, Hex("03.04")) for h in fight.path] == [1, 2, 3]
    assert s.unit("R").hex == "03.07"


def test_units_may_fall_back_to_different_hexes_each_to_its_own_headquarters() -> None:
    """TOCS-3.9-7, TOCS-2.6-5."""
    red = [Piece("R", "03.04", parent="p"), Piece("S", "03.04", parent="q"), Piece("P", "01.07", "hq"), Piece("Q", "06.07", "hq")]
    s = attacked("-/0R2", red=red, standing={"red": ("ezoc never", "retreat toward own hq")})
    assert s.unit("R").hex != s.unit("S").hex


def test_a_retreat_takes_own_ground_before_the_enemys() -> None:
    """TOCS-W19.5-5, TOCS-W19.5-6: and the way as a whole is looked at, not the first step alone."""
    s = attacked("-/0R2", own="03.05 04.04 04.05 02.05 03.06 04.06", land=ground())
    assert [s.owner(h) for h in ("03.05", "04.04")] == ["blue", "blue"]
    assert s.unit("R").hex not in ("03.05", "04.04", "03.06")


def test_empty_hexes_of_the_enemys_that_a_retreat_goes_through_change_hands() -> None:
    """TOCS-1.9-1, TOCS-W9.1-3."""
    ring = "02.04 04.04 02.03 04.03 03.05"
    s = attacked("-/0R1", own=ring)
    assert s.owner(s.unit("R").hex) == "red"
    assert [x for x in s.happened(e.OwnerChanged) if x.how == "entered in retreat"]


RING = [Piece(f"B{i}", h) for i, h in enumerate(("02.03", "02.04", "03.05", "04.03", "04.04"))]


def test_a_unit_that_must_fall_back_into_the_enemy_is_destroyed() -> None:
    """TOCS-2.6-5, TOCS-3.9-8, TOCS-W19.5-2."""
    s = attacked("-/0R1", blue=[Piece("A", "03.03"), *RING])
    assert s.unit("R").status == "dead"
    assert s.happened(e.UnitDestroyed)[0].why == "retreat into the enemy"
    assert s.happened(e.BattleFought)[0].lost[0] == ("red", 4)


MOAT = "02.03 lake, 02.04 lake, 03.05 lake, 04.03 lake, 04.04 lake, 03.03 forest"


def test_where_no_way_is_left_every_hex_costs_a_step() -> None:
    """TOCS-W19.5-3: nobody can go, so nobody does, and the fight goes on."""
    s = attacked("-/0R2", land=ground(MOAT), red=[Piece("R", "03.04", mobility="motorized", mp=6)])
    assert (s.unit("R").lost, s.unit("R").hex, s.unit("R").state) == (2, "03.04", 1)
    assert s.public.engaged == {"03.04": "red"} and s.unit("A").hex == "03.04"


def test_one_who_cannot_go_where_the_others_do_is_lost() -> None:
    """TOCS-W19.5-4: if one retreats, all must."""
    wet = "02.03 lake, 02.04 lake, 04.03 lake, 04.04 lake, 03.05 forest"
    s = attacked("-/0R1", land=ground(wet), red=[Piece("R", "03.04"), Piece("M", "03.04", mobility="motorized", mp=6)])
    assert s.unit("R").hex == "03.05"
    assert s.unit("M").status == "dead"
    assert s.unit("A").hex == "03.04" and not s.public.engaged


MIXED: dict[str, dict[str, Any]] = {
    "R": {}, "M": {"mobility": "motorized", "mp": 6}, "T": {"kind": "vehicle_platoon"}, "G": {"kind": "battery"},
    "S": {"recon": True}, "H": {"kind": "hq"},
}  # fmt: skip


@pytest.mark.parametrize("who", ["RM", "RT", "RG", "RSH", "MTG", "RRR"])
@pytest.mark.parametrize("cell", ["-/0R1", "-/1R1", "-/1R2", "-/0R3"])
@pytest.mark.parametrize("woods", [False, True])
def test_of_a_beaten_side_everybody_goes_or_nobody(who: str, cell: str, woods: bool) -> None:
    """TOCS-W19.5-4: those who stood in the hex are out of it, all of them, or dead; whatever they are."""
    pieces = [Piece(f"{name}{n}", "03.04", **MIXED[name]) for n, name in enumerate(who)]
    barred = ", ".join(f"{h} forest" for h in neighbours(Hex("03.04"))) if woods else ""
    s = attacked(cell, red=pieces, land=ground(barred))
    left = [s.unit(p.counter.call) for p in pieces]
    assert not [u for u in left if u.status == "map" and u.hex == "03.04"]
    assert s.unit("A").hex == "03.04" and not s.public.engaged and s.owner("03.04") == "blue"
    wheels = [u for p, u in zip(pieces, left, strict=True) if p.counter.mobility == "motorized"]
    assert not woods or all(u.status == "dead" for u in wheels), "where it cannot go with the others it is lost"
    assert [u for u in left if u.status == "map"]


@pytest.mark.parametrize("who", ["AB", "ABC"])
@pytest.mark.parametrize("cell, gone", [("0R1/-", True), ("1R1/-", True), ("1/-", False), ("0R2/-", True)])
def test_attackers_from_several_hexes_are_thrown_back_together(who: str, cell: str, gone: bool) -> None:
    """TOCS-W19.5-4, TOCS-W19.5-5: each to the hex it came from, or all of them fight on in the hex."""
    homes = dict(zip("ABC", ("03.03", "02.03", "04.03"), strict=True))
    s = Scene([Piece(c, homes[c]) for c in who], [Piece("R", "03.04")], own="03.02 02.02 04.02", cell=cell, standing=QUIET)
    for call in who:
        s.does(call, "attack 03.04 hasty")
    s.fight()
    here = {s.unit(c).hex for c in who}
    assert ("03.04" in here) != gone and (gone or here == {"03.04"})
    assert bool(s.public.engaged) != gone
    assert cell != "0R1/-" or {c: s.unit(c).hex for c in who} == {c: homes[c] for c in who}


def test_nobody_yields_when_one_of_the_side_could_not_go_along() -> None:
    """TOCS-W19.5-4, TOCS-W19.5-3: hexes for steps are a bargain for all or for none."""
    for motor, lost, where in ((False, 1, "03.05"), (True, 2, "03.04")):
        red = [Piece("R", "03.04"), Piece("M", "03.04", **(MIXED["M"] if motor else {}))]
        standing = {"red": (*QUIET["red"], "retreat rather than lose more than 1")}
        wet = ground("02.03 lake, 02.04 lake, 04.03 lake, 04.04 lake, 03.05 forest")
        s = attacked("-/2", red=red, land=wet, standing=standing)
        assert s.unit("R").lost + s.unit("M").lost == lost
        assert {s.unit(c).hex for c in "RM"} == {where}


def test_a_beaten_attacker_goes_back_to_where_he_came_from() -> None:
    """TOCS-W19.5-5."""
    s = attacked("1R1/-")
    assert (s.unit("A").hex, s.owner("03.04")) == ("03.03", "red")
    assert not s.public.engaged
    s = attacked("1R2/-", own="03.02")
    assert s.unit("A").hex == "03.02"


def test_a_beaten_attacker_in_an_engagement_goes_back_too() -> None:
    """TOCS-W19.5-5: to the hex he attacked from, which he remembers, else to one of his own."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], own="02.03", cell="-/-", standing=QUIET,
              dice={"turn-end": (1, 1)})  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert s.unit("A").hex == "03.04" and s.unit("A").origin == "03.03"
    s.play.game = _with_cell(s, "0R1/-")
    s.settle()
    assert s.public.turn == 2 and s.unit("A").hex == "03.03" and not s.public.engaged
    assert carried("0R1/-").unit("A").hex == "03.03"


def _with_cell(s: Scene, cell: str) -> Game:
    return replace(s.play.game, charts={**s.play.game.charts, "crt": always(cell)})


# ---------------------------------------------------------------- trades

OVER = river("01.04 02.04 03.04 04.03 05.04 06.04 07.05 08.04", "SW", "NE") + road("03.03 03.04 03.05") + bridge("03.04")


@pytest.mark.parametrize(
    "cell, up_to, lost, stays", [("-/1R1", 1, 2, True), ("-/1R2", 1, 1, False), ("-/1R2", 2, 3, True), ("-/2R2", 2, 2, False)]
)
def test_a_bridge_is_paid_for_in_steps_as_the_standing_order_says(cell: str, up_to: int, lost: int, stays: bool) -> None:
    """TOCS-2.6-2, TOCS-W19.5-3: a step for every hex, all or none, and never the last one."""
    standing = {"red": ("ezoc never", f"retreat at bridges and works prefer losses up to {up_to}")}
    s = attacked(cell, land=ground("", OVER), red=[Piece("R", "03.04", bank_index=1)], standing=standing)
    assert (s.unit("R").lost, s.unit("R").hex == "03.04") == (lost, stays)


def test_a_held_hex_is_never_left_while_a_step_remains() -> None:
    """TOCS-W19.5-3."""
    held = {"red": ("ezoc never", "retreat hold 03.04")}
    assert attacked("-/1R2", standing=held).unit("R").hex == "03.04"
    assert attacked("-/2R2", standing=held).unit("R").status == "dead"


def test_an_attacker_outside_pays_nothing_for_a_hex_he_does_not_hold() -> None:
    """TOCS-W19.5-3: whatever his standing orders say of bridges."""
    s = attacked("1R1/-", land=ground("", OVER), red=[Piece("R", "03.04", bank_index=1)],
                 standing={"blue": ("retreat hold 03.04",)})  # fmt: skip
    assert s.unit("A").lost == 1


# ---------------------------------------------------------------- engagements


def test_where_nobody_gives_way_both_are_engaged_and_the_hex_stays_the_defenders() -> None:
    """TOCS-1.3-3, TOCS-3.9-15, TOCS-W19.6-6, TOCS-1.9-1, TOCS-1.9-2, TOCS-1.2-6, TOCS-1.11-1."""
    s = attacked("1/1")
    assert s.unit("A").hex == s.unit("R").hex == "03.04"
    assert s.public.engaged == {"03.04": "red"} and s.owner("03.04") == "red"
    for side in ("blue", "red"):
        assert s.learnt(side, e.EngagementMarked) == [e.EngagementMarked(Hex("03.04"), "red")]


def test_an_engagement_is_fought_again_only_when_the_next_turn_begins() -> None:
    """TOCS-1.3-3, TOCS-2.6-1, TOCS-2.6-7."""
    s = attacked("-/-", dice={"turn-end": (6, 6)})
    s.settle()
    s.close("silence")
    assert len(s.happened(e.BattleRolled)) == 1
    s.dice.faces = {"turn-end": (1, 1)}
    s.close("silence")
    fights = s.happened(e.BattleRolled)
    assert s.public.turn == 2 and len(fights) == 2
    assert fights[1].fight.level == "engagement" and fights[1].fight.carried
    assert s.public.resolved == ("03.04",) and s.public.engaged == {"03.04": "red"}


def test_the_first_owner_of_the_hex_defends_in_an_engagement() -> None:
    """TOCS-2.6-1, TOCS-1.9-2."""
    s = carried("1/2")
    fight = s.happened(e.BattleRolled)[0].fight
    assert (fight.attacker, fight.defender) == ("blue", "red")
    assert (s.unit("A").lost, s.unit("R").lost) == (1, 2)


def test_an_engagement_ends_when_a_side_leaves_and_the_winner_owns_the_hex() -> None:
    """TOCS-1.9-2, TOCS-2.6-7."""
    s = carried("-/0R1")
    assert not s.public.engaged and s.owner("03.04") == "blue"
    s = carried("0R1/-")
    assert not s.public.engaged and s.owner("03.04") == "red"


def test_an_engagement_knows_neither_pursuit_nor_exploitation_nor_breakthrough() -> None:
    """TOCS-2.6-6."""
    assert carried("-/0R2").unit("A").hex == "03.04"
    assert carried("-/4").unit("A").hex == "03.04"


@pytest.mark.parametrize("holder", ["red", "blue"])
def test_nobody_attacks_into_an_engagement_but_joins_it_by_moving_in(holder: str) -> None:
    """TOCS-1.3-3, TOCS-W10.1-7: it is locked until the next turn, and is not fought again for an attack from outside."""
    s = Scene([Piece("A", "03.03"), Piece("B", "03.04")], [Piece("R", "03.04")], engaged={Hex("03.04"): holder}, cell="-/1")
    for order in ("attack 03.04 hasty", "attack 03.04 intensive", "infiltrate 03.04"):
        assert [r.rule for r in s.check("A", order)] == ["TOCS-1.3-3"]
    assert s.does("A", "move 03.04").failure is None and s.unit("A").hex == "03.04"
    s.fight()
    assert not s.happened(e.BattleRolled)


def test_an_attack_launched_before_the_hex_became_an_engagement_is_fought_with_those_inside() -> None:
    """TOCS-W19.0-3: B runs into the enemy after A has set out; the battle is at A's level."""
    s = Scene([Piece("A", "03.03"), Piece("B", "02.03")], [Piece("R", "03.04")], cell="-/-")
    s.does("A", "attack 03.04 deliberate")
    s.does("B", "move 03.04")
    assert s.public.engaged
    s.fight()
    fight = s.happened(e.BattleRolled)[1].fight
    assert fight.level == "deliberate" and {a.unit for a in fight.attacks} == {"a", "b"}
    assert s.unit("A").state == 1


def test_an_attack_on_a_hex_that_an_ambush_has_won_meanwhile_walks_in() -> None:
    """TOCS-W10.7-2, TOCS-W10.0-4: who was launched at it is not forgotten, and tires."""
    s = Scene([Piece("A", "03.03"), Piece("B", "02.03")], [Piece("R", "03.04")], cell="-/4")
    s.does("A", "attack 03.04 deliberate")
    s.does("B", "move 03.04")
    s.fight()
    assert len(s.happened(e.BattleRolled)) == 1 and s.unit("A").hex == "03.04" and s.unit("A").state == 1


# ---------------------------------------------------------------- pursuit, exploitation, breakthrough

FAR = "pursue 3 toward 03.08 exploit toward 03.08"


@pytest.mark.parametrize("effort, hexes", [("hasty", 0), ("deliberate", 1), ("intensive", 3)])
def test_how_far_an_attack_follows(effort: str, hexes: int) -> None:
    """TOCS-W19.6-1, TOCS-W19.6-2, TOCS-W19.6-4, TOCS-3.9-9, TOCS-3.9-10, TOCS-3.9-12: a retreat of three hexes
    allows one of pursuit and two of exploitation. R runs on to 03.07, so an exploitation meets it there."""
    s = attacked("-/0R3", effort, FAR, standing={"red": ("ezoc never", "retreat toward 01.07")})
    path = s.happened(e.FightWent)[0].fight.path
    moved = [c.why for c in s.happened(e.UnitChanged) if c.side == "blue" and c.why in ("pursued", "exploited")]
    assert moved == (["pursued"] + ["exploited"] * 2)[:hexes]
    if hexes:
        assert s.owner(path[0]) == "blue"


def test_each_attacker_follows_as_far_as_his_own_attack_allows_whatever_the_others_spent() -> None:
    """TOCS-W19.6-2, TOCS-W19.0-4: who came for an AP or two to an intensive attack neither pursues nor exploits by it."""
    s = Scene([Piece(c, "03.03") for c in "ABC"], [Piece("R", "03.04")], cell="-/0R3",
              standing={"red": ("ezoc never", "retreat toward 01.07")})  # fmt: skip
    for call, effort in zip("ABC", ("intensive", "deliberate", "hasty"), strict=True):
        s.does(call, f"attack 03.04 {effort} pursue 3 exploit toward 06.08")
    s.fight()
    went = [(c.unit.id, c.why) for c in s.happened(e.UnitChanged) if c.why in ("pursued", "exploited")]
    assert went == [("a", "pursued"), ("a", "exploited"), ("a", "exploited"), ("b", "pursued")]
    assert s.unit("C").hex == "03.04"


def test_a_scouts_short_battle_lets_nobody_follow_by_the_ap_he_meant_to_spend() -> None:
    """TOCS-W10.4-14, TOCS-W19.6-2: B scouted and has one AP left, so A's three make a hasty attack, which follows nobody."""
    s = Scene([Piece(c, "03.03") for c in "AB"], [Piece("R", "03.04")], cell="-/0R3", standing=QUIET)
    s.does("A", "attack 03.04 intensive pursue 3 exploit toward 06.08")
    s.does("B", "recon 03.04; recon 03.04; attack 03.04 hasty")
    s.fight()
    assert s.happened(e.BattleRolled)[0].fight.level == "hasty"
    assert (s.unit("A").hex, s.unit("B").hex) == ("03.04", "03.04")


def test_nobody_follows_farther_than_he_was_told_or_the_enemy_went() -> None:
    """TOCS-W19.6-1, TOCS-3.9-10."""
    away = {"red": ("ezoc never", "retreat toward 01.07")}

    def went(cell: str, more: str) -> int:
        s = attacked(cell, "intensive", more, standing=away)
        return sum(c.why in ("pursued", "exploited") for c in s.happened(e.UnitChanged))

    assert went("-/0R3", "") == 0
    assert went("-/0R3", "pursue 2 exploit toward 06.08") == 2
    assert went("-/0R2", "pursue 3 exploit toward 06.08") == 2


def test_an_exploitation_stops_before_the_enemy() -> None:
    """TOCS-3.9-11, TOCS-W19.6-4: S stands where it would go."""
    s = attacked("-/0R3", "intensive", "pursue 3 exploit toward 03.08", red=[Piece("R", "03.04"), Piece("S", "03.06")],
                 standing={"red": ("ezoc never", "retreat toward 03.08")})  # fmt: skip
    assert s.unit("A").hex == "03.05" and not s.public.engaged


@pytest.mark.parametrize("setting, where", [("engagement", "03.05"), ("forbidden", "03.04")])
def test_a_pursuit_into_the_enemy_opens_an_engagement_if_the_switch_says_so(setting: str, where: str) -> None:
    """TOCS-W19.6-5, TOCS-3.9-9."""
    s = attacked("-/0R1", "deliberate", "pursue 1", switches={"pursuit_into_enemy": setting})
    assert s.unit("R").hex == "03.05"
    assert s.unit("A").hex == where
    assert s.public.engaged == ({"03.05": "red"} if setting == "engagement" else {})


def test_a_defender_never_pursues() -> None:
    """TOCS-W19.6-1."""
    s = attacked("0R2/-", own="03.02")
    assert s.unit("R").hex == "03.04" and s.owner("03.03") == "blue"


@pytest.mark.parametrize("effort", SIZE)
def test_when_every_defender_is_destroyed_the_attacker_may_go_one_hex_beyond(effort: str) -> None:
    """TOCS-3.9-13."""
    s = attacked("-/4", effort, "breakthrough empty")
    assert (s.unit("A").hex, s.owner("03.05"), s.owner("03.04")) == ("03.05", "blue", "blue")


@pytest.mark.parametrize("order, where, engaged", [
    ("breakthrough any", "03.05", {"03.05": "red"}), ("breakthrough empty", "03.04", {}), ("breakthrough none", "03.04", {}),
    ("", "03.04", {}),
])  # fmt: skip
def test_a_breakthrough_into_the_enemy_is_an_engagement(order: str, where: str, engaged: dict[str, str]) -> None:
    """TOCS-3.9-14, TOCS-3.9-13."""
    s = attacked("-/4", "intensive", order, red=[Piece("R", "03.04"), Piece("S", "03.05")])
    assert s.unit("A").hex == where and s.public.engaged == engaged


def test_there_is_no_breakthrough_where_the_enemy_got_away() -> None:
    """TOCS-3.9-13."""
    assert attacked("-/1R1", "intensive", "breakthrough any").unit("A").hex == "03.04"


def test_zones_do_not_matter_while_a_battle_is_settled() -> None:
    """TOCS-W6.0-19, TOCS-W19.5-1: the pursuit goes through the zones of S, and nobody is asked."""
    s = attacked("-/0R3", "intensive", "pursue 3 exploit toward 06.07", red=[Piece("R", "03.04"), Piece("S", "02.06")],
                 standing={"red": ("ezoc always", "retreat toward 01.08")})  # fmt: skip
    assert not s.happened(e.EzocAnswered)
    assert sum(c.why in ("pursued", "exploited") for c in s.happened(e.UnitChanged)) == 3


def test_ground_that_cannot_be_entered_ends_a_pursuit() -> None:
    """TOCS-W11.0-4: lorries do not follow through a forest."""
    s = attacked("-/0R2", "intensive", FAR, land=ground("03.05 forest, 02.04 lake, 04.04 lake"),
                 blue=[Piece("A", "03.03", mobility="motorized", mp=6)])  # fmt: skip
    assert s.unit("A").hex == "03.04"
