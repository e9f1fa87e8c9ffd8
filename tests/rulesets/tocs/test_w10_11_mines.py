"""MINE and CLEAR MINES: who lays and lifts them, and what they do to an enemy who comes in (TOCS-W10.11, W10.12, W2.6.4)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions import ACTIONS, control
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.reports.receipt_lines import tell
from pbem.rulesets.tocs.units import Obstacle
from tests.rulesets.tocs.builder import Piece, Scene, ground, road, source
from tests.rulesets.tocs.test_3_09_combat import attacked

NEVER = {"red": ("ezoc never",)}
MINES = {"03.04": "minefield red"}
FOUND = (Obstacle("minefield", "red"),)
PASS, FAIL = (1, 1), (6, 6)
SAPPERS: dict[str, Any] = {"engineer": True}


def why(s: Scene, text: str, call: str = "A") -> str:
    refused = s.check(call, text)
    return refused[0].rule if refused else ""


def scene(faces: tuple[int, ...] = PASS, known: bool = False, **more: Any) -> Scene:
    """A in 03.03, mines of red's in 03.04, and dice for whoever checks in them."""
    where = more.pop("where", "03.03")
    s = Scene([Piece("A", where, **more)], [Piece("R", "08.08")], standing=NEVER, obstacles=MINES, dice={"mines/": faces})
    if known:
        s.play.happen([e.FixedFound("blue", "A", Hex("03.04"), ("minefield",))])
    return s


# ---------------------------------------------------------------- laying


def test_engineers_spend_all_their_ap_on_a_secret_minefield() -> None:
    """TOCS-W10.11-1, TOCS-W2.6.4-3."""
    s = Scene([Piece("A", "03.03", **SAPPERS)], [Piece("R", "03.05")], own="03.04", standing=NEVER)
    assert not s.does("A", "mine 03.04").failure
    assert s.board.obstacles == s.picture().obstacles == {"03.04": (Obstacle("minefield", "blue"),)} and s.active().ap == 0
    assert not s.picture("red").obstacles and not [seen for desk, seen in s.play.seen if desk == "red"]


@pytest.mark.parametrize("kind, more, row", [
    ("company", {}, "TOCS-W2.6.4-3"), ("company", SAPPERS, ""), ("asset", SAPPERS, ""), ("vehicle_platoon", SAPPERS, ""),
    ("company", {"state": 1, **SAPPERS}, "TOCS-W10.11-1"), ("asset", {"traits": ("dozer",), **SAPPERS}, "TOCS-W2.6.4-3"),
    ("company", {"parent": "nowhere", **SAPPERS}, ""), ("company", {"cut": "T1.1", **SAPPERS}, "TOCS-W8.4-1"),
])  # fmt: skip
def test_engineers_in_good_order_and_in_supply_lay_them(kind: str, more: dict[str, Any], row: str) -> None:
    """TOCS-W10.11-1, TOCS-W2.6.4-3, TOCS-W2.6.4-5: out of communication with the HQ far away they do, out of supply not."""
    pieces = [Piece("A", "03.03", kind, **{**more, **({"parent": "h"} if "parent" in more else {})})]
    empty = {"blue": [source("03.03", 0)]} if "cut" in more else None
    s = Scene([*pieces, Piece("H", "08.01", "hq", command=1)], own="03.04", supply=empty)
    assert why(s, "mine 03.04") == row


def test_not_on_the_enemys_ground_in_an_engagement_or_where_it_could_not_go() -> None:
    """TOCS-W10.11-2."""
    s = Scene([Piece("A", "03.03", **SAPPERS)], own="02.03", land=ground("02.03 lake"))
    assert [why(s, f"mine {h}") for h in ("03.04", "02.03", "05.05")] == ["TOCS-W10.11-2"] * 3
    both = [Piece("A", "03.03", **SAPPERS), Piece("B", "03.04", **SAPPERS)]
    s = Scene(both, [Piece("R", "03.04")], engaged={Hex("03.04"): "blue"})
    assert why(s, "mine 03.04") == why(s, "mine", "B") == "TOCS-W10.11-2"


