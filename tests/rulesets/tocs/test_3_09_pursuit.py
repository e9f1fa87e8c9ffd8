"""Who goes on after a battle, with whom, and what is told of who does not (TOCS-3.9-9 to 3.9-14, W19.6, W10.26-5, W6.0-12)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import ACTIONS, attack
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.reports import sitrep_lines as changes
from pbem.rulesets.tocs.rules.supply import line_of
from tests.rulesets.tocs.builder import Piece, Scene, ground, source
from tests.rulesets.tocs.test_3_09_combat import QUIET, attacked

AWAY = {"red": ("ezoc never", "retreat toward 01.07")}


def steps_on(s: Scene) -> list[tuple[str, str]]:
    return [(c.unit.id, c.why) for c in s.happened(e.UnitChanged) if c.why in ("pursued", "exploited", "broke through")]


def several(cell: str, order: str, red: list[Piece], **scene: Any) -> Scene:
    """A, B and C at 03.03 attack R at 03.04 alike."""
    more = scene.pop("more", [])
    s = Scene([*(Piece(c, "03.03") for c in "ABC"), *more], red, cell=cell, **{"standing": QUIET, **scene})
    for call in "ABC":
        s.does(call, f"attack 03.04 {order}")
    s.fight()
    return s


def told(s: Scene, side: str = "blue") -> list[str]:
    """What the next report says of what happened."""
    news = [seen for desk, seen in s.play.seen if desk == side]
    return [line.lstrip(" -") for line in changes.lines(s.game, s.picture(side), news)]


def warned(s: Scene, order: str) -> tuple[str, ...]:
    """What CHECK says besides of an attack by the unit in hand."""
    made = attack.order(s._acts(f"attack 03.04 {order}")[0], s.picture())
    assert isinstance(made, attack.AttackOrder)
    return attack.warn(s.game, s.picture(), made)


# ---------------------------------------------------------------- several into one hex


@pytest.mark.parametrize(("cell", "order", "red"), [
    ("-/0R1", "deliberate pursue 1", [Piece("R", "03.04")]),
    ("-/4", "hasty breakthrough any", [Piece("R", "03.04"), Piece("S", "03.05")]),
])  # fmt: skip
def test_all_who_were_told_to_go_into_the_enemy_and_open_one_engagement(cell: str, order: str, red: list[Piece]) -> None:
    """TOCS-W19.6-5, TOCS-3.9-14: the engagement that the first of them opens does not bar the others."""
    s = several(cell, order, red)
    assert [s.unit(c).hex for c in "ABC"] == ["03.05"] * 3 and s.public.engaged == {"03.05": "red"}
    assert [s.unit(c).origin for c in "ABC"] == ["03.04"] * 3
    assert len([x for x in s.happened(e.EngagementMarked) if x.hex == "03.05"]) == 1
    assert not s.happened(e.PursuitStopped)


def test_an_engagement_that_stood_before_is_nobodys_to_pursue_into() -> None:
    """TOCS-1.3-3, TOCS-3.9-9: and that is said."""
    s = several("-/4", "hasty breakthrough any", [Piece("R", "03.04"), Piece("S", "03.05")], engaged={"03.05": "red"},
                more=[Piece("D", "03.05")])  # fmt: skip
    assert [s.unit(c).hex for c in "ABC"] == ["03.04"] * 3
    assert "A goes no further than 03.04: 03.05, it is fought over already" in told(s)


# ---------------------------------------------------------------- what the clauses mean


@pytest.mark.parametrize(("order", "hexes"), [
    ("exploit toward 06.08", 3), ("pursue 1 exploit toward 06.08", 3), ("pursue 2 exploit toward 06.08", 2),
    ("pursue 3 exploit toward 06.08", 3), ("pursue 1", 1), ("pursue 2 toward 06.08", 2), ("pursue 3", 1), ("", 0),
])  # fmt: skip
def test_how_far_an_intensive_attack_goes_by_its_clauses(order: str, hexes: int) -> None:
    """TOCS-3.9-10, TOCS-3.9-12: a retreat of three hexes allows one of pursuit and two of exploitation; so EXPLOIT TOWARD alone
    takes all three, and PURSUE with two or three no more than it says."""
    s = attacked("-/0R3", "intensive", order, standing=AWAY)
    assert [why for _, why in steps_on(s)] == (["pursued"] + ["exploited"] * 2)[:hexes]


@pytest.mark.parametrize(("order", "words"), [
    ("hasty pursue 1", "PURSUE does nothing: a hasty attack never pursues (TOCS-W19.6-2)"),
    ("deliberate pursue 2", "PURSUE 2 goes one hex: only an intensive attack exploits beyond it (TOCS-W19.6-2)"),
    ("intensive pursue 3", "PURSUE 3 goes one hex: say EXPLOIT TOWARD where to go on to (TOCS-3.9-10)"),
    ("deliberate exploit toward 06.08", "EXPLOIT does nothing: only an intensive attack exploits (TOCS-W19.6-2)"),
    ("deliberate pursue 1 toward 06.08",
     "TOWARD does nothing: the first hex of a pursuit is the first hex of the enemy's withdrawal (TOCS-3.9-9)"),
    ("intensive exploit toward 06.08", ""), ("intensive pursue 1 exploit toward 06.08", ""), ("deliberate pursue 1", ""),
    ("intensive pursue 2 toward 06.08", ""), ("hasty exploit toward 06.08 breakthrough any", ""),
])  # fmt: skip
def test_a_clause_that_can_never_act_is_warned_of(order: str, words: str) -> None:
    """TOCS-W19.6-2, TOCS-3.9-10."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")])
    s.activate("A")
    assert [line for line in warned(s, order) if "gives up" not in line] == ([words] if words else [])