@pytest.mark.parametrize("land, own, text, words", [
    ("", "03.04 03.05", "mine 03.04", ""), ("", "03.04 03.05", "mine", ""), ("", "", "mine 03.04", "not inside your perimeter"),
    ("03.04 lake", "03.04", "mine 03.04", "cannot be entered"), ("", "03.05", "mine 03.05", "is not next to"),
    ("", "03.04", "clear mines 03.04", ""), ("03.04 lake", "03.04", "clear mines 03.04", "cannot be entered"),
    ("03.04 lake", "", "clear mines 03.04", "cannot be entered"), ("", "03.05", "clear mines 03.05", "is not next to"),
    ("", "", "clear mines 03.05", "is not next to"),
])  # fmt: skip
def test_each_of_the_bars_by_itself_for_laying_and_for_lifting(land: str, own: str, text: str, words: str) -> None:
    """TOCS-W10.11-2: the enemy's ground, no way there, too far."""
    obstacles = {"03.04": "minefield red", "03.05": "minefield red"} if "clear" in text else {}
    s = Scene([Piece("A", "03.03", **SAPPERS)], [Piece("R", "08.08")], own=own, land=ground(land), obstacles=obstacles)
    s.play.happen([e.FixedFound("blue", "A", Hex(h), ("minefield",)) for h in obstacles])
    refused = s.check("A", text)
    assert bool(refused) == bool(words)
    assert not words or (refused[0].rule == "TOCS-W10.11-2" and words in refused[0].words)
    before = dict(s.board.obstacles)
    assert (s.does("A", text).failure is None) != bool(words)
    assert (s.board.obstacles == before) == bool(words)


@pytest.mark.parametrize("text, own", [
    ("mine 03.03", "03.04"), ("mine 03.04", "03.04"), ("clear mines 03.03", "03.04"), ("clear mines 03.04", "03.04"),
    ("clear mines 03.04", ""),
])  # fmt: skip
@pytest.mark.parametrize("fighting", [True, False])
def test_nothing_is_laid_or_lifted_out_of_an_engagement(text: str, own: str, fighting: bool) -> None:
    """TOCS-W10.11-2: neither beside it, in quiet ground of its own, nor in it."""
    known = {} if text.startswith("mine") else {"03.03": "minefield red", "03.04": "minefield red"}
    s = Scene([Piece("A", "03.03", **SAPPERS)], [Piece("R", "03.03" if fighting else "08.08")], own=own, obstacles=known,
              engaged={Hex("03.03"): "blue"} if fighting else {})  # fmt: skip
    s.play.happen([e.FixedFound("blue", "A", Hex(h), ("minefield",)) for h in known])
    assert why(s, text) == ("TOCS-W10.11-2" if fighting else "")
    assert s.does("A", text).failure is None or fighting
    assert (set(s.board.obstacles) == set(known)) == fighting


# ---------------------------------------------------------------- going in


def test_who_goes_in_stops_and_passes_its_check() -> None:
    """TOCS-W10.11-4, TOCS-W10.11-9."""
    s = scene()
    outcome = s.does("A", "move 03.04 03.05")
    assert s.unit("A").hex == "03.04" and s.unit("A").state == 0
    assert (s.active().ap, s.active().mp) == (2, 0)
    assert outcome.failure and outcome.failure.rule == "TOCS-W10.11-4"
    assert s.picture().obstacles == {"03.04": FOUND} and [m.passed for m in s.learnt("blue", e.MoraleChecked)] == [True]
    assert not [seen for desk, seen in s.play.seen if desk == "red" and isinstance(o.what(seen), (e.FixedFound, e.MoraleChecked))]


def test_who_fails_falls_a_state_and_has_no_ap_left() -> None:
    """TOCS-W10.11-4, TOCS-W10.11-8: and tires for its activation besides."""
    s = scene(FAIL)
    s.does("A", "move 03.04")
    assert s.unit("A").hex == "03.04" and s.unit("A").state == 1 and s.active().ap == 0
    said = [line for seen in s.learnt("blue", e.UnitChanged) for line in tell(s.game, s.picture(), seen)]
    assert "A 4/4 fatigued, in the mines of 03.04" in said
    s.play.happen(control.end_activation(s.play.moment, "blue"))
    assert s.unit("A").state == 2


@pytest.mark.parametrize("more", [SAPPERS, {"traits": ("dozer",)}, {"traits": ("roller",)}])
def test_engineers_in_mines_they_know_of_stop_and_take_no_check(more: dict[str, Any]) -> None:
    """TOCS-W2.6.4-4, TOCS-W10.11-5."""
    known, unknown = scene(FAIL, known=True, **more), scene(FAIL, **more)
    for s in (known, unknown):
        s.does("A", "move 03.04")
    assert not known.happened(e.MoraleChecked) and known.unit("A").state == 0 and known.active().mp == 0
    assert unknown.happened(e.MoraleChecked) and unknown.unit("A").state == 1


def test_an_attack_that_finds_nobody_goes_in_without_a_check() -> None:
    """TOCS-W10.11-5; what is there is found all the same (TOCS-1.9-3)."""
    s = scene(FAIL)
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert s.unit("A").hex == "03.04" and not s.happened(e.MoraleChecked)
    assert s.picture().obstacles == {"03.04": FOUND}


@pytest.mark.parametrize("cell, effort, more, mined", [
    ("-/4R1", "intensive", "", "03.04"), ("-/0R1", "deliberate", "pursue 1", "03.05"), ("-/-", "hasty", "", "03.04"),
    ("-/0R2", "intensive", "pursue 1", "03.05"), ("-/4", "hasty", "breakthrough empty", "03.05"),
])  # fmt: skip
def test_the_winner_of_a_battle_and_the_pursuer_find_mines_and_take_no_check(cell: str, effort: str, more: str, mined: str) -> None:
    """TOCS-W10.11-5, TOCS-1.9-3."""
    standing = {"red": ("ezoc never", "retreat toward 03.08")}
    s = attacked(cell, effort, more, obstacles={mined: "minefield red"}, standing=standing, dice={"mines/": FAIL})
    assert s.unit("A").hex == mined and s.picture().obstacles == {mined: FOUND} and not s.happened(e.MoraleChecked)


def test_known_mines_end_a_path_and_are_warned_of() -> None:
    """TOCS-W10.11-4."""
    s = scene(known=True)
    assert why(s, "move 03.04 03.05") == "TOCS-W10.11-4" and why(s, "move 03.04") == ""
    path = advice.cost(s.game, s.picture(), "A", "03.06")
    assert not [line for line in path if line.startswith("03.04:")]
    _, picture = control.check_activate(s.game, s.picture(), "A", 0)
    action = ACTIONS["move"]
    order = action.order(s._acts("move 03.04")[0], picture)
    assert action.warn(s.game, picture, order) == ("03.04 is mined: it stops there, and checks its morale (TOCS-W10.11-4)",)
    assert "mined" in advice.cost(s.game, s.picture(), "A", "03.04")[1]


# ---------------------------------------------------------------- getting out


def inside(faces: tuple[int, ...], **more: Any) -> Scene:
    """A stands in the mines it came upon."""
    return scene(faces, known=True, where="03.04", **more)


def test_leaving_costs_an_ap_more_and_a_check() -> None:
    """TOCS-W10.11-6."""
    s = inside(PASS)
    assert advice.cost(s.game, s.picture(), "A", "03.03")[:2] == (
        "A to 03.03: 1 MP, 2 AP of 3", "out of the mines in 03.04: 1 AP",
    )  # fmt: skip
    s.does("A", "move 03.03")
    assert s.unit("A").hex == "03.03" and s.active().ap == 1 and [m.passed for m in s.happened(e.MoraleChecked)] == [True]