@pytest.mark.parametrize(("cell", "spared", "order", "where"), [
    ("-/2R1", 1, "pursue 1", "03.05"), ("-/2R1", 1, "breakthrough empty", "03.04"), ("-/2R1", 1, "", "03.04"),
    ("-/5", 0, "breakthrough empty", "03.05"), ("-/5", 0, "pursue 1", "03.04"), ("-/5", 0, "pursue 1 breakthrough none", "03.04"),
    ("-/0R1", 2, "pursue 1 breakthrough empty", "03.05"), ("-/0R1", 2, "breakthrough empty", "03.04"),
])  # fmt: skip
def test_a_breakthrough_is_for_when_nobody_is_left_and_a_pursuit_for_when_somebody_is(
    cell: str, spared: int, order: str, where: str
) -> None:
    """TOCS-W19.6-1, TOCS-W19.6-2, TOCS-3.9-13, TOCS-2.6-6: one of two defenders may fall and the other go."""
    red = [Piece("R", "03.04"), Piece("Q", "03.04", "half_company", steps=1, strength=1)]
    s = attacked(cell, "intensive", order, red=red,
                 standing={"red": ("ezoc never", "retreat toward 03.08", "losses weakest first")})  # fmt: skip
    assert sum(s.unit(c).status == "map" for c in "RQ") == spared
    assert s.unit("A").hex == where and s.happened(e.BattleRolled)[0].fight.level == "intensive"


# ---------------------------------------------------------------- who does not go on is told why


@pytest.mark.parametrize(("more", "scene", "words"), [
    ("intensive exploit toward 03.08", {"red": [Piece("R", "03.04"), Piece("S", "03.06")]},
     "A goes no further than 03.05: 03.06, the enemy is in it"),
    ("deliberate pursue 1", {"switches": {"pursuit_into_enemy": "forbidden"}, "cell": "-/0R1"},
     "A goes no further than 03.04: 03.05, the enemy is in it"),
    ("intensive pursue 1", {"interdicted": {"03.04": ("red",)}, "blue": [Piece("A", "03.03")]},
     "A goes no further than 03.04: 03.05, it is under fire"),
    ("intensive pursue 1", {"land": ground("03.05 forest"), "blue": [Piece("A", "03.03", mobility="motorized", mp=6)]},
     "A goes no further than 03.04: 03.05, ground or water bars the way"),
])  # fmt: skip
def test_a_pursuit_that_is_stopped_is_called_so(more: str, scene: dict[str, Any], words: str) -> None:
    """TOCS-3.9-11, TOCS-3.9-9, TOCS-W19.6-3: to its owner alone."""
    kept = {"standing": {"red": ("ezoc never", "retreat toward 03.08")}, **scene}
    effort, _, clauses = more.partition(" ")
    s = attacked(str(kept.pop("cell", "-/0R3")), effort, clauses, **kept)
    assert words in told(s)
    assert not s.learnt("red", e.PursuitStopped)
    assert ("the enemy is in it" in words) == any(c.hex in words.split(": ")[1] for c in s.picture().contacts)