@pytest.mark.parametrize("more", [{}, SAPPERS, {"mp": 1}])
@pytest.mark.parametrize(("where", "text"), [
    ("03.03", "move 03.04"), ("03.04", "move 03.03"), ("02.02", "move 03.03 03.04"), ("03.04", "move 03.03 03.02"),
    ("03.03", "move 04.03"),
])  # fmt: skip
def test_a_move_into_known_mines_or_out_of_them_is_expected_as_it_comes_off(where: str, text: str, more: dict[str, Any]) -> None:
    """TOCS-W10.11-4, TOCS-W10.11-6: with the checks it is asked for, and what they leave of its points."""
    s = scene(known=True, where=where, **more)
    assert s.comes_off("A", text).failure is None and s.unit("A").hex == text[-5:]
    assert len(s.happened(e.MoraleChecked)) == (0 if more == SAPPERS or "04.03" in text else 1)


def test_who_fails_stays_a_state_lower_and_without_ap() -> None:
    """TOCS-W10.11-6."""
    s = inside(FAIL)
    outcome = s.does("A", "move 03.03")
    assert s.unit("A").hex == "03.04" and s.unit("A").state == 1 and s.active().ap == 0
    assert outcome.failure and outcome.failure.rule == "TOCS-W10.11-6"


def test_engineers_pay_and_take_no_check() -> None:
    """TOCS-W10.11-6."""
    s = inside(FAIL, **SAPPERS)
    s.does("A", "move 03.03")
    assert s.unit("A").hex == "03.03" and s.active().ap == 1 and not s.happened(e.MoraleChecked)


def test_who_has_not_the_ap_stays() -> None:
    """TOCS-W10.11-6."""
    assert why(inside(PASS, state=2), "move 03.03") in ("TOCS-W10.11-6", "TOCS-W10.0-1")
    assert why(inside(PASS, state=1), "move 03.03") == ""


# ---------------------------------------------------------------- one's own


def test_own_mines_take_the_road_rate_and_nothing_else() -> None:
    """TOCS-W10.11-7."""
    land = ground("03.03 forest, 03.04 forest", road("03.02 03.03 03.04"))
    own = {"03.04": "minefield blue"}
    free, mined = (Scene([Piece("A", "03.03", mp=4)], own="03.04", land=land, obstacles=some) for some in ({}, own))
    for s in (free, mined):
        s.does("A", "move 03.04")
    assert (free.active().column, mined.active().column) == (True, False)
    assert mined.unit("A").hex == "03.04" and not mined.happened(e.MoraleChecked) and not mined.learnt("blue", e.FixedFound)


@pytest.mark.parametrize("laid, blocked, mined", [
    ("", False, False), ("minefield red", False, True), ("minefield blue", True, False), ("roadblock red", True, False),
    ("roadblock blue", True, False), ("minefield red, roadblock red", True, True), ("roadblock red, minefield red", True, True),
    ("minefield red, roadblock blue", True, True), ("roadblock red, minefield blue", True, False),
])  # fmt: skip
def test_what_a_side_knows_of_a_hex_shuts_its_road_or_stops_those_who_go_in(laid: str, blocked: bool, mined: bool) -> None:
    """TOCS-W10.11-7, TOCS-W10.11-4: blocks and the own mines take the road, the enemy's mines are come upon; there may be both."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], obstacles={"03.04": laid} if laid else {})
    s.play.happen([e.FixedFound("blue", "A", Hex("03.04"), tuple(x.split()[0] for x in filter(None, laid.split(", "))))])
    view = s.picture().view(s.game)
    assert (view.blocked(Hex("03.04")), view.mined(Hex("03.04"))) == (blocked, mined)
    assert not view.blocked(Hex("03.05")) and not view.mined(Hex("03.05"))


# ---------------------------------------------------------------- lifting


def lifting(kind: str = "company", where: str = "03.03", own: str = "", **more: Any) -> Scene:
    """A unit beside the mines in 03.04, or in them, which it knows of."""
    scenery = {k: more.pop(k) for k in ("light", "weather", "land", "interdicted", "points") if k in more}
    red = more.pop("red", [Piece("R", "08.08")])
    s = Scene([Piece("A", where, kind, **more)], red, own=own, standing=NEVER, obstacles=MINES, **scenery)
    s.play.happen([e.FixedFound("blue", "A", Hex("03.04"), ("minefield",))])
    return s


@pytest.mark.parametrize("own, where", [("03.04", "03.03"), ("", "03.04"), ("", "03.03")])
def test_engineers_lift_known_mines_beside_them_in_own_ground_and_in_the_enemys(own: str, where: str) -> None:
    """TOCS-W10.12-2, TOCS-W2.6.4-3."""
    s = lifting(where=where, own=own, **SAPPERS)
    assert not s.does("A", "clear mines 03.04").failure
    assert not s.board.obstacles and not s.picture().obstacles and s.active().ap == 0


def test_mines_nobody_knows_of_are_not_lifted() -> None:
    """TOCS-W10.11-2."""
    s = Scene([Piece("A", "03.03", **SAPPERS)], own="03.04", obstacles=MINES)
    refused = s.check("A", "clear mines 03.04")[0]
    assert refused.rule == "TOCS-W10.12-2" and refused.words == "you know of no mines in 03.04"
    assert s.check("A", "clear mines 03.03")[0].words == "you know of no mines in 03.03"  # the same words where there are none


def test_not_by_others_nor_worn_nor_under_fire_nor_where_the_enemy_stands() -> None:
    """TOCS-W10.12-2, TOCS-W10.11-2."""
    assert why(lifting(), "clear mines 03.04") == "TOCS-W2.6.4-3"
    assert why(lifting(state=1, **SAPPERS), "clear mines 03.04") == "TOCS-W10.12-2"
    assert why(lifting(interdicted={"03.04": ("blue",)}, **SAPPERS), "clear mines 03.04") == "TOCS-W10.12-2"
    s = lifting(red=[Piece("R", "03.04")], **SAPPERS)
    outcome = s.does("A", "clear mines 03.04")
    assert outcome.contact and outcome.failure and outcome.failure.rule == "TOCS-W10.12-2" and s.board.obstacles
    assert s.picture().held_by_enemy() == {"03.04"} and not [seen for desk, seen in s.play.seen if desk == "red"]


@pytest.mark.parametrize("trait", ["dozer", "flail", "roller"])
def test_clearing_vehicles_lift_them_in_their_own_hex_by_day(trait: str) -> None:
    """TOCS-W10.12-3, TOCS-W10.12-5, TOCS-W2.6.4-5."""
    here, beside = (lifting("vehicle_platoon", where, "03.04", traits=(trait,)) for where in ("03.04", "03.03"))
    assert why(beside, "clear mines 03.04") == "TOCS-W10.12-3"
    assert not here.does("A", "clear mines").failure and not here.board.obstacles and here.active().ap == 1
    night = lifting("vehicle_platoon", "03.04", traits=(trait,), light="night")
    assert why(night, "clear mines") == "TOCS-W10.12-5"
    assert why(lifting("vehicle_platoon", "03.04", traits=(trait,), state=1), "clear mines") == "TOCS-W10.12-5"


@pytest.mark.parametrize("trait, more, barred", [
    ("flail", {"weather": {"ground": "snow_deep"}}, True), ("roller", {"weather": {"precipitation": "blizzard"}}, True),
    ("flail", {"land": ground("03.04 flooded")}, True), ("dozer", {"weather": {"ground": "frozen"}}, True),
    ("flail", {"weather": {"ground": "frozen"}}, False), ("dozer", {"weather": {"ground": "mud"}}, False),
])  # fmt: skip
def test_and_not_in_such_weather_or_ground(trait: str, more: dict[str, Any], barred: bool) -> None:
    """TOCS-W10.12-6."""
    s = lifting("vehicle_platoon", "03.04", traits=(trait,), **more)
    assert why(s, "clear mines") == ("TOCS-W10.12-6" if barred else "")