def test_an_attack_that_met_nobody_is_called_so() -> None:
    """TOCS-W10.8-2."""
    s = attacked("-/-", "hasty", red=[Piece("R", "08.08")])
    assert "03.04: the attack met nobody, the hex was empty" in told(s)


# ---------------------------------------------------------------- an empty hex out of one zone into another


@pytest.mark.parametrize(("unit", "where", "lines"), [
    ({}, "03.03", 2), ({"kind": "vehicle_platoon"}, "03.04", 1),
])  # fmt: skip
def test_who_could_not_have_moved_there_stays_and_is_none_the_fresher(unit: dict[str, Any], where: str, lines: int) -> None:
    """TOCS-W6.0-12, TOCS-W6.0-13, TOCS-3.7-1, TOCS-W10.8-2: out of a claimed zone into a hex where S claims one."""
    s = Scene([Piece("A", "03.03", **unit)], [Piece("S", "03.05"), Piece("T", "03.02")], claims=["03.03"],
              standing={"red": ("ezoc always",)})  # fmt: skip
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert (s.unit("A").hex, s.unit("A").state, s.owner("03.04")) == (where, 1, "blue" if where == "03.04" else "red")
    said = [line for line in told(s) if line.startswith(("03.04: the attack", "A could not"))]
    assert lines == 1 or s.picture().looks[Hex("03.04")].answer == "empty"
    assert len(said) == lines and said[0] == "03.04: the attack met nobody, the hex was empty"
    assert lines == 1 or said[1] == "A could not go in: both hexes lie in EZOC (TOCS-W6.0-12)"


def test_where_no_zone_is_claimed_it_walks_in_out_of_one() -> None:
    """TOCS-W6.0-12."""
    s = Scene([Piece("A", "03.03")], [Piece("S", "03.05")], claims=["03.03"], standing={"red": ("ezoc never",)})
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert s.unit("A").hex == "03.04" and s.owner("03.04") == "blue"


# ---------------------------------------------------------------- all destroyed


def test_who_is_destroyed_on_his_retreat_is_destroyed_too() -> None:
    """TOCS-3.9-13: R falls back into B, and the way beyond is open."""
    own = " ".join(h for h in ground().hexes if h != "03.04")
    s = Scene([Piece("A", "03.03"), Piece("B", "03.05")], [Piece("R", "03.04")], cell="-/0R1", own=own, standing=QUIET)
    s.does("A", "attack 03.04 hasty breakthrough any")
    s.fight()
    assert s.unit("R").status == "dead"
    assert steps_on(s) == [("a", "broke through")] and s.unit("A").hex == "03.05"


# ---------------------------------------------------------------- assets with their unit


def with_asset(cell: str, **more: Any) -> Scene:
    mates = [Piece(c, "03.03", parent="hq") for c in more.pop("mates", "")]
    hq = [Piece("HQ", "01.01", "hq", id="hq")]
    asset = Piece("M", "03.03", "asset", strength=2, assigned="a", parent="hq")
    unit = Piece("A", "03.03", parent="hq", **more.pop("a", {}))
    s = Scene([unit, asset, *mates, *hq], [Piece("R", "03.04")], cell=cell, **{"standing": QUIET, **more})  # fmt: skip
    for call in ("A", *(p.counter.call for p in mates)):
        s.does(call, "attack 03.04 hasty")
    s.fight()
    return s


def test_an_assigned_asset_fights_with_what_it_is_worth_and_goes_along() -> None:
    """TOCS-W1.7-1, TOCS-W2.5-2: by our ruling."""
    s = with_asset("-/0R1")
    rolled = s.happened(e.BattleRolled)[0]
    assert rolled.attacker.total == 4 + 2 and rolled.attacker.lines == ("A 4", "M 2")
    assert (s.unit("A").hex, s.unit("M").hex, s.unit("A").state, s.unit("M").state) == ("03.04", "03.04", 1, 1)


def test_it_dies_with_its_unit_where_nobody_else_may_own_it() -> None:
    """TOCS-W1.7-1, TOCS-W2.5-2."""
    s = with_asset("4/-")
    assert [s.unit(c).status for c in "AM"] == ["dead", "dead"]
    assert {x.call: x.why for x in s.happened(e.UnitDestroyed)} == {"A": "battle", "M": "lost with its unit"}


def test_another_of_its_stack_takes_it_over() -> None:
    """TOCS-W1.7-1: A dies, M is B's."""
    s = with_asset("2/-", mates="B", a={"lost": 3}, standing={"blue": ("losses weakest first",), **QUIET})
    assert [s.unit(c).status for c in "ABM"] == ["dead", "map", "map"] and s.unit("M").assigned == "b"


def test_a_defenders_asset_does_not_hold_the_hex_alone() -> None:
    """TOCS-W1.7-1."""
    s = attacked("-/4", "hasty", red=[Piece("R", "03.04"), Piece("Q", "03.04", "asset", assigned="r")])
    assert s.unit("Q").status == "dead" and s.owner("03.04") == "blue" and not s.public.engaged


# ---------------------------------------------------------------- looks from hills, mortars, lines through engagements


@pytest.mark.parametrize(("piece", "more", "ok"), [
    ({}, {}, True), ({"state": 3}, {}, True), ({"state": 4}, {}, False), ({"state": 5}, {}, False),
    ({}, {"engaged": {"03.03": "blue"}}, False),
])  # fmt: skip
def test_who_can_only_defend_keeps_no_lookout(piece: dict[str, Any], more: dict[str, Any], ok: bool) -> None:
    """TOCS-W11.19-8: demoralized, dispersed and engaged units do not look out."""
    s = Scene([Piece("A", "03.03", **piece)], [Piece("R", "03.06")], land=ground("03.03 open 3"), **more)
    assert (not s.check("A", "observe 03.05")) == ok
    assert bool(ACTIONS["observe"].options(s.game, s.picture(), "a")) == ok


@pytest.mark.parametrize(("lost", "strength"), [(0, 4 + 3), (1, 3 + 3), (2, 2 + 2), (3, 1 + 1)])
def test_mortars_that_lost_steps_fire_in_proportion_rounded_up(lost: int, strength: int) -> None:
    """TOCS-W2.4-6: three points of fire and four of strength, of four steps."""
    s = Scene([Piece("A", "03.03", arm="mortar", artillery=3, lost=lost)], [Piece("R", "03.04")])
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert s.happened(e.BattleRolled)[0].attacker.total == strength


@pytest.mark.parametrize(("where", "ok"), [("03.04", True), ("03.05", False)])
def test_supply_comes_into_an_engagement_for_those_in_it_alone(where: str, ok: bool) -> None:
    """TOCS-W8.3-1: HQ and A fight in 03.04; whoever stands beyond gets nothing through it."""
    own = "03.03 03.04 03.05"
    s = Scene([Piece("HQ", "03.04", "hq", command=3, id="hq"), Piece("A", where, parent="hq")],
              [Piece("R", "03.04"), Piece("S", "08.08")], own=own, engaged={"03.04": "blue"},
              supply={"blue": [source("03.03")]})  # fmt: skip
    assert line_of(s.view(), s.unit("A")).ok == ok


# ---------------------------------------------------------------- attacks under fire


@pytest.mark.parametrize("fire", [{"03.03": ("red",)}, {"03.04": ("red",)}])
def test_a_hasty_attack_that_fire_would_stop_is_refused_and_not_offered(fire: dict[str, Any]) -> None:
    """TOCS-W10.26-5, TOCS-W10.26-6: the side knows of the fire; a longer attack goes out a level lower, and CHECK says so."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], interdicted=fire)
    (refusal,) = s.check("A", "attack 03.04 hasty")
    assert refusal.rule == "TOCS-W10.26-5" and refusal.hint == "attack 03.04 deliberate"
    assert "A: attack 03.04 deliberate" in advice.what_can(s.game, s.picture(), "A")
    assert "A: attack 03.04 hasty" not in advice.what_can(s.game, s.picture(), "A")
    s.activate("A")
    assert "under interdiction the battle is fought as a deliberate attack (TOCS-W10.26-5)" in warned(s, "intensive")


def test_fire_on_the_enemys_hex_that_is_our_own_stops_no_attack() -> None:
    """TOCS-W10.26-6."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], interdicted={"03.04": ("blue",)})
    assert not s.check("A", "attack 03.04 hasty")
